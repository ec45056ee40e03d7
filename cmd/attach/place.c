/* On other systems elsewhere.c is in its place. */

#include "cmd/attach/place.h"

#include "base/mem.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_GROUPS (sizeof((struct place *)0)->groups / sizeof(gid_t))

/* ==== Whose rights =========================================================================== */

struct rights { /* ours, while the JVM's user's are in force */
    gid_t groups[256];
    int count;
};

/* The raw call changes this thread alone; the C library's would change all of them. */
static bool set_groups(size_t count, const gid_t *groups) {
    return syscall(SYS_setgroups, count, groups) == 0;
}

static void become_user(const struct place *place, struct rights *ours) {
    if (!place->as_root) return;
    ours->count = getgroups(sizeof ours->groups / sizeof *ours->groups, ours->groups);
    set_groups(place->group_count, place->groups);
    setfsgid(place->gid);
    setfsuid(place->uid);
}

static void become_ourselves(const struct place *place, const struct rights *ours) {
    if (!place->as_root) return;
    int failed = errno;
    setfsuid(geteuid());
    setfsgid(getegid());
    if (ours->count >= 0) set_groups((size_t)ours->count, ours->groups);
    errno = failed;
}

/* The supplementary groups of the process, from its status file. */
static void read_groups(struct place *place, pid_t pid) {
    char path[40], line[4096];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *status = fopen(path, "re");
    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, "Groups:", 7) != 0) continue;
        for (char *at = line + 7, *end; place->group_count < MOST_GROUPS; at = end) {
            unsigned long group = strtoul(at, &end, 10);
            if (end == at) break;
            place->groups[place->group_count++] = (gid_t)group;
        }
    }
    if (status) fclose(status);
}

/* ==== Paths ================================================================================== */

/* Without openat2 (before Linux 5.6): name by name, and no link is followed at all. */
static int open_by_steps(int root, const char *path, int flags, mode_t mode) {
    char *names = mem_copy_text(path), *rest = names, *name;
    int at = dup(root);
    while (at >= 0 && (name = strsep(&rest, "/"))) {
        if (!*name) continue;
        while (rest && *rest == '/') rest++;
        bool last = !rest || !*rest;
        int next = strcmp(name, "..") == 0 ? (errno = EPERM, -1)
                   : last                  ? openat(at, name, flags | O_NOFOLLOW, mode)
                          : openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int failed = errno;
        close(at);
        errno = failed;
        at = next;
        if (last) break;
    }
    free(names);
    return at;
}

static int open_inside(int root, const char *path, int flags, mode_t mode) {
    struct open_how how = {
        .flags = (unsigned)flags,
        .mode = flags & O_CREAT ? mode : 0,
        .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
    };
    long fd = -1;
    for (int i = 0; i < 100; i++) { /* EAGAIN: something was renamed meanwhile */
        fd = syscall(SYS_openat2, root, path, &how, sizeof how);
        if (fd >= 0 || errno != EAGAIN) break;
    }
    if (fd < 0 && (errno == ENOSYS || errno == EPERM))
        return open_by_steps(root, path, flags, mode);
    return (int)fd;
}

/* The name of a file that stands in the folder itself; NULL: it is elsewhere. */
static const char *name_in_folder(const struct place *place, const char *path) {
    size_t len = place->folder ? strlen(place->folder) : 0;
    if (!len || strncmp(path, place->folder, len) != 0 || path[len] != '/') return NULL;
    return strchr(path + len + 1, '/') ? NULL : path + len + 1;
}

/* The directory that the path's last name stands in. */
static int open_parent(const struct place *place, const char *path, const char **name) {
    const char *ours = name_in_folder(place, path);
    if (ours) {
        *name = ours;
        return fcntl(place->inside, F_DUPFD_CLOEXEC, 0);
    }
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    OWNED(mem_release) char *folder = mem_copy_text(path);
    folder[slash ? slash - path : 0] = 0;
    return open_inside(place->root, *folder ? folder : "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
}

/* ==== The place ============================================================================== */

bool place_open(struct place *place, const struct jvm *jvm) {
    char path[40] = "/";
    *place = (struct place){.root = -1, .tmp = -1, .inside = -1, .uid = jvm->uid, .gid = jvm->gid};
    if (jvm->other_root) snprintf(path, sizeof path, "/proc/%ld/root", (long)jvm->pid);
    place->root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    place->as_root = geteuid() == 0 && jvm->uid != 0;
    if (place->as_root) read_groups(place, jvm->pid);
    return place->root >= 0;
}

/* ---- What was left ---- */

#define PREFIX ".jfrtool-"
#define LEFT_AFTER 60  /* seconds: whoever makes a folder has not locked it yet */
#define MOST_LEFT 1000 /* are looked at: others may make any number */

static bool is_called_so(const char *name) {
    size_t len = strlen(PREFIX);
    return strncmp(name, PREFIX, len) == 0 && strlen(name) == len + 16 &&
           strspn(name + len, "0123456789abcdef") == 16;
}

/* Removes an empty folder of that user whose process is gone: a process has its own locked. */
static void remove_if_left(const struct place *place, int tmp, const char *name) {
    struct stat status;
    int fd = openat(tmp, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    bool left = fstat(fd, &status) == 0 && status.st_uid == place->uid &&
                (status.st_mode & 07777) == 0700 && time(NULL) - status.st_mtime >= LEFT_AFTER &&
                flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (left) unlinkat(tmp, name, AT_REMOVEDIR);
    close(fd);
}

static void remove_left(const struct place *place, int tmp) {
    int fd = openat(tmp, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
    if (!entries && fd >= 0) close(fd);
    if (!entries) return;
    size_t seen = 0;
    for (const struct dirent *entry; seen < MOST_LEFT && (entry = readdir(entries));) {
        if (!is_called_so(entry->d_name)) continue;
        remove_if_left(place, tmp, entry->d_name);
        seen++;
    }
    closedir(entries);
}

/* Makes the folder, once, and keeps it locked: who is killed leaves one unlocked. False: errno. */
static bool make_folder(struct place *place) {
    if (place->folder) return true;
    struct rights ours;
    uint64_t random;
    char path[40];
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) return false;
    snprintf(path, sizeof path, "/tmp/" PREFIX "%016" PRIx64, random);
    const char *name;
    become_user(place, &ours);
    int tmp = open_parent(place, path, &name), inside = -1;
    if (tmp >= 0) remove_left(place, tmp);
    bool made = tmp >= 0 && mkdirat(tmp, name, 0700) == 0;
    if (made) inside = openat(tmp, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int failed = errno;
    if (inside >= 0) flock(inside, LOCK_EX | LOCK_NB);
    if (made && inside < 0) unlinkat(tmp, name, AT_REMOVEDIR);
    become_ourselves(place, &ours);
    if (inside >= 0) {
        place->folder = mem_copy_text(path);
        place->tmp = tmp;
        place->inside = inside;
    } else if (tmp >= 0) {
        close(tmp);
    }
    errno = failed;
    return inside >= 0;
}

char *place_path(struct place *place, const char *name) {
    if (!make_folder(place)) return NULL;
    struct text path = {0};
    text_addf(&path, "%s/%s", place->folder, name);
    return text_take(&path);
}

void place_close(struct place *place) {
    struct rights ours;
    if (place->folder) {
        become_user(place, &ours);
        unlinkat(place->tmp, strrchr(place->folder, '/') + 1, AT_REMOVEDIR);
        become_ourselves(place, &ours);
        close(place->inside);
        close(place->tmp);
    }
    if (place->root >= 0) close(place->root);
    free(place->folder);
    *place = (struct place){.root = -1, .tmp = -1, .inside = -1};
}

bool place_is_its_own(const struct place *place, int fd) {
    struct stat status;
    if (fstat(fd, &status) != 0) return false;
    bool file = S_ISREG(status.st_mode) && status.st_nlink <= 1;
    errno = EPERM;
    return (file || S_ISDIR(status.st_mode)) && status.st_uid == place->uid;
}

int place_file(const struct place *place, const char *path, int flags, mode_t mode) {
    struct rights ours;
    flags |= O_CLOEXEC | O_NONBLOCK | O_NOCTTY; /* a pipe in its place does not keep us waiting */
    if (flags & O_CREAT) flags |= O_EXCL | O_NOFOLLOW;
    const char *name = name_in_folder(place, path);
    become_user(place, &ours);
    int fd = name ? open_inside(place->inside, name, flags, mode)
                  : open_inside(place->root, path, flags, mode);
    become_ourselves(place, &ours);
    struct stat status;
    if (fd >= 0 &&
        (!place_is_its_own(place, fd) || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(fd);
        errno = EPERM;
        fd = -1;
    }
    return fd;
}

int place_directory(const struct place *place, const char *path) {
    struct rights ours;
    become_user(place, &ours);
    int fd = open_inside(place->root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    become_ourselves(place, &ours);
    return fd;
}

bool place_stat(const struct place *place, const char *path, struct stat *status) {
    int fd = place_file(place, path, O_RDONLY, 0);
    bool good = fd >= 0 && fstat(fd, status) == 0;
    if (fd >= 0) close(fd);
    return good;
}

void place_unlink(const struct place *place, const char *path) {
    struct rights ours;
    const char *name;
    become_user(place, &ours);
    int parent = open_parent(place, path, &name);
    if (parent >= 0) {
        unlinkat(parent, name, 0);
        close(parent);
    }
    become_ourselves(place, &ours);
}
