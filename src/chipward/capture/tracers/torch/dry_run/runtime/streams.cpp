// Streams and events: everything that is asked for has happened at once.

#include "streams.h"

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace {

std::atomic<int> made{0};

struct Stream {
  int number, priority;
};

cudaError_t make(cudaStream_t* stream, int priority) {
  return *stream = reinterpret_cast<cudaStream_t>(new Stream{++made, priority}), cudaSuccess;
}

// The default streams have no address: they are 0, 1 and 2.
const Stream* known(cudaStream_t stream) {
  return reinterpret_cast<uintptr_t>(stream) <= 2 ? nullptr : reinterpret_cast<const Stream*>(stream);
}

}  // namespace

namespace chipward {

int number_of(cudaStream_t stream) {
  const Stream* one = known(stream);
  return one ? one->number : 0;
}

}  // namespace chipward

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return make(stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return make(stream, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int priority) {
  return make(stream, priority);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  const Stream* one = known(stream);
  return *priority = one ? one->priority : 0, cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus* status) {
  return *status = cudaStreamCaptureStatusNone, cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus* status, unsigned long long*,
                                     cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) {
  return *status = cudaStreamCaptureStatusNone, cudaSuccess;
}
// No graph is captured: what would be launched again and again would be seen once.
cudaError_t cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode) { return cudaErrorNotSupported; }

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void* data, unsigned) {
  return call(stream, cudaSuccess, data), cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t call, void* data) { return call(data), cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return *event = static_cast<cudaEvent_t>(std::malloc(1)), cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
cudaError_t cudaEventDestroy(cudaEvent_t event) { return std::free(event), cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  return *milliseconds = 0, cudaSuccess;
}
}
