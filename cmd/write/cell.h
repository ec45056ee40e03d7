/* Cells: one value of a report with its kind, so that each writer can show it in its own way: a
 * count is digits for people and an integer of JSON, bytes are "4.2 MB" for people and digits for
 * programs.
 *
 * A cell borrows its texts; a sheet copies them.
 */
#ifndef CMD_WRITE_CELL_H
#define CMD_WRITE_CELL_H

#include "base/json.h"

enum cell_kind {
    CELL_MISSING, /* nothing is known: empty, null */
    CELL_TEXT,
    CELL_NAME,    /* a qualified name; its packages may be shortened, see fit.h */
    CELL_DIGITS,  /* a number that is there as text */
    CELL_COUNT,   /* of samples, events, threads... */
    CELL_NUMBER,  /* an integer of any sign: a line, an id */
    CELL_PERCENT, /* two decimals for people, four for programs */
    CELL_REAL,
    CELL_BYTES,
    CELL_NS,   /* a duration */
    CELL_TIME, /* ns since the epoch */
    CELL_BOOL,
};

enum cell_mark { /* how good or bad what a word says is, where it is shown in colour */
                 MARK_NONE,
                 MARK_PLAIN,
                 MARK_OK,
                 MARK_INFO,
                 MARK_WARNING,
                 MARK_FAILED,
};

struct cell {
    uint8_t kind;      /* enum cell_kind */
    uint8_t mark;      /* enum cell_mark */
    int8_t decimals;   /* CELL_REAL: digits behind the point */
    uint32_t packages; /* CELL_NAME: bytes at the beginning that are package names with dots */
    union {
        const char *text;
        uint64_t count;
        int64_t number;
        double real;
    };
    const char *shown; /* what people read in its place; NULL: what the kind says */
    const char *below; /* what they read in a line below it, where cells have lines; or NULL */
    const char *link;  /* the file beside a page that it leads to, or NULL */
};

#define CELL_SIGNIFICANT (-1) /* decimals: six digits that matter, for programs alone */

static inline struct cell cell_missing(void) {
    return (struct cell){.kind = CELL_MISSING};
}

/* NULL: missing. */
static inline struct cell cell_text(const char *text) {
    return (struct cell){.kind = text ? CELL_TEXT : CELL_MISSING, .text = text};
}

static inline struct cell cell_name(const char *name, size_t packages) {
    return (struct cell){.kind = CELL_NAME, .packages = (uint32_t)packages, .text = name};
}

static inline struct cell cell_digits(const char *digits) {
    return (struct cell){.kind = CELL_DIGITS, .text = digits};
}

static inline struct cell cell_count(uint64_t n) {
    return (struct cell){.kind = CELL_COUNT, .count = n};
}

static inline struct cell cell_number(int64_t n) {
    return (struct cell){.kind = CELL_NUMBER, .number = n};
}

/* NAN and infinity: missing. */
static inline struct cell cell_percent(double percent) {
    return (struct cell){.kind = CELL_PERCENT, .real = percent};
}

/* Likewise. */
static inline struct cell cell_real(double n, int decimals) {
    return (struct cell){.kind = CELL_REAL, .decimals = (int8_t)decimals, .real = n};
}

static inline struct cell cell_bytes(uint64_t n) {
    return (struct cell){.kind = CELL_BYTES, .count = n};
}

static inline struct cell cell_ns(int64_t ns) {
    return (struct cell){.kind = CELL_NS, .number = ns};
}

static inline struct cell cell_time(int64_t ns) {
    return (struct cell){.kind = CELL_TIME, .number = ns};
}

static inline struct cell cell_bool(bool yes) {
    return (struct cell){.kind = CELL_BOOL, .count = yes};
}

/* The same value, which people read as this. */
static inline struct cell cell_shown(struct cell cell, const char *shown) {
    cell.shown = shown;
    return cell;
}

static inline struct cell cell_above(struct cell cell, const char *below) {
    cell.below = below;
    return cell;
}

static inline struct cell cell_marked(struct cell cell, enum cell_mark mark) {
    cell.mark = (uint8_t)mark;
    return cell;
}

static inline struct cell cell_linked(struct cell cell, const char *link) {
    cell.link = link;
    return cell;
}

/* Is it a text that came from somewhere, so that it may hold anything? Numbers cannot. */
bool cell_is_text(const struct cell *cell);
/* As people read it; texts as they are: the writers make them harmless. */
void cell_add(const struct cell *cell, struct text *out);
/* As programs read it: without units, with all digits. */
void cell_add_exact(const struct cell *cell, struct text *out);
void cell_write_json(const struct cell *cell, const char *key, struct json *json);

#endif
