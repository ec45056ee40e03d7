/* What is different in a window of a recording, as the overview shows it: measures of everything
 * that was recorded, and methods. */
#pragma once

#include "analyzers/compare/diff.h"
#include "analyzers/rules/contrast.h"
#include "cmd/write/sheet.h"

struct contrast_view {
    const struct contrast *contrast;
    const struct diff *diff;       /* of samples; NULL: there are none to compare */
    const struct text_list *paths; /* of the recordings, for commands to run next */
    int64_t from_ns, to_ns;        /* the window, as far as there is a recording */
};

/* The object "different" for programs; for people a table of what differs by more than chance, or a
 * sentence that nothing does. Not in CSV. */
void contrast_describe(const struct contrast_view *view, struct sheet *sheet);

/* A value of it for programs. */
struct cell contrast_cell(const struct contrast_row *row, double value);
/* A value of it for people: "12.5 %", "3.2 MiB/s", "not recorded". */
void contrast_add_value(const struct contrast_row *row, double value, struct text *out);
