/* The recordings that a client may ask about: those that were named when the server was started,
 * and what lies in folders that were.
 *
 * A name is resolved first, links and all, and then has to be one of them or below one of them: a
 * link in a folder leads nowhere else.
 */
#pragma once

#include "base/text.h"

struct allowed {
    struct text_list given; /* as they were named; borrowed */
    struct text_list paths; /* resolved; owned */
    bool any;               /* whatever is named may be read */
};

/* False: error is a sentence about the first that is not there. allowed_close is due anyhow. */
bool allowed_open(struct allowed *allowed, const struct text_list *operands, struct text *error);
void allowed_close(struct allowed *allowed);
/* The path to read, to be freed; NULL: error is a sentence. name: a path, or a file of one of the
 * folders, or the last part of what was given; NULL: the only one there is. */
char *allowed_find(const struct allowed *allowed, const char *name, struct text *error);
/* "a.jfr, lake/", at most so many. */
void allowed_add_names(const struct allowed *allowed, size_t most, struct text *out);
