// Kernels: which symbol each host function stands for, and each launch. None is run.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>

#include "device.h"
#include "ring.h"
#include "streams.h"

namespace {

struct Wrapper {  // what a compiler registers for each file of CUDA code
  int magic, version;
  const void* container;
  void* further;
};

struct Header {  // how a container of machine code begins
  uint32_t magic;
  uint16_t version, header_bytes;
  uint64_t bytes;
};

constexpr uint32_t container_magic = 0xBA55ED50;

struct Kernel {
  std::string symbol;
  const void* container;
};

std::mutex guard;

std::unordered_map<const void*, Kernel>& by_function() {  // made when the first library registers, before any main
  static auto* known = new std::unordered_map<const void*, Kernel>;
  return *known;
}

std::unordered_map<std::string, const void*>& by_symbol() {
  static auto* known = new std::unordered_map<std::string, const void*>;
  return *known;
}

std::string triple(dim3 each) {
  return std::to_string(each.x) + "," + std::to_string(each.y) + "," + std::to_string(each.z);
}

cudaError_t launch(const void* function, dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  std::string symbol = "?";
  {
    std::lock_guard<std::mutex> hold(guard);
    auto found = by_function().find(function);
    if (found != by_function().end()) {
      symbol = found->second.symbol;
      by_symbol()[symbol] = found->second.container;
    }
  }
  chipward::note("launch\t" + triple(grid) + "\t" + triple(block) + "\t" + std::to_string(shared) + "\t" +
                 std::to_string(chipward::number_of(stream)) + "\t" + symbol);
  return cudaSuccess;
}

// How many blocks fit, as if registers were no limit: how many a kernel needs, only its machine code tells.
int blocks_that_fit(int threads, size_t shared) {
  const chipward::Device& gpu = chipward::device();
  int fit = std::min(gpu.blocks_per_multiprocessor, gpu.threads_per_multiprocessor / std::max(threads, 1));
  if (shared) fit = std::min(fit, static_cast<int>(gpu.shared_per_multiprocessor / shared));
  return fit;
}

struct Configured {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
};
thread_local Configured configured;

}  // namespace

extern "C" {

// Where the machine code of a kernel that was launched lies in this process; 0 if nobody knows.
const void* chipward_container(const char* symbol, long long* bytes) {
  std::lock_guard<std::mutex> hold(guard);
  auto found = by_symbol().find(symbol);
  if (found == by_symbol().end() || !found->second) return nullptr;
  const auto* header = static_cast<const Header*>(found->second);
  if (header->magic != container_magic) return nullptr;
  *bytes = static_cast<long long>(header->header_bytes + header->bytes);
  return header;
}

void** __cudaRegisterFatBinary(void* wrapper) {
  return new void*(const_cast<void*>(static_cast<Wrapper*>(wrapper)->container));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}  // at the very end, when nobody asks any more
char __cudaInitModule(void**) { return 0; }
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
void __cudaRegisterFunction(void** module, const char* function, char*, const char* symbol, int, void*, void*, void*,
                            void*, int*) {
  std::lock_guard<std::mutex> hold(guard);
  by_function()[function] = {symbol, *module};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  return configured = {grid, block, shared, stream}, 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  *grid = configured.grid;
  *block = configured.block;
  *shared = configured.shared;
  *static_cast<cudaStream_t*>(stream) = configured.stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  return *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(function)), cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void**, size_t shared, cudaStream_t stream) {
  return launch(kernel, grid, block, shared, stream);
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void**, size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, shared, stream);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void**, size_t shared,
                                        cudaStream_t stream) {
  return launch(function, grid, block, shared, stream);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* function, void**) {
  return launch(function, how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* told, const void*) {
  std::memset(told, 0, sizeof *told);
  told->maxThreadsPerBlock = chipward::device().threads_per_block;
  told->ptxVersion = told->binaryVersion = chipward::generation();
  told->maxDynamicSharedSizeBytes = static_cast<int>(chipward::device().shared_per_block_optin);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int threads, size_t shared,
                                                                   unsigned) {
  chipward::note("asked\toccupancy");
  return *blocks = blocks_that_fit(threads, shared), cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}
}
