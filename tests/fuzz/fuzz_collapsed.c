/* libFuzzer target: collapsed stacks, from lines to samples and back as a profile. Bytes that do
 * not look like it are read all the same: any bytes are put behind a line that does. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char line[] = "a.B.c_[j];d 1\n";
    size_t len = sizeof line - 1 + size;
    uint8_t *bytes = malloc(len);
    memcpy(bytes, line, sizeof line - 1);
    if (size) memcpy(bytes + sizeof line - 1, data, size);
    fuzz_document(bytes, len);
    free(bytes);
    return fuzz_document(data, size);
}
