// The driver beneath the runtime, as PyTorch asks for it: by the name libcuda.so.1, and function by function.

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <string>

#include "device.h"
#include "ring.h"
#include "streams.h"

namespace {

struct Function {
  std::string name;
};

CUcontext one_context() {
  static char context;
  return reinterpret_cast<CUcontext>(&context);
}

int not_to_be_had(...) { return CUDA_ERROR_NOT_SUPPORTED; }

CUresult launched(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                  unsigned shared, CUstream stream) {
  const std::string grid = std::to_string(gx) + "," + std::to_string(gy) + "," + std::to_string(gz);
  const std::string block = std::to_string(bx) + "," + std::to_string(by) + "," + std::to_string(bz);
  chipward::note("launch\t" + grid + "\t" + block + "\t" + std::to_string(shared) + "\t" +
                 std::to_string(chipward::number_of(stream)) + "\t" + reinterpret_cast<Function*>(function)->name);
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned, unsigned long long,
                                             enum cudaDriverEntryPointQueryResult* result) {
  *function = dlsym(RTLD_DEFAULT, name);
  if (!*function) *function = reinterpret_cast<void*>(not_to_be_had);
  if (result) *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuGetExportTable(const void** table, const CUuuid*) {  // what NVIDIA's compilers ask the driver for
  return *table = nullptr, CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDriverGetVersion(int* version) { return *version = CUDA_VERSION, CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int* count) { return *count = 1, CUDA_SUCCESS; }
CUresult cuDeviceGet(CUdevice* device, int) { return *device = 0, CUDA_SUCCESS; }
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute asked, CUdevice device) {
  return static_cast<CUresult>(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(asked), device));
}
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active) {
  return *flags = 0, *active = 1, CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) { return *context = one_context(), CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext* context) { return *context = one_context(), CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult, const char** text) { return *text = "not to be had in a dry run", CUDA_SUCCESS; }

CUresult cuModuleLoadData(CUmodule* module, const void*) {
  static char loaded;
  return *module = reinterpret_cast<CUmodule>(&loaded), CUDA_SUCCESS;
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
  return cuModuleLoadData(module, image);
}
CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
  return *function = reinterpret_cast<CUfunction>(new Function{name}), CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute, CUfunction) { return *value = 0, CUDA_SUCCESS; }
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) { return CUDA_SUCCESS; }
CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache) { return CUDA_SUCCESS; }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction, int threads, size_t shared) {
  return static_cast<CUresult>(
      cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, nullptr, threads, shared, 0));
}
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, CUstream stream, void**, void**) {
  return launched(function, gx, gy, gz, bx, by, bz, shared, stream);
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                   unsigned bz, unsigned shared, CUstream stream, void**) {
  return launched(function, gx, gy, gz, bx, by, bz, shared, stream);
}
}
