#include "analyzers/rules/rules.h"

#include "analyzers/rules/busy.h"

#define RULE(name) extern const struct rule rule_##name;
#include "analyzers/rules/rules_table.h"
#undef RULE

const struct rule *const rules_all[] = {
#define RULE(name) &rule_##name,
#include "analyzers/rules/rules_table.h"
#undef RULE
    NULL,
};

void rules_join(const struct rule *const *rules, struct walk_run *run, bool in_window) {
    walk_join(run, &tables_reader, in_window ? &series_wishes_in_window : &series_wishes);
    walk_join(run, &census_reader, NULL);
    for (; *rules; rules++)
        if ((*rules)->wishes.count) walk_join(run, &tables_reader, &(*rules)->wishes);
}

struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input) {
    struct findings findings = {0};
    OWNED(busy_free) struct busy busy = {.spent = NULL};
    struct rule_input own = *input;
    own.busy = &busy;
    for (; *rules; rules++) {
        struct finding finding;
        rule_judge(*rules, &own, NULL, &finding);
        array_push(&findings, finding);
    }
    return findings;
}

void findings_keep(struct findings *findings, enum rule_severity least) {
    size_t kept = 0;
    for (size_t i = 0; i < findings->len; i++) {
        struct finding *finding = &findings->items[i];
        if (i == 0 || finding->severity >= least) findings->items[kept++] = *finding;
        else finding_free(finding);
    }
    findings->len = kept;
}
