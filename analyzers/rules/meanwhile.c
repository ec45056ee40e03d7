#include "analyzers/rules/meanwhile.h"

#include "analyzers/requests/entered.h"
#include "analyzers/rules/busy.h"
#include "analyzers/time/periods.h"
#include "analyzers/time/threads.h"
#include "base/between.h"

#define MOST_BY_ONE 0.8 /* of what a pool did, for the thread to be named that did it */
#define LITTLE_DONE 0.2 /* of the time waited, in which those who work for others only look in */
#define MOST_RESTED 0.5 /* of the time waited, that who does so sleeps */
#define MOST_OF_SITE \
    0.5 /* of what is done there, of one caller, or in what it calls, to be named */

void meanwhile_add(struct meanwhile *m, uint32_t thread, int64_t from_ns, int64_t to_ns) {
    if (to_ns > from_ns)
        array_push(&m->stretches, (struct meanwhile_stretch){thread, {from_ns, to_ns}});
}

/* ==== Stretches ============================================================================= */

ORDERED(compare_stretches, struct meanwhile_stretch, RISING(thread), RISING(when.from_ns),
        RISING(when.to_ns))

/* By thread and time, disjoint. */
static void unite(struct meanwhile *m) {
    struct meanwhile_stretch *items = m->stretches.items;
    size_t kept = 0;
    if (some_of(i, m->stretches.len, i && compare_stretches(&items[i - 1], &items[i]) > 0))
        qsort(items, m->stretches.len, sizeof *items, compare_stretches);
    for (size_t i = 0; i < m->stretches.len; i++) {
        struct meanwhile_stretch *last = kept ? &items[kept - 1] : NULL;
        if (last && last->thread == items[i].thread && items[i].when.from_ns <= last->when.to_ns) {
            if (items[i].when.to_ns > last->when.to_ns) last->when.to_ns = items[i].when.to_ns;
        } else {
            items[kept++] = items[i];
        }
    }
    m->stretches.len = kept;
}

/* The first of the thread that ends at from_ns or later, or one of another thread. */
static size_t find(const struct meanwhile *m, uint32_t thread, int64_t from_ns) {
    const struct meanwhile_stretch *items = m->stretches.items;
    size_t low = 0, high = m->stretches.len;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        bool before = items[mid].thread != thread ? items[mid].thread < thread
                                                  : items[mid].when.to_ns < from_ns;
        if (before) low = mid + 1;
        else high = mid;
    }
    return low;
}

static bool is_of_any(const struct meanwhile *m) {
    return m->stretches.len && m->stretches.items[0].thread == MEANWHILE_ANY;
}

/* The stretch of the thread that has the time in it or is the next after it; NULL: there is none.
 */
static const struct interval *next_of(const struct meanwhile *m, uint32_t thread, int64_t at) {
    if (m->but_waiters && map_get(&m->waiters->index, thread)) return NULL;
    if (is_of_any(m)) thread = MEANWHILE_ANY;
    size_t i = find(m, thread, at);
    if (i == m->stretches.len || m->stretches.items[i].thread != thread) return NULL;
    return &m->stretches.items[i].when;
}

static bool is_within(const struct meanwhile *m, uint32_t thread, int64_t at) {
    const struct interval *when = next_of(m, thread, at);
    return when && when->from_ns <= at;
}

bool meanwhile_next(const struct meanwhile *m, uint32_t thread, int64_t *at, int64_t to_ns,
                    struct interval *out) {
    const struct interval *when = *at < to_ns ? next_of(m, thread, *at + 1) : NULL;
    if (!when || when->from_ns >= to_ns) return false;
    out->from_ns = when->from_ns > *at ? when->from_ns : *at;
    out->to_ns = when->to_ns < to_ns ? when->to_ns : to_ns;
    *at = out->to_ns;
    return true;
}

/* The first stretch of the thread that counts; how many there are: it has none. */
static size_t first_of(const struct meanwhile *m, uint32_t thread) {
    const size_t len = m->stretches.len;
    if (m->but_waiters && map_get(&m->waiters->index, thread)) return len;
    if (is_of_any(m)) thread = MEANWHILE_ANY;
    size_t i = find(m, thread, INT64_MIN);
    return i < len && m->stretches.items[i].thread == thread ? i : len;
}

/* How much of the time is in stretches of a thread, of which *at is one that counts; it moves on to
 * the first that ends behind from_ns, or behind all: whoever asks next begins no earlier. */
static double within(const struct meanwhile *m, size_t *at, int64_t from_ns, int64_t to_ns) {
    const struct meanwhile_stretch *items = m->stretches.items;
    const uint32_t thread = items[*at].thread;
    const size_t len = m->stretches.len;
    double ns = 0;
    while (*at < len && items[*at].thread == thread && items[*at].when.to_ns <= from_ns) ++*at;
    if (*at < len && items[*at].thread != thread) *at = len;
    for (size_t i = *at; i < len && items[i].thread == thread && items[i].when.from_ns < to_ns; i++)
        ns += (double)((items[i].when.to_ns < to_ns ? items[i].when.to_ns : to_ns) -
                       (items[i].when.from_ns > from_ns ? items[i].when.from_ns : from_ns));
    return ns;
}

double meanwhile_ns(const struct meanwhile *m) {
    double ns = 0;
    for (size_t i = 0; i < m->stretches.len; i++)
        ns += ns_between(m->stretches.items[i].when.from_ns, m->stretches.items[i].when.to_ns);
    return ns;
}

/* ==== What was done ========================================================================= */

const char *const meanwhile_words[DID_COUNT] = {
    [DID_RUN] = "ran",
    [DID_READ_SOCKET] = "read from a socket",
    [DID_WRITE_SOCKET] = "wrote to a socket",
    [DID_READ_FILE] = "read a file",
    [DID_WRITE_FILE] = "wrote a file",
    [DID_FORCE_FILE] = "waited for the disk (fsync)",
    [DID_SLEEP] = "slept",
    [DID_WAIT_MONITOR] = "waited for ",
    [DID_WAIT_LOCK] = "waited ",
    [DID_WAIT_OTHERS] = "waited ",
};

struct done {
    enum did did;
    uint32_t site, by; /* names: by is the pool, or what was waited for */
};

struct making {
    const struct meanwhile *m;
    const struct rule_input *input;
    struct sites sites;
    struct map pools;        /* thread of the tables -> name */
    struct map locks;        /* name of a monitor's class -> text of the tables */
    struct tallies done;     /* by did, site and by: see key_of */
    struct tallies callers;  /* of sites: site << 32 | caller, names */
    struct tallies throughs; /* of those that ran, likewise: what of the JDK they call */
    struct tallies workers;  /* by << 32 | thread of the tables: who did it */
    struct tallies rests;    /* what threads slept between rounds, ns, by thread, */
    struct map rest_rows;    /* and a row of each */
    struct entered entered;  /* with a monitor, if the stretches are of those who have one */
    double all;
};

static uint64_t key_of(struct done done) {
    return (uint64_t)done.did << 56 | (uint64_t)(done.site & 0xfffffff) << 28 |
           (done.by & 0xfffffff);
}

static struct done done_of(uint64_t key) {
    return (struct done){(enum did)(key >> 56), (uint32_t)(key >> 28) & 0xfffffff,
                         (uint32_t)key & 0xfffffff};
}

static uint32_t pool_of(struct making *making, const char *thread) {
    OWNED(text_free) struct text pattern = {0};
    if (thread) threads_add_pattern(&pattern, thread);
    return sites_name(&making->sites, &pattern);
}

/* Found once for each thread. */
static uint32_t pool_of_row(struct making *making, const struct series *series, size_t column,
                            size_t row) {
    bool fresh;
    uint64_t *pool = map_put(&making->pools, series_id(series, column, row), &fresh);
    if (fresh) *pool = pool_of(making, series_thread(series, column, row));
    return (uint32_t)*pool;
}

static void count(struct making *making, struct done done, uint32_t caller, uint32_t thread,
                  double ns) {
    tallies_add(&making->done, key_of(done), ns);
    tallies_add(&making->callers, (uint64_t)done.site << 32 | caller, ns);
    tallies_add(&making->workers, (uint64_t)done.by << 32 | thread, ns);
    making->all += ns;
}

static void count_through(struct making *making, uint32_t site, uint32_t through, double ns) {
    tallies_add(&making->throughs, (uint64_t)site << 32 | through, ns);
}

/* ==== Samples =============================================================================== */

#define ONLY_SAMPLED (UINT32_C(1) << 31) /* in place of a number of the tables: a name */

static uint32_t worker_named(struct making *making, uint32_t thread, const char *name) {
    OWNED(text_free) struct text text = {0};
    if (!is_missing(thread)) return thread;
    text_add(&text, name);
    return ONLY_SAMPLED | sites_name(&making->sites, &text);
}

static void add_samples(struct making *making) {
    const struct profile *profile = making->input->profile;
    OWNED(mem_release) uint32_t *threads = judge_threads(making->input);
    OWNED(mem_release) uint32_t *sites = mem_resize(NULL, profile->stacks.len, sizeof *sites);
    OWNED(mem_release) uint32_t *callers = mem_zero(profile->stacks.len, sizeof *callers);
    OWNED(mem_release) uint32_t *throughs = mem_zero(profile->stacks.len, sizeof *throughs);
    OWNED(mem_release) uint32_t *pools = mem_resize(NULL, profile->threads.len, sizeof *pools);
    OWNED(mem_release) uint32_t *workers = mem_resize(NULL, profile->threads.len, sizeof *workers);
    int64_t period = judge_period(making->input);
    memset(sites, 0xff, profile->stacks.len * sizeof *sites);
    memset(pools, 0xff, profile->threads.len * sizeof *pools);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.stack == PROFILE_NONE) continue;
        int64_t at = sample.time_ns;
        if (!is_within(making->m, threads[sample.thread], at) ||
            threads_of_jvm(/* nobody waits for who records, and all stand still for who collects */
                           strings_get(&profile->frames.strings,
                                       profile->threads.items[sample.thread].name)) ||
            !entered_by_sampled(&making->entered, profile, threads[sample.thread], sample.stack))
            continue;
        uint32_t *site = &sites[sample.stack], *pool = &pools[sample.thread];
        if (*site == MISSING_ID) {
            OWNED(text_free) struct text caller = {0}, through = {0};
            *site = sites_of_sample(&making->sites, profile, sample.stack);
            sites_add_caller_of_sample(profile, sample.stack, &caller);
            sites_add_through_of_sample(profile, sample.stack, &through);
            callers[sample.stack] = sites_name(&making->sites, &caller);
            throughs[sample.stack] = sites_name(&making->sites, &through);
        }
        if (*pool == MISSING_ID) {
            const char *name =
                strings_get(&profile->frames.strings, profile->threads.items[sample.thread].name);
            *pool = pool_of(making, name);
            workers[sample.thread] = worker_named(making, threads[sample.thread], name);
        }
        const double ns = (double)period * (double)sample.count;
        count(making, (struct done){DID_RUN, *site, *pool}, callers[sample.stack],
              workers[sample.thread], ns);
        count_through(making, *site, throughs[sample.stack], ns);
    }
}

static uint32_t stack_of(const struct series *series, size_t column, size_t row) {
    return event_table_thing(series->table, column, series_row(series, row), JFR_COLUMN_STACK);
}

static void note_entered(struct making *making) {
    struct series monitors = series_of(making->input, SERIES_MONITOR);
    for (size_t row = 0; row < monitors.rows; row++)
        if (series_id(&monitors, MONITOR_CLASS, row) == making->m->monitor)
            entered_note(&making->entered, &making->input->tables->things,
                         series_id(&monitors, MONITOR_THREAD, row),
                         stack_of(&monitors, MONITOR_STACK, row));
}

static bool entered_in_row(struct making *making, uint32_t thread, const struct series *series,
                           size_t column, size_t row) {
    return entered_by(&making->entered, &making->input->tables->things, thread,
                      stack_of(series, column, row));
}

struct lasting { /* reads or writes of files, up to a time */
    struct series series;
    size_t next;
    struct map ends; /* thread -> when its last one ends */
};

/* Has the thread an event of that time? Who asks again asks about a later time. */
static bool is_in_event(struct lasting *all, uint32_t thread, int64_t at) {
    bool fresh;
    for (; all->next < all->series.rows && series_start(&all->series, all->next) <= at; all->next++)
        *map_put(&all->ends, series_id(&all->series, IO_THREAD, all->next), &fresh) =
            (uint64_t)series_end(&all->series, all->next);
    const uint64_t *end = map_get(&all->ends, thread);
    return end && (int64_t)*end > at;
}

/* What else the row says was waited for: a name; MISSING_ID: it does not count. */
static uint32_t waited_for(struct making *making, const struct series *series, enum did did,
                           size_t column, size_t row) {
    const struct meanwhile *m = making->m;
    OWNED(text_free) struct text name = {0};
    bool fresh;
    if (did != DID_WAIT_MONITOR) {
        const struct waits_stack wait = *sites_wait(&making->sites, series, column, row);
        if (wait.what != (did == DID_WAIT_LOCK ? WAITS_LOCK : WAITS_OTHER) || !wait.name ||
            waits_idle(&wait))
            return MISSING_ID;
        text_add(&name, wait.name);
    } else {
        uint32_t lock = series_id(series, MONITOR_CLASS, row);
        for (size_t i = 0; i < m->lock_count; i++)
            if (lock == m->locks[i]) return MISSING_ID;
        const char *of_class = series_text(series, MONITOR_CLASS, row);
        text_add(&name, of_class ? of_class : "another monitor");
        *map_put(&making->locks, sites_name(&making->sites, &name), &fresh) = lock;
    }
    return sites_name(&making->sites, &name);
}

/* What a thread in native code does there. Of who waits for a peer or a lock it has to be known
 * that it is waited for: others do so as well. */
static enum did native_did(struct making *making, const struct series *samples, size_t row) {
    static const enum did of_files[] = {
        [SITES_READS] = DID_READ_FILE, [SITES_WRITES] = DID_WRITE_FILE};
    const enum sites_call call = sites_file_call(samples, SAMPLE_STACK, row);
    if (call != SITES_NO_FILE) return of_files[call];
    if (sites_forces_file(samples, SAMPLE_STACK, row)) return DID_FORCE_FILE;
    if (sites_native_work(&making->sites, samples, SAMPLE_STACK, row)) return DID_RUN;
    if (is_of_any(making->m)) return DID_NOTHING;
    const enum waits_for what = sites_wait(&making->sites, samples, SAMPLE_STACK, row)->what;
    return what == WAITS_REPLY ? DID_READ_SOCKET : what == WAITS_LOCK ? DID_WAIT_LOCK : DID_NOTHING;
}

static uint32_t through_of_row(struct making *making, const struct series *samples, size_t row) {
    OWNED(text_free) struct text name = {0};
    sites_add_through(samples, SAMPLE_STACK, row, &name);
    return sites_name(&making->sites, &name);
}

/* What a sample of a thread that waits in native code is worth: there each is looked at in turn. */
static double native_wait_ns(const struct rule_input *input, const struct series *samples) {
    OWNED(tallies_free) struct tallies met = {0};
    for (size_t row = 0; row < samples->rows; row++)
        tallies_add(&met, series_id(samples, SAMPLE_THREAD, row), 1);
    tallies_sort(&met);
    return met.len ? judge_native_ns(input, &met, 1) : 0;
}

/* What runs in native code is sampled apart. So are reads and writes of files and reads of sockets,
 * of which only the longest have events, and who waits for the disk, or for the lock of a file,
 * which has none. */
static void add_native(struct making *making) {
    static const char event[] = "jdk.NativeMethodSample";
    struct series samples = series_of(making->input, SERIES_NATIVE_SAMPLE);
    struct lasting events[] = {
        [DID_READ_SOCKET] = {.series = series_of(making->input, SERIES_SOCKET_READ)},
        [DID_READ_FILE] = {.series = series_of(making->input, SERIES_FILE_READ)},
        [DID_WRITE_FILE] = {.series = series_of(making->input, SERIES_FILE_WRITE)},
        [DID_FORCE_FILE] = {.series = series_of(making->input, SERIES_FILE_FORCE)}};
    int64_t period = period_at(making->input->facts, event, INT64_MAX);
    if (period <= 0) period = judge_period(making->input);
    const double wait_ns = is_of_any(making->m) ? 0 : native_wait_ns(making->input, &samples);
    for (size_t row = 0; row < samples.rows; row++) {
        uint32_t thread = series_id(&samples, SAMPLE_THREAD, row);
        const int64_t at = series_start(&samples, row);
        if (!is_within(making->m, thread, at)) continue;
        const enum did did = native_did(making, &samples, row);
        if (did == DID_NOTHING ||
            (did <= DID_FORCE_FILE && is_in_event(&events[did], thread, at)) ||
            !entered_in_row(making, thread, &samples, SAMPLE_STACK, row))
            continue;
        const bool waits = wait_ns > 0 && (did == DID_READ_SOCKET || did == DID_FORCE_FILE ||
                                           did == DID_WAIT_LOCK);
        const uint32_t by = did == DID_WAIT_LOCK
                                ? waited_for(making, &samples, did, SAMPLE_STACK, row)
                                : pool_of_row(making, &samples, SAMPLE_THREAD, row);
        if (is_missing(by)) continue;
        const struct done done = {did, sites_of(&making->sites, &samples, SAMPLE_STACK, row), by};
        count(making, done, sites_caller(&making->sites, &samples, SAMPLE_STACK, row), thread,
              waits ? wait_ns : (double)period);
        if (did == DID_RUN)
            count_through(making, done.site, through_of_row(making, &samples, row), (double)period);
    }
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) map_free(&events[i].ends);
}

/* ==== Events ================================================================================ */

const struct meanwhile_kind meanwhile_kinds[MEANWHILE_KINDS] = {
    {SERIES_SOCKET_READ, DID_READ_SOCKET, IO_THREAD, IO_STACK},
    {SERIES_SOCKET_WRITE, DID_WRITE_SOCKET, IO_THREAD, IO_STACK},
    {SERIES_FILE_READ, DID_READ_FILE, IO_THREAD, IO_STACK},
    {SERIES_FILE_WRITE, DID_WRITE_FILE, IO_THREAD, IO_STACK},
    {SERIES_FILE_FORCE, DID_FORCE_FILE, IO_THREAD, IO_STACK},
    {SERIES_SLEEP, DID_SLEEP, SLEEP_THREAD, SLEEP_STACK},
    {SERIES_MONITOR, DID_WAIT_MONITOR, MONITOR_THREAD, MONITOR_STACK},
    {SERIES_PARK, DID_WAIT_LOCK, PARK_THREAD, PARK_STACK},
    {SERIES_PARK, DID_WAIT_OTHERS, PARK_THREAD, PARK_STACK},
};

/* A thread that sleeps between two rounds keeps nobody waiting; one that does so within a task, or
 * while it has what those wait for that it waits with otherwise, does. */
static bool sleeps_on_others(const struct making *making, const struct series *sleeps, size_t row) {
    const struct meanwhile *m = making->m;
    uint64_t thread = series_id(sleeps, SLEEP_THREAD, row);
    uint32_t depth;
    if (!is_of_any(m)) return true;
    if (m->waiters && !m->waiters_rest && map_get(&m->waiters->index, thread)) return true;
    const uint32_t *frames = series_stack(sleeps, SLEEP_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++) {
        const char *of_class = series_frame_class(sleeps, frames[i]);
        if (strcmp(of_class, "java.util.concurrent.FutureTask") == 0 ||
            strncmp(of_class, "java.util.concurrent.CompletableFuture", 38) == 0 ||
            strcmp(of_class, "java.util.concurrent.ForkJoinTask") == 0)
            return true;
    }
    return false;
}

struct met {   /* rows that are alike, as far as somebody waited then */
    size_t at; /* the stretch that is next */
    size_t last;
    double ns;
};

static void add_rest(struct making *making, uint32_t thread, const struct met *met) {
    bool fresh;
    tallies_add(&making->rests, thread, met->ns);
    uint64_t *row = map_put(&making->rest_rows, thread, &fresh);
    if (fresh || met->last > *row) *row = met->last;
}

static void add_met(struct making *making, const struct meanwhile_kind *kind,
                    const struct series *series, size_t row, const struct met *met) {
    enum did did = kind->did;
    bool socket = did == DID_READ_SOCKET || did == DID_WRITE_SOCKET,
         waits = did >= DID_WAIT_MONITOR;
    uint32_t thread = series_id(series, kind->thread, row);
    if (!entered_in_row(making, thread, series, kind->stack, row)) return;
    if (did == DID_SLEEP && !sleeps_on_others(making, series, row)) {
        add_rest(making, thread, met);
        return;
    }
    if (socket && busy_idle(making->input, series, kind->stack, row)) return;
    uint32_t by = waits ? waited_for(making, series, did, kind->stack, row)
                        : pool_of_row(making, series, kind->thread, row);
    if (waits && is_missing(by)) return;
    count(making, (struct done){did, sites_of(&making->sites, series, kind->stack, row), by},
          sites_caller(&making->sites, series, kind->stack, row), thread, met->ns);
}

static void add_events(struct making *making, const struct meanwhile_kind *kind) {
    const struct meanwhile *m = making->m;
    const struct series series = series_of(making->input, kind->id);
    const struct alike *alike = alike_of(making->input, kind->id);
    OWNED(mem_release) struct met *met = mem_zero(alike->all.len, sizeof *met);
    OWNED(array_release) ARRAY(size_t) order = {0};
    if (kind->did >= DID_WAIT_MONITOR && is_of_any(m)) return;
    for (size_t i = 0; i < alike->all.len; i++)
        met[i].at = first_of(m, series_id(&series, kind->thread, alike->all.items[i].first));
    for (size_t row = 0; row < series.rows; row++) {
        const size_t i = alike_at(alike, row);
        if (met[i].at == m->stretches.len) continue;
        double ns = within(m, &met[i].at, series_start(&series, row), series_end(&series, row));
        if (ns <= 0) continue;
        if (met[i].ns <= 0) array_push(&order, i);
        met[i].ns += ns;
        met[i].last = row;
    }
    EACH (const size_t, i, &order)
        add_met(making, kind, &series, alike->all.items[*i].first, &met[*i]);
}

/* ==== Who looks in now and then ============================================================= */

/* The thread that did most of what the pool did. */
static uint32_t worker_of(const struct making *making, uint32_t pool) {
    double most = 0;
    uint32_t worker = MISSING_ID;
    EACH (const struct tally, tally, &making->workers) {
        if (tally->key >> 32 != pool || tally->sum <= most) continue;
        most = tally->sum;
        worker = (uint32_t)tally->key;
    }
    return worker;
}

/* Where next to nothing was done while others waited, and who did it slept for most of that time,
 * they waited for it to look in again. Who waits for what comes over a socket does not: that wakes
 * who is to answer. */
static void add_who_looks_in(struct making *making) {
    const struct done most = done_of(making->done.items[0].key);
    double waited = meanwhile_ns(making->m);
    uint32_t worker = worker_of(making, most.by);
    const uint64_t *at = map_get(&making->rests.index, worker);
    if (making->m->but_waiters || most.did != DID_RUN || making->all >= LITTLE_DONE * waited ||
        !at || making->rests.items[*at].sum < MOST_RESTED * waited)
        return;
    struct series sleeps = series_of(making->input, SERIES_SLEEP);
    size_t row = (size_t)*map_get(&making->rest_rows, worker);
    const struct done slept = {DID_SLEEP, sites_of(&making->sites, &sleeps, SLEEP_STACK, row),
                               most.by};
    count(making, slept, sites_caller(&making->sites, &sleeps, SLEEP_STACK, row), worker,
          making->rests.items[*at].sum);
    tallies_sort(&making->done);
}

/* ==== Most of it ============================================================================ */

static char *copy_name(const struct strings *names, uint32_t id) {
    const char *called = strings_get(names, id);
    return *called ? mem_copy_text(called) : NULL;
}

/* What most of that at the site is tallied with: its caller, or what it calls. */
static uint32_t most_beside(const struct tallies *tallies, uint32_t site) {
    double all = 0, most = 0;
    uint32_t other = MISSING_ID;
    EACH (const struct tally, tally, tallies) {
        if (tally->key >> 32 != site) continue;
        all += tally->sum;
        if (tally->sum <= most) continue;
        most = tally->sum;
        other = (uint32_t)tally->key;
    }
    return most >= MOST_OF_SITE * all ? other : MISSING_ID;
}

static void tell_workers(const struct making *making, uint32_t by, struct meanwhile_did *did) {
    const struct tallies *waiters = making->m->waiters;
    for (size_t i = 0; i < making->workers.len; i++) {
        uint64_t key = making->workers.items[i].key;
        if (key >> 32 != by) continue;
        did->workers++;
        did->by_waiters = did->by_waiters || (waiters && map_get(&waiters->index, (uint32_t)key));
    }
}

/* Who did it: the pool; or, as those who wait are of the pool, too, the one that did nearly all. */
static char *who_did(const struct making *making, uint32_t by, bool by_waiters) {
    const struct things *things = &making->input->tables->things;
    uint32_t worker = worker_of(making, by);
    double all = 0, own = 0;
    EACH (const struct tally, tally, &making->workers) {
        if (tally->key >> 32 != by) continue;
        all += tally->sum;
        if ((uint32_t)tally->key == worker) own = tally->sum;
    }
    bool one = by_waiters && own < all && own >= MOST_BY_ONE * all;
    if (one && worker < things->threads.len && things->threads.items[worker].name != JFR_NULL_ID)
        return copy_name(&things->texts, things->threads.items[worker].name);
    return copy_name(&making->sites.names,
                     one && worker & ONLY_SAMPLED ? worker ^ ONLY_SAMPLED : by);
}

static void tell(struct making *making, struct meanwhile_did *did) {
    const struct strings *names = &making->sites.names;
    struct done most = done_of(making->done.items[0].key);
    struct text what = {0};
    bool waits = most.did >= DID_WAIT_MONITOR;
    const uint32_t caller = most_beside(&making->callers, most.site),
                   through =
                       most.did == DID_RUN ? most_beside(&making->throughs, most.site) : MISSING_ID;
    const char *called = is_missing(through) ? "" : strings_get(names, through);
    text_addf(&what, "%s%s", meanwhile_words[most.did], waits ? strings_get(names, most.by) : "");
    if (*called) text_addf(&what, " %s", called);
    did->did = most.did;
    did->what = text_take(&what);
    did->site = copy_name(names, most.site);
    did->caller = is_missing(caller) ? NULL : copy_name(names, caller);
    if (!waits) tell_workers(making, most.by, did);
    did->threads = waits ? NULL : who_did(making, most.by, did->by_waiters);
    if (most.did == DID_WAIT_MONITOR) did->lock = (uint32_t)*map_get(&making->locks, most.by);
    did->all_ns = making->all;
    did->percent = 100 * making->done.items[0].sum / making->all;
}

void meanwhile_make(struct meanwhile *m, const struct rule_input *input,
                    struct meanwhile_did *did) {
    struct making making = {.m = m, .input = input};
    *did = (struct meanwhile_did){.lock = JFR_NULL_ID};
    unite(m);
    if (input->tables && m->stretches.len) {
        if (m->of_monitor) note_entered(&making);
        add_samples(&making);
        add_native(&making);
        for (size_t kind = 0; kind < MEANWHILE_KINDS; kind++)
            add_events(&making, &meanwhile_kinds[kind]);
    }
    tallies_sort(&making.done);
    if (making.done.len) add_who_looks_in(&making);
    if (making.done.len) tell(&making, did);
    tallies_free(&making.rests);
    map_free(&making.rest_rows);
    free_each(tallies_free, &making.done, &making.callers, &making.throughs, &making.workers);
    sites_free(&making.sites);
    free_each(map_free, &making.pools, &making.locks);
    entered_free(&making.entered);
}

void meanwhile_did_free(struct meanwhile_did *did) {
    mem_free(did->what, did->site, did->caller, did->threads);
}

void meanwhile_free(struct meanwhile *m) {
    array_free(&m->stretches);
}
