/* Events: values are encoded as the table of types says. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"

#include <stdio.h>
#include <string.h>

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

/* ==== What the recording is about: events that each chunk has again ========================= */

static struct recording_info *find(struct recording *r, enum recording_event event,
                                   const char *key) {
    for (size_t i = 0; i < r->info.len; i++)
        if (r->info.items[i].event == event && strcmp(r->info.items[i].key, key) == 0)
            return &r->info.items[i];
    return NULL;
}

void recording_info_set(struct recording *r, enum recording_event event, const char *key,
                        const union recording_value *values) {
    struct text fields = {0};
    softly_lock(&r->lock);
    if (!softly_failed()) {
        recording_encode(r, event, &fields, values);
        size_t begin;
        if (recording_event_begin(r, event, clock_now(), &begin)) {
            text_add_bytes(&r->events, fields.data, fields.len);
            recording_event_end(r, begin);
        }
        struct recording_info *info = find(r, event, key);
        if (info) {
            text_free(&info->fields);
            info->fields = fields;
        } else {
            array_push(&r->info, (struct recording_info){event, mem_copy_text(key), fields});
        }
    }
    softly_unlock(&r->lock);
}

void recording_info_add(struct recording *r, int64_t time, struct text *out) {
    for (size_t i = 0; i < r->info.len; i++) {
        const struct recording_info *info = &r->info.items[i];
        size_t begin = writer_event_begin(out, TYPE_EVENTS + (uint64_t)info->event);
        writer_add_long(out, (uint64_t)recording_ticks(r, time));
        text_add_bytes(out, info->fields.data, info->fields.len);
        writer_event_end(out, begin);
    }
}

void recording_setting(struct recording *r, enum recording_event event, const char *name,
                       const char *value) {
    struct text key = {0};
    text_addf(&key, "%d/%s", (int)event, name);
    recording_info(r, RECORDING_ACTIVE_SETTING, key.data, {TYPE_EVENTS + (int64_t)event},
                   {.s = name}, {.s = value});
    text_free(&key);
}

void recording_setting_time(struct recording *r, enum recording_event event, const char *name,
                            int64_t ns) {
    struct text value = {0};
    units_add_period(&value, ns);
    recording_setting(r, event, name, value.data);
    text_free(&value);
}

void recording_say_destination(struct recording *r, const char *path) {
    const struct agent_options *o = &r->options;
    int64_t age = o->max_age_ns > 0 ? o->max_age_ns / NS_PER_MS : INT64_MAX;
    recording_info(r, RECORDING_ACTIVE_RECORDING, "", {1}, {.s = r->name}, {.s = path}, {true},
                   {age}, {o->flush_ns / NS_PER_MS}, {o->max_bytes ? o->max_bytes : INT64_MAX},
                   {r->status.start_ms}, {INT64_MAX});
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

void recording_thread_forget(struct recording *r, int64_t os_tid, int64_t ends) {
    softly_lock(&r->lock);
    for (size_t i = 0; i < r->threads.len && !softly_failed(); i++)
        if (r->threads.items[i].thread.os_tid == os_tid) {
            if (ends) recording_thread_last_load(r, &r->threads.items[i], ends);
            recording_threads_remove(r, i);
            break;
        }
    softly_unlock(&r->lock);
}

void recording_thread_known(struct recording *r, const struct recording_thread *thread,
                            bool is_new) {
    if (thread->os_tid <= 0 || r->options.system_ns <= 0) return;
    struct system_thread fresh = {.thread = *thread};
    bool measured = false; /* main is met when the JVM is up, and again when its code starts */
    softly_lock(&r->lock);
    EACH (const struct system_thread, t, &r->threads)
        measured |= thread->java_id && t->thread.os_tid == thread->os_tid &&
                    t->thread.java_id == thread->java_id;
    softly_unlock(&r->lock);
    if (measured) return;
    if (!is_new) recording_thread_measure(&fresh);
    recording_thread_forget(r, thread->os_tid, 0); /* the number was given again */
    softly_lock(&r->lock);
    fresh.thread = recording_thread_copy(thread);
    array_push(&r->threads, fresh);
    softly_unlock(&r->lock);
}

void recording_thread_start(struct recording *r, int64_t time,
                            const struct recording_thread *thread) {
    recording_thread_known(r, thread, false);
    recording_event(r, RECORDING_THREAD_START, time, {.thread = thread}, {.stack = NULL},
                    {.thread = thread}, {.thread = NULL});
}

void recording_thread_end(struct recording *r, int64_t time,
                          const struct recording_thread *thread) {
    recording_thread_forget(r, thread->os_tid, time);
    recording_event(r, RECORDING_THREAD_END, time, {.thread = thread}, {.thread = thread});
}
