#include "cmd/write/summary_text.h"

#include "cmd/cli/message.h"
#include "cmd/read/notes.h"
#include "base/utf8.h"
#include "cmd/write/wrap.h"

#include <string.h>

/* ==== Facts of the scan, as people read them ================================================== */

void summary_add_version(const struct scan_report *report, struct text *out) {
    struct map seen = {0};
    for (size_t i = 0; i < report->chunks.len; i++) {
        const struct scan_chunk *chunk = &report->chunks.items[i];
        bool fresh;
        map_put(&seen, (uint64_t)chunk->major << 16 | chunk->minor, &fresh);
        if (fresh) text_addf(out, "%s%u.%u", seen.len > 1 ? ", " : "", chunk->major, chunk->minor);
    }
    map_free(&seen);
}

static void add_chunks(const struct scan_report *report, struct text *out) {
    size_t unfinished = 0, damaged = 0;
    for (size_t i = 0; i < report->chunks.len; i++) {
        unfinished += report->chunks.items[i].unfinished;
        damaged += report->chunks.items[i].damaged;
    }
    text_add_grouped(out, report->chunks.len);
    if (report->recordings > 1) {
        text_add(out, " in ");
        text_add_number_of(out, report->recordings, "file");
    }
    if (unfinished) text_addf(out, ", %zu unfinished", unfinished);
    if (damaged) text_addf(out, ", %zu damaged", damaged);
    if (report->duplicates) {
        text_add(out, ", ");
        text_add_number_of(out, report->duplicates, "duplicate");
        text_add(out, " left out");
    }
}

struct line { /* "label  value"; an empty label continues the one above */
    const char *group, *label, *value;
};

typedef ARRAY(struct line) line_list;

static void add_line(line_list *lines, struct arena *texts, const char *label, struct text *value) {
    struct line line = {.group = "recording",
                        .label = label,
                        .value = arena_copy(texts, text_str(value), value->len)};
    array_push(lines, line);
    text_clear(value);
}

static void add_scan_lines(const struct scan_report *report, line_list *lines,
                           struct arena *texts) {
    struct text value = {0};
    summary_add_version(report, &value);
    add_line(lines, texts, "Version", &value);
    add_chunks(report, &value);
    add_line(lines, texts, "Chunks", &value);
    if (report->start_ns) {
        text_add_utc(&value, report->start_ns);
        add_line(lines, texts, "Start", &value);
        text_add_duration(&value, report->end_ns - report->start_ns);
        add_line(lines, texts, "Duration", &value);
    }
    text_free(&value);
}

static const char *group_title(const char *group) {
    static const char *const titles[][2] = {
        {"jvm", "JVM"},
        {"os", "Operating system"},
        {"cpu", "Processor"},
        {"memory", "Memory"},
        {"heap", "Heap"},
        {"gc", "Garbage collector"},
        {"recording", "Recording"},
        {"sampling", "Sampling"},
        {"agent", "Recording agent"},
        {"shutdown", "Shutdown"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i][0], group) == 0) return titles[i][1];
    return group;
}

/* The facts of the recording itself, or all others. */
static void add_facts(const struct summary *summary, bool of_recording, line_list *lines) {
    const struct summary_fact *last = NULL;
    for (size_t i = 0; i < summary->facts.len; i++) {
        const struct summary_fact *fact = &summary->facts.items[i];
        if (!*fact->value || (strcmp(fact->group, "recording") == 0) != of_recording) continue;
        bool again =
            last && strcmp(fact->group, last->group) == 0 && strcmp(fact->label, last->label) == 0;
        struct line line = {
            .group = fact->group, .label = again ? "" : fact->label, .value = fact->shown};
        array_push(lines, line);
        last = fact;
    }
}

static void build_lines(const struct summary_view *view, line_list *lines, struct arena *texts) {
    add_scan_lines(view->report, lines, texts);
    add_facts(view->summary, true, lines);
    add_facts(view->summary, false, lines);
}

static size_t warning_count(const struct summary_view *view) {
    return view->summary->warnings.len + view->report->notes.len;
}

static void add_warning(const struct summary_view *view, size_t i, struct text *out) {
    size_t own = view->summary->warnings.len;
    if (i < own) text_add(out, view->summary->warnings.items[i]);
    else note_add(out, &view->report->notes.items[i - own]);
}

static void build_events(const struct summary_view *view, struct table *table) {
    table_column(table, (struct table_column){.title = "event type", .key = "type"});
    table_column(table, (struct table_column){.title = "count", .key = "count", .number = true});
    table_column(table, (struct table_column){.title = "bytes", .key = "bytes", .number = true});
    for (size_t i = 0; i < view->summary->events.len; i++) {
        const struct summary_event *event = &view->summary->events.items[i];
        table_text(table, event->name);
        table_count(table, event->count);
        table_count(table, event->bytes);
    }
}

/* ==== Text =================================================================================== */

static void add_blanks(struct text *out, size_t n) {
    for (size_t i = 0; i < n; i++) text_add_char(out, ' ');
}

static void add_heading(struct text *out, const char *heading, bool color) {
    if (out->len) text_add_char(out, '\n');
    text_addf(out, color ? "\x1b[1m%s\x1b[0m\n" : "%s\n", heading);
}

void summary_add_text(const struct summary_view *view, const struct table_style *style,
                      struct text *out) {
    line_list lines = {0};
    struct arena texts = {0};
    build_lines(view, &lines, &texts);
    size_t width = 0;
    for (size_t i = 0; i < lines.len; i++) {
        size_t columns = utf8_columns(lines.items[i].label, strlen(lines.items[i].label));
        if (columns > width) width = columns;
    }
    const char *group = NULL;
    for (size_t i = 0; i < lines.len; i++) {
        const struct line *line = &lines.items[i];
        if (!group || strcmp(group, line->group) != 0)
            add_heading(out, group_title(line->group), style->color);
        group = line->group;
        text_add(out, "  ");
        text_add(out, line->label);
        add_blanks(out, width + 2 - utf8_columns(line->label, strlen(line->label)));
        wrap_add(out, line->value, width + 4, style->columns);
    }
    if (warning_count(view)) add_heading(out, "Warnings", style->color);
    struct text warning = {0};
    for (size_t i = 0; i < warning_count(view); i++) {
        text_clear(&warning);
        add_warning(view, i, &warning);
        text_add(out, "  ");
        wrap_add(out, text_str(&warning), 4, style->columns);
    }
    text_add_char(out, '\n');
    struct table table = {0};
    build_events(view, &table);
    table_write_text(&table, style, out);
    table_free(&table);
    text_free(&warning);
    array_free(&lines);
    arena_free(&texts);
}

/* ==== Markdown and CSV ======================================================================= */

void summary_add_markdown(const struct summary_view *view, struct text *out) {
    line_list lines = {0};
    struct arena texts = {0};
    build_lines(view, &lines, &texts);
    const char *group = NULL;
    for (size_t i = 0; i < lines.len; i++) {
        const struct line *line = &lines.items[i];
        if (!group || strcmp(group, line->group) != 0)
            text_addf(out, "%s### %s\n\n", group ? "\n" : "", group_title(line->group));
        group = line->group;
        text_add(out, *line->label ? "- **" : "  - ");
        if (*line->label) {
            markdown_add(out, line->label);
            text_add(out, "**: ");
        }
        markdown_add(out, line->value);
        text_add_char(out, '\n');
    }
    if (warning_count(view)) text_add(out, "\n### Warnings\n\n");
    struct text warning = {0};
    for (size_t i = 0; i < warning_count(view); i++) {
        text_clear(&warning);
        add_warning(view, i, &warning);
        text_add(out, "- ");
        markdown_add(out, text_str(&warning));
        text_add_char(out, '\n');
    }
    text_add(out, "\n### Events\n\n");
    struct table table = {0};
    build_events(view, &table);
    table_write_markdown(&table, out);
    table_free(&table);
    text_free(&warning);
    array_free(&lines);
    arena_free(&texts);
}

void summary_add_csv(const struct summary_view *view, struct text *out) {
    struct table table = {0};
    build_events(view, &table);
    table_write_csv(&table, out);
    table_free(&table);
}
