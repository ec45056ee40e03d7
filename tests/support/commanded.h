/* What a command writes about a recording that is told (tests/support/told.h): the command runs in
 * a child, as from a shell.
 *
 *   commanded("io --format csv", told, 60, "...")    standard output; of errors, standard error
 */
#pragma once

#include "cmd/cli/child.h"
#include "cmd/cli/command.h"
#include "tests/support/memory_file.h"
#include "tests/support/told.h"

#include <check.h>
#include <unistd.h>

enum { COMMANDED_WORDS = 24 };

/* A sanitizer's, where coverage is asked for: a child that ends by itself says nothing else. */
__attribute__((weak)) void __sanitizer_cov_dump(void);

static inline int commanded_run(int argc, char *const *argv) {
    int code = command_run_named(argc, argv);
    if (__sanitizer_cov_dump) __sanitizer_cov_dump();
    return code;
}

/* Its words, which blanks part ('_' within one is a blank), and the recording, which is file 100:
 * some writers make a title of its name. Returns how many. */
static inline int commanded_words(const char *line, char *words, size_t size, char **argv) {
    static char path[] = "/proc/self/fd/100";
    int argc = 0;
    snprintf(words, size, "%s", line);
    for (char *rest = words, *word; argc < COMMANDED_WORDS - 2 && (word = strsep(&rest, " "));) {
        for (char *c = word; *c; c++)
            if (*c == '_') *c = ' ';
        argv[argc++] = word;
    }
    argv[argc++] = path;
    argv[argc] = NULL;
    return argc;
}

static inline void commanded_environment(void) {
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
}

/* The command over the bytes. */
static inline struct child_result commanded_bytes(const char *line, const void *bytes, size_t len) {
    const struct child_limits limits = {
        .out = 1 << 20, .err = 1 << 16, .seconds = 100, .columns = 100};
    struct memory_file file = memory_file_make(bytes, len);
    struct child_result result;
    char words[600], *argv[COMMANDED_WORDS];
    int argc = commanded_words(line, words, sizeof words, argv);
    ck_assert_int_eq(dup2(file.fd, 100), 100);
    commanded_environment();
    child_runs(commanded_run);
    ck_assert(child_run(argc, argv, &limits, &result));
    memory_file_close(&file);
    close(100);
    return result;
}

static inline struct child_result commanded_of(const char *line, const char *told, int seconds) {
    struct recording r = {0};
    told_write(&r, told, seconds * INT64_C(1000000000));
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    recording_free(&r);
    return result;
}

/* What it writes, where it succeeds; else its errors. */
static inline void commanded(const char *line, const char *told, int seconds,
                             const char *expected) {
    struct child_result result = commanded_of(line, told, seconds);
    const char *wrote = result.out.len ? text_str(&result.out) : text_str(&result.err);
    ck_assert_msg(strcmp(wrote, expected) == 0, "%s wrote:\n%s\nnot:\n%s\nerrors: %s", line, wrote,
                  expected, text_str(&result.err));
    text_free(&result.out);
    text_free(&result.err);
}
