#include "cmd/pictures/diff_flame.h"

#include "cmd/cli/message.h"
#include "cmd/pictures/flame_svg.h"

#define WIDTH_PIXELS 1200
#define MAX_BYTES 2000000 /* as flame */
#define MIN_WIDTH 0.1     /* likewise */
#define MUCH 1.5

uint64_t diff_flame_least(uint64_t samples) {
    return (uint64_t)(MIN_WIDTH / WIDTH_PIXELS * (double)samples / 2);
}

/* The tree with one side's counts; each node has a frame of its own, whose colour is the node's. */
static struct calltree side_tree(const struct diff *diff, int side) {
    struct calltree tree = diff->tree;
    tree.nodes = mem_resize(NULL, tree.len, sizeof *tree.nodes);
    for (uint32_t i = 0; i < tree.len; i++) {
        tree.nodes[i] = diff->tree.nodes[i];
        tree.nodes[i].frame = i ? i - 1 : CALLTREE_NONE;
        tree.nodes[i].total = tree.nodes[i].self =
            (uint64_t)llround(diff->nodes.items[i].count[side]);
    }
    for (uint32_t i = 1; i < tree.len; i++)
        tree.nodes[tree.nodes[i].parent].self -= tree.nodes[i].total;
    return tree;
}

static enum flame_change_kind kind_of(const struct diff_measure *m) {
    if (!m->significant) return FLAME_ALIKE;
    if (m->count[1] <= 0) return FLAME_REMOVED;
    if (m->count[0] <= 0) return FLAME_NEW;
    if (m->ratio >= MUCH) return FLAME_GREW_MUCH;
    if (m->ratio <= 1 / MUCH) return FLAME_SHRANK_MUCH;
    return m->ratio > 1 ? FLAME_GREW : FLAME_SHRANK;
}

static void add_subtitle(const struct diff_view *view, struct text *out) {
    text_add(out, "widths: new, ");
    diff_add_side(view, 1, out);
    text_add(out, "; base ");
    diff_add_side(view, 0, out);
    text_add(out, "; colours: change of the subtree's share");
}

static void say_drawn(const struct diff *diff, const struct flame_svg_stats *stats) {
    size_t removed = 0, fresh = 0;
    for (size_t i = 1; i < diff->nodes.len; i++) {
        const struct diff_measure *m = &diff->nodes.items[i];
        removed += m->significant && m->count[1] <= 0;
        fresh += m->significant && m->count[0] <= 0;
    }
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, stats->frames_drawn, "frame");
    text_addf(&line, " drawn at the new side's widths, %zu of the tree new, %zu removed", fresh,
              removed);
    text_add(&line, " (see them with \"Show base\")");
    message_note("%s", text_str(&line));
}

void diff_flame(const struct diff_view *view, struct text *out) {
    const struct diff *diff = view->diff;
    OWNED(calltree_free) struct calltree fresh = side_tree(diff, 1), base = side_tree(diff, 0);
    /* A view of the joined profile in which frame i is node i + 1's; its strings are borrowed. */
    struct profile profile = {.samples = diff->sides[1].samples,
                              .without_stack = diff->sides[1].without_stack};
    profile.frames.strings = diff->joined.frames.strings;
    OWNED(mem_release) uint8_t *kinds = mem_zero(diff->tree.len, sizeof *kinds);
    for (uint32_t i = 1; i < diff->tree.len; i++) {
        array_push(&profile.frames.rows, diff->joined.frames.rows.items[diff->tree.nodes[i].frame]);
        kinds[i - 1] = (uint8_t)kind_of(&diff->nodes.items[i]);
    }
    OWNED(text_free) struct text title = {0}, subtitle = {0};
    comparison_add_name(view->comparison, 0, &title);
    text_add(&title, " → ");
    comparison_add_name(view->comparison, 1, &title);
    add_subtitle(view, &subtitle);
    struct flame_change change = {&base, kinds};
    struct flame_svg_options picture = {
        .title = text_str(&title),
        .subtitle = text_str(&subtitle),
        .color = FLAME_BY_CHANGE,
        .width = WIDTH_PIXELS,
        .min_width = MIN_WIDTH,
        .change = &change,
        .max_bytes = MAX_BYTES,
    };
    struct flame_svg_stats stats = {0};
    flame_svg(&profile, &fresh, &picture, out, &stats);
    say_drawn(diff, &stats);
    array_free(&profile.frames.rows);
}
