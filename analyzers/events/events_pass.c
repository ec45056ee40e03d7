/* Which events pass: threads and frames of the selection, each decided once a chunk. */
#include "analyzers/events/events_state.h"

bool events_thread_passes(struct state *s, uint64_t thread) {
    struct regex *regex = s->events->selection->regexes->thread;
    bool fresh;
    if (thread == JFR_NULL_ID) return false;
    uint64_t *known = map_put(&s->threads, thread, &fresh);
    if (fresh) {
        uint32_t name = array_at(&s->passing.threads, thread).name;
        *known = regex_matches(regex, s->matcher, strings_get(&s->passing.texts, name),
                               strings_len(&s->passing.texts, name))
                     ? 2
                     : 1;
    }
    return *known == 2;
}

static bool has_frame(struct state *s, const struct things_stack *stack, struct regex *regex) {
    return expression_stack_has(&s->passing, stack, regex, s->matcher, &s->text);
}

static bool look_at_stack(struct state *s, uint64_t id) {
    const struct selection *q = s->events->selection;
    static const struct things_stack none;
    const struct things_stack *stack =
        id == JFR_NULL_ID ? &none : &array_at(&s->passing.stacks, id);
    for (size_t i = 0; i < q->include.len; i++)
        if (!has_frame(s, stack, q->regexes->include[i])) return false;
    return !some_of(i, q->exclude.len, has_frame(s, stack, q->regexes->exclude[i]));
}

bool events_stack_passes(struct state *s, uint64_t stack) {
    bool fresh;
    uint64_t *known = map_put(&s->stacks, stack, &fresh);
    if (fresh) *known = look_at_stack(s, stack) ? 2 : 1;
    return *known == 2;
}

uint64_t events_thread_name(struct state *s, uint64_t id) {
    if (id == JFR_NULL_ID) return JFR_NULL_ID;
    const struct things_thread *thread = &array_at(&s->kept.threads, id);
    if (thread->name) return thread->name;
    text_clear(&s->text);
    things_add_thread_name(&s->kept, (uint32_t)id, &s->text);
    return strings_intern(&s->kept.texts, text_str(&s->text), s->text.len);
}
