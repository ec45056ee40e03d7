/* libFuzzer target: flame graphs as HTML, with or without the head of a page. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_document(&document_format_flame_html, data, size);
}
