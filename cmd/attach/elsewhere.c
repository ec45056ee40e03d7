/* In the place of attach.c and place.c, where the system is not Linux: no JVM is found there
 * (jvm_can_look), so what would reach for one says that it cannot. */
#include "cmd/attach/attach.h"
#include "cmd/attach/place.h"

#include <errno.h>

static const char linux_only[] = "JVMs are attached to on Linux only";

bool attach_allowed(const struct jvm *jvm, struct text *why) {
    text_add(why, linux_only);
    return false;
}

bool attach_command(const struct jvm *jvm, const struct attach_options *options,
                    const char *command, const char *const arguments[3], int *code,
                    struct text *answer) {
    text_add(answer, linux_only);
    return false;
}

bool place_open(struct place *place, const struct jvm *jvm) {
    *place = (struct place){.root = -1, .tmp = -1, .inside = -1};
    errno = ENOSYS;
    return false;
}

void place_close(struct place *place) {
}

char *place_path(struct place *place, const char *name) {
    errno = ENOSYS;
    return NULL;
}

int place_file(const struct place *place, const char *path, int flags, mode_t mode) {
    errno = ENOSYS;
    return -1;
}

int place_directory(const struct place *place, const char *path) {
    errno = ENOSYS;
    return -1;
}

bool place_stat(const struct place *place, const char *path, struct stat *status) {
    errno = ENOSYS;
    return false;
}

void place_unlink(const struct place *place, const char *path) {
}

bool place_is_its_own(const struct place *place, int fd) {
    errno = ENOSYS;
    return false;
}
