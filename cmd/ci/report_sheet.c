/* A report: index.html, summary.md and summary.json, whose fields docs/json.md has. */
#include "cmd/write/words.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/ci/report_out.h"
#include "cmd/read/notes.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/sheet.h"

enum { /* of what Markdown shows, which has to be short */
       METHODS_SHOWN = 10,
       NOTES_SHOWN = 5,
       ROWS_SHOWN = 20,
};

/* The first items of a list that is too long for Markdown, and how many there are besides. */
static bool is_shown(const struct sheet *sheet, size_t item) {
    return item < ROWS_SHOWN || !sheet_shows(sheet, SHEET_MARKDOWN);
}

static void add_more(struct sheet *sheet, size_t count) {
    if (!is_shown(sheet, count ? count - 1 : 0))
        words_say(sheet_bullet, sheet, SHEET_MARKDOWN, "and {} more",
                  cell_count(count - ROWS_SHOWN));
}

/* One, whatever names are in it. */
static void add_line(struct sheet *sheet, const char *line) {
    OWNED(text_free) struct text safe = {0};
    if (line) safe_add_name(&safe, line);
    if (safe.len) sheet_lines(sheet, SHEET_PEOPLE, safe.data);
}

static struct cell mark_of(const struct report_entry *entry) {
    return cell_marked(cell_text(report_word(entry)),
                       entry->error ? MARK_FAILED : finding_mark(entry->severity));
}

/* ==== What programs read of a recording ===================================================== */

static struct cell time_cell(int64_t ns) {
    return cell_number(ns ? ns : MISSING);
}

static void add_finding(struct sheet *sheet, const struct report_finding *finding,
                        const char *key) {
    sheet_object_of(sheet, key, {"rule", cell_text(finding->rule->id)},
                    {"severity", cell_text(rule_severity_name(finding->severity))},
                    {"score", cell_real(finding->score, 4)}, {"text", cell_text(finding->text)});
}

/* In percent. */
static struct cell share_number(double share) {
    return cell_percent(share > 1 ? 100 : 100 * share);
}

static struct cell sampled_cell(const struct report_entry *entry, uint64_t count) {
    return entry->event ? cell_count(count) : cell_missing();
}

static void add_findings(const struct report_entry *entry, struct sheet *sheet) {
    for (size_t i = 0; i < entry->findings.len; i++) {
        if (i == 1) sheet_array(sheet, "findings");
        add_finding(sheet, &entry->findings.items[i], i ? NULL : "analysis");
    }
    if (entry->findings.len > 1) sheet_end(sheet);
}

struct totals {
    int64_t recorded_ns;
    uint64_t samples;
    struct mean { /* over time, of the recordings that know it */
        double sum, ns;
    } paused, cpu, throttled, allocated;
};

static void add_to_mean(struct mean *mean, double value, int64_t ns) {
    if (is_missing(value) || ns <= 0) return;
    mean->sum += value * (double)ns;
    mean->ns += (double)ns;
}

static double mean_of(const struct mean *mean) {
    return ratio_of(mean->sum, mean->ns);
}

/* A share of 0..1 in percent. */
static void share_cell(struct sheet *sheet, double share) {
    OWNED(text_free) struct text shown = {0};
    if (is_known(share)) text_addf(&shown, "%.1f %%", share > 1 ? 100.0 : 100 * share);
    sheet_cell(sheet, cell_text(shown.data));
}

static void rate_cell(struct sheet *sheet, double rate) {
    OWNED(text_free) struct text shown = {0};
    if (is_known(rate)) {
        units_add_bytes(&shown, rate);
        text_add(&shown, "/s");
    }
    sheet_cell(sheet, cell_text(shown.data));
}

/* "17.0.15+6" of "OpenJDK 64-Bit Server VM (17.0.15+6-Debian) for ...". */
static void version_cell(struct sheet *sheet, const char *jvm) {
    const char *from = jvm ? strpbrk(jvm, "0123456789") : NULL;
    while (from && from > jvm && from[-1] != '(' && (from = strpbrk(from + 1, "0123456789"))) {
    }
    OWNED(text_free) struct text version = {0};
    if (from) text_add_bytes(&version, from, strcspn(from, ") ,-"));
    sheet_cell(sheet, cell_text(version.data));
}

#include "cmd/keys/report_shown.h"

/* ==== A recording's row ===================================================================== */

static bool any_host(const struct report_out *report) {
    return some_of(i, report->entries.len, report->entries.items[i].host);
}

static bool any_died(const struct report_out *report) {
    return some_of(i, report->entries.len, verdict_is_bad(report->entries.items[i].verdict));
}

static void add_recordings(struct sheet *sheet, const struct report_out *report) {
    const size_t count = report->entries.len;
    if (count)
        sheet_group(sheet, (struct sheet_group){.title = "Recordings", .formats = SHEET_HTML});
    sheet_table(sheet, (struct sheet_table){.key = "recordings", .omit_empty = true});
    const bool hosts = any_host(report), died = any_died(report);
    report_recording_columns(hosts, died, sheet);
    for (size_t i = 0; i < count && is_shown(sheet, i); i++)
        report_recording_row(&report->entries.items[i], report->entries.items[i].recording, hosts,
                             died, sheet);
    sheet_end(sheet);
    if (count && !is_shown(sheet, count - 1))
        words_say(sheet_lines, sheet, SHEET_MARKDOWN, "{} more recordings are not in this table.",
                  cell_count(count - ROWS_SHOWN));
    if (count) sheet_end(sheet);
}

/* ==== All of them =========================================================================== */

static struct totals totals_of(const struct report_out *report) {
    struct totals totals = {0};
    EACH (const struct report_entry, entry, &report->entries) {
        int64_t ns = entry->recorded_ns;
        totals.samples += entry->samples;
        if (ns > 0) profile_add_value(&totals.recorded_ns, ns);
        add_to_mean(&totals.paused, entry->paused, ns);
        add_to_mean(&totals.cpu, entry->cpu, ns);
        add_to_mean(&totals.throttled, entry->throttled, ns);
        add_to_mean(&totals.allocated, entry->allocated_per_s, ns);
    }
    return totals;
}

static void add_totals(struct sheet *sheet, const struct report_out *report) {
    const struct totals totals = totals_of(report);
    report_totals(&totals, sheet);
    if (report->entries.len < 2) return;
    sheet_group(sheet, (struct sheet_group){.title = "All of them", .formats = SHEET_HTML});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
    sheet_columns(sheet, column_number("recordings", NULL), column_number("duration", NULL),
                  column_number("samples", NULL), column_number("GC pauses", NULL),
                  column_number("CPU", NULL), column_number("throttled", NULL),
                  column_number("allocation", NULL));
    OWNED(text_free) struct text samples = {0};
    text_add_grouped(&samples, totals.samples);
    sheet_row_of(sheet, cell_count(report->entries.len), cell_ns(totals.recorded_ns),
                 cell_shown(cell_count(totals.samples), text_str(&samples)));
    share_cell(sheet, mean_of(&totals.paused));
    share_cell(sheet, mean_of(&totals.cpu));
    share_cell(sheet, mean_of(&totals.throttled));
    rate_cell(sheet, mean_of(&totals.allocated));
    sheet_end(sheet);
    sheet_end(sheet);
}

/* ==== What a recording says ================================================================= */

static void add_samples(struct sheet *sheet, const struct report_entry *entry) {
    OWNED(text_free) struct text line = {0};
    if (entry->event) {
        text_add_number_of(&line, entry->samples, "sample");
        text_addf(&line, " of %s, %.1f %% without stack, %.1f %% truncated", entry->event,
                  units_percent(entry->without_stack, entry->samples),
                  units_percent(entry->truncated, entry->samples));
        if (entry->jvm) text_addf(&line, "; %s", entry->jvm);
    } else if (!entry->error) {
        text_add(&line, REPORT_NO_SAMPLES);
        if (entry->others) text_addf(&line, " Other events with stack traces: %s.", entry->others);
    }
    add_line(sheet, text_str(&line));
    text_clear(&line);
    if (entry->pauses) {
        words_add(&line, "{GC pause}, together {}, the longest {}", cell_count(entry->pauses),
                  cell_ns(entry->pauses_ns), cell_ns(entry->longest_pause_ns));
        add_line(sheet, line.data);
    }
}

static void add_methods(struct sheet *sheet, const struct report_entry *entry) {
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_MARKDOWN, .omit_empty = true});
    sheet_columns(sheet, column_number("self", NULL), column_number("self %", NULL),
                  column_number("total %", NULL), column_text("method", NULL));
    for (size_t i = 0; i < entry->methods.len && i < METHODS_SHOWN; i++) {
        const struct report_method *method = &entry->methods.items[i];
        sheet_row_of(sheet, cell_count(method->self),
                     cell_percent(units_percent(method->self, entry->samples)),
                     cell_percent(units_percent(method->total, entry->samples)),
                     cell_text(method->name));
    }
    sheet_end(sheet);
}

static void add_notes(struct sheet *sheet, const struct report_entry *entry) {
    bool all = !sheet_shows(sheet, SHEET_MARKDOWN);
    OWNED(text_free) struct text title = {0};
    if (entry->notes.len == 0) return;
    text_add_number_of(&title, entry->notes.len + entry->more_notes, "note");
    text_add(&title, " on what was lost or left out");
    if (all) sheet_group(sheet, (struct sheet_group){.title = title.data, .folded = true});
    for (size_t i = 0; i < entry->notes.len && (all || i < NOTES_SHOWN); i++)
        sheet_bullet(sheet, SHEET_PEOPLE, entry->notes.items[i]);
    text_clear(&title);
    text_addf(&title, "and %llu more notes", (unsigned long long)entry->more_notes);
    if (entry->more_notes) sheet_bullet(sheet, SHEET_HTML, title.data);
    if (all) sheet_end(sheet);
}

/* Of a JVM that did not end as it should. */
static void add_end(struct sheet *sheet, const struct report_entry *entry) {
    OWNED(text_free) struct text line = {0};
    text_addf(&line, "The JVM's end: %s. %s", entry->verdict, entry->why);
    if (entry->log) text_addf(&line, " (%s)", entry->log->title);
    if (entry->pid > 0) text_addf(&line, " Process %lld.", (long long)entry->pid);
    add_line(sheet, line.data);
}

/* On a page with a table and pages for all, only what does not stand there. */
static bool is_worth_it(const struct sheet *sheet, const struct report_entry *entry) {
    return sheet_shows(sheet, SHEET_MARKDOWN) || entry->severity != RULE_OK || entry->error ||
           entry->notes.len || entry->recording->repository || entry->recording->profile ||
           verdict_is_bad(entry->verdict) || entry->event == NULL;
}

static void add_entries(struct sheet *sheet, const struct report_out *report) {
    bool any = false;
    EACH (const struct report_entry, entry, &report->entries) {
        if (!is_worth_it(sheet, entry)) continue;
        if (!any)
            sheet_group(sheet,
                        (struct sheet_group){.title = "What they say", .formats = SHEET_HTML});
        any = true;
        sheet_section(sheet, entry->recording->title);
        sheet_group(sheet, (struct sheet_group){.title = entry->recording->title,
                                                .mark = mark_of(entry),
                                                .folded = sheet_shows(sheet, SHEET_MARKDOWN)});
        add_line(sheet, entry->error);
        for (size_t f = 0; f < entry->findings.len && !entry->recording->profile; f++)
            if (report_shows(entry, f)) add_line(sheet, entry->findings.items[f].text);
        if (verdict_is_bad(entry->verdict)) add_end(sheet, entry);
        else if (entry->recording->repository) add_line(sheet, REPORT_REPOSITORY);
        if (entry->recording->profile) add_line(sheet, REPORT_PROFILE);
        add_samples(sheet, entry);
        add_methods(sheet, entry);
        add_notes(sheet, entry);
        sheet_end(sheet);
    }
    if (any) sheet_end(sheet);
}

/* ==== Crashes and failures ================================================================== */

static void add_crashes(struct sheet *sheet, const found_crashes *crashes) {
    report_crashes(crashes, sheet);
    if (crashes->len == 0) return;
    sheet_section(sheet, "crashed JVMs");
    sheet_group(sheet, (struct sheet_group){.title = "Crashed JVMs"});
    for (size_t i = 0; i < crashes->len && is_shown(sheet, i); i++) {
        const struct found_crash *crash = &crashes->items[i];
        sheet_group(sheet,
                    (struct sheet_group){.title = crash->title,
                                         .mark = cell_marked(cell_text("crashed"), MARK_FAILED)});
        add_line(sheet, crash->signal);
        add_line(sheet, crash->frame);
        add_line(sheet, crash->thread);
        add_line(sheet, crash->vm);
        if (!sheet_shows(sheet, SHEET_MARKDOWN)) add_line(sheet, crash->time);
        sheet_end(sheet);
    }
    add_more(sheet, crashes->len);
    sheet_end(sheet);
}

static void add_failures(struct sheet *sheet, const struct scan_report *scan) {
    size_t failures = 0;
    sheet_array(sheet, "failures");
    EACH (const struct scan_note, note, &scan->notes) {
        if (!note->failed) continue;
        sheet_object(sheet, NULL);
        report_failure(note, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
    if (scan->failed == 0) return;
    sheet_section(sheet, "what could not be read");
    sheet_group(sheet, (struct sheet_group){.title = "Could not be read"});
    for (size_t i = 0; i < scan->notes.len; i++) {
        if (!scan->notes.items[i].failed || !is_shown(sheet, failures++)) continue;
        OWNED(text_free) struct text line = {0};
        note_add(&line, &scan->notes.items[i]);
        sheet_bullet(sheet, SHEET_PEOPLE, text_str(&line));
    }
    add_more(sheet, failures);
    sheet_end(sheet);
}

/* ==== The sheet ============================================================================= */

void report_write(const struct report_out *report, enum format format, size_t limit,
                  struct text *out) {
    OWNED(text_free) struct text verdict = {0};
    OWNED(sheet_free) struct sheet sheet;
    report_add_verdict(report, &verdict);
    sheet_open(&sheet, format);
    sheet.limit = limit;
    sheet_title(&sheet, report->title);
    sheet_fields(&sheet, {"title", cell_text(report->title)},
                 {"verdict", cell_text(text_str(&verdict))});
    sheet_section(&sheet, "overview");
    /* Markdown has no title of its own. */
    if (format == FORMAT_MARKDOWN)
        sheet_group(&sheet, (struct sheet_group){.title = report->title});
    sheet_lines(&sheet, SHEET_PEOPLE, text_str(&verdict));
    add_recordings(&sheet, report);
    add_totals(&sheet, report);
    add_crashes(&sheet, &report->found->others.crashes);
    if (format == FORMAT_MARKDOWN) add_failures(&sheet, report->scan);
    add_entries(&sheet, report);
    if (format != FORMAT_MARKDOWN) add_failures(&sheet, report->scan);
    if (format == FORMAT_MARKDOWN) sheet_end(&sheet);
    sheet_write(&sheet, NULL, out);
}
