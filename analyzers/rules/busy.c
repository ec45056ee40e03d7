#include "analyzers/rules/busy.h"

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

/* Threads that are not known are one, behind the last. */
static struct spent *spent_at(struct busy *all, uint64_t thread) {
    return &all->spent[thread < all->threads ? thread : all->threads];
}

static void add_waits(struct busy *all, const struct rule_input *input) {
    for (size_t kind = 0; kind < sizeof waits / sizeof *waits; kind++) {
        struct series series = series_of(input, waits[kind].id);
        for (size_t row = 0; row < series.rows; row++) {
            struct spent *spent = spent_at(all, series_id(&series, waits[kind].thread, row));
            int64_t took = series_duration(&series, row);
            if (took <= 0) continue;
            bool idle = waits[kind].stack == SIZE_MAX
                            ? waits[kind].idle
                            : sites_idle(&all->sites, &series, waits[kind].stack, row);
            if (idle) spent->idle += (double)took;
            else spent->known += (double)took;
        }
    }
}

static void add_samples(struct busy *all, const struct rule_input *input) {
    const struct profile *profile = judge_running(input);
    uint32_t *threads = judge_threads(input);
    double period = (double)judge_period(input);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE)
            spent_at(all, threads[sample.thread])->known += period * (double)sample.count;
    }
    free(threads);
}

static void make(struct busy *all, const struct rule_input *input) {
    all->threads = input->tables->things.threads.len;
    all->spent = mem_zero(all->threads + 1, sizeof *all->spent);
    add_waits(all, input);
    add_samples(all, input);
}

void busy_free(struct busy *busy) {
    sites_free(&busy->sites);
    free(busy->spent);
}

double busy_ns(const struct rule_input *input, const struct tallies *threads) {
    double busy = 0, known = 0, recorded = judge_seconds(input) * 1e9;
    if (!input->busy->spent) make(input->busy, input);
    for (size_t i = 0; i < threads->len; i++) {
        const struct spent *spent = spent_at(input->busy, threads->items[i].key);
        double waited = threads->items[i].sum;
        double own = recorded - spent->idle > waited ? recorded - spent->idle : waited;
        double of_own = spent->known > waited ? spent->known : waited;
        busy += own;
        known += of_own < own ? of_own : own;
    }
    return known < LEAST_KNOWN * busy ? known : busy;
}

void busy_cost(const struct rule_input *input, struct finding *finding,
               const struct tallies *threads, double besides_ns) {
    double waited = besides_ns, busy = busy_ns(input, threads);
    for (size_t i = 0; i < threads->len; i++) waited += threads->items[i].sum;
    finding_cost(finding, COST_OF_WAITERS, percent_of(waited, busy));
}
