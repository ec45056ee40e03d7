#include "parser/table/things.h"
#include "base/platform.h"

#include <inttypes.h>

/* ==== Adding ================================================================================ */

static bool is_thread(const void *thread, const void *content) {
    const struct things_thread *a = thread, *b = content;
    return a->name == b->name && a->group == b->group && a->os_id == b->os_id &&
           a->java_id == b->java_id && a->is_virtual == b->is_virtual;
}

uint32_t things_add_thread(struct things *t, const struct things_thread *thread) {
    uint64_t key = map_mix(map_mix((uint64_t)thread->name << 32 | thread->group) ^ thread->os_id) ^
                   map_mix(thread->java_id + thread->is_virtual);
    return map_intern(&t->thread_ids, key, is_thread, &t->threads, thread);
}

static bool is_frame(const void *frame, const void *content) {
    const struct things_frame *a = frame, *b = content;
    return a->class_name == b->class_name && a->method == b->method &&
           a->descriptor == b->descriptor && a->type == b->type && a->line == b->line &&
           a->bci == b->bci;
}

/* One more number into a hash that is the same in every run. */
static uint64_t join(uint64_t hash, uint64_t number) {
    return map_fold(hash ^ number, UINT64_C(0xD6E8FEB86659FD93)) + UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t text_hash(const struct things *t, uint32_t id) {
    return hash_stable(strings_get(&t->texts, id), strings_len(&t->texts, id));
}

static uint64_t frame_hash(const struct things *t, const struct things_frame *frame) {
    uint64_t hash = join(text_hash(t, frame->class_name), text_hash(t, frame->method));
    hash = join(join(hash, text_hash(t, frame->descriptor)), text_hash(t, frame->type));
    return join(join(hash, (uint32_t)frame->line), (uint32_t)frame->bci);
}

uint32_t things_add_frame(struct things *t, const struct things_frame *frame) {
    uint64_t key = map_mix((uint64_t)frame->class_name << 32 | frame->method) ^
                   map_mix((uint64_t)frame->descriptor << 32 | frame->type);
    key = map_mix(key ^ ((uint64_t)(uint32_t)frame->line << 32 | (uint32_t)frame->bci));
    bool fresh;
    uint64_t *id = map_enter(&t->frame_ids, key, is_frame, &t->frames, frame, &fresh);
    if (fresh) {
        *id = t->frames.len;
        array_push(&t->frames, *frame);
        array_push(&t->frame_hashes, frame_hash(t, frame));
    }
    return (uint32_t)*id;
}

uint32_t things_add_stack(struct things *t, const uint32_t *frames, size_t depth, bool truncated) {
    bool fresh;
    uint64_t hash = join(depth, truncated);
    for (size_t i = 0; i < depth; i++) hash = join(hash, array_at(&t->frame_hashes, frames[i]));
    uint64_t *id = map_put(&t->stack_ids, hash, &fresh);
    if (!fresh) return (uint32_t)*id;
    *id = t->stacks.len;
    struct things_stack stack = {hash, (uint32_t)t->stack_frames.len, (uint32_t)depth, truncated};
    array_push(&t->stacks, stack);
    for (size_t i = 0; i < depth; i++) array_push(&t->stack_frames, frames[i]);
    return (uint32_t)(t->stacks.len - 1);
}

void things_forget_frames(struct things *t, size_t from) {
    if (from < t->stacks.len) t->stack_frames.len = t->stacks.items[from].first;
    for (size_t i = from; i < t->stacks.len; i++) {
        t->stacks.items[i].first = (uint32_t)t->stack_frames.len;
        t->stacks.items[i].depth = 0;
    }
}

void things_keep_stacks(struct things *t, size_t count) {
    if (count >= t->stacks.len) return;
    size_t frames = t->stacks.items[count].first;
    map_free(&t->stack_ids);
    for (size_t i = 0; i < count; i++) {
        bool fresh;
        *map_put(&t->stack_ids, t->stacks.items[i].hash, &fresh) = i;
    }
    t->stacks.len = t->stacks.cap = count;
    t->stack_frames.len = t->stack_frames.cap = frames;
    t->stacks.items = mem_resize(t->stacks.items, count, sizeof *t->stacks.items);
    t->stack_frames.items =
        mem_resize(t->stack_frames.items, frames, sizeof *t->stack_frames.items);
}

void things_add_method(const struct things *things, uint32_t class_name, uint32_t method,
                       struct text *out) {
    text_add(out, strings_get(&things->texts, class_name));
    if (class_name && method) text_add_char(out, '.');
    text_add(out, strings_get(&things->texts, method));
}

void things_add_thread_name(const struct things *t, uint32_t thread, struct text *out) {
    const struct things_thread *of = &t->threads.items[thread];
    const char *name = strings_get(&t->texts, of->name);
    if (*name) text_add(out, name);
    else if (of->is_virtual) text_addf(out, "virtual %" PRIu64, of->java_id);
    else text_addf(out, "thread %" PRIu64, of->os_id);
}

void things_free(struct things *t) {
    strings_free(&t->texts);
    free_each(map_free, &t->thread_ids, &t->frame_ids, &t->stack_ids);
    arrays_free(&t->threads, &t->frames, &t->frame_hashes, &t->stacks, &t->stack_frames);
}

/* ==== Other numbers ========================================================================= */

static uint32_t *ids_for(size_t len) {
    return mem_zero(len, sizeof(uint32_t));
}

void things_ids_free(struct things_ids *ids) {
    mem_free(ids->texts, ids->threads, ids->stacks);
    *ids = (struct things_ids){0};
}

static uint32_t copy_frame(struct things *into, const struct things_frame *frame,
                           const uint32_t *texts) {
    struct things_frame copy = *frame;
    copy.class_name = texts[frame->class_name];
    copy.method = texts[frame->method];
    copy.descriptor = texts[frame->descriptor];
    copy.type = texts[frame->type];
    return things_add_frame(into, &copy);
}

struct things_ids things_merge(struct things *into, const struct things *from) {
    struct things_ids ids = {ids_for(strings_ids(&from->texts)), ids_for(from->threads.len),
                             ids_for(from->stacks.len)};
    for (uint32_t i = 0; i < from->texts.entries.len; i++)
        ids.texts[i] = strings_take(&into->texts, &from->texts, i);
    for (size_t i = 0; i < from->threads.len; i++) {
        struct things_thread thread = from->threads.items[i];
        thread.name = ids.texts[thread.name];
        thread.group = ids.texts[thread.group];
        ids.threads[i] = things_add_thread(into, &thread);
    }
    OWNED(mem_release) uint32_t *frames = ids_for(from->frames.len);
    OWNED(mem_release) uint32_t *stack = ids_for(from->stack_frames.len);
    for (size_t i = 0; i < from->frames.len; i++)
        frames[i] = copy_frame(into, &from->frames.items[i], ids.texts);
    for (size_t i = 0; i < from->stack_frames.len; i++)
        stack[i] = frames[from->stack_frames.items[i]];
    for (size_t i = 0; i < from->stacks.len; i++) {
        const struct things_stack *s = &from->stacks.items[i];
        ids.stacks[i] = things_add_stack(into, stack + s->first, s->depth, s->truncated);
    }
    return ids;
}

ORDERED_IN(compare_texts, uint32_t, strings_compare(context, *x, *y))

/* Once texts are in order, so are their numbers. */
static int compare_threads(const void *a, const void *b, void *context) {
    const struct things *t = context;
    const struct things_thread *x = &t->threads.items[*(const uint32_t *)a],
                               *y = &t->threads.items[*(const uint32_t *)b];
    return ORDER_KEYS(RISING(name), RISING(os_id), RISING(java_id), RISING(group),
                      RISING(is_virtual));
}

static int compare_stacks(const void *a, const void *b, void *context) {
    const struct things *t = context;
    const uint32_t *x = a, *y = b;
    return ORDER(t->stacks.items[*x].hash, t->stacks.items[*y].hash);
}

/* The old numbers in their new order. */
static uint32_t *order_of(size_t len, int (*compare)(const void *, const void *, void *),
                          void *context) {
    uint32_t *order = ids_for(len);
    for (size_t i = 0; i < len; i++) order[i] = (uint32_t)i;
    if (len) platform_sort(order, len, sizeof *order, compare, context);
    return order;
}

struct things_ids things_sort(struct things *t) {
    size_t texts = strings_ids(&t->texts), threads = t->threads.len, stacks = t->stacks.len;
    OWNED(things_free) struct things old = *t;
    *t = (struct things){0};
    struct things_ids ids = {ids_for(texts), ids_for(threads), ids_for(stacks)};
    uint32_t *order = order_of(texts, compare_texts, &old.texts);
    for (size_t i = 0; i < texts; i++)
        ids.texts[order[i]] = strings_take(&t->texts, &old.texts, order[i]);
    free(order);
    for (size_t i = 0; i < threads; i++) {
        struct things_thread *thread = &old.threads.items[i];
        thread->name = ids.texts[thread->name];
        thread->group = ids.texts[thread->group];
    }
    order = order_of(threads, compare_threads, &old);
    for (size_t i = 0; i < threads; i++)
        ids.threads[order[i]] = things_add_thread(t, &old.threads.items[order[i]]);
    free(order);
    for (size_t i = 0; i < old.frames.len; i++) copy_frame(t, &old.frames.items[i], ids.texts);
    order = order_of(stacks, compare_stacks, &old);
    for (size_t i = 0; i < stacks; i++) {
        const struct things_stack *s = &old.stacks.items[order[i]];
        ids.stacks[order[i]] = things_add_stack(
            t, s->depth ? old.stack_frames.items + s->first : NULL, s->depth, s->truncated);
    }
    free(order);
    return ids;
}
