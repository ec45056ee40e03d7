#include "analyzers/rules/document.h"

#include "analyzers/rules/rules.h"
#include "base/units.h"

ORDERED(compare_rules, struct rule *const, strcmp((*x)->topic, (*y)->topic),
        strcasecmp((*x)->id, (*y)->id))

static void add_setting(const struct rule_option *option, struct text *out) {
    switch (option->kind) {
    case RULE_NS: units_add_exact(out, option->initial.number); break;
    case RULE_BYTES: units_add_bytes(out, (double)option->initial.number); break;
    case RULE_COUNT: text_add_grouped(out, (uint64_t)option->initial.number); break;
    case RULE_PERCENT: text_addf(out, "%g %%", option->initial.real); break;
    case RULE_ESTIMATE: text_add_grouped(out, (uint64_t)option->initial.real); break;
    default: text_addf(out, "`%s`", option->initial.text);
    }
}

/* "`info` 5 %, `warning` 25 %. Needs jdk.CPULoad. More: `jfrtool gc`." */
static void add_terms(const struct rule *rule, struct text *out) {
    size_t options = 0, needs = 0;
    for (; rule->options && rule->options[options].name; options++) {
        text_addf(out, "%s`%s` ", options ? ", " : "", rule->options[options].name);
        add_setting(&rule->options[options], out);
    }
    if (options) text_add(out, ". ");
    for (; rule->needs && rule->needs[needs].event; needs++) {
        const struct rule_need *need = &rule->needs[needs];
        text_addf(out, "%s%s", needs ? ", " : "Needs ", need->event);
        if (need->how == RULE_PAUSES) text_add(out, " (or jdk.GarbageCollection)");
    }
    if (needs) text_add(out, ". ");
    if (rule->see) text_addf(out, "More: `jfrtool %s`. ", rule->see);
    out->len--; /* the blank */
}

static void add_rule(const struct rule *rule, struct text *out) {
    text_addf(out, "\n### %s\n\n*%s.* %s\n", rule->id, rule->name, rule->about);
    if (!rule->options && !rule->needs && !rule->see) return;
    text_add_char(out, '\n');
    add_terms(rule, out);
    text_add_char(out, '\n');
}

void rules_add_markdown(struct text *out) {
    const struct rule **rules = NULL;
    size_t count = 0;
    while (rules_all[count]) count++;
    rules = mem_resize(NULL, count, sizeof *rules);
    memcpy(rules, rules_all, count * sizeof *rules);
    qsort(rules, count, sizeof *rules, compare_rules);
    for (size_t i = 0; i < count; i++) {
        if (!i || strcmp(rules[i - 1]->topic, rules[i]->topic) != 0)
            text_addf(out, "%s## %s\n", i ? "\n" : "", rules[i]->topic);
        add_rule(rules[i], out);
    }
    free(rules);
}
