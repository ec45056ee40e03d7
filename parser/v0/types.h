/* The type model of format 0.9 as one of format 2.1: what the later metadata says of each type, and
 * the steps that make the later bytes of the old.
 *
 *   vm/prof/execution_sample { sampledThread U4->7, stackTrace U8->9, state U2->34 }
 *      -> jdk.ExecutionSample: THREAD 4, KEY 8 of StackTrace, KEY 2 of ThreadState
 *   StackTrace { truncated BOOLEAN, frames STRUCTARRAY of { method U8->32, line INTEGER, ... } }
 *      -> FIXED { BYTES 1 } ARRAY { FIXED { KEY 8 of Method, NUMBER 4, NUMBER 4, KEY 1 } }
 *
 * Event types, pools and structs are types of the later metadata, with numbers of their own.
 */
#pragma once

#include "parser/v0/metadata.h"
#include "base/text.h"

enum v0_op {
    /* Of fixed width, within a FIXED: */
    V0_TAKE_BYTES,  /* as they are */
    V0_DROP_BYTES,  /* stepped over */
    V0_TAKE_NUMBER, /* of width bytes: a compressed integer */
    V0_TAKE_KILO,   /* the same, times 1,024 */
    V0_TAKE_KEY,    /* of a constant of content type n */
    V0_TAKE_LOADER, /* the same, of a class that stands for its instance, a class loader */
    V0_TAKE_THREAD, /* the same, of a thread, which there is even where no constant is */
    V0_TAKE_KNOWN,  /* the same, of a thread; none where no constant is */
    V0_TAKE_JAVA,   /* of a JavaThread: becomes that of its thread */
    V0_ADD_UNKNOWN, /* -1, an int: takes nothing */
    V0_ADD_NONE,    /* 0, a key: takes nothing */
    V0_ADD_HIDDEN,  /* whether the method is the recorder's: takes nothing */
    /* The rest: */
    V0_FIXED, /* the next n steps: `in` bytes become `out` at most */
    V0_TAKE_UTF,
    V0_TAKE_STRING,
    V0_TAKE_ARRAY, /* a count, then count times the next n steps */
};

struct v0_step {
    uint8_t op, width;
    uint32_t n;
    uint32_t in, out; /* of FIXED; `in` of a step within: where its bytes are in those of FIXED */
};

struct v0_plan {
    uint32_t first, count; /* in steps */
    uint32_t out;          /* bytes that come of it at most; V0_NONE: depends on the data */
    bool broken;           /* cannot be decoded: it contains itself, or too much */
    bool has_keys;         /* of other constants */
};

struct v0_target { /* an event type */
    struct v0_plan plan;
    const char *later; /* "ExecutionSample", or NULL */
    uint64_t id;
    bool is_setting; /* is told as jdk.ActiveSetting, an event for each thing set */
};

struct v0_pool_target { /* a content type */
    struct v0_plan plan;
    uint64_t id;
    enum v0_pool_kind { V0_POOL, V0_POOL_THREAD, V0_POOL_JAVA, V0_POOL_METHOD } kind;
    uint8_t key_width;
    bool has_zero; /* key 0 may stay: elsewhere it means none, in later formats */
};

struct v0_types {
    struct v0_metadata metadata;
    ARRAY(struct v0_step) steps;
    ARRAY(struct v0_target) events;
    ARRAY(struct v0_pool_target) pools;
    struct map event_by_number;
    struct map event_by_path;               /* hash of the path -> index of the first */
    uint32_t near[4096];                    /* the same for small numbers: index + 1 */
    uint32_t threads, java_threads, stacks; /* pools, or V0_NONE */
    uint64_t data_loss_id, loader_id, thread_id;
    bool has_groups;
    uint64_t first_free; /* type id: for numbers of events that nothing declares */
    struct text later;   /* the metadata event, of time 0 */
    uint8_t *bytes;      /* what it was made of, to recognise it again */
    size_t size;
};

/* Types of the metadata record in [record, record + size). NULL: it is damaged, *why says how. */
struct v0_types *v0_types_make(const uint8_t *record, uint64_t size, const char **why);
/* Is this record's model the same, byte for byte? Its times may differ. */
bool v0_types_fit(const struct v0_types *types, const uint8_t *record, uint64_t size);
void v0_types_free(struct v0_types *types);

/* Index in events, or V0_NONE. */
static inline uint32_t v0_event_find(const struct v0_types *types, int32_t number) {
    if (number >= 0 && number < 4096) return types->near[number] - 1;
    const uint64_t *index = map_get(&types->event_by_number, (uint64_t)(int64_t)number);
    return index ? (uint32_t)*index : V0_NONE;
}

/* The same by its path. */
uint32_t v0_event_of_path(const struct v0_types *types, const char *path);

/* Behind what the plan reads, or NULL: it runs over end. */
const uint8_t *v0_plan_skip(const struct v0_types *types, const struct v0_plan *plan,
                            const uint8_t *at, const uint8_t *end);
/* Positions of the values of these ids in the structure at `at`; NULL for what it has not. False:
 * it runs over end. The plan of the structure must not be broken. */
bool v0_values_find(const struct v0_metadata *metadata, uint32_t structure, const uint8_t *at,
                    const uint8_t *end, const char *const *ids, size_t count,
                    const struct v0_value **values, const uint8_t **positions);
/* A number of a value found so, zero-extended; 0 for other types. */
uint64_t v0_value_number(const struct v0_value *value, const uint8_t *at);
