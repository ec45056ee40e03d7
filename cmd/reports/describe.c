/* All of a report on a sheet: its parts, and what was recorded. */
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/cli/voice.h"
#include "cmd/read/moment.h"
#include "cmd/reports/parts.h"
#include "cmd/sheets/findings.h"
#include "cmd/sheets/lengths.h"

#include <string.h>

void part_add_notes(const struct report_part *part, struct text *out) {
    for (size_t i = 0; i < part->notes.len; i++) {
        voice_add_sentence(out, part->notes.items[i], strlen(part->notes.items[i]));
        text_add_char(out, '\n');
    }
}

static void describe_extra(struct describing *d, const struct report_part *part) {
    if (!report_extra_is_asked(d->asked)) return;
    const struct tables_read read = report_extra_read(d->asked, part);
    struct view view = view_of(&read, d->top, NULL);
    view.title = part->title;
    report_extra(part->key)->describe(&view, d->sheet);
}

/* What was recorded of the events that the report begins with. */
static int64_t recorded(const struct reports_asked *asked, const struct report *report) {
    const struct report_part *part = &report->parts.items[0];
    bool knows = part->kind == REPORT_EXTRA && report_extra_is_asked(asked);
    return knows ? report_extra_read(asked, part).recorded_ns : asked->recorded_ns;
}

bool part_has_events(struct describing *d, const struct report_part *part) {
    for (size_t i = 0; i < part->sources.len; i++)
        if (part_answer(d, part, i).passed) return true;
    return part->kind == REPORT_EXTRA && report_extra_is_asked(d->asked);
}

static bool is_left_out(const struct describing *d, const struct report_part *part) {
    return part->detail && !d->all && sheet_shows(d->sheet, SHEET_PEOPLE);
}

/* What the tables say first, in a sentence each. */
static void add_leads(struct describing *d) {
    OWNED(text_free) struct text leads = {0};
    for (size_t i = 0; i < d->report->parts.len; i++)
        table_add_lead(d, &d->report->parts.items[i], &leads);
    if (leads.len) sheet_lines(d->sheet, SHEET_PEOPLE, text_str(&leads));
}

static void add_left_out(struct describing *d, struct text *out) {
    size_t count = 0;
    for (size_t i = 0; i < d->report->parts.len; i++) {
        const struct report_part *part = &d->report->parts.items[i];
        if (!is_left_out(d, part) || !part_has_events(d, part)) continue;
        text_addf(out, "%s%s", count++ ? "; " : "More with --all: ", part->title);
    }
    if (count) text_add_char(out, '\n');
}

static void describe_part(struct describing *d, const struct report_part *part) {
    if (is_left_out(d, part)) return;
    switch (part->kind) {
    case REPORT_TABLE: table_describe(d, part); break;
    case REPORT_FIGURES: figures_describe(d, part); break;
    case REPORT_EXTRA: describe_extra(d, part); break;
    }
}

/* What was recorded, from when to when: without it a figure says little. */
static void add_closing(const struct describing *d, struct text *out) {
    static const char duration[] = "{duration}";
    const char *closing = d->report->closing;
    const char *at = closing ? strstr(closing, duration) : NULL;
    if (at) {
        text_add_bytes(out, closing, (size_t)(at - closing));
        units_add_duration(out, d->asked->recorded_ns);
        closing = at + strlen(duration);
    }
    if (closing) voice_add_sentence(out, closing, strlen(closing));
    if (closing) text_add_char(out, '\n');
    moment_add_span(out, &d->asked->range, &d->asked->zone);
}

static void add_next(const struct describing *d, const struct text_list *paths, struct text *out) {
    for (size_t i = 0; i < d->report->next.len; i++) {
        const struct report_next *next = &d->report->next.items[i];
        text_addf(out, "Next: jfrtool %s", next->call);
        findings_add_paths(paths, out);
        text_addf(out, " (%s)\n", next->shows);
    }
}

void report_describe(const struct reports_asked *asked, size_t report, struct report_extent extent,
                     struct sheet *sheet) {
    const struct time_range *range = &asked->range;
    struct describing d = {.asked = asked,
                           .report = asked->reports[report],
                           .top = extent.top,
                           .all = extent.all,
                           .sheet = sheet};
    OWNED(text_free) struct text closing = {0};
    d.values.zone = asked->zone;
    d.values.frames = 1;
    d.values.clocks =
        range->end_ns > range->start_ns && when_is_day(range->start_ns, range->end_ns);
    sheet_field(sheet, "duration_ns", cell_ns(recorded(asked, d.report)));
    add_leads(&d);
    for (size_t i = 0; i < d.report->parts.len; i++) describe_part(&d, &d.report->parts.items[i]);
    add_left_out(&d, &closing);
    add_closing(&d, &closing);
    if (!reports_is_empty(asked, report)) {
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&closing));
        text_clear(&closing);
        if (extent.paths) add_next(&d, extent.paths, &closing);
        /* Commands are copied whole: no line of them is broken. */
        if (closing.len) sheet_picture(sheet, SHEET_PEOPLE, closing.data);
    }
    if (d.cut.len)
        message_note("tables have the first rows: %s; %s", text_str(&d.cut), voice_all_rows());
    text_free(&d.cut);
    event_values_free(&d.values);
}
