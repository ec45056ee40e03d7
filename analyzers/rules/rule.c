#include "analyzers/rules/rule.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/rules/busy.h"
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/score.h"
#include "base/secrets/secrets.h"

static const struct rule_outcome not_recorded = {
    "not-recorded", "The rule needs {unmet}, of which the recording has no events."};

const char *rule_severity_name(enum rule_severity severity) {
    switch (severity) {
    case RULE_OK: return "OK";
    case RULE_INFO: return "INFO";
    case RULE_WARNING: return "WARNING";
    default: return "NA";
    }
}

const char *rule_cause(const struct rule *rule) {
    return rule->cause ? rule->cause : rule->name;
}

/* ==== Findings =============================================================================== */

struct finding finding_of(const struct rule *rule) {
    return (struct finding){.rule = rule,
                            .score = MISSING_REAL,
                            .cost = MISSING_REAL,
                            .weight = MISSING_REAL,
                            .frame = PROFILE_NONE,
                            .thread = PROFILE_NONE};
}

void finding_free(struct finding *finding) {
    for (size_t i = 0; i < RULE_VALUES; i++) {
        struct finding_value *value = &finding->values[i];
        if (!value->given) continue;
        if (finding->rule->values[i].kind == RULE_TEXT) free(value->text);
        if (finding->rule->values[i].kind == RULE_PATH) free(value->path.items);
    }
    free(finding->culprit);
    findings_free(&finding->others);
    *finding = (struct finding){0};
}

void findings_free(struct findings *findings) {
    for (size_t i = 0; i < findings->len; i++) finding_free(&findings->items[i]);
    array_free(findings);
}

double finding_figure(const struct finding *finding) {
    const struct finding_value *value = &finding->values[finding->rule->figure];
    if (!value->given || !finding->rule->values) return MISSING_REAL;
    switch (finding->rule->values[finding->rule->figure].kind) {
    case RULE_COUNT:
    case RULE_NS:
    case RULE_BYTES: return (double)value->number;
    case RULE_ESTIMATE:
    case RULE_PERCENT: return value->real;
    default: return MISSING_REAL;
    }
}

double rule_threshold(const struct rule *rule, const struct rule_setting *settings,
                      const char *name) {
    for (size_t i = 0; rule->is_figure && rule->options && rule->options[i].name; i++) {
        enum rule_kind kind = rule->options[i].kind;
        const struct rule_setting *setting = settings ? &settings[i] : &rule->options[i].initial;
        if (strcmp(rule->options[i].name, name) == 0)
            return kind == RULE_PERCENT || kind == RULE_ESTIMATE ? setting->real
                                                                 : (double)setting->number;
    }
    return MISSING_REAL;
}

void finding_number(struct finding *finding, size_t value, int64_t number) {
    finding->values[value] = (struct finding_value){.given = is_known(number), .number = number};
}

void finding_real(struct finding *finding, size_t value, double real) {
    finding->values[value] = (struct finding_value){.given = is_known(real), .real = real};
}

void finding_text(struct finding *finding, size_t value, const char *text) {
    OWNED(text_free) struct text shown = {0};
    if (!text || !*text) return;
    secrets_add(text, strlen(text), &shown);
    if (finding->values[value].given) free(finding->values[value].text);
    finding->values[value] =
        (struct finding_value){.given = true, .text = mem_copy_text(text_str(&shown))};
}

void finding_path(struct finding *finding, size_t value, uint32_t *frames, size_t len) {
    finding->values[value] = (struct finding_value){.given = true, .path = {frames, len}};
}

/* ==== Causes ================================================================================= */

const char *culprit_kind_name(enum culprit_kind kind) {
    static const char *const names[] = {
        [CULPRIT_NONE] = NULL,         [CULPRIT_METHOD] = "method",  [CULPRIT_PACKAGE] = "package",
        [CULPRIT_LIBRARY] = "library", [CULPRIT_LOCK] = "lock",      [CULPRIT_HOST] = "host",
        [CULPRIT_FILE] = "file",       [CULPRIT_CLASS] = "class",    [CULPRIT_POOL] = "pool",
        [CULPRIT_SETTING] = "setting", [CULPRIT_OUTSIDE] = "outside"};
    return names[kind];
}

const char *cost_of_name(enum cost_of of) {
    static const char *const names[] = {[COST_OF_NOTHING] = NULL,
                                        [COST_OF_CPU] = "cpu",
                                        [COST_OF_PROCESS] = "process",
                                        [COST_OF_TIME] = "time",
                                        [COST_OF_WAITERS] = "waiters"};
    return names[of];
}

void finding_blame(struct finding *finding, enum culprit_kind kind, const char *name) {
    OWNED(text_free) struct text shown = {0};
    free(finding->culprit);
    finding->culprit = NULL;
    finding->culprit_kind = kind;
    if (!name) return;
    secrets_add(name, strlen(name), &shown);
    finding->culprit = mem_copy_text(text_str(&shown));
}

void finding_cost(struct finding *finding, enum cost_of of, double percent) {
    if (is_missing(percent)) return;
    finding->cost_of = of;
    finding->cost = percent < 0 ? 0 : percent > 100 ? 100 : percent;
}

#define LITTLE_COST 5.0 /* percent of time or of who waits, below which nothing is a WARNING */

#define LITTLE_CPU 1.0 /* percent of a processor, below which its share is nobody's concern */

static void cap_at(struct finding *finding, enum rule_severity most, double score) {
    if (finding->severity <= most) return;
    finding->severity = most;
    if (is_known(finding->score) && finding->score > score) finding->score = score;
}

/* Of what little is lost, or what is outside of the process, nothing is a WARNING; a part of what a
 * program runs that hardly runs is nothing, unless it did for a while. */
static void cap(struct finding *finding) {
    bool waits = finding->cost_of == COST_OF_TIME || finding->cost_of == COST_OF_WAITERS;
    bool little = waits && finding->cost < LITTLE_COST;
    if (little || finding->culprit_kind == CULPRIT_OUTSIDE)
        cap_at(finding, RULE_INFO, SCORE_WARNING - 1);
    if (!waits && is_known(finding->cost) && finding->weight < LITTLE_CPU && !finding->to_ns)
        cap_at(finding, RULE_OK, SCORE_INFO - 1);
}

/* What is gained without it, of the time of the program, as far as that is sure: of a share of
 * samples the lower end of its 95 % interval, and CPU only as far as it ran. */
static double weight_of(const struct rule_input *input, const struct finding *finding) {
    double samples = (double)(input->profile->samples - input->profile->without_stack), low, high;
    double used = judge_processors_used(input);
    if (finding->cost_of != COST_OF_CPU && finding->cost_of != COST_OF_PROCESS)
        return finding->cost;
    low = finding->cost / 100; /* where none of Java code was taken, it rests on others */
    if (samples > 0) stat_wilson(low * samples, samples, 1.96, &low, &high);
    return 100 * low * (used < 1 ? used : 1); /* if it is not known, all of it */
}

/* What the row says of all findings, unless the judge said it of this one. */
static void complete(const struct rule_input *input, struct finding *finding) {
    const struct rule *rule = finding->rule;
    for (size_t i = 0; rule->lacks && rule->lacks[i].event && !finding->lack; i++)
        if (input->census && !census_count(input->census, rule->lacks[i].event))
            finding->lack = &rule->lacks[i];
    const struct finding_value *name = &finding->values[rule->culprit.value],
                               *cost = &finding->values[rule->cost.value];
    bool named = rule->culprit.kind && !rule->culprit.name && rule->values &&
                 rule->values[rule->culprit.value].kind == RULE_TEXT && name->given;
    if (rule->culprit.kind && !finding->culprit_kind && rule->culprit.name)
        finding_blame(finding, rule->culprit.kind, rule->culprit.name);
    else if (rule->culprit.kind && !finding->culprit_kind &&
             (named || finding->frame != PROFILE_NONE))
        finding_blame(finding, rule->culprit.kind, named ? name->text : NULL);
    if (rule->cost.of && !finding->cost_of && cost->given)
        finding_cost(finding, rule->cost.of,
                     rule->cost.of == COST_OF_CPU ? cpu_of_samples(input, cost->real) : cost->real);
    if (is_known(finding->cost)) finding->weight = weight_of(input, finding);
    cap(finding);
}

/* ==== Settings =============================================================================== */

void rule_defaults(const struct rule *rule, struct rule_setting settings[RULE_OPTIONS]) {
    for (size_t i = 0; rule->options && rule->options[i].name; i++)
        settings[i] = rule->options[i].initial;
}

const struct rule_option *rule_misused(const struct rule *rule, const struct rule_setting *settings,
                                       struct jfr_error *error) {
    for (size_t i = 0; rule->options && rule->options[i].name; i++) {
        const struct rule_option *option = &rule->options[i];
        if (option->kind == RULE_TEXT && option->check && !option->check(settings[i].text, error))
            return option;
        if (option->kind == RULE_TEXT || settings[i].number >= option->least) continue;
        error_set(error, JFR_IO, 0, "expected at least %lld, found %lld", (long long)option->least,
                  (long long)settings[i].number);
        return option;
    }
    return NULL;
}

/* ==== Needs ================================================================================== */

static bool has_events(const struct rule *rule, const struct rule_input *input, const char *event) {
    if (strcmp(event, "jdk.ActiveSetting") == 0) return input->facts->settings.len > 0;
    if (census_count(input->census, event)) return true;
    for (size_t i = 0; input->tables && i < rule->wishes.count; i++)
        if (strcmp(rule->wishes.rows[i].event, event) == 0)
            return tables_find(input->tables, &rule->wishes.rows[i])->seen > 0;
    return input->event && strcmp(event, input->event) == 0 && input->profile->samples > 0;
}

size_t rule_enabled(const struct facts *facts, const char *event) {
    uint32_t type = strings_find(&facts->strings, event, strlen(event)),
             enabled = strings_find(&facts->strings, "enabled", strlen("enabled")),
             yes = strings_find(&facts->strings, "true", strlen("true"));
    size_t said = 0;
    EACH (const struct fact_setting, setting, &facts->settings)
        said += setting->event == type && setting->name == enabled && setting->value == yes;
    return said;
}

/* Event types of one mechanism each: who writes events of one would have written those of the
 * others, had there been any. A setting alone does not say so: a native image's has all types of
 * the JDK, most of which it cannot write, and events may have been taken out since. */
static const char *const written_together[][5] = {
    {"jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"},
    {"jdk.SocketRead", "jdk.SocketWrite"},
    {"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark"},
    {"jdk.JavaErrorThrow", "jdk.JavaExceptionThrow", "jdk.ExceptionStatistics"},
    {"jdk.ExecuteVMOperation", "jdk.SafepointBegin", "jdk.SafepointStateSynchronization",
     "jdk.BiasedLockClassRevocation"},
    {"jdk.ZAllocationStall", "jdk.GarbageCollection"},
    {"jdk.MetaspaceOOM", "jdk.MetaspaceSummary"},
    {"jdk.ObjectAllocationOutsideTLAB", "jdk.ObjectAllocationInNewTLAB"},
    {"jdk.ClassLoad", "jdk.ClassUnload", "jdk.ClassDefine", "jdk.ClassLoadingStatistics"},
    {"jdk.VirtualThreadPinned", "jdk.VirtualThreadStart", "jdk.VirtualThreadEnd"},
    {"jdk.JavaAgent", "jdk.NativeAgent"},
};

static bool was_written(const struct rule *rule, const struct rule_input *input,
                        const char *event) {
    const size_t count = sizeof written_together / sizeof *written_together;
    const size_t most = sizeof *written_together / sizeof **written_together;
    for (size_t i = 0; i < count; i++) {
        bool among = false, any = false;
        for (size_t k = 0; k < most && written_together[i][k]; k++) {
            among = among || strcmp(written_together[i][k], event) == 0;
            any = any || has_events(rule, input, written_together[i][k]);
        }
        if (among) return any;
    }
    return false;
}

const struct rule_need *rule_unmet(const struct rule *rule, const struct rule_input *input) {
    for (size_t i = 0; rule->needs && rule->needs[i].event; i++) {
        const struct rule_need *need = &rule->needs[i];
        bool met = has_events(rule, input, need->event) ||
                   (need->how == RULE_PAUSES && input->facts->pauses.len) ||
                   (need->how != RULE_AVAILABLE && rule_enabled(input->facts, need->event) &&
                    was_written(rule, input, need->event));
        if (!met) return need;
    }
    return NULL;
}

void rule_judge(const struct rule *rule, const struct rule_input *input,
                const struct rule_setting *settings, struct finding *finding) {
    struct rule_setting defaults[RULE_OPTIONS];
    struct rule_input own = *input;
    OWNED(busy_free) struct busy alone = {.spent = NULL};
    if (!own.busy) own.busy = &alone;
    rule_defaults(rule, defaults);
    own.settings = settings ? settings : defaults;
    *finding = finding_of(rule);
    if (!rule->says_unmet) finding->unmet = rule_unmet(rule, &own);
    if (finding->unmet) finding->outcome = &not_recorded;
    else rule->judge(&own, finding);
    if (finding->severity >= RULE_OK) complete(&own, finding);
}
