/* What the libraries call and nothing here leads to: libarchive's programs that unpack, and how
 * bzip2 ends a process when it is compiled wrongly. */
#include <archive.h>
#include <stdlib.h>

int __archive_create_child(const char *command, int *in, int *out, void *child);
void __archive_check_child(int in, int out);
void bz_internal_error(int code);

int __archive_create_child(const char *command, int *in, int *out, void *child) {
    return ARCHIVE_FAILED;
}

void __archive_check_child(int in, int out) {
}

void bz_internal_error(int code) {
    abort();
}
