/* What an expression is between its parser (expression.c) and its tests (expression_match.c). */
#pragma once

#include "analyzers/events/expression.h"
#include "analyzers/regex.h"
#include "base/array.h"
#include "base/missing.h"

enum literal_kind {
    LITERAL_NULL,
    LITERAL_BOOLEAN,
    LITERAL_NUMBER, /* without a unit */
    LITERAL_DURATION,
    LITERAL_SIZE,
    LITERAL_PERCENT,
    LITERAL_TEXT,
    LITERAL_TIME,
};

struct literal {
    enum literal_kind kind;
    size_t column;
    bool whole;       /* the number is one of integer */
    int64_t integer;  /* ns, bytes, 0 or 1 */
    int64_t size;     /* "10M" are minutes or bytes, as the field has it; -1: it is no size */
    double real;      /* the same; of LITERAL_PERCENT: 1 is 100 % */
    const char *text; /* of LITERAL_TEXT and LITERAL_TIME */
};

enum node_kind {
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_TRUTH,
    NODE_COMPARE,
    NODE_IN,
    NODE_FIND,
    NODE_HAS,
    NODE_IDLE,
};

enum comparison { IS_EQUAL, IS_DIFFERENT, IS_LESS, IS_AT_MOST, IS_GREATER, IS_AT_LEAST };

struct node {
    enum node_kind kind;
    enum comparison comparison;       /* of NODE_COMPARE */
    uint32_t left, right;             /* of NODE_AND and so on: nodes */
    uint32_t field, other;            /* fields; other: NO_FIELD, or what field is compared with */
    uint32_t literals, literal_count; /* in expression.literals */
    size_t column;                    /* of the operator */
    struct regex *regex;              /* of NODE_FIND and NODE_HAS */
};
#define NO_FIELD MISSING_ID

struct expression {
    const char *source;
    struct arena texts;
    ARRAY(struct node) nodes; /* the last is the whole; those below come before */
    ARRAY(struct literal) literals;
    ARRAY(const char *) fields;
    size_t field_columns[EXPRESSION_FIELDS];
};

/* Fills the error; returns false. */
bool expression_fail(struct expression_error *error, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
