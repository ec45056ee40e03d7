/* Samples: a worker's state, and how a chunk goes through it. */
#include "analyzers/agent.h"
#include "analyzers/buckets.h"
#include "analyzers/query.h"
#include "analyzers/resolve.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SEEN_NAMES 1000 /* threads or states handed out for suggestions */

struct context { /* what else samples are told apart by, when a filter or a report needs it */
    uint64_t thread, state;
};

struct event_plan { /* a sample event type of this chunk */
    uint64_t type_id;
    const struct jfr_type *type;
    struct jfr_plan *plan;
    uint32_t present;
    size_t lane, group;
    enum profile_unit unit; /* of its values; none if they are not wanted or not recorded */
    double scale;           /* of the value field to ns or bytes; 0: the period is the value */
};

enum { SLOT_STACK, SLOT_TIME, SLOT_THREAD, SLOT_STATE, SLOT_WEIGHT, SLOT_VALUE, SLOTS };

/* ==== A worker's state ====================================================================== */

struct lane_state {
    size_t group; /* best group found so far; group_count: none */
    struct profile profile;
    uint64_t unresolved;
};

struct state {
    const struct query *query;
    struct lane_state lanes[MAX_LANES];
    struct strings names;          /* of event types, labels, threads, states */
    struct map event_index;        /* name id -> index */
    ARRAY(struct samples_event) events; /* name and label point into names */
    struct map threads_seen, states_seen; /* name ids */
    bool biased;                   /* as of struct samples */
    struct jfr_metadata *metadata; /* of the chunk before: most chunks have the same */
    pcre2_match_data *match;
    struct facts facts;
    struct facts_reader *reader; /* NULL: neither facts nor periods are wanted */

    /* of the chunk at hand; the memory is kept */
    const struct jfr_chunk *chunk;
    const struct jfr_type *setting; /* if the chunk is of the agent */
    ARRAY(struct event_plan) plans;
    ARRAY(struct jfr_event) checkpoints;
    struct buckets buckets[MAX_LANES][LANE_GROUPS];
    struct map context_index;
    ARRAY(struct context) contexts;
};

static void *state_open(const void *options) {
    struct state *s = mem_zero(1, sizeof *s);
    s->query = options;
    for (size_t i = 0; i < s->query->lane_count; i++) {
        s->lanes[i].group = s->query->lanes[i].group_count;
        s->lanes[i].profile.keep = s->query->options->keep;
        s->lanes[i].profile.time_grain = s->query->options->time_grain;
    }
    static const struct facts_options periods_only = {0};
    const struct facts_options *facts = s->query->options->facts;
    if (facts || s->query->options->values)
        s->reader = facts_open(&s->facts, facts ? facts : &periods_only);
    s->match = pcre2_match_data_create(1, NULL);
    return s;
}

static void state_close(void *state) {
    struct state *s = state;
    for (size_t i = 0; i < MAX_LANES; i++) {
        profile_free(&s->lanes[i].profile);
        for (size_t g = 0; g < LANE_GROUPS; g++) buckets_free(&s->buckets[i][g]);
    }
    facts_close(s->reader);
    facts_free(&s->facts);
    strings_free(&s->names);
    map_free(&s->event_index);
    map_free(&s->threads_seen);
    map_free(&s->states_seen);
    map_free(&s->context_index);
    array_free(&s->events);
    array_free(&s->plans);
    array_free(&s->checkpoints);
    array_free(&s->contexts);
    jfr_metadata_free(s->metadata);
    pcre2_match_data_free(s->match);
    free(s);
}

static void count_event(struct state *s, const char *name, const char *label, uint64_t count) {
    uint32_t id = strings_intern(&s->names, name, strlen(name));
    bool fresh;
    uint64_t *index = map_put(&s->event_index, id, &fresh);
    if (fresh) {
        *index = s->events.len;
        array_push(&s->events, (struct samples_event){.count = 0});
    }
    struct samples_event *event = &s->events.items[*index];
    event->count += count;
    if (event->label == NULL && label) {
        uint32_t label_id = strings_intern(&s->names, label, strlen(label));
        event->label = (char *)(uintptr_t)strings_get(&s->names, label_id);
    }
    event->name = (char *)(uintptr_t)strings_get(&s->names, id);
}

/* ==== Reading a chunk ======================================================================= */

static bool take_metadata(struct state *s, const struct jfr_log *log) {
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

static void plan_event(struct state *s, struct jfr_cursor *cursor, const char *name, size_t lane,
                       size_t group) {
    const struct jfr_type *type = jfr_type_by_name(s->metadata, name);
    if (type == NULL || jfr_field_by_name(type, "stackTrace") == NULL) return;
    const char *weight = sample_weight_field(name);
    struct sample_value value = {0};
    if (s->query->options->values) value = sample_value_of(name);
    const char *const fields[SLOTS] = {"stackTrace", "startTime", "sampledThread|eventThread",
                                       "state", weight ? weight : "\t",
                                       value.field ? value.field : "\t"};
    /* Fields that nobody asks for are not even taken. */
    const struct query *q = s->query;
    const bool use[SLOTS] = {true, q->needs_time, q->needs_context, q->needs_context, weight,
                             value.field};
    const char *wanted[SLOTS];
    for (size_t i = 0; i < SLOTS; i++) wanted[i] = use[i] ? fields[i] : "\t"; /* no field's name */
    struct event_plan plan = {.type_id = type->id, .type = type, .lane = lane, .group = group};
    plan.plan = jfr_plan_compile(s->chunk, type, wanted, SLOTS, &plan.present, NULL);
    if (plan.plan == NULL) return;
    if (value.field) plan.scale = scale_of(s->chunk, jfr_field_by_name(type, value.field));
    if (value.field == NULL || plan.scale > 0) plan.unit = value.unit;
    array_push(&s->plans, plan);
    jfr_cursor_want(cursor, type->id);
}

static void plan_events(struct state *s, struct jfr_cursor *cursor) {
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    s->setting = agent_setting_type(s->metadata);
    if (s->setting) jfr_cursor_want(cursor, s->setting->id);
    for (size_t i = 0; i < s->query->lane_count; i++) {
        const struct lane *lane = &s->query->lanes[i];
        for (size_t g = 0; g < lane->group_count && g <= s->lanes[i].group; g++)
            for (size_t t = 0; t < GROUP_TYPES && lane->groups[g][t]; t++)
                plan_event(s, cursor, lane->groups[g][t], i, g);
    }
}

static uint32_t context_of(struct state *s, uint64_t thread, uint64_t thread_state) {
    uint64_t key = map_mix(map_mix(thread) ^ thread_state);
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&s->context_index, key, &fresh);
        if (fresh) {
            *index = s->contexts.len;
            array_push(&s->contexts, (struct context){thread, thread_state});
            return (uint32_t)*index;
        }
        const struct context *c = &s->contexts.items[*index];
        if (c->thread == thread && c->state == thread_state) return (uint32_t)*index;
    }
}

/* Beyond this a value is damage: 2^53 ns are 100 days, 2^53 bytes 8 petabytes. */
#define MAX_VALUE 9007199254740992.0

static int64_t value_of(const struct event_plan *plan, uint64_t raw) {
    double value = (double)(int64_t)raw * plan->scale;
    return value > 0 && value < MAX_VALUE ? (int64_t)(value + 0.5) : 0;
}

/* The start of the grain that the time lies in. */
static int64_t grain_of(const struct samples_options *options, int64_t time) {
    if (!(options->keep & PROFILE_SAMPLES) || options->time_grain == SAMPLES_NO_TIMES)
        return PROFILE_NO_TIME;
    if (options->time_grain == 0) return time;
    int64_t behind = time % options->time_grain;
    return time - (behind < 0 ? behind + options->time_grain : behind);
}

static void take_sample(struct state *s, const struct event_plan *plan,
                        const struct jfr_event *event) {
    const struct query *q = s->query;
    uint64_t values[SLOTS];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(plan->plan, s->chunk->data, &at, event->end, values)) values[SLOT_STACK] = 0;
    struct bucket sample = {.stack = values[SLOT_STACK], .time_ns = PROFILE_NO_TIME, .samples = 1};
    if (q->needs_time) {
        int64_t time = jfr_chunk_time(s->chunk, (int64_t)values[SLOT_TIME]);
        if (time < q->from_ns || time > q->to_ns) return;
        sample.time_ns = grain_of(q->options, time);
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

static void walk(struct state *s, struct jfr_cursor *cursor) {
    struct jfr_event event;
    const struct event_plan *last = NULL;
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) {
            array_push(&s->checkpoints, event);
            continue;
        }
        if (s->reader) facts_event(s->reader, &event);
        if (last && last->type_id == event.type_id && s->query->lane_count == 1) {
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
    struct state *s = context;
    const struct jfr_type *type = jfr_type_by_id(s->metadata, type_id);
    const struct jfr_field *stack = jfr_field_by_name(type, "stackTrace");
    if (stack == NULL || !stack->pooled) return;
    count_event(s, type->name, type->label, tally.count);
}

/* The lane's best group that occurs in this chunk. What is worse than what an earlier chunk had
 * is left out; what is better makes the earlier ones void. */
static bool choose_group(struct state *s, const struct jfr_cursor *cursor, size_t lane) {
    struct lane_state *state = &s->lanes[lane];
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < s->plans.len; i++) {
        const struct event_plan *plan = &s->plans.items[i];
        if (plan->lane == lane && plan->group < best &&
            jfr_cursor_tally(cursor, plan->type_id).count)
            best = plan->group;
    }
    if (best > state->group || best == SIZE_MAX) return false;
    if (best < state->group) {
        profile_free(&state->profile);
        state->unresolved = 0;
        state->group = best;
    }
    return true;
}

/* ==== From keys to names ==================================================================== */

static void remember(struct state *s, struct map *seen, const struct text *name) {
    bool fresh;
    map_put(seen, strings_intern(&s->names, text_str(name), name->len), &fresh);
}

struct context_verdict {
    bool pass;
    uint32_t root;          /* frame of the thread, or UINT32_MAX */
    uint32_t thread, state; /* as in struct profile_sample */
};

static struct context_verdict judge(struct state *s, struct resolver *resolver,
                                    struct profile *profile, const struct context *context) {
    struct context_verdict v = {true, UINT32_MAX, PROFILE_NONE, 0};
    const struct samples_options *options = s->query->options;
    bool columns = options->keep & PROFILE_SAMPLES;
    struct text name = {0};
    if (options->thread || options->thread_roots || columns) {
        struct profile_thread thread = {0};
        if (!resolver_thread(resolver, context->thread, &name, &thread)) text_add(&name, "unknown");
        else if (columns) v.thread = profile_add_thread(profile, &thread);
        if (options->thread) {
            remember(s, &s->threads_seen, &name);
            v.pass = query_matches(s->query->thread, s->match, text_str(&name), name.len);
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
        bool known = context->state != UINT64_MAX && resolver_state(resolver, context->state, &name);
        if (known) remember(s, &s->states_seen, &name);
        if (known && columns)
            v.state = strings_intern(&profile->frames.strings, text_str(&name), name.len);
        v.pass = options->state_count == 0;
        for (size_t i = 0; known && i < options->state_count; i++)
            if (query_state_matches(options->states[i], text_str(&name))) v.pass = true;
    }
    text_free(&name);
    return v;
}

/* Buckets that agree in stack and root (thread). Those of the run that do not pass are not meant. */
static void add_run(struct state *s, struct lane_state *state, struct resolver *resolver,
                    const struct bucket *run, size_t len, const struct context_verdict *verdicts,
                    uint32_t root) {
    struct profile *profile = &state->profile;
    struct stack stack;
    enum stack_verdict verdict = resolver_stack(resolver, run->stack, root, &stack);
    bool stack_needed = s->query->options->include_count > 0;
    if (verdict == STACK_FILTERED || (verdict == STACK_NONE && stack_needed)) return;
    struct profile_weight weight = {.truncated = stack.truncated};
    for (size_t i = 0; i < len; i++) {
        if (!verdicts[run[i].context].pass) continue;
        weight.samples += run[i].samples;
        weight.value += run[i].value;
    }
    uint32_t index = profile_add_stack(profile, stack.frames,
                                       verdict == STACK_NONE ? 0 : stack.depth, weight);
    if (!stack.found && run->stack != 0) state->unresolved += weight.samples;
    if (!(profile->keep & PROFILE_SAMPLES)) return;
    for (size_t i = 0; i < len; i++) {
        const struct context_verdict *v = &verdicts[run[i].context];
        struct profile_sample sample = {.time_ns = run[i].time_ns, .stack = index,
                                        .thread = v->thread, .state = v->state,
                                        .value = run[i].value};
        if (v->pass) profile_add_sample(profile, &sample, run[i].samples);
    }
}

/* Samples whose value is the period get it: as this chunk says it. */
static void add_periods(struct state *s, size_t lane) {
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

static void add_buckets(struct state *s, size_t lane, const struct jfr_constants *constants) {
    struct lane_state *state = &s->lanes[lane];
    struct buckets *b = &s->buckets[lane][state->group];
    struct resolver *resolver = resolver_open(s->query, s->chunk, s->metadata, constants, s->match,
                                              &state->profile);
    struct context_verdict *verdicts = mem_alloc((s->contexts.len + 1) * sizeof *verdicts);
    verdicts[0] = (struct context_verdict){true, UINT32_MAX, PROFILE_NONE, 0};
    for (size_t i = 0; i < s->contexts.len; i++)
        verdicts[i] = judge(s, resolver, &state->profile, &s->contexts.items[i]);
    if (s->query->options->values) add_periods(s, lane);
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
    free(verdicts);
    resolver_close(resolver);
}

static void resolve_chunk(struct state *s, const bool *chosen, const struct jfr_log *log) {
    struct jfr_constants *constants = jfr_constants_open(s->chunk, s->metadata);
    const struct jfr_type *trace = jfr_type_by_name(s->metadata, "jdk.types.StackTrace");
    jfr_constants_ask(constants, trace, 0); /* none but those that samples refer to */
    for (size_t i = 0; i < s->query->lane_count; i++) {
        if (!chosen[i]) continue;
        const struct buckets *b = &s->buckets[i][s->lanes[i].group];
        for (size_t k = 0; k < b->items.len; k++)
            jfr_constants_ask(constants, trace, b->items.items[k].stack);
    }
    for (size_t i = 0; i < s->checkpoints.len; i++)
        jfr_constants_add(constants, &s->checkpoints.items[i], log);
    if (s->reader) facts_chunk(s->reader, constants);
    for (size_t i = 0; i < s->query->lane_count; i++)
        if (chosen[i]) add_buckets(s, i, constants);
    jfr_constants_close(constants);
}

static void forget_chunk(struct state *s) {
    for (size_t i = 0; i < s->query->lane_count; i++)
        for (size_t g = 0; g < s->query->lanes[i].group_count; g++)
            buckets_clear(&s->buckets[i][g]);
    for (size_t i = 0; i < s->plans.len; i++) jfr_plan_free(s->plans.items[i].plan);
    s->plans.len = 0;
    s->checkpoints.len = 0;
    map_clear(&s->context_index);
    s->contexts.len = 0;
}

static void state_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct state *s = state;
    s->chunk = chunk;
    if (!take_metadata(s, log)) return;
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, s->metadata, log);
    jfr_cursor_any_order(cursor);
    plan_events(s, cursor);
    if (s->reader) facts_plan(s->reader, chunk, s->metadata, cursor);
    walk(s, cursor);
    jfr_cursor_tallies(cursor, count_events, s);
    bool chosen[MAX_LANES] = {false}, any = false;
    for (size_t i = 0; i < s->query->lane_count; i++)
        any |= chosen[i] = choose_group(s, cursor, i);
    jfr_cursor_close(cursor);
    if (any || s->reader) resolve_chunk(s, chosen, log);
    forget_chunk(s);
}

static void merge_seen(struct state *into, struct map *to, const struct state *from,
                       const struct map *seen) {
    for (size_t i = 0; i < seen->size; i++) {
        if (seen->slots[i].value == MAP_EMPTY) continue;
        uint32_t id = (uint32_t)seen->slots[i].key;
        struct text name = {0};
        text_add(&name, strings_get(&from->names, id));
        remember(into, to, &name);
        text_free(&name);
    }
}

static void state_merge(void *into_state, void *from_state) {
    struct state *into = into_state, *from = from_state;
    for (size_t i = 0; i < into->query->lane_count; i++) {
        struct lane_state *a = &into->lanes[i], *b = &from->lanes[i];
        if (b->group > a->group) continue;
        if (b->group < a->group) {
            profile_free(&a->profile);
            a->group = b->group;
            a->unresolved = 0;
        }
        profile_merge(&a->profile, &b->profile);
        a->unresolved += b->unresolved;
    }
    for (size_t i = 0; i < from->events.len; i++) {
        const struct samples_event *e = &from->events.items[i];
        count_event(into, e->name, e->label, e->count);
    }
    facts_merge(&into->facts, &from->facts);
    into->biased |= from->biased;
    merge_seen(into, &into->threads_seen, from, &from->threads_seen);
    merge_seen(into, &into->states_seen, from, &from->states_seen);
}

/* ==== The result ============================================================================ */

static int compare_events(const void *a, const void *b) {
    const struct samples_event *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_events(struct samples *out, const struct state *s) {
    struct text taken = {0};
    for (size_t i = 0; i < s->events.len; i++) {
        struct samples_event e = s->events.items[i];
        e.name = mem_copy_text(e.name);
        e.label = e.label ? mem_copy_text(e.label) : NULL;
        array_push(&out->events, e);
    }
    if (out->events.len)
        qsort(out->events.items, out->events.len, sizeof *out->events.items, compare_events);
    for (size_t i = 0; i < s->query->lane_count; i++) {
        const struct lane *lane = &s->query->lanes[i];
        size_t group = s->lanes[i].group;
        for (size_t t = 0; group < lane->group_count && t < GROUP_TYPES; t++) {
            for (size_t k = 0; k < out->events.len && lane->groups[group][t]; k++) {
                struct samples_event *e = &out->events.items[k];
                if (strcmp(e->name, lane->groups[group][t]) != 0 || e->taken) continue;
                e->taken = true;
                if (taken.len) text_add_char(&taken, '+');
                text_add(&taken, e->name);
            }
        }
    }
    if (taken.len) out->event = text_take(&taken);
}

typedef ARRAY(char *) text_list;

static void take_seen(text_list *out, const struct state *s, const struct map *seen) {
    for (size_t i = 0; i < seen->size; i++)
        if (seen->slots[i].value != MAP_EMPTY)
            array_push(out, mem_copy_text(strings_get(&s->names, (uint32_t)seen->slots[i].key)));
    if (out->len) qsort(out->items, out->len, sizeof *out->items, compare_texts);
    while (out->len > MAX_SEEN_NAMES) free(out->items[--out->len]);
}

struct samples *samples_read(const struct scan_options *scan, const struct samples_options *options,
                             struct scan_report *report) {
    struct samples *out = mem_zero(1, sizeof *out);
    out->profile.keep = options->keep;
    out->profile.time_grain = options->time_grain;
    struct query query;
    struct jfr_error error = {0};
    if (!query_open(options, &query, &error)) { /* callers check first: see samples_check */
        *report = (struct scan_report){.error = error, .failed = 1};
        query_free(&query);
        return out;
    }
    struct scan_analysis analysis = {state_open, NULL, &query, state_chunk, state_merge,
                                     state_close, &query};
    if (query_needs_span(&query)) analysis.window = query_set_window;
    struct state *s = scan_run(scan, &analysis, report);
    take_events(out, s);
    if (options->facts) {
        facts_merge(&out->facts, &s->facts);
        facts_finish(&out->facts);
    }
    for (size_t i = 0; i < query.lane_count; i++) {
        if (s->lanes[i].group == query.lanes[i].group_count) continue;
        if (out->profile.frames.rows.len == 0 && out->profile.samples == 0) {
            struct profile empty = out->profile; /* the usual case: one lane, nothing to merge */
            out->profile = s->lanes[i].profile;
            s->lanes[i].profile = empty;
        } else {
            profile_merge(&out->profile, &s->lanes[i].profile);
        }
        out->unresolved += s->lanes[i].unresolved;
    }
    out->biased = s->biased;
    out->filtered = query.has_window || options->thread || options->state_count ||
                    options->include_count || options->exclude_count;
    text_list seen = {0};
    take_seen(&seen, s, &s->threads_seen);
    memcpy(&out->threads, &seen, sizeof seen);
    seen = (text_list){0};
    take_seen(&seen, s, &s->states_seen);
    memcpy(&out->states, &seen, sizeof seen);
    state_close(s);
    query_free(&query);
    return out;
}

void samples_free(struct samples *samples) {
    if (samples == NULL) return;
    profile_free(&samples->profile);
    facts_free(&samples->facts);
    for (size_t i = 0; i < samples->events.len; i++) {
        free(samples->events.items[i].name);
        free(samples->events.items[i].label);
    }
    for (size_t i = 0; i < samples->threads.len; i++) free(samples->threads.items[i]);
    for (size_t i = 0; i < samples->states.len; i++) free(samples->states.items[i]);
    array_free(&samples->events);
    array_free(&samples->threads);
    array_free(&samples->states);
    free(samples->event);
    free(samples);
}
