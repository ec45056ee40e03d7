/* Views: commands whose answer is tables of events, of a window, and nothing else. Such a command
 * has struct view_options, says .needs as always and .answer = a function that calls view_answer.
 */
#ifndef CMD_READ_VIEW_H
#define CMD_READ_VIEW_H

#include "cmd/read/answer.h"
#include "cmd/read/tables.h"

struct view_options {
    struct option_base base;
    struct window_options window;
    struct input_options input;
    struct output_options output;
    uint64_t top; /* rows of each table that people see; 0: all */
};
extern const struct option_use view_groups[];

struct view {
    const struct tables_read *read;
    struct time_range range; /* what is shown */
    size_t top;              /* SIZE_MAX: all; programs get all in any case */
};

struct view_kind {
    const struct wishes *wishes; /* each begins with "startTime" */
    size_t main;                 /* without an event of the first ones there is no answer */
    const char *nothing;         /* what is said then */
    void (*describe)(const struct view *view, struct sheet *sheet);
};

int view_answer(struct answer *answer, const struct view_kind *kind);
/* The end of the row of such a command. */
#define VIEWS                                           \
    .writes = FORMATS_OF_SHEETS, .groups = view_groups, \
    .options_size = sizeof(struct view_options), .operand_needed = true, .run = answer_run

/* ==== For describe ========================================================================== */

/* Of a cell that is the number of a text; NULL: there is none. */
const char *view_text(const struct view *view, uint64_t cell);
/* Are so many rows shown, and no more? */
bool view_is_full(const struct view *view, size_t shown, const struct sheet *sheet);
/* The end of what people read: which time it is of. */
void view_add_span(const struct view *view, struct sheet *sheet);

#endif
