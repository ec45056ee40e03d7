/* Gains of two experiments beside each other: by how much they differ, and whether by more than
 * chance, however many methods are looked at. Pure functions of numbers. */
#pragma once

#include "analyzers/whatif/gains.h"

enum whatif_change {
    WHATIF_UNSURE_CHANGE, /* a side is not known, or chance may have made the difference */
    WHATIF_SAME,          /* the whole interval of the difference is as good as nothing */
    WHATIF_DIFFERS,
};

struct whatif_difference {
    double points;    /* gain of the second less that of the first; MISSING_REAL */
    double low, high; /* its 95 % interval (Zou and Donner 2008: from those of both) */
    double p;         /* of such a difference by chance; adjusted for all of them (Holm) */
    enum whatif_change change;
};

/* Of as many pairs; one that is not known has a gain of MISSING_REAL. */
void whatif_differences(const struct whatif_estimate *base, const struct whatif_estimate *fresh,
                        size_t len, struct whatif_difference *out);
