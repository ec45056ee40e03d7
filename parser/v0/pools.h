/* The constants of a chunk of format 0.9: which keys were given out more than once, and what of
 * them belongs together.
 *
 *   key 27399 of Thread:  in the checkpoint of tick 100  "Worker-1"      a reference made at tick
 * 90 in the checkpoint of tick 200  "Worker-7"      ... made at tick 150
 *
 * A reference of time t means the first entry whose checkpoint was written at t or later; else the
 * last. Later formats have one value a key, so all entries of such a key but the last get keys of
 * their own. Those of a key that is there once, or always with the same bytes, keep theirs; but
 * for key 0, which means none in later formats (enumerations apart): its constants get others.
 */
#pragma once

#include "parser/v0/types.h"

struct v0_entry { /* of a key that was given out again; those of a pool and key in a row, by time */
    uint64_t pool, key;
    int64_t time;
    uint64_t position;
    uint64_t as; /* the key that it has from now on */
};

struct v0_java_thread {
    uint64_t id, thread; /* the key that the thread has from now on */
    uint64_t group;      /* as it is recorded */
    int64_t time;        /* of its checkpoint */
    bool has_group;
};

struct v0_pool {
    struct map positions; /* key -> position * 2, or first entry * 2 + 1 */
    bool again;           /* some keys have entries */
};

struct v0_pools {
    const struct v0_types *types;
    const uint8_t *data;
    struct v0_pool *pools;
    ARRAY(struct v0_entry) entries;
    ARRAY(struct v0_java_thread) java;
    struct map java_by_id;     /* key of a JavaThread, from now on -> index in java */
    struct map java_by_thread; /* key of a thread, from now on -> index in java */
    struct map recorder;       /* keys of methods of the recorder itself */
};

/* A checkpoint record's parts: its time, and pools from here to its end. False: it has no head. */
bool v0_checkpoint_read(const uint8_t *record, const uint8_t *end, int64_t *time,
                        const uint8_t **pools);
/* The next pool of a checkpoint at *at: how many constants of which content type. False: there is
 * none that can be read. */
bool v0_pool_next(const struct v0_types *types, const uint8_t **at, const uint8_t *end,
                  uint32_t *pool, uint64_t *count);
/* The next constant: its key, where its value is; *at moves behind it. False: it runs over end. */
bool v0_constant_next(const struct v0_types *types, uint32_t pool, const uint8_t **at,
                      const uint8_t *end, uint64_t *key, const uint8_t **value);

/* checkpoints: offsets of the records of the chunk, in its order. All must outlive the pools. */
void v0_pools_read(struct v0_pools *pools, const struct v0_types *types, const uint8_t *data,
                   const uint64_t *checkpoints, size_t count, uint64_t end);
void v0_pools_free(struct v0_pools *pools);

/* The key from now on, of a reference made at that time. */
uint64_t v0_key_at(const struct v0_pools *pools, uint32_t pool, uint64_t key, int64_t time);
/* The same of the constant itself, whose value is at position. */
uint64_t v0_key_of(const struct v0_pools *pools, uint32_t pool, uint64_t key, int64_t time,
                   uint64_t position);
static inline bool v0_key_known(const struct v0_pools *pools, uint32_t pool, uint64_t key) {
    return map_get(&pools->pools[pool].positions, key) != NULL;
}
