/* What has no meaning in WebAssembly and on Windows: names of files without one, signals of mapped
 * files, rights of others, libraries that are opened when needed. */
#include "base/platform.h"

#include <errno.h>

void platform_on_lost(void (*lost)(char *path)) { /* a mapped file cannot be cut here */
}

bool platform_take_zone(const char *name) {
    return false;
}

void platform_forget(const void *bytes, uint64_t size) {
}

const bool platform_keeps_nameless = false;

int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]) {
    errno = ENOSYS;
    return -1;
}

intptr_t platform_copy(int out) {
    return 0;
}

bool platform_name(int fd, const char *name) {
    errno = ENOSYS;
    return false;
}

bool platform_is_foreign_link(const char *path) {
    return false;
}

unsigned platform_only_owner(void) { /* no file has rights of groups */
    return 0;
}

void platform_rights_again(unsigned before) {
}

void platform_never_wait(int fd) {
}

void platform_utf8_begin(void) { /* all texts are */
}

void platform_utf8_end(void) {
}

void *platform_library(const char *name) { /* all that there are are inside */
    return NULL;
}

void *platform_function(void *library, const char *name) {
    return NULL;
}
