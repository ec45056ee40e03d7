#include "cmd/cli/habits.h"

#include <stddef.h>
#include <string.h>

#define GREP "use jfrtool events TYPE --where 'FIELD ~ \"text\"' rec.jfr"
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
#define FLAME "use jfrtool flame rec.jfr -o flame.svg"
#define RECORD "use jfrtool record -d 30s PID"
#define JVMS "use jfrtool jvms"

struct habit {
    const char *name, *instead; /* a name of NULL ends them */
};

static const struct habit commands[] = {
    /* the JDK's jfr */
    {"configure", "`jfr configure` of a JDK writes settings; jfrtool record takes them as options"},
    {"query", "use jfrtool sql rec.jfr \"SELECT ...\""},
    /* jcmd and its kind */
    {"start", RECORD},
    {"stop", "use jfrtool record --stop PID"},
    {"dump", "use jfrtool record --stop PID; a recording may be read while it is written"},
    {"attach", RECORD},
    {"collect", RECORD},
    {"profiler", RECORD},
    {"ps", JVMS},
    {"jps", JVMS},
    {"list", JVMS},
    /* what is in a recording */
    {"info", SUMMARY},
    {"show", SUMMARY},
    {"stat", SUMMARY},
    {"stats", SUMMARY},
    {"ls", SUMMARY},
    {"grep", GREP},
    /* what was hot, and how it is shown */
    {"hot", HOT},
    {"cpu", HOT},
    {"wall", EVENT("wall")},
    {"sampling", HOT},
    /* what it waited for, and what it costs */
    {"lock", LOCKS},
    {"monitor", LOCKS},
    {"monitors", LOCKS},
    {"contention", LOCKS},
    {"deadlock", "use jfrtool rec.jfr, which says so if threads wait for each other"},
    {"latency", SLOW},
    {"slow", SLOW},
    {"endpoints", SLOW},
    {"disk", IO},
    {"socket", IO},
    {"sockets", IO},
    {"error", EXCEPTIONS},
    {"errors", EXCEPTIONS},
    {"pause", GC},
    {"pauses", GC},
    {"alloc", MEMORY},
    {"mem", MEMORY},
    {"heap", MEMORY},
    {"leak", MEMORY},
    {"oom",
     "use jfrtool crash DIRECTORY for why a JVM died, jfrtool memory rec.jfr for what grows"},
    {"open", PAGE},
    {"web", PAGE},
    {"http", PAGE},
    {"html", PAGE},
    {"flamegraph", FLAME},
    {"svg", FLAME},
    {"collapse", "use jfrtool collapsed rec.jfr"},
    {"stacks", "use jfrtool collapsed rec.jfr, or jfrtool tree rec.jfr"},
    {"peek", "use jfrtool callers METHOD rec.jfr and jfrtool callees METHOD rec.jfr"},
    {"convert", "use jfrtool export --to FORMAT rec.jfr -o FILE"},
    {"pprof", "use jfrtool profile rec.jfr -o out.pb.gz"},
    {"compare", "use jfrtool diff before.jfr after.jfr"},
    {"analyze", "use jfrtool overview rec.jfr, or jfrtool rules rec.jfr for findings alone"},
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
    {"lines", "by", "write --by line"},
    {"bci", "by", "write --by bci"},
    {"classes", "by", "write --by class"},
    {"total", "measure", "--measure value adds up bytes or time instead of samples"},
    {"inverted", "icicle", "--icicle puts the root on top"},
    {"norm", "raw-names", "names without their changing numbers are usual; --raw-names keeps them"},
    {"dot", "by", "names have dots as in Java, always"},
    {"simple", "by", "--by class has no names of methods"},
    {"highlight", "icicle", "a flame graph is searched where it is shown: Ctrl-F in a browser"},
    {"I", "include", "write -i or --include"},
    {"X", "exclude", "write -x or --exclude"},
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
