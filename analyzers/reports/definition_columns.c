/* Lines of a definition that say what a column is. */
#include "analyzers/reports/definition_parts.h"

#include <ctype.h>

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

size_t definition_column(const struct report_part *part, const char *key, size_t len) {
    for (size_t i = 0; i < part->columns.len; i++) {
        const char *has = part->columns.items[i].key;
        if (strncmp(has, key, len) == 0 && !has[len]) return i;
    }
    return SIZE_MAX;
}

/* ==== "title" key [flags]: meaning =========================================================== */

/* A text in quotes; *at is set behind it. */
static const char *take_quoted(struct reading_of *r, const char **at, const char *what) {
    const char *begin = skip_blanks(*at);
    const char *end = *begin == '"' ? strchr(begin + 1, '"') : NULL;
    if (!end) {
        definition_fail(r, "expected %s in quotes, found '%.40s'", what, begin);
        return NULL;
    }
    *at = end + 1;
    return definition_keep(r, begin + 1, (size_t)(end - begin - 1));
}

static bool is_key(const char *key, bool nested) {
    bool fresh = true;
    if (!*key) return false;
    for (; *key; key++) {
        if (*key == '.' && nested && !fresh) {
            fresh = true;
            nested = false;
            continue;
        }
        if (fresh ? !islower((unsigned char)*key)
                  : !islower((unsigned char)*key) && !isdigit((unsigned char)*key) && *key != '_')
            return false;
        fresh = false;
    }
    return !fresh;
}

static bool take_key(struct reading_of *r, const char **at, struct report_column *column) {
    const char *begin = skip_blanks(*at);
    size_t len = strcspn(begin, " \t:[");
    bool nested = r->part && r->part->kind == REPORT_FIGURES;
    const char *dot = memchr(begin, '.', len);
    column->key = definition_keep(r, begin, len);
    if (dot) column->object = definition_keep(r, begin, (size_t)(dot - begin));
    *at = begin + len;
    return is_key(column->key, nested) ||
           definition_fail(r, "expected a key of small letters, digits and _, found '%.40s'",
                           column->key);
}

/* The type that a flag is, or NULL. */
static const char *type_of(const char *flag, size_t len) {
    static const struct {
        const char *flag, *type;
    } types[] = {{"integer", "integer?"},
                 {"number", "number?"},
                 {"text", "string?"},
                 {"boolean", "boolean?"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].flag) == len && memcmp(types[i].flag, flag, len) == 0)
            return types[i].type;
    return NULL;
}

static bool take_flags(struct reading_of *r, const char **at, struct report_column *column) {
    const char *close = strchr(*at, ']');
    *at = skip_blanks(*at + 1);
    while (close && *at < close) {
        size_t len = strcspn(*at, " ]");
        if (len == 4 && strncmp(*at, "wide", len) == 0) {
            column->wide = true;
            *at = skip_blanks(*at + len);
        } else if (len == 4 && strncmp(*at, "none", len) == 0) {
            *at += len;
            column->none = take_quoted(r, at, "what people read where it is null");
            if (!column->none) return false;
            *at = skip_blanks(*at);
        } else if (type_of(*at, len)) {
            column->type = type_of(*at, len);
            *at = skip_blanks(*at + len);
        } else {
            return definition_fail(
                r, "expected integer, number, text, boolean, wide or none \"...\", found '%.40s'",
                *at);
        }
    }
    if (!close) return definition_fail(r, "expected ] behind the key");
    *at = skip_blanks(close + 1);
    return true;
}

static bool take_rest(struct reading_of *r, const char *at, struct report_column *column) {
    if (!column->unlabelled) {
        column->title = take_quoted(r, &at, "a heading");
        if (!column->title) return false;
    }
    if (!take_key(r, &at, column)) return false;
    at = skip_blanks(at);
    if (*at == '[' && !take_flags(r, &at, column)) return false;
    if (*at != ':')
        return definition_fail(r, "expected ':' and what the key means, found '%.40s'", at);
    column->meaning = definition_keep(r, at + 1, strlen(at + 1));
    return *column->meaning || definition_fail(r, "nothing says what %s means", column->key);
}

/* ==== Columns ================================================================================ */

static bool add(struct reading_of *r, const struct report_column *column) {
    if (r->set) {
        array_push(&r->set->columns, *column);
        return true;
    }
    struct report_part *part = r->part;
    if (definition_column(part, column->key, strlen(column->key)) != SIZE_MAX)
        return definition_fail(r, "the key %s is there twice", column->key);
    size_t kinds = 0;
    for (size_t i = 0; i < part->columns.len; i++)
        kinds += part->columns.items[i].kind == column->kind;
    if (column->kind == REPORT_BY && kinds == FOLD_KEYS)
        return definition_fail(r, "there are more than %d lines of by", FOLD_KEYS);
    if (column->kind == REPORT_SHOW && kinds == FOLD_SHOWS)
        return definition_fail(r, "there are more than %d functions", FOLD_SHOWS);
    if (part->kind == REPORT_FIGURES && !part->sources.len)
        return definition_fail(r, "types have to come before what is said of their events");
    array_push(&part->columns, *column);
    part->columns.items[part->columns.len - 1].source = part->sources.len - 1;
    return true;
}

/* The expression that the line begins with, at the rest of it. */
static const char *take_expression(struct reading_of *r, const char **value) {
    size_t len = definition_word(*value);
    const char *expression = definition_keep(r, *value, len);
    *value += len;
    return expression;
}

/* The key of a column before. */
static bool take_operand(struct reading_of *r, const char **value, size_t *column) {
    size_t len = definition_word(*value);
    *column = r->part ? definition_column(r->part, *value, len) : SIZE_MAX;
    if (*column == SIZE_MAX)
        return definition_fail(r, "no line before has the key '%.*s'", (int)len, *value);
    *value = skip_blanks(*value + len);
    return true;
}

static bool take_by(struct reading_of *r, const char **value, struct fold_key *by) {
    struct jfr_error error;
    const char *expression = take_expression(r, value);
    *by = (struct fold_key){.kind = FOLD_STEP, .path = "startTime", .label = "startTime"};
    return strcmp(expression, "step") == 0 ||
           fold_parse_key(expression, &r->report->texts, by, &error) ||
           definition_fail(r, "%s", error.text);
}

bool definition_by(struct reading_of *r, const char *value) {
    struct report_column column = {.kind = REPORT_BY};
    return take_by(r, &value, &column.by) && take_rest(r, value, &column) && add(r, &column);
}

bool definition_instead(struct reading_of *r, const char *value) {
    struct report_instead instead;
    if (r->part->sources.len < 2) return definition_fail(r, "there is no: else or also before");
    if (!take_operand(r, &value, &instead.column)) return false;
    if (r->part->columns.items[instead.column].kind != REPORT_BY)
        return definition_fail(r, "only what groups are told apart by may be another field");
    if (!take_by(r, &value, &instead.by)) return false;
    array_push(&r->part->sources.items[r->part->sources.len - 1].instead, instead);
    return true;
}

static bool take_show(struct reading_of *r, const char **value, struct report_column *column) {
    struct jfr_error error;
    column->kind = REPORT_SHOW;
    return fold_parse_show(take_expression(r, value), NULL, &r->report->texts, &column->show,
                           &error) ||
           definition_fail(r, "%s", error.text);
}

bool definition_show(struct reading_of *r, const char *value) {
    struct report_column column = {.hidden = false};
    return take_show(r, &value, &column) && take_rest(r, value, &column) && add(r, &column);
}

bool definition_hide(struct reading_of *r, const char *value) {
    struct report_column column = {.hidden = true};
    if (!take_show(r, &value, &column) || !take_key(r, &value, &column)) return false;
    if (*skip_blanks(value))
        return definition_fail(r, "behind the key of what is hidden there is '%.40s'", value);
    return add(r, &column);
}

bool definition_pair(struct reading_of *r, const char *value) {
    return definition_show(r, value);
}

bool definition_value(struct reading_of *r, const char *value) {
    struct report_column column = {.unlabelled = true};
    return take_show(r, &value, &column) && take_rest(r, value, &column) && add(r, &column);
}

bool definition_make(struct reading_of *r, const char *value) {
    struct report_column column = {.kind = REPORT_MAKE};
    if (!take_operand(r, &value, &column.left)) return false;
    if (definition_word(value) != 1 || !strchr("+-*%", *value))
        return definition_fail(r, "expected + - * or %%, found '%.40s'", value);
    column.operation = *value;
    value = skip_blanks(value + 1);
    if (!take_operand(r, &value, &column.right)) return false;
    if (strncmp(value, "hidden ", 7) == 0) {
        value += 7;
        column.hidden = true;
        return take_key(r, &value, &column) && add(r, &column);
    }
    return take_rest(r, value, &column) && add(r, &column);
}

bool definition_with(struct reading_of *r, const char *value) {
    EACH (const struct column_set, set, &r->sets) {
        if (strcmp(set->name, value) != 0) continue;
        return all_of(k, set->columns.len, add(r, &set->columns.items[k]));
    }
    return definition_fail(r, "there are no columns %.60s before", value);
}

bool definition_order(struct reading_of *r, const char *value) {
    struct report_part *part = r->part;
    part->by_keys = strcmp(value, "keys") == 0;
    while (!part->by_keys && *value) {
        size_t column;
        if (!take_operand(r, &value, &column)) return false;
        if (part->columns.items[column].kind == REPORT_BY)
            return definition_fail(r, "an order is by what is shown, or: keys");
        array_push(&part->order, column);
    }
    return true;
}
