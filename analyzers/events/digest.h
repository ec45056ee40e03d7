/* Digests: percentiles of numbers, in little memory.
 *
 * Up to DIGEST_EXACT numbers are kept, and percentiles are exact. Of more, each counts in the
 * bucket of its upper bits, sign, exponent and eight of the fraction: what is then said differs
 * from the exact percentile by at most DIGEST_ERROR of it. Which of the two depends on how many
 * numbers there are, not on how they came: digests are a commutative monoid.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"

#define DIGEST_EXACT 4096
#define DIGEST_ERROR (1.0 / 256)

struct digest { /* a zeroed struct is empty */
    uint64_t count;
    double least, most;
    ARRAY(double) exact;
    bool sorted;
    struct digest_octaves *octaves; /* buckets of numbers from 1 to 2^64, as nearly all are */
    struct map buckets;             /* of the rest: bits of the number -> how many */
};

void digest_add(struct digest *digest, double number); /* NaN is left out */
/* Adds the numbers of from, which stays as it is. */
void digest_merge(struct digest *into, const struct digest *from);
/* p from 0 to 1: the least number that so large a share is not greater than, which is one of them
 * (nearest rank); NaN if there are none. */
double digest_quantile(struct digest *digest, double p);
/* The bits of numbers, and how many have them; to be freed (array_free). */
typedef ARRAY(struct map_slot) digest_buckets;
/* In no order; the digest stays as it is. */
digest_buckets digest_buckets_of(const struct digest *digest);
/* A digest of zeros may be freed. */
void digest_free(struct digest *digest);
