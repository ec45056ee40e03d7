#include "cmd/write/amount.h"

#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"

static void add_number(struct text *out, enum profile_unit unit, uint64_t n) {
    if (unit == PROFILE_NS) units_add_duration(out, n <= INT64_MAX ? (int64_t)n : INT64_MAX);
    else if (unit == PROFILE_BYTES) units_add_bytes(out, (double)n);
    else text_add_grouped(out, n);
}

void amount_add(struct text *out, enum profile_unit unit, uint64_t n) {
    if (unit == PROFILE_NS || unit == PROFILE_BYTES) add_number(out, unit, n);
    else text_add_number_of(out, n, "sample");
}

struct cell amount_of(enum profile_unit unit, uint64_t n) {
    if (unit == PROFILE_NS) return cell_ns(n <= INT64_MAX ? (int64_t)n : INT64_MAX);
    return unit == PROFILE_BYTES ? cell_bytes(n) : cell_count(n);
}

const char *amount_unit(enum profile_unit unit) {
    return unit == PROFILE_NS ? "ns" : unit == PROFILE_BYTES ? "bytes" : NULL;
}

const char *amount_title(enum profile_unit unit) {
    return unit == PROFILE_NS ? "time" : unit == PROFILE_BYTES ? "bytes" : "samples";
}

void amount_add_sampled(struct text *out, const char *event, uint64_t samples) {
    if (!event) {
        text_add(out, "No samples");
        return;
    }
    text_add_number_of(out, samples, "sample");
    text_fill(out, safe_add_name, " of %s", event);
}

struct cell amount_sampled(const char *event, uint64_t samples) {
    return event ? cell_count(samples) : cell_missing();
}
