#include "cmd/attach/jvm.h"

#include "cmd/attach/perfdata.h"
#include "base/array.h"
#include "base/numbers.h"
#include "base/platform.h"
#include "base/clock.h"
#include "base/order.h"
#include "cmd/cli/message.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== /proc ================================================================================== */

/* The whole of a small file; false: it cannot be read. */
static bool read_file(const char *path, struct text *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return false;
    char buffer[8192];
    ssize_t n;
    text_clear(out);
    while ((n = read(fd, buffer, sizeof buffer)) > 0 && out->len < (64u << 20))
        text_add_bytes(out, buffer, (size_t)n);
    close(fd);
    return n >= 0 && out->len > 0;
}

static bool read_proc(pid_t pid, const char *name, struct text *out) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return read_file(path, out);
}

static void take_status(const char *status, struct jvm *jvm) {
    enum { REAL, EFFECTIVE, IDS };
    uint64_t ids[IDS];
    const char *value = numbers_value(status, "Uid");
    if (value && numbers_read(value, ids, IDS) == IDS) jvm->uid = (uid_t)ids[EFFECTIVE];
    value = numbers_value(status, "Gid");
    if (value && numbers_read(value, ids, IDS) == IDS) jvm->gid = (gid_t)ids[EFFECTIVE];
    value = numbers_value(status, "NSpid"); /* outermost first */
    while (value && *value >= '0' && *value <= '9') {
        jvm->inner_pid = (pid_t)strtol(value, NULL, 10);
        value += strspn(value, "0123456789");
        value += *value == '\t';
    }
    value = numbers_value(status, "SigCgt");
    unsigned long long caught = value ? strtoull(value, NULL, 16) : 0;
    jvm->catches_quit = caught >> 2 & 1; /* SIGQUIT is 3 */
}

static int64_t uptime_ms(const char *stat) {
    int64_t since = (int64_t)numbers_start(stat) * 1000 / sysconf(_SC_CLK_TCK);
    if (!since) return 0;
    int64_t uptime = clock_of(PLATFORM_CLOCK_SINCE_BOOT) / NS_PER_MS - since;
    return uptime > 0 ? uptime : 0;
}

static char *user_name(uid_t uid) {
#ifdef JFR_STATIC /* services of names are libraries that would be loaded */
    FILE *users = fopen("/etc/passwd", "re");
    struct passwd *entry = NULL;
    while (users && (entry = fgetpwent(users)) && entry->pw_uid != uid) continue;
    char *name = entry ? mem_copy_text(entry->pw_name) : NULL;
    if (users) fclose(users);
    if (name) return name;
#else
    const struct passwd *entry = getpwuid(uid);
    if (entry) return mem_copy_text(entry->pw_name);
#endif
    struct text number = {0};
    text_add_u64(&number, uid);
    return text_take(&number);
}

/* Does it see another file system, or only another /tmp? That is where we meet. */
static bool has_other_root(pid_t pid) {
    static const char *const places[] = {"/", "/tmp"};
    for (int i = 0; i < 2; i++) {
        char path[64];
        struct stat theirs, ours;
        snprintf(path, sizeof path, "/proc/%ld/root%s/.", (long)pid, i ? places[i] : "");
        if (stat(path, &theirs) == 0 && stat(places[i], &ours) == 0 &&
            (theirs.st_ino != ours.st_ino || theirs.st_dev != ours.st_dev))
            return true;
    }
    return false;
}

bool jvm_can_look(void) {
    if (access("/proc/self/stat", R_OK) == 0) return true;
    return message_refuse(
        "running JVMs are found in /proc, which does not exist here: `jvms`, `record` and `top` of "
        "a process need Linux with /proc; recordings are read on any system");
}

/* ==== Command line =========================================================================== */

/* Options of the launcher whose value is the next argument. */
static bool takes_next(const char *option) {
    static const char *const names[] = {"-cp",
                                        "-classpath",
                                        "--class-path",
                                        "-p",
                                        "--module-path",
                                        "--upgrade-module-path",
                                        "--add-modules",
                                        "--add-reads",
                                        "--add-exports",
                                        "--add-opens",
                                        "--limit-modules",
                                        "--patch-module",
                                        "--source",
                                        "--enable-native-access"};
    return some_of(i, COUNT_OF(names), strcmp(option, names[i]) == 0);
}

char *jvm_main_class(const char *arguments, size_t size, char **command) {
    struct text all = {0};
    const char *end = arguments + size, *main_class = NULL;
    bool next_is_main = false;
    for (const char *a = arguments; a < end; a += strnlen(a, (size_t)(end - a)) + 1) {
        if (a == arguments) continue; /* java */
        if (main_class) {
            text_addf(&all, " %s", a);
        } else if (next_is_main || a[0] != '-') {
            main_class = a;
            text_add(&all, a);
        } else if (strcmp(a, "-jar") == 0 || strcmp(a, "-m") == 0 || strcmp(a, "--module") == 0) {
            next_is_main = true;
        } else if (takes_next(a)) {
            a += strnlen(a, (size_t)(end - a)) + 1;
            if (a >= end) break;
        }
    }
    *command = text_take(&all);
    return mem_copy_text(main_class ? text_file_name(main_class) : "");
}

/* "com.example.Main one two", "/opt/app.jar --x": up to the first blank, without folders. */
static char *first_word(const char *command) {
    OWNED(mem_release) char *word = mem_copy_text(command);
    word[strcspn(word, " ")] = 0;
    return mem_copy_text(text_file_name(word));
}

/* ==== Version ================================================================================ */

/* JAVA_VERSION="17.0.15" of the file `release` of the JDK whose bin/java runs. */
static char *version_of_release(pid_t pid) {
    char link[64], path[4200];
    snprintf(link, sizeof link, "/proc/%ld/exe", (long)pid);
    ssize_t n = readlink(link, path, 4096);
    char *version = NULL;
    if (n > 0) {
        path[n] = 0;
        for (int i = 0; i < 2; i++) {
            char *slash = strrchr(path, '/');
            if (slash) *slash = 0;
        }
        OWNED(text_free) struct text name = {0}, release = {0};
        text_addf(&name, "/proc/%ld/root%s/release", (long)pid, path);
        if (read_file(name.data, &release)) {
            const char *value = strstr(release.data, "JAVA_VERSION=\"");
            if (value) version = strndup(value + 14, strcspn(value + 14, "\"\n"));
        }
    }
    return version ? version : mem_copy_text("");
}

/* ==== hsperfdata ============================================================================= */

/* The file of that inner pid in any hsperfdata_* folder of its /tmp: users may have other names. */
static bool find_perfdata(const struct jvm *jvm, struct perfdata *data) {
    OWNED(text_free) struct text folder = {0}, path = {0};
    text_addf(&folder, "/proc/%ld/root/tmp", (long)jvm->pid);
    DIR *tmp = opendir(folder.data);
    bool found = false;
    for (struct dirent *entry; !found && tmp && (entry = readdir(tmp));) {
        if (strncmp(entry->d_name, "hsperfdata_", 11) != 0) continue;
        text_clear(&path);
        text_addf(&path, "%s/%s/%ld", folder.data, entry->d_name, (long)jvm->inner_pid);
        struct stat status;
        if (stat(path.data, &status) < 0 || status.st_uid != jvm->uid) continue;
        found = perfdata_read(path.data, data);
    }
    if (tmp) closedir(tmp);
    return found;
}

static void take_perfdata(const struct perfdata *data, struct jvm *jvm) {
    if (data->command[0]) {
        mem_free(jvm->main_class, jvm->command);
        jvm->main_class = first_word(data->command);
        jvm->command = mem_copy_text(data->command);
    }
    if (data->version) {
        free(jvm->version);
        jvm->version = mem_copy_text(data->version);
    }
    if (data->capabilities) jvm->no_attach = data->capabilities[0] == '0';
}

/* ==== One JVM ================================================================================ */

/* Is libjvm.so mapped? 0: no, 1: yes, -1: we may not look. */
static int maps_libjvm(pid_t pid) {
    OWNED(text_free) struct text maps = {0};
    int answer = read_proc(pid, "maps", &maps) ? strstr(maps.data, "/libjvm.so") != NULL : -1;
    if (answer < 0 && errno != EACCES && errno != EPERM) answer = 0; /* kernel thread: empty */
    return answer;
}

enum jvm_found jvm_describe(pid_t pid, struct jvm *jvm) {
    OWNED(text_free) struct text text = {0};
    *jvm = (struct jvm){.pid = pid, .inner_pid = pid};
    if (pid <= 0 || !read_proc(pid, "status", &text)) return JVM_NO_PROCESS;
    take_status(text.data, jvm);
    const char *state = numbers_value(text.data, "State");
    bool zombie = state && strpbrk(state, "ZX") && strpbrk(state, "ZX") < strchr(state, '(');
    jvm->user = user_name(jvm->uid);
    errno = 0;
    int mapped = zombie ? 0 : maps_libjvm(pid);
    jvm->readable = mapped >= 0;
    if (read_proc(pid, "stat", &text)) jvm->uptime_ms = uptime_ms(text.data);
    bool has_command = read_proc(pid, "cmdline", &text);
    bool is_java = has_command && strcmp(text_file_name(text.data), "java") == 0;
    if (mapped == 1 || (mapped < 0 && is_java)) {
        jvm->main_class = jvm_main_class(text_str(&text), text.len, &jvm->command);
        jvm->no_attach = memmem(text_str(&text), text.len, "-XX:+DisableAttachMechanism", 27);
        jvm->has_debug = memmem(text_str(&text), text.len, "-XX:+DebugNonSafepoints", 23) ||
                         memmem(text_str(&text), text.len, "libjfragent", 11);
        jvm->version = version_of_release(pid);
        jvm->other_root = has_other_root(pid);
        struct perfdata data;
        if (find_perfdata(jvm, &data)) {
            take_perfdata(&data, jvm);
            perfdata_free(&data);
        }
    }
    if (zombie) return JVM_NO_PROCESS;
    if (jvm->main_class) return JVM_FOUND;
    return mapped < 0 ? JVM_HIDDEN : JVM_NOT_JAVA;
}

void jvm_release(struct jvm *jvm) {
    mem_free(jvm->user, jvm->main_class, jvm->command, jvm->version);
    *jvm = (struct jvm){0};
}

/* ==== All of them ============================================================================ */

ORDERED(by_pid, struct jvm, RISING(pid))

void jvm_list_read(struct jvm_list *list) {
    *list = (struct jvm_list){0};
    DIR *proc = opendir("/proc");
    for (struct dirent *entry; proc && (entry = readdir(proc));) {
        char *end;
        long pid = strtol(entry->d_name, &end, 10);
        struct jvm jvm;
        if (*end || pid <= 0 || pid == getpid()) continue;
        if (jvm_describe((pid_t)pid, &jvm) == JVM_FOUND) array_push(list, jvm);
        else jvm_release(&jvm);
    }
    if (proc) closedir(proc);
    array_sort(list, by_pid);
}

void jvm_list_keep(struct jvm_list *list, const char *part) {
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (strstr(list->items[i].command, part)) list->items[kept++] = list->items[i];
        else jvm_release(&list->items[i]);
    }
    list->len = kept;
}

static bool is_main_class(const struct jvm *jvm, const char *name) {
    const char *dot = strrchr(jvm->main_class, '.');
    return strcmp(jvm->main_class, name) == 0 || (dot && strcmp(dot + 1, name) == 0);
}

void jvm_list_prefer(struct jvm_list *list, const char *main_class) {
    size_t found = 0, which = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (!is_main_class(&list->items[i], main_class)) continue;
        found++;
        which = i;
    }
    if (found != 1) return;
    struct jvm only = list->items[which];
    list->items[which] = list->items[0];
    list->items[0] = only;
    while (list->len > 1) jvm_release(&list->items[--list->len]);
}

void jvm_list_free(struct jvm_list *list) {
    for (size_t i = 0; i < list->len; i++) jvm_release(&list->items[i]);
    array_free(list);
}
