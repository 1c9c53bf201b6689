// Memory of the GPU is memory of this process. Copies are made; what no copy has written is zero.

#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "device.h"
#include "ring.h"

namespace {

struct Block {
  size_t bytes;
  bool is_on_device;
};

std::mutex guard;
std::map<const char*, Block> blocks;
size_t used = 0;  // bytes of the device

const Block* holding(const void* address) {
  const char* spot = static_cast<const char*>(address);
  auto after = blocks.upper_bound(spot);
  if (after == blocks.begin()) return nullptr;
  auto found = std::prev(after);
  return spot < found->first + found->second.bytes ? &found->second : nullptr;
}

bool is_on_device(const void* address) {
  std::lock_guard<std::mutex> hold(guard);
  const Block* block = holding(address);
  return block && block->is_on_device;
}

cudaError_t take(void** address, size_t bytes, bool on_device) {
  std::lock_guard<std::mutex> hold(guard);
  *address = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (on_device && used + bytes > chipward::device().memory) return cudaErrorMemoryAllocation;
  void* room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return cudaErrorMemoryAllocation;
  blocks[static_cast<const char*>(room)] = {bytes, on_device};
  if (on_device) used += bytes;
  *address = room;
  return cudaSuccess;
}

cudaError_t give_back(void* address) {
  std::lock_guard<std::mutex> hold(guard);
  auto found = blocks.find(static_cast<const char*>(address));
  if (found == blocks.end()) return cudaSuccess;
  if (found->second.is_on_device) used -= found->second.bytes;
  munmap(address, found->second.bytes);
  blocks.erase(found);
  return cudaSuccess;
}

void note_copy(const void* to, const void* from, size_t bytes) {
  const char* way = is_on_device(from) ? (is_on_device(to) ? "DtoD" : "DtoH") : (is_on_device(to) ? "HtoD" : "HtoH");
  chipward::note(std::string("copy\t") + way + "\t" + std::to_string(bytes));
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** address, size_t bytes) { return take(address, bytes, true); }
cudaError_t cudaMallocAsync(void** address, size_t bytes, cudaStream_t) { return take(address, bytes, true); }
cudaError_t cudaFree(void* address) { return give_back(address); }
cudaError_t cudaFreeAsync(void* address, cudaStream_t) { return give_back(address); }
cudaError_t cudaHostAlloc(void** address, size_t bytes, unsigned) { return take(address, bytes, false); }
cudaError_t cudaFreeHost(void* address) { return give_back(address); }

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  std::lock_guard<std::mutex> hold(guard);
  *total = chipward::device().memory;
  *free = *total - used;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* told, const void* address) {
  std::lock_guard<std::mutex> hold(guard);
  std::memset(told, 0, sizeof *told);
  const Block* block = holding(address);
  told->type = !block                ? cudaMemoryTypeUnregistered
               : block->is_on_device ? cudaMemoryTypeDevice
                                     : cudaMemoryTypeHost;
  if (block) told->hostPointer = told->devicePointer = const_cast<void*>(address);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind) {
  std::memmove(to, from, bytes);
  return note_copy(to, from, bytes), cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind, cudaStream_t) {
  for (size_t row = 0; row < height; ++row)
    std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
  return note_copy(to, from, width * height), cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void*, const void*, size_t bytes, size_t, enum cudaMemcpyKind) {
  return chipward::note("copy\tHtoD\t" + std::to_string(bytes)), cudaSuccess;  // no kernel will read it
}
cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return *address = const_cast<void*>(symbol), cudaSuccess;
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  std::memset(to, value, bytes);
  return chipward::note("fill\t" + std::to_string(bytes)), cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) { return cudaMemset(to, value, bytes); }

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) { return *pool = nullptr, cudaSuccess; }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void* value) {
  return *static_cast<unsigned long long*>(value) = 0, cudaSuccess;
}
}
