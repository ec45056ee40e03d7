/* Rules of the JVM: its arguments, versions, and how it ended. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/jvm_options.h"
#include "analyzers/rules/jvm_version.h"

#include <string.h>

#define TOPIC "jvm_information"

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

const struct rule rule_verification = {
    RULE_ROW("BytecodeVerification", "Verification of classes", TOPIC, RULE_OTHER, "jvm"),
    .about =
        "-Xverify:none, -noverify or -XX:-BytecodeVerificationRemote among the JVM's arguments.\n"
        "Any counts.\n"
        "In JDK Mission Control: Arguments of the application are searched, too, there.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    VALUES(VALUE_TEXT("options")),
    .judge = judge_verification,
    OUTCOMES({"off", "The JVM does not verify classes ({options}): a broken one can crash it."},
             {"on", "The JVM verifies classes."}),
};

static void judge_discouraged(const struct rule_input *input, struct finding *finding) {
    static const char *const flags[] = {"UnlockExperimentalVMOptions",
                                        "IgnoreUnrecognizedVMOptions"};
    struct text list = {0};
    for (size_t i = 0; i < 2; i++)
        if (judge_flag(input, flags[i]) == 1) judge_list_add(&list, flags[i], strlen(flags[i]));
    judge_list(finding, &list, 0, RULE_INFO);
}

const struct rule rule_discouraged = {
    RULE_ROW("DiscouragedVmOptions", "Discouraged options", TOPIC, RULE_OTHER, "jvm"),
    .about = "-XX:+UnlockExperimentalVMOptions, -XX:+IgnoreUnrecognizedVMOptions.\n"
             "Any counts, as in JDK Mission Control.",
    RULE_NEEDS_OF(RULE_HAS("BooleanFlag")),
    VALUES(VALUE_TEXT("options")),
    .judge = judge_discouraged,
    OUTCOMES({"used", "{options}: with the one options may change or vanish, with the other a "
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

const struct rule rule_duplicates = {
    RULE_ROW("DuplicateFlags", "Options given twice", TOPIC, RULE_OTHER, "jvm"),
    .about = "Options that occur twice, -Xmx and -XX:MaxHeapSize being one; options that may be "
             "repeated (-Xlog, agents, -XX:StartFlightRecording) are left out.\n"
             "Any counts.\n"
             "In JDK Mission Control: Options that may be repeated count there.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    VALUES(VALUE_TEXT("options")),
    .judge = judge_duplicates,
    OUTCOMES({"twice", "The JVM takes the last of options that were given before: {options}."},
             {"none", "No option is given twice."}),
};

static void judge_options(const struct rule_input *input, struct finding *finding) {
    const char *at = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS), *word;
    struct jvm_version version = jvm_version_specified(input);
    struct text list = {0};
    enum rule_severity worst = RULE_OK;
    size_t len;
    int major = version.parts[0];
    while (version.known && jvm_option_next(&at, &word, &len)) {
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
        judge_list_add(&list, word, len);
        text_addf(&list, " (%s JDK %d)", what, since);
    }
    judge_list(finding, &list, 0, worst);
}

const struct rule rule_options = {
    RULE_ROW("Options", "Options that are gone", TOPIC, RULE_OTHER, "jvm"),
    .about =
        "Options that the JVM's version deprecates or ignores (INFO), or no longer has (WARNING).\n"
        "The lists of HotSpot up to JDK 24.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    VALUES(VALUE_TEXT("options")),
    .judge = judge_options,
    OUTCOMES({"gone", "{options}."}, {"none", "No option of the JVM is deprecated."}),
};

/* ==== Versions ============================================================================== */

static void judge_support(const struct rule_input *input, struct finding *finding) {
    const char *text = series_last_text(input, SERIES_JVM, JVM_VERSION);
    struct jvm_version version = jvm_version_recorded(input);
    if (!version.known && text) version = jvm_version_of(text);
    if (text) finding_text(finding, 0, text);
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else judge_as(finding, version.early_access ? RULE_INFO : RULE_OK, !version.early_access);
}

const struct rule rule_support = {
    RULE_ROW("FlightRecordingSupport", "The JVM's version", TOPIC, RULE_OTHER, "summary"),
    .about = "The JVM is an early-access build.\n"
             "Any counts.\n"
             "In JDK Mission Control: That is a WARNING there, as is everything before 7u40.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    VALUES(VALUE_TEXT("version")),
    .judge = judge_support,
    OUTCOMES({"early", "The JVM is an early-access build: {version}."},
             {"released", "The JVM is {version}."},
             {"not-recorded", "The recording does not say which JVM made it[: {version}]."}),
};

static void judge_periodic(const struct rule_input *input, struct finding *finding) {
    static const struct jvm_version since = {.parts = {8, 0, 302, 0}};
    struct jvm_version version = jvm_version_recorded(input);
    const char *name = series_last_text(input, SERIES_JVM, JVM_NAME);
    bool old = version.known && version.parts[0] == 8 && name && begins(name, 7, "OpenJDK") &&
               jvm_version_compare(&version, &since) < 0;
    judge_as(finding, old ? RULE_WARNING : RULE_OK, !old);
}

const struct rule rule_periodic = {
    RULE_ROW("JfrPeriodicEventsFix", "Periodic events of OpenJDK 8", TOPIC, RULE_OTHER, NULL),
    .about = "OpenJDK 8 before 8u302.\n"
             "JDK-8250928, as in JDK Mission Control.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    .judge = judge_periodic,
    OUTCOMES({"old", "OpenJDK 8 before 8u302 spends much time on periodic events."},
             {"fixed", "This JVM has no such problem."}),
};

static void judge_non_safepoints(const struct rule_input *input, struct finding *finding) {
    struct jvm_version version = jvm_version_specified(input);
    const char *arguments = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS);
    bool off = arguments && strstr(arguments, "-XX:-DebugNonSafepoints");
    bool on = arguments && strstr(arguments, "-XX:+DebugNonSafepoints");
    if (!version.known) judge_as(finding, RULE_NA, 2);
    else if (version.parts[0] >= 9 ? off : !on) judge_as(finding, RULE_INFO, 0);
    else judge_as(finding, RULE_OK, 1);
}

const struct rule rule_non_safepoints = {
    RULE_ROW("DebugNonSafepoints", "Where samples lie", TOPIC, RULE_OTHER, NULL),
    .about = "JDK 8 without -XX:+DebugNonSafepoints, or it is switched off.\n"
             "Any counts.",
    .judge = judge_non_safepoints,
    OUTCOMES({"off", "Lines and inlined methods of samples are those of the next safepoint: "
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
    RULE_ROW("PID1Rule", "Process number 1", TOPIC, RULE_OTHER, NULL),
    .about = "The JVM is process 1.\n"
             "Usual in containers, so INFO.\n"
             "In JDK Mission Control: It is a WARNING there.",
    RULE_NEEDS_OF(RULE_HAS("JVMInformation")),
    VALUES(VALUE_COUNT("pid", NULL)),
    .judge = judge_pid,
    OUTCOMES({"one", "The JVM is process 1 of its container: it has to wait for its children, and "
                     "jcmd cannot send it signals in every setting."},
             {"another", "The JVM is process {pid}."},
             {"not-recorded", "The recording does not say which process the JVM is."}),
};

/* ==== How it ended ========================================================================== */

static const char *last_reason(const struct series *reasons) {
    return reasons->rows ? series_text(reasons, REASON, reasons->rows - 1) : NULL;
}

/* Since JDK 25 the reason may be the option that ended the JVM: CrashOnOutOfMemoryError. */
static bool is_death(const char *reason) {
    return reason && (strcasestr(reason, "crash") || strcasestr(reason, "core dump") ||
                      strcasestr(reason, "out of memory") || strcasestr(reason, "OutOfMemory"));
}

static void judge_dump(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_DUMP_REASON);
    const char *reason = last_reason(&reasons);
    bool bad = is_death(reason);
    if (reason) finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : 1);
    if (bad) finding->score = strcasestr(reason, "crash") ? 100 : 90;
}

const struct rule rule_dump_reason = {
    RULE_ROW("DumpReason", "Death of the JVM", "recording", RULE_LOSSES, "crash"),
    .about = "The recording was written because of a crash, a core dump, or for want of memory.\n"
             "Any counts.",
    RULE_NEEDS_OF(RULE_HAS("DumpReason")),
    VALUES(VALUE_TEXT("reason")),
    .judge = judge_dump,
    OUTCOMES({"died", "The JVM did not end by itself: {reason}."},
             {"asked", "The recording was written because of {reason}."}),
};

/* One death is one finding: a JVM that fails says of what it was when it writes the recording. */
static void judge_shutdown(const struct rule_input *input, struct finding *finding) {
    struct series reasons = series_of(input, SERIES_SHUTDOWN);
    struct series dumps = series_of(input, SERIES_DUMP_REASON);
    const char *reason = last_reason(&reasons);
    bool failed = reason && strstr(reason, "VM Error"), said = is_death(last_reason(&dumps));
    bool bad = failed && !said;
    if (reason) finding_text(finding, 0, reason);
    if (reasons.rows)
        judge_window(finding, series_start(&reasons, reasons.rows - 1),
                     series_start(&reasons, reasons.rows - 1));
    judge_as(finding, bad ? RULE_WARNING : RULE_OK, bad ? 0 : failed ? 2 : 1);
    if (bad) finding->score = 100;
}

const struct rule rule_shutdown = {
    RULE_ROW("Fatal Errors", "How the JVM ended", TOPIC, RULE_LOSSES, "crash"),
    .about = "The reason of jdk.Shutdown has \"VM Error\", and DumpReason does not say the same "
             "already.\n"
             "Any counts.\n"
             "In JDK Mission Control: A normal end is \"not applicable\" there, and INFO when the "
             "last thread ended.",
    RULE_NEEDS_OF(RULE_HAS("Shutdown")),
    VALUES(VALUE_TEXT("reason")),
    .judge = judge_shutdown,
    OUTCOMES({"died", "The JVM ended with an error: {reason}."},
             {"ended", "The JVM ended[: {reason}]."},
             {"said", "The JVM ended with an error: {reason}. DumpReason says of what it died."}),
};
