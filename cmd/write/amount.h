/* Amounts in words: so many samples, or what they are worth. */
#pragma once

#include "analyzers/profile/profile.h"
#include "cmd/write/cell.h"

/* "1,234 samples" (PROFILE_NO_UNIT), "30.1 s", "4.2 MB". */
void amount_add(struct text *out, enum profile_unit unit, uint64_t n);
/* The same as a cell; of samples a number alone. */
struct cell amount_of(enum profile_unit unit, uint64_t n);
/* "754 samples of jdk.X"; NULL: nothing was sampled, which is "no samples", and missing. */
void amount_add_sampled(struct text *out, const char *event, uint64_t samples);
struct cell amount_sampled(const char *event, uint64_t samples);
/* "ns" or "bytes" as programs read it; NULL: samples. */
const char *amount_unit(enum profile_unit unit);
/* "samples", "time", "bytes": a column's title. */
const char *amount_title(enum profile_unit unit);

/* What samples are worth, as an amount: where it is below zero they are damaged. */
static inline uint64_t amount_positive(int64_t value) {
    return value > 0 ? (uint64_t)value : 0;
}
