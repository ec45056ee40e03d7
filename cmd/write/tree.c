#include "cmd/write/tree.h"

#include "analyzers/profile/profile.h"

#include <stdlib.h>
#include <string.h>

#define MARKDOWN_COLUMNS 110 /* what fits without scrolling */

/* ==== From a call tree ======================================================================= */

struct child {
    uint32_t node;
    uint64_t samples;
};

typedef ARRAY(struct child) child_list;

/* Least samples first, since the last one is taken first; what is equal in the reverse of the call
 * tree's order, which is that of names. */
static int compare_children(const void *a, const void *b) {
    const struct child *x = a, *y = b;
    if (x->samples != y->samples) return x->samples < y->samples ? -1 : 1;
    return x->node < y->node ? 1 : -1;
}

static void push_children(const struct calltree *calls, uint32_t node, child_list *todo) {
    size_t first = todo->len;
    for (uint32_t c = calls->nodes[node].first_child; c != CALLTREE_NONE;
         c = calls->nodes[c].next_sibling)
        array_push(todo, (struct child){c, calls->nodes[c].total});
    if (todo->len > first)
        qsort(todo->items + first, todo->len - first, sizeof *todo->items, compare_children);
}

void tree_of_calls(const struct profile *profile, const struct calltree *calls,
                   const struct tree_options *options, struct tree *tree) {
    *tree = (struct tree){.left_out = calls->left_out};
    struct frame_names names;
    frame_names_open(&profile->frames, options->by, &names);
    child_list todo = {0};
    push_children(calls, 0, &todo);
    while (todo.len) {
        const struct calltree_node *node = &calls->nodes[todo.items[--todo.len].node];
        bool deep = options->max_depth && node->depth > options->max_depth;
        if (deep || (options->max_rows && tree->rows.len >= options->max_rows)) {
            tree->left_out++;
        } else {
            struct tree_row row = {.depth = node->depth - 1,
                                   .frame = node->frame,
                                   .samples = node->total,
                                   .self = node->self};
            if (options->all) row.share = 100.0 * (double)row.samples / (double)options->all;
            array_push(&tree->rows, row);
            frame_names_see(&names, node->frame);
        }
        push_children(calls, (uint32_t)(node - calls->nodes), &todo);
    }
    struct text name = {0};
    for (size_t i = 0; i < tree->rows.len; i++) {
        struct tree_row *row = &tree->rows.items[i];
        text_clear(&name);
        row->packages = frame_names_add(&names, row->frame, &name);
        uint32_t type = profile->frames.rows.items[row->frame].type;
        if (options->frame_type) text_addf(&name, " [%s]", frame_type_name((enum frame_type)type));
        row->name = arena_copy(&tree->texts, text_str(&name), name.len);
    }
    text_free(&name);
    array_free(&todo);
    frame_names_free(&names);
}

void tree_free(struct tree *tree) {
    array_free(&tree->rows);
    arena_free(&tree->texts);
}

/* ==== Lines ================================================================================== */

struct lines {
    const char *branch, *last, *through, *blank;
};

static const struct lines box = {"├─ ", "└─ ", "│  ", "   "};
static const struct lines ascii = {"|- ", "`- ", "|  ", "   "};

/* For each row: does a sibling follow it, does one stand before it? */
static void find_siblings(const struct tree *tree, bool *before, bool *after) {
    ARRAY(size_t) open = {0}; /* by depth: the last row; SIZE_MAX: none below its parent yet */
    for (size_t i = 0; i < tree->rows.len; i++) {
        uint32_t depth = tree->rows.items[i].depth;
        while (open.len <= depth) array_push(&open, SIZE_MAX);
        open.len = depth + 1;
        size_t last = open.items[depth];
        before[i] = last != SIZE_MAX;
        if (before[i]) after[last] = true;
        open.items[depth] = i;
    }
    array_free(&open);
}

static void add_guides(const struct tree *tree, const struct lines *lines,
                       void (*add)(void *context, size_t row, const char *guide), void *context) {
    bool *before = mem_zero(tree->rows.len + 1, 1), *after = mem_zero(tree->rows.len + 1, 1);
    find_siblings(tree, before, after);
    ARRAY(bool) open = {0};        /* of each indent: does its line go on? */
    ARRAY(uint32_t) indents = {0}; /* of the row's ancestors, by depth */
    struct text guide = {0};
    for (size_t i = 0; i < tree->rows.len; i++) {
        uint32_t depth = tree->rows.items[i].depth;
        indents.len = depth < indents.len ? depth : indents.len;
        uint32_t above = indents.len ? indents.items[indents.len - 1] : 0;
        bool forks = before[i] || after[i];
        text_clear(&guide);
        for (uint32_t k = 0; k < above; k++)
            text_add(&guide, array_at(&open, k) ? lines->through : lines->blank);
        if (forks) {
            text_add(&guide, after[i] ? lines->branch : lines->last);
            open.len = above;
            array_push(&open, after[i]);
        }
        array_push(&indents, above + forks);
        add(context, i, text_str(&guide));
    }
    text_free(&guide);
    array_free(&open);
    array_free(&indents);
    free(before);
    free(after);
}

/* ==== Tables ================================================================================= */

static void add_columns(const struct tree_columns *columns, struct table *table) {
    bool value = columns->unit != PROFILE_NO_UNIT;
    table_column(table, (struct table_column){.title = amount_title(columns->unit),
                                              .key = value ? "value" : "samples",
                                              .number = true});
    table_column(table, (struct table_column){.title = "%", .key = "percent", .number = true});
    if (columns->self)
        table_column(table, (struct table_column){.title = "self",
                                                  .key = value ? "self_value" : "self",
                                                  .number = true});
    table_column(table, (struct table_column){
                            .title = columns->title, .key = columns->title, .flexible = true});
}

static void add_numbers(const struct tree_row *row, const struct tree_columns *columns,
                        struct table *table) {
    amount_cell(table, columns->unit, row->samples);
    table_percent(table, row->share);
    if (columns->self) amount_cell(table, columns->unit, row->self);
}

struct filling {
    const struct tree *tree;
    const struct tree_columns *columns;
    struct table *table;
};

static void add_row(void *context, size_t i, const char *guide) {
    const struct filling *filling = context;
    const struct tree_row *row = &filling->tree->rows.items[i];
    add_numbers(row, filling->columns, filling->table);
    table_branch(filling->table, guide, row->name, row->packages);
}

void tree_fill_table(const struct tree *tree, const struct tree_columns *columns,
                     struct table *table) {
    struct filling filling = {tree, columns, table};
    add_columns(columns, table);
    add_guides(tree, columns->ascii ? &ascii : &box, add_row, &filling);
}

void tree_add_markdown(const struct tree *tree, const struct tree_columns *columns,
                       const char *heading, struct text *out) {
    struct table table = {0};
    const struct table_style style = {.columns = MARKDOWN_COLUMNS};
    struct tree_columns drawn = *columns;
    drawn.ascii = false; /* Markdown is UTF-8 */
    if (heading) {
        text_add(out, "### ");
        markdown_add(out, heading);
        text_add(out, "\n\n");
    }
    /* A line of the table begins with blanks and a number: none can end the block. */
    text_add(out, "```\n");
    tree_fill_table(tree, &drawn, &table);
    table_write_text(&table, &style, out);
    text_add(out, "```\n");
    table_free(&table);
}

/* ==== On a sheet ============================================================================ */

void tree_add(const struct tree *tree, const struct profile *profile,
              const struct tree_shape *shape, struct sheet *sheet) {
    bool value = shape->unit != PROFILE_NO_UNIT;
    const char *title = frame_by_title(shape->by);
    sheet_table(sheet, (struct sheet_table){.key = "nodes", .tree = true});
    sheet_number_column(sheet, SHEET_ALL, amount_title(shape->unit), value ? "value" : "samples");
    sheet_number_column(sheet, SHEET_ALL, "%", "percent");
    sheet_number_column(sheet, shape->self ? SHEET_ALL : SHEET_JSON, "self",
                        value ? "self_value" : "self");
    sheet_column(sheet,
                 (struct sheet_column){
                     .title = title, .key = title, .flexible = true, .formats = SHEET_TABLES});
    for (size_t i = 0; i < tree->rows.len; i++) {
        const struct tree_row *row = &tree->rows.items[i];
        sheet_row_at(sheet, row->depth);
        frame_add_fields(&profile->frames, row->frame, shape->by, shape->frame_type, sheet);
        sheet_cell(sheet, amount_of(shape->unit, row->samples));
        sheet_cell(sheet, cell_percent(row->share));
        sheet_cell(sheet, amount_of(shape->unit, row->self));
        sheet_cell(sheet, cell_name(row->name, row->packages));
    }
    sheet_end(sheet);
    sheet_field(sheet, "nodes_left_out", cell_count(tree->left_out));
}
