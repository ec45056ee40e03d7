#include "sql/recognise.h"

/* ==== Clauses =============================================================================== */

static bool is_compound(const struct token *token) {
    return token_is(token, "union") || token_is(token, "intersect") || token_is(token, "except");
}

/* Where the part that begins there ends, on the level of its parentheses. */
static size_t end_of(const struct token *tokens, size_t at) {
    for (;; at++) {
        const struct token *token = &tokens[at];
        if (token_is_sign(token, "(")) at = token->partner;
        else if (token->kind == TOKEN_END || token_is_sign(token, ")") ||
                 token_is_sign(token, ";") || is_compound(token))
            return at;
    }
}

static size_t find_word(const struct core *core, size_t from, const char *word) {
    size_t i = from;
    for (; i < core->all.to && !token_is(&core->tokens[i], word); i++)
        if (token_is_sign(&core->tokens[i], "(")) i = core->tokens[i].partner;
    return i < core->all.to ? i : core->all.to;
}

struct span_list {
    ARRAY(struct span) items;
};

/* Between commas. */
static struct span_list split(const struct core *core, struct span span) {
    struct span_list spans = {0};
    size_t from = span.from;
    for (size_t i = span.from; i < span.to; i++) {
        if (token_is_sign(&core->tokens[i], "(")) i = core->tokens[i].partner;
        if (!token_is_sign(&core->tokens[i], ",")) continue;
        array_push(&spans.items, (struct span){from, i});
        from = i + 1;
    }
    array_push(&spans.items, (struct span){from, span.to});
    return spans;
}

/* Finds the clauses. False: there are others, or not these. */
static bool find_clauses(struct core *core) {
    const struct token *t = core->tokens;
    size_t at = core->all.from + 1, from = find_word(core, at, "from");
    core->distinct = token_is(&t[at], "distinct");
    at += core->distinct || token_is(&t[at], "all");
    core->selected = (struct span){at, from};
    if (from == core->all.to || at >= from) return false;
    size_t where = find_word(core, from, "where"), group = find_word(core, from, "group"),
           having = find_word(core, from, "having"), order = find_word(core, from, "order"),
           limit = find_word(core, from, "limit"), end = core->all.to;
    size_t after_having = order < limit ? order : limit,
           after_group = having < after_having ? having : after_having,
           after_where = group < after_group ? group : after_group,
           after_table = where < after_where ? where : after_where;
    core->table = (struct span){from + 1, after_table};
    if (where < end) core->where = (struct span){where + 1, after_where};
    if (having < end) core->having = (struct span){having + 1, after_having};
    if (limit < end) core->limit = (struct span){limit + 1, end};
    if (core->compound && (order < end || limit < end)) return false;
    if (group < end) {
        struct span_list spans = split(core, (struct span){group + 2, after_group});
        core->groups.items = spans.items.items;
        core->groups.len = core->groups.cap = spans.items.len;
    }
    if (order < end) {
        struct span_list spans = split(core, (struct span){order + 2, limit});
        core->orders.items = spans.items.items;
        core->orders.len = core->orders.cap = spans.items.len;
    }
    return true;
}

/* ==== The table ============================================================================= */

/* Is there a WITH that has a table of this name? */
static bool is_made_by_statement(const struct token *tokens, const struct token *name) {
    bool with = false;
    for (const struct token *t = tokens; t->kind != TOKEN_END; t++) {
        with = with || token_is(t, "with");
        bool makes = token_is(t + 1, "as") || token_is_sign(t + 1, "(");
        if (with && makes && token_is_name(t) && tokens_are_equal(t, name)) return true;
    }
    return false;
}

static char *name_of(const struct token *token) {
    bool quoted = token->kind == TOKEN_QUOTED;
    char *name = mem_alloc(token->len + 1), *to = name;
    for (size_t i = quoted; i < token->len - quoted; i++) {
        *to++ = token->at[i];
        if (quoted && token->at[i] == *token->at && *token->at != '[') i++;
    }
    *to = 0;
    return name;
}

/* An event type by one of its names, which may get another. */
static bool find_table(struct core *core, const struct token *statement) {
    struct span *span = &core->table;
    const struct token *t = core->tokens;
    size_t last = span->to - 1, index;
    if (span->from >= span->to || !token_is_name(&t[span->from])) return false;
    bool schema = span->from + 2 < span->to && token_is_sign(&t[span->from + 1], ".");
    size_t name = span->from + (schema ? 2 : 0);
    if (last > name) {
        bool as = token_is(&t[name + 1], "as");
        if (last != name + 1 + as || !token_is_name(&t[last])) return false;
        core->alias = last;
    }
    span->to = name + 1;
    if (!token_is_name(&t[name]) || (!schema && is_made_by_statement(statement, &t[name])))
        return false;
    char *schema_text = schema ? name_of(&t[span->from]) : NULL, *text = name_of(&t[name]);
    bool found = naming_find(core->sql, schema_text, text, &index);
    mem_free(schema_text, text);
    if (!found) return false;
    core->gathered = gathered_make(core->sql, index);
    return true;
}

/* ==== What is selected ====================================================================== */

/* Is the last word of an item what it is to be called? */
static bool ends_with_alias(const struct core *core, struct span span) {
    const struct token *last = &core->tokens[span.to - 1], *before = last - 1;
    if (span.to - span.from < 2 || !token_is_name(last) || token_is(last, "end") ||
        token_is(last, "null") || token_is(last, "isnull") || token_is(last, "notnull"))
        return false;
    if (before->kind == TOKEN_SIGN) return token_is_sign(before, ")");
    return !token_is(before, "collate") && !token_is(before, "is") && !token_is(before, "not") &&
           !token_is(before, "and") && !token_is(before, "or") && !token_is(before, "like") &&
           !token_is(before, "glob") && !token_is(before, "regexp") && !token_is(before, "escape");
}

static bool find_items(struct core *core) {
    struct span_list spans = split(core, core->selected);
    bool fine = true;
    for (size_t i = 0; i < spans.items.len && fine; i++) {
        struct item item = {.expression = spans.items.items[i]};
        struct span *e = &item.expression;
        fine = e->from < e->to && !token_is_sign(&core->tokens[e->from], "*");
        if (fine && ends_with_alias(core, *e)) {
            item.alias = --e->to;
            if (token_is(&core->tokens[e->to - 1], "as")) e->to--;
        }
        item.column = fine ? expression_column(core, *e) : -1;
        array_push(&core->items, item);
    }
    array_free(&spans.items);
    return fine;
}

const struct item *core_item_called(const struct core *core, const struct token *name) {
    EACH (const struct item, item, &core->items) {
        if (item->alias && token_is_name(name) &&
            tokens_are_equal(name, &core->tokens[item->alias]))
            return item;
    }
    return NULL;
}

/* The expression that a term of GROUP BY or ORDER BY means by a number or by the name of an item;
 * else the term. A column goes before a name, but in ORDER BY. */
static struct span meant(const struct core *core, struct span term, bool order) {
    const struct token *token = &core->tokens[term.from];
    if (term.to - term.from != 1) return term;
    if (token->kind == TOKEN_NUMBER) {
        size_t number = strtoul(token->at, NULL, 10);
        return number >= 1 && number <= core->items.len ? core->items.items[number - 1].expression
                                                        : term;
    }
    const struct item *item = core_item_called(core, token);
    if (!item || (!order && expression_column(core, term) >= 0)) return term;
    return item->expression;
}

bool core_groups_by(const struct core *core, int column) {
    return some_of(i, core->groups.len,
                   expression_column(core, meant(core, core->groups.items[i], false)) == column);
}

/* Is it just what the groups are by? */
static bool is_grouped(const struct core *core, struct span expression) {
    return some_of(
        i, core->groups.len,
        expressions_are_equal(core, expression, meant(core, core->groups.items[i], false)));
}

static bool add_items(struct core *core, struct text *out) {
    for (size_t i = 0; i < core->items.len; i++) {
        const struct item *item = &core->items.items[i];
        struct span e = item->expression;
        if (i) text_add(out, ", ");
        if (!expression_translate(core, e, !is_grouped(core, e), out)) return false;
        if (item->alias) {
            text_add(out, " AS ");
            text_add_bytes(out, core->tokens[item->alias].at, core->tokens[item->alias].len);
        } else if (item->column < 0) { /* as SQLite would call it */
            const struct token *last = &core->tokens[e.to - 1];
            const char *begin = core->tokens[e.from].at;
            text_add(out, " AS ");
            columns_add_quoted(begin, (size_t)(last->at + last->len - begin), out);
        }
    }
    return true;
}

/* ==== Conditions ============================================================================ */

static bool find_comparison(const struct token *token, bool turned, enum comparison *out) {
    static const struct {
        const char *sign;
        enum comparison as_it_is, turned;
    } signs[] = {{"=", EQUAL, EQUAL},      {"==", EQUAL, EQUAL},  {"<>", UNEQUAL, UNEQUAL},
                 {"!=", UNEQUAL, UNEQUAL}, {"<", BELOW, ABOVE},   {"<=", UP_TO, FROM_ON},
                 {">", ABOVE, BELOW},      {">=", FROM_ON, UP_TO}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!token_is_sign(token, signs[i].sign)) continue;
        *out = turned ? signs[i].turned : signs[i].as_it_is;
        return true;
    }
    return false;
}

static bool is_number(const struct core *core, int column) {
    if (column < 0) return false;
    const struct event_column *c = &core->gathered->source.columns.items[column];
    return c->source == FROM_FIELD && (c->kind == JFR_COLUMN_INT || c->kind == JFR_COLUMN_BOOLEAN);
}

/* Behind the column that begins or ends there. */
static struct span beside(struct span all, struct span part) {
    return part.from == all.from ? (struct span){part.to, all.to}
                                 : (struct span){all.from, part.from};
}

static bool add_condition(struct core *core, int column, enum comparison comparison,
                          struct span value) {
    struct gathered *g = core->gathered;
    struct text text = {0};
    bool compares = comparison != IS_NULL && comparison != IS_NOT_NULL;
    if (g->conditions == GATHERED_CONDITIONS) return false;
    if (compares && !expression_is_constant(core, value)) return false;
    if (compares) {
        if (!expression_translate(core, value, false, &text)) return false;
        array_push(&core->arguments, text);
    }
    g->condition[g->conditions++] = (struct gathered_condition){
        (uint16_t)column, comparison, compares ? core->arguments.len - 1 : 0};
    return true;
}

/* Takes the condition, "duration > 1000" or the like, of what is read, if it is one. */
static bool take_condition(struct core *core, struct span span) {
    const struct token *t = core->tokens;
    enum comparison comparison;
    for (size_t len = 1; len <= 3; len += 2) {
        if (span.to - span.from < len + 1) return false;
        struct span first = {span.from, span.from + len}, last = {span.to - len, span.to};
        for (int turned = 0; turned <= 1; turned++) {
            struct span at = turned ? last : first, rest = beside(span, at);
            int column = expression_column(core, at);
            if (!is_number(core, column)) continue;
            size_t sign = turned ? rest.to - 1 : rest.from;
            struct span value =
                turned ? (struct span){rest.from, sign} : (struct span){sign + 1, rest.to};
            if (find_comparison(&t[sign], turned, &comparison))
                return add_condition(core, column, comparison, value);
            if (turned) continue;
            size_t words = rest.to - rest.from;
            bool is = token_is(&t[sign], "is"), not = token_is(&t[sign + 1], "not");
            if ((words == 1 && token_is(&t[sign], "isnull")) ||
                (words == 2 && is && token_is(&t[sign + 1], "null")))
                return add_condition(core, column, IS_NULL, value);
            if ((words == 1 && token_is(&t[sign], "notnull")) ||
                (words == 3 && is && not &&token_is(&t[sign + 2], "null")))
                return add_condition(core, column, IS_NOT_NULL, value);
            if (!token_is(&t[sign], "between")) continue;
            size_t and = sign + 1;
            for (; and < rest.to && !token_is(&t[and], "and"); and++)
                if (token_is_sign(&t[and], "(")) and = t[and].partner;
            struct span low = {sign + 1, and}, high = {and+1, rest.to};
            if (and >= rest.to || !expression_is_constant(core, high)) return false;
            return add_condition(core, column, FROM_ON, low) &&
                   add_condition(core, column, UP_TO, high);
        }
    }
    return false;
}

/* Conditions that all have to hold; one: it is not known how they belong together. */
static struct span_list split_condition(const struct core *core, struct span span) {
    struct span_list spans = {0};
    size_t from = span.from, cases = 0;
    bool between = false;
    for (size_t i = span.from; i < span.to; i++) {
        const struct token *token = &core->tokens[i];
        if (token_is_sign(token, "(")) i = token->partner;
        cases += token_is(token, "case");
        cases -= cases && token_is(token, "end");
        if (cases) continue;
        if (token_is(token, "or")) {
            spans.items.len = 0;
            from = span.from;
            break;
        }
        bool and = token_is(token, "and");
        if (and&&!between) {
            array_push(&spans.items, (struct span){from, i});
            from = i + 1;
        }
        between = token_is(token, "between") || (between && !and);
    }
    array_push(&spans.items, (struct span){from, span.to});
    return spans;
}

static bool add_where(struct core *core, struct text *out) {
    bool fine = true, any = false;
    if (core->where.from == core->where.to) return true;
    struct span_list spans = split_condition(core, core->where);
    for (size_t i = 0; i < spans.items.len && fine; i++) {
        if (take_condition(core, spans.items.items[i])) continue;
        text_add(out, any ? " AND " : " WHERE ");
        any = true;
        fine = expression_translate(core, spans.items.items[i], false, out);
    }
    array_free(&spans.items);
    return fine;
}

/* ==== Groups, order, limit ================================================================== */

static bool add_groups(struct core *core, struct text *out) {
    for (size_t i = 0; i < core->groups.len; i++) {
        struct span term = core->groups.items[i];
        text_add(out, i ? ", " : " GROUP BY ");
        if (!expression_translate(core, term, false, out)) return false;
    }
    if (core->having.from == core->having.to) return true;
    text_add(out, " HAVING ");
    return expression_translate(core, core->having, true, out);
}

static struct span without_direction(const struct core *core, struct span term) {
    for (size_t i = term.from; i < term.to; i++)
        if (token_is(&core->tokens[i], "asc") || token_is(&core->tokens[i], "desc") ||
            token_is(&core->tokens[i], "nulls"))
            return (struct span){term.from, i};
    return term;
}

static bool is_item(const struct core *core, struct span expression) {
    return some_of(i, core->items.len,
                   expressions_are_equal(core, expression, core->items.items[i].expression));
}

static bool add_orders(struct core *core, struct text *out) {
    for (size_t i = 0; i < core->orders.len; i++) {
        struct span term = core->orders.items[i], by = without_direction(core, term);
        struct span expression = meant(core, by, true);
        bool same = is_item(core, expression);
        text_add(out, i ? ", " : " ORDER BY ");
        if (!same && core->distinct) return false;
        if (same && by.to - by.from == 1) tokens_add(core, by, out);
        else if (!expression_translate(core, by, !same && !is_grouped(core, by), out)) return false;
        tokens_add(core, (struct span){by.to, term.to}, out);
    }
    if (core->limit.from == core->limit.to) return true;
    text_add(out, " LIMIT");
    for (size_t i = core->limit.from; i < core->limit.to; i++) {
        const struct token *token = &core->tokens[i];
        if (token_is_name(token) && !token_is(token, "offset")) return false;
        text_add_char(out, ' ');
        text_add_bytes(out, token->at, token->len);
    }
    return true;
}

/* ==== Together ============================================================================== */

/* Groups, all of which are read, and of which no column is any one's. */
static bool is_for_groups(const struct core *core) {
    if (core->bare) return core->distinct && !core->aggregates && !core->groups.len;
    if (core->aggregates || core->groups.len) return true;
    return false;
}

static bool translate(struct core *core, struct text *out) {
    OWNED(text_free) struct text items = {0}, where = {0}, rest = {0};
    bool fine = add_where(core, &where) && add_groups(core, &rest);
    bool having = core->aggregates;
    core->aggregates = false;
    fine = fine && add_items(core, &items) && add_orders(core, &rest);
    core->aggregates = core->aggregates || having;
    bool early = core->distinct && !core->aggregates && core->limit.from < core->limit.to &&
                 !core->orders.len; /* ends before all are read */
    fine =
        fine && is_for_groups(core) && !early && !(core->distinct && !core->gathered->source.table);
    core->gathered->arguments = core->arguments.len;
    fine = fine && gathered_declare(core->gathered);
    if (core->gathered->name.len && !fine) core->gathered = NULL; /* the connection has it */
    if (fine) {
        text_addf(out, "SELECT %s%s FROM temp.", core->distinct ? "DISTINCT " : "",
                  text_str(&items));
        columns_add_quoted(text_str(&core->gathered->name), core->gathered->name.len, out);
        for (size_t i = 0; i < core->arguments.len; i++)
            text_addf(out, "%s%s", i ? ", " : "(", text_str(&core->arguments.items[i]));
        text_addf(out, "%s%s%s", core->arguments.len ? ")" : "", text_str(&where), text_str(&rest));
    }
    return fine;
}

/* Appends what is asked in place of the part that begins there. *end: behind it. */
static bool translate_core(struct sql *sql, const struct token *tokens, size_t at, struct text *out,
                           size_t *end) {
    struct core core = {.sql = sql, .tokens = tokens, .all = {at, end_of(tokens, at)}};
    bool after = at && (is_compound(&tokens[at - 1]) || token_is(&tokens[at - 1], "all"));
    core.compound = after || is_compound(&tokens[core.all.to]);
    *end = core.all.to;
    bool fine = find_clauses(&core) && find_table(&core, tokens) && find_items(&core) &&
                translate(&core, out);
    if (!fine) gathered_free(core.gathered);
    arrays_free(&core.groups, &core.orders, &core.items);
    for (size_t i = 0; i < core.arguments.len; i++) text_free(&core.arguments.items[i]);
    array_free(&core.arguments);
    return fine;
}

char *recognise(struct sql *sql, const char *text, size_t len) {
    struct tokens tokens;
    OWNED(text_free) struct text out = {0};
    bool any = false;
    const char *copied = text;
    if (tokens_read(&tokens, text, len)) {
        for (size_t i = 0; tokens.items.items[i].kind != TOKEN_END; i++) {
            OWNED(text_free) struct text part = {0};
            size_t end;
            const struct token *token = &tokens.items.items[i];
            if (token_is(token, "select") &&
                translate_core(sql, tokens.items.items, i, &part, &end)) {
                const struct token *last = &tokens.items.items[end - 1];
                text_add_bytes(&out, copied, (size_t)(token->at - copied));
                text_add_bytes(&out, text_str(&part), part.len);
                copied = last->at + last->len;
                i = end - 1;
                any = true;
            }
        }
        text_add_bytes(&out, copied, (size_t)(text + len - copied));
    }
    tokens_free(&tokens);
    if (any) return text_take(&out);
    return NULL;
}
