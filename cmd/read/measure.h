/* --measure: whether samples are counted, or what they are worth is added up. */
#ifndef CMD_READ_MEASURE_H
#define CMD_READ_MEASURE_H

#include "cmd/read/reading.h"

enum measure { MEASURE_SAMPLES, MEASURE_VALUE };

extern const struct option_choice measure_choices[]; /* in the order of enum measure */

#define MEASURE_ROW(at)                                                                         \
    {                                                                                           \
        .name = "measure", .kind = OPTION_CHOICE, .offset = (at), .argument = "WHAT",           \
        .choices = measure_choices, .initial = "samples", .help = "What is added up of samples" \
    }

/* measure: enum measure. EXIT_OK and the unit of what is to be shown (PROFILE_NO_UNIT: samples are
 * counted); else the exit code: --measure value was asked for, and the samples have none. It has
 * been said. */
int measure_unit(int measure, const struct reading *reading, enum profile_unit *unit);
/* What 100 % is. */
uint64_t measure_all(const struct profile *profile, enum profile_unit unit);

#endif
