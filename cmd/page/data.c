/* Format, all integers little endian or varints (7 bits a byte, lowest first; a ninth byte is
 * whole; signed ones as 0, -1, 1, -2...):
 *
 *   magic "JPG1"
 *   u32 bytes, meta     JSON, see page_meta.c
 *   u32 bytes, strings  n | lengths in UTF-16 units | a byte each: colour if it names a package |
 * UTF-8 u32 bytes, frames   n | class[] method[] descriptor[] package[] module[] line+1[] type[]
 *   u32 bytes, nodes    n | levels to leave before each is entered[] frame[] | stacks | deltas of
 * the nodes where stacks end[] u32 bytes, threads  n | name[] group[] os_id[] java_id[] virtual[]
 *   u32 bytes, states   n | name[]
 *   u32 bytes, loads    n | time[] user[] system[] machine[]             shares in 1/10,000
 *   u32 bytes, pauses   n | time[] duration[] name[] cause[]             durations in us
 *   u32 bytes, throttles  n | time[] ms[] share[]    share of CPU periods in the ms before
 *   u32 bytes, heap     n | time[] bytes[]                               in use
 *   u32 number of sets; of each:
 *   u32 bytes, samples  n | rows without a time | time[] stack+1[] thread+1[] state+1[] count[]
 *                       | value[], where there are values
 *
 * Strings, frames, threads and states are numbered in the order of their contents, nodes depth
 * first in the order of their frames, samples by time and then by these numbers: nothing depends on
 * the ids in the profile, and small numbers that follow each other compress well. Times are in ms
 * since start_ms, each as its (signed) difference to the one before; those without a time come
 * first, at 0. Samples that agree in all but their counts are one row.
 */
#include "cmd/page/data.h"

#include "analyzers/time/load.h"
#include "cmd/pictures/shades.h"
#include "cmd/write/xml.h"
#include "base/sort.h"
#include "parser/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "JPG1"

#define NO_TIME INT64_MIN

struct row { /* a sample, in numbers of the page */
    int64_t ms;
    uint32_t stack, thread, state; /* one more than the number; 0: none */
    uint64_t count;
    int64_t value;
};

struct page_data {
    const struct page_input *input;
    const struct profile *profile;
    int64_t start_ms;
    struct strings strings;   /* all texts that are needed, as recorded */
    uint32_t *string_number;  /* by id in strings */
    uint32_t *profile_string; /* number by id in the profile's strings */
    uint32_t *frame_number;   /* by frame of the profile; PROFILE_NONE: in no stack */
    ARRAY(uint32_t) frames;   /* frames of the profile by number */
    uint32_t *stack_number;   /* by stack of the profile */
    uint32_t *thread_number;  /* by thread of the profile; PROFILE_NONE: of no sample */
    ARRAY(uint32_t) threads;  /* likewise, by number */
    ARRAY(uint32_t) states;   /* string ids of the profile, by number */
    struct map state_number;  /* by string id of the profile */
};

/* ==== Small numbers ========================================================================= */

static void add_u32(struct text *out, size_t n) {
    uint8_t bytes[4];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(n >> (8 * i));
    text_add_bytes(out, bytes, sizeof bytes);
}

static void add_signed(struct text *out, int64_t n) {
    writer_add_long(out, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

/* Appends the section with its length and empties it. */
static void add_section(struct text *section, struct text *out) {
    add_u32(out, section->len);
    text_add_bytes(out, text_str(section), section->len);
    text_clear(section);
}

static int64_t to_ms(const struct page_data *d, int64_t ns) {
    int64_t ms = ns / 1000000 - (ns % 1000000 < 0);
    return ms - d->start_ms;
}

/* ==== Strings =============================================================================== */

static uint32_t take_string(struct page_data *d, const struct strings *from, uint32_t id) {
    return strings_intern(&d->strings, strings_get(from, id), strings_len(from, id));
}

/* The number of a text that take_string was given, of the profile's strings or of the facts'. */
static uint32_t number_of(const struct page_data *d, uint32_t id) {
    return d->profile_string[id];
}

static uint32_t number_in_facts(const struct page_data *d, uint32_t id) {
    const struct strings *from = &d->input->facts->strings;
    return d
        ->string_number[strings_find(&d->strings, strings_get(from, id), strings_len(from, id))];
}

static int compare_strings(const void *left, const void *right, void *context) {
    const struct strings *strings = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    size_t a_len = strings_len(strings, a), b_len = strings_len(strings, b);
    int order =
        memcmp(strings_get(strings, a), strings_get(strings, b), a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

static void take_all_strings(struct page_data *d) {
    const struct strings *from = &d->profile->frames.strings;
    strings_intern(&d->strings, "", 0);
    for (size_t i = 0; i < d->frames.len; i++) {
        const struct frame *frame = &d->profile->frames.rows.items[d->frames.items[i]];
        const uint32_t ids[] = {frame->class_name, frame->method, frame->descriptor, frame->package,
                                frame->module};
        for (size_t j = 0; j < sizeof ids / sizeof *ids; j++) take_string(d, from, ids[j]);
    }
    for (size_t i = 0; i < d->threads.len; i++) {
        take_string(d, from, d->profile->threads.items[d->threads.items[i]].name);
        take_string(d, from, d->profile->threads.items[d->threads.items[i]].group);
    }
    for (size_t i = 0; i < d->states.len; i++) take_string(d, from, d->states.items[i]);
    const struct facts *facts = d->input->facts;
    for (size_t i = 0; facts && i < facts->pauses.len; i++) {
        take_string(d, &facts->strings, facts->pauses.items[i].name);
        take_string(d, &facts->strings, facts->pauses.items[i].cause);
    }
}

static size_t utf16_units(const char *text, size_t len) {
    size_t units = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        units += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
    }
    return units;
}

static void add_strings(struct page_data *d, struct text *section) {
    size_t len = d->strings.entries.len;
    uint32_t *sorted = mem_resize(NULL, len, sizeof *sorted);
    for (uint32_t i = 0; i < len; i++) sorted[i] = i;
    qsort_r(sorted, len, sizeof *sorted, compare_strings, &d->strings);
    d->string_number = mem_resize(NULL, len, sizeof *d->string_number);
    const struct strings *of_profile = &d->profile->frames.strings;
    d->profile_string = mem_zero(of_profile->entries.len + 1, sizeof *d->profile_string);
    struct text bytes = {0}, shades = {0};
    writer_add_long(section, len);
    for (uint32_t i = 0; i < len; i++) {
        d->string_number[sorted[i]] = i;
        const char *text = strings_get(&d->strings, sorted[i]);
        size_t text_len = strings_len(&d->strings, sorted[i]), before = bytes.len;
        uint32_t known = strings_find(of_profile, text, text_len);
        if (known != UINT32_MAX) d->profile_string[known] = i;
        visible_add(&bytes, text, text_len, PAGE_NAME_MAX_CHARS);
        writer_add_long(section, utf16_units(text_str(&bytes) + before, bytes.len - before));
        text_add_char(&shades, (char)shade_of_name(text, text_len));
    }
    text_add_bytes(section, text_str(&shades), shades.len);
    text_add_bytes(section, text_str(&bytes), bytes.len);
    text_free(&bytes);
    text_free(&shades);
    free(sorted);
}

/* ==== Frames ================================================================================ */

static int compare_frames(const void *left, const void *right, void *context) {
    const struct page_data *d = context;
    const struct frames *frames = &d->profile->frames;
    const struct frame *a = &frames->rows.items[*(const uint32_t *)left];
    const struct frame *b = &frames->rows.items[*(const uint32_t *)right];
    const uint32_t as[] = {a->class_name, a->method, a->descriptor, a->package, a->module};
    const uint32_t bs[] = {b->class_name, b->method, b->descriptor, b->package, b->module};
    for (size_t i = 0; i < sizeof as / sizeof *as; i++) {
        if (as[i] == bs[i]) continue;
        uint32_t x = number_of(d, as[i]), y = number_of(d, bs[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->bci != b->bci) return a->bci < b->bci ? -1 : 1;
    return (a->type > b->type) - (a->type < b->type);
}

/* Those that some stack has; in no order yet. */
static void find_frames(struct page_data *d) {
    const struct profile *p = d->profile;
    d->frame_number = mem_resize(NULL, p->frames.rows.len, sizeof *d->frame_number);
    for (size_t i = 0; i < p->frames.rows.len; i++) d->frame_number[i] = PROFILE_NONE;
    for (size_t i = 0; i < p->stack_frames.len; i++) {
        uint32_t frame = p->stack_frames.items[i];
        if (d->frame_number[frame] != PROFILE_NONE) continue;
        d->frame_number[frame] = 0;
        array_push(&d->frames, frame);
    }
}

enum frame_column { CLASS, METHOD, DESCRIPTOR, PACKAGE, MODULE, LINE, TYPE, FRAME_COLUMNS };

static uint64_t frame_value(const struct page_data *d, const struct frame *frame,
                            enum frame_column column) {
    switch (column) {
    case CLASS: return number_of(d, frame->class_name);
    case METHOD: return number_of(d, frame->method);
    case DESCRIPTOR: return number_of(d, frame->descriptor);
    case PACKAGE: return number_of(d, frame->package);
    case MODULE: return number_of(d, frame->module);
    case LINE: return frame->line < 0 ? 0 : (uint64_t)frame->line + 1;
    default: return frame->type < FRAME_TYPE_COUNT ? frame->type : FRAME_UNKNOWN;
    }
}

static void add_frames(struct page_data *d, struct text *section) {
    if (d->frames.len)
        qsort_r(d->frames.items, d->frames.len, sizeof *d->frames.items, compare_frames, d);
    writer_add_long(section, d->frames.len);
    for (uint32_t i = 0; i < d->frames.len; i++) d->frame_number[d->frames.items[i]] = i;
    for (enum frame_column column = CLASS; column < FRAME_COLUMNS; column++)
        for (size_t i = 0; i < d->frames.len; i++)
            writer_add_long(
                section,
                frame_value(d, &d->profile->frames.rows.items[d->frames.items[i]], column));
}

/* ==== Stacks ================================================================================ */

static void add_nodes(struct page_data *d, struct text *section) {
    const struct profile *p = d->profile;
    uint32_t *order = profile_sort_stacks(p, d->frame_number, false);
    d->stack_number = mem_resize(NULL, p->stacks.len, sizeof *d->stack_number);
    struct text up = {0}, frames = {0}, ends = {0};
    const uint32_t *last = NULL;
    size_t last_depth = 0;
    uint64_t nodes = 0, last_end = 0;
    for (size_t i = 0; i < p->stacks.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[order[i]];
        const uint32_t *here = p->stack_frames.items + stack->first;
        size_t same = 0;
        while (same < last_depth && same < stack->depth &&
               d->frame_number[last[same]] == d->frame_number[here[same]])
            same++;
        for (size_t depth = same; depth < stack->depth; depth++) {
            writer_add_long(&up, depth == same ? last_depth - same : 0);
            writer_add_long(&frames, d->frame_number[here[depth]]);
            nodes++;
        }
        /* Sorted, a stack ends in the node that was made last. */
        writer_add_long(&ends, nodes - last_end);
        last_end = nodes;
        d->stack_number[order[i]] = (uint32_t)i;
        last = here;
        last_depth = stack->depth;
    }
    writer_add_long(section, nodes);
    text_add_bytes(section, text_str(&up), up.len);
    text_add_bytes(section, text_str(&frames), frames.len);
    writer_add_long(section, p->stacks.len);
    text_add_bytes(section, text_str(&ends), ends.len);
    text_free(&up);
    text_free(&frames);
    text_free(&ends);
    free(order);
}

/* ==== Threads and states ==================================================================== */

static int compare_threads(const void *left, const void *right, void *context) {
    const struct page_data *d = context;
    const struct strings *strings = &d->profile->frames.strings;
    const struct profile_thread *a = &d->profile->threads.items[*(const uint32_t *)left];
    const struct profile_thread *b = &d->profile->threads.items[*(const uint32_t *)right];
    int order = compare_strings(&a->name, &b->name, (void *)(uintptr_t)strings);
    if (order == 0) order = compare_strings(&a->group, &b->group, (void *)(uintptr_t)strings);
    if (order) return order;
    if (a->java_id != b->java_id) return a->java_id < b->java_id ? -1 : 1;
    if (a->os_id != b->os_id) return a->os_id < b->os_id ? -1 : 1;
    return (a->is_virtual > b->is_virtual) - (a->is_virtual < b->is_virtual);
}

/* Those of some sample, in their order. */
static void find_threads(struct page_data *d) {
    const struct profile *p = d->profile;
    d->thread_number = mem_resize(NULL, p->threads.len, sizeof *d->thread_number);
    for (size_t i = 0; i < p->threads.len; i++) d->thread_number[i] = PROFILE_NONE;
    for (size_t i = 0; i < p->columns.len; i++) {
        const struct profile_sample *sample = &p->columns.items[i];
        bool fresh = false;
        if (sample->state) map_put(&d->state_number, sample->state, &fresh);
        if (fresh) array_push(&d->states, sample->state);
        if (sample->thread == PROFILE_NONE || d->thread_number[sample->thread] != PROFILE_NONE)
            continue;
        d->thread_number[sample->thread] = 0;
        array_push(&d->threads, sample->thread);
    }
    if (d->threads.len)
        qsort_r(d->threads.items, d->threads.len, sizeof *d->threads.items, compare_threads, d);
    for (uint32_t i = 0; i < d->threads.len; i++) d->thread_number[d->threads.items[i]] = i;
    if (d->states.len)
        qsort_r(d->states.items, d->states.len, sizeof *d->states.items, compare_strings,
                (void *)(uintptr_t)&p->frames.strings);
    for (size_t i = 0; i < d->states.len; i++) *map_get(&d->state_number, d->states.items[i]) = i;
}

static void add_threads(const struct page_data *d, struct text *section) {
    writer_add_long(section, d->threads.len);
    for (int column = 0; column < 5; column++) {
        for (size_t i = 0; i < d->threads.len; i++) {
            const struct profile_thread *t = &d->profile->threads.items[d->threads.items[i]];
            writer_add_long(section, column == 0   ? number_of(d, t->name)
                                     : column == 1 ? number_of(d, t->group)
                                     : column == 2 ? t->os_id
                                     : column == 3 ? t->java_id
                                                   : t->is_virtual);
        }
    }
}

static void add_states(const struct page_data *d, struct text *section) {
    writer_add_long(section, d->states.len);
    for (size_t i = 0; i < d->states.len; i++)
        writer_add_long(section, number_of(d, d->states.items[i]));
}

/* ==== Samples =============================================================================== */

static bool same_row(const struct row *a, const struct row *b) {
    return a->ms == b->ms && a->stack == b->stack && a->thread == b->thread && a->state == b->state;
}

/* The rows by time, then stack, thread and state: indices, to be freed. */
static uint32_t *sort_rows(const struct row *rows, size_t len) {
    uint32_t *order = sort_start(len);
    uint64_t *keys = mem_resize(NULL, len + 1, sizeof *keys);
    for (size_t i = 0; i < len; i++) keys[i] = rows[i].state;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = rows[i].thread;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = rows[i].stack;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(rows[i].ms);
    sort_by(order, len, keys);
    free(keys);
    return order;
}

static uint32_t state_number(const struct page_data *d, uint32_t state) {
    const uint64_t *number = map_get(&d->state_number, state);
    return number ? (uint32_t)*number + 1 : 0;
}

static struct row *make_rows(const struct page_data *d) {
    const struct profile *p = d->profile;
    struct row *rows = mem_resize(NULL, p->columns.len + 1, sizeof *rows);
    for (size_t i = 0; i < p->columns.len; i++) {
        const struct profile_sample *s = &p->columns.items[i];
        rows[i] = (struct row){
            .ms = s->time_ns == PROFILE_NO_TIME ? NO_TIME : to_ms(d, s->time_ns),
            .stack = s->stack == PROFILE_NONE ? 0 : d->stack_number[s->stack] + 1,
            .thread = s->thread == PROFILE_NONE ? 0 : d->thread_number[s->thread] + 1,
            .state = state_number(d, s->state),
            .count = s->count,
            .value = s->value,
        };
    }
    return rows;
}

/* Sorted, and those that agree are one. *len: how many there are then. */
static struct row *joined_rows(const struct page_data *d, size_t *len) {
    struct row *rows = make_rows(d);
    uint32_t *order = sort_rows(rows, d->profile->columns.len);
    struct row *joined = mem_resize(NULL, d->profile->columns.len + 1, sizeof *joined);
    *len = 0;
    for (size_t i = 0; i < d->profile->columns.len; i++) {
        const struct row *row = &rows[order[i]];
        struct row *last = *len ? &joined[*len - 1] : NULL;
        if (last && same_row(last, row)) {
            last->count += row->count;
            last->value += row->value;
        } else {
            joined[(*len)++] = *row;
        }
    }
    free(order);
    free(rows);
    return joined;
}

static void add_samples(const struct page_data *d, struct text *section) {
    size_t len, untimed = 0;
    struct row *rows = joined_rows(d, &len);
    while (untimed < len && rows[untimed].ms == NO_TIME) rows[untimed++].ms = 0;
    writer_add_long(section, len);
    writer_add_long(section, untimed);
    for (size_t i = 0; i < len; i++) add_signed(section, rows[i].ms - (i ? rows[i - 1].ms : 0));
    for (size_t i = 0; i < len; i++) writer_add_long(section, rows[i].stack);
    for (size_t i = 0; i < len; i++) writer_add_long(section, rows[i].thread);
    for (size_t i = 0; i < len; i++) writer_add_long(section, rows[i].state);
    for (size_t i = 0; i < len; i++) writer_add_long(section, rows[i].count);
    bool values = d->profile->unit == PROFILE_NS || d->profile->unit == PROFILE_BYTES;
    for (size_t i = 0; values && i < len; i++) add_signed(section, rows[i].value);
    free(rows);
}

/* ==== Facts ================================================================================= */

static void add_share(float share, struct text *out) {
    double parts = round((double)share * 10000);
    writer_add_long(out, parts > 0 && parts <= 1e6 ? (uint64_t)parts : 0); /* NaN is none */
}

/* Times come as steps from the one before; returns this one, ms. */
static int64_t add_step(const struct page_data *d, int64_t time_ns, int64_t last,
                        struct text *section) {
    int64_t ms = to_ms(d, time_ns);
    add_signed(section, ms - last);
    return ms;
}

static void add_loads(const struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->loads.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->loads.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].jvm_user, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].jvm_system, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].machine, section);
}

static void add_pauses(const struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->pauses.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->pauses.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) {
        int64_t us = facts->pauses.items[i].duration_ns / 1000;
        writer_add_long(section, us > 0 ? (uint64_t)us : 0);
    }
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, number_in_facts(d, facts->pauses.items[i].name));
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, number_in_facts(d, facts->pauses.items[i].cause));
}

static void add_throttles(const struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    load_throttles throttles = {0};
    if (facts) throttles = load_throttling(facts);
    writer_add_long(section, throttles.len);
    int64_t last = 0;
    for (size_t i = 0; i < throttles.len; i++)
        last = add_step(d, throttles.items[i].to_ns, last, section);
    for (size_t i = 0; i < throttles.len; i++)
        writer_add_long(section, (uint64_t)(to_ms(d, throttles.items[i].to_ns) -
                                            to_ms(d, throttles.items[i].from_ns)));
    for (size_t i = 0; i < throttles.len; i++) add_share((float)throttles.items[i].share, section);
    array_free(&throttles);
}

static void add_heap(const struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->heaps.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->heaps.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) writer_add_long(section, (uint64_t)facts->heaps.items[i].used);
}

/* ==== All of it ============================================================================= */

void page_data_add(const struct page_input *input, const struct text *meta, int64_t start_ms,
                   struct text *out) {
    struct page_data d = {.input = input, .profile = input->profile, .start_ms = start_ms};
    struct text section = {0};
    find_frames(&d);
    find_threads(&d);
    take_all_strings(&d);
    text_add(out, MAGIC);
    add_u32(out, meta->len);
    text_add_bytes(out, text_str(meta), meta->len);
    add_strings(&d, &section);
    add_section(&section, out);
    add_frames(&d, &section);
    add_section(&section, out);
    add_nodes(&d, &section);
    add_section(&section, out);
    add_threads(&d, &section);
    add_section(&section, out);
    add_states(&d, &section);
    add_section(&section, out);
    add_loads(&d, &section);
    add_section(&section, out);
    add_pauses(&d, &section);
    add_section(&section, out);
    add_throttles(&d, &section);
    add_section(&section, out);
    add_heap(&d, &section);
    add_section(&section, out);
    add_u32(out, 1);
    add_samples(&d, &section);
    add_section(&section, out);
    text_free(&section);
    strings_free(&d.strings);
    array_free(&d.frames);
    array_free(&d.threads);
    array_free(&d.states);
    map_free(&d.state_number);
    free(d.string_number);
    free(d.profile_string);
    free(d.frame_number);
    free(d.stack_number);
    free(d.thread_number);
}
