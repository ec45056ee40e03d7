/* Events of a clock: which events of one type are the samples that a short name asks for.
 *
 * async-profiler before version 4 writes samples of CPU time and of wall-clock time under one name
 * (analyzers/walk/sampler.h), so "cpu" and "wall" are not event types but events:
 *
 *   asked for            of jdk.ExecutionSample
 *   cpu                  those of CPU time; of a JVM all
 *   wall                 those of wall-clock time; of a JVM none; so does the later name of these,
 *                        profiler.WallClockSample
 *   jdk.ExecutionSample  all: this is the name of a type
 *
 * What tells may be known before the walk. Else all events of the chunk are met on it, and they are
 * told apart when the constants are there. Who counts samples by state does the same for all of a
 * state at once (analyzers/samples/clocks.h).
 */
#pragma once

#include "analyzers/walk/walk.h"

enum { CLOCKED_NONE = 0, CLOCKED_CPU = 1, CLOCKED_WALL = 2, CLOCKED_ALL = 3 };

/* May samples of the type be of either clock in a chunk of this sampler? */
bool clocked_may_differ(const struct sampler *sampler, const struct jfr_type *type);
/* Which events of the type the name asks for, if it asks for the type at all. CLOCKED_WALL: it does
 * if its samples may be of either clock. */
unsigned clocked_named(const char *name, const char *event);

struct clocked;

/* False: the chunk has no events of the clocks. *out: NULL if it takes all, else to be closed. */
bool clocked_open(const struct walk *walk, const struct jfr_type *type, unsigned clocks,
                  struct clocked **out);
/* On the walk: each event of the type, whether it is wanted otherwise or not. */
void clocked_meet(struct clocked *clocked, const struct jfr_event *event);
/* The walk is over: asks for what tells. */
void clocked_ask(const struct clocked *clocked, struct walk *walk);
/* The constants are there. */
bool clocked_takes(struct clocked *clocked, const struct jfr_constants *constants,
                   const struct jfr_event *event);
void clocked_close(struct clocked *clocked); /* NULL is allowed */

/* Of all samples of a chunk, by a pass of its own over them: SAMPLER_CPU, SAMPLER_WALL, or
 * SAMPLER_BY_STATE, those in CLOCKED_CPU_STATE of CPU time. */
enum sampler_clock clocked_of_chunk(const struct jfr_chunk *chunk, const struct sampler *sampler);
#define CLOCKED_CPU_STATE "STATE_DEFAULT"

/* A sample of any clock, with this state: did its thread run, or was it about to? */
bool clocked_runs(const char *state);
