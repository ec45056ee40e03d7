#include "parser/table/heads.h"

#include "base/processor.h"
#include "parser/event.h"
#include "parser/plan.h"
#include "parser/table/cells.h"
#include "parser/table/places.h"
#include "parser/wire.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { START, SPAN, THREAD, FIELDS };

#define AT_ONCE 64      /* events that the cursor hands out */
#define SMALL_IDS 16384 /* type ids of one or two bytes are found without a search */

struct head_type {         /* an event type of the chunk at hand */
    struct jfr_plan *plan; /* NULL: it is not read */
    enum jfr_unit start, span;
    uint8_t leads;      /* its first so many fields are compressed integers, all that is read among
                         * them, startTime first; 0: it is not so */
    uint8_t at[FIELDS]; /* which of them is startTime, ...; FIELDS: none */
    bool ticks;
    bool noted;  /* others will look for its events */
    bool passes; /* its events may be passed over */
};

struct lead {      /* of an event that the cursor handed out */
    uint32_t type; /* index of types */
    bool read;     /* start, span and thread were */
    int64_t start, span;
    uint64_t thread;
};

struct heads;
/* What is at the beginning of the events at hand. */
typedef void read_events(struct heads *heads);
/* The first event from h->at on that has to be looked at. */
typedef size_t pass_ends(const struct heads *heads, struct heads_ends *ends);
typedef size_t pass_thread(const struct heads *heads, struct heads_thread *thread);

struct machine { /* what is there twice: for processors that extract bits, and for others */
    read_events *read;
    pass_ends *pass_ends;
    pass_thread *pass_thread;
};

struct heads {
    unsigned flags;
    struct spans spans; /* of the chunk */
    int64_t last;       /* in ticks: no event of the chunk ends later, */
    uint64_t most;      /* nor takes so long */
    struct machine machine;
    struct jfr_log log;
    struct tables_log named; /* what the cursor notes to */
    struct jfr_chunks *chunks;
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_cursor *cursor;
    ARRAY(struct head_type) types;
    uint32_t small[SMALL_IDS]; /* by id: index of types + 1 */
    struct map large;          /* other ids likewise */
    struct jfr_event events[AT_ONCE];
    struct lead leads[AT_ONCE];
    size_t at, end; /* of those that are next */
    ARRAY(struct jfr_event) checkpoints;
    struct jfr_constants *constants; /* NULL: not yet needed */
    struct cells *cells;             /* of the type of the event before */
    uint64_t cells_type;
    struct things things;
    struct places *places; /* NULL: nobody will look for events */
    struct noting noting;
};

void heads_use_places(struct heads *h, struct places *places) {
    h->places = places;
}

void heads_use_range(struct heads *h, struct chunks_range range) {
    chunks_use_range(h->chunks, range);
}

static void leave_chunk(struct heads *h) {
    noting_drop(&h->noting);
    for (size_t i = 0; i < h->types.len; i++) jfr_plan_free(h->types.items[i].plan);
    h->types.len = h->checkpoints.len = h->at = h->end = 0;
    memset(h->small, 0, sizeof h->small);
    map_clear(&h->large);
    jfr_cursor_close(h->cursor);
    h->cursor = NULL;
    cells_close(h->cells);
    h->cells = NULL;
    jfr_constants_close(h->constants);
    h->constants = NULL;
    things_free(&h->things);
    h->things = (struct things){0};
}

void heads_close(struct heads *h) {
    if (!h) return;
    leave_chunk(h);
    jfr_chunks_close(h->chunks);
    arrays_free(&h->types, &h->checkpoints);
    map_free(&h->large);
    free(h);
}

/* ==== A chunk =============================================================================== */

/* Times of events are in ticks where the metadata does not say in what. */
static enum jfr_unit unit_in(const struct jfr_plan *plan, size_t slot, enum jfr_unit otherwise) {
    if (jfr_plan_slot(plan, slot) != JFR_SLOT_INTEGER || plan->slots[slot].pool)
        return JFR_UNIT_NONE;
    enum jfr_unit unit = jfr_plan_field(plan, slot)->unit;
    return unit == JFR_UNIT_NONE ? otherwise : unit;
}

/* What nearly all writers write: startTime, duration, eventThread, in this order. */
static void find_leads(struct head_type *t) {
    const struct jfr_plan *plan = t->plan;
    uint8_t leads = 0;
    memset(t->at, FIELDS, sizeof t->at);
    EACH (const struct step, step, &plan->steps) {
        uint32_t n = step->op == SKIP_VARINTS ? step->n : 1;
        bool whole = step->op == TAKE_VARINT && step->width == 8;
        if ((step->op != SKIP_VARINTS && !whole) || n > (uint32_t)(FIELDS - leads)) return;
        if (whole) t->at[step->n] = leads;
        leads += (uint8_t)n;
    }
    if (t->at[START] == 0 && t->at[SPAN] != 2) t->leads = leads;
}

static struct head_type bind(const struct heads *h, uint64_t type_id) {
    static const char *const paths[FIELDS] = {"startTime", "duration", "eventThread"};
    const struct jfr_type *type = jfr_type_by_id(h->metadata, type_id);
    bool times = h->flags & HEADS_TIME, threads = h->flags & HEADS_THREAD;
    const char *wanted[FIELDS] = {paths[START], times ? paths[SPAN] : NULL,
                                  threads ? paths[THREAD] : NULL};
    struct head_type t = {.noted = h->noting.places && map_get(&h->noting.by_type, type_id)};
    if (!type || !type->event) return t;
    t.plan = jfr_plan_compile(h->chunk, type, wanted, FIELDS, NULL);
    if (!t.plan) return t;
    t.start = unit_in(t.plan, START, JFR_UNIT_TICKS_TIME);
    t.span = unit_in(t.plan, SPAN, JFR_UNIT_TICKS_SPAN);
    bool any = (times && (t.start || t.span)) ||
               (threads && jfr_plan_slot(t.plan, THREAD) == JFR_SLOT_STRUCT);
    t.ticks = t.start == JFR_UNIT_TICKS_TIME &&
              (t.span == JFR_UNIT_TICKS_SPAN || t.span == JFR_UNIT_NONE);
    find_leads(&t);
    t.passes = any && t.leads && t.ticks && !t.noted;
    if (any) return t;
    jfr_plan_free(t.plan);
    t.plan = NULL;
    return t;
}

/* What an event cannot have taken is handed out one by one, with times that are no ticks. */
static void hold(struct heads *h) {
    h->spans = spans_of(h->chunk);
    const double far = (double)HEADS_FAR, per_ns = h->chunk->ticks_per_ns;
    double most = (double)h->spans.most_ns * per_ns;
    double last = (double)(h->spans.end_ns - h->chunk->start_ns) + (double)h->spans.slack_ns;
    last *= per_ns;
    h->most = (uint64_t)(most < far ? most : far);
    h->last = h->chunk->start_ticks < INT64_MAX - 4 * HEADS_FAR
                  ? h->chunk->start_ticks + (int64_t)(last < 2 * far ? last : 2 * far)
                  : INT64_MAX;
}

bool heads_next_chunk(struct heads *h) {
    leave_chunk(h);
    do {
        h->chunk = jfr_chunks_next(h->chunks);
        if (!h->chunk) return false;
        h->metadata = jfr_chunks_metadata(h->chunks);
    } while (!h->metadata);
    hold(h);
    h->named = (struct tables_log){&h->log, h->chunk->name};
    const struct jfr_log log = tables_log_of(&h->named);
    h->cursor = jfr_cursor_open(h->chunk, h->metadata, &log);
    if (h->flags & HEADS_THREAD) jfr_cursor_want(h->cursor, JFR_CHECKPOINT_EVENT);
    for (uint32_t i = 0; i < h->metadata->type_count; i++)
        if (h->metadata->types[i]->event) jfr_cursor_want(h->cursor, h->metadata->types[i]->id);
    noting_begin(&h->noting, h->places, NULL, h->chunk, h->metadata, h->cursor);
    return true;
}

/* Of an id that has not been met, or that is not among the small ones. */
static uint32_t search_type(struct heads *h, uint64_t id) {
    const uint64_t *known = id < SMALL_IDS ? NULL : map_get(&h->large, id);
    bool fresh;
    if (known) return (uint32_t)*known - 1;
    array_push(&h->types, bind(h, id));
    if (id < SMALL_IDS) h->small[id] = (uint32_t)h->types.len;
    else *map_put(&h->large, id, &fresh) = h->types.len;
    return (uint32_t)h->types.len - 1;
}

/* The event's type, which is bound when the first of its events comes. */
static inline uint32_t type_of(struct heads *h, uint64_t id) {
    uint32_t number = id < SMALL_IDS ? h->small[id] : 0;
    return number ? number - 1 : search_type(h, id);
}

typedef unsigned read_number(const uint8_t *at, uint64_t *out);

#if defined(__x86_64__)

#define BMI2 __attribute__((target("bmi,bmi2")))

BMI2 static inline unsigned read_short_bmi2(const uint8_t *at, uint64_t *out) {
    uint64_t word = wire_load(at), ends = ~word & WIRE_TOP_BITS;
    *out = _pext_u64(word & _blsmsk_u64(ends), ~WIRE_TOP_BITS);
    return ends ? (unsigned)_tzcnt_u64(ends) / 8 + 1 : 0;
}

#endif

/* In variables of their own: what is written by index has to be waited for. */
static inline __attribute__((always_inline)) bool read_lead(const struct head_type *type,
                                                            const struct jfr_event *event,
                                                            const uint8_t *limit, struct lead *lead,
                                                            read_number *read) {
    const uint8_t *at = event->payload;
    uint64_t first = 0, second = 0, third = 0;
    unsigned len;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an event that is wanted has one */
    if (!type->leads || limit - at < (FIELDS + 1) * (ptrdiff_t)sizeof first) return false;
    if (!(len = read(at, &first))) return false;
    at += len;
    if (type->leads > 1) {
        if (!(len = read(at, &second))) return false;
        at += len;
    }
    if (type->leads > 2) {
        if (!(len = read(at, &third))) return false;
        at += len;
    }
    lead->start = (int64_t)first;
    lead->span = type->at[SPAN] == 1 ? (int64_t)second : 0;
    lead->thread = type->at[THREAD] == 1 ? second : third;
    return at <= event->end;
}

static inline __attribute__((always_inline)) void read_all(struct heads *h, read_number *read) {
    const uint8_t *limit = h->chunk->data + h->chunk->size;
    for (size_t i = 0; i < h->end; i++) {
        const struct jfr_event *event = &h->events[i];
        uint32_t type = type_of(h, event->type_id);
        h->leads[i].type = type;
        h->leads[i].read = read_lead(&h->types.items[type], event, limit, &h->leads[i], read);
    }
}

/* The type of the event before is that of most. Passed over are only events of types that are
 * bound. */
static inline __attribute__((always_inline)) bool
read_passing(const struct heads *h, const struct jfr_event *event, const struct head_type **type,
             uint64_t *id, struct lead *lead, read_number *read) {
    const uint64_t start = (uint64_t)h->chunk->start_ticks, far = (uint64_t)HEADS_FAR;
    if (event->type_id != *id) {
        uint32_t number = event->type_id < SMALL_IDS ? h->small[event->type_id] : 0;
        if (!number || !h->types.items[number - 1].passes) return false;
        *type = &h->types.items[number - 1];
        *id = event->type_id;
    }
    return read_lead(*type, event, h->chunk->data + h->chunk->size, lead, read) &&
           (uint64_t)lead->start - start + far < 2 * far && (uint64_t)lead->span < h->most &&
           lead->start + lead->span <= h->last;
}

static inline __attribute__((always_inline)) size_t
ends_from(const struct heads *h, struct heads_ends *e, read_number *read) {
    const struct head_type *type = NULL, *last = NULL;
    uint64_t id = UINT64_MAX;
    struct lead lead, latest = {0};
    int64_t most = e->most;
    size_t at = h->at;
    for (; at < h->end && read_passing(h, &h->events[at], &type, &id, &lead, read); at++) {
        int64_t end = lead.start + lead.span;
        if (end > most + e->close) { /* nearly all, where one thread wrote them */
            most = end;
            latest = lead;
            last = type;
        } else if (end <= e->least + e->close || end >= most - e->close) {
            break;
        }
    }
    if (last) {
        e->most = most;
        e->start = latest.start;
        e->span = latest.span;
        e->span_unit = last->span;
        e->pending = true;
    }
    e->passed += at - h->at;
    return at;
}

static inline __attribute__((always_inline)) size_t
thread_from(const struct heads *h, struct heads_thread *t, read_number *read) {
    const struct head_type *type = NULL;
    uint64_t id = UINT64_MAX;
    struct heads_thread now = *t;
    struct lead lead;
    size_t at = h->at;
    for (; at < h->end && read_passing(h, &h->events[at], &type, &id, &lead, read); at++) {
        if (lead.thread != now.key) break;
        heads_add_start(&now, lead.start);
    }
    now.events += at - h->at;
    *t = now;
    return at;
}

static void read_usual(struct heads *h) {
    read_all(h, wire_short_varint);
}

static size_t ends_usual(const struct heads *h, struct heads_ends *ends) {
    return ends_from(h, ends, wire_short_varint);
}

static size_t thread_usual(const struct heads *h, struct heads_thread *thread) {
    return thread_from(h, thread, wire_short_varint);
}

static const struct machine usual = {read_usual, ends_usual, thread_usual};

#if defined(__x86_64__)

BMI2 static void read_bmi2(struct heads *h) {
    read_all(h, read_short_bmi2);
}

BMI2 static size_t ends_bmi2(const struct heads *h, struct heads_ends *ends) {
    return ends_from(h, ends, read_short_bmi2);
}

BMI2 static size_t thread_bmi2(const struct heads *h, struct heads_thread *thread) {
    return thread_from(h, thread, read_short_bmi2);
}

static struct machine choose(void) {
    static const struct machine extracts = {read_bmi2, ends_bmi2, thread_bmi2};
    return processor_has_fast_pdep() ? extracts : usual;
}

#else

static struct machine choose(void) {
    return usual;
}

#endif

static bool read_plan(const struct heads *h, const struct head_type *type, struct head *head) {
    const uint8_t *at = head->event->payload, *limit = h->chunk->data + h->chunk->size;
    uint64_t values[FIELDS];
    if (!plan_read(type->plan, h->chunk->data, &at, head->event->end, limit, values)) return false;
    head->start = (int64_t)values[START];
    head->span = (int64_t)values[SPAN];
    head->thread = values[THREAD];
    return true;
}

struct heads *heads_open(const struct jfr_tables *tables, unsigned flags,
                         const struct jfr_log *log) {
    struct heads *h = mem_zero(1, sizeof *h);
    h->flags = flags;
    h->machine = flags & HEADS_PLAIN ? usual : choose();
    h->chunks = jfr_chunks_open(tables);
    if (log) h->log = *log;
    return h;
}

static bool next_events(struct heads *h) {
    h->at = 0;
    h->end = cursor_next_many(h->cursor, h->events, AT_ONCE);
    return h->end > 0;
}

/* The event is the next one; lead: what was read of it, NULL: nothing. False: it is none of those
 * that are asked for. */
static bool take(struct heads *h, const struct head_type *type, const struct lead *lead,
                 struct head *head) {
    const uint64_t start = (uint64_t)h->chunk->start_ticks, far = (uint64_t)HEADS_FAR;
    const struct jfr_event *event = head->event = &h->events[h->at++];
    if (event->type_id == JFR_CHECKPOINT_EVENT) {
        array_push(&h->checkpoints, *event);
        noting_add(&h->noting, event);
        return false;
    }
    if (type->noted) noting_add(&h->noting, event);
    if (!type->plan) return false;
    if (lead && lead->read) {
        head->start = lead->start;
        head->span = lead->span;
        head->thread = lead->thread;
    } else if (!read_plan(h, type, head)) {
        return false;
    }
    head->start_unit = type->start;
    head->span_unit = type->span;
    head->ticks = type->ticks && (uint64_t)head->start - start + far < 2 * far &&
                  (uint64_t)head->span < h->most && head->start + head->span <= h->last;
    return true;
}

bool heads_next(struct heads *h, struct head *head) {
    for (;;) {
        while (h->at < h->end) {
            const struct lead *lead = &h->leads[h->at];
            if (take(h, &h->types.items[lead->type], lead, head)) return true;
        }
        if (!next_events(h)) break;
        h->machine.read(h);
    }
    noting_end(&h->noting);
    return false;
}

/* The next one, which is not passed over. */
static bool take_next(struct heads *h, struct head *head) {
    uint32_t type = type_of(h, h->events[h->at].type_id);
    return take(h, &h->types.items[type], NULL, head);
}

bool heads_next_end(struct heads *h, struct heads_ends *ends, struct head *head) {
    do {
        while (h->at < h->end) {
            if (ends->any) h->at = h->machine.pass_ends(h, ends);
            if (h->at < h->end && take_next(h, head)) return true;
        }
    } while (next_events(h));
    noting_end(&h->noting);
    return false;
}

bool heads_next_thread(struct heads *h, struct heads_thread *thread, struct head *head) {
    do {
        while (h->at < h->end) {
            if (thread) h->at = h->machine.pass_thread(h, thread);
            if (h->at < h->end && take_next(h, head)) return true;
        }
    } while (next_events(h));
    noting_end(&h->noting);
    return false;
}

const struct jfr_chunk *heads_chunk(const struct heads *h) {
    return h->chunk;
}

static int64_t ns_of(const struct heads *h, enum jfr_unit unit, int64_t number) {
    if (unit == JFR_UNIT_NONE || number == JFR_NULL_INT) return JFR_NULL_INT;
    jfr_chunk_ns(h->chunk, unit, number, &number);
    return number;
}

int64_t heads_start_ns(const struct heads *h, const struct head *head) {
    return ns_of(h, head->start_unit, head->start);
}

int64_t heads_span_ns(const struct heads *h, const struct head *head) {
    int64_t ns = ns_of(h, head->span_unit, head->span);
    if (ns == JFR_NULL_INT || head->ticks) return ns;
    return spans_hold(&h->spans, heads_start_ns(h, head), ns) ? ns : JFR_NULL_INT;
}

/* ==== Cells ================================================================================= */

/* None of the stacks, which are most of what there is. */
static const struct jfr_constants *constants_of(struct heads *h) {
    const struct jfr_log log = tables_log_of(&h->named);
    if (h->constants) return h->constants;
    h->constants = jfr_constants_open(h->chunk, h->metadata);
    jfr_constants_ask(h->constants, jfr_type_by_name(h->metadata, "jdk.types.StackTrace"), 0);
    for (size_t i = 0; i < h->checkpoints.len; i++)
        jfr_constants_add(h->constants, &h->checkpoints.items[i], &log);
    return h->constants;
}

bool heads_cells(struct heads *h, const struct jfr_event *event, const char *const *paths,
                 size_t count, bool raw_names, uint64_t *cells, enum jfr_column_kind *kinds) {
    if (!h->cells || h->cells_type != event->type_id) {
        cells_close(h->cells);
        h->cells = cells_open(h->chunk, h->metadata, jfr_type_by_id(h->metadata, event->type_id),
                              paths, count, &h->things, raw_names);
        h->cells_type = event->type_id;
    }
    if (!h->cells || !cells_read(h->cells, constants_of(h), event, cells)) return false;
    for (size_t i = 0; i < count; i++) kinds[i] = cells_kind(h->cells, i);
    return true;
}

const struct things *heads_things(const struct heads *h) {
    return &h->things;
}
