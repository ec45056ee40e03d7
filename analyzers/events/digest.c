#include "analyzers/events/digest.h"

#include "base/missing.h"
#include "base/order.h"

#include <string.h>

#define SHIFT 44 /* of 64 bits of a double, 12 of sign and exponent and 8 of the fraction stay */

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Bits whose order is that of the numbers. */
static uint64_t ordered(double number) {
    uint64_t bits = bits_of(number == 0 ? 0 : number);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double number_of(uint64_t ordered_bits) {
    uint64_t bits = ordered_bits >> 63 ? ordered_bits & ~(UINT64_C(1) << 63) : ~ordered_bits;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#define OCTAVES 64
#define PARTS 256                  /* buckets of an octave */
#define ONE (UINT64_C(0xBFF) << 8) /* the bucket of 1 */

struct digest_octaves {
    uint64_t *parts[OCTAVES]; /* NULL: none is there yet */
};

static void count_in_bucket(struct digest *d, uint64_t bucket, uint64_t times) {
    bool fresh;
    uint64_t at = bucket - ONE;
    if (at >= OCTAVES * PARTS) {
        *map_put(&d->buckets, bucket, &fresh) += times;
        return;
    }
    if (!d->octaves) d->octaves = mem_zero(1, sizeof *d->octaves);
    uint64_t **parts = &d->octaves->parts[at / PARTS];
    if (!*parts) *parts = mem_zero(PARTS, sizeof **parts);
    (*parts)[at % PARTS] += times;
}

static void count(struct digest *d, double number) {
    count_in_bucket(d, ordered(number) >> SHIFT, 1);
}

digest_buckets digest_buckets_of(const struct digest *d) {
    digest_buckets out = {0};
    for (size_t i = 0; i < d->buckets.size; i++)
        if (d->buckets.slots[i].value != MAP_EMPTY) array_push(&out, d->buckets.slots[i]);
    for (size_t i = 0; d->octaves && i < OCTAVES; i++) {
        const uint64_t *parts = d->octaves->parts[i];
        for (size_t k = 0; parts && k < PARTS; k++)
            if (parts[k]) array_push(&out, ((struct map_slot){ONE + i * PARTS + k, parts[k]}));
    }
    return out;
}

static void spread(struct digest *d) {
    for (size_t i = 0; i < d->exact.len; i++) count(d, d->exact.items[i]);
    array_free(&d->exact);
}

void digest_add(struct digest *d, double number) {
    if (is_missing(number)) return;
    if (!d->count || number < d->least) d->least = number;
    if (!d->count || number > d->most) d->most = number;
    if (d->count++ < DIGEST_EXACT) {
        array_push(&d->exact, number);
        d->sorted = false;
        return;
    }
    if (d->exact.len) spread(d);
    count(d, number);
}

void digest_merge(struct digest *into, const struct digest *from) {
    if (!from->count) return;
    if (!into->count || from->least < into->least) into->least = from->least;
    if (!into->count || from->most > into->most) into->most = from->most;
    into->count += from->count;
    if (into->count > DIGEST_EXACT && into->exact.len) spread(into);
    for (size_t i = 0; i < from->exact.len; i++) {
        if (into->count > DIGEST_EXACT) count(into, from->exact.items[i]);
        else array_push(&into->exact, from->exact.items[i]);
    }
    into->sorted = false;
    digest_buckets all = digest_buckets_of(from);
    for (size_t i = 0; i < all.len; i++)
        count_in_bucket(into, all.items[i].key, all.items[i].value);
    array_free(&all);
}

ORDERED(compare, double, ORDER(*x, *y))

ORDERED(compare_keys, struct map_slot, RISING(key))

/* The number of that rank from 1 on, as the middle of its bucket; that of 0 is 0. */
static double in_buckets(const struct digest *d, uint64_t rank) {
    digest_buckets slots = digest_buckets_of(d);
    double number = d->most;
    uint64_t sum = 0;
    if (d->buckets.len) qsort(slots.items, slots.len, sizeof *slots.items, compare_keys);
    for (size_t i = 0; i < slots.len; i++) {
        sum += slots.items[i].value;
        if (sum < rank) continue;
        uint64_t low = slots.items[i].key << SHIFT;
        number = low == ordered(0) ? 0 : number_of(low + (UINT64_C(1) << (SHIFT - 1)));
        break;
    }
    array_free(&slots);
    return number < d->least ? d->least : number > d->most ? d->most : number;
}

double digest_quantile(struct digest *d, double p) {
    if (!d->count) return MISSING_REAL;
    uint64_t rank = (uint64_t)ceil((double)d->count * p - 1e-9);
    if (rank <= 1) return d->least;
    if (rank >= d->count) return d->most;
    if (!d->exact.len) return in_buckets(d, rank);
    if (!d->sorted) qsort(d->exact.items, d->exact.len, sizeof *d->exact.items, compare);
    d->sorted = true;
    return d->exact.items[rank - 1];
}

void digest_free(struct digest *d) {
    array_free(&d->exact);
    map_free(&d->buckets);
    for (size_t i = 0; d->octaves && i < OCTAVES; i++) free(d->octaves->parts[i]);
    free(d->octaves);
    *d = (struct digest){0};
}
