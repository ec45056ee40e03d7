/* The difference of two sides as a flame graph: widths of the new side with a switch to the base's
 * (where what was removed can be seen), colours by how the share of a subtree changed. */
#pragma once

#include "cmd/sheets/diff.h"

/* Paths with fewer samples need not be in the tree: they are narrower than what is drawn. */
uint64_t diff_flame_least(uint64_t samples);
/* Appends the whole SVG. The diff must have a tree, of samples. */
void diff_flame(const struct diff_view *view, struct text *out);
