/* All of a report on a sheet: its parts, and what was recorded. */
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/cli/voice.h"
#include "cmd/read/moment.h"
#include "cmd/reports/parts.h"
#include "cmd/sheets/lengths.h"

#include <ctype.h>

void part_add_notes(const struct report_part *part, struct text *out) {
    for (size_t i = 0; i < part->notes.len; i++) {
        voice_add_line(out, part->notes.items[i]);
        text_add_char(out, '\n');
    }
}

static void describe_extra(struct describing *d, const struct report_part *part) {
    if (!report_extra_is_asked(d->asked)) return;
    const struct tables_read read = report_extra_read(d->asked, part);
    struct view view = view_of(&read, d->top, NULL);
    view.title = part->title;
    view.all = d->all;
    view.left_out = &d->left_out;
    report_extra(part->key)->describe(&view, d->sheet);
}

/* What was recorded of the events that the report begins with. */
static int64_t recorded(const struct reports_asked *asked, const struct report *report) {
    const struct report_part *part = &report->parts.items[0];
    bool knows = part->kind == REPORT_EXTRA && report_extra_is_asked(asked);
    return knows ? report_extra_read(asked, part).recorded_ns : asked->recorded_ns;
}

bool part_is_answered(const struct describing *d, const struct report_part *part) {
    const struct census *census = walk_result(d->asked->run, &census_reader);
    return part->unless && census && census_count(census, part->unless) > 0;
}

static bool part_has_events(struct describing *d, const struct report_part *part) {
    if (part_is_answered(d, part)) return false;
    for (size_t i = 0; i < part->sources.len; i++)
        if (part_answer(d, part, i).passed) return true;
    return part->kind == REPORT_EXTRA && report_extra_is_asked(d->asked);
}

static bool is_left_out(const struct describing *d, const struct report_part *part) {
    return part->detail && !d->all && sheet_shows(d->sheet, SHEET_PEOPLE);
}

static void add_lead_of_extra(struct describing *d, const struct report_part *part,
                              struct text *out) {
    const struct view_kind *kind = report_extra(part->key);
    if (!kind->lead || !report_extra_is_asked(d->asked)) return;
    const struct tables_read read = report_extra_read(d->asked, part);
    const struct view view = view_of(&read, d->top, NULL);
    kind->lead(&view, out);
}

/* Is there an event of a part that is shown? An extra that goes with others has none of its own. */
static bool shows_events(struct describing *d) {
    EACH (const struct report_part, part, &d->report->parts) {
        const struct view_kind *extra = part->kind == REPORT_EXTRA ? report_extra(part->key) : NULL;
        bool own = !extra || extra->main || extra->accounts;
        if (own && !is_left_out(d, part) && part_has_events(d, part)) return true;
    }
    return false;
}

/* What the parts say first, in a sentence each; where they say nothing, that nothing is there. */
static void add_leads(struct describing *d, const recorded_types *types, bool empty) {
    OWNED(text_free) struct text leads = {0};
    for (size_t i = 0; i < d->report->parts.len && sheet_shows(d->sheet, SHEET_PEOPLE); i++) {
        const struct report_part *part = &d->report->parts.items[i];
        if (part->kind == REPORT_EXTRA) add_lead_of_extra(d, part, &leads);
        else table_add_lead(d, part, &leads);
    }
    if (!leads.len && !empty && !shows_events(d)) {
        text_addf(&leads, "%s.\n", d->report->nothing);
        *leads.data = (char)toupper((unsigned char)*leads.data);
    }
    if (!empty && recorded_lacks_virtual(types)) recorded_add_unseen(&leads);
    if (leads.len) sheet_lines(d->sheet, SHEET_PEOPLE, text_str(&leads));
}

static void add_left_out(struct describing *d, struct text *out) {
    size_t count = d->left_out.len > 0;
    if (count) text_addf(out, "More with --all: %s", d->left_out.data);
    EACH (const struct report_part, part, &d->report->parts) {
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

/* What was recorded, from when to when, and what of it was not: without it a figure says little. */
static void add_closing(struct describing *d, const recorded_types *types, struct text *out) {
    OWNED(text_free) struct text limits = {0};
    text_add(out, "Recorded: ");
    units_add_duration(out, d->asked->recorded_ns);
    text_add(out, ". ");
    moment_add_span(out, &d->asked->range, &d->asked->zone);
    recorded_add(types, &limits);
    if (limits.len) text_addf(out, "%s\n", limits.data);
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
    bool empty = reports_is_empty(asked, report);
    OWNED(array_release) recorded_types types = {0};
    if (sheet_shows(sheet, SHEET_PEOPLE)) types = recorded_of(&d, true);
    add_leads(&d, &types, empty);
    for (size_t i = 0; i < d.report->parts.len; i++) describe_part(&d, &d.report->parts.items[i]);
    add_left_out(&d, &closing);
    if (sheet_shows(sheet, SHEET_PEOPLE)) add_closing(&d, &types, &closing);
    if (!empty) sheet_lines(sheet, SHEET_PEOPLE, text_str(&closing));
    if (d.cut.len)
        message_note("tables have the first rows: %s; %s", text_str(&d.cut), voice_all_rows());
    free_each(text_free, &d.cut, &d.left_out);
    event_values_free(&d.values);
}

void report_add_nothing(const struct reports_asked *asked, size_t report, struct text *out) {
    struct describing d = {.asked = asked, .report = asked->reports[report]};
    size_t before = out->len;
    if (selection_filters(asked->selection)) recorded_add_left_out(&d, out);
    if (out->len > before) return;
    OWNED(array_release) recorded_types types = recorded_of(&d, false);
    OWNED(text_free) struct text why = {0};
    recorded_add_nothing(&types, &why);
    text_addf(out, "%s%s%s", d.report->nothing, why.len ? ". " : "", text_str(&why));
}
