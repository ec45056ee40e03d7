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
