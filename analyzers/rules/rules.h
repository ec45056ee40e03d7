/* All rules there are. A new one is a row and a function in the file of its topic or one of its
 * own, and a word in rules.table; its section of docs/rules.md is made of the row (document.h). */
#pragma once

#include "analyzers/rules/rule.h"

/* In the order that findings of one severity are shown in; NULL ends them. */
extern const struct rule *const rules_all[];

/* Adds to the run what the rules look at: after it, walk_result(run, &tables_reader) and
 * walk_result(run, &census_reader). in_window: rules_judge is asked about a part of the time. */
void rules_join(const struct rule *const *rules, struct walk_run *run, bool in_window);

/* A finding for each of the rules, in their order, with default settings. To be freed. */
struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input);
/* Leaves out what is less severe, but for the first. */
void findings_keep(struct findings *findings, enum rule_severity least);
