// cuBLAS: each call with its sizes. Which kernel it would launch is its own secret.

#include "calls.h"

using chipward::call;
using chipward::form;

extern "C" {

int cublasCreate_v2(void** handle) { return chipward::handle(handle); }
int cublasGetMathMode(void*, int* mode) { return *mode = 0, 0; }
int cublasGetPointerMode_v2(void*, int* mode) { return *mode = 0, 0; }

#define GEMM(name)                                                        \
  int name(void*, int ta, int tb, int m, int n, int k, ...) {             \
    return call(#name, form(m, n, k) + chipward::transposed(ta, tb)); \
  }
GEMM(cublasSgemm_v2)
GEMM(cublasDgemm_v2)
GEMM(cublasCgemm_v2)
GEMM(cublasZgemm_v2)

#define BATCHED(name)                                                                                                \
  int name(void*, int ta, int tb, int m, int n, int k, const void*, const void*, int, long long, const void*, int, \
           long long, const void*, void*, int, long long, int batch) {                                             \
    return call(#name, form(m, n, k, batch) + chipward::transposed(ta, tb));                                         \
  }
BATCHED(cublasSgemmStridedBatched)
BATCHED(cublasDgemmStridedBatched)
BATCHED(cublasCgemmStridedBatched)
BATCHED(cublasZgemmStridedBatched)

int cublasGemmEx(void*, int ta, int tb, int m, int n, int k, const void*, const void*, int a, int, const void*, int b,
                 int, const void*, void*, int c, ...) {
  return call("cublasGemmEx", form(m, n, k) + chipward::transposed(ta, tb) + chipward::types(a, b, c));
}
int cublasSgemmEx(void*, int ta, int tb, int m, int n, int k, const void*, const void*, int a, int, const void*, int b,
                  int, const void*, void*, int c, ...) {
  return call("cublasSgemmEx", form(m, n, k) + chipward::transposed(ta, tb) + chipward::types(a, b, c));
}
int cublasGemmStridedBatchedEx(void*, int ta, int tb, int m, int n, int k, const void*, const void*, int a, int,
                               long long, const void*, int b, int, long long, const void*, void*, int c, int, long long,
                               int batch, ...) {
  return call("cublasGemmStridedBatchedEx",
              form(m, n, k, batch) + chipward::transposed(ta, tb) + chipward::types(a, b, c));
}

#define GEMV(name) \
  int name(void*, int, int m, int n, ...) { return call(#name, form(m, n)); }
GEMV(cublasSgemv_v2)
GEMV(cublasDgemv_v2)
GEMV(cublasCgemv_v2)
GEMV(cublasZgemv_v2)

#define TRSM(name) \
  int name(void*, int, int, int, int, int m, int n, ...) { return call(#name, form(m, n)); }
TRSM(cublasStrsm_v2)
TRSM(cublasDtrsm_v2)
TRSM(cublasCtrsm_v2)
TRSM(cublasZtrsm_v2)

#define DOT(name) \
  int name(void*, int n, ...) { return call(#name, "n=" + std::to_string(n)); }
DOT(cublasSdot_v2)
DOT(cublasDdot_v2)
DOT(cublasCdotu_v2)
DOT(cublasCdotc_v2)
DOT(cublasZdotu_v2)
DOT(cublasZdotc_v2)
DOT(cublasDotEx)
}
