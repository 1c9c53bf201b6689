/* Samples one thread: the program counter and the addresses on its stack, at even times of the clock.
   The clock ticks finer than the timers of processor time do; a thread that computes without pause runs all the time. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { DEPTH = 64, MOST = 8192 };

static void *addresses[MOST][DEPTH];
static int depths[MOST];
static volatile int taken;
static timer_t timer;

static void take(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  int sample = taken;
  if (sample >= MOST) return;
  void *here = (void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  void *all[DEPTH];
  int count = backtrace(all, DEPTH), at = 0;
  while (at < count && all[at] != here) at++; /* the handler's own frames come first */
  addresses[sample][0] = here;
  int depth = 1;
  for (at++; at < count && depth < DEPTH; at++) addresses[sample][depth++] = all[at];
  depths[sample] = depth;
  taken = sample + 1;
}

int begin(long nanoseconds) {
  void *first[2];
  backtrace(first, 2); /* loads what it needs now: the handler must not */
  taken = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = take;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  if (sigaction(SIGPROF, &action, 0)) return -1;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = (int)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return -1;
  struct itimerspec each = {{0, nanoseconds}, {0, nanoseconds}};
  return timer_settime(timer, 0, &each, 0);
}

int end(void) {
  timer_delete(timer);
  return taken;
}

int depth_of(int sample) { return depths[sample]; }

void **addresses_of(int sample) { return addresses[sample]; }
