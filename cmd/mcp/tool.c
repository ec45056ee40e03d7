#include "cmd/mcp/tool.h"

#include "cmd/reports/shipped.h"

#include <string.h>

#define RECORDING_ARGUMENT \
    { .name = "recording", .kind = RECORDING, .needed = true, .help = "" }
#define TEXT_ARGUMENT(name_, option_, help_) \
    { .name = (name_), .option = (option_), .kind = TEXT, .help = (help_) }
#define EVENT_ARGUMENT                                                                         \
    TEXT_ARGUMENT("event", "event",                                                            \
                  "Which samples: cpu, wall, native, alloc, live, lock, exception, io, file, " \
                  "socket, gc, or an event type; unless given, CPU samples")
#define THREAD_ARGUMENT \
    TEXT_ARGUMENT("thread", "thread", "Regular expression that the thread's name matches")
#define FROM_ARGUMENT             \
    TEXT_ARGUMENT("from", "from", \
                  "From then on: 10s after the start, -5s before the end, or an ISO time")
#define TO_ARGUMENT TEXT_ARGUMENT("to", "to", "Before then; as from")
#define INCLUDE_ARGUMENT \
    TEXT_ARGUMENT("include", "include", "Regular expression that a frame of the stack matches")
#define COUNT_ARGUMENT(name_, option_, usual_, most_)                                \
    {                                                                                \
        .name = (name_), .option = (option_), .kind = COUNT, .help = "Rows to show", \
        .usual = (usual_), .most = (most_)                                           \
    }
#define TOP_ARGUMENT(usual_, most_) COUNT_ARGUMENT("top", "top", usual_, most_)
#define LIST_TYPES "sql with SELECT type, count FROM events lists what the recording has"

static const struct follow after_overview[] = {{"account", "", "what the threads did all the time"},
                                               {"hot_methods", "", "where the CPU time goes"},
                                               {NULL, NULL, NULL}};
static const struct follow after_methods[] = {{"hot_methods",
                                               "include={methods[0].class}.{methods[0].method}",
                                               "the stacks that the first row is on"},
                                              {"hot_methods", "by=package", "the same by package"},
                                              {NULL, NULL, NULL}};
static const struct follow after_rules[] = {{"overview", "", "which of them are causes"},
                                            {NULL, NULL, NULL}};
static const struct follow after_diff[] = {{"hot_methods",
                                            "include={rows[0].class}.{rows[0].method}",
                                            "where the method that changed most is called from"},
                                           {NULL, NULL, NULL}};
static const struct follow after_requests[] = {
    {"events", "type={event}&sort=duration", "the slowest one by one"}, {NULL, NULL, NULL}};
static const struct follow after_threads[] = {{"account", "", "what they waited for"},
                                              {NULL, NULL, NULL}};

static const struct tool fixed_tools[] = {
    {.name = "recordings",
     .title = "Recordings",
     .command = "",
     .help = "Which recordings there are to ask about, with their size.",
     .next = "overview of one of them",
     .next_time = "overview"},
    {.name = "overview",
     .title = "Overview",
     .command = "overview",
     .keys = "overview",
     .help = "What stands out in a Java Flight Recorder recording: causes with their culprit, what "
             "they cost and what comes of them, the costliest first. Call this first.",
     .next = "account says what threads did all the time, hot_methods where the CPU time goes",
     .next_time = "rules, or sql with SELECT type, count FROM events",
     .follows = after_overview,
     .arguments = {RECORDING_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT}},
    {.name = "hot_methods",
     .title = "Hot methods",
     .command = "hot-methods",
     .keys = "hot-methods",
     .help = "Methods by samples: on top of the stack (self) and anywhere on it (total); with "
             "event=alloc by bytes, with event=lock or io by time.",
     .next = "hot_methods with event=alloc, lock or io shows what else costs; diff compares with "
             "another recording",
     .next_time = "overview says which samples a recording has; event=wall, native or alloc takes "
                  "others",
     .follows = after_methods,
     .arguments = {RECORDING_ARGUMENT, EVENT_ARGUMENT,
                   TEXT_ARGUMENT("by", "by", "Rows: method, line, class, package or module"),
                   THREAD_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT, INCLUDE_ARGUMENT,
                   TEXT_ARGUMENT("exclude", "exclude",
                                 "Regular expression that no frame of the stack matches"),
                   TOP_ARGUMENT(20, 200)}},
    {.name = "requests",
     .title = "Requests",
     .command = "requests",
     .keys = "requests",
     .help = "How long requests took, by endpoint, and what their threads did meanwhile: ran, "
             "waited for locks, read, were stopped by the collector.",
     .next = "events of their type shows single ones",
     .next_time = LIST_TYPES,
     .follows = after_requests,
     .arguments = {RECORDING_ARGUMENT, THREAD_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT,
                   TOP_ARGUMENT(10, 200)}},
    {.name = "threads",
     .title = "Threads",
     .command = "threads",
     .keys = "threads",
     .help = "Threads and pools by samples, CPU time and allocation.",
     .next = "account says what they waited for",
     .next_time = "overview",
     .follows = after_threads,
     .arguments = {RECORDING_ARGUMENT, EVENT_ARGUMENT, THREAD_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT,
                   TOP_ARGUMENT(20, 200)}},
    {.name = "events",
     .title = "Events",
     .command = "events",
     .help = "Events of any type with their fields, filtered by a condition, or in groups with "
             "counts, sums and percentiles.",
     .next = "events with by=FIELD and show=count,sum(duration),p99,max groups them, where=... "
             "filters them; sql joins types",
     .next_time = "sql with SELECT type, count FROM events lists the types that there are",
     .arguments =
         {RECORDING_ARGUMENT,
          {.name = "type",
           .option = "type",
           .kind = TEXT,
           .needed = true,
           .help = "Event type: GarbageCollection, jdk.SocketRead, 'jdk.File*', a short "
                   "name (io, lock, alloc, exception) or a category (GC)"},
          TEXT_ARGUMENT("where", "where", "Condition on fields: duration > 20ms && host ~ \"db\""),
          TEXT_ARGUMENT("fields", "fields", "Fields to show, with commas: startTime,duration,path"),
          TEXT_ARGUMENT("by", "by",
                        "Groups by these fields; also stackTrace.topFrame, 10s, "
                        "pattern(message)"),
          TEXT_ARGUMENT("show", "show", "Of each group: count, sum(FIELD), avg, p50, p99, max"),
          TEXT_ARGUMENT("sort", "sort", "Field to sort by, the greatest first; FIELD:asc"),
          THREAD_ARGUMENT,
          FROM_ARGUMENT,
          TO_ARGUMENT,
          TOP_ARGUMENT(30, 1000)}},
    {.name = "sql",
     .title = "SQL",
     .command = "sql",
     .help = "A SELECT of SQLite over a recording: each event type is a table (GarbageCollection, "
             "jdk.ExecutionSample) whose columns are its fields, nested ones joined by _; "
             "durations and times are ns; of stacks stackTrace_top and stackTrace_text. Also the "
             "tables samples, events (type, count), columns (type, name), threads, settings.",
     .fixed = "--memory=1GiB", /* a sentence of its own, before there is none for others */
     .next = "sql again; SELECT name, unit FROM columns WHERE type = 'TYPE' lists the columns of a "
             "type",
     .next_time = "sql with SELECT type, count FROM events lists the tables, SELECT name FROM "
                  "columns WHERE type = 'TYPE' the columns of one",
     .arguments = {RECORDING_ARGUMENT,
                   {.name = "query",
                    .option = "query",
                    .kind = TEXT,
                    .needed = true,
                    .help = "One SELECT statement"},
                   COUNT_ARGUMENT("max_rows", "max-rows", 100, 1000)}},
    {.name = "diff",
     .title = "What changed",
     .command = "diff",
     .keys = "diff",
     .help = "What changed from one recording to another: each second's work and waiting, "
             "requests, causes that are new or gone, methods that grew and shrank, and whether "
             "that is more than chance.",
     .next = "hot_methods of either recording, with include=METHOD, shows where a method is called "
             "from",
     .next_time = "hot_methods of each recording shows whether they have samples of one kind",
     .follows = after_diff,
     .arguments =
         {{.name = "base", .kind = RECORDING, .needed = true, .help = "The recording before. "},
          RECORDING_ARGUMENT,
          EVENT_ARGUMENT,
          THREAD_ARGUMENT,
          TOP_ARGUMENT(20, 200)}},
    {.name = "rules",
     .title = "All findings",
     .command = "rules",
     .keys = "rules",
     .help = "All findings of rules about GC, memory, locks, I/O, exceptions, CPU, containers and "
             "settings, the most severe first, consequences of others too, each with figures.",
     .next = "events or sql of the types that a finding names shows them one by one",
     .next_time = "overview",
     .follows = after_rules,
     .arguments = {RECORDING_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT}},
    {.name = "verify",
     .title = "Check claims",
     .command = "verify",
     .keys = "verify",
     .help = "Computes each claim again, from the recording: true, false (with the value), or not "
             "decidable. Check what you are about to report.",
     .next = "correct what is false with the value that it has",
     .next_time = "claims are [{\"id\": \"jfr:...\", \"value\": ...}], ids as answers give them",
     .arguments = {{.name = "claims",
                    .option = "claims",
                    .kind = CLAIMS,
                    .needed = true,
                    .help = "Each with the id that an answer gave it and the value that you say it "
                            "has, as a number or with a unit, \"20.7 s\"; or at_least, at_most."}}},
    {.name = "report",
     .title = "A report",
     .old = true,
     .help = "All tables on one subject.",
     .next = "hot_methods with event=lock, io, alloc or exception shows the stacks",
     .next_time = LIST_TYPES,
     .arguments = {RECORDING_ARGUMENT,
                   {.name = "name", .kind = REPORT, .needed = true, .help = "Which one. "},
                   THREAD_ARGUMENT,
                   FROM_ARGUMENT,
                   TO_ARGUMENT,
                   INCLUDE_ARGUMENT,
                   TOP_ARGUMENT(10, 200)}},
};
#define FIXED (sizeof fixed_tools / sizeof *fixed_tools)

/* ==== Reports =============================================================================== */

/* A tool for each, made when it is asked for first. */
static const struct tool *tool_of_report(size_t index) {
    static struct tool made[REPORTS_SHIPPED];
    const struct report *report = report_shipped(index);
    if (!report || made[index].name) return report ? &made[index] : NULL;
    struct tool tool = {.name = report->name,
                        .title = report->summary,
                        .help = report->summary,
                        .command = report->name,
                        .keys = report->name,
                        .next = "hot_methods shows the stacks, events or sql single events",
                        .next_time = LIST_TYPES,
                        .report = report,
                        .arguments = {RECORDING_ARGUMENT, THREAD_ARGUMENT, FROM_ARGUMENT,
                                      TO_ARGUMENT, INCLUDE_ARGUMENT, TOP_ARGUMENT(10, 200)}};
    memcpy(&made[index], &tool, sizeof tool);
    return &made[index];
}

/* ==== All =================================================================================== */

const struct tool *tool_at(size_t index) {
    size_t listed = 0, reports = 0;
    while (listed < FIXED && !fixed_tools[listed].old) listed++;
    if (index < listed) return &fixed_tools[index];
    while (report_shipped_name(reports)) reports++;
    index -= listed;
    if (index < reports) return tool_of_report(index);
    index = index - reports + listed;
    return index < FIXED ? &fixed_tools[index] : NULL;
}

const struct tool *tool_named(const char *name) {
    const struct tool *tool;
    for (size_t i = 0; (tool = tool_at(i)); i++)
        if (strcmp(tool->name, name) == 0) return tool;
    return NULL;
}

const struct tool *tool_of_command(const char *name, size_t len) {
    static const char flame[] = "flame";
    const struct tool *tool;
    if (len == strlen(flame) && memcmp(name, flame, len) == 0) return tool_named("hot_methods");
    for (size_t i = 0; (tool = tool_at(i)); i++)
        if (tool->command && strlen(tool->command) == len && !memcmp(tool->command, name, len))
            return tool;
    return NULL;
}

const struct argument *tool_argument(const struct tool *tool, const char *name) {
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (strcmp(a->name, name) == 0) return a;
    return NULL;
}
