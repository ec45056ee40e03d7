/* Cells: fields of one event type of one chunk, bound to what a column of a table holds.
 *
 *   jdk.ThreadPark  "startTime"         ticks                  -> ns since the epoch
 *                   "timeout"           ms                     -> ns
 *                   "eventThread"       key of a Thread        -> number of a thread
 *                   "parkedClass"       key of a Class         -> number of a text
 *                   "stackTrace"        key of a StackTrace    -> number of a stack
 *                   "stackTrace.top"    the same               -> number of a text
 *   jdk.OldObjectSample "object.chain"  key of an OldObject    -> number of a text, see chain.h
 *                   "stackTrace.app"    the first frame that is not the JDK's, likewise;
 *                   "stackTrace.maker"  the first that is no constructor
 *   jdk.ActiveSetting "id.event"        id of an event type    -> number of a text
 *                   "a.b|c"             the first that the type has
 *
 * Compiled once a chunk and type; only the columns asked for are decoded, each constant once.
 * What a field does not say in this chunk (it has none, null, a constant that was lost) is the null
 * of its kind, see jfr_null.
 */
#pragma once

#include "parser/jfr.h"
#include "parser/plan.h"
#include "parser/table/spans.h"
#include "parser/table/things.h"

struct cells;

/* All must outlive the result, paths too. NULL: the type cannot be walked. */
struct cells *cells_open(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                         const struct jfr_type *type, const char *const *paths, size_t count,
                         struct things *things, bool raw_names);
/* From here on spans that the event cannot have taken (its duration, and what else is counted in
 * ticks) are null: for whoever reckons with them, not for who shows events. Before the first row.
 * For cells_code_many one of the columns is "startTime". */
void cells_hold_spans(struct cells *cells, const struct jfr_type *type, const struct spans *spans);
/* How many rows had such a duration so far. */
uint64_t cells_not_held(const struct cells *cells);
enum jfr_column_kind cells_kind(const struct cells *cells, size_t column);
/* After conversion: of time only NS_SPAN and NS_TIME. */
enum jfr_unit cells_unit(const struct cells *cells, size_t column);
/* Are constants needed to read them? */
bool cells_need_constants(const struct cells *cells);
/* Is a stack trace one of them? */
bool cells_need_stacks(const struct cells *cells);
/* Hands out the keys of stack traces that the event refers to, which somebody must ask for before
 * the constants are read. */
void cells_each_stack(struct cells *cells, const struct jfr_event *event,
                      void (*each)(void *context, uint64_t key), void *context);
/* The same of many. */
void cells_each_stack_many(struct cells *cells, const struct plan_event *events, size_t count,
                           void (*each)(void *context, uint64_t key), void *context);
/* constants: may be NULL if none are needed. False: the event cannot be read. */
bool cells_read(struct cells *cells, const struct jfr_constants *constants,
                const struct jfr_event *event, uint64_t *out);
/* Many at once, by column: out[column][row]. Returns how many could be read; they move together. */
size_t cells_read_many(struct cells *cells, const struct jfr_constants *constants,
                       const struct plan_event *events, size_t count, uint64_t *const *out);
/* Codes: the different values of a column in a chunk are numbered from 0 as they come, by the keys
 * of constants and the bytes of texts; nothing is decoded for it. Columns of numbers are not coded,
 * they have their cells. By column: out[column][row], where the column is its own coder. Returns
 * how many rows could be read; they move together. */
size_t cells_code_many(struct cells *cells, const struct plan_event *events, size_t count,
                       uint64_t *const *out);
bool cells_is_coded(const struct cells *cells, size_t column);
/* How many codes the column has given so far; it is its own coder. */
size_t cells_codes(const struct cells *cells, size_t column);
/* The column that has its codes: another one may be of the same constants. */
size_t cells_coder(const struct cells *cells, size_t column);
/* Hands out the keys of the stacks that codes so far stand for, each once a column. */
void cells_each_coded_stack(const struct cells *cells, void (*each)(void *context, uint64_t key),
                            void *context);
/* The cell of a code that the coder, cells of the same paths, chunk and type, gave: each is decoded
 * once. Of columns that are not coded it is the cell already. */
uint64_t cells_of_code(struct cells *cells, const struct jfr_constants *constants, size_t column,
                       const struct cells *coder, uint64_t code);
/* The same of many, in their place. */
void cells_of_codes(struct cells *cells, const struct jfr_constants *constants, size_t column,
                    const struct cells *coder, uint64_t *codes, size_t count);
/* Is the column of texts that lie in the events or in constants of their own? */
bool cells_is_text(const struct cells *cells, size_t column);
/* Of texts that lie in the events: from now on their positions in the chunk are left in place of
 * codes. False: the column has others. */
bool cells_leave(struct cells *cells, size_t column);
/* Of a column of texts: appends that of a code, or what was left there, without keeping it. False:
 * null. */
bool cells_add_coded(struct cells *cells, const struct jfr_constants *constants, size_t column,
                     uint64_t code, struct text *out);
bool cells_add_text(struct cells *cells, const struct jfr_constants *constants, size_t column,
                    uint64_t position, struct text *out);
/* cells_read in two steps, for who needs some columns only if others are so: the event, then one of
 * its cells. */
bool cells_take(struct cells *cells, const struct jfr_constants *constants,
                const struct jfr_event *event);
uint64_t cells_get(struct cells *cells, size_t i);
/* Converted. */
uint64_t cells_get_as(struct cells *cells, size_t i, enum jfr_column_kind kind);
/* Codes that were given stand for nothing any more, and give their memory back. */
void cells_forget_codes(struct cells *cells);
void cells_close(struct cells *cells);

/* Does the field come to a cell as it is? Else it is a struct whose fields may. Not of arrays. */
bool cells_is_one(const struct jfr_metadata *metadata, const struct jfr_field *field);
/* What is of one kind here and of another there, as a whole. */
enum jfr_column_kind cells_wider(enum jfr_column_kind a, enum jfr_column_kind b);
/* A cell of one kind as one of another: numbers become wider, else it is null. */
uint64_t cells_convert(uint64_t cell, enum jfr_column_kind from, enum jfr_column_kind to);
