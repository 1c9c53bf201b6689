// Streams, in the order in which they were made.
#pragma once

#include <driver_types.h>

namespace chipward {

int number_of(cudaStream_t stream);  // 0 is the default stream

}  // namespace chipward
