#include "parser/whole/whole.h"
#include "parser/whole/stops.h"
#include "parser/wire.h"

#include <inttypes.h>
#include <stdio.h>

struct about {             /* a type */
    bool has_start, ticks; /* its events begin with a time, in ticks */
    bool misses;           /* too many of its constants are missing */
};

struct whole {
    const struct jfr_chunk *chunk;
    struct jfr_metadata *metadata;
    struct whole_plan *plans; /* by type index */
    struct about *about;
    struct keys *have, *want;
    struct whole_run run;
    whole_walk *walk;
    struct whole_quick quick;
    struct whole_counts *counts;
    whole_say *say;
    void *context;
    uint64_t said[WHOLE_KINDS];
    uint64_t first[WHOLE_KINDS];             /* offset of the first that was not said */
    ARRAY(uint64_t) chain;                   /* offsets of checkpoints, from the last */
    uint64_t checkpoints;                    /* met in the walk */
    struct map missed;                       /* keys said already, mixed with their type */
    int64_t earliest, latest;                /* times of events, in ticks */
    const struct jfr_type *near[WHOLE_NEAR]; /* by small ids */
};

/* Where a chunk is cut, the chain of its checkpoints begins behind the cut, as do constants. */
static void tell(struct whole *c, enum whole_kind kind, uint64_t offset, uint64_t count,
                 const char *what) {
    struct whole_problem problem = {.offset = offset, .kind = kind, .count = count, .what = what};
    problem.follows = c->chunk->damaged && (kind == WHOLE_CHAIN || kind == WHOLE_MISSING);
    c->say(c->context, &problem);
}

static void problem(struct whole *c, enum whole_kind kind, const uint8_t *at, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));

static void problem(struct whole *c, enum whole_kind kind, const uint8_t *at, const char *format,
                    ...) {
    char text[300];
    uint64_t offset = c->chunk->offset + (uint64_t)(at - c->chunk->data);
    c->counts->problems++;
    if (c->said[kind]++ == WHOLE_MOST) c->first[kind] = offset;
    if (c->said[kind] > WHOLE_MOST) return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tell(c, kind, offset, 1, text);
}

const char *whole_kind_words(enum whole_kind kind) {
    static const char *const words[WHOLE_KINDS] = {
        [WHOLE_SIZES] = "places where no event can be",
        [WHOLE_TYPES] = "events of types that the metadata does not describe",
        [WHOLE_FIELDS] = "events whose fields do not end with them",
        [WHOLE_BEHIND] = "events with bytes behind their last field",
        [WHOLE_TIMES] = "events that lie outside of the chunk's time",
        [WHOLE_CHAIN] = "places where the chain of checkpoints is broken",
        [WHOLE_POOLS] = "damaged constant pools",
        [WHOLE_MISSING] = "constants that are missing",
        [WHOLE_METADATA] = "chunks whose metadata cannot be read",
    };
    return words[kind];
}

static void say_rest(struct whole *c) {
    for (int kind = 0; kind < WHOLE_KINDS; kind++) {
        char text[120];
        if (c->said[kind] <= WHOLE_MOST) continue;
        uint64_t rest = c->said[kind] - WHOLE_MOST;
        snprintf(text, sizeof text, "%" PRIu64 " more %s, from here on", rest,
                 whole_kind_words((enum whole_kind)kind));
        tell(c, (enum whole_kind)kind, c->first[kind], rest, text);
    }
}

/* ==== Types ================================================================================= */

static const struct jfr_type *type_of(const struct whole *c, uint64_t id) {
    return id < WHOLE_NEAR ? c->near[id] : jfr_type_by_id(c->metadata, id);
}

static __attribute__((noinline)) void make_plan(struct whole *c, const struct jfr_type *type) {
    struct whole_plan *plan = &c->plans[type->index];
    struct whole_stops *stops = &plan->stops;
    whole_plan_make(plan, c->chunk, type);
    if (type->field_count > 0 && strcmp(type->fields[0]->name, "startTime") == 0 &&
        type->fields[0]->type && type->fields[0]->type->base == JFR_LONG)
        c->about[type->index] = (struct about){.has_start = true,
                                               .ticks = type->fields[0]->unit < JFR_UNIT_NS_TIME ||
                                                        type->fields[0]->unit > JFR_UNIT_S_TIME};
    stops->timed = c->about[type->index].ticks;
    for (unsigned i = 0; i < stops->keys; i++) stops->key[i].want = &c->want[stops->key[i].type];
    if (stops->count && type->event && type_of(c, type->id) == type && type->id < WHOLE_NEAR &&
        type->id > JFR_CHECKPOINT_EVENT)
        c->quick.near[type->id] = stops;
}

static inline const struct whole_plan *plan_of(struct whole *c, const struct jfr_type *type) {
    struct whole_plan *plan = &c->plans[type->index];
    if (__builtin_expect(!plan->made, 0)) make_plan(c, type);
    return plan;
}

static const char *name_of(const struct jfr_type *type) {
    return type->name;
}

/* ==== Times ================================================================================= */

/* Events begin before the chunk that they are written to if they last long, or waited in a buffer,
 * and behind the end that its header says, which was written before them. No more than this: */
#define GRACE_NS 60000000000.0

static void set_times(struct whole *c) {
    const struct jfr_chunk *chunk = c->chunk;
    double length = (2.0 * (double)chunk->duration_ns + GRACE_NS) * chunk->ticks_per_ns;
    c->earliest = INT64_MIN;
    c->latest = INT64_MAX;
    bool known = chunk->duration_ns > 0 && !chunk->unfinished;
    if (known && length < 9e18 - (double)chunk->start_ticks && chunk->start_ticks >= 0)
        c->latest = chunk->start_ticks + (int64_t)length;
    if (chunk->start_ticks >= 0) c->earliest = 0;
    c->quick.earliest = (uint64_t)c->earliest;
    c->quick.span = (uint64_t)c->latest - (uint64_t)c->earliest;
}

static inline void check_time(struct whole *c, const struct jfr_type *type, const uint8_t *event,
                              const uint8_t *payload, const uint8_t *end) {
    uint64_t number;
    const struct about *about = &c->about[type->index];
    if (!about->has_start) return;
    if (wire_is_compressed(c->chunk->encoding)) {
        if (!wire_take(c->run.limit, payload, end, &number)) return;
    } else if (!wire_integer(JFR_FIXED, 8, &payload, end, &number)) return;
    int64_t ticks = (int64_t)number;
    if (about->ticks && (ticks > c->latest || ticks < c->earliest))
        problem(c, WHOLE_TIMES, event,
                "%.100s begins %.3f s after the chunk does, which lasts %.3f s", name_of(type),
                (double)(ticks - c->chunk->start_ticks) / c->chunk->ticks_per_ns / 1e9,
                (double)c->chunk->duration_ns / 1e9);
}

/* ==== Constants ============================================================================= */

static bool read_number(struct whole *c, const uint8_t **at, const uint8_t *end, unsigned width,
                        uint64_t *number) {
    return wire_integer(c->chunk->encoding, width, at, end, number);
}

static void check_pools(struct whole *c, const uint8_t *event, const uint8_t *at,
                        const uint8_t *end) {
    uint64_t ignored, pools = 0, type_id, count, key;
    bool fine = true;
    for (int i = 0; i < 3 && fine; i++) fine = read_number(c, &at, end, 8, &ignored);
    fine = fine && at < end;
    if (fine) at++;
    fine = fine && read_number(c, &at, end, 4, &pools);
    if (!fine) {
        problem(c, WHOLE_POOLS, event, "a checkpoint ends in its head");
        return;
    }
    for (; pools > 0; pools--) {
        const uint8_t *begin = at;
        if (!read_number(c, &at, end, 8, &type_id) || !read_number(c, &at, end, 4, &count)) {
            problem(c, WHOLE_POOLS, begin, "a checkpoint ends before its last %" PRIu64 " pools",
                    pools);
            return;
        }
        const struct jfr_type *type = type_of(c, type_id);
        if (!type) {
            problem(c, WHOLE_POOLS, begin,
                    "a constant pool is of type %" PRIu64 ", which the metadata does not describe",
                    type_id);
            return;
        }
        const struct whole_plan *plan = plan_of(c, type);
        for (uint64_t i = 0; i < count; i++) {
            const uint8_t *constant = at;
            const uint8_t *next =
                read_number(c, &at, end, 8, &key) ? whole_plan_run(&c->run, plan, at, end) : NULL;
            if (!next) {
                problem(c, WHOLE_POOLS, constant,
                        "constant %" PRIu64 " of %" PRIu64 " of the pool of %.100s %s", i + 1,
                        count, name_of(type),
                        plan->strange ? "is of a type that is not fully described"
                                      : "runs over the checkpoint's end");
                return;
            }
            at = next;
            keys_add(&c->have[type->index], key);
        }
        c->counts->constants += count;
    }
    if (at < end)
        problem(c, WHOLE_POOLS, at, "a checkpoint has %" PRIu64 " bytes behind its last pool",
                (uint64_t)(end - at));
}

/* The chain leads strictly backwards. */
static void follow_chain(struct whole *c) {
    const struct jfr_chunk *chunk = c->chunk;
    const uint8_t *end = chunk->data + chunk->size, *p;
    uint64_t offset = chunk->checkpoint_offset, size, type_id, delta = 0;
    if (!offset && !chunk->unfinished)
        problem(c, WHOLE_CHAIN, chunk->data + 16, "the chunk's header leads to no checkpoint");
    while (offset) {
        const uint8_t *event = chunk->data + offset;
        bool fine = offset >= JFR_HEADER_SIZE && offset < chunk->size &&
                    wire_event(chunk->encoding, event, end, &size, &type_id, &p) &&
                    type_id == JFR_CHECKPOINT_EVENT;
        for (int i = 0; i < 3 && fine; i++) fine = read_number(c, &p, end, 8, &delta);
        if (!fine) {
            problem(c, WHOLE_CHAIN,
                    c->chain.len ? chunk->data + c->chain.items[c->chain.len - 1] : event,
                    "the checkpoint before this one should be at byte %" PRIu64
                    " of the chunk, where none is",
                    offset);
            return;
        }
        array_push(&c->chain, offset);
        uint64_t back = -delta;
        if (back == 0) return;
        if (back > offset) {
            problem(c, WHOLE_CHAIN, event, "the chain of checkpoints does not lead backwards here");
            return;
        }
        offset -= back;
    }
}

/* Checkpoints come in the order of the chain, seen from its end. One without constants, with which
 * a writer fills a gap, need not be in it: nothing is lost with it. */
static void meet_checkpoint(struct whole *c, const uint8_t *event, const uint8_t *payload,
                            const uint8_t *end) {
    uint64_t offset = (uint64_t)(event - c->chunk->data);
    size_t left = c->chain.len - (size_t)c->checkpoints;
    uint64_t constants = c->counts->constants;
    c->counts->checkpoints++;
    check_pools(c, event, payload, end);
    if (c->checkpoints < c->chain.len && c->chain.items[left - 1] == offset) c->checkpoints++;
    else if (!c->chunk->unfinished && c->counts->constants > constants)
        problem(c, WHOLE_CHAIN, event, "the chain of checkpoints does not lead to this one");
}

/* ==== Events ================================================================================ */

static void check_event(struct whole *c, const uint8_t *event, uint64_t type_id,
                        const uint8_t *payload, const uint8_t *end) {
    c->counts->events++;
    const struct jfr_type *type = type_of(c, type_id);
    if (__builtin_expect(!type || !type->event, 0)) {
        problem(c, WHOLE_TYPES, event,
                "an event is of type %" PRIu64 ", which the metadata does not describe%s", type_id,
                type ? " as an event" : "");
        return;
    }
    const struct whole_plan *plan = plan_of(c, type);
    const uint8_t *behind = whole_plan_run(&c->run, plan, payload, end);
    if (__builtin_expect(behind != end, 0)) {
        if (!behind)
            problem(c, WHOLE_FIELDS, event,
                    "%.100s of %" PRIu64 " bytes ends before its last field", name_of(type),
                    (uint64_t)(end - event));
        else
            problem(c, WHOLE_BEHIND, event, "%.100s has %" PRIu64 " bytes behind its last field",
                    name_of(type), (uint64_t)(end - behind));
    }
    check_time(c, type, event, payload, end);
}

/* Where events go on behind what cannot be one: at the next checkpoint of the chain. */
static const uint8_t *resume(const struct whole *c, const uint8_t *at) {
    uint64_t offset = (uint64_t)(at - c->chunk->data), found = c->chunk->size;
    for (size_t i = 0; i < c->chain.len && c->chain.items[i] > offset; i++)
        found = c->chain.items[i];
    if (c->chunk->metadata_offset > offset && c->chunk->metadata_offset < found)
        found = c->chunk->metadata_offset;
    return c->chunk->data + found;
}

static void walk(struct whole *c) {
    const struct jfr_chunk *chunk = c->chunk;
    const uint8_t *end = chunk->data + chunk->size, *payload;
    uint64_t size, type_id;
    unsigned broken = 0;
    bool compressed = wire_is_compressed(chunk->encoding), quick = compressed && !c->run.meet;
    c->quick.events = 0;
    for (const uint8_t *p = chunk->data + JFR_HEADER_SIZE; p < end;) {
        if (quick) p = c->walk(&c->quick, p, end);
        bool fine = compressed && (payload = wire_take(end, p, end, &size)) &&
                    (payload = wire_take(end, payload, end, &type_id)) &&
                    size <= (uint64_t)(end - p) && size >= (uint64_t)(payload - p);
        fine = fine || wire_event(chunk->encoding, p, end, &size, &type_id, &payload);
        if (__builtin_expect(!fine || size == 0, 0)) {
            const uint8_t *next = resume(c, p);
            if (!c->run.meet)
                problem(c, WHOLE_SIZES, p,
                        "no event can begin here: %" PRIu64
                        " bytes, up to the next checkpoint or the end, are not known",
                        (uint64_t)(next - p));
            if (++broken > 1000) break; /* each takes a look at the chain */
            p = next;
            continue;
        }
        if (type_id > JFR_CHECKPOINT_EVENT) check_event(c, p, type_id, payload, p + size);
        else if (type_id == JFR_CHECKPOINT_EVENT) meet_checkpoint(c, p, payload, p + size);
        p += size;
    }
    c->counts->events += c->quick.events;
}

/* ==== References ============================================================================ */

/* JVMs leave references to constants that they do not write: threads that ended, and now and then
 * something that came too late (a method, a stack trace). So some that are missing are no damage, a
 * twentieth of those of a type is. */
#define SOME 8

struct count {
    uint64_t keys;
};

static void count_key(void *context, uint64_t key) {
    if (key != 0) ((struct count *)context)->keys++;
}

/* Notes which types miss too many, and how many there are of each that none has. */
static bool misses_much(struct whole *c) {
    static const struct keys none;
    bool much = false;
    for (uint32_t i = 0; i < c->metadata->type_count; i++) {
        struct count missing = {0}, wanted = {0};
        keys_without(&c->want[i], &c->have[i], count_key, &missing);
        if (missing.keys == 0) continue;
        c->counts->missing += missing.keys;
        keys_without(&c->want[i], &none, count_key, &wanted);
        bool thread = strcmp(c->metadata->types[i]->name, "java.lang.Thread") == 0;
        c->about[i].misses = !thread && missing.keys > SOME && missing.keys * 20 > wanted.keys;
        much = much || c->about[i].misses;
    }
    return much;
}

/* In the second pass: says where a key is met first that no constant has. */
static void meet_key(void *context, const uint8_t *at, uint32_t type, uint64_t key) {
    struct whole *c = context;
    if (key == 0 || !c->about[type].misses || keys_has(&c->have[type], key)) return;
    if (map_add(&c->missed, map_mix(key) + type))
        problem(c, WHOLE_MISSING, at, "refers to %.100s %" PRIu64 ", which is in no constant pool",
                name_of(c->metadata->types[type]), key);
}

static void find_missing(struct whole *c) {
    struct whole_counts counts = *c->counts;
    uint64_t said[WHOLE_KINDS];
    c->run.meet = meet_key;
    c->run.context = c;
    c->checkpoints = 0;
    memcpy(said, c->said, sizeof said);
    for (int kind = 0; kind < WHOLE_KINDS; kind++) /* those were said in the first pass */
        if (kind != WHOLE_MISSING) c->said[kind] = UINT64_MAX / 2;
    walk(c);
    said[WHOLE_MISSING] = c->said[WHOLE_MISSING];
    memcpy(c->said, said, sizeof said);
    counts.problems += c->said[WHOLE_MISSING];
    *c->counts = counts;
}

static void forget_metadata(struct whole *c) {
    for (size_t i = 0; c->metadata && i < c->metadata->type_count; i++)
        array_free(&c->plans[i].steps);
    mem_free(c->plans, c->about, c->have, c->want);
    jfr_metadata_free(c->metadata);
    c->metadata = NULL;
    c->plans = NULL;
    c->about = NULL;
    c->have = c->want = NULL;
}

static bool set_metadata(struct whole *c) {
    struct jfr_error error;
    if (jfr_metadata_matches(c->metadata, c->chunk)) return true;
    forget_metadata(c);
    c->metadata = jfr_metadata_read(c->chunk, &error);
    if (!c->metadata) {
        c->counts->problems++;
        tell(c, WHOLE_METADATA, error.offset, 1, error.text);
        return false;
    }
    size_t types = c->metadata->type_count + 1;
    c->plans = mem_zero(types, sizeof *c->plans);
    c->about = mem_zero(types, sizeof *c->about);
    c->have = mem_zero(types, sizeof *c->have);
    c->want = mem_zero(types, sizeof *c->want);
    memset(c->near, 0, sizeof c->near);
    for (size_t i = 0; i < WHOLE_NEAR; i++) c->quick.near[i] = &whole_stops_none;
    for (uint32_t i = 0; i < c->metadata->type_count; i++) {
        const struct jfr_type *type = c->metadata->types[i];
        if (type->id < WHOLE_NEAR && !c->near[type->id]) c->near[type->id] = type;
    }
    return true;
}

struct whole *whole_open(void) {
    struct whole *whole = mem_zero(1, sizeof *whole);
    whole->walk = whole_walk_choose();
    return whole;
}

void whole_check(struct whole *c, const struct jfr_chunk *chunk, struct whole_counts *counts,
                 whole_say *say, void *context) {
    c->chunk = chunk;
    c->counts = counts;
    c->say = say;
    c->context = context;
    if (!set_metadata(c)) return;
    const struct jfr_type *strings = jfr_type_by_name(c->metadata, "java.lang.String");
    c->run = (struct whole_run){.encoding = chunk->encoding,
                                .limit = chunk->data + chunk->size,
                                .want = c->want,
                                .strings = strings ? strings->index : UINT32_MAX};
    c->checkpoints = 0;
    c->chain.len = 0;
    memset(c->said, 0, sizeof c->said);
    for (size_t i = 0; i < c->metadata->type_count; i++) /* nothing was met yet */
        whole_stops_begin(&c->plans[i].stops);
    set_times(c);
    follow_chain(c);
    walk(c);
    if (misses_much(c)) find_missing(c);
    say_rest(c);
    for (size_t i = 0; i < c->metadata->type_count; i++) {
        free_each(keys_free, &c->have[i], &c->want[i]);
    }
    map_clear(&c->missed);
}

void whole_close(struct whole *whole) {
    if (!whole) return;
    forget_metadata(whole);
    map_free(&whole->missed);
    array_free(&whole->chain);
    free(whole);
}
