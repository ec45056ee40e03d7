#include "parser/v0/values.h"

#include "parser/wire.h"

static inline uint64_t load(const uint8_t *at, unsigned width) {
    switch (width) {
    case 1: return *at;
    case 2: return wire_be16(at);
    case 4: return wire_be32(at);
    default: return wire_be64(at);
    }
}

/* Was the key met lately? Else the map is to be asked. */
static inline bool met(uint64_t near[64], uint64_t key) {
    uint64_t *place = &near[key & 63];
    if (*place == key + 1) return true;
    *place = key + 1;
    return false;
}

uint64_t v0_thread_key(struct v0_translation *t, uint64_t key) {
    uint32_t threads = t->types->threads;
    if (key != 0 && !met(t->near_threads, key)) {
        if (threads == V0_NONE || !v0_key_known(&t->pools, threads, key))
            map_add(&t->nameless, key);
    }
    return threads == V0_NONE ? key : v0_key_at(&t->pools, threads, key, t->time);
}

static uint64_t java_key(struct v0_translation *t, uint64_t key) {
    key = v0_key_at(&t->pools, t->types->java_threads, key, t->time);
    const uint64_t *index = map_get(&t->pools.java_by_id, key);
    return index ? t->pools.java.items[*index].thread : 0;
}

static uint64_t loader_key(struct v0_translation *t, uint32_t pool, uint64_t key) {
    key = v0_key_at(&t->pools, pool, key, t->time);
    if (key != 0 && !met(t->near_loaders, key)) map_add(&t->loaders, key);
    return key;
}

/* ==== Steps ================================================================================= */

/* The steps of a FIXED, whose bytes are there and for which there is room. */
static uint8_t *run_fixed(struct v0_translation *t, const struct v0_step *steps, uint32_t count,
                          const uint8_t *from, uint8_t *to) {
    for (const struct v0_step *step = steps; step < steps + count; step++) {
        const uint8_t *at = from + step->in;
        uint64_t key;
        switch ((enum v0_op)step->op) {
        case V0_TAKE_BYTES:
            for (unsigned i = 0; i < step->width; i++) *to++ = at[i];
            break;
        case V0_TAKE_NUMBER: to = v0_put_number(to, load(at, step->width)); break;
        case V0_TAKE_KEY:
            key = load(at, step->width);
            if (t->pools.pools[step->n].again) key = v0_key_at(&t->pools, step->n, key, t->time);
            to = v0_put_number(to, key);
            break;
        case V0_TAKE_THREAD: to = v0_put_number(to, v0_thread_key(t, load(at, step->width))); break;
        case V0_TAKE_KNOWN:
            key = load(at, step->width);
            to = v0_put_number(to,
                               v0_key_known(&t->pools, step->n, key) ? v0_thread_key(t, key) : 0);
            break;
        case V0_TAKE_JAVA: to = v0_put_number(to, java_key(t, load(at, step->width))); break;
        case V0_TAKE_LOADER:
            to = v0_put_number(to, loader_key(t, step->n, load(at, step->width)));
            break;
        case V0_TAKE_KILO: to = v0_put_number(to, load(at, step->width) << 10); break;
        case V0_ADD_UNKNOWN: to = v0_put_number(to, UINT32_MAX); break;
        case V0_ADD_NONE: *to++ = 0; break;
        case V0_ADD_HIDDEN:
            *to++ = t->pools.recorder.len > 0 && map_get(&t->pools.recorder, t->key) != NULL;
            break;
        default: break; /* dropped */
        }
    }
    return to;
}

/* Frames as all updates but the first write them, which are most of a large recording: the same as
 * run_fixed, without asking at each value what it is. */
#define FRAME_BYTES 17
static bool are_frames(const struct v0_translation *t, const struct v0_step *fixed) {
    const struct v0_step *s = fixed + 1;
    if (fixed->n != 4 || fixed->in != FRAME_BYTES) return false;
    if (s[2].width != 4) return false; /* and so is s[1], by the sum */
    if (s[0].in != 0 || s[1].in != 8 || s[2].in != 12 || s[3].in != 16) return false;
    return s[0].op == V0_TAKE_KEY && s[0].width == 8 && s[1].op == V0_TAKE_NUMBER &&
           s[2].op == V0_TAKE_NUMBER && s[3].op == V0_TAKE_KEY && s[3].width == 1 &&
           !t->pools.pools[s[0].n].again && !t->pools.pools[s[3].n].again;
}

static uint8_t *run_frames(const uint8_t *at, uint64_t count, uint8_t *to) {
    for (const uint8_t *end = at + count * FRAME_BYTES; at < end; at += FRAME_BYTES) {
        to = v0_put_number(to, wire_be64(at));
        to = v0_put_number(to, wire_be32(at + 8));
        to = v0_put_number(to, wire_be32(at + 12));
        to = v0_put_number(to, at[16]);
    }
    return to;
}

static const uint8_t *take_utf(struct v0_translation *t, const uint8_t *at, const uint8_t *end) {
    if (end - at < 2) return NULL;
    size_t len = wire_be16(at);
    if (len > (size_t)(end - at) - 2) return NULL;
    uint8_t *to = v0_room(t, len + 6);
    *to++ = V0_STRING_UTF8; /* also of no bytes: some readers take no other for a symbol */
    to = v0_put_number(to, len);
    if (len) memcpy(to, at + 2, len);
    v0_moved(t, to + len);
    return at + 2 + len;
}

static const uint8_t *take_string(struct v0_translation *t, const uint8_t *at, const uint8_t *end) {
    if (end - at < 4) return NULL;
    uint64_t len = wire_be32(at);
    at += 4;
    if (len > (uint64_t)(end - at) / 2) return NULL;
    uint8_t *to = v0_room(t, 6 + 3 * len);
    uint16_t all = 0;
    for (uint64_t i = 0; i < len; i++) all |= wire_be16(at + 2 * i);
    *to++ = len == 0 ? V0_STRING_EMPTY : all < 0x80 ? V0_STRING_UTF8 : V0_STRING_CHARS;
    if (len > 0) to = v0_put_number(to, len);
    if (all < 0x80)
        for (uint64_t i = 0; i < len; i++) *to++ = at[2 * i + 1];
    else
        for (uint64_t i = 0; i < len; i++) to = v0_put_number(to, wire_be16(at + 2 * i));
    v0_moved(t, to);
    return at + 2 * len;
}

static const uint8_t *run(struct v0_translation *t, const struct v0_step *steps, uint32_t count,
                          const uint8_t *at, const uint8_t *end);

static const uint8_t *take_array(struct v0_translation *t, const struct v0_step *array,
                                 const uint8_t *at, const uint8_t *end) {
    const struct v0_step *element = array + 1;
    if (end - at < 4) return NULL;
    uint64_t count = wire_be32(at), left = (uint64_t)(end - at) - 4;
    at += 4;
    if (count > INT32_MAX) return NULL;
    bool fixed = array->n > 0 && element->op == V0_FIXED && element->n + 1 == array->n;
    if (fixed && element->in > 0) {
        if (count > left / element->in) return NULL;
        uint8_t *to = v0_put_number(v0_room(t, 9 + count * element->out), count);
        if (are_frames(t, element)) {
            v0_moved(t, run_frames(at, count, to));
            return at + count * FRAME_BYTES;
        }
        for (; count > 0; count--, at += element->in)
            to = run_fixed(t, element + 1, element->n, at, to);
        v0_moved(t, to);
        return at;
    }
    if (array->n == 0 || fixed) count = 0; /* elements of no bytes: there are none */
    size_t count_at = t->out.len;
    v0_moved(t, v0_room(t, 5) + 5);
    uint64_t taken = 0;
    for (; taken < count; taken++) {
        const uint8_t *next = run(t, element, array->n, at, end);
        if (!next) return NULL;
        if (next == at) break;
        at = next;
    }
    v0_put_padded((uint8_t *)t->out.data + count_at, taken, 5);
    return at;
}

static const uint8_t *run(struct v0_translation *t, const struct v0_step *steps, uint32_t count,
                          const uint8_t *at, const uint8_t *end) {
    for (uint32_t i = 0; i < count && at; i++) {
        const struct v0_step *step = &steps[i];
        switch ((enum v0_op)step->op) {
        case V0_FIXED:
            if (step->in > (uint64_t)(end - at)) return NULL;
            v0_moved(t, run_fixed(t, step + 1, step->n, at, v0_room(t, step->out)));
            at += step->in;
            i += step->n;
            break;
        case V0_TAKE_ARRAY:
            at = take_array(t, step, at, end);
            i += step->n;
            break;
        case V0_TAKE_UTF: at = take_utf(t, at, end); break;
        default: at = take_string(t, at, end); break;
        }
    }
    return at;
}

const uint8_t *v0_run_plan(struct v0_translation *t, const struct v0_plan *plan, const uint8_t *at,
                           const uint8_t *end) {
    return plan->count ? run(t, &t->types->steps.items[plan->first], plan->count, at, end) : at;
}
