/* Profiles out of collapsed stacks written down in a test. */
#pragma once

#include "analyzers/profile/profile.h"

#include <stdlib.h>
#include <string.h>

/* A row of a Java method, "" where there is nothing; the method may have its descriptor, "f(I)V".
 */
static inline uint32_t stacks_frame(struct profile *profile, const char *class_name,
                                    const char *method, uint32_t type) {
    struct strings *strings = &profile->frames.strings;
    struct frame frame = {.line = -1, .bci = -1, .type = type};
    const char *dot = strrchr(class_name, '.'),
               *open = *class_name ? strchr(method, '(') : NULL; /* not of C++ */
    frame.class_name = strings_intern(strings, class_name, strlen(class_name));
    frame.method = strings_intern(strings, method, open ? (size_t)(open - method) : strlen(method));
    if (open) frame.descriptor = strings_intern(strings, open, strlen(open));
    if (dot) frame.package = strings_intern(strings, class_name, (size_t)(dot - class_name));
    return frames_intern(&profile->frames, &frame);
}

/* "p.A.x;p.B.y": root first; what is behind the last dot of a frame is the method. Returns the
 * stack's index. */
static inline uint32_t stacks_add_weighted(struct profile *profile, const char *stack,
                                           struct profile_weight weight) {
    uint32_t ids[64];
    size_t depth = 0;
    char *copy = mem_copy_text(stack), *rest = copy;
    for (char *name; (name = strsep(&rest, ";")) != NULL && depth < 64;) {
        char *dot = NULL;
        for (char *c = name; *c && *c != '('; c++)
            if (*c == '.') dot = c;
        if (dot) *dot = 0;
        ids[depth++] = stacks_frame(profile, dot ? name : "", dot ? dot + 1 : name, FRAME_ANY);
    }
    free(copy);
    for (size_t i = 0; i < depth / 2; i++) {
        uint32_t swap = ids[i];
        ids[i] = ids[depth - 1 - i];
        ids[depth - 1 - i] = swap;
    }
    return profile_add_stack(profile, ids, depth, weight);
}

static inline uint32_t stacks_add(struct profile *profile, const char *stack, uint64_t count) {
    return stacks_add_weighted(profile, stack, (struct profile_weight){.samples = count});
}

/* Samples of a stack ("" for none) by a thread (NULL: not known) in a state (NULL: likewise). The
 * thread's ids come from its name. */
static inline void stacks_sample(struct profile *profile, const char *stack, const char *thread,
                                 const char *state, int64_t time_ns, uint64_t count) {
    struct strings *strings = &profile->frames.strings;
    struct profile_sample sample = {.time_ns = time_ns, .thread = PROFILE_NONE, .count = count};
    sample.stack =
        *stack ? stacks_add(profile, stack, count)
               : profile_add_stack(profile, NULL, 0, (struct profile_weight){.samples = count});
    if (state) sample.state = strings_intern(strings, state, strlen(state));
    if (thread) {
        struct profile_thread who = {.name = strings_intern(strings, thread, strlen(thread)),
                                     .os_id = 1000 + hash_stable(thread, strlen(thread)) % 1000,
                                     .java_id = 1 + hash_stable(thread, strlen(thread)) % 1000};
        sample.thread = profile_add_thread(profile, &who);
    }
    profile_add_sample(profile, &sample);
}
