/* The report as Markdown: for the summary of a CI step, or a comment. */
#include "cmd/read/notes.h"
#include "cmd/ci/report_out.h"
#include "cmd/write/sections.h"
#include "cmd/write/markdown.h"
#include "cmd/write/sheet.h"
#include "cmd/write/xml.h"
#include "base/units.h"

#include <string.h>

#define METHODS_SHOWN 10
#define NOTES_SHOWN 5
#define TABLE_ROWS 20
#define CRASHES_SHOWN 20
#define FAILURES_SHOWN 20
#define NAME_CHARS 300 /* of a title, the rest is cut off */

static void add_overview(const struct report_out *report, struct text *out) {
    struct sheet sheet;
    size_t shown = 0;
    sheet_open(&sheet, FORMAT_MARKDOWN);
    sheet_table(&sheet, (struct sheet_table){.omit_empty = true});
    sheet_text_column(&sheet, SHEET_ALL, "verdict", NULL);
    sheet_text_column(&sheet, SHEET_ALL, "recording", NULL);
    sheet_text_column(&sheet, SHEET_ALL, "duration", NULL);
    sheet_number_column(&sheet, SHEET_ALL, "samples", NULL);
    sheet_text_column(&sheet, SHEET_ALL, "hottest method", NULL);
    for (; shown < report->entries.len && shown < TABLE_ROWS; shown++) {
        const struct report_entry *entry = &report->entries.items[shown];
        const struct found_recording *recording = entry->recording;
        int64_t ns = recording->recorded_ns;
        struct text method = {0};
        if (entry->methods.len)
            text_addf(&method, "%s %.1f %%", entry->methods.items[0].name,
                      units_percent(entry->methods.items[0].self, entry->samples));
        sheet_row(&sheet);
        sheet_cell(&sheet, cell_text(report_word(entry)));
        sheet_cell(&sheet, cell_text(recording->title));
        sheet_cell(&sheet, ns > 0 ? cell_ns(ns) : cell_missing());
        sheet_cell(&sheet, cell_count(entry->samples));
        sheet_cell(&sheet, cell_text(text_str(&method)));
        text_free(&method);
    }
    sheet_end(&sheet);
    sheet_write(&sheet, NULL, out);
    sheet_free(&sheet);
    if (shown < report->entries.len)
        text_addf(out, "\n%zu more recordings are not in this table.\n",
                  report->entries.len - shown);
}

static void add_paragraph(struct text *out, const char *text) {
    if (text == NULL || *text == 0) return;
    markdown_add(out, text);
    text_add(out, "\n\n");
}

static void add_crashes(const struct found *found, struct text *out) {
    text_add(out, "\n#### Crashed JVMs\n\n");
    for (size_t i = 0; i < found->crashes.len && i < CRASHES_SHOWN; i++) {
        const struct found_crash *crash = &found->crashes.items[i];
        text_add(out, "* ");
        markdown_add(out, crash->title);
        const char *const said[] = {crash->signal, crash->frame, crash->thread, crash->vm};
        for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
            if (*said[k] == 0) continue;
            text_add(out, "<br>");
            markdown_add(out, said[k]);
        }
        text_add_char(out, '\n');
    }
    if (found->crashes.len > CRASHES_SHOWN)
        text_addf(out, "* and %zu more\n", found->crashes.len - CRASHES_SHOWN);
}

static void add_failures(const struct scan_report *scan, struct text *out) {
    size_t failures = 0;
    text_add(out, "\n#### Could not be read\n\n");
    for (size_t i = 0; i < scan->notes.len; i++) {
        struct text line = {0};
        if (!scan->notes.items[i].failed || ++failures > FAILURES_SHOWN) continue;
        note_add(&line, &scan->notes.items[i]);
        text_add(out, "* ");
        markdown_add(out, text_str(&line));
        text_add_char(out, '\n');
        text_free(&line);
    }
    if (failures > FAILURES_SHOWN) text_addf(out, "* and %zu more\n", failures - FAILURES_SHOWN);
}

static void add_methods(const struct report_entry *entry, struct text *out) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_MARKDOWN);
    sheet_table(&sheet, (struct sheet_table){.omit_empty = true});
    sheet_number_column(&sheet, SHEET_ALL, "self", NULL);
    sheet_number_column(&sheet, SHEET_ALL, "self %", NULL);
    sheet_number_column(&sheet, SHEET_ALL, "total %", NULL);
    sheet_text_column(&sheet, SHEET_ALL, "method", NULL);
    for (size_t i = 0; i < entry->methods.len && i < METHODS_SHOWN; i++) {
        const struct report_method *method = &entry->methods.items[i];
        sheet_row(&sheet);
        sheet_cell(&sheet, cell_count(method->self));
        sheet_cell(&sheet, cell_percent(units_percent(method->self, entry->samples)));
        sheet_cell(&sheet, cell_percent(units_percent(method->total, entry->samples)));
        sheet_cell(&sheet, cell_text(method->name));
    }
    sheet_end(&sheet);
    sheet_write(&sheet, NULL, out);
    sheet_free(&sheet);
}

static void add_entry(const struct report_entry *entry, struct text *out) {
    text_add(out, "\n<details><summary>");
    /* Within a line of HTML nothing is Markdown, and a backslash would be shown. */
    xml_add_visible(out, entry->recording->title, NAME_CHARS);
    text_addf(out, " (%s)</summary>\n\n", report_word(entry));
    add_paragraph(out, entry->error);
    for (size_t i = 0; i < entry->findings.len && !entry->recording->profile; i++)
        if (report_shows(entry, i)) add_paragraph(out, entry->findings.items[i].text);
    if (entry->recording->repository) add_paragraph(out, REPORT_REPOSITORY);
    if (entry->recording->profile) add_paragraph(out, REPORT_PROFILE);
    struct text line = {0};
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
    if (line.len) add_paragraph(out, text_str(&line));
    text_clear(&line);
    if (entry->pauses) {
        text_add_number_of(&line, entry->pauses, "GC pause");
        text_add(&line, ", together ");
        units_add_duration(&line, entry->pauses_ns);
        text_add(&line, ", the longest ");
        units_add_duration(&line, entry->longest_pause_ns);
        add_paragraph(out, text_str(&line));
    }
    text_free(&line);
    add_methods(entry, out);
    for (size_t i = 0; i < entry->notes.len && i < NOTES_SHOWN; i++) {
        text_add(out, i ? "* " : "\n* ");
        markdown_add(out, entry->notes.items[i]);
        text_add_char(out, '\n');
    }
    text_add(out, "\n</details>\n");
}

void report_add_markdown(const struct report_out *report, size_t limit, struct text *out) {
    struct sections sections = {0};
    struct text verdict = {0};
    sections_begin(&sections, "overview");
    text_add(&sections.text, "### ");
    markdown_add(&sections.text, report->title);
    text_add(&sections.text, "\n\n");
    report_add_verdict(report, &verdict);
    add_paragraph(&sections.text, text_str(&verdict));
    text_free(&verdict);
    add_overview(report, &sections.text);
    if (report->found->crashes.len) {
        sections_begin(&sections, "crashed JVMs");
        add_crashes(report->found, &sections.text);
    }
    if (report->scan->failed) {
        sections_begin(&sections, "what could not be read");
        add_failures(report->scan, &sections.text);
    }
    for (size_t i = 0; i < report->entries.len; i++) {
        sections_begin(&sections, report->entries.items[i].recording->title);
        add_entry(&report->entries.items[i], &sections.text);
    }
    sections_write(&sections, limit, out);
}
