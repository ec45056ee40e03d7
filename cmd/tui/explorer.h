/* The explorer: what it shows and where the user is in it.
 *
 *   line 0        what is read, what is filtered          line 4      tabs
 *   lines 1..3    time: bars, window, marks               lines 5..   the tab
 *   last line     keys, or what was just done
 */
#pragma once

#include "analyzers/methods/calltree.h"
#include "cmd/cli/child.h"
#include "cmd/cli/command.h"
#include "cmd/live/screen.h"
#include "cmd/tui/keys.h"
#include "cmd/tui/model.h"
#include "cmd/tui/pen.h"
#include "cmd/tui/pools.h"

enum { LINE_TITLE, LINE_BARS, LINE_WINDOW, LINE_MARKS, LINE_TABS, LINE_HEAD, LINE_BODY };

enum tab {
    TAB_OVERVIEW,
    TAB_METHODS,
    TAB_CALLERS,
    TAB_CALLEES,
    TAB_FLAME,
    TAB_THREADS,
    TAB_GC,
    TAB_LOCKS,
    TAB_IO,
    TAB_EVENTS,
    TAB_DIFF, /* where there are two recordings */
    TAB_COUNT
};

struct list { /* where the user is in the rows of a tab */
    size_t first, chosen, rows;
};

struct explorer {
    struct model model;
    const struct text_list *paths;
    const char *title;
    struct zone zone;
    struct screen screen;
    enum pen_colors colors;
    bool utf8;
    enum tab tab;
    struct list lists[TAB_COUNT];
    size_t cursor; /* step of time */
    bool dragging, dense, helps;
    size_t drag_from;
    struct pools pools;       /* of the tab Threads */
    bool warned[TAB_COUNT];   /* a rule says WARNING of what the tab is about */
    const char *detail_types; /* of the events about one thing that Events shows; NULL: none */
    struct text detail_where;
    enum tab detail_from; /* Escape goes back there */
    uint32_t method;      /* whose callers and callees are shown; MODEL_NONE: of all */
    struct calltree tree; /* of the tab; empty when it must be made */
    enum tab tree_of;
    uint32_t *tree_rows;                     /* its nodes but the root, in the order of rows */
    uint32_t flame_root, flame_chosen;       /* nodes of the tree */
    const struct command *report[TAB_COUNT]; /* that tabs of reports show; NULL: the first */
    struct text body[TAB_COUNT];             /* of tabs that are commands; empty: to be run */
    struct child child;                      /* the command that runs */
    enum tab child_tab;                      /* the tab that it is for */
    int64_t child_since_ns;                  /* when it began */
    size_t sorted;                           /* heading that a table was sorted by last */
    size_t aside;                            /* columns of them that are left of the screen */
    struct text said;                        /* for the last line */
    struct text search;
    bool searching;
};

struct tab_about {
    const char *title;
    const char *command; /* what it shows; NULL: rows of the model */
    bool windowed;       /* takes --from and --to */
};
extern const struct tab_about tabs[TAB_COUNT];

int explorer_tabs(const struct explorer *e);    /* how many there are */
size_t explorer_rows(const struct explorer *e); /* lines for rows of the tab */
/* Makes what the tab shows, if it is not there. A command is started: the user need not wait. */
void panes_prepare(struct explorer *e);
/* The same, and waits for it. */
void panes_complete(struct explorer *e);
/* Takes what the command that runs has written; true: a tab has changed. */
bool panes_take(struct explorer *e);
/* Draws all but the last line into out. */
void panes_draw(struct explorer *e, struct text *out);
/* Where the tab is a report it becomes the next one. */
void panes_next_report(struct explorer *e);
/* Name of the row (chosen or any) of the tab; false: it has none. */
bool panes_row_name(struct explorer *e, size_t row, struct text *out);
enum tab panes_tab_at(const struct explorer *e, int column); /* of the line of tabs */
/* The command that shows the same. */
void panes_add_command(const struct explorer *e, struct text *out);
void panes_forget(struct explorer *e);         /* filters have changed */
void panes_forget_command(struct explorer *e); /* the one that runs, if any */
void panes_forget_tree(struct explorer *e);    /* it is of another method */

/* Counts anew what is left of the filters, for a screen of this width. */
void explorer_apply(struct explorer *e);
/* What a key does. False: the user leaves. */
bool explorer_take(struct explorer *e, const struct key_press *key);
/* Until the user leaves. */
void explorer_run(struct explorer *e);
