/* The agent's recorder with something to record, in a folder of its own. */
#pragma once

#include "agent/recording/recording.h"
#include "tests/support/suite.h"
#include "tests/support/written.h"
#include "base/clock.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[64], path[100], other[110];
static struct written w;

static inline void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-recording-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/rec.jfr", folder);
    w = (struct written){0};
}

static inline void clean_up(void) {
    char command[120];
    written_free(&w);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* ==== Things to record ======================================================================= */

static const struct recording_thread first = {
    .java_name = "main", .os_tid = 11, .java_id = 1, .group = "main", .parent_group = "system"};
static const struct recording_thread second = {
    .os_name = "os-two", .java_name = "two", .os_tid = 12, .java_id = 2};
static const struct recording_thread third = {
    .java_name = "v", .os_tid = 13, .java_id = 3, .is_virtual = true};
static const struct recording_method get = {.key = 1,
                                            .class_name = "Ljava/util/HashMap;",
                                            .name = "get",
                                            .descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;",
                                            .class_modifiers = 1,
                                            .modifiers = 17};
static const struct recording_method lambda = {.key = 2,
                                               .class_name = "LFoo$$Lambda.0x012ab;",
                                               .name = "run",
                                               .class_hidden = true,
                                               .hidden = true};
static const struct recording_frame frames[] = {{&get, 500, 3, RECORDING_INLINED},
                                                {&lambda, 7, -1, RECORDING_JIT},
                                                {NULL, 0, 0, RECORDING_CPP}};
static const struct recording_stack stack = {frames, 3, true};

static inline struct recording *open_with(struct agent_options options) {
    char error[300] = "";
    options.file = path;
    struct recording *r = recording_open(&options, error, sizeof error);
    ck_assert_msg(r != NULL, "%s", error);
    return r;
}

static inline void sleep_ms(int ms) {
    usleep((useconds_t)ms * 1000);
}

/* Waits until that many events of a type have been written, whoever gets the processors meanwhile.
 */
static inline void wait_until_written(const char *type, size_t count) {
    int64_t end = clock_now() + 300 * NS_PER_S;
    for (size_t there = 0; there < count; sleep_ms(20)) {
        struct written now = written_read(path);
        there = written_count(&now, type);
        written_free(&now);
        ck_assert_msg(clock_now() < end, "%zu of %zu events %s are written", there, count, type);
    }
}

static inline void close_and_read(struct recording *r) {
    ck_assert(recording_close(r));
    w = written_read(path);
    written_is_clean(&w);
}

#define EVENT_IS(type, number, field, wanted)                                                 \
    do {                                                                                      \
        char text_[4000];                                                                     \
        ck_assert_str_eq(written_text(&w, type, number, field, text_, sizeof text_), wanted); \
    } while (0)

static inline void sample_line(struct recording *r, int32_t line) {
    struct recording_frame frame = {&get, line, 0, RECORDING_JIT};
    recording_execution_sample(r, clock_now(), &first, &(struct recording_stack){&frame, 1, false},
                               RECORDING_STATE_RUNNABLE, 20000000, false);
}

static inline off_t size_of(const char *file) {
    struct stat status;
    return stat(file, &status) == 0 ? status.st_size : -1;
}

/* A case whose tests begin in a fresh folder. */
static inline TCase *recorder_case(const char *name) {
    TCase *cases = tcase_create(name);
    tcase_add_checked_fixture(cases, set_up, clean_up);
    return cases;
}
