/* The difference of two sides as a flame graph: widths of the new side with a switch to the base's
 * (where what was removed can be seen), colours by how the share of a subtree changed. */
#ifndef CMD_RENDER_DIFF_FLAME_H
#define CMD_RENDER_DIFF_FLAME_H

#include "cmd/render/diff_report.h"

/* Appends the whole SVG. The diff must have a tree, of samples. */
void diff_flame(const struct diff_view *view, struct text *out);

#endif
