/* Clocks: which samples are of CPU time and which of wall-clock time, where a recording has both
 * under one name, and what a sample is worth that does not say so itself.
 *
 * async-profiler before version 4 writes wall-clock samples as jdk.ExecutionSample
 * (analyzers/walk/sampler.h). Which one an event is may depend on the state of its thread, a
 * constant: so they are counted by state, and sorted when the chunk is through. Format 0.9 has
 * neither; there a chunk is of wall-clock time if in most of its samples a function that only waits
 * is on top.
 *
 *   asked for            taken
 *   cpu, default rule    those of CPU time; of the default rule, else those of wall-clock time
 *   wall                 those of wall-clock time, as profiler.WallClockSample
 *   jdk.ExecutionSample  all: this is the name of a type
 */
#pragma once

#include "analyzers/samples/state.h"

/* The group of the lane that has wall-clock samples; its group_count: none has. */
size_t clocks_wall_group(const struct samples_task *task, size_t lane);
/* Does it depend on clocks which of the lane's groups occurs in this chunk? */
bool clocks_undecided(const struct samples_state *state, size_t lane);

/* The constants are there: tells samples apart, moves them to the groups that they belong to, drops
 * those of none, and counts events by what they are. */
void clocks_settle(struct samples_state *state);
/* Afterwards: the best group of the lane that has some; SIZE_MAX: none. */
size_t clocks_group(const struct samples_state *state, size_t lane);

/* Samples whose value is the period get it: as this chunk says it, or those before it. */
void clocks_add_periods(struct samples_state *state, size_t lane);
