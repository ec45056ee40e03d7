#include "sql/tokens.h"

#include <ctype.h>
#include <string.h>

static bool begins_name(unsigned char c) {
    return isalpha(c) || c == '_' || c >= 0x80;
}

static bool is_in_name(unsigned char c) {
    return begins_name(c) || isdigit(c) || c == '$';
}

/* Behind blanks and comments. */
static const char *skip_blanks(const char *at, const char *end) {
    while (at < end) {
        if (strchr(" \t\n\f\r", *at) && *at) {
            at++;
        } else if (end - at >= 2 && at[0] == '-' && at[1] == '-') {
            while (at < end && *at != '\n') at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
            for (at += 2; at < end && !(at[0] == '*' && end - at >= 2 && at[1] == '/'); at++)
                continue;
            at += at < end ? 2 : 0;
        } else {
            break;
        }
    }
    return at;
}

/* Behind the quote that ends what begins here; NULL: there is none. A quote twice is in it. */
static const char *quoted_end(const char *at, const char *end) {
    char quote = *at == '[' ? ']' : *at;
    for (at++; at < end; at++) {
        if (*at != quote) continue;
        if (quote == ']' || end - at < 2 || at[1] != quote) return at + 1;
        at++;
    }
    return NULL;
}

static const char *number_end(const char *at, const char *end) {
    bool hex = end - at >= 2 && at[0] == '0' && (at[1] | 0x20) == 'x';
    for (; at < end && (is_in_name((unsigned char)*at) || *at == '.'); at++) {
        bool exponent = !hex && (*at | 0x20) == 'e' && end - at >= 2;
        if (exponent && (at[1] == '+' || at[1] == '-')) at++;
    }
    return at;
}

static size_t sign_length(const char *at, const char *end) {
    static const char *const longer[] = {
        "->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        size_t len = strlen(longer[i]);
        if ((size_t)(end - at) >= len && memcmp(at, longer[i], len) == 0) return len;
    }
    return *at && strchr("()+-*/%,.;<>=&|~", *at) ? 1 : 0;
}

/* False: it is none. */
static bool read_token(struct token *token, const char *at, const char *end) {
    unsigned char c = (unsigned char)*at;
    const char *behind = at;
    bool blob = (c | 0x20) == 'x' && end - at >= 2 && at[1] == '\'';
    token->at = at;
    if (c == '\'' || blob) {
        token->kind = TOKEN_TEXT;
        behind = quoted_end(at + blob, end);
    } else if (begins_name(c)) {
        token->kind = TOKEN_WORD;
        while (behind < end && is_in_name((unsigned char)*behind)) behind++;
    } else if (c == '"' || c == '`' || c == '[') {
        token->kind = TOKEN_QUOTED;
        behind = quoted_end(at, end);
    } else if (isdigit(c) || (c == '.' && end - at >= 2 && isdigit((unsigned char)at[1]))) {
        token->kind = TOKEN_NUMBER;
        behind = number_end(at, end);
    } else {
        token->kind = TOKEN_SIGN;
        behind = at + sign_length(at, end);
    }
    if (!behind || behind == at) return false;
    token->len = (size_t)(behind - at);
    return true;
}

static bool match_parentheses(struct tokens *tokens) {
    OWNED(array_release) ARRAY(size_t) open = {0};
    bool fine = true;
    for (size_t i = 0; i < tokens->items.len && fine; i++) {
        struct token *token = &tokens->items.items[i];
        if (token_is_sign(token, "(")) {
            array_push(&open, i);
        } else if (token_is_sign(token, ")")) {
            fine = open.len > 0;
            if (!fine) break;
            token->partner = open.items[--open.len];
            tokens->items.items[token->partner].partner = i;
        }
    }
    fine = fine && open.len == 0;
    return fine;
}

bool tokens_read(struct tokens *tokens, const char *text, size_t len) {
    const char *at = text, *end = text + len;
    *tokens = (struct tokens){0};
    for (;;) {
        const char *begin = skip_blanks(at, end);
        struct token token = {.kind = TOKEN_END, .apart = begin != at, .at = begin};
        if (begin < end && !read_token(&token, begin, end)) return false;
        array_push(&tokens->items, token);
        if (token.kind == TOKEN_END) return match_parentheses(tokens);
        at = begin + token.len;
    }
}

void tokens_free(struct tokens *tokens) {
    array_free(&tokens->items);
}

bool token_is(const struct token *token, const char *word) {
    return token->kind == TOKEN_WORD && strlen(word) == token->len &&
           strncasecmp(token->at, word, token->len) == 0;
}

bool token_is_sign(const struct token *token, const char *sign) {
    return token->kind == TOKEN_SIGN && strlen(sign) == token->len &&
           memcmp(token->at, sign, token->len) == 0;
}

bool token_is_name(const struct token *token) {
    return token->kind == TOKEN_WORD || token->kind == TOKEN_QUOTED;
}

bool token_names(const struct token *token, const char *name) {
    const char *at = token->at, *end = at + token->len;
    if (token->kind == TOKEN_WORD) return token_is(token, name);
    if (token->kind != TOKEN_QUOTED) return false;
    for (at++, end--; at < end; at++, name++) {
        if (tolower((unsigned char)*at) != tolower((unsigned char)*name) || !*name) return false;
        if (*at == *token->at && *at != '[') at++; /* twice */
    }
    return !*name;
}

bool tokens_are_equal(const struct token *a, const struct token *b) {
    if (a->kind != b->kind || a->len != b->len) return false;
    return token_is_name(a) ? strncasecmp(a->at, b->at, a->len) == 0
                            : memcmp(a->at, b->at, a->len) == 0;
}
