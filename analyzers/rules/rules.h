/* All rules there are. A new one is a file with its row and its function, and a line in rules.c. */
#ifndef ANALYZERS_RULES_RULES_H
#define ANALYZERS_RULES_RULES_H

#include "analyzers/rules/rule.h"

/* In the order that findings of one severity are shown in; NULL ends them. */
extern const struct rule *const rules_all[];

/* Adds to the run the tables that the rules wish for. They are walk_result(run, &tables_reader),
 * finished once facts are taken. */
void rules_join(const struct rule *const *rules, struct walk_run *run);

/* A finding for each of the rules, in their order, with default settings. To be freed. */
struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input);

#endif
