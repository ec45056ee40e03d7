/* jfrtool safepoints: how long threads were stopped, and for what. */
#include "analyzers/jvm/safepoints.h"

#include "analyzers/time/grouped.h"
#include "cmd/read/view.h"
#include "cmd/sheets/lengths.h"

enum { BEGINS, OPERATIONS, LATENCIES, TABLES };
static const struct wish rows[TABLES] = {
    [BEGINS] = SAFEPOINT_BEGINS,
    [OPERATIONS] = SAFEPOINT_OPERATIONS,
    [LATENCIES] = {"jdk.SafepointLatency",
                   {"startTime", "duration", "eventThread", "stackTrace.top", "threadState"}},
};
static const struct wishes wishes = {.rows = rows, .count = TABLES};
static const struct grouping by_method = {
    .wish = &rows[LATENCIES], .keys = {3, 4}, .key_count = 2, .duration = 1};

static const char *thread_name(const struct view *view, uint32_t id) {
    const struct things *things = &view->read->tables->things;
    return id == THINGS_NONE ? NULL : strings_get(&things->texts, things->threads.items[id].name);
}

static void lengths_object(const char *key, const struct lengths *lengths, struct sheet *sheet) {
    sheet_object(sheet, key);
    lengths_fields(lengths, sheet);
    sheet_end(sheet);
}

static void add_words(const struct lengths *lengths, const char *label, int64_t recorded_ns,
                      struct sheet *sheet) {
    struct text text = {0};
    if (!lengths->items.len) return;
    lengths_add_words(lengths, recorded_ns, &text);
    sheet_pair(sheet, NULL, label, cell_text(text_str(&text)));
    text_free(&text);
}

static void describe_operations(const struct view *view, const struct safepoints *safepoints,
                                struct sheet *sheet) {
    size_t shown = 0;
    sheet_group(sheet, (struct sheet_group){.title = "By operation"});
    sheet_table(sheet, (struct sheet_table){.key = "operations", .omit_empty = true});
    lengths_columns(sheet, "times");
    sheet_number_column(sheet, SHEET_ALL, "to reach", "reach_total_ns");
    sheet_number_column(sheet, SHEET_ALL & ~(unsigned)SHEET_TEXT, "most", "reach_max_ns");
    sheet_text_column(sheet, SHEET_ALL, "stops", "safepoint");
    sheet_column(sheet,
                 (struct sheet_column){.title = "operation", .key = "operation", .flexible = true});
    for (size_t i = 0; i < safepoints->operations.len; i++) {
        const struct safepoint_operation *o = &safepoints->operations.items[i];
        if (view_is_full(view, shown++, sheet)) break;
        sheet_row(sheet);
        lengths_cells(&o->lengths, sheet);
        sheet_cell(sheet, cell_ns(lengths_total(&o->reach)));
        sheet_cell(sheet, cell_ns(lengths_longest(&o->reach)));
        sheet_cell(sheet, cell_shown(cell_bool(o->stops), o->stops ? "yes" : "no"));
        sheet_cell(sheet, cell_text(view_text(view, o->name)));
    }
    sheet_end(sheet);
    sheet_end(sheet);
}

static void describe_slowest(const struct view *view, const struct safepoints *safepoints,
                             struct sheet *sheet) {
    const struct when when = {&view->read->zone, view->range.start_ns, view->range.end_ns};
    size_t shown = 0;
    sheet_group(sheet, (struct sheet_group){.title = "Slowest to reach"});
    sheet_table(sheet, (struct sheet_table){.key = "slowest", .omit_empty = true});
    when_column(sheet, &view->read->zone);
    sheet_number_column(sheet, SHEET_ALL, "to reach", "reach_ns");
    sheet_number_column(sheet, SHEET_ALL, "operation", "operation_ns");
    sheet_number_column(sheet, SHEET_ALL, "threads", "threads");
    sheet_number_column(sheet, SHEET_ALL, "in JNI", "jni_critical_threads");
    sheet_column(sheet,
                 (struct sheet_column){.title = "for", .key = "operation", .flexible = true});
    sheet_column(sheet,
                 (struct sheet_column){
                     .title = "asked for by", .key = "caller", .flexible = true, .sentence = true});
    for (size_t i = 0; i < safepoints->slowest.len; i++) {
        const struct safepoint *s = &safepoints->items.items[safepoints->slowest.items[i]];
        if (shown++ == (view->top < 100 ? view->top : 100)) break;
        sheet_row(sheet);
        when_cell(&when, s->start_ns, sheet);
        sheet_cell(sheet, cell_ns(s->reach_ns));
        sheet_cell(sheet, cell_ns(s->operation_ns));
        sheet_cell(sheet, cell_number(s->threads));
        sheet_cell(sheet, cell_number(s->critical));
        sheet_cell(sheet, cell_text(view_text(view, s->operation)));
        sheet_cell(sheet, cell_text(thread_name(view, s->caller)));
    }
    sheet_end(sheet);
    sheet_end(sheet);
}

/* From JDK 21 on, if it is switched on: which threads came late, and where they were. */
static void describe_late(const struct view *view, struct sheet *sheet) {
    struct grouped late = grouped_make(view->read->tables, &by_method, &view->read->window);
    sheet_group(sheet, (struct sheet_group){.title = "Where threads were that came late"});
    sheet_table(sheet, (struct sheet_table){.key = "late", .omit_empty = true});
    lengths_columns(sheet, "times");
    sheet_text_column(sheet, SHEET_ALL, "state", "state");
    sheet_column(sheet,
                 (struct sheet_column){.title = "method", .key = "method", .flexible = true});
    for (size_t i = 0; i < late.rows.len && !view_is_full(view, i, sheet); i++) {
        const struct grouped_row *row = &late.rows.items[i];
        sheet_row(sheet);
        lengths_cells(&row->lengths, sheet);
        sheet_cell(sheet, cell_text(view_text(view, row->keys[1])));
        sheet_cell(sheet, cell_text(view_text(view, row->keys[0])));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    grouped_free(&late);
}

static void describe(const struct view *view, struct sheet *sheet) {
    struct safepoints safepoints;
    safepoints_make(view->read->tables, &rows[BEGINS], &rows[OPERATIONS], &view->read->window,
                    &safepoints);
    sheet_field(sheet, "safepoints", cell_count(safepoints.items.len));
    sheet_field(sheet, "duration_ns", cell_ns(view->read->recorded_ns));
    lengths_object("to_reach", &safepoints.reach, sheet);
    lengths_object("at_safepoint", &safepoints.lengths, sheet);
    sheet_group(sheet, (struct sheet_group){.title = "Safepoints"});
    add_words(&safepoints.reach, "To reach them", view->read->recorded_ns, sheet);
    add_words(&safepoints.lengths, "Operations", view->read->recorded_ns, sheet);
    sheet_end(sheet);
    describe_operations(view, &safepoints, sheet);
    describe_slowest(view, &safepoints, sheet);
    describe_late(view, sheet);
    view_add_span(view, sheet);
    safepoints_free(&safepoints);
}

const struct view_kind view_safepoints = {
    .wishes = &wishes,
    .main = LATENCIES,
    .nothing = "there are no safepoints to report (jdk.SafepointBegin, "
               "jdk.ExecuteVMOperation)",
    .describe = describe};

static int make_answer(struct answer *answer) {
    return view_answer_usual(answer, &view_safepoints);
}

static const struct command_example examples[] = {
    {"jfrtool safepoints rec.jfr", "How long the threads took to stop, and for what they were"},
    {"jfrtool safepoints --from 10s --to 20s rec.jfr", "Of ten seconds"},
    {NULL, NULL},
};

const struct command command_safepoints = {
    .name = "safepoints",
    .summary = "Show how long threads were stopped, and for what",
    .operands = "RECORDING...",
    .description =
        "For some operations the JVM stops all threads. How long it takes until the last one "
        "stands (jdk.SafepointBegin) and how long the operation then takes "
        "(jdk.ExecuteVMOperation), by operation, and those that took longest to reach, with who "
        "asked for them. The JVM's settings have thresholds for both (jfrtool jvm shows them): "
        "what is shorter is not there.",
    .examples = examples,
    VIEWS,
    .answer = make_answer,
};
