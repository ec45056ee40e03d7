/* Documents: what they are of, and which of their values are asked for. */
#include "analyzers/samples/document.h"
#include "parser/document/document.h"
#include "base/utf8.h"

#define MAX_EVENTS 64

/* ==== What it is of ========================================================================= */

ORDERED(compare_events, struct source_document_event, strcmp(x->name, y->name))

/* Names as in the file, made valid; takes the text. */
static void add_event(struct source_document *source, const char *name, size_t len,
                      uint64_t count) {
    OWNED(text_free) struct text text = {0};
    utf8_add_valid(&text, name, len);
    for (size_t i = 0; i < source->events.len; i++) {
        if (strcmp(source->events.items[i].name, text_str(&text)) != 0) continue;
        source->events.items[i].count += count;
        return;
    }
    if (text.len && source->events.len < MAX_EVENTS)
        array_push(&source->events, (struct source_document_event){text_take(&text), count});
}

static bool counts(const struct document *p, size_t type) {
    return document_is(p, p->types.items[type].unit, "count");
}

/* The type that says how many samples a value is of: the nearest count before it. */
static size_t count_type_of(const struct document *p, size_t type) {
    for (size_t i = type + 1; i-- > 0;)
        if (counts(p, i)) return i;
    return SIZE_MAX;
}

static uint64_t count_of(const struct document *p, size_t type) {
    size_t count = count_type_of(p, type);
    return count == SIZE_MAX ? p->sample_count : (uint64_t)p->totals.items[count];
}

/* Of a profile of somebody else: each value, and each count that belongs to none. */
static void add_types(struct source_document *source) {
    const struct document *p = source->document;
    for (size_t i = 0; i < p->types.len; i++) {
        if (counts(p, i) && i + 1 < p->types.len && !counts(p, i + 1)) continue;
        struct document_text name = document_text_at(p, p->types.items[i].name);
        add_event(source, name.data, name.len, count_of(p, i));
    }
}

struct facts_found { /* in comments */
    bool ours;
    uint64_t samples, truncated, shortened, mixed;
    struct profile_clusters clusters;
};

static void take_comment(struct source_document *source, const char *text, size_t len,
                         struct facts_found *f) {
    const struct {
        const char *name;
        uint64_t *to;
    } numbers[] = {{"samples", &f->samples},
                   {"truncated", &f->truncated},
                   {"shortened", &f->shortened},
                   {"mixed-units", &f->mixed},
                   {"clusters", &f->clusters.clusters},
                   {"clustered-samples", &f->clusters.samples},
                   {"cluster-squares", &f->clusters.squares}};
    uint64_t number;
    static const char version[] = ORIGIN_PREFIX "version=";
    if (len >= sizeof version - 1 && memcmp(text, version, sizeof version - 1) == 0) f->ours = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (origin_number(text, len, numbers[i].name, &number)) *numbers[i].to += number;
    origin_take_comment(&source->origin, text, len);
}

/* Moves the events from the origin, where comments put them, to their own list. */
static void take_events(struct source_document *source) {
    struct origin rest = {0};
    EACH (const struct origin_fact, fact, &source->origin.facts) {
        const char *text = strings_get(&source->origin.strings, fact->text);
        if (fact->kind == ORIGIN_EVENT) add_event(source, text, strlen(text), fact->sum);
        else origin_add(&rest, fact->kind, text, fact->sum);
    }
    for (size_t i = 0; i < source->origin.chunks.len; i++)
        origin_add_chunk(&rest, source->origin.chunks.items[i]);
    origin_free(&source->origin);
    source->origin = rest;
}

static void take_facts(struct source_document *source) {
    const struct document *p = source->document;
    for (size_t i = 0; i < p->functions.len && !source->by_module; i++) {
        struct document_text name = document_text_at(p, p->functions.items[i].system_name);
        source->by_module = name.len > 7 && memcmp(name.data, "module ", 7) == 0;
    }
    struct facts_found found = {0};
    OWNED(text_free) struct text comment = {0};
    for (size_t i = 0; i < p->comments.len; i++) {
        struct document_text text = document_text_at(p, p->comments.items[i]);
        if (text.len > 65535) continue;
        text_clear(&comment);
        utf8_add_valid(&comment, text.data, text.len);
        take_comment(source, text_str(&comment), comment.len, &found);
    }
    take_events(source);
    source->ours = found.ours;
    source->mixed = found.mixed > 0;
    if (!source->ours) add_types(source);
    array_sort(&source->events, compare_events);
    if (!source->ours && origin_sum(&source->origin, ORIGIN_RECORDINGS) == 0)
        origin_add(&source->origin, ORIGIN_RECORDINGS, NULL, 1);
    origin_add(&source->origin, ORIGIN_DURATION, NULL, (uint64_t)p->duration_ns);
    origin_begin(&source->origin, p->start_ns);
    /* Sums that another program's merging did not keep up are none. */
    if (!source->ours || found.samples != count_of(p, p->types.len - 1)) return;
    source->clusters = found.clusters;
    source->truncated = found.truncated;
    source->shortened = found.shortened < found.truncated ? found.shortened : found.truncated;
}

struct source_document *source_document_read(const uint8_t *data, size_t size,
                                             struct jfr_error *error) {
    struct document *document = document_read(data, size, error);
    if (document == NULL) return NULL;
    struct source_document *source = mem_zero(1, sizeof *source);
    source->document = document;
    take_facts(source);
    return source;
}

void source_document_free(struct source_document *source) {
    if (source == NULL) return;
    for (size_t i = 0; i < source->events.len; i++) free(source->events.items[i].name);
    array_free(&source->events);
    origin_free(&source->origin);
    document_free(source->document);
    free(source);
}

/* ==== Which of it is asked for ============================================================== */

/* The best group of the lane that has the name; group_count: none has. */
static size_t group_of(const struct lane *lane, const char *name) {
    size_t g = 0;
    while (g < lane->group_count && !samples_group_has(lane->groups[g], name)) g++;
    return g;
}

/* A profile of ours, which is of something, is taken if all that it is of was asked for: it cannot
 * be taken apart. */
static bool choose_events(const struct source_document *source, const struct samples_task *task,
                          struct source_document_choice *choice) {
    choice->lane = task->lane_count;
    for (size_t i = 0; i < source->events.len; i++) {
        bool asked = false;
        for (size_t l = 0; l < task->own_lanes && !asked; l++) {
            size_t group = group_of(&task->lanes[l], source->events.items[i].name);
            asked = group < task->lanes[l].group_count;
            if (!asked || l > choice->lane) continue;
            if (l == choice->lane && group != choice->group) asked = false;
            choice->lane = l;
            choice->group = group;
        }
        if (!asked) return false;
    }
    return true;
}

/* A sample type that was asked for by its name, in whichever profile. */
static bool choose_type(const struct source_document *source, const struct samples_task *task,
                        struct source_document_choice *choice) {
    const struct document *p = source->document;
    for (size_t l = 0; l < task->own_lanes; l++) {
        const struct lane *lane = &task->lanes[l];
        size_t best = lane->group_count;
        for (size_t i = 0; i < p->types.len; i++) {
            struct document_text name = document_text_at(p, p->types.items[i].name);
            OWNED(text_free) struct text text = {0};
            utf8_add_valid(&text, name.data, name.len);
            size_t group = group_of(lane, text_str(&text));
            if (group < best) {
                best = group;
                choice->lane = l;
                choice->group = group;
                choice->value_type = i;
            }
        }
        if (best < lane->group_count) return true;
    }
    return false;
}

/* What pprof shows: the default, or the last. */
static size_t default_type(const struct document *p) {
    struct document_text wanted = document_text_at(p, p->default_type);
    for (size_t i = 0; i < p->types.len && wanted.len; i++) {
        struct document_text name = document_text_at(p, p->types.items[i].name);
        if (name.len == wanted.len && memcmp(name.data, wanted.data, name.len) == 0) return i;
    }
    return p->types.len - 1;
}

/* By the default rule, anything will do where there is nothing better. */
static bool choose_other(const struct source_document *source, const struct samples_task *task,
                         struct source_document_choice *choice) {
    choice->group = group_of(&task->lanes[0], OTHER_PROFILE);
    if (choice->group == task->lanes[0].group_count) return false;
    choice->lane = 0;
    choice->other = true;
    return true;
}

static void add_name(const struct source_document *source, struct source_document_choice *choice) {
    if (!source->ours) {
        struct document_text name = document_text_at(
            source->document, source->document->types.items[choice->value_type].name);
        utf8_add_valid(&choice->name, name.data, name.len);
        return;
    }
    for (size_t i = 0; i < source->events.len; i++)
        text_addf(&choice->name, "%s%s", i ? "+" : "", source->events.items[i].name);
}

static void choose_unit(const struct document *p, struct source_document_choice *choice) {
    static const struct {
        const char *name;
        enum profile_unit unit;
        int64_t scale;
    } units[] = {{"nanoseconds", PROFILE_NS, 1},        {"microseconds", PROFILE_NS, 1000},
                 {"milliseconds", PROFILE_NS, 1000000}, {"seconds", PROFILE_NS, 1000000000},
                 {"bytes", PROFILE_BYTES, 1},           {"kilobytes", PROFILE_BYTES, 1024},
                 {"megabytes", PROFILE_BYTES, 1048576}};
    uint32_t unit = p->types.items[choice->value_type].unit;
    choice->unit = PROFILE_NO_UNIT;
    choice->scale = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!document_is(p, unit, units[i].name)) continue;
        choice->unit = units[i].unit;
        choice->scale = units[i].scale;
    }
}

bool source_document_choose(const struct source_document *source, const struct samples_task *task,
                            struct source_document_choice *choice) {
    *choice = (struct source_document_choice){.value_type = SIZE_MAX};
    if (source->ours && source->events.len == 0) return false; /* it is of nothing */
    bool chosen = (source->ours && choose_events(source, task, choice)) ||
                  choose_type(source, task, choice) || choose_other(source, task, choice);
    if (!chosen) return false;
    if (choice->value_type == SIZE_MAX) choice->value_type = default_type(source->document);
    choice->count_type = count_type_of(source->document, choice->value_type);
    choose_unit(source->document, choice);
    if (source->mixed) choice->unit = PROFILE_MIXED;
    add_name(source, choice);
    return true;
}

const char *source_document_lacks(const struct source_document *source,
                                  const struct samples_task *task, bool *leave) {
    *leave = true;
    if (source->document->negative)
        return "is the difference of two profiles (it has negative values) and was left out: give "
               "the two profiles instead";
    if (task->has_window)
        return "is a profile, which has no times, and was left out: --from and --to need the "
               "recording";
    if (task->selection->within)
        return "is a profile, which has no times, and was left out: --within and --outside need "
               "the recording";
    if (task->selection->split_field)
        return "is a profile, which does not say what samples are about, and was left out: --by "
               "with a field needs the recording";
    if (task->needs->times)
        return "is a profile, which has no times, and was left out: give the recording that it was "
               "made from";
    if (task->selection->states.len)
        return "is a profile, which has no thread states, and was left out: --state needs the "
               "recording";
    *leave = false;
    if (task->by == BY_BCI)
        return "is a profile, which has no bytecode indices: --by bci needs the recording";
    if (task->by == BY_MODULE && !source->by_module)
        return "is a profile, which has no modules: --by module needs the recording, also when the "
               "profile is made";
    return NULL;
}
