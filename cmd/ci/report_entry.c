#include "cmd/ci/report_entry.h"

#include "analyzers/gc/gc.h"
#include "analyzers/methods/hot_methods.h"
#include "analyzers/rules/causes.h"
#include "analyzers/samples/task.h"
#include "analyzers/time/load.h"
#include "base/between.h"
#include "cmd/ci/died.h"
#include "cmd/read/notes.h"
#include "cmd/page/report.h"
#include "cmd/read/judged.h"
#include "cmd/sheets/finding.h"
#include "parser/input/input.h"

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

static void take_methods(const struct profile *profile, const struct hot_methods *hot,
                         struct report_entry *entry) {
    EACH (const struct hot_row, row, &hot->rows) {
        struct text name = {0};
        if (row->self == 0) break;
        frame_add_name(&profile->frames, row->frame, &name);
        array_push(&entry->methods,
                   (struct report_method){text_take(&name), row->self, row->total});
    }
}

static double mean_throttled(const struct facts *facts) {
    OWNED(array_release) load_throttles throttles = load_throttling(facts);
    double cut = 0, whole = 0;
    for (size_t i = 0; i < throttles.len; i++) {
        double ns = ns_between(throttles.items[i].from_ns, throttles.items[i].to_ns);
        cut += ns * throttles.items[i].share;
        whole += ns;
    }
    return ratio_of(cut, whole);
}

static void take_facts(const struct facts *facts, const struct scan_report *report,
                       struct report_entry *entry) {
    entry->start_ns = report->start_ns;
    entry->pauses_ns = entry->longest_pause_ns = MISSING;
    for (size_t i = 0; i < facts->pauses.len; i++) {
        int64_t duration = facts->pauses.items[i].duration_ns;
        entry->pauses++;
        whole_gather(&entry->pauses_ns, duration);
        entry->longest_pause_ns = whole_max(entry->longest_pause_ns, duration);
    }
    entry->paused = ratio_of(whole_real(entry->pauses_ns), (double)entry->recorded_ns);
    entry->cpu = load_mean_jvm(facts, entry->start_ns);
    entry->throttled = mean_throttled(facts);
    entry->lost_samples = facts->lost_samples;
    if (facts->jvms.len == 0) return;
    const struct fact_jvm *jvm = &facts->jvms.items[facts->jvms.len - 1];
    const char *version = strings_get(&facts->strings, jvm->version);
    entry->jvm = mem_copy_text(*version ? version : strings_get(&facts->strings, jvm->name));
    char *built = strstr(entry->jvm, ", built on"); /* who built it when says nothing here */
    if (built) *built = 0;
}

static const struct wish environment = {"jdk.InitialEnvironmentVariable",
                                        {"startTime", "key", "value"}};
static const struct wishes host_wishes = {.rows = &environment, .count = 1, .may_lack = true};

static void take_host(const struct tables *tables, struct report_entry *entry) {
    const struct event_table *table = tables_find(tables, &environment);
    for (size_t i = 0; table && i < table->rows; i++) {
        uint32_t value = event_table_id(table, 2, i);
        if (value == THINGS_NONE ||
            !tables_text_is(tables, event_table_id(table, 1, i), "HOSTNAME"))
            continue;
        free(entry->host);
        entry->host = mem_copy_text(strings_get(&tables->things.texts, value));
    }
}

/* What became of the JVM, if that is something to say: most recordings are of one that went on. */
static void take_verdict(const struct tables *tables, const struct found *found,
                         struct report_entry *entry) {
    const struct found_recording *recording = entry->recording;
    struct verdict_jvm jvm = verdict_jvm(tables);
    struct text why = {0};
    if (is_missing(jvm.pid)) jvm.pid = died_pid_of_repository(recording);
    entry->pid = jvm.pid;
    if (recording->profile || (is_missing(jvm.pid) && !entry->jvm && !recording->repository))
        return;
    struct died died = {.recording = recording, .pid = jvm.pid, .start_ns = jvm.start_ns};
    const struct leftovers *others = &found->others;
    for (size_t i = 0; i < others->crashes.len && !died.log; i++)
        if (died_is_of(&others->crashes.items[i], jvm)) died.log = &others->crashes.items[i];
    died_take_traces(others, &died, false);
    entry->log = died.log;
    entry->verdict = verdict_make(tables, &died, &why);
    entry->why = text_take(&why);
}

static void take_allocation(const struct tables *tables, struct report_entry *entry) {
    const struct gc_options options = {.window = {INT64_MIN, INT64_MAX},
                                       .recorded_ns = entry->recorded_ns};
    OWNED(gc_free) struct gc gc;
    gc_make(tables, &options, &gc);
    entry->allocated_per_s = gc.heap.allocated_per_s;
}

static void take_samples(const struct samples *samples, struct report_entry *entry) {
    OWNED(text_free) struct text others = {0};
    entry->samples = samples->profile.samples;
    entry->without_stack = samples->profile.without_stack;
    entry->truncated = samples->profile.truncated;
    if (samples->event) entry->event = mem_copy_text(samples->event);
    if (notes_add_types(&others, samples, false)) entry->others = text_take(&others);
}

/* Each finding in a line; if there is none, why. */
static void take_findings(const struct findings *findings, const struct profile *profile,
                          struct report_entry *entry) {
    for (size_t i = 0; i < findings->len; i++) {
        const struct finding *finding = &findings->items[i];
        const struct finding_view view = {finding, profile, BY_LINE};
        struct text line = {0};
        if (i) text_addf(&line, "%s: ", finding->rule->name);
        if (finding->severity != RULE_NA) {
            finding_add_headline(&view, &line);
            if (!finding->rule->headlines[finding->severity]) {
                text_add(&line, ". ");
                finding_add_line(&view, &line);
            }
        } else {
            text_add(&line, "Not judged. ");
            finding_add_line(&view, &line);
        }
        report_add_finding(entry, (struct report_finding){finding->rule, finding->severity,
                                                          finding->score, text_take(&line)});
    }
}

/* What an overview says first. */
static void take_cause(const struct findings *findings, const struct profile *profile,
                       struct report_entry *entry) {
    OWNED(causes_free) struct causes causes;
    causes_make(findings, profile, &causes);
    if (!causes.items.len) return;
    const struct cause *first = &causes.items.items[0];
    report_set_cause(entry, (size_t)(first->finding - findings->items), first->severity);
}

/* Judges, and writes the page. False: it could not be written, which has been said. */
static bool analyse(struct reading *reading, struct page_asked *asked, struct report_entry *entry,
                    struct output *output) {
    struct profile *profile = &reading->samples->profile;
    const struct rule_input input = judged_input(reading, &reading->run);
    OWNED(findings_free) struct findings findings = rules_judge(rules_all, &input);
    findings_keep(&findings, RULE_INFO);
    /* The first is the verdict of method-profiling, which has a place of its own. */
    struct findings others = {.items = findings.items + 1, .len = findings.len - 1};
    findings_sort(&others);
    take_findings(&findings, profile, entry);
    take_cause(&findings, profile, entry);
    OWNED(profile_free) struct profile by_method = {.keep = PROFILE_ROWS};
    OWNED(hot_methods_free) struct hot_methods hot;
    profile_project(profile, BY_METHOD, false, &by_method);
    hot_methods_compute(&by_method, HOT_BY_SELF, false, METHODS, &hot);
    take_methods(&by_method, &hot, entry);
    const struct page_request request = {.title = entry->recording->title, .findings = &findings};
    page_report_write(asked, 1, &request, output);
    return output_close(output);
}

/* ==== Reading =============================================================================== */

void report_archive_close(struct report_archive *archive) {
    jfr_input_close(archive->input);
    *archive = (struct report_archive){0};
}

/* From where the archive stands. */
static void archive_go_on(struct report_archive *archive, const struct found_recording *recording) {
    const char *path = recording->paths.items[0];
    if (!archive->path || strcmp(archive->path, path) != 0) {
        report_archive_close(archive);
        archive->path = path;
        archive->input = jfr_input_open(&path, 1);
    }
    input_part(archive->input, recording->member);
}

static void read_recording(struct reading *reading, struct jfr_input *input, const char *member,
                           struct page_asked *asked) {
    struct walk_run *run = &reading->run;
    const struct needs needs = page_ask(asked, reading);
    struct scan_options scan = reading_scan(reading);
    struct samples_task task;
    scan.only = member;
    scan.input = input;
    walk_join(run, &tables_reader, &gc_wishes);
    walk_join(run, &tables_reader, &host_wishes);
    walk_join(run, &tables_reader, &verdict_wishes);
    samples_task_make(reading->selection, &needs, &task);
    samples_join(run, &task);
    walk_start(run, &scan, &reading->report);
    reading->samples = samples_take(run, &reading->report);
    progress_end(&reading->progress);
}

static void read_entry(struct reading *reading, struct report_archive *archive,
                       const struct found_recording *recording, struct page_asked *asked) {
    const struct reading unread = *reading;
    struct jfr_input *input = NULL;
    if (recording->member) {
        archive_go_on(archive, recording);
        input = archive->input;
    }
    read_recording(reading, input, recording->member, asked);
    const struct scan_report *report = &reading->report;
    uint64_t parts = report->chunks.len + report->profiles + report->duplicates;
    if (!input || parts == recording->parts) return;
    /* Some of it lies apart from the rest: all of the archive is looked through for it. */
    reading_free(reading);
    page_asked_free(asked);
    *reading = unread;
    read_recording(reading, NULL, recording->member, asked);
}

bool report_entry_fill(const struct reading *how, const char *folder,
                       struct report_archive *archive, const struct found *found,
                       struct report_entry *entry) {
    const struct found_recording *recording = entry->recording;
    OWNED(reading_free) struct reading reading = *how;
    reading.paths = (struct text_list){.items = (const char **)recording->paths.items,
                                       .len = recording->paths.len};
    OWNED(page_asked_free) struct page_asked asked = {.tabs = {.asked = NULL}};
    read_entry(&reading, archive, recording, &asked);
    const struct walk_run *run = &reading.run;
    entry->partial = reading_is_partial(&reading);
    take_notes(&reading.report, entry);
    entry->recorded_ns = reading.samples->recorded_ns;
    take_facts(&reading.samples->facts, &reading.report, entry);
    take_host(walk_result(run, &tables_reader), entry);
    take_verdict(walk_result(run, &tables_reader), found, entry);
    take_allocation(walk_result(run, &tables_reader), entry);
    take_samples(reading.samples, entry);
    bool ok = true;
    if (reading.report.recordings == 0) {
        entry->error = mem_copy_text(reading.report.error.code != JFR_OK
                                         ? reading.report.error.text
                                         : "it no longer contains a recording");
        report_add_finding(entry,
                           (struct report_finding){.rule = rules_all[0], .score = MISSING_REAL});
        free(entry->page);
        entry->page = NULL;
    } else {
        struct output output;
        OWNED(text_free) struct text path = {0};
        text_addf(&path, "%s/%s", folder, entry->page);
        ok = output_open_in_folder(&output, path.data) && analyse(&reading, &asked, entry, &output);
    }
    return ok;
}
