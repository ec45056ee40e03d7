#include "parser/table/stack_wait.h"

#include "parser/names.h"

static bool is_java(const char *class_name, const char *type) {
    if (!names_is_class(class_name)) return false;
    if (strcmp(type, "C++") == 0 || strcmp(type, "Kernel") == 0) return false;
    return strcmp(type, "Native") != 0 || strchr(class_name, '.');
}

struct stack_frame stack_frame_of(const struct things *things, uint32_t frame) {
    const struct things_frame *of = &array_at(&things->frames, frame);
    const char *class_name = strings_get(&things->texts, of->class_name),
               *type = strings_get(&things->texts, of->type);
    return (struct stack_frame){.known = true,
                                .java = is_java(class_name, type),
                                .native = strcmp(type, "Native") == 0,
                                .wait =
                                    waits_row(class_name, strings_get(&things->texts, of->method))};
}

bool stack_stopped(const struct things *things, uint32_t stack) {
    const struct things_stack *of = &array_at(&things->stacks, stack);
    if (!of->depth) return false;
    const uint32_t top = things->stack_frames.items[of->first];
    const struct things_frame *frame = &array_at(&things->frames, top);
    return !stack_frame_of(things, top).java &&
           waits_only(strings_get(&things->texts, frame->class_name),
                      strings_get(&things->texts, frame->method));
}

void stack_wait_add(struct waits_stack *wait, const struct stack_frame *frame, bool *begun) {
    *begun = *begun || frame->java;
    if (*begun) waits_add(wait, frame->wait);
    else if (frame->wait) waits_add(wait, waits_of_user(frame->wait));
}

struct waits_stack stack_wait(const struct things *things, uint32_t stack) {
    const struct things_stack *of = &array_at(&things->stacks, stack);
    struct waits_stack wait = {0};
    bool begun = false;
    for (uint32_t i = 0; i < of->depth && !waits_done(&wait); i++) {
        const struct stack_frame frame =
            stack_frame_of(things, things->stack_frames.items[of->first + i]);
        stack_wait_add(&wait, &frame, &begun);
    }
    return wait;
}
