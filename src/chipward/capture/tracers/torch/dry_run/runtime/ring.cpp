// Keeps the latest events. Whoever reads them asks for a mark before an operator runs, and for what came after it.

#include "ring.h"

#include <array>
#include <mutex>

namespace {

constexpr long long kept = 4096;  // events; one operator seldom brings more than ten

std::mutex guard;
std::array<std::string, kept> events;
long long count = 0;

}  // namespace

namespace chipward {

void note(const std::string& event) {
  std::lock_guard<std::mutex> hold(guard);
  events[count++ % kept] = event;
}

}  // namespace chipward

extern "C" {

// How many events there were so far.
long long chipward_mark() {
  std::lock_guard<std::mutex> hold(guard);
  return count;
}

// The number of the oldest event that is still kept.
long long chipward_oldest() {
  std::lock_guard<std::mutex> hold(guard);
  return count > kept ? count - kept : 0;
}

// Copies an event; returns its length, or -1 if it is not kept, or does not fit.
long long chipward_event(long long number, char* room, long long size) {
  std::lock_guard<std::mutex> hold(guard);
  if (number < 0 || number >= count || number < count - kept) return -1;
  const std::string& event = events[number % kept];
  const long long length = static_cast<long long>(event.size());
  return length <= size ? (event.copy(room, event.size()), length) : -1;
}
}
