/* Paths of plans: through structs that lie in the event, and on through constants. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, SPACE, SYMBOL, CLASS, LOADER, COUNTER };

struct pathed {
    struct recording r;
    struct opened o;
    struct jfr_constants *constants;
    struct jfr_event event;
    struct jfr_plan *plan;
};

static void types(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, SYMBOL, "jdk.types.Symbol", NULL);
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, COUNTER, "Counter", NULL);
    field(r, "value", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, LOADER, "Loader", NULL);
    field(r, "name", SYMBOL, FIELD_POOLED);
    field(r, "id", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, CLASS, "java.lang.Class", NULL);
    field(r, "loader", LOADER, FIELD_POOLED);
    field(r, "name", SYMBOL, FIELD_POOLED);
    field(r, "lines", TYPE_INT, FIELD_ARRAY);
    type_end(r);
    type_begin(r, SPACE, "Space", NULL);
    field(r, "start", TYPE_LONG, FIELD_PLAIN);
    field(r, "class", CLASS, FIELD_POOLED);
    field(r, "size", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, EVENT, "Event", "jdk.jfr.Event");
    field(r, "first", TYPE_INT, FIELD_PLAIN);
    field(r, "space", SPACE, FIELD_PLAIN);
    field(r, "class", CLASS, FIELD_POOLED);
    field(r, "other", SPACE, FIELD_PLAIN);
    field(r, "spaces", SPACE, FIELD_ARRAY);
    field(r, "counter", COUNTER, FIELD_POOLED);
    field(r, "nobody", CLASS, FIELD_POOLED);
    field(r, "text", TYPE_STRING, FIELD_PLAIN);
    field(r, "pooledText", TYPE_STRING, FIELD_POOLED);
    field(r, "last", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    metadata_end(r);
}

static void put_space(struct recording *r, int64_t start, int64_t class_key, int64_t size) {
    put_long(r, start), put_long(r, class_key), put_long(r, size);
}

static void begin(struct pathed *p, uint16_t flags) {
    struct recording *r = &p->r;
    struct chunk_head head = usual_head;
    head.flags = flags;
    *p = (struct pathed){0};
    chunk_begin(r, &head);
    types(r);
    event_begin(r, EVENT);
    put_int(r, 5);
    put_space(r, 10, 1, 30);
    put_long(r, 1);
    put_space(r, 100, 2, 300);
    put_int(r, 1), put_space(r, 7, 7, 7);
    put_long(r, 4);
    put_long(r, 99);
    put_null(r);
    put_long(r, 1);
    put_utf8(r, "the end");
    event_end(r);
    checkpoint_begin(r, 5);
    pool_begin(r, SYMBOL, 3);
    put_long(r, 1), put_utf8(r, "a/B");
    put_long(r, 2), put_string_key(r, 1);
    put_long(r, 3), put_utf8(r, "app");
    pool_begin(r, TYPE_STRING, 1);
    put_long(r, 1), put_utf8(r, "pooled");
    pool_begin(r, LOADER, 1);
    put_long(r, 8), put_long(r, 3), put_int(r, -6);
    pool_begin(r, CLASS, 2);
    put_long(r, 1), put_long(r, 8), put_long(r, 1), put_int(r, 2), put_int(r, 4), put_int(r, 5);
    put_long(r, 2), put_long(r, 77), put_long(r, 2), put_int(r, 0);
    pool_begin(r, COUNTER, 1);
    put_long(r, 4), put_long(r, 44);
    checkpoint_end(r);
    chunk_end(r);
    open_first(&p->o, r);
    p->constants = jfr_constants_open(&p->o.chunk, p->o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&p->o.chunk, p->o.metadata, NULL);
    struct jfr_event event;
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, EVENT);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == EVENT) p->event = event;
        else jfr_constants_add(p->constants, &event, &p->o.log);
    }
    jfr_cursor_close(cursor);
    ck_assert_str_eq(text_str(&p->o.notes), "");
}

/* Reads the event by a plan of these paths, which stays until the next one. */
static void read_paths(struct pathed *p, const char *const *paths, size_t count, uint64_t *values) {
    const uint8_t *at = p->event.payload;
    jfr_plan_free(p->plan);
    p->plan = jfr_plan_compile(&p->o.chunk, jfr_type_by_id(p->o.metadata, EVENT), paths, count,
                               &p->o.error);
    ck_assert_ptr_ne(p->plan, NULL);
    ck_assert(jfr_plan_read(p->plan, p->o.chunk.data, &at, p->event.end, values));
}

static void done(struct pathed *p) {
    jfr_plan_free(p->plan);
    jfr_constants_close(p->constants);
    opened_close(&p->o);
    recording_free(&p->r);
}

#define READ(p, values, ...)                          \
    read_paths(p, (const char *const[]){__VA_ARGS__}, \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), values)

static void check_text(struct pathed *p, uint64_t position, const char *expected) {
    char text[32];
    const uint8_t *base = p->o.chunk.data;
    ck_assert_uint_ne(position, 0);
    jfr_string_at(NULL, NULL, &p->o.chunk, base + position, base + p->o.chunk.size, text,
                  sizeof text);
    ck_assert_str_eq(text, expected);
}

START_TEST(a_path_leads_into_structs_that_lie_in_the_event) {
    for (uint16_t flags = 0; flags < 2; flags++) {
        struct pathed p;
        uint64_t values[4];
        begin(&p, flags);
        READ(&p, values, "other.size", "space.start", "first", "space.size");
        ck_assert_uint_eq(values[0], 300);
        ck_assert_uint_eq(values[1], 10);
        ck_assert_uint_eq(values[2], 5);
        ck_assert_uint_eq(values[3], 30);
        ck_assert_int_eq(jfr_plan_slot(p.plan, 0), JFR_SLOT_INTEGER);
        ck_assert_str_eq(jfr_plan_field(p.plan, 0)->name, "size");
        done(&p);
    }
}
END_TEST

START_TEST(a_struct_and_what_is_in_it_can_be_asked_for_together) {
    struct pathed p;
    uint64_t values[3];
    begin(&p, 1);
    READ(&p, values, "space.size", "space", "class");
    ck_assert_uint_eq(values[0], 30);
    ck_assert_uint_eq(p.o.chunk.data[values[1]], 10); /* its first byte */
    ck_assert_uint_eq(values[2], 1);
    ck_assert_int_eq(jfr_plan_slot(p.plan, 1), JFR_SLOT_STRUCT);
    ck_assert(!jfr_plan_field(p.plan, 1)->pooled && jfr_plan_field(p.plan, 2)->pooled);
    done(&p);
}
END_TEST

START_TEST(a_field_that_is_asked_for_several_times_arrives_in_each_slot) {
    struct pathed p;
    uint64_t values[5];
    begin(&p, 0);
    READ(&p, values, "first", "class", "first", "class", "first");
    ck_assert_uint_eq(values[0], 5);
    ck_assert_uint_eq(values[1], 1);
    ck_assert_uint_eq(values[2], 5);
    ck_assert_uint_eq(values[3], 1);
    ck_assert_uint_eq(values[4], 5);
    done(&p);
}
END_TEST

START_TEST(what_lies_in_a_pool_is_read_as_its_key_and_resolved_later) {
    struct pathed p;
    uint64_t values[6];
    begin(&p, 1);
    READ(&p, values, "class", "class.name", "class.loader.id", "class.loader.name", "counter",
         "pooledText");
    for (size_t i = 0; i < 4; i++) ck_assert_uint_eq(values[i], 1);
    ck_assert_uint_eq(values[4], 4);
    jfr_plan_resolve(p.plan, p.constants, values);
    ck_assert_uint_eq(values[0], 1); /* a struct stays its key */
    check_text(&p, values[1], "a/B");
    ck_assert_int_eq((int64_t)values[2], -6);
    check_text(&p, values[3], "app");
    ck_assert_uint_eq(values[4], 44);
    check_text(&p, values[5], "pooled");
    ck_assert_int_eq(jfr_plan_slot(p.plan, 0), JFR_SLOT_STRUCT);
    ck_assert_int_eq(jfr_plan_slot(p.plan, 1), JFR_SLOT_TEXT);
    ck_assert_int_eq(jfr_plan_slot(p.plan, 2), JFR_SLOT_INTEGER);
    ck_assert_str_eq(jfr_plan_field(p.plan, 3)->name, "name");
    done(&p);
}
END_TEST

START_TEST(a_path_goes_on_from_a_struct_in_the_event_into_the_pools) {
    struct pathed p;
    uint64_t values[3];
    begin(&p, 1);
    READ(&p, values, "other.class.name", "space.class.lines", "space.class.loader");
    jfr_plan_resolve(p.plan, p.constants, values);
    check_text(&p, values[0], "pooled"); /* its symbol refers to a String */
    ck_assert_int_eq(jfr_plan_slot(p.plan, 1), JFR_SLOT_ARRAY);
    const uint8_t *at = p.o.chunk.data + values[1];
    uint64_t count;
    ck_assert(jfr_plan_count(&p.o.chunk, &at, at + 3, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(values[2], 8); /* the loader's key */
    done(&p);
}
END_TEST

START_TEST(a_dot_behind_a_path_leaves_a_struct_of_one_field_a_struct) {
    struct pathed p;
    uint64_t values[3];
    begin(&p, 1);
    READ(&p, values, "counter.", "counter", "none.|class.name.");
    for (size_t i = 0; i < 3; i++) jfr_plan_resolve_one(p.plan, p.constants, i, &values[i]);
    ck_assert_uint_eq(values[0], 4); /* the key */
    ck_assert_uint_eq(values[1], 44);
    ck_assert_uint_eq(values[2], 1); /* the symbol's key */
    done(&p);
}
END_TEST

START_TEST(positions_are_told_from_keys_and_numbers) {
    static const bool expected[] = {true, false, false, false, true, true, false};
    struct pathed p;
    uint64_t values[7];
    begin(&p, 1);
    READ(&p, values, "space", "class", "class.name", "first", "text", "spaces", "pooledText");
    for (size_t i = 0; i < 7; i++) ck_assert_int_eq(jfr_plan_is_position(p.plan, i), expected[i]);
    done(&p);
}
END_TEST

START_TEST(what_is_null_or_not_in_its_pool_resolves_to_nothing) {
    struct pathed p;
    uint64_t values[4];
    begin(&p, 1);
    READ(&p, values, "nobody.name", "text", "other.class.loader.id", "nobody");
    for (size_t i = 0; i < 4; i++) {
        ck_assert(!jfr_plan_resolve_one(p.plan, p.constants, i, &values[i]));
        ck_assert_uint_eq(values[i], 0);
    }
    done(&p);
}
END_TEST

START_TEST(the_first_alternative_that_the_type_has_is_taken_wherever_it_stands) {
    struct pathed p;
    uint64_t values[3];
    begin(&p, 1);
    READ(&p, values, "other.size|first", "none|space.none|space.size", "space.start|none");
    ck_assert_uint_eq(values[0], 300);
    ck_assert_uint_eq(values[1], 30);
    ck_assert_uint_eq(values[2], 10);
    done(&p);
}
END_TEST

START_TEST(paths_that_lead_nowhere_leave_their_slots_empty) {
    static const char *const paths[] = {
        "none",
        "space.none",
        "first.none",
        "spaces.size",
        "class.lines.x",
        "",
        ".",
        "..",
        "space..",
        ".space",
        "text.x",
        NULL,
        "class.loader.name.string.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x",
    };
    enum { COUNT = sizeof paths / sizeof *paths };
    struct pathed p;
    uint64_t values[COUNT];
    begin(&p, 1);
    read_paths(&p, paths, COUNT, values);
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_msg(jfr_plan_slot(p.plan, i) == JFR_SLOT_NONE, "%s", paths[i]);
        ck_assert_ptr_eq(jfr_plan_field(p.plan, i), NULL);
        ck_assert(!jfr_plan_resolve_one(p.plan, p.constants, i, &values[i]));
        ck_assert_uint_eq(values[i], 0);
    }
    done(&p);
}
END_TEST

START_TEST(a_plan_has_as_many_slots_as_are_asked_for) {
    enum { COUNT = 300 };
    static const char *const names[] = {"first", "other.start", "class"};
    static const uint64_t expected[] = {5, 100, 1};
    const char *paths[COUNT];
    uint64_t values[COUNT];
    struct pathed p;
    begin(&p, 1);
    for (size_t i = 0; i < COUNT; i++) paths[i] = names[i % 3];
    read_paths(&p, paths, COUNT, values);
    for (size_t i = 0; i < COUNT; i++) ck_assert_uint_eq(values[i], expected[i % 3]);
    done(&p);
}
END_TEST

START_TEST(an_event_that_ends_where_a_string_should_begin_is_refused) {
    struct pathed p;
    uint64_t values[2];
    begin(&p, 1);
    READ(&p, values, "last", "first");
    const uint8_t *at = p.event.payload;
    ck_assert(!jfr_plan_read(p.plan, p.o.chunk.data, &at, p.o.chunk.data + values[0], values));
    done(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("paths");
    TCase *cases = tcase_create("paths");
    tcase_add_test(cases, a_path_leads_into_structs_that_lie_in_the_event);
    tcase_add_test(cases, a_struct_and_what_is_in_it_can_be_asked_for_together);
    tcase_add_test(cases, a_field_that_is_asked_for_several_times_arrives_in_each_slot);
    tcase_add_test(cases, what_lies_in_a_pool_is_read_as_its_key_and_resolved_later);
    tcase_add_test(cases, a_path_goes_on_from_a_struct_in_the_event_into_the_pools);
    tcase_add_test(cases, a_dot_behind_a_path_leaves_a_struct_of_one_field_a_struct);
    tcase_add_test(cases, positions_are_told_from_keys_and_numbers);
    tcase_add_test(cases, what_is_null_or_not_in_its_pool_resolves_to_nothing);
    tcase_add_test(cases, the_first_alternative_that_the_type_has_is_taken_wherever_it_stands);
    tcase_add_test(cases, paths_that_lead_nowhere_leave_their_slots_empty);
    tcase_add_test(cases, a_plan_has_as_many_slots_as_are_asked_for);
    tcase_add_test(cases, an_event_that_ends_where_a_string_should_begin_is_refused);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
