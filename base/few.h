/* The first few of a list, in words: "a, b, c and 2 more".
 *
 *   struct few few = {out, 3, 0};
 *   for each of the list: if (few_takes(&few)) text_add(out, its name);
 *   few_end(&few);
 */
#pragma once

#include "base/text.h"

struct few {
    struct text *out;
    size_t most, count; /* how many are shown; how many there were */
};

/* The next one. True: it is to be added now. */
bool few_takes(struct few *few);
/* Says how many more there were. False: none. */
bool few_end(const struct few *few);
