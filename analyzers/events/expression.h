/* Expressions over fields of events, as --where takes them.
 *
 *   duration > 20ms && (host ~ "db.*" || eventThread.javaName in ("main", "worker")) && !timedOut
 *
 *   or          and { ("||" | "or") and }
 *   and         not { ("&&" | "and") not }
 *   not         ("!" | "not") not | "(" or ")" | test
 *   test        operand [ ("==" "=" "!=" "<" "<=" ">" ">=") operand | ("~" | "!~") text
 *                       | ["not"] "in" "(" literal { "," literal } ")" | "has" text ]
 *               | "idle" "(" field ")"
 *   operand     field | literal; one of the two is a field
 *   literal     20ms 1h30m | 10MB | 5% | 12 0x1f -1.5 | "text" 'text' | true false null
 *               | 2026-11-20T21:31:00Z 21:31:05.5
 *
 * What a number is worth follows from the field's unit: durations are in ns, sizes in bytes, shares
 * of 1, and a number without a unit is taken so. A point of time is what --from takes, as text or
 * bare; a duration is then one since the start of the recording. "~" finds a regular expression in
 * a text, "has" in any frame of a stack ("a.b.C.method"); "idle" is true of stacks of threads that
 * wait for work (analyzers/tables/idle.h). A thread is its name, a class its name.
 *
 * What is null is equal to null alone, differs from all else, and is neither less nor greater.
 *
 * parse   once, before anything is read: what is wrong has a column
 * check   with the kinds of the fields of an event type: is everything comparable?
 * bind    for one worker and one type: tests on cells (parser/table/cells.h), texts looked at once
 *         for each different thing
 */
#pragma once

#include "analyzers/regex.h"
#include "analyzers/time/time_point.h"
#include "parser/jfr.h"
#include "parser/table/things.h"

#define EXPRESSION_FIELDS 64 /* different ones, at most */

struct expression;

struct expression_error {
    size_t column; /* bytes before what is wrong */
    char text[400];
};

/* The source must outlive the result. NULL: error is filled. */
struct expression *expression_parse(const char *source, struct expression_error *error);
void expression_free(struct expression *expression); /* NULL is allowed */
const char *expression_source(const struct expression *expression);
/* The different fields, by their path; and where each stands first. */
size_t expression_fields(const struct expression *expression);
const char *expression_field(const struct expression *expression, size_t index, size_t *column);

struct expression_kind { /* of a field; JFR_COLUMN_NONE: the type has it not, it is always null */
    enum jfr_column_kind kind;
    enum jfr_unit unit;
};

/* Points of time are relative to this. */
struct expression_times {
    int64_t start_ns, end_ns; /* of the recording */
    struct zone zone;
};

/* kinds: of the fields, by their index. False: error is filled. */
bool expression_check(const struct expression *expression, const struct expression_kind *kinds,
                      struct expression_error *error);

struct expression_match;
/* The expression has been checked with these kinds; things are those that cells are numbers of. */
struct expression_match *expression_bind(const struct expression *expression,
                                         const struct expression_kind *kinds,
                                         const struct expression_times *times,
                                         const struct things *things);
/* cells: of the fields, by their index, of the kinds it was bound with. */
bool expression_passes(struct expression_match *match, const uint64_t *cells);
/* The field of which alone it may be known that nothing passes: of the cells then only its own is
 * looked at. EXPRESSION_FIELDS: there is none. */
size_t expression_first(const struct expression_match *match);
bool expression_passes_first(struct expression_match *match, const uint64_t *cells);
/* Has the stack a frame whose "class.method" fits? room: what it is written into. */
bool expression_stack_has(const struct things *things, const struct things_stack *stack,
                          struct regex *regex, struct regex_matcher *matcher, struct text *room);
/* Numbers of things stand for others from now on. */
void expression_forget(struct expression_match *match);
void expression_match_free(struct expression_match *match); /* NULL is allowed */
