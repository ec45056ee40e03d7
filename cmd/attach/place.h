/* The target's file system, as far as we touch it, and a folder in its /tmp for what passes between
 * us: the agent's library, its answer, the recording.
 *
 * The target is not trusted, and neither are others who can write to its /tmp:
 *   - paths are resolved inside the target's root, so that no link leads out of it;
 *   - root acts with the rights of the JVM's user, so that nothing can be read, made or removed
 * that this user could not;
 *   - the folder has a name that nobody can know beforehand, and only the JVM's user may enter it;
 *   - the folder stays open: what stands in it is reached, and removed at the end, when the
 * target's container is gone and its root leads elsewhere, but its /tmp is a volume that remains;
 *   - empty folders that a killed process left are removed by the next: by name, owner and mode,
 * if nobody has them locked, and links are not followed;
 *   - a file is used if it is a regular one of the JVM's user, whatever stands under its name.
 */
#pragma once

#include "cmd/attach/jvm.h"

struct stat;

struct place {
    int root; /* the target's root directory; -1: not open */
    uid_t uid;
    gid_t gid;
    bool as_root; /* we are root, the JVM's user is not: act as that user */
    gid_t groups[64];
    size_t group_count;
    char *folder; /* as the target sees it; NULL: none was made */
    int tmp;      /* the directory that the folder stands in, and */
    int inside;   /* the folder; both open as long as there is one */
};

/* False: errno says why the target's root cannot be reached. */
bool place_open(struct place *place, const struct jvm *jvm);
/* Removes the folder if it is empty. */
void place_close(struct place *place);
/* A path in the folder, to be freed. NULL: there is no folder and none can be made, errno. */
char *place_path(struct place *place, const char *name);
/* Opens a file by its path as the target sees it, with O_RDONLY or O_RDWR; or makes a new one if
 * flags have O_CREAT. -1: errno; EPERM if it is not a regular file of the JVM's user. */
int place_file(const struct place *place, const char *path, int flags, mode_t mode);
/* The same for a directory. */
int place_directory(const struct place *place, const char *path);
/* False: there is no such file, or it is none of the JVM's user. */
bool place_stat(const struct place *place, const char *path, struct stat *status);
void place_unlink(const struct place *place, const char *path);
/* Is what was opened a regular file of the JVM's user, or a directory if wanted? Else errno. */
bool place_is_its_own(const struct place *place, int fd);
