/* The tokens of a statement, as SQLite's own tokenizer has them, without blanks and comments. */
#pragma once

#include "base/array.h"

#include <stdbool.h>

enum token_kind {
    TOKEN_END,    /* the last one */
    TOKEN_WORD,   /* a name or a keyword */
    TOKEN_QUOTED, /* "a name", `a name`, [a name] */
    TOKEN_TEXT,   /* 'a text', x'00' */
    TOKEN_NUMBER,
    TOKEN_SIGN,
};

struct token {
    enum token_kind kind;
    bool apart;     /* something is between it and the one before */
    const char *at; /* in the statement */
    size_t len;
    size_t partner; /* of a parenthesis: where the other one is */
};
struct tokens {
    ARRAY(struct token) items; /* with an end */
};

/* False: there is something in it that is none of these (a variable, a text without its end), or
 * parentheses do not match. */
bool tokens_read(struct tokens *tokens, const char *text, size_t len);
void tokens_free(struct tokens *tokens);
/* Is it this word, whatever its letter case? */
bool token_is(const struct token *token, const char *word);
bool token_is_sign(const struct token *token, const char *sign);
bool token_is_name(const struct token *token); /* or may be one */
/* Is it a name, and this one? */
bool token_names(const struct token *token, const char *name);
/* Do both stand for the same? */
bool tokens_are_equal(const struct token *a, const struct token *b);
