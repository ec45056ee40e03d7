/* OTLP profiles (opentelemetry-proto, profiles/v1development), which change from year to year. Read
 * are the three layouts that were in use:
 *
 *   ProfilesData     1 resource profiles  2 dictionary (none in 2024: each profile has its tables)
 *   ResourceProfiles 1 resource  2 scope profiles       ScopeProfiles 1 scope  2 profiles
 *
 *                    2024                       2025 (dictionary)    since autumn of 2025
 *   Profile  types   1, several                 1, several           1
 *            samples 2                          2                    2
 *            stacks  5 location indices         3 location indices   dictionary: 7 stacks
 *            time    11, duration 12            4, duration 5        3 (eight bytes), duration 4
 *   Sample   stack   1 first index, 2 how many  likewise             1 stack
 *            values  3                          3                    4: one, or one for each time,
 *                                                                    of which each is 1 if there
 * are none about   4 attributes               4                    2 times   6 6 5 tables mappings
 * 3 locations 4 functions 6 attributes 7 strings 10     2024, in the profile mappings 1 locations 2
 * functions 3 attributes 6 strings 5      in the dictionary
 *
 * Of attributes, thread.name and thread.id say the thread, profile.frame.type the kind of a frame;
 * all else of samples become labels. pprof.profile.comment of a profile is what pprof has as
 * comments.
 */
#include "parser/document/otlp.h"

#define MOST_TYPES 64

static const struct otlp_fields fields_of[] = {
    [TABLES_IN_PROFILE] = {3, 4, 6, 7, 10, 0, 5, 11, 12, 15, 0, 3, 4, 6, 5},
    [RANGES] = {1, 2, 3, 6, 5, 0, 3, 4, 5, 8, 14, 3, 4, 6, 5},
    [STACKS] = {1, 2, 3, 6, 5, 7, 0, 3, 4, 0, 11, 4, 2, 5, 4},
};

/* ==== Samples =============================================================================== */

struct profile {
    uint32_t types[MOST_TYPES];
    size_t type_count;
    int64_t start, duration;
};

struct sample {
    uint64_t numbers[3]; /* fields 1 and 2 */
    int64_t values[MOST_TYPES];
    int64_t sum; /* of all of them; INT64_MAX: beyond what can be, also if the rest is below 0 */
    size_t value_count, times;
    struct otlp *o;
    struct document_kept kept;
};

static void take_value_number(void *context, uint64_t number) {
    struct sample *sample = context;
    if (sample->value_count < MOST_TYPES) sample->values[sample->value_count] = (int64_t)number;
    if (sample->sum == INT64_MAX ||
        __builtin_add_overflow(sample->sum, (int64_t)number, &sample->sum))
        sample->sum = INT64_MAX;
    sample->value_count++;
}

static void count_time(void *context, uint64_t number) {
    struct sample *sample = context;
    (void)number;
    sample->times++;
}

/* The label that the attribute is; made once. */
static uint32_t label_of(struct otlp *o, size_t index) {
    uint32_t *label = &o->labels.items[index];
    const struct otlp_attribute *a = &o->attributes.items[index];
    struct document *d = o->d;
    if (*label != DOCUMENT_NONE) return *label;
    struct document_label own = {.key = a->key, .text = a->text, .number = a->number};
    if (document_is(d, a->key, "thread.name")) own.key = document_add_text(d, "thread", 6);
    if (document_is(d, a->key, "thread.id")) own.key = document_add_text(d, "thread_id", 9);
    *label = (uint32_t)d->labels.len;
    array_push(&d->labels, own);
    return *label;
}

static void take_sample_attribute(void *context, uint64_t index) {
    struct sample *sample = context;
    struct otlp *o = sample->o;
    if (index == 0 || index >= o->attributes.len || o->d->label_refs.len >= UINT32_MAX) return;
    uint32_t label = label_of(o, (size_t)index);
    if (!sample->kept.label_count) sample->kept.first_label = (uint32_t)o->d->label_refs.len;
    array_push(&o->d->label_refs, label);
    sample->kept.label_count++;
}

static bool take_sample_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct sample *sample = context;
    bool fine = true;
    if (field->number == o->fields->values) fine = proto_numbers(field, take_value_number, sample);
    else if (field->number == o->fields->attribute_indices)
        fine = proto_numbers(field, take_sample_attribute, sample);
    else if (field->number == o->fields->times && field->wire == PROTO_FIXED64) sample->times++;
    else if (field->number == o->fields->times && o->fields->stacks)
        sample->times += (size_t)(field->wire == PROTO_BYTES ? field->value / 8 : 1);
    else if (field->number == o->fields->times) fine = proto_numbers(field, count_time, sample);
    else if (field->number <= 2)
        fine = field->wire == PROTO_VARINT && (sample->numbers[field->number] = field->value, true);
    return fine || otlp_damaged(o, field->bytes, "what is here is no sample");
}

static bool find_stack(struct otlp *o, struct sample *sample, const uint8_t *at) {
    struct document_kept *kept = &sample->kept;
    uint64_t first = sample->numbers[1], len = sample->numbers[2];
    if (o->fields->stacks) {
        if (first >= o->stacks.len)
            return first == 0 || otlp_damaged(o, at, "a stack that is not there");
        kept->first = o->stacks.items[first].first;
        kept->len = o->stacks.items[first].len;
    } else {
        size_t there = o->d->stacks.len - o->indices;
        if (first > there || len > there - first)
            return otlp_damaged(o, at, "locations that are not there");
        kept->first = (uint32_t)(o->indices + first);
        kept->len = (uint32_t)len;
    }
    return true;
}

static bool keep_sample(struct otlp *o, struct profile *profile,
                        const struct proto_field *message) {
    struct sample sample = {.o = o};
    if (!otlp_each(o, message, take_sample_field, &sample) ||
        !find_stack(o, &sample, message->bytes))
        return false;
    if (sample.value_count == 0 && profile->type_count) { /* it is there as often as it has times */
        sample.values[0] = (int64_t)sample.times;
        sample.value_count = 1;
    } else if (o->fields->stacks && sample.value_count == sample.times && sample.times) {
        sample.values[0] = sample.sum; /* a value for each of the times */
        sample.value_count = 1;
    }
    if (sample.value_count > profile->type_count)
        return otlp_damaged(o, message->bytes,
                            "a sample with more values than the profile has types");
    for (size_t i = 0; i < sample.value_count; i++) {
        sample.kept.type = profile->types[i];
        sample.kept.value = sample.values[i];
        const char *problem = document_keep(o->d, &sample.kept, sample.kept.len);
        if (problem) return otlp_damaged(o, message->bytes, problem);
    }
    return true;
}

/* ==== Profiles ============================================================================== */

static bool take_type_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct document_type *type = context;
    uint32_t index;
    if (field->number != 1 && field->number != 2) return true;
    if (!otlp_index(o, field, o->strings.len, "text", &index)) return false;
    *(field->number == 1 ? &type->name : &type->unit) = o->strings.items[index];
    return true;
}

/* Types of one name and unit are one, whichever profile they are of. */
static bool add_type(struct otlp *o, struct profile *profile, const struct proto_field *message) {
    struct document *d = o->d;
    struct document_type type = {0};
    if (!otlp_each(o, message, take_type_field, &type)) return false;
    size_t at = 0;
    while (at < d->types.len &&
           (d->types.items[at].name != type.name || d->types.items[at].unit != type.unit))
        at++;
    if (at == d->types.len) {
        array_push(&d->types, type);
        array_push(&d->totals, 0);
    }
    if (at >= MOST_TYPES || profile->type_count >= MOST_TYPES)
        return otlp_damaged(o, message->bytes, "it has more types of values than can be meant");
    profile->types[profile->type_count++] = (uint32_t)at;
    return true;
}

static bool take_comment_field(struct otlp *o, const struct proto_field *field, void *context) {
    (void)context;
    if (field->number != 1 || field->wire != PROTO_BYTES) return true;
    struct otlp_attribute text = {0};
    if (!otlp_each(o, field, otlp_take_value, &text)) return false;
    array_push(&o->d->comments, text.text);
    return true;
}

static void take_comment(void *context, uint64_t index) {
    struct otlp *o = context;
    if (index < o->strings.len) array_push(&o->d->comments, o->strings.items[index]);
}

static void take_about(void *context, uint64_t index) {
    struct otlp *o = context;
    if (index >= o->attributes.len) return;
    const struct otlp_attribute *a = &o->attributes.items[index];
    if (!document_is(o->d, a->key, "pprof.profile.comment")) return;
    if (a->text) array_push(&o->d->comments, a->text);
    struct proto_field list = {.wire = PROTO_BYTES, .value = a->list_len, .bytes = a->list};
    if (a->list) otlp_each(o, &list, take_comment_field, NULL);
}

/* Types, times and comments; the location indices. */
static bool take_head_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct profile *profile = context;
    const struct otlp_fields *fields = o->fields;
    bool fine = true;
    if (field->number == 1) return add_type(o, profile, field);
    if (fields->location_indices && field->number == fields->location_indices)
        return otlp_take_locations(o, field);
    if (field->number == fields->time && field->wire != PROTO_BYTES)
        profile->start = (int64_t)field->value;
    if (field->number == fields->duration && field->wire != PROTO_BYTES)
        profile->duration = (int64_t)field->value;
    bool first = o->profiles == 0; /* all profiles of a recording say the same */
    if (fields->comments && field->number == fields->comments && first)
        fine = proto_numbers(field, take_comment, o);
    if (fields->about && field->number == fields->about && first)
        fine = proto_numbers(field, take_about, o);
    return fine || otlp_damaged(o, field->bytes, "numbers were expected here");
}

static bool take_samples(struct otlp *o, const struct proto_field *field, void *context) {
    return field->number != 2 || keep_sample(o, context, field);
}

static void take_times(struct otlp *o, const struct profile *profile) {
    struct document *d = o->d;
    if (profile->start <= 0 || profile->duration < 0 ||
        profile->start > INT64_MAX - profile->duration)
        return;
    if (d->start_ns == 0 || profile->start < d->start_ns) d->start_ns = profile->start;
    /* Several profiles of one stretch of time, one for each type, count once. */
    bool again = o->last_start == profile->start;
    int64_t most = INT64_MAX - d->start_ns;
    if (!again && (__builtin_add_overflow(d->duration_ns, profile->duration, &d->duration_ns) ||
                   d->duration_ns > most))
        d->duration_ns = most;
    o->last_start = profile->start;
}

/* Which layout the profile has: its time is eight bytes since there are stacks. */
static bool take_layout_field(struct otlp *o, const struct proto_field *field, void *context) {
    enum otlp_layout *layout = context;
    (void)o;
    if (field->number == 3 && field->wire == PROTO_BYTES) *layout = RANGES;
    if (field->number == 3 && field->wire == PROTO_FIXED64) *layout = STACKS;
    return true;
}

struct whole {
    struct proto_field dictionary;
    bool has_dictionary, known; /* known: the first profile said the layout */
};

static bool read_profile(struct otlp *o, const struct proto_field *message, struct whole *whole) {
    struct profile profile = {0};
    if (!whole->known) {
        enum otlp_layout layout = whole->has_dictionary ? STACKS : TABLES_IN_PROFILE;
        if (whole->has_dictionary && !otlp_each(o, message, take_layout_field, &layout))
            return false;
        o->fields = &fields_of[layout];
        whole->known = true;
        if (whole->has_dictionary && !otlp_read_tables(o, &whole->dictionary)) return false;
    }
    if (!whole->has_dictionary && !otlp_read_tables(o, message)) return false;
    o->indices = o->d->stacks.len;
    if (!otlp_each(o, message, take_head_field, &profile)) return false;
    take_times(o, &profile);
    if (!otlp_each(o, message, take_samples, &profile)) return false;
    o->profiles++;
    return true;
}

/* ==== The whole ============================================================================= */

static bool take_profile(struct otlp *o, const struct proto_field *field, void *context) {
    return field->number != 2 || read_profile(o, field, context);
}

static bool take_scope(struct otlp *o, const struct proto_field *field, void *context) {
    return field->number != 2 || otlp_each(o, field, take_profile, context);
}

static bool take_resource(struct otlp *o, const struct proto_field *field, void *context) {
    return field->number != 1 || otlp_each(o, field, take_scope, context);
}

static bool take_dictionary(struct otlp *o, const struct proto_field *field, void *context) {
    struct whole *whole = context;
    (void)o;
    if (field->number != 2 || field->wire != PROTO_BYTES) return true;
    whole->dictionary = *field;
    whole->has_dictionary = true;
    return true;
}

static bool read_otlp(struct document *d, struct jfr_error *error) {
    struct otlp o = {.d = d, .error = error, .fields = &fields_of[STACKS]};
    struct whole whole = {.known = false};
    const struct proto_field all = {.wire = PROTO_BYTES, .value = d->size, .bytes = d->data};
    document_add_text(d, "", 0);
    bool fine =
        otlp_each(&o, &all, take_dictionary, &whole) && otlp_each(&o, &all, take_resource, &whole);
    if (fine && !d->types.len) fine = otlp_damaged(&o, d->data, "there is no profile in it");
    arrays_free(&o.strings, &o.kinds, &o.functions, &o.locations, &o.attributes, &o.labels,
                &o.stacks);
    return fine;
}

const struct document_format document_format_otlp = {
    .name = "OTLP profile",
    .begins = otlp_begins,
    .read = read_otlp,
    .frames_a_byte = 128,
};
