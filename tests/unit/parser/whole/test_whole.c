/* Whether a chunk is whole: what is wrong with its events is found, by the quick way over those of
 * small type ids as by the other. */
#include "parser/whole/whole.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <string.h>

enum { SMALL = 500, NO_LONGER_SMALL = 1 << 14 }; /* type ids; in three bytes from there on */

#define SECOND INT64_C(1000000000)

static uint64_t found[WHOLE_KINDS];

static void count(void *context, const struct whole_problem *problem) {
    (void)context;
    found[problem->kind] += problem->count;
}

static struct whole_counts check(const struct recording *r) {
    struct opened o;
    struct whole_counts counts = {0};
    struct whole *whole = whole_open();
    open_first(&o, r);
    whole_check(whole, &o.chunk, &counts, count, NULL);
    whole_close(whole);
    opened_close(&o);
    return counts;
}

static void timed_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    type_end(r);
}

static void event_at(struct recording *r, uint64_t type, int64_t ticks) {
    event_begin(r, type);
    put_long(r, ticks);
    event_end(r);
}

START_TEST(an_event_behind_the_chunk_is_found_beside_one_whose_type_id_is_not_small) {
    struct chunk_head head = usual_head;
    head.start_ticks = INT64_C(1) << 50;
    struct recording r = {0};
    chunk_begin(&r, &head);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    timed_type(&r, SMALL, "Small");
    timed_type(&r, NO_LONGER_SMALL, "Other");
    metadata_end(&r);
    checkpoint_begin(&r, 0);
    checkpoint_end(&r);
    event_at(&r, NO_LONGER_SMALL, head.start_ticks);
    event_at(&r, SMALL, head.start_ticks);
    event_at(&r, SMALL, head.start_ticks + 100 * SECOND);
    for (int i = 0; i < 20; i++) event_at(&r, SMALL, head.start_ticks);
    chunk_end(&r);
    struct whole_counts counts = check(&r);
    ck_assert_uint_eq(counts.events, 23);
    ck_assert_uint_eq(counts.problems, 1);
    ck_assert_uint_eq(found[WHOLE_TIMES], 1);
    recording_free(&r);
}
END_TEST

/* Twice as long as its chunk, and a minute; as an event of a small type and of another. */
START_TEST(an_event_begins_within_what_its_chunk_may_have_taken) {
    static const int64_t most = INT64_MAX, late = INT64_C(9000000000000000000);
    const struct {
        int64_t start, duration, ticks;
        bool fine;
    } cases[] = {
        {1000, 10 * SECOND, 1000 + 80 * SECOND, true},
        {1000, 10 * SECOND, 1001 + 80 * SECOND, false},
        {1000, 10 * SECOND, 0, true},
        {1000, 10 * SECOND, -1, false},
        {0, 10 * SECOND, 80 * SECOND, true},
        {0, 10 * SECOND, 1 + 80 * SECOND, false},
        {0, 10 * SECOND, -1, false},
        {-5, 10 * SECOND, 100 * SECOND, true},
        {-5, 10 * SECOND, -1, true},
        {1000, 1, 1002 + 60 * SECOND, true},
        {1000, 1, 1003 + 60 * SECOND, false},
        {1000, 0, 1000 * SECOND, true}, /* how long it is, is not known */
        {1000, 0, -1, false},
        {late, 10 * SECOND, most, true}, /* the sum would be no number */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int small = 0; small < 2; small++) {
            struct chunk_head head = usual_head;
            struct recording r = {0};
            head.start_ticks = cases[i].start;
            head.duration_ns = cases[i].duration;
            chunk_begin(&r, &head);
            metadata_begin(&r);
            jvm_primitive_types(&r);
            timed_type(&r, SMALL, "Small");
            timed_type(&r, NO_LONGER_SMALL, "Other");
            metadata_end(&r);
            checkpoint_begin(&r, 0);
            checkpoint_end(&r);
            event_at(&r, small ? SMALL : NO_LONGER_SMALL, cases[i].ticks);
            chunk_end(&r);
            found[WHOLE_TIMES] = 0;
            check(&r);
            ck_assert_msg(found[WHOLE_TIMES] == !cases[i].fine, "%zu, %d", i, small);
            recording_free(&r);
        }
    }
}
END_TEST

/* With nothing behind it, and with another event behind it. */
START_TEST(an_event_that_lacks_its_last_number_is_found_wherever_it_stands) {
    for (int fields = 1; fields <= 12; fields++)
        for (int behind = 0; behind < 2; behind++) {
            struct recording r = {0};
            chunk_begin(&r, NULL);
            metadata_begin(&r);
            jvm_primitive_types(&r);
            type_begin(&r, SMALL, "Small", "jdk.jfr.Event");
            for (int i = 0; i < fields; i++)
                field(&r, (char[]){(char)('a' + i), 0}, TYPE_LONG, FIELD_PLAIN);
            type_end(&r);
            metadata_end(&r);
            checkpoint_begin(&r, 0);
            checkpoint_end(&r);
            for (int lacks = 0; lacks < 2; lacks++)
                for (int n = 0; n < 1 + (lacks ? 0 : behind); n++) {
                    event_begin(&r, SMALL);
                    for (int i = lacks; i < fields; i++) put_long(&r, 5);
                    event_end(&r);
                }
            for (int i = 0; i < 20 * behind; i++) {
                event_begin(&r, SMALL);
                for (int k = 0; k < fields; k++) put_long(&r, 300);
                event_end(&r);
            }
            chunk_end(&r);
            memset(found, 0, sizeof found);
            struct whole_counts counts = check(&r);
            ck_assert_uint_eq(counts.events, behind ? 23 : 2);
            ck_assert_msg(counts.problems == 1, "%d fields, %d behind: %d problems", fields, behind,
                          (int)counts.problems);
            recording_free(&r);
        }
}
END_TEST

/* Of classes so many keys are wanted that no constant has, and so many in all. */
static void expect_missing(uint64_t type, const char *name, unsigned missing, unsigned wanted,
                           bool damaged) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, type, name, NULL);
    field(&r, "size", TYPE_LONG, FIELD_PLAIN);
    type_end(&r);
    type_begin(&r, SMALL, "Small", "jdk.jfr.Event");
    field(&r, "of", type, FIELD_POOLED);
    type_end(&r);
    metadata_end(&r);
    checkpoint_begin(&r, 1);
    pool_begin(&r, type, wanted - missing);
    for (unsigned i = missing + 1; i <= wanted; i++) {
        put_long(&r, i);
        put_long(&r, 9);
    }
    checkpoint_end(&r);
    for (unsigned i = 0; i <= wanted; i++) { /* 0 is no key */
        event_begin(&r, SMALL);
        put_long(&r, i);
        event_end(&r);
    }
    chunk_end(&r);
    memset(found, 0, sizeof found);
    struct whole_counts counts = check(&r);
    ck_assert_uint_eq(counts.missing, missing);
    ck_assert_msg(found[WHOLE_MISSING] == (damaged ? missing : 0), "%u of %u: %d problems", missing,
                  wanted, (int)found[WHOLE_MISSING]);
    ck_assert_uint_eq(counts.problems, found[WHOLE_MISSING]);
    recording_free(&r);
}

START_TEST(constants_are_missed_where_more_than_eight_and_a_twentieth_are) {
    expect_missing(600, "app.Class", 8, 8, false);
    expect_missing(600, "app.Class", 9, 9, true);
    expect_missing(600, "app.Class", 9, 179, true);
    expect_missing(600, "app.Class", 9, 180, false);
    expect_missing(600, "app.Class", 10, 199, true);
    expect_missing(600, "app.Class", 10, 200, false);
    expect_missing(600, "java.lang.Thread", 100, 100, false); /* those that ended */
}
END_TEST

/* Between two checkpoints of the chain. A writer fills gaps with those that have no constants. */
START_TEST(a_checkpoint_that_the_chain_leaves_out_is_missed_only_if_it_has_constants) {
    for (unsigned constants = 0; constants < 2; constants++) {
        struct recording r = {0};
        chunk_begin(&r, NULL);
        metadata_begin(&r);
        jvm_primitive_types(&r);
        type_begin(&r, 600, "app.Class", NULL);
        field(&r, "size", TYPE_LONG, FIELD_PLAIN);
        type_end(&r);
        metadata_end(&r);
        checkpoint_begin(&r, 0);
        size_t first = checkpoint_end(&r);
        checkpoint_begin_with(&r, 0, 0, 1);
        pool_begin(&r, 600, constants);
        for (unsigned i = 0; i < constants; i++) {
            put_long(&r, 1);
            put_long(&r, 9);
        }
        size_t left_out = checkpoint_end(&r);
        r.last_checkpoint = first;
        checkpoint_begin(&r, 0);
        checkpoint_end(&r);
        chunk_end(&r);
        memset(found, 0, sizeof found);
        struct whole_counts counts = check(&r);
        ck_assert_uint_ne(first, left_out);
        ck_assert_uint_eq(counts.checkpoints, 3);
        ck_assert_uint_eq(counts.problems, constants);
        ck_assert_uint_eq(found[WHOLE_CHAIN], constants);
        recording_free(&r);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("whole");
    TCase *all = tcase_create("whole");
    tcase_add_test(all, an_event_begins_within_what_its_chunk_may_have_taken);
    tcase_add_test(all, an_event_behind_the_chunk_is_found_beside_one_whose_type_id_is_not_small);
    tcase_add_test(all, an_event_that_lacks_its_last_number_is_found_wherever_it_stands);
    tcase_add_test(all, constants_are_missed_where_more_than_eight_and_a_twentieth_are);
    tcase_add_test(all, a_checkpoint_that_the_chain_leaves_out_is_missed_only_if_it_has_constants);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
