/* Versions of JVMs: "17.0.2", "1.8.0_292", "17-ea", and where a recording says them. */
#pragma once

#include "analyzers/rules/rule.h"

struct jvm_version {
    int parts[4]; /* of 1.8.0_292: 8, 0, 292 */
    bool known, early_access;
};

/* Of "17.0.2+8" and "1.8.0_292-b10"; text may be NULL. */
struct jvm_version jvm_version_of(const char *text);
/* Of jdk.JVMInformation, behind "JRE (". */
struct jvm_version jvm_version_recorded(const struct rule_input *input);
/* As its properties specify it; else as recorded. */
struct jvm_version jvm_version_specified(const struct rule_input *input);
/* Below 0: earlier. */
int jvm_version_compare(const struct jvm_version *a, const struct jvm_version *b);
