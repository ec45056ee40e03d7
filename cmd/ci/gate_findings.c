#include "cmd/ci/gate_findings.h"

#include "cmd/cli/message.h"
#include "cmd/read/judged.h"
#include "cmd/sheets/finding.h"

bool gate_ask_finding(const struct gate_rule *rule, struct rules_asked *asked,
                      struct jfr_error *error) {
    bool fine = rules_asked_take(asked, rule->finding, error);
    for (const char *line = rule->settings; fine && line && *line;) {
        size_t len = strcspn(line, "\n");
        OWNED(text_free) struct text setting = {0};
        text_addf(&setting, "%s.%.*s", rule->finding, (int)(len < 4000 ? len : 4000), line);
        fine = rules_asked_set(asked, text_str(&setting), error);
        line += len + (line[len] == '\n');
    }
    return fine;
}

void gate_judge_finding(const struct rule_input *input, const struct gate_rules *rules,
                        size_t number, struct gate_result *result) {
    const struct gate_rule *rule = &rules->items.items[number];
    OWNED(rules_asked_free) struct rules_asked asked = {0};
    struct jfr_error error;
    if (gate_ask_finding(rule, &asked, &error)) {
        OWNED(findings_free) struct findings findings = rules_asked_judge(&asked, input);
        findings_sort(&findings);
        OWNED(text_free) struct text words = {0};
        const struct finding *worst = findings.len ? &findings.items[0] : NULL;
        bool broken = worst && worst->severity >= (rule->info ? RULE_INFO : RULE_WARNING);
        if (worst) {
            const struct finding_view view = {worst, input->profile, BY_LINE};
            text_addf(&words, "%s, ", rule_severity_name(worst->severity));
            finding_add_line(&view, &words);
        }
        gate_add_finding(rules, number, text_str(&words), worst ? finding_figure(worst) : 0, broken,
                         result);
    }
}

int gate_find(const struct reading *how, const struct text_list *paths,
              const struct gate_rules *rules, struct gate_result *result) {
    static const struct facts_options facts = {0};
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES, .finest = BY_LINE, .facts = &facts};
    struct message_options quiet = *how->messages;
    struct reading reading = *how;
    struct judged judged;
    bool any = some_of(i, rules->items.len, rules->items.items[i].check == GATE_FINDING);
    if (!any) return EXIT_OK;
    quiet.quiet = quiet.no_progress = true; /* the same recordings again */
    reading.messages = &quiet;
    reading.paths = *paths;
    int code = judged_take(&reading, &needs, NULL, &judged);
    for (size_t i = 0; i < rules->items.len && code == EXIT_OK; i++)
        if (rules->items.items[i].check == GATE_FINDING)
            gate_judge_finding(&judged.input, rules, i, result);
    judged_free(&judged);
    reading_free(&reading);
    message_set_quiet(how->messages->quiet);
    return code;
}
