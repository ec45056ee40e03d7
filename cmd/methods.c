/* jfrtool methods: methods that the JVM traced or timed. */
#include "base/units.h"
#include "cmd/sheets/groups.h"
#include "cmd/sheets/lengths.h"

#include <math.h>

enum { TIMINGS, TRACES, TABLES };
enum { METHOD = 1, INVOCATIONS, LEAST, MEAN, MOST };    /* TIMINGS */
enum { DURATION = 1, TRACED, TOP, THREAD, BEHIND_TOP }; /* TRACES */

static const struct wish rows[TABLES] = {
    [TIMINGS] = {"jdk.MethodTiming",
                 {"startTime", "method", "invocations", "minimum", "average", "maximum"}},
    [TRACES] = {"jdk.MethodTrace",
                {"startTime", "duration", "method", "stackTrace.top", "eventThread",
                 "stackTrace.callerFrame"}},
};
static const struct wishes wishes = {.rows = rows, .count = TABLES};

struct timed {
    uint64_t method; /* cell */
    int64_t invocations, least, mean, most;
    double total; /* ns; what is not known is missing */
};

static int compare_timed(const void *a, const void *b) {
    const struct timed *x = a, *y = b;
    double one = real_or(x->total, -1), other = real_or(y->total, -1);
    if (one != other) return one < other ? 1 : -1;
    if (x->invocations != y->invocations) return x->invocations < y->invocations ? 1 : -1;
    return (x->method > y->method) - (x->method < y->method);
}

/* Each event says what was counted since the JVM started: the last one of a method has all. */
static void describe_timings(const struct view *view, struct sheet *sheet) {
    static const struct grouping by_method = {
        .wish = &rows[TIMINGS], .keys = {METHOD}, .key_count = 1};
    struct grouped each = grouped_make(view->read->tables, &by_method, &view->read->window);
    const struct event_table *t = each.table;
    ARRAY(struct timed) all = {0};
    for (size_t i = 0; i < each.rows.len; i++) {
        size_t row = each.rows.items[i].last;
        struct timed timed = {.method = each.rows.items[i].keys[0],
                              .invocations = whole_amount(event_table_int(t, INVOCATIONS, row)),
                              .least = whole_amount(event_table_int(t, LEAST, row)),
                              .mean = whole_amount(event_table_int(t, MEAN, row)),
                              .most = whole_amount(event_table_int(t, MOST, row))};
        timed.total = whole_real(timed.mean) * whole_real(timed.invocations);
        array_push(&all, timed);
    }
    if (all.len) qsort(all.items, all.len, sizeof *all.items, compare_timed);
    sheet_group(sheet, (struct sheet_group){.title = "Timed"});
    sheet_table(sheet, (struct sheet_table){.key = "timed", .omit_empty = true});
    sheet_number_column(sheet, SHEET_ALL, "calls", "invocations");
    sheet_number_column(sheet, SHEET_ALL, "about", "estimated_total_ns");
    sheet_number_column(sheet, SHEET_ALL, "least", "minimum_ns");
    sheet_number_column(sheet, SHEET_ALL, "mean", "average_ns");
    sheet_number_column(sheet, SHEET_ALL, "most", "maximum_ns");
    sheet_column(sheet,
                 (struct sheet_column){.title = "method", .key = "method", .flexible = true});
    for (size_t i = 0; i < all.len && !view_is_full(view, i, sheet); i++) {
        const struct timed *timed = &all.items[i];
        int64_t total = timed->total < 9e18 ? (int64_t)timed->total : MISSING;
        sheet_row(sheet);
        sheet_cell(sheet, cell_count(timed->invocations));
        sheet_cell(sheet, cell_ns(total));
        sheet_cell(sheet, cell_ns(timed->least));
        sheet_cell(sheet, cell_ns(timed->mean));
        sheet_cell(sheet, cell_ns(timed->most));
        sheet_cell(sheet, cell_text(view_text(view, timed->method)));
    }
    sheet_end(sheet);
    if (all.len)
        sheet_note(sheet, SHEET_PEOPLE,
                   "calls since the JVM started, about: calls times their mean\n");
    sheet_end(sheet);
    array_free(&all);
    grouped_free(&each);
}

static void describe(const struct view *view, struct sheet *sheet) {
    static const struct grouping
        /* async-profiler names no method: it has the traced one on top of the stack. */
        by_method = {.wish = &rows[TRACES],
                     .keys = {TRACED},
                     .key_count = 1,
                     .unless = TRACED,
                     .others = {TOP},
                     .duration = DURATION},
        by_site = {.wish = &rows[TRACES],
                   .keys = {TRACED, TOP},
                   .key_count = 2,
                   .unless = TRACED,
                   .others = {TOP, BEHIND_TOP},
                   .duration = DURATION},
        by_thread = {.wish = &rows[TRACES], .keys = {THREAD}, .key_count = 1, .duration = DURATION};
    static const struct group_table traced = {.title = "Traced",
                                              .key = "traced",
                                              .count = "calls",
                                              .lengths = true,
                                              .columns = {{"method", "method", GROUP_TEXT}}},
                                    sites = {.title = "Traced, by caller",
                                             .key = "sites",
                                             .count = "calls",
                                             .lengths = true,
                                             .columns = {{"method", "method", GROUP_TEXT},
                                                         {"caller", "caller", GROUP_TEXT}}},
                                    threads = {.title = "Traced, by thread",
                                               .key = "threads",
                                               .count = "calls",
                                               .lengths = true,
                                               .columns = {{"thread", "thread", GROUP_THREAD}}};
    describe_timings(view, sheet);
    groups_describe(view, &by_method, &traced, sheet);
    groups_describe(view, &by_site, &sites, sheet);
    groups_describe(view, &by_thread, &threads, sheet);
    view_add_span(view, sheet);
}

static int make_answer(struct answer *answer) {
    static const struct view_kind kind = {
        .wishes = &wishes,
        .main = TABLES,
        .nothing = "no method was traced or timed (jdk.MethodTrace and jdk.MethodTiming of JDK "
                   "25 and async-profiler 4.2 or later); jfrtool hot-methods shows methods that "
                   "were sampled",
        .describe = describe};
    return view_answer_usual(answer, &kind);
}

static const struct command_example examples[] = {
    {"jfrtool methods rec.jfr", "How often they were called, for how long, and by whom"},
    {NULL, NULL},
};

const struct command command_methods = {
    .name = "methods",
    .summary = "Show methods that were traced or timed: calls, times, callers",
    .operands = "RECORDING...",
    .description =
        "From JDK 25 on the JVM instruments methods that are named when it is started: "
        "-XX:StartFlightRecording:method-timing=app.Service::handle, or method-trace=... for one "
        "event a call. Timed methods have their calls with the least, the mean and the most time; "
        "traced ones percentiles, and their callers. A call counts all that it calls. "
        "async-profiler traces methods likewise (trace=app.Service.handle).",
    .examples = examples,
    VIEWS,
    .answer = make_answer,
};
