/* Cells between what binds and reads one event (cells.c) and what reads many (cells_many.c). */
#pragma once

#include "parser/plan.h"
#include "parser/table/cells.h"
#include "parser/table/code.h"

enum reading { /* how what the plan took becomes a cell */
               READ_NOTHING,
               READ_INTEGER,
               READ_REAL,
               READ_EVENT, /* the event type whose id it is; from here on cells are made of values
                            */
               READ_CHAR,
               READ_TEXT,
               READ_NAMED, /* a struct's field "name" */
               READ_CLASS,
               READ_METHOD,
               READ_CHAIN, /* of a sampled object: what keeps it */
               READ_THREAD,
               READ_STACK,     /* and those behind it: of a stack */
               READ_TOP,       /* one frame of it, as enum code_which has them */
               READ_CALLER,    /* the frame behind that */
               READ_APP,       /* the first frame that is not the JDK's */
               READ_MAKER,     /* the first that is no constructor: who made the exception */
               READ_THROWER,   /* the first that is neither: who in the program */
               READ_SITE,      /* READ_APP, or READ_TOP where all of it is the JDK's */
               READ_THROWN_AT, /* READ_THROWER, or READ_MAKER */
               READ_WAITS,     /* what its thread waits for, see parser/waits.h */
               READ_LINE,
               READ_DEPTH,
               READ_TRUNCATED,
               READ_WHOLE,
};

/* Codes: the different values of a column are numbered as they come. */
struct coded {
    uint64_t value; /* a key, or where the bytes lie first that are so long: of a text */
    uint32_t len;
};
#define CODING_SMALL (UINT64_C(1) << 16)
#define CODING_NEAR 64
struct coding {
    uint32_t near[CODING_NEAR]; /* codes of texts by some of their bytes: + 1 */
    struct map ids;             /* value, or hash of the bytes -> code */
    ARRAY(uint32_t)
    small; /* of values below CODING_SMALL in place of that: code + 1; 0: none yet */
    ARRAY(struct coded) coded;
    ARRAY(uint64_t) cells;   /* of codes, also of another's coding, */
    ARRAY(uint8_t) has_cell; /* where that is known */
};

struct column {
    enum reading reading;
    enum jfr_column_kind kind;
    enum jfr_unit unit, raw_unit; /* of the cells, and of what the event has */
    const struct jfr_field *field;
    struct jfr_plan *named; /* of READ_NAMED */
    bool by_key;            /* the plan takes the key of a constant */
    bool as_it_is;          /* what the plan takes is the cell */
    bool is_duration;       /* of the event */
    bool held;              /* null where the event cannot have taken so long, */
    uint64_t sure;          /* but so much it can */
    struct map seen;        /* key -> index in cells, which saves most of the work */
    ARRAY(uint64_t) cells;
    uint64_t last_key, last_cell; /* if there are cells */
    struct coding coding;
    size_t coder; /* the first column that takes the same constants; its codes are this one's */
    bool left;    /* by cells_leave */
};

struct cells {
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_plan *plan;
    struct column *columns;
    uint64_t *raw;   /* what the plan took */
    uint64_t *block; /* the same of many events; NULL: never asked for */
    size_t count;
    size_t
        width;  /* values that the plan takes: of the columns, and where spans are held the start */
    bool holds; /* some columns, from the one to before the other, are spans held against these: */
    size_t held_from, held_to;
    struct spans spans;
    uint64_t not_held;
    size_t start_slot;
    enum jfr_unit start_unit;
    const char **paths; /* as the plan takes them; of some columns copies */
    char **copies;
    bool stacks;             /* of some column */
    struct jfr_plan *asking; /* takes nothing but the keys of those stacks; NULL: there are none */
    size_t asked;            /* how many */
    uint64_t last_asked;     /* of a row with one */
    bool asked_any;
    struct code code;
    struct text text;
};

/* Spans of what the plan took that the event cannot have taken become null. */
void cells_hold(struct cells *cells, uint64_t *raw);
int64_t cells_scaled(const struct cells *cells, const struct column *column, int64_t value);
/* A cell of what was taken for the column, constants followed. */
uint64_t cells_read_one(struct cells *cells, const struct column *column, size_t slot,
                        uint64_t value);

/* Likewise, made once for each key of a constant. */
static inline uint64_t cells_read_constant(struct cells *c, struct column *column, size_t slot,
                                           uint64_t key) {
    bool fresh;
    if (column->cells.len && column->last_key == key) return column->last_cell;
    uint64_t *index = map_put(&column->seen, key, &fresh);
    if (fresh) {
        *index = column->cells.len;
        array_push(&column->cells, cells_read_one(c, column, slot, key));
    }
    column->last_key = key;
    return column->last_cell = column->cells.items[*index];
}
