/* --measure: whether samples are counted, or what they are worth is added up. */
#ifndef CMD_READ_MEASURE_H
#define CMD_READ_MEASURE_H

#include "cmd/read/common.h"

enum measure { MEASURE_SAMPLES, MEASURE_VALUE };

extern const struct option_choice measure_choices[]; /* in the order of enum measure */

/* A row for a command's own options, which begin with common_options. */
#define MEASURE_ROW                                                                             \
    {                                                                                           \
        .name = "measure", .kind = OPTION_CHOICE,                                               \
        .offset = offsetof(struct common_options, measure), .argument = "WHAT",                 \
        .choices = measure_choices, .initial = "samples", .help = "What is added up of samples" \
    }

/* EXIT_OK and the unit of what is to be shown (PROFILE_NO_UNIT: samples are counted); else the exit
 * code: --measure value was asked for, and the samples have none. It has been said. */
int measure_unit(const struct common_options *options, const struct reading *reading,
                 enum profile_unit *unit);
/* What 100 % is. */
uint64_t measure_all(const struct profile *profile, enum profile_unit unit);

#endif
