/* Amounts as people read them, by their unit: the one place that knows how. Times are others' work.
 *
 *   16368 BYTES        16.0 KiB        16368 BITS         16.0 kbit
 *   16368 BYTES_PER_S  16.0 KiB/s      16368 BITS_PER_S   16.0 kbps    in steps of 1,024, as the
 *   0.25 PERCENT       25.00 %         1e9 HERTZ          1000000000 Hz              JDK has them
 */
#pragma once

#include "base/text.h"
#include "parser/jfr.h"

/* False, and nothing is added: it is a number as any other. */
bool unit_text_add(struct text *out, enum jfr_unit unit, double n);
/* The same of a whole number, which is written to its last digit where digits are all there is. */
bool unit_text_add_whole(struct text *out, enum jfr_unit unit, int64_t n);
