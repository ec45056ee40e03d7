/* A sum of inputs that are read one by one: because it says of each what became of it in a line of
 * JSON, in their order (merge --report), or because each has labels of its own. */
#pragma once

#include "cmd/fleet/labels.h"
#include "cmd/read/reading.h"

struct sum_report {
    const char *path; /* NULL: not asked for */
};

extern const struct option_group options_sum_report; /* of a struct sum_report */

/* Do the options go together? output: of the profile, or NULL. False: the sentence was said. */
bool sum_report_fits(const struct sum_report *options, const struct selection *selection,
                     const char *output);
/* Reads what the reading says and writes the report if there is to be one, also where nothing can
 * be read. The sum is in reading->samples, its recordings in reading->report. labels: of all
 * samples, or NULL. partial: something was lost; failed: how many inputs could not be read at all.
 * EXIT_OK, or the exit code to end with, which has been said why. */
int sum_report_read(const struct sum_report *options, const struct labelling *labels,
                    struct reading *reading, bool *partial, uint64_t *failed);
