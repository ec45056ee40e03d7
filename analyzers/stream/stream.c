#include "analyzers/stream/stream.h"

#include "analyzers/stream/match.h"
#include "analyzers/tables/clocked.h"
#include "base/sort.h"
#include "parser/event.h"
#include "parser/wire.h"

#define LEAST_SORTED ((size_t)1 << 20) /* at a time: 24 bytes each */
#define MOST_WALKS 64                  /* of one chunk */

enum { START, DURATION, SLOTS };
static const char *const paths[SLOTS] = {"startTime", "duration"};

struct wanted { /* an event type of the chunk */
    const struct jfr_type *type;
    struct jfr_plan *plan;
    enum jfr_unit start_unit;
    struct clocked *clocked; /* or NULL: all of the type */
};

struct stream {
    const struct stream_options *options;
    struct stream_result result;
    struct match *match; /* NULL: nothing is left out but by type */
    bool enough;

    /* Of the chunk at hand. */
    ARRAY(struct wanted) wanted;
    ARRAY(uint64_t) keys;    /* when the event ends */
    ARRAY(uint64_t) offsets; /* where it lies */
    size_t room;             /* for so many */
    bool clocked;            /* some of wanted have one */
    uint64_t seen;           /* events of the chunk that are wanted */
    bool cut;                /* more were seen than there is room for: what is left is below... */
    uint64_t limit_key, limit_offset;
    bool behind; /* a later walk: what comes behind this one */
    uint64_t last_key, last_offset;
};

struct stream_start {
    const struct stream_options *options;
    const struct match_window *window;
};

/* ==== Keeping the first ===================================================================== */

static bool is_after(uint64_t key, uint64_t offset, uint64_t than_key, uint64_t than_offset) {
    return key > than_key || (key == than_key && offset > than_offset);
}

static void put_in_order(struct stream *s, const uint32_t *order, size_t len) {
    OWNED(mem_release) uint64_t *keys = mem_alloc(len * sizeof *keys);
    OWNED(mem_release) uint64_t *offsets = mem_alloc(len * sizeof *offsets);
    for (size_t i = 0; i < len; i++) {
        keys[i] = s->keys.items[order[i]];
        offsets[i] = s->offsets.items[order[i]];
    }
    if (len) memcpy(s->keys.items, keys, len * sizeof *keys);
    if (len) memcpy(s->offsets.items, offsets, len * sizeof *offsets);
    s->keys.len = s->offsets.len = len;
}

/* Sorts what is there, and keeps the first so many. */
static void keep_first(struct stream *s, size_t most) {
    size_t len = s->keys.len;
    OWNED(mem_release) uint32_t *order = sort_start(len);
    sort_by(order, len, s->offsets.items);
    sort_by(order, len, s->keys.items);
    put_in_order(s, order, len < most ? len : most);
    if (len <= most) return;
    s->cut = true;
    s->limit_key = s->keys.items[most - 1];
    s->limit_offset = s->offsets.items[most - 1];
}

static void keep(struct stream *s, uint64_t key, uint64_t offset) {
    s->seen++;
    if (s->behind && !is_after(key, offset, s->last_key, s->last_offset)) return;
    if (s->cut && is_after(key, offset, s->limit_key, s->limit_offset)) return;
    if (s->keys.len >= s->room) keep_first(s, s->room / 2);
    if (s->cut && is_after(key, offset, s->limit_key, s->limit_offset)) return;
    array_push(&s->keys, key);
    array_push(&s->offsets, offset);
}

/* ==== A chunk =============================================================================== */

static void forget_chunk(struct stream *s) {
    for (size_t i = 0; i < s->wanted.len; i++) {
        jfr_plan_free(s->wanted.items[i].plan);
        clocked_close(s->wanted.items[i].clocked);
    }
    s->wanted.len = s->keys.len = s->offsets.len = 0;
    s->cut = s->behind = s->clocked = false;
    s->seen = 0;
    s->room = LEAST_SORTED;
}

static void want(struct stream *s, struct walk *walk, const struct jfr_type *type) {
    const struct type_filter *types = s->options->types;
    struct wanted wanted = {.type = type};
    if (types && !clocked_open(walk, type, type_filter_clocks(types, type), &wanted.clocked))
        return;
    wanted.plan = jfr_plan_compile(walk->chunk, type, paths, SLOTS, NULL);
    if (!walk_want(walk, type, (uint32_t)s->wanted.len)) {
        jfr_plan_free(wanted.plan);
        clocked_close(wanted.clocked);
        return;
    }
    const struct jfr_field *start = wanted.plan ? jfr_plan_field(wanted.plan, START) : NULL;
    wanted.start_unit = start ? start->unit : JFR_UNIT_NONE;
    s->clocked = s->clocked || wanted.clocked;
    array_push(&s->wanted, wanted);
}

static void plan(void *state, struct walk *walk) {
    struct stream *s = state;
    forget_chunk(s);
    for (uint32_t i = 0; i < walk->metadata->type_count; i++) {
        const struct jfr_type *type = walk->metadata->types[i];
        if (!type->event || type->id <= JFR_CHECKPOINT_EVENT) continue;
        if (s->options->types &&
            !type_filter_has(s->options->types, type, clocked_may_differ(&walk->sampler, type)))
            continue;
        s->result.types++;
        if (!s->enough) want(s, walk, type);
    }
    if (s->options->names && !s->result.types) type_names_take(s->options->names, walk->metadata);
}

static void take(void *state, const struct walk *walk, uint32_t tag,
                 const struct jfr_event *event) {
    struct stream *s = state;
    const struct wanted *wanted = &s->wanted.items[tag];
    uint64_t values[SLOTS] = {0};
    const uint8_t *at = event->payload;
    if (wanted->clocked) clocked_meet(wanted->clocked, event);
    if (wanted->plan) jfr_plan_read(wanted->plan, walk->chunk->data, &at, event->end, values);
    if (s->match && !match_time(s->match, walk->chunk, wanted->start_unit, values[START])) return;
    keep(s, sort_signed((int64_t)(values[START] + values[DURATION])), event->offset);
}

static void walked(void *state, struct walk *walk) {
    struct stream *s = state;
    if (s->keys.len) walk_ask(walk, true);
}

static bool is_of_clock(const struct stream *s, const struct walk *walk,
                        const struct jfr_type *type, const struct jfr_event *event) {
    for (size_t i = 0; i < s->wanted.len; i++)
        if (s->wanted.items[i].clocked && s->wanted.items[i].type == type)
            return clocked_takes(s->wanted.items[i].clocked, walk->constants, event);
    return true;
}

static void hand_on(struct stream *s, const struct walk *walk) {
    for (size_t i = 0; i < s->keys.len && !s->enough; i++) {
        struct jfr_event event;
        if (!event_at(walk->chunk, s->offsets.items[i], &event)) continue;
        const struct jfr_type *type = jfr_type_by_id(walk->metadata, event.type_id);
        if (s->match && !match_event(s->match, type, &event)) continue;
        if (s->clocked && !is_of_clock(s, walk, type, &event)) continue;
        s->result.events++;
        s->enough = !s->options->event(s->options->context, type, &event);
    }
}

/* Once more, for those that come behind what was handed on. */
static void walk_again(struct stream *s, const struct walk *walk) {
    size_t last = s->keys.len - 1;
    s->last_key = s->keys.items[last];
    s->last_offset = s->offsets.items[last];
    s->behind = true;
    s->cut = false;
    s->keys.len = s->offsets.len = 0;
    if (s->room < 2 * s->seen / MOST_WALKS) s->room = 2 * (size_t)s->seen / MOST_WALKS;
    s->seen = 0;
    struct jfr_cursor *cursor = jfr_cursor_open(walk->chunk, walk->metadata, NULL);
    OWNED(map_free) struct map tags = {0};
    struct jfr_event event;
    for (size_t i = 0; i < s->wanted.len; i++) {
        bool fresh;
        *map_put(&tags, s->wanted.items[i].type->id, &fresh) = i;
        jfr_cursor_want(cursor, s->wanted.items[i].type->id);
    }
    while (jfr_cursor_next(cursor, &event)) {
        const uint64_t *tag = map_get(&tags, event.type_id);
        if (tag) take(s, walk, (uint32_t)*tag, &event);
    }
    jfr_cursor_close(cursor);
}

static void chunk(void *state, const struct walk *walk) {
    struct stream *s = state;
    if (!walk->constants || s->enough) return;
    if (s->match) match_chunk(s->match, walk);
    s->options->chunk(s->options->context, walk);
    for (;;) {
        keep_first(s, s->cut ? s->room / 2 : SIZE_MAX);
        if (!s->keys.len) break;
        bool more = s->cut;
        hand_on(s, walk);
        if (!more || s->enough) break;
        walk_again(s, walk);
    }
    s->options->chunk_ends(s->options->context);
    if (s->match) match_chunk_ends(s->match);
}

/* ==== A run ================================================================================= */

static void *open_stream(const void *const *options, size_t count) {
    struct stream *s = mem_zero(1, sizeof *s);
    const struct stream_start *start = options[0];
    s->options = start->options;
    s->match = s->options->selection ? match_open(start->window) : NULL;
    return s;
}

static void close_stream(void *state) {
    struct stream *s = state;
    forget_chunk(s);
    arrays_free(&s->wanted, &s->keys, &s->offsets);
    match_close(s->match);
    free(s);
}

static void merge(void *into, void *from) {
} /* there is one */

static const struct reader reader = {
    .needs = WALK_IN_ORDER | WALK_ALL_STACKS,
    .open = open_stream,
    .plan = plan,
    .event = take,
    .walked = walked,
    .chunk = chunk,
    .merge = merge,
    .close = close_stream,
};

static void set_window(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first) {
    match_set_window(context, start_ns, end_ns, first);
}

struct stream_result stream_run(const struct scan_options *scan,
                                const struct stream_options *options, struct scan_report *report) {
    struct scan_options serial = *scan;
    OWNED(walk_run_free) struct walk_run run = {0};
    struct match_window window = {.selection = options->selection};
    struct stream_options own = *options;
    bool selects = options->selection && selection_filters(options->selection);
    serial.jobs = 1;
    if (!selects) own.selection = NULL;
    struct stream_start start = {.options = &own, .window = &window};
    struct walk_part *part = walk_join(&run, &reader, &start);
    if (selects && match_needs_span(&window)) {
        part->window = set_window;
        part->window_context = &window;
    } else if (selects) {
        match_set_window(&window, 0, 0, NULL);
    }
    walk_start(&run, &serial, report);
    const struct stream *stream = walk_result(&run, &reader);
    return stream->result;
}
