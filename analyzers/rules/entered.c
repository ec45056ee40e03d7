#include "analyzers/rules/entered.h"

#include "analyzers/rules/judging.h"

#include <string.h>

enum { MOST_METHODS = 63 };
#define EVERY_METHOD (UINT64_MAX >> 1) /* a map's values are below UINT64_MAX */
#define MOST_FRAMES 64 /* the usual depth of stacks: of one that is cut it may be below */

/* Its number among them; MOST_METHODS: there are too many to tell. */
static size_t number_of(struct entered *entered, const char *class_name, const char *method) {
    size_t at = 0;
    while (at < entered->methods.len &&
           (strcmp(entered->methods.items[at].class_name, class_name) != 0 ||
            strcmp(entered->methods.items[at].method, method) != 0))
        at++;
    return at;
}

/* Which methods of each thread waited for it: those on top. */
static void make(struct entered *entered, const struct rule_input *input) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    bool fresh;
    entered->made = true;
    for (size_t row = 0; row < monitors.rows; row++) {
        uint32_t depth;
        const uint32_t *frames = series_stack(&monitors, MONITOR_STACK, row, &depth);
        if (series_id(&monitors, MONITOR_CLASS, row) != entered->of) continue;
        uint64_t *mask =
            map_put(&entered->masks, series_id(&monitors, MONITOR_THREAD, row), &fresh);
        if (fresh) *mask = 0;
        size_t at = MOST_METHODS;
        if (depth) {
            const char *class_name = series_frame_class(&monitors, frames[0]);
            const char *method = series_frame_method(&monitors, frames[0]);
            at = number_of(entered, class_name, method);
            if (at == entered->methods.len && at < MOST_METHODS)
                array_push(&entered->methods, (struct entered_method){class_name, method});
        }
        *mask |= at < MOST_METHODS ? UINT64_C(1) << at : EVERY_METHOD;
    }
}

/* The methods by which the thread has it; NULL: they are not known. */
static const uint64_t *mask_of(struct entered *entered, const struct rule_input *input,
                               uint32_t thread) {
    if (!entered->is_of) return NULL;
    if (!entered->made) make(entered, input);
    const uint64_t *mask = map_get(&entered->masks, thread);
    return mask && *mask != EVERY_METHOD ? mask : NULL;
}

static uint64_t bit_of(struct entered *entered, const char *class_name, const char *method) {
    size_t at = number_of(entered, class_name, method);
    return at < entered->methods.len ? UINT64_C(1) << at : 0;
}

bool entered_by_sample(struct entered *entered, const struct rule_input *input, uint32_t thread,
                       uint32_t number) {
    const uint64_t *own = mask_of(entered, input, thread);
    if (!own) return true;
    const struct profile *profile = input->profile;
    const struct profile_stack *stack = &profile->stacks.items[number];
    const struct strings *strings = &profile->frames.strings;
    bool fresh;
    uint64_t *mask = map_put(&entered->of_samples, number, &fresh);
    if (fresh) {
        *mask = stack->truncated || !stack->depth ? EVERY_METHOD : 0;
        for (uint32_t i = 0; i < stack->depth; i++) {
            const struct frame *frame =
                &profile->frames.rows.items[profile->stack_frames.items[stack->first + i]];
            *mask |= bit_of(entered, strings_get(strings, frame->class_name),
                            strings_get(strings, frame->method));
        }
    }
    return (*mask & *own) != 0;
}

bool entered_by_row(struct entered *entered, const struct rule_input *input, uint32_t thread,
                    const struct series *series, size_t column, size_t row) {
    const uint64_t *own = mask_of(entered, input, thread);
    if (!own) return true;
    bool fresh;
    uint64_t *mask = map_put(&entered->of_rows, series_id(series, column, row), &fresh);
    if (fresh) {
        uint32_t depth;
        const uint32_t *frames = series_stack(series, column, row, &depth);
        *mask = !depth || depth >= MOST_FRAMES ? EVERY_METHOD : 0;
        for (uint32_t i = 0; i < depth && depth < MOST_FRAMES; i++)
            *mask |= bit_of(entered, series_frame_class(series, frames[i]),
                            series_frame_method(series, frames[i]));
    }
    return (*mask & *own) != 0;
}

void entered_free(struct entered *entered) {
    array_free(&entered->methods);
    map_free(&entered->masks);
    map_free(&entered->of_rows);
    map_free(&entered->of_samples);
}
