/* Plans that are read by words: what they take, and where they stop, is what step by step gives. */
#include "parser/plan.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { NOTE = 300, EVENTS = 3000 };

static void put_note(struct recording *r, int kind, uint64_t random) {
    static const uint16_t ascii[] = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'},
                          wide[] = {0x4E2D, 'x', 0};
    char text[300];
    size_t len = random % 140;
    memset(text, 'x', len);
    text[len] = 0;
    switch (kind) {
    case 0: put_null(r); break;
    case 1: put_empty(r); break;
    case 2: put_string_key(r, random >> (random & 63)); break;
    case 3: put_utf8(r, text); break;
    case 4: put_chars(r, ascii, random % 10); break;
    case 5: put_chars(r, wide, 2 + random % 2); break;
    default: put_latin1(r, text); break;
    }
}

static struct recording recording_of_notes(void) {
    struct recording r = {0};
    uint64_t random = 7;
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, NOTE, "com.acme.Note", "jdk.jfr.Event");
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(&r, "flag", TYPE_BOOLEAN, FIELD_PLAIN);
    field(&r, "level", TYPE_BYTE, FIELD_PLAIN);
    field(&r, "count", TYPE_INT, FIELD_PLAIN);
    field(&r, "note", TYPE_STRING, FIELD_PLAIN);
    field(&r, "small", TYPE_SHORT, FIELD_PLAIN);
    field(&r, "other", TYPE_STRING, FIELD_PLAIN);
    field(&r, "last", TYPE_LONG, FIELD_PLAIN);
    type_end(&r);
    metadata_end(&r);
    for (int i = 0; i < EVENTS; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        event_begin(&r, NOTE);
        put_long(&r, (int64_t)(random >> (i % 64)));
        put_boolean(&r, i % 2);
        put_byte(&r, (int8_t)(random >> 40));
        put_int(&r, (int32_t)(random >> 32) >> i % 32);
        put_note(&r, i % 7, random);
        put_short(&r, (int16_t)(random >> 48));
        put_note(&r, (int)(random >> 8) % 7, random >> 16);
        put_long(&r, -(int64_t)(i % 3));
        event_end(&r);
    }
    chunk_end(&r);
    return r;
}

static const char *const wanted[][5] = {
    {"startTime", "flag", "count", "note", "last"},
    {"note", "note", "other", "small", NULL},
    {"last", NULL, NULL, NULL, NULL},
    {"startTime", "missing", "last", "flag", "other"},
    {"other", "other", "other", "last", NULL},
    {"last", "last", "small", "note", "flag"},
    {"note", NULL, NULL, NULL, NULL},
    {"other", "count", NULL, NULL, NULL},
    {"level", "last", "flag", NULL, NULL},
};

/* As the variant reads it; false: this processor cannot. */
static bool take_variant(struct jfr_plan *plan, size_t number) {
    const struct plan_quick_variant *variant = &plan_quick_variants[number];
    if (plan->quick.read) plan->quick.read = variant->read;
    if (plan->quick.read_many) plan->quick.read_many = variant->read_many;
    if (plan->quick.read_rows) plan->quick.read_rows = variant->read_rows;
    return variant->usable();
}

/* Of an event that is cut at the end: among others it is read as by itself. */
static void expect_among_others(const struct opened *o, const struct jfr_plan *plan,
                                const struct jfr_event *event, const uint8_t *end, bool fine,
                                const uint64_t *slow) {
    struct plan_event whole = {event->payload, event->end, 0}, cut = {event->payload, end, 0};
    struct plan_event events[] = {whole, cut, whole};
    uint64_t values[3][6] = {{0}}, among = 42;
    for (size_t i = 0; i < 3; i++) values[i][5] = among;
    struct plan_batch batch = PLAN_BATCH(events, 3);
    ck_assert_uint_eq(plan_read_many(plan, &o->chunk, batch, *values, 6), fine ? 0 : 2);
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(values[i][5], among);
    ck_assert_mem_eq(values[0], values[2], 5 * sizeof *slow);
    if (fine) ck_assert_mem_eq(values[1], slow, 5 * sizeof *slow);
}

static void expect_words(size_t variant, const char *const *paths) {
    struct recording r = recording_of_notes();
    struct opened o;
    open_first(&o, &r);
    size_t slots = 0, seen = 0;
    while (slots < 5 && paths[slots]) slots++;
    const struct jfr_type *type = jfr_type_by_name(o.metadata, "com.acme.Note");
    struct jfr_plan *plan = jfr_plan_compile(&o.chunk, type, paths, slots, NULL);
    bool usable = take_variant(plan, variant);
    struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, NULL);
    struct jfr_event event;
    const uint8_t *data = o.chunk.data, *limit = data + o.chunk.size;
    jfr_cursor_want(cursor, NOTE);
    for (; usable && jfr_cursor_next(cursor, &event); seen++)
        for (const uint8_t *end = event.payload; end <= event.end; end++) { /* cut anywhere, too */
            uint64_t slow[5] = {0}, quick[5] = {0};
            const uint8_t *a = event.payload, *b = event.payload;
            bool fine = plan_read(plan, data, &a, end, end, slow);
            ck_assert_int_eq(plan_read(plan, data, &b, end, limit, quick), fine);
            expect_among_others(&o, plan, &event, end, fine, slow);
            if (!fine) continue;
            ck_assert_ptr_eq(a, b);
            ck_assert_mem_eq(slow, quick, sizeof slow);
        }
    ck_assert_uint_eq(seen, usable ? EVENTS : 0);
    jfr_cursor_close(cursor);
    jfr_plan_free(plan);
    opened_close(&o);
    recording_free(&r);
}

START_TEST(words_give_what_steps_give) {
    for (size_t i = 0; i < plan_quick_variant_count; i++) expect_words(i, wanted[_i]);
}
END_TEST

enum { ROWS = 2000, FIELDS = 4 };

/* One event whose payload is rows of integers of all lengths. */
static struct recording recording_of_rows(void) {
    struct recording r = {0};
    uint64_t random = 11;
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, NOTE, "com.acme.Row", "jdk.jfr.Event");
    field(&r, "method", TYPE_LONG, FIELD_PLAIN);
    field(&r, "line", TYPE_INT, FIELD_PLAIN);
    field(&r, "small", TYPE_SHORT, FIELD_PLAIN);
    field(&r, "type", TYPE_LONG, FIELD_PLAIN);
    type_end(&r);
    metadata_end(&r);
    event_begin(&r, NOTE);
    for (int i = 0; i < ROWS; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        int few = i % 3 ? 50 : 0; /* most rows are short */
        put_long(&r, (int64_t)(random >> (few + i % 14)));
        put_int(&r, i % 11 ? (int32_t)(random >> (few + i % 14)) : -i);
        put_short(&r, (int16_t)(random >> (few + i % 14)));
        put_long(&r, (int64_t)(random >> (few + i % 13)));
    }
    event_end(&r);
    chunk_end(&r);
    return r;
}

static void expect_rows(size_t variant, int which) {
    static const char *const paths[][FIELDS] = {{"method", "line", "small", "type"},
                                                {"type", "small", "line", "method"},
                                                {"line", "method", "type", NULL}};
    struct recording r = recording_of_rows();
    struct opened o;
    open_first(&o, &r);
    const struct jfr_type *type = jfr_type_by_name(o.metadata, "com.acme.Row");
    const size_t slots = which == 2 ? 3 : FIELDS;
    struct jfr_plan *plan = jfr_plan_compile_whole(&o.chunk, type, paths[which], slots, NULL);
    struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, NULL);
    struct jfr_event event;
    jfr_cursor_want(cursor, NOTE);
    ck_assert(jfr_cursor_next(cursor, &event));
    bool usable = take_variant(plan, variant);
    struct jfr_plan steps = *plan;
    steps.quick = (struct quick){0};
    uint64_t *rows = mem_zero(ROWS * slots, sizeof *rows), expected[FIELDS];
    for (size_t cut = 0; usable && cut < 200; cut += 7) { /* the chunk may end anywhere */
        struct jfr_chunk chunk = o.chunk;
        chunk.size = (uint64_t)(event.end - chunk.data) - cut;
        const uint8_t *at = event.payload, *a = event.payload, *end = chunk.data + chunk.size;
        size_t read = plan_read_rows(plan, &chunk, &at, ROWS, rows), row = 0;
        for (; row < ROWS && plan_read(&steps, chunk.data, &a, end, end, expected); row++)
            ck_assert_mem_eq(rows + row * slots, expected, slots * sizeof *rows);
        ck_assert_uint_eq(read, row);
        ck_assert(cut > 0 || (read == ROWS && at == event.end));
    }
    free(rows);
    jfr_cursor_close(cursor);
    jfr_plan_free(plan);
    opened_close(&o);
    recording_free(&r);
}

START_TEST(rows_are_what_steps_give) {
    for (size_t i = 0; i < plan_quick_variant_count; i++) expect_rows(i, _i);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plans read by words");
    TCase *tcase = tcase_create("plans");
    suite_add_tcase(suite, tcase);
    suite_add_drawn(tcase, words_give_what_steps_give, 0, sizeof wanted / sizeof *wanted);
    suite_add_drawn(tcase, rows_are_what_steps_give, 0, 3);
    return suite_run(suite);
}
