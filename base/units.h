/* Units: durations and sizes from words to numbers and back, and dates.
 *
 *   "20 ms", "1h30m", "1.5s"  ->  ns         4200000  ->  "4.20 ms"
 *   "12MB", "512 KiB"         ->  bytes      4404019  ->  "4.20 MiB"
 *                                            ns since the epoch  ->  "2026-11-20 21:31:00.500 UTC"
 *
 * Durations and times are in ns, sizes in bytes. K, M, G and T are powers of 1024, with or without
 * "B" and "iB". Capital letters do not matter where a unit is read.
 */
#pragma once

#include "base/text.h"

/* 0 of nothing is 0 %. */
static inline double units_percent(uint64_t part, uint64_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

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

/* Three digits that matter: "500 ns", "4.20 ms", "1.00 s", "30.1 s", "2 min 5 s", "0 s". Negative
 * is 0. */
void units_add_duration(struct text *out, int64_t ns);
/* Without rounding that anybody would miss: "200 ms", "1.5 s", "90 s", "10 min". */
void units_add_exact(struct text *out, int64_t ns);
/* As the JVM's settings have it, for programs: a whole number of ns, us, ms or s. */
void units_add_period(struct text *out, int64_t ns);
/* "12.5 %" with so many digits; from a thousand on as times, "42.7x". */
void units_add_percent(struct text *out, double percent, int digits);
/* "4.20 MiB", "-512 B". */
void units_add_bytes(struct text *out, double bytes);
/* "NaN", "Infinity", "-Infinity", as Java calls what JSON has no numbers for; NULL: it is a number.
 */
const char *units_no_number(double n);
/* "16 bit", "7.81 Mbps"; unit: "bit" or "bps". In steps of 1,024, as the JDK writes them. */
void units_add_bits(struct text *out, double bits, const char *unit);
/* "2026-11-20 21:31:00.500 UTC"; nothing if no calendar has that time. */
void units_add_utc(struct text *out, int64_t ns);
/* The same in strftime's format, down to the second. False: no calendar has it. */
bool units_add_date(struct text *out, int64_t ns, const char *format);
/* Days from 1970-01-01 to a date of the Gregorian calendar; month from 1. False: there is no such
 * day. The C library's timegm ends in 2038 where time_t has 32 bits. */
bool units_days(int year, int month, int day, int64_t *days);

/* The letter of microseconds is the only one that is not ASCII: "20 µs" becomes "20 us", in as many
 * columns, for who cannot show it. */
void units_to_ascii(struct text *text);
