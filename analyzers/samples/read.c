/* Samples: a worker's state from its beginning to the result; profiles beside chunks. */
#include "analyzers/facts/agent.h"
#include "base/order.h"
#include "analyzers/samples/document.h"
#include "analyzers/tables/kinds.h"
#include "analyzers/samples/state.h"
#include "analyzers/time/periods.h"
#include "base/suggest.h"
#include "base/plural.h"
#include "parser/document/document.h"
#include "parser/wire.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_SEEN_NAMES 1000 /* threads or states handed out for suggestions */

/* ==== A worker's state ====================================================================== */

static void *state_open(const void *const *options, size_t count) {
    struct samples_state *s = mem_zero(1, sizeof *s);
    s->task = options[0];
    for (size_t i = 0; i < s->task->lane_count; i++) {
        s->lanes[i].group = s->task->lanes[i].group_count;
        s->lanes[i].profile.keep = s->task->needs->keep;
        s->lanes[i].profile.time_grain = samples_lane_grain(s->task, i);
        s->lanes[i].profile.moments.most = s->task->needs->most;
        for (size_t g = 0; g < s->task->lanes[i].group_count; g++)
            s->buckets[i][g].items.most = s->task->needs->most;
    }
    s->matcher = regex_matcher_open();
    return s;
}

static void state_close(void *state) {
    struct samples_state *s = state;
    for (size_t i = 0; i < MAX_LANES; i++) {
        profile_free(&s->lanes[i].profile);
        map_free(&s->lanes[i].named);
        for (size_t g = 0; g < LANE_GROUPS; g++) buckets_free(&s->buckets[i][g]);
    }
    origin_free(&s->origin);
    free_each(map_free, &s->cluster_threads, &s->clusters);
    strings_free(&s->names);
    free_each(map_free, &s->event_index, &s->threads_seen, &s->states_seen, &s->context_index);
    arrays_free(&s->events, &s->plans, &s->contexts);
    regex_matcher_close(s->matcher);
    free(s);
}

void samples_count_event(struct samples_state *s, const char *name, const char *label,
                         uint64_t count) {
    uint32_t id = strings_add(&s->names, name);
    size_t index = map_number(&s->event_index, id, s->events.len);
    if (index == s->events.len) array_push(&s->events, (struct samples_event){.count = 0});
    struct samples_event *event = &s->events.items[index];
    event->count += count;
    if (event->label == NULL && label) {
        uint32_t label_id = strings_add(&s->names, label);
        event->label = strings_get(&s->names, label_id);
    }
    event->name = strings_get(&s->names, id);
}

void samples_take_offset(struct samples_state *s, int64_t since_ns, int64_t offset_ms) {
    if (since_ns == 0 ||
        (s->offset_since_ns && (s->offset_since_ns < since_ns ||
                                (s->offset_since_ns == since_ns && s->offset_ms <= offset_ms))))
        return;
    s->offset_since_ns = since_ns;
    s->offset_ms = offset_ms;
}

void samples_remember(struct samples_state *s, struct map *seen, const struct text *name) {
    bool fresh;
    map_put(seen, strings_intern(&s->names, text_str(name), name->len), &fresh);
}

bool samples_lane_take(struct samples_state *s, size_t lane, size_t group, const char *other) {
    struct lane_state *l = &s->lanes[lane];
    if (group > l->group) return false;
    int order = group < l->group ? -1 : strcmp(other, strings_get(&s->names, l->other));
    if (order > 0) return false;
    if (order < 0) {
        profile_free(&l->profile);
        map_clear(&l->named);
        l->unresolved = l->idle = 0;
        l->profiled_ns = 0;
        l->group = group;
        l->other = strings_add(&s->names, other);
    }
    return true;
}

/* ==== Documents ============================================================================= */

static void remember_thread(void *context, const struct text *name) {
    struct samples_state *s = context;
    samples_remember(s, &s->threads_seen, name);
}

static bool add_source(struct samples_state *s, const struct source_document *source,
                       const struct jfr_log *log, struct jfr_error *error) {
    struct source_document_choice choice;
    struct source_document_sink sink = {s->task, s->matcher, remember_thread, s, log};
    bool leave = false, fine = true;
    const char *lacks = source_document_lacks(source, s->task, &leave);
    s->left_out += leave;
    if (lacks) log_note(log, JFR_NOTE_SKIPPED, 0, 0, "%s", lacks);
    bool chosen = source_document_choose(source, s->task, &choice);
    bool of_nothing =
        source->ours && source->events.len == 0; /* it saw its recordings all the same */
    if (!leave && (chosen || of_nothing)) origin_merge(&s->origin, &source->origin);
    bool named = source->ours || !chosen; /* else a count that is shown with its value may be */
    EACH (const struct source_document_event, event, &source->events) {
        samples_count_event(s, event->name, NULL, event->count);
        named = named || strcmp(event->name, text_str(&choice.name)) == 0;
    }
    if (!named)
        samples_count_event(s, text_str(&choice.name), NULL, source->document->sample_count);
    if (chosen && !leave &&
        samples_lane_take(s, choice.lane, choice.group,
                          choice.other ? text_str(&choice.name) : "")) {
        struct lane_state *lane = &s->lanes[choice.lane];
        bool fresh;
        lane->profiled_ns += origin_sum(&source->origin, ORIGIN_DURATION);
        if (!source->ours)
            map_put(&lane->named,
                    strings_intern(&s->names, text_str(&choice.name), choice.name.len), &fresh);
        for (size_t i = 0; i < source->events.len && source->ours; i++) {
            const char *name = source->events.items[i].name;
            map_put(&lane->named, strings_add(&s->names, name), &fresh);
        }
        fine = source_document_add(source, &choice, &sink, &lane->profile, error);
    }
    text_free(&choice.name);
    return fine;
}

static bool state_document(void *state, const struct jfr_chunk *bytes, const struct jfr_log *log,
                           struct jfr_error *error) {
    struct source_document *source = source_document_read(bytes->data, (size_t)bytes->size, error);
    bool fine = source && add_source(state, source, log, error);
    source_document_free(source);
    return fine;
}

/* ==== Merging =============================================================================== */

static void merge_names(struct samples_state *into, struct map *to,
                        const struct samples_state *from, const struct map *seen) {
    for (size_t i = 0; i < seen->size; i++) {
        if (seen->slots[i].value == MAP_EMPTY) continue;
        uint32_t id = (uint32_t)seen->slots[i].key;
        OWNED(text_free) struct text name = {0};
        text_add(&name, strings_get(&from->names, id));
        samples_remember(into, to, &name);
    }
}

static void take_nearest(struct samples_state *s, size_t lane, const char *other) {
    struct suggest suggest = suggest_for(s->task->lanes[lane].name);
    const char *ours = strings_get(&s->names, s->lanes[lane].nearest);
    bool first = !*ours || (*other && strcmp(other, ours) < 0);
    if (!*other || !suggest.word) return;
    suggest_offer_dotted(&suggest, first ? other : ours);
    suggest_offer_dotted(&suggest, first ? ours : other);
    if (suggest.best == other) s->lanes[lane].nearest = strings_add(&s->names, other);
}

static void state_merge(void *into_state, void *from_state) {
    struct samples_state *into = into_state, *from = from_state;
    for (size_t i = 0; i < into->task->lane_count; i++) {
        struct lane_state *a = &into->lanes[i], *b = &from->lanes[i];
        a->declared = a->declared || b->declared;
        a->without_stack += b->without_stack;
        take_nearest(into, i, strings_get(&from->names, b->nearest));
        if (b->group == into->task->lanes[i].group_count ||
            !samples_lane_take(into, i, b->group, strings_get(&from->names, b->other)))
            continue;
        merge_names(into, &a->named, from, &b->named);
        profile_merge(&a->profile, &b->profile);
        a->unresolved += b->unresolved;
        a->idle += b->idle;
        a->profiled_ns += b->profiled_ns;
    }
    EACH (const struct samples_event, e, &from->events)
        samples_count_event(into, e->name, e->label, e->count);
    samples_take_offset(into, from->offset_since_ns, from->offset_ms);
    origin_merge(&into->origin, &from->origin);
    into->clocks.wall += from->clocks.wall;
    into->clocks.unsaid += from->clocks.unsaid;
    into->left_out += from->left_out;
    merge_names(into, &into->threads_seen, from, &from->threads_seen);
    merge_names(into, &into->states_seen, from, &from->states_seen);
}

/* Of each kind that somebody asked for. */
static void state_finish(void *state, struct scan_report *report) {
    const struct samples_state *s = state;
    for (size_t i = 0; i < s->task->lane_count; i++) {
        uint64_t idle = s->lanes[i].idle;
        struct scan_note note = {.source = "", .order = UINT64_MAX, .note.kind = JFR_NOTE_SKIPPED};
        snprintf(note.note.text, sizeof note.note.text,
                 "%" PRIu64
                 " %s of idle threads (pools that wait for work, readers for the next request) %s "
                 "left out of --event %.20s; --event with the types' names has them",
                 idle, plural(idle, "wait", "waits"), plural(idle, "is", "are"),
                 s->task->lanes[i].name);
        if (idle && s->task->selection->events.len) array_push(&report->notes, note);
    }
}

/* Clusters, and what went on within something, are of whole threads of a chunk; what samples are
 * worth may be said at its beginning. */
static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    const struct samples_task *task = options[0];
    (void)count;
    const struct needs *needs = task->needs;
    bool worth = needs->values || needs->facts || needs->origin;
    return worth || needs->clusters || task->selection->within || !sampler_is_sure(sampler)
               ? 0
               : SCAN_BY_EVENTS | SCAN_BY_STACKS;
}

const struct reader samples_reader = {.open = state_open,
                                      .splits = splits,
                                      .plan = samples_plan,
                                      .events = samples_events,
                                      .walked = samples_walked,
                                      .chunk = samples_chunk,
                                      .document = state_document,
                                      .merge = state_merge,
                                      .finish = state_finish,
                                      .close = state_close};

/* ==== The result ============================================================================ */

ORDERED(compare_events, struct samples_event, FALLING(count), strcmp(x->name, y->name))

ORDERED(compare_texts, char *const, strcmp(*x, *y))

static void take_event(struct samples *out, struct samples_event *event, struct text *taken) {
    if (event->taken) return;
    event->taken = true;
    out->taken_events += event->count;
    if (taken->len) text_add_char(taken, '+');
    text_add(taken, event->name);
}

/* The types that a lane has taken, joined to the name of what they are together. */
static void take_lane(struct samples *out, const struct samples_state *s, size_t i,
                      void (*take)(struct samples *, struct samples_event *, struct text *),
                      struct text *taken) {
    const struct lane *lane = &s->task->lanes[i];
    size_t group = s->lanes[i].group;
    for (size_t t = 0; group < lane->group_count && t < GROUP_TYPES; t++)
        for (size_t k = 0; k < out->events.len && lane->groups[group][t]; k++)
            if (kind_matches(lane->groups[group][t], out->events.items[k].name))
                take(out, &out->events.items[k], taken);
    for (size_t k = 0; k < out->events.len; k++) {
        const char *name = out->events.items[k].name;
        uint32_t id = strings_find(&s->names, name, strlen(name));
        if (map_get(&s->lanes[i].named, id)) take(out, &out->events.items[k], taken);
    }
}

static void take_events(struct samples *out, const struct samples_state *s) {
    struct text taken = {0};
    for (size_t i = 0; i < s->events.len; i++) {
        struct samples_event e = s->events.items[i];
        e.name = arena_copy_text(&out->texts, e.name);
        if (e.label) e.label = arena_copy_text(&out->texts, e.label);
        array_push(&out->events, e);
    }
    array_sort(&out->events, compare_events);
    for (size_t i = 0; i < s->task->own_lanes; i++) take_lane(out, s, i, take_event, &taken);
    if (taken.len) out->event = text_take(&taken);
}

/* Without a word in samples.events, which are about what was asked for first. */
static void name_event(struct samples *out, struct samples_event *event, struct text *taken) {
    (void)out;
    if (taken->len) text_add_char(taken, '+');
    text_add(taken, event->name);
}

static void take_others(struct samples *out, struct samples_state *s) {
    const struct samples_task *task = s->task;
    for (size_t i = task->own_lanes; i < task->lane_count; i++) {
        struct lane_state *lane = &s->lanes[i];
        OWNED(text_free) struct text taken = {0};
        take_lane(out, s, i, name_event, &taken);
        bool same = out->event && strcmp(out->event, text_str(&taken)) == 0;
        if (!taken.len || same || !lane->profile.samples) continue;
        profile_sort_samples(&lane->profile);
        array_push(&out->others, (struct samples_other){.name = task->lanes[i].name,
                                                        .event = text_take(&taken),
                                                        .profile = lane->profile,
                                                        .unresolved = lane->unresolved});
        lane->profile = (struct profile){.keep = task->needs->keep};
    }
}

/* What became of the names of --event. */
static void take_asked(struct samples *out, const struct samples_state *s) {
    for (size_t i = 0; i < s->task->own_lanes && s->task->lanes[i].name; i++) {
        const struct lane *lane = &s->task->lanes[i];
        struct samples_asked asked = {
            .name = arena_copy_text(&out->texts, lane->name),
            .declared = s->lanes[i].declared,
            .without_stack = s->lanes[i].without_stack,
        };
        const char *nearest = strings_get(&s->names, s->lanes[i].nearest);
        if (!asked.declared && *nearest) asked.nearest = arena_copy_text(&out->texts, nearest);
        for (size_t g = 0; g < lane->group_count; g++)
            for (size_t k = 0; k < out->events.len; k++)
                if (samples_group_has(lane->groups[g], out->events.items[k].name))
                    asked.occurred = true;
        asked.occurred = asked.occurred || s->lanes[i].group < lane->group_count;
        array_push(&out->asked, asked);
    }
}

static void take_seen(const struct samples_state *s, const struct map *seen, struct text_list *out,
                      struct arena *texts) {
    for (size_t i = 0; i < seen->size; i++)
        if (seen->slots[i].value != MAP_EMPTY)
            array_push(out, strings_get(&s->names, (uint32_t)seen->slots[i].key));
    if (out->len) qsort(out->items, out->len, sizeof *out->items, compare_texts);
    if (out->len > MAX_SEEN_NAMES) out->len = MAX_SEEN_NAMES;
    for (size_t i = 0; i < out->len; i++) out->items[i] = arena_copy_text(texts, out->items[i]);
}

static bool is_taken(const struct samples *samples, const char *name, size_t len) {
    EACH (const struct samples_event, e, &samples->events)
        if (e->taken && strlen(e->name) == len && memcmp(e->name, name, len) == 0) return true;
    return false;
}

/* Adds the facts of the recordings to those of the profiles; of periods, those of what was taken.
 */
static void take_origin(struct samples *out, struct samples_state *s, const struct facts *facts,
                        const struct scan_report *report) {
    struct origin *o = &out->origin;
    if (facts) origin_add_facts(&s->origin, facts);
    EACH (const struct origin_fact, fact, &s->origin.facts) {
        const char *text = strings_get(&s->origin.strings, fact->text);
        if (fact->kind == ORIGIN_PERIOD && !is_taken(out, text, strcspn(text, " "))) continue;
        origin_add(o, fact->kind, text, fact->sum);
    }
    for (size_t i = 0; i < s->origin.chunks.len; i++)
        origin_add_chunk(o, s->origin.chunks.items[i]);
    origin_begin(o, s->origin.start_ns);
    origin_begin(o, report->start_ns);
    for (size_t i = 0; i < out->events.len; i++)
        if (out->events.items[i].taken)
            origin_add(o, ORIGIN_EVENT, out->events.items[i].name, out->events.items[i].count);
    origin_add(o, ORIGIN_RECORDINGS, NULL, report->recordings - report->profiles);
    origin_add(o, ORIGIN_DURATION, NULL, (uint64_t)out->recorded_ns);
}

void samples_join(struct walk_run *run, struct samples_task *task) {
    const struct needs *needs = task->needs;
    if (needs->facts || needs->values || needs->origin) facts_join(run, needs->facts);
    walk_join(run, &agent_reader, NULL);
    struct walk_part *part = walk_join(run, &samples_reader, task);
    if (!samples_task_needs_span(task)) return;
    part->window = samples_task_set_window;
    part->window_context = task;
}

static void take_profile(struct samples *out, struct samples_state *s) {
    const struct samples_task *task = s->task;
    out->profile.keep = task->needs->keep;
    out->profile.time_grain = task->needs->time_grain;
    uint64_t profiled_ns = 0; /* of one lane: they may be of the same recordings */
    for (size_t i = 0; i < task->own_lanes; i++) {
        if (s->lanes[i].group == task->lanes[i].group_count) continue;
        if (out->profile.frames.rows.len == 0 && out->profile.samples == 0) {
            struct profile empty = out->profile; /* the usual case: one lane, nothing to merge */
            out->profile = s->lanes[i].profile;
            s->lanes[i].profile = empty;
        } else {
            profile_merge(&out->profile, &s->lanes[i].profile);
        }
        out->unresolved += s->lanes[i].unresolved;
        if (s->lanes[i].profiled_ns > profiled_ns) profiled_ns = s->lanes[i].profiled_ns;
    }
    profile_sort_samples(&out->profile);
    if (profiled_ns > (uint64_t)(INT64_MAX - out->recorded_ns)) out->recorded_ns = INT64_MAX;
    else out->recorded_ns += (int64_t)profiled_ns;
}

/* Its period is set, in the JVM's words, and no agent says how it sampled. */
static bool is_of_jvm(const struct samples *samples) {
    static const char name[] = "jdk.ExecutionSample";
    OWNED(periods_free) struct periods periods;
    periods_of(&samples->facts, name, true, &periods);
    return samples->event && strcmp(samples->event, name) == 0 && periods.items.len > 0 &&
           !*samples->proof;
}

/* What needs no report. */
static void take_state(struct samples *out, const struct samples_state *s) {
    take_events(out, s);
    take_asked(out, s);
    out->left_out = s->left_out;
    out->clocks = s->clocks;
    out->window = s->task->window;
    out->zone = s->task->zone.kind == ZONE_UNSAID ? zone_of_recording(s->offset_ms) : s->task->zone;
    out->filtered = selection_filters(s->task->selection);
    take_seen(s, &s->threads_seen, &out->threads, &out->texts);
    take_seen(s, &s->states_seen, &out->states, &out->texts);
}

struct samples *samples_take(const struct walk_run *run, const struct scan_report *report) {
    struct samples *out = mem_zero(1, sizeof *out);
    struct samples_state *s = walk_result(run, &samples_reader);
    const struct agent_statistics *agent = walk_result(run, &agent_reader);
    const struct needs *needs = s->task->needs;
    bool adds = needs->facts && !needs->sums; /* else they are with the state's origin already */
    take_state(out, s);
    if (needs->facts) out->facts = facts_take(run);
    out->biased = agent->biased;
    out->late = agent->late;
    agent_statistics_proof(agent, out->proof, sizeof out->proof);
    out->recorded_ns = scan_recorded_ns(report, out->window.from_ns, out->window.to_ns);
    if (s->task->selection->not_then && s->task->has_window)
        out->recorded_ns = scan_recorded_ns(report, INT64_MIN, INT64_MAX) - out->recorded_ns;
    take_origin(out, s, adds ? &out->facts : NULL, report);
    origin_sort(&out->origin);
    take_profile(out, s);
    take_others(out, s);
    out->of_jvm = is_of_jvm(out);
    return out;
}

struct samples *samples_read_in(struct walk_run *run, const struct scan_options *scan,
                                const struct selection *selection, const struct needs *needs,
                                struct scan_report *report) {
    struct samples_task task;
    samples_task_make(selection, needs, &task);
    samples_join(run, &task);
    walk_start(run, scan, report);
    return samples_take(run, report);
}

struct samples *samples_read(const struct scan_options *scan, const struct selection *selection,
                             const struct needs *needs, struct scan_report *report) {
    struct walk_run run = {0};
    struct samples *out = samples_read_in(&run, scan, selection, needs, report);
    walk_run_free(&run);
    return out;
}

void samples_free(struct samples *samples) {
    if (samples == NULL) return;
    profile_free(&samples->profile);
    facts_free(&samples->facts);
    origin_free(&samples->origin);
    arrays_free(&samples->events, &samples->asked);
    for (size_t i = 0; i < samples->others.len; i++) {
        profile_free(&samples->others.items[i].profile);
        free(samples->others.items[i].event);
    }
    arrays_free(&samples->others, &samples->threads, &samples->states);
    arena_free(&samples->texts);
    mem_free(samples->event, samples);
}

/* ==== Sums over runs ======================================================================== */

void samples_sum_open(struct samples_sum *sum, struct samples_task *task) {
    const void *options = task;
    *sum = (struct samples_sum){.task = task, .state = state_open(&options, 1)};
}

void samples_sum_add(struct samples_sum *sum, const struct walk_run *run) {
    state_merge(sum->state, walk_result(run, &samples_reader));
}

bool samples_label(const struct walk_run *run, const struct label *labels, size_t len) {
    struct samples_state *s = walk_result(run, &samples_reader);
    bool any = false;
    for (size_t i = 0; i < s->task->lane_count; i++) {
        any = any || s->lanes[i].profile.samples;
        profile_label(&s->lanes[i].profile, labels, len);
    }
    return any;
}

/* The report of what was there for the first time. */
static struct scan_report fresh_of(const struct scan_report *report) {
    struct scan_report fresh = {.profiles = report->profiles, .recordings = report->profiles};
    uint32_t last = UINT32_MAX;
    if (report->profiles) fresh.start_ns = report->start_ns;
    EACH (const struct scan_chunk, chunk, &report->chunks) {
        if (chunk->again) continue;
        array_push(&fresh.chunks, *chunk);
        if (chunk->start_ns && (!fresh.start_ns || chunk->start_ns < fresh.start_ns))
            fresh.start_ns = chunk->start_ns;
        fresh.recordings += chunk->recording != last && !chunk->elsewhere;
        last = chunk->recording;
    }
    return fresh;
}

void samples_sum_report(struct samples_sum *sum, const struct scan_report *report) {
    const struct time_window *window = &sum->task->window;
    struct scan_report fresh = fresh_of(report), *all = &sum->report;
    int64_t recorded = scan_recorded_ns(&fresh, window->from_ns, window->to_ns);
    if (sum->task->selection->not_then && sum->task->has_window)
        recorded = scan_recorded_ns(&fresh, INT64_MIN, INT64_MAX) - recorded;
    sum->recorded_ns = whole_clamped(sum->recorded_ns, recorded);
    all->recordings += fresh.recordings;
    all->profiles += fresh.profiles;
    if (fresh.start_ns && (!all->start_ns || fresh.start_ns < all->start_ns))
        all->start_ns = fresh.start_ns;
    array_free(&fresh.chunks);
}

struct samples *samples_sum_take(struct samples_sum *sum) {
    struct samples *out = mem_zero(1, sizeof *out);
    struct samples_state *s = sum->state;
    take_state(out, s);
    out->recorded_ns = sum->recorded_ns;
    take_origin(out, s, NULL, &sum->report);
    origin_sort(&out->origin);
    take_profile(out, s);
    return out;
}

void samples_sum_close(struct samples_sum *sum) {
    state_close(sum->state);
}
