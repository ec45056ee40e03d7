#include "analyzers/samples/task.h"

#include "analyzers/tables/kinds.h"

#include <string.h>

/* ==== Event types that are samples ========================================================== */

static void add_to_group(struct lane *lane, size_t rank, const char *event) {
    size_t t = 0;
    while (t + 1 < GROUP_TYPES && lane->groups[rank - 1][t]) t++;
    lane->groups[rank - 1][t] = event;
    if (lane->group_count < rank) lane->group_count = rank;
}

static struct lane lane_of_group(enum kind_group group) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].group == group) add_to_group(&lane, kinds[i].rank, kinds[i].event);
    return lane;
}

static struct lane default_lane(void) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].usual) add_to_group(&lane, kinds[i].usual, kinds[i].event);
    add_to_group(&lane, lane.group_count + 1, OTHER_PROFILE);
    return lane;
}

static void add_lane(struct samples_task *task, const char *event) {
    struct lane lane = {.groups = {{event}}, .group_count = 1};
    enum kind_group group = kind_group_named(event);
    if (group) lane = lane_of_group(group);
    for (size_t i = 0; i < task->lane_count; i++)
        if (strcmp(task->lanes[i].groups[0][0], lane.groups[0][0]) == 0) return; /* said twice */
    task->lanes[task->lane_count++] = lane;
}

/* ==== Time ================================================================================== */

void samples_task_set_window(void *context, int64_t start_ns, int64_t end_ns) {
    struct samples_task *task = context;
    const struct selection *s = task->selection;
    task->from_ns = time_point_resolve(&s->from, start_ns, end_ns, INT64_MIN);
    task->to_ns = time_point_resolve(&s->to, start_ns, end_ns, INT64_MAX);
}

bool samples_task_needs_span(const struct samples_task *task) {
    return time_point_is_relative(&task->selection->from) ||
           time_point_is_relative(&task->selection->to);
}

/* ==== Making ================================================================================ */

void samples_task_make(const struct selection *s, const struct needs *needs,
                       struct samples_task *task) {
    bool columns = needs->keep & PROFILE_SAMPLES;
    *task = (struct samples_task){
        .selection = s,
        .needs = needs,
        .by = needs->finest == BY_METHOD ? s->by : needs->finest,
        .frame_type = s->frame_type || needs->types || needs->finest != BY_METHOD,
        .modules = s->by == BY_MODULE || needs->modules || needs->finest != BY_METHOD,
        .has_window = s->from.kind != TIME_NONE || s->to.kind != TIME_NONE,
        .needs_context =
            s->thread || s->states.len || needs->thread_roots || needs->clusters || columns,
    };
    for (size_t i = 0; i < s->events.len; i++) add_lane(task, s->events.items[i]);
    if (s->events.len == 0) task->lanes[task->lane_count++] = default_lane();
    task->needs_time =
        task->has_window || needs->clusters || (columns && needs->time_grain != SAMPLES_NO_TIMES);
    samples_task_set_window(task, 0, 0);
}
