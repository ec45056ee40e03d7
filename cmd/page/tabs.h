/* The tabs of a page: what other commands answer about the same recordings, as markup.
 *
 * Each is answered as if it had been asked for by itself, of the same part of the recordings, by a
 * reading of its own; what it would say on stderr is left out. */
#ifndef CMD_PAGE_TABS_H
#define CMD_PAGE_TABS_H

#include "cmd/cli/command.h"
#include "cmd/read/reading.h"

enum { PAGE_TAB_COMMANDS = 3 };

struct page_tab {
    const char *name;                                  /* "Memory"; NULL ends the table */
    const struct command *commands[PAGE_TAB_COMMANDS]; /* one after the other; all answer_run;
                                                          behind them reports that say this tab */
};

struct page_tabs { /* of those that had an answer: name, markup, name... NULL; texts are owned */
    ARRAY(const char *) items;
};

void page_tabs_make(const struct page_tab *tabs, const struct reading *reading,
                    struct page_tabs *out);
void page_tabs_free(struct page_tabs *tabs);

#endif
