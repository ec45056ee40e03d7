#include "cmd/cli/rights.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALL 0666
#define OWNERS 0600
#define MOST_DEPTH 16

/* Of the files in an open folder. Closes it. */
static mode_t rights_of_folder(int fd, unsigned depth) {
    mode_t rights = ALL;
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return rights;
    }
    for (struct dirent *entry; (entry = readdir(folder)) && rights != OWNERS;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        struct stat status;
        if (fstatat(fd, entry->d_name, &status, 0) != 0) continue;
        if (S_ISREG(status.st_mode)) rights &= status.st_mode | OWNERS;
        if (!S_ISDIR(status.st_mode) || depth == MOST_DEPTH) continue;
        int inner = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) rights &= rights_of_folder(inner, depth + 1);
    }
    closedir(folder);
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
        if (!S_ISDIR(status.st_mode) || from_stdin) continue;
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0) rights &= rights_of_folder(fd, 0);
    }
    return rights;
}
