#include "cmd/write/words.h"
#include "cmd/ci/gate_report.h"

#include "cmd/ci/gate_rules.h"
#include "cmd/sheets/diff.h"
#include "base/units.h"

#define ROWS 20 /* of changes in the table; the rest is folded away */

/* ==== Words ================================================================================= */

const char *gate_verdict_name(enum gate_verdict verdict) {
    switch (verdict) {
    case GATE_PASSED: return "pass";
    case GATE_FAILED: return "fail";
    case GATE_INCONCLUSIVE: return "inconclusive";
    case GATE_NOT_JUDGED: return "not judged";
    default: return "not confirmed";
    }
}

static void add_amount(const struct gate_rule *rule, double n, struct text *out) {
    if (!gate_is_total(rule->check)) {
        text_addf(out, "%.2f %%", 100 * n);
    } else if (rule->check == GATE_ALLOCATION) {
        units_add_bytes(out, n);
        if (!rule->per) text_add(out, "/s");
    } else {
        bool single = rule->longest || rule->check == GATE_QUANTILE;
        if (rule->check == GATE_RATE) text_addf(out, "%.4g", n);
        else text_addf(out, "%.2f ms", 1000 * n);
        if (!single && !rule->per) text_add(out, "/s");
    }
}

static void add_change(const struct gate_rule *rule, double change, struct text *out) {
    if (!gate_is_total(rule->check)) {
        text_addf(out, "%+.2f percentage points", 100 * change);
        return;
    }
    if (change >= 0) text_add_char(out, '+');
    add_amount(rule, change, out);
}

static const char *unit_words(const struct gate_rule *rule) {
    if (gate_is_total(rule->check)) return "";
    return rule->values ? " of the value of samples" : " of samples";
}

void gate_add_numbers(const struct gate_view *view, const struct gate_finding *finding,
                      struct text *out) {
    const struct gate_rule *rule = &view->rules->items.items[finding->rule];
    if (finding->words) {
        text_add(out, finding->words);
        return;
    }
    add_amount(rule, finding->base, out);
    text_add(out, " -> ");
    add_amount(rule, finding->fresh, out);
    text_addf(out, "%s (", unit_words(rule));
    add_change(rule, finding->change, out);
    text_add(out, ", ");
    diff_add_ratio(finding->ratio, out);
    if (is_known(finding->adjusted)) {
        text_add(out, ", ");
        diff_add_p(finding->adjusted, out);
    }
    text_add_char(out, ')');
}

/* The same, and whether the recording to confirm with shows it, too. */
static void add_confirmed_numbers(const struct gate_view *view, const struct gate_finding *finding,
                                  struct text *out) {
    gate_add_numbers(view, finding, out);
    if (view->confirmed) text_add(out, finding->confirmed ? ", confirmed" : ", not found again");
}

void gate_add_limit(const struct gate_rule *rule, struct text *out) {
    if (rule->finding)
        text_addf(out, "%s below %s", rule->finding, rule->info ? "INFO" : "WARNING");
    if (is_known(rule->max_percent)) text_addf(out, "at most %g %%", rule->max_percent);
    if (is_known(rule->max)) {
        text_add(out, "at most ");
        add_amount(rule, rule->max, out);
    }
    bool points = is_known(rule->max_points), growth = is_known(rule->max_growth);
    if (points || growth || is_known(rule->max_ratio)) text_add(out, "growth below ");
    if (points) text_addf(out, "%g percentage points", rule->max_points);
    if (growth) add_amount(rule, rule->max_growth, out);
    if ((points || growth) && is_known(rule->max_ratio)) text_add(out, " or ");
    if (is_known(rule->max_ratio)) text_addf(out, "%gx", rule->max_ratio);
    if (is_known(rule->min_ratio)) text_addf(out, "at least %gx", rule->min_ratio);
    if (is_known(rule->quantile)) text_addf(out, " of p%g", 100 * rule->quantile);
    if (rule->check == GATE_RATE || rule->check == GATE_QUANTILE)
        text_addf(out, " of %s", rule->counted);
    if (rule->per) text_addf(out, " per %s", rule->per);
    if (rule->match) text_addf(out, ", of %s", rule->match);
}

static size_t findings_of(const struct gate_view *view, size_t rule,
                          const struct gate_finding **worst) {
    size_t count = 0;
    EACH (const struct gate_finding, finding, &view->result->findings) {
        if (finding->rule != rule) continue;
        if (count++ == 0) *worst = finding;
    }
    return count;
}

/* What there is no figure of, and what to do. */
static bool add_why(const struct gate_view *view, const struct gate_rule *rule,
                    const struct gate_outcome *outcome, struct text *out) {
    if (outcome->why == GATE_RUNS) {
        text_addf(out, "%s: ", outcome->doubt->name);
        gate_add_numbers(view, outcome->doubt, out);
        text_add(out, "; two runs of an unchanged program may differ as much: record three on "
                      "each side, or with the agent");
        return true;
    }
    if (outcome->why == GATE_NO_TIMES) {
        text_add(out, "a profile has neither times nor pauses: totals are not known");
        return true;
    }
    const char *side = outcome->side ? "new" : "base";
    if (outcome->why == GATE_NO_DURATION) {
        text_addf(out, "%s events have no duration on the %s side", rule->counted, side);
    } else if (outcome->why == GATE_NOTHING_TO_DIVIDE) {
        text_addf(out, "there is no %s on the %s side to divide by", rule->per, side);
    } else if (outcome->why == GATE_NOT_RECORDED) {
        words_add(
            out,
            "not recorded on the {} side: neither events of {} nor a setting that switches them on",
            cell_text(side),
            cell_text(rule->check == GATE_GC_PAUSE   ? "garbage collection"
                      : rule->check == GATE_CPU_TIME ? "jdk.CPULoad"
                      : rule->counted                ? rule->counted
                                                     : rule->event));
    } else {
        return false;
    }
    return true;
}

void gate_add_outcome(const struct gate_view *view, size_t number, struct text *out) {
    const struct gate_rule *rule = &view->rules->items.items[number];
    const struct gate_outcome *outcome = &view->result->outcomes.items[number];
    const struct gate_finding *worst = NULL;
    size_t count = findings_of(view, number, &worst);
    if (worst) {
        text_addf(out, "%s: ", worst->name);
        gate_add_numbers(view, worst, out);
        if (count > 1) text_addf(out, " and %zu more", count - 1);
        if (outcome->verdict == GATE_NOT_CONFIRMED) text_add(out, "; not found again");
        return;
    }
    if (outcome->words) {
        text_add(out, outcome->words);
        return;
    }
    if (outcome->verdict == GATE_INCONCLUSIVE && add_why(view, rule, outcome, out)) return;
    words_add(out, "{} and {}{}", cell_count(outcome->samples[0]), cell_count(outcome->samples[1]),
              cell_text(gate_is_total(rule->check) ? " events" : " samples"));
    if (is_known(outcome->base)) {
        text_add(out, ", ");
        add_amount(rule, outcome->base, out);
        text_add(out, " -> ");
        add_amount(rule, outcome->fresh, out);
    } else if (!gate_is_total(rule->check)) {
        text_addf(out, ", %zu tested", outcome->tested);
    }
    if (is_known(outcome->detectable) && rule->check == GATE_GROWTH)
        text_addf(out, "; could have shown %.1f percentage points at 10 %%", outcome->detectable);
    if (outcome->verdict != GATE_INCONCLUSIVE) return;
    if (outcome->why == GATE_TOO_SHORT) {
        text_add(out, "; in so few seconds any change could be chance");
        return;
    }
    text_add(out, "; to pass it needs ");
    text_add_grouped(out, rule->min_samples);
}

/* "3 of 5 rules failed": the whole, in a line. */
static void add_verdict(const struct gate_view *view, struct text *out) {
    size_t counts[GATE_NOT_JUDGED + 1] = {0}, warnings = 0;
    for (size_t i = 0; i < view->result->outcomes.len; i++) {
        enum gate_verdict verdict = view->result->outcomes.items[i].verdict;
        if (verdict == GATE_FAILED && view->rules->items.items[i].warning) warnings++;
        else counts[verdict]++;
    }
    words_add(out,
              "{}: {rule}, {} failed, {} passed[, {} with a warning][, {} inconclusive][, {} not "
              "judged][, {} not confirmed]",
              cell_text(gate_view_fails(view)        ? "Failed"
                        : view->result->inconclusive ? "Inconclusive"
                                                     : "Passed"),
              cell_count(view->rules->items.len), cell_count(counts[GATE_FAILED]),
              cell_count(counts[GATE_PASSED]), cell_if_any(warnings),
              cell_if_any(counts[GATE_INCONCLUSIVE]), cell_if_any(counts[GATE_NOT_JUDGED]),
              cell_if_any(counts[GATE_NOT_CONFIRMED]));
}

/* ==== Tables ================================================================================ */

/* "warning" where a failed rule does not fail the gate. */
static const char *rule_verdict(const struct gate_view *view, size_t rule) {
    enum gate_verdict verdict = view->result->outcomes.items[rule].verdict;
    bool warning = verdict == GATE_FAILED && view->rules->items.items[rule].warning;
    return warning ? "warning" : gate_verdict_name(verdict);
}

static struct cell verdict_cell(const struct gate_view *view, size_t rule) {
    enum gate_verdict verdict = view->result->outcomes.items[rule].verdict;
    bool warning = view->rules->items.items[rule].warning;
    bool open = verdict == GATE_INCONCLUSIVE;
    enum cell_mark mark = verdict == GATE_PASSED                      ? MARK_OK
                          : verdict != GATE_FAILED && !open           ? MARK_PLAIN
                          : warning || (open && !view->wants_verdict) ? MARK_WARNING
                                                                      : MARK_FAILED;
    return cell_marked(cell_text(rule_verdict(view, rule)), mark);
}

static void rule_row(const struct gate_view *view, size_t number, const char *limit,
                     const char *outcome, struct sheet *sheet) {
    const struct gate_rule *rule = &view->rules->items.items[number];
    sheet_row_of(sheet, limit ? verdict_cell(view, number) : cell_text(""),
                 cell_text(limit ? rule->id : ""), cell_text(limit ? limit : ""),
                 cell_text(outcome));
}

/* A row for each finding; what is said of the rule stands in the first. Returns how many. */
static size_t finding_rows(const struct gate_view *view, size_t number, const char *limit,
                           struct sheet *sheet) {
    size_t rows = 0;
    EACH (const struct gate_finding, finding, &view->result->findings) {
        if (finding->rule != number) continue;
        OWNED(text_free) struct text outcome = {0};
        text_addf(&outcome, "%s: ", finding->name);
        add_confirmed_numbers(view, finding, &outcome);
        rule_row(view, number, rows++ ? NULL : limit, text_str(&outcome), sheet);
    }
    return rows;
}

static void rule_table(const struct gate_view *view, unsigned formats, bool every,
                       struct sheet *sheet) {
    static const char *const titles[] = {"verdict", "rule", "limit", "outcome"};
    sheet_table(sheet, (struct sheet_table){.formats = formats});
    for (size_t i = 0; i < 4; i++)
        sheet_column(sheet, (struct sheet_column){.title = titles[i],
                                                  .key = titles[i],
                                                  .flexible = i == 3,
                                                  .wrapped = i == 3});
    for (size_t i = 0; i < view->rules->items.len; i++) {
        OWNED(text_free) struct text limit = {0}, outcome = {0};
        gate_add_limit(&view->rules->items.items[i], &limit);
        gate_add_outcome(view, i, &outcome);
        if (!every || !finding_rows(view, i, text_str(&limit), sheet))
            rule_row(view, i, text_str(&limit), text_str(&outcome), sheet);
    }
    sheet_end(sheet);
}

static void change_table(const struct gate_view *view, size_t from, size_t to,
                         struct sheet *sheet) {
    OWNED(text_free) struct text numbers = {0}, place = {0};
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_MARKDOWN});
    sheet_columns(sheet, column_text("rule", "rule"), column_text("what", "what"),
                  column_text("change", "change"));
    for (size_t i = from; i < to; i++) {
        const struct gate_finding *finding = &view->result->findings.items[i];
        const struct gate_place *at = &view->places[i];
        text_clear(&numbers);
        text_clear(&place);
        add_confirmed_numbers(view, finding, &numbers);
        if (at->path) text_add(&place, at->path);
        if (at->path && at->line) text_addf(&place, ":%d", at->line);
        sheet_row_of(sheet, cell_text(view->rules->items.items[finding->rule].id),
                     cell_above(cell_text(finding->name), place.len ? place.data : NULL),
                     cell_text(text_str(&numbers)));
    }
    sheet_end(sheet);
}

/* ==== For programs ========================================================================== */

#include "cmd/keys/gate_shown.h"

static void finding_fields(const struct gate_view *view, size_t number, struct sheet *sheet) {
    const struct gate_finding *finding = &view->result->findings.items[number];
    const struct gate_rule *rule = &view->rules->items.items[finding->rule];
    bool whole = gate_is_total(rule->check) || rule->check == GATE_FINDING;
    sheet_object(sheet, NULL);
    gate_finding_fields(view, finding, &view->places[number], whole ? 1 : 100, sheet);
    sheet_end(sheet);
}

static void rule_fields(const struct gate_view *view, size_t number, struct sheet *sheet) {
    const struct gate_rule *rule = &view->rules->items.items[number];
    const struct gate_outcome *outcome = &view->result->outcomes.items[number];
    OWNED(text_free) struct text sentence = {0};
    gate_add_outcome(view, number, &sentence);
    sheet_object(sheet, NULL);
    gate_rule_fields(rule, outcome, text_str(&sentence), sheet);
    sheet_array(sheet, "findings");
    for (size_t k = 0; k < view->result->findings.len; k++)
        if (view->result->findings.items[k].rule == number) finding_fields(view, k, sheet);
    sheet_end(sheet);
    sheet_end(sheet);
}

static enum gate_verdict whole_verdict(const struct gate_view *view) {
    return view->result->failed         ? GATE_FAILED
           : view->result->inconclusive ? GATE_INCONCLUSIVE
                                        : GATE_PASSED;
}

static void fields(const struct gate_view *view, struct sheet *sheet) {
    sheet_field(sheet, "verdict", cell_text(gate_verdict_name(whole_verdict(view))));
    comparison_add_warnings(view->comparison, sheet);
    sheet_array(sheet, "rules");
    for (size_t i = 0; i < view->rules->items.len; i++) rule_fields(view, i, sheet);
    sheet_end(sheet);
}

/* ==== The report ============================================================================ */

/* What CI systems show beside a change: the worst of it, the rest folded away. */
static void document(const struct gate_view *view, struct sheet *sheet) {
    size_t findings = view->result->findings.len, shown = findings < ROWS ? findings : ROWS;
    OWNED(text_free) struct text title = {0}, lines = {0};
    sheet_section(sheet, "the verdict");
    text_add(&title, gate_view_fails(view) ? "❌ " : view->result->inconclusive ? "❔ " : "✅ ");
    add_verdict(view, &title);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title), .formats = SHEET_MARKDOWN});
    text_add(&lines, "base ");
    comparison_add_name(view->comparison, 0, &lines);
    text_add(&lines, ", new ");
    comparison_add_name(view->comparison, 1, &lines);
    sheet_lines(sheet, SHEET_MARKDOWN, text_str(&lines));
    if (shown) {
        sheet_section(sheet, "the worst changes");
        change_table(view, 0, shown, sheet);
    }
    if (view->comparison->warnings.len) {
        sheet_section(sheet, "warnings");
        text_clear(&lines);
        comparison_add_warning_lines(view->comparison, &lines);
        sheet_lines(sheet, SHEET_MARKDOWN, text_str(&lines));
    }
    sheet_section(sheet, "the table of rules");
    sheet_group(sheet, (struct sheet_group){
                           .title = "All rules", .formats = SHEET_MARKDOWN, .folded = true});
    rule_table(view, SHEET_MARKDOWN, false, sheet);
    sheet_end(sheet);
    if (shown < findings) {
        sheet_section(sheet, "the other changes");
        text_clear(&title);
        text_addf(&title, "%zu more changes", findings - shown);
        sheet_group(sheet, (struct sheet_group){.title = text_str(&title),
                                                .formats = SHEET_MARKDOWN,
                                                .folded = true});
        change_table(view, shown, findings, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
    sheet_lines(sheet, SHEET_MARKDOWN, ""); /* what is appended to it is apart from it */
}

void gate_describe(const struct gate_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text lines = {0};
    fields(view, sheet);
    if (sheet_shows(sheet, SHEET_MARKDOWN)) document(view, sheet);
    text_add(&lines, "base  ");
    comparison_add_name(view->comparison, 0, &lines);
    text_add(&lines, "\nnew   ");
    comparison_add_name(view->comparison, 1, &lines);
    sheet_lines(sheet, SHEET_TEXT | SHEET_HTML, text_str(&lines));
    rule_table(view, SHEET_TEXT | SHEET_HTML, true, sheet);
    rule_table(view, SHEET_ROWS, false, sheet);
    text_clear(&lines);
    add_verdict(view, &lines);
    sheet_marked_lines(sheet, SHEET_TEXT | SHEET_HTML,
                       gate_view_fails(view)        ? MARK_FAILED
                       : view->result->inconclusive ? MARK_WARNING
                                                    : MARK_OK,
                       text_str(&lines));
}
