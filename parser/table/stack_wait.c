#include "parser/table/stack_wait.h"

struct waits_stack stack_wait(const struct things *things, uint32_t stack) {
    const struct things_stack *of = &array_at(&things->stacks, stack);
    struct waits_stack wait = {0};
    for (uint32_t i = 0; i < of->depth && !waits_done(&wait); i++) {
        const struct things_frame *frame =
            &things->frames.items[things->stack_frames.items[of->first + i]];
        waits_add(&wait, waits_row(strings_get(&things->texts, frame->class_name),
                                   strings_get(&things->texts, frame->method)));
    }
    return wait;
}
