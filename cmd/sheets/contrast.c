#include "cmd/write/words.h"
#include "cmd/sheets/contrast.h"

#include "base/units.h"
#include "base/shell.h"
#include "cmd/cli/voice.h"

#define MEASURES 8 /* that people see */
#define METHODS 4

struct cell contrast_cell(const struct contrast_row *row, double value) {
    if (is_missing(value)) return cell_missing();
    switch (row->measure->unit) {
    case CONTRAST_BYTES_PER_SECOND:
    case CONTRAST_BYTES:
    case CONTRAST_NS: return cell_number((int64_t)value);
    default: return cell_real(value, CELL_SIGNIFICANT);
    }
}

void contrast_add_value(const struct contrast_row *row, double value, struct text *out) {
    if (is_missing(value)) {
        text_add(out, "not recorded");
        return;
    }
    switch (row->measure->unit) {
    case CONTRAST_PERCENT: text_addf(out, "%.1f %%", value); break;
    case CONTRAST_THREADS: text_addf(out, "%.2f threads", value); break;
    case CONTRAST_PER_SECOND: text_addf(out, "%.1f /s", value); break;
    case CONTRAST_BYTES_PER_SECOND:
        units_add_bytes(out, value > 0 ? value : 0);
        text_add(out, "/s");
        break;
    case CONTRAST_BYTES: units_add_bytes(out, value > 0 ? value : 0); break;
    case CONTRAST_NS: units_add_duration(out, (int64_t)value); break;
    case CONTRAST_COUNT: text_addf(out, "%.1f", value); break;
    }
}

static void add_utc(struct text *out, int64_t ns) {
    OWNED(text_free) struct text time = {0};
    units_add_utc(&time, ns); /* "2026-11-20 21:31:00.500 UTC" */
    size_t len = time.len > 4 ? time.len - 4 : 0;
    for (size_t i = 0; i < len; i++) text_add_char(out, time.data[i] == ' ' ? 'T' : time.data[i]);
    text_add_char(out, 'Z');
}

static void add_see(const struct contrast_view *view, const char *see, struct text *out) {
    bool tools = voice_is_of_tools();
    if (!voice_add_call(out, see)) return;
    text_add(out, tools ? ", from=" : " --from ");
    add_utc(out, view->from_ns);
    text_add(out, tools ? ", to=" : " --to ");
    add_utc(out, view->to_ns);
    if (tools) return;
    shell_add_paths(out, view->paths);
}

/* ==== For programs ========================================================================== */

static void add_method_objects(const struct diff *diff, const uint32_t *order, size_t len,
                               struct sheet *sheet);

#include "cmd/keys/overview.contrast_shown.h"

static void add_method_objects(const struct diff *diff, const uint32_t *order, size_t len,
                               struct sheet *sheet) {
    if (!diff) {
        sheet_field(sheet, "methods", cell_missing());
        return;
    }
    sheet_array(sheet, "methods");
    for (size_t i = 0; i < len; i++) {
        const struct diff_measure *self = &diff->rows.items[order[i]].self;
        OWNED(text_free) struct text name = {0};
        if (!self->significant) continue;
        frame_add_name(&diff->joined.frames, order[i], &name);
        sheet_object(sheet, NULL);
        contrast_method(self, text_str(&name), sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

/* ==== For people ============================================================================ */

static void add_row(struct sheet *sheet, const char *what, const char *here, const char *elsewhere,
                    double chance, const char *most) {
    OWNED(text_free) struct text p = {0};
    if (chance < 0.0001) text_add(&p, "<0.0001");
    else text_addf(&p, "%.4f", chance);
    sheet_row_of(sheet, cell_text(what), cell_text(here), cell_text(elsewhere),
                 cell_text(text_str(&p)), cell_text(most));
}

static size_t add_measure_rows(const struct contrast_view *view, struct sheet *sheet,
                               size_t *left_out) {
    size_t shown = 0;
    EACH (const struct contrast_row, row, &view->contrast->rows) {
        OWNED(text_free) struct text here = {0}, elsewhere = {0};
        if (!contrast_stands_out(row)) continue;
        if (shown == MEASURES) {
            ++*left_out;
            continue;
        }
        contrast_add_value(row, row->value[1], &here);
        contrast_add_value(row, row->value[0], &elsewhere);
        add_row(sheet, row->measure->name, text_str(&here), text_str(&elsewhere), row->adjusted,
                row->most);
        shown++;
    }
    return shown;
}

static size_t add_method_rows(const struct diff *diff, const uint32_t *order, size_t len,
                              struct sheet *sheet, size_t *left_out) {
    size_t shown = 0;
    for (size_t i = 0; i < len; i++) {
        const struct diff_measure *self = &diff->rows.items[order[i]].self;
        OWNED(text_free) struct text here = {0}, elsewhere = {0}, name = {0};
        if (!self->significant) continue;
        if (shown == METHODS) {
            ++*left_out;
            continue;
        }
        frame_add_name(&diff->joined.frames, order[i], &name);
        text_addf(&here, "%.1f %%", self->shown[1] * 100);
        text_addf(&elsewhere, "%.1f %%", self->shown[0] * 100);
        add_row(sheet, "samples on top of the stack", text_str(&here), text_str(&elsewhere),
                self->adjusted, text_str(&name));
        shown++;
    }
    return shown;
}

static void add_title(const struct contrast_view *view, struct text *out) {
    words_add(out, "Different in this window ({}) from the rest ({}), by more than chance",
              cell_ns(view->contrast->ns[1]), cell_ns(view->contrast->ns[0]));
}

static void add_table(const struct contrast_view *view, const uint32_t *order, size_t len,
                      struct sheet *sheet) {
    OWNED(text_free) struct text title = {0}, words = {0};
    size_t shown = 0, measures = 0, methods = 0;
    add_title(view, &title);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    sheet_columns(sheet, column_text("what", NULL), column_number("window", NULL),
                  column_number("rest", NULL), column_number("chance", NULL),
                  column_name("most of it", NULL));
    shown += add_measure_rows(view, sheet, &measures);
    if (view->diff) shown += add_method_rows(view->diff, order, len, sheet, &methods);
    sheet_end(sheet);
    if (!shown) text_add(&words, "Nothing differs by more than chance.\n");
    if (measures) text_addf(&words, "And %zu more measures%s.\n", measures, voice_json_has_all());
    if (methods && voice_is_of_tools()) text_addf(&words, "And %zu more methods.\n", methods);
    else if (methods) {
        text_addf(&words, "And %zu more methods: jfrtool diff --window ", methods);
        add_utc(&words, view->from_ns);
        text_add(&words, "..");
        add_utc(&words, view->to_ns);
        shell_add_paths(&words, view->paths);
        text_add_char(&words, '\n');
    }
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

void contrast_describe(const struct contrast_view *view, struct sheet *sheet) {
    size_t len = 0;
    OWNED(mem_release) uint32_t *order = view->diff ? diff_order(view->diff, true, &len) : NULL;
    if (sheet_shows(sheet, SHEET_JSON)) {
        sheet_object(sheet, "different");
        contrast_fields(view, view->diff, order, len, sheet);
        sheet_end(sheet);
    } else {
        add_table(view, order, len, sheet);
    }
}
