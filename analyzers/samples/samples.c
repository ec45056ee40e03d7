/* Samples: how a chunk goes through a worker's state. */
#include "analyzers/samples/clocks.h"
#include "analyzers/samples/resolve.h"
#include "analyzers/samples/state.h"
#include "parser/plan.h"
#include "parser/value.h"
#include "base/prefetch.h"
#include "base/units.h"

#define MAX_STATE 500 /* bytes of its name */

/* ==== Reading a chunk ======================================================================= */

/* What lies in constants as a rule. */
static const size_t pooled[] = {SLOT_STACK, SLOT_THREAD, SLOT_STATE, SLOT_ABOUT};

static bool is_context(const void *context, const void *content) {
    const struct samples_context *a = context, *b = content;
    return a->thread == b->thread && a->state == b->state && a->about == b->about &&
           a->plan == b->plan;
}

static uint32_t context_of(struct samples_state *s, const uint64_t *values, uint32_t plan) {
    uint64_t thread = values[SLOT_THREAD], thread_state = values[SLOT_STATE];
    uint64_t about = values[SLOT_ABOUT], key = map_mix(map_mix(thread) ^ thread_state) + plan;
    struct samples_context context = {thread, thread_state, about, plan, 0, 0, false};
    bool fresh;
    if (s->context < s->contexts.len && is_context(&s->contexts.items[s->context], &context))
        return s->context; /* a thread's samples come one after the other */
    if (about) key = map_mix(key ^ map_mix(about));
    uint64_t *index = map_enter(&s->context_index, key, is_context, &s->contexts, &context, &fresh);
    if (fresh) {
        *index = s->contexts.len;
        uint64_t *number = map_put(&s->cluster_threads, thread, &fresh);
        if (fresh) *number = s->cluster_threads.len;
        context.cluster = (uint32_t)*number;
        array_push(&s->contexts, context);
    }
    return s->context = (uint32_t)*index;
}

/* Beyond this a value is damage: 2^53 ns are 100 days, 2^53 bytes 8 petabytes. */
#define MAX_VALUE 9007199254740992.0

/* 0: it is none, or such a duration cannot be. */
static int64_t value_of(struct event_plan *plan, const struct walk *walk, const uint64_t *values) {
    double value = (double)(int64_t)values[SLOT_VALUE] * plan->scale, factor;
    if (plan->has_factor) {
        memcpy(&factor, &values[SLOT_FACTOR], sizeof factor);
        value *= factor;
    }
    int64_t whole = value > 0 && value < MAX_VALUE ? (int64_t)(value + 0.5) : 0;
    if (!plan->lasts || value == 0) return whole;
    int64_t start = jfr_chunk_time_in(walk->chunk, plan->time_unit, (int64_t)values[SLOT_TIME]);
    if (whole && spans_hold(&walk->spans, start, whole)) return whole;
    if (whole || value < 0 || value >= MAX_VALUE) plan->not_held++;
    return 0;
}

int64_t samples_lane_grain(const struct samples_task *task, size_t lane) {
    return lane < task->own_lanes ? task->needs->time_grain : task->needs->others_grain;
}

/* Of the times that samples of the lane are shown with. */
static int64_t grain_shown(const struct samples_task *task, size_t lane) {
    return task->needs->keep & PROFILE_SAMPLES ? samples_lane_grain(task, lane) : SAMPLES_NO_TIMES;
}

/* Of those that they are counted by, which clusters need in seconds at least. */
static int64_t grain_counted(const struct samples_task *task, size_t lane) {
    int64_t grain = grain_shown(task, lane);
    bool fine = grain != SAMPLES_NO_TIMES && grain <= NS_PER_S;
    return task->needs->clusters && !fine ? NS_PER_S : grain;
}

int64_t samples_grain_read(const struct samples_task *task, size_t lane) {
    return task->selection->within ? 0 : grain_counted(task, lane);
}

static int64_t time_in(int64_t grain, int64_t time) {
    return grain == SAMPLES_NO_TIMES ? PROFILE_NO_TIME : moments_floor(grain, time);
}

/* Keys for what lies in the event, so that it is told apart like constants. */
static void place(const struct jfr_plan *plan, const struct walk *walk, uint64_t *values) {
    for (size_t i = 0; i < sizeof pooled / sizeof *pooled; i++)
        if (jfr_plan_is_position(plan, pooled[i]))
            values[pooled[i]] =
                walk_place(walk, jfr_plan_field(plan, pooled[i])->type, values[pooled[i]]);
}

/* False: it is none of those that are asked for. */
static bool make_sample(struct samples_state *s, const struct walk *walk, uint32_t tag,
                        uint64_t *values, struct bucket *out) {
    struct event_plan *plan = &s->plans.items[tag];
    const struct samples_task *q = s->task;
    if (plan->places) place(plan->plan, walk, values);
    if (walk_is_others(walk, values[SLOT_STACK])) return false;
    struct bucket sample = {.stack = values[SLOT_STACK], .time_ns = PROFILE_NO_TIME, .samples = 1};
    if (q->needs_context || plan->clocked) sample.context = context_of(s, values, plan->like);
    if (tag == s->clocked) s->contexts.items[sample.context].events++;
    if (q->needs_time) {
        int64_t time = jfr_chunk_time_in(walk->chunk, plan->time_unit, (int64_t)values[SLOT_TIME]);
        bool inside = time_window_has(&q->window, time);
        if (inside == (q->selection->not_then && q->has_window)) return false;
        sample.time_ns = time;
        if (plan->grain == SAMPLES_NO_TIMES) sample.time_ns = PROFILE_NO_TIME;
        else if (plan->grain > 1)
            sample.time_ns = moments_floor_near(plan->grain, time, &plan->begin);
    }
    if (plan->has_weight) sample.samples = values[SLOT_WEIGHT];
    if (sample.samples > INT32_MAX) sample.samples = 1; /* negative, or damaged */
    if (plan->scale > 0) sample.value = value_of(plan, walk, values);
    *out = sample;
    return true;
}

void samples_events(void *state, const struct walk *walk, uint32_t tag,
                    const struct jfr_event *events, size_t count) {
    struct samples_state *s = state;
    const struct samples_task *q = s->task;
    uint64_t values[PLAN_MANY][SLOTS];
    struct bucket samples[BUCKETS_AT_ONCE];
    _Static_assert((int)PLAN_MANY <= (int)BUCKETS_AT_ONCE, "they are added at once");
    const struct event_plan *plan = &s->plans.items[tag];
    struct buckets *buckets = &s->buckets[plan->lane][plan->group];
    bool all_differ = q->needs->keep & PROFILE_SAMPLES && samples_lane_grain(q, plan->lane) == 0;
    for (size_t most; count; events += most, count -= most) {
        most = count < PLAN_MANY ? count : PLAN_MANY;
        uint64_t unread =
            plan_read_many(plan->plan, walk->chunk, PLAN_BATCH(events, most), *values, SLOTS);
        size_t made = 0;
        for (size_t i = 0; buckets_are_far(buckets) && i < most; i++)
            map_prefetch(&buckets->numbers, values[i][SLOT_STACK]);
        for (size_t i = 0; i < most; i++) {
            if (unread >> i & 1) values[i][SLOT_STACK] = 0;
            made += make_sample(s, walk, tag, values[i], &samples[made]);
        }
        buckets_add(buckets, samples, made, !all_differ);
    }
}

static void count_without_stack(struct samples_state *s, const char *name, uint64_t count) {
    for (size_t i = 0; i < s->task->lane_count; i++) {
        const struct lane *lane = &s->task->lanes[i];
        for (size_t g = 0; lane->name && g < lane->group_count; g++)
            if (samples_group_has(lane->groups[g], name)) s->lanes[i].without_stack += count;
    }
}

static void count_events(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct samples_state *s = context;
    const struct jfr_type *type = jfr_type_by_id(s->walk->metadata, type_id);
    if (!type || (s->clocked < s->plans.len && s->plans.items[s->clocked].type == type)) return;
    const struct jfr_field *stack = jfr_field_by_name(type, "stackTrace");
    if (stack && (stack->pooled || (stack->type && stack->type->base == JFR_STRUCT)))
        samples_count_event(s, type->name, type->label, tally.count);
    else count_without_stack(s, type->name, tally.count);
}

/* The lane's best group that occurs in this chunk. What is worse than what an earlier chunk had
 * is left out; what is better makes the earlier ones void. */
static bool choose_group(struct samples_state *s, size_t lane) {
    size_t best = clocks_undecided(s, lane) ? clocks_group(s, lane) : SIZE_MAX;
    EACH (const struct event_plan, plan, &s->plans) {
        if (plan->lane == lane && plan->group < best && !plan->clocked && plan->occurs)
            best = plan->group;
    }
    return best != SIZE_MAX && samples_lane_take(s, lane, best, "");
}

static void ask_stacks(struct walk *walk, const struct buckets *b) {
    walk_ask(walk, true);
    for (size_t k = 0; k < b->keys.len; k++) walk_ask_stack(walk, b->keys.items[k]);
}

void samples_walked(void *state, struct walk *walk) {
    struct samples_state *s = state;
    samples_take_offset(s, walk->chunk->start_ns,
                        walk->metadata->gmt_offset_ms + walk->metadata->dst_ms);
    if (walk->share == 0) walk_tallies(walk, count_events, s);
    EACH (struct event_plan, plan, &s->plans)
        plan->occurs = walk_tally(walk, plan->type->id).count > 0;
    for (size_t i = 0; i < s->task->lane_count; i++) {
        if (clocks_undecided(s, i)) continue; /* until the states are there */
        s->chosen[i] = choose_group(s, i);
        if (s->chosen[i]) ask_stacks(walk, &s->buckets[i][s->lanes[i].group]);
    }
    for (size_t i = 0; i < s->task->lane_count; i++)
        for (size_t g = 0; clocks_undecided(s, i) && g < s->task->lanes[i].group_count; g++)
            ask_stacks(walk, &s->buckets[i][g]);
    if (s->clocked != SIZE_MAX) walk_ask(walk, true);
}

/* ==== From keys to names ==================================================================== */

struct context_verdict {
    bool pass;
    uint32_t root;          /* frame of the thread, or UINT32_MAX */
    uint32_t thread, state; /* as in struct profile_sample */
    uint32_t who;           /* their number, where samples are kept */
    size_t span;            /* of selection.within */
    uint32_t group;         /* likewise: that the sample's own span is in */
};
static const struct context_verdict not_judged = {.pass = true,
                                                  .root = UINT32_MAX,
                                                  .thread = PROFILE_NONE,
                                                  .span = WITHIN_NONE,
                                                  .group = WITHIN_NO_GROUP};

const uint8_t *samples_state_text(const struct samples_state *s,
                                  const struct samples_context *context) {
    const struct jfr_plan *plan = s->plans.items[context->plan].plan;
    const struct jfr_constants *constants = s->walk->constants;
    if (!jfr_plan_is_position(plan, SLOT_STATE))
        return string_of_slot(plan, constants, SLOT_STATE, context->state);
    const struct jfr_type *type = jfr_plan_field(plan, SLOT_STATE)->type;
    const uint8_t *at = jfr_constant_find(constants, type, context->state);
    return at ? string_find(constants, at) : NULL;
}

/* What the sample's own field says. */
static void add_about(const struct samples_state *s, struct resolver *resolver,
                      const struct samples_context *context, struct text *out) {
    const struct jfr_plan *plan = s->plans.items[context->plan].plan;
    const struct jfr_constants *constants = s->walk->constants;
    char buffer[MAX_STATE + 1];
    struct jfr_value value = {.kind = JFR_VALUE_NULL};
    if (jfr_plan_slot(plan, SLOT_ABOUT) == JFR_SLOT_STRUCT) {
        if (strcmp(jfr_plan_field(plan, SLOT_ABOUT)->type->name, "java.lang.Class") == 0)
            resolver_class(resolver, context->about, out);
        else resolver_thread(resolver, context->about, out, NULL);
    } else if (jfr_plan_is_position(plan, SLOT_ABOUT)) {
        const struct jfr_type *type = jfr_plan_field(plan, SLOT_ABOUT)->type;
        bool text = jfr_plan_slot(plan, SLOT_ABOUT) == JFR_SLOT_TEXT;
        const uint8_t *at = text ? jfr_constant_find(constants, type, context->about) : NULL;
        at = at ? string_find(constants, at) : NULL;
        if (at) string_add(s->walk->chunk, at, MAX_STATE, out);
    } else if (jfr_plan_field(plan, SLOT_ABOUT)) {
        value = jfr_plan_value(plan, constants, SLOT_ABOUT, context->about, buffer, sizeof buffer);
    }
    if (value.kind == JFR_VALUE_TEXT) text_add(out, value.text);
    if (value.kind == JFR_VALUE_REAL) text_addf(out, "%g", value.real);
    if (value.kind == JFR_VALUE_NUMBER && value.number)
        text_addf(out, "%lld", (long long)value.number);
}

/* The frame that stands below all others of samples about this. */
static uint32_t frame_about(struct profile *profile, const char *name, size_t len) {
    struct frame frame = {.line = -1, .bci = -1, .type = FRAME_THREAD};
    if (!len) name = SAMPLES_ABOUT_NOTHING, len = strlen(name);
    frame.class_name = strings_intern(&profile->frames.strings, name, len);
    return frames_intern(&profile->frames, &frame);
}

static struct context_verdict judge(struct samples_state *s, struct resolver *resolver,
                                    struct profile *profile,
                                    const struct samples_context *context) {
    struct context_verdict v = not_judged;
    const struct selection *selection = s->task->selection;
    bool columns = s->task->needs->keep & PROFILE_SAMPLES, roots = s->task->needs->thread_roots;
    OWNED(text_free) struct text name = {0};
    if (selection->thread || roots || columns || selection->within) {
        struct profile_thread thread = {0};
        if (!resolver_thread(resolver, context->thread, &name, &thread)) text_add(&name, "unknown");
        else if (columns) v.thread = profile_add_thread(profile, &thread);
        if (selection->within)
            v.span = within_find(selection->within,
                                 (struct within_thread){thread.os_id, thread.java_id});
        if (selection->within && selection->within->id_field)
            v.group = within_group_of_id(selection->within, context->about);
        if (selection->thread) {
            samples_remember(s, &s->threads_seen, &name);
            v.pass =
                regex_matches(selection->regexes->thread, s->matcher, text_str(&name), name.len);
        }
        if (roots && v.pass) {
            OWNED(text_free) struct text root = {0};
            text_addf(&root, "[%s tid=%llu]", text_str(&name), (unsigned long long)thread.os_id);
            struct frame frame = {.line = -1, .bci = -1, .type = FRAME_THREAD};
            frame.class_name = strings_intern(&profile->frames.strings, text_str(&root), root.len);
            v.root = frames_intern(&profile->frames, &frame);
        }
    }
    if ((selection->states.len || columns) && v.pass) {
        text_clear(&name);
        const uint8_t *at = samples_state_text(s, context);
        bool known = at != NULL;
        if (known) string_add(s->walk->chunk, at, MAX_STATE, &name);
        if (known) samples_remember(s, &s->states_seen, &name);
        if (known && columns)
            v.state = strings_intern(&profile->frames.strings, text_str(&name), name.len);
        v.pass = selection->states.len == 0;
        for (size_t i = 0; known && i < selection->states.len; i++)
            if (selection_state_matches(selection->states.items[i], text_str(&name))) v.pass = true;
    }
    if (selection->split_field && v.pass) {
        text_clear(&name);
        add_about(s, resolver, context, &name);
        v.root = frame_about(profile, text_str(&name), name.len);
    }
    if (columns) v.who = profile_add_who(profile, v.thread, v.state);
    return v;
}

/* ==== Clusters ============================================================================== */

static void count_cluster(struct samples_state *s, const struct moment *item, uint64_t samples) {
    uint64_t thread = s->contexts.items[item->who].cluster;
    uint64_t second = (uint64_t)(moments_floor(NS_PER_S, item->time_ns) / NS_PER_S) & UINT32_MAX;
    bool fresh;
    *map_put(&s->clusters, thread << 32 | second, &fresh) += samples;
}

static void sum_up_clusters(struct samples_state *s, struct profile_clusters *sums) {
    for (size_t i = 0; i < s->clusters.size; i++) {
        uint64_t samples = s->clusters.slots[i].value;
        if (samples == MAP_EMPTY) continue;
        sums->clusters++;
        sums->samples += samples;
        sums->squares += samples * samples;
    }
    map_clear(&s->clusters);
}

/* ==== Adding up ============================================================================= */

/* Does each sample that passes have a root which says what it is about? */
static bool is_split(const struct samples_state *s) {
    const struct selection *selection = s->task->selection;
    return selection->split_field || (selection->within && selection->within->grouped);
}

/* Who asks for a kind of waits means what waits for something; a type is all of its events. */
static bool leaves_idle(const char *name) {
    return name &&
           (strcmp(name, "lock") == 0 || strcmp(name, "io") == 0 || strcmp(name, "socket") == 0);
}

/* Buckets that agree in stack and root (thread), as far as they pass: a stack that many threads had
 * is resolved once. */
struct run {
    uint32_t stack, root;
    struct profile_weight weight;
};
#define NOT_TAKEN (PROFILE_NONE - 1) /* in place of an index in the profile */

struct runs {
    ARRAY(struct run) items;
    uint32_t *first;   /* by stack, what runs without a root are; MISSING_ID: none */
    struct map others; /* stack and root -> index */
};

static uint32_t run_of(struct runs *runs, uint32_t stack, uint32_t root) {
    uint32_t *known = &runs->first[stack];
    bool fresh = root == UINT32_MAX && is_missing(*known);
    uint64_t *other =
        root == UINT32_MAX ? NULL : map_put(&runs->others, (uint64_t)stack << 32 | root, &fresh);
    uint32_t at = fresh ? (uint32_t)runs->items.len : other ? (uint32_t)*other : *known;
    if (other) *other = at;
    else *known = at;
    if (fresh) array_push(&runs->items, (struct run){.stack = stack, .root = root});
    return at;
}

#define RUNS_AHEAD 8 /* items, whose runs are brought while others are counted */

static inline void bring_run(const struct runs *runs, const struct moments *items, size_t i) {
    if (i + 2 * RUNS_AHEAD >= items->len) return;
    uint32_t at = runs->first[items->items[i + RUNS_AHEAD].stack];
    prefetch(&runs->first[items->items[i + 2 * RUNS_AHEAD].stack]);
    if (!is_missing(at)) prefetch(&runs->items.items[at]);
}

static void resolve_run(struct samples_state *s, struct lane_state *state,
                        struct resolver *resolver, uint64_t key, struct run *run,
                        struct profile_soon *soon, uint32_t *index) {
    struct profile *profile = &state->profile;
    struct stack stack;
    enum stack_verdict verdict = resolver_stack(resolver, key, run->root, &stack);
    bool stack_needed = s->task->selection->include.len > 0;
    if (verdict == STACK_FILTERED || (verdict == STACK_NONE && stack_needed)) return;
    struct profile_weight *weight = &run->weight;
    weight->truncated = stack.truncated;
    weight->interpreted = stack.interpreted;
    weight->shortened = stack.shortened;
    if (verdict == STACK_IDLE) {
        state->idle += weight->samples;
        return;
    }
    if (verdict == STACK_NONE && is_split(s)) { /* what it is about is known */
        profile->without_stack += weight->samples;
        profile_add_soon(profile, soon, &run->root, 1, *weight, index);
    } else {
        profile_add_soon(profile, soon, stack.frames, verdict == STACK_NONE ? 0 : stack.depth,
                         *weight, index);
    }
    if (!stack.found && key != 0) state->unresolved += weight->samples;
}

/* What passes becomes samples of the profile, in place. */
static void add_items(struct samples_state *s, size_t lane, struct resolver *resolver,
                      struct buckets *b, const struct context_verdict *verdicts) {
    struct lane_state *state = &s->lanes[lane];
    struct moments *items = &b->items;
    struct runs runs = {.first = mem_alloc(b->keys.len * sizeof *runs.first)};
    const struct needs *needs = s->task->needs;
    size_t put = 0;
    for (size_t i = 0; i < b->keys.len; i++) runs.first[i] = MISSING_ID;
    for (size_t i = 0; i < items->len; i++) {
        const struct context_verdict *v = &verdicts[items->items[i].who];
        bring_run(&runs, items, i);
        if (!v->pass) continue;
        uint32_t at = run_of(&runs, items->items[i].stack, v->root);
        struct profile_weight *weight = &runs.items.items[at].weight;
        weight->samples += moments_count(items, i);
        profile_add_value(&weight->value, moments_value(items, i));
    }
    /* What comes of them is read in no order, so it is kept together. */
    uint32_t *indices = mem_resize(NULL, runs.items.len, sizeof *indices);
    struct profile_soon soon = {.len = 0};
    for (size_t i = 0; i < runs.items.len; i++) {
        struct run *run = &runs.items.items[i];
        indices[i] = NOT_TAKEN;
        resolve_run(s, state, resolver, b->keys.items[run->stack], run, &soon, &indices[i]);
    }
    profile_add_now(&state->profile, &soon);
    bool kept = state->profile.keep & PROFILE_SAMPLES;
    int64_t shown = grain_shown(s->task, lane);
    for (size_t i = 0; i < items->len && (kept || needs->clusters); i++) {
        struct moment item = items->items[i];
        const struct context_verdict *v = &verdicts[item.who];
        if (!v->pass) continue;
        uint32_t index = indices[run_of(&runs, item.stack, v->root)];
        if (index == NOT_TAKEN) continue;
        if (needs->clusters) count_cluster(s, &item, moments_count(items, i));
        if (!kept) continue;
        int64_t time = needs->clusters ? time_in(shown, item.time_ns) : item.time_ns;
        moments_move(items, put++, i, (struct moment){time, index, v->who});
    }
    moments_keep(items, put);
    if (put) profile_add_moments(&state->profile, items);
    map_free(&runs.others);
    array_free(&runs.items);
    mem_free(runs.first, indices);
}

typedef ARRAY(struct context_verdict) verdict_list;

/* The context of those of this one that are about the group. */
static uint32_t context_about(struct samples_state *s, struct profile *profile, uint32_t context,
                              uint32_t group, struct map *known, verdict_list *verdicts) {
    const struct strings *groups = &s->task->selection->within->groups;
    bool fresh;
    uint64_t *index = map_put(known, (uint64_t)context << 32 | group, &fresh);
    if (!fresh) return (uint32_t)*index;
    uint32_t added = (uint32_t)s->contexts.len;
    *index = added;
    const struct samples_context same = s->contexts.items[context];
    struct context_verdict verdict = verdicts->items[context];
    verdict.root = frame_about(profile, strings_get(groups, group), strings_len(groups, group));
    array_push(&s->contexts, same);
    array_push(verdicts, verdict);
    return added;
}

/* Leaves out what was not within the times that count. Until then samples have their own time. */
static void keep_within(struct samples_state *s, size_t lane, struct profile *profile,
                        struct buckets *b, verdict_list *verdicts) {
    const struct selection *selection = s->task->selection;
    OWNED(map_free) struct map known = {.len = 0};
    int64_t counted = grain_counted(s->task, lane);
    size_t kept = 0;
    for (size_t i = 0; i < b->items.len; i++) {
        struct moment item = b->items.items[i];
        const struct context_verdict *v = &verdicts->items[item.who];
        uint32_t group = v->group;
        if (group == WITHIN_NO_GROUP)
            group = within_group(selection->within, v->span, item.time_ns);
        if ((group != WITHIN_NO_GROUP) == selection->outside) continue;
        if (selection->within->grouped && v->pass)
            item.who = context_about(s, profile, item.who, group, &known, verdicts);
        item.time_ns = time_in(counted, item.time_ns);
        moments_move(&b->items, kept++, i, item);
    }
    moments_keep(&b->items, kept);
}

static void add_buckets(struct samples_state *s, size_t lane, const struct walk *walk) {
    struct lane_state *state = &s->lanes[lane];
    struct buckets *b = &s->buckets[lane][state->group];
    const char *event = s->task->lanes[lane].groups[state->group][0];
    buckets_end(b);
    struct resolver *resolver =
        resolver_open(s->task, walk->chunk, walk->metadata, walk->constants, s->matcher,
                      &state->profile, samples_task_steps_over(s->task, event));
    if (leaves_idle(s->task->lanes[lane].name)) resolver_leave_idle(resolver);
    OWNED(array_release) verdict_list all = {.len = 0};
    size_t contexts = s->contexts.len + !s->contexts.len; /* all are of one where none are told */
    for (size_t i = 0; i < contexts; i++) array_push(&all, not_judged);
    /* Those that only events of another lane or group have are none of the profile's. */
    bool *met = mem_zero(contexts, sizeof *met);
    for (size_t i = 0; i < b->items.len; i++) met[b->items.items[i].who] = true;
    for (size_t i = 0; i < s->contexts.len; i++)
        if (met[i]) all.items[i] = judge(s, resolver, &state->profile, &s->contexts.items[i]);
    free(met);
    if (s->task->selection->within) keep_within(s, lane, &state->profile, b, &all);
    if (s->task->needs->values) clocks_add_periods(s, lane);
    add_items(s, lane, resolver, b, all.items);
    if (s->task->needs->clusters) sum_up_clusters(s, &state->profile.clusters);
    resolver_close(resolver);
}

static void forget_chunk(struct samples_state *s) {
    for (size_t i = 0; i < s->task->lane_count; i++)
        for (size_t g = 0; g < s->task->lanes[i].group_count; g++)
            buckets_clear(&s->buckets[i][g], &s->lanes[i].profile.moments);
    for (size_t i = 0; i < s->plans.len; i++) jfr_plan_free(s->plans.items[i].plan);
    s->plans.len = 0;
    map_clear(&s->context_index);
    map_clear(&s->cluster_threads);
    s->contexts.len = 0;
}

void samples_chunk(void *state, const struct walk *walk) {
    struct samples_state *s = state;
    const struct needs *needs = s->task->needs;
    clocks_settle(s);
    origin_add_chunk(&s->origin, made_chunk_id(walk->chunk));
    for (size_t i = 0; i < s->task->lane_count; i++) {
        if (clocks_undecided(s, i)) s->chosen[i] = choose_group(s, i);
        if (s->chosen[i]) add_buckets(s, i, walk);
    }
    for (size_t i = 0; i < s->plans.len; i++)
        walk_not_held(walk, s->plans.items[i].type->name, s->plans.items[i].not_held);
    if (needs->origin && (!needs->facts || needs->sums)) {
        struct facts facts = facts_of_chunk(walk);
        origin_add_facts(&s->origin, &facts);
        facts_free(&facts);
    }
    forget_chunk(s);
}
