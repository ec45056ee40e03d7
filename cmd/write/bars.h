/* Charts made of characters: bars of eight heights in each line, shades of four or nine. With UTF-8
 * "▁▂▃▄▅▆▇█" and "░▒▓█", else ASCII characters that grow darker. */
#pragma once

#include "base/text.h"

/* Appends times columns of one bar. share: of the whole height, 0..1; what is more than nothing can
 * be seen; MISSING_REAL: not known. line: of how many the chart has, 0 is the lowest. */
void bars_add(struct text *out, double share, unsigned line, unsigned lines, bool utf8,
              unsigned times);
/* Appends times columns of a shade: 0 is blank, what is more than nothing can be seen. */
void bars_add_shade(struct text *out, double share, bool utf8, unsigned times);
/* Two shades, one above the other, as half blocks in 256 colours, from dark red to yellow; what
 * follows has the usual colours again. */
void bars_add_halves(struct text *out, double upper, double lower, unsigned times);
