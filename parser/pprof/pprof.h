/* Profiles in the format of pprof (profile.proto): what `jfrtool profile` and many profilers write.
 * A protobuf message, not a recording: what was sampled, summed up, without times.
 *
 *   Profile   1 sample types  2 samples  3 mappings  4 locations  5 functions  6 strings ...
 *   Sample    1 location ids, leaf first   2 a value for each sample type   3 labels
 *   Location  1 id   2 mapping id   3 address   4 lines, innermost first: inlined calls
 *   Line      1 function id   2 line          Function  1 id   2 name   3 system name
 *   Label     1 key   2 text   3 number       texts are indices into the strings, of which 0 is ""
 *
 * pprof_read checks all of it (lengths, indices, sums); what it returns can be walked without
 * looking back. It keeps the tables; samples are decoded one at a time. Texts are as in the file:
 * any bytes.
 */
#ifndef PARSER_PPROF_PPROF_H
#define PARSER_PPROF_PPROF_H

#include "base/array.h"
#include "parser/jfr.h"
#include "base/map.h"

struct pprof_text { /* points into the profile's bytes; not 0-terminated */
    const char *data;
    size_t len;
};

struct pprof_type { /* what a value measures: "cpu", "nanoseconds" */
    uint32_t name, unit;
};

struct pprof_mapping {
    uint64_t start, limit, offset; /* addresses of memory; offset in the file */
    uint32_t file;
};

struct pprof_function {
    uint32_t name, system_name;
};

struct pprof_line {
    uint32_t function; /* index */
    int64_t line;      /* 0: not known */
};

#define PPROF_NONE UINT32_MAX

struct pprof_location {
    uint64_t address;
    uint32_t mapping; /* index, or PPROF_NONE */
    uint32_t line_count;
    size_t first_line; /* in lines */
};

struct pprof {
    const uint8_t *data; /* the caller's */
    size_t size;
    ARRAY(struct pprof_text) strings;
    ARRAY(struct pprof_type) types;
    ARRAY(int64_t) totals; /* sum of each type's values over all samples */
    ARRAY(struct pprof_mapping) mappings;
    ARRAY(struct pprof_location) locations;
    ARRAY(struct pprof_line) lines;
    ARRAY(struct pprof_function) functions;
    ARRAY(uint32_t) comments;
    struct map mapping_ids, location_ids, function_ids; /* id -> index */
    int64_t start_ns, duration_ns;                      /* since the epoch; 0: not known */
    struct pprof_type period_type;
    int64_t period;
    uint32_t default_type; /* name of a sample type, or 0 */
    uint64_t sample_count;
    bool negative; /* some value is: the difference of two profiles */
};

struct pprof_label {
    uint32_t key, text; /* text 0: it is a number */
    uint32_t unit;      /* of that, or 0 */
    int64_t number;
};

struct pprof_sample {
    ARRAY(uint32_t) locations; /* indices, leaf first */
    ARRAY(int64_t) values;     /* as many as types */
    ARRAY(struct pprof_label) labels;
};

/* Are these bytes, the first of a file or all of it, the beginning of a profile? */
bool pprof_begins(const uint8_t *data, size_t len);
/* When the profile begins and how long it is, as far as it says so; nothing else is looked at. */
void pprof_span(const uint8_t *data, size_t size, int64_t *start_ns, int64_t *duration_ns);

/* The bytes must outlive the result. NULL: error says what is wrong, offset is in the bytes. */
struct pprof *pprof_read(const uint8_t *data, size_t size, struct jfr_error *error);
void pprof_free(struct pprof *pprof);
/* The next sample; *position is 0 at first. False: there are no more. */
bool pprof_next(const struct pprof *pprof, size_t *position, struct pprof_sample *sample);
void pprof_sample_free(struct pprof_sample *sample);

static inline struct pprof_text pprof_text_at(const struct pprof *pprof, uint32_t string) {
    return string < pprof->strings.len ? pprof->strings.items[string] : (struct pprof_text){"", 0};
}
/* Is it this text? */
bool pprof_is(const struct pprof *pprof, uint32_t string, const char *text);

#endif
