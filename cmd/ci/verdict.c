#include "cmd/ci/verdict.h"

enum { JVM, SHUTDOWN, DUMP, ROWS };
static const struct wish rows[ROWS] = {
    [JVM] = {"jdk.JVMInformation", {"startTime", "jvmStartTime", "pid"}},
    [SHUTDOWN] = {"jdk.Shutdown", {"startTime", "reason"}},
    [DUMP] = {"jdk.DumpReason", {"startTime", "reason"}},
};
const struct wishes verdict_wishes = {.rows = rows, .count = ROWS, .may_lack = true};

static const struct event_table *table_of(const struct tables *tables, size_t wish) {
    const struct event_table *table = tables ? tables_find(tables, &rows[wish]) : NULL;
    return table && table->rows ? table : NULL;
}

struct verdict_jvm verdict_jvm(const struct tables *tables) {
    const struct event_table *jvm = table_of(tables, JVM);
    struct verdict_jvm out = {.pid = MISSING};
    if (!jvm) return out;
    int64_t start = event_table_int(jvm, 1, jvm->rows - 1);
    int64_t pid = event_table_int(jvm, 2, jvm->rows - 1);
    if (start > 0) out.start_ns = start;
    if (pid > 0) out.pid = pid;
    return out;
}

/* What the JVM that was recorded last said when it ended, NULL: it did not. */
static const char *last_said(const struct tables *tables, size_t wish) {
    const struct event_table *said = table_of(tables, wish);
    if (!said) return NULL;
    int64_t began = verdict_jvm(tables).start_ns;
    if (event_table_int(said, 0, said->rows - 1) < began) return NULL;
    uint32_t reason = event_table_id(said, 1, said->rows - 1);
    return reason == THINGS_NONE ? "" : strings_get(&tables->things.texts, reason);
}

/* "Out of Memory" before JDK 25, since then the option that ended it. */
static bool is_of_memory(const char *reason) {
    return reason && (strstr(reason, "OutOfMemory") || strstr(reason, "Out of Memory"));
}

/* What else shows that memory was exhausted: a heap dump as the JVM writes it, or a console. */
static void add_traces(const struct died *died, struct text *why) {
    const struct found_trace *dump = died->dump, *console = died->console;
    if (dump && dump->by_jvm)
        text_addf(why, " %s is a heap dump as the JVM writes it when memory is exhausted.",
                  dump->title);
    if (console) {
        text_addf(why, " %s", console->title);
        if (console->line) text_addf(why, ":%llu", (unsigned long long)console->line);
        text_addf(why, " says \"%s\".", console->said);
    }
}

static void add_shutdown(const char *shutdown, struct text *why) {
    text_addf(why, "The JVM exited normally: %s (jdk.Shutdown)",
              *shutdown ? shutdown : "it does not say why");
}

/* Of what is left where no event says how the JVM ended. */
static const char *by_what_is_left(const struct died *died, struct text *why) {
    if (died->recording && died->recording->unfinished) {
        text_add(why, "The recording was never finished, and there is no error log of the process: "
                      "it was killed from outside (kill -9, the kernel short of memory, a "
                      "container's limit, the machine), or it is still running.");
        return VERDICT_KILLED;
    }
    if (died->recording) {
        text_add(
            why,
            "The recording was finished, and what can be read of it has no jdk.Shutdown: the JVM "
            "continued after it was written, the event was switched off, or that part is lost.");
        return VERDICT_UNKNOWN;
    }
    if (died->empty) {
        text_addf(why,
                  "%s is empty: the JVM ended without writing its recording, killed from outside "
                  "(kill -9, the kernel short of memory, a container's limit, the machine) or by "
                  "-XX:+ExitOnOutOfMemoryError, or it is still running. What it recorded is in its "
                  "repository, by default <date>_<time>_<pid> in /tmp.",
                  died->empty->title);
        return VERDICT_KILLED;
    }
    if (!died->dump) return VERDICT_UNKNOWN; /* nothing at all is there */
    text_addf(why,
              "%s is a heap dump, but is not called java_pid<pid>.hprof, as the JVM calls it when "
              "memory is exhausted: it may have been requested.",
              died->dump->title);
    return VERDICT_UNKNOWN;
}

/* Of a JVM that fails jdk.DumpReason is the last event, jdk.Shutdown one of the last. */
const char *verdict_make(const struct tables *tables, const struct died *died, struct text *why) {
    const char *shutdown = last_said(tables, SHUTDOWN), *dump = last_said(tables, DUMP);
    bool exhausted = (died->dump && died->dump->by_jvm) || (died->console && died->console->ended);
    if (died->log) {
        text_addf(why, "The JVM wrote an error log: %s", died->log->signal);
        return died->log->memory ? VERDICT_MEMORY : VERDICT_CRASHED;
    }
    if (is_of_memory(dump) || is_of_memory(shutdown)) {
        text_addf(why, "The JVM ran out of memory: %s; there is no error log of the process.",
                  is_of_memory(dump) ? dump : shutdown);
        add_traces(died, why);
        return VERDICT_MEMORY;
    }
    if (dump || (shutdown && strcmp(shutdown, "VM Error") == 0)) {
        text_add(why, "The recording was written by a JVM that failed; there is no error log of "
                      "the process, which would say where.");
        return VERDICT_CRASHED;
    }
    if (exhausted || (died->console && !shutdown)) {
        text_add(why, "Memory was exhausted.");
        add_traces(died, why);
        if (shutdown) {
            text_add(why, " ");
            add_shutdown(shutdown, why);
            text_add_char(why, '.');
        }
        return VERDICT_MEMORY;
    }
    if (shutdown) {
        add_shutdown(shutdown, why);
        if (died->console) {
            text_add(why, ".");
            add_traces(died, why);
        }
        return VERDICT_ENDED;
    }
    return by_what_is_left(died, why);
}

bool verdict_is_bad(const char *verdict) {
    return verdict && strcmp(verdict, VERDICT_ENDED) != 0 && strcmp(verdict, VERDICT_UNKNOWN) != 0;
}
