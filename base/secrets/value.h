/* Values: where one ends that is a secret's. */
#pragma once

#include "base/secrets/find.h"
#include "base/secrets/unit.h"

struct secret_scan {
    const struct secret_rules *rules;
    const char *s;
    size_t len;
    void (*found)(void *context, size_t from, size_t len);
    void *context;
};

/* The character at a place of the text, however it is escaped; empty at its end. */
static inline struct unit secret_unit(const struct secret_scan *scan, size_t at) {
    if (at < scan->len && unit_is_plain(scan->s[at])) return (struct unit){scan->s[at], 1};
    return unit_at(scan->s + at, scan->len - at);
}

/* The byte before, or '&' where that is "&amp;"; 0: there is none. */
char secret_unit_before(const struct secret_scan *scan, size_t at);

/* Where blanks from at on end; lines: ends of lines are blanks. */
size_t secret_blanks(const struct secret_scan *scan, size_t at, bool lines);
/* Where the value begins of an option that ends at `at` ("--name value", "--name", "value" of JSON,
 * [--name, value] of Java); `at`: none follows. */
size_t secret_behind_option(const struct secret_scan *scan, size_t at);

/* Each takes what begins at `at` for secret, tells it, and returns where it ends; at least `at`. */
size_t secret_take(struct secret_scan *scan, size_t at, size_t end);
/* In quotes or brackets, or to the next blank. query: of an address, it ends before '&'. */
size_t secret_take_value(struct secret_scan *scan, size_t at, bool query);
/* One of a list in brackets. */
size_t secret_take_item(struct secret_scan *scan, size_t at);
/* To the end of the line, or of the quotes that it stands in. */
size_t secret_take_line(struct secret_scan *scan, size_t at);
/* Of Cookie and Authorization, whose name ends at key_end. */
size_t secret_take_header(struct secret_scan *scan, size_t at, size_t key_end);

/* May a token consist of such characters? */
bool secret_is_of_credential(char c);
/* Does a word begin there that tells of a password, "required", and is none? */
bool secret_says_something(const char *s, size_t len);
