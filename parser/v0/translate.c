#include "parser/v0/translate.h"
#include "parser/v0/values.h"
#include "base/order.h"
#include "base/plural.h"
#include "parser/wire.h"
#include "parser/writer.h"

#include <inttypes.h>
#include <stdio.h>

#define HEAD_MOST 49 /* size, type id, times, thread and stack of an event */

/* ==== Events ================================================================================ */

/* Begins an event: where its size goes, of one byte if it is that short. */
static uint8_t *begin_event(struct v0_translation *t, uint64_t type_id, bool is_short,
                            size_t *begin) {
    *begin = t->out.len;
    return v0_put_number(v0_room(t, HEAD_MOST) + (is_short ? 1 : 4), type_id);
}

static void end_event(struct v0_translation *t, size_t begin, bool is_short) {
    uint8_t *size = (uint8_t *)t->out.data + begin;
    if (is_short) *size = (uint8_t)(t->out.len - begin);
    else v0_put_padded(size, t->out.len - begin, 4);
}

/* The implicit fields at *at, which moves behind them. NULL: the record ends before. */
static uint8_t *put_head(struct v0_translation *t, const struct v0_event_type *event,
                         const uint8_t **at, const uint8_t *end, uint8_t *to) {
    const uint8_t *p = *at;
    size_t need = 8u + event->has_start * 8u + event->has_thread * 4u + event->has_stack * 8u;
    if ((size_t)(end - p) < need) return NULL;
    *at = p + need;
    uint64_t stop = wire_be64(p), start = event->has_start ? wire_be64(p + 8) : stop;
    t->time = (int64_t)stop;
    p += event->has_start ? 16 : 8;
    to = v0_put_number(to, start);
    if (event->has_start) to = v0_put_number(to, stop - start);
    if (event->has_thread) {
        to = v0_put_number(to, v0_thread_key(t, wire_be32(p)));
        p += 4;
    }
    if (event->has_stack && t->types->stacks != V0_NONE)
        to = v0_put_number(to, v0_key_at(&t->pools, t->types->stacks, wire_be64(p), t->time));
    return to;
}

static uint64_t unknown_id(struct v0_translation *t, int32_t number) {
    bool fresh;
    uint64_t *id = map_put(&t->unknown, (uint64_t)(int64_t)number, &fresh);
    if (fresh) *id = t->types->first_free + t->unknown.len;
    return *id;
}

static bool put_setting(struct v0_translation *t, const struct v0_event_type *event,
                        const struct v0_target *target, const uint8_t *record, const uint8_t *end,
                        uint64_t id, const char *name, const char *value) {
    size_t begin, name_len = strlen(name), value_len = strlen(value);
    const uint8_t *at = record + V0_RECORD_HEAD;
    uint8_t *to = put_head(t, event, &at, end, begin_event(t, target->id, false, &begin));
    if (!to) return false;
    v0_moved(t, v0_put_number(to, id));
    to = v0_room(t, name_len + value_len + 4);
    *to++ = V0_STRING_UTF8;
    *to++ = (uint8_t)name_len;
    to = (uint8_t *)memcpy(to, name, name_len) + name_len;
    *to++ = V0_STRING_UTF8;
    *to++ = (uint8_t)value_len;
    v0_moved(t, (uint8_t *)memcpy(to, value, value_len) + value_len);
    end_event(t, begin, false);
    return true;
}

/* The event type of this path, which is what some writers name it by, who number settings by rules
 * of their own; V0_NONE: there is none. */
static uint32_t event_of_path(const struct v0_translation *t, const struct v0_value *value,
                              const uint8_t *at, const uint8_t *end) {
    char path[128];
    size_t len = 0;
    if (!at || value->data != V0_STRING || end - at < 4) return V0_NONE;
    uint64_t units = wire_be32(at);
    if (units >= sizeof path || units > (uint64_t)(end - at - 4) / 2) return V0_NONE;
    for (at += 4; len < units; len++, at += 2) {
        if (wire_be16(at) == 0 || wire_be16(at) > 0x7F) return V0_NONE;
        path[len] = (char)at[1];
    }
    path[len] = 0;
    return v0_event_of_path(t->types, path);
}

/* One event of all that is set for a type becomes one for each thing that is. */
static bool translate_setting(struct v0_translation *t, uint32_t index, const uint8_t *record,
                              const uint8_t *end) {
    static const char *const ids[] = {"id", "enabled", "stacktrace", "threshold", "period", "path"};
    const struct v0_event_type *event = &t->types->metadata.events.items[index];
    const struct v0_target *target = &t->types->events.items[index];
    const struct v0_value *values[6];
    const uint8_t *at[6], *fields = record + V0_RECORD_HEAD;
    uint8_t ignored[HEAD_MOST + 8];
    if (!put_head(t, event, &fields, end, ignored) ||
        !v0_values_find(&t->types->metadata, event->structure, fields, end, ids, 6, values, at))
        return false;
    int64_t number[5];
    for (size_t i = 0; i < 5; i++) number[i] = (int64_t)v0_value_number(values[i], at[i]);
    uint32_t of = v0_event_find(t->types, (int32_t)number[0]);
    if (of >= t->types->events.len) of = event_of_path(t, values[5], at[5], end);
    if (of >= t->types->events.len) {
        t->unknown_settings++;
        return true;
    }
    uint64_t id = t->types->events.items[of].id;
    char text[32];
    for (size_t i = 1; i < 5; i++) {
        if (i < 3) snprintf(text, sizeof text, "%s", number[i] ? "true" : "false");
        else if (number[i] == INT64_MIN || number[i] == INT64_MAX) continue;
        else if (i == 4 && number[i] == 0) snprintf(text, sizeof text, "everyChunk");
        else snprintf(text, sizeof text, "%" PRId64 " %s", number[i], i == 3 ? "ns" : "ms");
        if (!put_setting(t, event, target, record, end, id, i == 2 ? "stackTrace" : ids[i], text))
            return false;
    }
    return true;
}

static bool translate_event(struct v0_translation *t, int32_t number, const uint8_t *record,
                            const uint8_t *end) {
    uint32_t index = v0_event_find(t->types, number);
    size_t begin;
    if (index >= t->types->events.len) {
        /* Nothing is known of it but that it is there. */
        uint8_t *to = begin_event(t, unknown_id(t, number), true, &begin);
        v0_moved(t, to);
        end_event(t, begin, true);
        return true;
    }
    const struct v0_target *target = &t->types->events.items[index];
    if (target->is_setting) return translate_setting(t, index, record, end);
    bool is_short = target->plan.out <= 0x7F - HEAD_MOST;
    const uint8_t *at = record + V0_RECORD_HEAD;
    uint8_t *to = put_head(t, &t->types->metadata.events.items[index], &at, end,
                           begin_event(t, target->id, is_short, &begin));
    if (!to) return false;
    v0_moved(t, to);
    if (!target->plan.broken && !v0_run_plan(t, &target->plan, at, end)) return false;
    end_event(t, begin, is_short);
    return true;
}

static bool translate_loss(struct v0_translation *t, const uint8_t *record, const uint8_t *end) {
    const uint8_t *at = record + V0_RECORD_HEAD;
    if (end - at < 16) return false;
    size_t begin;
    uint8_t *to = begin_event(t, t->types->data_loss_id, true, &begin);
    t->time = (int64_t)wire_be64(at);
    to = v0_put_number(to, (uint64_t)t->time);
    to = v0_put_number(to, v0_thread_key(t, wire_be32(at + 8)));
    v0_moved(t, v0_put_number(to, wire_be32(at + 12)));
    end_event(t, begin, true);
    return true;
}

/* ==== Checkpoints =========================================================================== */

struct checkpoint {
    size_t begin, pools_at;
    unsigned width; /* of its size */
    uint64_t pools;
};

static struct checkpoint begin_checkpoint(struct v0_translation *t, uint64_t size) {
    struct checkpoint c = {.begin = t->out.len, .width = size < (1u << 26) ? 4 : 5};
    uint8_t *to = v0_room(t, HEAD_MOST) + c.width;
    *to++ = JFR_CHECKPOINT_EVENT;
    to = v0_put_number(to, (uint64_t)t->time);
    *to++ = 0; /* duration */
    to = v0_put_number(to, t->previous ? t->previous - c.begin : 0);
    *to++ = 0; /* mask */
    v0_moved(t, to);
    c.pools_at = t->out.len;
    v0_moved(t, to + 4);
    return c;
}

static void end_checkpoint(struct v0_translation *t, const struct checkpoint *c) {
    if (c->pools == 0) {
        t->out.len = c->begin; /* of nothing that is needed */
        return;
    }
    uint8_t *data = (uint8_t *)t->out.data;
    v0_put_padded(data + c->begin, t->out.len - c->begin, c->width);
    v0_put_padded(data + c->pools_at, c->pools, 4);
    t->previous = c->begin;
}

/* A pool without constants is dropped: readers do not expect it. */
struct pool_place {
    size_t begin, count_at;
};

static struct pool_place begin_pool(struct v0_translation *t, uint64_t type_id) {
    struct pool_place place = {.begin = t->out.len};
    v0_moved(t, v0_put_number(v0_room(t, 16), type_id));
    place.count_at = t->out.len;
    t->out.len += 5;
    return place;
}

static void end_pool(struct v0_translation *t, struct checkpoint *c, struct pool_place place,
                     uint64_t count) {
    if (count == 0) t->out.len = place.begin;
    else v0_put_padded((uint8_t *)t->out.data + place.count_at, count, 5);
    c->pools += count > 0;
}

static void put_text(struct v0_translation *t, const uint8_t *bytes, size_t len) {
    uint8_t *to = v0_room(t, len + 6);
    *to++ = !bytes ? 0 : len ? V0_STRING_UTF8 : V0_STRING_EMPTY;
    if (bytes && len) {
        to = v0_put_number(to, len);
        to = (uint8_t *)memcpy(to, bytes, len) + len;
    }
    v0_moved(t, to);
}

/* java.lang.Thread: its name and id, and what a JavaThread says of it. */
static bool put_thread(struct v0_translation *t, uint64_t key, uint64_t os_id, const uint8_t *value,
                       const uint8_t *end) {
    static const char *const ids[] = {"name"};
    const struct v0_metadata *m = &t->types->metadata;
    const struct v0_value *named;
    const uint8_t *at = NULL, *name = NULL;
    size_t len = 0;
    if (value && !v0_values_find(m, m->contents.items[t->types->threads].structure, value, end, ids,
                                 1, &named, &at))
        return false;
    if (at && named->data == V0_UTF8) {
        len = wire_be16(at);
        name = at + 2;
    }
    const uint64_t *index = map_get(&t->pools.java_by_thread, key);
    const struct v0_java_thread *java = index ? &t->pools.java.items[*index] : NULL;
    v0_moved(t, v0_put_number(v0_room(t, 9), key));
    put_text(t, name, len);
    v0_moved(t, v0_put_number(v0_room(t, 9), os_id));
    put_text(t, java ? name : NULL, len);
    uint64_t group = 0;
    uint32_t groups = v0_content_find(m, 31);
    if (java && java->has_group)
        group = groups < t->types->pools.len ? v0_key_at(&t->pools, groups, java->group, java->time)
                                             : java->group;
    uint8_t *to = v0_put_number(v0_room(t, 18), java ? java->id : 0);
    v0_moved(t, t->types->has_groups ? v0_put_number(to, group) : to);
    return true;
}

static bool put_constant(struct v0_translation *t, uint32_t pool, uint64_t key,
                         const uint8_t *value, const uint8_t *end) {
    const struct v0_pool_target *target = &t->types->pools.items[pool];
    t->key = key;
    uint64_t as = v0_key_of(&t->pools, pool, key, t->time, (uint64_t)(value - t->source->data));
    if (target->kind == V0_POOL_THREAD) return put_thread(t, as, key, value, end);
    v0_moved(t, v0_put_number(v0_room(t, 9), as));
    return v0_run_plan(t, &target->plan, value, end) != NULL;
}

/* Translates a checkpoint as far as it can be read. */
static void translate_checkpoint(struct v0_translation *t, const uint8_t *record,
                                 const uint8_t *end) {
    const uint8_t *at, *value;
    uint32_t pool;
    uint64_t count, key;
    if (!v0_checkpoint_read(record, end, &t->time, &at)) return;
    t->last_time = t->time;
    struct checkpoint c = begin_checkpoint(t, (uint64_t)(end - record));
    bool whole = true;
    while (whole && at < end) {
        whole = v0_pool_next(t->types, &at, end, &pool, &count);
        if (!whole) break;
        const struct v0_pool_target *target = &t->types->pools.items[pool];
        struct pool_place place = begin_pool(t, target->id);
        uint64_t taken = 0;
        for (; count > 0 && whole; count--) {
            const uint8_t *before = at;
            size_t constant = t->out.len;
            whole = v0_constant_next(t->types, pool, &at, end, &key, &value);
            if (!whole || target->kind == V0_POOL_JAVA) continue;
            if (put_constant(t, pool, key, value, end)) taken++;
            else t->out.len = constant;
            if (at == before) break;
        }
        end_pool(t, &c, place, taken);
    }
    if (!whole) {
        log_note(t->log, JFR_NOTE_LOST, t->source->offset + (uint64_t)(at - t->source->data),
                 (uint64_t)(end - at), "a checkpoint is damaged: %" PRIu64 " %s lost",
                 (uint64_t)(end - at),
                 plural((uint64_t)(end - at), "byte of constants was", "bytes of constants were"));
    }
    end_checkpoint(t, &c);
}

ORDERED(by_key, uint64_t, ORDER(*x, *y))

typedef ARRAY(uint64_t) key_list;

/* In their order: where they are in the map is chance. */
static key_list keys_of(const struct map *map) {
    key_list keys = {0};
    for (size_t i = 0; i < map->size; i++)
        if (map->slots[i].value != MAP_EMPTY) array_push(&keys, map->slots[i].key);
    array_sort(&keys, by_key);
    return keys;
}

/* What no checkpoint has: class loaders, which were told by their class, and threads that events
 * name but nothing describes. */
static void add_made(struct v0_translation *t) {
    OWNED(array_release) key_list loaders = keys_of(&t->loaders), nameless = keys_of(&t->nameless);
    t->time = t->last_time;
    struct checkpoint c = begin_checkpoint(t, loaders.len * 32 + nameless.len * 48);
    if (!t->types->loader_id) loaders.len = 0;
    struct pool_place place = begin_pool(t, t->types->loader_id);
    EACH (const uint64_t, key, &loaders) {
        uint8_t *to = v0_put_number(v0_put_number(v0_room(t, 20), *key), *key);
        *to++ = 0; /* no name */
        v0_moved(t, to);
    }
    end_pool(t, &c, place, loaders.len);
    place = begin_pool(t, t->types->thread_id);
    EACH (const uint64_t, key, &nameless) put_thread(t, *key, *key, NULL, NULL);
    end_pool(t, &c, place, nameless.len);
    end_checkpoint(t, &c);
}

/* ==== The chunk ============================================================================= */

/* The chain of checkpoints, which begins in the metadata, backwards: from the last to the first. */
static void find_anchors(struct v0_translation *t) {
    const struct v0_source *s = t->source;
    uint64_t at = t->types->metadata.checkpoint_offset, before = s->metadata;
    while (at >= V0_HEADER_SIZE && at < before && before - at >= V0_RECORD_HEAD + 16 &&
           wire_be32(s->data + at + 4) == V0_CHECKPOINT) {
        array_push(&t->anchors, at);
        before = at;
        at = wire_be64(s->data + at + V0_RECORD_HEAD + 8);
    }
}

typedef void each_record(struct v0_translation *t, int32_t type, const uint8_t *record,
                         const uint8_t *end);

/* log: where damage is noted; records are walked twice, and it is said once. */
static void walk(struct v0_translation *t, each_record *each, const struct jfr_log *log) {
    const struct v0_source *s = t->source;
    uint64_t at = V0_HEADER_SIZE;
    size_t anchors = t->anchors.len; /* those not passed yet */
    while (at < s->metadata) {
        uint64_t size = s->metadata - at < V0_RECORD_HEAD ? 0 : wire_be32(s->data + at);
        if (size < V0_RECORD_HEAD || size > s->metadata - at) {
            while (anchors > 0 && t->anchors.items[anchors - 1] <= at) anchors--;
            uint64_t next = anchors > 0 ? t->anchors.items[anchors - 1] : s->metadata;
            log_note(log, JFR_NOTE_LOST, s->offset + at, next - at,
                     "an event says that it has %" PRIu64 " bytes, which cannot be: %" PRIu64
                     " %s left out",
                     size, next - at, plural(next - at, "byte was", "bytes were"));
            at = next;
            continue;
        }
        each(t, (int32_t)wire_be32(s->data + at + 4), s->data + at, s->data + at + size);
        at += size;
    }
}

static void keep_checkpoint(struct v0_translation *t, int32_t type, const uint8_t *record,
                            const uint8_t *end) {
    if (type == V0_CHECKPOINT && end - record >= V0_RECORD_HEAD + 16)
        array_push(&t->checkpoints, (uint64_t)(record - t->source->data));
}

static void translate_record(struct v0_translation *t, int32_t type, const uint8_t *record,
                             const uint8_t *end) {
    if (type == V0_CHECKPOINT) {
        translate_checkpoint(t, record, end);
        return;
    }
    if (type == V0_METADATA) return; /* there is but one, at the end */
    size_t before = t->out.len;
    bool fine = type == V0_BUFFER_LOST ? translate_loss(t, record, end)
                                       : translate_event(t, type, record, end);
    if (fine) return;
    t->out.len = before;
    if (t->undecoded++ == 0) t->undecoded_at = (uint64_t)(record - t->source->data);
}

/* ms since the epoch -> ns; what no clock shows becomes -1, and is said where chunks are read. */
static int64_t from_ms(int64_t ms) {
    return ms > INT64_MAX / 1000000 || ms < 0 ? -1 : ms * 1000000;
}

static void put_chunk_header(struct v0_translation *t, uint64_t metadata) {
    const struct v0_metadata *m = &t->types->metadata;
    int64_t start = from_ms(m->start_ms), end = from_ms(m->end_ms);
    struct writer_header header = {
        .size = t->out.len,
        .checkpoint = t->previous,
        .metadata = metadata,
        .start_ns = start,
        .duration_ns = start >= 0 && end > start ? end - start : 0,
        .start_ticks = m->start_ticks,
        .ticks_per_second = m->ticks_per_second,
        .flags = WRITER_FLAG_COMPRESSED,
    };
    writer_put_header((uint8_t *)t->out.data, &header);
}

/* The model of the chunk's metadata: that of the chunk before if it says the same. */
static bool find_types(const struct v0_source *s, struct v0_types **types,
                       struct jfr_error *error) {
    const uint8_t *record = s->data + s->metadata;
    const char *why;
    if (v0_types_fit(*types, record, s->size - s->metadata)) {
        struct v0_metadata *m = &(*types)->metadata;
        const uint8_t *tail = record + m->model_size;
        if (s->size - s->metadata - m->model_size >= 40) {
            m->start_ms = (int64_t)wire_be64(tail);
            m->end_ms = (int64_t)wire_be64(tail + 8);
            m->start_ticks = (int64_t)wire_be64(tail + 16);
            m->ticks_per_second = (int64_t)wire_be64(tail + 24);
            m->checkpoint_offset = wire_be64(tail + 32);
            return true;
        }
    }
    v0_types_free(*types);
    *types = v0_types_make(record, s->size - s->metadata, &why);
    if (*types) return true;
    error_set(error, JFR_DAMAGED, s->offset + s->metadata,
              "the metadata of the chunk at byte %" PRIu64
              " (format 0.9) is damaged: %s; its events cannot be understood",
              s->offset, why);
    return false;
}

uint8_t *v0_translate(const struct v0_source *source, struct v0_types **types, uint64_t *size,
                      const struct jfr_log *log, struct jfr_error *error) {
    if (!find_types(source, types, error)) return NULL;
    struct v0_translation t = {.source = source, .types = *types, .log = log};
    find_anchors(&t);
    walk(&t, keep_checkpoint, NULL);
    v0_pools_read(&t.pools, t.types, source->data, t.checkpoints.items, t.checkpoints.len,
                  source->metadata);
    text_reserve(&t.out, (size_t)source->size);
    v0_moved(&t, v0_room(&t, WRITER_HEADER_SIZE) + WRITER_HEADER_SIZE);
    walk(&t, translate_record, log);
    bool one = t.undecoded == 1;
    if (t.undecoded > 0)
        log_note(log, JFR_NOTE_LOST, source->offset + t.undecoded_at, 0,
                 "%" PRIu64 " event%s before %s last field %s left out", t.undecoded,
                 one ? " that ends" : "s that end", one ? "its" : "their", one ? "was" : "were");
    if (t.unknown_settings > 0)
        log_note(log, JFR_NOTE_LOST, source->offset, 0,
                 "settings of %" PRIu64 " event type%s that nothing declares were left out",
                 t.unknown_settings, plural(t.unknown_settings, "", "s"));
    add_made(&t);
    uint64_t metadata = t.out.len;
    text_add_bytes(&t.out, t.types->later.data, t.types->later.len);
    put_chunk_header(&t, metadata);
    v0_pools_free(&t.pools);
    free_each(map_free, &t.loaders, &t.nameless, &t.unknown);
    arrays_free(&t.checkpoints, &t.anchors);
    *size = t.out.len;
    return mem_resize(text_take(&t.out), (size_t)*size, 1);
}
