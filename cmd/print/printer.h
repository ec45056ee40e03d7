/* Events as `jfr print` of the JDK writes them: text, JSON or XML, one after the other; nothing is
 * kept but the constants that were written last.
 *
 *   printer_open -> printer_begin -> (printer_chunk -> printer_event* -> printer_chunk_ends)*
 *                -> printer_end -> printer_close
 *
 * Visits call back for each value. JSON and XML are written as the values come (structured.c, with
 * what the two languages differ in: json.c, xml.c). Text has fields in another order and classes,
 * threads and methods in words, so an event is collected first (tree.c) and then written (text.c).
 */
#pragma once

#include "cmd/print/cache.h"
#include "cmd/print/values.h"

enum print_format { PRINT_TEXT, PRINT_JSON, PRINT_XML };

struct printer_options {
    enum print_format format;
    bool exact;           /* text: all digits */
    uint64_t stack_depth; /* frames of a stack */
    struct zone zone;     /* ZONE_UNSAID: the recording's */
    /* Takes the text and leaves it empty. False: no more is wanted. */
    bool (*flush)(void *context, struct text *out);
    void *context;
};

struct printer;

/* The options are copied; to be closed. */
struct printer *printer_open(const struct printer_options *options);
void printer_close(struct printer *printer);
void printer_begin(struct printer *printer);
/* All outlive printer_chunk_ends. */
void printer_chunk(struct printer *printer, const struct jfr_chunk *chunk,
                   const struct jfr_metadata *metadata, const struct jfr_constants *constants);
/* False: no more is wanted. */
bool printer_event(struct printer *printer, const struct jfr_type *type,
                   const struct jfr_event *event);
void printer_chunk_ends(struct printer *printer);
void printer_end(struct printer *printer);
/* Events that could not be read to their end; what of them could is printed. */
#define PRINTER_A_BYTE 1000 /* bytes that are written of constants for each byte of a chunk */
/* How many events have constants that were not written, and "..." in their place. */
uint64_t printer_short(const struct printer *printer);
uint64_t printer_damaged(const struct printer *printer);
