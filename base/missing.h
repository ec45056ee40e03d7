/* What is missing: a value that nobody said. It is no value, and above all not nought: it goes
 * through sums and ratios as what it is, a report writes "-" and JSON null, and nothing judges it.
 * There is one convention for each kind of number, and no other:
 *
 *   whole numbers   int64_t    MISSING        INT64_MIN, as the JVM itself says it
 *   real numbers    double     MISSING_REAL   NaN
 *   ids of things   uint32_t   MISSING_ID     UINT32_MAX
 *
 * Two kinds of sum are told apart. Of a + b, which needs both, nothing is known if one of them is
 * missing. What is gathered from many events leaves out those that do not say it, and is missing
 * only if none does:
 *
 *   int64_t bytes = MISSING;                    nothing was seen
 *   whole_gather(&bytes, row_bytes);            for each row; missing ones change nothing
 *   rate_of(bytes, ns)                          missing if there were none, or no time
 *
 * Header only.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define MISSING INT64_MIN
#define MISSING_REAL ((double)NAN)
#define MISSING_ID UINT32_MAX

/* Is it missing? Of each kind of number; is_missing chooses. */
static inline bool missing_whole(int64_t n) {
    return n == MISSING;
}

/* Likewise. */
static inline bool missing_real(double n) {
    return isnan(n);
}

/* Likewise. */
static inline bool missing_id(uint32_t id) {
    return id == MISSING_ID;
}

/* Of each of the three kinds; of another type it does not compile. */
#define is_missing(n) \
    _Generic((n), int64_t : missing_whole, double : missing_real, uint32_t : missing_id)(n)
#define is_known(n) (!is_missing(n))

/* ==== Whole numbers ==========================================================================
 * What is too large stays the largest, what is too small the smallest that is known. */

/* What cannot be below zero, read where writers say -1 of what they do not know. */
static inline int64_t whole_amount(int64_t n) {
    return n < 0 ? MISSING : n;
}

/* What stands for it where it is missing. */
static inline int64_t whole_or(int64_t n, int64_t otherwise) {
    return missing_whole(n) ? otherwise : n;
}

/* The same number; missing stays missing. */
static inline double whole_real(int64_t n) {
    return missing_whole(n) ? MISSING_REAL : (double)n;
}

/* Their sum, missing if one of them is; what does not fit is the last number that does. */
static inline int64_t whole_plus(int64_t a, int64_t b) {
    int64_t sum;
    if (missing_whole(a) || missing_whole(b)) return MISSING;
    if (__builtin_add_overflow(a, b, &sum) || missing_whole(sum))
        return a < 0 ? INT64_MIN + 1 : INT64_MAX;
    return sum;
}

/* The same of numbers that are all known, of which INT64_MIN is one. */
static inline int64_t whole_clamped(int64_t a, int64_t b) {
    int64_t sum;
    return !__builtin_add_overflow(a, b, &sum) ? sum : b < 0 ? INT64_MIN : INT64_MAX;
}

/* Likewise: missing if one of them is. */
static inline int64_t whole_minus(int64_t a, int64_t b) {
    return missing_whole(b) ? MISSING : whole_plus(a, -b);
}

/* Adds what is known. */
static inline void whole_gather(int64_t *sum, int64_t n) {
    if (missing_whole(n)) return;
    *sum = whole_plus(whole_or(*sum, 0), n);
}

/* The larger one, or the one that is not missing. */
static inline int64_t whole_max(int64_t a, int64_t b) {
    return missing_whole(b) || a > b ? a : b; /* what is missing is below all */
}

/* The smaller one, or the one that is not missing. */
static inline int64_t whole_min(int64_t a, int64_t b) {
    return missing_whole(a) || (!missing_whole(b) && b < a) ? b : a;
}

/* ==== Real numbers =========================================================================== */

/* What stands for it where it is missing. */
static inline double real_or(double n, double otherwise) {
    return missing_real(n) ? otherwise : n;
}

/* Adds n to a sum that is missing until something was added. */
static inline void real_gather(double *sum, double n) {
    if (!missing_real(n)) *sum = real_or(*sum, 0) + n;
}

/* Missing if either is, and of nothing, or less. */
static inline double ratio_of(double part, double whole) {
    return whole > 0 ? part / whole : MISSING_REAL;
}

/* Likewise in percent. */
static inline double percent_of(double part, double whole) {
    return 100 * ratio_of(part, whole);
}

/* A whole amount in a length of time; missing without such a length. */
static inline double rate_of(int64_t amount, int64_t ns) {
    return ratio_of(whole_real(amount), (double)ns / 1e9);
}
