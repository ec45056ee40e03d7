/* The columns of an event type as a table of SQLite. */
#include "sql/copy.h"

#include "base/text.h"

static bool has_column(const struct event_table *t, const char *name) {
    return some_of(i, t->columns.len,
                   (t->columns.items[i].name[0] | 0x20) == (name[0] | 0x20) &&
                       strcasecmp(t->columns.items[i].name, name) == 0);
}

/* SQLite does not tell letter cases apart, Java does. */
static void add_column(struct event_table *t, const char *name, struct event_column column) {
    OWNED(text_free) struct text unique = {0};
    text_add(&unique, name);
    size_t len = unique.len;
    for (unsigned number = 2; has_column(t, text_str(&unique)); number++) {
        unique.len = len;
        text_addf(&unique, "_%u", number);
    }
    column.name = arena_copy(&t->names, text_str(&unique), unique.len);
    if (t->columns.len < COPY_COLUMNS) array_push(&t->columns, column);
}

/* "stackTrace_depth": hidden, that is not in "*". */
static bool is_aside(const char *path) {
    static const char *const ends[] = {".line", ".depth",        ".truncated",
                                       ".text", ".javaThreadId", ".osThreadId"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(dot, ends[i]) == 0) return true;
    return false;
}

/* What all events may have. */
static void add_common_columns(struct event_table *t) {
    static const struct event_column columns[] = {
        {.name = "type", .source = FROM_TYPE, .kind = JFR_COLUMN_TEXT},
        {.name = "startTime", .kind = JFR_COLUMN_INT, .unit = JFR_UNIT_NS_TIME},
        {.name = "duration", .kind = JFR_COLUMN_INT, .unit = JFR_UNIT_NS_SPAN},
        {.name = "eventThread", .kind = JFR_COLUMN_THREAD},
        {.name = "stackTrace", .kind = JFR_COLUMN_STACK},
        {.name = "stackTrace_top", .path = "stackTrace.top", .kind = JFR_COLUMN_TEXT},
        {.name = "eventThread_javaThreadId",
         .path = "eventThread.javaThreadId",
         .kind = JFR_COLUMN_INT,
         .hidden = true},
        {.name = "eventThread_osThreadId",
         .path = "eventThread.osThreadId",
         .kind = JFR_COLUMN_INT,
         .hidden = true},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct event_column column = columns[i];
        if (!column.path) column.path = column.name;
        add_column(t, column.name, column);
    }
}

static void add_place_columns(struct event_table *t) {
    add_column(
        t, "recording",
        (struct event_column){.source = FROM_RECORDING, .kind = JFR_COLUMN_TEXT, .hidden = true});
    add_column(t, "chunk",
               (struct event_column){.source = FROM_CHUNK, .kind = JFR_COLUMN_INT, .hidden = true});
}

static void add_columns(struct event_table *t) {
    static const char *const more[] = {"app", "maker", "caller"};
    static const char *const parts[] = {"app", "maker", "callerFrame"};
    OWNED(text_free) struct text text = {0};
    if (strcmp(jfr_table_name(t->table), "jdk.ActiveSetting") == 0)
        add_column(t, "event", (struct event_column){.path = "id.event", .kind = JFR_COLUMN_TEXT});
    for (size_t i = 0; i < jfr_table_columns(t->table); i++) {
        const struct jfr_column *column = jfr_table_column(t->table, i);
        add_column(t, column->name,
                   (struct event_column){.path = column->path,
                                         .kind = column->kind,
                                         .unit = column->unit,
                                         .hidden = is_aside(column->path)});
    }
    for (size_t i = 0; i < jfr_table_columns(t->table); i++) {
        const struct jfr_column *column = jfr_table_column(t->table, i);
        for (size_t k = 0; k < sizeof more / sizeof *more && column->kind == JFR_COLUMN_STACK;
             k++) {
            text_clear(&text);
            text_addf(&text, "%s.%s", column->path, parts[k]);
            const char *path = arena_copy(&t->names, text_str(&text), text.len);
            text_clear(&text);
            text_addf(&text, "%s_%s", column->name, more[k]);
            add_column(
                t, text_str(&text),
                (struct event_column){.path = path, .kind = JFR_COLUMN_TEXT, .hidden = true});
        }
    }
}

static const struct {
    const char *type;
    enum jfr_unit unit;
} unit_types[] = {{"DURATION", JFR_UNIT_NS_SPAN},
                  {"TIMESTAMP", JFR_UNIT_NS_TIME},
                  {"BYTES", JFR_UNIT_BYTES},
                  {"BITS", JFR_UNIT_BITS},
                  {"BYTES_PER_S", JFR_UNIT_BYTES_PER_S},
                  {"BITS_PER_S", JFR_UNIT_BITS_PER_S},
                  {"PERCENT", JFR_UNIT_PERCENT},
                  {"ADDRESS", JFR_UNIT_ADDRESS},
                  {"HERTZ", JFR_UNIT_HERTZ}};
#define UNIT_TYPES (sizeof unit_types / sizeof *unit_types)

static const char *unit_type(enum jfr_unit unit) {
    for (size_t i = 0; i < UNIT_TYPES; i++)
        if (unit_types[i].unit == unit) return unit_types[i].type;
    return NULL;
}

enum jfr_unit columns_unit(const char *type) {
    for (size_t i = 0; type && i < UNIT_TYPES; i++)
        if (strcmp(unit_types[i].type, type) == 0) return unit_types[i].unit;
    return JFR_UNIT_NONE;
}

static const char *type_of(const struct event_column *column) {
    const char *unit = unit_type(column->unit);
    if (unit) return unit;
    switch (column->kind) {
    case JFR_COLUMN_UNSIGNED: return ""; /* SQLite changes nothing of it when it compares */
    case JFR_COLUMN_BOOLEAN: return "BOOLEAN";
    case JFR_COLUMN_REAL: return "DOUBLE";
    case JFR_COLUMN_TEXT:
    case JFR_COLUMN_THREAD: return "TEXT";
    default: return "BIGINT";
    }
}

void columns_add_quoted(const char *name, size_t len, struct text *out) {
    text_add_char(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (name[i] == '"') text_add_char(out, '"');
        text_add_char(out, name[i]);
    }
    text_add_char(out, '"');
}

void columns_add_declared(const struct event_column *column, struct text *out) {
    columns_add_quoted(column->name, strlen(column->name), out);
    text_addf(out, " %s", type_of(column));
}

int columns_declare(struct event_table *t) {
    OWNED(text_free) struct text text = {0};
    text_add(&text, "CREATE TABLE t(");
    for (size_t i = 0; i < t->columns.len; i++) {
        const struct event_column *column = &t->columns.items[i];
        if (i) text_add(&text, ",");
        columns_add_declared(column, &text);
        if (column->hidden) text_add(&text, " HIDDEN");
    }
    text_add(&text, ")");
    return sqlite.declare_vtab(t->sql->db, text_str(&text));
}

void columns_add(struct event_table *t) {
    if (t->table) add_columns(t);
    else add_common_columns(t);
    add_place_columns(t);
}
