#include "cmd/ci/report_entry.h"

#include "analyzers/methods/hot_methods.h"
#include "analyzers/rules/method_profiling.h"
#include "cmd/read/notes.h"
#include "cmd/page/report.h"

#include <stdlib.h>
#include <string.h>

#define METHODS 20 /* kept of each recording */
#define NOTES 20

static void take_notes(const struct scan_report *report, struct report_entry *entry) {
    for (size_t i = 0; i < report->notes.len; i++) {
        if (entry->notes.len == NOTES) {
            entry->more_notes++;
            continue;
        }
        struct text line = {0};
        note_add(&line, &report->notes.items[i]);
        array_push(&entry->notes, text_take(&line));
    }
    entry->lost_bytes = report->lost_bytes;
}

static void take_methods(const struct hot_view *view, struct report_entry *entry) {
    for (size_t i = 0; i < view->hot->rows.len; i++) {
        const struct hot_row *row = &view->hot->rows.items[i];
        struct text name = {0};
        if (row->self == 0) break;
        frame_add_name(&view->profile->frames, row->frame, &name);
        array_push(&entry->methods,
                   (struct report_method){text_take(&name), row->self, row->total});
    }
}

static void take_facts(const struct facts *facts, struct report_entry *entry) {
    for (size_t i = 0; i < facts->pauses.len; i++) {
        int64_t duration = facts->pauses.items[i].duration_ns;
        entry->pauses++;
        entry->pauses_ns += duration;
        if (duration > entry->longest_pause_ns) entry->longest_pause_ns = duration;
    }
    entry->lost_samples = facts->lost_samples;
    if (facts->jvms.len == 0) return;
    const struct fact_jvm *jvm = &facts->jvms.items[facts->jvms.len - 1];
    const char *version = strings_get(&facts->strings, jvm->version);
    entry->jvm = mem_copy_text(*version ? version : strings_get(&facts->strings, jvm->name));
    char *built = strstr(entry->jvm, ", built on"); /* who built it when says nothing here */
    if (built) *built = 0;
}

static void take_samples(const struct samples *samples, struct report_entry *entry) {
    struct text others = {0};
    entry->samples = samples->profile.samples;
    entry->without_stack = samples->profile.without_stack;
    entry->truncated = samples->profile.truncated;
    if (samples->event) entry->event = mem_copy_text(samples->event);
    if (notes_add_types(&others, samples, false)) entry->others = text_take(&others);
    text_free(&others);
}

/* The verdict in a line; if there is none, why. */
static char *finding_of(const struct verdict_view *view) {
    struct text finding = {0};
    if (view->verdict->severity != RULE_NA) {
        verdict_add_headline(view, &finding);
        return text_take(&finding);
    }
    text_add(&finding, "Not judged. ");
    verdict_add_sentences(view, &finding);
    while (finding.len && finding.data[finding.len - 1] == '\n') finding.data[--finding.len] = 0;
    for (size_t i = 0; i < finding.len; i++)
        if (finding.data[i] == '\n') finding.data[i] = ' ';
    return text_take(&finding);
}

/* Judges, and writes the page. False: it could not be written, which has been said. */
static bool analyse(const struct common_options *options, struct reading *reading,
                    struct report_entry *entry, struct output *output) {
    struct profile *profile = &reading->samples->profile;
    const struct method_profiling_options rule = {
        .event = reading->samples->event,
        .packages = METHOD_PROFILING_PACKAGES,
        .window_ns = METHOD_PROFILING_WINDOW_NS,
        .start_ns = reading->report.start_ns,
    };
    struct method_profiling verdict;
    profile_sort_samples(profile);
    method_profiling_compute(profile, &reading->samples->facts, &rule, &verdict);
    struct profile by_method = {.keep = PROFILE_ROWS};
    struct hot_methods hot;
    profile_project(profile, BY_METHOD, false, &by_method);
    hot_methods_compute(&by_method, HOT_BY_SELF, false, METHODS, &hot);
    const struct verdict_view view = {
        .reading = reading,
        .rule = &rule,
        .verdict = &verdict,
        .finest = BY_LINE,
        .hot = {.profile = &by_method, .hot = &hot, .by = BY_METHOD},
    };
    entry->finding = finding_of(&view);
    entry->severity = verdict.severity;
    if (verdict.reason == METHOD_PROFILING_JUDGED) entry->score = verdict.best.score;
    take_methods(&view.hot, entry);
    page_report_judged(options, entry->recording->title, &view, output);
    hot_methods_free(&hot);
    profile_free(&by_method);
    method_profiling_free(&verdict);
    return output_close(output);
}

bool report_entry_fill(const struct common_options *options, const char *folder,
                       struct report_entry *entry) {
    const struct found_recording *recording = entry->recording;
    const struct reading_wants wants = page_wants();
    struct common_options own = *options;
    own.base.operands = (struct option_list){.items = (const char **)recording->paths.items,
                                             .len = recording->paths.len};
    struct samples_options wanted = reading_selection(&own, &wants);
    struct reading reading = {0};
    struct scan_options scan = reading_scan(&own, &reading);
    scan.only = recording->member;
    reading.samples = samples_read(&scan, &wanted, &reading.report);
    progress_end(&reading.progress);
    entry->score = -1;
    own.strict = true;
    entry->partial = reading_exit_code(&own, &reading) == EXIT_PARTIAL;
    own.strict = options->strict;
    take_notes(&reading.report, entry);
    take_facts(&reading.samples->facts, entry);
    take_samples(reading.samples, entry);
    bool ok = true;
    if (reading.report.recordings == 0) {
        entry->error = mem_copy_text(reading.report.error.code != JFR_OK
                                         ? reading.report.error.text
                                         : "there is no recording in it any more");
        free(entry->page);
        entry->page = NULL;
    } else {
        struct output output;
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, entry->page);
        ok =
            output_open(&output, path.data, COLOR_NEVER) && analyse(&own, &reading, entry, &output);
        text_free(&path);
    }
    reading_free(&reading);
    return ok;
}
