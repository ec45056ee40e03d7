/* Read plans: the fields asked for arrive in their slots, whatever lies between them; and no
 * metadata makes compiling or running one go astray. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, INNER, OTHER, MANY, NUMBER, UNKNOWN };

struct planned {
    struct recording r;
    struct opened o;
    size_t event; /* where the event's payload begins, in the chunk */
};

/* A chunk with the usual primitive types, to which a test adds its own. */
static void begin(struct planned *p, uint16_t flags) {
    struct chunk_head head = usual_head;
    head.flags = flags;
    *p = (struct planned){0};
    chunk_begin(&p->r, &head);
    metadata_begin(&p->r);
    jvm_primitive_types(&p->r);
}

static void end_types(struct planned *p) {
    metadata_end(&p->r);
    event_begin(&p->r, EVENT);
}

static void end(struct planned *p) {
    size_t event = event_end(&p->r);
    chunk_end(&p->r);
    open_first(&p->o, &p->r);
    p->event = event;
}

static void done(struct planned *p) {
    opened_close(&p->o);
    recording_free(&p->r);
}

/* Reads the fields of the chunk's last event by a plan. */
static bool read_event(struct planned *p, const char *const *names, size_t count, uint64_t *values,
                       uint32_t *present) {
    const struct jfr_type *type = jfr_type_by_id(p->o.metadata, EVENT);
    struct jfr_cursor *cursor = jfr_cursor_open(&p->o.chunk, p->o.metadata, NULL);
    struct jfr_event event;
    jfr_cursor_want(cursor, EVENT);
    ck_assert(jfr_cursor_next(cursor, &event));
    jfr_cursor_close(cursor);
    struct jfr_plan *plan = jfr_plan_compile(&p->o.chunk, type, names, count, &p->o.error);
    if (plan == NULL) return false;
    if (present) *present = 0;
    for (size_t i = 0; i < count && present; i++)
        if (jfr_plan_field(plan, i)) *present |= 1u << i;
    const uint8_t *at = event.payload;
    bool ok = jfr_plan_read(plan, p->o.chunk.data, &at, event.end, values);
    jfr_plan_free(plan);
    return ok;
}

static double real_of(uint64_t bits) {
    double real;
    memcpy(&real, &bits, 8);
    return real;
}

static void every_kind_of_field(uint16_t flags) {
    struct planned p;
    begin(&p, flags);
    type_begin(&p.r, INNER, "Inner", NULL);
    field(&p.r, "a", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "b", TYPE_STRING, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, NUMBER, "Number", NULL);
    field(&p.r, "value", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "boolean", TYPE_BOOLEAN, FIELD_PLAIN);
    field(&p.r, "byte", TYPE_BYTE, FIELD_PLAIN);
    field(&p.r, "char", TYPE_CHAR, FIELD_PLAIN);
    field(&p.r, "short", TYPE_SHORT, FIELD_PLAIN);
    field(&p.r, "inner", INNER, FIELD_PLAIN);
    field(&p.r, "ints", TYPE_INT, FIELD_ARRAY);
    field(&p.r, "int", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "inners", INNER, FIELD_ARRAY);
    field(&p.r, "long", TYPE_LONG, FIELD_PLAIN);
    field(&p.r, "keys", INNER, FIELD_ARRAY | FIELD_POOLED);
    field(&p.r, "float", TYPE_FLOAT, FIELD_PLAIN);
    field(&p.r, "double", TYPE_DOUBLE, FIELD_PLAIN);
    field(&p.r, "key", INNER, FIELD_POOLED);
    field(&p.r, "bytes", TYPE_BYTE, FIELD_ARRAY);
    field(&p.r, "number", NUMBER, FIELD_PLAIN);
    field_begin(&p.r, "unsigned", TYPE_SHORT, FIELD_PLAIN);
    annotation(&p.r, TYPE_UNSIGNED, NULL);
    field_end(&p.r);
    type_end(&p.r);
    end_types(&p);
    put_boolean(&p.r, true);
    put_byte(&p.r, -3);
    put_char(&p.r, 0xFFFE);
    put_short(&p.r, -5);
    put_int(&p.r, 1), put_utf8(&p.r, "inner");
    put_int(&p.r, 3), put_int(&p.r, 1), put_int(&p.r, -1), put_int(&p.r, 100000);
    put_int(&p.r, -7);
    put_int(&p.r, 2);
    put_int(&p.r, 1), put_null(&p.r), put_int(&p.r, 2), put_latin1(&p.r, "x");
    put_long(&p.r, INT64_MIN);
    put_int(&p.r, 2), put_long(&p.r, 1), put_long(&p.r, -1);
    put_float(&p.r, 1.5F);
    put_double(&p.r, -2.25);
    put_long(&p.r, -9);
    put_int(&p.r, 3), put_bytes(&p.r, "\xFF\xFF\xFF", 3);
    put_int(&p.r, -11);
    put_short(&p.r, -1);
    end(&p);
    static const char *const names[] = {"boolean", "byte",   "char", "short",  "int",     "long",
                                        "float",   "double", "key",  "number", "unsigned"};
    uint64_t values[11];
    uint32_t present;
    ck_assert(read_event(&p, names, 11, values, &present));
    ck_assert_uint_eq(present, (1u << 11) - 1);
    ck_assert_int_eq((int64_t)values[0], 1);
    ck_assert_int_eq((int64_t)values[1], -3);
    ck_assert_int_eq((int64_t)values[2], 0xFFFE);
    ck_assert_int_eq((int64_t)values[3], -5);
    ck_assert_int_eq((int64_t)values[4], -7);
    ck_assert_int_eq((int64_t)values[5], INT64_MIN);
    ck_assert_double_eq(real_of(values[6]), 1.5);
    ck_assert_double_eq(real_of(values[7]), -2.25);
    ck_assert_int_eq((int64_t)values[8], -9);
    ck_assert_int_eq((int64_t)values[9], -11);
    ck_assert_int_eq((int64_t)values[10], 0xFFFF);
    /* and one by one, in which all others are stepped over */
    for (size_t i = 0; i < 11; i++) {
        uint64_t value = 0;
        ck_assert(read_event(&p, names + i, 1, &value, &present));
        ck_assert_uint_eq(value, values[i]);
    }
    done(&p);
}

START_TEST(every_kind_of_field_is_taken_and_stepped_over_in_compressed_chunks) {
    every_kind_of_field(1);
}
END_TEST

START_TEST(every_kind_of_field_is_taken_and_stepped_over_in_fixed_width_chunks) {
    every_kind_of_field(0);
}
END_TEST

/* An event of "first" and "second", ints, in that order, and what is between them. */
static void two_numbers(struct planned *p) {
    begin(p, 1);
    type_begin(&p->r, EVENT, "Event", "jdk.jfr.Event");
    field(&p->r, "first", TYPE_INT, FIELD_PLAIN);
    field(&p->r, "second", TYPE_INT, FIELD_PLAIN);
    type_end(&p->r);
    end_types(p);
    put_int(&p->r, 1);
    put_int(&p->r, 2);
    end(p);
}

START_TEST(slots_are_in_the_order_asked_for_not_in_the_order_of_the_fields) {
    struct planned p;
    two_numbers(&p);
    uint64_t values[2];
    ck_assert(read_event(&p, (const char *const[]){"second", "first"}, 2, values, NULL));
    ck_assert_uint_eq(values[0], 2);
    ck_assert_uint_eq(values[1], 1);
    done(&p);
}
END_TEST

START_TEST(fields_that_are_not_there_are_zero_and_not_present) {
    struct planned p;
    two_numbers(&p);
    uint64_t values[3] = {7, 7, 7};
    uint32_t present;
    ck_assert(read_event(&p, (const char *const[]){"none", "second", ""}, 3, values, &present));
    ck_assert_uint_eq(values[0], 0);
    ck_assert_uint_eq(values[1], 2);
    ck_assert_uint_eq(values[2], 0);
    ck_assert_uint_eq(present, 2);
    ck_assert(read_event(&p, (const char *const[]){"none"}, 1, values, &present));
    ck_assert_uint_eq(values[0], 0);
    ck_assert_uint_eq(present, 0);
    done(&p);
}
END_TEST

START_TEST(the_first_of_several_names_that_exists_is_taken) {
    struct planned p;
    two_numbers(&p);
    uint64_t value;
    ck_assert(read_event(&p, (const char *const[]){"none|second"}, 1, &value, NULL));
    ck_assert_uint_eq(value, 2);
    ck_assert(read_event(&p, (const char *const[]){"firs|second|"}, 1, &value, NULL));
    ck_assert_uint_eq(value, 2);
    done(&p);
}
END_TEST

START_TEST(a_plan_that_wants_nothing_steps_over_the_whole_value) {
    struct planned p;
    two_numbers(&p);
    const struct jfr_type *type = jfr_type_by_id(p.o.metadata, EVENT);
    struct jfr_plan *plan = jfr_plan_compile(&p.o.chunk, type, NULL, 0, NULL);
    const uint8_t bytes[] = {0x81, 0x80, 0x00, 0x05, 0x77};
    const uint8_t *at = bytes;
    uint64_t nothing[1];
    ck_assert(jfr_plan_read(plan, bytes, &at, bytes + sizeof bytes, nothing));
    ck_assert_int_eq(at - bytes, 4);
    at = bytes;
    ck_assert(!jfr_plan_read(plan, bytes, &at, bytes + 3, nothing));
    jfr_plan_free(plan);
    done(&p);
}
END_TEST

START_TEST(a_whole_plan_moves_behind_the_value_a_usual_one_behind_the_last_wanted_field) {
    struct planned p;
    two_numbers(&p);
    const struct jfr_type *type = jfr_type_by_id(p.o.metadata, EVENT);
    const char *const names[] = {"first"};
    const uint8_t bytes[] = {1, 2, 0x77};
    uint64_t value;
    struct jfr_plan *plan = jfr_plan_compile(&p.o.chunk, type, names, 1, NULL);
    const uint8_t *at = bytes;
    ck_assert(jfr_plan_read(plan, bytes, &at, bytes + 3, &value));
    ck_assert_int_eq(at - bytes, 1);
    jfr_plan_free(plan);
    plan = jfr_plan_compile_whole(&p.o.chunk, type, names, 1, NULL);
    at = bytes;
    ck_assert(jfr_plan_read(plan, bytes, &at, bytes + 3, &value));
    ck_assert_int_eq(at - bytes, 2);
    jfr_plan_free(plan);
    done(&p);
}
END_TEST

START_TEST(an_event_that_ends_before_the_wanted_field_is_refused) {
    struct planned p;
    two_numbers(&p);
    const struct jfr_type *type = jfr_type_by_id(p.o.metadata, EVENT);
    struct jfr_plan *plan =
        jfr_plan_compile(&p.o.chunk, type, (const char *const[]){"second"}, 1, NULL);
    const uint8_t bytes[] = {1, 2};
    uint64_t value;
    for (size_t len = 0; len <= 2; len++) {
        const uint8_t *at = bytes;
        ck_assert_int_eq(jfr_plan_read(plan, bytes, &at, bytes + len, &value), len == 2);
    }
    jfr_plan_free(plan);
    done(&p);
}
END_TEST

/* ==== Types that cannot be, or had better not =============================================== */

START_TEST(a_field_of_a_type_nobody_described_does_no_harm_behind_the_wanted_ones) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "first", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "strange", UNKNOWN, FIELD_PLAIN);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    put_int(&p.r, 5);
    end(&p);
    uint64_t value;
    ck_assert(read_event(&p, (const char *const[]){"first"}, 1, &value, NULL));
    ck_assert_uint_eq(value, 5);
    ck_assert(!read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    ck_assert_ptr_ne(strstr(p.o.error.text, "does not describe all fields of Event"), NULL);
    ck_assert(!read_event(&p, NULL, 0, &value, NULL));
    done(&p);
}
END_TEST

START_TEST(a_type_that_contains_itself_is_refused) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, INNER, "Inner", NULL);
    field(&p.r, "number", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "self", INNER, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "inner", INNER, FIELD_PLAIN);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    end(&p);
    uint64_t value;
    ck_assert(!read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    ck_assert_ptr_ne(strstr(p.o.error.text, "nests them too deep"), NULL);
    done(&p);
}
END_TEST

START_TEST(two_types_that_contain_one_another_are_refused) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, INNER, "Inner", NULL);
    field(&p.r, "other", OTHER, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, OTHER, "Other", NULL);
    field(&p.r, "inner", INNER, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "inner", INNER, FIELD_PLAIN);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    end(&p);
    uint64_t value;
    ck_assert(!read_event(&p, (const char *const[]){"inner", "last"}, 2, &value, NULL));
    ck_assert(!read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    done(&p);
}
END_TEST

START_TEST(structs_that_multiply_level_by_level_are_refused_in_no_time) {
    /* 14 levels of 100 fields each: 10^28 numbers */
    struct planned p;
    begin(&p, 1);
    for (uint64_t level = 0; level < 14; level++) {
        type_begin(&p.r, MANY + level, "Many", NULL);
        for (int i = 0; i < 100; i++)
            field(&p.r, "f", level == 0 ? TYPE_INT : MANY + level - 1, FIELD_PLAIN);
        type_end(&p.r);
    }
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "many", MANY + 13, FIELD_PLAIN);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    end(&p);
    uint64_t value;
    ck_assert(!read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    ck_assert(!read_event(&p, NULL, 0, &value, NULL));
    done(&p);
}
END_TEST

START_TEST(structs_without_fields_take_no_bytes) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, INNER, "Nothing", NULL);
    type_end(&p.r);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "nothing", INNER, FIELD_PLAIN);
    field(&p.r, "nothings", INNER, FIELD_ARRAY);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    put_int(&p.r, 2); /* two nothings */
    put_int(&p.r, 9);
    end(&p);
    uint64_t value;
    ck_assert(read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    ck_assert_uint_eq(value, 9);
    /* a plan of no steps at all */
    struct jfr_plan *plan =
        jfr_plan_compile(&p.o.chunk, opened_type(&p.o, "Nothing"), NULL, 0, NULL);
    const uint8_t *at = p.o.bytes;
    ck_assert(jfr_plan_read(plan, p.o.bytes, &at, p.o.bytes, &value));
    ck_assert_ptr_eq(at, p.o.bytes);
    jfr_plan_free(plan);
    done(&p);
}
END_TEST

START_TEST(a_number_behind_an_array_of_structs_is_none_of_its_elements) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, INNER, "Inner", NULL);
    field(&p.r, "text", TYPE_STRING, FIELD_PLAIN);
    field(&p.r, "number", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "array", INNER, FIELD_ARRAY);
    field(&p.r, "behind", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
    type_end(&p.r);
    end_types(&p);
    put_int(&p.r, 2);
    put_utf8(&p.r, "a"), put_int(&p.r, 1), put_utf8(&p.r, "b"), put_int(&p.r, 2);
    put_int(&p.r, 3);
    put_int(&p.r, 4);
    end(&p);
    uint64_t value;
    ck_assert(read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
    ck_assert_uint_eq(value, 4);
    done(&p);
}
END_TEST

START_TEST(arrays_that_claim_2_to_the_60_elements_are_refused) {
    static const uint64_t types[] = {TYPE_BYTE, TYPE_INT, TYPE_DOUBLE, TYPE_STRING};
    for (size_t i = 0; i < 4; i++) {
        struct planned p;
        begin(&p, 1);
        type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
        field(&p.r, "array", types[i], FIELD_ARRAY);
        field(&p.r, "last", TYPE_INT, FIELD_PLAIN);
        type_end(&p.r);
        end_types(&p);
        put_varint(&p.r, UINT64_C(1) << 60);
        put_bytes(&p.r, "\0\0\0\0\0\0\0\0\0\0", 10);
        end(&p);
        uint64_t value;
        ck_assert(!read_event(&p, (const char *const[]){"last"}, 1, &value, NULL));
        done(&p);
    }
}
END_TEST

START_TEST(strings_and_arrays_arrive_as_positions) {
    struct planned p;
    begin(&p, 1);
    type_begin(&p.r, EVENT, "Event", "jdk.jfr.Event");
    field(&p.r, "number", TYPE_INT, FIELD_PLAIN);
    field(&p.r, "string", TYPE_STRING, FIELD_PLAIN);
    field(&p.r, "array", TYPE_LONG, FIELD_ARRAY);
    type_end(&p.r);
    end_types(&p);
    put_int(&p.r, 5);
    put_utf8(&p.r, "text");
    put_int(&p.r, 2), put_long(&p.r, 6), put_long(&p.r, 7);
    end(&p);
    uint64_t values[2], count;
    ck_assert(read_event(&p, (const char *const[]){"string", "array"}, 2, values, NULL));
    const uint8_t *base = p.o.chunk.data, *end_of_chunk = base + p.o.chunk.size;
    char text[16];
    ck_assert_int_eq(
        jfr_string_at(NULL, NULL, &p.o.chunk, base + values[0], end_of_chunk, text, sizeof text),
        4);
    ck_assert_str_eq(text, "text");
    const uint8_t *at = base + values[1];
    ck_assert(jfr_plan_count(&p.o.chunk, &at, end_of_chunk, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(*at, 6);
    done(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan");
    TCase *cases = tcase_create("plan");
    tcase_add_test(cases, every_kind_of_field_is_taken_and_stepped_over_in_compressed_chunks);
    tcase_add_test(cases, every_kind_of_field_is_taken_and_stepped_over_in_fixed_width_chunks);
    tcase_add_test(cases, slots_are_in_the_order_asked_for_not_in_the_order_of_the_fields);
    tcase_add_test(cases, fields_that_are_not_there_are_zero_and_not_present);
    tcase_add_test(cases, the_first_of_several_names_that_exists_is_taken);
    tcase_add_test(cases, a_plan_that_wants_nothing_steps_over_the_whole_value);
    tcase_add_test(cases,
                   a_whole_plan_moves_behind_the_value_a_usual_one_behind_the_last_wanted_field);
    tcase_add_test(cases, an_event_that_ends_before_the_wanted_field_is_refused);
    tcase_add_test(cases, a_field_of_a_type_nobody_described_does_no_harm_behind_the_wanted_ones);
    tcase_add_test(cases, a_type_that_contains_itself_is_refused);
    tcase_add_test(cases, two_types_that_contain_one_another_are_refused);
    tcase_add_test(cases, structs_that_multiply_level_by_level_are_refused_in_no_time);
    tcase_add_test(cases, structs_without_fields_take_no_bytes);
    tcase_add_test(cases, a_number_behind_an_array_of_structs_is_none_of_its_elements);
    tcase_add_test(cases, arrays_that_claim_2_to_the_60_elements_are_refused);
    tcase_add_test(cases, strings_and_arrays_arrive_as_positions);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
