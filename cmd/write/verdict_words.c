/* The verdict in plain words, and the facts of the recording that it rests on. */
#include "analyzers/time/periods.h"
#include "cmd/cli/message.h"
#include "cmd/write/verdict.h"
#include "cmd/write/safe.h"

#include <string.h>

#define MORE_JVMS 5
#define MORE_METHODS 5 /* hot ones besides the hottest that are named */

static const struct profile *finest(const struct verdict_view *view) {
    return &view->reading->samples->profile;
}

/* Without line and bytecode index: the rule is about methods. */
void verdict_add_name(const struct verdict_view *view, uint32_t id, struct text *out) {
    const struct frame *frame = &finest(view)->frames.rows.items[id];
    struct text name = {0};
    frame_add_name(&finest(view)->frames, id, &name);
    if (frame->line >= 0 || frame->bci >= 0) {
        char mark = frame->line >= 0 ? ':' : '@';
        while (name.len && name.data[--name.len] != mark) {
        }
    }
    if (name.len) safe_add(out, name.data, name.len);
    else text_add(out, "(unnamed)");
    text_free(&name);
}

void verdict_add_headline(const struct verdict_view *view, struct text *out) {
    const struct method_profiling *v = view->verdict;
    switch (v->severity) {
    case RULE_NA: text_add(out, "not applicable"); break;
    case RULE_OK: text_add(out, "OK, no method stands out"); break;
    case RULE_INFO:
    case RULE_WARNING:
        text_addf(out, "%s, ", rule_severity_name(v->severity));
        verdict_add_name(view, v->best.frame, out);
        text_add(out, v->severity == RULE_INFO ? " is worth a look" : " is worth optimising");
        break;
    }
    if (v->reason == METHOD_PROFILING_JUDGED) text_addf(out, " (score %.1f of 100)", v->best.score);
}

/* ==== Why there is no score ================================================================== */

static void add_reason(const struct verdict_view *view, struct text *out) {
    switch (view->verdict->reason) {
    case METHOD_PROFILING_OTHER_EVENT:
        text_addf(out,
                  "The rule compares the samples with how many jdk.ExecutionSample can be "
                  "taken at most; how many %s that could be is not known.\n",
                  view->rule->event);
        break;
    case METHOD_PROFILING_NOT_ENABLED:
        text_add(out,
                 "JDK Mission Control ignores the rule: it wants settings in the recording, and "
                 "jdk.ExecutionSample or exactly one setting that enables it.\n");
        break;
    case METHOD_PROFILING_NO_SAMPLES: text_add(out, "There are no samples to judge.\n"); break;
    case METHOD_PROFILING_NO_TIMES:
        text_add(out, "The samples come from profiles, which do not say when they were taken.\n");
        break;
    case METHOD_PROFILING_NO_PERIOD:
        text_add(out, "The recording does not say how often it was sampled (its settings have no "
                      "period of jdk.ExecutionSample), so what could have been sampled at most is "
                      "not known.\n");
        break;
    case METHOD_PROFILING_NO_METHOD:
        text_addf(out,
                  "Of no sample a frame is left when those of packages that match %s are "
                  "taken off.\n",
                  view->rule->packages);
        break;
    case METHOD_PROFILING_NO_SHARE:
        text_add(out, "No window of time that JDK Mission Control evaluates has samples.\n");
        break;
    case METHOD_PROFILING_JUDGED: break;
    }
}

/* ==== What the score is of =================================================================== */

static void add_count_and_share(const struct verdict_view *view, struct text *out) {
    const struct method_profiling_hit *hit = &view->verdict->best;
    verdict_add_name(view, hit->frame, out);
    text_add(out, " was on top of the stack in ");
    text_add_grouped(out, hit->samples);
    text_add(out, " of ");
    text_add_number_of(out, hit->taken, "sample");
    text_add(out, " taken from ");
    text_add_utc(out, hit->start_ns);
    text_add(out, " on for ");
    text_add_duration(out, hit->end_ns - hit->start_ns);
    text_addf(out, " (%.1f %%).\n", 100 * hit->share_of_taken);
}

static void add_possible(const struct verdict_view *view, struct text *out) {
    const struct method_profiling *v = view->verdict;
    text_add(out, "In that time at most ");
    text_add_grouped(out, (uint64_t)v->best.possible);
    text_addf(out, " samples are possible: %d threads ", PERIODS_THREADS);
    double usual = period_possible(v->period_ns, v->best.end_ns - v->best.start_ns);
    if (v->best.possible > usual - 0.5 && v->best.possible < usual + 0.5) {
        text_add(out, "every ");
        text_add_duration(out, v->period_ns);
    } else {
        text_add(out, "each period, which changed");
    }
    text_addf(out, ". The method's share of these is %.2f %%", 100 * v->best.share);
    text_add(out, "; from 2.88 % on it is INFO, from 19.03 % on WARNING.\n");
}

static void add_path(const struct verdict_view *view, struct text *out) {
    const size_t most = 12;
    text_add(out, "The way to it: ");
    for (size_t i = 0; i < view->verdict->path.len && i < most; i++) {
        if (i) text_add(out, " <- ");
        verdict_add_name(view, view->verdict->path.items[i], out);
    }
    if (view->verdict->path.len > most)
        text_addf(out, " <- %zu more", view->verdict->path.len - most);
    text_add(out, ".\n");
}

static void add_others(const struct verdict_view *view, struct text *out) {
    size_t named = 0, others = 0;
    for (size_t i = 0; i < view->verdict->hits.len; i++) {
        const struct method_profiling_hit *hit = &view->verdict->hits.items[i];
        if (hit->frame == view->verdict->best.frame) continue;
        if (++others > MORE_METHODS) continue;
        text_add(out, named++ ? ", " : "Worth a look as well: ");
        verdict_add_name(view, hit->frame, out);
        text_addf(out, " (%.2f %%, score %.1f)", 100 * hit->share, hit->score);
    }
    if (others > MORE_METHODS) text_addf(out, " and %zu more", others - MORE_METHODS);
    if (others) text_add(out, ".\n");
}

void verdict_add_sentences(const struct verdict_view *view, struct text *out) {
    if (view->verdict->reason != METHOD_PROFILING_JUDGED) {
        add_reason(view, out);
        return;
    }
    add_count_and_share(view, out);
    add_possible(view, out);
    if (view->verdict->severity >= RULE_INFO) add_path(view, out);
    add_others(view, out);
    if (*view->rule->packages)
        text_addf(out,
                  "Frames of packages that match %s do not count as top of the stack, so "
                  "their time is their callers'.\n",
                  view->rule->packages);
    if (view->rule->jmc_compat)
        text_add(out, "Shares are calculated as JDK Mission Control does; see cli.md for the "
                      "differences.\n");
}

/* ==== The recording ========================================================================== */

static void add_jvms(const struct facts *facts, struct text *out) {
    for (size_t i = 0; i < facts->jvms.len && i < MORE_JVMS; i++) {
        const char *name = strings_get(&facts->strings, facts->jvms.items[i].name);
        const char *version = strings_get(&facts->strings, facts->jvms.items[i].version);
        const char *built = strstr(version, ", built ");
        size_t len = built ? (size_t)(built - version) : strlen(version);
        text_add(out, "JVM\t");
        /* HotSpot's version repeats the name. */
        if (strncmp(version, name, strlen(name)) != 0) {
            safe_add(out, name, strlen(name));
            text_add_char(out, ' ');
        }
        safe_add(out, version, len);
        text_add_char(out, '\n');
    }
    if (facts->jvms.len > MORE_JVMS)
        text_addf(out, "\tand %zu more\n", facts->jvms.len - MORE_JVMS);
}

static void add_periods(const struct verdict_view *view, struct text *out) {
    const struct samples *samples = view->reading->samples;
    struct periods periods;
    struct map seen = {0};
    if (!samples->event) return;
    periods_of(&samples->facts, samples->event, &periods);
    for (size_t i = 0; i < periods.items.len; i++) {
        bool fresh;
        map_put(&seen, (uint64_t)periods.items.items[i].ns, &fresh);
        if (!fresh) continue;
        text_add(out, seen.len == 1 ? "Sampled every\t" : ", later ");
        if (periods.items.items[i].ns) text_add_duration(out, periods.items.items[i].ns);
        else text_add(out, "chunk");
    }
    if (seen.len) text_add_char(out, '\n');
    map_free(&seen);
    periods_free(&periods);
}

void verdict_add_facts(const struct verdict_view *view, struct text *out) {
    const struct samples *samples = view->reading->samples;
    const struct facts *facts = &samples->facts;
    const struct scan_report *report = &view->reading->report;
    add_jvms(facts, out);
    if (report->end_ns > report->start_ns) {
        text_add(out, "Duration\t");
        text_add_duration(out, report->end_ns - report->start_ns);
        text_add(out, " from ");
        text_add_utc(out, report->start_ns);
        text_add_char(out, '\n');
    }
    add_periods(view, out);
    text_add(out, "Samples\t");
    reading_add_footer(view->reading, out);
    text_add(out, "Lost\t");
    if (!facts->lost_bytes && !facts->lost_samples && !report->lost_bytes) text_add(out, "nothing");
    const char *comma = "";
    if (facts->lost_samples) {
        text_add_number_of(out, facts->lost_samples, "sample");
        text_add(out, " by the sampler");
        comma = ", ";
    }
    if (facts->lost_bytes) {
        text_add(out, comma);
        text_add_number_of(out, facts->lost_bytes, "byte");
        text_add(out, " of events by the JVM");
        comma = ", ";
    }
    if (report->lost_bytes) {
        text_add(out, comma);
        text_add_number_of(out, report->lost_bytes, "byte");
        text_add(out, " of the file could not be read");
    }
    text_add_char(out, '\n');
}
