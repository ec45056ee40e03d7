/* Of processors, threads, locks, exceptions and processes. */
#include "analyzers/rules/jmc.h"

#include "analyzers/regex.h"
#include "analyzers/rules/windows.h"
#include "base/units.h"
#include "base/missing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ==== Processors ============================================================================ */

/* The longest of the spans between loads, joined while their mean stays above 40 %. */
static struct jmc_verdict compare_cpu(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_LOAD);
    struct jmc_span *spans = mem_resize(NULL, loads.rows + 1, sizeof *spans);
    size_t count = 0, longest = 0;
    double before = 0, since = 0;
    bool any = false;
    for (size_t row = 0; row < loads.rows; row++) {
        double machine = series_real(&loads, LOAD_MACHINE, row);
        double own = series_real(&loads, LOAD_USER, row) + series_real(&loads, LOAD_SYSTEM, row);
        double ratio = (machine - own) * machine, at = (double)series_start(&loads, row);
        if (is_missing(ratio)) continue;
        if (any) spans[count++] = (struct jmc_span){since, at, (before + ratio) / 2};
        any = true;
        before = ratio;
        since = at;
    }
    count = jmc_join_spans(spans, count, 0.4);
    for (size_t i = 1; i < count; i++)
        if (spans[i].end - spans[i].start > spans[longest].end - spans[longest].start) longest = i;
    struct jmc_verdict verdict =
        count ? jmc_of(score_between(spans[longest].value, 0.2, 0.4)) : jmc_is(RULE_NA);
    free(spans);
    return verdict;
}

/* The longest period that settings of the event ask for, in ns; 0: none; -1: "everyChunk". */
static int64_t longest_period(const struct rule_input *input, const char *event) {
    const struct facts *facts = input->facts;
    int64_t longest = 0;
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        int64_t ns;
        if (strcmp(strings_get(&facts->strings, setting->name), "period") != 0 ||
            strcmp(strings_get(&facts->strings, setting->event), event) != 0)
            continue;
        const char *value = strings_get(&facts->strings, setting->value);
        if (strcmp(value, "everyChunk") == 0) return -1;
        if (units_parse_period(value, &ns) && ns > longest) longest = ns;
    }
    return longest;
}

static struct jmc_verdict high_cpu(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_LOAD);
    int64_t period = longest_period(input, "jdk.CPULoad");
    if (period < 0 || period > 10 * NS_PER_S) return jmc_is(RULE_INFO);
    double user = 0;
    for (size_t row = 0; row < loads.rows; row++) {
        double own = series_real(&loads, LOAD_USER, row);
        if (is_known(own)) user += own;
    }
    user /= (double)loads.rows;
    double samples = (double)census_count(input->census, "jdk.ExecutionSample");
    int64_t sampled = longest_period(input, "jdk.ExecutionSample");
    if (samples > 0 && sampled > 0) {
        double seconds =
            (double)(series_start(&loads, loads.rows - 1) - series_start(&loads, 0)) / 1e9;
        double lack = (1 - samples / seconds / (5 / ((double)sampled / 1e9))) * user;
        if (lack >= 0.5) return jmc_of(score_info(lack, 0.5));
    }
    struct jmc_verdict verdict = jmc_of(score_info(100 * user, 80));
    verdict.severity = RULE_OK;
    return verdict;
}

/* The best mean of 10 s of what the JVM used, 0..1; below 0: no load is known. */
static double best_load(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_LOAD);
    double best = -1;
    size_t first = 0;
    if (!loads.rows) return best;
    struct windows windows =
        windows_over(series_start(&loads, 0), series_start(&loads, loads.rows - 1), 10 * NS_PER_S);
    do {
        while (first < loads.rows && series_start(&loads, first) < windows.from_ns) first++;
        if (first == loads.rows || !windows_reach(&windows, series_start(&loads, first))) break;
        double sum = 0, count = 0;
        for (size_t i = first; i < loads.rows && series_start(&loads, i) <= windows.to_ns; i++) {
            sum += series_real(&loads, LOAD_USER, i) + series_real(&loads, LOAD_SYSTEM, i);
            count++;
        }
        if (count > 0 && sum / count > best) best = sum / count;
    } while (windows_slide(&windows));
    return best;
}

static struct jmc_verdict few_threads(const struct rule_input *input) {
    struct series processors = series_of(input, SERIES_PROCESSOR);
    const struct profile *profile = input->profile;
    struct jmc_groups groups = {0};
    uint64_t samples = census_count(input->census, "jdk.ExecutionSample");
    for (size_t i = 0; i < profile->columns.len; i++) {
        const struct profile_sample *sample = &profile->columns.items[i];
        if (sample->thread == PROFILE_NONE) continue;
        jmc_group_at(&groups, profile->threads.items[sample->thread].os_id)->value += sample->count;
    }
    double threads = (double)groups.len, busy = 0;
    for (size_t i = 0; i < groups.len; i++) busy += groups.items[i].value >= 4;
    jmc_groups_free(&groups);
    double cores = (double)jmc_max(&processors, PROCESSOR_CORES), load = best_load(input);
    double limit = threads / cores < 1 ? threads / cores : 1;
    if (load >= 0 && 100 * load / limit < 10) return jmc_is(RULE_OK);
    if (samples < 20) return jmc_is(RULE_NA);
    double processor = (double)jmc_max(&processors, PROCESSOR_THREADS);
    if (busy >= processor) return jmc_is(RULE_OK);
    return jmc_is(score_severity(score_info(1 - busy / processor, 0.25)));
}

static struct jmc_verdict switches(const struct rule_input *input) {
    struct series rates = series_of(input, SERIES_SWITCH_RATE);
    struct series monitors = series_of(input, SERIES_MONITOR);
    struct jmc_groups groups = {0};
    double rate = 0;
    for (size_t row = 0; row < rates.rows; row++) rate += series_real(&rates, SWITCH_RATE, row);
    rate = trunc(rate / (double)rates.rows);
    for (size_t row = 0; row < monitors.rows; row++) {
        int64_t address = series_int(&monitors, MONITOR_ADDRESS, row);
        jmc_group_at(&groups, (uint64_t)address)->value++;
    }
    jmc_groups_sort(&groups);
    double blocks = rate > 10000 && groups.len ? (double)groups.items[0].value : 0;
    jmc_groups_free(&groups);
    return jmc_of(score_between(blocks, 50, 100));
}

/* ==== Locks ================================================================================= */

static struct jmc_verdict blocking(const struct rule_input *input) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    struct regex *muxer = regex_compile("(.*weblogic\\.socket\\.Muxer.*)", REGEX_WHOLE, NULL);
    struct regex_matcher *matcher = regex_matcher_open();
    const struct census_span *span = &input->census->of_threads;
    double sum = 0;
    bool any = false;
    for (size_t row = 0; row < monitors.rows; row++) {
        const char *thread = series_thread(&monitors, MONITOR_THREAD, row);
        if (thread && regex_matches(muxer, matcher, thread, strlen(thread))) continue;
        any = true;
        sum += (double)series_duration(&monitors, row);
    }
    regex_matcher_close(matcher);
    regex_free(muxer);
    if (!any) return jmc_is(RULE_OK);
    double ratio = sum / (double)(span->last_end_ns - span->first_start_ns);
    return jmc_of(score_rising(ratio, 1));
}

/* ==== Exceptions ============================================================================ */

static struct jmc_verdict errors(const struct rule_input *input) {
    struct series thrown = series_of(input, SERIES_ERROR);
    struct series kept = thrown;
    int64_t *times = mem_resize(NULL, thrown.rows + 1, sizeof *times);
    size_t count = 0, first = 0, most = 0;
    for (size_t row = 0; row < thrown.rows; row++) {
        const char *name = series_text(&thrown, THROWN_CLASS, row);
        if (name && strcmp(name, "com.sun.el.parser.ELParser$LookaheadSuccess") != 0)
            times[count++] = series_start(&kept, row);
    }
    if (!count) {
        free(times);
        return jmc_is(RULE_OK);
    }
    struct windows windows = windows_over(times[0], times[count - 1], 60 * NS_PER_S);
    do {
        while (first < count && times[first] < windows.from_ns) first++;
        if (first == count || !windows_reach(&windows, times[first])) break;
        size_t own = 0;
        while (first + own < count && times[first + own] <= windows.to_ns) own++;
        if (own > most) most = own;
    } while (windows_slide(&windows));
    free(times);
    return jmc_of(score_between((double)most, 30, 60));
}

static struct jmc_verdict exceptions(const struct rule_input *input) {
    struct series totals = series_of(input, SERIES_THROWABLES);
    struct jmc_span *spans = mem_resize(NULL, totals.rows + 1, sizeof *spans);
    size_t count = 0, best = 0;
    for (size_t row = 1; row < totals.rows; row++)
        spans[count++] = (struct jmc_span){(double)series_start(&totals, row - 1),
                                           (double)series_start(&totals, row),
                                           (double)(series_int(&totals, THROWABLES, row) -
                                                    series_int(&totals, THROWABLES, row - 1))};
    count = jmc_join_spans(spans, count, -1);
    for (size_t i = 1; i < count; i++)
        if (jmc_density(&spans[i]) > jmc_density(&spans[best])) best = i;
    struct jmc_verdict verdict = jmc_is(RULE_NA);
    if (count) {
        double rate = spans[best].value / ((spans[best].end - spans[best].start) / 1e9);
        verdict = jmc_of(score_between(rate, 5000, 10000));
    }
    free(spans);
    return verdict;
}

/* ==== Processes, finalizers, code =========================================================== */

static struct jmc_verdict processes(const struct rule_input *input) {
    struct series series = series_of(input, SERIES_PROCESS);
    size_t most = 0, same = 0;
    for (size_t row = 0; row < series.rows; row++) {
        same = row && series_start(&series, row) == series_start(&series, row - 1) ? same + 1 : 1;
        if (same > most) most = same;
    }
    return jmc_of(score_info((double)most, 150));
}

static struct jmc_verdict process_started(const struct rule_input *input) {
    return jmc_is(RULE_INFO);
}

static bool is_of_platform(const char *name) {
    static const char *const packages[] = {"java.",  "javax.",  "sun.",     "com.sun.", "jdk.",
                                           "scala.", "kotlin.", "kotlinx.", "groovy.",  "closure."};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (strncmp(name, packages[i], strlen(packages[i])) == 0) return true;
    return false;
}

static struct jmc_verdict finalizers(const struct rule_input *input) {
    struct series series = series_of(input, SERIES_FINALIZERS);
    int64_t run = 0;
    for (size_t row = 0; row < series.rows; row++) {
        const char *name = series_text(&series, FINALIZER_CLASS, row);
        if (name && !is_of_platform(name)) run += series_int(&series, FINALIZER_RUN, row);
    }
    return jmc_is(run > 0 ? RULE_INFO : RULE_OK);
}

static struct jmc_verdict code_cache(const struct rule_input *input) {
    return jmc_is(RULE_WARNING); /* it needs jdk.CodeCacheFull, and that is enough */
}

static struct jmc_verdict incidents(const struct rule_input *input) {
    size_t count = series_of(input, SERIES_DMS).rows;
    return count ? jmc_of(score_rising((double)count, 1)) : jmc_is(RULE_OK);
}

/* ============================================================================================ */

#define E(event) \
    { "jdk." event, RULE_ENABLED }
#define A(event) \
    { "jdk." event, RULE_AVAILABLE }

const struct jmc_formula jmc_formulas_load[] = {
    {"CodeCache",
     {A("JVMInformation"), A("CodeCacheConfiguration"), A("CodeCacheStatistics"),
      A("CodeCacheFull")},
     false,
     code_cache},
    {"CompareCpu", {A("CPULoad")}, false, compare_cpu},
    {"ContextSwitch", {A("ThreadContextSwitchRate")}, false, switches},
    {"DMSIncident",
     {{"com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state", RULE_ENABLED}},
     false,
     incidents},
    {"Errors", {A("JavaErrorThrow")}, false, errors},
    {"Exceptions", {A("ExceptionStatistics")}, false, exceptions},
    {"FewSampledThreads",
     {A("ActiveSetting"), A("ExecutionSample"), A("CPUInformation")},
     false,
     few_threads},
    {"FinalizersRun", {A("FinalizerStatistics")}, false, finalizers},
    {"HighJvmCpu", {A("CPULoad")}, false, high_cpu},
    {"JavaBlocking", {A("JavaMonitorEnter")}, false, blocking},
    {"ManyRunningProcesses", {A("SystemProcess")}, false, processes},
    {"ProcessStarted", {A("ProcessStart")}, false, process_started},
    {.id = NULL},
};
