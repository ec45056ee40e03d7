#include "cmd/cli/operands.h"

#include "base/posix.h"
#include "base/array.h"
#include "cmd/cli/message.h"

#include <string.h>

bool operand_is_input(const char *operand) {
    return strcmp(operand, "-") == 0 || access(operand, F_OK) == 0;
}

bool operand_is_word(const char *operand) {
    static const char *const endings[] = {".jfr", ".gz", ".zip", ".zst", ".lz4", ".xz", ".tar"};
    if (operand_is_input(operand) || strchr(operand, '/') || strstr(operand, ".jfr")) return false;
    return !some_of(i, COUNT_OF(endings), text_ends_with(operand, endings[i]));
}

const char *operand_name(const char *operand) {
    return strcmp(operand, "-") == 0 ? "standard input" : text_file_name(operand);
}

const char *operands_stream(const struct text_list *operands) {
    struct stat file;
    EACH (const char *const, operand, operands) {
        if (strcmp(*operand, "-") == 0) return "standard input (-)";
        if (stat(*operand, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode))
            return *operand;
    }
    return NULL;
}

bool operands_can_be_read_twice(const struct text_list *operands, const char *what) {
    const char *stream = operands_stream(operands);
    return !stream || message_refuse("%s cannot be read more than once, which %s requires: save it "
                                     "to a file first",
                                     stream, what);
}
