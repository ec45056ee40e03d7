/* What a format of documents is for those who read them: a source file with this row, and a line in
 * formats.h.
 *
 * A reader fills the tables of a document whose data and size are set. It either gives samples
 * itself (next), or keeps them: document_keep and what is below.
 */
#pragma once

#include "parser/document/document.h"

struct document_format {
    const char *name;
    /* Are these bytes, the first of a file or all of it, of the format? NULL: they cannot be told
     * from other text, then: */
    bool (*begins)(const uint8_t *data, size_t len);
    bool (*looks)(const uint8_t *data, size_t len);      /* could they be? */
    bool (*read)(struct document *, struct jfr_error *); /* false: error says why not */
    /* NULL: samples are kept. */
    bool (*next)(const struct document *, size_t *position, struct document_sample *);
    /* NULL: nothing is known of when it was. */
    void (*span)(const uint8_t *data, size_t size, int64_t *start_ns, int64_t *duration_ns);
    size_t frames_a_byte;
};

/* No sum of values is larger: 64 bits hold those of many profiles, 36 years in ns. */
#define DOCUMENT_LARGEST_SUM (INT64_C(1) << 60)
/* Frames of a sample that are handed out: one more than are kept of it. */
#define DOCUMENT_MOST_FRAMES ((1u << 14) + 1)

/* A text of the document's, or of these bytes, which are copied; the same for the same bytes. */
uint32_t document_add_text(struct document *document, const char *text, size_t len);
/* The mapping that stands for a kind of frame: "[jit]", see analyzers/samples/pprof_write.h. */
uint32_t document_add_kind(struct document *document, const char *kind);
/* A location of a function of this name, as profilers write names into lines of text: "a.B.c:12"
 * has line 12, "a.B.c_[j]" is of the kind [jit]. kind: NULL: as the name says. */
uint32_t document_add_named(struct document *document, const char *name, size_t len,
                            const char *kind);
/* "[main tid=17]": a thread as root of its stacks. The labels that say so, which are added:
 * *first_label and *label_count. False: it is none. */
bool document_add_thread(struct document *document, const char *name, size_t len,
                         uint32_t *first_label, uint32_t *label_count);
uint32_t document_add_type(struct document *document, const char *name, const char *unit);
/* A sample with so many frames. Returns what cannot be, or NULL. */
const char *document_keep(struct document *document, const struct document_kept *kept,
                          uint64_t frames);

/* ==== Lines ================================================================================= */

struct document_lines {
    const char *at, *end;
    size_t number; /* of the line that came last, from 1 on */
};
/* The next line without its end, which is LF or CR LF. False: there is none. */
bool document_line_next(struct document_lines *lines, struct document_text *line);
/* A decimal number as the whole text, 2^60 at most. */
bool document_number(const char *text, size_t len, int64_t *number);
/* False; error says what is wrong with the line. */
bool document_line_wrong(const struct document *document, const struct document_lines *lines,
                         const struct document_text *line, struct jfr_error *error,
                         const char *expected);
