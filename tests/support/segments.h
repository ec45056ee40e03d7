/* Reads paths as segments and checks what came. The fixture gives each test an empty directory. */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"
#include "tests/support/suite.h"
#include "tests/support/packing.h"

#include <fcntl.h>
#include <unistd.h>

struct seen {
    ARRAY(struct jfr_segment) segments;
    ARRAY(struct jfr_error) errors;
    ARRAY(struct jfr_note) notes;
    uint64_t done, total; /* progress at the end */
    size_t steps;         /* in which progress grew */
};

static struct seen seen;

static inline void keep_note(void *context, const struct jfr_note *note) {
    (void)context;
    array_push(&seen.notes, *note);
}

static const char *only; /* of what is read; NULL: everything */

static inline void read_paths(const char *const *paths, size_t count) {
    struct jfr_input *input = jfr_input_open(paths, count);
    struct jfr_log log = {.note = keep_note};
    if (only) jfr_input_only(input, only);
    struct jfr_segment segment;
    struct jfr_error error;
    for (int result; (result = jfr_input_next(input, &segment, &log, &error)) != 0;) {
        if (result == 1) array_push(&seen.segments, segment);
        else array_push(&seen.errors, error);
        uint64_t before = seen.done;
        jfr_input_progress(input, &seen.done, &seen.total);
        ck_assert_uint_ge(seen.done, before);
        seen.steps += seen.done > before;
    }
    ck_assert_int_eq(jfr_input_next(input, &segment, &log, &error), 0);
    jfr_input_progress(input, &seen.done, &seen.total);
    jfr_input_close(input);
}

#define READ(...)                                  \
    read_paths((const char *const[]){__VA_ARGS__}, \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static inline void expect_counts(size_t segments, size_t errors, size_t notes) {
    for (size_t i = 0; i < seen.errors.len && errors != seen.errors.len; i++)
        fprintf(stderr, "error: %s\n", seen.errors.items[i].text);
    ck_assert_uint_eq(seen.segments.len, segments);
    ck_assert_uint_eq(seen.errors.len, errors);
    ck_assert_uint_eq(seen.notes.len, notes);
}

static inline void expect_segment(size_t i, const char *name, uint32_t number, uint64_t offset,
                                  uint64_t size, bool last) {
    const struct jfr_segment *segment = &seen.segments.items[i];
    ck_assert_str_eq(segment->name, name);
    ck_assert_uint_eq(segment->recording, number);
    ck_assert_uint_eq(segment->offset, offset);
    ck_assert_uint_eq(segment->size, size);
    ck_assert_int_eq(segment->last, last);
}

static inline void expect_error(size_t i, enum jfr_code code, const char *words) {
    ck_assert_int_eq(seen.errors.items[i].code, code);
    if (strstr(seen.errors.items[i].text, words) == NULL)
        ck_abort_msg("\"%s\" lacks \"%s\"", seen.errors.items[i].text, words);
}

static inline void expect_note(const char *words) {
    ck_assert_uint_eq(seen.notes.len, 1);
    ck_assert_int_eq(seen.notes.items[0].kind, JFR_NOTE_SKIPPED);
    ck_assert_str_eq(seen.notes.items[0].text, words);
}

/* All segments together are these bytes, which are freed. */
static inline void expect_bytes(struct bytes bytes) {
    size_t at = 0;
    for (size_t i = 0; i < seen.segments.len; i++) {
        const struct jfr_segment *segment = &seen.segments.items[i];
        ck_assert_uint_le(segment->size, bytes.len - at);
        ck_assert_mem_eq(segment->data, bytes.data + at, segment->size);
        at += segment->size;
    }
    ck_assert_uint_eq(at, bytes.len);
    free(bytes.data);
}

static char folder[] = "/tmp/test_input.XXXXXX";

static inline void enter_folder(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static inline void leave_folder(void) {
    for (size_t i = 0; i < seen.segments.len; i++) jfr_segment_release(&seen.segments.items[i]);
    array_free(&seen.segments);
    array_free(&seen.errors);
    array_free(&seen.notes);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Makes the file standard input, through a pipe or as it is. */
static inline void feed_stdin(const char *path, bool through_pipe) {
    char command[200];
    snprintf(command, sizeof command, "cat %s", path);
    int fd = through_pipe ? fileno(popen(command, "r")) : open(path, O_RDONLY);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
    close(fd);
}

/* Runs the tests of a case in a directory of their own; what main returns. */
static inline int run_case(const char *name, void (*add_tests)(TCase *)) {
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    add_tests(tests);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
