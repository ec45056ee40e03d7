/* The gate in a pass over many recordings: each judged by itself, against one base. */
#pragma once

#include "analyzers/compare/gate.h"
#include "analyzers/rules/rules.h"
#include "analyzers/samples/samples.h"

struct fleet_judge { /* a zeroed struct judges nothing */
    bool asked;
    struct gate_rules rules;
    struct samples *base; /* or NULL */
};

/* rules: a file, or NULL; base: a recording or profile, or NULL; neither: nothing is judged.
 * EXIT_OK, or the exit code to end with, which has been said why. */
int fleet_judge_open(struct fleet_judge *judge, const char *rules, const char *base,
                     const struct selection *selection);
/* What the rules say of a recording. The result is to be freed. */
void fleet_judge(const struct fleet_judge *judge, const struct rule_input *input,
                 const struct samples *samples, struct gate_result *result);
void fleet_judge_close(struct fleet_judge *judge);
