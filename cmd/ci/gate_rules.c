#include "cmd/ci/gate_rules.h"

#include "analyzers/tables/kinds.h"
#include "cmd/ci/gate_findings.h"
#include "cmd/cli/cjson.h"
#include "cmd/cli/message.h"
#include "base/suggest.h"

#include <errno.h>
#include <string.h>

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

static bool unknown_key(const struct place *at, const char *const *known) {
    struct suggest suggest = suggest_for(at->value->string);
    text_addf(at->error, "%s: %s: there is no such key", at->file, at->path);
    for (const char *const *name = known; *name; name++) suggest_offer(&suggest, *name);
    if (suggest.best) {
        text_addf(at->error, "; did you mean %s?", suggest.best);
        return false;
    }
    text_add(at->error, "; known here are ");
    for (const char *const *name = known; *name; name++)
        text_addf(at->error, "%s%s", name == known ? "" : ", ", *name);
    return false;
}

static bool known_keys(const struct place *at, const char *const *known) {
    const cJSON *member;
    cJSON_ArrayForEach(member, at->value) {
        bool found = false;
        struct place place = inside(at, member);
        for (const char *const *name = known; *name && !found; name++)
            found = strcmp(*name, member->string) == 0;
        if (!found) return unknown_key(&place, known);
        for (const cJSON *other = member->next; other; other = other->next)
            if (strcmp(other->string, member->string) == 0) return wrong(&place, "each key once");
    }
    return true;
}

/* ==== Values ================================================================================ */

static bool get_word(const struct place *object, const char *key, const char *const *words,
                     int *out) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object->value, key);
    if (!value) return true;
    struct place at = inside(object, value);
    OWNED(text_free) struct text expected = {0};
    struct suggest suggest = suggest_for(cJSON_IsString(value) ? value->valuestring : "");
    for (int i = 0; words[i]; i++) {
        if (cJSON_IsString(value) && strcmp(value->valuestring, words[i]) == 0) {
            *out = i;
            return true;
        }
        suggest_offer(&suggest, words[i]);
        text_addf(&expected, "%s\"%s\"", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    wrong(&at, text_str(&expected));
    if (suggest.best) text_addf(at.error, "; did you mean \"%s\"?", suggest.best);
    return false;
}

static bool get_text(const struct place *object, const char *key, char **out) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object->value, key);
    if (!value) return true;
    struct place at = inside(object, value);
    if (!cJSON_IsString(value) || !*value->valuestring) return wrong(&at, "a text");
    free(*out);
    *out = mem_copy_text(value->valuestring);
    return true;
}

static bool get_number(const struct place *object, const char *key, double low, double high,
                       const char *expected, double *out) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object->value, key);
    if (!value) return true;
    struct place at = inside(object, value);
    if (!cJSON_IsNumber(value) || !(value->valuedouble >= low && value->valuedouble <= high))
        return wrong(&at, expected);
    *out = value->valuedouble;
    return true;
}

static bool get_guards(const struct place *object, double *significance, uint64_t *min_samples) {
    double samples = (double)*min_samples;
    if (!get_number(object, "significance", 1e-9, 0.5, "a chance between 0 and 0.5, such as 0.05",
                    significance) ||
        !get_number(object, "min_samples", 0, 1e15, "a number of samples", &samples))
        return false;
    *min_samples = (uint64_t)samples;
    return true;
}

/* ==== Rules ================================================================================= */

/* Keys that rules of each check have; the first ones are those of all. */
#define COMMON "id", "check", "level", "significance", "min_samples"
static const char *const growth_keys[] = {COMMON,    "of",         "by",        "match", "event",
                                          "measure", "max_points", "max_ratio", NULL};
static const char *const share_keys[] = {COMMON,  "of",      "by",          "match",
                                         "event", "measure", "max_percent", NULL};
#define TOTAL COMMON, "max_growth", "max_ratio", "max"
static const char *const total_keys[] = {TOTAL, "event", "per", NULL};
static const char *const cpu_keys[] = {TOTAL, "per", NULL};
static const char *const rate_keys[] = {TOTAL, "event", "per", "min_ratio", NULL};
static const char *const pause_keys[] = {TOTAL, "of", "per", NULL};
static const char *const quantile_keys[] = {TOTAL, "event", "of", NULL};

static const char *const finding_keys[] = {"id",       "check",   "level", "rule",
                                           "severity", "options", NULL};
static const char *const severities[] = {"warning", "info", NULL};

static const char *const *keys_of(enum gate_check check) {
    switch (check) {
    case GATE_GROWTH: return growth_keys;
    case GATE_SHARE: return share_keys;
    case GATE_CPU_TIME: return cpu_keys;
    case GATE_RATE: return rate_keys;
    case GATE_GC_PAUSE: return pause_keys;
    case GATE_QUANTILE: return quantile_keys;
    case GATE_FINDING: return finding_keys;
    default: return total_keys;
    }
}

static bool get_share_rule(const struct place *at, struct gate_rule *rule) {
    int scope = GATE_METHODS, of = 0, measure = 0;
    if (!get_word(at, "by", scope_names, &scope) || !get_word(at, "of", share_of, &of) ||
        !get_word(at, "measure", measures, &measure) || !get_text(at, "match", &rule->match) ||
        !get_number(at, "max_points", 0, 100, "percentage points, 0 to 100", &rule->max_points) ||
        !get_number(at, "max_percent", 0, 100, "a percentage, 0 to 100", &rule->max_percent))
        return false;
    rule->scope = (enum gate_scope)scope;
    rule->self = of == 1;
    rule->values = measure == 1;
    struct jfr_error error;
    if (rule->match && !gate_check_pattern(rule->match, &error))
        return refuse(at, ".match", "%s", error.text);
    return rule->scope != GATE_PATTERN || rule->match ||
           refuse(at, "", "\"by\": \"pattern\" needs \"match\"");
}

/* "p99", "p99.9": which share of the events is not longer. */
static bool get_quantile(const struct place *object, struct gate_rule *rule) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object->value, "of");
    const char *expected = "a percentile, such as \"p50\", \"p99\" or \"p99.9\"";
    char *end = NULL;
    if (!value) return refuse(object, "", "\"of\" is missing: %s", expected);
    struct place at = inside(object, value);
    bool begins = cJSON_IsString(value) && value->valuestring[0] == 'p' &&
                  strchr("0123456789", value->valuestring[1]) && value->valuestring[1];
    double percent = begins ? strtod(value->valuestring + 1, &end) : 0;
    if (!begins || *end || !(percent > 0 && percent < 100)) return wrong(&at, expected);
    rule->quantile = percent / 100;
    return true;
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

/* The units of the file are those of people: milliseconds; ours are seconds. */
static bool get_total_rule(const struct place *at, struct gate_rule *rule) {
    int of = 0;
    bool seconds = rule->check != GATE_ALLOCATION && rule->check != GATE_RATE;
    const char *unit =
        rule->check == GATE_ALLOCATION ? "bytes a second (or an event of \"per\")"
        : seconds ? "milliseconds (of each second, of an event of \"per\", or of one event)"
                  : "events a second (or an event of \"per\")";
    if (!get_number(at, "max_growth", 0, 1e15, unit, &rule->max_growth) ||
        !get_number(at, "max", 0, 1e15, unit, &rule->max) || !get_text(at, "per", &rule->per) ||
        !is_type(at, ".per", rule->per) ||
        !get_number(at, "min_ratio", 0, 1, "a ratio of at most 1, such as 0.8", &rule->min_ratio) ||
        (rule->check == GATE_GC_PAUSE && !get_word(at, "of", pause_of, &of)) ||
        (rule->check == GATE_QUANTILE && !get_quantile(at, rule)) || !set_event(at, rule))
        return false;
    rule->longest = of == 1;
    rule->values = true;
    if (seconds) {
        rule->max_growth /= 1000;
        rule->max /= 1000;
    }
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
static bool check_finding(const struct place *at, const struct gate_rule *rule) {
    OWNED(rules_asked_free) struct rules_asked asked = {0};
    struct jfr_error error = {0};
    bool fine = gate_ask_finding(rule, &asked, &error);
    if (!fine) refuse(at, "", "%s", error.text);
    return fine;
}

/* "options": {"info": "3%"} becomes a line each. */
static bool get_finding_rule(const struct place *at, struct gate_rule *rule) {
    int severity = 0;
    if (!get_text(at, "rule", &rule->finding) || !get_word(at, "severity", severities, &severity))
        return false;
    rule->info = severity == 1;
    if (!rule->finding)
        return refuse(at, "", "\"rule\" is missing: the id of a rule that jfrtool rules has");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(at->value, "options"), *member;
    if (options) {
        struct place inner = inside(at, options);
        OWNED(text_free) struct text lines = {0};
        if (!cJSON_IsObject(options)) return wrong(&inner, "an object, such as {\"info\": \"3%\"}");
        cJSON_ArrayForEach(member, options) {
            struct place value = inside(&inner, member);
            if (!cJSON_IsString(member) && !cJSON_IsNumber(member))
                return wrong(&value, "a text or a number");
            text_addf(&lines, "%s=", member->string);
            if (cJSON_IsString(member)) text_add(&lines, member->valuestring);
            else text_addf(&lines, "%g", member->valuedouble);
            text_add_char(&lines, '\n');
        }
        rule->settings = lines.len ? text_take(&lines) : NULL;
    }
    /* It is read for events that need not be there: what is judged is read by itself. */
    rule->event = mem_copy_text(kind_short_names[KIND_LOCK].name);
    return check_finding(at, rule);
}

static bool has_limit(const struct gate_rule *rule) {
    return rule->check == GATE_FINDING || is_known(rule->max_points) || is_known(rule->max_ratio) ||
           is_known(rule->max_percent) || is_known(rule->max_growth) || is_known(rule->max) ||
           is_known(rule->min_ratio);
}

static bool get_rule(const struct place *at, double significance, uint64_t min_samples,
                     size_t number, struct gate_rule *rule) {
    int check = -1, level = 0;
    if (!cJSON_IsObject(at->value)) return wrong(at, "an object, a rule");
    if (!get_word(at, "check", check_names, &check)) return false;
    if (check < 0)
        return refuse(at, "",
                      "\"check\" is missing: growth, share, allocation, lock-wait, cpu-time, rate, "
                      "gc-pause, quantile or finding");
    *rule = (struct gate_rule){
        .check = (enum gate_check)check,
        .max_points = MISSING_REAL,
        .max_ratio = MISSING_REAL,
        .max_percent = MISSING_REAL,
        .min_ratio = MISSING_REAL,
        .max_growth = MISSING_REAL,
        .max = MISSING_REAL,
        .quantile = MISSING_REAL,
        .significance = significance,
        .min_samples = min_samples,
    };
    if (!known_keys(at, keys_of(rule->check)) || !get_text(at, "id", &rule->id) ||
        !get_text(at, "event", &rule->event) || !get_word(at, "level", levels, &level) ||
        !get_number(at, "max_ratio", 1, 1e9, "a ratio of at least 1, such as 1.2",
                    &rule->max_ratio) ||
        !get_guards(at, &rule->significance, &rule->min_samples))
        return false;
    if (!(rule->check == GATE_FINDING  ? get_finding_rule(at, rule)
          : gate_is_total(rule->check) ? get_total_rule(at, rule)
                                       : get_share_rule(at, rule)))
        return false;
    rule->warning = level == 1;
    if (!has_limit(rule)) {
        const char *limits = rule->check == GATE_GROWTH  ? "max_points or max_ratio"
                             : rule->check == GATE_SHARE ? "max_percent"
                             : rule->check == GATE_RATE  ? "max_growth, max_ratio, min_ratio or max"
                                                         : "max_growth, max_ratio or max";
        return refuse(at, "", "a rule without a limit; expected %s", limits);
    }
    if (!rule->id) {
        struct text id = {0};
        text_addf(&id, "%s-%zu", check_names[check], number);
        rule->id = text_take(&id);
    }
    return true;
}

static bool get_rules(const struct place *root, struct gate_rules *rules) {
    static const char *const keys[] = {"$schema", "significance", "min_samples", "rules", NULL};
    double significance = 0.05;
    uint64_t min_samples = 200;
    if (!cJSON_IsObject(root->value)) return wrong(root, "an object with \"rules\"");
    if (!known_keys(root, keys) || !get_guards(root, &significance, &min_samples)) return false;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root->value, "rules"), *item;
    if (!cJSON_IsArray(list) || !list->child)
        return refuse(root, ".rules", "expected a list with at least one rule");
    size_t number = 0;
    cJSON_ArrayForEach(item, list) {
        struct place at = *root;
        struct gate_rule rule = {0};
        at.value = item;
        snprintf(at.path, sizeof at.path, "$.rules[%zu]", number++);
        bool fine = get_rule(&at, significance, min_samples, number, &rule);
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
    FILE *file = fopen(path, "rb");
    if (!file) return message_refuse("%s: the rules cannot be read: %s", path, strerror(errno));
    OWNED(text_free) struct text json = {0}, error = {0};
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0 && json.len <= MAX_BYTES)
        text_add_bytes(&json, block, got);
    bool failed = ferror(file);
    fclose(file);
    bool fine = false;
    if (failed) text_addf(&error, "%s: the rules cannot be read", path);
    else if (json.len > MAX_BYTES)
        text_addf(&error, "%s: rules of more than 1 MiB; is this the right file?", path);
    else fine = gate_rules_parse(path, text_str(&json), rules, &error);
    if (!fine) message_error("%s", text_str(&error));
    return fine;
}
