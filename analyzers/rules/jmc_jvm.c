/* Of the JVM, its options, what is safe, and the recording itself. */
#include "analyzers/rules/jmc.h"

#include "analyzers/regex.h"
#include "analyzers/rules/jvm_options.h"
#include "base/units.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ==== Arguments ============================================================================= */

static struct jmc_verdict verification(const struct rule_input *input) {
    char *jvm = jmc_jvm_text(input, JVM_ARGUMENTS), *java = jmc_jvm_text(input, JVM_JAVA_ARGUMENTS);
    bool off = (jvm && (strstr(jvm, "-Xverify:none") || strstr(jvm, "-noverif"))) ||
               (java && (strstr(java, "-Xverify:none") || strstr(java, "-noverif")));
    bool weblogic = java && strstr(java, "weblogic") && strstr(java, "Server");
    free(jvm);
    free(java);
    return jmc_is(off && !weblogic ? RULE_WARNING : RULE_OK);
}

static bool flag_is_true(const struct rule_input *input, const char *name) {
    struct series flags = series_of(input, SERIES_FLAG);
    for (size_t row = 0; row < flags.rows; row++) {
        const char *flag = series_text(&flags, FLAG_NAME, row);
        if (flag && strcmp(flag, name) == 0 && series_true(&flags, FLAG_VALUE, row)) return true;
    }
    return false;
}

static struct jmc_verdict discouraged(const struct rule_input *input) {
    bool any = flag_is_true(input, "UnlockExperimentalVMOptions") ||
               flag_is_true(input, "IgnoreUnrecognizedVMOptions");
    return jmc_is(any ? RULE_INFO : RULE_OK);
}

/* The next of the words that blanks part, an empty one between two blanks. */
static bool next_word(const char **at, const char **word, size_t *len) {
    if (!*at) return false;
    *word = *at;
    *len = strcspn(*at, " ");
    *at = (*at)[*len] ? *at + *len + 1 : NULL;
    return true;
}

static const char *const synonyms[][2] = {
    {"-Xmx", "MaxHeapSize"},
    {"-Xms", "InitialHeapSize"},
    {"-Xmn", "NewSize"},
    {"-Xss", "ThreadStackSize"},
    {"-Xmaxjitcodesize", "ReservedCodeCacheSize"},
    {"-Xbatch", "BackgroundCompilation"},
    {"-Xnoclassgc", "ClassUnloading"},
    {"-Xverify", "BytecodeVerificationRemote"},
    {"-Xrs", "ReduceSignalUsage"},
    {"-Xusealtsigs", "UseAltSigs"},
    {"-Xboundthreads", "UseBoundThreads"},
    {"-Dcom.sun.management", "ManagementServer"},
    {"-Xminf", "MinHeapFreeRatio"},
    {"-Xmaxf", "MaxHeapFreeRatio"},
    {"-Xnoconcgc", "UseConcMarkSweepGC"},
    {"AlwaysTenure", "NeverTenure"},
    {"ResizeTLE", "ResizeTLAB"},
    {"PrintTLE", "PrintTLAB"},
    {"TLESize", "TLABSize"},
    {"UseTLE", "UseTLAB"},
    {"UsePermISM", "UseISM"},
    {"G1MarkStackSize", "CMSMarkStackSize"},
    {"CMSMarkStackSizeMax", "MarkStackSizeMax"},
    {"ParallelCMSThreads", "ConcGCThreads"},
    {"DefaultMaxRAMFraction", "MaxRAMFraction"},
    {"DisplayVMOutputToStderr", "DisplayVMOutputToStdout"},
    {"CreateMinidumpOnCrash", "CreateCoredumpOnCrash"},
};
static const char *const one_way[][2] = {
    {"-Xconcgc", "UseConcMarkSweepGC"},
    {"ParallelMarkingThreads", "ConcGCThreads"},
    {"BytecodeVerificationLocal", "-Xverify"},
};

static const char *synonym_of(const char *key) {
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(key, synonyms[i][0]) == 0) return synonyms[i][1];
        if (strcmp(key, synonyms[i][1]) == 0) return synonyms[i][0];
    }
    for (size_t i = 0; i < sizeof one_way / sizeof *one_way; i++)
        if (strcmp(key, one_way[i][0]) == 0) return one_way[i][1];
    return NULL;
}

static void add_key(const char *word, size_t len, struct text *key) {
    static const char *const sizes[] = {"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xmaxjitcodesize"};
    struct text whole = {0};
    text_add_bytes(&whole, word, len);
    const char *s = text_str(&whole);
    if (strstr(s, "-verbose") || strstr(s, "--add-exports") || strstr(s, "--add-opens")) {
        text_add(key, s);
    } else {
        size_t left = strcspn(s, ":=");
        text_add_bytes(key, s, left);
        const char *k = text_str(key);
        if (s[left] &&
            (strcmp(k, "-XX") == 0 || strcmp(k, "-javaagent") == 0 || strcmp(k, "-agent") == 0)) {
            const char *right = s + left + 1;
            if (*right == '+' || *right == '-') right++;
            text_clear(key);
            text_add_bytes(key, right, strcspn(right, "="));
        }
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (strncmp(text_str(key), sizes[i], strlen(sizes[i])) == 0) {
                text_clear(key);
                text_add(key, sizes[i]);
            }
    }
    text_free(&whole);
}

static struct jmc_verdict duplicates(const struct rule_input *input) {
    struct series jvms = series_of(input, SERIES_JVM);
    const char *at = NULL, *word;
    for (size_t row = 0; row < jvms.rows && !at; row++) at = series_text(&jvms, JVM_ARGUMENTS, row);
    struct strings keys = {0};
    bool *seen = NULL, twice = false;
    size_t len, count = 0;
    while (next_word(&at, &word, &len)) {
        struct text key = {0};
        add_key(word, len, &key);
        uint32_t id = strings_find(&keys, text_str(&key), key.len);
        const char *other = synonym_of(text_str(&key));
        if (id == UINT32_MAX || id >= count || !seen[id]) {
            uint32_t synonym = other ? strings_find(&keys, other, strlen(other)) : UINT32_MAX;
            if (synonym < count && seen[synonym]) id = synonym;
            else id = strings_intern(&keys, text_str(&key), key.len);
        }
        if (id >= count) {
            seen = mem_resize(seen, id + 1, sizeof *seen);
            while (count <= id) seen[count++] = false;
        }
        twice = twice || seen[id];
        seen[id] = true;
        text_free(&key);
    }
    free(seen);
    strings_free(&keys);
    return jmc_is(twice ? RULE_INFO : RULE_OK);
}

/* How much is said against it in the version used. */
static int fate_score(const struct jvm_option_fate *fate, int major) {
    if (!fate) return -1;
    if (fate->removed && major >= fate->removed) return 100;
    if (fate->obsolete && major >= fate->obsolete) return 74;
    if (fate->deprecated && major >= fate->deprecated) return 50;
    return fate->obsolete || fate->deprecated ? 24 : 0;
}

static struct jmc_verdict deprecated(const struct rule_input *input) {
    char *arguments = jmc_jvm_text(input, JVM_ARGUMENTS);
    struct jmc_version version = jmc_jvm_version(input);
    int worst = -1, major = version.parts[0];
    const char *at = arguments, *word;
    size_t len;
    if (!arguments) return jmc_is(RULE_NA);
    while (next_word(&at, &word, &len)) {
        int score = -1;
        if (strncmp(word, "-XX:", 4) == 0 && len > 4) {
            const char *name = word + 4;
            name += *name == '+' || *name == '-';
            size_t own = strcspn(name, "= ");
            if (own == 18 && strncmp(name, "DebugNonSafepoints", 18) == 0) continue;
            const struct jvm_option_fate *fate = jvm_option_xx(name, own);
            if (fate && version.known) score = fate_score(fate, major);
            else if (!fate && (major == 7 || major == 8) &&
                     !jvm_option_is_documented(major, name, own))
                score = 50;
        } else if (strncmp(word, "-X", 2) == 0 && version.known) {
            score = fate_score(jvm_option_x(word + 2), major);
        }
        if (score > worst) worst = score;
    }
    free(arguments);
    return jmc_is(worst < 0 ? RULE_OK : score_severity(worst));
}

/* ==== Versions ============================================================================== */

/* The first value, or NULL. */
static const char *property(const struct rule_input *input, const char *key) {
    struct series properties = series_of(input, SERIES_PROPERTY);
    for (size_t row = 0; row < properties.rows; row++) {
        const char *own = series_text(&properties, PROPERTY_KEY, row);
        if (own && strcmp(own, key) == 0) return series_text(&properties, PROPERTY_VALUE, row);
    }
    return NULL;
}

static struct jmc_verdict debug_non_safepoints(const struct rule_input *input) {
    struct jmc_version version = jmc_version_of(property(input, "java.vm.specification.version"));
    if (!version.known) version = jmc_jvm_version(input);
    if (!version.known) return jmc_is(RULE_NA);
    if (version.parts[0] >= 9) return jmc_is(RULE_OK);
    char *arguments = jmc_jvm_text(input, JVM_ARGUMENTS);
    bool on = arguments && !strstr(arguments, "-XX:-DebugNonSafepoints") &&
              strstr(arguments, "-XX:+DebugNonSafepoints");
    free(arguments);
    return jmc_is(on ? RULE_OK : RULE_INFO);
}

static struct jmc_verdict support(const struct rule_input *input) {
    static const struct jmc_version since = {.parts = {7, 0, 40, 0}};
    struct jmc_version version = jmc_jvm_version(input);
    if (!version.known) return jmc_is(RULE_NA);
    bool bad = jmc_version_compare(&version, &since) < 0 || version.early_access;
    return jmc_is(bad ? RULE_WARNING : RULE_OK);
}

static struct jmc_verdict periodic_events(const struct rule_input *input) {
    static const struct jmc_version since = {.parts = {8, 0, 302, 0}};
    struct jmc_version version = jmc_jvm_version(input);
    char *name = jmc_jvm_text(input, JVM_NAME);
    bool open = name && strncmp(name, "OpenJDK", 7) == 0;
    free(name);
    version.early_access = false;
    if (!version.known) return jmc_is(RULE_NA);
    return jmc_is(open && jmc_version_compare(&version, &since) < 0 ? RULE_WARNING : RULE_OK);
}

static struct jmc_verdict pid_one(const struct rule_input *input) {
    struct series jvms = series_of(input, SERIES_JVM);
    int64_t pid = JFR_NULL_INT;
    for (size_t row = 0; row < jvms.rows; row++) {
        int64_t own = series_int(&jvms, JVM_PID, row);
        if (own == JFR_NULL_INT) continue;
        if (pid != JFR_NULL_INT && pid != own) return jmc_is(RULE_NA);
        pid = own;
    }
    if (pid == JFR_NULL_INT)
        return (struct jmc_verdict){.severity = RULE_NA, .score = MISSING_REAL, .ignored = true};
    return jmc_is(pid == 1 ? RULE_WARNING : RULE_OK);
}

/* ==== Security ============================================================================== */

static bool matches(const char *pattern, const char *text) {
    struct regex *regex = regex_compile(pattern, REGEX_WHOLE, NULL);
    struct regex_matcher *matcher = regex_matcher_open();
    bool fits = regex && regex_matches(regex, matcher, text, strlen(text));
    regex_matcher_close(matcher);
    regex_free(regex);
    return fits;
}

static struct jmc_verdict passwords(const struct series *series, size_t column,
                                    const char *exclude) {
    for (size_t row = 0; row < series->rows; row++) {
        const char *text = series_text(series, column, row);
        if (text && strcasestr(text, "passw") && !matches(exclude, text))
            return jmc_is(RULE_WARNING);
    }
    return jmc_is(RULE_OK);
}

static struct jmc_verdict passwords_in_arguments(const struct rule_input *input) {
    struct series jvms = series_of(input, SERIES_JVM);
    return passwords(&jvms, JVM_JAVA_ARGUMENTS, "(?s).*(passworld|passwise).*");
}

static struct jmc_verdict passwords_in_environment(const struct rule_input *input) {
    struct series environment = series_of(input, SERIES_ENVIRONMENT);
    return passwords(&environment, PROPERTY_KEY, "(passworld|passwise)");
}

static struct jmc_verdict passwords_in_properties(const struct rule_input *input) {
    struct series properties = series_of(input, SERIES_PROPERTY);
    return passwords(&properties, PROPERTY_KEY, "(passworld|passwise)");
}

/* 1 or 0 as the text says; 2: properties disagree. */
static int management_flag(const struct rule_input *input, const char *key) {
    struct series properties = series_of(input, SERIES_PROPERTY);
    const char *first = NULL;
    for (size_t row = 0; row < properties.rows; row++) {
        const char *own = series_text(&properties, PROPERTY_KEY, row);
        const char *value = series_text(&properties, PROPERTY_VALUE, row);
        if (!own || !value || strcmp(own, key) != 0) continue;
        if (first && strcmp(first, value) != 0) return 2;
        first = value;
    }
    return !first || strcasecmp(first, "true") == 0;
}

static struct jmc_verdict management(const struct rule_input *input) {
    int ports = management_flag(input, "com.sun.management.jmxremote.port");
    int checked = management_flag(input, "com.sun.management.jmxremote.authenticate");
    int ssl = management_flag(input, "com.sun.management.jmxremote.ssl");
    if (ports == 2 || checked == 2 || ssl == 2) return jmc_is(RULE_INFO);
    if (!property(input, "com.sun.management.jmxremote.port")) return jmc_is(RULE_OK);
    if (checked && ssl) return jmc_is(RULE_NA);
    if (!checked && !ssl) return jmc_is(RULE_OK);
    return jmc_is(checked ? RULE_INFO : RULE_WARNING);
}

/* Days are counted up to the recording's end, not up to now. */
static struct jmc_verdict certificates(const struct rule_input *input) {
    struct series all = series_of(input, SERIES_CERTIFICATE);
    int64_t end = input->census->events.last_end_ns;
    for (size_t row = 0; row < all.rows; row++) {
        const char *algorithm = series_text(&all, CERTIFICATE_ALGORITHM, row);
        const char *key = series_text(&all, CERTIFICATE_KEY, row);
        int64_t length = series_int(&all, CERTIFICATE_LENGTH, row);
        int64_t until = series_int(&all, CERTIFICATE_UNTIL, row);
        if (!algorithm || !key || length == JFR_NULL_INT) continue;
        bool weak = strstr(algorithm, "MD2") || strstr(algorithm, "MD5") ||
                    strstr(algorithm, "SHA1") || (strstr(key, "RSA") && length < 2048) ||
                    (strstr(key, "DSA") && length < 2048) || (strstr(key, "EC") && length < 224);
        int64_t days = until == JFR_NULL_INT ? 1000 : (until - end) / (86400 * NS_PER_S);
        if (weak || (days != 0 && days < 90)) return jmc_is(RULE_WARNING);
    }
    return jmc_is(RULE_OK);
}

static int64_t agents(const struct rule_input *input, enum series_id id, bool dynamic) {
    struct series series = series_of(input, id);
    int64_t count = 0;
    for (size_t row = 0; row < series.rows; row++)
        count += !dynamic || series_true(&series, AGENT_DYNAMIC, row);
    return count;
}

static struct jmc_verdict dynamic_agents(const struct rule_input *input) {
    bool any =
        agents(input, SERIES_JAVA_AGENT, true) + agents(input, SERIES_NATIVE_AGENT, true) > 0;
    return any ? jmc_of(75) : jmc_is(RULE_OK);
}

static struct jmc_verdict many_agents(const struct rule_input *input) {
    bool many = agents(input, SERIES_JAVA_AGENT, false) > 1 ||
                agents(input, SERIES_NATIVE_AGENT, false) > 1;
    return many ? (struct jmc_verdict){RULE_WARNING, 55, false} : jmc_is(RULE_OK);
}

/* ==== The recording ========================================================================= */

static struct jmc_verdict losses(const struct rule_input *input) {
    uint64_t count = census_count(input->census, "jdk.DataLoss");
    return count ? jmc_of(score_rising(1, (double)count)) : jmc_is(RULE_OK);
}

static struct jmc_verdict dump_reason(const struct rule_input *input) {
    struct series series = series_of(input, SERIES_DUMP_REASON);
    char *reasons = jmc_texts(&series, REASON);
    struct jmc_verdict verdict = jmc_is(RULE_OK);
    if (reasons && strcasestr(reasons, "crash")) verdict = jmc_of(100);
    else if (reasons && strcasestr(reasons, "core dump")) verdict = jmc_of(90);
    else if (reasons && strcasestr(reasons, "out of memory")) verdict = jmc_of(80);
    free(reasons);
    return verdict;
}

static struct jmc_verdict shutdown(const struct rule_input *input) {
    struct series series = series_of(input, SERIES_SHUTDOWN);
    char *reasons = jmc_texts(&series, REASON);
    struct jmc_verdict verdict = jmc_is(RULE_NA);
    if (reasons && strstr(reasons, "VM Error")) verdict = jmc_is(RULE_WARNING);
    else if (reasons && strstr(reasons, "No remaining non-daemon Java threads"))
        verdict = jmc_is(RULE_INFO);
    free(reasons);
    return verdict;
}

static struct jmc_verdict aggressive(const struct rule_input *input) {
    const struct facts *facts = input->facts;
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        const char *event = strings_get(&facts->strings, setting->event);
        int64_t ns = -1;
        if (strcmp(strings_get(&facts->strings, setting->name), "threshold") != 0) continue;
        if (strcmp(event, "jdk.ThreadPark") != 0 && strcmp(event, "jdk.JavaMonitorEnter") != 0)
            continue;
        if (units_parse_period(strings_get(&facts->strings, setting->value), &ns) && ns == 0)
            return jmc_is(RULE_INFO);
    }
    return jmc_is(RULE_OK);
}

static struct jmc_verdict depth(const struct rule_input *input) {
    double stacks = 0, truncated = 0;
    for (size_t i = 0; i < input->census->types.len; i++) {
        stacks += (double)input->census->types.items[i].stacks;
        truncated += (double)input->census->types.items[i].truncated;
    }
    if (stacks == 0) return jmc_is(RULE_NA);
    if (truncated == 0) return jmc_is(RULE_OK);
    return jmc_is(score_severity(score_rise(truncated / stacks, 100, 0.01, 25)));
}

/* ============================================================================================ */

#define E(event) \
    { "jdk." event, RULE_ENABLED }
#define A(event) \
    { "jdk." event, RULE_AVAILABLE }

const struct jmc_formula jmc_formulas_jvm[] = {
    {"BufferLost", {{NULL, RULE_ENABLED}}, false, losses},
    {"BytecodeVerification", {A("JVMInformation")}, false, verification},
    {"CryptoSecurityRule", {A("X509Certificate")}, false, certificates},
    {"DebugNonSafepoints", {A("InitialSystemProperty")}, false, debug_non_safepoints},
    {"DiscouragedVmOptions", {A("BooleanFlag")}, false, discouraged},
    {"DumpReason", {A("DumpReason")}, false, dump_reason},
    {"DuplicateFlags", {A("JVMInformation")}, false, duplicates},
    {"DynamicAgents", {E("JavaAgent"), E("NativeAgent")}, false, dynamic_agents},
    {"Fatal Errors", {A("Shutdown")}, false, shutdown},
    {"FlightRecordingSupport", {A("JVMInformation")}, false, support},
    {"JfrPeriodicEventsFix", {A("JVMInformation")}, false, periodic_events},
    {"ManagementAgent", {A("InitialSystemProperty")}, false, management},
    {"MultipleAgents", {E("JavaAgent"), E("NativeAgent")}, false, many_agents},
    {"Options", {A("JVMInformation")}, false, deprecated},
    {"OverAggressiveRecordingSetting", {A("InitialSystemProperty")}, false, aggressive},
    {"PID1Rule", {A("JVMInformation")}, false, pid_one},
    {"PasswordsInArguments", {A("JVMInformation")}, false, passwords_in_arguments},
    {"PasswordsInEnvironment", {A("InitialEnvironmentVariable")}, false, passwords_in_environment},
    {"PasswordsInSystemProperties", {A("InitialSystemProperty")}, false, passwords_in_properties},
    {"StackdepthSetting", {{NULL, RULE_ENABLED}}, false, depth},
    {.id = NULL},
};
