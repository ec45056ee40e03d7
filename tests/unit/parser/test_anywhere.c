/* What comes of a recording that is wrong in one place: what is read, said, saved and copied. */
#include "base/words.h"
#include "parser/edit/edit.h"
#include "parser/input/v0_segments.h"
#include "parser/whole/repair.h"
#include "parser/whole/whole.h"
#include "tests/support/anywhere.h"
#include "tests/support/event_json.h"
#include "tests/support/old.h"
#include "tests/support/suite.h"
#include "tests/support/jvm.h"

#include <inttypes.h>

/* ==== What comes of bytes =================================================================== */

static void add_note(void *context, const struct jfr_note *note) {
    text_addf(context, "note %d, %" PRIu64 " at %" PRIu64 ": %s\n", (int)note->kind, note->bytes,
              note->offset, note->text);
}

static void add_problem(void *context, const struct whole_problem *problem) {
    text_addf(context, "%s, %" PRIu64 " at %" PRIu64 "%s: %s\n", whole_kind_words(problem->kind),
              problem->count, problem->offset, problem->follows ? ", follows" : "", problem->what);
}

static void keep(struct text *out) {
    (void)out;
}

static bool written(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static bool patched(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    memcpy(out->data + out->len - before, bytes, len);
    return true;
}

/* Texts with an 'a' become longer ones; one of an event has its number, too. */
struct edits {
    struct text *out;
    uint64_t event;
};

static bool longer(void *context, uint32_t place, const char *text, size_t len, struct text *out) {
    const struct edits *e = context;
    if (!memchr(text, 'a', len)) return false;
    text_addf(out, "%zu letters, the first of which is %c", len, *text);
    if (place == EDIT_EACH) text_addf(out, ", of %" PRIu64, e->event);
    return true;
}

static bool stays(void *context, uint32_t place, const char *text, size_t len, struct text *out) {
    (void)context, (void)place, (void)text, (void)len, (void)out;
    return false;
}

static uint32_t place_of(void *context, const struct jfr_type *in, const struct jfr_field *field) {
    (void)context, (void)in;
    return !field ? 1 : *field->name == 't' ? EDIT_EACH : *field->name == 'n' ? 1 : EDIT_NEVER;
}

static void meet(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                 const struct jfr_event *event) {
    struct edits *e = context;
    (void)chunk, (void)type;
    e->event = event ? event->offset : 0;
}

static bool some(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                 const struct jfr_event *event) {
    (void)context, (void)chunk, (void)type;
    return event->offset % 3 != 0;
}

static void tell_fate(void *context, const struct jfr_type *type, enum edit_fate fate,
                      uint64_t events) {
    const struct edits *e = context;
    text_addf(e->out, "%s %d: %" PRIu64 "\n", type->name, (int)fate, events);
}

static void add_bytes(struct text *out, const char *what, const struct text *bytes) {
    text_addf(out, "%s: %zu bytes, %016" PRIx64 "\n", what, bytes->len,
              hash_stable(text_str(bytes), bytes->len));
}

static void add_edited(const struct jfr_chunk *chunk, const struct edit_rules *rules,
                       const struct jfr_log *log, struct text *out) {
    struct text copy = {0};
    struct jfr_error error = {0};
    const struct edit_sink sink = {.context = &copy, .write = written, .patch = patched};
    if (edit_write(chunk, rules, true, &sink, log, &error)) add_bytes(out, "copied", &copy);
    else text_addf(out, "not copied: %s\n", error.text);
    text_free(&copy);
}

/* As it is; some events; other texts, at once and after a look that replaced none. */
static void add_edits(const struct jfr_chunk *chunk, const struct jfr_log *log, struct text *out) {
    struct edits edits = {.out = out};
    struct edit_rules rules = {.context = &edits, .told = tell_fate};
    struct words words = {0};
    struct jfr_error error = {0};
    add_edited(chunk, &rules, log, out);
    rules.keep = some;
    rules.skips_empty = true;
    add_edited(chunk, &rules, log, out);
    rules.text = longer;
    rules.end_ns = chunk->start_ns + 1000;
    add_edited(chunk, &rules, log, out);
    rules.place = place_of;
    rules.event = meet;
    add_edited(chunk, &rules, log, out);
    rules.text = stays;
    struct edit_found *found = edit_look(chunk, &rules, log, &error);
    if (!found) return;
    words_add(&words, "alpha", 5);
    words_add(&words, "a line", 6);
    words_make(&words);
    rules.text = longer;
    rules.found = found;
    rules.words = &words;
    add_edited(chunk, &rules, log, out);
    words_free(&words);
    edit_found_free(found);
}

static void add_chunk(const struct jfr_chunk *chunk, struct repair *repair,
                      const struct jfr_log *log, struct text *out) {
    struct whole_counts seen = {0};
    struct repair_counts counts = {0};
    struct text saved = {0};
    const char *why = "";
    struct whole *whole = whole_open();
    whole_check(whole, chunk, &seen, add_problem, out);
    whole_close(whole);
    text_addf(out, "looked at: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
              seen.events, seen.constants, seen.checkpoints, seen.problems, seen.missing);
    if (repair_chunk(repair, chunk, &saved, &counts, &why)) add_bytes(out, "saved", &saved);
    else text_addf(out, "not saved: %s\n", why);
    text_addf(out, "of it: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
              counts.events, counts.constants, counts.bad_events, counts.lost_bytes, counts.lent);
    add_edits(chunk, log, out);
    text_free(&saved);
}

static void add_segment(const struct jfr_segment *segment, const struct jfr_log *log,
                        struct text *out) {
    struct jfr_chunk chunk;
    struct jfr_error error = {0};
    struct repair *repair = repair_open();
    uint64_t position = 0;
    for (int got; (got = jfr_chunk_next(segment, &position, &chunk, NULL, &error)) != 0;) {
        if (got > 0) add_chunk(&chunk, repair, log, out);
        else text_addf(out, "no chunk at %" PRIu64 ": %s\n", error.offset, error.text);
    }
    repair_close(repair);
    event_json_segment(segment, 9, log, out, keep);
}

static void add_recording(const uint8_t *bytes, size_t len, struct text *out) {
    const struct jfr_log log = {.note = add_note, .context = out};
    struct jfr_segment segment = {.name = "made", .data = bytes, .size = len, .last = true};
    struct v0_segments old = {0};
    struct jfr_error error = {0};
    if (!v0_segments_wanted(&segment)) {
        add_segment(&segment, &log, out);
        return;
    }
    v0_segments_feed(&old, &segment);
    for (int got; (got = v0_segments_next(&old, &segment, &log, &error)) != 0;) {
        if (got < 0) {
            text_addf(out, "no chunk at %" PRIu64 ": %s\n", error.offset, error.text);
            continue;
        }
        add_segment(&segment, &log, out);
        jfr_segment_release(&segment);
    }
    v0_segments_free(&old);
}

/* ==== Inputs ================================================================================ */

enum { EVENT = 600, ITEM, POINT, LINE };

/* All that an event may hold: numbers of each width, texts in each encoding, structs, arrays of
 * each, constants that lead to others. */
static void describe_all(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, ITEM, "app.Item", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "next", ITEM, FIELD_POOLED);
    type_end(r);
    type_begin(r, POINT, "app.Point", NULL);
    field(r, "x", TYPE_INT, FIELD_PLAIN);
    field(r, "y", TYPE_SHORT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, LINE, "app.Line", NULL);
    field(r, "from", POINT, FIELD_PLAIN);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "points", POINT, FIELD_ARRAY);
    type_end(r);
    type_begin(r, EVENT, "app.All", "jdk.jfr.Event");
    annotation(r, TYPE_LABEL, "All of it");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field_begin(r, "duration", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESPAN, "TICKS");
    field_end(r);
    for (uint64_t type = TYPE_BOOLEAN; type <= TYPE_STRING; type++)
        field(r, (char[]){(char)('a' + type - TYPE_BOOLEAN), 0}, type, FIELD_PLAIN);
    field(r, "item", ITEM, FIELD_POOLED);
    field(r, "line", LINE, FIELD_PLAIN);
    field(r, "texts", TYPE_STRING, FIELD_ARRAY);
    field(r, "items", ITEM, FIELD_ARRAY | FIELD_POOLED);
    field(r, "thread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stack", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
    metadata_end(r);
}

static void put_all(struct recording *r, unsigned n, uint64_t thread, uint64_t stack) {
    static const uint16_t units[] = {'a', 0xE5, 0x20AC};
    event_begin(r, EVENT);
    put_long(r, 2000 + 100 * n);
    put_long(r, 50 * n);
    put_boolean(r, n % 2);
    put_byte(r, (int)n - 1);
    put_char(r, (uint16_t)('x' + n));
    put_short(r, (int16_t)(-300 * (int)n));
    put_int(r, 70000 * n);
    put_long(r, INT64_C(1) << (n * 15));
    put_float(r, 0.5f * (float)n);
    put_double(r, -0.25 * n);
    if (n == 0) put_null(r);
    if (n == 1) put_string_key(r, 1);
    if (n == 2) put_chars(r, units, 3);
    if (n == 3) put_latin1(r, "caf\xE9");
    put_long(r, n);
    put_int(r, n); /* line.from */
    put_short(r, 7);
    if (n % 2) put_utf8(r, "a line");
    else put_empty(r);
    put_int(r, n);
    for (unsigned i = 0; i < n; i++) {
        put_int(r, 1000 * i);
        put_short(r, -1);
    }
    put_int(r, 2);
    put_utf8(r, "bat");
    put_utf8(r, "one");
    put_int(r, 3 - n);
    for (unsigned i = n; i < 3; i++) put_long(r, i);
    put_long(r, (int64_t)thread);
    put_long(r, (int64_t)stack);
    event_end(r);
}

static void all_fields(struct recording *r, bool fixed) {
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    if (fixed) head.flags = 0;
    r->padded = !fixed;
    chunk_begin(r, &head);
    if (!fixed) describe_all(r);
    checkpoint_begin(r, 2);
    pool_begin(r, ITEM, 2);
    for (int i = 1; i <= 2; i++) {
        put_long(r, i);
        put_utf8(r, i == 1 ? "alpha" : "two");
        put_long(r, 3 - i);
    }
    pool_begin(r, TYPE_STRING, 1);
    put_long(r, 1);
    put_utf8(r, "shared");
    checkpoint_end(r);
    uint64_t main = jvm_thread(&jvm, "main"),
             stack = jvm_stack(&jvm, "A.leaf:3/2 A.mid~ Main.main ...");
    for (unsigned n = 0; n < 4; n++) put_all(r, n, n % 2 ? main : 77, n < 3 ? stack : 0);
    jvm_sample(r, 2500, main, stack);
    jvm_pools(&jvm, r);
    if (fixed) describe_all(r);
    chunk_end(r);
    jvm_free(&jvm);
}

static const struct {
    const char *name;
    size_t step;
    uint64_t expected;
} inputs[] = {{"old", 3, 0x02E4D4797F04D168},
              {"old-other", 5, 0x0A060318A8F50C80},
              {"compressed", 3, 0xBF6200D6A707D06F},
              {"fixed", 7, 0xB4C15395C361EA06}};

START_TEST(what_is_wrong_in_one_place_is_read_as_ever) {
    struct recording r = {0};
    switch (_i) {
    case 0:
        old_chunk(&r, &(struct old_head){
                          .start_ms = 1524063296160, .reads = 3, .waits = COUNT_FIRST});
        break;
    case 1:
        old_chunk(&r, &(struct old_head){.start_ms = 1524063296160,
                                         .frames = FRAMES_TURNED,
                                         .zero = true,
                                         .by_path = true,
                                         .securities = true});
        break;
    default: all_fields(&r, _i == 3); break;
    }
    anywhere(inputs[_i].name, r.out.data, r.out.len, inputs[_i].step, add_recording,
             inputs[_i].expected);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("anywhere");
    TCase *cases = tcase_create("anywhere");
    tcase_add_loop_test(cases, what_is_wrong_in_one_place_is_read_as_ever, 0, 4);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
