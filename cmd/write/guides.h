/* The lines that are drawn in front of the names of a tree.
 *
 *   depths 0 1 2 3 2 -->      app.Main.main
 *                             app.Main.loop
 *                             ├─ app.Work.half
 *                             │  app.Work.burn
 *                             └─ app.Work.rest
 *
 * A row that is its parent's only child stands below it without a branch of its own: only where the
 * tree forks, be it at its root, does it go to the right.
 */
#pragma once

#include "base/mem.h"

#include <stdbool.h>

/* The guide of each row, depth first; the array is to be freed, its texts are in the arena. */
const char **guides_make(const uint32_t *depths, size_t rows, bool ascii, struct arena *texts);
