#include "agent/ground/options.h"

#include "agent/ground/protocol.h"
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

enum kind { WORD, TIME, SIZE, COUNT, TEXT, PATTERN, SIGNAL, CHOICE };

#define HOUR (3600 * NS_PER_S)
#define YEAR (365 * 24 * HOUR)
#define KILO INT64_C(1024)
#define MEGA (KILO * KILO)
#define TERA (MEGA * MEGA)

static const struct agent_option table[] = {
#define ROW(type, field, kind, name, argument, initial, least, most, help) \
    {name, argument, initial, help, kind, offsetof(struct agent_options, field), least, most},
    AGENT_OPTIONS(ROW){0}};

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

static bool fail(char *error, size_t size, const struct agent_option *row, const char *value,
                 const char *expected) {
    return REFUSE(error, size, "option %s takes %s, not \"%s\"", row->name, expected, value);
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
        return REFUSE(error, size, "option %s is %s: it must lie between %s and %s", row->name,
                      value, least, most);
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
            return REFUSE(error, size, "option %s: \"%s\" is no regular expression: %s", row->name,
                          value, why);
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
        n = choice_of(row->argument, value);
        if (n < 0) {
            struct text words = {0};
            for (const char *c = row->argument; *c; c++)
                text_add(&words, *c == '|' ? " or " : (char[]){*c, 0});
            fail(error, size, row, value, text_str(&words));
            text_free(&words);
            return false;
        }
        *(int *)field = n;
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
        if (!row->argument && equals)
            return REFUSE(error, size, "option %s takes no value", row->name);
        if (row->argument && !equals)
            return REFUSE(error, size, "option %s needs a value: %s=%s", row->name, row->name,
                          row->argument);
        return set(row, value, options, error, size);
    }
    struct suggest near = suggest_for(word);
    for (const struct agent_option *row = table; row->name; row++) suggest_offer(&near, row->name);
    if (near.best)
        return REFUSE(error, size, "there is no option %s; did you mean %s?", word, near.best);
    return REFUSE(error, size, "there is no option %s; the option help lists them all", word);
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
    return ok && wrong ? REFUSE(error, error_size, "%s", wrong) : ok;
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
        const char *argument = row->argument ? row->argument : "";
        size_t begin = out.len;
        text_addf(&out, "  %s%s%s", row->name, *argument ? "=" : "", argument);
        text_addf(&out, "%*s%s", (int)(begin + 31 > out.len ? begin + 31 - out.len : 1), "",
                  row->help);
        if (row->initial) text_addf(&out, " (%s)", row->initial);
        text_add_char(&out, '\n');
    }
    return text_take(&out);
}
