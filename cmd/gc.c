/* jfrtool gc: what the garbage collector did, and what it cost. */
#include "analyzers/gc/gc.h"

#include "cmd/read/view.h"
#include "cmd/sheets/gc.h"

#define LONGEST 10

struct gc_command_options {
    struct option_base base;
    struct window_options window;
    struct input_options input;
    struct output_options output;
    uint64_t top; /* 0: all */
};
#define AT(field) offsetof(struct gc_command_options, field)

static const struct option_row option_rows[] = {
    TOP_ROW(AT(top), "10", "Show the N phases of each kind that took longest, to people; 0 is all"),
    {.name = NULL},
};
static const struct option_group own_group = {.title = "Garbage collection", .rows = option_rows};
static const struct option_use groups[] = {{&own_group, 0}, EVENT_GROUPS};

static const struct command_example examples[] = {
    {"jfrtool gc rec.jfr", "How long and why the program stood, and what the heap was like"},
    {"jfrtool gc --from 10:02 --to 10:05 rec.jfr", "The same of three minutes"},
    {"jfrtool gc --json rec.jfr | jq .pauses.p99_ns", "The pause that one in a hundred exceeds"},
    {NULL, NULL},
};

static void describe(const struct view *view, struct sheet *sheet) {
    const struct tables_read *read = view->read;
    const struct gc_options wanted = {
        .window = read->window, .recorded_ns = read->recorded_ns, .longest = LONGEST};
    struct gc gc;
    gc_make(read->tables, &wanted, &gc);
    const struct gc_view shown = {.gc = &gc,
                                  .things = &read->tables->things,
                                  .range = view->range,
                                  .recorded_ns = read->recorded_ns,
                                  .zone = read->zone,
                                  .top = view->top};
    gc_describe(&shown, sheet);
    gc_free(&gc);
}

const struct view_kind view_gc = {
    .wishes = &gc_wishes,
    .main = GC_MAIN_TABLES,
    .nothing = "there are no garbage collections to report (jdk.GarbageCollection, "
               "jdk.GCPhasePause)",
    .describe = describe,
};

static int make_answer(struct answer *answer) {
    const struct gc_command_options *options = answer->options;
    return view_answer(answer, &view_gc, &options->window, options->top);
}

const struct command command_gc = {
    .name = "gc",
    .summary = "Show what the garbage collector did, and what it cost",
    .operands = "RECORDING...",
    .description =
        "How often and how long the program stood for collections, by cause, collector and phase; "
        "what the heap held before and after, how fast it was filled; evacuations that failed, "
        "waits for memory, calls of System.gc(); and the longest ten pauses, with what ran before "
        "them. Of G1, Parallel, Serial, ZGC and Shenandoah.\n\n"
        "A pause is an event jdk.GCPhasePause; where there are none, a jdk.GarbageCollection with "
        "the sum of its pauses. A percentile is a length that occurred: p99 is the shortest that "
        "99 % of the pauses are not longer than. Of causes and collectors it is of the longest "
        "pause of each collection.\n\n"
        "What was allocated is by what the heap grew between collections; where collectors work "
        "beside the program (ZGC, Shenandoah), by samples of allocations.",
    .writes = FORMATS_OF_SHEETS,
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct gc_command_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
