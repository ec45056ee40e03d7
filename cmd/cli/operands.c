#include "cmd/cli/operands.h"

#include "base/posix.h"
#include "base/array.h"
#include "base/text.h"

#include <string.h>

bool operand_is_input(const char *operand) {
    return strcmp(operand, "-") == 0 || access(operand, F_OK) == 0;
}

bool operand_is_word(const char *operand) {
    static const char *const endings[] = {".jfr", ".gz", ".zip", ".zst", ".lz4", ".xz", ".tar"};
    if (operand_is_input(operand) || strchr(operand, '/') || strstr(operand, ".jfr")) return false;
    return !some_of(i, COUNT_OF(endings), text_ends_with(operand, endings[i]));
}
