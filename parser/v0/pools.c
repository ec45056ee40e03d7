#include "parser/v0/pools.h"
#include "base/search.h"
#include "base/sort.h"
#include "parser/wire.h"

/* ==== Walking =============================================================================== */

bool v0_checkpoint_read(const uint8_t *record, const uint8_t *end, int64_t *time,
                        const uint8_t **pools) {
    if (end - record < V0_RECORD_HEAD + 16) return false;
    *time = (int64_t)wire_be64(record + V0_RECORD_HEAD);
    *pools = record + V0_RECORD_HEAD + 16;
    return true;
}

bool v0_pool_next(const struct v0_types *types, const uint8_t **at, const uint8_t *end,
                  uint32_t *pool, uint64_t *count) {
    if (end - *at < 8) return false;
    *pool = v0_content_find(&types->metadata, (int32_t)wire_be32(*at));
    *count = wire_be32(*at + 4);
    if (*pool >= types->pools.len || types->pools.items[*pool].plan.broken) return false;
    *at += 8;
    return *count <= INT32_MAX;
}

bool v0_constant_next(const struct v0_types *types, uint32_t pool, const uint8_t **at,
                      const uint8_t *end, uint64_t *key, const uint8_t **value) {
    const struct v0_pool_target *target = &types->pools.items[pool];
    const uint8_t *p = *at;
    if (end - p < target->key_width) return false;
    *key = target->key_width == 1   ? *p
           : target->key_width == 2 ? wire_be16(p)
           : target->key_width == 4 ? wire_be32(p)
                                    : wire_be64(p);
    *value = p + target->key_width;
    p = v0_plan_skip(types, &target->plan, *value, end);
    if (!p) return false;
    *at = p;
    return true;
}

/* ==== Reading =============================================================================== */

struct pair { /* of a class or method: what it is named by, or belongs to */
    uint64_t key, of;
};

struct java_entry {
    uint64_t position, id, thread, group;
    int64_t time;
    bool has_group;
};

struct reading {
    struct v0_pools *pools;
    uint32_t classes, methods, symbols;
    int64_t time; /* of the checkpoint at hand */
    struct map recorder_names;
    ARRAY(struct pair) class_names;
    ARRAY(struct pair) method_classes;
    ARRAY(struct java_entry) java;
    ARRAY(struct v0_entry)
    first; /* of keys that came again: their first entry; time is not known */
};

static uint32_t pool_named(const struct v0_types *types, const char *name) {
    for (uint32_t i = 0; i < types->pools.len; i++)
        if (!types->pools.items[i].plan.broken &&
            strcmp(types->metadata.contents.items[i].name, name) == 0)
            return i;
    return V0_NONE;
}

/* The recorder's own classes lie in packages below oracle/jrockit/jfr; those right in it, which
 * applications call, count as theirs. */
static bool is_recorder(const uint8_t *value, const uint8_t *end) {
    static const char folder[] = "oracle/jrockit/jfr/";
    size_t len = sizeof folder - 1, size;
    if (end - value < 2) return false;
    size = wire_be16(value);
    if (size <= len || size > (size_t)(end - value) - 2 || memcmp(value + 2, folder, len) != 0)
        return false;
    const uint8_t *rest = value + 2 + len, *stop = value + 2 + size;
    const uint8_t *nested = memchr(rest, '$', (size_t)(stop - rest));
    if (nested) stop = nested;
    return memchr(rest, '/', (size_t)(stop - rest)) != NULL;
}

static void read_java_thread(struct reading *r, uint32_t pool, uint64_t key, const uint8_t *value,
                             const uint8_t *end) {
    static const char *const ids[] = {"thread", "group"};
    const struct v0_metadata *m = &r->pools->types->metadata;
    const struct v0_value *values[2];
    const uint8_t *at[2];
    if (!v0_values_find(m, m->contents.items[pool].structure, value, end, ids, 2, values, at))
        return;
    if (!at[0]) return;
    array_push(&r->java, (struct java_entry){.position = (uint64_t)(value - r->pools->data),
                                             .id = key,
                                             .thread = v0_value_number(values[0], at[0]),
                                             .group = at[1] ? v0_value_number(values[1], at[1]) : 0,
                                             .time = r->time,
                                             .has_group = at[1] != NULL});
}

static uint64_t part_of(struct reading *r, uint32_t pool, const uint8_t *value, const uint8_t *end,
                        const char *id) {
    const struct v0_metadata *m = &r->pools->types->metadata;
    const struct v0_value *found;
    const uint8_t *at;
    if (!v0_values_find(m, m->contents.items[pool].structure, value, end, &id, 1, &found, &at))
        return 0;
    return at ? v0_value_number(found, at) : 0;
}

static void read_constant(struct reading *r, uint32_t pool, uint64_t key, const uint8_t *value,
                          const uint8_t *end) {
    struct v0_pool *index = &r->pools->pools[pool];
    uint64_t position = (uint64_t)(value - r->pools->data);
    bool fresh;
    uint64_t *known = map_put(&index->positions, key, &fresh);
    if (fresh && (key != 0 || r->pools->types->pools.items[pool].has_zero)) *known = position << 1;
    else {
        index->again = true;
        if (!fresh && !(*known & 1)) {
            array_push(&r->first,
                       (struct v0_entry){.pool = pool, .key = key, .position = *known >> 1});
        }
        *known = 1;
        array_push(
            &r->pools->entries,
            (struct v0_entry){.pool = pool, .key = key, .time = r->time, .position = position});
    }
    if (pool == r->pools->types->java_threads) read_java_thread(r, pool, key, value, end);
    else if (pool == r->symbols) {
        if (is_recorder(value, end)) map_add(&r->recorder_names, key);
    } else if (pool == r->classes)
        array_push(&r->class_names, (struct pair){key, part_of(r, pool, value, end, "name")});
    else if (pool == r->methods)
        array_push(&r->method_classes, (struct pair){key, part_of(r, pool, value, end, "class")});
}

static void read_checkpoint(struct reading *r, const uint8_t *record, const uint8_t *end) {
    const uint8_t *at, *value;
    uint32_t pool;
    uint64_t count, key;
    if (!v0_checkpoint_read(record, end, &r->time, &at)) return;
    while (v0_pool_next(r->pools->types, &at, end, &pool, &count))
        for (; count > 0; count--) {
            const uint8_t *before = at;
            if (!v0_constant_next(r->pools->types, pool, &at, end, &key, &value)) return;
            read_constant(r, pool, key, value, end);
            if (at == before) break;
        }
}

/* ---- Keys that came again ---- */

static void sort_entries(struct v0_pools *pools) {
    size_t len = pools->entries.len;
    struct v0_entry *sorted = mem_resize(NULL, len, sizeof *sorted);
    uint64_t *keys = mem_resize(NULL, len, sizeof *keys);
    uint32_t *order = sort_start(len);
    const struct v0_entry *entries = pools->entries.items;
    for (size_t i = 0; i < len; i++) keys[i] = entries[i].position;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(entries[i].time);
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = entries[i].key;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = entries[i].pool;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) sorted[i] = entries[order[i]];
    mem_free(order, keys, pools->entries.items);
    pools->entries.items = sorted;
    pools->entries.cap = len;
}

/* The times of first entries are those of the checkpoints that they lie in. */
static void add_first(struct reading *r, const uint64_t *checkpoints, size_t count) {
    struct v0_pools *pools = r->pools;
    for (size_t i = 0; i < r->first.len; i++) {
        struct v0_entry entry = r->first.items[i];
        size_t in = search_first(k, 1, count, checkpoints[k] <= entry.position) - 1;
        entry.time = (int64_t)wire_be64(pools->data + checkpoints[in] + V0_RECORD_HEAD);
        array_push(&pools->entries, entry);
    }
}

static size_t entries_of(const struct v0_pools *pools, size_t first) {
    const struct v0_entry *entries = pools->entries.items;
    size_t end = first + 1;
    while (end < pools->entries.len && entries[end].pool == entries[first].pool &&
           entries[end].key == entries[first].key)
        end++;
    return end;
}

/* Do all entries of a key say the same, without keys of others in it? */
static bool all_equal(const struct v0_pools *pools, size_t first, size_t end, const uint8_t *stop) {
    const struct v0_entry *entries = pools->entries.items;
    const struct v0_plan *plan = &pools->types->pools.items[entries[first].pool].plan;
    const uint8_t *value = pools->data + entries[first].position;
    const uint8_t *behind = v0_plan_skip(pools->types, plan, value, stop);
    if (plan->has_keys || !behind) return false;
    size_t len = (size_t)(behind - value);
    for (size_t i = first + 1; i < end; i++) {
        const uint8_t *other = pools->data + entries[i].position;
        if ((size_t)(stop - other) < len || memcmp(value, other, len) != 0) return false;
    }
    return true;
}

/* Keys that were given out again get one that no other constant has; of stacks, threads
 * and groups, one below 2^31: some readers have no room for more. */
#define FRESH_KEY (UINT64_C(1) << 62)
#define FRESH_NARROW (UINT64_C(1) << 30)

static void give_keys(struct v0_pools *pools, uint64_t end_of_chunk) {
    uint64_t wide = FRESH_KEY, narrow = FRESH_NARROW;
    for (size_t first = 0, end; first < pools->entries.len; first = end) {
        struct v0_entry *entries = pools->entries.items;
        struct v0_pool *pool = &pools->pools[entries[first].pool];
        end = entries_of(pools, first);
        uint32_t pool_at = (uint32_t)entries[first].pool;
        const struct v0_pool_target *target = &pools->types->pools.items[pool_at];
        bool moves = entries[first].key == 0 && !target->has_zero;
        bool equal = !moves && all_equal(pools, first, end, pools->data + end_of_chunk);
        bool narrow_key = target->key_width < 8 || pool_at == pools->types->stacks;
        uint64_t *next = narrow_key ? &narrow : &wide;
        bool fresh;
        *map_put(&pool->positions, entries[first].key, &fresh) =
            equal ? entries[first].position << 1 : first << 1 | 1;
        for (size_t i = first; i < end; i++) {
            while (v0_key_known(pools, (uint32_t)entries[i].pool, *next)) ++*next;
            entries[i].as = equal || (i + 1 == end && !moves) ? entries[i].key : (*next)++;
        }
    }
}

/* The last entry of the row that begins at first: a row has all entries of a key. */
static size_t last_of(const struct v0_pools *pools, size_t first) {
    const struct v0_entry *entries = pools->entries.items;
    size_t step = 1, low = first, high;
    while (low + step < pools->entries.len && entries[low + step].pool == entries[first].pool &&
           entries[low + step].key == entries[first].key) {
        low += step;
        step *= 2;
    }
    high = low + step < pools->entries.len ? low + step : pools->entries.len;
    return search_first(i, low + 1, high,
                        entries[i].pool == entries[first].pool &&
                            entries[i].key == entries[first].key) -
           1;
}

/* The first entry of the row for which time, then position, are as asked for or later. */
static const struct v0_entry *entry_from(const struct v0_pools *pools, size_t first, int64_t time,
                                         uint64_t position) {
    const struct v0_entry *entries = pools->entries.items;
    return &entries[search_first(i, first, last_of(pools, first),
                                 entries[i].time < time ||
                                     (entries[i].time == time && entries[i].position < position))];
}

uint64_t v0_key_of(const struct v0_pools *pools, uint32_t pool, uint64_t key, int64_t time,
                   uint64_t position) {
    if (!pools->pools[pool].again) return key;
    const uint64_t *known = map_get(&pools->pools[pool].positions, key);
    if (!known || !(*known & 1)) return key;
    return entry_from(pools, (size_t)(*known >> 1), time, position)->as;
}

uint64_t v0_key_at(const struct v0_pools *pools, uint32_t pool, uint64_t key, int64_t time) {
    return v0_key_of(pools, pool, key, time, 0);
}

/* ==== What belongs together ================================================================= */

static void join_threads(struct reading *r) {
    struct v0_pools *pools = r->pools;
    const struct v0_types *t = pools->types;
    for (size_t i = 0; i < r->java.len; i++) {
        const struct java_entry *e = &r->java.items[i];
        struct v0_java_thread java = {.id = e->id,
                                      .thread = v0_key_at(pools, t->threads, e->thread, e->time),
                                      .group = e->group,
                                      .time = e->time,
                                      .has_group = e->has_group};
        bool fresh;
        *map_put(&pools->java_by_id, v0_key_of(pools, t->java_threads, e->id, e->time, e->position),
                 &fresh) = i;
        uint64_t *first = map_put(&pools->java_by_thread, java.thread, &fresh);
        if (fresh || pools->java.items[*first].id < java.id) *first = i;
        array_push(&pools->java, java);
    }
}

static void find_recorder(struct reading *r) {
    OWNED(map_free) struct map classes = {0};
    for (size_t i = 0; i < r->class_names.len && r->recorder_names.len > 0; i++)
        if (map_get(&r->recorder_names, r->class_names.items[i].of))
            map_add(&classes, r->class_names.items[i].key);
    for (size_t i = 0; i < r->method_classes.len && classes.len > 0; i++)
        if (map_get(&classes, r->method_classes.items[i].of))
            map_add(&r->pools->recorder, r->method_classes.items[i].key);
}

void v0_pools_read(struct v0_pools *pools, const struct v0_types *types, const uint8_t *data,
                   const uint64_t *checkpoints, size_t count, uint64_t end) {
    *pools = (struct v0_pools){.types = types, .data = data};
    pools->pools = mem_zero(types->pools.len, sizeof *pools->pools);
    struct reading r = {.pools = pools,
                        .classes = pool_named(types, "Class"),
                        .methods = pool_named(types, "Method"),
                        .symbols = pool_named(types, "UTFConstant")};
    for (size_t i = 0; i < count; i++) {
        const uint8_t *record = data + checkpoints[i];
        read_checkpoint(&r, record, record + wire_be32(record));
    }
    add_first(&r, checkpoints, count);
    sort_entries(pools);
    give_keys(pools, end);
    if (types->java_threads != V0_NONE) join_threads(&r);
    find_recorder(&r);
    map_free(&r.recorder_names);
    arrays_free(&r.class_names, &r.method_classes, &r.java, &r.first);
}

void v0_pools_free(struct v0_pools *pools) {
    for (size_t i = 0; pools->types && i < pools->types->pools.len; i++)
        map_free(&pools->pools[i].positions);
    free(pools->pools);
    arrays_free(&pools->entries, &pools->java);
    free_each(map_free, &pools->java_by_id, &pools->java_by_thread, &pools->recorder);
    *pools = (struct v0_pools){0};
}
