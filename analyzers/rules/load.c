/* Rules of processors, threads, containers, finalizers and the code cache. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/used.h"
#include "analyzers/time/load.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/load_rows.h"

/* ==== Processors ============================================================================ */

/* The highest mean over 10 s of what each load says: 0..1; window is set. Missing: no loads. */
static double worst_load(const struct rule_input *input, bool others, struct finding *finding) {
    struct series loads = series_of(input, SERIES_LOAD);
    double worst = MISSING_REAL, sum = 0;
    size_t first = 0, count = 0;
    OWNED(mem_release) double *values = mem_resize(NULL, loads.rows, sizeof *values);
    for (size_t row = 0; row < loads.rows; row++) {
        double own = series_real(&loads, LOAD_USER, row) + series_real(&loads, LOAD_SYSTEM, row);
        double value = others ? series_real(&loads, LOAD_MACHINE, row) - own : own;
        values[row] = value > 0 && value <= 1.5 ? value : 0;
        sum += values[row];
        count++;
        while (series_start(&loads, row) - series_start(&loads, first) > 10 * NS_PER_S) {
            sum -= values[first++];
            count--;
        }
        if (sum / (double)count <= worst) continue;
        int64_t span = series_start(&loads, row) - series_start(&loads, first);
        bool enough = span >= 5 * NS_PER_S || count >= 5 || row + 1 == loads.rows;
        if (!enough) continue;
        worst = sum / (double)count;
        judge_window(finding, series_start(&loads, first), series_start(&loads, row));
    }
    return worst > 1 ? 1 : worst;
}

static void judge_high_cpu(const struct rule_input *input, struct finding *finding) {
    double worst = worst_load(input, false, finding);
    if (is_missing(worst)) judge_as(finding, RULE_NA, 1);
    else judge_figure(input, finding, 100 * worst);
}

static void judge_compare_cpu(const struct rule_input *input, struct finding *finding) {
    double worst = worst_load(input, true, finding);
    if (is_missing(worst)) judge_as(finding, RULE_NA, 1);
    else judge_figure(input, finding, 100 * worst);
}

static void judge_switches(const struct rule_input *input, struct finding *finding) {
    struct series rates = series_of(input, SERIES_SWITCH_RATE);
    struct series processors = series_of(input, SERIES_PROCESSOR);
    double worst = MISSING_REAL, cpus = 1;
    for (size_t row = 0; row < rates.rows; row++) {
        double rate = series_real(&rates, SWITCH_RATE, row);
        if (is_missing(rate) || rate <= worst) continue;
        worst = rate;
        judge_window(finding, series_start(&rates, row), series_start(&rates, row));
    }
    if (processors.rows && series_int(&processors, PROCESSOR_THREADS, 0) > 0)
        cpus = series_real(&processors, PROCESSOR_THREADS, 0);
    judge_figure(input, finding, worst / cpus);
}

static void judge_few_threads(const struct rule_input *input, struct finding *finding) {
    struct series processors = series_of(input, SERIES_PROCESSOR);
    const struct profile *profile = judge_running(input);
    uint64_t *samples = mem_zero(profile->threads.len, sizeof *samples);
    bool known = input->event && profile == input->profile;
    int64_t busy = known ? 0 : MISSING, cpus = MISSING;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE) samples[sample.thread] += sample.count;
    }
    for (size_t i = 0; known && i < profile->threads.len; i++) busy += samples[i] >= 4;
    free(samples);
    if (processors.rows) cpus = series_int(&processors, PROCESSOR_THREADS, processors.rows - 1);
    finding_number(finding, THREADS_BUSY, busy);
    finding_number(finding, THREADS_PROCESSORS, cpus);
    judge_as(finding, profile->samples < 20 ? RULE_NA : RULE_OK, profile->samples < 20);
}

/* ==== Containers ============================================================================ */

/* Totals since the container started: what counts is how they differ; a total that falls is of
 * another container. With one alone its own total has to do. */
static void judge_throttling(const struct rule_input *input, struct finding *finding) {
    struct series totals = series_of(input, SERIES_THROTTLING);
    double slices = 0, throttled = 0, ns = 0, worst = 0;
    for (size_t row = 1; row < totals.rows; row++) {
        double more = series_real(&totals, THROTTLING_SLICES, row) -
                      series_real(&totals, THROTTLING_SLICES, row - 1);
        double cut = series_real(&totals, THROTTLING_THROTTLED, row) -
                     series_real(&totals, THROTTLING_THROTTLED, row - 1);
        double time = series_real(&totals, THROTTLING_TIME, row) -
                      series_real(&totals, THROTTLING_TIME, row - 1);
        if (!(more > 0) || !(cut >= 0) || cut > more) continue;
        slices += more;
        throttled += cut;
        if (time > 0) ns += time;
        if (cut / more < worst || (cut == 0 && worst == 0)) continue;
        worst = cut / more;
        judge_window(finding, series_start(&totals, row - 1), series_start(&totals, row));
    }
    if (slices == 0 && totals.rows) {
        slices = series_real(&totals, THROTTLING_SLICES, totals.rows - 1);
        throttled = series_real(&totals, THROTTLING_THROTTLED, totals.rows - 1);
        ns = series_real(&totals, THROTTLING_TIME, totals.rows - 1);
    }
    if (!(slices > 0) || !(throttled >= 0)) return judge_as(finding, RULE_OK, 1);
    judge_figure(input, finding, 100 * throttled / slices);
    finding_number(finding, THROTTLED_SLICES, (int64_t)throttled);
    finding_number(finding, THROTTLED_OF, (int64_t)slices);
    if (ns > 0 && ns < 9e18) finding_number(finding, THROTTLED_NS, (int64_t)ns);
}

#define AT_LIMIT 0.9 /* of it: then nearly all that was left was waited for */
#define LEAST_LOADS 5

/* Processors that the container may use; missing: all. */
static double cpu_limit_of(const struct rule_input *input) {
    struct series containers = series_of(input, SERIES_CONTAINER);
    if (!containers.rows) return MISSING_REAL;
    double quota = series_real(&containers, CONTAINER_QUOTA, containers.rows - 1);
    double slice = series_real(&containers, CONTAINER_SLICE, containers.rows - 1);
    return quota > 0 && slice > 0 ? quota / slice : MISSING_REAL;
}

static void judge_cpu_limit(const struct rule_input *input, struct finding *finding) {
    struct series loads = series_of(input, SERIES_LOAD);
    struct series machine = series_of(input, SERIES_PROCESSOR);
    double limit = cpu_limit_of(input), used = 0, at_limit = 0, counted = 0;
    double processors =
        machine.rows ? series_real(&machine, PROCESSOR_THREADS, machine.rows - 1) : MISSING_REAL;
    if (!(limit > 0) || !(processors > limit) || loads.rows < LEAST_LOADS)
        return judge_as(finding, RULE_OK, 1);
    for (size_t row = 1; row < loads.rows; row++) { /* the first is of no time */
        double load = processors *
                      (series_real(&loads, LOAD_USER, row) + series_real(&loads, LOAD_SYSTEM, row));
        if (!(load >= 0)) continue;
        counted++;
        used += load;
        at_limit += load >= AT_LIMIT * limit;
    }
    judge_figure(input, finding, percent_of(at_limit, counted));
    if (limit >= 1) judge_cap(finding); /* a program may use what it has */
    finding_real(finding, LIMIT_PROCESSORS, limit);
    if (counted > 0) finding_real(finding, LIMIT_USED, used / counted);
}

/* ==== Processes ============================================================================= */

static void judge_processes(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_PROCESS);
    int64_t most = 0;
    size_t first = 0;
    for (size_t row = 0; row < series.rows; row++) {
        while (series_start(&series, row) - series_start(&series, first) > NS_PER_S) first++;
        if ((int64_t)(row - first + 1) > most) most = (int64_t)(row - first + 1);
    }
    judge_figure(input, finding, (double)most);
}

static void judge_process_started(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_PROCESS_START);
    judge_figure(input, finding, (double)series.rows);
    if (series.rows)
        judge_window(finding, series_start(&series, 0), series_start(&series, series.rows - 1));
}

/* ==== Finalizers ============================================================================ */

/* Totals of each class, said again by each chunk. */
static void sum_finalizers(const struct rule_input *input, struct finding *finding, size_t column,
                           bool ours) {
    struct series series = series_of(input, SERIES_FINALIZERS);
    OWNED(map_free) struct map most = {0};
    double sum = 0;
    int64_t top = 0;
    for (size_t row = 0; row < series.rows; row++) {
        const char *name = series_text(&series, FINALIZER_CLASS, row);
        int64_t count = series_int(&series, column, row);
        bool fresh;
        if (!name || count <= 0 || (ours && names_is_of_jdk(name))) continue;
        uint64_t *own = map_put(&most, series_id(&series, FINALIZER_CLASS, row), &fresh);
        if ((uint64_t)count <= *own) continue;
        sum += (double)count - (double)*own;
        *own = (uint64_t)count;
        if (count <= top) continue;
        top = count;
        finding_text(finding, FINALIZED_CLASS, name);
    }
    judge_figure(input, finding, sum);
}

/* The CPU time of the thread that runs them, percent of that of all; missing: no clocks say it. */
static double cpu_of_finalizer(const struct rule_input *input) {
    const struct facts *facts = input->facts;
    double own = 0, sum = 0;
    if (!(load_processors(facts) > 0)) return MISSING_REAL;
    OWNED(mem_release) struct used *all = used_of_loads(input);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const char *name = strings_get(&facts->strings, facts->thread_loads.items[i].thread);
        if (!(all[i].ns > 0)) continue;
        sum += all[i].ns;
        if (strcmp(name, "Finalizer") == 0) own += all[i].ns;
    }
    return percent_of(own, sum);
}

static void judge_finalizers(const struct rule_input *input, struct finding *finding) {
    sum_finalizers(input, finding, FINALIZER_RUN, true);
    finding_cost(finding, COST_OF_PROCESS, cpu_of_finalizer(input));
}

static void judge_backlog(const struct rule_input *input, struct finding *finding) {
    sum_finalizers(input, finding, FINALIZER_OBJECTS, false);
}

/* ==== The code cache ======================================================================== */

#define LEAST_RAN 50          /* samples of the second half, and */
#define MUCH_INTERPRETED 20.0 /* percent of them: start-up is over by then */

/* Of the samples in the second half of the time, those whose top frame is not compiled. */
static double still_interpreted(const struct rule_input *input) {
    const struct profile *profile = judge_running(input);
    const double half = (double)input->start_ns + judge_seconds(input) * 5e8;
    double all = 0, interpreted = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.stack == PROFILE_NONE || (double)sample.time_ns < half) continue;
        const struct profile_stack *stack = &profile->stacks.items[sample.stack];
        all += (double)sample.count;
        interpreted += (double)sample.count * (double)stack->interpreted / (double)stack->samples;
    }
    return all >= LEAST_RAN ? 100 * interpreted / all : 0;
}

static void judge_code_cache(const struct rule_input *input, struct finding *finding) {
    static const struct {
        const char *type, *name;
        size_t size;
    } segments[] = {
        {"CodeHeap 'profiled nmethods'", "profiled methods", CODE_CONFIG_PROFILED},
        {"CodeHeap 'non-profiled nmethods'", "compiled methods", CODE_CONFIG_NON_PROFILED},
        {"CodeHeap 'non-nmethods'", "the JVM's own code", CODE_CONFIG_NON_NMETHOD},
        {"CodeCache", "all code", CODE_CONFIG_RESERVED}};
    struct series stats = series_of(input, SERIES_CODE_CACHE);
    struct series configs = series_of(input, SERIES_CODE_CONFIG);
    struct series full = series_of(input, SERIES_CODE_FULL);
    double worst = MISSING_REAL;
    for (size_t row = 0; row < stats.rows && configs.rows; row++) {
        const char *type = series_text(&stats, CODE_TYPE, row);
        for (size_t i = 0; type && i < sizeof segments / sizeof *segments; i++) {
            if (strcmp(type, segments[i].type) != 0) continue;
            double size = series_real(&configs, segments[i].size, configs.rows - 1);
            double used = 100 * (1 - series_real(&stats, CODE_FREE, row) / size);
            if (!(size > 0) || !(used >= 0) || used <= worst || used > 100) continue;
            worst = used;
            judge_window(finding, series_start(&stats, row), series_start(&stats, row));
            finding_text(finding, CODE_SEGMENT, segments[i].name);
        }
    }
    if (is_missing(worst) && !full.rows) return judge_as(finding, RULE_NA, 1);
    judge_figure(input, finding, worst);
    const double interpreted = still_interpreted(input);
    if (finding->severity >= RULE_INFO && interpreted >= MUCH_INTERPRETED) {
        judge_raise(finding);
        finding_real(finding, CODE_INTERPRETED, interpreted);
        finding_cost(finding, COST_OF_CPU, cpu_of_samples(input, interpreted));
    }
    if (!full.rows) return;
    finding_number(finding, CODE_FULL_TIMES, (int64_t)full.rows);
    judge_window(finding, series_start(&full, 0), series_start(&full, full.rows - 1));
    finding->severity = RULE_WARNING;
    finding->score = 100;
}
