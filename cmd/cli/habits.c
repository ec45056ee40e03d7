#include "cmd/cli/habits.h"

#include <stddef.h>
#include <string.h>

#define GREP "use jfrtool events TYPE --where 'FIELD ~ \"text\"' rec.jfr"
#define SQL "use jfrtool sql rec.jfr \"SELECT ...\""
#define SUMMARY "use jfrtool summary rec.jfr"
#define HOT "use jfrtool hot-methods rec.jfr"
#define EVENT(short_name) "use jfrtool hot-methods --event " short_name " rec.jfr"
#define PAGE "use jfrtool page rec.jfr"
#define LOCKS "use jfrtool locks rec.jfr"
#define IO "use jfrtool io rec.jfr"
#define GC "use jfrtool gc rec.jfr"
#define EXCEPTIONS "use jfrtool exceptions rec.jfr"
#define MEMORY "use jfrtool memory rec.jfr"
#define SLOW                                                                                 \
    "use jfrtool requests rec.jfr for how long requests took, and on what; for waits alone " \
    "jfrtool locks and jfrtool io"
#define WAITS "use jfrtool account rec.jfr for where threads spent their time, or jfrtool locks"
#define DIFF "use jfrtool diff before.jfr after.jfr"
#define SCRUB "use jfrtool file scrub rec.jfr -o clean.jfr"
#define CUT "use jfrtool file cut --from 10s --to 20s rec.jfr -o part.jfr"
#define FLAME "use jfrtool flame rec.jfr -o flame.svg"
#define RECORD "use jfrtool record -d 30s PID"
#define JVMS "use jfrtool record or jfrtool top without a PID: they list those that run"
#define EXPORT "use jfrtool export --to FORMAT rec.jfr -o FILE"
#define FINDINGS "use jfrtool rec.jfr; jfrtool rules rec.jfr has every finding"
#define FORMAT "use --format, as in jfrtool hot-methods --format json rec.jfr"
#define TIMELINE "use jfrtool timeline rec.jfr"
#define STACKS "use jfrtool tree rec.jfr, or jfrtool collapsed rec.jfr"
#define AS_JFR                                                                                   \
    "print, summary, metadata and view are taken as the JDK's jfr takes them, without the word " \
    "jfr"
#define GROUPS "jfrtool events TYPE --by FIELD rec.jfr makes groups of any events"

struct habit {
    const char *name, *instead; /* a name of NULL ends them */
};

#define THREADS "jfrtool account --all rec.jfr has the time of each thread"

static const struct habit commands[] = {
    /* the JDK's jfr */
    {"configure", "`jfr configure` of a JDK writes settings; jfrtool record takes them as options"},
    {"jfr", AS_JFR},
    {"query", SQL},
    {"select", SQL},
    {"db", SQL},
    {"duckdb", SQL},
    /* jcmd and its kind */
    {"start", RECORD},
    {"stop", "use jfrtool record --stop PID"},
    {"dump", "use jfrtool record --stop PID; a recording may be read while it is written"},
    {"attach", RECORD},
    {"collect", RECORD},
    {"profiler", RECORD},
    {"asprof", RECORD},
    {"async-profiler", RECORD},
    {"ps", JVMS},
    {"jps", JVMS},
    {"list", JVMS},
    /* what is in a recording */
    {"info", SUMMARY},
    {"show", SUMMARY},
    {"stat", SUMMARY},
    {"type", SUMMARY},
    {"ls", SUMMARY},
    {"grep", GREP},
    /* what was hot, and how it is shown */
    {"hot", HOT},
    {"hotspot", HOT},
    {"cpu", HOT},
    {"wall", EVENT("wall")},
    {"sampling", HOT},
    {"sample", HOT},
    {"time", TIMELINE},
    {"cpu-load", TIMELINE},
    {"load", TIMELINE},
    {"chart", TIMELINE},
    {"burst", TIMELINE},
    {"spike", TIMELINE},
    /* what it waited for, and what it costs */
    {"lock", LOCKS},
    {"monitor", LOCKS},
    {"contention", LOCKS},
    {"park", LOCKS},
    {"wait", WAITS},
    {"blocked", WAITS},
    {"sleep", WAITS},
    {"idle", WAITS},
    {"deadlock", "use jfrtool rec.jfr, which says so if threads wait for each other"},
    {"latency", SLOW},
    {"latencies", SLOW},
    {"slow", SLOW},
    {"endpoint", SLOW},
    {"request", SLOW},
    {"span", SLOW},
    {"trace", SLOW},
    {"http", SLOW},
    {"disk", IO},
    {"fsync", IO},
    {"socket", IO},
    {"host", IO},
    {"error", EXCEPTIONS},
    {"thrown", EXCEPTIONS},
    {"throw", EXCEPTIONS},
    {"pause", GC},
    {"paused", GC},
    {"stw", GC},
    {"collection", GC},
    {"garbage", GC},
    {"alloc", MEMORY},
    {"object", MEMORY},
    {"mem", MEMORY},
    {"heap", MEMORY},
    {"leak", MEMORY},
    {"oom",
     "use jfrtool crash DIRECTORY for why a JVM died, jfrtool memory rec.jfr for what grows"},
    {"open", PAGE},
    {"web", PAGE},
    {"html", PAGE},
    {"browse", PAGE},
    {"ui", "use jfrtool tui rec.jfr in the terminal, or jfrtool page rec.jfr for a browser"},
    {"flamegraph", FLAME},
    {"svg", FLAME},
    {"icicle", FLAME},
    {"collapse", "use jfrtool collapsed rec.jfr"},
    {"stack", STACKS},
    {"stacktrace", STACKS},
    {"peek", "use jfrtool hot-methods METHOD rec.jfr"},
    {"convert", EXPORT},
    {"jfrconv", EXPORT "; jfrtool flame rec.jfr -o flame.svg for a flame graph"},
    {"speedscope", EXPORT},
    {"json", FORMAT},
    {"csv", FORMAT},
    {"to-json", FORMAT},
    {"pprof", "use jfrtool profile rec.jfr -o out.pb.gz"},
    {"compare", DIFF},
    {"change", DIFF},
    {"regression", DIFF "; jfrtool gate lets a CI job fail"},
    {"regress", DIFF "; jfrtool gate lets a CI job fail"},
    {"redact", SCRUB},
    {"anonymize", SCRUB},
    {"anonymise", SCRUB},
    {"sanitize", SCRUB},
    {"mask", SCRUB},
    {"share", SCRUB},
    {"validate", "use jfrtool file check rec.jfr"},
    {"fix", "use jfrtool file repair rec.jfr -o whole.jfr"},
    {"recover", "use jfrtool file repair rec.jfr -o whole.jfr"},
    {"slice", CUT},
    {"trim", CUT},
    {"concat", "use jfrtool file join rec1.jfr rec2.jfr -o both.jfr"},
    {"combine", "use jfrtool file join rec1.jfr rec2.jfr -o both.jfr"},
    {"histogram", GROUPS},
    {"percentile", GROUPS},
    {"config", "use jfrtool jvm rec.jfr"},
    {"jit", "use jfrtool jvm --compiler rec.jfr"},
    {"vthread", "use jfrtool threads rec.jfr"},
    {"virtual", "use jfrtool threads rec.jfr"},
    {"analyze", FINDINGS},
    {"analyse", FINDINGS},
    {"analysis", FINDINGS},
    {"report-html", PAGE},
    {"finding", FINDINGS},
    {"why", FINDINGS},
    {"problem", FINDINGS},
    {"diagnose", FINDINGS},
    {"startup", "use jfrtool overview --to 10s rec.jfr for what was different then"},
    {NULL, NULL},
};

#define KIND(short_name) "--event " short_name " chooses these samples"

/* What of an option's work here needs another option, stands there only where a command has it. */
static const struct option_habit {
    const char *name, *needs, *instead; /* a name of NULL ends them */
} options[] = {
    {"jmc-compat", NULL,
     "rules are judged as docs/rules.md says; JDK Mission Control's own verdict on methods is in "
     "jfrtool method-profiling --jmc-compat rec.jfr"},
    /* async-profiler's jfrconv and asprof */
    {"cpu", "event", KIND("cpu")},
    {"wall", "event", KIND("wall")},
    {"alloc", "event", KIND("alloc")},
    {"live", "event", KIND("live")},
    {"lock", "event", KIND("lock")},
    {"nativemem", "event", KIND("malloc")},
    {"threads", "by", "--by thread has a table for each thread, jfrtool threads one of all"},
    {"lines", "by", "use --by line"},
    {"bci", "by", "use --by bci"},
    {"classes", "by", "use --by class"},
    {"total", "measure", "--measure value adds up bytes or time instead of samples"},
    {"inverted", "icicle", "--icicle puts the root on top"},
    {"norm", "raw-names", "names without their changing numbers are usual; --raw-names keeps them"},
    {"dot", "by", "names have dots as in Java, always"},
    {"simple", "by", "--by class has no names of methods"},
    {"highlight", "icicle", "a flame graph is searched where it is shown: Ctrl-F in a browser"},
    {"I", "include", "use -i or --include"},
    {"X", "exclude", "use -x or --exclude"},
    {"reverse", "by", "jfrtool flame --reverse rec.jfr, or jfrtool hot-methods METHOD rec.jfr"},
    /* the JDK's jfr */
    {"categories", "where",
     "a category is named like a type: jfrtool events 'Java Virtual Machine' rec.jfr"},
    {"xml", "where", "use jfrtool events --as jfr --xml TYPE rec.jfr"},
    {"where", "within",
     "--within 'TYPE where CONDITION', or jfrtool events TYPE --where CONDITION"},
    {"width", "format", "tables are as wide as the terminal, or as COLUMNS=120 says"},
    {"truncate", "format", "what does not fit is cut in the middle; --format csv cuts nothing"},
    {"cell-height", "format", "a cell has one line; --format csv cuts nothing"},
    /* tools with tables */
    {"classify", "by", "use --by package"},
    {"state", "event", "use --event wall --by state"},
    {"d", NULL, "jfrtool record -d 30s PID records a running JVM"},
    {"duration", NULL, "jfrtool record -d 30s PID records a running JVM"},
    {"line", "by", "use --by line"},
    {"class", "by", "use --by class"},
    {"package", "by", "use --by package; --include 'app\\.package' leaves out other stacks"},
    {"method", "include", "use --include REGEX"},
    {"filter", "include",
     "use --include REGEX, --exclude REGEX, --thread REGEX or --from and --to"},
    {"grep", "include", "use --include REGEX"},
    {"max", "top", "use --top N"},
    {"rows", "top", "use --top N"},
    {"count", "top", "use --top N"},
    {"by", NULL, GROUPS},
    {"group-by", "by", "use --by"},
    {"group-by", NULL, GROUPS},
    {"sort", NULL, GROUPS " and --sort"},
    {"start", "from", "use --from"},
    {"begin", "from", "use --from"},
    {"since", "from", "use --from"},
    {"end", "to", "use --to"},
    {"until", "to", "use --to"},
    {"last", "from", "use --from -30s for the last 30 seconds"},
    {"wide", NULL, "tables are as wide as the terminal, or as COLUMNS=140 says"},
    {"f", "output", "use -o FILE; --format says how it is written, unless the file's name does"},
    {"file", "output", "use -o FILE"},
    {"out", "output", "use -o FILE"},
    {"v", "all", "use --all"},
    {"verbose", "all", "use --all"},
    {"threads", "all", THREADS},
    {"each", "all", THREADS},
    {"v", NULL,
     "answers have all there is; jfrtool rules -v rec.jfr has all findings, with their reasons"},
    {"verbose", NULL,
     "answers have all there is; jfrtool rules -v rec.jfr has all findings, with their reasons"},
    {"events", "event", "use --event TYPE"},
    {"html", "output", "use -o FILE.html, or --format html"},
    {"svg", "output", "use -o FILE.svg"},
    {NULL, NULL, NULL},
};

const char *habit_instead_of(const char *name) {
    const struct habit *habit = commands;
    while (habit->name && strcmp(habit->name, name) != 0) habit++;
    return habit->instead;
}

const char *habit_instead_of_option(const char *name,
                                    bool (*has)(const void *context, const char *option),
                                    const void *context) {
    for (const struct option_habit *habit = options; habit->name; habit++)
        if (strcmp(habit->name, name) == 0 && (!habit->needs || has(context, habit->needs)))
            return habit->instead;
    return NULL;
}
