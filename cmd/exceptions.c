/* jfrtool exceptions: what was thrown, where, with which messages, and when. */
#include "cmd/sheets/breakdown.h"

#define FIRST_AND_LAST                        \
    {"first(startTime)", "first", "first"}, { \
        "last(startTime)", "last", "last"     \
    }
#define SITE \
    { "stackTrace.topNotInitFrame", "method", "method" }
#define CLASS \
    { "thrownClass", "class", "class" }
/* An Error makes two of these events, in its own constructor and in that of Throwable. */
#define ONCE "stackTrace.topFrame != \"java.lang.Error.<init>\""

static const struct breakdown_table tables[] = {
    {.key = "errors",
     .title = "Errors",
     .types = {"jdk.JavaErrorThrow"},
     .by = {CLASS, {"pattern(message)", "message", "message"}, SITE},
     .show = {BREAKDOWN_COUNT, FIRST_AND_LAST}},
    {.key = "errors",
     .title = "Errors",
     .types = {"jdk.JavaExceptionThrow"},
     .where = ONCE " && thrownClass ~ \"Error$\"",
     .by = {CLASS, {"pattern(message)", "message", "message"}, SITE},
     .show = {BREAKDOWN_COUNT, FIRST_AND_LAST},
     .in_place = true},
    {.key = "classes",
     .title = "Classes",
     .types = {"jdk.JavaExceptionThrow"},
     .where = ONCE,
     .by = {CLASS},
     .show = {BREAKDOWN_COUNT,
              {"unique(message)", "messages", "messages"},
              {"unique(eventThread)", "threads", "threads"},
              FIRST_AND_LAST},
     .share = true,
     .rate = true},
    {.key = "messages",
     .title = "Messages, with # for numbers and ids",
     .types = {"jdk.JavaExceptionThrow"},
     .where = ONCE,
     .by = {CLASS, {"pattern(message)", "message", "message"}},
     .show = {BREAKDOWN_COUNT},
     .share = true},
    {.key = "sites",
     .title = "Where they were made, constructors stepped over",
     .types = {"jdk.JavaExceptionThrow"},
     .where = ONCE,
     .by = {CLASS, SITE},
     .show = {BREAKDOWN_COUNT},
     .share = true},
    {.key = "times",
     .title = "When",
     .types = {"jdk.JavaExceptionThrow"},
     .where = ONCE,
     .by = {{"step", "from", "from"}},
     .show = {BREAKDOWN_COUNT,
              {"unique(thrownClass)", "classes", "classes"},
              {"unique(eventThread)", "threads", "threads"}}},
    {.key = "times",
     .title = "When",
     .types = {"jdk.JavaErrorThrow"},
     .by = {{"step", "from", "from"}},
     .show = {BREAKDOWN_COUNT,
              {"unique(thrownClass)", "classes", "classes"},
              {"unique(eventThread)", "threads", "threads"}},
     .in_place = true},
    {.key = "thrown",
     .title = "Exceptions and errors since the JVM started, recorded or not",
     .types = {"jdk.ExceptionStatistics"},
     .show = {{"min(throwables)", "at first", "first"}, {"max(throwables)", "at last", "last"}}},
    {.key = NULL},
};

static int make_answer(struct answer *answer) {
    return breakdown_answer(answer, tables,
                            "there are no exceptions: jdk.JavaExceptionThrow is off unless it was "
                            "asked for");
}

static const struct command_example examples[] = {
    {"jfrtool exceptions rec.jfr", "What is thrown, where, and how often"},
    {"jfrtool exceptions --exclude 'java.lang.Class.forName' rec.jfr",
     "Without exceptions of looking for classes"},
    {"jfrtool exceptions --json rec.jfr | jq .classes", "For programs"},
    {NULL, NULL},
};

const struct command command_exceptions = {
    .name = "exceptions",
    .summary = "Show exceptions and errors by class, message, site and time",
    .operands = "RECORDING...",
    .description =
        "Errors first; then all that was thrown, by class, by message (numbers, addresses and ids "
        "are #), by the method that made it (constructors are stepped over), and over time. An "
        "Error counts once, though it makes up to three events. What the JVM counted itself, "
        "recorded or not, comes last.",
    .writes = FORMATS_OF_SHEETS,
    .groups = breakdown_groups,
    .examples = examples,
    .options_size = sizeof(struct breakdown_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
