/* Types made up at random, and values of them written by their description: a plan for any field
 * must read what was written, and one for none must end where the value ends. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 500, STRUCTS = 8, FIELDS = 7, EVENTS = 20 };

struct made_field {
    uint64_t type;
    unsigned how;
};

/* Struct i has only fields of primitive types and of structs before it; the last is the event. */
struct made_type {
    struct made_field fields[FIELDS];
    size_t field_count;
};

static struct made_type made[STRUCTS];

static void make_types(struct recording *r) {
    static const uint64_t primitives[] = {TYPE_BOOLEAN, TYPE_BYTE,   TYPE_CHAR,
                                          TYPE_SHORT,   TYPE_INT,    TYPE_LONG,
                                          TYPE_FLOAT,   TYPE_DOUBLE, TYPE_STRING};
    metadata_begin(r);
    jvm_primitive_types(r);
    for (size_t i = 0; i < STRUCTS; i++) {
        char name[32];
        bool event = i + 1 == STRUCTS;
        snprintf(name, sizeof name, "Struct%zu", i);
        made[i].field_count = event ? FIELDS : random_below(FIELDS);
        type_begin(r, FIRST + i, name, event ? "jdk.jfr.Event" : NULL);
        for (size_t f = 0; f < made[i].field_count; f++) {
            bool nested = i > 0 && random_below(3) == 0;
            made[i].fields[f] =
                (struct made_field){nested ? FIRST + random_below(i) : primitives[random_below(9)],
                                    (random_below(5) ? FIELD_PLAIN : FIELD_ARRAY) |
                                        (random_below(5) ? FIELD_PLAIN : FIELD_POOLED)};
            snprintf(name, sizeof name, "field%zu", f);
            field(r, name, made[i].fields[f].type, made[i].fields[f].how);
        }
        type_end(r);
    }
    metadata_end(r);
}

/* What was written of the event's own fields, as a plan should find it. */
struct written {
    uint64_t value;
    bool known; /* a number; else a position, which is not compared */
};

static void put_any(struct recording *r, uint64_t type, struct written *out, int depth);

static void put_any_string(struct recording *r) {
    uint16_t units[3] = {(uint16_t)random_u64(), 'x', (uint16_t)random_u64()};
    switch (random_below(6)) {
    case 0: put_null(r); break;
    case 1: put_empty(r); break;
    case 2: put_string_key(r, random_u64() >> random_below(64)); break;
    case 3: put_utf8(r, &"text of some length"[random_below(19)]); break;
    case 4: put_chars(r, units, random_below(4)); break;
    default: put_latin1(r, "\xE9t\xE9"); break;
    }
}

static uint64_t put_number(struct recording *r, uint64_t type) {
    uint64_t bits = random_u64() >> random_below(64);
    double real = 0;
    switch (type) {
    case TYPE_BOOLEAN: put_boolean(r, bits & 1); return bits & 1;
    case TYPE_BYTE: put_byte(r, (int8_t)bits); return (uint64_t)(int64_t)(int8_t)bits;
    case TYPE_CHAR: put_char(r, (uint16_t)bits); return (uint16_t)bits;
    case TYPE_SHORT: put_short(r, (int16_t)bits); return (uint64_t)(int64_t)(int16_t)bits;
    case TYPE_INT: put_int(r, (int32_t)bits); return (uint64_t)(int64_t)(int32_t)bits;
    case TYPE_LONG: put_long(r, (int64_t)bits); return bits;
    case TYPE_FLOAT:
        put_float(r, (float)(int16_t)bits);
        real = (float)(int16_t)bits;
        break;
    default:
        put_double(r, (double)(int64_t)bits);
        real = (double)(int64_t)bits;
        break;
    }
    memcpy(&bits, &real, 8);
    return bits;
}

static void put_field(struct recording *r, const struct made_field *f, struct written *out,
                      int depth) {
    size_t count = f->how & FIELD_ARRAY ? random_below(5) : 1;
    struct written ignored;
    if (f->how & FIELD_ARRAY) put_int(r, (int64_t)count);
    *out = (struct written){0, false};
    for (size_t i = 0; i < count; i++) {
        if (f->how & FIELD_POOLED) {
            *out = (struct written){random_u64() >> random_below(64), true};
            put_long(r, (int64_t)out->value);
        } else {
            put_any(r, f->type, count == 1 ? out : &ignored, depth + 1);
        }
    }
    if (f->how & FIELD_ARRAY) out->known = false;
}

static void put_any(struct recording *r, uint64_t type, struct written *out, int depth) {
    *out = (struct written){0, false};
    if (type == TYPE_STRING) {
        put_any_string(r);
    } else if (type < FIRST) {
        *out = (struct written){put_number(r, type), true};
    } else {
        const struct made_type *t = &made[type - FIRST];
        for (size_t f = 0; f < t->field_count; f++) {
            put_field(r, &t->fields[f], out, depth);
            /* a struct of one number is that number; of anything else it is a struct */
            if (t->field_count > 1 || (t->fields[f].how & (FIELD_POOLED | FIELD_ARRAY)))
                out->known = false;
        }
        if (t->field_count == 0) out->known = false;
    }
}

/* All fields at once, then each by itself, then none. */
static void check_event(struct opened *o, const struct jfr_type *type,
                        const struct jfr_event *event, const struct written *written) {
    char names[FIELDS][20];
    const char *pointers[FIELDS];
    uint64_t values[FIELDS];
    for (size_t f = 0; f < FIELDS; f++) {
        snprintf(names[f], sizeof names[f], "field%zu", f);
        pointers[f] = names[f];
    }
    for (size_t first = 0; first <= FIELDS; first++) {
        size_t count = first == FIELDS ? FIELDS : 1, from = first == FIELDS ? 0 : first;
        struct jfr_plan *plan =
            jfr_plan_compile(&o->chunk, type, pointers + from, count, &o->error);
        const uint8_t *at = event->payload;
        ck_assert_ptr_ne(plan, NULL);
        for (size_t i = 0; i < count; i++) ck_assert_ptr_ne(jfr_plan_field(plan, i), NULL);
        ck_assert(jfr_plan_read(plan, o->chunk.data, &at, event->end, values));
        for (size_t i = 0; i < count; i++)
            if (written[from + i].known) ck_assert_uint_eq(values[i], written[from + i].value);
        jfr_plan_free(plan);
    }
    for (int whole = 0; whole < 2; whole++) {
        struct jfr_plan *plan = whole
                                    ? jfr_plan_compile_whole(&o->chunk, type, pointers + 3, 2, NULL)
                                    : jfr_plan_compile(&o->chunk, type, NULL, 0, NULL);
        const uint8_t *at = event->payload;
        ck_assert(jfr_plan_read(plan, o->chunk.data, &at, event->end, values));
        ck_assert_ptr_eq(at, event->end);
        /* and no byte fewer */
        at = event->payload;
        if (event->end > event->payload)
            ck_assert(!jfr_plan_read(plan, o->chunk.data, &at, event->end - 1, values));
        jfr_plan_free(plan);
    }
}

START_TEST(any_field_of_any_type_is_read_as_it_was_written) {
    for (int round = 0; round < 30; round++) {
        struct recording r = {0};
        struct opened o;
        struct chunk_head head = usual_head;
        struct written written[EVENTS][FIELDS];
        random_state = (uint64_t)_i * 1000 + (uint64_t)round;
        head.flags = random_u64() & 1;
        chunk_begin(&r, &head);
        make_types(&r);
        for (size_t i = 0; i < EVENTS; i++) {
            event_begin(&r, FIRST + STRUCTS - 1);
            for (size_t f = 0; f < FIELDS; f++)
                put_field(&r, &made[STRUCTS - 1].fields[f], &written[i][f], 0);
            event_end(&r);
        }
        chunk_end(&r);
        open_first(&o, &r);
        const struct jfr_type *type = jfr_type_by_id(o.metadata, FIRST + STRUCTS - 1);
        struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, &o.log);
        struct jfr_event event;
        jfr_cursor_want(cursor, type->id);
        for (size_t i = 0; i < EVENTS; i++) {
            ck_assert(jfr_cursor_next(cursor, &event));
            check_event(&o, type, &event, written[i]);
        }
        ck_assert(!jfr_cursor_next(cursor, &event));
        ck_assert_str_eq(text_str(&o.notes), "");
        jfr_cursor_close(cursor);
        opened_close(&o);
        recording_free(&r);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("types");
    TCase *cases = tcase_create("types");
    tcase_add_loop_test(cases, any_field_of_any_type_is_read_as_it_was_written, 0, 10);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
