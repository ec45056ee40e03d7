/* The profile's columns: samples as {stack, thread, state, time}. */
#include "analyzers/profile/profile.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static bool is_thread(const void *thread, const void *content) {
    const struct profile_thread *a = thread, *b = content;
    return a->java_id == b->java_id && a->os_id == b->os_id && a->name == b->name &&
           a->group == b->group && a->is_virtual == b->is_virtual && a->labels == b->labels;
}

uint32_t profile_add_thread(struct profile *p, const struct profile_thread *thread) {
    uint64_t key = map_mix(map_mix(thread->os_id) ^ thread->java_id) + thread->name +
                   ((uint64_t)thread->labels << 32);
    return map_intern(&p->thread_index, key, is_thread, &p->threads, thread);
}

static bool same_cell(const struct profile_sample *a, const struct profile_sample *b) {
    return a->stack == b->stack && a->thread == b->thread && a->time_ns == b->time_ns &&
           a->state == b->state;
}

/* The row that the sample agrees with, entered (with nothing counted) if there is none. */
static struct profile_sample *find_cell(struct profile *p, const struct profile_sample *sample) {
    uint64_t key = map_mix(map_mix((uint64_t)sample->stack << 32 | sample->thread) ^
                           (uint64_t)sample->time_ns) +
                   sample->state;
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&p->column_index, key, &fresh);
        if (fresh) {
            *index = p->columns.len;
            array_push(&p->columns, *sample);
            p->columns.items[*index].count = 0;
            p->columns.items[*index].value = 0;
        }
        struct profile_sample *cell = &p->columns.items[*index];
        if (!fresh && !same_cell(cell, sample)) continue;
        return cell;
    }
}

void profile_add_sample(struct profile *p, const struct profile_sample *sample, uint64_t count) {
    if (!(p->keep & PROFILE_SAMPLES)) return;
    struct profile_sample *cell = NULL;
    if (p->time_grain) {
        cell = find_cell(p, sample);
        profile_add_value(&cell->value, sample->value);
        uint64_t room = UINT32_MAX - cell->count, now = count < room ? count : room;
        cell->count += (uint32_t)now;
        count -= now;
    }
    /* What is left: everything where samples are not joined, else what 32 bits did not hold. */
    struct profile_sample rest = *sample;
    if (cell) rest.value = 0;
    while (count) {
        rest.count = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
        array_push(&p->columns, rest);
        count -= rest.count;
        rest.value = 0;
    }
}

void profile_sort_samples(struct profile *p) {
    size_t len = p->columns.len;
    const struct profile_sample *samples = p->columns.items;
    uint32_t *order = sort_start(len);
    uint64_t *keys = mem_resize(NULL, len + 1, sizeof *keys);
    for (size_t i = 0; i < len; i++) keys[i] = samples[i].state;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = (uint64_t)samples[i].stack << 32 | samples[i].thread;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(samples[i].time_ns);
    sort_by(order, len, keys);
    free(keys);
    sort_move(p->columns.items, sizeof *p->columns.items, order, len);
    free(order);
    map_free(
        &p->column_index); /* its indices are those of before: what is added now is not joined */
}
