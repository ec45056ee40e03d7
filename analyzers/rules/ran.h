/* Samples of threads that ran, by which methods, calls and libraries are judged: samples of a clock
 * of CPU all of them; of wall-clock time those whose state says that the thread ran, and whose
 * stack does not wait. They tell shares of the CPU, not how much of it was used (judge_running). */
#pragma once

#include "analyzers/rules/judging.h"

/* The input's own profile, or one that goes with input->busy: its frames and the numbers of its
 * stacks are the input's. Empty for samples of anything else. */
const struct profile *ran_of(const struct rule_input *input);
void ran_free(struct profile *ran); /* NULL: nothing */
