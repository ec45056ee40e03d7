/* A chunk that is copied, event by event: what stays, what goes with it, and that it is the same
 * whichever way it was written. */
#include "parser/edit/edit.h"
#include "parser/wire.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { TICK = 500, TOCK, ITEM, BAG };
#define NS_PER_S INT64_C(1000000000)

/* ==== What is edited ======================================================================== */

/* A constant, and the one that it refers to. */
static void item(struct recording *r, int64_t key, const char *name, int64_t next) {
    put_long(r, key);
    put_utf8(r, name);
    put_long(r, next);
}

static void begin(struct recording *r, const struct chunk_head *head) {
    *r = (struct recording){0};
    chunk_begin(r, head);
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, ITEM, "app.Item", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "next", ITEM, FIELD_POOLED);
    type_end(r);
    type_begin(r, TICK, "app.Tick", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "n", TYPE_INT, FIELD_PLAIN);
    field(r, "item", ITEM, FIELD_POOLED);
    type_end(r);
    type_begin(r, TOCK, "app.Tock", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "n", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, BAG, "app.Bag", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "numbers", TYPE_INT, FIELD_ARRAY);
    field(r, "texts", TYPE_STRING, FIELD_ARRAY);
    field(r, "share", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "on", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    metadata_end(r);
}

/* Every third is a tock; ticks have the items 1 to 3 in turn. */
static void add_event(struct recording *r, unsigned n) {
    bool tock = n % 3 == 2;
    event_begin(r, tock ? TOCK : TICK);
    put_long(r, 1000 + n);
    put_int(r, n);
    if (!tock) put_long(r, 1 + n % 4);
    event_end(r);
}

/* So many events, between two checkpoints. Item 1 leads to 5, 2 to itself, 3 to none that is there.
 */
static struct recording made(unsigned flags, unsigned events) {
    struct recording r;
    struct chunk_head head = usual_head;
    head.flags = (uint16_t)flags;
    begin(&r, &head);
    checkpoint_begin(&r, 1);
    pool_begin(&r, ITEM, 3);
    item(&r, 1, "one", 5);
    item(&r, 2, "two", 2);
    item(&r, 6, "of no event", 1);
    checkpoint_end(&r);
    for (unsigned n = 0; n < events; n++) add_event(&r, n);
    checkpoint_begin(&r, 1);
    pool_begin(&r, ITEM, 2);
    item(&r, 3, "three", 9);
    item(&r, 5, "five", 0);
    checkpoint_end(&r);
    chunk_end(&r);
    return r;
}

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

static bool stays(void *context, uint32_t place, const char *text, size_t len, struct text *out) {
    (void)context, (void)place, (void)text, (void)len, (void)out;
    return false;
}

static bool add_bytes(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static bool patch(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    memcpy(out->data + out->len - before, bytes, len);
    return true;
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

/* ==== The chunk ============================================================================= */

/* Edits it with these rules; what is left of the header is that of the first chunk of the output.
 */
static struct jfr_chunk written(const struct recording *r, struct edit_rules rules, bool final,
                                struct text *out) {
    const struct edit_sink sink = {out, add_bytes, patch};
    struct opened o;
    struct jfr_chunk chunk = {0};
    open_first(&o, r);
    ck_assert(edit_write(&o.chunk, &rules, final, &sink, NULL, &o.error));
    opened_close(&o);
    if (!out->len) return chunk;
    open_bytes(&o, out->data, out->len);
    ck_assert_int_eq(open_next(&o), 1);
    chunk = o.chunk;
    opened_close(&o);
    return chunk;
}

START_TEST(a_chunk_lasts_as_long_as_before_unless_it_is_cut) {
    static const struct {
        int64_t end_s, lasts_s, from_s, later_s; /* from its start; 0: it is not cut */
    } table[] = {{0, 10, 0, 0},  {4, 4, 0, 0},   {9, 9, 0, 0}, {10, 10, 0, 0},
                 {11, 10, 0, 0}, {-1, 0, 0, 0},  {0, 7, 3, 3}, {4, 1, 3, 3},
                 {0, 10, -2, 0}, {0, 10, 10, 0}, {4, 4, 4, 0}, {0, 10, 12, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct recording r = made(1, 3);
        struct text out = {0};
        struct edit_rules rules = {.end_ns =
                                       table[i].end_s ? START_NS + table[i].end_s * NS_PER_S : 0,
                                   .start_ns = START_NS + table[i].from_s * NS_PER_S};
        struct jfr_chunk chunk = written(&r, rules, true, &out);
        ck_assert_int_eq(chunk.duration_ns, table[i].lasts_s * NS_PER_S);
        ck_assert_int_eq(chunk.start_ns, START_NS + table[i].later_s * NS_PER_S);
        text_free(&out);
        recording_free(&r);
    }
}
END_TEST

START_TEST(a_chunk_is_the_last_if_it_was_and_none_follows) {
    for (unsigned flags = 0; flags < 4; flags++)
        for (int final = 0; final < 2; final++) {
            struct recording r = made(flags, 3);
            struct text out = {0};
            struct jfr_chunk chunk = written(&r, (struct edit_rules){0}, final, &out);
            ck_assert_int_eq(chunk.final_chunk, final && flags & 2);
            ck_assert_int_eq(chunk.encoding == JFR_COMPRESSED, flags & 1);
            ck_assert(!chunk.unfinished && !chunk.damaged);
            text_free(&out);
            recording_free(&r);
        }
}
END_TEST

/* One that was being written is finished, whatever its header said. */
/* Of several metadata, as flushes leave them, those that count stay, where they were. */
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

START_TEST(an_unfinished_chunk_is_finished) {
    struct recording r = made(1, 3);
    struct text out = {0};
    header_set(&r, HEADER_GENERATION, 255);
    struct jfr_chunk chunk = written(&r, (struct edit_rules){0}, true, &out);
    ck_assert(!chunk.unfinished && !chunk.damaged);
    ck_assert_uint_eq((uint8_t)out.data[HEADER_GENERATION], 0);
    text_free(&out);
    recording_free(&r);
}
END_TEST

START_TEST(of_no_event_a_chunk_is_left_unless_none_is_wanted) {
    for (int checkpoints = 0; checkpoints < 2; checkpoints++)
        for (int skips = 0; skips < 2; skips++)
            for (int kept = 0; kept < 2; kept++) {
                struct recording r;
                struct text out = {0};
                begin(&r, NULL);
                if (checkpoints) {
                    checkpoint_begin(&r, 0);
                    checkpoint_end(&r);
                }
                if (kept) add_event(&r, 2);
                chunk_end(&r);
                struct edit_rules rules = {.skips_empty = skips};
                struct jfr_chunk chunk = written(&r, rules, true, &out);
                ck_assert_int_eq(out.len > 0, !skips || kept);
                if (out.len) ck_assert_uint_gt(chunk.checkpoint_offset, 0);
                if (out.len) ck_assert_uint_gt(chunk.metadata_offset, 0);
                text_free(&out);
                recording_free(&r);
            }
}
END_TEST

struct window {
    int64_t from, to; /* ticks */
    uint64_t told[2][EDIT_FATES];
    unsigned asked;
};

static bool begins_within(void *context, const struct edit_chunk *chunk,
                          const struct jfr_type *type, const struct jfr_event *event) {
    struct window *window = context;
    uint64_t ticks;
    const uint8_t *at = event->payload;
    (void)type;
    window->asked++;
    return wire_integer(chunk->chunk->encoding, 8, &at, event->end, &ticks) &&
           (int64_t)ticks >= window->from && (int64_t)ticks < window->to;
}

static void told_within(void *context, const struct jfr_type *type, enum edit_fate fate,
                        uint64_t events) {
    struct window *window = context;
    window->told[type->id == TOCK][fate] += events;
}

/* They begin at the ticks 1000 to 2999. Few are kept in pieces, most of many are not. */
START_TEST(events_outside_of_the_time_are_left_out_unasked) {
    static const int64_t windows[][2] = {{0, 9000},    {1000, 3000}, {1001, 2999}, {1500, 1501},
                                         {1400, 2600}, {0, 1000},    {3000, 9000}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct recording r = made(1, 2000);
        struct window all = {windows[i][0], windows[i][1], {{0}}, 0}, some = all;
        struct text with = {0}, without = {0};
        struct edit_rules rules = {.context = &all, .keep = begins_within, .told = told_within};
        int64_t start = written(&r, rules, true, &without).start_ticks;
        rules.context = &some;
        rules.from_ticks = some.from - start;
        rules.to_ticks = some.to - start;
        written(&r, rules, true, &with);
        ck_assert_uint_eq(with.len, without.len);
        ck_assert_mem_eq(with.data, without.data, with.len);
        ck_assert_mem_eq(some.told, all.told, sizeof all.told);
        ck_assert_uint_eq(all.asked, 2000);
        uint64_t kept = some.told[0][EDIT_KEPT] + some.told[1][EDIT_KEPT];
        ck_assert_uint_ge(some.asked, kept);
        ck_assert_uint_lt(some.asked, kept + 200); /* where bytes end all are looked at */
        text_free(&with);
        text_free(&without);
        recording_free(&r);
    }
}
END_TEST

static bool full(void *context, const void *bytes, size_t len) {
    size_t *left = context;
    (void)bytes;
    if (len > *left) return false;
    *left -= len;
    return true;
}

static bool nothing(void *context, uint64_t before, const void *bytes, size_t len) {
    return (void)context, (void)before, (void)bytes, (void)len, true;
}

START_TEST(what_cannot_be_written_is_said_wherever_it_is) {
    struct recording r = made(1, 30);
    struct opened o;
    struct text out = {0};
    written(&r, (struct edit_rules){0}, true, &out);
    open_first(&o, &r);
    for (unsigned texts = 0; texts < 2; texts++)
        for (size_t room = 0; room <= out.len; room++) {
            size_t left = room;
            const struct edit_sink sink = {&left, full, nothing};
            struct jfr_error error = {0};
            struct edit_rules rules = {.text = texts ? stays : NULL};
            bool fine = edit_write(&o.chunk, &rules, true, &sink, NULL, &error);
            ck_assert_msg(fine == (room == out.len), "%zu of %zu", room, out.len);
            ck_assert_int_eq(error.code, fine ? 0 : JFR_IO);
        }
    opened_close(&o);
    text_free(&out);
    recording_free(&r);
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
    tcase_add_test(cases, a_chunk_lasts_as_long_as_before_unless_it_is_cut);
    tcase_add_test(cases, a_chunk_is_the_last_if_it_was_and_none_follows);
    tcase_add_test(cases, an_unfinished_chunk_is_finished);
    tcase_add_test(cases, of_no_event_a_chunk_is_left_unless_none_is_wanted);
    tcase_add_test(cases, events_outside_of_the_time_are_left_out_unasked);
    tcase_add_test(cases, what_cannot_be_written_is_said_wherever_it_is);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
