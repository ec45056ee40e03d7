/* Rules of the JVM: its arguments, versions, and how it ended. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/jvm_options.h"
#include "analyzers/rules/jvm_version.h"
#include "analyzers/rules/jvm_rows.h"

/* ==== Arguments ============================================================================= */

static bool begins(const char *word, size_t len, const char *with) {
    return len >= strlen(with) && strncmp(word, with, strlen(with)) == 0;
}

static void judge_verification(const struct rule_input *input, struct finding *finding) {
    const char *at = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS), *word;
    struct text list = {0};
    size_t len;
    while (jvm_option_next(&at, &word, &len))
        if (begins(word, len, "-Xverify:none") || begins(word, len, "-noverify") ||
            begins(word, len, "-XX:-BytecodeVerificationRemote"))
            judge_list_add(&list, word, len);
    judge_list(finding, &list, 0, RULE_WARNING);
}

static void judge_discouraged(const struct rule_input *input, struct finding *finding) {
    static const char *const flags[] = {"UnlockExperimentalVMOptions",
                                        "IgnoreUnrecognizedVMOptions"};
    struct text list = {0};
    for (size_t i = 0; i < 2; i++)
        if (judge_flag(input, flags[i]) == 1) judge_list_add(&list, flags[i], strlen(flags[i]));
    judge_list(finding, &list, 0, RULE_INFO);
}

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
    if (begins(word, len, "-XX:")) {
        *name = word + 4 + (word[4] == '+' || word[4] == '-');
        return strcspn(*name, "= ");
    }
    if (!begins(word, len, "-D")) return 0;
    *name = word;
    return strcspn(word, "= ");
}

static void judge_duplicates(const struct rule_input *input, struct finding *finding) {
    const char *at = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS), *word, *name;
    OWNED(strings_free) struct strings seen = {0};
    struct text list = {0};
    size_t len, own;
    while (jvm_option_next(&at, &word, &len)) {
        own = name_of(word, len, &name);
        if (!own || begins(name, own, "OnError") || begins(name, own, "OnOutOfMemoryError") ||
            begins(name, own, "StartFlightRecording") || begins(name, own, "CompileCommand"))
            continue;
        if (strings_find(&seen, name, own) != UINT32_MAX) judge_list_add(&list, word, len);
        strings_intern(&seen, name, own);
    }
    judge_list(finding, &list, 0, RULE_INFO);
}

static void judge_options(const struct rule_input *input, struct finding *finding) {
    const char *at = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS), *word;
    struct jvm_version version = jvm_version_specified(input);
    struct text list = {0};
    enum rule_severity worst = RULE_OK;
    size_t len;
    int major = version.parts[0];
    while (version.known && jvm_option_next(&at, &word, &len)) {
        const struct jvm_option_fate *fate = NULL;
        if (begins(word, len, "-XX:")) {
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
        judge_list_add(&list, word, len);
        text_addf(&list, " (%s JDK %d)", what, since);
    }
    judge_list(finding, &list, 0, worst);
}

/* ==== Versions ============================================================================== */

static void judge_support(const struct rule_input *input, struct finding *finding) {
    const char *text = series_last_text(input, SERIES_JVM, JVM_VERSION);
    struct jvm_version version = jvm_version_recorded(input);
    if (!version.known && text) version = jvm_version_of(text);
    finding_text(finding, 0, text);
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else judge_as(finding, version.early_access ? RULE_INFO : RULE_OK, !version.early_access);
}

static void judge_periodic(const struct rule_input *input, struct finding *finding) {
    static const struct jvm_version since = {.parts = {8, 0, 302, 0}};
    struct jvm_version version = jvm_version_recorded(input);
    const char *name = series_last_text(input, SERIES_JVM, JVM_NAME);
    bool old = version.known && version.parts[0] == 8 && name && begins(name, 7, "OpenJDK") &&
               jvm_version_compare(&version, &since) < 0;
    judge_as(finding, old ? RULE_WARNING : RULE_OK, !old);
}

static void judge_non_safepoints(const struct rule_input *input, struct finding *finding) {
    struct jvm_version version = jvm_version_specified(input);
    const char *arguments = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS);
    bool off = arguments && strstr(arguments, "-XX:-DebugNonSafepoints");
    bool on = arguments && strstr(arguments, "-XX:+DebugNonSafepoints");
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else if (version.parts[0] >= 9 ? off : !on) judge_as(finding, RULE_INFO, 0);
    else judge_as(finding, RULE_OK, 1);
}

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

/* ==== How it ended ========================================================================== */

static const char *last_reason(const struct series *reasons) {
    return reasons->rows ? series_text(reasons, REASON, reasons->rows - 1) : NULL;
}

/* Since JDK 25 the reason may be the option that ended the JVM: CrashOnOutOfMemoryError. */
static bool is_death(const char *reason) {
    return reason && (strcasestr(reason, "crash") || strcasestr(reason, "core dump") ||
                      strcasestr(reason, "out of memory") || strcasestr(reason, "OutOfMemory"));
}

static void judge_dump_reason(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_DUMP_REASON);
    const char *reason = last_reason(&reasons);
    bool bad = is_death(reason);
    finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : 1);
    if (bad) finding->score = strcasestr(reason, "crash") ? 100 : 90;
}

/* One death is one finding: a JVM that fails says of what it was when it writes the recording. */
static void judge_shutdown(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_SHUTDOWN);
    struct series dumps = series_of(input, SERIES_DUMP_REASON);
    const char *reason = last_reason(&reasons);
    bool failed = reason && strstr(reason, "VM Error"), said = is_death(last_reason(&dumps));
    bool bad = failed && !said;
    finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : failed ? 2 : 1);
    if (bad) finding->score = 100;
}
