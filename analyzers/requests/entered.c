#include "analyzers/requests/entered.h"

enum { MOST_METHODS = 63 };
#define EVERY_METHOD (UINT64_MAX >> 1) /* a map's values are below UINT64_MAX */
#define MOST_FRAMES 64 /* the usual depth of stacks: of one that is cut it may be below */

/* Its number among them; how many there are: it is none of them. */
static size_t number_of(const struct entered *entered, const char *class_name, const char *method) {
    size_t at = 0;
    while (at < entered->methods.len &&
           (strcmp(entered->methods.items[at].class_name, class_name) != 0 ||
            strcmp(entered->methods.items[at].method, method) != 0))
        at++;
    return at;
}

static uint64_t bit_of(const struct entered *entered, const char *class_name, const char *method) {
    size_t at = number_of(entered, class_name, method);
    return at < entered->methods.len ? UINT64_C(1) << at : 0;
}

static struct entered_method method_of(const struct things *things, size_t at) {
    const struct things_frame *frame = &things->frames.items[things->stack_frames.items[at]];
    return (struct entered_method){strings_get(&things->texts, frame->class_name),
                                   strings_get(&things->texts, frame->method)};
}

void entered_note(struct entered *entered, const struct things *things, uint32_t thread,
                  uint32_t stack) {
    bool fresh;
    uint64_t *mask = map_put(&entered->masks, thread, &fresh);
    size_t at = MOST_METHODS;
    if (fresh) *mask = 0;
    if (stack != THINGS_NONE && things->stacks.items[stack].depth) {
        struct entered_method method = method_of(things, things->stacks.items[stack].first);
        at = number_of(entered, method.class_name, method.method);
        if (at == entered->methods.len && at < MOST_METHODS) array_push(&entered->methods, method);
    }
    *mask |= at < MOST_METHODS ? UINT64_C(1) << at : EVERY_METHOD;
}

/* The methods by which the thread has it; NULL: they are not known. */
static const uint64_t *mask_of(const struct entered *entered, uint32_t thread) {
    const uint64_t *mask = map_get(&entered->masks, thread);
    return mask && *mask != EVERY_METHOD ? mask : NULL;
}

bool entered_by(struct entered *entered, const struct things *things, uint32_t thread,
                uint32_t stack) {
    const uint64_t *own = mask_of(entered, thread);
    bool fresh;
    if (!own || stack == THINGS_NONE) return true;
    uint64_t *mask = map_put(&entered->on_stack, stack, &fresh);
    if (fresh) {
        const struct things_stack *s = &things->stacks.items[stack];
        bool cut = s->truncated || !s->depth || s->depth >= MOST_FRAMES;
        *mask = cut ? EVERY_METHOD : 0;
        for (uint32_t i = 0; !cut && i < s->depth; i++) {
            struct entered_method method = method_of(things, s->first + i);
            *mask |= bit_of(entered, method.class_name, method.method);
        }
    }
    return (*mask & *own) != 0;
}

bool entered_by_sampled(struct entered *entered, const struct profile *profile, uint32_t thread,
                        uint32_t stack) {
    const uint64_t *own = mask_of(entered, thread);
    bool fresh;
    if (!own) return true;
    uint64_t *mask = map_put(&entered->on_sampled, stack, &fresh);
    if (fresh) {
        const struct profile_stack *s = &profile->stacks.items[stack];
        const struct strings *strings = &profile->frames.strings;
        *mask = s->truncated || !s->depth ? EVERY_METHOD : 0;
        for (uint32_t i = 0; i < s->depth; i++) {
            const struct frame *frame =
                &profile->frames.rows.items[profile->stack_frames.items[s->first + i]];
            *mask |= bit_of(entered, strings_get(strings, frame->class_name),
                            strings_get(strings, frame->method));
        }
    }
    return (*mask & *own) != 0;
}

void entered_free(struct entered *entered) {
    array_free(&entered->methods);
    free_each(map_free, &entered->masks, &entered->on_stack, &entered->on_sampled);
}
