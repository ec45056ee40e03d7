#include "cmd/write/verdict.h"
#include "cmd/write/fit.h"
#include "cmd/write/safe.h"
#include "cmd/ci/sections.h"
#include "cmd/write/wrap.h"
#include "cmd/write/xml.h"

#include <stdio.h>
#include <string.h>

#define NAME_COLUMNS 150 /* of names in Markdown */
#define MARKDOWN_ROWS 20
#define MARKDOWN_BYTES 58000 /* GitHub takes 65,536 characters; some room for who adds to it */

/* Calls what for each line of the text. */
static void each_line(const char *lines, void (*what)(void *context, const char *line),
                      void *context) {
    struct text line = {0};
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        text_clear(&line);
        text_add_bytes(&line, lines, len);
        what(context, text_str(&line));
        lines += len + (lines[len] == '\n');
    }
    text_free(&line);
}

static void add_calls_title(const struct verdict_calls *calls, bool callers, struct text *out) {
    text_add(out, callers ? "Callers of " : "Called by ");
    text_add(out, calls->name);
    text_add(out, " (");
    text_add_number_of(out, callers ? calls->caller_samples : calls->callee_samples, "sample");
    text_add(out, callers && calls->self_only ? " with it on top of the stack)"
                                              : " with it on the stack)");
}

/* Is there more than the method itself? */
static bool has_calls(const struct tree *tree) {
    return tree->rows.len && tree->rows.items[tree->rows.len - 1].depth > 0;
}

/* ==== Text =================================================================================== */

struct text_context {
    struct text *out;
    const struct table_style *style;
};

static void add_heading(struct text *out, const char *heading, bool color) {
    struct text safe = {0};
    safe_add(&safe, heading, strlen(heading));
    if (out->len) text_add_char(out, '\n');
    text_addf(out, color ? "\x1b[1m%s\x1b[0m\n" : "%s\n", text_str(&safe));
    text_free(&safe);
}

static void add_sentence(void *context, const char *line) {
    const struct text_context *c = context;
    text_add(c->out, "  ");
    wrap_add(c->out, line, 2, c->style->columns);
}

static void add_fact(void *context, const char *line) {
    const struct text_context *c = context;
    const char *tab = strchr(line, '\t');
    char label[16] = "";
    if (tab) snprintf(label, sizeof label, "%.*s", (int)(tab - line), line);
    text_addf(c->out, "  %-13s  ", label);
    wrap_add(c->out, tab ? tab + 1 : line, 17, c->style->columns);
}

static void add_tree(const struct verdict_view *view, const struct tree *tree, bool self,
                     bool ascii, const struct table_style *style, struct text *out) {
    const struct tree_columns columns = {
        .title = frame_by_title(view->hot.by), .self = self, .ascii = ascii};
    struct table table = {0};
    tree_fill_table(tree, &columns, &table);
    table_write_text(&table, style, out);
    table_free(&table);
}

void verdict_add_text(const struct verdict_view *view, const struct table_style *style, bool ascii,
                      struct text *out) {
    struct text_context context = {out, style};
    struct text words = {0};
    finding_add_title(&view->finding, &words);
    add_heading(out, text_str(&words), style->color);
    text_clear(&words);
    finding_add_sentences(&view->finding, &words);
    each_line(text_str(&words), add_sentence, &context);
    text_add_char(out, '\n');

    struct table table = {0};
    hot_fill_table(&view->hot, &table);
    table_write_text(&table, style, out);
    table_free(&table);
    hot_add_shown(&view->hot, out);

    for (size_t i = 0; i < view->calls.len; i++) {
        const struct verdict_calls *calls = &view->calls.items[i];
        for (int callers = 1; callers >= 0; callers--) {
            const struct tree *tree = callers ? &calls->callers : &calls->callees;
            if (!has_calls(tree)) continue;
            text_clear(&words);
            add_calls_title(calls, callers, &words);
            add_heading(out, text_str(&words), style->color);
            add_tree(view, tree, !callers, ascii, style, out);
        }
    }
    add_heading(out, "Recording", style->color);
    text_clear(&words);
    verdict_add_facts(view, &words);
    each_line(text_str(&words), add_fact, &context);
    text_free(&words);
}

/* ==== Markdown =============================================================================== */

/* Names may be as long as a recording wants: here they are cut. */
static void add_cut(struct text *out, const char *text) {
    struct text cut = {0};
    fit_add(&cut, text, strlen(text), 0, 600);
    markdown_add(out, text_str(&cut));
    text_free(&cut);
}

static void add_paragraph(void *context, const char *line) {
    struct text *out = context;
    text_add_char(out, '\n');
    add_cut(out, line);
    text_add_char(out, '\n');
}

static void add_item(void *context, const char *line) {
    struct text *out = context, label = {0};
    const char *tab = strchr(line, '\t');
    if (tab) text_add_bytes(&label, line, (size_t)(tab - line));
    text_add(out, "- ");
    if (tab) text_addf(out, "%s: ", text_str(&label));
    add_cut(out, tab ? tab + 1 : line);
    text_add_char(out, '\n');
    text_free(&label);
}

/* Markdown is not interpreted between the tags of a summary: it is HTML. */
static void add_details(struct text *out, const char *summary, const struct text *inside) {
    struct text visible = {0};
    visible_add(&visible, summary, strlen(summary), 600);
    text_add(out, "\n<details><summary>");
    xml_add(out, text_str(&visible), visible.len);
    text_addf(out, "</summary>\n\n%s\n</details>\n", text_str(inside));
    text_free(&visible);
}

void verdict_add_markdown(const struct verdict_view *view, struct text *out) {
    struct sections sections = {0};
    struct text words = {0}, inside = {0}, *to = &sections.text;
    sections_begin(&sections, "Verdict");
    finding_add_title(&view->finding, &words);
    text_add(to, "### ");
    add_cut(to, text_str(&words));
    text_add_char(to, '\n');
    text_clear(&words);
    finding_add_sentences(&view->finding, &words);
    each_line(text_str(&words), add_paragraph, to);
    text_add_char(to, '\n');

    sections_begin(&sections, "Hot methods");
    struct table table = {0};
    struct hot_view hot = view->hot;
    if (!hot.max_rows || hot.max_rows > MARKDOWN_ROWS) hot.max_rows = MARKDOWN_ROWS;
    hot.name_columns = NAME_COLUMNS;
    hot_fill_table(&hot, &table);
    table_write_markdown(&table, to);
    table_free(&table);

    sections_begin(&sections, "Recording");
    text_clear(&words);
    verdict_add_facts(view, &words);
    each_line(text_str(&words), add_item, &inside);
    add_details(to, "Recording", &inside);

    for (size_t i = 0; i < view->calls.len; i++) {
        const struct verdict_calls *calls = &view->calls.items[i];
        for (int callers = 1; callers >= 0; callers--) {
            const struct tree *tree = callers ? &calls->callers : &calls->callees;
            const struct tree_columns columns = {.title = frame_by_title(view->hot.by),
                                                 .self = !callers};
            if (!has_calls(tree)) continue;
            sections_begin(&sections, callers ? "Callers" : "Callees");
            text_clear(&inside);
            text_clear(&words);
            tree_add_markdown(tree, &columns, NULL, &inside);
            add_calls_title(calls, callers, &words);
            add_details(to, text_str(&words), &inside);
        }
    }
    sections_write(&sections, MARKDOWN_BYTES, out);
    text_free(&words);
    text_free(&inside);
}
