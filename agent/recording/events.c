/* Events, one function a type: fields in the order of recording_types.c. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"

/* The lock is taken by the first and given back by the second; false: nothing more to do. */
static bool begin(struct recording *r, enum recording_event event, int64_t time, size_t *at) {
    softly_lock(&r->lock);
    if (recording_event_begin(r, event, time, at)) return true;
    softly_unlock(&r->lock);
    return false;
}

static void end(struct recording *r, size_t at) {
    recording_event_end(r, at);
    softly_unlock(&r->lock);
}

static void add(struct recording *r, uint64_t value) {
    writer_add_long(&r->events, value);
}

static void add_thread(struct recording *r, const struct recording_thread *thread) {
    add(r, constants_thread(&r->constants, thread));
}

static void add_stack(struct recording *r, const struct recording_stack *stack) {
    add(r, constants_stack(&r->constants, stack));
}

static void add_class(struct recording *r, const char *name) {
    add(r, constants_class(&r->constants, name, 0, false));
}

/* A span of ns, in ticks. */
static void add_span(struct recording *r, int64_t start, int64_t stop) {
    add(r, stop > start ? (uint64_t)recording_tick_span(r, stop - start) : 0);
}

/* ==== Samples ================================================================================ */

/* What follows the thread. */
static void add_rest(struct recording *r, struct recording_stack_key stack,
                     enum recording_state state, const struct recording_periods *periods) {
    add(r, stack.key);
    add(r, (uint64_t)state);
    if (!periods) return;
    add(r, periods->count);
    add_span(r, 0, periods->span_ns);
}

static struct recording_stack_key sample(struct recording *r, enum recording_event event,
                                         int64_t time, const struct recording_thread *thread,
                                         const struct recording_stack *stack,
                                         enum recording_state state,
                                         const struct recording_periods *periods, int64_t cpu_ns,
                                         bool left_java) {
    struct recording_stack_key key = {0};
    size_t at;
    if (!begin(r, event, time, &at)) return key;
    add_thread(r, thread);
    key.key = constants_stack(&r->constants, stack);
    key.generation = r->constants.generation;
    if (event == RECORDING_EXECUTION_SAMPLE && r->options.state_default &&
        state == RECORDING_STATE_RUNNABLE)
        state = RECORDING_STATE_DEFAULT;
    add_rest(r, key, state, periods);
    if (event == RECORDING_EXECUTION_SAMPLE) {
        size_t rest = r->events.len;
        writer_add_byte(&r->events, 0);
        writer_add_byte(&r->events, left_java);
        add(r, cpu_ns > 0 ? (uint64_t)cpu_ns : 0);
        r->events.data[rest] = (char)(r->events.len - rest); /* at most 11 */
    }
    end(r, at);
    return key;
}

struct recording_stack_key recording_execution_sample(struct recording *r, int64_t time,
                                                      const struct recording_thread *thread,
                                                      const struct recording_stack *stack,
                                                      enum recording_state state, int64_t cpu_ns,
                                                      bool left_java) {
    return sample(r, RECORDING_EXECUTION_SAMPLE, time, thread, stack, state, NULL, cpu_ns,
                  left_java);
}

struct recording_stack_key recording_native_sample(struct recording *r, int64_t time,
                                                   const struct recording_thread *thread,
                                                   const struct recording_stack *stack,
                                                   enum recording_state state) {
    return sample(r, RECORDING_NATIVE_SAMPLE, time, thread, stack, state, NULL, 0, false);
}

struct recording_stack_key recording_wall_sample(struct recording *r, int64_t time,
                                                 const struct recording_thread *thread,
                                                 const struct recording_stack *stack,
                                                 enum recording_state state,
                                                 struct recording_periods periods) {
    return sample(r, RECORDING_WALL_SAMPLE, time, thread, stack, state, &periods, 0, false);
}

bool recording_sample_again(struct recording *r, int64_t time,
                            const struct recording_thread *thread, struct recording_stack_key stack,
                            enum recording_state state, const struct recording_periods *periods) {
    softly_lock(&r->lock);
    bool good = stack.key && stack.generation == r->constants.generation;
    size_t at;
    enum recording_event event = periods ? RECORDING_WALL_SAMPLE : RECORDING_NATIVE_SAMPLE;
    if (good && recording_event_begin(r, event, time, &at)) {
        add_thread(r, thread);
        add_rest(r, stack, state, periods);
        recording_event_end(r, at);
    }
    softly_unlock(&r->lock);
    return good;
}

/* lock held */
static void add_up(struct recording_counts *all, const struct recording_statistics *numbers) {
    all->requested += numbers->requested;
    all->taken += numbers->taken;
    all->timed_out += numbers->timed_out;
    all->left += numbers->left;
    all->exited += numbers->exited;
    all->crashed += numbers->crashed;
    all->no_processor += numbers->no_processor;
    for (int i = 0; i < RECORDING_FAILURES; i++) all->failed += numbers->failures[i];
}

void recording_statistics(struct recording *r, const struct recording_statistics *numbers) {
    softly_lock(&r->lock);
    add_up(&r->counts, numbers);
    softly_unlock(&r->lock);
    size_t at;
    if (!begin(r, RECORDING_SAMPLING_STATISTICS, numbers->start, &at)) return;
    add_span(r, numbers->start, numbers->end);
    add(r, numbers->requested);
    add(r, numbers->taken);
    add(r, numbers->timed_out);
    add(r, numbers->left);
    add(r, numbers->exited);
    add(r, numbers->crashed);
    for (int i = 0; i < RECORDING_FAILURES; i++) add(r, numbers->failures[i]);
    add(r, (uint64_t)numbers->hold_median);
    add(r, (uint64_t)numbers->hold_p99);
    add(r, (uint64_t)numbers->hold_max);
    add(r, numbers->no_processor);
    add(r, (uint64_t)numbers->hold_cpu_median);
    add(r, (uint64_t)numbers->hold_cpu_p99);
    add(r, numbers->unmoved);
    add(r, numbers->no_room);
    add(r, numbers->timers_refused);
    add(r, numbers->jvm_threads);
    add(r, numbers->left_java);
    add(r, numbers->moved_on);
    add(r, numbers->not_reached);
    add(r, numbers->whole);
    for (int i = 0; i < RECORDING_CUTS; i++) add(r, numbers->cut[i]);
    add(r, (uint64_t)numbers->cpu_sampled);
    add(r, (uint64_t)numbers->cpu_used);
    add(r, numbers->woken);
    end(r, at);
}

/* ==== Experiments ============================================================================ */

void recording_experiment(struct recording *r, const struct recording_experiment *e) {
    size_t at;
    if (!begin(r, RECORDING_EXPERIMENT, e->start, &at)) return;
    add_span(r, e->start, e->end);
    add(r, e->block);
    writer_add_string(&r->events, e->kind);
    writer_add_string(&r->events, e->method);
    writer_add_string(&r->events, e->progress_point);
    add(r, e->speed);
    add(r, (uint64_t)e->delay);
    add(r, (uint64_t)e->progress);
    add(r, (uint64_t)e->ran);
    add(r, (uint64_t)e->waited);
    add(r, (uint64_t)e->switches);
    add(r, (uint64_t)e->worth);
    add(r, e->processors);
    text_add_char(&r->events, (char)e->collected);
    add(r, e->samples);
    add(r, e->failed);
    add(r, e->hits);
    add(r, e->pauses);
    add(r, (uint64_t)e->paused);
    add(r, (uint64_t)e->longest_pause);
    add(r, e->credits);
    end(r, at);
}

void recording_experiment_method(struct recording *r, const struct recording_experiment_method *m) {
    size_t at;
    if (!begin(r, RECORDING_EXPERIMENT_METHOD, m->start, &at)) return;
    add_span(r, m->start, m->end);
    add(r, m->block);
    writer_add_string(&r->events, m->method);
    add(r, m->hits);
    add(r, m->samples);
    end(r, at);
}

/* ==== Locks, allocation, threads, collections ================================================ */

void recording_monitor_enter(struct recording *r, int64_t start, int64_t stop,
                             const struct recording_thread *thread,
                             const struct recording_stack *stack, const char *class_name,
                             const struct recording_thread *previous_owner, uint64_t address) {
    size_t at;
    if (!begin(r, RECORDING_MONITOR_ENTER, start, &at)) return;
    add_span(r, start, stop);
    add_thread(r, thread);
    add_stack(r, stack);
    add_class(r, class_name);
    add_thread(r, previous_owner);
    add(r, address);
    end(r, at);
}

void recording_thread_park(struct recording *r, int64_t start, int64_t stop,
                           const struct recording_thread *thread,
                           const struct recording_stack *stack, const char *class_name,
                           int64_t timeout, int64_t until, uint64_t address) {
    /* "None" is the smallest number, as HotSpot writes it: tools then show N/A. */
    const uint64_t none = (uint64_t)INT64_MIN;
    size_t at;
    if (!begin(r, RECORDING_THREAD_PARK, start, &at)) return;
    add_span(r, start, stop);
    add_thread(r, thread);
    add_stack(r, stack);
    add_class(r, class_name);
    add(r, timeout < 0 ? none : (uint64_t)timeout);
    add(r, until < 0 ? none : (uint64_t)until);
    add(r, address);
    end(r, at);
}

void recording_allocation_sample(struct recording *r, int64_t time,
                                 const struct recording_thread *thread,
                                 const struct recording_stack *stack, const char *class_name,
                                 int64_t weight) {
    size_t at;
    if (!begin(r, RECORDING_ALLOCATION_SAMPLE, time, &at)) return;
    add_thread(r, thread);
    add_stack(r, stack);
    add_class(r, class_name);
    add(r, (uint64_t)weight);
    end(r, at);
}

void recording_live_object(struct recording *r, int64_t time, const struct recording_thread *thread,
                           const struct recording_stack *stack, const char *class_name,
                           int64_t weight, int64_t allocated) {
    size_t at;
    if (!begin(r, RECORDING_LIVE_OBJECT, time, &at)) return;
    add_thread(r, thread);
    add_stack(r, stack);
    add_class(r, class_name);
    add(r, (uint64_t)weight);
    add(r, (uint64_t)recording_ticks(r, allocated));
    end(r, at);
}

void recording_garbage_collection(struct recording *r, int64_t start, int64_t stop, uint32_t gc_id,
                                  const char *name, const char *cause) {
    size_t at;
    if (!begin(r, RECORDING_GARBAGE_COLLECTION, start, &at)) return;
    add_span(r, start, stop);
    add(r, 0); /* eventThread: a thread of the VM, which JVMTI does not name */
    add(r, gc_id);
    add(r, constants_named(&r->constants, POOL_GC_NAME, name));
    add(r, constants_named(&r->constants, POOL_GC_CAUSE, cause));
    add_span(r, start, stop);
    add_span(r, start, stop);
    end(r, at);
}

/* ---- Threads that are alive ---- */

static char *copy(const char *text) {
    return text ? mem_copy_text(text) : NULL;
}

/* lock held */
static void add_alive(struct recording *r, const struct system_thread *measured) {
    const struct recording_thread *thread = &measured->thread;
    for (size_t i = 0; i < r->threads.len; i++)
        if (r->threads.items[i].thread.os_tid == thread->os_tid) {
            recording_threads_remove(r, i); /* the number was given again */
            break;
        }
    struct system_thread known = *measured;
    known.thread.os_name = copy(thread->os_name);
    known.thread.java_name = copy(thread->java_name);
    known.thread.group = copy(thread->group);
    known.thread.parent_group = copy(thread->parent_group);
    array_push(&r->threads, known);
}

static void remember(struct recording *r, const struct recording_thread *thread) {
    if (thread->os_tid <= 0 || r->options.system_ns <= 0) return;
    struct system_thread fresh = {.thread = *thread};
    recording_thread_measure(&fresh);
    softly_lock(&r->lock);
    add_alive(r, &fresh);
    softly_unlock(&r->lock);
}

void recording_threads_remove(struct recording *r, size_t index) {
    struct recording_thread *thread = &r->threads.items[index].thread;
    free((char *)thread->os_name);
    free((char *)thread->java_name);
    free((char *)thread->group);
    free((char *)thread->parent_group);
    r->threads.items[index] = r->threads.items[--r->threads.len];
}

void recording_thread_start(struct recording *r, int64_t time,
                            const struct recording_thread *thread,
                            const struct recording_thread *parent,
                            const struct recording_stack *stack) {
    remember(r, thread);
    size_t at;
    if (!begin(r, RECORDING_THREAD_START, time, &at)) return;
    add_thread(r, parent ? parent : thread); /* the event happens in the thread that starts it */
    add_stack(r, stack);
    add_thread(r, thread);
    add_thread(r, parent);
    end(r, at);
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

void recording_thread_forget(struct recording *r, int64_t os_tid) {
    forget(r, os_tid, 0);
}

void recording_thread_end(struct recording *r, int64_t time,
                          const struct recording_thread *thread) {
    forget(r, thread->os_tid, time);
    size_t at;
    if (!begin(r, RECORDING_THREAD_END, time, &at)) return;
    add_thread(r, thread);
    add_thread(r, thread);
    end(r, at);
}

void recording_thread_known(struct recording *r, const struct recording_thread *thread) {
    remember(r, thread);
}

/* ==== Machine and process ==================================================================== */

void recording_cpu_load(struct recording *r, int64_t time, float jvm_user, float jvm_system,
                        float machine) {
    size_t at;
    if (!begin(r, RECORDING_CPU_LOAD, time, &at)) return;
    writer_add_float(&r->events, jvm_user);
    writer_add_float(&r->events, jvm_system);
    writer_add_float(&r->events, machine);
    end(r, at);
}

void recording_add_thread_load(struct recording *r, int64_t time,
                               const struct recording_thread *thread, float user, float system) {
    size_t at;
    if (!recording_event_begin(r, RECORDING_THREAD_CPU_LOAD, time, &at)) return;
    add_thread(r, thread);
    writer_add_float(&r->events, user);
    writer_add_float(&r->events, system);
    recording_event_end(r, at);
}

void recording_thread_cpu_load(struct recording *r, int64_t time,
                               const struct recording_thread *thread, float user, float system) {
    softly_lock(&r->lock);
    recording_add_thread_load(r, time, thread, user, system);
    softly_unlock(&r->lock);
}

static void three_numbers(struct recording *r, enum recording_event event, int64_t time,
                          int64_t first, int64_t second, int64_t third) {
    size_t at;
    if (!begin(r, event, time, &at)) return;
    add(r, (uint64_t)first);
    add(r, (uint64_t)second);
    add(r, (uint64_t)third);
    end(r, at);
}

void recording_container_cpu_usage(struct recording *r, int64_t time, int64_t cpu, int64_t user,
                                   int64_t system) {
    three_numbers(r, RECORDING_CONTAINER_CPU_USAGE, time, cpu, user, system);
}

void recording_container_cpu_throttling(struct recording *r, int64_t time, int64_t elapsed_slices,
                                        int64_t throttled_slices, int64_t throttled_ns) {
    three_numbers(r, RECORDING_CONTAINER_CPU_THROTTLING, time, elapsed_slices, throttled_slices,
                  throttled_ns);
}
