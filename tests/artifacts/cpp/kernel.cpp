#include "vec.h"
#include <cmath>
#include <cstring>

static inline float twice(float value) { return value + value; }

extern "C" void kernel(float* in_out, const float* in, float* out, long count, int error)
{
    #pragma omp parallel
    {
        #pragma omp for
        for (long x0 = 0; x0 < count; x0 += 1)
        {
            auto tmp0 = in_out[x0];
            auto tmp1 = scaled(tmp0, in[x0]);
            auto tmp2 = twice(tmp1);
            in_out[x0] = std::sqrt(tmp2);
        }
        #pragma omp single
        {
            out[0] = folded(in, count, [](float a, float b) { return a + b * b; });
        }
    }
    std::memcpy(out + 1, in_out, count * sizeof(float));
    check(error);
}

// The binding around it.
extern "C" long bind(float* data, long count)
{
    kernel(data, data, data, count, 0);
    return count;
}
