/* A process that stands in for a JVM and talks as one: it maps a libjvm.so, handles SIGQUIT,
 * listens when it finds the file that asks it to, and answers what it is asked by a table, turn
 * after turn.
 *
 *   static const struct turn turns[] = {
 *       {"jcmd|JFR.check||", "0\nNo available recordings.\n"},       asked so, it answers so
 *       {"load|*|true|stop,answer=*", "0\nreturn code: 0\n", .said = "$O", .does = ENDS_FILE},
 * {0}}; talking_begin(turns, 0); talking_to("record --stop $P", &result);                     what
 * jfrtool does meanwhile talking_end(true);                                           all turns
 * were taken, and no other
 *
 * $P stands for its process, $D for its folder, $O for a file out.jfr there; * for anything. */
#pragma once

#include "base/glob.h"
#include "tests/support/commanded.h"
#include "tests/support/perfdata.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum talking_does { /* beside answering; to the file that it was last told the name of */
                    DOES_NOTHING,
                    WRITES,    /* a recording */
                    ENDS_FILE, /* the same, with its last chunk marked as the last */
                    EMPTIES,   /* nothing */
                    WRITES_AND_DIES,
                    DIES,       /* without an answer, if it has none */
                    INTERRUPTS, /* whoever asks, as Ctrl-C */
};

struct turn {
    const char *asks;           /* command and three texts, '|' between; NULL: there are no more */
    const char *answers, *said; /* on the socket, and into the file answer= */
    enum talking_does does;
};

enum { TALKING_OTHER_ROOT = 1, TALKING_LISTENS = 2 };

static char talking_folder[40], talking_root[60]; /* its root as we see it; "": ours */
static const char *talking_version = "17.0.15";
static pid_t talking_pid; /* 0: none */
static struct recording talking_recording;
static struct {
    int taken;
    char wrong[600];
} * talking_heard; /* shared with it */

/* The text with what stands for something replaced; a few of them are kept. */
static inline const char *talking_text(const char *text) {
    static char kept[8][1000];
    static int next;
    char *out = kept[next++ % 8], *at = out;
    for (; *text; text++) {
        size_t room = (size_t)(out + sizeof *kept - at);
        if (strncmp(text, "$P", 2) == 0) at += snprintf(at, room, "%d", talking_pid), text++;
        else if (strncmp(text, "$D", 2) == 0)
            at += snprintf(at, room, "%s", talking_folder), text++;
        else if (strncmp(text, "$O", 2) == 0)
            at += snprintf(at, room, "%s/out.jfr", talking_folder), text++;
        else *at++ = *text;
        ck_assert_uint_lt((size_t)(at - out), sizeof *kept - 1);
    }
    *at = 0;
    return out;
}

/* ==== The process =========================================================================== */

static inline void talking_woken(int number) {
    (void)number;
}

static inline int talking_listens(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/tmp/.java_pid%d", getpid());
    unlink(address.sun_path);
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4) != 0)
        _exit(1);
    return fd;
}

/* The path behind the name in what is asked, up to one of the ends. */
static inline void talking_path(const char *asked, const char *name, const char *ends, char *path,
                                size_t room) {
    const char *found = strstr(asked, name);
    if (found)
        snprintf(path, room, "%.*s", (int)strcspn(found + strlen(name), ends),
                 found + strlen(name));
}

static inline void talking_write(const char *path, enum talking_does does) {
    struct recording *r = &talking_recording;
    size_t len = does == EMPTIES ? 0 : r->out.len;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    header_set(r, HEADER_FLAGS, does == ENDS_FILE ? 3 : 1);
    if (fd < 0 || write(fd, r->out.data, len) != (ssize_t)len) _exit(1);
    close(fd);
}

static inline void talking_does(const struct turn *turn, int fd, const char *asked) {
    static char theirs[200], ours[200]; /* files of the JVM's recorder and of the agent */
    const char *written = strncmp(asked, "load|", 5) == 0 ? ours : theirs;
    char answer[200] = "";
    talking_path(asked, "filename=\"", "\"", theirs, sizeof theirs);
    talking_path(asked, "|file=", ",|", ours, sizeof ours);
    talking_path(asked, ",file=", ",|", ours, sizeof ours);
    talking_path(asked, ",answer=", ",|", answer, sizeof answer);
    talking_path(asked, "|answer=", ",|", answer, sizeof answer);
    if (turn->said && *answer) {
        int to = open(answer, O_WRONLY);
        const char *said = talking_text(turn->said);
        if (to < 0 || write(to, said, strlen(said)) < 0) _exit(1);
        close(to);
    }
    if (turn->does >= WRITES && turn->does <= WRITES_AND_DIES) talking_write(written, turn->does);
    if (turn->does == INTERRUPTS) {
        struct ucred peer;
        socklen_t size = sizeof peer;
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) kill(peer.pid, SIGINT);
    }
}

static inline void talking_takes(const struct turn *turn, int listening) {
    char asked[1000] = "";
    int fd = accept(listening, NULL, NULL);
    for (size_t len = 0, texts = 0; texts < 5 && len + 1 < sizeof asked; len++) {
        if (read(fd, asked + len, 1) != 1) _exit(1);
        texts += asked[len] == 0;
        if (asked[len] == 0) asked[len] = texts < 5 ? '|' : 0;
    }
    const char *text = asked + strcspn(asked, "|") + 1; /* behind the protocol's number */
    if (turn->asks && glob_matches(talking_text(turn->asks), text)) {
        talking_heard->taken++;
        talking_does(turn, fd, text);
        const char *answer = turn->answers ? talking_text(turn->answers) : "";
        bool heard = write(fd, answer, strlen(answer)) >= 0;
        /* Who was interrupted need not wait for the answer. */
        if ((!heard && turn->does != INTERRUPTS) || turn->does == DIES ||
            turn->does == WRITES_AND_DIES)
            _exit(1);
    } else {
        snprintf(talking_heard->wrong, sizeof talking_heard->wrong, "%s", text);
        if (write(fd, "1\nnot now\n", 10) < 0) _exit(1);
    }
    close(fd);
}

static inline void talking_be(const struct turn *turns, unsigned how, int ready) {
    char trigger[40];
    sigset_t quit, none;
    talking_pid = getpid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int library = open(talking_text("$D/libjvm.so"), O_RDONLY);
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, library, 0) == MAP_FAILED) _exit(1);
    if (chdir(how & TALKING_OTHER_ROOT ? talking_root : talking_folder) != 0) _exit(1);
    if (how & TALKING_OTHER_ROOT && chroot(".") != 0) _exit(1);
    snprintf(trigger, sizeof trigger, ".attach_pid%d", getpid());
    sigemptyset(&none);
    sigemptyset(&quit);
    sigaddset(&quit, SIGQUIT);
    sigprocmask(SIG_BLOCK, &quit, NULL);
    signal(SIGQUIT, talking_woken);
    signal(SIGPIPE, SIG_IGN);
    int listening = how & TALKING_LISTENS ? talking_listens() : -1;
    if (write(ready, "", 1) != 1) _exit(1);
    while (listening < 0) {
        sigsuspend(&none);
        if (access(trigger, F_OK) == 0) listening = talking_listens();
    }
    for (size_t i = 0;; i += turns[i].asks != NULL) talking_takes(&turns[i], listening);
}

/* ==== Around it ============================================================================= */

/* Three samples of our agent, whose types have numbers of their own. */
static inline void talking_record(struct recording *r, int64_t start_ns) {
    struct chunk_head head = usual_head;
    if (start_ns) head.start_ns = start_ns;
    chunk_begin(r, &head);
    metadata_begin(r);
    type_begin(r, 12, "long", NULL);
    type_end(r);
    type_begin(r, 64, "jdk.ExecutionSample", "jdk.jfr.Event");
    field(r, "startTime", 12, 0);
    type_end(r);
    type_begin(r, 66, "app.Filler", "jdk.jfr.Event");
    field(r, "startTime", 12, 0);
    type_end(r);
    metadata_end(r);
    checkpoint_begin(r, 0);
    checkpoint_end(r);
    for (int i = 0; i < 4; i++) { /* the last one fills the room up */
        event_begin(r, 64 + 2 * (i == 3));
        put_long(r, 1000 + i);
        event_end(r);
    }
    chunk_end(r);
}

static inline void talking_save(const char *path, const void *bytes, size_t len) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_eq(write(fd, bytes, len), (ssize_t)len);
    close(fd);
}

static inline void talking_set_up(void) {
    snprintf(talking_folder, sizeof talking_folder, "/tmp/test-talking-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(talking_folder));
    snprintf(talking_root, sizeof talking_root, "%s/seen", talking_folder);
    talking_pid = 0;
    talking_heard = mmap(NULL, sizeof *talking_heard, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    mkdir(talking_root, 0755);
    mkdir(talking_text("$D/seen/tmp"), 0777);
    mkdir(talking_text("$D/repository"), 0755);
    talking_save(talking_text("$D/libjvm.so"), "x", 1);
    talking_recording = (struct recording){0};
    talking_record(&talking_recording, 0);
}

static inline void talking_begin(const struct turn *turns, unsigned how) {
    int ready[2];
    char byte, path[100];
    ck_assert_int_eq(pipe(ready), 0);
    memset(talking_heard, 0, sizeof *talking_heard);
    talking_pid = fork();
    if (talking_pid == 0) talking_be(turns, how, ready[1]);
    close(ready[1]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    snprintf(path, sizeof path, "%s/tmp/hsperfdata_%d",
             how & TALKING_OTHER_ROOT ? talking_root : "", talking_pid);
    mkdir(path, 0755);
    snprintf(path + strlen(path), sizeof path - strlen(path), "/%d", talking_pid);
    begin_file(true, 2);
    add_entry("sun.rt.javaCommand", "app.Main x", 40);
    add_entry("java.property.java.version", talking_version, 12);
    talking_save(path, file, file_size);
}

/* The command, its words apart by blanks. What it says of itself in front of each line is left
 * out. */
static inline void talking_to(const char *line, struct child_result *result) {
    const struct child_limits limits = {
        .out = 1 << 16, .err = 1 << 16, .seconds = 100, .columns = 100};
    char words[600], *argv[24], *rest = words;
    int argc = 0;
    snprintf(words, sizeof words, "%s", talking_text(line));
    for (char *word; (word = strsep(&rest, " "));) argv[argc++] = word;
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
    child_runs(commanded_run);
    ck_assert(child_run(argc, argv, &limits, result));
    for (char *at; (at = strstr(text_str(&result->err), "jfrtool: ")) != NULL;)
        memmove(at, at + 9, strlen(at + 9) + 1);
}

/* Ends it: how many turns were taken; what else was asked is wrong. */
static inline int talking_end(void) {
    char path[100];
    kill(talking_pid, SIGKILL);
    waitpid(talking_pid, NULL, 0);
    snprintf(path, sizeof path, "/tmp/hsperfdata_%d/%d", talking_pid, talking_pid);
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    snprintf(path, sizeof path, "/tmp/.java_pid%d", talking_pid);
    unlink(path);
    ck_assert_msg(!talking_heard->wrong[0], "after %d turns it was asked %s", talking_heard->taken,
                  talking_heard->wrong);
    return talking_heard->taken;
}

/* The command says and writes so (globs; NULL: nothing), ends with the code, and the JVM is asked
 * all of its turns. */
static inline void talking_says(const char *line, const struct turn *turns, unsigned how,
                                const char *err, const char *out, int code) {
    struct child_result result;
    int count = 0;
    while (turns[count].asks) count++;
    talking_begin(turns, how);
    talking_to(line, &result);
    int taken = talking_end();
    err = talking_text(err ? err : "");
    out = talking_text(out ? out : "");
    ck_assert_msg(glob_matches(err, text_str(&result.err)), "%s said\n%snot\n%s", line,
                  text_str(&result.err), err);
    ck_assert_msg(glob_matches(out, text_str(&result.out)), "%s wrote\n%snot\n%s", line,
                  text_str(&result.out), out);
    ck_assert_int_eq(taken, count);
    ck_assert_msg(result.code == code, "%s: %d", line, result.code);
    text_free(&result.out);
    text_free(&result.err);
}

static inline void talking_clean_up(void) {
    char command[100];
    if (talking_pid) kill(talking_pid, SIGKILL);
    snprintf(command, sizeof command, "rm -rf %s", talking_folder);
    ck_assert_int_eq(system(command), 0);
    munmap(talking_heard, sizeof *talking_heard);
    recording_free(&talking_recording);
}
