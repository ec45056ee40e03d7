/* A grouping: an event type of a chunk, for all questions that group its events together, between
 * what is made of a chunk (events_groups.c) and of the events (events_take.c).
 *
 *   column     a field as it is asked for: by codes, or a text by its skeleton or by its hash
 *   condition  what some questions state alike: which of the events at hand pass
 *   section    a question: the group of each event that passes, and what it measured
 *   tuple      the codes that decide. What comes of them is found once for each different tuple,
 *              and only then is something decoded. Where several decide, codes that come to the
 *              same are one number, so that there are few tuples: thousands of stacks, a few frames
 *   kind       the tuple of all that decides anything. Sections that can do with that are summed
 *              up by kind, once for all of them, and get their sums when the chunk is through
 */
#pragma once

#include "analyzers/events/events_state.h"

#define GROUPING_AT_ONCE 256
#define GROUPING_NO_CONDITION SIZE_MAX

enum column_way {
    WAY_CODE,
    WAY_SKELETON, /* of texts that are grouped by their pattern */
    WAY_HASH,     /* of texts that are only counted */
};

/* Codes of a column, and cells of columns without codes, to numbers from 0 on. */
struct numbering {
    struct map numbers;      /* cell -> number */
    ARRAY(uint32_t) by_code; /* number + 1; 0: not known yet */
    uint64_t from, len;      /* without codes: cells from there on, so many, */
    uint32_t last;           /* have this number */
};

#define TUPLES_SMALL 64

struct pairs {        /* two numbers -> one */
    uint32_t *small;  /* of numbers below TUPLES_SMALL: + 1; 0: none yet */
    struct map large; /* of others: one << 32 | the other */
    uint32_t count;
};

struct asker; /* who says what the cells of a part are, and what comes of a tuple */

struct tuple_part {
    size_t column, field; /* of the grouping; of who asks */
    const struct asker *asker;
    size_t who;                 /* section or condition */
    bool coded, joins;          /* it has the codes of the part before, */
    struct numbering numbering; /* whose numbering by code is of both */
    struct pairs pairs;         /* of the parts before and this one */
};

struct tuples { /* numbers -> what came of them, from 1; 0: nothing yet */
    ARRAY(struct tuple_part) parts;
    ARRAY(uint32_t) answers; /* by the number of the last pair, or the only one */
};

struct condition {
    const struct asked *asked;           /* the first question that states it */
    const struct expression_kind *kinds; /* of its fields */
    struct expression_match *match;      /* or NULL */
    size_t columns[TESTS_MOST];          /* of asked->tests */
    bool by_tuple;                       /* nothing else decides, but for the time */
    struct tuples known;                 /* 1: does not pass, 2: passes */
    bool by_kind;                        /* the kind of an event says whether it passes */
    bool has_rows;                       /* a section needs them: */
    uint16_t rows[GROUPING_AT_ONCE];     /* that pass */
    size_t passed;
};

/* Which codes a group has had already of a field of which it keeps the different values. */
#define NOTED_GROUPS 64
struct noted {
    ARRAY(uint64_t) bits[NOTED_GROUPS];
    struct map pairs;        /* of later groups: group << 32 | code */
    ARRAY(uint64_t) hashes;  /* of texts that are only counted, by code; 0: not known yet */
    ARRAY(uint8_t) is_value; /* of others, by code: 1 no, 2 yes; 0: not known yet */
};

struct section {
    struct progress *progress;
    struct event_source *source;
    size_t source_index, condition;
    uint32_t type_name; /* a text of the kept things */
    size_t columns[FOLD_KEYS + FOLD_SHOWS];
    bool coded[FOLD_KEYS + FOLD_SHOWS];
    bool as_it_is[FOLD_KEYS + FOLD_SHOWS]; /* the cell needs no conversion */
    struct noted *noted[FOLD_SHOWS];
    struct tuples groups;    /* group + 1 */
    bool by_kind, hashed;    /* but for texts that are only counted */
    size_t sums[FOLD_SHOWS]; /* by kind, of a measure; SIZE_MAX: none */
};

/* So many at most: then each section finds its groups by itself. */
#define KINDS_MOST 4096
struct kinds {
    struct tuples tuples; /* kind + 1 */
    bool on;
    struct fold_plan plan;
    size_t columns[FOLD_SHOWS]; /* of what is summed up */
    struct fold sums;           /* a group is a kind */
    ARRAY(bool) passes;         /* of each condition, */
    ARRAY(uint32_t) groups;     /* of each section: group + 1; 0: it does not pass */
    ARRAY(uint32_t) values;     /* of each section: bit: what is noted of that measure is a value */
};

struct column_asked {
    const char *path;
    enum column_way way;       /* that was asked for; as the column can: */
    bool left;                 /* texts as they lie in the events, WAY_SKELETON or WAY_HASH */
    struct map codes;          /* of skeletons, or hashes of texts in constants by skeleton */
    ARRAY(uint64_t) positions; /* by code: where the first such text lies */
};

struct place {
    uint32_t at[2]; /* of the payload in the chunk */
    uint32_t len;
};

struct grouping {
    const struct jfr_type *type;
    unsigned clocks; /* questions about other events of the type have another grouping */
    struct clocked *clocked;
    const struct jfr_chunk *chunk;
    struct cells *fields, *tests; /* of the same paths; things kept, and those of the chunk */
    ARRAY(struct column_asked) columns;
    ARRAY(struct section) sections;
    ARRAY(struct condition) conditions;
    struct kinds kinds;
    bool timed;                 /* it matters when events were */
    bool waits;                 /* for constants: */
    ARRAY(uint64_t) kept;       /* codes of the events so far, 256 at a time; */
    size_t kept_rows, unread;   /* how many, and how many more could not be read; */
    bool again;                 /* events are looked at again: */
    ARRAY(struct place) places; /* where they are */
    struct plan_event events[GROUPING_AT_ONCE];
    size_t event_count;
    uint64_t *codes; /* GROUPING_AT_ONCE of each column */
    uint64_t **of;   /* a column's in there, which are its coder's */
};

/* Takes so many events, whose codes are in place, of those that were seen. constants: NULL if none
 * are needed. */
void grouping_take_batch(struct grouping *grouping, struct state *state,
                         const struct jfr_constants *constants, size_t rows, size_t seen);
void tuples_free(struct tuples *tuples);
/* Adds a part that decides, beside others of the same codes. */
void tuples_add(struct tuples *tuples, const struct grouping *grouping, struct tuple_part part);
void noted_free(struct noted *noted);

/* ==== By kind (events_kinds.c) ============================================================== */

struct batch { /* being taken */
    struct state *s;
    struct grouping *g;
    const struct jfr_constants *constants;
    size_t rows, seen;
};

struct asker {
    /* The cell of a part that decides, and that it is alike in a range of cells from *from on. */
    uint64_t (*cell)(const struct batch *b, size_t who, const struct tuple_part *part, size_t row,
                     uint64_t *from, uint64_t *len);
    uint32_t (*answer)(const struct batch *b, size_t who, size_t row);
};
extern const struct asker condition_asker, section_asker;

/* What comes of each of these rows. */
void tuples_answer(const struct batch *b, struct tuples *t, const struct asker *asker, size_t who,
                   const uint16_t *rows, size_t count, uint32_t *answers);
/* The cell of a key or a measure, of the kind that it has in all types together. */
uint64_t section_field(const struct batch *b, const struct section *section, size_t field,
                       uint64_t code);

/* Which sections are summed up by kind, and what decides. */
void kinds_bind(struct grouping *grouping);
/* The kinds of all rows, which are summed up; the rows that pass conditions which have some. */
void kinds_take(const struct batch *b, const uint16_t *all, uint32_t *kinds);
/* Sections get what was summed up. */
void kinds_close(struct grouping *grouping);
void kinds_free(struct kinds *kinds);
