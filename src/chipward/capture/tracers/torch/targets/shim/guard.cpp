// One CUDA device, number 0, of which PyTorch may ask which one is current. Nothing can be allocated on it or run.
//
// PyTorch's dispatcher and autograd ask these two objects before they look at a tensor, a fake one included. A build
// without CUDA has neither. A build with CUDA has both, but its hooks ask the driver, so that they are put aside here
// when there is none.
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace {

const c10::Device the_device(c10::DeviceType::CUDA, 0);

// What it inherits answers -1, the number of no device.
struct OneDevice final : c10::impl::NoOpDeviceGuardImpl<c10::DeviceType::CUDA> {
  c10::Device getDevice() const override { return the_device; }
  c10::Device exchangeDevice(c10::Device) const override { return the_device; }
  c10::Stream getStream(c10::Device) const noexcept override { return the_stream(); }
  c10::Stream exchangeStream(c10::Stream) const noexcept override { return the_stream(); }
  static c10::Stream the_stream() { return c10::Stream(c10::Stream::DEFAULT, the_device); }
};

}  // namespace

namespace at {

// PyTorch finds its hooks by the name of this class.
struct CUDAHooks final : CUDAHooksInterface {
  explicit CUDAHooks(CUDAHooksArgs) {}
  void init() const override {}
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasCUDA() const override { return true; }
  bool hasPrimaryContext(DeviceIndex) const override { return true; }
  int getNumGPUs() const override { return 1; }
  DeviceIndex deviceCount() const override { return 1; }
  DeviceIndex current_device() const override { return 0; }
  DeviceIndex getCurrentDevice() const override { return 0; }
  void setCurrentDevice(DeviceIndex) const override {}
  DeviceIndex exchangeDevice(DeviceIndex) const override { return 0; }
  DeviceIndex maybeExchangeDevice(DeviceIndex) const override { return 0; }
};

#ifdef BUILD_WITH_CUDA
// This library is loaded first, so that its function is the one that all of PyTorch calls.
namespace detail {
const CUDAHooksInterface& getCUDAHooks() {
  static const CUDAHooks hooks{CUDAHooksArgs{}};
  return hooks;
}
}  // namespace detail
#else
REGISTER_CUDA_HOOKS(CUDAHooks)
C10_REGISTER_GUARD_IMPL(CUDA, OneDevice)
#endif

}  // namespace at
