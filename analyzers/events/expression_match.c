/* Tests: what an expression is once the kinds of its fields are known. */
#include "analyzers/events/expression_parts.h"
#include "parser/table/stack_wait.h"

#include "base/missing.h"
#include "base/order.h"

/* ==== Is everything comparable? ============================================================= */

struct checking {
    const struct expression *e;
    const struct expression_kind *kinds;
    struct expression_error *error;
};

static const char *literal_name(enum literal_kind kind) {
    switch (kind) {
    case LITERAL_NULL: return "null";
    case LITERAL_BOOLEAN: return "true or false";
    case LITERAL_NUMBER: return "a number";
    case LITERAL_DURATION: return "a duration";
    case LITERAL_SIZE: return "a size";
    case LITERAL_PERCENT: return "a percentage";
    case LITERAL_TEXT: return "a text";
    default: return "a point of time";
    }
}

static const char *field_name(struct expression_kind kind) {
    switch (kind.kind) {
    case JFR_COLUMN_BOOLEAN: return "true or false";
    case JFR_COLUMN_TEXT: return "a text";
    case JFR_COLUMN_THREAD: return "a thread";
    case JFR_COLUMN_STACK: return "a stack trace";
    default: break;
    }
    switch (kind.unit) {
    case JFR_UNIT_NS_SPAN: return "a duration";
    case JFR_UNIT_NS_TIME: return "a point of time";
    case JFR_UNIT_BYTES: return "a size";
    case JFR_UNIT_BYTES_PER_S:
    case JFR_UNIT_BITS_PER_S: return "a rate";
    case JFR_UNIT_PERCENT: return "a percentage";
    default: return "a number";
    }
}

static bool is_number(enum jfr_column_kind kind) {
    return kind == JFR_COLUMN_INT || kind == JFR_COLUMN_UNSIGNED || kind == JFR_COLUMN_REAL;
}

static bool is_text(enum jfr_column_kind kind) {
    return kind == JFR_COLUMN_TEXT || kind == JFR_COLUMN_THREAD;
}

static bool fits(struct expression_kind kind, const struct literal *literal) {
    struct time_point point;
    if (literal->kind == LITERAL_NULL || kind.kind == JFR_COLUMN_NONE) return true;
    if (kind.kind == JFR_COLUMN_BOOLEAN) return literal->kind == LITERAL_BOOLEAN;
    if (is_text(kind.kind)) return literal->kind == LITERAL_TEXT;
    if (!is_number(kind.kind)) return false;
    if (kind.unit == JFR_UNIT_NS_TIME)
        return literal->kind == LITERAL_TIME || literal->kind == LITERAL_DURATION ||
               (literal->kind == LITERAL_NUMBER && literal->whole) ||
               (literal->kind == LITERAL_TEXT && time_point_parse(literal->text, &point));
    if (literal->kind == LITERAL_DURATION)
        return kind.unit == JFR_UNIT_NS_SPAN || (kind.unit == JFR_UNIT_BYTES && literal->size >= 0);
    if (literal->kind == LITERAL_SIZE) return kind.unit == JFR_UNIT_BYTES;
    if (literal->kind == LITERAL_PERCENT) return kind.unit == JFR_UNIT_PERCENT;
    return literal->kind == LITERAL_NUMBER;
}

static bool check_literal(const struct checking *c, const struct node *node,
                          const struct literal *literal) {
    struct expression_kind kind = c->kinds[node->field];
    if (fits(kind, literal)) return true;
    if (kind.kind == JFR_COLUMN_STACK)
        return expression_fail(c->error, node->column,
                               "%.80s is a stack trace: use %.80s has \"regex\", or its topFrame",
                               c->e->fields.items[node->field], c->e->fields.items[node->field]);
    return expression_fail(c->error, literal->column, "this is %s, but %.80s is %s",
                           literal_name(literal->kind), c->e->fields.items[node->field],
                           field_name(kind));
}

static bool check_order(const struct checking *c, const struct node *node) {
    struct expression_kind kind = c->kinds[node->field];
    if (node->comparison <= IS_DIFFERENT || kind.kind == JFR_COLUMN_NONE || is_number(kind.kind))
        return true;
    return expression_fail(c->error, node->column,
                           "%.80s is %s: only numbers can be less or greater; use == != or ~",
                           c->e->fields.items[node->field], field_name(kind));
}

static bool check_fields(const struct checking *c, const struct node *node) {
    struct expression_kind a = c->kinds[node->field], b = c->kinds[node->other];
    if (a.kind == JFR_COLUMN_NONE || b.kind == JFR_COLUMN_NONE) return true;
    bool numbers = is_number(a.kind) && is_number(b.kind) &&
                   (a.unit == b.unit || a.unit == JFR_UNIT_NONE || b.unit == JFR_UNIT_NONE);
    bool others = !is_number(a.kind) && a.kind == b.kind;
    if (numbers || others || (is_text(a.kind) && is_text(b.kind))) return true;
    return expression_fail(c->error, node->column, "%.80s is %s, but %.80s is %s",
                           c->e->fields.items[node->field], field_name(a),
                           c->e->fields.items[node->other], field_name(b));
}

static bool check_kind(const struct checking *c, const struct node *node, bool fine,
                       const char *hint) {
    struct expression_kind kind = c->kinds[node->field];
    if (fine || kind.kind == JFR_COLUMN_NONE) return true;
    return expression_fail(c->error, node->column, "%.80s is %s: %s",
                           c->e->fields.items[node->field], field_name(kind), hint);
}

static bool check_node(const struct checking *c, const struct node *node) {
    switch (node->kind) {
    case NODE_TRUTH:
        return check_kind(c, node, c->kinds[node->field].kind == JFR_COLUMN_BOOLEAN,
                          "a condition compares it, as with == or >");
    case NODE_FIND:
        return check_kind(c, node, is_text(c->kinds[node->field].kind),
                          c->kinds[node->field].kind == JFR_COLUMN_STACK
                              ? "use has \"regex\", or its topFrame"
                              : "regular expressions search texts");
    case NODE_HAS:
        return check_kind(c, node, c->kinds[node->field].kind == JFR_COLUMN_STACK,
                          "only a stack trace has frames");
    case NODE_IDLE:
        return check_kind(c, node, c->kinds[node->field].kind == JFR_COLUMN_STACK,
                          "only a stack trace says whether a thread is idle");
    case NODE_COMPARE:
        if (node->other != NO_FIELD) return check_order(c, node) && check_fields(c, node);
        return check_literal(c, node, &c->e->literals.items[node->literals]) &&
               check_order(c, node);
    case NODE_IN:
        for (uint32_t i = 0; i < node->literal_count; i++)
            if (!check_literal(c, node, &c->e->literals.items[node->literals + i])) return false;
        return true;
    default: return true;
    }
}

bool expression_check(const struct expression *e, const struct expression_kind *kinds,
                      struct expression_error *error) {
    struct checking checking = {e, kinds, error};
    return all_of(i, e->nodes.len, check_node(&checking, &e->nodes.items[i]));
}

/* ==== Binding =============================================================================== */

struct value { /* a literal in the field's terms */
    bool is_null, whole;
    int64_t integer;
    double real;
    const char *text;
};

struct test {             /* parallel to the nodes */
    ARRAY(uint8_t) memo;  /* by number of a thing: 0 not known yet, 1 no, 2 yes */
    struct value *values; /* of the literals */
    enum jfr_column_kind kind;
};

struct expression_match {
    const struct expression *e;
    const struct things *things;
    struct expression_kind kinds[EXPRESSION_FIELDS];
    struct test *tests;
    struct regex_matcher *matcher;
    struct text text;
};

static struct value value_of(const struct literal *literal, struct expression_kind kind,
                             const struct expression_times *times) {
    struct value value = {.is_null = literal->kind == LITERAL_NULL,
                          .whole = literal->whole,
                          .integer = literal->integer,
                          .real = literal->real,
                          .text = literal->text};
    if (!is_number(kind.kind)) return value;
    if (kind.unit == JFR_UNIT_BYTES && literal->kind == LITERAL_DURATION) {
        value.integer = literal->size;
        value.real = (double)literal->size;
    }
    if (kind.unit != JFR_UNIT_NS_TIME || literal->kind == LITERAL_NUMBER) return value;
    struct time_point point = {.kind = TIME_FROM_START, .ns = literal->integer}, none = {0};
    if (literal->kind == LITERAL_TIME || literal->kind == LITERAL_TEXT)
        time_point_parse(literal->text, &point);
    value.integer =
        time_window_of(&point, &none, times->start_ns, times->end_ns, &times->zone).from_ns;
    value.real = (double)value.integer;
    value.whole = true;
    return value;
}

struct expression_match *expression_bind(const struct expression *e,
                                         const struct expression_kind *kinds,
                                         const struct expression_times *times,
                                         const struct things *things) {
    struct expression_match *m = mem_zero(1, sizeof *m);
    m->e = e;
    m->things = things;
    memcpy(m->kinds, kinds, e->fields.len * sizeof *kinds);
    m->tests = mem_zero(e->nodes.len, sizeof *m->tests);
    m->matcher = regex_matcher_open();
    for (size_t i = 0; i < e->nodes.len; i++) {
        const struct node *node = &e->nodes.items[i];
        if (!node->literal_count) continue;
        m->tests[i].values = mem_zero(node->literal_count, sizeof *m->tests[i].values);
        for (uint32_t k = 0; k < node->literal_count; k++)
            m->tests[i].values[k] =
                value_of(&e->literals.items[node->literals + k], kinds[node->field], times);
    }
    return m;
}

void expression_forget(struct expression_match *m) {
    for (size_t i = 0; i < m->e->nodes.len; i++)
        if (m->tests[i].memo.items) memset(m->tests[i].memo.items, 0, m->tests[i].memo.cap);
}

void expression_match_free(struct expression_match *m) {
    if (!m) return;
    for (size_t i = 0; i < m->e->nodes.len; i++) {
        array_free(&m->tests[i].memo);
        free(m->tests[i].values);
    }
    regex_matcher_close(m->matcher);
    text_free(&m->text);
    mem_free(m->tests, m);
}

/* ==== Testing =============================================================================== */

static double real_of(enum jfr_column_kind kind, uint64_t cell) {
    double real;
    if (kind == JFR_COLUMN_UNSIGNED) return (double)cell;
    if (kind != JFR_COLUMN_REAL) return (double)(int64_t)cell;
    memcpy(&real, &cell, sizeof real);
    return real;
}

static __int128 whole_of(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_UNSIGNED ? (__int128)cell : (__int128)(int64_t)cell;
}

static bool is_null(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_NONE || cell == jfr_null(kind);
}

/* It is different from all numbers, and neither less nor greater. */
static bool is_nan(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_REAL && is_missing(real_of(kind, cell));
}

static bool holds(enum comparison comparison, int order) {
    switch (comparison) {
    case IS_EQUAL: return order == 0;
    case IS_DIFFERENT: return order != 0;
    case IS_LESS: return order < 0;
    case IS_AT_MOST: return order <= 0;
    case IS_GREATER: return order > 0;
    default: return order >= 0;
    }
}

/* -1, 0, 1 */
static int order_of(enum jfr_column_kind kind, uint64_t cell, const struct value *value) {
    if (kind != JFR_COLUMN_REAL && value->whole) return ORDER(whole_of(kind, cell), value->integer);
    double real = real_of(kind, cell);
    return ORDER(real, value->real);
}

static uint32_t name_of(const struct expression_match *m, enum jfr_column_kind kind,
                        uint64_t cell) {
    return kind == JFR_COLUMN_THREAD ? array_at(&m->things->threads, cell).name : (uint32_t)cell;
}

static bool equals_text(const struct expression_match *m, uint32_t id, const struct value *value) {
    return value->text && strlen(value->text) == strings_len(&m->things->texts, id) &&
           memcmp(value->text, strings_get(&m->things->texts, id), strlen(value->text)) == 0;
}

bool expression_stack_has(const struct things *things, const struct things_stack *stack,
                          struct regex *regex, struct regex_matcher *matcher, struct text *room) {
    for (uint32_t i = 0; i < stack->depth; i++) {
        text_clear(room);
        things_add_frame_name(things, things_frame_of(things, stack, i), room);
        if (regex_matches(regex, matcher, text_str(room), room->len)) return true;
    }
    return false;
}

static bool stack_is_idle(const struct things *things, uint64_t cell) {
    const struct waits_stack wait = stack_wait(things, (uint32_t)cell);
    return waits_idle(&wait);
}

/* What the test says of a thing that is not null. */
static bool look(struct expression_match *m, const struct node *node, const struct test *test,
                 enum jfr_column_kind kind, uint64_t cell) {
    if (node->kind == NODE_HAS)
        return expression_stack_has(m->things, &array_at(&m->things->stacks, cell), node->regex,
                                    m->matcher, &m->text);
    if (node->kind == NODE_IDLE) return stack_is_idle(m->things, cell);
    uint32_t id = name_of(m, kind, cell);
    if (node->kind == NODE_FIND)
        return regex_matches(node->regex, m->matcher, strings_get(&m->things->texts, id),
                             strings_len(&m->things->texts, id));
    return some_of(i, node->literal_count, equals_text(m, id, &test->values[i]));
}

static bool remembered(struct expression_match *m, const struct node *node, struct test *test,
                       enum jfr_column_kind kind, uint64_t cell) {
    if (cell >= test->memo.cap) {
        size_t known = test->memo.cap;
        array_reserve(&test->memo, (size_t)cell + 1);
        memset(test->memo.items + known, 0, test->memo.cap - known);
    }
    uint8_t *memo = &test->memo.items[cell];
    if (!*memo) *memo = look(m, node, test, kind, cell) ? 2 : 1;
    return *memo == 2;
}

static bool compare_fields(const struct expression_match *m, const struct node *node,
                           const uint64_t *cells) {
    enum jfr_column_kind a = m->kinds[node->field].kind, b = m->kinds[node->other].kind;
    uint64_t x = cells[node->field], y = cells[node->other];
    bool none = is_null(a, x), neither = is_null(b, y);
    if (none || neither)
        return node->comparison == IS_EQUAL ? none && neither
                                            : node->comparison == IS_DIFFERENT && none != neither;
    if (is_nan(a, x) || is_nan(b, y)) return node->comparison == IS_DIFFERENT;
    if (is_text(a)) return holds(node->comparison, name_of(m, a, x) != name_of(m, b, y));
    if (a != JFR_COLUMN_REAL && b != JFR_COLUMN_REAL)
        return holds(node->comparison, ORDER(whole_of(a, x), whole_of(b, y)));
    double p = real_of(a, x), q = real_of(b, y);
    return holds(node->comparison, ORDER(p, q));
}

static bool compare(struct expression_match *m, const struct node *node, struct test *test,
                    const uint64_t *cells) {
    enum jfr_column_kind kind = m->kinds[node->field].kind;
    uint64_t cell = cells[node->field];
    bool null = is_null(kind, cell), different = node->comparison == IS_DIFFERENT;
    if (test->values->is_null) return node->comparison <= IS_DIFFERENT && null != different;
    if (null || is_nan(kind, cell)) return different;
    if (jfr_is_thing(kind)) return remembered(m, node, test, kind, cell) != different;
    return holds(node->comparison, order_of(kind, cell, test->values));
}

static bool is_in(struct expression_match *m, const struct node *node, struct test *test,
                  const uint64_t *cells) {
    enum jfr_column_kind kind = m->kinds[node->field].kind;
    uint64_t cell = cells[node->field];
    bool null = is_null(kind, cell);
    if (is_nan(kind, cell) && !null) return false;
    if (!null && jfr_is_thing(kind)) return remembered(m, node, test, kind, cell);
    for (uint32_t i = 0; i < node->literal_count; i++) {
        const struct value *value = &test->values[i];
        if (null ? value->is_null : !value->is_null && order_of(kind, cell, value) == 0)
            return true;
    }
    return false;
}

/* As deep as the expression is nested, and as it has && and || in a row: a few thousand at most. */
static bool passes(struct expression_match *m, uint32_t index, const uint64_t *cells) {
    const struct node *node = &m->e->nodes.items[index];
    struct test *test = &m->tests[index];
    enum jfr_column_kind kind;
    switch (node->kind) {
    case NODE_AND: return passes(m, node->left, cells) && passes(m, node->right, cells);
    case NODE_OR: return passes(m, node->left, cells) || passes(m, node->right, cells);
    case NODE_NOT: return !passes(m, node->left, cells);
    case NODE_COMPARE:
        return node->other == NO_FIELD ? compare(m, node, test, cells)
                                       : compare_fields(m, node, cells);
    case NODE_IN: return is_in(m, node, test, cells);
    default: break;
    }
    kind = m->kinds[node->field].kind;
    if (is_null(kind, cells[node->field])) return false;
    if (node->kind == NODE_TRUTH) return cells[node->field] != 0;
    return remembered(m, node, test, kind, cells[node->field]);
}

/* Of what all has to hold, the first. */
static uint32_t first_of(const struct expression *e) {
    uint32_t index = (uint32_t)e->nodes.len - 1;
    while (e->nodes.items[index].kind == NODE_AND) index = e->nodes.items[index].left;
    return index;
}

size_t expression_first(const struct expression_match *m) {
    const struct node *first = &m->e->nodes.items[first_of(m->e)];
    return first->kind == NODE_COMPARE && first->other == NO_FIELD ? first->field
                                                                   : EXPRESSION_FIELDS;
}

bool expression_passes_first(struct expression_match *m, const uint64_t *cells) {
    return passes(m, first_of(m->e), cells);
}

bool expression_passes(struct expression_match *m, const uint64_t *cells) {
    return passes(m, (uint32_t)m->e->nodes.len - 1, cells);
}
