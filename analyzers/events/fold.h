/* Folds: events become groups by what is equal in some fields, and numbers of each group.
 *
 *   by    host  stackTrace.topFrame  10s  pattern(message)
 *   show  count  sum(bytesRead)  p99(duration)  max  first(path)  unique(eventThread)  list(state)
 *
 * Keys and values keep the kind and unit of their field: ns, bytes, shares, texts, booleans. Null
 * is a group of its own, threads are told apart by name; in a value it is left out, as are numbers
 * of bytes below 0. Memory follows
 * the groups, and for unique and list the different values in them. Folds are a commutative monoid:
 * sums are exact, so that the order in which events come decides nothing.
 */
#pragma once

#include "analyzers/events/digest.h"
#include "base/text.h"
#include "parser/jfr.h"
#include "parser/table/things.h"

#define FOLD_KEYS 8
#define FOLD_SHOWS 32

enum fold_key_kind {
    FOLD_FIELD,
    FOLD_STEP,    /* points of time, in steps of a length: 1970 began with one */
    FOLD_PATTERN, /* texts whose numbers and ids are written # */
};

struct fold_key {
    enum fold_key_kind kind;
    const char *path;  /* of the field; "eventType": the name of the type, unless it has such one */
    const char *label; /* as it was written */
    int64_t step_ns;   /* 0: as long as suits the recording */
};

enum fold_function {
    FOLD_COUNT, /* events; of a field those where it is not null */
    FOLD_SUM,
    FOLD_MIN,
    FOLD_AVG,
    FOLD_QUANTILE,
    FOLD_MAX,
    FOLD_FIRST, /* by startTime */
    FOLD_LAST,
    FOLD_UNIQUE,
    FOLD_LIST,
};

struct fold_show {
    enum fold_function function;
    double quantile;   /* 0.99 */
    const char *path;  /* NULL: of FOLD_COUNT */
    const char *label; /* "p99(duration)" */
};

/* "10s", "pattern(message)", a path. texts owns what the result points to. False: error is a
 * sentence. */
bool fold_parse_key(const char *text, struct arena *texts, struct fold_key *out,
                    struct jfr_error *error);
/* A function without a field is of the field before (previous; NULL: duration). */
bool fold_parse_show(const char *text, const char *previous, struct arena *texts,
                     struct fold_show *out, struct jfr_error *error);

struct fold_field { /* of a key or a measure, of all types together */
    enum jfr_column_kind kind;
    enum jfr_unit unit;
};

struct fold_measure { /* a field that functions are of */
    const char *path;
    unsigned needs; /* enum in fold.c */
    bool is_listed; /* the different values are wanted, not only how many they are */
};

/* What is asked, for all workers. */
struct fold_plan {
    struct fold_key keys[FOLD_KEYS];
    size_t key_count;
    struct fold_show shows[FOLD_SHOWS];
    size_t show_count;
    struct fold_measure measures[FOLD_SHOWS];
    size_t measure_count;
    size_t measure_of[FOLD_SHOWS];                    /* SIZE_MAX: events are counted */
    struct fold_field fields[FOLD_KEYS + FOLD_SHOWS]; /* keys, then measures: known later */
};

/* keys and shows are copied. */
void fold_plan_make(struct fold_plan *plan, const struct fold_key *keys, size_t key_count,
                    const struct fold_show *shows, size_t show_count);
/* The field that a cell of an event is taken of: keys, then measures. */
size_t fold_plan_paths(const struct fold_plan *plan);
const char *fold_plan_path(const struct fold_plan *plan, size_t index);
/* Is nothing asked of the measure but how many there are, and which? */
bool fold_plan_is_set(const struct fold_plan *plan, size_t measure);
/* And are they texts of which only the number is asked? */
bool fold_plan_is_hashed(const struct fold_plan *plan, size_t measure);
/* Are they whole numbers of which the different ones are not asked? */
bool fold_plan_is_whole(const struct fold_plan *plan, size_t measure);
/* Does it matter when events were? */
bool fold_plan_is_timed(const struct fold_plan *plan);
/* Are the functions possible with the kinds in plan->fields? False: error is a sentence. */
bool fold_plan_check(const struct fold_plan *plan, struct jfr_error *error);

struct fold {
    const struct fold_plan *plan;
    struct map ids;             /* hash of the keys -> group */
    ARRAY(uint64_t) keys;       /* key_count a group */
    ARRAY(uint64_t) counts;     /* of events */
    struct fold_tally *tallies; /* measure_count a group */
    size_t capacity;
    struct map patterns;      /* text -> pattern */
    size_t last;              /* the group of the event before */
    int64_t steps[FOLD_KEYS]; /* where the step of the time before begins */
    uint64_t events;
};

/* No events yet; the plan must outlive the fold. */
struct fold fold_open(const struct fold_plan *plan);
void fold_free(struct fold *fold);
/* Events are added in three steps: the group of each, one more in it, and what it measured. Cells
 * are of the kinds in plan->fields; texts, threads and stacks are numbers in things, which gets the
 * patterns. */
size_t fold_group(struct fold *fold, struct things *things, uint64_t *keys); /* which are turned */
void fold_count_many(struct fold *fold, const uint32_t *groups, size_t count);
struct fold_batch { /* of one measure, an event each */
    size_t count;
    const uint32_t *groups;
    const int64_t *times; /* ns */
    const uint64_t *cells;
};
/* Adds a measure's values of a batch, of groups that exist; things: those that cells refer to. */
void fold_measure_many(struct fold *fold, const struct things *things, size_t measure,
                       const struct fold_batch *batch);
/* Likewise, of texts of which only hashes of the bytes are kept, where fold_plan_is_hashed. */
void fold_measure_hashes(struct fold *fold, size_t measure, const struct fold_batch *batch);
#define FOLD_NO_TEXT 1 /* null, among the hashes */
/* Likewise, of one event and a value, not null, that the group has had, where fold_plan_is_set. */
void fold_measure_again(struct fold *fold, size_t group, size_t measure);
/* Adds a group of sums to another one: its events, which are returned; of each measure the one of
 * sums that is given, or, where that is SIZE_MAX, a value of each event but the first if its bit is
 * set. */
uint64_t fold_add_sums(struct fold *fold, size_t group, const struct fold *sums, size_t of,
                       const size_t *measures, uint32_t values);
/* Is the cell of the measure one that counts? */
bool fold_is_value(const struct fold *fold, size_t measure, uint64_t cell);
/* A cell becomes the key that it is grouped by: the beginning of its step, its pattern. */
void fold_turn_key(struct fold *fold, struct things *things, size_t index, uint64_t *cell);
/* ids: new numbers of from's things, which are things now. */
void fold_merge(struct fold *into, const struct fold *from, const struct things *things,
                const struct things_ids *ids);

/* Groups are numbered from 0, in the order in which they came. */
size_t fold_groups(const struct fold *fold);

struct fold_value {
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    uint64_t cell; /* null, or as its kind says */
};
/* The value of a group's key; both must exist. */
struct fold_value fold_key_of(const struct fold *fold, size_t group, size_t key);
/* Of FOLD_LIST: how many there are. */
struct fold_value fold_value_of(const struct fold *fold, size_t group, size_t show);
/* The different values in order, to be freed; len is set. */
uint64_t *fold_list_of(const struct fold *fold, const struct things *things, size_t group,
                       size_t show, size_t *len, struct fold_field *field);
/* Groups in order, to be freed: by the show (SIZE_MAX: by the keys), equal ones by their keys. */
uint32_t *fold_order(const struct fold *fold, const struct things *things, size_t show,
                     bool descending);
/* Any two cells of one kind, nulls last. */
int fold_compare(const struct things *things, enum jfr_column_kind kind, uint64_t a, uint64_t b);
/* "Connection 17 to 10.0.0.3:80 refused" -> "Connection # to # refused". */
void fold_add_pattern(struct text *out, const char *text, size_t len);
