#include "cmd/cli/rights.h"

#include "parser/input/folder.h"

#include <string.h>

#define ALL 0666
#define OWNERS 0600

/* Of the files that are read of a folder. */
static mode_t rights_of_folder(const char *path) {
    mode_t rights = ALL;
    OWNED(array_release) places files = {0};
    folder_list(&files, path, 0);
    for (size_t i = 0; i < files.len; i++) {
        struct stat status;
        if (stat(files.items[i].path, &status) == 0) rights &= status.st_mode | OWNERS;
        free(files.items[i].path);
    }
    return rights;
}

mode_t rights_of(const struct text_list *paths) {
    mode_t rights = ALL;
    for (size_t i = 0; i < paths->len && rights != OWNERS; i++) {
        const char *path = paths->items[i];
        struct stat status;
        bool from_stdin = strcmp(path, "-") == 0;
        if ((from_stdin ? fstat(STDIN_FILENO, &status) : stat(path, &status)) != 0) continue;
        if (S_ISREG(status.st_mode)) rights &= status.st_mode | OWNERS;
        if (S_ISDIR(status.st_mode) && !from_stdin) rights &= rights_of_folder(path);
    }
    return rights;
}
