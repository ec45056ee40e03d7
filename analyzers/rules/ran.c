/* Samples of threads that ran: a view of the profile, with its frames and stacks under their own
 * numbers, that has other counts. */
#include "analyzers/rules/ran.h"

#include "analyzers/rules/busy.h"
#include "analyzers/rules/sites.h"
#include "analyzers/tables/clocked.h"
#include "analyzers/tables/kinds.h"
#include "parser/names.h"
#include "parser/waits.h"

/* Numbers that waits_row does not give. */
enum { NOT_JAVA = UINT32_MAX, STOPPED = UINT32_MAX - 1, FORCED = UINT32_MAX - 2 };

/* A function of the system that wakes another thread: who calls it often makes room for that one,
 * so the clock meets it there much longer than it runs. */
static bool wakes(const char *method) {
    static const char *const names[] = {"pthread_cond_signal", "pthread_cond_broadcast",
                                        "lll_lock_wake", "sem_post", "futex_wake"};
    while (*method == '_') method++;
    const size_t len = strcspn(method, "@");
    return some_of(i, sizeof names / sizeof *names,
                   strlen(names[i]) == len && strncmp(method, names[i], len) == 0);
}

/* Of each frame, what it says of waiting (waits_row); of one that is none of Java's, whether
 * threads do nothing but wait in it. */
static uint32_t *waits_of_frames(const struct profile *profile) {
    const struct frames *frames = &profile->frames;
    uint32_t *waits = mem_resize(NULL, frames->rows.len, sizeof *waits);
    for (size_t i = 0; i < frames->rows.len; i++) {
        const struct frame *frame = &frames->rows.items[i];
        const char *of_class = strings_get(&frames->strings, frame->class_name),
                   *method = strings_get(&frames->strings, frame->method);
        const bool java = names_is_class(of_class) && frame->type != FRAME_CPP &&
                          frame->type != FRAME_KERNEL &&
                          (frame->type != FRAME_NATIVE || strchr(of_class, '.'));
        waits[i] = java && sites_forces(of_class, method)          ? FORCED
                   : java                                          ? waits_row(of_class, method)
                   : waits_only(of_class, method) || wakes(method) ? STOPPED
                                                                   : NOT_JAVA;
    }
    return waits;
}

/* Of each stack, whether it waits for something: states of Java's threads call a read of a socket
 * runnable, and who is sampled in a call that waits was about to, or has been woken. */
static bool *waiting_stacks(const struct profile *profile) {
    OWNED(mem_release) uint32_t *of_frames = waits_of_frames(profile);
    bool *waiting = mem_zero(profile->stacks.len, sizeof *waiting);
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        const uint32_t *frames = &profile->stack_frames.items[stack->first];
        struct waits_stack wait = {.parked = false};
        uint32_t at = stack->depth;
        if (at && of_frames[frames[at - 1]] == STOPPED) waiting[i] = true;
        while (at && of_frames[frames[at - 1]] >= STOPPED) at--;
        if (at && of_frames[frames[at - 1]] == FORCED) waiting[i] = true;
        for (; at > 0 && !waits_done(&wait); at--)
            waits_add(&wait, of_frames[frames[at - 1]] < FORCED ? of_frames[frames[at - 1]] : 0);
        waiting[i] = waiting[i] || wait.what != WAITS_NOT;
    }
    return waiting;
}

static void take(const struct profile *from, size_t i, struct profile *ran) {
    const struct moment moment = from->moments.items[i];
    const uint64_t count = moments_count(&from->moments, i);
    const int64_t value = moments_value(&from->moments, i);
    moments_push(&ran->moments, moment, count, value);
    ran->samples += count;
    profile_add_value(&ran->value, value);
    if (moment.stack == PROFILE_NONE) {
        ran->without_stack += count;
        return;
    }
    struct profile_stack *stack = &ran->stacks.items[moment.stack];
    stack->samples += count;
    profile_add_value(&stack->value, value);
}

static void make(const struct profile *from, struct profile *ran) {
    OWNED(mem_release) bool *waiting = waiting_stacks(from);
    *ran = *from;
    ran->moments = moments_like(&from->moments);
    ran->clusters = (struct profile_clusters){0};
    ran->samples = ran->without_stack = ran->truncated = ran->shortened = 0;
    ran->value = 0;
    ran->stacks.items = mem_resize(NULL, from->stacks.len, sizeof *ran->stacks.items);
    ran->stacks.cap = from->stacks.len;
    for (size_t i = 0; i < from->stacks.len; i++)
        ran->stacks.items[i] = (struct profile_stack){.first = from->stacks.items[i].first,
                                                      .depth = from->stacks.items[i].depth};
    for (size_t i = 0; i < from->moments.len; i++) {
        const struct profile_sample sample = profile_sample(from, i);
        const char *state = strings_get(&from->frames.strings, sample.state);
        if (clocked_runs(state) && (sample.stack == PROFILE_NONE || !waiting[sample.stack]))
            take(from, i, ran);
    }
    /* How many of a stack's samples were interpreted is not known of each. */
    for (size_t i = 0; i < from->stacks.len; i++) {
        const struct profile_stack *all = &from->stacks.items[i];
        ran->stacks.items[i].interpreted =
            (uint64_t)((double)all->interpreted *
                       real_or(ratio_of((double)ran->stacks.items[i].samples, (double)all->samples),
                               0));
    }
}

const struct profile *ran_of(const struct rule_input *input) {
    static const struct profile none;
    if (judge_running(input) == input->profile) return input->profile;
    if (kind_of(input->event)->group != KIND_WALL) return &none;
    if (!input->busy->ran) {
        input->busy->ran = mem_zero(1, sizeof *input->busy->ran);
        make(input->profile, input->busy->ran);
    }
    return input->busy->ran;
}

void ran_free(struct profile *ran) {
    if (!ran) return;
    moments_free(&ran->moments);
    mem_free(ran->stacks.items, ran);
}
