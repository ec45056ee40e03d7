/* Views: what their texts say of themselves, and of which recordings they have an answer. */
#include "sql/room.h"

#include "base/platform.h"

#include "parser/table/tables.h"

/* clang-format off: made by sql/views/embed.sh */
const struct sql_view sql_views[] = {
#include "sql/views_table.h"
};
/* clang-format on */
const size_t sql_view_count = sizeof sql_views / sizeof *sql_views;

const struct sql_view *sql_view_find(const char *name) {
    for (size_t i = 0; i < sql_view_count; i++)
        if (strcasecmp(sql_views[i].name, name) == 0) return &sql_views[i];
    return NULL;
}

static char *copy_part(const char *text, size_t len) {
    while (len && (*text == ' ' || *text == '\t')) text++, len--;
    while (len && strchr(" \t\r", text[len - 1])) len--;
    char *copy = mem_alloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

static enum sql_unit unit_named(const char *name, size_t len) {
    static const char *const names[] = {
        [SQL_AS_IT_IS] = "n",        [SQL_NS] = "ns",           [SQL_TIME] = "time",
        [SQL_BYTES] = "bytes",       [SQL_PERCENT] = "percent", [SQL_HEX] = "hex",
        [SQL_HERTZ] = "hertz",       [SQL_BITS] = "bits",       [SQL_BYTES_PER_S] = "bytes/s",
        [SQL_BITS_PER_S] = "bits/s", [SQL_BOOLEAN] = "boolean"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0) return (enum sql_unit)i;
    return SQL_AS_IT_IS;
}

static void read_units(struct sql_view_parts *parts, const char *at, const char *end) {
    while (at < end && parts->unit_count < SQL_VIEW_COLUMNS) {
        at += strspn(at, " ,");
        size_t len = strcspn(at, " ,\r\n");
        if (at >= end || !len) break;
        parts->units[parts->unit_count++] = unit_named(at, len);
        at += len;
    }
}

static void replace(char **part, const char *text, const char *end) {
    free(*part);
    *part = copy_part(text, (size_t)(end - text));
}

struct sql_view_parts sql_view_read(const char *text) {
    struct sql_view_parts parts = {0};
    for (unsigned number = 0; strncmp(text, "-- ", 3) == 0; number++) {
        const char *line = text + 3, *end = text + strcspn(text, "\n");
        size_t len = (size_t)(end - line);
        const char *comma = memchr(line, ',', len);
        if (strncmp(line, "needs: ", 7) == 0) replace(&parts.needs, line + 7, end);
        else if (strncmp(line, "units: ", 7) == 0) read_units(&parts, line + 7, end);
        else if (strncmp(line, "limit: ", 7) == 0) parts.limit = strtoull(line + 7, NULL, 10);
        else if (strncmp(line, "form", 4) == 0 || strncmp(line, "table", 5) == 0) {
            parts.form = *line == 'f';
            if (comma) replace(&parts.group, comma + 1, end);
        } else if (number == 0) {
            replace(&parts.title, line, end);
        }
        text = *end ? end + 1 : end;
    }
    return parts;
}

void sql_view_free(struct sql_view_parts *parts) {
    mem_free(parts->title, parts->group, parts->needs);
}

const struct jfr_table *sql_type_named(const struct sql *sql, const char *name) {
    const struct jfr_table *found = jfr_tables_find(sql->tables, name);
    for (size_t i = 0; !found && i < jfr_tables_count(sql->tables); i++) {
        const struct jfr_table *table = jfr_tables_at(sql->tables, i);
        const char *dot = strrchr(jfr_table_name(table), '.');
        if (dot && strcmp(dot + 1, name) == 0) found = table;
    }
    return found;
}

static bool has_type(const struct sql *sql, const char *name, size_t len) {
    OWNED(mem_release) char *copy = copy_part(name, len);
    return sql_type_named(sql, copy) != NULL;
}

/* "FileRead", or "FileRead.bytesRead": the type with that column. */
static bool has_named(const struct sql *sql, const char *name, size_t len) {
    const char *dot = platform_last(name, '.', len);
    if (!dot || has_type(sql, name, len)) return has_type(sql, name, len);
    OWNED(mem_release) char *type = copy_part(name, (size_t)(dot - name));
    OWNED(mem_release) char *column = copy_part(dot + 1, len - (size_t)(dot + 1 - name));
    const struct jfr_table *table = sql_type_named(sql, type);
    bool found = false;
    for (size_t i = 0; table && !found && i < jfr_table_columns(table); i++)
        found = strcmp(jfr_table_column(table, i)->name, column) == 0;
    return found;
}

/* Is the line one for these recordings? *len: without what says so. */
static bool is_meant(const struct sql *sql, const char *line, size_t *len) {
    for (size_t i = *len; i-- > 3;) {
        if (line[i] != ' ' || line[i - 2] != '-' || line[i - 3] != '-') continue;
        char sign = line[i - 1];
        if (sign != '?' && sign != '!') continue;
        bool there = has_named(sql, line + i, *len - i);
        *len = i - 3;
        return there == (sign == '?');
    }
    return true;
}

void sql_view_add_statement(const struct sql *sql, const char *text, struct text *out) {
    while (*text) {
        size_t whole = strcspn(text, "\n"), len = whole;
        if (is_meant(sql, text, &len)) {
            while (len && text[len - 1] == ' ') len--;
            text_add_bytes(out, text, len);
            text_add_char(out, '\n');
        }
        text += whole;
        if (*text) text++;
    }
}

/* Each type that it needs; "all" is any. */
static const char *next_need(const char *at, size_t *len) {
    at += strspn(at, " ");
    if (strncmp(at, "or ", 3) == 0) at += 3;
    at += strspn(at, " ");
    *len = strcspn(at, " ,");
    return at;
}

static bool is_any(const struct sql_view_parts *parts) {
    return !parts->needs || strcmp(parts->needs, "all") == 0;
}

bool sql_view_may_answer(const struct sql *sql, const struct sql_view_parts *parts) {
    size_t len;
    if (is_any(parts)) return true;
    for (const char *at = parts->needs; at = next_need(at, &len), len; at += len)
        if (has_type(sql, at, len)) return true;
    return false;
}

bool sql_view_has_events(struct sql *sql, const struct sql_view_parts *parts) {
    size_t len;
    bool found = is_any(parts);
    if (found) return true;
    const uint64_t *counts = sql_counts(sql);
    for (const char *at = parts->needs; at = next_need(at, &len), len && !found; at += len) {
        OWNED(mem_release) char *name = copy_part(at, len);
        const struct jfr_table *table = sql_type_named(sql, name);
        size_t place;
        if (table && tables_find_place(sql->tables, jfr_table_name(table), &place))
            found = counts[place] > 0;
    }
    return found;
}
