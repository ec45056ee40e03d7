/* Numbers, spans and points of time as Java writes them.
 *
 *   java_add_double      Double.toString    100.0  1.0E7  4.9E-324  -0.0  NaN  Infinity
 *   java_add_float       Float.toString     0.33333334
 *   java_add_span        Duration.toString  PT0S  PT1M0.5S  PT-1M-0.5S
 *   java_add_time        OffsetDateTime     2026-11-22T04:28:45.985282967Z  ...T04:28+05:30
 *
 * Digits are the fewest that give the same number again, as since JDK 19.
 */
#pragma once

#include "base/text.h"

/* As Double.toString and Float.toString write them since JDK 19. */
void java_add_double(struct text *out, double n);
void java_add_float(struct text *out, float n);
/* String.format("%.<decimals>f"): of the shortest digits, rounded half up. n is finite. */
void java_add_fixed(struct text *out, double n, int decimals);

/* What is 0 or more ns behind whole seconds, which may be negative. */
struct java_instant {
    int64_t seconds;
    int32_t ns; /* 0 to 999,999,999 */
};

/* Of a count of ticks, per_second of them a second, a number that divides 1,000,000,000. */
static inline struct java_instant java_instant_of(int64_t count, int64_t per_second) {
    int64_t seconds = count / per_second, rest = count % per_second;
    if (rest < 0) {
        seconds--;
        rest += per_second;
    }
    return (struct java_instant){seconds, (int32_t)(rest * (1000000000 / per_second))};
}

/* As Duration.toString: "PT1M0.5S". */
void java_add_span(struct text *out, struct java_instant span);

struct java_date {
    int64_t year;
    unsigned month, day;
};
/* Of days since 1970-01-01, in the calendar that goes on for ever in both directions. */
struct java_date java_date_of(int64_t days);
/* "2026-11-22", "+12026-01-01", "-0044-03-15". */
void java_add_date(struct text *out, struct java_date date);
/* time: since the epoch, UTC; shown on clocks that are offset_s ahead. */
void java_add_time(struct text *out, struct java_instant time, int32_t offset_s);
/* count digits, with zeros at the beginning. */
void java_add_digits(struct text *out, uint32_t n, unsigned count);
