/* A document of sections that has to fit into a limit: GitHub takes 65,536 characters of a comment
 * and 1 MiB of a step's summary, and drops a longer one whole.
 *
 *   sections_begin(&s, "Hot methods"); text_add(&s.text, ...);   as often as needed
 *   sections_write(&s, limit, out)                               the first ones that fit, and which
 *                                                                were left out
 */
#pragma once

#include "base/array.h"
#include "base/text.h"

struct section {
    const char *name; /* to say that it was left out; must outlive the sections */
    size_t start;     /* in text */
};

struct sections {
    struct text text;
    ARRAY(struct section) items;
};

/* What is added to sections->text from now on belongs to this section. */
void sections_begin(struct sections *sections, const char *name);
/* Appends at most limit bytes (0: no limit): whole sections are left out from the last one on, and
 * a line in Markdown says which. Of the first one, if it is too long by itself, whole lines are
 * left out. Empties the sections. */
void sections_write(struct sections *sections, size_t limit, struct text *out);
