/* What experiments say, for people and programs: by how much progress would grow if a method were
 * faster, or why that cannot be said. */
#pragma once

#include "analyzers/whatif/experiments.h"
#include "cmd/write/sheet.h"

/* percent: the speed-up that the table is of; 0: 25, if there is that, else the first. */
void experiments_describe(const struct experiments *experiments, uint32_t percent,
                          struct sheet *sheet);
/* "12 windows, control +0.4 [-1.1, +1.8], Parser.parse +14.5 [+12, +17]": while they go on. */
void experiments_add_line(const struct experiments *experiments, struct text *out);
/* As Coz writes its profiles, for its viewer. */
void experiments_add_coz(const struct experiments *experiments, struct text *out);

/* Gains with their intervals, and what the CPU share alone would bring, as a picture. */
void experiments_write_svg(const struct experiments *experiments, uint32_t percent, bool alone,
                           struct text *out);

/* ---- For both ---------------------------------------------------------------------------------
 */

/* The speed-up that is shown: as percent above. */
uint32_t experiments_speed(const struct experiments *experiments, uint32_t percent);
/* The point of that method, or NULL. */
const struct whatif_gain *experiments_gain(const struct experiments *experiments, uint32_t method,
                                           enum whatif_kind kind, uint32_t speed);
/* Fills as many methods as there are: the most gain first, what is not known behind. */
void experiments_rank(const struct experiments *experiments, uint32_t speed, uint32_t *methods);
void experiments_add_gain(struct text *out, double percent); /* "+12.1", "-" */
void experiments_add_interval(struct text *out, const struct whatif_estimate *estimate);
/* Progress, control and waits, as two lines. */
void experiments_add_conditions(const struct experiments *experiments, struct text *out);
