#include "cmd/print/amounts.h"

#include "base/units.h"

#include <inttypes.h>
#include <math.h>

/* ==== Spans ================================================================================= */

static unsigned digits_of(int64_t n) {
    unsigned count = 1;
    for (; n >= 10; n /= 10) count++;
    return count;
}

static int64_t power_of_ten(unsigned exponent) {
    int64_t power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

/* Half up, to a multiple of the step. */
static int64_t round_to(int64_t n, int64_t step) {
    return (n + step / 2) / step * step;
}

/* n counts of 10^-decimals, of which the last digits are cut so that so many are shown. */
static void add_decimals(struct text *out, int64_t n, unsigned decimals, unsigned shown) {
    n /= power_of_ten(decimals - shown);
    text_add_u64(out, (uint64_t)(n / power_of_ten(shown)));
    if (!shown) return;
    text_add_char(out, '.');
    java_add_digits(out, (uint32_t)(n % power_of_ten(shown)), shown);
}

static bool add_short_span(struct text *out, int64_t ns) {
    if (ns < 1000) {
        text_addf(out, "0.%06" PRId64 " ms", ns);
        return true;
    }
    unsigned digits = digits_of(ns);
    ns = round_to(ns, power_of_ten(digits - 3));
    if (ns >= NS_PER_S) return false;
    add_decimals(out, ns, 6, 9 - digits_of(ns));
    text_add(out, " ms");
    return true;
}

static bool add_seconds(struct text *out, int64_t ns) {
    int64_t ms = ns / NS_PER_MS;
    ms = round_to(ms, ms < 10000 ? 10 : 100);
    if (ms >= 60000) return false;
    add_decimals(out, ms, 3, ms < 10000 ? 2 : 1);
    text_add(out, " s");
    return true;
}

/* A span of a second or more in two units; half of the lesser is a whole one. */
static void add_long_span(struct text *out, int64_t seconds, int32_t ns) {
    if (seconds < 3600) seconds += ns >= 500000000;
    else if (seconds < 86400) seconds = round_to(seconds, 60);
    else if (seconds < INT64_MAX - 1800) seconds = round_to(seconds, 3600);
    if (seconds < 3600) text_addf(out, "%" PRId64 " m %" PRId64 " s", seconds / 60, seconds % 60);
    else if (seconds < 86400)
        text_addf(out, "%" PRId64 " h %" PRId64 " m", seconds / 3600, seconds / 60 % 60);
    else text_addf(out, "%" PRId64 " d %" PRId64 " h", seconds / 86400, seconds / 3600 % 24);
}

static void add_span(struct text *out, struct java_instant span) {
    if (span.seconds == 0 && span.ns == 0) {
        text_add(out, "0 s");
        return;
    }
    if (span.seconds < 0) {
        text_add_char(out, '-');
        span.seconds = -(span.seconds + (span.ns > 0));
        span.ns = span.ns > 0 ? 1000000000 - span.ns : 0;
    }
    if (span.seconds == 0 && add_short_span(out, span.ns)) return;
    if (span.seconds == 0) span = (struct java_instant){1, 0};
    if (span.seconds < 60 && add_seconds(out, span.seconds * NS_PER_S + span.ns)) return;
    if (span.seconds < 60) span = (struct java_instant){60, 0};
    add_long_span(out, span.seconds, span.ns);
}

static void add_exact_span(struct text *out, struct java_instant span) {
    __int128 ns = (__int128)span.seconds * NS_PER_S + span.ns;
    java_add_fixed(out, (double)ns / 1e9, 9);
    text_add(out, " s");
}

/* ==== Points of time ======================================================================== */

static void add_time(struct text *out, struct java_instant time, int32_t offset_s, bool exact) {
    int64_t wall = time.seconds + offset_s, days = wall / 86400, left = wall % 86400;
    if (left < 0) {
        days--;
        left += 86400;
    }
    uint32_t of_day = (uint32_t)left;
    java_add_digits(out, of_day / 3600, 2);
    text_add_char(out, ':');
    java_add_digits(out, of_day / 60 % 60, 2);
    text_add_char(out, ':');
    java_add_digits(out, of_day % 60, 2);
    text_add_char(out, '.');
    java_add_digits(out, (uint32_t)time.ns / (exact ? 1 : 1000000), exact ? 9 : 3);
    text_add(out, " (");
    java_add_date(out, java_date_of(days));
    text_add_char(out, ')');
}

/* ==== Amounts =============================================================================== */

/* Bytes or bits, in steps of 1,024; rate: in a second. */
static void add_data(struct text *out, int64_t n, bool bits, bool rate, bool exact) {
    const char *one = bits ? "bit" : "byte", *unit = bits ? "bit" : "B";
    bool bps = bits && rate && !exact;
    if (exact || (n > -1024 && n < 1024)) {
        bool singular = exact ? n <= 1 : n == 1 || n == -1;
        text_addf(out, "%" PRId64 " ", n);
        if (bps) text_add(out, "bps");
        else
            text_addf(out, "%s%s%s", one, singular || (rate && !exact) ? "" : "s",
                      rate ? "/s" : "");
        return;
    }
    int exponent = (int)(log(fabs((double)n)) / log(1024));
    if (exponent < 1) exponent = 1;
    if (exponent > 6) exponent = 6;
    java_add_fixed(out, (double)n / pow(1024, exponent), 1);
    text_addf(out, " %c%s%s", "kMGTPE"[exponent - 1], bps ? "bps" : unit, rate && !bps ? "/s" : "");
}

static void add_percent(struct text *out, double share, bool exact) {
    if (isinf(share)) text_add(out, "Infinity");
    else java_add_fixed(out, share * 100, exact ? 9 : 2);
    text_add_char(out, '%');
}

static bool is_data(enum jfr_unit unit) {
    return unit == JFR_UNIT_BYTES || unit == JFR_UNIT_BITS || unit == JFR_UNIT_BYTES_PER_S ||
           unit == JFR_UNIT_BITS_PER_S;
}

/* False: the unit says nothing of an amount. */
static bool add_amount(const struct jfr_item *item, bool exact, struct text *out) {
    switch (item->unit) {
    case JFR_UNIT_PERCENT: {
        bool large = item->is_unsigned && item->number < 0;
        add_percent(out, large ? (double)(uint64_t)item->number : (double)item->number, exact);
        return true;
    }
    case JFR_UNIT_BYTES: add_data(out, item->number, false, false, exact); return true;
    case JFR_UNIT_BITS: add_data(out, item->number, true, false, exact); return true;
    case JFR_UNIT_BYTES_PER_S: add_data(out, item->number, false, true, exact); return true;
    case JFR_UNIT_BITS_PER_S: add_data(out, item->number, true, true, exact); return true;
    case JFR_UNIT_ADDRESS: text_addf(out, "0x%08" PRIX64, (uint64_t)item->number); return true;
    case JFR_UNIT_HERTZ:
        value_add_number(item, out);
        text_add(out, " Hz");
        return true;
    default: return false;
    }
}

void amount_add_integer(struct clock *clock, const struct jfr_item *item, bool exact,
                        struct text *out) {
    struct java_instant instant;
    /* As the JDK reads amounts, unless it is exact. */
    bool has_sign = !item->is_unsigned || (is_data(item->unit) && !exact);
    bool none = has_sign && ((item->base == JFR_LONG && item->number == INT64_MIN) ||
                             (item->base == JFR_INT && item->number == INT32_MIN));
    switch (value_instant(clock, item, &instant)) {
    case VALUE_FOREVER: text_add(out, "Forever"); return;
    case VALUE_NEVER: text_add(out, "N/A"); return;
    case VALUE_TIME: add_time(out, instant, value_offset(clock, instant), exact); return;
    case VALUE_SPAN:
        if (exact) add_exact_span(out, instant);
        else add_span(out, instant);
        return;
    default: break;
    }
    if (none) text_add(out, "N/A");
    else if (!add_amount(item, exact, out)) value_add_number(item, out);
}

void amount_add_real(const struct jfr_item *item, bool exact, struct text *out) {
    if (isnan(item->real) || (isinf(item->real) && item->real < 0)) text_add(out, "N/A");
    else if (item->unit == JFR_UNIT_PERCENT) add_percent(out, item->real, exact);
    else if (is_data(item->unit)) {
        struct jfr_item whole = *item;
        whole.number = item->real < 0x1p63 ? (int64_t)fmax(item->real, -0x1p63) : INT64_MAX;
        add_amount(&whole, exact, out);
    } else {
        if (item->base == JFR_FLOAT) java_add_float(out, (float)item->real);
        else java_add_double(out, item->real);
        if (item->unit == JFR_UNIT_HERTZ) text_add(out, " Hz");
    }
}
