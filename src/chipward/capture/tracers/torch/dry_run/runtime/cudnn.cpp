// cuDNN's batch normalization, which needs no plan: each call, and no room to work in. How much it takes, it knows.

#include "calls.h"

using chipward::call;

extern "C" {

int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(void*, int, int, void*, void*, void*, void*, void*,
                                                             size_t* bytes) {
  return *bytes = 0, 0;
}
int cudnnGetBatchNormalizationBackwardExWorkspaceSize(void*, int, int, void*, void*, void*, void*, void*, void*, void*,
                                                      size_t* bytes) {
  return *bytes = 0, 0;
}
int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void*, int, int, void*, void*, size_t* bytes) {
  return *bytes = 0, 0;
}
int cudnnBatchNormalizationForwardTrainingEx(...) { return call("cudnnBatchNormalizationForwardTrainingEx", ""); }
int cudnnBatchNormalizationForwardInference(...) { return call("cudnnBatchNormalizationForwardInference", ""); }
int cudnnBatchNormalizationBackwardEx(...) { return call("cudnnBatchNormalizationBackwardEx", ""); }
}
