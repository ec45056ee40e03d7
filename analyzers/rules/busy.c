#include "analyzers/rules/busy.h"

#include "analyzers/rules/cpu.h"
#include "analyzers/rules/ran.h"

#define LEAST_KNOWN 0.5 /* of the time that was not idle */

const struct busy_wait busy_waits[BUSY_WAITS] = {
    {SERIES_PARK, false, PARK_THREAD, PARK_STACK},
    {SERIES_SOCKET_READ, false, IO_THREAD, IO_STACK},
    {SERIES_SOCKET_WRITE, false, IO_THREAD, SIZE_MAX},
    {SERIES_FILE_READ, false, IO_THREAD, SIZE_MAX},
    {SERIES_FILE_WRITE, false, IO_THREAD, SIZE_MAX},
    {SERIES_FILE_FORCE, false, IO_THREAD, SIZE_MAX},
    {SERIES_MONITOR, false, MONITOR_THREAD, SIZE_MAX},
    {SERIES_SLEEP, false, SLEEP_THREAD, SIZE_MAX},
    {SERIES_MONITOR_WAIT, true, MONITOR_WAIT_THREAD, SIZE_MAX},
};

/* ==== Who serves =========================================================================== */

#define EPHEMERAL 32768 /* ports from here on are given to who connects */
#define LEAST_PEERS 2

struct peers { /* that a place reads from */
    struct map ports, threads, pairs;
    bool named; /* one of them has a port of a service */
};

static void add_peer(struct peers *peers, uint64_t thread, uint64_t port) {
    bool fresh;
    map_put(&peers->pairs, thread << 32 | port, &fresh);
    if (!fresh) return; /* as most are */
    peers->named = peers->named || port < EPHEMERAL;
    map_put(&peers->ports, port, &fresh);
    map_put(&peers->threads, thread, &fresh);
}

static void find_served(struct busy *busy, const struct rule_input *input,
                        const struct series *reads) {
    ARRAY(struct peers) all = {0}; /* by site */
    EACH (const struct alike_rows, rows, &alike_of(input, SERIES_SOCKET_READ)->all) {
        uint32_t site = sites_of(&busy->sites, reads, IO_STACK, rows->first);
        while (all.len <= site) array_push(&all, (struct peers){.named = false});
        add_peer(&all.items[site], series_id(reads, IO_THREAD, rows->first),
                 (uint64_t)series_int(reads, IO_PORT, rows->first));
    }
    EACH (struct peers, peers, &all) {
        array_push(&busy->served, !peers->named && peers->ports.len >= LEAST_PEERS &&
                                      peers->pairs.len == peers->ports.len &&
                                      peers->threads.len >= LEAST_PEERS);
        free_each(map_free, &peers->ports, &peers->threads, &peers->pairs);
    }
    array_free(&all);
    busy->has_served = true;
}

bool busy_idle(const struct rule_input *input, const struct series *series, size_t column,
               size_t row) {
    struct busy *busy = input->busy;
    if (sites_idle(&busy->sites, series, column, row)) return true;
    if (!series->of_sockets) return false;
    if (!busy->has_served) find_served(busy, input, series);
    return array_at(&busy->served, sites_of(&busy->sites, series, column, row));
}

/* ==== What is known of threads ============================================================= */

/* Threads that are not known are one, behind the last. */
static struct spent *spent_at(struct busy *all, uint64_t thread) {
    return &all->spent[thread < all->threads ? thread : all->threads];
}

static void add_waits(struct busy *all, const struct rule_input *input) {
    for (size_t kind = 0; kind < BUSY_WAITS; kind++) {
        const struct series series = series_of(input, busy_waits[kind].id);
        EACH (const struct alike_rows, rows, &alike_of(input, busy_waits[kind].id)->all) {
            struct spent *spent =
                spent_at(all, series_id(&series, busy_waits[kind].thread, rows->first));
            bool idle = busy_waits[kind].stack == SIZE_MAX
                            ? busy_waits[kind].idle
                            : busy_idle(input, &series, busy_waits[kind].stack, rows->first);
            if (idle) spent->idle += rows->ns;
            else spent->known += rows->ns;
        }
    }
}

static void add_samples(struct busy *all, const struct rule_input *input) {
    const struct profile *profile = judge_running(input);
    OWNED(mem_release) uint32_t *threads = judge_threads(input);
    double period = (double)judge_period(input);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE)
            spent_at(all, threads[sample.thread])->known += period * (double)sample.count;
    }
}

/* Samples of native code say where a thread was while nothing else does: of the time that is left.
 */
static void add_forces(struct busy *all, const struct rule_input *input) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE),
                  events = series_of(input, SERIES_FILE_FORCE);
    OWNED(tallies_free) struct tallies met = {0}, forcing = {0}, recorded = {0};
    OWNED(map_free) struct map known = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        tallies_add(&met, series_id(&samples, SAMPLE_THREAD, row), 1);
        if (judge_stack(&known, &samples, SAMPLE_STACK, row, sites_forces_file))
            tallies_add(&forcing, series_id(&samples, SAMPLE_THREAD, row), 1);
    }
    for (size_t row = 0; row < events.rows; row++)
        tallies_add(&recorded, series_id(&events, IO_THREAD, row),
                    (double)series_duration(&events, row));
    tallies_sort(&met);
    EACH (const struct tally, tally, &forcing) {
        struct spent *spent = spent_at(all, tally->key);
        const uint64_t *at = map_get(&recorded.index, tally->key);
        double said = at ? recorded.items[*at].sum : 0;
        double more = judge_native_ns(input, &met, tally->sum) - said;
        double left = judge_seconds(input) * 1e9 - spent->away - spent->idle - spent->known;
        if (more > left) more = left;
        if (more < 0) more = 0;
        spent->forced = said + more;
        spent->known += more;
    }
}

static void add_away(struct busy *all, const struct tallies *of_threads, double recorded) {
    EACH (const struct tally, tally, of_threads)
        if (tally->count == 1 && tally->key < all->threads && tally->sum > 0)
            all->spent[tally->key].away += tally->sum < recorded ? tally->sum : recorded;
}

/* Threads that start or end several times are several of one name. */
static void add_lives(struct busy *all, const struct rule_input *input) {
    struct series starts = series_of(input, SERIES_THREAD_START),
                  ends = series_of(input, SERIES_THREAD_END);
    OWNED(tallies_free) struct tallies before = {0}, after = {0};
    const int64_t from = input->has_window ? input->window_from_ns : input->start_ns;
    const double recorded = judge_seconds(input) * 1e9;
    if (!from) return;
    for (size_t row = 0; row < starts.rows; row++)
        tallies_add(&before, series_id(&starts, THREAD_START_THREAD, row),
                    (double)(series_start(&starts, row) - from));
    for (size_t row = 0; row < ends.rows; row++)
        tallies_add(&after, series_id(&ends, THREAD_END_THREAD, row),
                    recorded - (double)(series_start(&ends, row) - from));
    add_away(all, &before, recorded);
    add_away(all, &after, recorded);
}

static void make(struct busy *all, const struct rule_input *input) {
    all->threads = input->tables->things.threads.len;
    all->spent = mem_zero(all->threads + 1, sizeof *all->spent);
    all->taken = judge_taken(input);
    add_lives(all, input);
    add_waits(all, input);
    add_samples(all, input);
    add_forces(all, input);
}

void busy_free(struct busy *busy) {
    sites_free(&busy->sites);
    array_free(&busy->served);
    for (size_t i = 0; i < SERIES_COUNT; i++) alike_free(busy->alike[i]);
    cpu_free(busy->cpu);
    ran_free(busy->ran);
    free(busy->spent);
}

double busy_forced_ns(const struct rule_input *input, uint64_t thread) {
    if (!input->busy->spent) make(input->busy, input);
    return spent_at(input->busy, thread)->forced;
}

double busy_ns(const struct rule_input *input, const struct tallies *threads, bool *partly) {
    double busy = 0, known = 0, recorded = judge_seconds(input) * 1e9;
    if (!input->busy->spent) make(input->busy, input);
    for (size_t i = 0; i < threads->len; i++) {
        const struct spent *spent = spent_at(input->busy, threads->items[i].key);
        double waited = threads->items[i].sum;
        double of_own = spent->known > waited ? spent->known : waited;
        /* When virtual threads start and end is not recorded, and most do not live for long. */
        double own = judge_is_virtual(input, threads->items[i].key) && spent->away <= 0
                         ? of_own
                         : recorded - spent->away - spent->idle;
        if (own < waited) own = waited;
        busy += own;
        known += of_own < own ? of_own : own;
    }
    double wanted = known + input->busy->taken * (busy - known);
    *partly = wanted < LEAST_KNOWN * busy;
    return *partly ? wanted : busy;
}

void busy_cost(const struct rule_input *input, struct finding *finding,
               const struct tallies *threads, double besides_ns) {
    bool partly;
    double waited = besides_ns, busy = busy_ns(input, threads, &partly);
    for (size_t i = 0; i < threads->len; i++) waited += threads->items[i].sum;
    finding_cost(finding, COST_OF_WAITERS, percent_of(waited, busy));
}
