/* Virtual threads that keep carriers which others need: while they wait, or because they compute.
 */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "base/between.h"
#include "analyzers/rules/carriers_rows.h"

#define LEAST_SAMPLES 50 /* of virtual threads */
#define MOST_OF 80.0     /* percent of those that threads have which compute for long */
#define LONG_NS 1e8      /* without a rest */
#define LONGEST_GAP 1e8  /* ns, without a rest: a sampler on a busy machine leaves much out, */
#define GAPS 4           /* or so many times what is between two of its samples */
#define LEAST_TAKEN 0.25 /* of the carriers' time, as far as samples tell */
#define TIMES_MORE 10    /* others there are than carriers */
#define LATE_NS 1e8      /* that sleepers wake up after their time: on a busy machine it is 1e7 */

#define MOST_CARRIERS 0x7fff /* that a ForkJoinPool can have */

/* 0: not known. */
static int64_t carriers_of(const struct rule_input *input) {
    const char *parallelism = judge_property(input, "jdk.virtualThreadScheduler.parallelism");
    struct series processors = series_of(input, SERIES_PROCESSOR);
    int64_t carriers = parallelism ? strtoll(parallelism, NULL, 10) : 0;
    if (carriers <= 0 && processors.rows)
        carriers = series_int(&processors, PROCESSOR_THREADS, processors.rows - 1);
    return carriers > 0 && carriers <= MOST_CARRIERS ? carriers : 0;
}

struct stretch { /* in which a thread is met again and again */
    int64_t from_ns, last_ns;
    double samples;
};

static void end_stretch(struct stretch *stretch, uint32_t thread, double period,
                        struct tallies *threads) {
    double met = stretch->samples * period, seen = (double)(stretch->last_ns - stretch->from_ns);
    if ((met > seen ? met : seen) >= LONG_NS) tallies_add(threads, thread, stretch->samples);
    stretch->samples = 0;
}

/* Samples by thread of the profile, of virtual ones that computed for long without a rest, which is
 * longer than gap; all of virtual threads. */
static double collect(const struct rule_input *input, const struct profile *profile, double gap,
                      struct tallies *threads) {
    struct stretch *stretches = mem_zero(profile->threads.len, sizeof *stretches);
    double all = 0, period = (double)judge_period(input);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || !profile->threads.items[sample.thread].is_virtual)
            continue;
        struct stretch *own = &stretches[sample.thread];
        if (ns_between(own->last_ns, sample.time_ns) > gap)
            end_stretch(own, sample.thread, period, threads);
        if (own->samples == 0) own->from_ns = sample.time_ns;
        own->last_ns = sample.time_ns;
        own->samples += (double)sample.count;
        all += (double)sample.count;
    }
    for (uint32_t i = 0; i < profile->threads.len; i++)
        end_stretch(&stretches[i], i, period, threads);
    free(stretches);
    return all;
}

/* The place that most samples of a thread are in. */
static void name_site(const struct profile *profile, uint64_t thread, struct finding *finding) {
    OWNED(strings_free) struct strings sites = {0};
    OWNED(tallies_free) struct tallies stacks = {0}, counts = {0};
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == thread && sample.stack != PROFILE_NONE)
            tallies_add_many(&stacks, sample.stack, sample.count, (double)sample.count);
    }
    for (size_t i = 0; i < stacks.len; i++) {
        OWNED(text_free) struct text site = {0};
        sites_add_of_sample(profile, (uint32_t)stacks.items[i].key, &site);
        tallies_add(&counts, strings_intern(&sites, text_str(&site), site.len),
                    stacks.items[i].sum);
    }
    judge_name_most(finding, CARRIERS_SITE, &counts, &sites);
    tallies_sort(&stacks);
    OWNED(text_free) struct text caller = {0};
    if (stacks.len) sites_add_caller_of_sample(profile, (uint32_t)stacks.items[0].key, &caller);
    finding_text(finding, CARRIERS_CALLER, text_str(&caller));
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
    const double late = input->tables ? late_ns(input) : MISSING_REAL,
                 time = judge_seconds(input) * 1e9, gap = GAPS * time / (double)profile->samples;
    /* Where sleepers wake up late, who is met again before long has not rested in between. */
    const double all =
        collect(input, profile, late >= LATE_NS && gap > LONGEST_GAP ? gap : LONGEST_GAP, &threads);
    double busy = 0;
    int64_t carriers = carriers_of(input);
    /* Those that run; who computes as well waits for a carrier like the others. */
    int64_t at_once = (int64_t)threads.len < carriers ? (int64_t)threads.len : carriers;
    int64_t others = virtual_threads(input) - at_once;
    tallies_sort(&threads);
    EACH (const struct tally, tally, &threads) busy += tally->sum;
    const double taken = busy * (double)judge_period(input);
    if (all < LEAST_SAMPLES || carriers <= 0) {
        judge_as(finding, RULE_NA, 2);
    } else if (!threads.len || others < TIMES_MORE * carriers ||
               (taken < LEAST_TAKEN * time * (double)carriers && !(late >= LATE_NS))) {
        judge_as(finding, RULE_OK, 1);
    } else {
        OWNED(text_free) struct text pool = {0};
        const struct profile_thread *first = &profile->threads.items[(size_t)threads.items[0].key];
        judge_figure(input, finding, 100 * busy / all);
        finding_real(finding, CARRIERS_OF_ALL, percent_of(busy, (double)profile->samples));
        finding_number(finding, CARRIERS_COUNT, carriers);
        finding_number(finding, CARRIERS_BUSY, (int64_t)threads.len);
        finding_number(finding, CARRIERS_OTHERS, others);
        threads_add_pattern(&pool, strings_get(&profile->frames.strings, first->name));
        finding_text(finding, CARRIERS_POOL, text_str(&pool));
        name_site(profile, threads.items[0].key, finding);
        if (!pool.len) finding_blame(finding, CULPRIT_METHOD, finding->values[CARRIERS_SITE].text);
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
    double share =
        100 * total / (judge_seconds(input) * 1e9 * (double)(carriers > 0 ? carriers : 1));
    judge_figure(input, finding, share < 100 ? share : 100);
    finding_number(finding, PINNED_LONGEST, series_duration(&pinned, row));
    finding_number(finding, PINNED_COUNT, (int64_t)pinned.rows);
    finding_number(finding, PINNED_TOTAL, (int64_t)total);
    if (series_text(&pinned, PINNED_REASON, row))
        finding_text(finding, PINNED_WHY, series_text(&pinned, PINNED_REASON, row));
    judge_name_most(finding, PINNED_SITE, &places, &sites.names);
    judge_window(finding, series_start(&pinned, row), series_end(&pinned, row));
    tallies_free(&places);
    sites_free(&sites);
}
