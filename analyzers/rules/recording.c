/* Rules of the recording itself: losses, settings, cost, clocks. */
#include "analyzers/rules/judging.h"
#include "base/units.h"

#include <math.h>
#include <string.h>

#define TOPIC "jvm_information"

enum { LOST_BYTES, LOST_TIMES, LOST_SAMPLES };

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

const struct rule rule_losses = {
    RULE_ROW("BufferLost", "What the recording lost", "recording", RULE_LOSSES, "summary"),
    .about = "jdk.DataLoss of 64 KiB in all: WARNING. Less, or CPU-time samples lost "
             "(jdk.CPUTimeSamplesLost) alone: INFO.\n"
             "Any counts: all other figures are too low then.\n"
             "In JDK Mission Control: Its score falls the more is lost, to OK.",
    VALUES(VALUE_BYTES("bytes"), VALUE_COUNT("times", "time"),
           VALUE_COUNT("samples", "CPU-time sample")),
    .judge = judge_losses,
    OUTCOMES({"lost", "The recorder lost {bytes} of events ({times}): all figures of that time are "
                      "too low.\nIt lost {samples}: CPU times are too low."},
             {"whole", "The recorder lost nothing."}),
};

enum { CUT_SHARE, CUT_COUNT };
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

const struct rule rule_depth = {
    RULE_ROW("StackdepthSetting", "Stacks that were cut", TOPIC, RULE_LOSSES, "summary"),
    .about = "Samples whose stack was cut, of all; ten at least.\n"
             "Totals are too low by about as much.\n"
             "In JDK Mission Control: Events without a stack count there, too.",
    LIMIT_PERCENT(2, 25),
    VALUES(VALUE_PERCENT("cut_percent", 1), VALUE_COUNT("cut", "sample")),
    FIGURE(CUT_SHARE),
    .judge = judge_depth,
    OUTCOMES({"judged", "The stacks of {cut_percent} of the samples were too deep to be recorded "
                        "whole ({cut}): -XX:FlightRecorderOptions:stackdepth=N."},
             {"no-samples", "There are no samples."}, {"few-samples", "There are too few samples."},
             {"whole", "No stack of a sample was too deep to be recorded whole."}),
};

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
        strings_intern(&seen, event, strlen(event));
        judge_list_add(&list, event, strlen(event));
    }
    judge_list(finding, &list, 0, RULE_INFO);
}

const struct rule rule_aggressive = {
    RULE_ROW("OverAggressiveRecordingSetting", "Settings that cost much", "recording", RULE_OTHER,
             "summary"),
    .about = "A threshold of 0 for jdk.ThreadPark or jdk.JavaMonitorEnter.\n"
             "Any counts, as in JDK Mission Control.",
    RULE_NEEDS_OF(RULE_HAS("ActiveSetting")),
    VALUES(VALUE_TEXT("events")),
    .judge = judge_aggressive,
    OUTCOMES({"zero", "Each of these is recorded, however short (threshold 0): {events}."},
             {"fits", "No event of locks is recorded however short it is."}),
};

enum { COST_PERCENT };

/* CPU time of the recorder's own threads. */
static void judge_cost(const struct rule_input *input, struct finding *finding) {
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

const struct rule rule_recording_cost = {
    RULE_ROW("RecordingCost", "What the recording cost", "recording", RULE_LOSSES, "threads"),
    .about =
        "The mean share of all processors that threads named \"JFR ...\" used (jdk.ThreadCPULoad).",
    RULE_NEEDS_OF(RULE_HAS("ThreadCPULoad")),
    LIMIT_PERCENT(2, 10),
    VALUES(VALUE_PERCENT("cpu_percent", 2)),
    FIGURE(COST_PERCENT),
    .judge = judge_cost,
    OUTCOMES({"judged", "The recorder's own threads used {cpu_percent} of all processors."}),
};

enum { JUMP_NS, JUMP_COUNT };

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

const struct rule rule_clock = {
    RULE_ROW("ClockJump", "Clock set while it ran", "recording", RULE_LOSSES, "summary"),
    .about = "Between chunks that follow each other: the time of day against the JVM's own clock, "
             "where they differ by more than 100 ms and 0.1 %.",
    LIMIT_NS(NS_PER_S, 60 * NS_PER_S),
    VALUES(VALUE_NS("longest_ns"), VALUE_COUNT("count", "time")),
    FIGURE(JUMP_NS),
    .judge = judge_clock,
    OUTCOMES({"judged", "The time of day went another way than the JVM's own clock: {count}, by up "
                        "to {longest_ns}."}),
};

static void judge_incidents(const struct rule_input *input, struct finding *finding) {
    judge_figure(input, finding, (double)series_of(input, SERIES_DMS).rows);
}

const struct rule rule_incidents = {
    RULE_ROW("DMSIncident", "Incidents of WebLogic", "DMS", RULE_OTHER, NULL),
    .about = "Incidents of WebLogic's diagnostics.\n"
             "The threshold is JDK Mission Control's.",
    RULE_NEEDS_OF({"com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state", RULE_ENABLED}),
    LIMIT_COUNT(1, 1),
    VALUES(VALUE_COUNT("count", "incident")),
    FIGURE(0),
    .judge = judge_incidents,
    OUTCOMES({"judged", "WebLogic's diagnostics tell of {count}."}),
};
