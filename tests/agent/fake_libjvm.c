/* A libjvm.so that has nothing but the exported tables' names: the test puts its rows there. */
#include <stdint.h>

const void *gHotSpotVMStructs, *gHotSpotVMIntConstants, *gHotSpotVMTypes;
uint64_t gHotSpotVMStructEntryArrayStride, gHotSpotVMIntConstantEntryArrayStride,
    gHotSpotVMTypeEntryArrayStride;
