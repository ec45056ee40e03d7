/* Cells: one value of a report with its kind, so that each writer can show it in its own way: a
 * count is digits for people and an integer of JSON, bytes are "4.2 MB" for people and digits for
 * programs.
 *
 * What is missing (base/missing.h) is a cell like any other: who describes a report hands it over
 * and asks nothing, people read "-", programs null or nothing between two commas. Where nothing
 * belongs, as in the rest of a row of a chart, is no missing value, but a blank.
 *
 * A cell borrows its texts; a sheet copies them.
 */
#pragma once

#include "base/json.h"
#include "base/missing.h"

enum cell_kind {
    CELL_BLANK,   /* nothing belongs here: empty, null */
    CELL_MISSING, /* what belongs here is not known: "-", null */
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

/* Nothing belongs there. */
static inline struct cell cell_blank(void) {
    return (struct cell){.kind = CELL_BLANK};
}

/* What no number stands for. Numbers that are missing become such a cell by themselves. */
static inline struct cell cell_missing(void) {
    return (struct cell){.kind = CELL_MISSING};
}

/* NULL: missing. */
static inline struct cell cell_text(const char *text) {
    return (struct cell){.kind = text ? CELL_TEXT : CELL_MISSING, .text = text};
}

/* NULL: there is none, which is known. */
static inline struct cell cell_text_if_any(const char *text) {
    return (struct cell){.kind = text ? CELL_TEXT : CELL_BLANK, .text = text};
}

/* packages: bytes at the beginning that may be shortened; 0: none. */
static inline struct cell cell_name(const char *name, size_t packages) {
    return (struct cell){.kind = CELL_NAME, .packages = (uint32_t)packages, .text = name};
}

/* A number that is there as text; programs read it as a number. */
static inline struct cell cell_digits(const char *digits) {
    return (struct cell){.kind = CELL_DIGITS, .text = digits};
}

/* A cell of this kind; missing where the number is. */
static inline struct cell cell_of_whole(enum cell_kind kind, int64_t n) {
    return (struct cell){.kind = (uint8_t)(is_missing(n) ? CELL_MISSING : kind), .number = n};
}

/* Likewise, which is never missing. */
static inline struct cell cell_of_unsigned(enum cell_kind kind, uint64_t n) {
    return (struct cell){.kind = (uint8_t)kind, .count = n};
}

/* 0: there is none, of which nothing is said. */
static inline struct cell cell_if_any(uint64_t count) {
    return count ? cell_of_unsigned(CELL_COUNT, count) : cell_blank();
}

/* What cannot be below zero. */
static inline struct cell cell_of_amount(enum cell_kind kind, int64_t n) {
    return cell_of_whole(kind, whole_amount(n));
}

/* A count and bytes are of either type; of those with a sign what is below zero is missing. */
#define cell_amount(kind, n) \
    _Generic((n), int64_t : cell_of_amount, default : cell_of_unsigned)(kind, n)
#define cell_count(n) cell_amount(CELL_COUNT, n)
#define cell_bytes(n) cell_amount(CELL_BYTES, n)

/* A whole number of either sign. */
static inline struct cell cell_number(int64_t n) {
    return cell_of_whole(CELL_NUMBER, n);
}

/* What is not finite is missing. decimals: for people, and for programs. */
static inline struct cell cell_of_real(enum cell_kind kind, double n, int decimals) {
    return (struct cell){.kind = (uint8_t)(isfinite(n) ? kind : CELL_MISSING),
                         .decimals = (int8_t)decimals,
                         .real = n};
}

/* Infinity: missing, too. */
static inline struct cell cell_percent(double percent) {
    return cell_of_real(CELL_PERCENT, percent, 0);
}

/* Likewise. */
static inline struct cell cell_real(double n, int decimals) {
    return cell_of_real(CELL_REAL, n, decimals);
}

/* A length of time, ns. */
static inline struct cell cell_ns(int64_t ns) {
    return cell_of_whole(CELL_NS, ns);
}

/* A point of time, ns since the epoch. */
static inline struct cell cell_time(int64_t ns) {
    return cell_of_whole(CELL_TIME, ns);
}

/* Yes or no. */
static inline struct cell cell_bool(bool yes) {
    return (struct cell){.kind = CELL_BOOL, .count = yes};
}

/* 1: yes, 0: no, or missing. */
static inline struct cell cell_flag(int64_t flag) {
    return is_missing(flag) ? cell_missing() : cell_bool(flag != 0);
}

/* The same value, which people read as this. */
static inline struct cell cell_shown(struct cell cell, const char *shown) {
    cell.shown = shown;
    return cell;
}

/* The same value, with a line below it for people; the text is borrowed. */
static inline struct cell cell_above(struct cell cell, const char *below) {
    cell.below = below;
    return cell;
}

/* The same value in the colour of the mark. */
static inline struct cell cell_marked(struct cell cell, enum cell_mark mark) {
    cell.mark = (uint8_t)mark;
    return cell;
}

/* The same value, which leads to a file; the text is borrowed. */
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
