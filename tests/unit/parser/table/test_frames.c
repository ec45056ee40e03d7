/* Frames are remembered by their numbers, small ones as one and others in a table: whatever the
 * numbers are, each frame is the one that was recorded. */
#include "parser/jfr.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

static const char *const types[] = {"Interpreted", "JIT compiled", "Inlined", "Native"};

/* Lines, types and bytecode indices, each twice: at the ends of what fits into one number, and such
 * that sums of line and type come to the same where they overlap. */
static const struct numbers {
    int line, type, bci;
} numbers[] = {
    {0, 0},       {0, 1},       {1, 0},         {1 << 24, 0},   {1 << 24, 1},
    {2 << 24, 0}, {2 << 24, 3}, {3 << 24, 1},   {3 << 24, 2},   {0, 2},
    {0, 3},       {16382, 3},   {16383, 3},     {16384, 3},     {65535, 0},
    {65536, 0},   {8191, 1},    {INT32_MAX, 1}, {INT32_MAX, 2}, {INT32_MAX - 1, 1},
    {0, 0, 1},    {16, 1, 4093},  {16, 1, 4094},    {16, 1, 4095},  {16, 1, 4096},
    {16, 1, 0},   {16, 1, 65535}, {1 << 24, 0, 1},  {1 << 24, 0, 2}, {1 << 24, 1, 2},
    {16384, 1, 7}, {16384, 1, 8}, {16385, 1, 7},    {16384, 2, 7},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers, METHODS = 2 };

static void name_stack(char *name, size_t size, int i) {
    const struct numbers *n = &numbers[i / METHODS];
    snprintf(name, size, "A.m%d:%d/%d/%d", i % METHODS, n->line, n->type, n->bci);
}

START_TEST(a_frame_is_the_one_that_was_recorded) {
    static const uint64_t steps[] = {1, (UINT64_C(1) << 33) / 2, UINT64_C(1) << 33,
                                     UINT64_C(1) << 40};
    struct jvm jvm = {.key_step = steps[_i]};
    struct recording r = {0};
    struct jfr_error error;
    char name[60];
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < NUMBERS * METHODS; i++) {
            name_stack(name, sizeof name, i);
            jvm_sample(&r, 5000 + i, jvm_thread(&jvm, "t"), jvm_stack(&jvm, name));
        }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *const path = file.path, *const field = "stackTrace";
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    ck_assert_msg(tables != NULL, "%s", error.text);
    struct jfr_rows *rows =
        jfr_rows_open(tables, jfr_tables_find(tables, "jdk.ExecutionSample"), &field, 1, 0, NULL);
    uint64_t cell;
    int i = 0;
    for (; jfr_rows_next(rows, &cell); i++) {
        const struct numbers *n = &numbers[i % (NUMBERS * METHODS) / METHODS];
        struct jfr_frame frame = jfr_rows_frame(rows, cell, 0);
        snprintf(name, sizeof name, "m%d", i % METHODS);
        ck_assert_msg(strcmp(frame.method, name) == 0 && frame.line == n->line &&
                          frame.bci == n->bci && strcmp(frame.type, types[n->type]) == 0,
                      "%s:%d@%d (%s) is not %s:%d@%d (%s)", frame.method, frame.line, frame.bci,
                      frame.type, name, n->line, n->bci, types[n->type]);
    }
    ck_assert_int_eq(i, 2 * NUMBERS * METHODS);
    jfr_rows_close(rows);
    jfr_tables_close(tables);
    memory_file_close(&file);
    recording_free(&r);
}
END_TEST

START_TEST(a_stack_is_truncated_where_it_says_so) {
    static const char *const stacks[] = {"A.a A.main", "A.a A.main ...", "...", "", "A.a ..."};
    enum { STACKS = sizeof stacks / sizeof *stacks };
    struct recording r = {0};
    struct jfr_error error;
    jvm_chunk(&r, NULL, stacks, STACKS);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *const path = file.path, *const field = "stackTrace";
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    ck_assert_msg(tables != NULL, "%s", error.text);
    struct jfr_rows *rows =
        jfr_rows_open(tables, jfr_tables_find(tables, "jdk.ExecutionSample"), &field, 1, 0, NULL);
    uint64_t cell;
    for (int i = 0; i < STACKS; i++) {
        ck_assert(jfr_rows_next(rows, &cell));
        if (!*stacks[i]) continue; /* of no stack at all nothing is said */
        struct jfr_stack stack = jfr_rows_stack(rows, cell);
        ck_assert_msg(stack.truncated == (strstr(stacks[i], "...") != NULL), "%s", stacks[i]);
        ck_assert_uint_eq(stack.depth, i < 2 ? 2 : i == 4);
    }
    jfr_rows_close(rows);
    jfr_tables_close(tables);
    memory_file_close(&file);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frames");
    TCase *cases = tcase_create("frames");
    tcase_add_loop_test(cases, a_frame_is_the_one_that_was_recorded, 0, 4);
    tcase_add_test(cases, a_stack_is_truncated_where_it_says_so);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
