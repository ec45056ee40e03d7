/* safepoints: how long threads were stopped, and for what. */
#include "analyzers/jvm/safepoints.h"

#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"

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
    OWNED(text_free) struct text text = {0};
    if (!lengths->items.len) return;
    lengths_add_words(lengths, recorded_ns, &text);
    sheet_pair(sheet, NULL, label, cell_text(text_str(&text)));
}

static void describe_operations(const struct view *view, const struct safepoints *safepoints,
                                struct sheet *sheet) {
    size_t shown = 0;
    sheet_titled_table(sheet, "By operation", "operations");
    lengths_columns(sheet, "times");
    sheet_columns(
        sheet, column_number("to reach", "reach_total_ns"),
        column_for(SHEET_ALL & ~(unsigned)SHEET_TEXT, column_number("most", "reach_max_ns")),
        column_text("stops", "safepoint"), column_name("operation", "operation"));
    EACH (const struct safepoint_operation, o, &safepoints->operations) {
        if (view_is_full(view, shown++, sheet)) break;
        sheet_row(sheet);
        lengths_cells(&o->lengths, sheet);
        sheet_cells(sheet, cell_ns(lengths_total(&o->reach)), cell_ns(lengths_longest(&o->reach)),
                    cell_shown(cell_bool(o->stops), o->stops ? "yes" : "no"),
                    cell_text(view_text(view, o->name)));
    }
    sheet_end(sheet);
}

static void describe_slowest(const struct view *view, const struct safepoints *safepoints,
                             struct sheet *sheet) {
    const struct when when = {&view->read->zone, view->range.start_ns, view->range.end_ns};
    size_t shown = 0;
    sheet_titled_table(sheet, "Slowest to reach", "slowest");
    when_column(sheet, &view->read->zone);
    sheet_columns(sheet, column_number("to reach", "reach_ns"),
                  column_number("operation", "operation_ns"), column_number("threads", "threads"),
                  column_number("in JNI", "jni_critical_threads"), column_name("for", "operation"),
                  column_words("requested by", "caller"));
    for (size_t i = 0; i < safepoints->slowest.len; i++) {
        const struct safepoint *s = &safepoints->items.items[safepoints->slowest.items[i]];
        if (shown++ == (view->top < 100 ? view->top : 100)) break;
        sheet_row(sheet);
        when_cell(&when, s->start_ns, sheet);
        sheet_cells(sheet, cell_ns(s->reach_ns), cell_ns(s->operation_ns), cell_number(s->threads),
                    cell_number(s->critical), cell_text(view_text(view, s->operation)),
                    cell_text(thread_name(view, s->caller)));
    }
    sheet_end(sheet);
}

static void describe(const struct view *view, struct sheet *sheet) {
    struct safepoints safepoints;
    safepoints_make(view->read->tables, &view->read->window, &safepoints);
    bool known = safepoints.items.len || safepoints.operations.len;
    sheet_field(sheet, "safepoints", cell_count(known ? (int64_t)safepoints.items.len : MISSING));
    lengths_object("to_reach", &safepoints.reach, sheet);
    lengths_object("at_safepoint", &safepoints.lengths, sheet);
    sheet_group(sheet, (struct sheet_group){.title = "Safepoints"});
    add_words(&safepoints.reach, "To reach them", view->read->recorded_ns, sheet);
    add_words(&safepoints.lengths, "Operations", view->read->recorded_ns, sheet);
    sheet_end(sheet);
    describe_operations(view, &safepoints, sheet);
    describe_slowest(view, &safepoints, sheet);
    safepoints_free(&safepoints);
}

const struct view_kind extra_safepoints = {
    .wishes = &safepoints_wishes, .main = 2, .describe = describe};
