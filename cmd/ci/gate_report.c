#include "cmd/ci/gate_report.h"

#include "base/json.h"
#include "cmd/ci/gate_rules.h"
#include "cmd/write/diff_report.h"
#include "base/units.h"

#include <math.h>
#include <string.h>

/* ==== Words ================================================================================= */

const char *gate_verdict_name(enum gate_verdict verdict) {
    switch (verdict) {
    case GATE_PASSED: return "pass";
    case GATE_FAILED: return "fail";
    case GATE_FEW_SAMPLES: return "not enough samples";
    default: return "not confirmed";
    }
}

static void add_amount(const struct gate_rule *rule, double n, struct text *out) {
    if (!gate_is_total(rule->check)) {
        text_addf(out, "%.2f %%", 100 * n);
    } else if (rule->check == GATE_ALLOCATION) {
        units_add_bytes(out, n);
        text_add(out, "/s");
    } else {
        text_addf(out, "%.2f ms%s", 1000 * n, rule->longest ? "" : "/s");
    }
}

static void add_change(const struct gate_rule *rule, double change, struct text *out) {
    if (!gate_is_total(rule->check)) {
        text_addf(out, "%+.2f points", 100 * change);
        return;
    }
    if (change >= 0) text_add_char(out, '+');
    add_amount(rule, change, out);
}

static const char *unit_words(const struct gate_rule *rule) {
    if (gate_is_total(rule->check)) return "";
    return rule->values ? " of what samples are worth" : " of samples";
}

void gate_add_numbers(const struct gate_view *view, const struct gate_finding *finding,
                      struct text *out) {
    const struct gate_rule *rule = &view->rules->items.items[finding->rule];
    add_amount(rule, finding->base, out);
    text_add(out, " -> ");
    add_amount(rule, finding->fresh, out);
    text_addf(out, "%s (", unit_words(rule));
    add_change(rule, finding->change, out);
    text_add(out, ", ");
    diff_add_ratio(finding->ratio, out);
    if (!isnan(finding->adjusted)) {
        text_add(out, ", ");
        diff_add_p(finding->adjusted, out);
    }
    text_add_char(out, ')');
}

void gate_add_limit(const struct gate_rule *rule, struct text *out) {
    if (!isnan(rule->max_percent)) text_addf(out, "at most %g %%", rule->max_percent);
    if (!isnan(rule->max)) {
        text_add(out, "at most ");
        add_amount(rule, rule->max, out);
    }
    bool points = !isnan(rule->max_points), growth = !isnan(rule->max_growth);
    if (points || growth || !isnan(rule->max_ratio)) text_add(out, "growth below ");
    if (points) text_addf(out, "%g points", rule->max_points);
    if (growth) add_amount(rule, rule->max_growth, out);
    if ((points || growth) && !isnan(rule->max_ratio)) text_add(out, " or ");
    if (!isnan(rule->max_ratio)) text_addf(out, "%gx", rule->max_ratio);
    if (rule->match) text_addf(out, ", of %s", rule->match);
}

static size_t findings_of(const struct gate_view *view, size_t rule,
                          const struct gate_finding **worst) {
    size_t count = 0;
    for (size_t i = 0; i < view->result->findings.len; i++) {
        const struct gate_finding *finding = &view->result->findings.items[i];
        if (finding->rule != rule) continue;
        if (count++ == 0) *worst = finding;
    }
    return count;
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
    if (outcome->unknown) {
        text_add(out, "a profile has neither times nor pauses: totals are not known");
        return;
    }
    text_add_grouped(out, outcome->samples[0]);
    text_add(out, " and ");
    text_add_grouped(out, outcome->samples[1]);
    text_add(out, gate_is_total(rule->check) ? " events" : " samples");
    if (outcome->verdict == GATE_FEW_SAMPLES) {
        text_addf(out, "; the rule wants %llu", (unsigned long long)rule->min_samples);
        return;
    }
    if (!isnan(outcome->base)) {
        text_add(out, ", ");
        add_amount(rule, outcome->base, out);
        text_add(out, " -> ");
        add_amount(rule, outcome->fresh, out);
    } else if (!gate_is_total(rule->check)) {
        text_addf(out, ", %zu tested", outcome->tested);
    }
    if (!isnan(outcome->detectable) && rule->check == GATE_GROWTH)
        text_addf(out, "; could have shown %.1f points at 10 %%", outcome->detectable);
}

void gate_add_verdict(const struct gate_view *view, struct text *out) {
    size_t counts[GATE_NOT_CONFIRMED + 1] = {0}, warnings = 0;
    for (size_t i = 0; i < view->result->outcomes.len; i++) {
        enum gate_verdict verdict = view->result->outcomes.items[i].verdict;
        if (verdict == GATE_FAILED && view->rules->items.items[i].warning) warnings++;
        else counts[verdict]++;
    }
    text_add(out, view->result->failed ? "Failed: " : "Passed: ");
    text_add_number_of(out, view->rules->items.len, "rule");
    text_addf(out, ", %zu failed, %zu passed", counts[GATE_FAILED], counts[GATE_PASSED]);
    if (warnings) text_addf(out, ", %zu with a warning", warnings);
    if (counts[GATE_FEW_SAMPLES])
        text_addf(out, ", %zu without enough samples", counts[GATE_FEW_SAMPLES]);
    if (counts[GATE_NOT_CONFIRMED])
        text_addf(out, ", %zu not confirmed", counts[GATE_NOT_CONFIRMED]);
}

/* ==== Text and CSV ========================================================================== */

const char *gate_rule_verdict(const struct gate_view *view, size_t rule) {
    enum gate_verdict verdict = view->result->outcomes.items[rule].verdict;
    bool warning = verdict == GATE_FAILED && view->rules->items.items[rule].warning;
    return warning ? "warning" : gate_verdict_name(verdict);
}

static void build_table(const struct gate_view *view, bool every, struct table *table) {
    static const char *const titles[] = {"verdict", "rule", "limit", "outcome"};
    for (size_t i = 0; i < 4; i++)
        table_column(
            table, (struct table_column){.title = titles[i], .key = titles[i], .flexible = i == 3});
    for (size_t i = 0; i < view->rules->items.len; i++) {
        const struct gate_rule *rule = &view->rules->items.items[i];
        struct text limit = {0}, outcome = {0};
        gate_add_limit(rule, &limit);
        size_t rows = 0;
        for (size_t k = 0; k < view->result->findings.len && every; k++) {
            const struct gate_finding *finding = &view->result->findings.items[k];
            if (finding->rule != i) continue;
            text_clear(&outcome);
            text_addf(&outcome, "%s: ", finding->name);
            gate_add_numbers(view, finding, &outcome);
            if (view->confirmed)
                text_add(&outcome, finding->confirmed ? ", confirmed" : ", not found again");
            table_text(table, rows ? "" : gate_rule_verdict(view, i));
            table_text(table, rows ? "" : rule->id);
            table_text(table, rows++ ? "" : text_str(&limit));
            table_text(table, text_str(&outcome));
        }
        if (!rows) {
            gate_add_outcome(view, i, &outcome);
            table_text(table, gate_rule_verdict(view, i));
            table_text(table, rule->id);
            table_text(table, text_str(&limit));
            table_text(table, text_str(&outcome));
        }
        text_free(&limit);
        text_free(&outcome);
    }
}

void gate_add_text(const struct gate_view *view, const struct table_style *style,
                   struct text *out) {
    struct table table = {0};
    text_add(out, "base  ");
    comparison_add_name(view->comparison, 0, out);
    text_add(out, "\nnew   ");
    comparison_add_name(view->comparison, 1, out);
    text_add(out, "\n\n");
    build_table(view, true, &table);
    table_write_text(&table, style, out);
    text_add_char(out, '\n');
    gate_add_verdict(view, out);
    text_add_char(out, '\n');
    table_free(&table);
}

void gate_add_csv(const struct gate_view *view, struct text *out) {
    struct table table = {0};
    build_table(view, false, &table);
    table_write_csv(&table, out);
    table_free(&table);
}

/* ==== JSON ================================================================================== */

static void add_json_finding(const struct gate_view *view, size_t number, struct json *json) {
    const struct gate_finding *finding = &view->result->findings.items[number];
    const struct gate_rule *rule = &view->rules->items.items[finding->rule];
    double scale = gate_is_total(rule->check) ? 1 : 100;
    const struct gate_place *place = &view->places[number];
    json_begin_object(json, NULL);
    json_text(json, "name", finding->name);
    if (*finding->class_name) json_text(json, "class", finding->class_name);
    if (*finding->method) json_text(json, "method", finding->method);
    if (*finding->package) json_text(json, "package", finding->package);
    json_real(json, "base", finding->base * scale, 6);
    json_real(json, "new", finding->fresh * scale, 6);
    json_real(json, "change", finding->change * scale, 6);
    json_real(json, "ratio", finding->ratio, 4);
    json_real(json, "low", finding->low * scale, 6);
    json_real(json, "high", finding->high * scale, 6);
    json_real(json, "p", finding->p, 9);
    json_real(json, "adjusted_p", finding->adjusted, 9);
    if (view->confirmed) json_bool(json, "confirmed", finding->confirmed);
    if (place->path) json_text(json, "file", place->path);
    if (place->line) json_number(json, "line", place->line);
    json_end_object(json);
}

void gate_add_json(const struct gate_view *view, struct text *out) {
    struct json writer = json_open(out, JSON_PRETTY), *json = &writer;
    json_begin_object(json, NULL);
    json_text(json, "verdict", view->result->failed ? "fail" : "pass");
    json_begin_array(json, "warnings");
    for (size_t i = 0; i < view->comparison->warnings.len; i++)
        json_text(json, NULL, view->comparison->warnings.items[i]);
    json_end_array(json);
    json_begin_array(json, "rules");
    for (size_t i = 0; i < view->rules->items.len; i++) {
        const struct gate_rule *rule = &view->rules->items.items[i];
        const struct gate_outcome *outcome = &view->result->outcomes.items[i];
        struct text sentence = {0};
        json_begin_object(json, NULL);
        json_text(json, "id", rule->id);
        json_text(json, "check", gate_check_name(rule->check));
        json_text(json, "level", rule->warning ? "warning" : "error");
        json_text(json, "verdict", gate_verdict_name(outcome->verdict));
        gate_add_outcome(view, i, &sentence);
        json_text(json, "outcome", text_str(&sentence));
        text_free(&sentence);
        json_count(json, "base_samples", outcome->samples[0]);
        json_count(json, "new_samples", outcome->samples[1]);
        json_count(json, "tested", outcome->tested);
        json_real(json, "detectable_points", outcome->detectable, 3);
        json_begin_array(json, "findings");
        for (size_t k = 0; k < view->result->findings.len; k++)
            if (view->result->findings.items[k].rule == i) add_json_finding(view, k, json);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_close(json);
}
