/* Regular expressions (PCRE2): the one way to compile and to match them.
 *
 *   regex_compile    once, before anything is read; many threads may match it
 *   regex_matcher    one a thread: what PCRE2 needs while it matches
 *
 * Patterns and texts are UTF-8; a text may have bytes that are not, which nothing matches. Letters
 * are told apart by case unless the pattern says (?i).
 *
 * A match that would take too long is given up: some patterns try every way to divide a name,
 * "(a+)+$" on "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" for hours. Whether such a text matches is not
 * known. It counts as not matching, and the pattern is kept for the end of the command, which says
 * so, whoever matched it; who has a better answer than "no" asks regex_try.
 */
#pragma once

#include "base/text.h"
#include "parser/jfr.h"

enum regex_fit {
    REGEX_PART, /* matches any part of the text */
    REGEX_WHOLE /* matches nothing less than the text */
};

struct regex;
struct regex_matcher;

/* NULL: error (or NULL) is filled: "'a(b' is not a regular expression: missing closing parenthesis
 * at position 3". The pattern must outlive the regex. */
struct regex *regex_compile(const char *pattern, enum regex_fit fit, struct jfr_error *error);
void regex_free(struct regex *regex); /* NULL is allowed, here and in the next */

/* One for each thread; to be closed. */
struct regex_matcher *regex_matcher_open(void);
void regex_matcher_close(struct regex_matcher *matcher);
/* Does the pattern match? text need not end in a zero byte. */
bool regex_matches(struct regex *regex, struct regex_matcher *matcher, const char *text,
                   size_t len);

/* The first match that begins from there on: its bytes, of which there may be none. */
bool regex_find(struct regex *regex, struct regex_matcher *matcher, const char *text, size_t len,
                size_t from, size_t *begin, size_t *end);

enum regex_found { REGEX_GAVE_UP = -1, REGEX_NONE, REGEX_FOUND };
/* Likewise, and nobody says that it was given up but the caller. */
enum regex_found regex_try(struct regex *regex, struct regex_matcher *matcher, const char *text,
                           size_t len);
/* Pattern i of those that were given up in this process, each once; NULL: there are no more. Not
 * while others match. */
const char *regex_given_up(size_t i);

/* How many groups of the pattern have names, "(?<name>...)", and what they are called. */
size_t regex_names(const struct regex *regex);
const char *regex_name(const struct regex *regex, size_t i);
/* As regex_matches; each is called with what every group that has a name and took part in the match
 * has matched, in the order of regex_name. */
bool regex_groups(struct regex *regex, struct regex_matcher *matcher, const char *text, size_t len,
                  void (*each)(void *context, const char *name, const char *text, size_t len),
                  void *context);

/* Appends the library's version, "10.42 2022-12-11 (JIT)", or why there is none. */
void regex_version(struct text *out);
