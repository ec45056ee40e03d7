/* Labels of samples: what they are of beside thread and stack, as service=shop. A set of them goes
 * with a thread, struct profile_thread.labels: threads that differ in it are two.
 *
 * Sets are in order and without what occurs twice, so that equal ones are one number. A key may
 * have several values, as in profiles of other programs. */
#pragma once

#include "analyzers/profile/profile.h"

struct profile_label {
    uint32_t key, value, unit; /* ids in frames.strings; a unit only of numbers, or 0 */
    uint32_t number;           /* 1: value is a whole number of 64 bits, written in decimal */
};
typedef ARRAY(struct profile_label) profile_label_list;

/* The set's number; 0 is that of the empty set. The labels are put in order. */
uint32_t profile_labels_put(struct profile *profile, profile_label_list *labels);
/* Appends the labels of the set, in order. */
void profile_labels_get(const struct profile *profile, uint32_t set, profile_label_list *out);
/* Order of two sets by what they say, whatever their numbers: as strcmp. */
int profile_labels_compare(const struct profile *profile, uint32_t a, uint32_t b);
/* The value of the key in the set, the first one; NULL: the set has none. */
const char *profile_labels_value(const struct profile *profile, uint32_t set, const char *key);
/* from's sets -> into's, to be freed. strings: from's string ids -> into's. */
uint32_t *profile_labels_join(struct profile *into, const struct profile *from,
                              const uint32_t *strings);

struct label { /* to be given to samples; text is borrowed */
    const char *key, *value;
};
/* Gives the labels to every sample, but for keys that it has a label of. What is a whole number of
 * 64 bits as it is usually written is a number. The profile is there to be merged afterwards: what
 * is added to it is not joined with what is there. */
void profile_label(struct profile *profile, const struct label *labels, size_t len);
