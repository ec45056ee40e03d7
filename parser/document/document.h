/* Documents: profiles that some program wrote, what was sampled, summed up, without times. One
 * model, that of pprof, and a reader for each format (formats.h, reader.h):
 *
 *   bytes  --reader-->  tables: strings, functions, locations (a function and a line each, or
 * several that were inlined), mappings (what kind of frame), sample types samples, one at a time:
 * locations leaf first, a value for each type, labels
 *
 * document_read checks all of it (lengths, indices, sums); what it returns can be walked without
 * looking back. It keeps the tables. Texts are as in the file: any bytes.
 */
#pragma once

#include "base/strings.h"
#include "parser/jfr.h"
#include "base/missing.h"

struct document_text { /* points into the profile's bytes; not 0-terminated */
    const char *data;
    size_t len;
};

struct document_type { /* what a value measures: "cpu", "nanoseconds" */
    uint32_t name, unit;
};

struct document_mapping {
    uint64_t start, limit, offset; /* addresses of memory; offset in the file */
    uint32_t file;
};

struct document_function {
    uint32_t name, system_name;
};

struct document_line {
    uint32_t function; /* index */
    int64_t line;      /* 0: not known */
};

#define DOCUMENT_NONE MISSING_ID

struct document_location {
    uint64_t address;
    uint32_t mapping; /* index, or DOCUMENT_NONE */
    uint32_t line_count;
    size_t first_line; /* in lines */
};

struct document_label {
    uint32_t key, text; /* text 0: it is a number */
    uint32_t unit;      /* of that, or 0 */
    int64_t number;
};

/* Samples of formats whose reader meets them on the way to the tables. */
struct document_kept {
    uint32_t first, len; /* of stacks, leaf first; or the node where it ends, and 0 */
    uint32_t type;       /* that the value is of; it has 0 of the others */
    uint32_t first_label, label_count;
    int64_t value;
};

struct document_node { /* of a tree of frames */
    uint32_t parent;   /* DOCUMENT_NONE: a root */
    uint32_t location;
};

struct document {
    const uint8_t *data; /* the caller's */
    size_t size;
    const struct document_format *format;
    ARRAY(struct document_text) strings;
    ARRAY(struct document_type) types;
    ARRAY(int64_t) totals; /* sum of each type's values over all samples */
    ARRAY(struct document_mapping) mappings;
    ARRAY(struct document_location) locations;
    ARRAY(struct document_line) lines;
    ARRAY(struct document_function) functions;
    ARRAY(uint32_t) comments;
    struct map mapping_ids, location_ids, function_ids; /* id -> index */
    int64_t start_ns, duration_ns;                      /* since the epoch; 0: not known */
    struct document_type period_type;
    int64_t period;
    uint32_t default_type; /* name of a sample type, or 0 */
    uint64_t sample_count;
    bool negative; /* some value is: the difference of two profiles */
    /* Of readers that keep samples: */
    ARRAY(struct document_kept) kept;
    ARRAY(uint32_t) stacks; /* locations of the kept samples */
    ARRAY(struct document_node) nodes;
    ARRAY(struct document_label) labels;
    ARRAY(uint32_t) label_refs; /* indices of labels */
    struct strings texts;       /* what strings point to that is not in data */
    uint64_t frames;            /* of all kept samples, as far as they are handed out */
};

struct document_sample {
    ARRAY(uint32_t) locations; /* indices, leaf first */
    ARRAY(int64_t) values;     /* as many as types */
    ARRAY(struct document_label) labels;
};

/* Are these bytes, the first of a file or all of it, the beginning of a document? NULL: none. */
const struct document_format *document_begins(const uint8_t *data, size_t len);
/* Could they be one, if somebody says so: lines of text that end in a number? */
const struct document_format *document_looks(const uint8_t *data, size_t len);
bool document_is_pprof(const struct document_format *format);
/* Is a file of this name meant to be of a format that only names tell from other text? */
bool document_is_named_so(const char *path);
/* When the profile begins and how long it is, as far as it says so; nothing else is looked at. */
void document_span(const uint8_t *data, size_t size, int64_t *start_ns, int64_t *duration_ns);

/* The bytes must outlive the result. NULL: error says what is wrong, offset is in the bytes. What
 * is of no format is read as collapsed stacks, so that the error says which line is none. */
struct document *document_read(const uint8_t *data, size_t size, struct jfr_error *error);
void document_free(struct document *document);
/* The next sample; *position is 0 at first. False: there are no more. */
bool document_next(const struct document *document, size_t *position,
                   struct document_sample *sample);
void document_sample_free(struct document_sample *sample);
/* Frames that a byte of it may stand for: a tree says each frame once. */
size_t document_frames_a_byte(const struct document *document);

/* The text of that number; "" if there is none. Borrowed of the document. */
static inline struct document_text document_text_at(const struct document *document,
                                                    uint32_t string) {
    return string < document->strings.len ? document->strings.items[string]
                                          : (struct document_text){"", 0};
}
/* Is it this text? */
bool document_is(const struct document *document, uint32_t string, const char *text);
