#include "analyzers/samples/clocks.h"

#include "analyzers/samples/resolve.h"
#include "analyzers/tables/kinds.h"
#include "parser/waits.h"
#include "parser/value.h"

#define MAX_STATE 32 /* bytes of its name that are looked at */

size_t clocks_wall_group(const struct samples_task *task, size_t lane) {
    const struct lane *l = &task->lanes[lane];
    size_t group = 0;
    while (group < l->group_count && !samples_group_has(l->groups[group], KIND_WALL_EVENT)) group++;
    return group;
}

/* Was the type asked for by its name? */
static bool takes_all(const struct samples_task *task, const struct event_plan *plan) {
    const struct lane *lane = &task->lanes[plan->lane];
    return lane->name && kind_group_named(lane->name) == KIND_NO_GROUP &&
           samples_group_has(lane->groups[plan->group], KIND_CPU_EVENT);
}

bool clocks_undecided(const struct samples_state *s, size_t lane) {
    for (size_t i = s->clocked; i < s->plans.len; i++)
        if (s->plans.items[i].lane == lane && s->plans.items[i].clocked) return true;
    return false;
}

/* A bit of SAMPLER_DEFAULT and SAMPLER_SLEEPING, or 0. */
static unsigned state_of(const struct samples_state *s, const struct samples_context *context) {
    const uint8_t *at = samples_state_text(s, context);
    OWNED(text_free) struct text name = {0};
    if (at) string_add(s->walk->chunk, at, MAX_STATE, &name);
    return strcmp(text_str(&name), "STATE_DEFAULT") == 0    ? SAMPLER_DEFAULT
           : strcmp(text_str(&name), "STATE_SLEEPING") == 0 ? SAMPLER_SLEEPING
                                                            : 0;
}

/* Where neither settings nor states say anything: do threads wait in most samples? Then the clock
 * went on meanwhile. */
static bool mostly_waits(struct samples_state *s) {
    const struct event_plan *plan = &s->plans.items[s->clocked];
    const struct buckets *b = &s->buckets[plan->lane][plan->group];
    OWNED(profile_free) struct profile profile = {.keep = PROFILE_STACKS};
    struct resolver *resolver = resolver_open(s->task, s->walk->chunk, s->walk->metadata,
                                              s->walk->constants, s->matcher, &profile, NULL);
    uint64_t waits = 0, all = 0, *samples = mem_zero(b->keys.len, sizeof *samples);
    for (size_t i = 0; i < b->items.len; i++)
        samples[b->items.items[i].stack] += moments_count(&b->items, i);
    for (size_t i = 0; i < b->keys.len; i++) {
        struct stack stack;
        if (resolver_stack(resolver, b->keys.items[i], UINT32_MAX, &stack) != STACK_OK) continue;
        const struct frame *top = &profile.frames.rows.items[stack.frames[0]];
        const struct strings *names = &profile.frames.strings;
        all += samples[i];
        if (waits_only(strings_get(names, top->class_name), strings_get(names, top->method)))
            waits += samples[i];
    }
    free(samples);
    resolver_close(resolver);
    return waits && waits >= all - waits;
}

struct counts {
    uint64_t cpu, wall;
    bool unsaid;
};

static struct counts tell_apart(struct samples_state *s) {
    struct counts counts = {0};
    unsigned states = 0;
    for (size_t i = 0; i < s->contexts.len; i++)
        if (s->contexts.items[i].events) states |= state_of(s, &s->contexts.items[i]);
    enum sampler_clock clock = sampler_clock(&s->walk->sampler, states);
    if (clock == SAMPLER_UNSAID && mostly_waits(s)) clock = SAMPLER_WALL;
    counts.unsaid = clock == SAMPLER_UNSAID;
    EACH (struct samples_context, c, &s->contexts) {
        c->wall = c->events && (clock == SAMPLER_WALL ||
                                (clock == SAMPLER_BY_STATE && state_of(s, c) != SAMPLER_DEFAULT));
        *(c->wall ? &counts.wall : &counts.cpu) += c->events;
    }
    return counts;
}

/* Samples of the other clock leave the group; to: for the lane's group of theirs, if it has one. */
static void sort_out(struct samples_state *s, const struct event_plan *plan, bool wall,
                     struct buckets *to) {
    struct buckets *from = &s->buckets[plan->lane][plan->group];
    size_t kept = 0;
    for (size_t i = 0; i < from->items.len; i++) {
        const struct moment *item = &from->items.items[i];
        const struct samples_context *c = &s->contexts.items[item->who];
        struct bucket bucket = {buckets_stack(from, i), item->who, item->time_ns,
                                moments_count(&from->items, i), moments_value(&from->items, i)};
        if (c->wall == wall || !c->events) moments_move(&from->items, kept++, i, *item);
        else if (to) buckets_add(to, &bucket, 1, false);
    }
    moments_keep(&from->items, kept);
}

static void sort_lane(struct samples_state *s, const struct event_plan *plan) {
    size_t group = clocks_wall_group(s->task, plan->lane);
    bool has_wall = group < s->task->lanes[plan->lane].group_count;
    bool wall = plan->kind->group == KIND_WALL;
    if (takes_all(s->task, plan)) return;
    sort_out(s, plan, wall, !wall && has_wall ? &s->buckets[plan->lane][group] : NULL);
}

/* Events are counted by what they are, unless the type was asked for. */
static void count(struct samples_state *s, struct counts counts) {
    const struct event_plan *first = &s->plans.items[s->clocked];
    bool by_type = false;
    for (size_t i = s->clocked; i < s->plans.len; i++)
        by_type = by_type || (s->plans.items[i].clocked && takes_all(s->task, &s->plans.items[i]));
    if (by_type) counts = (struct counts){counts.cpu + counts.wall, 0, false};
    if (counts.cpu) samples_count_event(s, first->type->name, first->type->label, counts.cpu);
    if (counts.wall) samples_count_event(s, KIND_WALL_EVENT, NULL, counts.wall);
    s->clocks.wall += counts.wall;
    if (counts.unsaid) s->clocks.unsaid += counts.cpu;
}

void clocks_settle(struct samples_state *s) {
    if (s->clocked == SIZE_MAX) return;
    count(s, tell_apart(s));
    for (size_t i = s->clocked; i < s->plans.len; i++)
        if (s->plans.items[i].clocked) sort_lane(s, &s->plans.items[i]);
}

/* Events count whether or not they are within the times that were asked for. */
size_t clocks_group(const struct samples_state *s, size_t lane) {
    size_t best = SIZE_MAX, wall = clocks_wall_group(s->task, lane);
    struct counts counts = {0};
    EACH (const struct samples_context, c, &s->contexts)
        *(c->wall ? &counts.wall : &counts.cpu) += c->events;
    for (size_t i = s->clocked; i < s->plans.len; i++) {
        const struct event_plan *plan = &s->plans.items[i];
        if (plan->lane != lane || !plan->clocked) continue;
        bool own = takes_all(s->task, plan)         ? counts.cpu + counts.wall > 0
                   : plan->kind->group == KIND_WALL ? counts.wall > 0
                                                    : counts.cpu > 0;
        if (own && plan->group < best) best = plan->group;
        if (counts.wall && wall < s->task->lanes[lane].group_count && wall < best) best = wall;
    }
    return best;
}

struct periods {
    int64_t said, cpu, wall;
};

static int64_t period_of(const struct samples_state *s, const struct moment *item,
                         const struct periods *periods) {
    if (s->clocked == SIZE_MAX || !s->contexts.items[item->who].events) return periods->said;
    return s->contexts.items[item->who].wall ? periods->wall : periods->cpu;
}

void clocks_add_periods(struct samples_state *s, size_t lane) {
    const struct lane_state *state = &s->lanes[lane];
    struct buckets *b = &s->buckets[lane][state->group];
    enum profile_unit unit = PROFILE_NO_UNIT;
    struct periods periods = {0};
    EACH (const struct event_plan, plan, &s->plans) {
        bool moved = plan->clocked && clocks_wall_group(s->task, lane) == state->group;
        if (plan->lane != lane || (plan->group != state->group && !moved)) continue;
        unit = plan->unit;
        if (unit != PROFILE_NS || plan->scale != 0) continue;
        if (plan->clocked) {
            periods.cpu = facts_chunk_period(s->walk, KIND_CPU_EVENT);
            periods.wall = facts_chunk_period(s->walk, KIND_WALL_EVENT);
        } else {
            periods.said = facts_chunk_period(s->walk, plan->kind->event);
        }
    }
    if (b->items.len) profile_set_unit(&s->lanes[lane].profile, unit);
    bool alike = true;
    for (size_t i = 0; i < b->items.len; i++)
        alike = alike && period_of(s, &b->items.items[i], &periods) ==
                             period_of(s, &b->items.items[0], &periods);
    for (size_t i = 0; i < b->items.len; i++) {
        int64_t each = period_of(s, &b->items.items[i], &periods);
        int64_t samples = (int64_t)moments_count(&b->items, i);
        if (alike && each > 0) moments_worth(&b->items, each);
        if (alike) break;
        if (each > 0 && samples < INT64_MAX / each) moments_set_value(&b->items, i, samples * each);
    }
}
