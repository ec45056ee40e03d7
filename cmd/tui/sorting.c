#include "cmd/tui/sorting.h"

#include "base/array.h"
#include "base/units.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 24

struct field { /* what stands between two blanks or more */
    const char *at;
    size_t len, begin, end; /* bytes; columns */
};

struct row {
    const char *at;
    size_t len, index;
    struct field cell; /* of the column; without a length: there is none */
    double number;     /* NAN: it is a text */
};

struct table {
    ARRAY(struct row) rows;
    const char *begin, *end; /* of the rows in the body */
    struct field heads[FIELDS];
    size_t head_count;
};

static size_t width_of(const char *text, size_t len) {
    size_t width = 0, size;
    for (size_t at = 0; at < len; at += size)
        width += (size_t)utf8_width(utf8_next(text + at, len - at, &size));
    return width;
}

static size_t fields_of(const char *line, size_t len, struct field fields[FIELDS]) {
    size_t count = 0;
    for (size_t at = strspn(line, " "); at < len && count < FIELDS;) {
        size_t to = at;
        while (to < len && !(line[to] == ' ' && (to + 1 >= len || line[to + 1] == ' '))) to++;
        size_t begin = width_of(line, at);
        fields[count++] =
            (struct field){line + at, to - at, begin, begin + width_of(line + at, to - at)};
        for (at = to; at < len && line[at] == ' ';) at++;
    }
    return count;
}

static const char *line_at(const struct text *body, size_t number) {
    const char *at = text_str(body);
    while (number-- && *at) at += strcspn(at, "\n") + (strchr(at, '\n') != NULL);
    return at;
}

static bool is_blank(const char *line) {
    return line[strspn(line, " ")] == '\n' || !line[strspn(line, " ")];
}

/* "  ... and 25 more groups; --top 0 shows all", "  10 of 14 (--top 0 shows all)" */
static bool is_remark(const char *line, size_t len) {
    static const char words[] = "--top 0";
    const char *at = strstr(line, words);
    return at && (size_t)(at - line) < len;
}

/* "  Collector   G1New and G1Old": a figure; headings are in small letters. */
static bool is_figure(const char *line) {
    return strspn(line, " ") == 2 && isupper((unsigned char)line[2]);
}

/* The line as headings, with what is below until a blank one. False: it cannot be. */
static bool take_table(const struct text *body, size_t line, struct table *out) {
    const char *head = line_at(body, line);
    *out = (struct table){.head_count = 0};
    out->head_count = fields_of(head, strcspn(head, "\n"), out->heads);
    if (out->head_count < 2 || is_figure(head)) return false;
    for (size_t i = 1;; i++) {
        const char *at = line_at(body, line + i);
        struct row row = {.at = at, .len = strcspn(at, "\n"), .index = i};
        if (is_blank(at) || is_remark(at, row.len)) break;
        if (i == 1) out->begin = at;
        out->end = at + row.len;
        array_push(&out->rows, row);
    }
    if (out->rows.len >= 2) return true;
    array_free(&out->rows);
    return false;
}

/* Fields and headings of a column end or begin alike: that with most columns in common. */
static struct field cell_of(const struct table *table, const struct row *row, size_t column) {
    struct field fields[FIELDS], none = {0};
    size_t count = fields_of(row->at, row->len, fields);
    const struct field *head = &table->heads[column];
    size_t from = column ? table->heads[column - 1].end : 0;
    bool last = column + 1 == table->head_count;
    for (size_t i = 0; i < count; i++) {
        bool number = fields[i].end == head->end && fields[i].begin >= from;
        bool text = fields[i].begin == head->begin;
        if (number || text || (last && fields[i].begin > head->begin)) return fields[i];
    }
    return none;
}

/* "49.3 s", "1,234", "20.1 MiB/s", "> 99". False: it is a text. */
static bool number_of(const struct field *field, double *out) {
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

static int compare(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    bool no_x = !x->cell.len || (x->cell.len == 1 && *x->cell.at == '-');
    bool no_y = !y->cell.len || (y->cell.len == 1 && *y->cell.at == '-');
    if (no_x != no_y) return no_x ? 1 : -1;
    if (no_x) return x->index < y->index ? -1 : 1;
    if (x->number != y->number) return x->number > y->number ? -1 : 1;
    size_t len = x->cell.len < y->cell.len ? x->cell.len : y->cell.len;
    int order = memcmp(x->cell.at, y->cell.at, len);
    if (order == 0 && x->cell.len != y->cell.len) order = x->cell.len < y->cell.len ? -1 : 1;
    return order ? order : x->index < y->index ? -1 : 1;
}

/* What is missing stays last whichever way. */
static size_t count_there(const struct table *table) {
    size_t count = 0;
    EACH (const struct row, row, &table->rows)
        count += row->cell.len && !(row->cell.len == 1 && *row->cell.at == '-');
    return count;
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
    EACH (struct row, row, &table->rows) {
        row->cell = cell_of(table, row, column);
        numbers &= !row->cell.len || (row->cell.len == 1 && *row->cell.at == '-') ||
                   number_of(&row->cell, &row->number);
    }
    EACH (struct row, row, &table->rows)
        if (!numbers) row->number = 0;
    for (size_t i = 1; i < table->rows.len && sorted; i++)
        sorted = compare(&table->rows.items[i - 1], &table->rows.items[i]) < 0;
    if (sorted) turn(table->rows.items, count_there(table));
    else qsort(table->rows.items, table->rows.len, sizeof *table->rows.items, compare);
    struct text out = {0};
    size_t before = (size_t)(table->begin - body->data);
    text_add_bytes(&out, body->data, before);
    EACH (const struct row, row, &table->rows) {
        if (out.len > before) text_add_char(&out, '\n');
        text_add_bytes(&out, row->at, row->len);
    }
    text_add(&out, table->end);
    text_add_bytes(heading, table->heads[column].at, table->heads[column].len);
    text_free(body);
    *body = out;
}

bool sorting_click(struct text *body, size_t line, size_t column, struct text *heading) {
    struct table table;
    size_t at = 0;
    /* Above headings is the title of the table, or nothing. */
    bool second = line > 0 && !is_blank(line_at(body, line - 1));
    if (second && line > 1 && !is_blank(line_at(body, line - 2))) return false;
    if (!take_table(body, line, &table)) return false;
    while (at + 1 < table.head_count && column >= table.heads[at].end) at++;
    sort(&table, at, body, heading);
    array_free(&table.rows);
    return true;
}

bool sorting_next(struct text *body, size_t line, size_t *last, struct text *heading) {
    struct table table;
    while (line > 0 && !is_blank(line_at(body, line - 1))) line--;
    for (;; line++) {
        bool begins = line == 0 || is_blank(line_at(body, line - 1));
        if (!*line_at(body, line)) return false;
        /* A title is one field. */
        if (begins && (take_table(body, line, &table) || take_table(body, line + 1, &table))) break;
    }
    *last = (*last + 1) % table.head_count;
    sort(&table, *last, body, heading);
    array_free(&table.rows);
    return true;
}
