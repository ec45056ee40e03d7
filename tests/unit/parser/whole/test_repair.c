/* What is saved of chunks: it is the same whatever was written before, in both encodings. */
#include "parser/whole/repair.h"
#include "parser/whole/written.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <string.h>

static void make(struct recording *r, unsigned flags) {
    static const char *const stacks[] = {"A.leaf A.main", "B.leaf:3 A.main"};
    struct chunk_head head = usual_head;
    head.flags = (uint16_t)flags;
    jvm_chunk(r, &head, stacks, 2);
}

static void save(const struct recording *r, struct text *out, struct repair_counts *counts) {
    struct opened o;
    const char *why = "";
    struct repair *repair = repair_open();
    open_bytes(&o, r->out.data, r->out.len);
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert_msg(repair_chunk(repair, &o.chunk, out, counts, &why), "%s", why);
    opened_close(&o);
    repair_close(repair);
}

START_TEST(a_chunk_is_saved_as_the_same_bytes_behind_whatever_there_is) {
    struct recording r = {0};
    struct text alone = {0}, behind = {0};
    struct repair_counts counts = {0};
    const char *why;
    make(&r, (unsigned)_i);
    save(&r, &alone, &counts);
    ck_assert_uint_eq(counts.chunks, 1);
    ck_assert_uint_eq(counts.events, 2);
    ck_assert_uint_eq(counts.bad_events + counts.lost_bytes + counts.lent, 0);
    uint64_t constants = counts.constants;
    ck_assert_uint_gt(constants, 0);
    text_add_bytes(&behind, "some bytes", 10);
    save(&r, &behind, &counts);
    save(&r, &behind, &counts);
    ck_assert_uint_eq(counts.chunks, 3);
    ck_assert_uint_eq(counts.constants, 3 * constants);
    ck_assert_uint_eq(behind.len, 10 + 2 * alone.len);
    ck_assert(memcmp(behind.data + 10, alone.data, alone.len) == 0);
    ck_assert(memcmp(behind.data + 10 + alone.len, alone.data, alone.len) == 0);
    ck_assert(written_is_read(alone.data, alone.len, NULL, &why));
    text_free(&alone);
    text_free(&behind);
    recording_free(&r);
}
END_TEST

/* Of a type that nothing describes, or that is none of events: the first of its number counts. */
START_TEST(what_is_no_event_is_left_out) {
    enum { TWICE = 700 };
    static const uint64_t types[] = {99999, TYPE_CLASS, TWICE};
    struct recording r = {0};
    struct text out = {0};
    struct repair_counts counts = {0};
    const char *why;
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    jvm_profile_types(&r);
    for (int event = 0; event < 2; event++) {
        type_begin(&r, TWICE, event ? "app.Event" : "app.None", event ? "jdk.jfr.Event" : NULL);
        field(&r, "a", TYPE_LONG, FIELD_PLAIN);
        field(&r, "b", TYPE_LONG, FIELD_PLAIN);
        field(&r, "c", TYPE_LONG, FIELD_PLAIN);
        type_end(&r);
    }
    metadata_end(&r);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        event_begin(&r, types[i]);
        put_long(&r, 1), put_long(&r, 2), put_long(&r, 3);
        event_end(&r);
    }
    jvm_sample(&r, 5000, jvm_thread(&jvm, "main"), jvm_stack(&jvm, "A.leaf A.main"));
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    save(&r, &out, &counts);
    ck_assert_uint_eq(counts.events, 1);
    ck_assert_uint_eq(counts.bad_events, sizeof types / sizeof *types);
    ck_assert(written_is_read(out.data, out.len, NULL, &why));
    jvm_free(&jvm);
    text_free(&out);
    recording_free(&r);
}
END_TEST

/* An event that is cut is dropped, and what cannot be saved adds nothing. */
START_TEST(what_cannot_be_saved_adds_nothing) {
    struct recording r = {0};
    struct text out = {0};
    struct repair_counts counts = {0};
    struct opened o;
    const char *why = NULL;
    struct repair *repair = repair_open();
    chunk_begin(&r, &usual_head);
    checkpoint_begin(&r, 0);
    checkpoint_end(&r);
    chunk_end(&r); /* no metadata */
    text_add(&out, "before");
    open_bytes(&o, r.out.data, r.out.len);
    ck_assert_int_ne(open_next(&o), 0);
    ck_assert(!repair_learn(repair, &o.chunk));
    ck_assert(!repair_chunk(repair, &o.chunk, &out, &counts, &why));
    ck_assert_str_eq(text_str(&out), "before");
    ck_assert_ptr_nonnull(why);
    ck_assert_uint_eq(counts.chunks, 0);
    opened_close(&o);
    repair_close(repair);
    text_free(&out);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("repair");
    TCase *cases = tcase_create("repair");
    tcase_add_loop_test(cases, a_chunk_is_saved_as_the_same_bytes_behind_whatever_there_is, 0, 2);
    tcase_add_test(cases, what_is_no_event_is_left_out);
    tcase_add_test(cases, what_cannot_be_saved_adds_nothing);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
