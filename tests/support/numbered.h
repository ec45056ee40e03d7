/* What a command writes about recordings that are told (tests/support/told_texts.h). */
#pragma once

#include "parser/jfr.h"
#include "tests/support/commanded.h"
#include "tests/support/told_texts.h"

#include <fcntl.h>
#include <sys/wait.h>

static const char *numbered_line;

/* Without the version. */
static inline void numbered_add(const struct text *wrote, struct text *out) {
    const char *at = text_str(wrote);
    for (const char *said; (said = strstr(at, JFR_VERSION)); at = said + strlen(JFR_VERSION))
        text_add_bytes(out, at, (size_t)(said - at));
    text_add_bytes(out, at, wrote->len - (size_t)(at - text_str(wrote)));
}

/* One child runs the command for all of them, one after the other: a process for each takes four
 * times as long. The first is the first of its child, and so is each after one that ended its
 * child. Files that both have: the recording, which is another each time, and what is written. */
enum { NUMBERED_IN = 100, NUMBERED_OUT = 110, NUMBERED_ERR = 111, NUMBERED_MOST = 1 << 20 };
static struct {
    pid_t pid; /* 0: there is none */
    int ask, answer;
} numbered_child;

static inline void numbered_serve(int asked, int answer) {
    char words[600], *argv[COMMANDED_WORDS], go;
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(NUMBERED_OUT, STDOUT_FILENO);
    dup2(NUMBERED_ERR, STDERR_FILENO);
    commanded_environment();
    setenv("COLUMNS", "100", 1);
    while (read(asked, &go, 1) == 1) {
        int code = commanded_run(commanded_words(numbered_line, words, sizeof words, argv), argv);
        fflush(NULL);
        if (write(answer, &code, sizeof code) != sizeof code) break;
    }
    _exit(0);
}

static inline void numbered_begin(void) {
    int ask[2], answer[2];
    ck_assert(pipe(ask) == 0 && pipe(answer) == 0);
    fflush(NULL);
    numbered_child.pid = fork();
    if (numbered_child.pid == 0) {
        close(ask[1]);
        close(answer[0]);
        numbered_serve(ask[0], answer[1]);
    }
    ck_assert_int_gt(numbered_child.pid, 0);
    close(ask[0]);
    close(answer[1]);
    numbered_child.ask = ask[1];
    numbered_child.answer = answer[0];
}

/* Puts it into the file of that number, which is made if there is none. */
static inline void numbered_put(int fd, const void *bytes, size_t len) {
    if (fcntl(fd, F_GETFD) < 0) {
        struct memory_file file = memory_file_make("", 0);
        ck_assert_int_eq(dup2(file.fd, fd), fd);
        memory_file_close(&file);
    }
    ck_assert_int_eq(ftruncate(fd, 0), 0);
    ck_assert_int_eq(pwrite(fd, bytes, len, 0), (ssize_t)len);
    lseek(fd, 0, SEEK_SET); /* where the child, too, writes next */
}

static inline void numbered_take(int fd, struct text *out) {
    OWNED(text_free) struct text wrote = {0};
    static char bytes[NUMBERED_MOST];
    ssize_t len = pread(fd, bytes, sizeof bytes, 0);
    ck_assert(len >= 0 && len < NUMBERED_MOST);
    text_add_bytes(&wrote, bytes, (size_t)len);
    numbered_add(&wrote, out);
}

/* What the command writes about the recording, and how it ends. */
static inline void numbered_run(const struct recording *r, struct text *out) {
    int code = 0, status = 0;
    numbered_put(NUMBERED_IN, r->out.data, r->out.len);
    numbered_put(NUMBERED_OUT, "", 0);
    numbered_put(NUMBERED_ERR, "", 0);
    if (!numbered_child.pid) numbered_begin();
    ck_assert_int_eq(write(numbered_child.ask, "", 1), 1);
    if (read(numbered_child.answer, &code, sizeof code) != sizeof code) {
        waitpid(numbered_child.pid, &status, 0);
        code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        close(numbered_child.ask);
        close(numbered_child.answer);
        numbered_child.pid = 0;
    }
    text_addf(out, "%d\n", code);
    numbered_take(NUMBERED_OUT, out);
    numbered_take(NUMBERED_ERR, out);
}

static inline void numbered_tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    struct recording r = {0};
    numbered_write(&r, told);
    numbered_run(&r, out);
    recording_free(&r);
    free(told);
}
