/* Rules of the recording itself: losses, settings, cost, clocks. */
#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "analyzers/rules/recording_rows.h"

#define MUCH_LOST 65536.0 /* bytes: a few threads' buffers */

static void judge_losses(const struct rule_input *input, struct finding *finding) {
    struct series losses = series_of(input, SERIES_LOSS);
    double bytes = 0;
    for (size_t row = 0; row < losses.rows; row++) {
        double amount = series_real(&losses, LOSS_AMOUNT, row);
        if (amount > 0) bytes += amount;
    }
    if (losses.rows) {
        finding_number(finding, LOST_BYTES, bytes < 9e18 ? (int64_t)bytes : INT64_MAX);
        finding_number(finding, LOST_TIMES, (int64_t)losses.rows);
    }
    if (input->facts->lost_samples)
        finding_number(finding, LOST_SAMPLES, (int64_t)input->facts->lost_samples);
    bool lost = losses.rows || input->facts->lost_samples;
    judge_as(finding, bytes >= MUCH_LOST ? RULE_WARNING : lost ? RULE_INFO : RULE_OK, !lost);
    if (losses.rows)
        judge_window(finding, series_start(&losses, 0), series_start(&losses, losses.rows - 1));
}

enum { DEPTH_JUDGED, DEPTH_NO_SAMPLES, DEPTH_FEW_SAMPLES, DEPTH_WHOLE };

#define LEAST_CUT 10 /* samples */

static void judge_depth(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = input->profile;
    if (profile->samples < LEAST_CUT) { /* not even if all were cut */
        judge_as(finding, RULE_NA, profile->samples ? DEPTH_FEW_SAMPLES : DEPTH_NO_SAMPLES);
        return;
    }
    uint64_t cut = profile->truncated - profile->shortened; /* by the recording */
    judge_figure(input, finding, 100 * (double)cut / (double)profile->samples);
    if (cut < LEAST_CUT) judge_as_fine(finding);
    if (!cut) judge_as(finding, RULE_OK, DEPTH_WHOLE);
    finding_number(finding, CUT_COUNT, (int64_t)cut);
}

static void judge_aggressive(const struct rule_input *input, struct finding *finding) {
    const struct facts *facts = input->facts;
    struct text list = {0};
    OWNED(strings_free) struct strings seen = {0};
    EACH (const struct fact_setting, setting, &facts->settings) {
        const char *event = strings_get(&facts->strings, setting->event);
        int64_t ns = -1;
        if (strcmp(strings_get(&facts->strings, setting->name), "threshold") != 0) continue;
        if (strcmp(event, "jdk.ThreadPark") != 0 && strcmp(event, "jdk.JavaMonitorEnter") != 0)
            continue;
        if (!units_parse_period(strings_get(&facts->strings, setting->value), &ns) || ns != 0 ||
            strings_find(&seen, event, strlen(event)) != UINT32_MAX)
            continue;
        strings_add(&seen, event);
        judge_list_add(&list, event, strlen(event));
    }
    judge_list(finding, &list, 0, RULE_INFO);
}

/* CPU time of the recorder's own threads. */
static void judge_recording_cost(const struct rule_input *input, struct finding *finding) {
    struct series loads = series_of(input, SERIES_THREAD_LOAD);
    OWNED(map_free) struct map times = {0};
    double sum = 0;
    bool fresh;
    for (size_t row = 0; row < loads.rows; row++) {
        const char *name = series_thread(&loads, THREAD_LOAD_THREAD, row);
        double used = series_real(&loads, THREAD_LOAD_USER, row) +
                      series_real(&loads, THREAD_LOAD_SYSTEM, row);
        map_put(&times, (uint64_t)series_start(&loads, row) / (uint64_t)NS_PER_S, &fresh);
        if (name && strncmp(name, "JFR ", 4) == 0 && used > 0) sum += used;
    }
    judge_figure(input, finding, times.len ? 100 * sum / (double)times.len : 0);
}

/* Chunks say the time of day and ticks of a clock that only goes forward. */
static void judge_clock(const struct rule_input *input, struct finding *finding) {
    const struct census *census = input->census;
    double worst = 0;
    int64_t count = 0;
    for (size_t i = 1; census && i < census->chunks.len; i++) {
        const struct census_chunk *a = &census->chunks.items[i - 1], *b = &census->chunks.items[i];
        if (a->recording != b->recording || a->ticks_per_ns != b->ticks_per_ns) continue;
        /* HotSpot's chunks follow one another; those of other writers have clocks of their own. */
        double between = (double)a->start_ns + (double)a->duration_ns - (double)b->start_ns;
        if (fabs(between) > 1e6) continue;
        double by_ticks = ((double)b->start_ticks - (double)a->start_ticks) / a->ticks_per_ns;
        double by_day = (double)b->start_ns - (double)a->start_ns;
        double jump = fabs(by_day - by_ticks);
        if (jump < 0.1e9 || jump < 0.001 * by_ticks || by_ticks > 1e17 || jump > 1e17) continue;
        count++;
        if (jump <= worst) continue;
        worst = jump;
        judge_window(finding, a->start_ns < b->start_ns ? a->start_ns : b->start_ns,
                     a->start_ns < b->start_ns ? b->start_ns : a->start_ns);
    }
    judge_figure(input, finding, worst);
    finding_number(finding, JUMP_COUNT, count);
}

static void judge_incidents(const struct rule_input *input, struct finding *finding) {
    judge_figure(input, finding, (double)series_of(input, SERIES_DMS).rows);
}
