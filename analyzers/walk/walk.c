#include "analyzers/walk/walk.h"
#include "base/text.h"
#include "parser/constants.h"
#include "parser/event.h"
#include "parser/wire.h"
#include "base/missing.h"
#include "base/plural.h"

#include <inttypes.h>
#include <stdio.h>

struct place { /* a reader's place in this walk */
    const struct reader *reader;
    void *state;
};

/* Who wants a type. Those of one type are a list, in the order in which they are called. */
struct taker {
    void (*event)(void *state, const struct walk *walk, uint32_t tag,
                  const struct jfr_event *event);
    void (*events)(void *state, const struct walk *walk, uint32_t tag,
                   const struct jfr_event *events, size_t count);
    void *state;
    uint64_t type_id;
    uint32_t tag;
    uint32_t next; /* index, or NONE */
    uint32_t last; /* of the list, in its first */
};
#define NONE MISSING_ID

struct not_held {         /* durations of a type that cannot be */
    uint64_t before, now; /* of the chunks before, and of the one at hand */
};

struct walk_own {
    struct walk walk;
    struct strings not_held_types;
    ARRAY(struct not_held) not_held; /* parallel */
    struct place *places;
    size_t place_count;
    unsigned needs; /* of all readers */
    const struct walk_run *run;
    struct walk_kept *others;    /* NULL: none */
    struct jfr_metadata *kept;   /* metadata: of this chunk, kept for the next */
    const struct place *planned; /* whose plan is being called */
    /* of the chunk at hand; the memory is kept */
    struct jfr_cursor *cursor;
    struct jfr_constants *constants; /* NULL: nobody asked */
    const struct jfr_type *trace;
    bool tells;                        /* which constants are lost */
    bool all_stacks;                   /* are there with the constants */
    const struct stretches *stretches; /* NULL: the whole chunk is read, else this one of them */
    size_t stretch;
    struct map index; /* type id -> the first who wants it */
    ARRAY(struct taker) takers;
    ARRAY(struct jfr_event) checkpoints;
};

/* ==== A worker's walk ======================================================================= */

static void *walk_open(const void *options) {
    const struct walk_run *run = options;
    struct walk_own *own = mem_zero(1, sizeof *own);
    own->walk.own = own;
    own->places = mem_zero(run->parts.len, sizeof *own->places);
    own->place_count = run->parts.len;
    own->run = run;
    own->others = run->kept;
    for (size_t i = 0; i < run->parts.len; i++) {
        const struct walk_part *part = &run->parts.items[i];
        own->places[i] = (struct place){part->reader,
                                        part->reader->open(part->options.items, part->options.len)};
        own->needs |= part->reader->needs;
    }
    return own;
}

static void leave_metadata(struct walk_own *own) {
    struct walk_kept *others = own->others;
    struct jfr_metadata **oldest = others ? &others->items[others->next] : NULL;
    if (oldest && own->kept) {
        jfr_metadata_free(*oldest);
        *oldest = own->kept;
        others->next = (others->next + 1) % WALK_KEPT;
    } else {
        jfr_metadata_free(own->kept);
    }
    own->kept = NULL;
}

/* What was left of the same bytes, or NULL. */
static struct jfr_metadata *find_metadata(const struct walk_own *own) {
    for (unsigned i = 0; own->others && i < WALK_KEPT; i++) {
        struct jfr_metadata *found = own->others->items[i];
        if (!jfr_metadata_matches(found, own->walk.chunk)) continue;
        own->others->items[i] = NULL;
        return found;
    }
    return NULL;
}

void walk_kept_free(struct walk_kept *kept) {
    for (unsigned i = 0; i < WALK_KEPT; i++) jfr_metadata_free(kept->items[i]);
    *kept = (struct walk_kept){.next = 0};
}

/* The states are closed too, unless they were taken out. */
static void walk_close(void *context) {
    struct walk_own *own = context;
    strings_free(&own->not_held_types);
    array_free(&own->not_held);
    for (size_t i = 0; i < own->place_count; i++)
        if (own->places[i].state) own->places[i].reader->close(own->places[i].state);
    leave_metadata(own);
    map_free(&own->index);
    arrays_free(&own->takers, &own->checkpoints);
    mem_free(own->places, own);
}

static struct not_held *not_held_of(struct walk_own *own, const char *type) {
    uint32_t id = strings_add(&own->not_held_types, type);
    while (own->not_held.len <= id) array_push(&own->not_held, (struct not_held){0});
    return &own->not_held.items[id];
}

void walk_not_held(const struct walk *walk, const char *type, uint64_t count) {
    if (count == 0) return;
    struct not_held *found = not_held_of(walk->own, type);
    if (count > found->now) found->now = count;
}

static void end_not_held(struct walk_own *own) {
    for (size_t i = 0; i < own->not_held.len; i++) {
        own->not_held.items[i].before += own->not_held.items[i].now;
        own->not_held.items[i].now = 0;
    }
}

ORDERED(compare_names, char *const, strcmp(*x, *y))

#define NOT_HELD_NAMED 4

/* "2 durations cannot be ... (1 of jdk.JavaMonitorEnter, 1 of jdk.ThreadPark)" */
static void say_not_held(struct walk_own *own, struct scan_report *report) {
    uint64_t all = 0;
    size_t len = own->not_held.len;
    OWNED(mem_release) const char **names = mem_zero(len, sizeof *names);
    OWNED(text_free) struct text types = {0};
    size_t kept = 0;
    for (size_t i = 0; i < len; i++) {
        all += own->not_held.items[i].before;
        if (own->not_held.items[i].before)
            names[kept++] = strings_get(&own->not_held_types, (uint32_t)i);
    }
    len = kept;
    if (len) qsort(names, len, sizeof *names, compare_names);
    for (size_t i = 0; i < len && i < NOT_HELD_NAMED; i++)
        text_addf(&types, "%s%" PRIu64 " of %.40s", i ? ", " : "",
                  not_held_of(own, names[i])->before, names[i]);
    if (len > NOT_HELD_NAMED) text_addf(&types, " and %zu more types", len - NOT_HELD_NAMED);
    struct scan_note note = {.source = "", .order = UINT64_MAX, .note.kind = JFR_NOTE_SKIPPED};
    snprintf(note.note.text, sizeof note.note.text,
             "%" PRIu64
             " %s left out of all figures: negative, or much longer than the recording (%.190s)",
             all, plural(all, "duration is", "durations are"), text_str(&types));
    if (all) array_push(&report->notes, note);
}

static void walk_merge(void *into_context, void *from_context) {
    struct walk_own *into = into_context, *from = from_context;
    for (size_t i = 0; i < from->not_held.len; i++)
        not_held_of(into, strings_get(&from->not_held_types, (uint32_t)i))->before +=
            from->not_held.items[i].before;
    for (size_t i = 0; i < into->place_count; i++)
        into->places[i].reader->merge(into->places[i].state, from->places[i].state);
}

void *walk_state(const struct walk *walk, const struct reader *reader) {
    const struct walk_own *own = walk->own;
    for (size_t i = 0; i < own->place_count; i++)
        if (own->places[i].reader == reader) return own->places[i].state;
    return NULL;
}

/* ==== Who wants what ======================================================================== */

static void add_taker(struct walk_own *own, const struct taker *taker) {
    bool fresh;
    uint32_t at = (uint32_t)own->takers.len;
    uint64_t *first = map_put(&own->index, taker->type_id, &fresh);
    array_push(&own->takers, *taker);
    if (fresh) *first = at;
    else own->takers.items[own->takers.items[*first].last].next = at;
    own->takers.items[*first].last = at;
}

bool walk_want(struct walk *walk, const struct jfr_type *type, uint32_t tag) {
    struct walk_own *own = walk->own;
    if (!type || jfr_type_by_id(walk->metadata, type->id) != type) return false;
    add_taker(own, &(struct taker){.event = own->planned->reader->event,
                                   .events = own->planned->reader->events,
                                   .state = own->planned->state,
                                   .type_id = type->id,
                                   .tag = tag,
                                   .next = NONE});
    jfr_cursor_want(own->cursor, type->id);
    return true;
}

static void keep_checkpoint(void *state, const struct walk *walk, uint32_t tag,
                            const struct jfr_event *event) {
    struct walk_own *own = state;
    array_push(&own->checkpoints, *event);
}

static void plan(struct walk_own *own) {
    map_clear(&own->index);
    own->takers.len = own->checkpoints.len = 0;
    if (!own->kept) return;
    const struct stretches *all = own->stretches;
    for (size_t i = 0; all && i < all->checkpoints.len; i++)
        array_push(&own->checkpoints, all->checkpoints.items[i]);
    if (!all) {
        add_taker(own, &(struct taker){.event = keep_checkpoint,
                                       .state = own,
                                       .type_id = JFR_CHECKPOINT_EVENT,
                                       .next = NONE});
        jfr_cursor_want(own->cursor, JFR_CHECKPOINT_EVENT);
    }
    for (size_t i = 0; i < own->place_count; i++) {
        own->planned = &own->places[i];
        if (own->planned->reader->plan) own->planned->reader->plan(own->planned->state, &own->walk);
    }
}

/* ==== The events ============================================================================ */

#define AT_ONCE 64

static void hand_out(const struct walk *walk, const struct taker *taker,
                     const struct jfr_event *events, size_t count) {
    if (taker->events) taker->events(taker->state, walk, taker->tag, events, count);
    for (size_t i = 0; i < count && !taker->events; i++)
        taker->event(taker->state, walk, taker->tag, &events[i]);
}

/* Events of one type come in a row: who wants them is looked up when the type changes. */
static void walk_events(struct walk_own *own) {
    const struct taker *takers = own->takers.items, *first = NULL;
    struct jfr_event events[AT_ONCE];
    size_t len;
    while ((len = cursor_next_many(own->cursor, events, AT_ONCE)) > 0)
        for (size_t i = 0, count; i < len; i += count) {
            uint64_t type_id = events[i].type_id;
            for (count = 1; i + count < len && events[i + count].type_id == type_id;) count++;
            if (!first || first->type_id != type_id) {
                const uint64_t *index = map_get(&own->index, type_id);
                if (!index) continue;
                first = &takers[*index];
            }
            for (const struct taker *taker = first;; taker = &takers[taker->next]) {
                hand_out(&own->walk, taker, &events[i], count);
                if (taker->next == NONE) break;
            }
        }
}

struct jfr_tally walk_tally(const struct walk *walk, uint64_t type_id) {
    return jfr_cursor_tally(walk->own->cursor, type_id);
}

bool walk_is_all(const struct walk *walk) {
    return walk->own->run->ahead == 1 && !walk->own->stretches && walk->shares <= 1;
}

void walk_tallies(const struct walk *walk,
                  void (*each)(void *context, uint64_t type_id, struct jfr_tally tally),
                  void *context) {
    jfr_cursor_tallies(walk->own->cursor, each, context);
}

/* ==== The constants ========================================================================= */

static void ask(struct walk_own *own) {
    const struct jfr_metadata *metadata = own->walk.metadata;
    if (own->constants || !metadata) return;
    own->constants = jfr_constants_open(own->walk.chunk, metadata);
    own->trace = jfr_type_by_name(metadata, "jdk.types.StackTrace");
    /* No stack but those that are asked for. */
    own->all_stacks = own->needs & WALK_ALL_STACKS;
    if (!own->all_stacks) jfr_constants_ask(own->constants, own->trace, 0);
}

void walk_ask(struct walk *walk, bool told) {
    walk->own->tells = walk->own->tells || told;
    ask(walk->own);
}

uint64_t walk_place(const struct walk *walk, const struct jfr_type *type, uint64_t position) {
    ask(walk->own);
    return jfr_constants_place(walk->own->constants, type, position);
}

void walk_ask_stack(struct walk *walk, uint64_t key) {
    walk_ask(walk, false);
    if (!walk->own->all_stacks) jfr_constants_ask(walk->own->constants, walk->own->trace, key);
}

void walk_ask_next(void *asking, uint64_t key) {
    struct walk_asking *a = asking;
    if (key != a->last) walk_ask_stack(a->walk, key);
    a->last = key;
}

#define BYTES_AN_ASKING 48 /* are stepped over in the time that it takes */

bool walk_ask_stacks(struct walk *walk, size_t events) {
    struct walk_own *own = walk->own;
    uint64_t bytes = 0;
    walk_ask(walk, false);
    for (size_t i = 0; i < own->checkpoints.len && !own->all_stacks; i++)
        bytes += (uint64_t)(own->checkpoints.items[i].end - own->checkpoints.items[i].payload);
    if (!own->all_stacks && bytes / BYTES_AN_ASKING < events) {
        constants_ask_all(own->constants, own->trace);
        own->all_stacks = true;
    }
    return own->all_stacks;
}

ORDERED(compare_offsets, struct jfr_event, RISING(offset))

static void index_constants(struct walk_own *own, const struct jfr_log *log) {
    size_t len = own->checkpoints.len;
    if (!own->constants) return;
    if (len) /* later constants win over earlier ones */
        qsort(own->checkpoints.items, len, sizeof *own->checkpoints.items, compare_offsets);
    for (size_t i = 0; i < len; i++)
        jfr_constants_add(own->constants, &own->checkpoints.items[i], own->tells ? log : NULL);
    own->walk.constants = own->constants;
}

/* Of stacks that are asked for only now; what is lost was said the first time. */
static void index_again(struct walk_own *own) {
    const struct jfr_log none = {0};
    bool more = false;
    for (size_t i = 0; i < own->place_count && own->constants; i++) {
        const struct place *place = &own->places[i];
        if (place->reader->lacks && place->reader->lacks(place->state, &own->walk)) more = true;
    }
    for (size_t i = 0; more && i < own->checkpoints.len; i++)
        jfr_constants_add(own->constants, &own->checkpoints.items[i], &none);
}

/* ==== A chunk =============================================================================== */

static void take_metadata(struct walk_own *own, const struct jfr_log *log) {
    const struct jfr_chunk *chunk = own->walk.chunk;
    struct jfr_error error;
    if (!jfr_metadata_matches(own->kept, chunk)) {
        leave_metadata(own);
        own->kept = find_metadata(own);
    }
    if (!own->kept) {
        own->kept = jfr_metadata_read(chunk, &error);
        if (!own->kept) log_note(log, JFR_NOTE_LOST, error.offset, chunk->size, "%s", error.text);
    }
    own->walk.metadata = own->kept;
}

static void take_sampler(void *context, const struct sampler *sampler) {
    struct walk_own *own = context;
    own->walk.sampler = *sampler;
}

static void walk_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct walk_own *own = context;
    own->walk.chunk = chunk;
    own->walk.spans = spans_of(chunk);
    take_metadata(own, log);
    if (!own->kept && !(own->needs & WALK_UNDESCRIBED)) return;
    own->cursor = jfr_cursor_open(chunk, own->kept, log);
    if (own->stretches)
        cursor_keep_to(own->cursor, own->stretches->begins[own->stretch],
                       own->stretches->begins[own->stretch + 1]);
    if (!(own->needs & WALK_IN_ORDER)) jfr_cursor_any_order(own->cursor);
    if (own->needs & WALK_BYTES) jfr_cursor_count_bytes(own->cursor);
    plan(own);
    walk_events(own);
    for (size_t i = 0; i < own->place_count; i++) {
        const struct reader *reader = own->places[i].reader;
        if (reader->walked && (own->kept || reader->needs & WALK_UNDESCRIBED))
            reader->walked(own->places[i].state, &own->walk);
    }
    jfr_cursor_close(own->cursor);
    index_constants(own, log);
    index_again(own);
    for (size_t i = 0; i < own->place_count && own->kept; i++)
        if (own->places[i].reader->chunk)
            own->places[i].reader->chunk(own->places[i].state, &own->walk);
    end_not_held(own);
    jfr_constants_close(own->constants);
    own->constants = NULL;
    own->tells = false;
    own->walk.constants = NULL;
}

static void walk_share(void *context, const struct jfr_chunk *chunk, const struct scan_share *share,
                       const struct jfr_log *log) {
    struct walk_own *own = context;
    if (share->split == SCAN_BY_EVENTS) {
        own->stretches = share->of;
        own->stretch = share->index;
    } else {
        own->walk.share = share->index;
        own->walk.shares = share->of->count;
    }
    walk_chunk(own, chunk, log);
    own->stretches = NULL;
    own->walk.share = own->walk.shares = 0;
}

/* As all readers do. */
static unsigned walk_splits(const void *options, const struct sampler *sampler) {
    const struct walk_run *run = options;
    unsigned ways = SCAN_BY_EVENTS | SCAN_BY_STACKS;
    EACH (const struct walk_part, part, &run->parts)
        ways &= part->reader->splits
                    ? part->reader->splits(part->options.items, part->options.len, sampler)
                    : 0;
    return ways;
}

static bool walk_document(void *context, const struct jfr_chunk *bytes, const struct jfr_log *log,
                          struct jfr_error *error) {
    struct walk_own *own = context;
    bool fine = true;
    for (size_t i = 0; i < own->place_count && fine; i++)
        if (own->places[i].reader->document)
            fine = own->places[i].reader->document(own->places[i].state, bytes, log, error);
    return fine;
}

/* ==== A run ================================================================================= */

static struct walk_part *part_of(const struct walk_run *run, const struct reader *reader) {
    for (size_t i = 0; i < run->parts.len; i++)
        if (run->parts.items[i].reader == reader) return &run->parts.items[i];
    return NULL;
}

struct walk_part *walk_join(struct walk_run *run, const struct reader *reader,
                            const void *options) {
    if (!part_of(run, reader)) array_push(&run->parts, (struct walk_part){.reader = reader});
    struct walk_part *part = part_of(run, reader);
    bool is_new = options != NULL;
    for (size_t i = 0; i < part->options.len; i++)
        if (part->options.items[i] == options) is_new = false;
    if (is_new) array_push(&part->options, options);
    return part;
}

static void tell_window(void *context, int64_t start_ns, int64_t end_ns,
                        const struct jfr_chunk *first) {
    const struct walk_run *run = context;
    EACH (const struct walk_part, part, &run->parts)
        if (part->window) part->window(part->window_context, start_ns, end_ns, first);
}

static void tell_look(void *context, const struct jfr_chunk *chunk) {
    struct walk_run *run = context;
    run->ahead++;
    EACH (const struct walk_part, part, &run->parts)
        if (part->look) part->look(part->window_context, chunk);
}

/* Lends the run the states, as they are so far. */
static void tell_fresh(void *context, void *state) {
    struct walk_run *run = context;
    const struct walk_own *own = state;
    for (size_t i = 0; i < run->parts.len; i++) run->parts.items[i].state = own->places[i].state;
    run->fresh(run->fresh_context, run);
    for (size_t i = 0; i < run->parts.len; i++) run->parts.items[i].state = NULL;
}

void walk_start(struct walk_run *run, const struct scan_options *options,
                struct scan_report *report) {
    struct scan_work work = {.open = walk_open,
                             .window_context = run,
                             .look = tell_look,
                             .sampler = take_sampler,
                             .chunk = walk_chunk,
                             .splits = walk_splits,
                             .share = walk_share,
                             .merge = walk_merge,
                             .close = walk_close,
                             .options = run};
    for (size_t i = 0; i < run->parts.len; i++) {
        if (run->parts.items[i].window) work.window = tell_window;
        if (run->parts.items[i].reader->document) work.document = walk_document;
    }
    if (run->fresh) {
        work.fresh = tell_fresh;
        work.fresh_context = run;
    }
    run->ahead = options->share.of ? 1 : 0; /* there is more in the other parts */
    struct walk_own *own = scan_run(options, &work, report);
    for (size_t i = 0; i < run->parts.len; i++) {
        run->parts.items[i].state = own->places[i].state;
        own->places[i].state = NULL;
        const struct walk_part *part = &run->parts.items[i];
        if (part->reader->finish) part->reader->finish(part->state, report);
    }
    say_not_held(own, report);
    walk_close(own);
}

void *walk_result(const struct walk_run *run, const struct reader *reader) {
    const struct walk_part *part = part_of(run, reader);
    return part ? part->state : NULL;
}

void walk_run_free(struct walk_run *run) {
    EACH (struct walk_part, part, &run->parts) {
        if (part->state) part->reader->close(part->state);
        array_free(&part->options);
    }
    array_free(&run->parts);
}
