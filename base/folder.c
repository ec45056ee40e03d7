#include "base/folder.h"
#include "base/order.h"

#include <errno.h>
#include <string.h>

ORDERED(by_bytes, char *const, strcmp(*x, *y))

int folder_take(DIR *folder, const char *ending, folder_names *out) {
    if (!folder) return errno;
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(folder)) != NULL) {
        const char *name = entry->d_name;
        if (*name != '.' && (!ending || text_ends_with(name, ending)))
            array_push(out, mem_copy_text(name));
    }
    int failure = errno;
    closedir(folder);
    array_sort(out, by_bytes);
    return failure;
}

void folder_names_free(folder_names *names) {
    for (size_t i = 0; i < names->len; i++) free(names->items[i]);
    array_free(names);
}

bool file_is(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int file_take(FILE *file, size_t most, struct text *out) {
    char part[1 << 14];
    if (!file) return errno;
    for (size_t len; out->len <= most && (len = fread(part, 1, sizeof part, file)) > 0;)
        text_add_bytes(out, part, len);
    int failure = ferror(file) ? errno : 0;
    if (file != stdin) fclose(file);
    return failure;
}
