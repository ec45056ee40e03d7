/* Constant pools: where each constant lies, whatever surrounds it; and how much of a broken pool is
 * kept. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINT = 500, STRANGE, EMPTY, HUGE_0, UNKNOWN = 999 };

struct pooled {
    struct recording r;
    struct opened o;
    struct jfr_constants *constants;
};

static void begin(struct pooled *p, uint16_t flags) {
    struct chunk_head head = usual_head;
    head.flags = flags;
    *p = (struct pooled){0};
    chunk_begin(&p->r, &head);
    metadata_begin(&p->r);
    jvm_primitive_types(&p->r);
    type_begin(&p->r, POINT, "Point", NULL);
    field(&p->r, "x", TYPE_INT, FIELD_PLAIN);
    field(&p->r, "y", TYPE_INT, FIELD_PLAIN);
    type_end(&p->r);
    type_begin(&p->r, STRANGE, "Strange", NULL);
    field(&p->r, "what", UNKNOWN, FIELD_PLAIN);
    type_end(&p->r);
    type_begin(&p->r, EMPTY, "Empty", NULL);
    type_end(&p->r);
    metadata_end(&p->r);
}

/* Reads all checkpoints, in file order. */
static void add_all(struct pooled *p) {
    struct jfr_cursor *cursor = jfr_cursor_open(&p->o.chunk, p->o.metadata, &p->o.log);
    struct jfr_event event;
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    while (jfr_cursor_next(cursor, &event)) jfr_constants_add(p->constants, &event, &p->o.log);
    jfr_cursor_close(cursor);
}

static void open_pools(struct pooled *p) {
    chunk_end(&p->r);
    open_first(&p->o, &p->r);
    p->constants = jfr_constants_open(&p->o.chunk, p->o.metadata);
}

static void end(struct pooled *p) {
    open_pools(p);
    add_all(p);
}

static void done(struct pooled *p) {
    jfr_constants_close(p->constants);
    opened_close(&p->o);
    recording_free(&p->r);
}

static void put_point(struct recording *r, uint64_t key, int x, int y) {
    put_long(r, (int64_t)key);
    put_int(r, x);
    put_int(r, y);
}

static const uint8_t *find(struct pooled *p, const char *type, uint64_t key) {
    return jfr_constant_find(p->constants, jfr_type_by_name(p->o.metadata, type), key);
}

static uint64_t count(struct pooled *p, const char *type) {
    return jfr_constants_count(p->constants, jfr_type_by_name(p->o.metadata, type));
}

static void expect_point(struct pooled *p, uint64_t key, int x) {
    const uint8_t *at = find(p, "Point", key);
    ck_assert_ptr_ne(at, NULL);
    ck_assert_int_eq(at[0], x); /* of one byte, in compressed chunks */
}

static void expect_text(struct pooled *p, uint64_t key, const char *expected) {
    char text[32];
    const uint8_t *at = find(p, "java.lang.String", key);
    ck_assert_int_ge(jfr_string_at(p->constants, p->o.metadata, &p->o.chunk, at,
                                   p->o.chunk.data + p->o.chunk.size, text, sizeof text),
                     0);
    ck_assert_str_eq(text, expected);
}

static void expect_note(struct pooled *p, const char *words) {
    ck_assert_msg(opened_noted(&p->o, words), "expected \"%s\" in: %s", words,
                  text_str(&p->o.notes));
}

/* ==== Good pools ============================================================================ */

START_TEST(constants_of_several_pools_and_checkpoints_are_found) {
    for (uint16_t flags = 0; flags < 2; flags++) {
        struct pooled p;
        begin(&p, flags);
        checkpoint_begin(&p.r, 2);
        pool_begin(&p.r, TYPE_STRING, 2);
        put_long(&p.r, 1), put_utf8(&p.r, "one");
        put_long(&p.r, 2), put_latin1(&p.r, "two");
        pool_begin(&p.r, POINT, 1);
        put_point(&p.r, 1, 5, 6);
        checkpoint_end(&p.r);
        checkpoint_begin(&p.r, 3);
        pool_begin(&p.r, TYPE_LONG, 1); /* numbers may be constants too */
        put_long(&p.r, 1), put_long(&p.r, -1);
        pool_begin(&p.r, EMPTY, 3); /* and so may be nothing */
        put_long(&p.r, 1), put_long(&p.r, 2), put_long(&p.r, 3);
        pool_begin(&p.r, TYPE_STRING, 1);
        put_long(&p.r, 3), put_utf8(&p.r, "three");
        checkpoint_end(&p.r);
        end(&p);
        ck_assert_str_eq(text_str(&p.o.notes), "");
        expect_text(&p, 1, "one");
        expect_text(&p, 2, "two");
        expect_text(&p, 3, "three");
        ck_assert_ptr_ne(find(&p, "Point", 1), NULL);
        ck_assert_ptr_eq(find(&p, "Point", 2), NULL);
        ck_assert_ptr_ne(find(&p, "long", 1), NULL);
        ck_assert_ptr_ne(find(&p, "Empty", 3), NULL);
        ck_assert_ptr_eq(find(&p, "int", 1), NULL);
        ck_assert_uint_eq(count(&p, "java.lang.String"), 3);
        ck_assert_uint_eq(count(&p, "Empty"), 3);
        ck_assert_uint_eq(count(&p, "int"), 0);
        done(&p);
    }
}
END_TEST

START_TEST(of_two_constants_with_one_key_the_later_counts) {
    struct pooled p;
    begin(&p, 1);
    for (int i = 1; i <= 3; i++) {
        checkpoint_begin(&p.r, 1);
        pool_begin(&p.r, POINT, 1);
        put_point(&p.r, 7, i, 0);
        checkpoint_end(&p.r);
    }
    end(&p);
    expect_point(&p, 7, 3);
    ck_assert_uint_eq(count(&p, "Point"), 1);
    done(&p);
}
END_TEST

START_TEST(keys_may_be_zero_and_may_take_all_64_bits) {
    static const uint64_t keys[] = {
        0, 1, UINT64_C(1) << 56, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX - 1};
    struct pooled p;
    begin(&p, 1);
    checkpoint_begin(&p.r, 1);
    pool_begin(&p.r, POINT, 6);
    for (int i = 0; i < 6; i++) put_point(&p.r, keys[i], i, i);
    checkpoint_end(&p.r);
    end(&p);
    for (int i = 0; i < 6; i++) expect_point(&p, keys[i], i);
    done(&p);
}
END_TEST

START_TEST(only_constants_that_were_asked_for_are_kept) {
    struct pooled p;
    begin(&p, 1);
    for (int n = 0; n < 2; n++) {
        checkpoint_begin(&p.r, 2);
        pool_begin(&p.r, POINT, 100);
        for (int i = 0; i < 100; i++) put_point(&p.r, (uint64_t)i, i, n);
        pool_begin(&p.r, TYPE_STRING, 1);
        put_long(&p.r, 1), put_utf8(&p.r, "behind");
        checkpoint_end(&p.r);
    }
    open_pools(&p);
    const struct jfr_type *point = opened_type(&p.o, "Point");
    jfr_constants_ask(p.constants, point, 5);
    jfr_constants_ask(p.constants, point, 1000);
    jfr_constants_ask(p.constants, NULL, 5);
    add_all(&p);
    expect_point(&p, 5, 5);
    ck_assert_int_eq(find(&p, "Point", 5)[1], 1); /* the later one */
    ck_assert_ptr_eq(find(&p, "Point", 6), NULL);
    ck_assert_ptr_eq(find(&p, "Point", 1000), NULL);
    expect_text(&p, 1, "behind");
    done(&p);
}
END_TEST

START_TEST(where_the_checkpoints_before_are_said_to_be_does_not_matter) {
    static const int64_t deltas[] = {0, 5, -1, INT64_MIN, INT64_MAX};
    struct pooled p;
    begin(&p, 1);
    for (int i = 0; i < 5; i++) {
        checkpoint_begin_with(&p.r, deltas[i], (uint8_t)(i * 60), 1);
        pool_begin(&p.r, POINT, 1);
        put_point(&p.r, (uint64_t)i, i, 0);
        checkpoint_end(&p.r);
    }
    end(&p);
    for (int i = 0; i < 5; i++) expect_point(&p, (uint64_t)i, i);
    done(&p);
}
END_TEST

/* ==== Broken pools ========================================================================== */

/* A checkpoint with a good pool, then a broken one; and a good checkpoint behind it. */
static void broken_pool(struct pooled *p, uint64_t type, uint64_t constants) {
    begin(p, 1);
    checkpoint_begin(&p->r, 3);
    pool_begin(&p->r, POINT, 2);
    put_point(&p->r, 1, 11, 0);
    put_point(&p->r, 2, 12, 0);
    put_long(&p->r, (int64_t)type);
    put_varint(&p->r, constants);
    put_bytes(&p->r, "\x21\x22\x23\x24\x25\x26", 6);
    checkpoint_end(&p->r);
    checkpoint_begin(&p->r, 1);
    pool_begin(&p->r, POINT, 1);
    put_point(&p->r, 9, 19, 0);
    checkpoint_end(&p->r);
    end(p);
    expect_point(p, 1, 11);
    expect_point(p, 2, 12);
    expect_point(p, 9, 19);
}

START_TEST(a_pool_of_a_type_nobody_described_costs_the_rest_of_its_checkpoint) {
    struct pooled p;
    broken_pool(&p, UNKNOWN, 1);
    expect_note(&p, "a constant pool is damaged (it is of a type that is not in the metadata): 9 "
                    "bytes of constants were lost");
    done(&p);
}
END_TEST

START_TEST(a_pool_of_a_type_with_strange_fields_costs_the_rest_of_its_checkpoint) {
    struct pooled p;
    broken_pool(&p, STRANGE, 1);
    expect_note(&p, "(its type is not fully described): 9 bytes of constants were lost");
    done(&p);
}
END_TEST

START_TEST(a_pool_that_claims_2_to_the_60_constants_is_refused) {
    struct pooled p;
    broken_pool(&p, POINT, UINT64_C(1) << 60);
    expect_note(&p, "(it claims more constants than it has bytes): ");
    done(&p);
    broken_pool(&p, POINT, UINT64_MAX);
    expect_note(&p, "(it claims more constants than it has bytes): ");
    done(&p);
}
END_TEST

START_TEST(of_a_pool_that_ends_early_what_there_is_is_kept) {
    struct pooled p;
    broken_pool(&p, POINT, 5); /* two and no more fit in the six bytes */
    expect_point(&p, 0x21, 0x22);
    expect_point(&p, 0x24, 0x25);
    expect_note(&p, "lost 0 at ");
    expect_note(&p, "(a constant runs over its end): 0 bytes of constants were lost");
    done(&p);
}
END_TEST

START_TEST(a_checkpoint_with_fewer_pools_than_it_says_loses_nothing_else) {
    struct pooled p;
    begin(&p, 1);
    checkpoint_begin(&p.r, UINT64_C(1) << 60);
    pool_begin(&p.r, POINT, 1);
    put_point(&p.r, 1, 1, 1);
    checkpoint_end(&p.r);
    end(&p);
    expect_point(&p, 1, 1);
    expect_note(&p, "(it ends before its last pool): 0 bytes of constants were lost");
    done(&p);
}
END_TEST

START_TEST(a_checkpoint_cut_in_its_head_has_no_constants) {
    for (size_t len = 0; len < 5; len++) {
        struct pooled p;
        begin(&p, 1);
        event_begin(&p.r, 1);
        put_bytes(&p.r, "\0\0\0\0\1", len);
        checkpoint_end(&p.r);
        end(&p);
        expect_note(&p, "(it ends in its head): ");
        done(&p);
    }
}
END_TEST

START_TEST(pools_without_constants_that_go_on_for_ever_take_no_time) {
    /* Each names a type that cannot be stepped over: that is found out once. */
    struct pooled p = {0};
    chunk_begin(&p.r, NULL);
    metadata_begin(&p.r);
    jvm_primitive_types(&p.r);
    for (uint64_t level = 0; level < 14; level++) {
        type_begin(&p.r, HUGE_0 + level, "Huge", NULL);
        for (int i = 0; i < 100; i++)
            field(&p.r, "f", level == 0 ? TYPE_INT : HUGE_0 + level - 1, FIELD_PLAIN);
        type_end(&p.r);
    }
    metadata_end(&p.r);
    for (int i = 0; i < 200000; i++) {
        checkpoint_begin(&p.r, 1);
        pool_begin(&p.r, HUGE_0 + 13, 0);
        checkpoint_end(&p.r);
    }
    open_pools(&p);
    p.o.log.note = NULL;
    add_all(&p);
    done(&p);
}
END_TEST

START_TEST(many_pools_that_claim_much_and_hold_nothing_take_no_memory) {
    struct pooled p;
    begin(&p, 1);
    checkpoint_begin(&p.r, 1);
    pool_begin(&p.r, TYPE_STRING, 3000000);
    for (int i = 0; i < 3000000; i++) put_u1(&p.r, 0xFF); /* no constant among them */
    checkpoint_end(&p.r);
    end(&p);
    ck_assert_uint_eq(count(&p, "java.lang.String"), 0);
    done(&p);
}
END_TEST

START_TEST(a_checkpoint_with_any_byte_changed_keeps_to_its_bytes) {
    struct pooled p;
    begin(&p, 1);
    static const char *const stacks[] = {"A.leaf B.mid Main.main", "B.leaf:5/2 Main.main ..."};
    recording_free(&p.r);
    jvm_chunk(&p.r, NULL, stacks, 2);
    open_pools(&p);
    for (size_t at = p.r.last_checkpoint; at < p.o.chunk.size; at++) {
        static const uint8_t changes[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
        uint8_t old = p.o.bytes[at];
        for (size_t i = 0; i < sizeof changes; i++) {
            p.o.bytes[at] = changes[i];
            jfr_constants_close(p.constants);
            p.constants = jfr_constants_open(&p.o.chunk, p.o.metadata);
            add_all(&p);
        }
        p.o.bytes[at] = old;
    }
    done(&p);
}
END_TEST

/* ==== Values that lie elsewhere ============================================================= */

START_TEST(a_value_in_an_event_becomes_a_constant_and_its_like_the_same_one) {
    struct pooled p;
    begin(&p, 1);
    checkpoint_begin(&p.r, 1);
    pool_begin(&p.r, POINT, 4);
    put_point(&p.r, 1, 5, 6);
    put_point(&p.r, 2, 5, 7);
    put_point(&p.r, 3, 5, 6);
    put_point(&p.r, 4, 5, 300);
    checkpoint_end(&p.r);
    end(&p);
    const struct jfr_type *point = jfr_type_by_name(p.o.metadata, "Point");
    uint64_t positions[5], keys[5];
    for (uint64_t i = 1; i <= 4; i++) {
        positions[i] = (uint64_t)(find(&p, "Point", i) - p.o.chunk.data);
        keys[i] = jfr_constants_place(p.constants, point, positions[i]);
    }
    ck_assert_uint_ne(keys[1], keys[2]);
    ck_assert_uint_eq(keys[1], keys[3]);
    ck_assert_uint_ne(keys[2], keys[4]);
    for (uint64_t i = 1; i <= 4; i++) {
        uint64_t first = i == 3 ? 1 : i;
        ck_assert_ptr_eq(find(&p, "Point", keys[i]), p.o.chunk.data + positions[first]);
    }
    done(&p);
}
END_TEST

START_TEST(what_cannot_be_a_value_becomes_no_constant) {
    struct pooled p;
    begin(&p, 1);
    end(&p);
    const struct jfr_type *point = jfr_type_by_name(p.o.metadata, "Point");
    ck_assert_uint_eq(jfr_constants_place(p.constants, NULL, 0), 0);
    ck_assert_uint_eq(jfr_constants_place(p.constants, point, p.o.chunk.size), 0);
    ck_assert_ptr_eq(find(&p, "Point", 0), NULL);
    done(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("constants");
    TCase *cases = tcase_create("constants");
    tcase_add_test(cases, constants_of_several_pools_and_checkpoints_are_found);
    tcase_add_test(cases, of_two_constants_with_one_key_the_later_counts);
    tcase_add_test(cases, keys_may_be_zero_and_may_take_all_64_bits);
    tcase_add_test(cases, only_constants_that_were_asked_for_are_kept);
    tcase_add_test(cases, where_the_checkpoints_before_are_said_to_be_does_not_matter);
    tcase_add_test(cases, a_pool_of_a_type_nobody_described_costs_the_rest_of_its_checkpoint);
    tcase_add_test(cases, a_pool_of_a_type_with_strange_fields_costs_the_rest_of_its_checkpoint);
    tcase_add_test(cases, a_pool_that_claims_2_to_the_60_constants_is_refused);
    tcase_add_test(cases, of_a_pool_that_ends_early_what_there_is_is_kept);
    tcase_add_test(cases, a_checkpoint_with_fewer_pools_than_it_says_loses_nothing_else);
    tcase_add_test(cases, a_checkpoint_cut_in_its_head_has_no_constants);
    tcase_add_test(cases, pools_without_constants_that_go_on_for_ever_take_no_time);
    tcase_add_test(cases, many_pools_that_claim_much_and_hold_nothing_take_no_memory);
    tcase_add_test(cases, a_checkpoint_with_any_byte_changed_keeps_to_its_bytes);
    tcase_add_test(cases, a_value_in_an_event_becomes_a_constant_and_its_like_the_same_one);
    tcase_add_test(cases, what_cannot_be_a_value_becomes_no_constant);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
