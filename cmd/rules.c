/* jfrtool rules: what all rules say of a recording: what happened before what is set. */
#include "cmd/cli/message.h"
#include "cmd/cli/voice.h"
#include "cmd/read/answer.h"
#include "cmd/read/judged.h"
#include "cmd/sheets/findings.h"
#include "cmd/write/words.h"

enum { LEAST_UNSAID, LEAST_NA, LEAST_OK, LEAST_INFO, LEAST_WARNING };

#include "cmd/rules_options.h"

/* False: error says why. */
static bool ask(const struct rules_options *options, struct rules_asked *asked,
                struct jfr_error *error) {
    bool good = true;
    for (size_t i = 0; i < options->rules.len && good; i++)
        good = rules_asked_take(asked, options->rules.items[i], error);
    for (size_t i = 0; i < options->topics.len && good; i++)
        good = rules_asked_topic(asked, options->topics.items[i], error);
    for (size_t i = 0; i < options->files.len && good; i++)
        good = rules_asked_read(asked, options->files.items[i], error);
    for (size_t i = 0; i < options->settings.len && good; i++)
        good = rules_asked_set(asked, options->settings.items[i], error);
    return good;
}

static enum rule_severity least_of(const struct rules_options *options, enum format format) {
    switch (options->least) {
    case LEAST_NA: return RULE_NA;
    case LEAST_OK: return RULE_OK;
    case LEAST_INFO: return RULE_INFO;
    case LEAST_WARNING: return RULE_WARNING;
    default: break;
    }
    bool all = options->verbose || format_rows[format].parts & SHEET_PROGRAMS;
    return all ? RULE_NA : RULE_INFO;
}

/* "No rule found anything. 34 rules found nothing, 12 could not be judged: --verbose shows them" */
static void add_footer(const struct findings *findings, enum rule_severity least,
                       struct sheet *sheet) {
    size_t counts[RULE_WARNING + 1] = {0};
    for (size_t i = 0; i < findings->len; i++) counts[findings->items[i].severity]++;
    bool hidden = least > RULE_NA && !voice_is_of_tools() && counts[RULE_OK] + counts[RULE_NA];
    words_say(sheet_lines, sheet, SHEET_PEOPLE,
              "{}{warning}, {info}, {} ok, {} that could not be judged{}.\n",
              cell_text(counts[RULE_WARNING] + counts[RULE_INFO] ? "" : "Nothing stands out.\n"),
              cell_count(counts[RULE_WARNING]), cell_count(counts[RULE_INFO]),
              cell_count(counts[RULE_OK]), cell_count(counts[RULE_NA]),
              cell_text(hidden ? " (--verbose shows all)" : ""));
}

static int make_answer(struct answer *answer) {
    static const struct facts_options facts = {0};
    const struct rules_options *options = answer->options;
    struct reading *reading = &answer->reading;
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .finest = BY_LINE,
        .facts = &facts,
    };
    OWNED(rules_asked_free) struct rules_asked asked = {0};
    OWNED(judged_free) struct judged judged = {0};
    struct jfr_error error = {0};
    if (!ask(options, &asked, &error)) {
        message_error("%s", error.text);
        return message_misuse(answer->command);
    }
    int code = judged_take(reading, &needs, &asked, &judged);
    if (code == EXIT_OK) {
        struct sheet *sheet = answer_sheet(answer, NULL);
        enum rule_severity least = least_of(options, answer->format);
        const struct findings_view view = {&judged.findings, &reading->samples->profile,
                                           &reading->paths};
        findings_sort(&judged.findings);
        findings_add(&view, least, sheet);
        add_footer(&judged.findings, least, sheet);
    }
    return code;
}
