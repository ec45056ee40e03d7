/* A part that is a table of groups. */
#include "base/platform.h"
#include "cmd/cli/voice.h"
#include "cmd/reports/parts.h"

#include <ctype.h>
#include <string.h>

#define NAME_COLUMNS 32 /* of a text that is not the last column */

struct table {
    struct describing *d;
    const struct report_part *part;
    struct events_answer answer;
    ARRAY(size_t) shown; /* columns, in the order in which they are shown */
    double total;        /* of what has a share, over all groups */
};

/* ==== Columns ================================================================================ */

static const struct fold_plan *plan_of(const struct table *t) {
    return t->answer.fold->plan;
}

/* What is shown comes first, as numbers are short; the keys, which may be long, last, unless they
 * are numbers or times. */
static bool keys_lead(const struct table *t) {
    const struct fold_plan *plan = plan_of(t);
    for (size_t i = 0; i < plan->key_count; i++)
        if (jfr_is_thing(plan->fields[i].kind)) return false;
    return true;
}

static void arrange(struct table *t) {
    const struct report_part *part = t->part;
    bool lead = keys_lead(t);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < part->columns.len; i++) {
            const struct report_column *column = &part->columns.items[i];
            bool is_key = column->kind == REPORT_BY;
            if (!column->hidden && is_key == (lead == (pass == 0))) array_push(&t->shown, i);
        }
}

/* The column that share and rate are of. */
static size_t first_show(const struct report_part *part) {
    size_t i = 0;
    while (part->columns.items[i].kind != REPORT_SHOW) i++;
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
    struct fold_value value = {JFR_COLUMN_INT, JFR_UNIT_NONE, 0};
    size_t place = 0;
    if (of->kind == REPORT_MAKE) return value;
    for (size_t i = 0; i < column; i++) place += t->part->columns.items[i].kind == of->kind;
    size_t field = place;
    if (of->kind == REPORT_SHOW) {
        size_t measure = plan->measure_of[place];
        enum fold_function function = of->show.function;
        if (measure == SIZE_MAX || function == FOLD_COUNT || function >= FOLD_UNIQUE) return value;
        field = plan->key_count + measure;
        if (function == FOLD_SUM && plan->fields[field].kind == JFR_COLUMN_BOOLEAN) return value;
    }
    return (struct fold_value){plan->fields[field].kind, plan->fields[field].unit, 0};
}

static void add_column(struct table *t, size_t column, bool last) {
    const struct report_column *of = &t->part->columns.items[column];
    struct fold_value kind = kind_of(t, column);
    bool number = event_values_is_number(kind.kind, kind.unit);
    last |= of->kind == REPORT_BY && is_last_key(t->part, column);
    unsigned text = of->wide ? SHEET_ALL & ~(unsigned)SHEET_TEXT : SHEET_ALL;
    sheet_column(t->d->sheet,
                 (struct sheet_column){.title = of->title,
                                       .key = of->key,
                                       .formats = text,
                                       .number = number,
                                       .flexible = !number && (last || jfr_is_thing(kind.kind)),
                                       .widest = number || last ? 0 : NAME_COLUMNS});
    if (column != first_show(t->part)) return;
    if (t->part->share) sheet_number_column(t->d->sheet, SHEET_ALL, "share %", "share_percent");
    if (t->part->rate) sheet_number_column(t->d->sheet, SHEET_ALL, "per s", "per_second");
}

/* ==== Rows =================================================================================== */

/* Bytes of the packages that a class or method begins with, which may be shortened where there is
 * no room; 0: it is no such name. */
static size_t packages_of(const char *text) {
    for (const char *at = text; *at >= 'a' && *at <= 'z';) {
        while (isalnum((unsigned char)*at) || *at == '_') at++;
        if (*at++ != '.') return 0;
        if (*at >= 'A' && *at <= 'Z') return (size_t)(at - text);
    }
    return 0;
}

/* People see types of the JDK by their short names, which leave room for what tells rows apart. */
static struct cell type_cell(const struct sheet *sheet, struct cell cell) {
    static const char jdk[] = "jdk.";
    bool short_name = sheet_shows(sheet, SHEET_PEOPLE) && cell.kind == CELL_TEXT &&
                      strncmp(cell.text, jdk, strlen(jdk)) == 0;
    return short_name ? cell_text(cell.text + strlen(jdk)) : cell;
}

static struct cell cell_of(struct table *t, size_t group, size_t column) {
    const struct report_column *of = &t->part->columns.items[column];
    const struct part_value value = part_value(&t->answer, t->part, group, column);
    struct cell cell = part_cell(t->d, &t->answer, &value);
    if (cell.kind == CELL_MISSING && (of->none || of->kind == REPORT_BY))
        return cell_shown(cell, of->none ? of->none : "(none)");
    if (of->kind == REPORT_BY && strcmp(of->by.path, "eventType") == 0)
        return type_cell(t->d->sheet, cell);
    if (cell.kind == CELL_TEXT && !cell.shown) return cell_name(cell.text, packages_of(cell.text));
    return cell;
}

/* What follows from the first show: its share, and how much that is a second. */
static void add_derived(struct table *t, size_t group) {
    struct part_value value = part_value(&t->answer, t->part, group, first_show(t->part));
    double number = 0, seconds = (double)t->d->asked->recorded_ns / 1e9;
    part_number(&value, &number);
    if (t->part->share)
        sheet_cell(t->d->sheet, cell_percent(t->total > 0 ? 100 * number / t->total : 0));
    if (!t->part->rate) return;
    double rate = seconds > 0 ? number / seconds : 0;
    if (value.value.unit == JFR_UNIT_BYTES) sheet_cell(t->d->sheet, cell_bytes((uint64_t)rate));
    else sheet_cell(t->d->sheet, cell_real(rate, 2));
}

static void add_row(struct table *t, size_t group) {
    sheet_row(t->d->sheet);
    for (size_t i = 0; i < t->shown.len; i++) {
        sheet_cell(t->d->sheet, cell_of(t, group, t->shown.items[i]));
        if (t->shown.items[i] == first_show(t->part)) add_derived(t, group);
    }
    arena_free(&t->d->values.texts);
    t->d->values.texts = (struct arena){0};
}

/* ==== Order ================================================================================== */

struct ordering {
    const struct things *things;
    const struct fold_value *values; /* of the columns that rows are ordered by, group by group */
    size_t columns;
    const uint32_t *rank; /* of each group by its keys */
};

/* The greatest first, what is missing last, what is equal by its keys. */
static int compare_groups(const void *a, const void *b, void *context) {
    const struct ordering *o = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    for (size_t i = 0; i < o->columns; i++) {
        const struct fold_value *p = &o->values[x * o->columns + i];
        const struct fold_value *q = &o->values[y * o->columns + i];
        bool none = event_values_is_null(p->kind, p->cell);
        bool neither = event_values_is_null(q->kind, q->cell);
        if (none != neither) return none - neither;
        int order = none ? 0 : fold_compare(o->things, p->kind, q->cell, p->cell);
        if (order) return order;
    }
    return (o->rank[x] > o->rank[y]) - (o->rank[x] < o->rank[y]);
}

/* To be freed. */
static uint32_t *order_of(const struct table *t, size_t len) {
    const size_t usual = first_show(t->part);
    const size_t *by = t->part->order.len ? t->part->order.items : &usual;
    size_t columns = t->part->order.len ? t->part->order.len : 1;
    uint32_t *order = fold_order(t->answer.fold, t->answer.things, SIZE_MAX, false);
    if (t->part->by_keys) return order;
    uint32_t *rank = mem_resize(NULL, len + 1, sizeof *rank);
    struct fold_value *values = mem_resize(NULL, len * columns + 1, sizeof *values);
    for (size_t i = 0; i < len; i++) {
        rank[order[i]] = (uint32_t)i;
        for (size_t k = 0; k < columns; k++)
            values[i * columns + k] = part_value(&t->answer, t->part, i, by[k]).value;
    }
    struct ordering ordering = {
        .things = t->answer.things, .values = values, .columns = columns, .rank = rank};
    platform_sort(order, len, sizeof *order, compare_groups, &ordering);
    free(rank);
    free(values);
    return order;
}

/* ==== The table ============================================================================== */

/* The first source that has events answers; if none has, the last. */
static struct events_answer answer_of(const struct describing *d, const struct report_part *part) {
    struct events_answer answer = part_answer(d, part, 0);
    for (size_t i = 1; i < part->sources.len && !answer.passed; i++)
        answer = part_answer(d, part, i);
    return answer;
}

static void sum_up(struct table *t, size_t len) {
    for (size_t i = 0; i < len && t->part->share; i++) {
        struct part_value value = part_value(&t->answer, t->part, i, first_show(t->part));
        double number = 0;
        part_number(&value, &number);
        t->total += number;
    }
}

static size_t shown_of(const struct table *t, size_t len) {
    uint64_t top = t->part->all_rows ? 0 : t->d->top;
    if (t->d->report->programs_get_all && !sheet_shows(t->d->sheet, SHEET_PEOPLE)) top = 0;
    return top && top < len ? (size_t)top : len;
}

/* People see it below the table. */
static void add_cut(struct table *t, size_t shown, size_t all) {
    if (shown == all || sheet_shows(t->d->sheet, SHEET_PEOPLE)) return;
    text_addf(&t->d->cut, "%s%s (%zu of %zu)", t->d->cut.len ? ", " : "", t->part->key, shown, all);
}

static void add_notes(const struct table *t, size_t left_out) {
    struct text line = {0};
    if (left_out) {
        text_addf(&line, "... and ");
        text_add_number_of(&line, left_out, "more group");
        text_addf(&line, "; %s\n", voice_all_rows());
    }
    if (t->answer.passed) part_add_notes(t->part, &line);
    if (line.len) sheet_note(t->d->sheet, SHEET_PEOPLE, text_str(&line));
    text_free(&line);
}

void table_describe(struct describing *d, const struct report_part *part) {
    struct table t = {.d = d, .part = part, .answer = answer_of(d, part)};
    size_t len = fold_groups(t.answer.fold), shown = shown_of(&t, len);
    uint32_t *order = order_of(&t, len);
    arrange(&t);
    sum_up(&t, len);
    sheet_group(d->sheet, (struct sheet_group){.title = part->title});
    sheet_table(d->sheet, (struct sheet_table){.key = part->key, .omit_empty = true});
    for (size_t i = 0; i < t.shown.len; i++) add_column(&t, t.shown.items[i], i + 1 == t.shown.len);
    for (size_t i = 0; i < shown; i++) add_row(&t, order[i]);
    sheet_end(d->sheet);
    add_cut(&t, shown, len);
    add_notes(&t, len - shown);
    sheet_end(d->sheet);
    array_free(&t.shown);
    free(order);
}
