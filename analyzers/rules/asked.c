#include "analyzers/rules/asked.h"

#include "analyzers/rules/busy.h"
#include "analyzers/rules/causes.h"
#include "base/units.h"
#include "base/posix.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#define MAX_FILE ((size_t)1 << 20)

static size_t rule_count(void) {
    size_t count = 0;
    while (rules_all[count]) count++;
    return count;
}

static struct asked_rule *rules_of(struct rules_asked *asked) {
    if (asked->rules) return asked->rules;
    asked->rules = mem_zero(rule_count(), sizeof *asked->rules);
    for (size_t i = 0; rules_all[i]; i++) rule_defaults(rules_all[i], asked->rules[i].settings);
    return asked->rules;
}

static bool fail(struct jfr_error *error, const char *format, const char *text) {
    error->code = JFR_IO;
    /* NOLINTNEXTLINE(clang-diagnostic-format-nonliteral): literals of this file */
    snprintf(error->text, sizeof error->text, format, text);
    return false;
}

/* The rule's number, or SIZE_MAX. */
static size_t find_rule(const char *id, size_t len) {
    for (size_t i = 0; rules_all[i]; i++)
        if (strlen(rules_all[i]->id) == len && strncasecmp(rules_all[i]->id, id, len) == 0)
            return i;
    return SIZE_MAX;
}

/* ==== Settings ============================================================================== */

static bool read_setting(struct rules_asked *asked, enum rule_kind kind, const char *text,
                         struct rule_setting *setting) {
    const char *end;
    long double number;
    switch (kind) {
    case RULE_NS: return units_parse_duration(text, &setting->number);
    case RULE_BYTES: return units_parse_size(text, &setting->number);
    case RULE_TEXT: {
        char *copy = mem_copy_text(text);
        array_push(&asked->texts, copy);
        setting->text = copy;
        return true;
    }
    default:
        end = units_read_number(text, &number);
        while (end && *end == ' ') end++;
        if (end && *end == '%' && kind == RULE_PERCENT) end++;
        if (!end || *end || number > 1e15L) return false;
        setting->real = (double)number;
        setting->number = (int64_t)number;
        return true;
    }
}

static const char *expected_of(enum rule_kind kind) {
    switch (kind) {
    case RULE_NS: return "a span of time such as 200ms";
    case RULE_BYTES: return "a size such as 20MB";
    case RULE_PERCENT: return "a percentage such as 5%";
    default: return "a number";
    }
}

/* What the rule's options are called. */
static void add_options(const struct rule *rule, struct text *out) {
    for (size_t i = 0; rule->options && rule->options[i].name; i++)
        text_addf(out, "%s%s", i ? ", " : "", rule->options[i].name);
    if (!out->len) text_add(out, "none, but it can be \"off\"");
}

static bool set_option(struct rules_asked *asked, size_t at, const char *key, size_t key_len,
                       const char *value, struct jfr_error *error) {
    const struct rule *rule = rules_all[at];
    struct asked_rule *own = &rules_of(asked)[at];
    OWNED(text_free) struct text why = {0};
    for (size_t i = 0; rule->options && rule->options[i].name; i++) {
        const struct rule_option *option = &rule->options[i];
        if (strlen(option->name) != key_len || strncmp(option->name, key, key_len) != 0) continue;
        if (!read_setting(asked, option->kind, value, &own->settings[i])) {
            text_addf(&why, "%s.%s: expected %s, found \"%.60s\"", rule->id, option->name,
                      expected_of(option->kind), value);
            fail(error, "%s", text_str(&why));
            return false;
        }
        const struct rule_option *misused = rule_misused(rule, own->settings, error);
        return misused == NULL;
    }
    OWNED(text_free) struct text options = {0};
    add_options(rule, &options);
    text_addf(&why, "%s has no option \"%.*s\"; there are: %s", rule->id,
              (int)(key_len < 60 ? key_len : 60), key, text_str(&options));
    fail(error, "%s", text_str(&why));
    return false;
}

bool rules_asked_set(struct rules_asked *asked, const char *text, struct jfr_error *error) {
    const char *equal = strchr(text, '=');
    if (!equal)
        return fail(error, "expected RULE.OPTION=VALUE or RULE=off, found \"%.100s\"", text);
    size_t left = (size_t)(equal - text);
    while (left && text[left - 1] == ' ') left--;
    const char *value = equal + 1;
    while (*value == ' ') value++;
    size_t whole = find_rule(text, left), key = left;
    if (whole != SIZE_MAX) {
        bool off = strcmp(value, "off") == 0;
        if (!off && strcmp(value, "on") != 0)
            return fail(error, "expected \"off\" or \"on\" for a rule, found \"%.100s\"", value);
        rules_of(asked)[whole].off = off;
        return true;
    }
    while (key && text[key - 1] != '.') key--;
    size_t at = key ? find_rule(text, key - 1) : SIZE_MAX;
    if (at == SIZE_MAX)
        return fail(
            error, "there is no rule of that name in \"%.100s\": jfrtool rules --verbose shows all",
            text);
    return set_option(asked, at, text + key, left - key, value, error);
}

static bool read_line(struct rules_asked *asked, char *line, struct jfr_error *error) {
    line[strcspn(line, "#\r\n")] = 0;
    while (isspace((unsigned char)*line)) line++;
    for (size_t len = strlen(line); len && isspace((unsigned char)line[len - 1]); len--)
        line[len - 1] = 0;
    return !*line || rules_asked_set(asked, line, error);
}

bool rules_asked_read(struct rules_asked *asked, const char *path, struct jfr_error *error) {
    FILE *file = fopen(path, "re");
    if (!file) {
        OWNED(text_free) struct text why = {0};
        text_addf(&why, "%.200s: %s", path, strerror(errno));
        fail(error, "%s", text_str(&why));
        return false;
    }
    char line[4096];
    size_t number = 0, read = 0;
    bool good = true;
    while (good && read < MAX_FILE && fgets(line, sizeof line, file)) {
        number++;
        read += strlen(line);
        good = read_line(asked, line, error);
    }
    fclose(file);
    if (good) return true;
    OWNED(text_free) struct text why = {0};
    text_addf(&why, "%.200s, line %zu: %s", path, number, error->text);
    fail(error, "%.390s", text_str(&why));
    return false;
}

/* ==== Which ================================================================================= */

static void only_some(struct rules_asked *asked) {
    struct asked_rule *rules = rules_of(asked);
    if (asked->some) return;
    asked->some = true;
    for (size_t i = 0; rules_all[i]; i++) rules[i].off = true;
}

bool rules_asked_take(struct rules_asked *asked, const char *pattern, struct jfr_error *error) {
    bool any = false;
    only_some(asked);
    for (size_t i = 0; rules_all[i]; i++) {
        if (fnmatch(pattern, rules_all[i]->id, FNM_CASEFOLD) != 0) continue;
        asked->rules[i].off = false;
        any = true;
    }
    return any ||
           fail(error, "there is no rule \"%.100s\": jfrtool rules --verbose shows all", pattern);
}

bool rules_asked_topic(struct rules_asked *asked, const char *topic, struct jfr_error *error) {
    bool any = false;
    only_some(asked);
    for (size_t i = 0; rules_all[i]; i++) {
        if (strcasecmp(rules_all[i]->topic, topic) != 0) continue;
        asked->rules[i].off = false;
        any = true;
    }
    if (any) return true;
    OWNED(text_free) struct text topics = {0};
    for (size_t i = 0; rules_all[i]; i++) {
        size_t before = 0;
        while (strcmp(rules_all[before]->topic, rules_all[i]->topic) != 0) before++;
        if (before == i) text_addf(&topics, "%s%s", i ? ", " : "", rules_all[i]->topic);
    }
    error->code = JFR_IO;
    snprintf(error->text, sizeof error->text, "there is no topic \"%.60s\"; there are: %s", topic,
             text_str(&topics));
    return false;
}

void rules_asked_free(struct rules_asked *asked) {
    for (size_t i = 0; i < asked->texts.len; i++) free(asked->texts.items[i]);
    array_free(&asked->texts);
    free(asked->rules);
    *asked = (struct rules_asked){0};
}

/* ==== Findings ============================================================================== */

struct findings rules_asked_judge(const struct rules_asked *asked, const struct rule_input *input) {
    const struct asked_rule *rules = asked ? asked->rules : NULL;
    struct findings findings = {0};
    OWNED(busy_free) struct busy busy = {.spent = NULL};
    struct rule_input own = *input;
    own.busy = &busy;
    for (size_t i = 0; rules_all[i]; i++) {
        struct finding finding;
        if (rules && rules[i].off) continue;
        rule_judge(rules_all[i], &own, rules ? rules[i].settings : NULL, &finding);
        array_push(&findings, finding);
    }
    return findings;
}

static int place_of(const struct finding *finding) {
    int place = 0;
    while (rules_all[place] && rules_all[place] != finding->rule) place++;
    return place;
}

/* What was found without a score stands at the mark of its severity. */
static double rank_of(const struct finding *finding) {
    return is_known(finding->score) ? finding->score : finding->severity == RULE_WARNING ? 75 : 25;
}

ORDERED(compare_findings, struct finding, cause_tier(x) - cause_tier(y), FALLING(severity),
        ORDER(rank_of(y), rank_of(x)), place_of(x) - place_of(y))

void findings_sort(struct findings *findings) {
    array_sort(findings, compare_findings);
}
