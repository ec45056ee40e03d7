#include "cmd/mcp/tools.h"

#include "base/mem.h"
#include "base/safe.h"
#include "base/sanitized.h"
#include "cmd/cli/voice.h"
#include "cmd/cli/command.h"
#include "cmd/reports/shipped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT_BYTES ((size_t)40000) /* of an answer: some ten thousand tokens */
#define ERR_BYTES ((size_t)4000)
#define SECONDS 60
#ifdef SANITIZED
#define MEMORY 0 /* no limit: a sanitizer needs more than any program */
#else
#define MEMORY ((uint64_t)2 << 30) /* beside recordings, which are mapped */
#endif
#define COLUMNS 140
#define NAMES 20 /* of recordings, in descriptions */

enum argument_kind {
    RECORDING, /* a path that is allowed; an operand */
    TEXT,      /* the value of an option: no command guesses what it may be */
    COUNT,     /* likewise, a number */
    REPORT,    /* which command it is: one that is a report */
};

struct argument {
    const char *name; /* NULL ends the table */
    const char *option, *help;
    enum argument_kind kind;
    bool needed;
    unsigned usual, most; /* of COUNT */
};

struct tool {
    const char *name, *command, *help; /* command NULL: an argument says it */
    const char *fixed;                 /* an argument that is always there, or NULL */
    const char *next, *next_time;      /* what to call then; after nothing or an error */
    struct argument arguments[TOOL_ARGUMENTS];
};

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
#define TOP_ARGUMENT(usual_, most_)                                                               \
    {                                                                                             \
        .name = "top", .option = "top", .kind = COUNT, .help = "Rows to show", .usual = (usual_), \
        .most = (most_)                                                                           \
    }

static const struct tool tools[] = {
    {"overview",
     "overview",
     "What stands out in a Java Flight Recorder recording: JVM, duration, CPU, garbage collection, "
     "memory, locks, I/O, exceptions, findings with figures. Call this first.",
     NULL,
     "hot_methods shows where the time goes, rules what is wrong, events any event with its "
     "fields, sql anything else",
     "rules, or sql with SELECT type, count FROM events",
     {RECORDING_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT}},
    {"hot_methods",
     "hot-methods",
     "Methods by samples: on top of the stack (self) and anywhere on it (total); with event=alloc "
     "by bytes, with event=lock or io by time.",
     NULL,
     "hot_methods with include=METHOD shows the stacks that a method is on, with event=alloc, lock "
     "or io what else costs; diff compares with another recording",
     "overview says which samples a recording has; event=wall, native or alloc takes others",
     {RECORDING_ARGUMENT, EVENT_ARGUMENT,
      TEXT_ARGUMENT("by", "by",
                    "Rows: method, line, class, "
                    "package or module"),
      THREAD_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT, INCLUDE_ARGUMENT,
      TEXT_ARGUMENT("exclude", "exclude", "Regular expression that no frame of the stack matches"),
      TOP_ARGUMENT(30, 200)}},
    {"events",
     "events",
     "Events of any type with their fields, filtered by a condition, or in groups with counts, "
     "sums and percentiles.",
     NULL,
     "events with by=FIELD and show=count,sum(duration),p99,max groups them, where=... filters "
     "them; sql joins types",
     "sql with SELECT type, count FROM events lists the types that there are",
     {RECORDING_ARGUMENT,
      {.name = "type",
       .option = "type",
       .kind = TEXT,
       .needed = true,
       .help = "Event type: GarbageCollection, jdk.SocketRead, 'jdk.File*', a short name (io, "
               "lock, alloc, exception) or a category (GC)"},
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
      TOP_ARGUMENT(40, 1000)}},
    {"sql",
     "sql",
     "A SELECT of SQLite over a recording: each event type is a table (GarbageCollection, "
     "jdk.ExecutionSample) whose columns are its fields, nested ones joined by _; durations and "
     "times are ns; of stacks stackTrace_top and stackTrace_text. Also the tables samples, events "
     "(type, count), columns (type, name), threads, settings.",
     "--memory=1GiB", /* a sentence of its own, before there is none for others */
     "sql again; SELECT name, unit FROM columns WHERE type = 'TYPE' lists the columns of a type",
     "sql with SELECT type, count FROM events lists the tables, SELECT name FROM columns WHERE "
     "type = 'TYPE' the columns of one",
     {RECORDING_ARGUMENT,
      {.name = "query",
       .option = "query",
       .kind = TEXT,
       .needed = true,
       .help = "One SELECT statement"},
      {.name = "max_rows",
       .option = "max-rows",
       .kind = COUNT,
       .help = "Rows to show",
       .usual = 100,
       .most = 1000}}},
    {"diff",
     "diff",
     "What changed from one recording to another: methods that grew and shrank, and whether that "
     "is more than chance.",
     NULL,
     "hot_methods of either recording, with include=METHOD, shows where a method is called from",
     "hot_methods of each recording shows whether they have samples of one kind",
     {{.name = "base", .kind = RECORDING, .needed = true, .help = "The recording before. "},
      RECORDING_ARGUMENT,
      EVENT_ARGUMENT,
      THREAD_ARGUMENT,
      TOP_ARGUMENT(30, 200)}},
    {"rules",
     "rules",
     "What is wrong: findings of rules about GC, memory, locks, I/O, exceptions, CPU, "
     "containers and settings, the most severe first, each with figures and what to do.",
     NULL,
     "events or sql of the types that a finding names shows them one by one",
     "overview",
     {RECORDING_ARGUMENT, FROM_ARGUMENT, TO_ARGUMENT}},
    {"report",
     NULL,
     "All tables on one subject, of whatever the recording has of it.",
     NULL,
     "hot_methods with event=lock, io, alloc or exception shows the stacks, events or sql single "
     "events",
     "sql with SELECT type, count FROM events lists what the recording has",
     {RECORDING_ARGUMENT,
      {.name = "name", .kind = REPORT, .needed = true, .help = "Which one. "},
      THREAD_ARGUMENT,
      FROM_ARGUMENT,
      TO_ARGUMENT,
      INCLUDE_ARGUMENT,
      TOP_ARGUMENT(10, 200)}},
};
#define TOOLS (sizeof tools / sizeof *tools)

const char *tool_name(const struct tool *tool) {
    return tool->name;
}

const struct tool *tool_named(const char *name) {
    for (size_t i = 0; i < TOOLS; i++)
        if (strcmp(tools[i].name, name) == 0) return &tools[i];
    return NULL;
}

/* ==== The list ============================================================================== */

static void add_reports(struct text *help) {
    for (size_t i = 0; report_shipped(i); i++)
        text_addf(help, "%s%s: %s", i ? "; " : "", report_shipped(i)->name,
                  report_shipped(i)->summary);
}

static void write_argument(const struct argument *argument, const struct allowed *allowed,
                           struct json *json) {
    struct text help = {0};
    text_add(&help, argument->help);
    if (argument->kind == RECORDING) {
        text_add(&help, "One of: ");
        allowed_add_names(allowed, NAMES, &help);
        text_add(&help, "; or the name of a file in one of the folders");
    }
    json_begin_object(json, argument->name);
    json_text(json, "type", argument->kind == COUNT ? "integer" : "string");
    if (argument->kind == REPORT) {
        add_reports(&help);
        json_begin_array(json, "enum");
        for (size_t i = 0; report_shipped_name(i); i++)
            json_text(json, NULL, report_shipped_name(i));
        json_end_array(json);
    }
    json_text(json, "description", text_str(&help));
    if (argument->kind == COUNT) {
        json_count(json, "minimum", 1);
        json_count(json, "maximum", argument->most);
        json_count(json, "default", argument->usual);
    }
    json_end_object(json);
    text_free(&help);
}

static void write_tool(const struct tool *tool, const struct allowed *allowed, struct json *json) {
    json_begin_object(json, NULL);
    json_text(json, "name", tool->name);
    json_text(json, "description", tool->help);
    json_begin_object(json, "inputSchema");
    json_text(json, "type", "object");
    json_begin_object(json, "properties");
    for (const struct argument *a = tool->arguments; a->name; a++) write_argument(a, allowed, json);
    json_end_object(json);
    json_begin_array(json, "required");
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (a->needed) json_text(json, NULL, a->name);
    json_end_array(json);
    json_bool(json, "additionalProperties", false);
    json_end_object(json);
    json_begin_object(json, "annotations");
    json_bool(json, "readOnlyHint", true);
    json_bool(json, "openWorldHint", false);
    json_end_object(json);
    json_end_object(json);
}

void tools_write_list(const struct allowed *allowed, struct json *json) {
    json_begin_array(json, "tools");
    for (size_t i = 0; i < TOOLS; i++) write_tool(&tools[i], allowed, json);
    json_end_array(json);
}

/* ==== Arguments ============================================================================= */

static void add_option(struct tool_call *call, const char *option, const char *value) {
    struct text text = {0};
    text_addf(&text, "--%s=%s", option, value);
    call->items[call->len++] = text_take(&text);
}

static bool add_count(struct tool_call *call, const struct argument *argument, const cJSON *value,
                      struct text *error) {
    char digits[24];
    double n = value ? value->valuedouble : argument->usual;
    if (value && (!cJSON_IsNumber(value) || floor(n) != n || n < 1 || n > argument->most)) {
        text_addf(error, "%s expects a whole number from 1 to %u", argument->name, argument->most);
        return false;
    }
    snprintf(digits, sizeof digits, "%u", (unsigned)n);
    add_option(call, argument->option, digits);
    return true;
}

/* The command itself. */
static bool add_report(struct tool_call *call, const char *name, struct text *error) {
    for (size_t i = 0; report_shipped_name(i); i++) {
        if (strcmp(report_shipped_name(i), name) != 0) continue;
        call->items[0] = mem_copy_text(name);
        return true;
    }
    text_add(error, "there is no report \"");
    safe_add_name(error, name);
    text_add(error, "\"; there are ");
    for (size_t i = 0; report_shipped_name(i); i++)
        text_addf(error, "%s%s", i ? ", " : "", report_shipped_name(i));
    return false;
}

static bool add_argument(struct tool_call *call, const struct argument *argument,
                         const cJSON *value, const struct allowed *allowed, struct text *error) {
    if (argument->kind == COUNT) return add_count(call, argument, value, error);
    if (value && !cJSON_IsString(value)) {
        text_addf(error, "%s expects a text", argument->name);
        return false;
    }
    const char *text = value ? value->valuestring : NULL;
    if (argument->kind == RECORDING) {
        char *path = allowed_find(allowed, text, error);
        if (path) call->operands[call->operand_count++] = path;
        return path != NULL;
    }
    if (!text && !argument->needed) return true;
    if (!text) {
        text_addf(error, "the argument %s is missing", argument->name);
        return false;
    }
    if (argument->kind == REPORT) return add_report(call, text, error);
    add_option(call, argument->option, text);
    return true;
}

static bool knows_all(const struct tool *tool, const cJSON *arguments, struct text *error) {
    const cJSON *given;
    cJSON_ArrayForEach(given, arguments) {
        const struct argument *a = tool->arguments;
        while (a->name && strcmp(a->name, given->string) != 0) a++;
        if (a->name) continue;
        text_addf(error, "%s has no argument \"", tool->name);
        safe_add_name(error, given->string);
        text_add(error, "\"; it has ");
        for (a = tool->arguments; a->name; a++)
            text_addf(error, "%s%s", a == tool->arguments ? "" : ", ", a->name);
        return false;
    }
    return true;
}

bool tool_call_make(const struct tool *tool, const cJSON *arguments, const struct allowed *allowed,
                    struct tool_call *call, struct text *error) {
    *call = (struct tool_call){.tool = tool};
    call->items[call->len++] = tool->command ? mem_copy_text(tool->command) : NULL;
    if (tool->fixed) call->items[call->len++] = mem_copy_text(tool->fixed);
    if (!knows_all(tool, arguments, error)) return false;
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (!add_argument(call, a, cJSON_GetObjectItemCaseSensitive(arguments, a->name), allowed,
                          error))
            return false;
    call->items[call->len++] = mem_copy_text("--");
    for (int i = 0; i < call->operand_count; i++) call->items[call->len++] = call->operands[i];
    call->operand_count = 0;
    return true;
}

void tool_call_free(struct tool_call *call) {
    for (int i = 0; i < call->len; i++) free(call->items[i]);
    for (int i = 0; i < call->operand_count; i++) free(call->operands[i]);
    *call = (struct tool_call){0};
}

/* ==== Answers =============================================================================== */

static void write_content(struct json *json, const char *text, size_t len) {
    json_begin_object(json, NULL);
    json_text(json, "type", "text");
    json_bytes(json, "text", text, len);
    json_end_object(json);
}

/* Ends at the end of a line, and says that there was more. */
static void cut(struct text *out) {
    size_t len = out->len;
    while (len > 0 && out->data[len - 1] != '\n') len--;
    if (len) out->len = len;
    text_addf(out,
              "[the answer is longer than %zu bytes and was cut: ask for fewer rows, or for "
              "less with the other arguments]\n",
              OUT_BYTES);
}

void tool_write_result(const struct tool *tool, struct child_result *child, struct json *json) {
    bool failed = child->timed_out || child->signal ||
                  (!child->cut && child->code != EXIT_OK && child->code != EXIT_NOTHING &&
                   child->code != EXIT_GATE && child->code != EXIT_PARTIAL);
    struct text next = {0};
    if (child->cut) cut(&child->out);
    if (child->timed_out)
        text_addf(&child->err, "this took longer than %d s and was ended\n", SECONDS);
    if (child->signal)
        text_addf(&child->err, "%s was ended by signal %d\n", tool->name, child->signal);
    bool answered = !failed && (child->cut || child->code != EXIT_NOTHING);
    text_addf(&next, "Next: %s.", answered ? tool->next : tool->next_time);
    json_begin_array(json, "content");
    if (child->out.len) write_content(json, text_str(&child->out), child->out.len);
    if (child->err.len) write_content(json, text_str(&child->err), child->err.len);
    write_content(json, text_str(&next), next.len);
    json_end_array(json);
    json_bool(json, "isError", failed);
    text_free(&next);
}

void tool_write_refusal(const char *sentence, struct json *json) {
    json_begin_array(json, "content");
    write_content(json, sentence, strlen(sentence));
    json_end_array(json);
    json_bool(json, "isError", true);
}

static void begin(void) {
    voice_of_tools(report_shipped_name);
}

const struct child_limits tool_limits = {.out = OUT_BYTES,
                                         .err = ERR_BYTES,
                                         .seconds = SECONDS,
                                         .columns = COLUMNS,
                                         .memory = MEMORY,
                                         .begin = begin,
                                         .progress = true};
