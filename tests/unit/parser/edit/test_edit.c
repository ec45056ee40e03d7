/* A chunk that is copied, event by event: what stays, what goes with it, and that it is the same
 * whichever way it was written. */
#include "tests/support/edited.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ==== How it is edited ====================================================================== */

/* Which events stay, by their number. */
typedef bool choice(unsigned n, unsigned events);

static bool all(unsigned n, unsigned events) {
    return (void)n, (void)events, true;
}
static bool none(unsigned n, unsigned events) {
    return (void)n, (void)events, false;
}
static bool each_second(unsigned n, unsigned events) {
    return (void)events, n % 2 == 0;
}
static bool pairs(unsigned n, unsigned events) {
    return (void)events, n % 4 < 2;
}
static bool the_first(unsigned n, unsigned events) {
    return (void)events, n == 0;
}
static bool the_last(unsigned n, unsigned events) {
    return n + 1 == events;
}
static bool no_ticks(unsigned n, unsigned events) {
    return (void)events, n % 3 == 2;
}
static choice *const choices[] = {all, none, each_second, pairs, the_first, the_last, no_ticks};
#define CHOICES (sizeof choices / sizeof *choices)

struct edited {
    choice *keeps;
    unsigned seen, events;
    uint64_t told[2][EDIT_FATES]; /* of ticks and of tocks */
    struct text out;
};

static bool keep(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                 const struct jfr_event *event) {
    struct edited *e = context;
    (void)chunk, (void)type, (void)event;
    return e->keeps(e->seen++, e->events);
}

static void told(void *context, const struct jfr_type *type, enum edit_fate fate, uint64_t events) {
    struct edited *e = context;
    e->told[type->id == TOCK][fate] += events;
}

/* With a look at texts or without, and with what was found before or without. */
enum { TEXTS = 1, LOOKED = 2, WAYS = 4 };

static struct edited edit(const struct recording *r, unsigned events, choice *keeps, unsigned way) {
    struct edited e = {.keeps = keeps, .events = events};
    const struct edit_sink sink = {&e.out, add_bytes, patch};
    struct edit_rules rules = {.context = &e, .keep = keep, .told = told};
    struct edit_found *found = NULL;
    struct opened o;
    if (way & TEXTS) rules.text = stays;
    open_first(&o, r);
    if (way & LOOKED) rules.found = found = edit_look(&o.chunk, &rules, NULL, &o.error);
    e.seen = 0;
    ck_assert(edit_write(&o.chunk, &rules, true, &sink, NULL, &o.error));
    edit_found_free(found);
    opened_close(&o);
    return e;
}

/* The events of a chunk: "0 one>five, 2", with their items and what these lead to. */
static void list(const void *bytes, size_t len, struct text *out) {
    struct opened o;
    struct jfr_event event;
    open_bytes(&o, bytes, len);
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert(!o.chunk.damaged && !o.chunk.unfinished);
    ck_assert_uint_eq(o.chunk.size, len);
    o.metadata = jfr_metadata_read(&o.chunk, &o.error);
    ck_assert(o.metadata != NULL);
    struct jfr_constants *constants = jfr_constants_open(&o.chunk, o.metadata);
    for (int pass = 0; pass < 2; pass++) {
        struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, &o.log);
        jfr_cursor_want(cursor, pass ? TICK : JFR_CHECKPOINT_EVENT);
        if (pass) jfr_cursor_want(cursor, TOCK);
        while (jfr_cursor_next(cursor, &event)) {
            static const char *const paths[] = {"n", "item.name", "item.next.name"};
            if (!pass) jfr_constants_add(constants, &event, &o.log);
            for (size_t i = 0; pass && i < (event.type_id == TICK ? 3 : 1); i++) {
                const struct jfr_type *type = jfr_type_by_id(o.metadata, event.type_id);
                char text[100];
                struct jfr_value value =
                    value_of_path(constants, &o.chunk, type, &event, paths[i], text, sizeof text);
                if (i == 0) text_addf(out, "%s%lld", out->len ? ", " : "", (long long)value.number);
                else if (value.kind == JFR_VALUE_TEXT)
                    text_addf(out, "%c%s", i == 1 ? ' ' : '>', text);
            }
        }
        jfr_cursor_close(cursor);
    }
    ck_assert_str_eq(text_str(&o.notes), "");
    jfr_constants_close(constants);
    opened_close(&o);
}

static void expect_list(struct text *out, unsigned events, choice *keeps) {
    static const char *const items[] = {" one>five", " two>two", " three", ""};
    for (unsigned n = 0; n < events; n++)
        if (keeps(n, events))
            text_addf(out, "%s%u%s", out->len ? ", " : "", n, n % 3 == 2 ? "" : items[n % 4]);
}

static bool needs(const char *listed, const char *name) {
    return strstr(listed, name) != NULL;
}

/* ==== Which events, with which constants ==================================================== */

START_TEST(events_that_are_kept_have_all_that_they_lead_to_and_nothing_else_stays) {
    static const char *const names[] = {"one", "two", "three", "five", "of no event"};
    for (unsigned flags = 0; flags < 2; flags++)
        for (unsigned events = 0; events <= 12; events++)
            for (size_t k = 0; k < CHOICES; k++) {
                struct recording r = made(flags, events);
                struct edited e = edit(&r, events, choices[k], 0);
                OWNED(text_free) struct text is = {0}, expected = {0};
                uint64_t counts[2][EDIT_FATES] = {{0}};
                list(e.out.data, e.out.len, &is);
                expect_list(&expected, events, choices[k]);
                ck_assert_str_eq(text_str(&is), text_str(&expected));
                for (size_t i = 0; i < sizeof names / sizeof *names; i++)
                    ck_assert_msg((memmem(e.out.data, e.out.len, names[i], strlen(names[i])) !=
                                   NULL) == needs(text_str(&expected), names[i]),
                                  "%s of choice %zu of %u", names[i], k, events);
                for (unsigned n = 0; n < events; n++)
                    counts[n % 3 == 2][choices[k](n, events) ? EDIT_KEPT : EDIT_LEFT_OUT]++;
                ck_assert_mem_eq(e.told, counts, sizeof counts);
                text_free(&e.out);
                recording_free(&r);
            }
}
END_TEST

/* Some ways take what was found, some step through the events again: from so many pieces on, too.
 */
START_TEST(all_ways_to_write_a_chunk_write_the_same) {
    for (unsigned flags = 0; flags < 2; flags++)
        for (unsigned events = 0; events <= 64; events++)
            for (size_t k = 0; k < CHOICES; k++) {
                struct recording r = made(flags, events);
                struct edited first = edit(&r, events, choices[k], 0);
                for (unsigned way = 1; way < WAYS; way++) {
                    struct edited e = edit(&r, events, choices[k], way);
                    ck_assert_msg(e.out.len == first.out.len &&
                                      memcmp(e.out.data, first.out.data, e.out.len) == 0,
                                  "way %u, choice %zu of %u events", way, k, events);
                    ck_assert_mem_eq(e.told, first.told, sizeof e.told);
                    text_free(&e.out);
                }
                text_free(&first.out);
                recording_free(&r);
            }
}
END_TEST

/* Zeroes behind the last field are nothing; what else is there may hold a text. */
START_TEST(of_an_event_that_is_not_read_to_its_end_no_text_is_known) {
    static const struct {
        uint8_t behind[3];
        size_t len;
        bool read;
    } table[] = {{{0}, 0, true},
                 {{0, 0, 0}, 3, true},
                 {{1}, 1, false},
                 {{0, 0, 1}, 3, false},
                 {{0, 1, 0}, 3, false}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (unsigned way = 0; way < WAYS; way++) {
            struct recording r;
            begin(&r, NULL);
            event_begin(&r, TOCK);
            put_long(&r, 1000);
            put_int(&r, 7);
            put_bytes(&r, table[i].behind, table[i].len);
            event_end(&r);
            chunk_end(&r);
            struct edited e = edit(&r, 1, all, way);
            bool kept = table[i].read || !(way & TEXTS);
            ck_assert_uint_eq(e.told[1][EDIT_KEPT], kept);
            ck_assert_uint_eq(e.told[1][EDIT_UNREADABLE], !kept);
            text_free(&e.out);
            recording_free(&r);
        }
}
END_TEST

/* Wherever it ends before its last field. */
START_TEST(of_an_event_that_is_cut_no_text_is_known) {
    for (unsigned flags = 0; flags < 2; flags++)
        for (int type = TICK; type <= BAG; type++) {
            struct recording whole = {.fixed = !flags};
            if (type == ITEM) continue; /* no event */
            put_long(&whole, 1000);
            put_int(&whole, type == BAG ? 2 : 300);
            if (type == TICK) put_long(&whole, 1);
            if (type == BAG) {
                put_int(&whole, 300);
                put_int(&whole, 7);
                put_int(&whole, 3);
                put_utf8(&whole, "a text");
                put_utf8(&whole, "another");
                put_string_key(&whole, 300);
                put_float(&whole, 1);
                put_boolean(&whole, true);
            }
            for (size_t len = 1; len <= whole.out.len; len++)
                for (unsigned way = 0; way < WAYS; way++) {
                    struct chunk_head head = usual_head;
                    struct recording r;
                    head.flags = (uint16_t)flags;
                    begin(&r, &head);
                    event_begin(&r, (uint64_t)type);
                    put_bytes(&r, whole.out.data, len);
                    event_end(&r);
                    chunk_end(&r);
                    struct edited e = edit(&r, 1, all, way);
                    bool kept = len == whole.out.len || !(way & TEXTS);
                    ck_assert_msg(e.told[type == TOCK][EDIT_KEPT] == kept &&
                                      e.told[type == TOCK][EDIT_UNREADABLE] == !kept,
                                  "%zu of %zu bytes, way %u", len, whole.out.len, way);
                    text_free(&e.out);
                    recording_free(&r);
                }
            recording_free(&whole);
        }
}
END_TEST

/* Fields of structs within structs: so many are read, and not any number. Routes begin anew within
 * them. */
START_TEST(structs_within_structs_are_read_to_a_depth) {
    enum { DEEPEST = 16, ANY = 60, STRUCT = 600 };
    for (unsigned flags = 0; flags < 2; flags++)
        for (unsigned depth = 0; depth <= ANY; depth += depth <= DEEPEST ? 1 : ANY - DEEPEST - 1)
            for (unsigned way = TEXTS; way < WAYS; way += LOOKED) {
                struct chunk_head head = usual_head;
                struct recording r = {0};
                head.flags = (uint16_t)flags;
                chunk_begin(&r, &head);
                metadata_begin(&r);
                jvm_primitive_types(&r);
                for (unsigned i = 1; i <= depth; i++) {
                    char name[20];
                    snprintf(name, sizeof name, "app.Within%u", i);
                    type_begin(&r, STRUCT + i, name, NULL);
                    field(&r, "x", i < depth ? STRUCT + i + 1 : TYPE_INT, FIELD_PLAIN);
                    type_end(&r);
                }
                type_begin(&r, TOCK, "app.Tock", "jdk.jfr.Event");
                field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
                field(&r, "x", depth ? STRUCT + 1 : TYPE_INT, FIELD_PLAIN);
                type_end(&r);
                metadata_end(&r);
                event_begin(&r, TOCK);
                put_long(&r, 1000);
                put_int(&r, 7);
                event_end(&r);
                chunk_end(&r);
                struct edited e = edit(&r, 1, all, way);
                if (depth <= DEEPEST || depth == ANY || !flags)
                    ck_assert_msg(e.told[1][EDIT_KEPT] == (depth <= DEEPEST), "%u deep, flags %u",
                                  depth, flags);
                text_free(&e.out);
                recording_free(&r);
            }
}
END_TEST

/* A struct of no fields takes no bytes. */
START_TEST(an_event_without_fields_is_kept) {
    for (unsigned flags = 0; flags < 2; flags++)
        for (unsigned way = 0; way < WAYS; way++) {
            struct chunk_head head = usual_head;
            struct recording r = {0};
            head.flags = (uint16_t)flags;
            chunk_begin(&r, &head);
            metadata_begin(&r);
            jvm_primitive_types(&r);
            type_begin(&r, TOCK, "app.Tock", "jdk.jfr.Event");
            type_end(&r);
            metadata_end(&r);
            event_begin(&r, TOCK);
            event_end(&r);
            chunk_end(&r);
            struct edited e = edit(&r, 1, all, way);
            ck_assert_uint_eq(e.told[1][EDIT_KEPT], 1);
            text_free(&e.out);
            recording_free(&r);
        }
}
END_TEST

/* What has the id of a type that is none of events is none. */
START_TEST(what_is_no_event_is_left_out) {
    for (unsigned way = 0; way < WAYS; way++) {
        struct recording r;
        OWNED(text_free) struct text is = {0};
        begin(&r, NULL);
        add_event(&r, 2);
        event_begin(&r, ITEM);
        put_utf8(&r, "as a constant");
        put_long(&r, 0);
        event_end(&r);
        event_begin(&r, 9999);
        put_long(&r, 1000);
        event_end(&r);
        add_event(&r, 5);
        chunk_end(&r);
        struct edited e = edit(&r, 2, all, way), last = edit(&r, 2, the_last, way);
        list(e.out.data, e.out.len, &is);
        ck_assert_str_eq(text_str(&is), "2, 5");
        ck_assert_ptr_null(memmem(e.out.data, e.out.len, "as a constant", 13));
        ck_assert_uint_eq(e.told[1][EDIT_KEPT], 2);
        text_clear(&is);
        list(last.out.data, last.out.len, &is);
        ck_assert_str_eq(text_str(&is), "5");
        text_free(&e.out);
        text_free(&last.out);
        recording_free(&r);
    }
}
END_TEST

START_TEST(metadata_that_count_stay_where_they_were) {
    for (unsigned way = 0; way < WAYS; way++)
        for (int first = 0; first < 2; first++) {
            struct recording r;
            begin(&r, NULL);
            size_t at = r.metadata, before = r.out.len;
            add_event(&r, 2);
            OWNED(text_free) struct text again = {0};
            text_add_bytes(&again, r.out.data + r.chunk + at, before - r.chunk - at);
            size_t second = r.out.len - r.chunk;
            put_bytes(&r, again.data, again.len);
            if (!first) r.metadata = second;
            chunk_end(&r);
            struct edited e = edit(&r, 1, all, way);
            struct opened o;
            open_bytes(&o, e.out.data, e.out.len);
            ck_assert_int_eq(open_next(&o), 1);
            ck_assert_uint_eq(o.chunk.metadata_offset, first ? at : second - again.len);
            opened_close(&o);
            text_free(&e.out);
            recording_free(&r);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("edit");
    TCase *cases = tcase_create("edit");
    tcase_add_test(cases, events_that_are_kept_have_all_that_they_lead_to_and_nothing_else_stays);
    tcase_add_test(cases, all_ways_to_write_a_chunk_write_the_same);
    tcase_add_test(cases, of_an_event_that_is_not_read_to_its_end_no_text_is_known);
    tcase_add_test(cases, of_an_event_that_is_cut_no_text_is_known);
    tcase_add_test(cases, structs_within_structs_are_read_to_a_depth);
    tcase_add_test(cases, an_event_without_fields_is_kept);
    tcase_add_test(cases, what_is_no_event_is_left_out);
    tcase_add_test(cases, metadata_that_count_stay_where_they_were);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
