// Answers what a program asks about the GPU, from the numbers that the environment holds.

#define cudaGetDeviceProperties declared_differently
#include <cuda_runtime_api.h>
#undef cudaGetDeviceProperties

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device.h"

namespace {

// The limits that all GPUs of the generations that CUDA 13 serves share.
constexpr int widest_block = 1024, deepest_block = 64;
constexpr int widest_grid = 2147483647, highest_grid = 65535;

std::atomic<int> chosen{0};

chipward::Device read() {
  chipward::Device told{};
  const char* numbers = std::getenv("CHIPWARD_DRY_RUN_DEVICE");
  std::sscanf(numbers ? numbers : "", "%d,%d,%d,%d,%d,%d,%d,%d,%zu,%zu,%zu,%zu,%zu,%95[^\n]", &told.major, &told.minor,
              &told.multiprocessors, &told.warp, &told.threads_per_block,
              &told.threads_per_multiprocessor, &told.registers_per_multiprocessor, &told.blocks_per_multiprocessor,
              &told.shared_per_block, &told.shared_per_block_optin, &told.shared_per_multiprocessor, &told.memory,
              &told.l2, told.name);
  return told;
}

}  // namespace

namespace chipward {

const Device& device() {
  static const Device told = read();
  return told;
}

int generation() { return chosen ? chosen.load() : 10 * device().major + device().minor; }

}  // namespace chipward

using chipward::device;

extern "C" {

// Says which generation's machine code CUDA would choose; whoever has asked the library what it brings knows.
void chipward_choose(int generation) { chosen = generation; }

cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int* number) { return *number = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int number) { return number ? cudaErrorInvalidDevice : cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) { return *can = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char* room, int size, int) {
  return std::snprintf(room, size, "0000:00:00.0"), cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* told, int) {
  std::memset(told, 0, sizeof *told);
  std::snprintf(told->name, sizeof told->name, "%s", device().name);
  told->major = device().major;
  told->minor = device().minor;
  told->multiProcessorCount = device().multiprocessors;
  told->warpSize = device().warp;
  told->maxThreadsPerBlock = device().threads_per_block;
  told->maxThreadsPerMultiProcessor = device().threads_per_multiprocessor;
  told->maxBlocksPerMultiProcessor = device().blocks_per_multiprocessor;
  told->regsPerBlock = told->regsPerMultiprocessor = device().registers_per_multiprocessor;
  told->sharedMemPerBlock = device().shared_per_block;
  told->sharedMemPerBlockOptin = device().shared_per_block_optin;
  told->sharedMemPerMultiprocessor = device().shared_per_multiprocessor;
  told->totalGlobalMem = device().memory;
  told->l2CacheSize = static_cast<int>(device().l2);
  told->maxThreadsDim[0] = told->maxThreadsDim[1] = widest_block;
  told->maxThreadsDim[2] = deepest_block;
  told->maxGridSize[0] = widest_grid;
  told->maxGridSize[1] = told->maxGridSize[2] = highest_grid;
  told->unifiedAddressing = told->managedMemory = told->concurrentKernels = 1;
  told->textureAlignment = 512;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp* told, int number) {
  return cudaGetDeviceProperties(told, number);
}

cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr asked, int) {
  switch (asked) {
    case cudaDevAttrComputeCapabilityMajor: *value = device().major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = device().minor; break;
    case cudaDevAttrMultiProcessorCount: *value = device().multiprocessors; break;
    case cudaDevAttrWarpSize: *value = device().warp; break;
    case cudaDevAttrMaxThreadsPerBlock: *value = device().threads_per_block; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = device().threads_per_multiprocessor; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = device().blocks_per_multiprocessor; break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = device().registers_per_multiprocessor; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = static_cast<int>(device().shared_per_block); break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = static_cast<int>(device().shared_per_block_optin); break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(device().shared_per_multiprocessor);
      break;
    case cudaDevAttrL2CacheSize: *value = static_cast<int>(device().l2); break;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY: *value = widest_block; break;
    case cudaDevAttrMaxBlockDimZ: *value = deepest_block; break;
    case cudaDevAttrMaxGridDimX: *value = widest_grid; break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: *value = highest_grid; break;
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrCooperativeLaunch: *value = 1; break;
    default: *value = 0;  // nothing that could be switched on is there
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return *least = 0, *greatest = -5, cudaSuccess;
}
}
