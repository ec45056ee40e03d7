/* Which JVMs a summary tells apart, and what chunks come to that do not name theirs. */
#include "analyzers/facts/summary.h"
#include "tests/support/fact_events.h"

#include <string.h>

struct said {
    int64_t pid, start_ms; /* pid 0: it does not name its JVM */
    const char *name;      /* of the JVM */
    const char *enabled;   /* of jdk.ExecutionSample; NULL: nothing is said of it */
};

/* A chunk for each, one after the other. */
static struct summary *summary_of(const struct said *said, size_t count) {
    struct recording r = {0};
    struct chunk_head head = two_ns_a_tick();
    for (size_t i = 0; i < count; i++, head.start_ns += head.duration_ns) {
        chunk_begin(&r, &head);
        types(&r);
        if (said[i].pid) {
            at(&r, EVENT_JVM_INFORMATION, 2000);
            put_utf8(&r, said[i].name);
            put_long(&r, said[i].pid);
            put_long(&r, said[i].start_ms);
            event_end(&r);
        }
        if (said[i].enabled) setting(&r, 2000, EVENT_EXECUTION_SAMPLE, "enabled", said[i].enabled);
        chunk_end(&r);
    }
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *paths[] = {file.path};
    struct scan_options scan = {.paths = paths, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct summary *summary = summary_read(&scan, &report);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
    return summary;
}

/* What the JVM says for itself, the first of several being 0, or of all alike (-1); NULL: nothing.
 */
static const char *fact(const struct summary *s, int jvm, const char *key) {
    size_t from = jvm < 0 ? 0 : s->jvms.items[jvm].first, next = (size_t)(jvm + 1);
    size_t to = next < s->jvms.len ? s->jvms.items[next].first : s->facts.len;
    for (size_t i = from; i < to; i++)
        if (strcmp(s->facts.items[i].key, key) == 0) return s->facts.items[i].value;
    return NULL;
}

static const struct apart {
    struct said said[2];
    size_t jvms; /* 0: there is one alone */
} apart[] = {
    {{{7, 5000, "a", NULL}, {7, 5000, "b", NULL}}, 0},
    {{{7, 5000, "a", NULL}, {7, 7000, "b", NULL}}, 0}, /* two profilers asked for its start */
    {{{7, 5000, "a", NULL}, {7, 7001, "b", NULL}}, 2},
    {{{7, 7001, "a", NULL}, {7, 5000, "b", NULL}}, 2},
    {{{7, 5000, "a", NULL}, {8, 5000, "b", NULL}}, 2},
    {{{7, 5000, "a", NULL}, {0, 0, NULL, "true"}}, 0},
    {{{7, 5000, "a", NULL}, {0, 0, NULL, NULL}}, 0},
};

START_TEST(a_jvm_is_its_process_and_when_it_began) {
    struct summary *s = summary_of(apart[_i].said, 2);
    ck_assert_uint_eq(s->jvms.len, apart[_i].jvms);
    for (size_t i = 0; i < s->jvms.len; i++) ck_assert(s->jvms.items[i].known);
    summary_free(s);
}
END_TEST

START_TEST(jvms_are_told_by_their_start_then_by_their_process) {
    const struct said said[] = {
        {9, 5000, "c", NULL}, {8, 90000, "d", NULL}, {7, 5000, "b", NULL}, {10, 1000, "a", NULL}};
    struct summary *s = summary_of(said, 4);
    const char *const expected[] = {"a", "b", "c", "d"};
    ck_assert_uint_eq(s->jvms.len, 4);
    for (int i = 0; i < 4; i++) ck_assert_str_eq(fact(s, i, "name"), expected[i]);
    summary_free(s);
}
END_TEST

/* It may be any of them: it is one of its own, if it says anything. */
START_TEST(a_chunk_beside_two_jvms_that_names_none_is_a_third_if_it_says_something) {
    const struct said said[] = {
        {7, 5000, "a", "true"}, {8, 5000, "b", "true"}, {0, 0, NULL, NULL}, {0, 0, NULL, "false"}};
    struct summary *s = summary_of(said, 3);
    ck_assert_uint_eq(s->jvms.len, 2);
    ck_assert_str_eq(fact(s, -1, "execution_sample"), "on");
    summary_free(s);
    s = summary_of(said, 4);
    ck_assert_uint_eq(s->jvms.len, 3);
    ck_assert(s->jvms.items[0].known && s->jvms.items[1].known && !s->jvms.items[2].known);
    ck_assert_str_eq(fact(s, 0, "execution_sample"), "on");
    ck_assert_str_eq(fact(s, 2, "execution_sample"), "off");
    ck_assert_ptr_null(fact(s, 2, "name"));
    ck_assert_uint_eq(s->warnings.len, 1);
    ck_assert_ptr_nonnull(strstr(s->warnings.items[0], "in 1 of 3 JVMs"));
    summary_free(s);
}
END_TEST

/* It is of the only JVM that there is. */
START_TEST(a_chunk_beside_one_jvm_that_names_none_is_of_that_one) {
    const struct said said[] = {{7, 5000, "a", NULL}, {0, 0, NULL, "false"}};
    struct summary *s = summary_of(said, 2);
    ck_assert_uint_eq(s->jvms.len, 0);
    ck_assert_str_eq(fact(s, -1, "name"), "a");
    ck_assert_str_eq(fact(s, -1, "execution_sample"), "off");
    ck_assert_uint_eq(s->warnings.len, 1);
    ck_assert_ptr_nonnull(strstr(s->warnings.items[0], "was switched off: there are no samples"));
    summary_free(s);
}
END_TEST

/* What is the same in both is said once. */
START_TEST(what_all_jvms_say_alike_is_told_of_all) {
    const struct said said[] = {{7, 5000, "a", "true"}, {8, 5000, "a", "false"}};
    struct summary *s = summary_of(said, 2);
    ck_assert_uint_eq(s->jvms.len, 2);
    ck_assert_str_eq(fact(s, -1, "name"), "a");
    ck_assert_ptr_null(fact(s, 0, "name"));
    ck_assert_ptr_null(fact(s, 1, "name"));
    ck_assert_str_eq(fact(s, 0, "execution_sample"), "on");
    ck_assert_str_eq(fact(s, 1, "execution_sample"), "off");
    ck_assert_ptr_nonnull(strstr(s->warnings.items[0], "in 1 of 2 JVMs"));
    summary_free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("summary");
    TCase *cases = tcase_create("jvms");
    tcase_add_loop_test(cases, a_jvm_is_its_process_and_when_it_began, 0,
                        sizeof apart / sizeof *apart);
    tcase_add_test(cases, jvms_are_told_by_their_start_then_by_their_process);
    tcase_add_test(cases, a_chunk_beside_two_jvms_that_names_none_is_a_third_if_it_says_something);
    tcase_add_test(cases, a_chunk_beside_one_jvm_that_names_none_is_of_that_one);
    tcase_add_test(cases, what_all_jvms_say_alike_is_told_of_all);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
