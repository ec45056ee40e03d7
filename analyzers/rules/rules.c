#include "analyzers/rules/rules.h"

#include "analyzers/rules/method_profiling.h"

const struct rule *const rules_all[] = {
    &rule_method_profiling,
    NULL,
};

struct wishes *rules_join(const struct rule *const *rules, struct walk_run *run) {
    size_t count = 0, len = 0;
    while (rules[count]) count++;
    struct wishes *wishes = mem_zero(count + 1, sizeof *wishes);
    for (size_t i = 0; i < count; i++) {
        size_t rows = 0;
        while (rows < RULE_WISHES && rules[i]->wishes[rows].event) rows++;
        if (rows) wishes[len++] = (struct wishes){.rows = rules[i]->wishes, .count = rows};
    }
    wishes[len] = facts_wishes;
    for (size_t i = 0; i < len; i++) wishes[i].more = &wishes[i + 1];
    walk_join(run, &tables_reader, wishes);
    return wishes;
}

struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input) {
    struct findings findings = {0};
    for (; *rules; rules++) {
        struct finding finding;
        rule_judge(*rules, input, NULL, &finding);
        array_push(&findings, finding);
    }
    return findings;
}
