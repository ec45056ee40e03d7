/* jfrtool locks: who waited for which lock, where, and who had it. */
#include "analyzers/requests/owners.h"
#include "cmd/sheets/breakdown.h"

#define THREADS \
    { "unique(eventThread)", "threads", "threads" }
#define SITE \
    { "stackTrace.topApplicationFrame", "method", "method" }
static const struct breakdown_table tables[] = {
    {.key = "monitors",
     .title = "Monitors that threads waited to enter",
     .types = {"jdk.JavaMonitorEnter"},
     .by = {{"monitorClass", "class", "class"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES, THREADS}},
    {.key = "monitor_sites",
     .title = "Where they waited",
     .types = {"jdk.JavaMonitorEnter"},
     .by = {{"monitorClass", "class", "class"}, SITE},
     .show = {BREAKDOWN_TOTAL,
              BREAKDOWN_COUNT,
              {"p99(duration)", "p99", "p99_ns"},
              {"max(duration)", "max", "max_ns"},
              THREADS}},
    {.key = "owners",
     .title = "Threads that had the monitor before",
     .types = {"jdk.JavaMonitorEnter"},
     .where = "previousOwner != null",
     .by = {{"monitorClass", "class", "class"},
            {"previousOwner", "previous owner", "previous_owner"}},
     .show = {BREAKDOWN_TOTAL,
              BREAKDOWN_COUNT,
              {"max(duration)", "max", "max_ns"},
              {"unique(eventThread)", "waiting", "threads"}}},
    {.key = "waiting_threads",
     .title = "Threads that waited to enter a monitor",
     .types = {"jdk.JavaMonitorEnter"},
     .by = {{"eventThread", "thread", "thread"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES}},
    {.key = "parks",
     .title = "Locks and queues that threads were parked for, idle threads of pools apart",
     .types = {"jdk.ThreadPark"},
     .where = "!idle(stackTrace)",
     .by = {{"parkedClass", "class", "class"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES, THREADS}},
    {.key = "park_sites",
     .title = "Where they were parked",
     .types = {"jdk.ThreadPark"},
     .where = "!idle(stackTrace)",
     .by = {{"parkedClass", "class", "class"}, SITE},
     .show = {BREAKDOWN_TOTAL,
              BREAKDOWN_COUNT,
              {"p99(duration)", "p99", "p99_ns"},
              {"max(duration)", "max", "max_ns"},
              THREADS}},
    {.key = "native_locks",
     .title = "Locks of native code that threads waited for",
     .types = {"profiler.NativeLock"},
     .by = {{"stackTrace.callerFrame", "method", "method"}}, /* on top is async-profiler's hook */
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES, THREADS}},
    {.key = "native_waiting_threads",
     .title = "Threads that waited for locks of native code",
     .types = {"profiler.NativeLock"},
     .by = {{"eventThread", "thread", "thread"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, BREAKDOWN_TIMES}},
    {.key = "idle",
     .title = "Threads that waited for work: no contention",
     .types = {"jdk.ThreadPark"},
     .where = "idle(stackTrace)",
     .by = {{"parkedClass", "class", "class"}},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, {"max(duration)", "max", "max_ns"}, THREADS}},
    {.key = "waits",
     .title = "Object.wait: waiting to be notified, no contention",
     .types = {"jdk.JavaMonitorWait"},
     .by = {{"monitorClass", "class", "class"}, SITE},
     .show = {BREAKDOWN_TOTAL,
              BREAKDOWN_COUNT,
              {"sum(timedOut)", "timed out", "timed_out"},
              {"max(duration)", "max", "max_ns"},
              THREADS}},
    {.key = "inflations",
     .title = "Monitors that were inflated",
     .types = {"jdk.JavaMonitorInflate"},
     .by = {{"cause", "cause", "cause"}, {"monitorClass", "class", "class"}},
     .show = {BREAKDOWN_COUNT, BREAKDOWN_TOTAL}},
    {.key = "pinned",
     .title = "Virtual threads that kept their carrier while they waited",
     .types = {"jdk.VirtualThreadPinned"},
     .by = {{"pinnedReason", "reason", "reason"}, SITE},
     .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT, {"max(duration)", "max", "max_ns"}}},
    {.key = "deadlocks",
     .title = "Thread dumps that name a deadlock",
     .types = {"jdk.ThreadDump"},
     .where = "result ~ \"Java-level deadlock\"",
     .by = {{"startTime", "time", "time"}},
     .show = {BREAKDOWN_COUNT}},
    {.key = NULL},
};

static struct cell text_cell(const struct tables *of, uint32_t id) {
    return cell_text(is_missing(id) ? NULL : strings_get(&of->things.texts, id));
}

/* What the thread that had the monitor did while others waited for it. */
static void describe_owners(const struct tables *read, struct time_window window, size_t top,
                            struct sheet *sheet) {
    struct owners owners;
    owners_make(read, window, &owners);
    bool people = sheet_shows(sheet, SHEET_PEOPLE);
    if (people && owners.rows.len)
        sheet_group(sheet,
                    (struct sheet_group){
                        .title = "What threads that had the monitor did while others waited"});
    sheet_table(sheet, (struct sheet_table){.key = "owners_did", .omit_empty = true});
    sheet_number_column(sheet, SHEET_ALL, "time", "total_ns");
    sheet_number_column(sheet, SHEET_ALL, "samples", "samples");
    sheet_text_column(sheet, SHEET_ALL, "did", "did");
    sheet_text_column(sheet, SHEET_ALL, "class", "class");
    sheet_text_column(sheet, SHEET_ALL, "previous owner", "previous_owner");
    sheet_column(sheet,
                 (struct sheet_column){.title = "method", .key = "method", .flexible = true});
    size_t shown = 0;
    for (; shown < owners.rows.len && (!people || shown < top); shown++) {
        const struct owner_row *row = &owners.rows.items[shown];
        sheet_row(sheet);
        sheet_cell(sheet, row->ns ? cell_ns(row->ns) : cell_blank());
        sheet_cell(sheet, row->samples ? cell_count(row->samples) : cell_blank());
        sheet_cell(sheet, cell_text(row->did));
        sheet_cell(sheet, text_cell(read, row->monitor));
        sheet_cell(sheet, text_cell(read, row->owner));
        sheet_cell(sheet, text_cell(read, row->site));
    }
    sheet_end(sheet);
    if (people && owners.rows.len) {
        struct text line = {0};
        if (shown < owners.rows.len)
            text_addf(&line, "%zu of %zu (--top 0 shows all)\n", shown, owners.rows.len);
        sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
        text_free(&line);
        sheet_end(sheet);
    }
    owners_free(&owners);
}

static int make_answer(struct answer *answer) {
    static const struct breakdown_more more = {&owners_wishes, describe_owners};
    return breakdown_answer_with(answer, tables, &more, "there are no waits for monitors or locks");
}

static const struct command_example examples[] = {
    {"jfrtool locks rec.jfr", "Which locks threads wait for, where, and who has them"},
    {"jfrtool locks --thread 'worker-.*' rec.jfr", "The same for the threads of a pool"},
    {"jfrtool locks --json rec.jfr | jq .monitors", "For programs"},
    {NULL, NULL},
};

const struct command command_locks = {
    .name = "locks",
    .summary = "Show waits for monitors and locks, by class, site, thread and owner",
    .operands = "RECORDING...",
    .description =
        "Waits to enter a monitor and parked threads (java.util.concurrent), by the class of what "
        "was waited for and by the first method on the stack that is not the JDK's: how long in "
        "all, how often, how long the middle one, one of a hundred and the longest took, how many "
        "threads; which threads had the monitor before, and what they did while others waited.\n\n"
        "Idle threads of pools are parked, too: by their stacks they are told from threads that "
        "were kept from work. So are calls of Object.wait, with how many of them timed out. "
        "Native locks are async-profiler's (nativelock=).",
    .writes = FORMATS_OF_SHEETS,
    .groups = breakdown_groups,
    .examples = examples,
    .options_size = sizeof(struct breakdown_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
