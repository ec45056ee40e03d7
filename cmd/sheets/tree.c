#include "cmd/sheets/tree.h"

#include "base/units.h"

struct child {
    uint32_t node;
    uint64_t samples;
};

typedef ARRAY(struct child) child_list;

/* Least samples first, since the last one is taken first; what is equal in the reverse of the call
 * tree's order, which is that of names. */
ORDERED(compare_children, struct child, RISING(samples), FALLING(node))

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
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&profile->frames, options->by, &names);
    OWNED(array_release) child_list todo = {0};
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
            row.share = units_percent(row.samples, options->all);
            array_push(&tree->rows, row);
            frame_names_see(&names, node->frame);
        }
        push_children(calls, (uint32_t)(node - calls->nodes), &todo);
    }
    OWNED(text_free) struct text name = {0};
    EACH (struct tree_row, row, &tree->rows) {
        text_clear(&name);
        row->packages = frame_names_add(&names, row->frame, &name);
        uint32_t type = profile->frames.rows.items[row->frame].type;
        if (options->frame_type && type != FRAME_THREAD)
            text_addf(&name, " [%s]", frame_type_name((enum frame_type)type));
        row->name = arena_copy(&tree->texts, text_str(&name), name.len);
    }
}

void tree_free(struct tree *tree) {
    array_free(&tree->rows);
    arena_free(&tree->texts);
}

/* What the samples of a row are about: the nearest row at or above it that says so. */
struct about {
    const struct tree_row *row; /* NULL: all rows so far are about all samples */
    bool own;                   /* the row says it, and is no method */
};

static void next_about(const struct profile *profile, const struct tree_row *row,
                       struct about *about) {
    about->own = profile->frames.rows.items[row->frame].type == FRAME_THREAD;
    if (about->own) about->row = row;
    else if (about->row && row->depth <= about->row->depth) about->row = NULL;
}

void tree_add(const struct tree *tree, const struct profile *profile,
              const struct tree_shape *shape, struct sheet *sheet) {
    bool value = shape->unit != PROFILE_NO_UNIT;
    const char *title = frame_by_title(shape->by);
    const bool csv = sheet_shows(sheet, SHEET_ROWS);
    struct about about = {.row = NULL};
    sheet_table(sheet,
                (struct sheet_table){.key = "nodes", .formats = shape->formats, .tree = true});
    sheet_columns(sheet, column_number(amount_title(shape->unit), value ? "value" : "samples"),
                  column_number("%", "percent"),
                  column_for(shape->self ? SHEET_ALL : SHEET_JSON,
                             column_number("self", value ? "self_value" : "self")));
    if (shape->split && csv)
        sheet_column(sheet, column_for(SHEET_ROWS, column_text(NULL, "group")));
    sheet_column(sheet, column_for(SHEET_TABLES, column_name(title, title)));
    EACH (const struct tree_row, row, &tree->rows) {
        sheet_row_at(sheet, row->depth);
        frame_add_fields(&profile->frames, row->frame, shape->by, shape->frame_type, sheet);
        sheet_cells(sheet, amount_of(shape->unit, row->samples), cell_percent(row->share),
                    amount_of(shape->unit, row->self));
        if (shape->split && csv) {
            next_about(profile, row, &about);
            sheet_cell(sheet, cell_text(about.row ? about.row->name : NULL));
        }
        if (about.own) sheet_cell(sheet, cell_blank());
        else sheet_cell(sheet, cell_name(row->name, row->packages));
    }
    sheet_end(sheet);
    sheet_field(sheet, "nodes_left_out", cell_count(tree->left_out));
}
