/* A grouping: an event type of a chunk, for all questions that group its events together, between
 * what is made of a chunk (events_groups.c) and of the events (events_take.c).
 *
 *   column     a field as it is asked for: by codes, or a text by its skeleton or by its hash
 *   condition  what some questions state alike: which of the events at hand pass
 *   section    a question: the group of each event that passes, and what it measured
 *   tuple      the codes that decide. What comes of them is found once for each different tuple,
 *              and only then is something decoded. Where several decide, codes that come to the
 * same are one number, so that there are few tuples: thousands of stacks, a few frames.
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

struct tuples { /* numbers -> what came of them, from 1; 0: nothing yet */
    size_t width;
    struct tuple_part {
        size_t column, field; /* of the grouping; of who asks */
        bool coded;
        struct numbering numbering;
        struct pairs pairs; /* of the parts before and this one */
    } parts[TESTS_MOST];
    ARRAY(uint32_t) answers; /* by the number of the last pair, or the only one */
};

struct condition {
    const struct asked *asked;           /* the first question that states it */
    const struct expression_kind *kinds; /* of its fields */
    struct expression_match *match;      /* or NULL */
    size_t columns[TESTS_MOST];          /* of asked->tests */
    bool by_tuple;                       /* nothing else decides, but for the time */
    struct tuples known;                 /* 1: does not pass, 2: passes */
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
    struct tuples groups; /* group + 1 */
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
    bool waits; /* for constants */
    ARRAY(struct place) places;
    struct plan_event events[GROUPING_AT_ONCE];
    size_t event_count;
    uint64_t *codes; /* GROUPING_AT_ONCE of each column */
    uint64_t **of;   /* a column's in there, which are its coder's */
};

/* Takes the events that were put together. constants: NULL if none are needed. */
void grouping_take_batch(struct grouping *grouping, struct state *state,
                         const struct jfr_constants *constants);
void tuples_free(struct tuples *tuples);
void noted_free(struct noted *noted);
