/* Format, all integers little endian or varints (7 bits a byte, lowest first; a ninth byte is
 * whole; signed ones as 0, -1, 1, -2...):
 *
 *   magic "JPG3"
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
 *   u32 bytes, series   number of series | of each: n | time[] value[]   named in the JSON
 *   u32 bytes, markers  n | time[] duration[] thread+1[] holder+1[] type[] text[]; in us
 *   u32 bytes, tabs     of each that the JSON names: u32 bytes, markup
 *   u32 number of sets; of each, the kinds of samples in the order of the JSON's:
 *   u32 bytes, samples  n | rows without a time | time[] stack+1[] thread+1[] state+1[] count[]
 *                       | value[], where there are values
 *
 * Strings, frames, threads and states are numbered in the order of their contents, nodes depth
 * first in the order of their frames, samples by time and then by these numbers: nothing depends on
 * the ids in the profile, and small numbers that follow each other compress well. Times are in ms
 * (of a set of more than a million rows in steps of 10, 100 or 1,000, of the clock) since start_ms,
 * each as its (signed) difference to the one before; those without a time come first, at 0. Samples
 * that agree in all but their counts are one row.
 */
#include "cmd/page/data_parts.h"

#include "cmd/pictures/shades.h"
#include "cmd/write/deflate.h"
#include "cmd/write/xml.h"
#include "base/order.h"
#include "base/platform.h"
#include "base/secrets/secrets.h"
#include "base/sort.h"
#include "base/search.h"

#define MAGIC "JPG3"

/* ==== Small numbers ========================================================================= */

/* Hands on what is there, and empties it. */
static void push(struct text *bytes, struct gzip *gzip, struct text *out) {
    if (gzip) gzip_push(gzip, text_str(bytes), bytes->len, false, out);
    else text_add_bytes(out, text_str(bytes), bytes->len);
    text_clear(bytes);
}

/* The section with its length before it. */
static void push_section(struct text *section, struct gzip *gzip, struct text *out) {
    OWNED(text_free) struct text head = {0};
    page_add_u32(&head, section->len);
    push(&head, gzip, out);
    push(section, gzip, out);
}

/* ==== Strings =============================================================================== */

/* The text of some strings in others, entered if it is not there. */
static uint32_t take_of(struct strings *to, const struct strings *from, uint32_t id) {
    return strings_take(to, from, id);
}

static uint32_t take_string(struct page_data *d, const struct strings *from, uint32_t id) {
    return take_of(&d->strings, from, id);
}

/* The number of a text that take_string was given, of the profile's strings or of the facts'. */
static uint32_t number_of(const struct page_data *d, uint32_t id) {
    return d->profile_string[id];
}

ORDERED_IN(compare_strings, uint32_t, strings_compare(context, *x, *y))

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
    const struct page_lanes *lanes = d->input->lanes;
    for (size_t i = 0; lanes && i < lanes->markers.len; i++)
        if (lanes->markers.items[i].text != THINGS_NONE)
            take_string(d, &lanes->things->texts, lanes->markers.items[i].text);
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
    OWNED(mem_release) uint32_t *sorted = mem_resize(NULL, len, sizeof *sorted);
    for (uint32_t i = 0; i < len; i++) sorted[i] = i;
    platform_sort(sorted, len, sizeof *sorted, compare_strings, &d->strings);
    d->string_number = mem_resize(NULL, len, sizeof *d->string_number);
    const struct strings *of_profile = &d->profile->frames.strings;
    d->profile_string = mem_zero(strings_ids(of_profile), sizeof *d->profile_string);
    OWNED(text_free) struct text bytes = {0}, shades = {0}, shown = {0};
    writer_add_long(section, len);
    for (uint32_t i = 0; i < len; i++) {
        d->string_number[sorted[i]] = i;
        const char *text = strings_get(&d->strings, sorted[i]);
        size_t text_len = strings_len(&d->strings, sorted[i]), before = bytes.len;
        uint32_t known = strings_find(of_profile, text, text_len);
        if (known != UINT32_MAX) d->profile_string[known] = i;
        text_clear(&shown);
        secrets_add(text, text_len, &shown);
        visible_add(&bytes, text_str(&shown), shown.len, PAGE_NAME_MAX_CHARS);
        writer_add_long(section, utf16_units(text_str(&bytes) + before, bytes.len - before));
        text_add_char(&shades, (char)shade_of_name(text, text_len));
    }
    text_add_bytes(section, text_str(&shades), shades.len);
    text_add_bytes(section, text_str(&bytes), bytes.len);
}

/* ==== Frames ================================================================================ */

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

/* By class, method, descriptor, package, module, line, bci and type: two of them a time. */
static void sort_frames(struct page_data *d) {
    size_t len = d->frames.len;
    OWNED(mem_release) uint64_t *keys = mem_resize(NULL, len, sizeof *keys);
    OWNED(mem_release) uint32_t *order = sort_start(len);
    for (int pair = 3; pair >= 0; pair--) {
        for (size_t i = 0; i < len; i++) {
            const struct frame *f = &d->profile->frames.rows.items[d->frames.items[i]];
            const uint32_t line = (uint32_t)f->line ^ 1u << 31, bci = (uint32_t)f->bci ^ 1u << 31;
            keys[i] = pair == 3   ? (uint64_t)bci << 32 | f->type
                      : pair == 2 ? (uint64_t)number_of(d, f->module) << 32 | line
                      : pair == 1
                          ? (uint64_t)number_of(d, f->descriptor) << 32 | number_of(d, f->package)
                          : (uint64_t)number_of(d, f->class_name) << 32 | number_of(d, f->method);
        }
        sort_by(order, len, keys);
    }
    for (size_t i = 0; i < len; i++) order[i] = d->frames.items[order[i]];
    for (size_t i = 0; i < len; i++) d->frames.items[i] = order[i];
}

static void add_frames(struct page_data *d, struct text *section) {
    sort_frames(d);
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
    OWNED(mem_release) uint32_t *order = profile_sort_stacks(p, d->frame_number, false);
    d->stack_number = mem_resize(NULL, p->stacks.len, sizeof *d->stack_number);
    OWNED(text_free) struct text up = {0}, frames = {0}, ends = {0};
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
    return ORDER(a->java_id, b->java_id) ?: ORDER(a->os_id, b->os_id)
               ?: ORDER(a->is_virtual, b->is_virtual);
}

static void find_thread(struct page_data *d, uint32_t thread) {
    if (thread == PROFILE_NONE || d->thread_number[thread] != PROFILE_NONE) return;
    d->thread_number[thread] = 0;
    array_push(&d->threads, thread);
}

/* Those of some sample of any set or of a marker, in their order. */
static void find_threads(struct page_data *d) {
    const struct profile *p = d->profile;
    d->thread_number = mem_resize(NULL, p->threads.len, sizeof *d->thread_number);
    for (size_t i = 0; i < p->threads.len; i++) d->thread_number[i] = PROFILE_NONE;
    for (size_t s = 0; s < d->input->set_count; s++) {
        const struct profile *of_set = d->input->sets[s].profile;
        bool *used = mem_zero(of_set->whos.len, sizeof *used); /* by a sample */
        for (size_t i = 0; i < of_set->moments.len; i++) used[of_set->moments.items[i].who] = true;
        for (size_t i = 0; i < of_set->whos.len; i++) {
            const struct profile_who *who = &of_set->whos.items[i];
            uint32_t state = page_of_set(d->sets[s].states, who->state);
            if (!used[i]) continue;
            if (state && map_add(&d->state_number, state)) array_push(&d->states, state);
            if (who->thread != PROFILE_NONE)
                find_thread(d, page_of_set(d->sets[s].threads, who->thread));
        }
        free(used);
    }
    const struct page_lanes *lanes = d->input->lanes;
    for (size_t i = 0; lanes && i < lanes->markers.len; i++) {
        const struct page_marker *marker = &lanes->markers.items[i];
        if (marker->thread != THINGS_NONE) find_thread(d, d->marker_thread[marker->thread]);
        if (marker->holder != THINGS_NONE) find_thread(d, d->marker_thread[marker->holder]);
    }
    array_sort_with(&d->threads, compare_threads, d);
    for (uint32_t i = 0; i < d->threads.len; i++) d->thread_number[d->threads.items[i]] = i;
    array_sort_with(&d->states, compare_strings, (void *)(uintptr_t)&p->frames.strings);
    for (size_t i = 0; i < d->states.len; i++) *map_get(&d->state_number, d->states.items[i]) = i;
}

static void add_threads(struct page_data *d, struct text *section) {
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

static void add_states(struct page_data *d, struct text *section) {
    writer_add_long(section, d->states.len);
    for (size_t i = 0; i < d->states.len; i++)
        writer_add_long(section, number_of(d, d->states.items[i]));
}

/* ==== Samples =============================================================================== */

static uint32_t state_number(const struct page_data *d, uint32_t state) {
    const uint64_t *number = map_get(&d->state_number, state);
    return number ? (uint32_t)*number + 1 : 0;
}

/* What a set's whos are: thread and state in numbers of the page, one more each, 0: none. */
static uint64_t who_of(const struct page_data *d, const struct set_numbers *numbers,
                       const struct profile_who *who) {
    uint32_t thread = who->thread == PROFILE_NONE
                          ? 0
                          : d->thread_number[page_of_set(numbers->threads, who->thread)] + 1;
    return (uint64_t)thread << 32 | state_number(d, page_of_set(numbers->states, who->state));
}

static size_t rank_of(const int64_t *sorted, size_t len, int64_t number) {
    size_t low = 0;
    for (size_t high = len; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < number) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The set's moments become rows of the page, in place: stacks are one more than the number, 0:
 * none. What their whos stand for, ascending. */
static int64_t *make_rows(const struct page_data *d, size_t set) {
    struct profile *p = d->input->sets[set].profile;
    const struct set_numbers *numbers = &d->sets[set];
    OWNED(mem_release) uint32_t *ranks = mem_alloc(p->whos.len * sizeof *ranks);
    int64_t *whos = mem_resize(NULL, p->whos.len, sizeof *whos);
    for (size_t i = 0; i < p->whos.len; i++)
        whos[i] = (int64_t)who_of(d, numbers, &p->whos.items[i]);
    if (p->whos.len) sort_numbers(whos, p->whos.len);
    for (size_t i = 0; i < p->whos.len; i++)
        ranks[i] =
            (uint32_t)rank_of(whos, p->whos.len, (int64_t)who_of(d, numbers, &p->whos.items[i]));
    for (size_t i = 0; i < p->moments.len; i++) {
        struct moment *m = &p->moments.items[i];
        m->time_ns = moments_floor(PAGE_GRAIN_NS, m->time_ns);
        m->stack = m->stack == PROFILE_NONE
                       ? 0
                       : d->stack_number[page_of_set(numbers->stacks, m->stack)] + 1;
        m->who = ranks[m->who];
    }
    p->moments.most = PAGE_MOST_ROWS;
    moments_fit(&p->moments);
    return whos;
}

bool page_set_has_values(const struct page_set *set) {
    return profile_has_values(set->profile);
}

/* In ms; 0 without a time. A grain that begins before the page does is the page's first. */
static int64_t row_ms(const struct page_data *d, const struct moments *m, size_t i) {
    if (m->items[i].time_ns == PROFILE_NO_TIME) return 0;
    int64_t ms = page_ms(d, m->items[i].time_ns);
    return ms < 0 && ms > -m->grain / PAGE_GRAIN_NS ? 0 : ms;
}

static void add_samples(const struct page_data *d, size_t set, struct text *section) {
    OWNED(mem_release) int64_t *whos = make_rows(d, set);
    const struct moments *m = &d->input->sets[set].profile->moments;
    const size_t untimed = search_on(i, 0, m->len, m->items[i].time_ns == PROFILE_NO_TIME);
    int64_t last = 0;
    writer_add_long(section, m->len);
    writer_add_long(section, untimed);
    for (size_t i = 0; i < m->len; i++) {
        int64_t ms = row_ms(d, m, i);
        page_add_signed(section, ms - last);
        last = ms;
    }
    for (size_t i = 0; i < m->len; i++) writer_add_long(section, m->items[i].stack);
    for (unsigned shift = 32;; shift -= 32) { /* threads, then states */
        for (size_t i = 0; i < m->len; i++)
            writer_add_long(section, (uint64_t)whos[m->items[i].who] >> shift & UINT32_MAX);
        if (!shift) break;
    }
    for (size_t i = 0; i < m->len; i++) writer_add_long(section, moments_count(m, i));
    bool values = page_set_has_values(&d->input->sets[set]);
    for (size_t i = 0; values && i < m->len; i++) page_add_signed(section, moments_value(m, i));
    moments_free(&d->input->sets[set].profile->moments);
}

/* ==== All of it ============================================================================= */

/* The set with the most frames of stacks, to which those of the others are added. */
static struct profile *largest(const struct page_input *input) {
    struct profile *most = input->sets[0].profile;
    for (size_t s = 1; s < input->set_count; s++)
        if (input->sets[s].profile->stack_frames.len > most->stack_frames.len)
            most = input->sets[s].profile;
    return most;
}

/* Frames, stacks and threads of all sets together, and what each set's became there. */
static struct profile *join_sets(struct page_data *d) {
    struct profile *all = largest(d->input);
    d->sets = mem_zero(d->input->set_count, sizeof *d->sets);
    for (size_t s = 0; s < d->input->set_count; s++) {
        struct profile *p = d->input->sets[s].profile;
        struct set_numbers *numbers = &d->sets[s];
        const struct strings *strings = &p->frames.strings;
        if (p == all) continue;
        const struct profile bare = {
            .frames = p->frames, .stacks = p->stacks, .stack_frames = p->stack_frames};
        numbers->stacks = profile_join(all, &bare);
        numbers->threads = mem_alloc(p->threads.len * sizeof *numbers->threads);
        for (size_t i = 0; i < p->threads.len; i++) {
            struct profile_thread thread = p->threads.items[i];
            thread.name = take_of(&all->frames.strings, strings, thread.name);
            thread.group = take_of(&all->frames.strings, strings, thread.group);
            numbers->threads[i] = profile_add_thread(all, &thread);
        }
        numbers->states = mem_zero(strings_ids(strings), sizeof *numbers->states);
        for (size_t i = 0; i < p->whos.len; i++) {
            uint32_t state = p->whos.items[i].state;
            if (state && !numbers->states[state])
                numbers->states[state] = take_of(&all->frames.strings, strings, state);
        }
    }
    d->profile = all;
    return all;
}

/* Threads of markers are those of samples if they are called the same. Where a filter left samples
 * out, markers of other threads are none of what was asked for. */
static void join_marker_threads(struct page_data *d, struct profile *all) {
    const struct page_lanes *lanes = d->input->lanes;
    if (!lanes) return;
    const struct things *things = lanes->things;
    size_t known = all->threads.len;
    d->marker_thread = mem_alloc(things->threads.len * sizeof *d->marker_thread);
    for (size_t i = 0; i < things->threads.len; i++) {
        const struct things_thread *t = &things->threads.items[i];
        const struct profile_thread thread = {
            .name = take_of(&all->frames.strings, &things->texts, t->name),
            .group = take_of(&all->frames.strings, &things->texts, t->group),
            .os_id = t->os_id,
            .java_id = t->java_id,
            .is_virtual = t->is_virtual,
        };
        d->marker_thread[i] = profile_add_thread(all, &thread);
        if (d->input->filtered && d->marker_thread[i] >= known) d->marker_thread[i] = PROFILE_NONE;
    }
}

static void free_data(struct page_data *d) {
    for (size_t s = 0; s < d->input->set_count; s++)
        mem_free(d->sets[s].stacks, d->sets[s].threads, d->sets[s].states);
    mem_free(d->sets, d->marker_thread);
    strings_free(&d->strings);
    arrays_free(&d->frames, &d->threads, &d->states);
    map_free(&d->state_number);
    mem_free(d->string_number, d->profile_string, d->frame_number, d->stack_number,
             d->thread_number);
}

void page_data_add(const struct page_input *input, const struct text *meta, int64_t start_ms,
                   struct gzip *gzip, struct text *out) {
    static void (*const sections[])(struct page_data *, struct text *) = {
        add_strings,   add_frames,      add_nodes,        add_threads,
        add_states,    page_add_loads,  page_add_pauses,  page_add_throttles,
        page_add_heap, page_add_series, page_add_markers, page_add_tabs,
    };
    struct page_data d = {.input = input, .start_ms = start_ms};
    OWNED(text_free) struct text section = {0};
    join_marker_threads(&d, join_sets(&d));
    find_frames(&d);
    find_threads(&d);
    take_all_strings(&d);
    text_add(&section, MAGIC);
    push(&section, gzip, out);
    text_add_bytes(&section, text_str(meta), meta->len);
    push_section(&section, gzip, out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        sections[i](&d, &section);
        push_section(&section, gzip, out);
    }
    page_add_u32(&section, input->set_count);
    push(&section, gzip, out);
    for (size_t s = 0; s < input->set_count; s++) {
        add_samples(&d, s, &section);
        push_section(&section, gzip, out);
    }
    free_data(&d);
}
