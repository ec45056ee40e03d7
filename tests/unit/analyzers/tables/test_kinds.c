/* Kinds: the table of event types keeps what its readers rely on. */
#include "analyzers/samples/task.h"
#include "analyzers/tables/kinds.h"
#include "tests/support/suite.h"

#include <string.h>

START_TEST(every_row_is_the_first_of_its_event) {
    for (size_t i = 0; i < KINDS; i++) {
        ck_assert_ptr_nonnull(kinds[i].event);
        ck_assert_ptr_eq(kind_of(kinds[i].event), &kinds[i]);
    }
}
END_TEST

/* The alternatives of a group, or those without --event: 1, 2, 3... */
static void check_ranks(const bool *taken, size_t len) {
    for (size_t rank = 1; rank < len; rank++) ck_assert(taken[rank] <= taken[rank - 1]);
    ck_assert(taken[0]);
}

START_TEST(ranks_of_a_group_have_no_gap) {
    for (int group = KIND_NO_GROUP + 1; group < KIND_GROUPS; group++) {
        bool taken[KINDS] = {false};
        if (kind_short_names[group].events[0]) continue; /* it stands for patterns */
        for (size_t i = 0; i < KINDS; i++) {
            if (kinds[i].group != (enum kind_group)group) continue;
            ck_assert_uint_ge(kinds[i].rank, 1);
            ck_assert_uint_le(kinds[i].rank, LANE_GROUPS);
            taken[kinds[i].rank - 1] = true;
        }
        check_ranks(taken, KINDS);
    }
}
END_TEST

START_TEST(without_event_types_one_is_taken_at_a_time) {
    bool taken[KINDS] = {false};
    for (size_t i = 0; i < KINDS; i++) {
        if (!kinds[i].usual) continue;
        ck_assert_msg(!taken[kinds[i].usual - 1], "%s", kinds[i].event);
        ck_assert_uint_lt(kinds[i].usual, LANE_GROUPS); /* one more is other programs' profiles */
        taken[kinds[i].usual - 1] = true;
    }
    check_ranks(taken, KINDS);
}
END_TEST

START_TEST(a_short_name_names_its_group) {
    ck_assert_int_eq(kind_group_named("alloc"), KIND_ALLOC);
    ck_assert_int_eq(kind_group_named("jdk.ThreadPark"), KIND_NO_GROUP);
    ck_assert_int_eq(kind_group_named("memory"), KIND_ALLOC);
    ck_assert_int_eq(kind_group_named("locks"), KIND_LOCK);
    ck_assert_int_eq(kind_group_named("network"), KIND_SOCKET);
    ck_assert_int_eq(kind_group_named("lockss"), KIND_NO_GROUP);
    ck_assert_int_eq(kind_group_named(""), KIND_NO_GROUP);
    for (int group = KIND_NO_GROUP + 1; group < KIND_GROUPS; group++)
        ck_assert_int_eq(kind_group_named(kind_short_names[group].name), group);
}
END_TEST

START_TEST(a_pattern_names_types_and_needs_no_package_of_the_jdk) {
    static const struct {
        const char *pattern, *event;
        bool matches;
    } cases[] = {
        {"jdk.FileRead", "jdk.FileRead", true},
        {"FileRead", "jdk.FileRead", true},
        {"File*", "jdk.FileRead", true},
        {"jdk.File*", "jdk.FileWrite", true},
        {"jdk.*Read", "jdk.SocketRead", true},
        {"*.Socket????", "jdk.SocketRead", true},
        {"*", "com.acme.Order", true},
        {"*o*e*a*", "jdk.SocketRead", true},
        {"FileRead", "acme.FileRead", false},
        {"File", "jdk.FileRead", false},
        {"fileread", "jdk.FileRead", false},
        {"jdk.File*", "jdk.SocketRead", false},
        {"acme.*", "jdk.acme.Order", false},
        {"", "jdk.", true},
        {"", "jdk.FileRead", false},
        {"*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(kind_matches(cases[i].pattern, cases[i].event) == cases[i].matches, "%s %s",
                      cases[i].pattern, cases[i].event);
}
END_TEST

START_TEST(what_allocations_waits_and_io_are_worth_says_more_than_their_number) {
    static const char *const by_value[] = {"alloc",
                                           "live",
                                           "malloc",
                                           "lock",
                                           "jdk.FileRead",
                                           "File*",
                                           "io",
                                           "socket",
                                           "jdk.SocketWrite",
                                           "jdk.ThreadPark",
                                           "datadog.ObjectSample",
                                           "profiler.Malloc",
                                           "jdk.ObjectAllocationSample"};
    static const char *const by_number[] = {
        "cpu", "wall",  "native",       "exception",           "gc",
        "*",   "jdk.*", "jdk.Nothing*", "jdk.ExecutionSample", "com.acme.Order"};
    for (size_t i = 0; i < sizeof by_value / sizeof *by_value; i++)
        ck_assert_msg(kind_counts_by_value(by_value[i]), "%s", by_value[i]);
    for (size_t i = 0; i < sizeof by_number / sizeof *by_number; i++)
        ck_assert_msg(!kind_counts_by_value(by_number[i]), "%s", by_number[i]);
}
END_TEST

START_TEST(short_names_know_the_events_of_other_writers) {
    static const struct {
        const char *event;
        enum kind_group group;
    } rows[] = {{"datadog.ObjectSample", KIND_ALLOC},  {"datadog.ExceptionSample", KIND_EXCEPTION},
                {"datadog.HeapLiveObject", KIND_LIVE}, {"profiler.LiveObject", KIND_LIVE},
                {"jdk.OldObjectSample", KIND_LIVE},    {"profiler.Malloc", KIND_MALLOC}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_int_eq(kind_of(rows[i].event)->group, rows[i].group);
}
END_TEST

START_TEST(an_event_without_a_row_is_worth_its_duration) {
    const struct kind *kind = kind_of("com.acme.Order");
    ck_assert_ptr_null(kind->event);
    ck_assert_int_eq(kind->group, KIND_NO_GROUP);
    ck_assert_int_eq(kind->unit, PROFILE_NS);
    ck_assert_str_eq(kind->value, "duration");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kinds");
    TCase *cases = tcase_create("kinds");
    tcase_add_test(cases, what_allocations_waits_and_io_are_worth_says_more_than_their_number);
    tcase_add_test(cases, short_names_know_the_events_of_other_writers);
    tcase_add_test(cases, every_row_is_the_first_of_its_event);
    tcase_add_test(cases, ranks_of_a_group_have_no_gap);
    tcase_add_test(cases, without_event_types_one_is_taken_at_a_time);
    tcase_add_test(cases, a_short_name_names_its_group);
    tcase_add_test(cases, a_pattern_names_types_and_needs_no_package_of_the_jdk);
    tcase_add_test(cases, an_event_without_a_row_is_worth_its_duration);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
