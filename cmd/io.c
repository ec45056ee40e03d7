/* jfrtool io: files and sockets, by what they are, by site, by thread. */
#include "cmd/sheets/breakdown.h"

#define BYTES \
    { "sum(bytesRead|bytesWritten)", "bytes", "bytes" }
#define OPERATION \
    { "eventType", "operation", "operation" }
#define BUSY "!idle(stackTrace)"
#define ALL_TYPES \
    { "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "jdk.SocketRead", "jdk.SocketWrite" }

static const struct breakdown_table tables[] = {
    {.key = "operations",
     .title = "Operations",
     .types = ALL_TYPES,
     .where = BUSY,
     .by = {OPERATION},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BYTES, BREAKDOWN_TIMES}},
    {.key = "hosts",
     .title = "Hosts",
     .types = {"jdk.SocketRead", "jdk.SocketWrite"},
     .where = BUSY,
     .by = {OPERATION, {"host", "host", "host"}, {"port", "port", "port"}},
     .show = {BREAKDOWN_TOTAL,
              BREAKDOWN_COUNT,
              BYTES,
              BREAKDOWN_TIMES,
              {"sum(endOfStream)", "closed", "end_of_stream"}}},
    {.key = "timeouts",
     .title = "Socket reads that ran into their time-out",
     .types = {"jdk.SocketRead"},
     .where = "timeout > 0 && duration >= timeout && " BUSY,
     .by = {{"host", "host", "host"}, {"port", "port", "port"}},
     .show = {BREAKDOWN_COUNT, BREAKDOWN_TOTAL, {"max(timeout)", "time-out", "timeout_ns"}}},
    {.key = "files",
     .title = "Files",
     .types = {"jdk.FileRead", "jdk.FileWrite"},
     .where = BUSY,
     .by = {OPERATION, {"path", "file", "path"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BYTES, BREAKDOWN_TIMES}},
    {.key = "forces",
     .title = "Files whose writes were forced to the disk",
     .types = {"jdk.FileForce"},
     .where = BUSY,
     .by = {{"path", "file", "path"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES}},
    {.key = "sites",
     .title = "Sites: the first method that is not the JDK's",
     .types = ALL_TYPES,
     .where = BUSY,
     .by = {OPERATION, {"stackTrace.topApplicationFrame", "method", "method"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BYTES, BREAKDOWN_TIMES}},
    {.key = "threads",
     .title = "Threads",
     .types = ALL_TYPES,
     .where = BUSY,
     .by = {{"eventThread", "thread", "thread"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BYTES, BREAKDOWN_TIMES}},
    {.key = "idle",
     .title = "Readers that waited for the next request: no slow peer",
     .types = ALL_TYPES,
     .where = "idle(stackTrace)",
     .by = {OPERATION, {"eventThread", "thread", "thread"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, {"max(duration)", "max", "max_ns"}}},
    {.key = NULL},
};

static int make_answer(struct answer *answer) {
    return breakdown_answer(answer, tables, "there are no reads or writes of files or sockets");
}

static const struct command_example examples[] = {
    {"jfrtool io rec.jfr", "Which hosts and files cost time"},
    {"jfrtool io --thread 'http-.*' --from 10s --to 20s rec.jfr",
     "The same for the threads of a pool, in ten seconds"},
    {"jfrtool io --json rec.jfr | jq .hosts", "For programs"},
    {NULL, NULL},
};

const struct command command_io = {
    .name = "io",
    .summary = "Show reads and writes by host, file, site and thread",
    .operands = "RECORDING...",
    .description =
        "Reads and writes of sockets and files that are as long as the recording's thresholds or "
        "longer: how long they took in all, how many there were, how many bytes, and how long the "
        "middle one, one of a hundred and the longest took. Also reads that ran into their "
        "time-out, ends of streams, and writes that were forced to the disk. Reads in which a "
        "server waits for the next request, as their stacks show, have a table of their own.",
    .writes = FORMATS_OF_SHEETS,
    .groups = breakdown_groups,
    .examples = examples,
    .options_size = sizeof(struct breakdown_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
