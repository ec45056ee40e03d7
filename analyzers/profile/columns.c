/* The profile's samples: when, on which stack, in which thread and state. */
#include "analyzers/profile/profile.h"

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

static bool is_who(const void *who, const void *content) {
    const struct profile_who *a = who, *b = content;
    return a->thread == b->thread && a->state == b->state;
}

uint32_t profile_add_who(struct profile *p, uint32_t thread, uint32_t state) {
    const struct profile_who who = {thread, state};
    uint64_t key = map_mix((uint64_t)thread << 32 | state);
    return map_intern(&p->who_index, key, is_who, &p->whos, &who);
}

void profile_add_sample(struct profile *p, const struct profile_sample *sample) {
    if (!(p->keep & PROFILE_SAMPLES)) return;
    uint32_t who = profile_add_who(p, sample->thread, sample->state);
    int64_t time = moments_floor(p->moments.grain, sample->time_ns);
    moments_push(&p->moments, (struct moment){time, sample->stack, who}, sample->count,
                 sample->value);
    if (p->time_grain) moments_tidy(&p->moments);
}

void profile_add_moments(struct profile *p, struct moments *from) {
    if (p->time_grain) moments_gather(from);
    moments_append(&p->moments, from);
    if (p->time_grain) moments_tidy(&p->moments);
}

void profile_sort_samples(struct profile *p) {
    if (p->time_grain) moments_fit(&p->moments);
    else moments_sort(&p->moments);
}
