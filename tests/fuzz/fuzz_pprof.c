/* libFuzzer target: profiles in pprof's format. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_document(&document_format_pprof, data, size);
}
