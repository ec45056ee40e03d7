#include "cmd/sheets/findings.h"

#include "base/units.h"
#include "base/shell.h"
#include "cmd/cli/voice.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/words.h"

const char *findings_severity(const struct finding *finding) {
    return rule_severity_name(finding->severity);
}

/* ==== The command to run next =============================================================== */

void findings_add_see(const struct findings_view *view, const char *see, struct text *out) {
    if (!see) return;
    voice_add_call(out, see);
    if (!voice_is_of_tools()) shell_add_paths(out, view->paths);
}

/* ==== Rows ================================================================================== */

void findings_add_window(const struct finding *finding, struct sheet *sheet) {
    if (!finding->from_ns && !finding->to_ns) {
        sheet_field(sheet, "window", cell_missing());
        return;
    }
    sheet_object_of(sheet, "window", {"from", cell_time(finding->from_ns)},
                    {"to", cell_time(finding->to_ns)});
}

#include "cmd/keys/rules_shown.h"

static void add_for_people(const struct finding_view *one, const char *see, struct sheet *sheet) {
    const struct finding *finding = one->finding;
    OWNED(text_free) struct text title = {0}, words = {0};
    text_addf(&title, "%s  %s: %s", findings_severity(finding), finding->rule->id,
              finding->rule->name);
    finding_add_sentences(one, &words);
    int64_t length =
        finding->to_ns > finding->from_ns ? finding->to_ns - finding->from_ns : MISSING;
    if (finding->from_ns || finding->to_ns)
        words_add(&words, "[From {} for {}|At {}].\n", cell_time(finding->from_ns), cell_ns(length),
                  cell_time(finding->from_ns));
    if (*see && finding->severity >= RULE_INFO) text_addf(&words, "More: %s\n", see);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

void findings_add(const struct findings_view *view, enum rule_severity least, struct sheet *sheet) {
    bool programs = sheet_shows(sheet, SHEET_PROGRAMS);
    if (programs) {
        sheet_table(sheet, (struct sheet_table){.key = "rules", .formats = SHEET_PROGRAMS});
        finding_columns(sheet);
    }
    for (size_t i = 0; i < view->findings->len; i++) {
        const struct finding_view one = {&view->findings->items[i], view->profile, BY_LINE};
        OWNED(text_free) struct text line = {0}, see = {0};
        if (one.finding->severity < least) continue;
        finding_add_line(&one, &line);
        findings_add_see(view, one.finding->rule->see, &see);
        if (programs) finding_row(&one, text_str(&line), text_str(&see), sheet);
        else add_for_people(&one, text_str(&see), sheet);
    }
    if (programs) sheet_end(sheet);
}

/* ==== Figures =============================================================================== */

struct cell findings_figure_cell(const struct rule *rule, double figure) {
    if (is_missing(figure)) return cell_missing();
    switch (rule->values[rule->figure].kind) {
    case RULE_PERCENT: return cell_percent(figure);
    case RULE_ESTIMATE: return cell_real(figure, 3);
    default: return cell_number((int64_t)figure);
    }
}

const char *findings_unit(const struct rule *rule) {
    switch (rule->values[rule->figure].kind) {
    case RULE_PERCENT: return "percent";
    case RULE_NS: return "ns";
    case RULE_BYTES: return "bytes";
    case RULE_COUNT:
    case RULE_ESTIMATE: return "count";
    default: return NULL;
    }
}

static void add_figure(const struct rule *rule, double figure, bool exact, struct text *out) {
    const struct rule_value *as = &rule->values[rule->figure];
    switch (as->kind) {
    case RULE_PERCENT:
        if (as->noun)
            text_addf(out, exact ? "%g %s%s" : "%.1f %s%s", figure / 100, as->noun,
                      figure == 100 ? "" : "s");
        else units_add_percent(out, figure, exact ? 0 : 1);
        break;
    case RULE_NS: (exact ? units_add_exact : units_add_duration)(out, (int64_t)figure); break;
    case RULE_BYTES: units_add_bytes(out, figure); break;
    default: text_add_grouped(out, (uint64_t)(figure > 0 ? figure : 0)); break;
    }
}

void findings_add_figure(const struct rule *rule, double figure, struct text *out) {
    add_figure(rule, figure, false, out);
}

void findings_add_threshold(const struct rule *rule, double figure, struct text *out) {
    add_figure(rule, figure, true, out);
}
