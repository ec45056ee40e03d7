/* libFuzzer target: flame graphs as HTML: behind the head of a page, so that the data are reached
 * at once. */
#include "tests/support/fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char head[] = "<!DOCTYPE html>\n#hl {position: absolute\n#canvas {\nconst cpool = "
                               "[\n'all',\n' a.B.c',\n'$d'\n];\n";
    static const char old[] = "<!DOCTYPE html>\n#hl {position: absolute\n#canvas {\n";
    const char *before = size && data[size - 1] & 8 ? old : head;
    size_t len = strlen(before), all = len + size;
    uint8_t *bytes = malloc(all);
    memcpy(bytes, before, len);
    if (size) memcpy(bytes + len, data, size);
    fuzz_document(bytes, all);
    free(bytes);
    return 0;
}
