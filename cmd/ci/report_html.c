/* index.html of a report: what each recording says in a line, and the way to its page. No script.
 */
#include "cmd/ci/report_out.h"
#include "cmd/write/xml.h"

#include "cmd/assets/report.css.h"
#include "base/units.h"

#include <ctype.h>
#include <string.h>

#define NAME_CHARS 300 /* of a name, the rest is cut off */

/* The text made visible and escaped. */
static void add(struct text *out, const char *text) {
    xml_add_visible(out, text, NAME_CHARS);
}

/* A file name as part of a link: what is not plain is percent-encoded. */
static void add_link(struct text *out, const char *name) {
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (isalnum(*c) || strchr("-._~", *c)) text_add_char(out, (char)*c);
        else text_addf(out, "%%%02X", *c);
    }
}

static void add_paragraph(struct text *out, const char *style, const char *text) {
    if (text == NULL || *text == 0) return;
    text_addf(out, "<p%s>", style);
    add(out, text);
    text_add(out, "</p>\n");
}

static void add_mark(struct text *out, const struct report_entry *entry) {
    text_addf(out, "<span class=\"mark %s\">%s</span>",
              entry->error ? "failed" : rule_severity_name(entry->severity), report_word(entry));
}

/* A cell with a share in percent, or an empty one: negative is not known. */
static void add_share(struct text *out, const char *name, double share) {
    text_addf(out, "</td><td class=\"n\" data-is=\"%s\">", name);
    if (share >= 0) text_addf(out, "%.1f %%", share < 1 ? 100 * share : 100.0);
}

/* "17.0.15+6" of "OpenJDK 64-Bit Server VM (17.0.15+6-Debian) for ...". */
static void add_version(struct text *out, const char *jvm) {
    const char *from = jvm ? strpbrk(jvm, "0123456789") : NULL;
    while (from && from > jvm && from[-1] != '(' && (from = strpbrk(from + 1, "0123456789"))) {
    }
    struct text version = {0};
    if (from) text_add_bytes(&version, from, strcspn(from, ") ,"));
    if (version.len) add(out, version.data);
    text_free(&version);
}

/* What says how the JVM fared. */
static void add_health(struct text *out, const struct report_entry *entry) {
    add_share(out, "GC pauses", entry->paused);
    add_share(out, "CPU", entry->cpu);
    add_share(out, "throttled", entry->throttled);
    text_add(out, "</td><td data-is=\"JVM\">");
    add_version(out, entry->jvm);
    text_add(out, "</td><td class=\"n\" data-is=\"start\">");
    if (entry->start_ns > 0) units_add_date(out, entry->start_ns, "%Y-%m-%d %H:%M:%S");
}

static void add_row(struct text *out, const struct report_entry *entry) {
    const struct found_recording *recording = entry->recording;
    text_add(out, "<tr><td>");
    add_mark(out, entry);
    text_add(out, "</td><td class=\"name\">");
    if (entry->page) {
        text_add(out, "<a href=\"");
        add_link(out, entry->page);
        text_add(out, "\">");
    }
    add(out, recording->title);
    if (entry->page) text_add(out, "</a>");
    text_add(out, "</td><td class=\"n\" data-is=\"duration\">");
    if (recording->recorded_ns > 0) units_add_duration(out, recording->recorded_ns);
    text_add(out, "</td><td class=\"n\" data-is=\"samples\">");
    text_add_grouped(out, entry->samples);
    text_add(out, "</td><td class=\"name\" data-is=\"hottest\">");
    if (entry->methods.len) {
        add(out, entry->methods.items[0].name);
        text_addf(out, " <span class=\"soft\">%.1f %%</span>",
                  units_percent(entry->methods.items[0].self, entry->samples));
    }
    add_health(out, entry);
    text_add(out, "</td></tr>\n");
}

static void add_table(struct text *out, const struct report_out *report) {
    text_add(out, "<div class=\"wide\"><table>\n<tr><th>verdict</th><th>recording</th>"
                  "<th class=\"n\">duration</th><th class=\"n\">samples</th>"
                  "<th>hottest method, share of samples</th><th class=\"n\">GC pauses</th>"
                  "<th class=\"n\">CPU</th><th class=\"n\">throttled</th><th>JVM</th>"
                  "<th class=\"n\">start (UTC)</th></tr>\n");
    for (size_t i = 0; i < report->entries.len; i++) add_row(out, &report->entries.items[i]);
    text_add(out, "</table></div>\n");
}

static void add_details(struct text *out, const struct report_entry *entry, bool *any) {
    /* That a recording is fine stands in the table. */
    bool worth_it = entry->severity != RULE_OK || entry->error || entry->notes.len ||
                    entry->recording->repository || entry->recording->profile ||
                    entry->event == NULL;
    if (!worth_it) return;
    if (!*any) text_add(out, "<h2>What they say</h2>\n");
    *any = true;
    text_add(out, "<section><h3>");
    add(out, entry->recording->title);
    text_add(out, " ");
    add_mark(out, entry);
    text_add(out, "</h3>\n");
    add_paragraph(out, "", entry->error);
    for (size_t i = 0; i < entry->findings.len && !entry->recording->profile; i++)
        if (report_shows(entry, i)) add_paragraph(out, "", entry->findings.items[i].text);
    add_paragraph(out, " class=\"soft\"", entry->jvm);
    if (entry->recording->repository) add_paragraph(out, "", REPORT_REPOSITORY);
    if (entry->recording->profile) add_paragraph(out, "", REPORT_PROFILE);
    if (entry->event == NULL && entry->error == NULL) {
        add_paragraph(out, "", REPORT_NO_SAMPLES);
        if (entry->others) {
            text_add(out, "<p>Other events with stack traces: ");
            add(out, entry->others);
            text_add(out, "</p>\n");
        }
    }
    if (entry->notes.len) {
        text_add(out, "<details><summary>");
        text_add_number_of(out, entry->notes.len + entry->more_notes, "note");
        text_add(out, " on what was lost or left out</summary>\n<ul>\n");
    }
    for (size_t i = 0; i < entry->notes.len; i++) {
        text_add(out, "<li>");
        add(out, entry->notes.items[i]);
        text_add(out, "</li>\n");
    }
    if (entry->more_notes)
        text_addf(out, "<li>and %llu more notes</li>\n", (unsigned long long)entry->more_notes);
    if (entry->notes.len) text_add(out, "</ul>\n</details>\n");
    text_add(out, "</section>\n");
}

static void add_crash(struct text *out, const struct found_crash *crash) {
    text_add(out, "<section><h3>");
    add(out, crash->title);
    text_add(out, " <span class=\"mark failed\">crashed</span></h3>\n");
    const char *const said[] = {crash->signal, crash->frame, crash->thread};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        if (*said[i] == 0) continue;
        text_add(out, "<p><code>");
        add(out, said[i]);
        text_add(out, "</code></p>\n");
    }
    add_paragraph(out, " class=\"soft\"", crash->vm);
    add_paragraph(out, " class=\"soft\"", crash->time);
    text_add(out, "</section>\n");
}

static void add_failures(struct text *out, const struct scan_report *scan) {
    bool any = false;
    for (size_t i = 0; i < scan->notes.len; i++) {
        const struct scan_note *note = &scan->notes.items[i];
        if (!note->failed) continue;
        if (!any) text_add(out, "<h2>Could not be read</h2>\n<ul>\n");
        any = true;
        text_add(out, "<li>");
        if (note->source && *note->source) {
            add(out, note->source);
            text_add(out, ": ");
        }
        add(out, note->note.text);
        text_add(out, "</li>\n");
    }
    if (any) text_add(out, "</ul>\n");
}

void report_add_html(const struct report_out *report, struct text *out) {
    struct text verdict = {0};
    report_add_verdict(report, &verdict);
    text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" "
                  "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>");
    add(out, report->title);
    text_addf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", asset_report_css);
    add(out, report->title);
    text_add(out, "</h1>\n");
    add_paragraph(out, " class=\"soft\"", text_str(&verdict));
    text_free(&verdict);
    if (report->entries.len) {
        text_add(out, "<h2>Recordings</h2>\n");
        add_table(out, report);
    }
    for (size_t i = 0; i < report->found->crashes.len; i++) {
        if (i == 0) text_add(out, "<h2>Crashed JVMs</h2>\n");
        add_crash(out, &report->found->crashes.items[i]);
    }
    bool any = false;
    for (size_t i = 0; i < report->entries.len; i++)
        add_details(out, &report->entries.items[i], &any);
    add_failures(out, report->scan);
    text_addf(out, "<footer>jfrtool %s</footer>\n</body></html>\n", JFR_VERSION);
}
