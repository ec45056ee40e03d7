#include "cmd/cli/operands.h"

#include "base/posix.h"

#include <stddef.h>
#include <string.h>

bool operand_is_input(const char *operand) {
    return strcmp(operand, "-") == 0 || access(operand, F_OK) == 0;
}

bool operand_is_word(const char *operand) {
    static const char *const endings[] = {".jfr", ".gz", ".zip", ".zst", ".lz4", ".xz", ".tar"};
    size_t len = strlen(operand);
    if (operand_is_input(operand) || strchr(operand, '/') || strstr(operand, ".jfr")) return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = strlen(endings[i]);
        if (len > end && strcmp(operand + len - end, endings[i]) == 0) return false;
    }
    return true;
}
