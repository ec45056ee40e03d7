#include "analyzers/events/expression_parts.h"

#include "base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#define MAX_DEPTH 100
#define MAX_LENGTH 8192 /* bytes; evaluating descends as deep as there are signs */

enum token {
    TOKEN_END,
    TOKEN_FIELD, /* or a word */
    TOKEN_LITERAL,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_COMPARISON,
    TOKEN_FIND,
    TOKEN_FIND_NOT,
    TOKEN_IN,
    TOKEN_HAS,
};

struct parser {
    struct expression *e;
    struct expression_error *error;
    const char *at;
    enum token token; /* at hand */
    const char *from; /* where it begins */
    size_t len;
    enum comparison comparison;
    struct literal literal;
    int depth;
};

bool expression_fail(struct expression_error *error, size_t column, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error->column = column;
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

static size_t column_of(const struct parser *p, const char *at) {
    return (size_t)(at - p->e->source);
}

static bool fail_at(struct parser *p, const char *at, const char *what) {
    return expression_fail(p->error, column_of(p, at), "%s", what);
}

/* ==== Words ================================================================================= */

static bool begins_name(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool in_name(char c) {
    return begins_name(c) || isdigit((unsigned char)c);
}

static const struct {
    const char *word;
    enum token token;
} words[] = {
    {"and", TOKEN_AND}, {"or", TOKEN_OR}, {"not", TOKEN_NOT}, {"in", TOKEN_IN}, {"has", TOKEN_HAS}};

static void take_literal(struct parser *p, struct literal literal) {
    literal.column = column_of(p, p->from);
    p->literal = literal;
    p->token = TOKEN_LITERAL;
}

static bool is_word(const struct parser *p, const char *word) {
    return strlen(word) == p->len && strncasecmp(p->from, word, p->len) == 0;
}

/* Does a bracket open behind the word at hand? */
static bool is_call(const struct parser *p, const char *name) {
    return p->token == TOKEN_FIELD && is_word(p, name) && p->at[strspn(p->at, " \t\r\n")] == '(';
}

static bool read_word(struct parser *p) {
    while (in_name(*p->at) || (*p->at == '.' && begins_name(p->at[1]))) p->at++;
    p->len = (size_t)(p->at - p->from);
    p->token = TOKEN_FIELD;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(p, words[i].word)) p->token = words[i].token;
    bool yes = is_word(p, "true");
    if (yes || is_word(p, "false"))
        take_literal(p, (struct literal){
                            .kind = LITERAL_BOOLEAN, .whole = true, .integer = yes, .real = yes});
    if (is_word(p, "null")) take_literal(p, (struct literal){.kind = LITERAL_NULL});
    return true;
}

/* ==== Texts ================================================================================= */

/* A backslash stands before the quote it keeps, and before itself; all others belong to the text,
 * so that regular expressions need no doubling. */
static bool read_text(struct parser *p) {
    char quote = *p->at++;
    struct text text = {0};
    for (; *p->at && *p->at != quote; p->at++) {
        if (*p->at == '\\' && (p->at[1] == quote || p->at[1] == '\\')) {
            if (p->at[1] == '\\') text_add_char(&text, '\\');
            p->at++;
        }
        text_add_char(&text, *p->at);
    }
    bool closed = *p->at == quote;
    if (closed) p->at++;
    const char *copy = arena_copy(&p->e->texts, text_str(&text), text.len);
    text_free(&text);
    if (!closed) return fail_at(p, p->from, "the text that begins here has no closing quote");
    take_literal(p, (struct literal){.kind = LITERAL_TEXT, .text = copy});
    return true;
}

/* ==== Numbers =============================================================================== */

/* Does a date or what a clock shows begin here? */
static bool is_time(const char *s) {
    size_t digits = strspn(s, "0123456789");
    if (digits == 4 && s[4] == '-' && isdigit((unsigned char)s[5])) return true;
    return (digits == 1 || digits == 2) && s[digits] == ':' &&
           isdigit((unsigned char)s[digits + 1]);
}

static bool read_time(struct parser *p) {
    struct time_point point;
    p->at += strspn(p->at, "0123456789:.TZ-");
    if (*p->at == '+') p->at += 1 + strspn(p->at + 1, "0123456789:");
    const char *copy = arena_copy(&p->e->texts, p->from, (size_t)(p->at - p->from));
    if (!time_point_parse(copy, &point))
        return expression_fail(p->error, column_of(p, p->from),
                               "'%.80s' is not a time, such as 2026-11-20T21:31:00Z or 21:31:05",
                               copy);
    take_literal(p, (struct literal){.kind = LITERAL_TIME, .text = copy});
    return true;
}

static struct literal number_of(double real, bool whole, int64_t integer) {
    return (struct literal){
        .kind = LITERAL_NUMBER, .whole = whole, .integer = integer, .real = real};
}

/* A size that may have a fraction: "1.5MB"; -1: it is none. */
static int64_t size_of(const char *word) {
    char *end;
    int64_t unit;
    double number = strtod(word, &end);
    OWNED(text_free) struct text one = {0};
    text_addf(&one, "1%s", end);
    bool fine = units_parse_size(text_str(&one), &unit) && number * (double)unit < 9e18;
    return fine ? (int64_t)(number * (double)unit + 0.5) : -1;
}

/* A number with a unit: "1h30m", "10MB". */
static bool with_unit(const char *word, bool negative, struct literal *out) {
    *out = (struct literal){.kind = LITERAL_DURATION, .whole = true, .size = size_of(word)};
    if (!units_parse_duration(word, &out->integer)) {
        if (out->size < 0) return false;
        out->kind = LITERAL_SIZE;
        out->integer = out->size;
    }
    if (negative) {
        out->integer = -out->integer;
        out->size = -1;
    }
    out->real = (double)out->integer;
    return true;
}

static struct literal plain_number(const char *word, bool negative) {
    bool whole = word[strspn(word, "0123456789")] == 0;
    int64_t n = 0;
    for (const char *s = word; whole && *s; s++)
        whole = !__builtin_mul_overflow(n, 10, &n) && !__builtin_add_overflow(n, *s - '0', &n);
    double real = strtod(word, NULL);
    return number_of(negative ? -real : real, whole, negative ? -n : n);
}

static bool read_hexadecimal(struct parser *p) {
    char *end;
    uint64_t bits = strtoull(p->at, &end, 16);
    if (in_name(*end) || end == p->at + 2) return fail_at(p, p->from, "this is not a number");
    p->at = end;
    take_literal(p, number_of((double)(int64_t)bits, true, (int64_t)bits));
    return true;
}

/* "20 ms" is "20ms": the unit behind blanks, if it is one. */
static size_t unit_behind(const char *at, struct text *word) {
    const char *unit = at + strspn(at, " \t");
    size_t len = 0, kept = word->len;
    struct literal literal;
    while (in_name(unit[len])) len++;
    if (!len || !begins_name(*unit)) return 0;
    text_add_bytes(word, unit, len);
    if (with_unit(text_str(word), false, &literal)) return (size_t)(unit - at) + len;
    word->len = kept;
    word->data[kept] = 0;
    return 0;
}

static bool read_number(struct parser *p) {
    bool negative = *p->at == '-';
    struct literal literal = {0};
    OWNED(text_free) struct text word = {0};
    if (negative) p->at++;
    if (p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X')) return read_hexadecimal(p);
    const char *digits = p->at;
    while (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1])) ||
           begins_name(*p->at))
        p->at++;
    text_add_bytes(&word, digits, (size_t)(p->at - digits));
    bool plain = text_str(&word)[strspn(text_str(&word), "0123456789.")] == 0, fine = true;
    size_t percent = strspn(p->at, " ");
    size_t unit = plain && p->at[percent] != '%' ? unit_behind(p->at, &word) : 0;
    p->at += unit;
    if (plain && !unit) literal = plain_number(text_str(&word), negative);
    else fine = with_unit(text_str(&word), negative, &literal);
    if (plain && !unit && p->at[percent] == '%') {
        p->at += percent + 1;
        literal.kind = LITERAL_PERCENT;
        literal.real /= 100;
        literal.whole = false;
    }
    if (!fine)
        expression_fail(p->error, column_of(p, p->from),
                        "'%.80s' has no known unit: ns us ms s m h d, B KB MB GB TB, or %%",
                        text_str(&word));
    if (fine) take_literal(p, literal);
    return fine;
}

/* ==== Tokens ================================================================================ */

static const struct {
    const char *sign;
    enum token token;
    enum comparison comparison;
} signs[] = {
    {"&&", TOKEN_AND, 0},
    {"||", TOKEN_OR, 0},
    {"==", TOKEN_COMPARISON, IS_EQUAL},
    {"!=", TOKEN_COMPARISON, IS_DIFFERENT},
    {"<=", TOKEN_COMPARISON, IS_AT_MOST},
    {">=", TOKEN_COMPARISON, IS_AT_LEAST},
    {"<>", TOKEN_COMPARISON, IS_DIFFERENT},
    {"!~", TOKEN_FIND_NOT, 0},
    {"=~", TOKEN_FIND, 0},
    {"=", TOKEN_COMPARISON, IS_EQUAL},
    {"<", TOKEN_COMPARISON, IS_LESS},
    {">", TOKEN_COMPARISON, IS_GREATER},
    {"~", TOKEN_FIND, 0},
    {"!", TOKEN_NOT, 0},
    {"(", TOKEN_OPEN, 0},
    {")", TOKEN_CLOSE, 0},
    {",", TOKEN_COMMA, 0},
};

static bool next(struct parser *p) {
    while (isspace((unsigned char)*p->at)) p->at++;
    p->from = p->at;
    p->len = 0;
    if (!*p->at) {
        p->token = TOKEN_END;
        return true;
    }
    if (begins_name(*p->at)) return read_word(p);
    if (*p->at == '"' || *p->at == '\'') return read_text(p);
    if (is_time(p->at)) return read_time(p);
    if (isdigit((unsigned char)*p->at) || (*p->at == '-' && isdigit((unsigned char)p->at[1])))
        return read_number(p);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(p->at, signs[i].sign, strlen(signs[i].sign)) != 0) continue;
        p->at += strlen(signs[i].sign);
        p->len = strlen(signs[i].sign);
        p->token = signs[i].token;
        p->comparison = signs[i].comparison;
        return true;
    }
    return fail_at(p, p->at,
                   "this is not expected here: texts are in quotes, and operators are && || ! == "
                   "!= < <= > >= ~ ( ) ,");
}

/* ==== The grammar =========================================================================== */

static bool parse_or(struct parser *p, uint32_t *out);

static uint32_t add_node(struct parser *p, struct node node) {
    array_push(&p->e->nodes, node);
    return (uint32_t)(p->e->nodes.len - 1);
}

struct operand {
    bool is_field;
    uint32_t field;
    struct literal literal;
    const char *at;
};

static bool add_field(struct parser *p, uint32_t *out) {
    struct expression *e = p->e;
    for (*out = 0; *out < e->fields.len; *out += 1)
        if (strlen(e->fields.items[*out]) == p->len &&
            memcmp(e->fields.items[*out], p->from, p->len) == 0)
            return true;
    if (e->fields.len == EXPRESSION_FIELDS)
        return fail_at(p, p->from, "there are too many different fields");
    e->field_columns[*out] = column_of(p, p->from);
    array_push(&e->fields, arena_copy(&e->texts, p->from, p->len));
    return true;
}

static bool parse_operand(struct parser *p, const char *expected, struct operand *out) {
    *out = (struct operand){.is_field = p->token == TOKEN_FIELD, .literal = p->literal};
    out->at = p->from;
    if (p->token != TOKEN_FIELD && p->token != TOKEN_LITERAL) return fail_at(p, p->from, expected);
    if (out->is_field && !add_field(p, &out->field)) return false;
    return next(p);
}

static bool parse_pattern(struct parser *p, struct node *node, const char *expected) {
    struct jfr_error wrong;
    if (p->token != TOKEN_LITERAL || p->literal.kind != LITERAL_TEXT)
        return fail_at(p, p->from, expected);
    node->regex = regex_compile(p->literal.text, REGEX_PART, &wrong);
    if (!node->regex) return fail_at(p, p->from, wrong.text);
    return true;
}

static bool parse_list(struct parser *p, struct node *node) {
    if (p->token != TOKEN_OPEN) return fail_at(p, p->from, "expected ( and a list of values");
    node->literals = (uint32_t)p->e->literals.len;
    do {
        if (!next(p)) return false;
        if (p->token != TOKEN_LITERAL) return fail_at(p, p->from, "expected a value");
        array_push(&p->e->literals, p->literal);
        node->literal_count++;
        if (!next(p)) return false;
    } while (p->token == TOKEN_COMMA);
    if (p->token != TOKEN_CLOSE) return fail_at(p, p->from, "expected , or )");
    return next(p);
}

static enum comparison mirrored(enum comparison comparison) {
    switch (comparison) {
    case IS_LESS: return IS_GREATER;
    case IS_AT_MOST: return IS_AT_LEAST;
    case IS_GREATER: return IS_LESS;
    case IS_AT_LEAST: return IS_AT_MOST;
    default: return comparison;
    }
}

static bool parse_comparison(struct parser *p, const struct operand *left, uint32_t *out) {
    struct operand right;
    struct node node = {.kind = NODE_COMPARE,
                        .comparison = p->comparison,
                        .column = column_of(p, p->from),
                        .other = NO_FIELD};
    if (!next(p) || !parse_operand(p, "expected a field or a value", &right)) return false;
    if (!left->is_field && !right.is_field)
        return fail_at(p, left->at, "one side of a comparison must be a field");
    node.field = left->is_field ? left->field : right.field;
    if (left->is_field && right.is_field) node.other = right.field;
    if (!left->is_field) node.comparison = mirrored(node.comparison);
    if (node.other == NO_FIELD) {
        node.literals = (uint32_t)p->e->literals.len;
        node.literal_count = 1;
        array_push(&p->e->literals, left->is_field ? right.literal : left->literal);
    }
    *out = add_node(p, node);
    return true;
}

/* idle(stackTrace); a field may have this name, too. */
static bool parse_idle(struct parser *p, uint32_t *out) {
    struct operand stack;
    struct node node = {.kind = NODE_IDLE, .column = column_of(p, p->from), .other = NO_FIELD};
    if (!next(p) || !next(p)) return false;
    if (p->token != TOKEN_FIELD) return fail_at(p, p->from, "expected a field: the stack trace");
    if (!parse_operand(p, "", &stack)) return false;
    if (p->token != TOKEN_CLOSE) return fail_at(p, p->from, "expected )");
    node.field = stack.field;
    *out = add_node(p, node);
    return next(p);
}

static bool parse_test(struct parser *p, uint32_t *out) {
    struct operand left;
    bool negated = false;
    if (is_call(p, "idle")) return parse_idle(p, out);
    if (!parse_operand(p, "expected a field", &left)) return false;
    struct node node = {.field = left.field, .column = column_of(p, p->from), .other = NO_FIELD};
    if (p->token == TOKEN_COMPARISON) return parse_comparison(p, &left, out);
    if (!left.is_field)
        return fail_at(p, left.at, "a value alone is not a condition: expected a field");
    if (p->token == TOKEN_NOT) {
        negated = true;
        if (!next(p)) return false;
        if (p->token != TOKEN_IN) return fail_at(p, p->from, "expected in");
    }
    switch (p->token) {
    case TOKEN_IN:
        node.kind = NODE_IN;
        if (!next(p) || !parse_list(p, &node)) return false;
        break;
    case TOKEN_FIND_NOT: negated = true; /* fall through */
    case TOKEN_FIND:
        node.kind = NODE_FIND;
        if (!next(p) || !parse_pattern(p, &node, "expected a regular expression in quotes"))
            return false;
        break;
    case TOKEN_HAS:
        node.kind = NODE_HAS;
        if (!next(p) || !parse_pattern(p, &node, "expected a regular expression in quotes"))
            return false;
        break;
    default: node.kind = NODE_TRUTH; node.column = column_of(p, left.at);
    }
    *out = add_node(p, node);
    if (negated) *out = add_node(p, (struct node){.kind = NODE_NOT, .left = *out});
    return node.regex ? next(p) : true;
}

static bool parse_not(struct parser *p, uint32_t *out) {
    bool fine;
    if (++p->depth > MAX_DEPTH) return fail_at(p, p->from, "this is nested too deeply");
    if (p->token == TOKEN_NOT) {
        fine = next(p) && parse_not(p, out);
        if (fine) *out = add_node(p, (struct node){.kind = NODE_NOT, .left = *out});
    } else if (p->token == TOKEN_OPEN) {
        const char *open = p->from;
        fine = next(p) && parse_or(p, out);
        if (fine && p->token != TOKEN_CLOSE)
            return p->token == TOKEN_END
                       ? fail_at(p, open, "the bracket that opens here is not closed")
                       : fail_at(p, p->from, "expected && or || or )");
        fine = fine && next(p);
    } else {
        fine = parse_test(p, out);
    }
    p->depth--;
    return fine;
}

static bool parse_and(struct parser *p, uint32_t *out) {
    uint32_t right;
    if (!parse_not(p, out)) return false;
    while (p->token == TOKEN_AND) {
        if (!next(p) || !parse_not(p, &right)) return false;
        *out = add_node(p, (struct node){.kind = NODE_AND, .left = *out, .right = right});
    }
    return true;
}

static bool parse_or(struct parser *p, uint32_t *out) {
    uint32_t right;
    if (!parse_and(p, out)) return false;
    while (p->token == TOKEN_OR) {
        if (!next(p) || !parse_and(p, &right)) return false;
        *out = add_node(p, (struct node){.kind = NODE_OR, .left = *out, .right = right});
    }
    return true;
}

static bool parse(struct parser *p) {
    uint32_t whole;
    if (strlen(p->e->source) > MAX_LENGTH) return fail_at(p, p->at, "this is too long");
    if (!next(p)) return false;
    if (p->token == TOKEN_END) return fail_at(p, p->from, "there is no condition");
    if (!parse_or(p, &whole)) return false;
    return p->token == TOKEN_END || fail_at(p, p->from, "expected && or ||, or the end");
}

struct expression *expression_parse(const char *source, struct expression_error *error) {
    struct expression *e = mem_zero(1, sizeof *e);
    struct parser parser = {.e = e, .error = error, .at = source};
    e->source = source;
    if (parse(&parser)) return e;
    expression_free(e);
    return NULL;
}

void expression_free(struct expression *e) {
    if (!e) return;
    for (size_t i = 0; i < e->nodes.len; i++) regex_free(e->nodes.items[i].regex);
    arrays_free(&e->nodes, &e->literals, &e->fields);
    arena_free(&e->texts);
    free(e);
}

const char *expression_source(const struct expression *e) {
    return e->source;
}

size_t expression_fields(const struct expression *e) {
    return e->fields.len;
}

const char *expression_field(const struct expression *e, size_t index, size_t *column) {
    if (column) *column = e->field_columns[index];
    return e->fields.items[index];
}
