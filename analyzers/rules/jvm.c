/* Rules of the JVM's settings, of what is safe, and of the recording itself. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/jmc.h"
#include "analyzers/rules/jvm_options.h"
#include "analyzers/rules/topics.h"
#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOPIC "jvm_information"

/* ==== Arguments ============================================================================= */

static const char *argument_text(const struct rule_input *input, size_t column) {
    struct series jvms = series_of(input, SERIES_JVM);
    for (size_t row = jvms.rows; row-- > 0;)
        if (series_text(&jvms, column, row)) return series_text(&jvms, column, row);
    return NULL;
}

/* The next word of the arguments, which have no quotes; false: there are no more. */
static bool next_word(const char **at, const char **word, size_t *len) {
    while (*at && **at == ' ') ++*at;
    if (!*at || !**at) return false;
    *word = *at;
    *len = strcspn(*at, " ");
    *at += *len;
    return true;
}

static bool begins(const char *word, size_t len, const char *with) {
    return len >= strlen(with) && strncmp(word, with, strlen(with)) == 0;
}

static void add_listed(struct text *list, const char *word, size_t len) {
    if (list->len) text_add(list, ", ");
    text_add_bytes(list, word, len);
}

static void judge_list(struct finding *finding, struct text *list, size_t value,
                       enum rule_severity severity) {
    if (list->len) finding_text(finding, value, text_str(list));
    judge_as(finding, list->len ? severity : RULE_OK, list->len ? 0 : 1);
    text_free(list);
}

static void judge_verification(const struct rule_input *input, struct finding *finding) {
    const char *at = argument_text(input, JVM_ARGUMENTS), *word;
    struct text list = {0};
    size_t len;
    while (next_word(&at, &word, &len))
        if (begins(word, len, "-Xverify:none") || begins(word, len, "-noverify") ||
            begins(word, len, "-XX:-BytecodeVerificationRemote"))
            add_listed(&list, word, len);
    judge_list(finding, &list, 0, RULE_WARNING);
}

const struct rule rule_verification = {
    .id = "BytecodeVerification",
    .name = "Verification of classes",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .values = RULE_LIST(value, {"options", RULE_TEXT, NULL, 0, false}),
    .judge = judge_verification,
    .outcomes = RULE_LIST(
        outcome, {"off", "The JVM does not verify classes ({options}): a broken one can crash it."},
        {"on", "The JVM verifies classes."}),
};

static void judge_discouraged(const struct rule_input *input, struct finding *finding) {
    static const char *const flags[] = {"UnlockExperimentalVMOptions",
                                        "IgnoreUnrecognizedVMOptions"};
    struct text list = {0};
    for (size_t i = 0; i < 2; i++)
        if (judge_flag(input, flags[i]) == 1) add_listed(&list, flags[i], strlen(flags[i]));
    judge_list(finding, &list, 0, RULE_INFO);
}

const struct rule rule_discouraged = {
    .id = "DiscouragedVmOptions",
    .name = "Discouraged options",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("BooleanFlag")),
    .values = RULE_LIST(value, {"options", RULE_TEXT, NULL, 0, false}),
    .judge = judge_discouraged,
    .outcomes =
        RULE_LIST(outcome,
                  {"used", "{options}: with the one options may change or vanish, with the other a "
                           "misspelled one goes unnoticed."},
                  {"none", "No option of the JVM is discouraged."}),
};

/* What of "-XX:+UseG1GC" or "-Xmx4g" says the same thing twice; 0: it may be repeated. */
static size_t name_of(const char *word, size_t len, const char **name) {
    static const char *const sizes[][2] = {{"-Xmx", "MaxHeapSize"},
                                           {"-Xms", "InitialHeapSize"},
                                           {"-Xss", "ThreadStackSize"},
                                           {"-Xmn", "NewSize"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (begins(word, len, sizes[i][0])) {
            *name = sizes[i][1];
            return strlen(sizes[i][1]);
        }
    if (begins(word, len, "-XX:") && len > 5) {
        *name = word + 4 + (word[4] == '+' || word[4] == '-');
        return strcspn(*name, "= ");
    }
    if (!begins(word, len, "-D")) return 0;
    *name = word;
    return strcspn(word, "= ");
}

static void judge_duplicates(const struct rule_input *input, struct finding *finding) {
    const char *at = argument_text(input, JVM_ARGUMENTS), *word, *name;
    struct strings seen = {0};
    struct text list = {0};
    size_t len, own;
    while (next_word(&at, &word, &len)) {
        own = name_of(word, len, &name);
        if (!own || begins(name, own, "OnError") || begins(name, own, "OnOutOfMemoryError") ||
            begins(name, own, "StartFlightRecording") || begins(name, own, "CompileCommand"))
            continue;
        if (strings_find(&seen, name, own) != UINT32_MAX) add_listed(&list, word, len);
        strings_intern(&seen, name, own);
    }
    strings_free(&seen);
    judge_list(finding, &list, 0, RULE_INFO);
}

const struct rule rule_duplicates = {
    .id = "DuplicateFlags",
    .name = "Options given twice",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .values = RULE_LIST(value, {"options", RULE_TEXT, NULL, 0, false}),
    .judge = judge_duplicates,
    .outcomes = RULE_LIST(
        outcome, {"twice", "The JVM takes the last of options that were given before: {options}."},
        {"none", "No option is given twice."}),
};

static void judge_options(const struct rule_input *input, struct finding *finding) {
    const char *at = argument_text(input, JVM_ARGUMENTS), *word;
    struct jmc_version version =
        jmc_version_of(judge_property(input, "java.vm.specification.version"));
    if (!version.known) version = jmc_jvm_version(input);
    struct text list = {0};
    enum rule_severity worst = RULE_OK;
    size_t len;
    int major = version.parts[0];
    while (version.known && next_word(&at, &word, &len)) {
        const struct jvm_option_fate *fate = NULL;
        if (begins(word, len, "-XX:") && len > 5) {
            const char *name = word + 4 + (word[4] == '+' || word[4] == '-');
            fate = jvm_option_xx(name, strcspn(name, "= "));
        } else if (begins(word, len, "-X")) {
            fate = jvm_option_x(word + 2);
        }
        if (!fate) continue;
        const char *what = fate->removed && major >= fate->removed         ? "removed in"
                           : fate->obsolete && major >= fate->obsolete     ? "ignored since"
                           : fate->deprecated && major >= fate->deprecated ? "deprecated since"
                                                                           : NULL;
        if (!what) continue;
        int since = *what == 'r' ? fate->removed : *what == 'i' ? fate->obsolete : fate->deprecated;
        enum rule_severity severity = *what == 'r' ? RULE_WARNING : RULE_INFO;
        if (severity > worst) worst = severity;
        add_listed(&list, word, len);
        text_addf(&list, " (%s JDK %d)", what, since);
    }
    judge_list(finding, &list, 0, worst);
}

const struct rule rule_options = {
    .id = "Options",
    .name = "Options that are gone",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .values = RULE_LIST(value, {"options", RULE_TEXT, NULL, 0, false}),
    .judge = judge_options,
    .outcomes =
        RULE_LIST(outcome, {"gone", "{options}."}, {"none", "No option of the JVM is deprecated."}),
};

/* ==== Versions ============================================================================== */

static void judge_support(const struct rule_input *input, struct finding *finding) {
    const char *text = argument_text(input, JVM_VERSION);
    struct jmc_version version = jmc_jvm_version(input);
    if (!version.known && text) version = jmc_version_of(text);
    if (text) finding_text(finding, 0, text);
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else judge_as(finding, version.early_access ? RULE_INFO : RULE_OK, !version.early_access);
}

const struct rule rule_support = {
    .id = "FlightRecordingSupport",
    .name = "The JVM's version",
    .topic = TOPIC,
    .see = "summary",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .values = RULE_LIST(value, {"version", RULE_TEXT, NULL, 0, false}),
    .judge = judge_support,
    .outcomes =
        RULE_LIST(outcome, {"early", "The JVM is an early-access build: {version}."},
                  {"released", "The JVM is {version}."},
                  {"not-recorded", "The recording does not say which JVM made it[: {version}]."}),
};

static void judge_periodic(const struct rule_input *input, struct finding *finding) {
    static const struct jmc_version since = {.parts = {8, 0, 302, 0}};
    struct jmc_version version = jmc_jvm_version(input);
    const char *name = argument_text(input, JVM_NAME);
    bool old = version.known && version.parts[0] == 8 && name && begins(name, 7, "OpenJDK") &&
               jmc_version_compare(&version, &since) < 0;
    judge_as(finding, old ? RULE_WARNING : RULE_OK, !old);
}

const struct rule rule_periodic = {
    .id = "JfrPeriodicEventsFix",
    .name = "Periodic events of OpenJDK 8",
    .topic = TOPIC,
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .judge = judge_periodic,
    .outcomes =
        RULE_LIST(outcome, {"old", "OpenJDK 8 before 8u302 spends much time on periodic events."},
                  {"fixed", "This JVM has no such problem."}),
};

static void judge_non_safepoints(const struct rule_input *input, struct finding *finding) {
    struct jmc_version version =
        jmc_version_of(judge_property(input, "java.vm.specification.version"));
    if (!version.known) version = jmc_jvm_version(input);
    const char *arguments = argument_text(input, JVM_ARGUMENTS);
    bool off = arguments && strstr(arguments, "-XX:-DebugNonSafepoints");
    bool on = arguments && strstr(arguments, "-XX:+DebugNonSafepoints");
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else if (version.parts[0] >= 9 ? off : !on) judge_as(finding, RULE_INFO, 0);
    else judge_as(finding, RULE_OK, 1);
}

const struct rule rule_non_safepoints = {
    .id = "DebugNonSafepoints",
    .name = "Where samples lie",
    .topic = TOPIC,
    .judge = judge_non_safepoints,
    .outcomes = RULE_LIST(
        outcome,
        {"off", "Lines and inlined methods of samples are those of the next safepoint: "
                "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints makes them exact."},
        {"on", "Samples lie where the program was."},
        {"not-recorded", "The recording does not say which JVM made it."}),
};

static void judge_pid(const struct rule_input *input, struct finding *finding) {
    struct series jvms = series_of(input, SERIES_JVM);
    int64_t pid = jvms.rows ? series_int(&jvms, JVM_PID, jvms.rows - 1) : JFR_NULL_INT;
    if (pid != JFR_NULL_INT) finding_number(finding, 0, pid);
    judge_as(finding,
             pid == JFR_NULL_INT ? RULE_NA
             : pid == 1          ? RULE_INFO
                                 : RULE_OK,
             pid == JFR_NULL_INT ? 2
             : pid == 1          ? 0
                                 : 1);
}

const struct rule rule_pid = {
    .id = "PID1Rule",
    .name = "Process number 1",
    .topic = TOPIC,
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .values = RULE_LIST(value, {"pid", RULE_COUNT, NULL, 0, false}),
    .judge = judge_pid,
    .outcomes =
        RULE_LIST(outcome,
                  {"one", "The JVM is process 1 of its container: it has to wait for its children, "
                          "and jcmd cannot send it signals in every setting."},
                  {"another", "The JVM is process {pid}."},
                  {"not-recorded", "The recording does not say which process the JVM is."}),
};

/* ==== Secrets and agents ==================================================================== */

/* Does the name say that its value is one? Never said are values. */
static bool is_secret(const char *name, size_t len) {
    static const char *const parts[] = {"passw",   "secret",     "api_key",     "apikey",
                                        "api-key", "access_key", "private_key", "credential"};
    struct text low = {0};
    bool is = false;
    for (size_t i = 0; i < len; i++) text_add_char(&low, (char)tolower((unsigned char)name[i]));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        is = is || strstr(text_str(&low), parts[i]);
    const char *end = text_str(&low) + low.len; /* "tokens" count things */
    is = is || (low.len >= 5 && strcmp(end - 5, "token") == 0);
    is = is && !strstr(text_str(&low), "passworld") && !strstr(text_str(&low), "passwise");
    text_free(&low);
    return is;
}

static void list_secrets_of(const char *at, struct text *list) {
    const char *word;
    size_t len;
    while (next_word(&at, &word, &len)) {
        size_t name = strcspn(word, "= ");
        if (name > len) name = len;
        if (name < len && is_secret(word, name)) add_listed(list, word, name);
        else if (name == len && *word == '-' && is_secret(word, len)) add_listed(list, word, len);
    }
}

static void judge_arguments(const struct rule_input *input, struct finding *finding) {
    struct text list = {0};
    list_secrets_of(argument_text(input, JVM_ARGUMENTS), &list);
    list_secrets_of(argument_text(input, JVM_JAVA_ARGUMENTS), &list);
    judge_list(finding, &list, 0, RULE_WARNING);
}

static void judge_keys(const struct rule_input *input, struct finding *finding, enum series_id id) {
    struct series series = series_of(input, id);
    struct text list = {0};
    struct strings seen = {0};
    for (size_t row = 0; row < series.rows; row++) {
        const char *key = series_text(&series, PROPERTY_KEY, row);
        if (!key || !is_secret(key, strlen(key))) continue;
        if (strings_find(&seen, key, strlen(key)) != UINT32_MAX) continue;
        strings_intern(&seen, key, strlen(key));
        add_listed(&list, key, strlen(key));
    }
    strings_free(&seen);
    judge_list(finding, &list, 0, RULE_WARNING);
}

static void judge_environment(const struct rule_input *input, struct finding *finding) {
    judge_keys(input, finding, SERIES_ENVIRONMENT);
}

static void judge_properties(const struct rule_input *input, struct finding *finding) {
    judge_keys(input, finding, SERIES_PROPERTY);
}

#define SECRETS(where)                                                                           \
    .values = RULE_LIST(value, {"names", RULE_TEXT, NULL, 0, false}),                            \
    .outcomes =                                                                                  \
        RULE_LIST(outcome,                                                                       \
                  {"found", "The recording holds what look like secrets in " where ": {names}. " \
                            "Whoever gets the file reads them."},                                \
                  {"none", "Nothing looks like a secret in " where "."})

const struct rule rule_secret_arguments = {
    .id = "PasswordsInArguments",
    .name = "Secrets in arguments",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .judge = judge_arguments,
    SECRETS("the arguments"),
};
const struct rule rule_secret_environment = {
    .id = "PasswordsInEnvironment",
    .name = "Secrets in the environment",
    .topic = "environment_variables",
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("InitialEnvironmentVariable")),
    .judge = judge_environment,
    SECRETS("the environment"),
};
const struct rule rule_secret_properties = {
    .id = "PasswordsInSystemProperties",
    .name = "Secrets in system properties",
    .topic = "system_properties",
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("InitialSystemProperty")),
    .judge = judge_properties,
    SECRETS("system properties"),
};

static bool property_is(const struct rule_input *input, const char *key, bool otherwise) {
    const char *value = judge_property(input, key);
    return value ? strcasecmp(value, "true") == 0 : otherwise;
}

static void judge_management(const struct rule_input *input, struct finding *finding) {
    const char *port = judge_property(input, "com.sun.management.jmxremote.port");
    bool checked = property_is(input, "com.sun.management.jmxremote.authenticate", true);
    bool ssl = property_is(input, "com.sun.management.jmxremote.ssl", true);
    if (port) finding_text(finding, 0, port);
    if (!port) judge_as(finding, RULE_OK, 3);
    else if (checked && ssl) judge_as(finding, RULE_OK, 2);
    else judge_as(finding, checked ? RULE_INFO : RULE_WARNING, checked ? 1 : 0);
}

const struct rule rule_management = {
    .id = "ManagementAgent",
    .name = "Remote management",
    .topic = TOPIC,
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("InitialSystemProperty")),
    .values = RULE_LIST(value, {"port", RULE_TEXT, NULL, 0, false}),
    .judge = judge_management,
    .outcomes =
        RULE_LIST(outcome,
                  {"open", "Whoever reaches port {port} can do anything in the JVM: remote "
                           "management asks for no password."},
                  {"plain", "Passwords of remote management go over the network as they are (port "
                            "{port}, no TLS)."},
                  {"safe", "Remote management (port {port}) asks for a password, over TLS."},
                  {"none", "There is no port for remote management."}),
};

/* Agents that differ, of a series that says them again in each chunk. */
static size_t count_agents(const struct rule_input *input, enum series_id id, bool dynamic,
                           struct text *list) {
    struct series series = series_of(input, id);
    struct map seen = {0};
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
        add_listed(list, name ? name : "?", name ? strlen(name) : 1);
    }
    map_free(&seen);
    return count;
}

static void judge_agents(const struct rule_input *input, struct finding *finding, bool dynamic,
                         size_t most) {
    struct text list = {0};
    size_t java = count_agents(input, SERIES_JAVA_AGENT, dynamic, &list);
    size_t native = count_agents(input, SERIES_NATIVE_AGENT, dynamic, &list);
    finding_number(finding, 0, (int64_t)(java + native));
    if (list.len) finding_text(finding, 1, text_str(&list));
    judge_as(finding, java > most || native > most ? RULE_INFO : RULE_OK, list.len == 0);
    text_free(&list);
}

static void judge_dynamic(const struct rule_input *input, struct finding *finding) {
    judge_agents(input, finding, true, 0);
}

static void judge_many(const struct rule_input *input, struct finding *finding) {
    judge_agents(input, finding, false, 1);
}

#define AGENTS                                                            \
    .values = RULE_LIST(value, {"agents", RULE_COUNT, "agent", 0, false}, \
                        {"names", RULE_TEXT, NULL, 0, false})

const struct rule rule_dynamic_agents = {
    .id = "DynamicAgents",
    .name = "Agents loaded while it ran",
    .topic = "agent_information",
    .see = "jvm",
    RULE_NEEDS_OF(RULE_OF("JavaAgent"), RULE_OF("NativeAgent")),
    AGENTS,
    .judge = judge_dynamic,
    .outcomes = RULE_LIST(outcome, {"some", "Loaded into the running JVM: {names}."},
                          {"none", "No agent was loaded into the running JVM."}),
};
const struct rule rule_many_agents = {
    .id = "MultipleAgents",
    .name = "Agents",
    .topic = "agent_information",
    .see = "jvm",
    RULE_NEEDS_OF(RULE_OF("JavaAgent"), RULE_OF("NativeAgent")),
    AGENTS,
    .judge = judge_many,
    .outcomes =
        RULE_LIST(outcome, {"some", "{agents}: {names}. Several may change the same classes."},
                  {"none", "The JVM has no agents."}),
};

static bool key_is(const char *key, const char *one, const char *two) {
    return strcmp(key, one) == 0 || strcmp(key, two) == 0;
}

static void judge_certificates(const struct rule_input *input, struct finding *finding) {
    struct series all = series_of(input, SERIES_CERTIFICATE);
    int64_t end = input->start_ns + (input->recorded_ns > 0 ? input->recorded_ns : 0);
    struct text list = {0};
    struct map seen = {0};
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
            add_listed(&list, subject ? subject : algorithm, strlen(subject ? subject : algorithm));
        if (worst < (broken ? RULE_WARNING : RULE_INFO)) worst = broken ? RULE_WARNING : RULE_INFO;
    }
    map_free(&seen);
    finding_number(finding, 1, count);
    judge_list(finding, &list, 0, worst);
}

const struct rule rule_certificates = {
    .id = "CryptoSecurityRule",
    .name = "Certificates",
    .topic = "security",
    .see = "print --events jdk.X509Certificate",
    RULE_NEEDS_OF(RULE_HAS("X509Certificate")),
    .values = RULE_LIST(value, {"subjects", RULE_TEXT, NULL, 0, false},
                        {"count", RULE_COUNT, "certificate", 0, false}),
    .judge = judge_certificates,
    .outcomes = RULE_LIST(
        outcome, {"weak", "{count} with a broken or short key, or at its end: {subjects}."},
        {"good", "No certificate has a broken or short key, or ends within 30 days."}),
};

/* ==== How it ended ========================================================================== */

static void judge_dump(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_DUMP_REASON);
    const char *reason = reasons.rows ? series_text(&reasons, REASON, reasons.rows - 1) : NULL;
    bool bad = reason && (strcasestr(reason, "crash") || strcasestr(reason, "core dump") ||
                          strcasestr(reason, "out of memory"));
    if (reason) finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : 1);
    if (bad) finding->score = strcasestr(reason, "crash") ? 100 : 90;
}

const struct rule rule_dump_reason = {
    .id = "DumpReason",
    .name = "Why the recording was written",
    .topic = "recording",
    .group = RULE_LOSSES,
    .see = "summary",
    RULE_NEEDS_OF(RULE_HAS("DumpReason")),
    .values = RULE_LIST(value, {"reason", RULE_TEXT, NULL, 0, false}),
    .judge = judge_dump,
    .outcomes = RULE_LIST(outcome, {"died", "The JVM did not end by itself: {reason}."},
                          {"asked", "The recording was written because of {reason}."}),
};

static void judge_shutdown(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_SHUTDOWN);
    const char *reason = reasons.rows ? series_text(&reasons, REASON, reasons.rows - 1) : NULL;
    bool bad = reason && strstr(reason, "VM Error");
    if (reason) finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : 1);
    if (bad) finding->score = 100;
}

const struct rule rule_shutdown = {
    .id = "Fatal Errors",
    .name = "How the JVM ended",
    .topic = TOPIC,
    .group = RULE_LOSSES,
    .see = "summary",
    RULE_NEEDS_OF(RULE_HAS("Shutdown")),
    .values = RULE_LIST(value, {"reason", RULE_TEXT, NULL, 0, false}),
    .judge = judge_shutdown,
    .outcomes = RULE_LIST(outcome, {"died", "The JVM ended with an error: {reason}."},
                          {"ended", "The JVM ended[: {reason}]."}),
};

/* ==== The recording ========================================================================= */

enum { LOST_BYTES, LOST_TIMES, LOST_SAMPLES };

static void judge_losses(const struct rule_input *input, struct finding *finding) {
    struct series losses = series_of(input, SERIES_LOSS);
    double bytes = 0;
    for (size_t row = 0; row < losses.rows; row++) {
        double amount = series_real(&losses, LOSS_AMOUNT, row);
        if (amount > 0) bytes += amount;
    }
    if (losses.rows) {
        finding_number(finding, LOST_BYTES, bytes < 9e18 ? (int64_t)bytes : INT64_MAX);
        finding_number(finding, LOST_TIMES, (int64_t)losses.rows);
    }
    if (input->facts->lost_samples)
        finding_number(finding, LOST_SAMPLES, (int64_t)input->facts->lost_samples);
    bool lost = losses.rows || input->facts->lost_samples;
    judge_as(finding, losses.rows ? RULE_WARNING : lost ? RULE_INFO : RULE_OK, !lost);
    if (losses.rows)
        judge_window(finding, series_start(&losses, 0), series_start(&losses, losses.rows - 1));
}

const struct rule rule_losses = {
    .id = "BufferLost",
    .name = "What the recording lost",
    .topic = "recording",
    .group = RULE_LOSSES,
    .see = "summary",
    .values = RULE_LIST(value, {"bytes", RULE_BYTES, NULL, 0, false},
                        {"times", RULE_COUNT, "time", 0, false},
                        {"samples", RULE_COUNT, "CPU-time sample", 0, false}),
    .judge = judge_losses,
    .outcomes = RULE_LIST(
        outcome,
        {"lost", "The recorder lost {bytes} of events ({times}): all figures of that time "
                 "are too low.\nIt lost {samples}: CPU times are too low."},
        {"whole", "The recorder lost nothing."}),
};

enum { CUT_SHARE, CUT_COUNT };

static void judge_depth(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = input->profile;
    if (!profile->samples) {
        judge_as(finding, RULE_NA, 1);
        return;
    }
    judge_figure(input, finding, 100 * (double)profile->truncated / (double)profile->samples);
    finding_number(finding, CUT_COUNT, (int64_t)profile->truncated);
}

const struct rule rule_depth = {
    .id = "StackdepthSetting",
    .name = "Stacks that were cut",
    .topic = TOPIC,
    .group = RULE_LOSSES,
    .see = "summary",
    LIMIT_PERCENT(2, 25),
    .values = RULE_LIST(value, {"cut_percent", RULE_PERCENT, NULL, 1, false},
                        {"cut", RULE_COUNT, "sample", 0, false}),
    FIGURE(CUT_SHARE),
    .judge = judge_depth,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "The stacks of {cut_percent} of the samples were too deep to be recorded "
                   "whole ({cut}): -XX:FlightRecorderOptions:stackdepth=N."},
        {"no-samples", "There are no samples."}),
};

static void judge_aggressive(const struct rule_input *input, struct finding *finding) {
    const struct facts *facts = input->facts;
    struct text list = {0};
    struct strings seen = {0};
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        const char *event = strings_get(&facts->strings, setting->event);
        int64_t ns = -1;
        if (strcmp(strings_get(&facts->strings, setting->name), "threshold") != 0) continue;
        if (strcmp(event, "jdk.ThreadPark") != 0 && strcmp(event, "jdk.JavaMonitorEnter") != 0)
            continue;
        if (!units_parse_period(strings_get(&facts->strings, setting->value), &ns) || ns != 0 ||
            strings_find(&seen, event, strlen(event)) != UINT32_MAX)
            continue;
        strings_intern(&seen, event, strlen(event));
        add_listed(&list, event, strlen(event));
    }
    strings_free(&seen);
    judge_list(finding, &list, 0, RULE_INFO);
}

const struct rule rule_aggressive = {
    .id = "OverAggressiveRecordingSetting",
    .name = "Settings that cost much",
    .topic = "recording",
    .see = "summary",
    RULE_NEEDS_OF(RULE_HAS("ActiveSetting")),
    .values = RULE_LIST(value, {"events", RULE_TEXT, NULL, 0, false}),
    .judge = judge_aggressive,
    .outcomes = RULE_LIST(
        outcome, {"zero", "Each of these is recorded, however short (threshold 0): {events}."},
        {"fits", "No event of locks is recorded however short it is."}),
};

enum { COST_PERCENT };

/* CPU time of the recorder's own threads. */
static void judge_cost(const struct rule_input *input, struct finding *finding) {
    struct series loads = series_of(input, SERIES_THREAD_LOAD);
    struct map times = {0};
    double sum = 0;
    bool fresh;
    for (size_t row = 0; row < loads.rows; row++) {
        const char *name = series_thread(&loads, THREAD_LOAD_THREAD, row);
        double used = series_real(&loads, THREAD_LOAD_USER, row) +
                      series_real(&loads, THREAD_LOAD_SYSTEM, row);
        map_put(&times, (uint64_t)series_start(&loads, row) / (uint64_t)NS_PER_S, &fresh);
        if (name && strncmp(name, "JFR ", 4) == 0 && used > 0) sum += used;
    }
    judge_figure(input, finding, times.len ? 100 * sum / (double)times.len : 0);
    map_free(&times);
}

const struct rule rule_recording_cost = {
    .id = "RecordingCost",
    .name = "What the recording cost",
    .topic = "recording",
    .group = RULE_LOSSES,
    .see = "threads",
    RULE_NEEDS_OF(RULE_HAS("ThreadCPULoad")),
    LIMIT_PERCENT(2, 10),
    .values = RULE_LIST(value, {"cpu_percent", RULE_PERCENT, NULL, 2, false}),
    FIGURE(COST_PERCENT),
    .judge = judge_cost,
    .outcomes = RULE_LIST(
        outcome, {"judged", "The recorder's own threads used {cpu_percent} of all processors."}),
};

enum { JUMP_NS, JUMP_COUNT };

/* Chunks say the time of day and ticks of a clock that only goes forward. */
static void judge_clock(const struct rule_input *input, struct finding *finding) {
    const struct census *census = input->census;
    double worst = 0;
    int64_t count = 0;
    for (size_t i = 1; census && i < census->chunks.len; i++) {
        const struct census_chunk *a = &census->chunks.items[i - 1], *b = &census->chunks.items[i];
        if (a->recording != b->recording || a->ticks_per_ns != b->ticks_per_ns) continue;
        /* HotSpot's chunks follow one another; those of other writers have clocks of their own. */
        double between = (double)a->start_ns + (double)a->duration_ns - (double)b->start_ns;
        if (fabs(between) > 1e6) continue;
        double by_ticks = ((double)b->start_ticks - (double)a->start_ticks) / a->ticks_per_ns;
        double by_day = (double)b->start_ns - (double)a->start_ns;
        double jump = fabs(by_day - by_ticks);
        if (jump < 0.1e9 || jump < 0.001 * by_ticks || by_ticks > 1e17 || jump > 1e17) continue;
        count++;
        if (jump <= worst) continue;
        worst = jump;
        judge_window(finding, a->start_ns < b->start_ns ? a->start_ns : b->start_ns,
                     a->start_ns < b->start_ns ? b->start_ns : a->start_ns);
    }
    judge_figure(input, finding, worst);
    finding_number(finding, JUMP_COUNT, count);
}

const struct rule rule_clock = {
    .id = "ClockJump",
    .name = "Clock set while it ran",
    .topic = "recording",
    .group = RULE_LOSSES,
    .see = "summary",
    LIMIT_NS(NS_PER_S, 60 * NS_PER_S),
    .values = RULE_LIST(value, {"longest_ns", RULE_NS, NULL, 0, false},
                        {"count", RULE_COUNT, "time", 0, false}),
    FIGURE(JUMP_NS),
    .judge = judge_clock,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "The time of day went another way than the JVM's own clock: {count}, by "
                           "up to {longest_ns}."}),
};

static void judge_incidents(const struct rule_input *input, struct finding *finding) {
    judge_figure(input, finding, (double)series_of(input, SERIES_DMS).rows);
}

const struct rule rule_incidents = {
    .id = "DMSIncident",
    .name = "Incidents of WebLogic",
    .topic = "DMS",
    RULE_NEEDS_OF(
        {"http://www.oracle.com/dms/dfw/dms/dfw/DFW_Incident/DFW_Incident_state", RULE_ENABLED}),
    LIMIT_COUNT(1, 1),
    .values = RULE_LIST(value, {"count", RULE_COUNT, "incident", 0, false}),
    FIGURE(0),
    .judge = judge_incidents,
    .outcomes = RULE_LIST(outcome, {"judged", "WebLogic's diagnostics tell of {count}."}),
};
