/* Units: durations and sizes from words to numbers and back, and dates.
 *
 *   "20 ms", "1h30m", "1.5s"  ->  ns         4200000  ->  "4.2 ms"
 *   "12MB", "512 KiB"         ->  bytes      4404019  ->  "4.2 MiB"
 *                                            ns since the epoch  ->  "2026-11-20 21:31:00.500 UTC"
 *
 * Durations and times are in ns, sizes in bytes. K, M, G and T are powers of 1024, with or without
 * "B" and "iB". Capital letters do not matter where a unit is read.
 */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include "base/text.h"

#include <stdbool.h>

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

/* Strict, as programs write it: a whole number, blanks or none, and one unit; "0" needs none.
 * False: not such a text, or beyond int64; the number is left alone then. */
bool units_parse_period(const char *text, int64_t *ns);
/* A number of bytes needs no unit. */
bool units_parse_size(const char *text, int64_t *bytes);
/* Lenient, as people write it: parts that add up, with fractions, without blanks; a number without
 * a unit is seconds. Never negative. */
bool units_parse_duration(const char *text, int64_t *ns);
/* A number without a sign, with a fraction or not; returns what follows it, NULL: there is none. A
 * long double still tells nanoseconds apart after years. */
const char *units_read_number(const char *text, long double *out);

#endif
