/* A reading that rules judge: samples, facts, tables and census in one walk. */
#pragma once

#include "analyzers/rules/asked.h"
#include "cmd/read/reading.h"

struct judged {
    struct rule_input input;
    struct findings findings; /* in the order of the rules */
};

/* Reads what the options ask for, with these needs besides, and judges it. EXIT_OK: go on; else the
 * code to end with, the sentence has been said. A recording without samples is judged, too. To be
 * freed in any case; findings are about reading->samples->profile. */
int judged_take(struct reading *reading, const struct needs *needs, const struct rules_asked *asked,
                struct judged *out);
/* What judges look at, after such a walk. */
struct rule_input judged_input(const struct reading *reading, const struct walk_run *run);
void judged_free(struct judged *judged);
