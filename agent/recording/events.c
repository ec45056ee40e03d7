/* Events: values are encoded as the table of types says. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"

uint64_t recording_encode(struct recording *r, enum recording_event event, struct text *out,
                          const union recording_value *v) {
    struct constants *c = &r->constants;
    uint64_t stack = 0;
    size_t rest = 0;
    for (const char *kind = recording_kinds(event); *kind; kind++) {
        switch (*kind) {
        case 'n': writer_add_long(out, (uint64_t)v++->n); break;
        case 'i': writer_add_int(out, (int32_t)v++->n); break;
        case 'b': writer_add_byte(out, (uint8_t)v++->n); break;
        case 'f': writer_add_float(out, v++->f); break;
        case 'd':
            writer_add_long(out, v->n > 0 ? (uint64_t)recording_tick_span(r, v->n) : 0);
            v++;
            break;
        case 't': writer_add_long(out, (uint64_t)recording_ticks(r, v++->n)); break;
        case 'S': writer_add_string(out, v++->s); break;
        case 'T': writer_add_long(out, constants_thread(c, v++->thread)); break;
        case 'K': writer_add_long(out, stack = constants_stack(c, v++->stack)); break;
        case 'C': writer_add_long(out, constants_class(c, v++->s, 0, false)); break;
        case 'G': writer_add_long(out, constants_named(c, TYPE_GC_NAME, v++->s)); break;
        case 'Q': writer_add_long(out, constants_named(c, TYPE_GC_CAUSE, v++->s)); break;
        default: /* r: at most 11 bytes follow */ rest = out->len; writer_add_byte(out, 0);
        }
    }
    if (rest) out->data[rest] = (char)(out->len - rest);
    return stack;
}

uint64_t recording_write_locked(struct recording *r, enum recording_event event, int64_t time,
                                const union recording_value *values) {
    size_t at;
    if (!recording_event_begin(r, event, time, &at)) return 0;
    uint64_t stack = recording_encode(r, event, &r->events, values);
    recording_event_end(r, at);
    return stack;
}

struct recording_stack_key recording_write_event(struct recording *r, enum recording_event event,
                                                 int64_t time,
                                                 const union recording_value *values) {
    softly_lock(&r->lock);
    struct recording_stack_key key = {.key = recording_write_locked(r, event, time, values)};
    key.generation = r->constants.generation;
    softly_unlock(&r->lock);
    return key;
}

/* ==== Samples ================================================================================ */

struct recording_stack_key recording_execution_sample(struct recording *r, int64_t time,
                                                      const struct recording_thread *thread,
                                                      const struct recording_stack *stack,
                                                      enum recording_state state, int64_t cpu_ns,
                                                      bool left_java) {
    if (r->options.state_default && state == RECORDING_STATE_RUNNABLE)
        state = RECORDING_STATE_DEFAULT;
    return recording_event(r, RECORDING_EXECUTION_SAMPLE, time, {.thread = thread},
                           {.stack = stack}, {state}, {left_java}, {cpu_ns > 0 ? cpu_ns : 0});
}

bool recording_sample_again(struct recording *r, int64_t time,
                            const struct recording_thread *thread, struct recording_stack_key key,
                            enum recording_state state, const struct recording_periods *periods) {
    enum recording_event event = periods ? RECORDING_WALL_SAMPLE : RECORDING_NATIVE_SAMPLE;
    size_t at;
    softly_lock(&r->lock);
    bool good = key.key && key.generation == r->constants.generation;
    if (good && recording_event_begin(r, event, time, &at)) {
        writer_add_long(&r->events, constants_thread(&r->constants, thread));
        writer_add_long(&r->events, key.key);
        writer_add_long(&r->events, (uint64_t)state);
        if (periods) {
            writer_add_long(&r->events, periods->count);
            writer_add_long(&r->events, (uint64_t)recording_tick_span(r, periods->span_ns));
        }
        recording_event_end(r, at);
    }
    softly_unlock(&r->lock);
    return good;
}

void recording_statistics(struct recording *r, const struct recording_statistics *numbers) {
    union recording_value values[1 + RECORDING_STATISTICS_COUNT] = {
        {numbers->end - numbers->start}};
    /* All numbers, behind start and end. */
    const int64_t *its = (const int64_t *)(const void *)numbers + 2;
    int64_t *sum = (int64_t *)(void *)&r->status.sum + 2;
    softly_lock(&r->lock);
    for (size_t i = 0; i < RECORDING_STATISTICS_COUNT; i++) {
        values[1 + i].n = its[i];
        sum[i] += its[i];
    }
    recording_write_locked(r, RECORDING_SAMPLING_STATISTICS, numbers->start, values);
    softly_unlock(&r->lock);
}

/* ==== Threads ================================================================================ */

static char *copy(const char *text) {
    return text ? mem_copy_text(text) : NULL;
}

struct recording_thread recording_thread_copy(const struct recording_thread *thread) {
    struct recording_thread mine = *thread;
    mine.os_name = copy(thread->os_name);
    mine.java_name = copy(thread->java_name);
    mine.group = copy(thread->group);
    mine.parent_group = copy(thread->parent_group);
    return mine;
}

void recording_thread_free(struct recording_thread *thread) {
    free((char *)(uintptr_t)thread->os_name);
    free((char *)(uintptr_t)thread->java_name);
    free((char *)(uintptr_t)thread->group);
    free((char *)(uintptr_t)thread->parent_group);
}

void recording_threads_remove(struct recording *r, size_t index) {
    recording_thread_free(&r->threads.items[index].thread);
    r->threads.items[index] = r->threads.items[--r->threads.len];
}

/* ends: now, and by itself; 0: it is gone. */
static void forget(struct recording *r, int64_t os_tid, int64_t ends) {
    softly_lock(&r->lock);
    for (size_t i = 0; i < r->threads.len && !softly_failed(); i++)
        if (r->threads.items[i].thread.os_tid == os_tid) {
            if (ends) recording_thread_last_load(r, &r->threads.items[i], ends);
            recording_threads_remove(r, i);
            break;
        }
    softly_unlock(&r->lock);
}

void recording_thread_known(struct recording *r, const struct recording_thread *thread) {
    if (thread->os_tid <= 0 || r->options.system_ns <= 0) return;
    struct system_thread fresh = {.thread = *thread};
    recording_thread_measure(&fresh);
    forget(r, thread->os_tid, 0); /* the number was given again */
    softly_lock(&r->lock);
    fresh.thread = recording_thread_copy(thread);
    array_push(&r->threads, fresh);
    softly_unlock(&r->lock);
}

void recording_thread_forget(struct recording *r, int64_t os_tid) {
    forget(r, os_tid, 0);
}

void recording_thread_start(struct recording *r, int64_t time,
                            const struct recording_thread *thread) {
    recording_thread_known(r, thread);
    recording_event(r, RECORDING_THREAD_START, time, {.thread = thread}, {.stack = NULL},
                    {.thread = thread}, {.thread = NULL});
}

void recording_thread_end(struct recording *r, int64_t time,
                          const struct recording_thread *thread) {
    forget(r, thread->os_tid, time);
    recording_event(r, RECORDING_THREAD_END, time, {.thread = thread}, {.thread = thread});
}
