#include "cmd/tui/sorting.h"

#include "base/array.h"
#include "base/units.h"
#include "cmd/tui/lines.h"

#include <ctype.h>
#include <string.h>

struct row {
    struct line line, cell; /* cell: of the column */
    size_t index;
    double number;
};

struct table {
    ARRAY(struct row) rows;
    const char *begin, *end; /* of the rows in the body */
    struct line heads[LINE_FIELDS];
    size_t head_count;
};

/* "  ... and 25 more groups; --top 0 shows all" */
static bool is_remark(struct line line) {
    const char *at = strstr(line.at, "--top 0");
    return at && (size_t)(at - line.at) < line.len;
}

/* "  Collector   G1New and G1Old": a figure; headings are in small letters. */
static bool is_figure(struct line line) {
    return strspn(line.at, " ") == 2 && isupper((unsigned char)line.at[2]);
}

/* The line as headings, with what is below until a blank one. False: it cannot be. */
static bool take_table(struct line head, struct table *out) {
    *out = (struct table){.head_count = 0};
    out->head_count = line_fields(head, out->heads);
    if (out->head_count < 2 || is_figure(head)) return false;
    struct line line = line_after(head);
    out->begin = line.at;
    for (; !line_is_blank(line) && !is_remark(line); line = line_after(line)) {
        out->end = line.at + line.len;
        array_push(&out->rows, (struct row){.line = line, .index = out->rows.len});
    }
    if (out->rows.len >= 2) return true;
    array_free(&out->rows);
    return false;
}

/* "49.3 s", "1,234", "20.1 MiB/s", "> 99". False: it is a text. */
static bool number_of(const struct line *field, double *out) {
    OWNED(text_free) struct text word = {0};
    int64_t whole;
    long double number;
    for (size_t i = 0; i < field->len; i++)
        if (!strchr(" ,<>+", field->at[i])) text_add_char(&word, field->at[i]);
    if (word.len > 2 && strcmp(word.data + word.len - 2, "/s") == 0) word.data[word.len -= 2] = 0;
    bool minus = word.len > 1 && *word.data == '-';
    const char *text = text_str(&word) + minus, *rest = units_read_number(text, &number);
    if (!rest) return false;
    if (!*rest || *rest == '%' || *rest == 'x') *out = (double)number;
    else if (units_parse_duration(text, &whole) || units_parse_size(text, &whole))
        *out = (double)whole;
    else return false;
    if (minus) *out = -*out;
    return true;
}

static bool is_missing_in(const struct row *row) {
    return !row->cell.len || (row->cell.len == 1 && *row->cell.at == '-');
}

static int compare(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    if (is_missing_in(x) != is_missing_in(y)) return is_missing_in(x) ? 1 : -1;
    if (is_missing_in(x)) return x->index < y->index ? -1 : 1;
    if (x->number != y->number) return x->number > y->number ? -1 : 1;
    size_t len = x->cell.len < y->cell.len ? x->cell.len : y->cell.len;
    int order = memcmp(x->cell.at, y->cell.at, len);
    if (order == 0 && x->cell.len != y->cell.len) order = x->cell.len < y->cell.len ? -1 : 1;
    return order ? order : x->index < y->index ? -1 : 1;
}

static void turn(struct row *rows, size_t len) {
    for (size_t i = 0; i < len / 2; i++) {
        struct row row = rows[i];
        rows[i] = rows[len - 1 - i];
        rows[len - 1 - i] = row;
    }
}

static void sort(struct table *table, size_t column, struct text *body, struct text *heading) {
    bool sorted = true, numbers = true;
    size_t there = 0;
    EACH (struct row, row, &table->rows) {
        row->cell = line_cell(table->heads, table->head_count, column, row->line);
        if (is_missing_in(row)) continue;
        there++;
        numbers &= number_of(&row->cell, &row->number);
    }
    EACH (struct row, row, &table->rows)
        if (!numbers) row->number = 0;
    for (size_t i = 1; i < table->rows.len && sorted; i++)
        sorted = compare(&table->rows.items[i - 1], &table->rows.items[i]) < 0;
    if (sorted) turn(table->rows.items, there); /* what is missing stays last */
    else qsort(table->rows.items, table->rows.len, sizeof *table->rows.items, compare);
    struct text out = {0};
    size_t before = (size_t)(table->begin - body->data);
    text_add_bytes(&out, body->data, before);
    EACH (const struct row, row, &table->rows) {
        if (out.len > before) text_add_char(&out, '\n');
        text_add_bytes(&out, row->line.at, row->line.len);
    }
    text_add(&out, table->end);
    text_add_bytes(heading, table->heads[column].at, table->heads[column].len);
    text_free(body);
    *body = out;
}

bool sorting_click(struct text *body, size_t line, size_t column, struct text *heading) {
    struct table table;
    const char *text = text_str(body);
    size_t at = 0;
    /* Above headings is the title of the table, or nothing. */
    bool second = line > 0 && !line_is_blank(line_of(text, line - 1));
    if (second && line > 1 && !line_is_blank(line_of(text, line - 2))) return false;
    if (!take_table(line_of(text, line), &table)) return false;
    while (at + 1 < table.head_count && column >= table.heads[at].end) at++;
    sort(&table, at, body, heading);
    array_free(&table.rows);
    return true;
}

bool sorting_next(struct text *body, size_t line, size_t *last, struct text *heading) {
    struct table table;
    struct line at = line_of(text_str(body), 0), block = at;
    for (size_t i = 0; i < line && *at.at; i++) {
        bool blank = line_is_blank(at);
        at = line_after(at);
        if (blank) block = at;
    }
    /* A title is one field. */
    while (!take_table(block, &table) && !take_table(line_after(block), &table)) {
        while (!line_is_blank(block)) block = line_after(block);
        if (!*block.at) return false;
        block = line_after(block);
    }
    *last = (*last + 1) % table.head_count;
    sort(&table, *last, body, heading);
    array_free(&table.rows);
    return true;
}
