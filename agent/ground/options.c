#include "agent/ground/options.h"

#include "base/mem.h"
#include "base/naming.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef SIGRTMIN /* where the options are described, too, but no agent is: no signal has these \
                    numbers */
#define SIGPWR 0
#define SIGRTMIN 1000
#define SIGRTMAX 999
#endif

enum kind { WORD, TIME, SIZE, COUNT, TEXT, PATTERN, SIGNAL, CHOICE, SWITCH };

#define AT(field) offsetof(struct agent_options, field)
#define YEAR (INT64_C(365) * 86400 * NS_PER_S)
#define KILO INT64_C(1024)
#define MEGA (KILO * KILO)
#define TERA (MEGA * MEGA)

static const struct agent_option table[] = {
    {"help", NULL, NULL, "prints this; nothing is recorded", NULL, WORD, AT(help), 0, 0},
    {"start", NULL, NULL, "starts a recording (what happens anyway; for running JVMs)", NULL, WORD,
     AT(start), 0, 0},
    {"stop", NULL, NULL, "ends the recording of a running JVM and writes it", NULL, WORD, AT(stop),
     0, 0},
    {"dump", NULL, NULL, "writes what was recorded so far; the recording continues", NULL, WORD,
     AT(dump), 0, 0},
    {"status", NULL, NULL, "answers what was recorded until now: samples, losses", NULL, WORD,
     AT(status), 0, 0},
    {"answer", "PATH", NULL, "writes one sentence there: what was refused, or the recording's path",
     NULL, TEXT, AT(answer), 0, 0},
    {"while", "PATH", NULL, "the recording ends when nobody holds a lock on that file any more",
     NULL, TEXT, AT(lock_file), 0, 0},
    {"file", "PATH", "jfragent-%p.jfr",
     "the recording; %p: pid, %t: time, %h: host, %{NAME}: of the environment", NULL, TEXT,
     AT(file), 0, 0},
    {"every", "TIME", "0", "a new file after this time, each a recording; file= needs %t", NULL,
     TIME, AT(every_ns), NS_PER_S, YEAR},
    {"keep", "N", "0", "so many files of every= stay, the oldest are removed; 0: all", NULL, COUNT,
     AT(keep), 0, 1000000},
    {"name", "TEXT", "jfragent", "of the recording, as tools show it", NULL, TEXT, AT(name), 0, 0},
    {"duration", "TIME", "0", "stops by itself after this time; 0: when the JVM ends", NULL, TIME,
     AT(duration_ns), 0, YEAR},
    {"engine", "ENGINE", "cpu", "how samples are taken", "cpu|suspend|jvmti|whatif", CHOICE,
     AT(engine), 0, 0},
    {"interval", "TIME", "20ms",
     "CPU time between a thread's samples, or time between two looks at threads; 0: none", NULL,
     TIME, AT(interval_ns), 100 * NS_PER_US, 3600 * NS_PER_S},
    {"native-interval", "TIME", "20ms", "between two rounds over threads in native code; 0: none",
     NULL, TIME, AT(native_interval_ns), 100 * NS_PER_US, 3600 * NS_PER_S},
    {"java-threads", "N", "5", "at most so many threads a round", NULL, COUNT, AT(java_threads), 1,
     10000},
    {"native-threads", "N", "1", "at most so many threads a native round", NULL, COUNT,
     AT(native_threads), 1, 10000},
    {"depth", "N", "1024",
     "frames of a stack; of a longer one the middle is left out and marked so", NULL, COUNT,
     AT(depth), 1, 2048},
    {"threads", "REGEX", NULL, "only threads whose name matches (POSIX extended, part of the name)",
     NULL, PATTERN, AT(threads), 0, 0},
    {"exclude-threads", "REGEX", NULL, "no threads whose name matches", NULL, PATTERN,
     AT(exclude_threads), 0, 0},
    {"failed-samples", "on|off", "on",
     "a walk that failed is a sample whose frame names the reason", "off|on", SWITCH,
     AT(failed_samples), 0, 0},
    {"native-frames", "on|off", "off",
     "C frames above native methods, as far as frame pointers lead", "off|on", SWITCH,
     AT(native_frames), 0, 0},
    {"signal", "NAME", "PROF",
     "the signal that stops threads (PROF, VTALRM, USR1, RTMIN+3, a number); unless given, a free "
     "one "
     "where PROF is taken",
     NULL, SIGNAL, AT(signo), 0, 0},
    {"wall", "TIME", NULL, "samples all threads, running or not, each once in this time", NULL,
     TIME, AT(wall_ns), NS_PER_MS, 3600 * NS_PER_S},
    {"lock", "TIME", NULL, "records waits for monitors and locks that took at least this", NULL,
     TIME, AT(lock_ns), 0, 3600 * NS_PER_S},
    {"alloc", "SIZE", NULL, "one allocation sample in about so many bytes (512KB is usual)", NULL,
     SIZE, AT(alloc_bytes), 1, TERA},
    {"live", "off|on|gc", "off",
     "objects of allocation samples that are alive at the end; gc: after a collection", "off|on|gc",
     CHOICE, AT(live), 0, 0},
    {"methods", "LIST", NULL,
     "of engine=whatif: methods that are virtually faster, Class.method, separated by semicolons",
     NULL, TEXT, AT(methods), 0, 0},
    {"progress", "NAME", NULL,
     "... and what counts as progress: entries of a method, a static counter, event:NAME", NULL,
     TEXT, AT(progress), 0, 0},
    {"latency", "LIST", NULL,
     "... or two methods, from the first to the second in a thread: latency instead of progress",
     NULL, TEXT, AT(latency), 0, 0},
    {"speeds", "LIST", "25", "... by so many percent, up to four numbers", NULL, TEXT, AT(speeds),
     0, 0},
    {"cuts", "LIST", NULL,
     "... static int fields, one a method, that tell the program to really do so much less of it",
     NULL, TEXT, AT(cuts), 0, 0},
    {"flush", "TIME", "1s", "kill -9 loses at most this much", NULL, TIME, AT(flush_ns),
     10 * NS_PER_MS, 3600 * NS_PER_S},
    {"chunk-size", "SIZE", "12MB", "a chunk of the recording ends at about this size", NULL, SIZE,
     AT(chunk_bytes), 64 * KILO, TERA},
    {"chunk-time", "TIME", "0", "... or at this age", NULL, TIME, AT(chunk_ns), NS_PER_S, YEAR},
    {"max-size", "SIZE", "0", "the oldest chunks are dropped when the recording is larger", NULL,
     SIZE, AT(max_bytes), 64 * KILO, TERA},
    {"max-age", "TIME", "0", "chunks that ended longer ago than this are dropped", NULL, TIME,
     AT(max_age_ns), NS_PER_S, YEAR},
    {"memory", "SIZE", "16MB", "kept in memory while the disk is full", NULL, SIZE,
     AT(memory_bytes), 64 * KILO, TERA},
    {"clock", "NS:TICKS:HERTZ", NULL,
     "times in ticks of another recording, which ours stands beside in one file", NULL, TEXT,
     AT(clock), 0, 0},
    {"events", "all|samples", "all",
     "samples: leaves out what the JVM's own recorder writes: loads, collections, threads",
     "all|samples", CHOICE, AT(samples_only), 0, 0},
    {"state", "runnable|default", "default",
     "of execution samples; default: as async-profiler writes them; runnable: as the JVM",
     "runnable|default", CHOICE, AT(state_default), 0, 0},
    {"system", "TIME", "1s", "between two measurements of CPU load; 0: none", NULL, TIME,
     AT(system_ns), 10 * NS_PER_MS, 3600 * NS_PER_S},
    {0},
};

const struct agent_option *agent_options_table(void) {
    return table;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static int parse_signal(const char *text) {
    char *end;
    if (isdigit((unsigned char)*text)) {
        long n = strtol(text, &end, 10);
        return *end == 0 && n >= 1 && n <= SIGRTMAX ? (int)n : 0;
    }
    if (strncasecmp(text, "SIG", 3) == 0) text += 3;
    if (strncasecmp(text, "RTMIN", 5) == 0) {
        if (text[5] == 0) return SIGRTMIN;
        long n =
            text[5] == '+' && isdigit((unsigned char)text[6]) ? strtol(text + 6, &end, 10) : -1;
        return n >= 0 && *end == 0 && SIGRTMIN + n <= SIGRTMAX ? SIGRTMIN + (int)n : 0;
    }
    static const struct {
        const char *name;
        int signo;
    } names[] = {{"PROF", SIGPROF}, {"VTALRM", SIGVTALRM}, {"USR1", SIGUSR1}, {"ALRM", SIGALRM},
                 {"IO", SIGIO},     {"URG", SIGURG},       {"PWR", SIGPWR},   {"WINCH", SIGWINCH}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, text) == 0) return names[i].signo;
    return 0;
}

/* Signals that cannot be caught, or that the JVM lives by. */
static bool signal_usable(int signo) {
    static const int not [] = {0,      SIGKILL, SIGSTOP, SIGSEGV, SIGBUS,  SIGILL,
                               SIGFPE, SIGTRAP, SIGQUIT, SIGUSR2, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (signo == not [i]) return false;
    return true;
}

/* Position of the word in "a|b|c", or -1. */
static int choice_of(const char *choices, const char *word) {
    size_t len = strlen(word);
    for (int i = 0;; i++) {
        size_t n = strcspn(choices, "|");
        if (n == len && memcmp(choices, word, n) == 0) return i;
        if (choices[n] == 0) return -1;
        choices += n + 1;
    }
}

/* What engine=cpu was called. */
static bool is_old_name(const struct agent_option *row, const char *value) {
    return row->offset == AT(engine) && strcmp(value, "itimer") == 0;
}

static bool fail(char *error, size_t size, const struct agent_option *row, const char *value,
                 const char *expected) {
    snprintf(error, size, "option %s takes %s, not \"%s\"", row->name, expected, value);
    return false;
}

static bool set_number(const struct agent_option *row, const char *value, void *field, char *error,
                       size_t size) {
    int64_t n = 0;
    char *end;
    errno = 0;
    if (row->kind == COUNT) n = strtoll(value, &end, 10);
    bool time = row->kind == TIME, bytes = row->kind == SIZE;
    if (!(time    ? units_parse_period(value, &n)
          : bytes ? units_parse_size(value, &n)
                  : isdigit((unsigned char)*value) && *end == 0 && !errno))
        return fail(error, size, row, value,
                    time    ? "a time such as 20ms, 1s or 500us"
                    : bytes ? "a size such as 512KB or 12MB"
                            : "a number");
    bool off = n == 0 && row->initial; /* 0 switches off what has a default */
    if (n > row->most || (n < row->least && !(off && row->kind != COUNT))) {
        char least[32], most[32];
        snprintf(least, sizeof least, time ? "%lld us" : "%lld",
                 (long long)(row->least / (time ? NS_PER_US : 1)));
        snprintf(most, sizeof most, time ? "%lld s" : "%lld",
                 (long long)(row->most / (time ? NS_PER_S : 1)));
        snprintf(error, size, "option %s is %s: it must lie between %s and %s", row->name, value,
                 least, most);
        return false;
    }
    *(int64_t *)field = n;
    return true;
}

static bool set_text(void *field, const char *value) {
    char **text = field;
    free(*text);
    *text = value ? mem_copy_text(value) : NULL;
    return true;
}

static bool set(const struct agent_option *row, const char *value, struct agent_options *options,
                char *error, size_t size) {
    void *field = (char *)options + row->offset;
    int n;
    switch ((enum kind)row->kind) {
    case WORD: *(bool *)field = true; return true;
    case TIME:
    case SIZE:
    case COUNT: return set_number(row, value, field, error, size);
    case TEXT:
        if (!*value) return fail(error, size, row, value, "a text");
        return set_text(field, value);
    case PATTERN: {
        regex_t regex;
        char why[100];
        int code = regcomp(&regex, value, REG_EXTENDED | REG_NOSUB);
        if (code) {
            regerror(code, &regex, why, sizeof why);
            snprintf(error, size, "option %s: \"%s\" is no regular expression: %s", row->name,
                     value, why);
            return false;
        }
        regfree(&regex);
        return set_text(field, value);
    }
    case SIGNAL:
        n = parse_signal(value);
        if (!signal_usable(n))
            return fail(error, size, row, value,
                        "a signal that the JVM does not need, such as PROF, VTALRM or RTMIN+3");
        *(int *)field = n;
        options->signal_asked = true;
        return true;
    case CHOICE:
    case SWITCH:
        n = choice_of(row->choices, is_old_name(row, value) ? row->initial : value);
        if (n < 0) {
            struct text words = {0};
            for (const char *c = row->choices; *c; c++)
                text_add(&words, *c == '|' ? " or " : (char[]){*c, 0});
            fail(error, size, row, value, text_str(&words));
            text_free(&words);
            return false;
        }
        if (row->kind == SWITCH) *(bool *)field = n == 1;
        else *(int *)field = n;
        return true;
    }
    return false;
}

/* ---- The whole text -------------------------------------------------------------------------- */

static bool parse_one(char *word, struct agent_options *options, char *error, size_t size) {
    char *equals = strchr(word, '=');
    const char *value = equals ? equals + 1 : ""; /* only rows with an argument look at it */
    if (equals) *equals = 0;
    for (const struct agent_option *row = table; row->name; row++) {
        if (strcmp(row->name, word) != 0) continue;
        if (!row->argument && equals) {
            snprintf(error, size, "option %s takes no value", row->name);
            return false;
        }
        if (row->argument && !equals) {
            snprintf(error, size, "option %s needs a value: %s=%s", row->name, row->name,
                     row->argument);
            return false;
        }
        return set(row, value, options, error, size);
    }
    struct suggest near = suggest_for(word);
    for (const struct agent_option *row = table; row->name; row++) suggest_offer(&near, row->name);
    if (near.best)
        snprintf(error, size, "there is no option %s; did you mean %s?", word, near.best);
    else snprintf(error, size, "there is no option %s; the option help lists them all", word);
    return false;
}

bool agent_options_parse(const char *text, struct agent_options *options, char *error,
                         size_t error_size) {
    memset(options, 0, sizeof *options);
    options->wall_ns = options->lock_ns = options->alloc_bytes = -1;
    for (const struct agent_option *row = table; row->name; row++)
        if (row->initial && !set(row, row->initial, options, error, error_size)) return false;
    options->signal_asked = false;
    char *copy = mem_copy_text(text ? text : ""), *rest = copy, *word;
    bool ok = true;
    while ((word = strsep(&rest, ",")) != NULL) {
        /* Whatever is wrong, whoever asked gets the answer. */
        if (*word && (ok || strncmp(word, "answer=", 7) == 0)) {
            char ignored[100];
            bool fine =
                parse_one(word, options, ok ? error : ignored, ok ? error_size : sizeof ignored);
            ok = ok && fine;
        }
    }
    free(copy);
    if (options->live && options->alloc_bytes < 0) options->alloc_bytes = 512 * KILO;
    bool disturbed =
        options->wall_ns > 0 || options->lock_ns >= 0 || options->alloc_bytes >= 0 || options->live;
    const char *wrong = NULL;
    if (options->every_ns > 0 && !naming_has_time(options->file))
        wrong = "option every needs a time in the file's name, such as file=rec-%t.jfr: each "
                "recording would replace the one before";
    else if (options->keep > 0 && options->every_ns <= 0)
        wrong = "option keep is for the files of every=TIME; max-age and max-size limit a single "
                "file";
    else if (options->engine == ENGINE_WHATIF && disturbed)
        wrong = "engine=whatif runs alone: wall, lock, alloc and live would disturb it";
    else if (options->stop + options->start + options->dump + options->status > 1)
        wrong = "start, stop, dump and status exclude each other";
    if (ok && wrong) snprintf(error, error_size, "%s", wrong);
    return ok && !wrong;
}

void agent_options_free(struct agent_options *options) {
    for (const struct agent_option *row = table; row->name; row++)
        if (row->kind == TEXT || row->kind == PATTERN)
            set_text((char *)options + row->offset, NULL);
    memset(options, 0, sizeof *options);
}

char *agent_options_help(void) {
    struct text out = {0};
    text_add(&out, "libjfragent.so samples this JVM and writes a recording.\n\n"
                   "    java -agentpath:/path/to/libjfragent.so=interval=20ms,file=rec.jfr ...\n\n"
                   "Options, separated by commas:\n\n");
    for (const struct agent_option *row = table; row->name; row++) {
        struct text left = {0};
        text_add(&left, row->name);
        if (row->argument)
            text_addf(&left, "=%s",
                      row->choices && row->kind == CHOICE ? row->choices : row->argument);
        text_addf(&out, "  %-28s %s", text_str(&left), row->help);
        if (row->initial) text_addf(&out, " (%s)", row->initial);
        text_add_char(&out, '\n');
        text_free(&left);
    }
    return text_take(&out);
}
