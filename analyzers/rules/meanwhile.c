#include "analyzers/rules/meanwhile.h"

#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "base/order.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

void meanwhile_add(struct meanwhile *m, uint32_t thread, int64_t from_ns, int64_t to_ns) {
    if (to_ns > from_ns)
        array_push(&m->stretches, (struct meanwhile_stretch){thread, {from_ns, to_ns}});
}

/* ==== Stretches ============================================================================= */

static int compare_stretches(const void *a, const void *b) {
    const struct meanwhile_stretch *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->when.from_ns != y->when.from_ns) return x->when.from_ns < y->when.from_ns ? -1 : 1;
    return ORDER(x->when.to_ns, y->when.to_ns);
}

/* By thread and time, disjoint. */
static void unite(struct meanwhile *m) {
    struct meanwhile_stretch *items = m->stretches.items;
    size_t kept = 0;
    if (m->stretches.len) qsort(items, m->stretches.len, sizeof *items, compare_stretches);
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

/* How much of from..to is within stretches of the thread; of a moment (to is from): 1 or 0. */
static double within(const struct meanwhile *m, uint32_t thread, int64_t from_ns, int64_t to_ns) {
    const struct meanwhile_stretch *items = m->stretches.items;
    size_t low = 0, high = m->stretches.len;
    double ns = 0;
    if (high && items[0].thread == MEANWHILE_ANY) thread = MEANWHILE_ANY;
    while (low < high) { /* the first of the thread that ends at from_ns or later */
        size_t mid = low + (high - low) / 2;
        bool before = items[mid].thread != thread ? items[mid].thread < thread
                                                  : items[mid].when.to_ns < from_ns;
        if (before) low = mid + 1;
        else high = mid;
    }
    for (; low < m->stretches.len && items[low].thread == thread; low++) {
        const struct interval *when = &items[low].when;
        if (when->from_ns > to_ns) break;
        if (from_ns == to_ns) return 1;
        int64_t from = when->from_ns > from_ns ? when->from_ns : from_ns;
        int64_t to = when->to_ns < to_ns ? when->to_ns : to_ns;
        if (to > from) ns += (double)(to - from);
    }
    return ns;
}

/* ==== What was done ========================================================================= */

enum did {
    RAN,
    READ_SOCKET,
    WROTE_SOCKET,
    READ_FILE,
    WROTE_FILE,
    FORCED_FILE,
    WAITED,
    SLEPT,
    DID_COUNT
};

static const char *const words[DID_COUNT] = {
    [RAN] = "ran",
    [READ_SOCKET] = "read from a socket",
    [WROTE_SOCKET] = "wrote to a socket",
    [READ_FILE] = "read a file",
    [WROTE_FILE] = "wrote a file",
    [FORCED_FILE] = "waited for the disk (fsync)",
    [WAITED] = "waited for another monitor",
    [SLEPT] = "slept",
};

struct done {
    enum did did;
    uint32_t site, pool; /* names */
};

struct making {
    const struct meanwhile *m;
    const struct rule_input *input;
    struct sites sites;
    struct map pools;    /* thread of the tables -> name */
    struct tallies done; /* by did, site and pool: see key_of */
    double all;
};

static uint64_t key_of(struct done done) {
    return (uint64_t)done.did << 56 | (uint64_t)(done.site & 0xfffffff) << 28 |
           (done.pool & 0xfffffff);
}

static struct done done_of(uint64_t key) {
    return (struct done){(enum did)(key >> 56), (uint32_t)(key >> 28) & 0xfffffff,
                         (uint32_t)key & 0xfffffff};
}

static uint32_t pool_of(struct making *making, const char *thread) {
    struct text pattern = {0};
    if (thread) threads_add_pattern(&pattern, thread);
    uint32_t id = sites_name(&making->sites, &pattern);
    text_free(&pattern);
    return id;
}

/* Found once for each thread. */
static uint32_t pool_of_row(struct making *making, const struct series *series, size_t column,
                            size_t row) {
    bool fresh;
    uint64_t *pool = map_put(&making->pools, series_id(series, column, row), &fresh);
    if (fresh) *pool = pool_of(making, series_thread(series, column, row));
    return (uint32_t)*pool;
}

static void count(struct making *making, struct done done, double ns) {
    tallies_add(&making->done, key_of(done), ns);
    making->all += ns;
}

/* ==== Samples =============================================================================== */

/* Nobody waits for who records. */
static bool is_recorder(const char *thread) {
    return strncmp(thread, "JFR ", 4) == 0;
}

static void add_samples(struct making *making) {
    const struct profile *profile = making->input->profile;
    uint32_t *threads = judge_threads(making->input);
    uint32_t *sites = mem_resize(NULL, profile->stacks.len + 1, sizeof *sites);
    uint32_t *pools = mem_resize(NULL, profile->threads.len + 1, sizeof *pools);
    int64_t period = judge_period(making->input);
    memset(sites, 0xff, (profile->stacks.len + 1) * sizeof *sites);
    memset(pools, 0xff, (profile->threads.len + 1) * sizeof *pools);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.stack == PROFILE_NONE) continue;
        int64_t at = sample.time_ns;
        if (within(making->m, threads[sample.thread], at, at) <= 0 ||
            is_recorder(
                strings_get(&profile->frames.strings, profile->threads.items[sample.thread].name)))
            continue;
        uint32_t *site = &sites[sample.stack], *pool = &pools[sample.thread];
        if (*site == MISSING_ID) {
            struct text text = {0};
            sites_add_of_sample(profile, sample.stack, &text);
            *site = sites_name(&making->sites, &text);
            text_free(&text);
        }
        if (*pool == MISSING_ID)
            *pool = pool_of(making, strings_get(&profile->frames.strings,
                                                profile->threads.items[sample.thread].name));
        count(making, (struct done){RAN, *site, *pool}, (double)period * (double)sample.count);
    }
    free(threads);
    free(sites);
    free(pools);
}

/* ==== Events ================================================================================ */

static const struct {
    enum series_id id;
    enum did did;
    size_t thread, stack;
} kinds[] = {
    {SERIES_SOCKET_READ, READ_SOCKET, IO_THREAD, IO_STACK},
    {SERIES_SOCKET_WRITE, WROTE_SOCKET, IO_THREAD, IO_STACK},
    {SERIES_FILE_READ, READ_FILE, IO_THREAD, IO_STACK},
    {SERIES_FILE_WRITE, WROTE_FILE, IO_THREAD, IO_STACK},
    {SERIES_FILE_FORCE, FORCED_FILE, IO_THREAD, IO_STACK},
    {SERIES_MONITOR, WAITED, MONITOR_THREAD, MONITOR_STACK},
    {SERIES_SLEEP, SLEPT, SLEEP_THREAD, SLEEP_STACK},
};

/* A thread that sleeps between two rounds keeps nobody waiting; one that does so within a task, or
 * while it has what those wait for that it waits with otherwise, does. */
static bool sleeps_on_others(const struct making *making, const struct series *sleeps, size_t row) {
    const struct meanwhile *m = making->m;
    uint64_t thread = series_id(sleeps, SLEEP_THREAD, row);
    uint32_t depth;
    if (m->stretches.items[0].thread != MEANWHILE_ANY) return true;
    if (m->waiters && map_get(&m->waiters->index, thread)) return true;
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

static void add_events(struct making *making, size_t kind, uint32_t but_monitor) {
    struct series series = series_of(making->input, kinds[kind].id);
    bool monitor = kinds[kind].did == WAITED, socket = kinds[kind].did <= WROTE_SOCKET;
    if (monitor && but_monitor == MISSING_ID) return;
    for (size_t row = 0; row < series.rows; row++) {
        uint32_t thread = series_id(&series, kinds[kind].thread, row);
        if (monitor && series_id(&series, MONITOR_CLASS, row) == but_monitor) continue;
        int64_t from = series_start(&series, row), to = series_end(&series, row);
        if (kinds[kind].did == SLEPT && !sleeps_on_others(making, &series, row)) continue;
        double ns = to > from ? within(making->m, thread, from, to) : 0;
        size_t stack = kinds[kind].stack;
        if (ns <= 0 || (socket && sites_idle(&making->sites, &series, stack, row))) continue;
        count(making,
              (struct done){kinds[kind].did, sites_of(&making->sites, &series, stack, row),
                            pool_of_row(making, &series, kinds[kind].thread, row)},
              ns);
    }
}

/* ==== Most of it ============================================================================ */

static char *copy_name(const struct strings *names, uint32_t id) {
    const char *called = strings_get(names, id);
    return *called ? mem_copy_text(called) : NULL;
}

void meanwhile_make(struct meanwhile *m, const struct rule_input *input, uint32_t but_monitor,
                    struct meanwhile_did *did) {
    struct making making = {.m = m, .input = input};
    *did = (struct meanwhile_did){.what = NULL};
    unite(m);
    if (input->tables && m->stretches.len) {
        add_samples(&making);
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
            add_events(&making, kind, but_monitor);
    }
    tallies_sort(&making.done);
    if (making.done.len) {
        struct done most = done_of(making.done.items[0].key);
        did->what = words[most.did];
        did->site = copy_name(&making.sites.names, most.site);
        did->threads = copy_name(&making.sites.names, most.pool);
        did->all_ns = making.all;
        did->percent = 100 * making.done.items[0].sum / making.all;
    }
    tallies_free(&making.done);
    sites_free(&making.sites);
    map_free(&making.pools);
    array_free(&m->stretches);
}

void meanwhile_did_free(struct meanwhile_did *did) {
    free(did->site);
    free(did->threads);
}
