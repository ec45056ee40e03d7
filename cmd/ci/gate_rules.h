/* The rules file of the gate: JSON, described in docs/gate.md and docs/gate.schema.json. */
#pragma once

#include "analyzers/compare/gate.h"

/* Reads the file. False: the sentence has been said, with the place in the file. */
bool gate_rules_read(const char *path, struct gate_rules *rules);
/* The same of text that is there; name is for messages. */
bool gate_rules_parse(const char *name, const char *json, struct gate_rules *rules,
                      struct text *error);
/* "growth", "gc-pause": as the rules file calls it. */
const char *gate_check_name(enum gate_check check);
