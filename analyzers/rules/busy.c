#include "analyzers/rules/busy.h"

#include "analyzers/rules/sites.h"

#include <stdlib.h>

#define LEAST_KNOWN 0.5 /* of the time that was not idle */

static const struct {
    enum series_id id;
    size_t thread, stack; /* stack: of those that are idle by where they are, else SIZE_MAX */
    bool idle;            /* whatever the stack */
} waits[] = {
    {SERIES_PARK, PARK_THREAD, PARK_STACK, false},
    {SERIES_SOCKET_READ, IO_THREAD, IO_STACK, false},
    {SERIES_SOCKET_WRITE, IO_THREAD, SIZE_MAX, false},
    {SERIES_FILE_READ, IO_THREAD, SIZE_MAX, false},
    {SERIES_FILE_WRITE, IO_THREAD, SIZE_MAX, false},
    {SERIES_FILE_FORCE, IO_THREAD, SIZE_MAX, false},
    {SERIES_MONITOR, MONITOR_THREAD, SIZE_MAX, false},
    {SERIES_SLEEP, SLEEP_THREAD, SIZE_MAX, true},
    {SERIES_MONITOR_WAIT, MONITOR_WAIT_THREAD, SIZE_MAX, true},
};

struct spent { /* of a thread, ns */
    double idle, known;
};

struct spending {
    const struct rule_input *input;
    struct map index; /* thread of the tables -> spent */
    ARRAY(struct spent) spent;
};

static void add_waits(struct spending *all) {
    OWNED(sites_free) struct sites sites = {0};
    for (size_t kind = 0; kind < sizeof waits / sizeof *waits; kind++) {
        struct series series = series_of(all->input, waits[kind].id);
        for (size_t row = 0; row < series.rows; row++) {
            const uint64_t *at = map_get(&all->index, series_id(&series, waits[kind].thread, row));
            int64_t took = series_duration(&series, row);
            if (!at || took <= 0) continue;
            bool idle = waits[kind].stack == SIZE_MAX
                            ? waits[kind].idle
                            : sites_idle(&sites, &series, waits[kind].stack, row);
            if (idle) all->spent.items[*at].idle += (double)took;
            else all->spent.items[*at].known += (double)took;
        }
    }
}

static void add_samples(struct spending *all) {
    const struct profile *profile = all->input->profile;
    uint32_t *threads = judge_threads(all->input);
    double period = (double)judge_period(all->input);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        const uint64_t *at =
            sample.thread == PROFILE_NONE ? NULL : map_get(&all->index, threads[sample.thread]);
        if (at) all->spent.items[*at].known += period * (double)sample.count;
    }
    free(threads);
}

double busy_ns(const struct rule_input *input, const struct tallies *threads) {
    struct spending all = {.input = input};
    double busy = 0, known = 0, recorded = judge_seconds(input) * 1e9;
    bool fresh;
    for (size_t i = 0; i < threads->len; i++) {
        *map_put(&all.index, threads->items[i].key, &fresh) = i;
        array_push(&all.spent, (struct spent){.idle = 0});
    }
    add_waits(&all);
    add_samples(&all);
    for (size_t i = 0; i < threads->len; i++) {
        const struct spent *spent = &all.spent.items[i];
        double waited = threads->items[i].sum;
        double own = recorded - spent->idle > waited ? recorded - spent->idle : waited;
        double of_own = spent->known > waited ? spent->known : waited;
        busy += own;
        known += of_own < own ? of_own : own;
    }
    array_free(&all.spent);
    map_free(&all.index);
    return known < LEAST_KNOWN * busy ? known : busy;
}

void busy_cost(const struct rule_input *input, struct finding *finding,
               const struct tallies *threads, double besides_ns) {
    double waited = besides_ns, busy = busy_ns(input, threads);
    for (size_t i = 0; i < threads->len; i++) waited += threads->items[i].sum;
    finding_cost(finding, COST_OF_WAITERS, percent_of(waited, busy));
}
