#include "analyzers/rules/rules.h"

#include "analyzers/rules/method_profiling.h"

const struct rule *const rules_all[] = {
    &rule_method_profiling,
    NULL,
};

void rules_join(const struct rule *const *rules, struct walk_run *run) {
    for (; *rules; rules++)
        if ((*rules)->wishes.count) walk_join(run, &tables_reader, &(*rules)->wishes);
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
