/* On other systems elsewhere.c is in its place. */

#include "cmd/attach/attach.h"

#include "cmd/attach/place.h"
#include "cmd/cli/message.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define PROTOCOL "1"
#define LONGEST_ARGUMENT 1024 /* what HotSpot reads of one; more makes it drop the connection */
#define LONGEST_ANSWER (1 << 20)
#define FIRST_WAIT_MS 20
#define LONGEST_WAIT_MS 200
#define SAID_AFTER_S 3.0 /* that it takes long, or as soon as it is longer than others may */
#define AGAIN_MS 10000   /* as long as nobody listens, the signal is sent again */
#define VISIT_MS \
    5000 /* a JVM that is in the folder of performance data for longer has its home there */

static int64_t now_ms(void) {
    return clock_now() / NS_PER_MS;
}

static bool interrupted(const struct attach_options *options) {
    return options->interrupted && *options->interrupted;
}

static bool refuse(struct text *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(struct text *why, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_clear(why);
    text_addv(why, format, args);
    va_end(args);
    return false;
}

bool attach_allowed(const struct jvm *jvm, struct text *why) {
    if (geteuid() != 0 && (geteuid() != jvm->uid || getegid() != jvm->gid)) {
        if (jvm->uid == 0)
            return refuse(why, "process %ld belongs to root: run this as root, with sudo",
                          (long)jvm->pid);
        if (geteuid() != jvm->uid)
            return refuse(why, "process %ld belongs to %s: run this as %s (sudo -u %s) or as root",
                          (long)jvm->pid, jvm->user, jvm->user, jvm->user);
        return refuse(why,
                      "process %ld runs with group %lu, this with %lu: the JVM accepts only its "
                      "own user and group",
                      (long)jvm->pid, (unsigned long)jvm->gid, (unsigned long)getegid());
    }
    if (jvm->no_attach)
        return refuse(why,
                      "the JVM %ld was started with -XX:+DisableAttachMechanism: nothing can be "
                      "attached to it",
                      (long)jvm->pid);
    return true;
}

/* ==== The socket ============================================================================= */

/* Its path as we reach it. */
static void add_tmp_path(const struct jvm *jvm, const char *name, struct text *out) {
    if (jvm->other_root) text_addf(out, "/proc/%ld/root", (long)jvm->pid);
    text_addf(out, "/tmp/.%s%ld", name, (long)jvm->inner_pid);
}

/* -1: errno says why; ENOENT or ECONNREFUSED: nobody listens (yet). */
static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
        int failed = errno;
        close(fd);
        errno = failed;
        return -1;
    }
    return fd;
}

/* A socket that someone else put into /tmp would get our commands and could answer anything. */
static bool is_its_own(const struct jvm *jvm, const char *path, struct text *why) {
    struct stat status;
    if (lstat(path, &status) < 0 ||
        (S_ISSOCK(status.st_mode) && (status.st_uid == jvm->uid || status.st_uid == 0)))
        return true;
    return refuse(
        why, "%s is not the socket of JVM %ld: it belongs to someone else or is something else",
        path, (long)jvm->pid);
}

/* Is it the JVM that listens at the other end? Whoever it is gets the command and may answer. */
static bool listens(const struct jvm *jvm, int fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == jvm->uid &&
           (peer.pid == jvm->pid || peer.pid == 0);
}

/* ==== Waking the JVM up ====================================================================== */

/* The file that the JVM looks for, in its working directory or in its /tmp. */
struct trigger {
    struct place place; /* open if it is in /tmp */
    char path[64];
};

static bool make_in_folder(const struct jvm *jvm, const char *path) {
    int flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, fd = open(path, flags, 0660);
    if (fd < 0 && errno == EEXIST && unlink(path) == 0)
        fd = open(path, flags, 0660); /* left over */
    if (fd < 0) return false;
    /* As root: the JVM wants it to be its own user's. */
    if (geteuid() == 0) (void)!fchown(fd, jvm->uid, jvm->gid);
    close(fd);
    return true;
}

static bool create_trigger(const struct jvm *jvm, struct trigger *trigger, struct text *why) {
    *trigger = (struct trigger){.place = {.root = -1}};
    snprintf(trigger->path, sizeof trigger->path, "/proc/%ld/cwd/.attach_pid%ld", (long)jvm->pid,
             (long)jvm->inner_pid);
    if (make_in_folder(jvm, trigger->path)) return true;
    snprintf(trigger->path, sizeof trigger->path, "/tmp/.attach_pid%ld", (long)jvm->inner_pid);
    if (place_open(&trigger->place, jvm)) {
        place_unlink(&trigger->place, trigger->path);
        int fd = place_file(&trigger->place, trigger->path, O_WRONLY | O_CREAT, 0660);
        if (fd >= 0) {
            close(fd);
            return true;
        }
    }
    refuse(why, "cannot create %s, which tells the JVM to listen: %s", trigger->path,
           strerror(errno));
    place_close(&trigger->place);
    return false;
}

/* A JVM that starts handles SIGQUIT already when it goes into its folder of performance data, and
 * comes back. What is put into that folder, the next JVM to start deletes. */
static bool visits_perfdata(const struct jvm *jvm) {
    char link[64], folder[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%ld/cwd", (long)jvm->pid);
    ssize_t n = readlink(link, folder, sizeof folder - 1);
    if (n <= 0) return false;
    folder[n] = 0;
    const char *name = strrchr(folder, '/');
    return name && strncmp(name + 1, "hsperfdata_", 11) == 0;
}

/* Puts it where it was, if it is gone: the JVM may only have visited the folder. */
static bool renew_trigger(const struct jvm *jvm, const struct trigger *trigger) {
    return trigger->place.root < 0 && access(trigger->path, F_OK) < 0 && errno == ENOENT &&
           !visits_perfdata(jvm) && make_in_folder(jvm, trigger->path);
}

static void remove_trigger(struct trigger *trigger) {
    if (trigger->place.root >= 0) place_unlink(&trigger->place, trigger->path);
    else unlink(trigger->path);
    place_close(&trigger->place);
}

/* A process as such, not its number, which another one may get; -1: this kernel has none. */
static int hold_process(pid_t pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

/* SIGQUIT makes a JVM look for the trigger; it would end anybody else. */
static int wake(const struct jvm *jvm, int process) {
#ifdef SYS_pidfd_send_signal
    if (process >= 0) {
        if (syscall(SYS_pidfd_send_signal, process, SIGQUIT, NULL, 0) == 0) return 0;
        if (errno == ESRCH) return -1; /* else a filter of system calls may not know it */
    }
#endif
    return kill(jvm->pid, SIGQUIT);
}

static bool wait_for_socket(const struct jvm *jvm, const struct attach_options *options,
                            const struct trigger *trigger, const char *path, int process, int *fd,
                            struct text *why) {
    int64_t start = now_ms(), limit = (int64_t)(options->timeout_s * 1000);
    int64_t again = limit / 4 < AGAIN_MS ? limit / 4 : AGAIN_MS, next = start + again;
    for (int wait = FIRST_WAIT_MS;;) {
        *fd = connect_to(path);
        if (*fd >= 0) return true;
        if (errno != ENOENT && errno != ECONNREFUSED)
            return refuse(why, "cannot connect to %s: %s", path, strerror(errno));
        int64_t waited = now_ms() - start;
        if (kill(jvm->pid, 0) < 0 && errno == ESRCH)
            return refuse(why, "process %ld ended", (long)jvm->pid);
        if (interrupted(options)) return refuse(why, "interrupted");
        if (waited >= limit)
            return refuse(why,
                          "the JVM %ld did not answer within %.1f s: it may be suspended, "
                          "starting, or stuck; --timeout waits longer",
                          (long)jvm->pid, (double)waited / 1000);
        if (renew_trigger(jvm, trigger) || now_ms() > next) {
            /* A JVM that was just starting may have got no further than taking the signal: it has a
             * handler, as wait_for_handler saw, and forgets what it could not do then. */
            next = now_ms() + again;
            wake(jvm, process);
        }
        poll(NULL, 0, wait);
        if (wait < LONGEST_WAIT_MS) wait *= 2;
    }
}

/* The handler for SIGQUIT is installed while the JVM starts; before that it would kill it. And it
 * is to be where it looks for the trigger. */
static bool wait_for_handler(const struct jvm *jvm, const struct attach_options *options,
                             struct text *why) {
    int64_t start = now_ms();
    for (;;) {
        struct jvm now;
        enum jvm_found found = jvm_describe(jvm->pid, &now);
        bool handles = found == JVM_FOUND && now.catches_quit;
        jvm_release(&now);
        if (handles && (now_ms() - start > VISIT_MS || !visits_perfdata(jvm))) return true;
        if (found == JVM_NO_PROCESS) return refuse(why, "process %ld ended", (long)jvm->pid);
        double waited = (double)(now_ms() - start) / 1000;
        if (interrupted(options)) return refuse(why, "interrupted");
        if (waited >= options->timeout_s)
            return refuse(why,
                          "the JVM %ld does not handle SIGQUIT (-Xrs, or still starting after %.1f "
                          "s), so it cannot be asked to listen",
                          (long)jvm->pid, waited);
        poll(NULL, 0, 50);
    }
}

static int open_connection(const struct jvm *jvm, const struct attach_options *options,
                           struct text *why) {
    OWNED(text_free) struct text path = {0};
    struct trigger trigger;
    add_tmp_path(jvm, "java_pid", &path);
    int fd = -1;
    if (is_its_own(jvm, path.data, why)) {
        fd = connect_to(path.data);
        int failed = errno, process = hold_process(jvm->pid); /* before it is looked at again */
        if (fd < 0 && failed != ENOENT && failed != ECONNREFUSED) {
            refuse(why, "cannot connect to %s: %s", path.data, strerror(failed));
        } else if (fd < 0 && wait_for_handler(jvm, options, why) &&
                   create_trigger(jvm, &trigger, why)) {
            if (wake(jvm, process) == 0)
                wait_for_socket(jvm, options, &trigger, path.data, process, &fd, why);
            else refuse(why, "cannot signal process %ld: %s", (long)jvm->pid, strerror(errno));
            remove_trigger(&trigger);
        }
        if (process >= 0) close(process);
    }
    if (fd < 0 || listens(jvm, fd)) return fd;
    refuse(why, "the socket of JVM %ld is held by another process", (long)jvm->pid);
    close(fd);
    return -1;
}

/* ==== A request ============================================================================== */

static bool send_all(int fd, const struct text *request) {
    for (size_t at = 0; at < request->len;) {
        ssize_t n = send(fd, request->data + at, request->len - at, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        at += (size_t)n;
    }
    return true;
}

/* Everything until the JVM closes: within the time-out, and no more than a JVM has to say. */
static bool receive_all(const struct jvm *jvm, int fd, const struct attach_options *options,
                        struct text *answer, struct text *why) {
    int64_t start = now_ms();
    double limit = options->answer_s > options->timeout_s ? options->answer_s : options->timeout_s;
    double say = options->timeout_s < SAID_AFTER_S ? options->timeout_s : SAID_AFTER_S;
    for (bool said = !options->what;;) {
        struct pollfd waiting = {.fd = fd, .events = POLLIN};
        int ready = poll(&waiting, 1, 100);
        double waited = (double)(now_ms() - start) / 1000;
        if (interrupted(options)) return refuse(why, "interrupted");
        if (waited >= limit)
            return refuse(
                why,
                "the JVM %ld took the command but did not answer within %.1f s; --timeout "
                "waits longer",
                (long)jvm->pid, waited);
        if (!said && waited >= say) {
            said = true;
            message_note("process %ld is busy with %s; waiting for it, up to %.0f s (--timeout)",
                         (long)jvm->pid, options->what, limit);
        }
        if (ready <= 0) continue;
        char buffer[4096];
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            return refuse(why, "the JVM %ld cut the connection: %s", (long)jvm->pid,
                          strerror(errno));
        if (n == 0) return true;
        if (answer->len + (size_t)n > LONGEST_ANSWER)
            return refuse(why, "the JVM %ld answers without end", (long)jvm->pid);
        text_add_bytes(answer, buffer, (size_t)n);
    }
}

static bool split_code(const struct jvm *jvm, int *code, struct text *answer, struct text *why) {
    char *end;
    if (!answer->len)
        return refuse(
            why, "the JVM %ld gave no answer: it is ending, or accepts only its own user and group",
            (long)jvm->pid);
    long number = strtol(answer->data, &end, 10);
    if (end == answer->data || *end != '\n')
        return refuse(why, "the JVM %ld answered something other than a result", (long)jvm->pid);
    *code = (int)number;
    struct text rest = {0};
    text_add(&rest, end + 1);
    text_free(answer);
    *answer = rest;
    return true;
}

bool attach_command(const struct jvm *jvm, const struct attach_options *options,
                    const char *command, const char *const arguments[3], int *code,
                    struct text *answer) {
    struct text request = {0}, why = {0};
    text_clear(answer);
    text_add_bytes(&request, PROTOCOL, sizeof PROTOCOL);
    text_add_bytes(&request, command, strlen(command) + 1);
    bool good = attach_allowed(jvm, &why);
    for (int i = 0; good && i < 3; i++) {
        const char *argument = arguments[i] ? arguments[i] : "";
        if (strlen(argument) > LONGEST_ARGUMENT)
            good =
                refuse(&why, "the JVM takes arguments of at most %d bytes, this has %zu: %.60s...",
                       LONGEST_ARGUMENT, strlen(argument), argument);
        text_add_bytes(&request, argument, strlen(argument) + 1);
    }
    int fd = good ? open_connection(jvm, options, &why) : -1;
    good = fd >= 0;
    if (good && !send_all(fd, &request))
        good = refuse(&why, "the JVM %ld cut the connection: %s", (long)jvm->pid, strerror(errno));
    good =
        good && receive_all(jvm, fd, options, answer, &why) && split_code(jvm, code, answer, &why);
    if (fd >= 0) close(fd);
    text_free(&request);
    if (good) text_free(&why);
    else {
        text_free(answer);
        *answer = why;
    }
    return good;
}
