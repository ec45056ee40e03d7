/* Virtual threads that keep carriers which others need: while they wait, or because they compute.
 */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "base/units.h"
#include "analyzers/rules/carriers_rows.h"

#include <stdlib.h>

#define LEAST_SAMPLES 50 /* of virtual threads */
#define MOST_OF 80.0     /* percent of those that a few threads have */
#define TIMES_MORE 10    /* others there are than those few */
#define LATE_NS 1e8      /* that sleepers wake up after their time: on a busy machine it is 1e7 */

static int64_t carriers_of(const struct rule_input *input) {
    const char *parallelism = judge_property(input, "jdk.virtualThreadScheduler.parallelism");
    struct series processors = series_of(input, SERIES_PROCESSOR);
    int64_t asked = parallelism ? strtoll(parallelism, NULL, 10) : 0;
    if (asked > 0) return asked;
    return processors.rows ? series_int(&processors, PROCESSOR_THREADS, processors.rows - 1) : 0;
}

/* Samples by thread of the profile, those of virtual ones. */
static double collect(const struct profile *profile, struct tallies *threads) {
    double all = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || !profile->threads.items[sample.thread].is_virtual)
            continue;
        tallies_add_many(threads, sample.thread, sample.count, 1);
        all += (double)sample.count;
    }
    return all;
}

/* The place that most samples of a thread are in. */
static void name_site(const struct profile *profile, uint64_t thread, struct finding *finding) {
    OWNED(strings_free) struct strings sites = {0};
    OWNED(tallies_free) struct tallies stacks = {0}, counts = {0};
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == thread && sample.stack != PROFILE_NONE)
            tallies_add_many(&stacks, sample.stack, sample.count, 1);
    }
    for (size_t i = 0; i < stacks.len; i++) {
        OWNED(text_free) struct text site = {0};
        sites_add_of_sample(profile, (uint32_t)stacks.items[i].key, &site);
        tallies_add(&counts, strings_intern(&sites, text_str(&site), site.len),
                    stacks.items[i].sum);
    }
    tallies_sort(&counts);
    if (counts.len)
        finding_text(finding, CARRIERS_SITE, strings_get(&sites, (uint32_t)counts.items[0].key));
}

static int64_t virtual_threads(const struct rule_input *input) {
    int64_t count = 0;
    for (size_t i = 0; input->tables && i < input->tables->things.threads.len; i++)
        count += input->tables->things.threads.items[i].is_virtual;
    return count;
}

/* How much longer than they asked for virtual threads slept, on average: until there was a carrier.
 * Missing: none is known to have slept. */
static double late_ns(const struct rule_input *input) {
    struct series sleeps = series_of(input, SERIES_SLEEP);
    double late = 0, count = 0;
    for (size_t row = 0; row < sleeps.rows; row++) {
        uint32_t thread = series_id(&sleeps, SLEEP_THREAD, row);
        int64_t asked = series_int(&sleeps, SLEEP_TIME, row);
        if (thread == JFR_NULL_ID || asked == JFR_NULL_INT ||
            !input->tables->things.threads.items[thread].is_virtual)
            continue;
        late += (double)series_duration(&sleeps, row) - (double)asked;
        count++;
    }
    return count > 0 ? late / count : MISSING_REAL;
}

static void judge_carriers(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = judge_running(input);
    OWNED(tallies_free) struct tallies threads = {0};
    double all = collect(profile, &threads), busy = 0;
    int64_t carriers = carriers_of(input), others = virtual_threads(input), few = 0;
    tallies_sort(&threads);
    while (few < 2 * carriers && (size_t)few < threads.len) busy += threads.items[few++].sum;
    others -= few;
    if (all < LEAST_SAMPLES || !few) {
        judge_as(finding, RULE_NA, 2);
    } else if (others < TIMES_MORE * few) {
        judge_as(finding, RULE_OK, 1);
    } else {
        OWNED(text_free) struct text pool = {0};
        const struct profile_thread *first = &profile->threads.items[(size_t)threads.items[0].key];
        judge_figure(input, finding, 100 * busy / all);
        finding_number(finding, CARRIERS_COUNT, carriers);
        finding_number(finding, CARRIERS_BUSY, few);
        finding_number(finding, CARRIERS_OTHERS, others);
        threads_add_pattern(&pool, strings_get(&profile->frames.strings, first->name));
        if (pool.len) finding_text(finding, CARRIERS_POOL, text_str(&pool));
        name_site(profile, threads.items[0].key, finding);
        double late = late_ns(input);
        if (!(late >= LATE_NS)) judge_cap(finding); /* that others wait is not seen */
        if (is_known(late) && late > 0) finding_number(finding, CARRIERS_LATE, (int64_t)late);
    }
}

/* ==== Pinned ================================================================================ */

static void judge_pinned(const struct rule_input *input, struct finding *finding) {
    struct series pinned = series_of(input, SERIES_PINNED);
    struct tallies places = {0}; /* rows that are the first of their site */
    struct sites sites = {0};
    size_t row = judge_longest(&pinned);
    int64_t carriers = carriers_of(input);
    double total = 0;
    if (row == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    for (size_t i = 0; i < pinned.rows; i++) {
        total += (double)series_duration(&pinned, i);
        tallies_add(&places, sites_of(&sites, &pinned, PINNED_STACK, i),
                    (double)series_duration(&pinned, i));
    }
    tallies_sort(&places);
    double share =
        100 * total / (judge_seconds(input) * 1e9 * (double)(carriers > 0 ? carriers : 1));
    judge_figure(input, finding, share < 100 ? share : 100);
    finding_number(finding, PINNED_LONGEST, series_duration(&pinned, row));
    finding_number(finding, PINNED_COUNT, (int64_t)pinned.rows);
    finding_number(finding, PINNED_TOTAL, (int64_t)total);
    if (series_text(&pinned, PINNED_REASON, row))
        finding_text(finding, PINNED_WHY, series_text(&pinned, PINNED_REASON, row));
    if (*strings_get(&sites.names, (uint32_t)places.items[0].key))
        finding_text(finding, PINNED_SITE,
                     strings_get(&sites.names, (uint32_t)places.items[0].key));
    judge_window(finding, series_start(&pinned, row), series_end(&pinned, row));
    tallies_free(&places);
    sites_free(&sites);
}
