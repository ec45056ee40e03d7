#include "cmd/cli/habits.h"

#include <stddef.h>
#include <string.h>

#define EVENTS                                                                \
    "single events are shown by jfrtool print --events TYPE rec.jfr; jfrtool" \
    " hot-methods --event TYPE rec.jfr counts the methods they happened in"
#define SUMMARY "use jfrtool summary rec.jfr"
#define HOT "use jfrtool hot-methods rec.jfr"
#define EVENT(short_name) "use jfrtool hot-methods --event " short_name " rec.jfr"
#define VALUE(short_name) EVENT(short_name) " (--measure samples counts them)"
#define PAGE "for a page to explore: jfrtool method-profiling rec.jfr -o report.html"
#define FLAME "use jfrtool flame rec.jfr -o flame.svg"
#define RECORD "use jfrtool record -d 30s PID"
#define JVMS "use jfrtool jvms"

static const struct {
    const char *name, *instead;
} habits[] = {
    /* the JDK's jfr */
    {"configure", "`jfr configure` of a JDK writes settings; jfrtool record takes them as options"},
    {"query", "use jfrtool sql rec.jfr \"SELECT ...\""},
    /* jcmd and its kind */
    {"start", RECORD},
    {"stop", "use jfrtool record --stop PID"},
    {"dump", "use jfrtool record --stop PID; a recording may be read while it is written"},
    {"attach", RECORD},
    {"ps", JVMS},
    {"jps", JVMS},
    {"list", JVMS},
    /* what is in a recording */
    {"info", SUMMARY},
    {"show", SUMMARY},
    {"stat", SUMMARY},
    {"stats", SUMMARY},
    {"ls", SUMMARY},
    {"events", EVENTS},
    {"grep", EVENTS},
    /* what was hot, and how it is shown */
    {"hot", HOT},
    {"cpu", HOT},
    {"wall", EVENT("wall")},
    {"alloc", VALUE("alloc")},
    {"allocations", VALUE("alloc")},
    {"lock", VALUE("lock")},
    {"locks", VALUE("lock")},
    {"exceptions", EVENT("exception")},
    {"io", VALUE("io")},
    {"open", PAGE},
    {"web", PAGE},
    {"http", PAGE},
    {"page", PAGE},
    {"html", PAGE},
    {"flamegraph", FLAME},
    {"svg", FLAME},
    {"collapse", "use jfrtool collapsed rec.jfr"},
    {"stacks", "use jfrtool collapsed rec.jfr, or jfrtool tree rec.jfr"},
    {"peek", "use jfrtool callers METHOD rec.jfr and jfrtool callees METHOD rec.jfr"},
    {"convert", "use jfrtool profile rec.jfr -o out.pb.gz (pprof) or jfrtool collapsed rec.jfr"},
    {"export", "use jfrtool profile rec.jfr -o out.pb.gz (pprof) or jfrtool collapsed rec.jfr"},
    {"pprof", "use jfrtool profile rec.jfr -o out.pb.gz"},
    {"compare", "use jfrtool diff before.jfr after.jfr"},
    {"rules", "use jfrtool method-profiling rec.jfr, or jfrtool gate for rules of your own"},
    {"analyze", "use jfrtool method-profiling rec.jfr"},
};

const char *habit_instead_of(const char *name) {
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strcmp(habits[i].name, name) == 0) return habits[i].instead;
    return NULL;
}
