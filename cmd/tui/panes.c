/* What the explorer draws: the line of time, tabs, and the tab that is open. */
#include "cmd/tui/explorer.h"

#include "analyzers/methods/callgraph.h"
#include "base/shell.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "base/plural.h"
#include "cmd/cli/voice.h"
#include "cmd/read/moment.h"
#include "cmd/tui/flame.h"
#include "cmd/tui/help.h"
#include "cmd/tui/leads.h"
#include "cmd/write/bars.h"
#include "cmd/write/fit.h"

#include <ctype.h>
#include <errno.h>

#define CHILD_LIMIT (4u << 20) /* bytes of a command's output */

const struct tab_about tabs[TAB_COUNT] = {[TAB_OVERVIEW] = {"Findings", "overview", true},
                                          [TAB_METHODS] = {"Methods", NULL, true},
                                          [TAB_CALLERS] = {"Callers", NULL, true},
                                          [TAB_CALLEES] = {"Callees", NULL, true},
                                          [TAB_FLAME] = {"Flame", NULL, true},
                                          [TAB_THREADS] = {"Threads", NULL, true},
                                          [TAB_GC] = {"GC", "gc", true},
                                          [TAB_LOCKS] = {"Locks", "locks", true},
                                          [TAB_IO] = {"I/O", "io", true},
                                          [TAB_EVENTS] = {"Events", "summary", false},
                                          [TAB_DIFF] = {"Diff", "diff", false}};

size_t explorer_rows(const struct explorer *e) {
    return e->screen.lines > LINE_BODY + 1 ? (size_t)(e->screen.lines - LINE_BODY - 1) : 1;
}

static const struct profile *profile_of(const struct explorer *e) {
    return &e->model.samples->profile;
}

/* ==== Preparing ============================================================================= */

/* Events about one thing, which are those of the window. */
static bool is_detail(const struct explorer *e, enum tab tab) {
    return tab == TAB_EVENTS && e->detail_types;
}

static bool is_windowed(const struct explorer *e, enum tab tab) {
    return tabs[tab].windowed || is_detail(e, tab);
}

void panes_forget_tree(struct explorer *e) {
    calltree_free(&e->tree);
    e->tree = (struct calltree){0};
    free(e->tree_rows);
    e->tree_rows = NULL;
    e->flame_root = e->flame_chosen = 0;
}

void panes_forget_command(struct explorer *e) {
    struct child_result result;
    if (!e->child.pid) return;
    child_end(&e->child, &result);
    free_each(text_free, &result.out, &result.err);
}

void panes_forget(struct explorer *e) {
    panes_forget_tree(e);
    if (is_windowed(e, e->child_tab)) panes_forget_command(e);
    for (int i = 0; i < TAB_COUNT; i++)
        if (is_windowed(e, (enum tab)i)) text_clear(&e->body[i]);
}

static const char *command_of(const struct explorer *e, enum tab tab) {
    if (is_detail(e, tab)) return "events";
    return e->report[tab] ? e->report[tab]->name : tabs[tab].command;
}

static bool is_report(enum tab tab) {
    return tabs[tab].command && command_of_report_named(tabs[tab].command);
}

void panes_next_report(struct explorer *e) {
    const char *shown = command_of(e, e->tab);
    size_t i = 0;
    if (!is_report(e->tab)) return;
    while (strcmp(command_of_report(i)->name, shown) != 0) i++;
    e->report[e->tab] = command_of_report(i + 1);
    if (!e->report[e->tab]) e->report[e->tab] = command_of_report(0);
    if (e->child_tab == e->tab) panes_forget_command(e);
    text_clear(&e->body[e->tab]);
    e->lists[e->tab] = (struct list){0};
}

/* --from and --to as they are written: exact, and understood wherever the recording begins. */
static void add_time(struct text *out, int64_t ns) {
    moment_add(out, ns, INT64_MAX);
}

/* The command of the tab. Another one is given up: who comes back to its tab asks anew. */
static void start_command(struct explorer *e) {
    OWNED(text_free) struct text from = {0}, to = {0};
    const struct model *m = &e->model;
    OWNED(mem_release) const char **arguments = mem_zero(e->paths->len + 16, sizeof *arguments);
    OWNED(text_free) struct text where = {0}, types = {0};
    int count = 0;
    arguments[count++] = command_of(e, e->tab);
    if (is_detail(e, e->tab)) {
        text_addf(&where, "--where=%s", text_str(&e->detail_where));
        text_add(&types, e->detail_types);
        arguments[count++] = where.data;
        for (char *at = strtok(types.data, " "); at; at = strtok(NULL, " "))
            arguments[count++] = at;
    }
    if (is_windowed(e, e->tab) && (m->from_ns != m->start_ns || m->to_ns != m->end_ns)) {
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
    const struct child_limits limits = {
        .out = CHILD_LIMIT, .err = CHILD_LIMIT, .columns = e->screen.columns};
    panes_forget_command(e);
    e->child_tab = e->tab;
    e->child_since_ns = clock_now();
    if (!child_start(count, (char *const *)arguments, &limits, &e->child)) {
        text_addf(&e->body[e->tab], "no process can be made: %s\n", strerror(errno));
        e->child.pid = 0;
    }
}

/* What is there at once is drawn at once. */
#define AT_ONCE (NS_PER_S / 10)

static bool is_running(const struct explorer *e, enum tab tab) {
    return e->child.pid && e->child_tab == tab;
}

static void end_command(struct explorer *e) {
    struct text *body = &e->body[e->child_tab];
    struct child_result result;
    child_end(&e->child, &result);
    text_clear(body);
    text_add_bytes(body, text_str(&result.out), result.out.len);
    if (result.out.len && result.err.len) text_add_char(body, '\n');
    text_add_bytes(body, text_str(&result.err), result.err.len);
    if (!body->len) text_addf(body, "%s printed nothing\n", command_of(e, e->child_tab));
    if (e->child_tab == TAB_OVERVIEW && !e->lists[TAB_OVERVIEW].chosen)
        e->lists[TAB_OVERVIEW].chosen = lead_first_finding(e);
    free_each(text_free, &result.out, &result.err);
}

static void ask_command(struct explorer *e) {
    int64_t left = AT_ONCE;
    start_command(e);
    while (is_running(e, e->tab) && left > 0) {
        if (!child_take(&e->child, left)) end_command(e);
        left = e->child_since_ns + AT_ONCE - clock_now();
    }
}

bool panes_take(struct explorer *e) {
    if (!e->child.pid || child_take(&e->child, 0)) return false;
    end_command(e);
    return true;
}

void panes_complete(struct explorer *e) {
    panes_prepare(e);
    if (!is_running(e, e->tab)) return;
    while (child_take(&e->child, -1)) {
    }
    end_command(e);
    panes_prepare(e);
}

struct branch {
    uint32_t node;
    uint64_t total;
};

/* Most samples last; among equals, nodes are in the order of names. */
ORDERED(compare_branches, struct branch, RISING(total), FALLING(node))

/* Nodes but the root as rows: each below its parent, the sibling with most samples first. */
static void order_rows(struct explorer *e) {
    const struct calltree_node *nodes = e->tree.nodes;
    OWNED(mem_release) struct branch *todo = mem_zero(e->tree.len, sizeof *todo);
    size_t len = 1, rows = 0; /* of todo, which begins with the root */
    e->tree_rows = mem_zero(e->tree.len, sizeof *e->tree_rows);
    while (len && e->tree.len) {
        uint32_t node = todo[--len].node;
        size_t first = len;
        if (node) e->tree_rows[rows++] = node;
        for (uint32_t c = nodes[node].first_child; c != CALLTREE_NONE; c = nodes[c].next_sibling)
            todo[len++] = (struct branch){c, nodes[c].total};
        qsort(todo + first, len - first, sizeof *todo, compare_branches);
    }
}

static void make_tree(struct explorer *e) {
    struct profile *profile = &e->model.samples->profile;
    panes_forget_tree(e);
    uint64_t least = profile->samples / 2000;
    if (e->tab == TAB_FLAME || e->method == MODEL_NONE) {
        const struct calltree_options options = {
            .reverse = e->tab == TAB_CALLERS, .merge_types = true, .min_total = least ? least : 1};
        calltree_build(profile, &options, &e->tree);
    } else {
        OWNED(mem_release) bool *chosen = mem_zero(profile->frames.rows.len, sizeof *chosen);
        chosen[e->method] = true;
        const struct callgraph_options options = {.way = e->tab == TAB_CALLERS ? CALLGRAPH_CALLERS
                                                                               : CALLGRAPH_CALLEES,
                                                  .merge_types = true,
                                                  .min_share = 0.05};
        callgraph_build(profile, chosen, &options, &e->tree);
    }
    e->tree_of = e->tab;
    order_rows(e);
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
        if (!e->body[e->tab].len && !is_running(e, e->tab)) ask_command(e);
        list->rows = lines_of(&e->body[e->tab]);
    } else if (is_tree(e->tab)) {
        if (!e->tree.len || e->tree_of != e->tab) make_tree(e);
        list->rows = e->tab == TAB_FLAME ? e->tree.max_depth + 1 : e->tree.len - 1;
    } else if (e->tab == TAB_THREADS) {
        pools_make(&e->pools, &e->model);
        list->rows = e->pools.rows.len;
    } else {
        list->rows = e->model.hot.rows.len;
    }
    size_t shown = explorer_rows(e);
    if (list->chosen >= list->rows) list->chosen = list->rows ? list->rows - 1 : 0;
    if (list->first > list->chosen) list->first = list->chosen;
    if (list->chosen >= list->first + shown) list->first = list->chosen - shown + 1;
}

/* ==== The upper part ======================================================================== */

static void add_frame(const struct explorer *e, uint32_t frame, struct text *out) {
    frame_add_name(&profile_of(e)->frames, frame, out);
}

/* The name in what is left of the line: packages become letters where it does not fit. */
static void put_frame(const struct explorer *e, uint32_t frame, struct pen *pen) {
    OWNED(text_free) struct text name = {0}, fitted = {0};
    size_t packages = 0,
           room = pen->column < pen->columns ? (size_t)(pen->columns - pen->column) : 0;
    add_frame(e, frame, &name);
    bool plain = room && pen->utf8; /* else it is put as it is: a name may be anything */
    for (size_t i = 0, dot = 0; i < name.len; i++) {
        unsigned char c = (unsigned char)name.data[i];
        plain = plain && (isalnum(c) || strchr("$_.<>:@", c));
        if (c != '.') continue;
        packages = dot;
        dot = i + 1;
    }
    if (plain) fit_add(&fitted, text_str(&name), name.len, packages, room);
    pen_put(pen, plain ? text_str(&fitted) : text_str(&name), -1);
}

static void draw_title(const struct explorer *e, struct pen *pen) {
    const struct model *m = &e->model;
    OWNED(text_free) struct text line = {0};
    text_addf(&line, "%s  ", e->title);
    if (m->samples->event) {
        text_add_grouped(&line, m->left);
        text_addf(&line, " sample%s of %s", plural(m->left, "", "s"), m->samples->event);
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
    if (m->thread != MODEL_NONE) text_addf(&line, "  thread %s", pools_thread(m, m->thread));
    if (m->method != MODEL_NONE) {
        text_add(&line, "  with ");
        add_frame(e, m->method, &line);
    }
    pen_style(pen, PEN_PLAIN);
    pen_put(pen, text_str(&line), -1);
    pen_end_line(pen);
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
    OWNED(text_free) struct text bars = {0};
    for (size_t i = 0; i < m->steps.len; i++)
        bars_add(&bars, (double)m->steps.items[i] / (double)most, 0, 1, e->utf8, 1);
    text_add_bytes(pen->out, bars.data, bars.len);
    pen_end_line(pen);
    for (size_t i = 0; i < m->steps.len; i++) {
        int64_t from = step_time(e, i), to = step_time(e, i + 1);
        bool in = to > m->from_ns && from < m->to_ns;
        pen_put(pen, i == e->cursor ? "^" : in ? "=" : " ", -1);
    }
    pen_end_line(pen);
    for (size_t i = 0; i < m->steps.len; i += 20) {
        OWNED(text_free) struct text mark = {0};
        pen_blanks(pen, (int)i - pen->column);
        text_add_char(&mark, '|');
        moment_add_clock(&mark, step_time(e, i), step_time(e, 20) - m->start_ns, &e->zone);
        pen_style(pen, PEN_DIM);
        pen_put(pen, text_str(&mark), 19);
    }
    pen_end_line(pen);
}

/* As wide as there is room: "1 Findings  2 Methods", "1Findings 2Methods", or numbers but for the
 * one that is open. */
static int tab_width(const struct explorer *e, int tab, int manner) {
    int title = (int)strlen(tabs[tab].title);
    title += e->warned[tab];
    if (manner == 0) return title + 4;
    return manner == 1 || tab == (int)e->tab ? title + 2 : 2;
}

static int tabs_manner(const struct explorer *e) {
    int manner = 0;
    for (; manner < 2; manner++) {
        int width = 0;
        for (int i = 0; i < explorer_tabs(e); i++) width += tab_width(e, i, manner);
        if (width - (manner ? 1 : 2) <= e->screen.columns) break;
    }
    return manner;
}

static void draw_tabs(const struct explorer *e, struct pen *pen) {
    int manner = tabs_manner(e);
    for (int i = 0; i < explorer_tabs(e); i++) {
        bool named = manner < 2 || i == (int)e->tab;
        pen_style(pen, i == (int)e->tab ? PEN_CHOSEN : e->warned[i] ? PEN_BOLD : PEN_PLAIN);
        pen_putf(pen, "%c%s%s%s", "1234567890-"[i], manner ? "" : " ", named ? tabs[i].title : "",
                 named && e->warned[i] ? "!" : "");
        pen_style(pen, PEN_PLAIN);
        pen_put(pen, manner ? " " : "  ", -1);
    }
    pen_end_line(pen);
}

enum tab panes_tab_at(const struct explorer *e, int column) {
    int at = 0, manner = tabs_manner(e);
    for (int i = 0; i < explorer_tabs(e); i++) {
        at += tab_width(e, i, manner);
        if (column < at) return (enum tab)i;
    }
    return e->tab;
}

/* ==== Tabs ================================================================================== */

#define BAR 12        /* columns */
#define BAR_NEEDS 110 /* columns of the screen: names come first */

static void draw_bar(struct pen *pen, uint64_t part, uint64_t all) {
    if (pen->columns < BAR_NEEDS) return;
    pen_bar(pen, all ? (double)part / (double)all : 0, BAR);
    pen_blanks(pen, 2);
}

static void draw_methods(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    const struct model *m = &e->model;
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s %9s %7s  %*smethod", m->sort == HOT_BY_SELF ? "[self]" : "self", "%",
             m->sort == HOT_BY_TOTAL ? "[total]" : "total", "%",
             pen->columns < BAR_NEEDS ? 0 : BAR + 2, "");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct hot_row *row = &m->hot.rows.items[i];
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f %9llu %7.2f  ", (unsigned long long)row->self,
                 units_percent(row->self, m->left), (unsigned long long)row->total,
                 units_percent(row->total, m->left));
        draw_bar(pen, m->sort == HOT_BY_SELF ? row->self : row->total, m->left);
        put_frame(e, row->frame, pen);
        pen_end_line(pen);
    }
}

static void draw_threads(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    uint64_t all = 0;
    for (size_t i = 0; i < e->model.threads.len; i++) all += e->model.threads.items[i].samples;
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s  %*s%s", e->pools.by_name ? "samples" : "[samples]", "%",
             pen->columns < BAR_NEEDS ? 0 : BAR + 2, "", e->pools.by_name ? "[thread]" : "thread");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct pool_row *row = &e->pools.rows.items[i];
        bool is_pool = row->thread == MODEL_NONE, open = e->pools.open.items[row->pool];
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f  ", (unsigned long long)row->samples,
                 units_percent(row->samples, all));
        draw_bar(pen, row->samples, all);
        pen_put(pen, is_pool ? open ? "- " : "+ " : row->inside ? "    " : "", -1);
        pen_put(pen, pools_name(&e->pools, &e->model, row), -1);
        if (is_pool) pen_putf(pen, " (%u)", row->members);
        pen_end_line(pen);
    }
}

static void draw_tree(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    OWNED(text_free) struct text name = {0};
    uint64_t all = e->tree.len ? e->tree.nodes[0].total : 0;
    if (e->method != MODEL_NONE) add_frame(e, e->method, &name);
    pen_style(pen, PEN_HEAD);
    pen_putf(pen, "%9s %7s  %s of %s", "samples", "%",
             e->tab == TAB_CALLERS ? "callers" : "callees", name.len ? name.data : "everything");
    pen_end_line(pen);
    for (size_t i = list->first; i < list->rows && i < list->first + explorer_rows(e); i++) {
        const struct calltree_node *node = &e->tree.nodes[e->tree_rows[i]];
        pen_style(pen, i == list->chosen ? PEN_CHOSEN : PEN_PLAIN);
        pen_putf(pen, "%9llu %7.2f  ", (unsigned long long)node->total,
                 units_percent(node->total, all));
        pen_blanks(pen, (int)(node->depth > 40 ? 40 : node->depth - 1) * 2);
        put_frame(e, node->frame, pen);
        pen_end_line(pen);
    }
}

/* The bytes of a line's first columns. */
static size_t skip(const char *line, size_t len, size_t columns) {
    size_t at = 0, size;
    for (size_t taken = 0; at < len && taken < columns; at += size)
        taken += (size_t)utf8_width(utf8_next(line + at, len - at, &size));
    return at;
}

static void draw_body(const struct explorer *e, struct pen *pen) {
    const struct list *list = &e->lists[e->tab];
    const char *at = text_str(&e->body[e->tab]);
    OWNED(text_free) struct text call = {0};
    pen_style(pen, PEN_DIM);
    voice_add_call(&call, command_of(e, e->tab));
    pen_putf(pen, "%s%s%s%s%s", text_str(&call), is_detail(e, e->tab) ? " --where " : "",
             is_detail(e, e->tab) ? text_str(&e->detail_where) : "",
             is_windowed(e, e->tab) ? "" : ", of the whole recording",
             is_report(e->tab) ? " (r: the next report)" : "");
    pen_end_line(pen);
    if (is_running(e, e->tab)) {
        int64_t seconds = (clock_now() - e->child_since_ns) / NS_PER_S;
        pen_put(pen, "the recording is being read", -1);
        if (seconds) pen_putf(pen, ", for %lld s", (long long)seconds);
        pen_end_line(pen);
    }
    for (size_t i = 0; i < list->first + explorer_rows(e) && *at; i++) {
        size_t len = strcspn(at, "\n");
        if (i >= list->first) {
            OWNED(text_free) struct text line = {0};
            text_add_bytes(&line, at + skip(at, len, e->aside), len - skip(at, len, e->aside));
            bool found = e->search.len && strcasestr(text_str(&line), e->search.data);
            pen_style(pen, i == list->chosen ? PEN_CHOSEN : found ? PEN_BOLD : PEN_PLAIN);
            pen_put(pen, text_str(&line), -1);
            pen_end_line(pen);
        }
        at += len + (at[len] == '\n');
    }
}

void panes_draw(struct explorer *e, struct text *out) {
    struct pen pen = {
        .out = out, .columns = e->screen.columns, .colors = e->colors, .utf8 = e->utf8};
    draw_title(e, &pen);
    draw_time(e, &pen);
    draw_tabs(e, &pen);
    if (e->helps) help_draw(&pen);
    else if (tabs[e->tab].command) draw_body(e, &pen);
    else if (e->tab == TAB_METHODS) draw_methods(e, &pen);
    else if (e->tab == TAB_THREADS) draw_threads(e, &pen);
    else if (e->tab == TAB_FLAME) flame_draw(e, &pen);
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
    if (e->tab == TAB_THREADS)
        text_add(out, pools_name(&e->pools, &e->model, &e->pools.rows.items[row]));
    else if (e->tab == TAB_METHODS) add_frame(e, e->model.hot.rows.items[row].frame, out);
    else if (e->tab != TAB_FLAME) add_frame(e, e->tree.nodes[e->tree_rows[row]].frame, out);
    return e->tab != TAB_FLAME;
}

void panes_add_command(const struct explorer *e, struct text *out) {
    static const char *const names[TAB_COUNT] = {[TAB_METHODS] = "hot-methods --top 0",
                                                 [TAB_CALLERS] = "callers",
                                                 [TAB_CALLEES] = "callees",
                                                 [TAB_FLAME] = "flame -o flame.svg",
                                                 [TAB_THREADS] = "threads"};
    const struct model *m = &e->model;
    bool rows = !tabs[e->tab].command, calls = e->tab == TAB_CALLERS || e->tab == TAB_CALLEES;
    OWNED(text_free) struct text name = {0};
    if (calls && e->method == MODEL_NONE)
        voice_add_call(out, e->tab == TAB_CALLERS ? "tree --reverse" : "tree");
    else voice_add_call(out, rows ? names[e->tab] : command_of(e, e->tab));
    if (is_detail(e, e->tab)) {
        text_addf(out, " %s --where ", e->detail_types);
        shell_add_word(out, text_str(&e->detail_where));
    }
    if (e->tab == TAB_METHODS && m->sort == HOT_BY_TOTAL) text_add(out, " --sort total");
    if (is_windowed(e, e->tab) && (m->from_ns != m->start_ns || m->to_ns != m->end_ns)) {
        text_add(out, " --from ");
        add_time(out, m->from_ns);
        text_add(out, " --to ");
        add_time(out, m->to_ns);
    }
    if (rows && m->thread != MODEL_NONE) {
        text_add(out, " --thread ");
        shell_add_exactly(out, m->thread ? pools_thread(m, m->thread) : "");
    }
    if (rows && m->method != MODEL_NONE) {
        add_frame(e, m->method, &name);
        text_add(out, " --include ");
        shell_add_exactly(out, text_str(&name));
    }
    if (calls && e->method != MODEL_NONE) {
        text_clear(&name);
        add_frame(e, e->method, &name);
        text_add(out, name.len && name.data[0] == '-' ? " -- " : " ");
        shell_add_word(out, text_str(&name));
    }
    for (size_t i = 0; i < e->paths->len; i++) {
        text_add_char(out, ' ');
        shell_add_path(out, e->paths->items[i]);
    }
}
