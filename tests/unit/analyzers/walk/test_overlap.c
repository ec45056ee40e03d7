/* Profiles beside what they were made of: which of them count. */
#include "analyzers/walk/overlap.h"
#include "parser/document/protobuf.h"
#include "parser/input/segment.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct seen seen;
static struct overlap overlap;
static struct text told;

static void setup(void) {
    seen = (struct seen){0};
    overlap = (struct overlap){0};
    told = (struct text){0};
}

static void teardown(void) {
    seen_free(&seen);
    text_free(&told);
}

/* Chunk n is one byte of that value. */
static struct jfr_chunk chunk(const uint8_t *n) {
    return (struct jfr_chunk){.data = n, .size = 1};
}

static bool reads(uint8_t n) {
    const struct jfr_chunk own = chunk(&n);
    return overlap_chunk(&seen, &own);
}

static void add_comment(struct text *strings, struct text *rest, uint64_t *count,
                        const char *comment) {
    proto_add_bytes(strings, 6, comment, strlen(comment));
    proto_add_number(rest, 13, (*count)++);
}

/* A profile in pprof's format: made of these chunks, of this event, with this option. */
static bool waits(const char *name, const char *chunks, const char *event, const char *option) {
    struct text out = {0}, rest = {0}, comment = {0};
    uint64_t count = 1;
    proto_add_bytes(&out, 1, "\x08\x01", 2);
    proto_add_bytes(&out, 6, "", 0);
    add_comment(&out, &rest, &count, "jfrtool:version=1");
    text_addf(&comment, "jfrtool:event=%s 17", event);
    add_comment(&out, &rest, &count, text_str(&comment));
    for (const char *c = chunks; *c; c++) {
        uint8_t n = (uint8_t)*c;
        const struct jfr_chunk own = chunk(&n);
        text_clear(&comment);
        made_add_comment(made_chunk_id(&own), &comment);
        add_comment(&out, &rest, &count, text_str(&comment));
    }
    text_clear(&comment);
    text_addf(&comment, "jfrtool:option=%s", option);
    if (*option) add_comment(&out, &rest, &count, text_str(&comment));
    text_add_bytes(&out, rest.data, rest.len);
    text_free(&rest);
    text_free(&comment);
    struct jfr_segment segment = segment_of_memory((uint8_t *)out.data, out.len, name);
    bool waiting = overlap_wait(&overlap, &segment);
    jfr_segment_release(&segment);
    return waiting;
}

static void take(void *context, const struct jfr_segment *segment, enum overlap_is is, size_t part,
                 size_t chunks) {
    static const char *const names[] = {"none", "part", "other", "all"};
    (void)context;
    text_addf(&told, "%s %s %zu/%zu; ", segment->name, names[is], part, chunks);
    jfr_segment_release(segment);
}

static void check_settled(const char *wanted) {
    overlap_settle(&overlap, &seen, take, NULL);
    ck_assert_str_eq(text_str(&told), wanted);
    text_clear(&told);
}

START_TEST(a_profile_of_chunks_that_are_read_is_left_out) {
    ck_assert(!reads('a'));
    ck_assert(!reads('b'));
    ck_assert(waits("p", "ab", "X", ""));
    check_settled("p all 2/2; ");
}
END_TEST

START_TEST(it_may_come_first) {
    ck_assert(waits("p", "ab", "X", ""));
    reads('a');
    reads('b');
    check_settled("p all 2/2; ");
}
END_TEST

START_TEST(of_some_of_them_it_counts_and_is_told) {
    reads('a');
    waits("p", "abc", "X", "");
    waits("q", "de", "X", "");
    check_settled("p part 1/3; q none 0/2; ");
}
END_TEST

START_TEST(of_two_profiles_the_one_that_has_more_counts) {
    waits("small", "ab", "X", "");
    waits("large", "abc", "X", "");
    waits("across", "cd", "X", "");
    check_settled("small all 2/2; large none 0/3; across part 1/2; ");
}
END_TEST

START_TEST(of_equal_ones_the_first_counts) {
    waits("p", "ab", "X", "");
    waits("q", "ba", "X", "");
    check_settled("p none 0/2; q all 2/2; ");
}
END_TEST

START_TEST(profiles_of_other_events_are_something_else) {
    waits("p", "ab", "X", "");
    waits("q", "ab", "Y", "");
    check_settled("p none 0/2; q none 0/2; ");
}
END_TEST

START_TEST(what_left_something_out_is_in_what_did_not) {
    waits("part", "ab", "X", "--thread main");
    waits("whole", "ab", "X", "");
    check_settled("part all 2/2; whole none 0/2; ");
}
END_TEST

START_TEST(two_that_left_out_other_things_count_both) {
    waits("p", "ab", "X", "--thread a");
    waits("q", "ab", "X", "--thread b");
    waits("r", "ab", "X", "--thread a");
    check_settled("p none 0/2; q other 2/2; r all 2/2; ");
}
END_TEST

START_TEST(a_chunk_behind_a_profile_that_counts_is_told) {
    waits("p", "ab", "X", "");
    check_settled("p none 0/2; ");
    ck_assert(reads('a'));
    ck_assert(!reads('c'));
}
END_TEST

START_TEST(who_says_nothing_of_chunks_does_not_wait) {
    ck_assert(!waits("p", "", "X", ""));
    ck_assert_uint_eq(overlap.waiting.len, 0);
    check_settled("");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("overlap");
    TCase *c = tcase_create("overlap");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_profile_of_chunks_that_are_read_is_left_out);
    tcase_add_test(c, it_may_come_first);
    tcase_add_test(c, of_some_of_them_it_counts_and_is_told);
    tcase_add_test(c, of_two_profiles_the_one_that_has_more_counts);
    tcase_add_test(c, of_equal_ones_the_first_counts);
    tcase_add_test(c, profiles_of_other_events_are_something_else);
    tcase_add_test(c, what_left_something_out_is_in_what_did_not);
    tcase_add_test(c, two_that_left_out_other_things_count_both);
    tcase_add_test(c, a_chunk_behind_a_profile_that_counts_is_told);
    tcase_add_test(c, who_says_nothing_of_chunks_does_not_wait);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
