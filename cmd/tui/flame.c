/* The flame graph in a terminal: a level a line, or two in half blocks. */
#include "cmd/tui/flame.h"

#include "base/units.h"
#include "base/plural.h"
#include "cmd/pictures/shades.h"

static void add_name(const struct explorer *e, uint32_t frame, struct text *out) {
    frame_add_name(&e->model.samples->profile.frames, frame, out);
}

struct place { /* of a node, columns */
    double from, to;
};

/* For each column the node of that level below the root that has its middle; 0: the root's. */
static void level_of(const struct explorer *e, uint32_t node, struct place place, uint32_t level,
                     uint32_t *columns) {
    const struct calltree_node *nodes = e->tree.nodes;
    /* Down the tree without recursion: what is narrower than half a column is left out. */
    struct {
        uint32_t node, level;
        struct place place;
    } *stack = mem_alloc(sizeof *stack * ((size_t)e->screen.columns * 4 + 64));
    size_t count = 0;
    stack[count].node = node;
    stack[count].level = 0;
    stack[count++].place = place;
    while (count) {
        uint32_t at = stack[count - 1].node, here = stack[count - 1].level;
        struct place p = stack[--count].place;
        if (here == level) {
            for (int c = (int)(p.from + 0.5); c < e->screen.columns && c + 0.5 < p.to; c++)
                columns[c] = at;
            continue;
        }
        double left = p.from, width = p.to - p.from;
        for (uint32_t s = nodes[at].first_child; s != CALLTREE_NONE; s = nodes[s].next_sibling) {
            double w = width * (double)nodes[s].total / (double)nodes[at].total;
            if (w >= 0.5 && count < (size_t)e->screen.columns * 4 + 63) {
                stack[count].node = s;
                stack[count].level = here + 1;
                stack[count++].place = (struct place){left, left + w};
            }
            left += w;
        }
    }
    free(stack);
}

static uint32_t color_of(const struct explorer *e, uint32_t node) {
    const struct profile *profile = &e->model.samples->profile;
    if (e->tree.nodes[node].frame == CALLTREE_NONE) return shade_of_root.light;
    const struct frame *frame = &profile->frames.rows.items[e->tree.nodes[node].frame];
    const struct strings *strings = &profile->frames.strings;
    return shades_of_packages[shade_of_name(strings_get(strings, frame->package),
                                            strings_len(strings, frame->package))]
        .light;
}

static bool matches(const struct explorer *e, uint32_t node) {
    OWNED(text_free) struct text name = {0};
    bool found = false;
    if (e->search.len && e->tree.nodes[node].frame != CALLTREE_NONE) {
        add_name(e, e->tree.nodes[node].frame, &name);
        found = strcasestr(text_str(&name), e->search.data) != NULL;
    }
    return found;
}

static void draw_level(const struct explorer *e, uint32_t level, struct pen *pen) {
    int columns = e->screen.columns;
    OWNED(mem_release) uint32_t *at = mem_alloc(sizeof *at * (size_t)columns);
    OWNED(text_free) struct text name = {0};
    for (int c = 0; c < columns; c++) at[c] = MODEL_NONE;
    level_of(e, e->flame_root, (struct place){0, columns}, level, at);
    for (int c = 0, end; c < columns; c = end) {
        for (end = c; end < columns && at[end] == at[c]; end++) continue;
        if (at[c] == MODEL_NONE) {
            pen_style(pen, PEN_PLAIN);
            pen_blanks(pen, end - c);
            continue;
        }
        text_clear(&name);
        if (e->tree.nodes[at[c]].frame == CALLTREE_NONE) text_add(&name, "all");
        else add_name(e, e->tree.nodes[at[c]].frame, &name);
        /* Of a long name the end says most. */
        const char *shown = text_str(&name), *dot;
        while ((int)strlen(shown) > end - c - 1 && (dot = strchr(shown, '.')) && dot[1])
            shown = dot + 1;
        if (at[c] == e->flame_chosen) pen_style(pen, PEN_CHOSEN);
        else if (matches(e, at[c])) pen_ground(pen, 0xff40ff, true);
        else pen_ground(pen, color_of(e, at[c]), true);
        int used = pen_put(pen, shown, end - c - 1);
        pen_blanks(pen, end - c - used - (end - c > 1));
        if (end - c > 1) pen_put(pen, e->utf8 ? "▏" : "|", 1);
    }
    pen_end_line(pen);
}

static void draw_two_levels(const struct explorer *e, uint32_t level, struct pen *pen) {
    int columns = e->screen.columns;
    OWNED(mem_release) uint32_t *at = mem_alloc(sizeof *at * (size_t)columns * 2);
    for (int c = 0; c < columns * 2; c++) at[c] = MODEL_NONE;
    level_of(e, e->flame_root, (struct place){0, columns}, level, at);
    level_of(e, e->flame_root, (struct place){0, columns}, level + 1, at + columns);
    for (int c = 0; c < columns; c++) {
        uint32_t upper = at[c], lower = at[columns + c];
        if (upper == MODEL_NONE) {
            pen_style(pen, PEN_PLAIN);
            pen_blanks(pen, 1);
            continue;
        }
        pen_halves(pen, upper == e->flame_chosen ? 0xffffff : color_of(e, upper),
                   lower == MODEL_NONE        ? 0x000000
                   : lower == e->flame_chosen ? 0xffffff
                                              : color_of(e, lower));
        pen_put(pen, "▀", 1);
    }
    pen_end_line(pen);
}

static bool is_dense(const struct explorer *e) {
    return e->dense && e->utf8 && e->colors >= PEN_256;
}

void flame_draw(const struct explorer *e, struct pen *pen) {
    const struct calltree_node *chosen = &e->tree.nodes[e->flame_chosen];
    OWNED(text_free) struct text name = {0};
    if (chosen->frame == CALLTREE_NONE) text_add(&name, "all");
    else add_name(e, chosen->frame, &name);
    pen_style(pen, PEN_HEAD);
    OWNED(text_free) struct text counts = {0};
    text_add_grouped(&counts, chosen->total);
    text_addf(&counts, " sample%s, %.2f %%, ", plural(chosen->total, "", "s"),
              units_percent(chosen->total, e->model.left));
    text_add_grouped(&counts, chosen->self);
    pen_putf(pen, "%s on top  %s", text_str(&counts), text_str(&name));
    pen_end_line(pen);
    uint32_t deepest = e->tree.max_depth - e->tree.nodes[e->flame_root].depth;
    uint32_t step = is_dense(e) ? 2 : 1;
    uint32_t level = (uint32_t)e->lists[e->tab].first * step;
    for (size_t i = 0; i < explorer_rows(e) && level <= deepest; i++, level += step)
        if (step == 2) draw_two_levels(e, level, pen);
        else draw_level(e, level, pen);
}

uint32_t flame_at(const struct explorer *e, int line, int column) {
    if (line < LINE_BODY || column < 0 || column >= e->screen.columns) return MODEL_NONE;
    OWNED(mem_release) uint32_t *at = mem_alloc(sizeof *at * (size_t)e->screen.columns);
    for (int c = 0; c < e->screen.columns; c++) at[c] = MODEL_NONE;
    level_of(e, e->flame_root, (struct place){0, e->screen.columns},
             (uint32_t)(e->lists[TAB_FLAME].first + (size_t)(line - LINE_BODY)) *
                 (is_dense(e) ? 2 : 1),
             at);
    return at[column];
}
