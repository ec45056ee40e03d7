#include "analyzers/samples/task.h"

#include "analyzers/tables/kinds.h"

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

/* What a short name stands for: patterns, or the rows of its group. */
static struct lane lane_of_short_name(enum kind_group group) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KIND_PATTERNS && kind_short_names[group].events[i]; i++)
        add_to_group(&lane, 1, kind_short_names[group].events[i]);
    return lane.group_count ? lane : lane_of_group(group);
}

bool samples_group_has(const char *const *group, const char *event) {
    for (size_t i = 0; i < GROUP_TYPES && group[i]; i++)
        if (kind_matches(group[i], event)) return true;
    return false;
}

static void add_lane(struct samples_task *task, const char *event) {
    struct lane lane = {.groups = {{event}}, .group_count = 1};
    enum kind_group group = kind_group_named(event);
    if (group) lane = lane_of_short_name(group);
    lane.name = event;
    for (size_t i = 0; i < task->lane_count; i++)
        if (strcmp(task->lanes[i].groups[0][0], lane.groups[0][0]) == 0) return; /* said twice */
    task->lanes[task->lane_count++] = lane;
}

static bool is_constructor(const char *method) {
    return strcmp(method, "<init>") == 0;
}

static bool is_hook(const char *method) {
    static const char *const functions[] = {"malloc",         "calloc",        "realloc",
                                            "posix_memalign", "aligned_alloc", "pthread_"};
    const char *end = strrchr(method, '_');
    if (!end || strcmp(end, "_hook") != 0) return false;
    return some_of(i, COUNT_OF(functions),
                   strncmp(method, functions[i], strlen(functions[i])) == 0);
}

samples_step_over *samples_task_steps_over(const struct samples_task *task, const char *event) {
    const struct kind *kind = kind_of(event);
    if (task->selection->constructors) return NULL;
    if (kind->flags & KIND_HOOKED) return is_hook;
    return kind->group == KIND_EXCEPTION ? is_constructor : NULL;
}

void samples_task_set_window(void *context, int64_t start_ns, int64_t end_ns,
                             const struct jfr_chunk *first) {
    struct samples_task *task = context;
    const struct selection *s = task->selection;
    if (task->zone.kind == ZONE_UNSAID && first) {
        struct jfr_error error;
        struct jfr_metadata *metadata = jfr_metadata_read(first, &error);
        if (metadata) task->zone = zone_of_recording(metadata->gmt_offset_ms + metadata->dst_ms);
        jfr_metadata_free(metadata);
    }
    task->window = time_window_of(&s->from, &s->to, start_ns, end_ns, &task->zone);
}

bool samples_task_needs_span(const struct samples_task *task) {
    return time_point_is_relative(&task->selection->from, &task->zone) ||
           time_point_is_relative(&task->selection->to, &task->zone);
}

void samples_task_make(const struct selection *s, const struct needs *needs,
                       struct samples_task *task) {
    bool columns = needs->keep & PROFILE_SAMPLES;
    *task = (struct samples_task){
        .selection = s,
        .needs = needs,
        .by = needs->finest == BY_METHOD ? s->by : needs->finest,
        .frame_type = s->frame_type || needs->types || needs->finest != BY_METHOD,
        .modules = s->by == BY_MODULE || needs->modules || needs->finest != BY_METHOD,
        .zone = s->zone,
        .has_window = selection_has_window(s),
        .needs_context = s->thread || s->states.len || needs->thread_roots || needs->clusters ||
                         columns || s->within || s->split_field,
    };
    for (size_t i = 0; i < s->events.len; i++) add_lane(task, s->events.items[i]);
    if (s->events.len == 0) task->lanes[task->lane_count++] = default_lane();
    task->own_lanes = task->lane_count;
    for (const char *const *other = needs->others; other && *other; other++)
        if (task->lane_count < MAX_LANES) add_lane(task, *other);
    task->needs_time = task->has_window || s->within || needs->clusters ||
                       (columns && needs->time_grain != SAMPLES_NO_TIMES);
    samples_task_set_window(task, 0, 0, NULL);
}
