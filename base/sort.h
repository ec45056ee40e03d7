/* The one sort by numbers: for millions of rows that have keys, where comparing them two by two
 * would cost most of the time. What is sorted is an order.
 *
 *   uint32_t *order = sort_start(len);      0, 1, 2...
 *   sort_by(order, len, minor_keys);        stable: the last one decides first
 *   sort_by(order, len, major_keys);
 *   ... rows[order[i]] ...; free(order)
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* 0 to len - 1, to be freed. */
uint32_t *sort_start(size_t len);
/* Sorts order, indices into keys, by them; what has equal keys stays as it was. */
void sort_by(uint32_t *order, size_t len, const uint64_t *keys);
/* Signed numbers as keys in their order. */
static inline uint64_t sort_signed(int64_t n) {
    return (uint64_t)n ^ UINT64_C(1) << 63;
}

/* Numbers themselves, ascending. */
void sort_numbers(int64_t *numbers, size_t len);
/* The number that would be at nth, below len, if they were sorted; what stays of them is no use. */
int64_t sort_nth(int64_t *numbers, size_t len, size_t nth);
