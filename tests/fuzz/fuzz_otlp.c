/* libFuzzer target: OTLP profiles, all layouts. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_document(&document_format_otlp, data, size);
}
