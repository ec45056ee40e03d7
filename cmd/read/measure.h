/* --measure: whether samples are counted, or what they are worth is added up. */
#pragma once

#include "cmd/read/reading.h"

enum measure { MEASURE_AUTO, MEASURE_SAMPLES, MEASURE_VALUE };

extern const struct option_choice measure_choices[]; /* in the order of enum measure */

/* May values be asked for? By MEASURE_AUTO they are if all event types that the user named are
 * worth more than their number (kind_counts_by_value). */
bool measure_wants_values(int measure, const struct selection *selection);
/* measure: enum measure. EXIT_OK and the unit of what is to be shown (PROFILE_NO_UNIT: samples are
 * counted); else the exit code: --measure value was asked for, and the samples have none. It has
 * been said. By MEASURE_AUTO they are counted then. */
int measure_unit(int measure, const struct reading *reading, enum profile_unit *unit);
/* "35 MiB" per second of what was recorded, appended as ", 35 MiB/s"; of time ", 0.2 s a second".
 * Nothing if it is not known how long was recorded. */
void measure_add_rate(struct text *out, const struct reading *reading, enum profile_unit unit);
/* What 100 % is. */
uint64_t measure_all(const struct profile *profile, enum profile_unit unit);
