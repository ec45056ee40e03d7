/* Rules of the gate about findings of `jfrtool rules`: {"check": "finding", "rule": "FullGc"}. */
#pragma once

#include "analyzers/compare/gate.h"
#include "analyzers/rules/asked.h"
#include "cmd/read/reading.h"

/* Asks for the rule with its settings. False: error says why. */
bool gate_ask_finding(const struct gate_rule *rule, struct rules_asked *asked,
                      struct jfr_error *error);
/* Adds what the rule of this number, which is of that check, says of what was read. */
void gate_judge_finding(const struct rule_input *input, const struct gate_rules *rules,
                        size_t number, struct gate_result *result);
/* Judges the recordings by the rules of that check, if there are any, and adds what was found. how:
 * with the options of the command; nothing is said that was said before. The exit code. */
int gate_find(const struct reading *how, const struct text_list *paths,
              const struct gate_rules *rules, struct gate_result *result);
