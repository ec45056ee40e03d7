/* Rules of what is safe: secrets, management, agents, certificates. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/jvm_options.h"
#include "base/secrets/names.h"
#include "base/secrets/secrets.h"
#include "analyzers/rules/security_rows.h"

static void list_secrets_of(const char *at, struct text *list) {
    const char *word;
    size_t len;
    while (jvm_option_next(&at, &word, &len)) {
        size_t name = strcspn(word, "= ");
        if (name > len) name = len;
        bool has_value = name < len;
        bool named = secret_name_to_warn_of(word, name) && (has_value || *word == '-');
        if (named || (has_value && secrets_has(word + name + 1, len - name - 1)))
            judge_list_add(list, word, name);
    }
}

static void judge_secret_arguments(const struct rule_input *input, struct finding *finding) {
    struct text list = {0};
    list_secrets_of(series_last_text(input, SERIES_JVM, JVM_ARGUMENTS), &list);
    list_secrets_of(series_last_text(input, SERIES_JVM, JVM_JAVA_ARGUMENTS), &list);
    judge_list(finding, &list, 0, RULE_WARNING);
}

static void judge_keys(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, (enum series_id)finding->rule->of);
    struct text list = {0};
    OWNED(strings_free) struct strings seen = {0};
    for (size_t row = 0; row < series.rows; row++) {
        const char *key = series_text(&series, PROPERTY_KEY, row);
        if (!key || !secret_name_to_warn_of(key, strlen(key))) continue;
        if (strings_find(&seen, key, strlen(key)) != UINT32_MAX) continue;
        strings_add(&seen, key);
        judge_list_add(&list, key, strlen(key));
    }
    judge_list(finding, &list, 0, RULE_WARNING);
}

static bool property_is(const struct rule_input *input, const char *key, bool otherwise) {
    const char *value = judge_property(input, key);
    return value ? strcasecmp(value, "true") == 0 : otherwise;
}

static void judge_management(const struct rule_input *input, struct finding *finding) {
    const char *port = judge_property(input, "com.sun.management.jmxremote.port");
    bool checked = property_is(input, "com.sun.management.jmxremote.authenticate", true);
    bool ssl = property_is(input, "com.sun.management.jmxremote.ssl", true);
    finding_text(finding, 0, port);
    if (!port) judge_as(finding, RULE_OK, 3);
    else if (checked && ssl) judge_as(finding, RULE_OK, 2);
    else judge_as(finding, checked ? RULE_INFO : RULE_WARNING, checked ? 1 : 0);
}

/* Agents that differ, of a series that says them again in each chunk. */
static size_t count_agents(const struct rule_input *input, enum series_id id, bool dynamic,
                           struct text *list) {
    struct series series = series_of(input, id);
    OWNED(map_free) struct map seen = {0};
    size_t count = 0;
    for (size_t row = 0; row < series.rows; row++) {
        bool fresh;
        const char *name = series_text(&series, AGENT_NAME, row);
        if (dynamic && !series_true(&series, AGENT_DYNAMIC, row)) continue;
        uint64_t parts[] = {series_id(&series, AGENT_NAME, row),
                            series_id(&series, AGENT_OPTIONS, row),
                            (uint64_t)series_int(&series, AGENT_TIME, row)};
        map_put(&seen, hash_bytes(parts, sizeof parts), &fresh);
        if (!fresh) continue;
        count++;
        judge_list_add(list, name ? name : "unnamed", strlen(name ? name : "unnamed"));
    }
    return count;
}

static void judge_agents(const struct rule_input *input, struct finding *finding, bool dynamic,
                         size_t most) {
    OWNED(text_free) struct text list = {0};
    size_t java = count_agents(input, SERIES_JAVA_AGENT, dynamic, &list);
    size_t native = count_agents(input, SERIES_NATIVE_AGENT, dynamic, &list);
    finding_number(finding, 0, (int64_t)(java + native));
    finding_text(finding, 1, text_str(&list));
    judge_as(finding, java > most || native > most ? RULE_INFO : RULE_OK, list.len == 0);
}

static void judge_dynamic_agents(const struct rule_input *input, struct finding *finding) {
    judge_agents(input, finding, true, 0);
}

static void judge_many_agents(const struct rule_input *input, struct finding *finding) {
    judge_agents(input, finding, false, 1);
}

static bool key_is(const char *key, const char *one, const char *two) {
    return strcmp(key, one) == 0 || strcmp(key, two) == 0;
}

static void judge_certificates(const struct rule_input *input, struct finding *finding) {
    struct series all = series_of(input, SERIES_CERTIFICATE);
    int64_t end = input->start_ns + (input->recorded_ns > 0 ? input->recorded_ns : 0);
    struct text list = {0};
    OWNED(map_free) struct map seen = {0};
    enum rule_severity worst = RULE_OK;
    int64_t count = 0;
    for (size_t row = 0; row < all.rows; row++) {
        const char *algorithm = series_text(&all, CERTIFICATE_ALGORITHM, row);
        const char *key = series_text(&all, CERTIFICATE_KEY, row);
        const char *subject = series_text(&all, CERTIFICATE_SUBJECT, row);
        int64_t length = series_int(&all, CERTIFICATE_LENGTH, row);
        int64_t until = series_int(&all, CERTIFICATE_UNTIL, row);
        bool fresh;
        map_put(&seen, (uint64_t)series_int(&all, CERTIFICATE_ID, row), &fresh);
        if (!fresh || !algorithm || !key) continue;
        if (until != JFR_NULL_INT && until > 0 && until < SERIES_LAST / 1000000) until *= 1000000;
        double days = until > 0 ? ((double)until - (double)end) / 86400e9 : 1e6;
        bool rsa = key_is(key, "RSA", "RSASSA-PSS") || strcmp(key, "DSA") == 0;
        bool broken = strstr(algorithm, "MD2") || strstr(algorithm, "MD5") ||
                      (rsa && length > 0 && length <= 1024) ||
                      (key_is(key, "EC", "ECDSA") && length > 0 && length < 224) || days < 0;
        bool weak =
            strstr(algorithm, "SHA1with") || (rsa && length > 0 && length < 2048) || days < 30;
        if (!broken && !weak) continue;
        if (count++ < 5)
            judge_list_add(&list, subject ? subject : algorithm,
                           strlen(subject ? subject : algorithm));
        if (worst < (broken ? RULE_WARNING : RULE_INFO)) worst = broken ? RULE_WARNING : RULE_INFO;
    }
    finding_number(finding, 1, count);
    judge_list(finding, &list, 0, worst);
}
