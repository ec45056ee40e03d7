/* jfrtool allocations: who allocates what, where. */
#include "cmd/sheets/breakdown.h"

#define CLASS \
    { "objectClass", "class", "class" }
#define SITE \
    { "stackTrace.topApplicationFrame", "method", "method" }
#define THREAD \
    { "eventThread", "thread", "thread" }
#define SAMPLES \
    { "jdk.ObjectAllocationSample" }
#define BUFFERS \
    { "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB" }
#define BYTES \
    { "sum(weight|tlabSize|allocationSize)", "bytes", "bytes" }

/* A table of samples, or else of TLABs: where both were recorded, they would count twice. */
#define TABLE(key_, title_, ...)                                                       \
    {.key = (key_),                                                                    \
     .title = (title_),                                                                \
     .types = SAMPLES,                                                                 \
     .by = {__VA_ARGS__},                                                              \
     .show = {BYTES, {"count", "samples", "samples"}},                                 \
     .share = true,                                                                    \
     .rate = true},                                                                    \
    {                                                                                  \
        .key = (key_), .title = (title_), .types = BUFFERS, .by = {__VA_ARGS__},       \
        .show = {BYTES, {"count", "samples", "samples"}}, .share = true, .rate = true, \
        .in_place = true                                                               \
    }

static const struct breakdown_table tables[] = {
    TABLE("events", "What was recorded", {"eventType", "event", "event"}),
    TABLE("classes", "Classes", CLASS),
    TABLE("sites", "Sites: the first method that is not the JDK's", SITE),
    TABLE("classes_and_sites", "What is allocated where", CLASS, SITE),
    TABLE("threads", "Threads", THREAD),
    {.key = "largest",
     .title = "Large objects, allocated outside of thread-local buffers",
     .types = {"jdk.ObjectAllocationOutsideTLAB"},
     .by = {CLASS, SITE},
     .show = {{"sum(allocationSize)", "bytes", "bytes"},
              BREAKDOWN_COUNT,
              {"max(allocationSize)", "largest", "largest"}}},
    {.key = "allocated",
     .title = "Bytes that threads had allocated since they started, at last",
     .types = {"jdk.ThreadAllocationStatistics"},
     .by = {{"thread", "thread", "thread"}},
     .show = {{"max(allocated)", "bytes", "bytes"}},
     .share = true},
    {.key = NULL},
};

static int make_answer(struct answer *answer) {
    return breakdown_answer(answer, tables, "there are no events of allocation");
}

static const struct command_example examples[] = {
    {"jfrtool allocations rec.jfr", "What is allocated, where, and how much a second"},
    {"jfrtool allocations --include 'app[.]Parser' rec.jfr", "Below the methods of one class"},
    {"jfrtool allocations --json rec.jfr | jq .classes", "For programs"},
    {NULL, NULL},
};

const struct command command_allocations = {
    .name = "allocations",
    .summary = "Show what is allocated: classes, sites and threads, in bytes and a second",
    .operands = "RECORDING...",
    .description =
        "Bytes by class, by the first method on the stack that is not the JDK's, by both and by "
        "thread. They are those that jdk.ObjectAllocationSample stands for (weight); in recordings "
        "without it, the thread-local buffers (TLABs) that were begun and the objects outside of "
        "them. Both are samples: a class with few of them may have more or less.\n\n"
        "What threads count themselves (jdk.ThreadAllocationStatistics) is exact, and comes last.",
    .writes = FORMATS_OF_SHEETS,
    .groups = breakdown_groups,
    .examples = examples,
    .options_size = sizeof(struct breakdown_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
