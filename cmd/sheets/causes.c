#include "cmd/sheets/causes.h"

#include "base/safe.h"
#include "base/utf8.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/words.h"

#include <string.h>

#define INDENT 2 /* of lines below a title */

const char *causes_group(unsigned group) {
    static const char *const names[] = {
        [RULE_CPU] = "CPU",
        [RULE_SAMPLES] = "hot methods",
        [RULE_COLLECTOR] = "GC",
        [RULE_LOCKS] = "locks",
        [RULE_IO] = "I/O",
        [RULE_ALLOCATION] = "allocation",
        [RULE_EXCEPTIONS] = "exceptions",
        [RULE_SAFEPOINTS] = "safepoints",
        [RULE_MEMORY] = "memory",
        [RULE_LOSSES] = "lost data",
    };
    return group < sizeof names / sizeof *names ? names[group] : NULL;
}

/* ==== Figures =============================================================================== */

/* " (info from 5 %, warning from 10 %)" */
static void add_marks(const struct rule *rule, struct text *out) {
    double info = rule_threshold(rule, NULL, "info");
    double warning = rule_threshold(rule, NULL, "warning");
    if (is_missing(info)) return;
    text_add(out, " (");
    if (!(warning <= info)) {
        text_add(out, "info from ");
        findings_add_threshold(rule, info, out);
    }
    if (is_known(warning)) {
        text_add(out, warning <= info ? "warning from " : ", warning from ");
        findings_add_threshold(rule, warning, out);
    }
    text_add_char(out, ')');
}

static void add_cost(const struct finding *finding, struct text *out) {
    static const char *const of[] = {[COST_OF_CPU] = "the CPU",
                                     [COST_OF_TIME] = "the time",
                                     [COST_OF_WAITERS] = "the time of those who wait"};
    if (!finding->cost_of) return;
    text_addf(out, "up to %.*f %% of %s", finding->cost < 9.95 ? 1 : 0, finding->cost,
              of[finding->cost_of]);
}

void causes_add_title(const struct findings_view *view, const struct cause *cause,
                      struct text *out) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text culprit = {0};
    double figure = finding_figure(finding);
    cause_add_culprit(finding, view->profile, &culprit);
    text_add(out, rule_cause(finding->rule));
    if (culprit.len) {
        text_add(out, ": ");
        safe_add(out, culprit.data, culprit.len);
    }
    if (finding->cost_of) {
        text_add(out, culprit.len ? ", " : ": ");
        add_cost(finding, out);
    } else if (!culprit.len && is_known(figure)) {
        text_add(out, ": ");
        findings_add_figure(finding->rule, figure, out);
        add_marks(finding->rule, out);
    }
}

void causes_add_consequences(const struct cause *cause, struct text *out) {
    for (size_t i = 0; i < cause->consequences.len; i++) {
        const struct finding *finding = cause->consequences.items[i];
        double figure = finding_figure(finding);
        text_addf(out, "%s%s", i ? ", " : "", rule_cause(finding->rule));
        if (is_missing(figure)) continue;
        text_add(out, " (");
        findings_add_figure(finding->rule, figure, out);
        text_add_char(out, ')');
    }
}

/* ==== For programs ========================================================================== */

static void add_culprit(const struct findings_view *view, const struct finding *finding,
                        struct sheet *sheet) {
    OWNED(text_free) struct text name = {0};
    cause_add_culprit(finding, view->profile, &name);
    if (!finding->culprit_kind) {
        sheet_field(sheet, "culprit", cell_missing());
    } else {
        sheet_object_of(sheet, "culprit",
                        {"kind", cell_text(culprit_kind_name(finding->culprit_kind))},
                        {"name", cell_text(name.len ? text_str(&name) : NULL)});
    }
}

static void add_threshold(const struct finding *finding, struct sheet *sheet) {
    double info = rule_threshold(finding->rule, NULL, "info");
    double warning = rule_threshold(finding->rule, NULL, "warning");
    if (is_missing(info)) {
        sheet_field(sheet, "threshold", cell_missing());
        return;
    }
    sheet_object_of(sheet, "threshold", {"info", findings_figure_cell(finding->rule, info)},
                    {"warning", findings_figure_cell(finding->rule, warning)});
}

static void add_summary(const struct findings_view *view, const struct finding *finding,
                        struct sheet *sheet) {
    const struct finding_view one = {finding, view->profile, BY_LINE};
    OWNED(text_free) struct text line = {0};
    finding_add_line(&one, &line);
    sheet_field(sheet, "summary", cell_text(text_str(&line)));
}

static void add_consequence_objects(const struct findings_view *view, const struct cause *cause,
                                    struct sheet *sheet) {
    sheet_array(sheet, "consequences");
    for (size_t i = 0; i < cause->consequences.len; i++) {
        const struct finding *finding = cause->consequences.items[i];
        sheet_object(sheet, NULL);
        sheet_fields(sheet, {"id", cell_text(finding->rule->id)},
                     {"severity", cell_text(findings_severity(finding))},
                     {"figure", findings_figure_cell(finding->rule, finding_figure(finding))},
                     {"unit", cell_text(findings_unit(finding->rule))});
        add_summary(view, finding, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

static void add_object(const struct findings_view *view, const struct cause *cause,
                       struct sheet *sheet) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text see = {0}, record = {0};
    findings_add_see(view, finding->rule, &see);
    if (finding->lack) text_addf(&record, "%s#enabled=true", finding->lack->event);
    sheet_object(sheet, NULL);
    sheet_fields(sheet, {"id", cell_text(finding->rule->id)},
                 {"group", cell_text(causes_group(finding->rule->group))},
                 {"severity", cell_text(rule_severity_name(cause->severity))},
                 {"cost_percent", cell_percent(finding->cost)},
                 {"cost_of", cell_text(cost_of_name(finding->cost_of))});
    add_culprit(view, finding, sheet);
    add_summary(view, finding, sheet);
    sheet_fields(sheet, {"figure", findings_figure_cell(finding->rule, finding_figure(finding))},
                 {"unit", cell_text(findings_unit(finding->rule))});
    add_threshold(finding, sheet);
    finding_add_values(&(struct finding_view){finding, view->profile, BY_LINE}, "evidence", sheet);
    add_consequence_objects(view, cause, sheet);
    findings_add_window(finding, sheet);
    sheet_fields(sheet, {"see", cell_text(see.len ? text_str(&see) : NULL)},
                 {"record", cell_text(record.len ? text_str(&record) : NULL)});
    sheet_end(sheet);
}

void causes_add_objects(const struct findings_view *view, const struct causes *causes,
                        struct sheet *sheet) {
    sheet_array(sheet, "findings");
    for (size_t i = 0; i < causes->items.len; i++) add_object(view, &causes->items.items[i], sheet);
    for (size_t i = 0; i < causes->outside.len; i++)
        add_object(view, &causes->outside.items[i], sheet);
    sheet_end(sheet);
}

static void add_row(const struct findings_view *view, const struct cause *cause,
                    struct sheet *sheet) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text see = {0}, name = {0};
    findings_add_see(view, finding->rule, &see);
    cause_add_culprit(finding, view->profile, &name);
    sheet_row_of(
        sheet, cell_text(rule_severity_name(cause->severity)), cell_text(finding->rule->id),
        cell_text(text_str(&name)), cell_percent(finding->cost),
        findings_figure_cell(finding->rule, finding_figure(finding)),
        cell_text(findings_unit(finding->rule)),
        finding->to_ns ? cell_time(finding->from_ns) : cell_blank(),
        finding->to_ns ? cell_time(finding->to_ns) : cell_blank(), cell_text(text_str(&see)));
}

void causes_add_rows(const struct findings_view *view, const struct causes *causes,
                     struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_ROWS});
    sheet_columns(sheet, column_for(SHEET_ROWS, column_text("severity", "severity")),
                  column_for(SHEET_ROWS, column_text("id", "id")),
                  column_for(SHEET_ROWS, column_text("culprit", "culprit")),
                  column_for(SHEET_ROWS, column_number("cost_percent", "cost_percent")),
                  column_for(SHEET_ROWS, column_number("figure", "figure")),
                  column_for(SHEET_ROWS, column_text("unit", "unit")),
                  column_for(SHEET_ROWS, column_number("from", "from")),
                  column_for(SHEET_ROWS, column_number("to", "to")),
                  column_for(SHEET_ROWS, column_text("see", "see")));
    for (size_t i = 0; i < causes->items.len; i++) add_row(view, &causes->items.items[i], sheet);
    for (size_t i = 0; i < causes->outside.len; i++)
        add_row(view, &causes->outside.items[i], sheet);
    sheet_end(sheet);
}

/* ==== For people ============================================================================ */

/* A command is to be copied: it begins a line of its own if it does not fit into this one. */
static void add_see(const char *see, size_t columns, struct text *words) {
    const char *before = strrchr(text_str(words), '\n');
    size_t from = before ? (size_t)(before + 1 - words->data) : 0;
    size_t used = INDENT + utf8_columns(text_str(words) + from, words->len - from);
    bool fits = !columns || used + strlen("More: ") + utf8_columns(see, strlen(see)) <= columns;
    if (!fits && words->len > from) words->data[words->len - 1] = '\n';
    text_addf(words, "More: %s\n", see);
}

static void add_when(const struct finding *finding, bool goes_on, struct text *words) {
    if (!finding->to_ns) return;
    int64_t length =
        finding->to_ns > finding->from_ns ? finding->to_ns - finding->from_ns : MISSING;
    words_add(words, "[Worst from {} for {}|At {}].{}", cell_time(finding->from_ns),
              cell_ns(length), cell_time(finding->from_ns), cell_text(goes_on ? " " : "\n"));
}

static void add_first_sentence(const struct findings_view *view, const struct finding *finding,
                               struct text *words) {
    const struct finding_view one = {finding, view->profile, BY_LINE};
    OWNED(text_free) struct text all = {0};
    finding_add_sentences(&one, &all);
    text_add_bytes(words, text_str(&all), strcspn(text_str(&all), "\n"));
    text_add_char(words, '\n');
}

static void describe(const struct findings_view *view, const struct cause *cause, size_t columns,
                     struct sheet *sheet) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text title = {0}, words = {0}, see = {0};
    text_addf(&title, "%s  ", rule_severity_name(cause->severity));
    causes_add_title(view, cause, &title);
    add_first_sentence(view, finding, &words);
    if (cause->consequences.len) {
        text_add(&words, "With it: ");
        causes_add_consequences(cause, &words);
        text_add(&words, ".\n");
    }
    if (finding->lack)
        text_addf(&words, "Not recorded: %s (%s#enabled=true).\n", finding->lack->what,
                  finding->lack->event);
    findings_add_see(view, finding->rule, &see);
    add_when(finding, see.len > 0, &words);
    if (see.len) add_see(text_str(&see), columns, &words);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

size_t causes_describe(const struct findings_view *view, const struct causes *causes, uint64_t top,
                       size_t columns, struct sheet *sheet) {
    size_t shown = 0;
    while (shown < causes->items.len && (top == 0 || shown < top))
        describe(view, &causes->items.items[shown++], columns, sheet);
    return shown;
}

void causes_add_outside(const struct findings_view *view, const struct causes *causes,
                        struct text *out) {
    EACH (const struct cause, cause, &causes->outside) {
        text_add(out, "Outside: ");
        add_first_sentence(view, cause->finding, out);
        if (!cause->consequences.len) continue;
        out->len--;
        text_add(out, " With it: ");
        causes_add_consequences(cause, out);
        text_add(out, ".\n");
    }
}
