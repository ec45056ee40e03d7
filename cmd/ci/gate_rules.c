#include "cmd/ci/gate_rules.h"

#include "analyzers/tables/kinds.h"
#include "cmd/ci/gate_findings.h"
#include "cmd/cli/cjson.h"
#include "cmd/cli/message.h"
#include "base/folder.h"
#include "base/suggest.h"

#include <errno.h>

#define MAX_BYTES (1024 * 1024)

static const char *const check_names[] = {
    [GATE_GROWTH] = "growth",         [GATE_SHARE] = "share",
    [GATE_ALLOCATION] = "allocation", [GATE_LOCK_WAIT] = "lock-wait",
    [GATE_CPU_TIME] = "cpu-time",     [GATE_RATE] = "rate",
    [GATE_GC_PAUSE] = "gc-pause",     [GATE_QUANTILE] = "quantile",
    [GATE_FINDING] = "finding",       NULL};
static const char *const scope_names[] = {[GATE_METHODS] = "method",
                                          [GATE_CLASSES] = "class",
                                          [GATE_PACKAGES] = "package",
                                          [GATE_PATTERN] = "pattern",
                                          NULL};
static const char *const share_of[] = {"total", "self", NULL};
static const char *const pause_of[] = {"sum", "longest", NULL};
static const char *const measures[] = {"samples", "value", NULL};
static const char *const levels[] = {"error", "warning", NULL};
static const char *const severities[] = {"warning", "info", NULL};

const char *gate_check_name(enum gate_check check) {
    return check_names[check];
}

/* ==== What went wrong, and where ============================================================ */

struct place { /* a value and where it is: "$.rules[2].max_points" */
    const cJSON *value;
    char path[200];
    struct text *error;
    const char *file;
};

static bool wrong(const struct place *at, const char *expected) {
    char *found = at->value ? cJSON_PrintUnformatted(at->value) : NULL;
    text_addf(at->error, "%s: %s: expected %s", at->file, at->path, expected);
    if (found) text_addf(at->error, ", found %.60s", found);
    cJSON_free(found);
    return false;
}

/* member: of the object there that it is about; "": none. */
__attribute__((format(printf, 3, 4))) static bool refuse(const struct place *at, const char *member,
                                                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_addf(at->error, "%s: %s%s: ", at->file, at->path, member);
    text_addv(at->error, format, arguments);
    va_end(arguments);
    return false;
}

static struct place inside(const struct place *at, const cJSON *value) {
    struct place place = *at;
    place.value = value;
    snprintf(place.path, sizeof place.path, "%.150s.%.40s", at->path, value->string);
    return place;
}

/* ==== Values ================================================================================ */

static bool get_word(const struct place *at, const char *const *words, unsigned *out) {
    const cJSON *value = at->value;
    OWNED(text_free) struct text expected = {0};
    struct suggest suggest = suggest_for(cJSON_IsString(value) ? value->valuestring : "");
    for (unsigned i = 0; words[i]; i++) {
        if (cJSON_IsString(value) && strcmp(value->valuestring, words[i]) == 0) {
            *out = i;
            return true;
        }
        suggest_offer(&suggest, words[i]);
        text_addf(&expected, "%s\"%s\"", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    wrong(at, text_str(&expected));
    if (suggest.best) text_addf(at->error, "; did you mean \"%s\"?", suggest.best);
    return false;
}

static bool get_text(const struct place *at, char **out) {
    if (!cJSON_IsString(at->value) || !*at->value->valuestring) return wrong(at, "a text");
    free(*out);
    *out = mem_copy_text(at->value->valuestring);
    return true;
}

static bool get_number(const struct place *at, double low, double high, const char *expected,
                       double *out) {
    const cJSON *value = at->value;
    if (!cJSON_IsNumber(value) || !(value->valuedouble >= low && value->valuedouble <= high))
        return wrong(at, expected);
    *out = value->valuedouble;
    return true;
}

/* The units of the file are those of people: milliseconds; ours are seconds. */
static bool get_amount(const struct place *at, enum gate_check check, double *out) {
    bool seconds = check != GATE_ALLOCATION && check != GATE_RATE;
    const char *unit =
        check == GATE_ALLOCATION ? "bytes a second (or an event of \"per\")"
        : seconds ? "milliseconds (of each second, of an event of \"per\", or of one event)"
                  : "events a second (or an event of \"per\")";
    if (!get_number(at, 0, 1e15, unit, out)) return false;
    if (seconds) *out /= 1000;
    return true;
}

#define A_PERCENTILE "a percentile, such as \"p50\", \"p99\" or \"p99.9\""

/* "p99", "p99.9": which share of the events is not longer. */
static bool get_quantile(const struct place *at, double *out) {
    const char *text = cJSON_IsString(at->value) ? at->value->valuestring : "";
    char *end = NULL;
    bool begins = text[0] == 'p' && text[1] && strchr("0123456789", text[1]);
    double percent = begins ? strtod(text + 1, &end) : 0;
    if (!begins || *end || !(percent > 0 && percent < 100)) return wrong(at, A_PERCENTILE);
    *out = percent / 100;
    return true;
}

/* {"info": "3%"} becomes a line each. */
static bool get_settings(const struct place *at, char **out) {
    const cJSON *member;
    OWNED(text_free) struct text lines = {0};
    if (!cJSON_IsObject(at->value)) return wrong(at, "an object, such as {\"info\": \"3%\"}");
    cJSON_ArrayForEach(member, at->value) {
        struct place value = inside(at, member);
        if (!cJSON_IsString(member) && !cJSON_IsNumber(member))
            return wrong(&value, "a text or a number");
        text_addf(&lines, "%s=", member->string);
        if (cJSON_IsString(member)) text_add(&lines, member->valuestring);
        else text_addf(&lines, "%g", member->valuedouble);
        text_add_char(&lines, '\n');
    }
    free(*out);
    *out = lines.len ? text_take(&lines) : NULL;
    return true;
}

/* ==== Keys ================================================================================== */

enum { /* who has a key: rules of some checks, all rules, all but those of findings, the file */
       OF_GROWTH = 1 << GATE_GROWTH,
       OF_SHARE = 1 << GATE_SHARE,
       OF_ALLOCATION = 1 << GATE_ALLOCATION,
       OF_LOCK_WAIT = 1 << GATE_LOCK_WAIT,
       OF_CPU_TIME = 1 << GATE_CPU_TIME,
       OF_RATE = 1 << GATE_RATE,
       OF_GC_PAUSE = 1 << GATE_GC_PAUSE,
       OF_QUANTILE = 1 << GATE_QUANTILE,
       OF_FINDING = 1 << GATE_FINDING,
       OF_FILE = OF_FINDING << 1,
       OF_RULES = OF_FILE - 1,
       OF_NUMBERS = OF_RULES & ~OF_FINDING,
       OF_SHARES = OF_GROWTH | OF_SHARE,
       OF_TOTALS = OF_NUMBERS & ~OF_SHARES,
};

static const struct key {
    const char *name;
    unsigned of;
    enum {
        KEY_NOTHING, /* it is read elsewhere */
        KEY_TEXT,
        KEY_WORD,
        KEY_SECOND_WORD, /* whether it is the second of two */
        KEY_NUMBER,
        KEY_COUNT,
        KEY_AMOUNT,
        KEY_QUANTILE,
        KEY_SETTINGS,
    } kind;
    size_t to; /* where the rule has it */
    const char *const *words;
    double low, high;
    const char *expected;
} keys[] = {
#include "cmd/ci/gate_keys_table.h"
};

static bool get_value(const struct place *at, const struct key *key, struct gate_rule *rule) {
    void *to = (char *)rule + key->to;
    unsigned word = 0;
    double number = 0;
    switch (key->kind) {
    case KEY_TEXT: return get_text(at, to);
    case KEY_NUMBER: return get_number(at, key->low, key->high, key->expected, to);
    case KEY_AMOUNT: return get_amount(at, rule->check, to);
    case KEY_QUANTILE: return get_quantile(at, to);
    case KEY_SETTINGS: return get_settings(at, to);
    case KEY_COUNT:
        if (!get_number(at, key->low, key->high, key->expected, &number)) return false;
        *(uint64_t *)to = (uint64_t)number;
        return true;
    case KEY_WORD:
    case KEY_SECOND_WORD:
        if (!get_word(at, key->words, &word)) return false;
        if (key->kind == KEY_WORD) *(enum gate_scope *)to = (enum gate_scope)word;
        else *(bool *)to = word == 1;
        return true;
    default: return true;
    }
}

static bool unknown_key(const struct place *at, unsigned of) {
    struct suggest suggest = suggest_for(at->value->string);
    OWNED(text_free) struct text known = {0};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        if (!(keys[i].of & of)) continue;
        suggest_offer(&suggest, keys[i].name);
        text_addf(&known, "%s%s", known.len ? ", " : "", keys[i].name);
    }
    text_addf(at->error, "%s: %s: there is no such key", at->file, at->path);
    if (suggest.best) text_addf(at->error, "; did you mean %s?", suggest.best);
    else text_addf(at->error, "; known here are %s", text_str(&known));
    return false;
}

/* What stands in the object goes to the rule. of: whose keys it may have. */
static bool get_values(const struct place *at, unsigned of, struct gate_rule *rule) {
    const cJSON *member;
    cJSON_ArrayForEach(member, at->value) {
        const struct key *key = keys, *end = keys + COUNT_OF(keys);
        struct place place = inside(at, member);
        while (key < end && (!(key->of & of) || strcmp(key->name, member->string) != 0)) key++;
        if (key == end) return unknown_key(&place, of);
        for (const cJSON *other = member->next; other; other = other->next)
            if (strcmp(other->string, member->string) == 0) return wrong(&place, "each key once");
        if (!get_value(&place, key, rule)) return false;
    }
    return true;
}

/* ==== Rules ================================================================================= */

static bool check_shares(const struct place *at, const struct gate_rule *rule) {
    struct jfr_error error;
    if (rule->match && !gate_check_pattern(rule->match, &error))
        return refuse(at, ".match", "%s", error.text);
    return rule->scope != GATE_PATTERN || rule->match ||
           refuse(at, "", "\"by\": \"pattern\" needs \"match\"");
}

/* One type is counted: short names stand for several, of which some are among the others. */
static bool is_type(const struct place *at, const char *member, const char *event) {
    if (!event || (!kind_group_named(event) && !strpbrk(event, "*?"))) return true;
    return refuse(at, member,
                  "expected one event type, such as \"jdk.JavaExceptionThrow\" or "
                  "\"com.acme.Request\", found \"%s\"",
                  event);
}

/* The event that is counted, timed or summed up, where the check does not say it. */
static bool set_event(const struct place *at, struct gate_rule *rule) {
    switch (rule->check) {
    case GATE_LOCK_WAIT:
        if (!rule->event) rule->event = mem_copy_text(kind_short_names[KIND_LOCK].name);
        return true;
    case GATE_ALLOCATION:
        if (!rule->event) rule->event = mem_copy_text(kind_short_names[KIND_ALLOC].name);
        return true;
    case GATE_RATE:
    case GATE_QUANTILE:
        if (!rule->event) return refuse(at, "", "\"event\" is missing: the event type to count");
        rule->counted = rule->event;
        rule->event = NULL;
        return is_type(at, ".event", rule->counted);
    default: return true;
    }
}

static bool check_total(const struct place *at, struct gate_rule *rule) {
    if (!is_type(at, ".per", rule->per)) return false;
    if (rule->check == GATE_QUANTILE && is_missing(rule->quantile))
        return refuse(at, "", "\"of\" is missing: %s", A_PERCENTILE);
    if (!set_event(at, rule)) return false;
    rule->values = true;
    bool grows = is_known(rule->max_growth) || is_known(rule->max_ratio);
    if (is_known(rule->max) && (grows || is_known(rule->min_ratio)))
        return refuse(at, "",
                      "\"max\" is about the new side alone; what compares needs a rule of its own");
    if (grows && is_known(rule->min_ratio))
        return refuse(at, "",
                      "\"min_ratio\" is about a rate that falls; growth needs a rule of its own");
    if (rule->longest && rule->per)
        return refuse(at, "",
                      "the longest pause is one event: there is nothing to divide by \"per\"");
    return true;
}

/* Are the rule and its settings ones that there are? */
static bool check_finding(const struct place *at, struct gate_rule *rule) {
    OWNED(rules_asked_free) struct rules_asked asked = {0};
    struct jfr_error error = {0};
    if (!rule->finding)
        return refuse(at, "", "\"rule\" is missing: the id of a rule that jfrtool rules has");
    /* It is read for events that need not be there: what is judged is read by itself. */
    rule->event = mem_copy_text(kind_short_names[KIND_LOCK].name);
    return gate_ask_finding(rule, &asked, &error) || refuse(at, "", "%s", error.text);
}

static bool has_limit(const struct gate_rule *rule) {
    return rule->check == GATE_FINDING || is_known(rule->max_points) || is_known(rule->max_ratio) ||
           is_known(rule->max_percent) || is_known(rule->max_growth) || is_known(rule->max) ||
           is_known(rule->min_ratio);
}

/* rule: what holds unless the object says otherwise. */
static bool get_rule(const struct place *at, size_t number, struct gate_rule *rule) {
    if (!cJSON_IsObject(at->value)) return wrong(at, "an object, a rule");
    const cJSON *check = cJSON_GetObjectItemCaseSensitive(at->value, "check");
    if (!check)
        return refuse(at, "",
                      "\"check\" is missing: growth, share, allocation, lock-wait, cpu-time, rate, "
                      "gc-pause, quantile or finding");
    struct place named = inside(at, check);
    unsigned word = 0;
    if (!get_word(&named, check_names, &word)) return false;
    rule->check = (enum gate_check)word;
    if (!get_values(at, 1u << word, rule)) return false;
    if (!(rule->check == GATE_FINDING  ? check_finding(at, rule)
          : gate_is_total(rule->check) ? check_total(at, rule)
                                       : check_shares(at, rule)))
        return false;
    if (!has_limit(rule)) {
        const char *limits = rule->check == GATE_GROWTH  ? "max_points or max_ratio"
                             : rule->check == GATE_SHARE ? "max_percent"
                             : rule->check == GATE_RATE  ? "max_growth, max_ratio, min_ratio or max"
                                                         : "max_growth, max_ratio or max";
        return refuse(at, "", "a rule without a limit; expected %s", limits);
    }
    if (!rule->id) {
        struct text id = {0};
        text_addf(&id, "%s-%zu", check_names[rule->check], number);
        rule->id = text_take(&id);
    }
    return true;
}

static bool get_rules(const struct place *root, struct gate_rules *rules) {
    struct gate_rule usual = gate_rule_of(GATE_GROWTH); /* or what a rule says */
    if (!cJSON_IsObject(root->value)) return wrong(root, "an object with \"rules\"");
    if (!get_values(root, OF_FILE, &usual)) return false;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root->value, "rules"), *item;
    if (!cJSON_IsArray(list) || !list->child)
        return refuse(root, ".rules", "expected a list with at least one rule");
    size_t number = 0;
    cJSON_ArrayForEach(item, list) {
        struct place at = *root;
        struct gate_rule rule = usual;
        at.value = item;
        snprintf(at.path, sizeof at.path, "$.rules[%zu]", number++);
        bool fine = get_rule(&at, number, &rule);
        array_push(&rules->items, rule);
        if (!fine) return false;
        for (size_t i = 0; i + 1 < rules->items.len; i++)
            if (strcmp(rules->items.items[i].id, rule.id) == 0)
                return refuse(&at, ".id", "\"%s\" is rule %zu's, too", rule.id, i + 1);
    }
    return true;
}

/* ==== The file ============================================================================== */

static void add_position(struct text *error, const char *json, const char *at) {
    size_t line = 1, column = 1;
    for (const char *s = json; s < at && *s; s++, column++)
        if (*s == '\n') {
            line++;
            column = 0;
        }
    text_addf(error, "line %zu, column %zu", line, column);
}

bool gate_rules_parse(const char *name, const char *json, struct gate_rules *rules,
                      struct text *error) {
    const char *end = json;
    const char *why;
    if (!cjson_load(&why)) {
        text_addf(error, "%s: reading rules needs cJSON: %s", name, why);
        return false;
    }
    cJSON *tree = cJSON_ParseWithOpts(json, &end, true);
    if (!tree) {
        text_addf(error, "%s: ", name);
        add_position(error, json, end);
        text_addf(error, ": this is not JSON%s", *end ? "" : "; the file ends too early");
        return false;
    }
    struct place root = {.value = tree, .path = "$", .error = error, .file = name};
    bool fine = get_rules(&root, rules);
    cJSON_Delete(tree);
    return fine;
}

bool gate_rules_read(const char *path, struct gate_rules *rules) {
    OWNED(text_free) struct text json = {0}, error = {0};
    int failure = file_take(fopen(path, "rb"), MAX_BYTES, &json);
    bool fine = false;
    if (failure) text_addf(&error, "%s: the rules cannot be read: %s", path, strerror(failure));
    else if (json.len > MAX_BYTES)
        text_addf(&error, "%s: rules of more than 1 MiB; is this the right file?", path);
    else fine = gate_rules_parse(path, text_str(&json), rules, &error);
    if (!fine) message_error("%s", text_str(&error));
    return fine;
}
