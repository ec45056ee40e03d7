/* What the gate is made of; nobody but gate*.c needs this header. */
#pragma once

#include "analyzers/compare/gate.h"

struct gate_diff;

struct candidate { /* what is tested */
    struct gate_finding finding;
    double p;       /* one-sided; -1: exceeds without a test */
    double of_runs; /* likewise, if runs differ as they do */
    bool exceeds;   /* the limits, chance aside */
};

struct gate {
    const struct gate_rules *rules;
    const struct gate_source *sources;
    size_t source_count;
    ARRAY(struct gate_diff *) diffs;
    ARRAY(struct candidate) candidates;
    struct gate_result *result;
};

/* The recordings, read for an event type. */
const struct gate_source *gate_source_of(const struct gate *gate, const char *event);
/* The verdict, unless it turns out to fail. */
void gate_inconclusive(struct gate_outcome *outcome, enum gate_why why, int side);
/* What is no frame: the name is all that tells it from others. */
void gate_name_finding(struct gate_finding *finding, const char *name);
/* Adds a candidate of a rule about amounts, or says why there is none. */
void gate_check_total(struct gate *gate, const struct gate_rule *rule,
                      struct gate_outcome *outcome);
