// How a call of a library is spelled.
#pragma once

#include <cstdlib>
#include <string>

#include "ring.h"

namespace chipward {

inline int call(const std::string& name, const std::string& with) { return note("call\t" + name + "\t" + with), 0; }

// Says that a library cannot, in the way in which it says so itself.
inline int refuse(const std::string& name, int status) { return note("refused\t" + name), status; }

inline int handle(void** made) { return *made = std::calloc(1, 4096), 0; }  // what lies behind it is never looked at

inline std::string form(int m, int n) { return "m=" + std::to_string(m) + " n=" + std::to_string(n); }
inline std::string form(int m, int n, int k, int batch = 1) {
  return form(m, n) + " k=" + std::to_string(k) + (batch > 1 ? " batch=" + std::to_string(batch) : "");
}

inline std::string transposed(int a, int b) {  // BLAS counts columns first: T T means that rows come first
  const char* letters = "NTC";
  auto letter = [&](int way) { return way >= 0 && way < 3 ? letters[way] : '?'; };
  return std::string(" ") + letter(a) + letter(b);
}

inline std::string type(int number) {  // of cudaDataType
  switch (number) {
    case 0: return "f32";
    case 1: return "f64";
    case 2: return "f16";
    case 3: return "i8";
    case 4: return "c64";
    case 5: return "c128";
    case 10: return "i32";
    case 14: return "bf16";
    case 28: return "f8e4m3";
    case 29: return "f8e5m2";
    default: return "type " + std::to_string(number);
  }
}
inline std::string types(int a, int b, int c) { return " " + type(a) + "," + type(b) + "->" + type(c); }

}  // namespace chipward
