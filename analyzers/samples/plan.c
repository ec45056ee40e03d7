/* Samples: which events of a chunk are wanted, and of what fields. */
#include "analyzers/samples/clocks.h"
#include "analyzers/tables/clocked.h"
#include "analyzers/samples/state.h"
#include "analyzers/tables/kinds.h"
#include "base/suggest.h"

#include <stdio.h>

/* What a number of the field is multiplied with to make ns or bytes; 0 if it is neither. */
static double scale_of(const struct jfr_chunk *chunk, const struct jfr_field *field) {
    if (field == NULL) return 0;
    switch (field->unit) {
    case JFR_UNIT_TICKS_SPAN: return 1 / chunk->ticks_per_ns;
    case JFR_UNIT_US_SPAN: return 1e3;
    case JFR_UNIT_MS_SPAN: return 1e6;
    case JFR_UNIT_S_SPAN: return 1e9;
    case JFR_UNIT_BITS: return 1.0 / 8;
    default: return 1;
    }
}

/* What lies in constants as a rule. */
static const size_t pooled[] = {SLOT_STACK, SLOT_THREAD, SLOT_STATE, SLOT_ABOUT};

/* Do the slots of two plans hold keys of the same pool, or the same kind of value? */
static bool alike(const struct jfr_plan *a, const struct jfr_plan *b, size_t slot) {
    const struct jfr_field *x = jfr_plan_field(a, slot), *y = jfr_plan_field(b, slot);
    return x == y || (x && y && x->type == y->type && x->pooled == y->pooled);
}

/* The path of what samples are told apart by: a thread or a class is asked for as a whole, of other
 * structs of several fields the name is. */
static const char *about_path(const struct jfr_type *type, const char *about, struct text *out) {
    const struct jfr_field *field = about ? jfr_field_by_name(type, about) : NULL;
    if (!field || !field->type || field->array || field->type->base != JFR_STRUCT) return about;
    bool whole = strcmp(field->type->name, "java.lang.Thread") == 0 ||
                 strcmp(field->type->name, "java.lang.Class") == 0;
    if (!whole && (field->type->field_count < 2 || !jfr_field_by_name(field->type, "name")))
        return about;
    text_add(out, about);
    text_add(out, whole ? "." : ".name");
    return text_str(out);
}

/* Is the type taken for a name that stands for it alone? It counts once, however often it is named.
 */
static bool is_planned(const struct samples_state *s, const struct jfr_type *type) {
    EACH (const struct event_plan, plan, &s->plans)
        if (plan->type == type && s->task->lanes[plan->lane].group_count == 1) return true;
    return false;
}

static void plan_event(struct samples_state *s, struct walk *walk, const struct jfr_type *type,
                       const struct kind *kind, size_t lane, size_t group) {
    s->lanes[lane].declared = true;
    if (!jfr_field_by_name(type, "stackTrace") || is_planned(s, type)) return;
    bool values = s->task->needs->values;
    const char *weight = kind->weight, *value = values ? kind->value : NULL;
    const char *factor = value ? kind->factor : NULL;
    if (value && kind->flags & KIND_OR_PERIOD && !jfr_field_by_name(type, value)) value = NULL;
    const struct samples_task *q = s->task;
    bool lasts = value && strcmp(value, "duration") == 0;
    const char *about = q->selection->within ? q->selection->within->id_field : NULL;
    OWNED(text_free) struct text path = {0};
    if (!about) about = about_path(type, q->selection->split_field, &path);
    const char *const fields[SLOTS] = {"stackTrace.", "startTime", "sampledThread.|eventThread.",
                                       "state",       about,       weight,
                                       value,         factor};
    /* Fields that nobody asks for are not even taken. */
    bool clocked = clocked_may_differ(&walk->sampler, type);
    const bool use[SLOTS] = {true,
                             q->needs_time || lasts,
                             q->needs_context,
                             q->needs_context || clocked,
                             about,
                             weight,
                             value,
                             factor};
    const char *wanted[SLOTS];
    for (size_t i = 0; i < SLOTS; i++) wanted[i] = use[i] ? fields[i] : NULL;
    struct event_plan plan = {.type = type,
                              .kind = kind,
                              .lane = lane,
                              .group = group,
                              .clocked = clocked,
                              .grain = samples_grain_read(q, lane)};
    plan.plan = jfr_plan_compile(walk->chunk, type, wanted, SLOTS, NULL);
    if (plan.plan == NULL) return;
    const struct jfr_field *time = jfr_plan_field(plan.plan, SLOT_TIME);
    if (time) plan.time_unit = time->unit;
    for (size_t i = 0; i < sizeof pooled / sizeof *pooled; i++)
        plan.places |= jfr_plan_is_position(plan.plan, pooled[i]);
    plan.has_weight = jfr_plan_field(plan.plan, SLOT_WEIGHT);
    plan.has_factor = jfr_plan_field(plan.plan, SLOT_FACTOR);
    if (value) plan.scale = scale_of(walk->chunk, jfr_field_by_name(type, value));
    plan.lasts = lasts && time;
    if (s->task->needs->values && (value == NULL || plan.scale > 0)) plan.unit = kind->unit;
    for (; plan.like < s->plans.len; plan.like++) {
        const struct jfr_plan *other = s->plans.items[plan.like].plan;
        if (alike(plan.plan, other, SLOT_THREAD) && alike(plan.plan, other, SLOT_STATE) &&
            alike(plan.plan, other, SLOT_ABOUT))
            break;
    }
    if (!walk_want(walk, type, (uint32_t)s->plans.len)) {
        jfr_plan_free(plan.plan);
        return;
    }
    if (clocked && s->clocked == SIZE_MAX) s->clocked = s->plans.len;
    array_push(&s->plans, plan);
}

static void plan_named(struct samples_state *s, struct walk *walk, const char *name, size_t lane,
                       size_t group) {
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, name);
    for (; type; type = type->next) plan_event(s, walk, type, kind_of(type->name), lane, group);
}

/* Whole names are looked up, for patterns all types are. */
static void plan_events(struct samples_state *s, struct walk *walk, const char *pattern,
                        size_t lane, size_t group) {
    const struct jfr_metadata *metadata = walk->metadata;
    if (!strpbrk(pattern, "*?")) {
        char name[200];
        plan_named(s, walk, pattern, lane, group);
        int len = snprintf(name, sizeof name, "jdk.%s", pattern);
        if (!strchr(pattern, '.') && len < (int)sizeof name) plan_named(s, walk, name, lane, group);
        return;
    }
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        if (type->event && kind_matches(pattern, type->name))
            plan_event(s, walk, type, kind_of(type->name), lane, group);
    }
}

/* Wall-clock samples may be recorded under the other name. Where a lane has both, they are found
 * among its CPU samples (clocks_settle). */
static void plan_wall(struct samples_state *s, struct walk *walk, size_t lane) {
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, KIND_CPU_EVENT);
    size_t group = clocks_wall_group(s->task, lane);
    if (group > s->lanes[lane].group || group == s->task->lanes[lane].group_count) return;
    for (size_t i = 0; i < s->plans.len; i++)
        if (s->plans.items[i].lane == lane && s->plans.items[i].clocked) return;
    for (; type; type = type->next)
        if (clocked_may_differ(&walk->sampler, type))
            plan_event(s, walk, type, kind_of(KIND_WALL_EVENT), lane, group);
}

/* Which of the types that are described may the name be meant for? Of equally near ones the first
 * by name, whatever order chunks are read in. */
static void find_nearest(struct samples_state *s, const struct jfr_metadata *metadata,
                         size_t lane) {
    struct suggest suggest = suggest_for(s->task->lanes[lane].name);
    const char *nearest = strings_get(&s->names, s->lanes[lane].nearest);
    if (*nearest) suggest_offer_dotted(&suggest, nearest);
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        unsigned before = suggest.distance;
        if (!type->event || !jfr_field_by_name(type, "stackTrace")) continue;
        struct suggest one = suggest_for(suggest.word);
        suggest_offer_dotted(&one, type->name);
        bool sooner = one.best && suggest.best && one.distance == before &&
                      strcmp(one.best, suggest.best) < 0;
        if (one.best && (one.distance < before || sooner)) suggest = one;
    }
    if (suggest.best) s->lanes[lane].nearest = strings_add(&s->names, suggest.best);
}

void samples_plan(void *state, struct walk *walk) {
    struct samples_state *s = state;
    s->walk = walk;
    s->clocked = SIZE_MAX;
    s->context = UINT32_MAX;
    for (size_t i = 0; i < s->task->lane_count; i++) {
        const struct lane *lane = &s->task->lanes[i];
        for (size_t g = 0; g < lane->group_count && g <= s->lanes[i].group; g++)
            for (size_t t = 0; t < GROUP_TYPES && lane->groups[g][t]; t++)
                plan_events(s, walk, lane->groups[g][t], i, g);
        plan_wall(s, walk, i);
        if (lane->name && !s->lanes[i].declared) find_nearest(s, walk->metadata, i);
    }
    /* That of samples which are not told apart, where others are. */
    if (s->clocked != SIZE_MAX && !s->task->needs_context)
        array_push(&s->contexts, (struct samples_context){.plan = 0});
}
