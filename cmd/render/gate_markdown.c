/* The gate's Markdown: as GitHub takes it for step summaries and comments, which are refused whole
 * when they are too long. */
#include "cmd/render/gate_report.h"

#include "cmd/message.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 20 /* in the table; the rest is folded away */

struct section {
    const char *name; /* as said when it is left out */
    struct text text;
};

static void add_markdown(struct text *out, const struct text *plain) {
    markdown_add(out, text_str(plain));
}

static void add_rows(const struct gate_view *view, size_t from, size_t to, struct text *out) {
    text_add(out, "| rule | what | change |\n|---|---|---|\n");
    for (size_t i = from; i < to; i++) {
        const struct gate_finding *finding = &view->result->findings.items[i];
        struct text numbers = {0};
        gate_add_numbers(view, finding, &numbers);
        if (view->confirmed) text_add(&numbers, finding->confirmed ? ", confirmed" : ", not found again");
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
        add_markdown(out, &numbers);
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
        text_addf(out, "| %s | ", gate_verdict_name(view->result->outcomes.items[i].verdict));
        markdown_add(out, view->rules->items.items[i].id);
        text_add(out, " | ");
        add_markdown(out, &limit);
        text_add(out, " | ");
        add_markdown(out, &outcome);
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
    add_markdown(out, &line);
    text_clear(&line);
    text_add(&line, "base ");
    comparison_add_name(view->comparison, 0, &line);
    text_add(&line, ", new ");
    comparison_add_name(view->comparison, 1, &line);
    text_add(out, "\n\n");
    add_markdown(out, &line);
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

static void add_left_out(const struct section *sections, size_t from, size_t len,
                         struct text *out) {
    text_add(out, "_Left out, as this would be too long: ");
    bool first = true;
    for (size_t i = from; i < len; i++) {
        if (!sections[i].text.len) continue;
        text_addf(out, "%s%s", first ? "" : ", ", sections[i].name);
        first = false;
    }
    text_add(out, "._\n");
}

void gate_add_markdown(const struct gate_view *view, size_t limit, struct text *out) {
    struct section sections[] = {{"the verdict", {0}}, {"the worst changes", {0}},
                                 {"warnings", {0}}, {"the table of rules", {0}},
                                 {"the other changes", {0}}};
    enum { SECTIONS = sizeof sections / sizeof *sections };
    size_t findings = view->result->findings.len, shown = findings < ROWS ? findings : ROWS;
    add_head(view, &sections[0].text);
    if (shown) add_rows(view, 0, shown, &sections[1].text);
    add_warnings(view, &sections[2].text);
    add_rules(view, &sections[3].text);
    if (shown < findings) {
        text_addf(&sections[4].text, "<details><summary>%zu more changes</summary>\n\n",
                  findings - shown);
        add_rows(view, shown, findings, &sections[4].text);
        text_add(&sections[4].text, "</details>\n\n");
    }
    size_t kept = SECTIONS;
    for (;; kept--) {
        struct text left_out = {0};
        size_t len = 0;
        if (kept < SECTIONS) add_left_out(sections, kept, SECTIONS, &left_out);
        for (size_t i = 0; i < kept; i++) len += sections[i].text.len;
        if (len + left_out.len <= limit || kept == 0) {
            for (size_t i = 0; i < kept; i++)
                text_add_bytes(out, text_str(&sections[i].text), sections[i].text.len);
            if (len + left_out.len <= limit)
                text_add_bytes(out, text_str(&left_out), left_out.len);
            text_free(&left_out);
            break;
        }
        text_free(&left_out);
    }
    for (size_t i = 0; i < SECTIONS; i++) text_free(&sections[i].text);
}
