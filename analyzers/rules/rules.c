#include "analyzers/rules/rules.h"

#include "analyzers/rules/method_profiling.h"

const struct rule *const rules_all[] = {
    &rule_method_profiling,
    NULL,
};

struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input) {
    struct findings findings = {0};
    for (; *rules; rules++) {
        struct finding finding;
        rule_judge(*rules, input, NULL, &finding);
        array_push(&findings, finding);
    }
    return findings;
}
