/* Columns of a table as fields of Arrow. */
#include "parser/arrow/arrow.h"

#include "base/text.h"
#include "parser/wire.h"

static const struct jfr_column *column_of(const struct jfr_table *table, const char *name) {
    size_t count = jfr_table_columns(table);
    for (int by_path = 0; by_path < 2; by_path++)
        for (size_t i = 0; i < count; i++) {
            const struct jfr_column *column = jfr_table_column(table, i);
            if (strcmp(by_path ? column->path : column->name, name) == 0) return column;
        }
    return NULL;
}

static bool is_whole_stack(const struct jfr_table *table, const struct jfr_column *column) {
    const char *dot = strrchr(column->path, '.');
    if (!dot || strcmp(dot, ".text") != 0 || column->kind != JFR_COLUMN_TEXT) return false;
    size_t len = (size_t)(dot - column->path);
    for (size_t i = 0; i < jfr_table_columns(table); i++) {
        const struct jfr_column *other = jfr_table_column(table, i);
        if (other->kind == JFR_COLUMN_STACK && strlen(other->path) == len &&
            memcmp(other->path, column->path, len) == 0)
            return true;
    }
    return false;
}

static void add(struct arrow_columns *columns, struct arrow_column column,
                const struct jfr_arrow_options *options) {
    bool is_time = column.kind == JFR_COLUMN_INT && column.unit == JFR_UNIT_NS_TIME;
    column.divisor = 1;
    switch (column.kind) {
    case JFR_COLUMN_BOOLEAN: column.form = ARROW_BOOLEAN, column.format = "b"; break;
    case JFR_COLUMN_REAL: column.form = ARROW_DOUBLE, column.format = "g"; break;
    case JFR_COLUMN_TEXT:
    case JFR_COLUMN_THREAD:
        column.form = options->flags & JFR_ARROW_PLAIN ? ARROW_UTF8 : ARROW_DICTIONARY;
        column.format = column.form == ARROW_UTF8 ? "u" : "i";
        break;
    case JFR_COLUMN_STACK:
        column.form = options->flags & JFR_ARROW_NESTED ? ARROW_FRAMES : ARROW_STACK_HASH;
        column.format = column.form == ARROW_FRAMES ? "+l" : "l";
        break;
    case JFR_COLUMN_UNSIGNED: column.form = ARROW_INT64, column.format = "L"; break;
    default:
        column.form = ARROW_INT64;
        column.format = !is_time || options->times == JFR_ARROW_INT64 ? "l"
                        : options->times == JFR_ARROW_US              ? "tsu:UTC"
                                                                      : "tsn:UTC";
        if (is_time && options->times == JFR_ARROW_US) column.divisor = 1000;
        break;
    }
    array_push(&columns->items, column);
}

bool arrow_columns_choose(struct arrow_columns *columns, const struct jfr_table *table,
                          const char *const *names, size_t count,
                          const struct jfr_arrow_options *options, struct jfr_error *error) {
    if (options->flags & JFR_ARROW_RECORDING)
        add(columns, (struct arrow_column){.name = "recording", .kind = JFR_COLUMN_TEXT}, options);
    for (size_t i = 0; i < (names ? count : jfr_table_columns(table)); i++) {
        const struct jfr_column *column =
            names ? column_of(table, names[i]) : jfr_table_column(table, i);
        if (!column) {
            error_set(error, JFR_NOT_JFR, 0, "%s has no column \"%s\"", jfr_table_name(table),
                      names ? names[i] : "");
            return false;
        }
        if (!names && is_whole_stack(table, column)) continue;
        struct arrow_column made = {
            .name = column->name, .path = column->path, .kind = column->kind, .unit = column->unit};
        add(columns, made, options);
    }
    return true;
}

/* Names are copied: consumers keep schemas for as long as they like. */
static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++) {
        struct ArrowSchema *child = schema->children[i];
        if (child->release) child->release(child);
        free(child);
    }
    if (schema->dictionary) {
        if (schema->dictionary->release) schema->dictionary->release(schema->dictionary);
        free(schema->dictionary);
    }
    mem_free(schema->children, (char *)(uintptr_t)schema->name,
             (char *)(uintptr_t)schema->metadata);
    schema->release = NULL;
}

static void make(struct ArrowSchema *out, const char *format, const char *name, size_t children) {
    *out = (struct ArrowSchema){.format = format,
                                .name = mem_copy_text(name),
                                .flags = ARROW_FLAG_NULLABLE,
                                .n_children = (int64_t)children,
                                .release = release_schema};
    if (children == 0) return;
    out->children = mem_zero(children, sizeof *out->children);
    for (size_t i = 0; i < children; i++) out->children[i] = mem_zero(1, sizeof *out->children[i]);
}

/* Pairs of texts: their number, then each with its length, in the machine's byte order. */
static void set_metadata(struct ArrowSchema *out, const char *const *pairs, size_t count) {
    OWNED(text_free) struct text data = {0};
    int32_t present = 0;
    for (size_t i = 0; i < count; i++) present += pairs[2 * i + 1] != NULL;
    text_add_bytes(&data, (const char *)&present, sizeof present);
    for (size_t i = 0; i < 2 * count; i++) {
        if (!pairs[i | 1]) continue;
        int32_t len = (int32_t)strlen(pairs[i]);
        text_add_bytes(&data, (const char *)&len, sizeof len);
        text_add_bytes(&data, pairs[i], (size_t)len);
    }
    char *copy = mem_alloc(data.len);
    memcpy(copy, data.data, data.len);
    out->metadata = copy;
}

static void make_frames(struct ArrowSchema *out) {
    make(out, "+s", "frame", 4);
    make(out->children[0], "u", "class", 0);
    make(out->children[1], "u", "method", 0);
    make(out->children[2], "i", "line", 0);
    make(out->children[3], "u", "type", 0);
}

static void make_column(const struct arrow_column *column, struct ArrowSchema *out) {
    const char *const pairs[] = {"jfr.path", column->path, "jfr.unit",
                                 column->divisor == 1 ? jfr_unit_name(column->unit) : "us"};
    make(out, column->format, column->name, column->form == ARROW_FRAMES ? 1 : 0);
    if (column->form == ARROW_FRAMES) make_frames(out->children[0]);
    if (column->form == ARROW_DICTIONARY) {
        out->dictionary = mem_zero(1, sizeof *out->dictionary);
        make(out->dictionary, "u", "", 0);
    }
    if (column->path) set_metadata(out, pairs, 2);
}

void arrow_schema_make(const struct arrow_columns *columns, const struct jfr_table *table,
                       struct ArrowSchema *out) {
    const char *const pairs[] = {"jfr.type", jfr_table_name(table), "jfr.label",
                                 jfr_table_label(table)};
    make(out, "+s", "", columns->items.len);
    out->flags = 0;
    set_metadata(out, pairs, 2);
    for (size_t i = 0; i < columns->items.len; i++)
        make_column(&columns->items.items[i], out->children[i]);
}
