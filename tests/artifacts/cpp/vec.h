// What a kernel's source includes: every instruction made of these lines belongs to the line that calls.
#pragma once
#include <stdexcept>

static inline float clamp_min(float value, float least) {
    return value < least ? least : value;
}

static inline float scaled(float value, float factor) {
    float clamped = clamp_min(value, 0.0f);
    return clamped * factor + 1.0f;
}

template <typename Combine>
static inline float folded(const float* from, long count, Combine combine) {
    float sum = 0;
    for (long at = 0; at < count; ++at) {
        sum = combine(sum, from[at]);
    }
    return sum;
}

static inline void check(int error) {
    if (__builtin_expect(error, 0)) {
        throw std::runtime_error("a division went wrong");
    }
}
