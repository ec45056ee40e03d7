/* Expressions as groups are asked: columns under their own names, aggregates as sums. */
#include "sql/recognise.h"

static const struct token *token_at(const struct core *core, size_t i) {
    return &core->tokens[i];
}

static void add_token(const struct core *core, size_t i, struct text *out) {
    const struct token *token = token_at(core, i);
    bool begins = !out->len || out->data[out->len - 1] == ' ' || out->data[out->len - 1] == '(';
    if (token->apart && !begins) text_add_char(out, ' ');
    text_add_bytes(out, token->at, token->len);
}

void tokens_add(const struct core *core, struct span span, struct text *out) {
    for (size_t i = span.from; i < span.to; i++) add_token(core, i, out);
}

bool expressions_are_equal(const struct core *core, struct span a, struct span b) {
    if (a.to - a.from != b.to - b.from || a.from == a.to) return false;
    return all_of(i, a.to - a.from,
                  tokens_are_equal(token_at(core, a.from + i), token_at(core, b.from + i)));
}

/* ==== Columns =============================================================================== */

/* Does the word before the dot mean the table? */
static bool is_table(const struct core *core, const struct token *token) {
    const struct token *called = token_at(core, core->alias ? core->alias : core->table.to - 1);
    return token_is_name(token) && tokens_are_equal(token, called);
}

/* The column that is named from here on, and how many tokens name it; -1: none is. */
static int column_at(const struct core *core, size_t at, size_t end, size_t *count) {
    const struct event_table *table = &core->gathered->source;
    const struct token *name = token_at(core, at);
    *count = 1;
    if (!token_is_name(name)) return -1;
    if (at + 2 < end && token_is_sign(token_at(core, at + 1), ".")) {
        if (!is_table(core, name)) return -1;
        name = token_at(core, at + 2);
        *count = 3;
    }
    if (at + *count < end) {
        const struct token *next = token_at(core, at + *count);
        if (token_is_sign(next, ".") || token_is_sign(next, "(")) return -1;
    }
    for (size_t i = 0; i < table->columns.len; i++)
        if (token_names(name, table->columns.items[i].name)) return (int)i;
    return -1;
}

int expression_column(const struct core *core, struct span span) {
    size_t count;
    if (span.from == span.to) return -1;
    int column = column_at(core, span.from, span.to, &count);
    return span.from + count == span.to ? column : -1;
}

static void add_column(struct core *core, int column, bool stray, struct text *out) {
    const char *name = core->gathered->source.columns.items[column].name;
    if (stray && !core_groups_by(core, column)) core->bare = true;
    gathered_add_key(core->gathered, (uint16_t)column);
    columns_add_quoted(name, strlen(name), out);
}

/* ==== Functions ============================================================================= */

/* Does SQLite say that all functions of the name give the same for the same values, one by one? */
static bool is_plain_function(struct sql *sql, const struct token *name) {
    sqlite3_stmt *handle = NULL;
    static const char query[] =
        "SELECT count(*) > 0 AND min(type = 's' AND flags & 2048 <> 0) FROM pragma_function_list "
        "WHERE name = ? COLLATE NOCASE";
    bool guarded = sql->guarded, plain = false;
    sql->guarded = false;
    if (name->kind == TOKEN_WORD &&
        sqlite.prepare_v2(sql->db, query, -1, &handle, NULL) == SQLITE_OK &&
        sqlite.bind_text(handle, 1, name->at, (int)name->len, SQLITE_STATIC) == SQLITE_OK &&
        sqlite.step(handle) == SQLITE_ROW)
        plain = sqlite.column_int64(handle, 0) != 0;
    sqlite.finalize(handle);
    sql->guarded = guarded;
    return plain;
}

enum aggregate { NONE, COUNT, SUM, TOTAL, AVG, LEAST, GREATEST, PERCENTILE, QUANTILE };

static enum aggregate aggregate_of(const struct token *name) {
    static const struct {
        const char *name;
        enum aggregate aggregate;
    } known[] = {{"count", COUNT},       {"sum", SUM},        {"total", TOTAL},
                 {"avg", AVG},           {"min", LEAST},      {"max", GREATEST},
                 {"median", PERCENTILE}, {"p50", PERCENTILE}, {"p90", PERCENTILE},
                 {"p95", PERCENTILE},    {"p99", PERCENTILE}, {"p999", PERCENTILE},
                 {"quantile", QUANTILE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (token_is(name, known[i].name)) return known[i].aggregate;
    return NONE;
}

static size_t comma_in(const struct core *core, struct span span) { /* span.to: there is none */
    size_t i = span.from;
    for (; i < span.to && !token_is_sign(token_at(core, i), ","); i++)
        if (token_is_sign(token_at(core, i), "(")) i = token_at(core, i)->partner;
    return i < span.to ? i : span.to;
}

struct call { /* of an aggregate */
    enum aggregate aggregate;
    size_t name;
    bool distinct;
    struct span argument, second; /* of quantile */
    size_t end;                   /* behind it */
    struct text filter;           /* " FILTER (WHERE ...)", or nothing */
    struct text passes;           /* what is in it */
};

static bool read_filter(struct core *core, struct call *call) {
    size_t at = call->end;
    if (!token_is(token_at(core, at), "filter")) return !token_is(token_at(core, at), "over");
    if (!token_is_sign(token_at(core, at + 1), "(") || !token_is(token_at(core, at + 2), "where"))
        return false;
    size_t close = token_at(core, at + 1)->partner;
    if (!expression_translate(core, (struct span){at + 3, close}, false, &call->passes))
        return false;
    text_addf(&call->filter, " FILTER (WHERE %s)", text_str(&call->passes));
    call->end = close + 1;
    return !token_is(token_at(core, call->end), "over");
}

/* A column of whole numbers is added up by events; -1: the argument is none. */
static int measured_column(const struct core *core, const struct call *call) {
    int column = expression_column(core, call->argument);
    if (column < 0 || call->distinct) return -1;
    const struct event_column *c = &core->gathered->source.columns.items[column];
    bool whole = c->kind == JFR_COLUMN_INT || c->kind == JFR_COLUMN_BOOLEAN;
    return whole && c->source == FROM_FIELD ? column : -1;
}

/* Sums of whole numbers that SQLite keeps as real ones are exact up to here. */
static uint64_t largest_real(void) {
    return sqlite.libversion_number() >= 3043000 ? INT64_MAX : UINT64_C(1) << 53;
}

static void keep_exact(struct gathered *g, size_t measure, uint64_t largest) {
    if (largest < g->largest[measure]) g->largest[measure] = largest;
}

static bool add_percentile(struct core *core, const struct call *call, size_t measure,
                           struct text *out) {
    struct gathered *g = core->gathered;
    OWNED(text_free) struct text second = {0};
    if (g->listed != NO_MEASURE && g->listed != measure) return false;
    g->listed = measure;
    const struct token *name = token_at(core, call->name);
    text_addf(out, "\"#%.*s\"", (int)name->len, name->at);
    bool fine = call->aggregate == PERCENTILE || expression_is_constant(core, call->second);
    if (call->aggregate == QUANTILE && fine)
        fine = expression_translate(core, call->second, false, &second);
    text_addf(out, "(\"#v\"%s%s)%s", second.len ? ", " : "", text_str(&second),
              text_str(&call->filter));
    return fine;
}

static bool add_measure(struct core *core, const struct call *call, int column, struct text *out) {
    struct gathered *g = core->gathered;
    const char *filter = text_str(&call->filter);
    size_t m;
    if (!gathered_add_measure(g, (uint16_t)column, &m)) return false;
    switch (call->aggregate) {
    case COUNT: text_addf(out, "coalesce(sum(\"#c%zu\")%s, 0)", m, filter); break;
    case SUM:
        keep_exact(g, m, INT64_MAX);
        text_addf(out, "sum(\"#s%zu\")%s", m, filter);
        break;
    case LEAST: text_addf(out, "min(\"#l%zu\")%s", m, filter); break;
    case GREATEST: text_addf(out, "max(\"#h%zu\")%s", m, filter); break;
    case TOTAL:
        keep_exact(g, m, largest_real());
        text_addf(out, "coalesce(CAST(sum(\"#s%zu\")%s AS REAL), 0.0)", m, filter);
        break;
    case AVG:
        keep_exact(g, m, largest_real());
        text_addf(out, "(CAST(sum(\"#s%zu\")%s AS REAL) / sum(\"#c%zu\")%s)", m, filter, m, filter);
        break;
    default: return add_percentile(core, call, m, out);
    }
    return true;
}

static bool add_count(struct core *core, const struct call *call, struct text *out) {
    struct span of = call->argument;
    if (of.from == of.to || token_is_sign(token_at(core, of.from), "*")) {
        text_addf(out, "coalesce(sum(\"#n\")%s, 0)", text_str(&call->filter));
        return of.to - of.from <= 1;
    }
    text_add(out, "coalesce(sum(\"#n\") FILTER (WHERE (");
    if (!expression_translate(core, of, false, out)) return false;
    text_add(out, ") IS NOT NULL");
    if (call->passes.len) text_addf(out, " AND (%s)", text_str(&call->passes));
    text_add(out, "), 0)");
    return true;
}

/* What does not depend on how often a value is there is asked of the groups' values. */
static bool add_as_it_is(struct core *core, const struct call *call, struct text *out) {
    text_add_bytes(out, token_at(core, call->name)->at, token_at(core, call->name)->len);
    text_add(out, call->distinct ? "(DISTINCT " : "(");
    if (!expression_translate(core, call->argument, false, out)) return false;
    text_addf(out, ")%s", text_str(&call->filter));
    return true;
}

static bool add_call(struct core *core, const struct call *call, struct text *out) {
    int column = measured_column(core, call);
    bool extreme = call->aggregate == LEAST || call->aggregate == GREATEST;
    if (column >= 0) return add_measure(core, call, column, out);
    if (call->distinct ? call->aggregate != QUANTILE : extreme)
        return add_as_it_is(core, call, out);
    return call->aggregate == COUNT && add_count(core, call, out);
}

/* *end: behind it. */
static bool add_aggregate(struct core *core, size_t name, struct text *out, size_t *end) {
    size_t close = token_at(core, name + 1)->partner;
    struct call call = {.aggregate = aggregate_of(token_at(core, name)),
                        .name = name,
                        .argument = {name + 2, close},
                        .end = close + 1};
    call.distinct = token_is(token_at(core, name + 2), "distinct");
    call.argument.from += call.distinct;
    size_t comma = comma_in(core, call.argument);
    if (comma < close && call.aggregate == QUANTILE) {
        call.second = (struct span){comma + 1, close};
        call.argument.to = comma;
    }
    core->aggregates = true;
    bool fine = (comma == close) == (call.aggregate != QUANTILE) && read_filter(core, &call) &&
                add_call(core, &call, out);
    *end = call.end;
    free_each(text_free, &call.filter, &call.passes);
    return fine;
}

static bool add_cast(struct core *core, size_t name, bool stray, struct text *out, size_t *end) {
    size_t close = token_at(core, name + 1)->partner, as = name + 2;
    for (; as < close && !token_is(token_at(core, as), "as"); as++)
        if (token_is_sign(token_at(core, as), "(")) as = token_at(core, as)->partner;
    text_add(out, "CAST(");
    if (as >= close || !expression_translate(core, (struct span){name + 2, as}, stray, out))
        return false;
    tokens_add(core, (struct span){as, close + 1}, out);
    *end = close + 1;
    return true;
}

static bool add_function(struct core *core, size_t name, bool stray, struct text *out,
                         size_t *end) {
    const struct token *token = token_at(core, name);
    size_t close = token_at(core, name + 1)->partner;
    struct span arguments = {name + 2, close};
    enum aggregate aggregate = aggregate_of(token);
    bool extreme = aggregate == LEAST || aggregate == GREATEST;
    if (token_is(token, "cast")) return add_cast(core, name, stray, out, end);
    if (aggregate != NONE && !(extreme && comma_in(core, arguments) < close))
        return add_aggregate(core, name, out, end);
    if (!extreme && !is_plain_function(core->sql, token)) return false;
    text_add_bytes(out, token->at, token->len);
    text_add_char(out, '(');
    for (size_t at = name + 2; at < close;) {
        size_t comma = comma_in(core, (struct span){at, close});
        if (!expression_translate(core, (struct span){at, comma}, stray, out)) return false;
        if (comma < close) text_add(out, ", ");
        at = comma + 1;
    }
    text_add_char(out, ')');
    *end = close + 1;
    return true;
}

/* ==== Expressions =========================================================================== */

static bool is_operator_word(const struct token *token) {
    static const char *const words[] = {"and",     "or",   "not",  "is",     "null", "isnull",
                                        "notnull", "like", "glob", "regexp", "in",   "between",
                                        "escape",  "case", "when", "then",   "else", "end"};
    return some_of(i, COUNT_OF(words), token_is(token, words[i]));
}

static void add_space(const struct core *core, size_t i, size_t from, struct text *out) {
    if (i > from && token_at(core, i)->apart) text_add_char(out, ' ');
}

bool expression_translate(struct core *core, struct span span, bool stray, struct text *out) {
    size_t count;
    if (span.from >= span.to) return false;
    for (size_t i = span.from; i < span.to; i += count) {
        const struct token *token = token_at(core, i);
        bool called = i + 1 < span.to && token_is_sign(token_at(core, i + 1), "(");
        add_space(core, i, span.from, out);
        count = 1;
        if (token->kind == TOKEN_NUMBER || token->kind == TOKEN_TEXT || token->kind == TOKEN_SIGN ||
            is_operator_word(token)) {
            if (token_is_sign(token, ";") || token_is_sign(token, ".")) return false;
            text_add_bytes(out, token->at, token->len);
            continue;
        }
        if (token_is(token, "collate") && i + 1 < span.to) {
            tokens_add(core, (struct span){i, i + 2}, out);
            count = 2;
            continue;
        }
        if (called) {
            size_t end;
            if (!add_function(core, i, stray, out, &end)) return false;
            count = end - i;
            continue;
        }
        int column = column_at(core, i, span.to, &count);
        if (column >= 0) {
            add_column(core, column, stray, out);
            continue;
        }
        bool constant = token_is(token, "true") || token_is(token, "false");
        if (count != 1 || (!constant && !core_item_called(core, token))) return false;
        text_add_bytes(out, token->at, token->len);
    }
    return true;
}

/* Operators that could bind another way beside a comparison are within parentheses. */
bool expression_is_constant(struct core *core, struct span span) {
    static const char *const signs[] = {"+", "-", "*", "/", "%"};
    if (span.from >= span.to) return false;
    for (size_t i = span.from; i < span.to; i++) {
        const struct token *token = token_at(core, i);
        bool fine = token->kind == TOKEN_NUMBER || token->kind == TOKEN_TEXT ||
                    some_of(k, COUNT_OF(signs), token_is_sign(token, signs[k]));
        bool called = token->kind == TOKEN_WORD && i + 1 < span.to &&
                      token_is_sign(token_at(core, i + 1), "(") &&
                      is_plain_function(core->sql, token) && aggregate_of(token) == NONE;
        if (called) i++;
        if (called || token_is_sign(token, "(")) {
            size_t close = token_at(core, i)->partner;
            for (size_t at = i + 1; at < close;) {
                size_t comma = comma_in(core, (struct span){at, close});
                if (!expression_is_constant(core, (struct span){at, comma})) return false;
                at = comma + 1;
            }
            i = close;
            fine = true;
        }
        if (!fine) return false;
    }
    return true;
}
