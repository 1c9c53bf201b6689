// cublasLt: each product with its sizes, its types and what it does to the result on the way out.

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "calls.h"

namespace {

struct Layout {
  int type = 0, batch = 1;
  uint64_t rows = 0, columns = 0;
};

struct Product {
  int ta = 0, tb = 0;
  uint32_t epilogue = 1;
};

struct Choice {  // of an algorithm
  uint64_t algorithm[8];
  size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

std::mutex guard;
std::map<const void*, Layout> layouts;  // a descriptor may be one that the caller has set up in its own memory
std::map<const void*, Product> products;

// The numbers of the attributes, from cublasLt.h.
enum { LAYOUT_TYPE = 0, LAYOUT_ROWS = 2, LAYOUT_COLUMNS = 3, LAYOUT_BATCH = 5 };
enum { PRODUCT_TA = 3, PRODUCT_TB = 4, PRODUCT_EPILOGUE = 7 };

template <typename Value>
void take(Value& kept, const void* from, size_t bytes) {
  if (bytes == sizeof kept) std::memcpy(&kept, from, bytes);
}

std::string on_the_way_out(uint32_t epilogue) {
  if (epilogue == 1) return "";
  std::string told;
  auto add = [&](const char* word) { told += (told.empty() ? " +" : "+") + std::string(word); };
  if (epilogue & 2) add("relu");
  if (epilogue & 32) add("gelu");
  if (epilogue & 8) add("relu-backward");
  if (epilogue & 64) add("gelu-backward");
  if (epilogue & 4) add("bias");
  if (epilogue & (16 | 256 | 512)) add("bias-gradient");
  return told;
}

}  // namespace

extern "C" {

int cublasLtCreate(void** made) { return chipward::handle(made); }
int cublasLtMatmulPreferenceCreate(void** made) { return chipward::handle(made); }
int cublasLtMatmulDescCreate(void** made, int, int) { return chipward::handle(made); }
int cublasLtMatrixLayoutCreate(void** made, int type, uint64_t rows, uint64_t columns, int64_t) {
  chipward::handle(made);
  std::lock_guard<std::mutex> hold(guard);
  layouts[*made] = {type, 1, rows, columns};
  return 0;
}
int cublasLtMatrixLayoutDestroy(void* layout) {
  std::lock_guard<std::mutex> hold(guard);
  layouts.erase(layout);
  return std::free(layout), 0;
}
int cublasLtMatmulDescDestroy(void* product) {
  std::lock_guard<std::mutex> hold(guard);
  products.erase(product);
  return std::free(product), 0;
}
int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* value, size_t bytes) {
  std::lock_guard<std::mutex> hold(guard);
  Layout& kept = layouts[layout];
  if (attribute == LAYOUT_TYPE) take(kept.type, value, bytes);
  if (attribute == LAYOUT_ROWS) take(kept.rows, value, bytes);
  if (attribute == LAYOUT_COLUMNS) take(kept.columns, value, bytes);
  if (attribute == LAYOUT_BATCH) take(kept.batch, value, bytes);
  return 0;
}
int cublasLtMatmulDescSetAttribute(void* product, int attribute, const void* value, size_t bytes) {
  std::lock_guard<std::mutex> hold(guard);
  Product& kept = products[product];
  if (attribute == PRODUCT_TA) take(kept.ta, value, bytes);
  if (attribute == PRODUCT_TB) take(kept.tb, value, bytes);
  if (attribute == PRODUCT_EPILOGUE) take(kept.epilogue, value, bytes);
  return 0;
}

// Every product finds one algorithm: which, and whether there is one, only cublasLt knows.
int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, Choice* choices, int* count) {
  *choices = Choice{};
  return *count = 1, 0;
}

int cublasLtMatmul(void*, void* product, const void*, const void*, void* a, const void*, void* b, const void*,
                   const void*, void*, void*, void* d, ...) {
  std::lock_guard<std::mutex> hold(guard);
  const Product& how = products[product];
  const Layout &left = layouts[a], &right = layouts[b], &out = layouts[d];
  const uint64_t k = how.ta ? left.rows : left.columns;
  return chipward::call("cublasLtMatmul", chipward::form(static_cast<int>(out.rows), static_cast<int>(out.columns),
                                                         static_cast<int>(k), out.batch) +
                                              chipward::transposed(how.ta, how.tb) +
                                              chipward::types(left.type, right.type, out.type) +
                                              on_the_way_out(how.epilogue));
}
}
