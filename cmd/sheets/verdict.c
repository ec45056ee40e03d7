#include "cmd/write/words.h"
#include "cmd/sheets/verdict.h"

#include "analyzers/time/periods.h"
#include "base/units.h"

#include <string.h>

#define MORE_JVMS 5
#define LABELS 13 /* columns of the widest label, "Sampled every", whether it is there or not */
#define NAME_COLUMNS 150 /* of names in a comment */
#define COMMENT_ROWS 20
#define COMMENT_BYTES 58000 /* GitHub takes 65,536 characters; some room for who adds to it */

static void add_jvm_pairs(const struct facts *facts, struct sheet *sheet) {
    OWNED(text_free) struct text value = {0};
    for (size_t i = 0; i < facts->jvms.len && i < MORE_JVMS; i++) {
        const char *name = strings_get(&facts->strings, facts->jvms.items[i].name);
        const char *version = strings_get(&facts->strings, facts->jvms.items[i].version);
        const char *built = strstr(version, ", built ");
        text_clear(&value);
        /* HotSpot's version repeats the name. */
        if (strncmp(version, name, strlen(name)) != 0) text_addf(&value, "%s ", name);
        text_add_bytes(&value, version, built ? (size_t)(built - version) : strlen(version));
        sheet_pair(sheet, NULL, "JVM", cell_text(text_str(&value)));
    }
    text_clear(&value);
    if (facts->jvms.len > MORE_JVMS) {
        text_addf(&value, "and %zu more", facts->jvms.len - MORE_JVMS);
        sheet_pair(sheet, NULL, "", cell_text(text_str(&value)));
    }
}

static void add_period_pair(const struct periods *periods, struct sheet *sheet) {
    OWNED(text_free) struct text value = {0};
    OWNED(map_free) struct map seen = {0};
    for (size_t i = 0; i < periods->items.len; i++) {
        bool fresh;
        map_put(&seen, (uint64_t)periods->items.items[i].ns, &fresh);
        if (!fresh) continue;
        if (seen.len > 1) text_add(&value, ", later ");
        if (periods->items.items[i].ns) units_add_duration(&value, periods->items.items[i].ns);
        else text_add(&value, "chunk");
    }
    if (value.len) sheet_pair(sheet, NULL, "Sampled every", cell_text(text_str(&value)));
}

static void add_loss(uint64_t count, const char *noun, const char *rest, struct text *out) {
    if (!count) return;
    if (out->len) text_add(out, ", ");
    text_add_number_of(out, count, noun);
    text_add(out, rest);
}

static void add_pairs(const struct reading *reading, const struct periods *periods,
                      struct sheet *sheet) {
    const struct facts *facts = &reading->samples->facts;
    const struct scan_report *report = &reading->report;
    const int64_t recorded_ns = reading->samples->recorded_ns;
    OWNED(text_free) struct text value = {0};
    add_jvm_pairs(facts, sheet);
    words_pair(sheet, "Duration", "{} from {}", cell_ns(recorded_ns > 0 ? recorded_ns : MISSING),
               cell_time(report->start_ns));
    add_period_pair(periods, sheet);
    reading_add_footer(reading, &value);
    const char *label = "Samples";
    for (char *line = value.data, *next; line && *line; line = next, label = "") {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        sheet_pair(sheet, NULL, label, cell_text(line));
    }
    text_clear(&value);
    add_loss(facts->lost_samples, "sample", " by the sampler", &value);
    add_loss(facts->lost_bytes, "byte", " of events by the JVM", &value);
    add_loss(report->lost_bytes, "byte", " of the file could not be read", &value);
    sheet_pair(sheet, NULL, "Lost", cell_text(value.len ? value.data : "nothing"));
}

static void add_fields(const struct reading *reading, const struct periods *periods,
                       struct sheet *sheet) {
    const struct facts *facts = &reading->samples->facts;
    const struct scan_report *report = &reading->report;
    sheet_array(sheet, "jvms");
    EACH (const struct fact_jvm, jvm, &facts->jvms)
        sheet_object_of(sheet, NULL, {"name", cell_text(strings_get(&facts->strings, jvm->name))},
                        {"version", cell_text(strings_get(&facts->strings, jvm->version))},
                        {"pid", cell_number(jvm->pid)});
    sheet_end(sheet);
    sheet_fields(sheet, {"start_ns", cell_number(report->start_ns)},
                 {"duration_ns", cell_number(reading->samples->recorded_ns)});
    sheet_array(sheet, "periods");
    for (size_t i = 0; i < periods->items.len; i++) {
        sheet_object_of(sheet, NULL, {"time_ns", cell_number(periods->items.items[i].time_ns)},
                        {"period_ns", cell_number(periods->items.items[i].ns)});
    }
    sheet_end(sheet);
    sheet_fields(sheet, {"attached_late", cell_bool(reading->samples->late)},
                 {"lost_samples", cell_count(facts->lost_samples)},
                 {"lost_by_jvm_bytes", cell_count(facts->lost_bytes)},
                 {"lost_bytes", cell_count(report->lost_bytes)});
}

static void add_recording(const struct reading *reading, struct sheet *sheet) {
    const struct samples *samples = reading->samples;
    OWNED(periods_free) struct periods periods = {0};
    if (samples->event) periods_of(&samples->facts, samples->event, false, &periods);
    sheet_group(sheet,
                (struct sheet_group){.title = "Recording", .key = "recording", .folded = true});
    add_fields(reading, &periods, sheet);
    add_pairs(reading, &periods, sheet);
    sheet_end(sheet);
}

/* For people a tree is worth showing if there is more in it than the method itself. */
static bool has_calls(const struct tree *tree) {
    return tree->rows.len && tree->rows.items[tree->rows.len - 1].depth > 0;
}

static void add_tree(const struct verdict_view *view, const struct verdict_calls *calls,
                     bool callers, struct sheet *sheet) {
    const struct tree *tree = callers ? &calls->callers : &calls->callees;
    uint64_t samples = callers ? calls->caller_samples : calls->callee_samples;
    const struct tree_shape shape = {.by = view->hot.by,
                                     .self = !callers,
                                     .formats =
                                         has_calls(tree) ? SHEET_PEOPLE | SHEET_JSON : SHEET_JSON};
    OWNED(text_free) struct text title = {0};
    words_add(&title, "{}{} ({sample}{}", cell_text(callers ? "Callers of " : "Callees of "),
              cell_text(calls->name), cell_count(samples),
              cell_text(callers && calls->self_only ? " with it on top of the stack)"
                                                    : " with it on the stack)"));
    sheet_group(sheet, (struct sheet_group){.title = has_calls(tree) ? text_str(&title) : NULL,
                                            .key = callers ? "callers" : "callees",
                                            .folded = true});
    if (callers) sheet_field(sheet, "self_only", cell_bool(calls->self_only));
    sheet_field(sheet, "samples", cell_count(samples));
    tree_add(tree, view->hot.profile, &shape, sheet);
    sheet_end(sheet);
}

/* A comment has another order: what may be left out comes last. */
static void add_comment(const struct verdict_view *view, struct sheet *sheet) {
    struct hot_view hot = view->hot;
    sheet->limit = COMMENT_BYTES;
    sheet_section(sheet, "Verdict");
    finding_add(&view->finding, NULL, sheet);
    sheet_section(sheet, "Hot methods");
    if (!hot.max_rows || hot.max_rows > COMMENT_ROWS) hot.max_rows = COMMENT_ROWS;
    hot.name_columns = NAME_COLUMNS;
    hot_add(&hot, sheet);
    sheet_section(sheet, "Recording");
    add_recording(view->reading, sheet);
    EACH (const struct verdict_calls, calls, &view->calls) {
        if (has_calls(&calls->callers)) sheet_section(sheet, "Callers");
        add_tree(view, calls, true, sheet);
        if (has_calls(&calls->callees)) sheet_section(sheet, "Callees");
        add_tree(view, calls, false, sheet);
    }
}

static void add_report(const struct verdict_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text shown = {0};
    sheet->labels = LABELS;
    finding_add(&view->finding, "analysis", sheet);
    reading_add_fields(view->reading, sheet);
    hot_add(&view->hot, sheet);
    hot_add_shown(&view->hot, &shown);
    sheet_note(sheet, SHEET_TEXT, text_str(&shown));
    sheet_array(sheet, "calls");
    EACH (const struct verdict_calls, calls, &view->calls) {
        sheet_object(sheet, NULL);
        frame_add_fields(&view->hot.profile->frames, calls->frame, view->hot.by,
                         view->hot.frame_type, sheet);
        add_tree(view, calls, true, sheet);
        add_tree(view, calls, false, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
    add_recording(view->reading, sheet);
}

void verdict_add(const struct verdict_view *view, struct sheet *sheet) {
    if (sheet_shows(sheet, SHEET_MARKDOWN)) add_comment(view, sheet);
    else add_report(view, sheet);
}
