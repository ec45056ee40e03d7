/* Phases in which one thread computes and those that compute with it otherwise are idle. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "base/between.h"
#include "base/units.h"
#include "base/search.h"
#include "analyzers/rules/serial_rows.h"

#define STEP_NS (200 * NS_PER_MS)
#define MOST_OF_STEP 0.85 /* of the samples of a step, that one thread has: it is alone */
#define LEAST_OF_STEP 0.4 /* of what a thread could have had: it runs */
#define LEAST_PHASES 3
#define LEAST_PARALLEL 0.1 /* of the steps: others can do it, too */
#define LEAST_STEPS 20

struct step { /* samples by thread, of STEP_NS */
    struct tallies threads;
    int64_t from_ns;
};

struct phases {
    size_t steps, parallel, serial, begun; /* steps; begun: phases that are serial */
    struct tallies alone;                  /* serial steps by thread */
    struct tallies helpers;                /* parallel steps by thread */
    bool was_serial;
    int64_t possible; /* samples of a thread in a step */
};

static void end_step(struct phases *phases, struct step *step) {
    double all = 0;
    for (size_t i = 0; i < step->threads.len; i++) all += step->threads.items[i].sum;
    tallies_sort(&step->threads);
    double least = LEAST_OF_STEP * (double)phases->possible;
    const size_t running = search_on(k, 0, step->threads.len, step->threads.items[k].sum >= least);
    bool serial = running == 1 && step->threads.items[0].sum >= MOST_OF_STEP * all;
    phases->steps++;
    if (serial) {
        phases->serial++;
        phases->begun += !phases->was_serial;
        tallies_add(&phases->alone, step->threads.items[0].key, 1);
    }
    if (running > 1) {
        phases->parallel++;
        for (size_t i = 0; i < running; i++)
            tallies_add(&phases->helpers, step->threads.items[i].key, 1);
    }
    phases->was_serial = serial;
    tallies_free(&step->threads);
    step->threads = (struct tallies){0};
}

/* Columns are in order of time. */
static void collect(const struct rule_input *input, struct phases *phases) {
    const struct profile *profile = judge_running(input);
    struct step step = {.from_ns = INT64_MIN};
    int64_t period = judge_period(input);
    phases->possible = period < STEP_NS ? STEP_NS / period : 1;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.time_ns == PROFILE_NO_TIME || sample.thread == PROFILE_NONE) continue;
        if (step.from_ns == INT64_MIN) step.from_ns = sample.time_ns;
        if (ns_between(step.from_ns, sample.time_ns) >= STEP_NS) {
            end_step(phases, &step);
            step.from_ns = sample.time_ns;
        }
        tallies_add(&step.threads, sample.thread, (double)sample.count);
    }
    if (step.threads.len) end_step(phases, &step);
    tallies_sort(&phases->alone);
    tallies_sort(&phases->helpers);
}

/* What the thread does most when it is on top of the stack. */
static void name_site(const struct profile *profile, uint64_t thread, struct finding *finding,
                      size_t value) {
    OWNED(tallies_free) struct tallies sites = {0};
    OWNED(strings_free) struct strings names = {0};
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == thread && sample.stack != PROFILE_NONE)
            tallies_add(&sites, sample.stack, (double)sample.count);
    }
    OWNED(tallies_free) struct tallies by_name = {0};
    for (size_t i = 0; i < sites.len; i++) {
        OWNED(text_free) struct text name = {0};
        sites_add_of_sample(profile, (uint32_t)sites.items[i].key, &name);
        tallies_add(&by_name, strings_intern(&names, text_str(&name), name.len),
                    sites.items[i].sum);
    }
    tallies_sort(&by_name);
    if (by_name.len) {
        const char *site = strings_get(&names, (uint32_t)by_name.items[0].key);
        finding_text(finding, value, site);
        finding_blame(finding, CULPRIT_METHOD, site);
    }
}

static void judge_serial(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = judge_running(input);
    struct series processors = series_of(input, SERIES_PROCESSOR);
    double cpus = processors.rows ? series_real(&processors, PROCESSOR_THREADS, processors.rows - 1)
                                  : MISSING_REAL;
    struct phases phases = {.steps = 0};
    collect(input, &phases);
    if (phases.steps < LEAST_STEPS || !(cpus >= 2)) {
        judge_as(finding, RULE_NA, 2);
    } else if (phases.begun < LEAST_PHASES ||
               (double)phases.parallel < LEAST_PARALLEL * (double)phases.steps) {
        judge_as(finding, RULE_OK, 1);
    } else {
        uint64_t thread = phases.alone.items[0].key;
        double recorded = judge_seconds(input) * 1e9;
        double serial = phases.alone.items[0].sum * (double)STEP_NS;
        double share = serial < recorded ? serial / recorded : 1;
        double helpers = (double)phases.helpers.len < cpus ? (double)phases.helpers.len : cpus;
        OWNED(text_free) struct text name = {0};
        judge_figure(input, finding, 100 * share);
        finding_cost(finding, COST_OF_TIME, 100 * share * (1 - 1 / helpers));
        text_add(&name, strings_get(&profile->frames.strings, profile->threads.items[thread].name));
        finding_text(finding, SERIAL_THREAD, text_str(&name));
        finding_number(finding, SERIAL_PHASES, (int64_t)phases.begun);
        finding_number(finding, SERIAL_HELPERS, (int64_t)phases.helpers.len);
        name_site(profile, thread, finding, SERIAL_SITE);
    }
    free_each(tallies_free, &phases.alone, &phases.helpers);
}
