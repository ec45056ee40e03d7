/* A part that is a table of groups. */
#include "base/order.h"
#include "base/platform.h"
#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"
#include "cmd/reports/parts.h"

struct row { /* a group of a source */
    uint32_t source, group;
};

struct table {
    struct describing *d;
    const struct report_part *part;
    ARRAY(struct events_answer) answers; /* of the sources */
    size_t chosen;                       /* the one that answers, or the first of several */
    ARRAY(struct row) rows;              /* in order */
    ARRAY(size_t) shown;                 /* columns, in the order in which they are shown */
    double total;                        /* of what has a share, over all rows */
};

/* ==== Columns ================================================================================ */

static const struct fold_plan *plan_of(const struct table *t) {
    return t->answers.items[t->chosen].fold->plan;
}

static void arrange(struct table *t) {
    const struct report_part *part = t->part;
    bool lead = event_columns_keys_lead(plan_of(t));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < part->columns.len; i++) {
            const struct report_column *column = &part->columns.items[i];
            bool is_key = column->kind == REPORT_BY;
            if (!column->hidden && is_key == (lead == (pass == 0))) array_push(&t->shown, i);
        }
}

/* The column that share and rate are of, the first that is seen. */
static size_t first_show(const struct report_part *part) {
    const struct report_column *columns = part->columns.items;
    size_t i = 0;
    while (columns[i].kind != REPORT_SHOW || columns[i].hidden) i++;
    return i;
}

static bool is_last_key(const struct report_part *part, size_t column) {
    for (size_t i = column + 1; i < part->columns.len; i++)
        if (part->columns.items[i].kind == REPORT_BY) return false;
    return true;
}

static struct fold_value kind_of(const struct table *t, size_t column) {
    const struct fold_plan *plan = plan_of(t);
    const struct report_column *of = &t->part->columns.items[column];
    size_t place = 0;
    if (of->kind == REPORT_MAKE) return (struct fold_value){JFR_COLUMN_INT, JFR_UNIT_NONE, 0};
    for (size_t i = 0; i < column; i++) place += t->part->columns.items[i].kind == of->kind;
    if (of->kind == REPORT_SHOW) return event_columns_kind(plan, place);
    return (struct fold_value){plan->fields[place].kind, plan->fields[place].unit, 0};
}

static void add_column(struct table *t, size_t column, bool last) {
    const struct report_column *of = &t->part->columns.items[column];
    struct fold_value kind = kind_of(t, column);
    last |= of->kind == REPORT_BY && is_last_key(t->part, column);
    struct sheet_column shown = event_columns_of(of->title, of->key, kind, last);
    shown.wide = of->wide;
    sheet_column(t->d->sheet, shown);
    if (column != first_show(t->part)) return;
    if (t->part->share) sheet_column(t->d->sheet, column_number("share %", "share_percent"));
    if (t->part->rate) sheet_column(t->d->sheet, column_number("per s", "per_second"));
}

/* ==== Rows =================================================================================== */

/* People see types of the JDK by their short names, which leave room for what tells rows apart. */
static struct cell type_cell(const struct sheet *sheet, struct cell cell) {
    static const char jdk[] = "jdk.";
    bool short_name = sheet_shows(sheet, SHEET_PEOPLE) && cell.kind == CELL_TEXT &&
                      strncmp(cell.text, jdk, strlen(jdk)) == 0;
    return short_name ? cell_text(cell.text + strlen(jdk)) : cell;
}

static bool is_type(const struct report_column *of) {
    return of->kind == REPORT_BY && strcmp(of->by.path, "eventType") == 0;
}

static struct part_value value_of(const struct table *t, struct row row, size_t column) {
    return part_value(&t->answers.items[row.source], t->part, row.group, column);
}

static struct cell cell_of(struct table *t, struct row row, size_t column) {
    const struct report_column *of = &t->part->columns.items[column];
    const struct part_value value = value_of(t, row, column);
    struct cell cell = part_cell(t->d, &t->answers.items[row.source], &value);
    if (cell.kind == CELL_MISSING && (of->none || of->kind == REPORT_BY))
        return cell_shown(cell, of->none ? of->none : "(none)");
    if (is_type(of)) return type_cell(t->d->sheet, cell);
    if (of->kind == REPORT_BY && cell.kind == CELL_TEXT && !cell.shown && !*cell.text)
        return cell_shown(cell, of->none ? of->none : "(no name)");
    return event_columns_name(cell);
}

/* What follows from the first show: its share, and how much that is a second. */
static void add_derived(struct table *t, struct row row) {
    struct part_value value = value_of(t, row, first_show(t->part));
    double number = 0, seconds = (double)t->d->asked->recorded_ns / 1e9;
    part_number(&value, &number);
    if (t->part->share)
        sheet_cell(t->d->sheet, cell_percent(t->total > 0 ? 100 * number / t->total : 0));
    if (!t->part->rate) return;
    double rate = seconds > 0 ? number / seconds : 0;
    if (value.value.unit == JFR_UNIT_BYTES) sheet_cell(t->d->sheet, cell_bytes((uint64_t)rate));
    else sheet_cell(t->d->sheet, cell_real(rate, 2));
}

static void add_row(struct table *t, struct row row) {
    sheet_row(t->d->sheet);
    for (size_t i = 0; i < t->shown.len; i++) {
        sheet_cell(t->d->sheet, cell_of(t, row, t->shown.items[i]));
        if (t->shown.items[i] == first_show(t->part)) add_derived(t, row);
    }
    arena_free(&t->d->values.texts);
    t->d->values.texts = (struct arena){0};
}

/* ==== Order ================================================================================== */

/* The greatest first, what is missing last. */
static int compare_shown(const struct table *t, struct row x, struct row y, size_t column) {
    const struct part_value p = value_of(t, x, column), q = value_of(t, y, column);
    bool none = event_values_is_null(p.value.kind, p.value.cell);
    bool neither = event_values_is_null(q.value.kind, q.value.cell);
    if (none || neither) return none - neither;
    return fold_compare(t->answers.items[x.source].things, p.value.kind, q.value.cell,
                        p.value.cell);
}

/* By what the part says, what is equal by its keys. */
static int compare_rows(const void *a, const void *b, void *context) {
    const struct table *t = context;
    const struct report_part *part = t->part;
    const struct row x = *(const struct row *)a, y = *(const struct row *)b;
    const size_t usual = first_show(part);
    const size_t *by = part->order.len ? part->order.items : &usual;
    size_t count = part->by_keys ? 0 : part->order.len ? part->order.len : 1;
    for (size_t i = 0; i < count; i++) {
        int order = compare_shown(t, x, y, by[i]);
        if (order) return order;
    }
    for (size_t i = 0; i < part->columns.len; i++) {
        if (part->columns.items[i].kind != REPORT_BY) continue;
        const struct fold_value p = value_of(t, x, i).value, q = value_of(t, y, i).value;
        int order = fold_compare(t->answers.items[x.source].things, p.kind, p.cell, q.cell);
        if (order) return order;
    }
    return ORDER(x.source, y.source);
}

/* ==== The table ============================================================================== */

/* The first source that has events, or one that stands beside it, answers; else the first. */
static void take_rows(struct table *t) {
    const struct report_part *part = t->part;
    uint64_t passed = 0;
    size_t end = 0, begin = 0;
    for (size_t i = 0; i < part->sources.len; i++)
        array_push(&t->answers, part_answer(t->d, part, i));
    if (part_is_answered(t->d, part)) return;
    while (end < part->sources.len && !passed)
        for (begin = end; end < part->sources.len; end++) {
            if (end > begin && !part->sources.items[end].also) break;
            passed += t->answers.items[end].passed;
        }
    t->chosen = begin;
    for (size_t i = begin; i < end; i++)
        for (size_t g = 0; g < fold_groups(t->answers.items[i].fold); g++)
            array_push(&t->rows, (struct row){(uint32_t)i, (uint32_t)g});
    array_sort_with(&t->rows, compare_rows, t);
}

static void sum_up(struct table *t) {
    for (size_t i = 0; i < t->rows.len && t->part->share; i++) {
        struct part_value value = value_of(t, t->rows.items[i], first_show(t->part));
        double number = 0;
        part_number(&value, &number);
        t->total += number;
    }
}

static size_t shown_of(const struct table *t) {
    uint64_t top = t->part->all_rows ? 0 : t->d->top;
    if (t->d->report->programs_get_all && !sheet_shows(t->d->sheet, SHEET_PEOPLE)) top = 0;
    return top && top < t->rows.len ? (size_t)top : t->rows.len;
}

/* People see it below the table. */
static void add_cut(struct table *t, size_t shown) {
    size_t all = t->rows.len;
    if (shown == all || sheet_shows(t->d->sheet, SHEET_PEOPLE)) return;
    text_addf(&t->d->cut, "%s%s (%zu of %zu)", t->d->cut.len ? ", " : "", t->part->key, shown, all);
}

static void add_notes(const struct table *t, size_t left_out) {
    OWNED(text_free) struct text line = {0};
    event_columns_add_left_out(left_out, "row", &line);
    if (t->rows.len) part_add_notes(t->part, &line);
    if (line.len) sheet_note(t->d->sheet, SHEET_PEOPLE, text_str(&line));
}

/* ==== In a sentence ========================================================================= */

/* Of all rows together, if each knows it. */
static bool add_up(const struct table *t, size_t column, struct part_value *sum) {
    double all = 0;
    for (size_t i = 0; i < t->rows.len; i++) {
        double number;
        *sum = value_of(t, t->rows.items[i], column);
        if (sum->percent || !part_number(sum, &number)) return false;
        all += number;
    }
    if (sum->value.kind == JFR_COLUMN_REAL) memcpy(&sum->value.cell, &all, sizeof all);
    else sum->value.cell = (uint64_t)(all < 0x1p63 ? all : 0x1p62);
    return t->rows.len > 0;
}

static bool add_share(const struct table *t, struct text *out) {
    struct part_value first = value_of(t, t->rows.items[0], first_show(t->part)), sum;
    double part, all;
    if (!add_up(t, first_show(t->part), &sum) || !part_number(&sum, &all) ||
        !part_number(&first, &part) || !(all > 0))
        return false;
    bool only = t->part->columns.items[first_show(t->part)].show.function == FOLD_COUNT && all <= 1;
    if (only) return false; /* one thing has no shares */
    double percent = 100 * part / all;
    if (percent == 100) text_add(out, "all");
    else if (percent < 100 && percent >= 99.5) text_add(out, "> 99 %");
    else text_addf(out, "%.0f %%", percent);
    return true;
}

/* {key}, {key noun}, {all key}, {share}. False: it is not known. */
static bool add_figure(void *context, const char *name, size_t len, struct text *out) {
    struct table *t = context;
    bool all = strncmp(name, "all ", 4) == 0;
    double number;
    const char *key = name + (all ? 4 : 0), *end = name + len;
    size_t own = strcspn(key, " }");
    for (size_t i = 0; i < t->part->columns.len; i++) {
        const char *has = t->part->columns.items[i].key;
        if (strncmp(has, key, own) != 0 || has[own]) continue;
        struct part_value value = value_of(t, t->rows.items[0], i);
        if (all && !add_up(t, i, &value)) return false;
        struct cell cell = part_cell(t->d, &t->answers.items[t->rows.items[0].source], &value);
        if (is_type(&t->part->columns.items[i])) cell = type_cell(t->d->sheet, cell);
        const char *noun = key + own + (key[own] == ' ');
        bool empty = cell.kind == CELL_TEXT && !cell.shown && !*cell.text;
        bool none = noun < end && part_number(&value, &number) && number == 0;
        if (empty || none) return false; /* no name, "0 waits" */
        return words_add_cell(&cell, noun, (size_t)(end - noun), out);
    }
    return add_share(t, out);
}

void table_add_lead(struct describing *d, const struct report_part *part, struct text *out) {
    struct table t = {.d = d, .part = part};
    if (!part->lead || !sheet_shows(d->sheet, SHEET_PEOPLE)) return;
    take_rows(&t);
    if (t.rows.len && words_fill(part->lead, add_figure, &t, out)) text_add_char(out, '\n');
    arrays_free(&t.answers, &t.rows);
}

/* ==== All of it ============================================================================== */

void table_describe(struct describing *d, const struct report_part *part) {
    struct table t = {.d = d, .part = part};
    take_rows(&t);
    arrange(&t);
    sum_up(&t);
    size_t shown = shown_of(&t);
    sheet_group(d->sheet, (struct sheet_group){.title = part->title});
    sheet_table(d->sheet, (struct sheet_table){.key = part->key, .omit_empty = true});
    for (size_t i = 0; i < t.shown.len; i++) add_column(&t, t.shown.items[i], i + 1 == t.shown.len);
    for (size_t i = 0; i < shown; i++) add_row(&t, t.rows.items[i]);
    sheet_end(d->sheet);
    add_cut(&t, shown);
    add_notes(&t, t.rows.len - shown);
    sheet_end(d->sheet);
    arrays_free(&t.answers, &t.rows, &t.shown);
}
