/* Check's words for a unit test that runs alone, in one process, where the library is not: under
 * qemu, on another processor. The first assertion that fails ends it. Found before Check's own
 * header by -Itests/support/plain. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct plain_case {
    struct {
        const char *name;
        void (*run)(int);
        int from, to;
    } tests[64];
    int count;
} TCase;
typedef struct {
    TCase *cases[8];
    int count, failed;
} Suite;
typedef Suite SRunner;
enum { CK_ENV };

static inline void *plain_new(size_t size) {
    void *fresh = calloc(1, size);
    if (!fresh) abort();
    return fresh;
}
#define suite_create(name) ((void)(name), (Suite *)plain_new(sizeof(Suite)))
#define tcase_create(name) ((void)(name), (TCase *)plain_new(sizeof(TCase)))
static inline void suite_add_tcase(Suite *suite, TCase *its) {
    suite->cases[suite->count++] = its;
}
static inline void plain_add(TCase *its, const char *name, void (*run)(int), int from, int to) {
    int i = its->count++;
    its->tests[i].name = name;
    its->tests[i].run = run;
    its->tests[i].from = from;
    its->tests[i].to = to;
}
#define tcase_add_test(its, test) plain_add(its, #test, test, 0, 1)
#define tcase_add_loop_test(its, test, from, to) plain_add(its, #test, test, from, to)

static inline SRunner *srunner_create(Suite *suite) {
    return suite;
}
static inline void srunner_run_all(SRunner *runner, int how) {
    int ran = 0;
    (void)how;
    for (int c = 0; c < runner->count; c++)
        for (int t = 0; t < runner->cases[c]->count; t++)
            for (int i = runner->cases[c]->tests[t].from; i < runner->cases[c]->tests[t].to; i++) {
                runner->cases[c]->tests[t].run(i);
                ran++;
            }
    printf("%d passed\n", ran);
}
static inline int srunner_ntests_failed(SRunner *runner) {
    return runner->failed;
}
static inline void srunner_free(SRunner *runner) {
    for (int c = 0; c < runner->count; c++) free(runner->cases[c]);
    free(runner);
}

#define START_TEST(name)       \
    static void name(int _i) { \
        (void)_i;
#define END_TEST }

#define ck_assert_msg(holds, ...)                                  \
    do {                                                           \
        if (!(holds)) {                                            \
            printf("%s:%d: not %s: ", __FILE__, __LINE__, #holds); \
            printf(__VA_ARGS__);                                   \
            printf("\n");                                          \
            exit(1);                                               \
        }                                                          \
    } while (0)
#define ck_assert(holds) ck_assert_msg(holds, "%s", "")
#define PLAIN_COMPARE(type, format, a, op, b)                                                  \
    do {                                                                                       \
        type plain_a = (type)(a), plain_b = (type)(b);                                         \
        ck_assert_msg(plain_a op plain_b, #a " " format ", " #b " " format, plain_a, plain_b); \
    } while (0)
#define ck_assert_int_eq(a, b) PLAIN_COMPARE(long long, "%lld", a, ==, b)
#define ck_assert_int_ge(a, b) PLAIN_COMPARE(long long, "%lld", a, >=, b)
#define ck_assert_int_gt(a, b) PLAIN_COMPARE(long long, "%lld", a, >, b)
#define ck_assert_int_le(a, b) PLAIN_COMPARE(long long, "%lld", a, <=, b)
#define ck_assert_uint_eq(a, b) PLAIN_COMPARE(unsigned long long, "%llu", a, ==, b)
