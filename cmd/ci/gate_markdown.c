/* The gate's Markdown: as GitHub takes it for step summaries and comments, which are refused whole
 * when they are too long. */
#include "cmd/ci/gate_report.h"

#include "cmd/ci/sections.h"

#define ROWS 20 /* in the table; the rest is folded away */

static void add_rows(const struct gate_view *view, size_t from, size_t to, struct text *out) {
    text_add(out, "| rule | what | change |\n|---|---|---|\n");
    for (size_t i = from; i < to; i++) {
        const struct gate_finding *finding = &view->result->findings.items[i];
        struct text numbers = {0};
        gate_add_numbers(view, finding, &numbers);
        if (view->confirmed)
            text_add(&numbers, finding->confirmed ? ", confirmed" : ", not found again");
        text_add(out, "| ");
        markdown_add(out, view->rules->items.items[finding->rule].id);
        text_add(out, " | ");
        markdown_add(out, finding->name);
        if (view->places[i].path) {
            text_add(out, "<br>");
            markdown_add(out, view->places[i].path);
            if (view->places[i].line) text_addf(out, ":%d", view->places[i].line);
        }
        text_add(out, " | ");
        markdown_add(out, text_str(&numbers));
        text_add(out, " |\n");
        text_free(&numbers);
    }
    text_add_char(out, '\n');
}

static void add_rules(const struct gate_view *view, struct text *out) {
    text_add(out, "<details><summary>All rules</summary>\n\n| verdict | rule | limit | outcome |\n"
                  "|---|---|---|---|\n");
    for (size_t i = 0; i < view->rules->items.len; i++) {
        struct text limit = {0}, outcome = {0};
        gate_add_limit(&view->rules->items.items[i], &limit);
        gate_add_outcome(view, i, &outcome);
        text_addf(out, "| %s | ", gate_rule_verdict(view, i));
        markdown_add(out, view->rules->items.items[i].id);
        text_add(out, " | ");
        markdown_add(out, text_str(&limit));
        text_add(out, " | ");
        markdown_add(out, text_str(&outcome));
        text_add(out, " |\n");
        text_free(&limit);
        text_free(&outcome);
    }
    text_add(out, "\n</details>\n\n");
}

static void add_head(const struct gate_view *view, struct text *out) {
    struct text line = {0};
    text_addf(out, "### %s ", view->result->failed ? "❌" : "✅");
    gate_add_verdict(view, &line);
    markdown_add(out, text_str(&line));
    text_clear(&line);
    text_add(&line, "base ");
    comparison_add_name(view->comparison, 0, &line);
    text_add(&line, ", new ");
    comparison_add_name(view->comparison, 1, &line);
    text_add(out, "\n\n");
    markdown_add(out, text_str(&line));
    text_add(out, "\n\n");
    text_free(&line);
}

static void add_warnings(const struct gate_view *view, struct text *out) {
    for (size_t i = 0; i < view->comparison->warnings.len; i++) {
        text_add(out, "Warning: ");
        markdown_add(out, view->comparison->warnings.items[i]);
        text_add(out, "\n\n");
    }
}

void gate_add_markdown(const struct gate_view *view, size_t limit, struct text *out) {
    struct sections sections = {0};
    struct text *text = &sections.text;
    size_t findings = view->result->findings.len, shown = findings < ROWS ? findings : ROWS;
    sections_begin(&sections, "the verdict");
    add_head(view, text);
    if (shown) {
        sections_begin(&sections, "the worst changes");
        add_rows(view, 0, shown, text);
    }
    if (view->comparison->warnings.len) {
        sections_begin(&sections, "warnings");
        add_warnings(view, text);
    }
    sections_begin(&sections, "the table of rules");
    add_rules(view, text);
    if (shown < findings) {
        sections_begin(&sections, "the other changes");
        text_addf(text, "<details><summary>%zu more changes</summary>\n\n", findings - shown);
        add_rows(view, shown, findings, text);
        text_add(text, "</details>\n\n");
    }
    sections_write(&sections, limit, out);
}
