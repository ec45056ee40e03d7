/* Reads: rows of a chunk's tables become cells, and are forgotten. */
#include "analyzers/account/account_parts.h"
#include "analyzers/account/read_wishes.h"

#include "analyzers/facts/facts.h"
#include "analyzers/tables/clocked.h"
#include "analyzers/time/threads.h"
#include "base/order.h"
#include "base/platform.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/units.h"

#define MOST_STEPS 1200
#define USUAL_PERIOD_NS (20 * NS_PER_MS) /* where the recording does not say it */

static const struct wish rows[WISHES] = {ACCOUNT_ROWS};
#define PASSING(from, to) \
    .rows = rows + (from), .count = (to) - (from), .passing = true, .may_lack = true
static const struct wishes of_waits = {PASSING(MONITOR, WAITS)};
static const struct wishes of_samples = {PASSING(EXECUTION, ALLOCATED), .sliced = true};
static const struct wishes of_states = {PASSING(EXECUTION, ALLOCATED), .sliced = true,
                                        .late = S_STACK};
static const struct wishes of_others = {PASSING(ALLOCATED, WISHES)};

/* ==== The chunk at hand ===================================================================== */

struct span {
    uint32_t thread, what;
    int64_t from_ns, to_ns;
};

struct raw_chunk {
    struct tables *tables;
    ARRAY(uint32_t) threads; /* of the tables -> ours, or MISSING_ID */
    struct account_places places;
    ARRAY(uint32_t) runs;  /* of stacks, if they are of samples that run: see run_of */
    uint32_t plain[2];     /* runs, of samples whose stack is of no matter */
    ARRAY(uint32_t) pools; /* of threads: texts, or MISSING_ID */
    bool first_of_several;
    int64_t wall_ns;                  /* the interval of wall-clock samples */
    size_t kept, forgotten;           /* stacks: of before its samples; these without frames too */
    struct map whats;                 /* kind, stack and what it is about -> what */
    ARRAY(struct span) spans, pauses; /* of the chunk, disjoint and in order */
};

#define GROW(array, to, value) \
    while ((array)->len <= (to)) array_push((array), value)

static uint32_t thread_of(struct raw *raw, uint32_t id, int64_t time_ns) {
    struct raw_chunk *c = raw->chunk;
    if (id == JFR_NULL_ID) return MISSING_ID;
    GROW(&c->threads, id, MISSING_ID);
    uint32_t own = c->threads.items[id];
    if (own != MISSING_ID) {
        struct raw_thread *known = &array_at(&raw->threads, own);
        if (time_ns < known->first_ns) known->first_ns = time_ns;
        if (time_ns > known->last_ns) known->last_ns = time_ns;
        return own;
    }
    const struct things_thread *t = &c->tables->things.threads.items[id];
    struct raw_thread fresh = {.os_id = t->os_id,
                               .java_id = t->java_id,
                               .named_ns = time_ns,
                               .is_virtual = t->is_virtual,
                               .first_ns = time_ns,
                               .last_ns = time_ns,
                               .since_ns = INT64_MAX,
                               .until_ns = INT64_MIN,
                               .start_ns = MISSING,
                               .end_ns = MISSING};
    OWNED(text_free) struct text name = {0};
    things_add_thread_name(&c->tables->things, id, &name);
    fresh.name = raw_text(raw, text_str(&name));
    return c->threads.items[id] = raw_thread(raw, &fresh);
}

static void did(struct raw *raw, uint32_t thread, int64_t from_ns, int64_t to_ns) {
    struct raw_thread *own = &array_at(&raw->threads, thread);
    if (from_ns < own->since_ns) own->since_ns = from_ns;
    if (to_ns > own->until_ns) own->until_ns = to_ns;
}

static const struct account_place *place_of(struct raw *raw, uint32_t stack) {
    return account_place_at(raw, &raw->chunk->tables->things, stack, &raw->chunk->places);
}

/* What a sample of a thread that runs is: twice the number of the what, one more if it is in Java.
 */
static uint32_t run_of(struct raw *raw, uint32_t stack, enum raw_source source) {
    struct raw_chunk *c = raw->chunk;
    size_t at = 2 * (size_t)(stack == JFR_NULL_ID ? 0 : stack + 1) + (source == RAW_CPU);
    GROW(&c->runs, at, MISSING_ID);
    if (is_missing(c->runs.items[at])) {
        const struct account_place *place = place_of(raw, stack);
        const struct raw_what what = {source, place->run};
        c->runs.items[at] = raw_what(raw, &what) << 1 | place->in_java;
    }
    return c->runs.items[at];
}

/* The same of one whose stack is of no matter. */
static uint32_t plain_run(struct raw *raw, enum raw_source source) {
    const struct raw_what what = {source, {.state = ACCOUNT_RUNNING}};
    uint32_t *known = &raw->chunk->plain[source == RAW_CPU];
    if (!*known) *known = raw_what(raw, &what) << 1 | 1;
    return *known;
}

/* Are its stacks not needed to say that it is none of the JVM's own? */
static bool is_of_java(const struct raw_thread *thread) {
    return thread->in_java || thread->java_id || thread->is_virtual;
}

static const char *text_at(const struct raw *raw, uint32_t id) {
    return id == JFR_NULL_ID ? "" : strings_get(&raw->chunk->tables->things.texts, id);
}

/* As they roll up; of the tables' thread. */
static uint32_t pool_of(struct raw *raw, uint32_t id) {
    struct raw_chunk *c = raw->chunk;
    if (id == JFR_NULL_ID) return 0;
    GROW(&c->pools, id, MISSING_ID);
    if (c->pools.items[id] == MISSING_ID) {
        OWNED(text_free) struct text name = {0}, pool = {0};
        things_add_thread_name(&c->tables->things, id, &name);
        threads_add_pattern(&pool, text_str(&name));
        c->pools.items[id] = raw_text(raw, text_str(&pool));
    }
    return c->pools.items[id];
}

/* ==== Waits ================================================================================= */

static void name_it(struct account_what *what, uint32_t label) {
    if (!what->own) what->label = label;
}

/* "parked in app.Main.run": where nothing else says what for. */
static void name_by_site(struct raw *raw, struct account_what *what, const char *words) {
    OWNED(text_free) struct text name = {0};
    const char *site = strings_get(&raw->texts, what->site);
    bool asleep = what->state == ACCOUNT_TIMER && *site; /* the state says so */
    text_addf(&name, "%s%s%s", asleep ? "" : words, !*site ? "" : asleep ? "in " : " in ", site);
    name_it(what, raw_text(raw, text_str(&name)));
}

static uint32_t column_id(const struct event_table *table, size_t column, size_t row,
                          enum jfr_column_kind kind) {
    return column < table->column_count && table->columns[column].kind == kind
               ? event_table_id(table, column, row)
               : JFR_NULL_ID;
}

/* What an event says goes before what its stack says, but that it is idle. */
static struct account_what what_of(struct raw *raw, const struct event_table *table, int kind,
                                   size_t row) {
    uint32_t stack = column_id(table, STACK, row, JFR_COLUMN_STACK);
    const char *about = text_at(raw, column_id(table, ABOUT, row, JFR_COLUMN_TEXT));
    const char *too = text_at(raw, column_id(table, ADDRESS, row, JFR_COLUMN_TEXT));
    struct account_what what = place_of(raw, stack)->wait;
    switch (kind) {
    case MONITOR:
        what.state = ACCOUNT_LOCK;
        name_it(&what, raw_text(raw, about));
        what.by = pool_of(raw, column_id(table, OWNER, row, JFR_COLUMN_THREAD));
        break;
    case PARK:
    case OBJECT_WAIT:
        if (what.state == ACCOUNT_UNEXPLAINED) what.state = ACCOUNT_OTHER;
        if (!what.label) name_by_site(raw, &what, kind == PARK ? "parked" : "to be notified");
        break;
    case SLEEP:
        if (what.state != ACCOUNT_IDLE) what.state = ACCOUNT_TIMER;
        if (!what.label) name_by_site(raw, &what, "asleep");
        break;
    case SOCKET_READ:
        if (account_read_is_idle(raw, &raw->chunk->tables->things, stack))
            what.state = ACCOUNT_IDLE;
        /* fall through */
    case SOCKET_WRITE:
    case SOCKET_CONNECT:
        if (what.state != ACCOUNT_IDLE) {
            what.state = ACCOUNT_REPLY;
            name_it(&what, raw_text(raw, *about ? about : *too ? too : "(host not recorded)"));
        }
        break;
    case STALL:
        what.state = ACCOUNT_READY;
        name_it(&what, raw_text(raw, "allocation stall"));
        break;
    default:
        what.state = ACCOUNT_FILE;
        name_it(&what, raw_text(raw, *about ? about : "(path not recorded)"));
    }
    return what;
}

/* Found once for each different one: there are millions of rows. */
static uint32_t what_of_row(struct raw *raw, const struct event_table *table, int kind,
                            size_t row) {
    const uint32_t said[] = {column_id(table, STACK, row, JFR_COLUMN_STACK),
                             column_id(table, ABOUT, row, JFR_COLUMN_TEXT),
                             column_id(table, ADDRESS, row, JFR_COLUMN_TEXT),
                             kind == MONITOR ? column_id(table, OWNER, row, JFR_COLUMN_THREAD) : 0};
    uint64_t key = (uint64_t)kind;
    bool fresh;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        key = map_mix(key ^ (said[i] + UINT64_C(1)) * 0x9E3779B97F4A7C15u);
    uint64_t *known = map_put(&raw->chunk->whats, key, &fresh);
    if (!fresh) return (uint32_t)*known;
    const struct raw_what what = {RAW_WAIT, what_of(raw, table, kind, row)};
    *known = raw_what(raw, &what);
    return (uint32_t)*known;
}

static bool times_of(const struct event_table *table, size_t row, int64_t *from, int64_t *to) {
    int64_t took = event_table_int(table, TOOK, row);
    *from = event_table_int(table, START, row);
    if (is_missing(*from) || is_missing(took) || took <= 0) return false;
    *to = whole_clamped(*from, took);
    return true;
}

ORDERED_IN(compare_spans, struct span, RISING(thread), RISING(from_ns), FALLING(to_ns),
           raw_order_whats(context, x->what, y->what))

/* By thread, then by when they began: what is written of a thread is nearly in that order. Few
 * agree in both. */
static void sort_spans(struct raw *raw, struct span *spans, size_t len) {
    OWNED(mem_release) uint64_t *keys = mem_resize(NULL, len, sizeof *keys);
    OWNED(mem_release) struct span *copy = mem_resize(NULL, len, sizeof *copy);
    OWNED(mem_release) uint32_t *order = sort_start(len);
    for (size_t i = 0; i < len; i++) copy[i] = spans[i];
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(copy[i].from_ns);
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = copy[i].thread;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) spans[i] = copy[order[i]];
    for (size_t from = 0, to; from < len; from = to) {
        for (to = from + 1; to < len && spans[to].thread == spans[from].thread &&
                            spans[to].from_ns == spans[from].from_ns;)
            to++;
        if (to - from > 1)
            platform_sort(spans + from, to - from, sizeof *spans, compare_spans, raw);
    }
}

/* Of what overlaps in a thread the one that began first stays whole. */
static void make_disjoint(struct raw *raw, struct span *spans, size_t *len) {
    size_t kept = 0;
    sort_spans(raw, spans, *len);
    for (size_t i = 0; i < *len; i++) {
        const struct span *last = kept ? &spans[kept - 1] : NULL;
        struct span own = spans[i];
        if (last && last->thread == own.thread && own.from_ns < last->to_ns)
            own.from_ns = last->to_ns;
        if (own.to_ns > own.from_ns) spans[kept++] = own;
    }
    *len = kept;
}

/* ==== Steps ================================================================================= */

static void add_span(struct raw *raw, const struct span *span) {
    struct raw_piece piece;
    for (int64_t at = span->from_ns; raw_next_piece(raw, &at, span->to_ns, &piece);)
        raw_add(raw, span->thread, piece.step, span->what, piece.to_ns - piece.from_ns, 0);
}

/* What of the spans lies in pauses; both are in order. */
static void add_paused(struct raw *raw) {
    const struct raw_chunk *c = raw->chunk;
    const struct raw_what what = {RAW_PAUSED, {.state = ACCOUNT_READY}};
    uint32_t paused = c->pauses.len ? raw_what(raw, &what) : 0;
    size_t first = 0;
    for (size_t i = 0; i < c->spans.len && c->pauses.len; i++) {
        const struct span *span = &c->spans.items[i];
        if (i && span->thread != c->spans.items[i - 1].thread) first = 0;
        while (first < c->pauses.len && c->pauses.items[first].to_ns <= span->from_ns) first++;
        for (size_t p = first; p < c->pauses.len && c->pauses.items[p].from_ns < span->to_ns; p++) {
            const struct span *pause = &c->pauses.items[p];
            struct span both = {span->thread, paused, span->from_ns, span->to_ns};
            if (pause->from_ns > both.from_ns) both.from_ns = pause->from_ns;
            if (pause->to_ns < both.to_ns) both.to_ns = pause->to_ns;
            if (both.to_ns > both.from_ns) add_span(raw, &both);
        }
    }
}

static void read_waits(struct raw *raw) {
    struct raw_chunk *c = raw->chunk;
    c->spans.len = 0;
    for (int kind = 0; kind < WAITS; kind++) {
        const struct event_table *table = tables_find(c->tables, &rows[kind]);
        for (size_t row = table->chunk_rows; row < table->rows; row++) {
            int64_t from, to;
            if (!times_of(table, row, &from, &to)) continue;
            uint32_t thread =
                thread_of(raw, column_id(table, THREAD, row, JFR_COLUMN_THREAD), from);
            if (is_missing(thread)) continue;
            if (to > raw->threads.items[thread].last_ns) raw->threads.items[thread].last_ns = to;
            did(raw, thread, from, to);
            array_push(&c->spans,
                       (struct span){thread, what_of_row(raw, table, kind, row), from, to});
        }
    }
    make_disjoint(raw, c->spans.items, &c->spans.len);
    for (size_t i = 0; i < c->spans.len; i++) add_span(raw, &c->spans.items[i]);
    add_paused(raw);
}

static void read_pauses(struct raw *raw) {
    struct raw_chunk *c = raw->chunk;
    c->pauses.len = 0;
    for (int kind = PAUSES; kind < WISHES; kind++) {
        const struct event_table *table = tables_find(c->tables, &rows[kind]);
        for (size_t row = table->chunk_rows; row < table->rows; row++) {
            int64_t from, to;
            if (!times_of(table, row, &from, &to)) continue;
            if (kind == OPERATION && event_table_int(table, 2, row) != 1) continue;
            array_push(&raw->pauses, (struct raw_pause){from, to,
                                                        kind == GC_PAUSE    ? PAUSE_GC
                                                        : kind == OPERATION ? PAUSE_OPERATION
                                                                            : PAUSE_REACHING});
            array_push(&c->pauses, (struct span){0, 0, from, to});
        }
    }
    make_disjoint(raw, c->pauses.items, &c->pauses.len);
}

/* ==== Samples =============================================================================== */

static bool is_waiting(const struct raw *raw, uint32_t thread, int64_t time_ns) {
    const struct raw_chunk *c = raw->chunk;
    const struct span *spans = c->spans.items;
    size_t at = search_first(i, 0, c->spans.len, /* the first that ends after the time */
                             spans[i].thread != thread ? spans[i].thread < thread
                                                       : spans[i].to_ns <= time_ns);
    return at < c->spans.len && spans[at].thread == thread && spans[at].from_ns <= time_ns;
}

static bool is_blocked(const char *state) {
    return strstr(state, "BLOCKED") != NULL || strcmp(state, "CONTENDED") == 0;
}

static const char *sampled_words(enum account_state state) {
    return state == ACCOUNT_REPLY   ? "a socket, read"
           : state == ACCOUNT_TIMER ? "asleep"
           : state == ACCOUNT_LOCK  ? "a lock"
                                    : "parked";
}

/* What a sample of any clock but that of the CPU says. */
static struct account_what sampled_what(struct raw *raw, const struct account_place *place,
                                        const char *state, bool native) {
    struct account_what what = place->wait;
    /* Who runs in a call that waits is about to, or has been woken and waits for a processor. */
    if (!native && clocked_runs(state) && !place->stopped) return place->run;
    bool calls = what.state == ACCOUNT_UNEXPLAINED && !native && place->in_java_code;
    if (is_blocked(state) || calls) { /* calls of the system out of Java code are of monitors */
        what.state = ACCOUNT_LOCK;
        if (!what.own) name_by_site(raw, &what, "a monitor");
    } else if (what.state != ACCOUNT_UNEXPLAINED) {
        if (!what.label) name_by_site(raw, &what, sampled_words(what.state));
    } else if (!what.own) {
        what.label = raw_text(raw, native ? "in native code, which runs or waits"
                                          : "waiting; the stack does not show for what");
    }
    return what;
}

/* Of a sample that stands for several: async-profiler writes it with the time of the first, ours
 * with that of the last. */
static void find_stretch(const struct raw *raw, const struct event_table *table, size_t row,
                         int64_t *from, int64_t *to, int64_t *ns) {
    int64_t span = event_table_int(table, S_VALUE, row),
            count = event_table_int(table, S_COUNT, row);
    *ns = SAMPLER_WALL_NS;
    if (count <= 1) return;
    if (__builtin_mul_overflow(*ns, count, ns)) *ns = INT64_MAX;
    if (span <= 0) span = raw->chunk->wall_ns > INT64_MAX / count ? 0 : raw->chunk->wall_ns * count;
    if (raw->chunk->first_of_several) {
        if (__builtin_add_overflow(*from, span, to)) *to = *from;
    } else {
        *from -= span < *from ? span : 0;
    }
}

/* from is to: a moment. */
static void add_sample(struct raw *raw, const struct span *sample, int64_t ns) {
    struct raw_piece piece;
    uint32_t step, samples = 1;
    double length = (double)(sample->to_ns - sample->from_ns);
    if (length <= 0) {
        if (raw_step_of(raw, sample->from_ns, &step))
            raw_add(raw, sample->thread, step, sample->what, ns, 1);
        return;
    }
    for (int64_t at = sample->from_ns; raw_next_piece(raw, &at, sample->to_ns, &piece); samples = 0)
        raw_add(raw, sample->thread, piece.step, sample->what,
                (int64_t)((double)ns * (double)(piece.to_ns - piece.from_ns) / length), samples);
}

static void read_slice(struct raw *raw, const struct walk *walk, const struct table_slice *slice,
                       int kind, enum raw_source source, int64_t usual_ns,
                       enum sampler_clock clock) {
    const struct event_table *table = slice->table;
    struct tables *tables = raw->chunk->tables;
    for (size_t row = slice->from; row < slice->to; row++) {
        int64_t from = event_table_int(table, S_START, row), to = from, ns = usual_ns;
        uint32_t id = column_id(table, S_THREAD, row, JFR_COLUMN_THREAD);
        const char *state = text_at(raw, column_id(table, S_STATE, row, JFR_COLUMN_TEXT));
        enum raw_source own = source;
        int64_t value = event_table_int(table, S_VALUE, row);
        if (is_missing(from) || id == JFR_NULL_ID) continue;
        if (clock == SAMPLER_WALL ||
            (clock == SAMPLER_BY_STATE && strcmp(state, CLOCKED_CPU_STATE) != 0))
            own = RAW_WALL, ns = SAMPLER_WALL_NS;
        if (kind == WALL) find_stretch(raw, table, row, &from, &to, &ns);
        else if (own != RAW_WALL && kind != DATADOG_CPU && is_known(value) && value > 0)
            own = RAW_CPU, ns = value;
        thread_of(raw, id, from);
        uint32_t thread = thread_of(raw, id, to);
        bool runs = own == RAW_CPU || own == RAW_RUN;
        bool plain = runs && raw->asked->states && is_of_java(&raw->threads.items[thread]);
        uint32_t number,
            stack = plain ? JFR_NULL_ID
                          : tables_late_id(tables, walk, slice, S_STACK, row, JFR_COLUMN_STACK);
        did(raw, thread, from, to);
        if (runs) {
            uint32_t run = plain ? plain_run(raw, own) : run_of(raw, stack, own);
            if (run & 1) raw->threads.items[thread].in_java = true;
            number = run >> 1;
        } else {
            const struct account_place *place = place_of(raw, stack);
            if (place->in_java) raw->threads.items[thread].in_java = true;
            if (is_waiting(raw, thread, from)) continue;
            const struct raw_what what = {own, sampled_what(raw, place, state, own == RAW_NATIVE)};
            number = raw_what(raw, &what);
        }
        const struct span sample = {thread, number, from, to};
        add_sample(raw, &sample, ns);
    }
}

#define MOST_STACKS 16384

/* Stacks that will not be kept, and of which is known what they say, need no frames any more. */
static void forget_frames(struct raw *raw) {
    struct raw_chunk *c = raw->chunk;
    size_t count = c->tables->things.stacks.len, from = c->forgotten;
    if (count < c->kept + MOST_STACKS) return;
    for (size_t i = from; i < count; i++)
        if (!account_places_has(&c->places, (uint32_t)i)) return;
    things_forget_frames(&c->tables->things, from);
    c->forgotten = count;
}

/* Samples were handed on, and who keeps stacks has read them: if there are many of no more use,
 * they are not kept, and what they say is found again in the next chunk. */
static void forget_stacks(struct raw *raw) {
    struct raw_chunk *c = raw->chunk;
    size_t kept = c->kept;
    if (c->tables->things.stacks.len < kept + MOST_STACKS) return;
    things_keep_stacks(&c->tables->things, kept);
    account_places_keep(&c->places, kept);
    if (c->runs.len <= 2 * (kept + 1)) return;
    c->runs.len = c->runs.cap = 2 * (kept + 1);
    c->runs.items = mem_resize(c->runs.items, c->runs.cap, sizeof *c->runs.items);
}

static void read_samples(struct raw *raw, const struct walk *walk, int kind, enum raw_source source,
                         int64_t usual_ns, enum sampler_clock clock) {
    struct table_slice slice = {.table = NULL};
    while (tables_next_slice(raw->chunk->tables, walk, &rows[kind], &slice)) {
        read_slice(raw, walk, &slice, kind, source, usual_ns, clock);
        forget_frames(raw);
    }
}

static void read_all_samples(struct raw *raw, const struct walk *walk) {
    int64_t period = facts_chunk_period(walk, "jdk.ExecutionSample");
    int64_t native = facts_chunk_period(walk, "jdk.NativeMethodSample");
    enum sampler_clock clock = SAMPLER_CPU;
    enum raw_source java = RAW_RUN;
    raw->chunk->first_of_several = walk->sampler.present;
    raw->chunk->wall_ns = walk->sampler.wall_ns > 0 ? walk->sampler.wall_ns : SAMPLER_WALL_NS;
    if (walk->sampler.present) {
        clock = clocked_of_chunk(walk->chunk, &walk->sampler);
        if (clock == SAMPLER_CPU || clock == SAMPLER_BY_STATE) java = RAW_CPU;
        period = walk->sampler.cpu_ns > 0 ? walk->sampler.cpu_ns : SAMPLER_CPU_NS;
    }
    if (period <= 0) period = USUAL_PERIOD_NS;
    if (native <= 0) native = USUAL_PERIOD_NS;
    read_samples(raw, walk, EXECUTION, java, period, clock);
    read_samples(raw, walk, CPU_TIME, RAW_CPU, USUAL_PERIOD_NS, SAMPLER_CPU);
    read_samples(raw, walk, NATIVE, RAW_NATIVE, native, SAMPLER_CPU);
    read_samples(raw, walk, WALL, RAW_WALL, SAMPLER_WALL_NS, SAMPLER_CPU);
    read_samples(raw, walk, DATADOG_CPU, RAW_RUN, SAMPLER_CPU_NS, SAMPLER_CPU);
    read_samples(raw, walk, DATADOG_WALL, RAW_WALL, SAMPLER_WALL_NS, SAMPLER_CPU);
}

/* ==== Threads =============================================================================== */

static void read_lives(struct raw *raw) {
    const struct event_table *agent = tables_find(raw->chunk->tables, &rows[AGENT]);
    raw->of_agent = raw->of_agent || agent->rows > agent->chunk_rows;
    for (int kind = ALLOCATED; kind <= VIRTUAL_ENDED; kind++) {
        const struct event_table *table = tables_find(raw->chunk->tables, &rows[kind]);
        bool starts = kind == STARTED || kind == VIRTUAL_STARTED;
        bool ends = kind == ENDED || kind == VIRTUAL_ENDED;
        for (size_t row = table->chunk_rows; row < table->rows; row++) {
            int64_t time = event_table_int(table, 0, row);
            if (is_missing(time)) continue;
            uint32_t thread = thread_of(raw, column_id(table, 1, row, JFR_COLUMN_THREAD), time);
            if (is_missing(thread)) continue;
            struct raw_thread *own = &array_at(&raw->threads, thread);
            if (starts) own->start_ns = whole_min(own->start_ns, time);
            if (ends) own->end_ns = whole_max(own->end_ns, time);
            raw->has_starts = raw->has_starts || starts || ends;
        }
    }
}

/* ==== The reader ============================================================================ */

static void *open_state(const void *const *options, size_t count) {
    struct raw *raw = mem_zero(1, sizeof *raw);
    (void)count;
    raw->asked = (struct account_asked *)(uintptr_t)options[0];
    raw->chunk = mem_zero(1, sizeof *raw->chunk);
    return raw;
}

static void read_chunk(void *state, const struct walk *walk) {
    struct raw *raw = state;
    int64_t all = raw->asked->end_ns - raw->asked->start_ns;
    raw->chunk->tables = walk_state(walk, &tables_reader);
    raw->step_ns = all / MOST_STEPS / NS_PER_S * NS_PER_S;
    if (raw->step_ns < all / MOST_STEPS || raw->step_ns < NS_PER_S) raw->step_ns += NS_PER_S;
    if (all <= 0) return;
    read_pauses(raw);
    read_waits(raw);
    raw->chunk->kept = raw->chunk->forgotten = raw->chunk->tables->things.stacks.len;
    read_all_samples(raw, walk);
    forget_stacks(raw);
    read_lives(raw);
}

static void merge(void *into, void *from) {
    raw_merge(into, from);
}

static void close_state(void *state) {
    struct raw *raw = state;
    account_places_free(&raw->chunk->places);
    arrays_free(&raw->chunk->threads, &raw->chunk->runs, &raw->chunk->pools, &raw->chunk->spans,
                &raw->chunk->pauses);
    map_free(&raw->chunk->whats);
    free(raw->chunk);
    raw_free(raw);
    free(raw);
}

const struct reader account_reader = {
    .open = open_state, .chunk = read_chunk, .merge = merge, .close = close_state};

static void set_window(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first) {
    struct account_asked *asked = context;
    struct zone zone = asked->zone;
    struct jfr_error error;
    bool unsaid = zone.kind == ZONE_UNSAID;
    struct jfr_metadata *metadata = unsaid && first ? jfr_metadata_read(first, &error) : NULL;
    if (metadata) zone = zone_of_recording(metadata->gmt_offset_ms + metadata->dst_ms);
    jfr_metadata_free(metadata);
    if (zone.kind == ZONE_UNSAID) zone = (struct zone){.kind = ZONE_OFFSET};
    asked->start_ns = start_ns;
    asked->end_ns = end_ns;
    asked->window = time_window_of(&asked->from, &asked->to, start_ns, end_ns, &zone);
}

void account_join(struct walk_run *run, struct account_asked *asked) {
    static const struct facts_options all = {.few = false};
    facts_join(run, NULL);
    facts_join(run, &all);
    walk_join(run, &tables_reader, &of_waits);
    walk_join(run, &tables_reader, asked->states ? &of_states : &of_samples);
    walk_join(run, &tables_reader, &of_others);
    struct walk_part *part = walk_join(run, &account_reader, asked);
    if (part->options.items[0] != asked) return;
    part->window = set_window;
    part->window_context = asked;
}
