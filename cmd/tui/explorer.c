#include "cmd/tui/explorer.h"

#include "base/clock.h"
#include "base/posix.h"
#include "base/base64.h"
#include "cmd/tui/flame.h"
#include "cmd/tui/leads.h"
#include "cmd/tui/sorting.h"

#include <stdio.h>

#define KEYS_OF_ALL \
    "q quit  ? keys  Enter opens the row  [ ] window  / search  u undo  y copy the command"
#define KEYS_IN_SHORT "q quit  ? keys  Enter  [ ] window  / search  u undo  y copy"
#define WAIT (60 * NS_PER_S)             /* nothing changes by itself */
#define WAIT_FOR_COMMAND (NS_PER_S / 10) /* what it writes besides its output is taken, too */
#define ASIDE 20                         /* columns that < and > move */
#define ASIDE_MOST 2000                  /* wider than any table */
#define BACKSPACE 127
#define ENTER '\r'
#define RETURN '\n'
#define TAB '\t'

static void say(struct explorer *e, const char *text) {
    text_clear(&e->said);
    text_add(&e->said, text);
}

void explorer_apply(struct explorer *e) {
    model_apply(&e->model, e->screen.columns > 0 ? (size_t)e->screen.columns : 1);
    if (e->cursor >= e->model.steps.len) e->cursor = e->model.steps.len - 1;
    panes_forget(e);
    e->lists[TAB_METHODS] = e->lists[TAB_CALLERS] = e->lists[TAB_CALLEES] = (struct list){0};
}

int explorer_tabs(const struct explorer *e) {
    return e->paths->len == 2 ? TAB_COUNT : TAB_DIFF;
}

static void go_to(struct explorer *e, int tab) {
    e->tab = (enum tab)((tab + explorer_tabs(e)) % explorer_tabs(e));
    e->helps = false;
    e->aside = 0;
}

/* ==== Time ================================================================================== */

static int64_t time_of(const struct explorer *e, size_t step) {
    const struct model *m = &e->model;
    if (step >= m->steps.len) return m->end_ns;
    double length = (double)m->end_ns - (double)m->start_ns;
    int64_t time = m->start_ns + (int64_t)(length * (double)step / (double)m->steps.len);
    /* Where samples of one grain are cut from the next: then commands count the same. */
    int64_t grain = m->samples->profile.time_grain;
    return grain > 0 && time > m->start_ns ? time - time % grain : time;
}

/* Of the steps from..to, both of them in it. */
static void set_window(struct explorer *e, size_t from, size_t to) {
    if (from > to) {
        size_t swap = from;
        from = to;
        to = swap;
    }
    int64_t begin = time_of(e, from), end = time_of(e, to + 1);
    if (begin >= end) return;
    e->model.from_ns = begin;
    e->model.to_ns = end;
    explorer_apply(e);
}

static void set_edge(struct explorer *e, bool begin) {
    struct model *m = &e->model;
    if (m->start_ns == m->end_ns) return; /* no sample has a time */
    int64_t *edge = begin ? &m->from_ns : &m->to_ns;
    *edge = time_of(e, begin ? e->cursor : e->cursor + 1);
    if (m->from_ns >= m->to_ns) { /* it moves past the other one, which goes to its end */
        if (begin) m->to_ns = m->end_ns;
        else m->from_ns = m->start_ns;
    }
    explorer_apply(e);
}

static void take_back(struct explorer *e, bool all) {
    struct model *m = &e->model;
    if (!model_is_filtered(m)) {
        say(e, "nothing is filtered");
        return;
    }
    if (all || m->method != MODEL_NONE || m->thread != MODEL_NONE) {
        if (!all && m->method == MODEL_NONE) m->thread = MODEL_NONE;
        if (all) m->thread = MODEL_NONE;
        m->method = MODEL_NONE;
        if (!all) {
            explorer_apply(e);
            return;
        }
    }
    m->from_ns = m->start_ns;
    m->to_ns = m->end_ns;
    explorer_apply(e);
}

/* ==== Rows ================================================================================== */

/* Panes keep it among the rows that there are. */
static void move(struct explorer *e, long by) {
    struct list *list = &e->lists[e->tab];
    long at = (long)list->chosen + by;
    list->chosen = (size_t)(at < 0 ? 0 : at);
}

static uint32_t row_frame(const struct explorer *e) {
    const struct list *list = &e->lists[e->tab];
    if (e->tab == TAB_METHODS && list->chosen < e->model.hot.rows.len)
        return e->model.hot.rows.items[list->chosen].frame;
    if ((e->tab == TAB_CALLERS || e->tab == TAB_CALLEES) && list->chosen + 1 < e->tree.len)
        return e->tree.nodes[e->tree_rows[list->chosen]].frame;
    if (e->tab == TAB_FLAME && e->tree.len) return e->tree.nodes[e->flame_chosen].frame;
    return MODEL_NONE; /* also that of the root */
}

static void only_thread(struct explorer *e, uint32_t name) {
    e->model.thread = name;
    explorer_apply(e);
    go_to(e, TAB_METHODS);
}

static void show_calls(struct explorer *e, uint32_t frame) {
    e->method = frame;
    panes_forget_tree(e);
    e->lists[TAB_CALLERS] = e->lists[TAB_CALLEES] = (struct list){0};
}

static void forget_detail(struct explorer *e) {
    e->detail_types = NULL;
    text_clear(&e->detail_where);
    text_clear(&e->body[TAB_EVENTS]);
    e->lists[TAB_EVENTS] = (struct list){0};
    if (e->child_tab == TAB_EVENTS) panes_forget_command(e);
}

/* Goes where the row of a report leads. */
static void follow(struct explorer *e) {
    OWNED(lead_free) struct lead lead;
    lead_find(e, e->lists[e->tab].chosen, &lead);
    switch (lead.kind) {
    case LEAD_NOWHERE: say(e, "this row leads nowhere"); break;
    case LEAD_THREAD: only_thread(e, lead.id); break;
    case LEAD_METHOD:
        show_calls(e, lead.id);
        go_to(e, TAB_CALLERS);
        break;
    case LEAD_EVENTS:
        forget_detail(e);
        e->detail_types = lead.types;
        e->detail_from = e->tab;
        text_add(&e->detail_where, text_str(&lead.where));
        go_to(e, TAB_EVENTS);
        break;
    case LEAD_FINDING:
        if (lead.to_ns) {
            e->model.from_ns = lead.from_ns;
            e->model.to_ns = lead.to_ns;
            explorer_apply(e);
        }
        if (lead.tab != TAB_COUNT && tabs[lead.tab].command) {
            e->report[lead.tab] = lead.report;
            text_clear(&e->body[lead.tab]);
        }
        go_to(e, (int)(lead.tab == TAB_COUNT ? TAB_METHODS : lead.tab));
    }
}

/* Whatever is open closes; else nothing. */
static void escape(struct explorer *e) {
    if (e->helps) e->helps = false;
    else if (e->tab == TAB_EVENTS && e->detail_types) {
        forget_detail(e);
        go_to(e, (int)e->detail_from);
    } else if (e->tab == TAB_FLAME && e->flame_root) e->flame_root = e->flame_chosen = 0;
    else if ((e->tab == TAB_CALLERS || e->tab == TAB_CALLEES) && e->method != MODEL_NONE)
        show_calls(e, MODEL_NONE);
    else if (e->search.len) text_clear(&e->search);
}

static void sort_by(struct explorer *e, enum hot_sort sort) {
    e->model.sort = sort;
    explorer_apply(e);
}

/* Findings are sentences. */
static bool is_sortable(const struct explorer *e) {
    return tabs[e->tab].command && e->tab != TAB_OVERVIEW;
}

static void say_sorted(struct explorer *e, const struct text *heading) {
    text_addf(&e->said, "sorted by %s", text_str(heading));
}

static void sort_on(struct explorer *e) {
    OWNED(text_free) struct text heading = {0};
    if (is_sortable(e)) {
        if (sorting_next(&e->body[e->tab], e->lists[e->tab].chosen, &e->sorted, &heading))
            say_sorted(e, &heading);
    } else if (e->tab == TAB_THREADS) e->pools.by_name = !e->pools.by_name;
    else sort_by(e, e->model.sort == HOT_BY_SELF ? HOT_BY_TOTAL : HOT_BY_SELF);
}

/* A click on a line of a report that is the headings of a table. */
static bool sort_report(struct explorer *e, size_t row, int column) {
    OWNED(text_free) struct text heading = {0};
    size_t at = (column < 0 ? 0 : (size_t)column) + e->aside;
    if (!is_sortable(e) || !sorting_click(&e->body[e->tab], row, at, &heading)) return false;
    say_sorted(e, &heading);
    return true;
}

/* A click on a heading. */
static void sort_at(struct explorer *e, int column) {
    enum { SELF_ENDS = 18, TOTAL_ENDS = 36, SAMPLES_END = 18 };
    if (e->tab == TAB_THREADS) e->pools.by_name = column >= SAMPLES_END;
    else if (e->tab == TAB_METHODS && column < TOTAL_ENDS)
        sort_by(e, column < SELF_ENDS ? HOT_BY_SELF : HOT_BY_TOTAL);
}

static void enter(struct explorer *e) {
    const struct list *list = &e->lists[e->tab];
    if (e->tab == TAB_THREADS && list->chosen < e->pools.rows.len) {
        const struct pool_row *row = &e->pools.rows.items[list->chosen];
        if (row->thread == MODEL_NONE) pools_toggle(&e->pools, list->chosen);
        else only_thread(e, row->thread);
    } else if (tabs[e->tab].command) {
        follow(e);
    } else if (e->tab == TAB_FLAME) {
        e->flame_root = e->flame_root == e->flame_chosen ? 0 : e->flame_chosen;
        e->lists[TAB_FLAME].first = e->lists[TAB_FLAME].chosen = 0;
    } else if (row_frame(e) != MODEL_NONE) {
        show_calls(e, row_frame(e));
        if (e->tab == TAB_METHODS) go_to(e, TAB_CALLERS);
    }
}

static void filter_method(struct explorer *e) {
    uint32_t frame = row_frame(e);
    if (frame == MODEL_NONE) {
        say(e, "this row is no method");
        return;
    }
    e->model.method = frame;
    explorer_apply(e);
}

static void move_in_flame(struct explorer *e, int key) {
    const struct calltree_node *nodes = e->tree.nodes, *at = &nodes[e->flame_chosen];
    uint32_t to = MODEL_NONE;
    if (key == KEY_DOWN) to = at->first_child;
    else if (e->flame_chosen == e->flame_root) return;
    else if (key == KEY_UP) to = at->parent;
    else if (key == 'l') to = at->next_sibling;
    else
        for (uint32_t s = nodes[at->parent].first_child; s != e->flame_chosen;
             s = nodes[s].next_sibling)
            to = s;
    if (to == MODEL_NONE || to == CALLTREE_NONE) return;
    e->flame_chosen = to;
    struct list *list = &e->lists[TAB_FLAME];
    list->chosen = nodes[to].depth - nodes[e->flame_root].depth;
}

static void search_on(struct explorer *e) {
    struct list *list = &e->lists[e->tab];
    OWNED(text_free) struct text name = {0};
    if (!e->search.len || e->tab == TAB_FLAME) return;
    if (e->tab == TAB_THREADS) { /* threads are looked for, also those that a pool hides */
        pools_open_all(&e->pools, &e->model);
        list->rows = e->pools.rows.len;
    }
    for (size_t i = 1; i <= list->rows; i++) {
        size_t row = (list->chosen + i) % list->rows;
        text_clear(&name);
        if (panes_row_name(e, row, &name) && strcasestr(text_str(&name), e->search.data)) {
            list->chosen = row;
            return;
        }
    }
    text_addf(&e->said, "\"%s\" is nowhere here", e->search.data);
}

static void type_search(struct explorer *e, const struct key_press *key) {
    if (key->key == ENTER || key->key == RETURN) {
        e->searching = false;
        search_on(e);
    } else if (key->key == KEY_ESCAPE) {
        e->searching = false;
        text_clear(&e->search);
    } else if (key->key == BACKSPACE || key->key == '\b') {
        if (e->search.len) e->search.data[--e->search.len] = 0;
    } else if (key->key >= ' ' && key->key < 256 && e->search.len < 200) {
        text_add_char(&e->search, (char)key->key);
    }
}

/* ==== Copying =============================================================================== */

/* OSC 52: the terminal puts it into the clipboard, also over ssh. */
static void copy(const struct text *text) {
    OWNED(text_free) struct text out = {0};
    text_add(&out, "\x1b]52;c;");
    base64_add(&out, text->data, text->len);
    text_add_char(&out, '\a');
    for (size_t done = 0; done < out.len;) {
        ssize_t n = write(STDOUT_FILENO, out.data + done, out.len - done);
        if (n <= 0) break;
        done += (size_t)n;
    }
}

static void copy_command(struct explorer *e) {
    panes_add_command(e, &e->said);
    copy(&e->said);
}

/* ==== Keys ================================================================================== */

static void press(struct explorer *e, const struct key_press *key) {
    struct list *list = &e->lists[e->tab];
    size_t step = key->column < 0 ? 0 : (size_t)key->column;
    if (step >= e->model.steps.len) step = e->model.steps.len - 1;
    if (key->line >= LINE_BARS && key->line <= LINE_MARKS) {
        if (e->model.start_ns == e->model.end_ns) return;
        e->dragging = true;
        e->drag_from = e->cursor = step;
    } else if (key->line == LINE_TABS) {
        go_to(e, (int)panes_tab_at(e, key->column));
    } else if (key->line >= LINE_BODY && e->tab == TAB_FLAME) {
        uint32_t node = flame_at(e, key->line, key->column);
        if (node == MODEL_NONE) return;
        e->flame_chosen = node;
        enter(e);
    } else if (key->line == LINE_HEAD) {
        sort_at(e, key->column);
    } else if (key->line >= LINE_BODY) {
        size_t row = list->first + (size_t)(key->line - LINE_BODY);
        if (row >= list->rows) return;
        if (sort_report(e, row, key->column)) return;
        bool again = row == list->chosen;
        list->chosen = row;
        if (again) enter(e);
    }
}

static void drag(struct explorer *e, const struct key_press *key, bool ends) {
    if (!e->dragging) return;
    size_t step = key->column < 0 ? 0 : (size_t)key->column;
    if (step >= e->model.steps.len) step = e->model.steps.len - 1;
    bool moved = step != e->cursor;
    e->cursor = step;
    e->dragging = !ends;
    if (e->drag_from != step && (moved || ends)) set_window(e, e->drag_from, step);
}

bool explorer_take(struct explorer *e, const struct key_press *key) {
    size_t page = explorer_rows(e);
    bool flame = e->tab == TAB_FLAME;
    if (e->searching) {
        type_search(e, key);
        return true;
    }
    if (key->key != KEY_NONE) text_clear(&e->said);
    switch (key->key) {
    case 'q': return false;
    case '?':
    case KEY_F1: e->helps = !e->helps; break;
    case KEY_ESCAPE: escape(e); break;
    case TAB: go_to(e, (int)e->tab + 1); break;
    case KEY_BACK_TAB: go_to(e, (int)e->tab - 1); break;
    case KEY_UP:
    case KEY_DOWN:
        if (flame) move_in_flame(e, key->key);
        else move(e, key->key == KEY_UP ? -1 : 1);
        break;
    case 'k': move(e, -1); break;
    case 'j': move(e, 1); break;
    case 'h':
    case 'l':
        if (flame) move_in_flame(e, key->key);
        break;
    case KEY_WHEEL_UP: move(e, -3); break;
    case KEY_WHEEL_DOWN: move(e, 3); break;
    case KEY_PAGE_UP: move(e, -(long)page); break;
    case KEY_PAGE_DOWN:
    case ' ': move(e, (long)page); break;
    case KEY_HOME: e->lists[e->tab].chosen = 0; break;
    case KEY_END: move(e, (long)e->lists[e->tab].rows); break;
    case KEY_LEFT: e->cursor -= e->cursor > 0; break;
    case KEY_RIGHT: e->cursor += e->cursor + 1 < e->model.steps.len; break;
    case '<': e->aside -= e->aside < ASIDE ? e->aside : ASIDE; break;
    case '>': e->aside += tabs[e->tab].command && e->aside < ASIDE_MOST ? ASIDE : 0; break;
    case '[': set_edge(e, true); break;
    case ']': set_edge(e, false); break;
    case 'u':
    case BACKSPACE: take_back(e, false); break;
    case 'x': take_back(e, true); break;
    case 'f': filter_method(e); break;
    case 's': sort_on(e); break;
    case 'd': e->dense = !e->dense; break;
    case 'r': panes_next_report(e); break;
    case 'y': copy_command(e); break;
    case '/':
        e->searching = true;
        text_clear(&e->search);
        break;
    case 'n': search_on(e); break;
    case ENTER:
    case RETURN: enter(e); break;
    case KEY_PRESS: press(e, key); break;
    case KEY_DRAG: drag(e, key, false); break;
    case KEY_RELEASE: drag(e, key, true); break;
    default:
        if (key->key >= '1' && key->key <= '9') go_to(e, key->key - '1');
        else if (key->key == '0') go_to(e, TAB_EVENTS);
        else if (key->key == '-' && explorer_tabs(e) > TAB_DIFF) go_to(e, TAB_DIFF);
    }
    return true;
}

/* ==== The loop ============================================================================== */

static void draw(struct explorer *e) {
    OWNED(text_free) struct text picture = {0}, bottom = {0};
    struct pen pen = {.out = &bottom, .columns = e->screen.columns, .utf8 = e->utf8};
    panes_prepare(e);
    panes_draw(e, &picture);
    if (e->searching) pen_putf(&pen, "/%s", text_str(&e->search));
    else if (e->said.len) pen_put(&pen, text_str(&e->said), -1);
    else
        pen_put(&pen, strlen(KEYS_OF_ALL) <= (size_t)pen.columns ? KEYS_OF_ALL : KEYS_IN_SHORT, -1);
    screen_draw(&e->screen, &picture, text_str(&bottom));
}

static void ask_for_mouse(bool on) {
    fputs(on ? KEYS_MOUSE_ON : KEYS_MOUSE_OFF, stdout);
    fflush(stdout);
}

/* Not those that only go to another tab or draw a window: they may come fast. Nor those that need
 * only what samples say, while a command runs. */
static bool needs_rows(const struct explorer *e, int key) {
    if (e->searching) return key == ENTER || key == RETURN;
    if (tabs[e->tab].command && (key == KEY_LEFT || key == KEY_RIGHT)) return false;
    if (tabs[e->tab].command && key > 0 && key < BACKSPACE && strchr("?<>[]uxsdyfr", key))
        return false;
    return key != TAB && key != KEY_BACK_TAB && key != KEY_DRAG && key != KEY_RELEASE &&
           !(key >= '0' && key <= '9') && key != '/' && key != 'q';
}

/* For the user, or for the command that runs: its tab is there, or has taken another second. */
static int wait_for_either(struct explorer *e) {
    int64_t end = clock_now() + NS_PER_S;
    while (e->child.pid) {
        int got = screen_wait(&e->screen, e->child.out, WAIT_FOR_COMMAND);
        if (panes_take(e) || e->screen.len || got == SCREEN_RESIZED || got == SCREEN_GONE ||
            clock_now() >= end)
            return got;
    }
    return screen_wait(&e->screen, -1, WAIT);
}

void explorer_run(struct explorer *e) {
    bool stays = true;
    screen_open(&e->screen);
    ask_for_mouse(true);
    explorer_apply(e);
    e->cursor = 0;
    while (stays) {
        draw(e);
        int got = wait_for_either(e);
        if (got == SCREEN_GONE) break;
        if (got == SCREEN_RESIZED) {
            ask_for_mouse(true);
            explorer_apply(e);
            panes_forget_command(e);
            for (int i = 0; i < TAB_COUNT; i++) text_clear(&e->body[i]);
        }
        for (size_t at = 0; stays && at < e->screen.len;) {
            struct key_press key;
            at += keys_take(e->screen.bytes + at, e->screen.len - at, &key);
            if (needs_rows(e, key.key))
                panes_complete(e); /* an earlier key of these has changed them */
            stays = explorer_take(e, &key);
        }
    }
    ask_for_mouse(false);
    screen_close(&e->screen);
    panes_forget_command(e);
    for (int i = 0; i < TAB_COUNT; i++) text_free(&e->body[i]);
    panes_forget_tree(e);
    free_each(text_free, &e->said, &e->search, &e->detail_where);
    pools_free(&e->pools);
}
