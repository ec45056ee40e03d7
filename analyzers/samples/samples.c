/* Samples: how a chunk goes through a worker's state. */
#include "analyzers/facts/agent.h"
#include "analyzers/samples/resolve.h"
#include "analyzers/samples/state.h"
#include "analyzers/tables/kinds.h"

#include <stdlib.h>
#include <string.h>

enum { SLOT_STACK, SLOT_TIME, SLOT_THREAD, SLOT_STATE, SLOT_WEIGHT, SLOT_VALUE, SLOTS };

/* ==== Reading a chunk ======================================================================= */

static bool take_metadata(struct samples_state *s, const struct jfr_log *log) {
    if (jfr_metadata_matches(s->metadata, s->chunk)) return true;
    jfr_metadata_free(s->metadata);
    struct jfr_error error;
    s->metadata = jfr_metadata_read(s->chunk, &error);
    if (s->metadata) return true;
    struct jfr_note note = {.kind = JFR_NOTE_LOST, .offset = error.offset, .bytes = s->chunk->size};
    memcpy(note.text, error.text, sizeof note.text - 1);
    log->note(log->context, &note);
    return false;
}

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

static void plan_event(struct samples_state *s, struct jfr_cursor *cursor, const char *name,
                       size_t lane, size_t group) {
    const struct jfr_type *type = jfr_type_by_name(s->metadata, name);
    if (type == NULL || jfr_field_by_name(type, "stackTrace") == NULL) return;
    const struct kind *kind = kind_of(name);
    const char *weight = kind->weight, *value = s->selection->options->values ? kind->value : NULL;
    const char *const fields[SLOTS] = {
        "stackTrace",           "startTime",         "sampledThread|eventThread", "state",
        weight ? weight : "\t", value ? value : "\t"};
    /* Fields that nobody asks for are not even taken. */
    const struct selection *q = s->selection;
    const bool use[SLOTS] = {true,   q->needs_time, q->needs_context, q->needs_context,
                             weight, value};
    const char *wanted[SLOTS];
    for (size_t i = 0; i < SLOTS; i++) wanted[i] = use[i] ? fields[i] : "\t"; /* no field's name */
    struct event_plan plan = {.type_id = type->id, .type = type, .lane = lane, .group = group};
    plan.plan = jfr_plan_compile(s->chunk, type, wanted, SLOTS, &plan.present, NULL);
    if (plan.plan == NULL) return;
    if (value) plan.scale = scale_of(s->chunk, jfr_field_by_name(type, value));
    if (s->selection->options->values && (value == NULL || plan.scale > 0)) plan.unit = kind->unit;
    array_push(&s->plans, plan);
    jfr_cursor_want(cursor, type->id);
}

static void plan_events(struct samples_state *s, struct jfr_cursor *cursor) {
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    s->setting = agent_setting_type(s->metadata);
    if (s->setting) jfr_cursor_want(cursor, s->setting->id);
    for (size_t i = 0; i < s->selection->lane_count; i++) {
        const struct lane *lane = &s->selection->lanes[i];
        for (size_t g = 0; g < lane->group_count && g <= s->lanes[i].group; g++)
            for (size_t t = 0; t < GROUP_TYPES && lane->groups[g][t]; t++)
                plan_event(s, cursor, lane->groups[g][t], i, g);
    }
}

static uint32_t context_of(struct samples_state *s, uint64_t thread, uint64_t thread_state) {
    uint64_t key = map_mix(map_mix(thread) ^ thread_state);
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&s->context_index, key, &fresh);
        if (fresh) {
            *index = s->contexts.len;
            array_push(&s->contexts, (struct samples_context){thread, thread_state, 0});
            uint64_t *number = map_put(&s->cluster_threads, thread, &fresh);
            if (fresh) *number = s->cluster_threads.len;
            s->contexts.items[*index].cluster = (uint32_t)*number;
            return (uint32_t)*index;
        }
        const struct samples_context *c = &s->contexts.items[*index];
        if (c->thread == thread && c->state == thread_state) return (uint32_t)*index;
    }
}

/* Beyond this a value is damage: 2^53 ns are 100 days, 2^53 bytes 8 petabytes. */
#define MAX_VALUE 9007199254740992.0

static int64_t value_of(const struct event_plan *plan, uint64_t raw) {
    double value = (double)(int64_t)raw * plan->scale;
    return value > 0 && value < MAX_VALUE ? (int64_t)(value + 0.5) : 0;
}

#define SECOND INT64_C(1000000000)

/* The start of the grain that the time lies in. */
static int64_t grain_of(int64_t grain, int64_t time) {
    if (grain == 0) return time;
    int64_t behind = time % grain;
    return time - (behind < 0 ? behind + grain : behind);
}

/* The time that the sample's row has. */
static int64_t time_shown(const struct samples_options *options, int64_t time) {
    if (!(options->keep & PROFILE_SAMPLES) || options->time_grain == SAMPLES_NO_TIMES)
        return PROFILE_NO_TIME;
    return grain_of(options->time_grain, time);
}

/* The time that it is counted by, which clusters need in seconds at least. */
static int64_t time_counted(const struct samples_options *options, int64_t time) {
    bool fine = options->keep & PROFILE_SAMPLES && options->time_grain <= SECOND;
    if (!options->clusters || fine) return time_shown(options, time);
    return grain_of(SECOND, time);
}

static void take_sample(struct samples_state *s, const struct event_plan *plan,
                        const struct jfr_event *event) {
    const struct selection *q = s->selection;
    uint64_t values[SLOTS];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(plan->plan, s->chunk->data, &at, event->end, values)) values[SLOT_STACK] = 0;
    struct bucket sample = {.stack = values[SLOT_STACK], .time_ns = PROFILE_NO_TIME, .samples = 1};
    if (q->needs_time) {
        int64_t time = jfr_chunk_time(s->chunk, (int64_t)values[SLOT_TIME]);
        if (time < q->from_ns || time > q->to_ns) return;
        sample.time_ns = time_counted(q->options, time);
    }
    if (q->needs_context) {
        bool has_state = plan->present & 1u << SLOT_STATE;
        sample.context =
            context_of(s, values[SLOT_THREAD], has_state ? values[SLOT_STATE] : UINT64_MAX);
    }
    if (plan->present & 1u << SLOT_WEIGHT) sample.samples = values[SLOT_WEIGHT];
    if (sample.samples > INT32_MAX) sample.samples = 1; /* negative, or damaged */
    if (plan->scale > 0) sample.value = value_of(plan, values[SLOT_VALUE]);
    struct buckets *buckets = &s->buckets[plan->lane][plan->group];
    bool all_differ = q->options->keep & PROFILE_SAMPLES && q->options->time_grain == 0;
    if (all_differ) array_push(&buckets->items, sample);
    else buckets_add(buckets, &sample);
}

static int compare_offsets(const void *a, const void *b) {
    const struct jfr_event *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void walk(struct samples_state *s, struct jfr_cursor *cursor) {
    struct jfr_event event;
    const struct event_plan *last = NULL;
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) {
            array_push(&s->checkpoints, event);
            continue;
        }
        if (s->reader) facts_event(s->reader, &event);
        if (last && last->type_id == event.type_id && s->selection->lane_count == 1) {
            take_sample(s, last, &event);
            continue;
        }
        for (size_t i = 0; i < s->plans.len; i++) {
            if (s->plans.items[i].type_id != event.type_id) continue;
            last = &s->plans.items[i];
            take_sample(s, last, &event);
        }
        if (s->setting && s->setting->id == event.type_id && !s->biased)
            s->biased = agent_setting_is_biased(s->chunk, s->metadata, s->setting, &event);
    }
    if (s->checkpoints.len) /* later constants win over earlier ones */
        qsort(s->checkpoints.items, s->checkpoints.len, sizeof event, compare_offsets);
}

static void count_events(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct samples_state *s = context;
    const struct jfr_type *type = jfr_type_by_id(s->metadata, type_id);
    const struct jfr_field *stack = jfr_field_by_name(type, "stackTrace");
    if (stack == NULL || !stack->pooled) return;
    samples_count_event(s, type->name, type->label, tally.count);
}

/* The lane's best group that occurs in this chunk. What is worse than what an earlier chunk had
 * is left out; what is better makes the earlier ones void. */
static bool choose_group(struct samples_state *s, const struct jfr_cursor *cursor, size_t lane) {
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < s->plans.len; i++) {
        const struct event_plan *plan = &s->plans.items[i];
        if (plan->lane == lane && plan->group < best &&
            jfr_cursor_tally(cursor, plan->type_id).count)
            best = plan->group;
    }
    return best != SIZE_MAX && samples_lane_take(s, lane, best, "");
}

/* ==== From keys to names ==================================================================== */

struct context_verdict {
    bool pass;
    uint32_t root;          /* frame of the thread, or UINT32_MAX */
    uint32_t thread, state; /* as in struct profile_sample */
};

static struct context_verdict judge(struct samples_state *s, struct resolver *resolver,
                                    struct profile *profile,
                                    const struct samples_context *context) {
    struct context_verdict v = {true, UINT32_MAX, PROFILE_NONE, 0};
    const struct samples_options *options = s->selection->options;
    bool columns = options->keep & PROFILE_SAMPLES;
    struct text name = {0};
    if (options->thread || options->thread_roots || columns) {
        struct profile_thread thread = {0};
        if (!resolver_thread(resolver, context->thread, &name, &thread)) text_add(&name, "unknown");
        else if (columns) v.thread = profile_add_thread(profile, &thread);
        if (options->thread) {
            samples_remember(s, &s->threads_seen, &name);
            v.pass = selection_matches(s->selection->thread, s->match, text_str(&name), name.len);
        }
        if (options->thread_roots && v.pass) {
            struct text root = {0};
            text_addf(&root, "[%s tid=%llu]", text_str(&name), (unsigned long long)thread.os_id);
            struct frame frame = {.line = -1, .bci = -1, .type = FRAME_THREAD};
            frame.class_name = strings_intern(&profile->frames.strings, text_str(&root), root.len);
            v.root = frames_intern(&profile->frames, &frame);
            text_free(&root);
        }
    }
    if ((options->state_count || columns) && v.pass) {
        text_clear(&name);
        bool known =
            context->state != UINT64_MAX && resolver_state(resolver, context->state, &name);
        if (known) samples_remember(s, &s->states_seen, &name);
        if (known && columns)
            v.state = strings_intern(&profile->frames.strings, text_str(&name), name.len);
        v.pass = options->state_count == 0;
        for (size_t i = 0; known && i < options->state_count; i++)
            if (selection_state_matches(options->states[i], text_str(&name))) v.pass = true;
    }
    text_free(&name);
    return v;
}

/* ==== Clusters ============================================================================== */

static void count_cluster(struct samples_state *s, const struct bucket *bucket) {
    uint64_t thread = s->contexts.items[bucket->context].cluster;
    uint64_t second = (uint64_t)(grain_of(SECOND, bucket->time_ns) / SECOND) & UINT32_MAX;
    bool fresh;
    *map_put(&s->clusters, thread << 32 | second, &fresh) += bucket->samples;
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

/* Buckets that agree in stack and root (thread). Those of the run that do not pass are not meant.
 */
static void add_run(struct samples_state *s, struct lane_state *state, struct resolver *resolver,
                    const struct bucket *run, size_t len, const struct context_verdict *verdicts,
                    uint32_t root) {
    struct profile *profile = &state->profile;
    struct stack stack;
    enum stack_verdict verdict = resolver_stack(resolver, run->stack, root, &stack);
    bool stack_needed = s->selection->options->include_count > 0;
    if (verdict == STACK_FILTERED || (verdict == STACK_NONE && stack_needed)) return;
    struct profile_weight weight = {.truncated = stack.truncated};
    for (size_t i = 0; i < len; i++) {
        if (!verdicts[run[i].context].pass) continue;
        weight.samples += run[i].samples;
        profile_add_value(&weight.value, run[i].value);
    }
    uint32_t index =
        profile_add_stack(profile, stack.frames, verdict == STACK_NONE ? 0 : stack.depth, weight);
    if (!stack.found && run->stack != 0) state->unresolved += weight.samples;
    const struct samples_options *options = s->selection->options;
    for (size_t i = 0; i < len; i++) {
        const struct context_verdict *v = &verdicts[run[i].context];
        if (!v->pass) continue;
        if (options->clusters) count_cluster(s, &run[i]);
        if (!(profile->keep & PROFILE_SAMPLES)) continue;
        int64_t time = options->clusters ? time_shown(options, run[i].time_ns) : run[i].time_ns;
        struct profile_sample sample = {.time_ns = time,
                                        .stack = index,
                                        .thread = v->thread,
                                        .state = v->state,
                                        .value = run[i].value};
        profile_add_sample(profile, &sample, run[i].samples);
    }
}

/* Samples whose value is the period get it: as this chunk says it. */
static void add_periods(struct samples_state *s, size_t lane) {
    const struct lane_state *state = &s->lanes[lane];
    struct buckets *b = &s->buckets[lane][state->group];
    enum profile_unit unit = PROFILE_NO_UNIT;
    int64_t period = 0;
    for (size_t i = 0; i < s->plans.len; i++) {
        const struct event_plan *plan = &s->plans.items[i];
        if (plan->lane != lane || plan->group != state->group) continue;
        unit = plan->unit;
        if (unit == PROFILE_NS && plan->scale == 0)
            period = facts_chunk_period(s->reader, plan->type->name);
    }
    if (b->items.len) profile_set_unit(&s->lanes[lane].profile, unit);
    for (size_t i = 0; i < b->items.len && period > 0; i++) {
        int64_t samples = (int64_t)b->items.items[i].samples;
        if (samples < INT64_MAX / period) b->items.items[i].value = samples * period;
    }
}

static void add_buckets(struct samples_state *s, size_t lane,
                        const struct jfr_constants *constants) {
    struct lane_state *state = &s->lanes[lane];
    struct buckets *b = &s->buckets[lane][state->group];
    struct resolver *resolver =
        resolver_open(s->selection, s->chunk, s->metadata, constants, s->match, &state->profile);
    struct context_verdict *verdicts = mem_alloc((s->contexts.len + 1) * sizeof *verdicts);
    verdicts[0] = (struct context_verdict){true, UINT32_MAX, PROFILE_NONE, 0};
    for (size_t i = 0; i < s->contexts.len; i++)
        verdicts[i] = judge(s, resolver, &state->profile, &s->contexts.items[i]);
    if (s->selection->options->values) add_periods(s, lane);
    /* A stack that many threads had is resolved once: buckets of one stack and root go together. */
    if (s->contexts.len) buckets_sort(b);
    for (size_t i = 0, next; i < b->items.len; i = next) {
        const struct bucket *bucket = &b->items.items[i];
        const struct context_verdict *v = &verdicts[bucket->context];
        next = i + 1;
        if (!v->pass) continue;
        for (; next < b->items.len && b->items.items[next].stack == bucket->stack; next++) {
            const struct context_verdict *other = &verdicts[b->items.items[next].context];
            if (other->pass && other->root != v->root) break;
        }
        add_run(s, state, resolver, bucket, next - i, verdicts, v->root);
    }
    if (s->selection->options->clusters) sum_up_clusters(s, &state->profile.clusters);
    free(verdicts);
    resolver_close(resolver);
}

static void resolve_chunk(struct samples_state *s, const bool *chosen, const struct jfr_log *log) {
    struct jfr_constants *constants = jfr_constants_open(s->chunk, s->metadata);
    const struct jfr_type *trace = jfr_type_by_name(s->metadata, "jdk.types.StackTrace");
    jfr_constants_ask(constants, trace, 0); /* none but those that samples refer to */
    for (size_t i = 0; i < s->selection->lane_count; i++) {
        if (!chosen[i]) continue;
        const struct buckets *b = &s->buckets[i][s->lanes[i].group];
        for (size_t k = 0; k < b->items.len; k++)
            jfr_constants_ask(constants, trace, b->items.items[k].stack);
    }
    for (size_t i = 0; i < s->checkpoints.len; i++)
        jfr_constants_add(constants, &s->checkpoints.items[i], log);
    if (s->reader) facts_chunk(s->reader, constants);
    for (size_t i = 0; i < s->selection->lane_count; i++)
        if (chosen[i]) add_buckets(s, i, constants);
    jfr_constants_close(constants);
    if (s->reader && s->selection->options->facts == NULL) { /* nobody wants them as they are */
        if (s->selection->options->origin) origin_add_facts(&s->origin, &s->facts);
        facts_clear(&s->facts);
    }
}

static void forget_chunk(struct samples_state *s) {
    for (size_t i = 0; i < s->selection->lane_count; i++)
        for (size_t g = 0; g < s->selection->lanes[i].group_count; g++)
            buckets_clear(&s->buckets[i][g]);
    for (size_t i = 0; i < s->plans.len; i++) jfr_plan_free(s->plans.items[i].plan);
    s->plans.len = 0;
    s->checkpoints.len = 0;
    map_clear(&s->context_index);
    map_clear(&s->cluster_threads);
    s->contexts.len = 0;
}

void samples_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct samples_state *s = state;
    s->chunk = chunk;
    if (!take_metadata(s, log)) return;
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, s->metadata, log);
    jfr_cursor_any_order(cursor);
    plan_events(s, cursor);
    if (s->reader) facts_plan(s->reader, chunk, s->metadata, cursor);
    walk(s, cursor);
    jfr_cursor_tallies(cursor, count_events, s);
    bool chosen[MAX_LANES] = {false}, any = false;
    for (size_t i = 0; i < s->selection->lane_count; i++)
        any |= chosen[i] = choose_group(s, cursor, i);
    jfr_cursor_close(cursor);
    if (any || s->reader) resolve_chunk(s, chosen, log);
    forget_chunk(s);
}
