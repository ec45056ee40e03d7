#include "analyzers/requests/candidates.h"

#include "base/secrets/names.h"

#define MOST_TEXTS 12 /* of a type, that are looked at */
#define MOST_BYTES (UINT64_C(256) << 20)

/* Of those who write recordings, and of tracers, whose events have no duration. */
static bool is_others(const char *name) {
    static const char *const prefixes[] = {"jdk.", "java.", "profiler.", "jfragent."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (text_begins_with(name, prefixes[i])) return true;
    return strcmp(name, CONTEXTUAL_SPANS) == 0;
}

static const struct jfr_field *field_named(const struct jfr_type *type, const char *name) {
    for (uint32_t i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i]->name, name) == 0) return type->fields[i];
    return NULL;
}

/* A text that may name requests; what a field called "password" holds names nothing, and must not
 * be shown. */
static bool is_text(const struct jfr_field *field) {
    const struct jfr_type *type = field->type;
    if (type && type->field_count == 1) type = type->fields[0]->type; /* constants of one text */
    return !field->array && type && strcmp(type->name, "java.lang.String") == 0 &&
           !secret_field_name(field->name, strlen(field->name));
}

static bool choose(const struct jfr_type *type, const char *fields[WISH_FIELDS]) {
    size_t count = CANDIDATE_TEXTS;
    if (is_others(type->name) || !field_named(type, "startTime") ||
        !field_named(type, "duration") || !field_named(type, "eventThread"))
        return false;
    fields[CANDIDATE_START] = "startTime";
    fields[CANDIDATE_DURATION] = "duration";
    fields[CANDIDATE_THREAD] = "eventThread";
    for (int contextual = 1; contextual >= 0; contextual--)
        for (uint32_t i = 0; i < type->field_count && count < CANDIDATE_TEXTS + MOST_TEXTS; i++)
            if (is_text(type->fields[i]) && contextual_has(type->fields[i]) == (contextual == 1))
                fields[count++] = type->fields[i]->name;
    fields[count] = NULL;
    return true;
}

const struct wishes candidates_wishes = {
    .choose = choose, .max_bytes = MOST_BYTES, .may_lack = true};

bool candidates_has(const struct event_table *table) {
    return table->chosen == choose;
}

bool candidates_take_time(const struct event_table *table) {
    return some_of(row, table->rows, event_table_int(table, CANDIDATE_DURATION, row) > 0);
}

struct span {
    uint32_t thread;
    int64_t from_ns, to_ns;
    size_t table;
};

/* What encloses another comes before it. */
ORDERED(compare_spans, struct span, RISING(thread), RISING(from_ns), FALLING(to_ns), RISING(table))

void candidates_find_parts(const struct tables *tables, bool *parts) {
    ARRAY(struct span) spans = {0};
    OWNED(mem_release) size_t *within = mem_zero(tables->len, sizeof *within);
    for (size_t i = 0; i < tables->len; i++) {
        const struct event_table *table = &tables->items[i];
        bool has =
            candidates_has(table) && table->columns[CANDIDATE_THREAD].kind == JFR_COLUMN_THREAD;
        for (size_t row = 0; has && row < table->rows; row++) {
            struct span span = {event_table_id(table, CANDIDATE_THREAD, row),
                                event_table_int(table, CANDIDATE_START, row), 0, i};
            int64_t took = event_table_int(table, CANDIDATE_DURATION, row);
            if (took > 0 && !__builtin_add_overflow(span.from_ns, took, &span.to_ns))
                array_push(&spans, span);
        }
    }
    array_sort(&spans, compare_spans);
    const struct span *outer = NULL;
    EACH (const struct span, span, &spans) {
        if (outer && outer->thread == span->thread && span->to_ns <= outer->to_ns)
            within[span->table] += span->table != outer->table;
        else outer = span;
    }
    for (size_t i = 0; i < tables->len; i++) parts[i] = 2 * within[i] > tables->items[i].rows;
    array_free(&spans);
}

static bool is_contextual(const struct contextual *contextual, const char *type) {
    return some_of(
        i, contextual->fields.len,
        strcmp(strings_get(&contextual->names, contextual->fields.items[i].type), type) == 0);
}

const char *candidates_busiest(const struct tables *tables, const struct contextual *contextual) {
    const struct event_table *best = NULL;
    bool best_is = false;
    for (size_t i = 0; tables && i < tables->len; i++) {
        const struct event_table *table = &tables->items[i];
        if (!candidates_has(table) || !candidates_take_time(table)) continue;
        bool is = is_contextual(contextual, table->wish->event);
        if (best && (is != best_is ? best_is : table->rows <= best->rows)) continue;
        best = table;
        best_is = is;
    }
    return best ? best->wish->event : NULL;
}
