// The numbers of the GPU that is not here.
#pragma once

#include <cstddef>

namespace chipward {

struct Device {
  char name[96];
  int major, minor;             // compute capability
  int multiprocessors;
  int warp;                     // threads
  int threads_per_block, threads_per_multiprocessor;
  int registers_per_multiprocessor;
  int blocks_per_multiprocessor;
  size_t shared_per_block, shared_per_block_optin, shared_per_multiprocessor;  // bytes
  size_t memory, l2;                                                          // bytes
};

const Device& device();

int generation();  // 10 * major + minor of the machine code that CUDA would choose among what the library brings

}  // namespace chipward
