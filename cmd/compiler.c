/* jfrtool compiler: what the JIT compiled, gave up and took back. */
#include "base/units.h"
#include "cmd/sheets/groups.h"
#include "cmd/sheets/lengths.h"

#include <string.h>

enum {
    COMPILATIONS,
    FAILURES,
    DEOPTIMIZATIONS,
    STATISTICS,
    CODE_CACHE,
    QUEUES,
    CACHE_FULL,
    CONFIGURATION,
    TABLES
};
enum { NS = 1, COMPILER, LEVEL, METHOD, SUCCEEDED, OSR, CODE_SIZE, INLINED }; /* COMPILATIONS */
enum { DEOPT_METHOD = 1, LINE, BCI, REASON, ACTION };
enum { COUNT = 1, OSR_COUNT, BAILOUTS, INVALIDATED, TOTAL_TIME, PEAK_TIME };
enum { TYPE = 1, START, TOP, ENTRIES, METHODS, FREE, FULL };

static const struct wish rows[TABLES] = {
    [COMPILATIONS] = {"jdk.Compilation",
                      {"startTime", "duration", "compiler", "compileLevel", "method", "succeded",
                       "isOsr", "codeSize", "inlinedBytes", "compileId"}},
    [FAILURES] = {"jdk.CompilationFailure", {"startTime", "failureMessage", "compileId"}},
    [DEOPTIMIZATIONS] = {"jdk.Deoptimization",
                         {"startTime", "method", "lineNumber", "bci", "reason", "action",
                          "compileId"}},
    [STATISTICS] = {"jdk.CompilerStatistics",
                    {"startTime", "compileCount", "osrCompileCount", "bailoutCount",
                     "invalidatedCount", "totalTimeSpent", "peakTimeSpent"}},
    [CODE_CACHE] = {"jdk.CodeCacheStatistics",
                    {"startTime", "codeBlobType", "startAddress", "reservedTopAddress",
                     "entryCount", "methodCount", "unallocatedCapacity", "fullCount"}},
    [QUEUES] = {"jdk.CompilerQueueUtilization",
                {"startTime", "compiler", "queueSize", "peakQueueSize"}},
    [CACHE_FULL] = {"jdk.CodeCacheFull", {"startTime", "codeBlobType"}},
    [CONFIGURATION] = {"jdk.CompilerConfiguration", {"startTime", "threadCount"}},
};
static const struct wishes wishes = {.rows = rows, .count = TABLES};

static const struct grouping by_level = {.wish = &rows[COMPILATIONS],
                                         .keys = {LEVEL, COMPILER},
                                         .key_count = 2,
                                         .duration = NS,
                                         .sum = CODE_SIZE};
static const struct grouping by_method = {.wish = &rows[COMPILATIONS],
                                          .keys = {METHOD},
                                          .key_count = 1,
                                          .duration = NS,
                                          .sum = CODE_SIZE};
static const struct grouping by_message = {.wish = &rows[FAILURES], .keys = {1}, .key_count = 1};
static const struct grouping by_reason = {
    .wish = &rows[DEOPTIMIZATIONS], .keys = {ACTION, REASON}, .key_count = 2};
static const struct grouping by_site = {
    .wish = &rows[DEOPTIMIZATIONS], .keys = {REASON, LINE, BCI, DEOPT_METHOD}, .key_count = 4};

static const struct event_table *table_of(const struct view *view, int table) {
    return tables_find(view->read->tables, &rows[table]);
}

/* The last row in the window, or SIZE_MAX. */
static size_t last_row(const struct view *view, const struct event_table *t) {
    for (size_t row = t->rows; row-- > 0;)
        if (grouped_takes(t, row, &view->read->window)) return row;
    return SIZE_MAX;
}

static struct cell count_cell(const struct event_table *t, size_t column, size_t row) {
    return cell_count(event_table_int(t, column, row));
}

static struct cell ns_cell(const struct event_table *t, size_t column, size_t row) {
    return cell_ns(whole_amount(event_table_int(t, column, row)));
}

/* What the JVM says of all compilations since it started, also of those too short for an event. */
static void describe_statistics(const struct view *view, struct sheet *sheet) {
    const struct event_table *t = table_of(view, STATISTICS);
    const struct event_table *c = table_of(view, CONFIGURATION);
    size_t row = last_row(view, t), config = last_row(view, c);
    if (row == SIZE_MAX) {
        sheet_field(sheet, "jvm", cell_missing());
        return;
    }
    sheet_group(sheet, (struct sheet_group){.title = "Since the JVM started", .key = "jvm"});
    if (config != SIZE_MAX) sheet_pair(sheet, "threads", "Threads", count_cell(c, 1, config));
    sheet_pair(sheet, "compilations", "Compilations", count_cell(t, COUNT, row));
    sheet_pair(sheet, "osr_compilations", "Of running loops", count_cell(t, OSR_COUNT, row));
    sheet_pair(sheet, "bailouts", "Given up", count_cell(t, BAILOUTS, row));
    sheet_pair(sheet, "invalidated", "Taken back", count_cell(t, INVALIDATED, row));
    sheet_pair(sheet, "total_ns", "Time", ns_cell(t, TOTAL_TIME, row));
    sheet_pair(sheet, "longest_ns", "Longest", ns_cell(t, PEAK_TIME, row));
    sheet_end(sheet);
}

static void describe_recorded(const struct view *view, struct sheet *sheet) {
    struct grouped all = grouped_make(view->read->tables, &by_level, &view->read->window);
    const struct event_table *t = table_of(view, COMPILATIONS);
    uint64_t failed = 0, osr = 0;
    struct text text = {0};
    for (size_t row = 0; row < t->rows; row++) {
        if (!grouped_takes(t, row, &view->read->window)) continue;
        failed += event_table_int(t, SUCCEEDED, row) == 0;
        osr += event_table_int(t, OSR, row) == 1;
    }
    sheet_object(sheet, "compilations");
    lengths_fields(&all.all, sheet);
    sheet_field(sheet, "failed", cell_count(failed));
    sheet_field(sheet, "osr", cell_count(osr));
    sheet_end(sheet);
    sheet_group(sheet, (struct sheet_group){.title = "Recorded"});
    if (all.all.items.len) {
        lengths_add_words(&all.all, 0, &text);
        sheet_pair(sheet, NULL, "Compilations", cell_text(text_str(&text)));
    }
    if (failed) sheet_pair(sheet, NULL, "Failed", cell_count(failed));
    sheet_end(sheet);
    text_free(&text);
    grouped_free(&all);
}

/* Each segment as it was last. */
static void describe_cache(const struct view *view, struct sheet *sheet) {
    static const struct grouping by_type = {
        .wish = &rows[CODE_CACHE], .keys = {TYPE}, .key_count = 1};
    struct grouped types = grouped_make(view->read->tables, &by_type, &view->read->window);
    const struct event_table *t = types.table;
    sheet_group(sheet, (struct sheet_group){.title = "Code cache, at the end"});
    sheet_table(sheet, (struct sheet_table){.key = "code_cache", .omit_empty = true});
    sheet_number_column(sheet, SHEET_ALL, "in use", "used_bytes");
    sheet_number_column(sheet, SHEET_ALL, "of", "reserved_bytes");
    sheet_number_column(sheet, SHEET_ALL, "%", "used_percent");
    sheet_number_column(sheet, SHEET_ALL, "entries", "entries");
    sheet_number_column(sheet, SHEET_ALL, "methods", "methods");
    sheet_number_column(sheet, SHEET_ALL, "was full", "full_count");
    sheet_column(sheet,
                 (struct sheet_column){
                     .title = "segment", .key = "segment", .flexible = true, .sentence = true});
    for (size_t i = 0; i < types.rows.len; i++) {
        size_t row = types.rows.items[i].last;
        int64_t size =
            whole_amount(whole_minus(event_table_int(t, TOP, row), event_table_int(t, START, row)));
        int64_t used = whole_amount(whole_minus(size, whole_amount(event_table_int(t, FREE, row))));
        sheet_row(sheet);
        sheet_cell(sheet, cell_bytes(used));
        sheet_cell(sheet, cell_bytes(size));
        sheet_cell(sheet, cell_percent(percent_of(whole_real(used), whole_real(size))));
        sheet_cell(sheet, count_cell(t, ENTRIES, row));
        sheet_cell(sheet, count_cell(t, METHODS, row));
        sheet_cell(sheet, count_cell(t, FULL, row));
        sheet_cell(sheet, cell_text(view_text(view, types.rows.items[i].keys[0])));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    grouped_free(&types);
}

/* How long queues became, at most. */
static void describe_queues(const struct view *view, struct sheet *sheet) {
    static const struct grouping by_compiler = {.wish = &rows[QUEUES], .keys = {1}, .key_count = 1};
    struct grouped compilers = grouped_make(view->read->tables, &by_compiler, &view->read->window);
    sheet_group(sheet, (struct sheet_group){.title = "Queues"});
    sheet_table(sheet, (struct sheet_table){.key = "queues", .omit_empty = true});
    sheet_number_column(sheet, SHEET_ALL, "at the end", "last");
    sheet_number_column(sheet, SHEET_ALL, "most", "most");
    sheet_text_column(sheet, SHEET_ALL, "compiler", "compiler");
    for (size_t i = 0; i < compilers.rows.len; i++) {
        size_t row = compilers.rows.items[i].last;
        sheet_row(sheet);
        sheet_cell(sheet, count_cell(compilers.table, 2, row));
        sheet_cell(sheet, count_cell(compilers.table, 3, row));
        sheet_cell(sheet, cell_text(view_text(view, compilers.rows.items[i].keys[0])));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    grouped_free(&compilers);
}

static void describe(const struct view *view, struct sheet *sheet) {
    static const struct group_table levels = {.title = "By level",
                                              .key = "by_level",
                                              .count = "times",
                                              .sum = "code",
                                              .sum_key = "code_bytes",
                                              .lengths = true,
                                              .columns = {{"level", "level", GROUP_NUMBER},
                                                          {"compiler", "compiler", GROUP_TEXT}}},
                                    methods = {.title = "Methods that took longest",
                                               .key = "by_method",
                                               .count = "times",
                                               .sum = "code",
                                               .sum_key = "code_bytes",
                                               .lengths = true,
                                               .columns = {{"method", "method", GROUP_TEXT}}},
                                    messages = {.title = "Failures",
                                                .key = "failures",
                                                .count = "times",
                                                .columns = {{"message", "message", GROUP_TEXT}}},
                                    reasons = {.title = "Deoptimisations by reason",
                                               .key = "deoptimizations",
                                               .count = "times",
                                               .columns = {{"action", "action", GROUP_TEXT},
                                                           {"reason", "reason", GROUP_TEXT}}},
                                    sites = {.title = "Deoptimisations by site",
                                             .key = "deoptimization_sites",
                                             .count = "times",
                                             .columns = {{"reason", "reason", GROUP_TEXT},
                                                         {"line", "line", GROUP_NUMBER},
                                                         {"bci", "bci", GROUP_NUMBER},
                                                         {"method", "method", GROUP_TEXT}}},
                                    full = {.title = "Code cache was full",
                                            .key = "cache_full",
                                            .count = "times",
                                            .columns = {{"segment", "segment", GROUP_TEXT}}};
    static const struct grouping by_segment = {
        .wish = &rows[CACHE_FULL], .keys = {1}, .key_count = 1};
    describe_statistics(view, sheet);
    describe_recorded(view, sheet);
    groups_describe(view, &by_level, &levels, sheet);
    groups_describe(view, &by_method, &methods, sheet);
    groups_describe(view, &by_message, &messages, sheet);
    groups_describe(view, &by_reason, &reasons, sheet);
    groups_describe(view, &by_site, &sites, sheet);
    describe_cache(view, sheet);
    groups_describe(view, &by_segment, &full, sheet);
    describe_queues(view, sheet);
    view_add_span(view, sheet);
}

static int make_answer(struct answer *answer) {
    static const struct view_kind kind = {
        .wishes = &wishes,
        .main = CONFIGURATION,
        .nothing = "the recording says nothing of the compiler (jdk.Compilation, "
                   "jdk.CompilerStatistics, jdk.Deoptimization, jdk.CodeCacheStatistics)",
        .describe = describe};
    return view_answer_usual(answer, &kind);
}

static const struct command_example examples[] = {
    {"jfrtool compiler rec.jfr", "What was compiled, for how long, and what was taken back"},
    {"jfrtool compiler --json rec.jfr | jq .deoptimization_sites", "For programs"},
    {NULL, NULL},
};

const struct command command_compiler = {
    .name = "compiler",
    .summary = "Show what was compiled, what failed, and what was taken back",
    .operands = "RECORDING...",
    .description =
        "Compilations by level and by method, with their time and the code they made; failures by "
        "message; deoptimisations by reason and by site: a site that is there again and again is "
        "compiled and given up in a loop. The code cache, segment by segment. Compilations are "
        "recorded from a threshold on (100 ms in profile.jfc); what the JVM says of all of them "
        "since it started stands first.",
    .examples = examples,
    VIEWS,
    .answer = make_answer,
};
