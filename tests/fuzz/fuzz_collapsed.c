/* libFuzzer target: collapsed stacks, of lines. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_document(&document_format_collapsed, data, size);
}
