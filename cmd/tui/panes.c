/* What the explorer draws: the line of time, tabs, and the tab that is open. */
#include "cmd/tui/explorer.h"

#include "analyzers/methods/callgraph.h"
#include "base/units.h"
#include "cmd/pictures/shades.h"
#include "cmd/read/moment.h"
#include "cmd/cli/child.h"
#include "cmd/write/bars.h"

#include <stdlib.h>
#include <string.h>

#define CHILD_LIMIT (4u << 20) /* bytes of a command's output */
#define NUMBERS 32             /* columns left of names */

const struct tab_about tabs[TAB_COUNT] = {[TAB_OVERVIEW] = {"Findings", "overview", true},
                                          [TAB_METHODS] = {"Methods", NULL, true},
                                          [TAB_CALLERS] = {"Callers", NULL, true},
                                          [TAB_CALLEES] = {"Callees", NULL, true},
                                          [TAB_FLAME] = {"Flame", NULL, true},
                                          [TAB_THREADS] = {"Threads", NULL, true},
                                          [TAB_GC] = {"GC", "gc", true},
                                          [TAB_LOCKS] = {"Locks", "locks", true},
                                          [TAB_IO] = {"I/O", "io", true},
                                          [TAB_EVENTS] = {"Events", "summary", false}};

size_t explorer_rows(const struct explorer *e) {
    return e->screen.lines > LINE_BODY + 1 ? (size_t)(e->screen.lines - LINE_BODY - 1) : 1;
}

static const struct profile *profile_of(const struct explorer *e) {
    return &e->model.samples->profile;
}

/* ==== Preparing ============================================================================= */

void panes_forget(struct explorer *e) {
    calltree_free(&e->tree);
    e->tree = (struct calltree){0};
    e->flame_root = e->flame_chosen = 0;
    for (int i = 0; i < TAB_COUNT; i++)
        if (tabs[i].windowed) text_clear(&e->body[i]);
}

/* --from and --to as they are written: exact, and understood wherever the recording begins. */
static void add_time(struct text *out, int64_t ns) {
    moment_add(out, ns, INT64_MAX);
}

static void run_command(struct explorer *e) {
    struct text from = {0}, to = {0};
    struct text *body = &e->body[e->tab];
    const struct model *m = &e->model;
    const char **arguments = mem_zero(e->paths->len + 8, sizeof *arguments);
    int count = 0;
    arguments[count++] = tabs[e->tab].command;
    if (tabs[e->tab].windowed && (m->from_ns != m->start_ns || m->to_ns != m->end_ns)) {
        text_add(&from, "--from=");
        add_time(&from, m->from_ns);
        text_add(&to, "--to=");
        add_time(&to, m->to_ns);
        arguments[count++] = from.data;
        arguments[count++] = to.data;
    }
    arguments[count++] = "--format=text";
    arguments[count++] = "--no-progress";
    arguments[count++] = "--";
    for (size_t i = 0; i < e->paths->len; i++) arguments[count++] = e->paths->items[i];
    const struct child_limits limits = {CHILD_LIMIT, CHILD_LIMIT, 0, e->screen.columns};
    struct child_result result;
    if (child_run(count, (char *const *)arguments, &limits, &result)) {
        text_add_bytes(body, text_str(&result.out), result.out.len);
        if (result.out.len && result.err.len) text_add_char(body, '\n');
        text_add_bytes(body, text_str(&result.err), result.err.len);
    }
    if (!body->len) text_addf(body, "%s printed nothing\n", tabs[e->tab].command);
    text_free(&result.out);
    text_free(&result.err);
    free(arguments);
    text_free(&from);
    text_free(&to);
}

static void make_tree(struct explorer *e) {
    struct profile *profile = &e->model.samples->profile;
    calltree_free(&e->tree);
    e->tree = (struct calltree){0};
    uint64_t least = profile->samples / 2000;
    if (e->tab == TAB_FLAME || e->method == MODEL_NONE) {
        const struct calltree_options options = {
            .reverse = e->tab == TAB_CALLERS, .merge_types = true, .min_total = least ? least : 1};
        calltree_build(profile, &options, &e->tree);
    } else {
        bool *chosen = mem_zero(profile->frames.rows.len + 1, sizeof *chosen);
        chosen[e->method] = true;
        const struct callgraph_options options = {.way = e->tab == TAB_CALLERS ? CALLGRAPH_CALLERS
                                                                               : CALLGRAPH_CALLEES,
                                                  .merge_types = true,
                                                  .min_share = 0.05};
        callgraph_build(profile, chosen, &options, &e->tree);
        free(chosen);
    }
    e->tree_of = e->tab;
    e->flame_root = e->flame_chosen = 0;
}

static size_t lines_of(const struct text *text) {
    size_t lines = 0;
    for (size_t i = 0; i < text->len; i++) lines += text->data[i] == '\n';
    return lines + (text->len && text->data[text->len - 1] != '\n');
}

static bool is_tree(enum tab tab) {
    return tab == TAB_CALLERS || tab == TAB_CALLEES || tab == TAB_FLAME;
}

void panes_prepare(struct explorer *e) {
    struct list *list = &e->lists[e->tab];
    if (tabs[e->tab].command) {
        if (!e->body[e->tab].len) run_command(e);
        list->rows = lines_of(&e->body[e->tab]);
    } else if (is_tree(e->tab)) {
        if (!e->tree.len || e->tree_of != e->tab) make_tree(e);
        list->rows = e->tab == TAB_FLAME ? e->tree.max_depth + 1 : e->tree.len - 1;
    } else if (e->tab == TAB_THREADS) {
        list->rows = e->model.threads.len;
    } else {
        list->rows = e->model.hot.rows.len;
    }
    size_t shown = explorer_rows(e);
    bool scrolls = tabs[e->tab].command != NULL;
    if (list->chosen >= list->rows) list->chosen = list->rows ? list->rows - 1 : 0;
    if (scrolls) list->first = list->chosen;
    if (list->first > list->chosen) list->first = list->chosen;
    if (list->chosen >= list->first + shown) list->first = list->chosen - shown + 1;
    if (scrolls && list->first + shown > list->rows)
        list->first = list->rows > shown ? list->rows - shown : 0;
    if (scrolls) list->chosen = list->first;
}

/* ==== The upper part ======================================================================== */

static void add_frame(const struct explorer *e, uint32_t frame, struct text *out) {
    frame_add_name(&profile_of(e)->frames, frame, out);
}

static const char *thread_name(const struct explorer *e, uint32_t name) {
    return name ? strings_get(&profile_of(e)->frames.strings, name) : "(not known)";
}

static void draw_title(const struct explorer *e, struct pen *pen) {
    const struct model *m = &e->model;
    struct text line = {0};
    text_addf(&line, "%s  ", e->title);
    if (m->samples->event) {
        text_add_grouped(&line, m->left);
        text_addf(&line, " samples of %s", m->samples->event);
    } else {
        text_add(&line, "no samples");
    }
    pen_style(pen, PEN_BOLD);
    pen_put(pen, text_str(&line), -1);
    text_clear(&line);
    if (m->from_ns != m->start_ns || m->to_ns != m->end_ns) {
        text_add(&line, "  ");
        zone_add_time(&e->zone, m->from_ns, &line);
        text_add(&line, " for ");
        units_add_duration(&line, m->to_ns - m->from_ns);
    }
    if (m->thread != MODEL_NONE) text_addf(&line, "  thread %s", thread_name(e, m->thread));
    if (m->method != MODEL_NONE) {
        text_add(&line, "  with ");
        add_frame(e, m->method, &line);
    }
    pen_style(pen, PEN_PLAIN);
    pen_put(pen, text_str(&line), -1);
    pen_end_line(pen);
    text_free(&line);
}

static int64_t step_time(const struct explorer *e, size_t step) {
    const struct model *m = &e->model;
    double length = (double)(m->end_ns - m->start_ns);
    return m->start_ns + (int64_t)(length * (double)step / (double)m->steps.len);
}

static void draw_time(const struct explorer *e, struct pen *pen) {
    const struct model *m = &e->model;
    uint64_t most = 1;
    if (m->start_ns == m->end_ns) { /* no sample has a time */
        for (int i = LINE_BARS; i <= LINE_MARKS; i++) pen_end_line(pen);
        return;
    }
    for (size_t i = 0; i < m->steps.len; i++)
        if (m->steps.items[i] > most) most = m->steps.items[i];
    struct text bars = {0};
    for (size_t i = 0; i < m->steps.len; i++)
        bars_add(&bars, (double)m->steps.items[i] / (double)most, 0, 1, e->utf8, 1);
    text_add_bytes(pen->out, bars.data, bars.len);
    pen_end_line(pen);
    text_free(&bars);
    for (size_t i = 0; i < m->steps.len; i++) {
        int64_t from = step_time(e, i), to = step_time(e, i + 1);
        bool in = to > m->from_ns && from < m->to_ns;
        pen_put(pen, i == e->cursor ? "^" : in ? "=" : " ", -1);
    }
    pen_end_line(pen);
    struct text mark = {0};
    for (size_t i = 0; i < m->steps.len; i += 20) {
        text_clear(&mark);
        pen_blanks(pen, (int)i - pen->column);
        text_add_char(&mark, '|');
        moment_add_clock(&mark, step_time(e, i), step_time(e, 20) - m->start_ns, &e->zone);
        pen_style(pen, PEN_DIM);
        pen_put(pen, text_str(&mark), 19);
    }
    pen_end_line(pen);
    text_free(&mark);
}

static void draw_tabs(const struct explorer *e, struct pen *pen) {
    for (int i = 0; i < TAB_COUNT; i++) {
        pen_style(pen, i == (int)e->tab ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%d %s", (i + 1) % 10, tabs[i].title);
        pen_style(pen, PEN_PLAIN);
        pen_put(pen, "  ", -1);
    }
    pen_end_line(pen);
}

/* ==== Tabs ================================================================================== */

static void draw_methods(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    const struct model *m = &e->model;
    struct text name = {0};
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s %9s %7s  method%s", m->sort == HOT_BY_SELF ? "[self]" : "self", "%",
             m->sort == HOT_BY_TOTAL ? "[total]" : "total", "%", "");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct hot_row *row = &m->hot.rows.items[i];
        text_clear(&name);
        add_frame(e, row->frame, &name);
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f %9llu %7.2f  ", (unsigned long long)row->self,
                 units_percent(row->self, m->left), (unsigned long long)row->total,
                 units_percent(row->total, m->left));
        pen_put(pen, text_str(&name), -1);
        pen_end_line(pen);
    }
    text_free(&name);
}

static void draw_threads(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    uint64_t all = 0;
    for (size_t i = 0; i < e->model.threads.len; i++) all += e->model.threads.items[i].samples;
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s  thread", "samples", "%");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct model_thread *row = &e->model.threads.items[i];
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f  ", (unsigned long long)row->samples,
                 units_percent(row->samples, all));
        pen_put(pen, thread_name(e, row->name), -1);
        pen_end_line(pen);
    }
}

static void draw_tree(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    struct text name = {0};
    uint64_t all = e->tree.len ? e->tree.nodes[0].total : 0;
    if (e->method != MODEL_NONE) add_frame(e, e->method, &name);
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s  %s of %s", "samples", "%",
             e->tab == TAB_CALLERS ? "callers" : "callees", name.len ? name.data : "everything");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct calltree_node *node = &e->tree.nodes[i + 1];
        text_clear(&name);
        add_frame(e, node->frame, &name);
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f  ", (unsigned long long)node->total,
                 units_percent(node->total, all));
        pen_blanks(pen, (int)(node->depth > 40 ? 40 : node->depth - 1) * 2);
        pen_put(pen, text_str(&name), -1);
        pen_end_line(pen);
    }
    text_free(&name);
}

/* ---- The flame graph: the root on top, a level a line, or two in half blocks ---- */

struct place { /* of a node, columns */
    double from, to;
};

/* For each column the node of that level below the root that has its middle; level 0 is the root.
 */
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
    const struct profile *profile = profile_of(e);
    if (e->tree.nodes[node].frame == CALLTREE_NONE) return shade_of_root.light;
    const struct frame *frame = &profile->frames.rows.items[e->tree.nodes[node].frame];
    const struct strings *strings = &profile->frames.strings;
    return shades_of_packages[shade_of_name(strings_get(strings, frame->package),
                                            strings_len(strings, frame->package))]
        .light;
}

static bool matches(const struct explorer *e, uint32_t node) {
    struct text name = {0};
    bool found = false;
    if (e->search.len && e->tree.nodes[node].frame != CALLTREE_NONE) {
        add_frame(e, e->tree.nodes[node].frame, &name);
        found = strcasestr(text_str(&name), e->search.data) != NULL;
    }
    text_free(&name);
    return found;
}

static void draw_level(const struct explorer *e, uint32_t level, struct pen *pen) {
    int columns = e->screen.columns;
    uint32_t *at = mem_alloc(sizeof *at * (size_t)columns);
    struct text name = {0};
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
        else add_frame(e, e->tree.nodes[at[c]].frame, &name);
        /* Of a long name the end says most. */
        const char *shown = text_str(&name), *dot;
        while ((int)strlen(shown) > end - c - 1 && (dot = strchr(shown, '.')) && dot[1])
            shown = dot + 1;
        if (at[c] == e->flame_chosen) pen_style(pen, PEN_CHOSEN);
        else if (matches(e, at[c])) pen_ground(pen, 0xff40ff, true);
        else pen_ground(pen, color_of(e, at[c]), true);
        int used = end - c > 1 ? pen_put(pen, shown, end - c - 1) : 0;
        pen_blanks(pen, end - c - used - (end - c > 1));
        if (end - c > 1) pen_put(pen, e->utf8 ? "▏" : "|", 1);
    }
    pen_end_line(pen);
    text_free(&name);
    free(at);
}

static void draw_two_levels(const struct explorer *e, uint32_t level, struct pen *pen) {
    int columns = e->screen.columns;
    uint32_t *at = mem_alloc(sizeof *at * (size_t)columns * 2);
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
    free(at);
}

static bool is_dense(const struct explorer *e) {
    return e->dense && e->utf8 && e->colors >= PEN_256;
}

static void draw_flame(const struct explorer *e, struct pen *pen) {
    const struct calltree_node *chosen = &e->tree.nodes[e->flame_chosen];
    struct text name = {0};
    if (chosen->frame == CALLTREE_NONE) text_add(&name, "all");
    else add_frame(e, chosen->frame, &name);
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%llu samples, %.2f %%, %llu on top  %s", (unsigned long long)chosen->total,
             units_percent(chosen->total, e->model.left), (unsigned long long)chosen->self,
             text_str(&name));
    pen_end_line(pen);
    text_free(&name);
    uint32_t deepest = e->tree.max_depth - e->tree.nodes[e->flame_root].depth;
    uint32_t step = is_dense(e) ? 2 : 1;
    uint32_t level = (uint32_t)e->lists[e->tab].first * step;
    for (size_t i = 0; i < explorer_rows(e) && level <= deepest; i++, level += step)
        if (step == 2) draw_two_levels(e, level, pen);
        else draw_level(e, level, pen);
}

uint32_t panes_flame_at(const struct explorer *e, int line, int column) {
    if (line < LINE_BODY || column < 0 || column >= e->screen.columns) return MODEL_NONE;
    uint32_t *at = mem_alloc(sizeof *at * (size_t)e->screen.columns);
    for (int c = 0; c < e->screen.columns; c++) at[c] = MODEL_NONE;
    level_of(e, e->flame_root, (struct place){0, e->screen.columns},
             (uint32_t)(e->lists[TAB_FLAME].first + (size_t)(line - LINE_BODY)) *
                 (is_dense(e) ? 2 : 1),
             at);
    uint32_t found = at[column];
    free(at);
    return found;
}

static void draw_body(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    const char *at = text_str(&e->body[e->tab]);
    pen_style(pen, PEN_DIM);
    pen_putf(pen, "jfrtool %s%s", tabs[e->tab].command,
             tabs[e->tab].windowed ? "" : ", of the whole recording");
    pen_end_line(pen);
    for (size_t i = 0; i < list->first + explorer_rows(e) && *at; i++) {
        size_t len = strcspn(at, "\n");
        if (i >= list->first) {
            struct text line = {0};
            text_add_bytes(&line, at, len);
            bool found = e->search.len && strcasestr(text_str(&line), e->search.data);
            pen_style(pen, found ? PEN_BOLD : PEN_PLAIN);
            pen_put(pen, text_str(&line), -1);
            pen_end_line(pen);
            text_free(&line);
        }
        at += len + (at[len] == '\n');
    }
}

static void draw_help(struct pen *pen) {
    static const char *const lines[] = {
        "1 .. 9, 0, Tab      another tab",
        "up, down, page, home, end, wheel    another row",
        "Enter, click        of a method: its callers; of a thread: only its samples;",
        "                    in the flame graph: it becomes the root",
        "f                   only samples with the method of the row",
        "left, right         the mark ^ on the line of time (in the flame graph: h, l)",
        "[  ]                the window begins, ends at the mark; or drag with the mouse",
        "u                   take back the last filter; x all of them",
        "s                   sort by self, by total",
        "/  n                search, next; in the flame graph what fits is marked",
        "d                   flame graph: two levels a line",
        "y                   copy the command that shows the same",
        "?                   this; q leaves",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        pen_put(pen, lines[i], -1);
        pen_end_line(pen);
    }
}

void panes_draw(struct explorer *e, struct text *out) {
    struct pen pen = {
        .out = out, .columns = e->screen.columns, .colors = e->colors, .utf8 = e->utf8};
    draw_title(e, &pen);
    draw_time(e, &pen);
    draw_tabs(e, &pen);
    if (e->helps) draw_help(&pen);
    else if (tabs[e->tab].command) draw_body(e, &pen);
    else if (e->tab == TAB_METHODS) draw_methods(e, &pen);
    else if (e->tab == TAB_THREADS) draw_threads(e, &pen);
    else if (e->tab == TAB_FLAME) draw_flame(e, &pen);
    else draw_tree(e, &pen);
}

/* ==== For others ============================================================================ */

bool panes_row_name(struct explorer *e, size_t row, struct text *out) {
    if (tabs[e->tab].command) {
        const char *at = text_str(&e->body[e->tab]);
        for (size_t i = 0; i < row && *at; i++)
            at += strcspn(at, "\n") + (strchr(at, '\n') != NULL);
        text_add_bytes(out, at, strcspn(at, "\n"));
        return *at != 0;
    }
    if (row >= e->lists[e->tab].rows) return false;
    if (e->tab == TAB_THREADS) text_add(out, thread_name(e, e->model.threads.items[row].name));
    else if (e->tab == TAB_METHODS) add_frame(e, e->model.hot.rows.items[row].frame, out);
    else if (e->tab != TAB_FLAME) add_frame(e, e->tree.nodes[row + 1].frame, out);
    return e->tab != TAB_FLAME;
}

/* For a shell: within single quotes. */
static void add_quoted(struct text *out, const char *word) {
    text_add_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'') text_add(out, "'\\''");
        else text_add_char(out, *word);
    text_add_char(out, '\'');
}

/* For a regular expression that means nothing but this. */
static void add_exactly(struct text *out, const char *name) {
    struct text pattern = {0};
    text_add_char(&pattern, '^');
    for (; *name; name++) {
        if (strchr("\\.^$|()[]{}*+?", *name)) text_add_char(&pattern, '\\');
        text_add_char(&pattern, *name);
    }
    text_add_char(&pattern, '$');
    add_quoted(out, text_str(&pattern));
    text_free(&pattern);
}

void panes_add_command(const struct explorer *e, struct text *out) {
    static const char *const names[TAB_COUNT] = {[TAB_METHODS] = "hot-methods --top 0",
                                                 [TAB_CALLERS] = "callers",
                                                 [TAB_CALLEES] = "callees",
                                                 [TAB_FLAME] = "flame -o flame.svg",
                                                 [TAB_THREADS] = "threads"};
    const struct model *m = &e->model;
    bool rows = !tabs[e->tab].command, calls = e->tab == TAB_CALLERS || e->tab == TAB_CALLEES;
    struct text name = {0};
    if (calls && e->method == MODEL_NONE)
        text_addf(out, "jfrtool tree%s", e->tab == TAB_CALLERS ? " --reverse" : "");
    else text_addf(out, "jfrtool %s", rows ? names[e->tab] : tabs[e->tab].command);
    if (e->tab == TAB_METHODS && m->sort == HOT_BY_TOTAL) text_add(out, " --sort total");
    if (tabs[e->tab].windowed && (m->from_ns != m->start_ns || m->to_ns != m->end_ns)) {
        text_add(out, " --from ");
        add_time(out, m->from_ns);
        text_add(out, " --to ");
        add_time(out, m->to_ns);
    }
    if (rows && m->thread != MODEL_NONE) {
        text_add(out, " --thread ");
        add_exactly(out, thread_name(e, m->thread));
    }
    if (rows && m->method != MODEL_NONE) {
        add_frame(e, m->method, &name);
        text_add(out, " --include ");
        add_exactly(out, text_str(&name));
    }
    if (calls && e->method != MODEL_NONE) {
        text_clear(&name);
        add_frame(e, e->method, &name);
        text_add_char(out, ' ');
        add_quoted(out, text_str(&name));
    }
    for (size_t i = 0; i < e->paths->len; i++) {
        text_add_char(out, ' ');
        add_quoted(out, e->paths->items[i]);
    }
    text_free(&name);
}
