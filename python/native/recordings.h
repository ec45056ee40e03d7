/* What the Python package asks besides libjfr's own interface, in terms that ctypes has: numbers,
 * texts and pointers. See jfr.h for the words. */
#pragma once

#include "parser/jfr.h"

struct recordings;

/* error: of size bytes, filled if the result is NULL. */
JFR_API struct recordings *recordings_open(const char *const *paths, size_t count, char *error,
                                           size_t size);
/* Streams that were made of it live on. */
JFR_API void recordings_close(struct recordings *recordings);
JFR_API struct jfr_tables *recordings_tables(const struct recordings *recordings);
/* Are the files what they were? For who hands their names to somebody else. False: error is filled,
 * now and from then on. */
JFR_API bool recordings_check(const struct recordings *recordings, char *error, size_t size);
/* Counts of events, in the order of the tables; stays until recordings_close. NULL: error is
 * filled. */
JFR_API const uint64_t *recordings_counts(struct recordings *recordings, char *error, size_t size);
/* What was said of losses since the last call, a line each, or NULL; free it with
 * recordings_free. */
JFR_API char *recordings_notes(struct recordings *recordings);
JFR_API void recordings_free(char *text);
/* jfr_arrow_stream of a type. names NULL: all columns; where: an expression as of jfrtool events
 * --where, or NULL. False: error is filled. */
JFR_API bool recordings_stream(struct recordings *recordings, const char *type,
                               const char *const *names, size_t count, const char *where,
                               const struct jfr_arrow_options *options,
                               struct ArrowArrayStream *out, char *error, size_t size);

/* What Python's capsules of streams and schemas end with. Not Python functions: a capsule ends
 * while an exception is on its way, too. get_pointer is PyCapsule_GetPointer. */
JFR_API void recordings_use_capsules(void *(*get_pointer)(void *capsule, const char *name));
JFR_API void recordings_end_stream(void *capsule);
JFR_API void recordings_end_schema(void *capsule);
