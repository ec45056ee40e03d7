#include "cmd/tui/model.h"

void model_open(struct model *model, struct samples *samples) {
    const struct profile *profile = &samples->profile;
    *model = (struct model){.samples = samples, .thread = MODEL_NONE, .method = MODEL_NONE};
    bool any = false;
    for (size_t i = 0; i < profile->moments.len; i++) {
        int64_t time = profile->moments.items[i].time_ns;
        if (time == PROFILE_NO_TIME) continue;
        if (!any || time < model->start_ns) model->start_ns = time;
        if (!any || time > model->end_ns) model->end_ns = time;
        any = true;
    }
    int64_t grain = profile->time_grain > 0 ? profile->time_grain : 1;
    if (any) model->end_ns = whole_clamped(model->end_ns, grain);
    model->from_ns = model->start_ns;
    model->to_ns = model->end_ns;
}

/* Which stacks have the method on them. */
static bool *stacks_with(const struct profile *profile, uint32_t frame) {
    bool *with = mem_alloc(profile->stacks.len);
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        with[i] = false;
        for (uint32_t k = 0; k < stack->depth && !with[i]; k++)
            with[i] = profile->stack_frames.items[stack->first + k] == frame;
    }
    return with;
}

static void count_rows(struct profile *profile) {
    for (size_t i = 0; i < profile->rows.len; i++)
        profile->rows.items[i] = (struct profile_counts){0};
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        if (!stack->samples) continue;
        const uint32_t *frames = profile->stack_frames.items + stack->first;
        for (uint32_t k = 0; k < stack->depth; k++) {
            struct profile_counts *row = &profile->rows.items[frames[k]];
            if (row->seen == i + 1) continue; /* recursion counts once */
            row->seen = i + 1;
            row->total += stack->samples;
        }
        if (stack->depth) profile->rows.items[frames[stack->depth - 1]].self += stack->samples;
    }
}

ORDERED(by_samples, struct model_thread, FALLING(samples), RISING(name))

static void count_thread(struct model *model, uint64_t *of_name, uint32_t name, uint64_t count) {
    if (!of_name[name]) array_push(&model->threads, ((struct model_thread){.name = name}));
    of_name[name] += count;
}

void model_apply(struct model *model, size_t steps) {
    struct profile *profile = &model->samples->profile;
    OWNED(mem_release)
    bool *with = model->method == MODEL_NONE ? NULL : stacks_with(profile, model->method);
    OWNED(mem_release)
    uint64_t *of_name = mem_zero(strings_ids(&profile->frames.strings), sizeof *of_name);
    for (size_t i = 0; i < profile->stacks.len; i++) profile->stacks.items[i].samples = 0;
    model->left = 0;
    model->threads.len = 0;
    model->steps.len = 0;
    while (model->steps.len < steps) array_push(&model->steps, 0);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample s = profile_sample(profile, i);
        uint32_t name = s.thread == PROFILE_NONE ? 0 : profile->threads.items[s.thread].name;
        if (with && (s.stack == PROFILE_NONE || !with[s.stack])) continue;
        bool of_thread = model->thread == MODEL_NONE || model->thread == name;
        bool timed = s.time_ns != PROFILE_NO_TIME;
        if (of_thread && timed && steps) {
            double part = (double)(s.time_ns - model->start_ns) /
                          ((double)(model->end_ns - model->start_ns) + 1);
            model->steps.items[(size_t)(part * (double)steps)] += s.count;
        }
        if (timed && (s.time_ns < model->from_ns || s.time_ns >= model->to_ns)) continue;
        count_thread(model, of_name, name, s.count);
        if (!of_thread) continue;
        model->left += s.count;
        if (s.stack != PROFILE_NONE) profile->stacks.items[s.stack].samples += s.count;
    }
    for (size_t i = 0; i < model->threads.len; i++)
        model->threads.items[i].samples = of_name[model->threads.items[i].name];
    array_sort(&model->threads, by_samples);
    profile->samples = model->left;
    count_rows(profile);
    hot_methods_free(&model->hot);
    hot_methods_compute(profile, model->sort, false, 0, &model->hot);
}

bool model_is_filtered(const struct model *model) {
    return model->thread != MODEL_NONE || model->method != MODEL_NONE ||
           model->from_ns != model->start_ns || model->to_ns != model->end_ns;
}

void model_free(struct model *model) {
    hot_methods_free(&model->hot);
    arrays_free(&model->threads, &model->steps);
}
