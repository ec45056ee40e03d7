/* OTLP profiles (opentelemetry-proto, profiles/v1development): experimental as the format itself.
 *
 *   ProfilesData   resource_profiles 1 (resource, scope_profiles: a profile for each measure)
 *                  dictionary 2        tables, of each of which entry 0 is empty
 */
#include "cmd/export/branches.h"
#include "cmd/export/export.h"

#include "base/secrets/secrets.h"
#include "parser/jfr.h"
#include "analyzers/samples/pprof_write.h"
#include "parser/document/protobuf.h"

struct attribute {      /* of the dictionary */
    uint32_t key, text; /* strings; text 0: a number */
    int64_t number;
    bool comments; /* a list of those of the profile, as pprof has them */
};

struct otlp {
    struct export *export;
    const struct profile *profile;
    struct branches branches;
    branch_rows rows;
    uint32_t *order; /* threads */
    size_t threads;
    struct strings strings;
    ARRAY(struct attribute) attributes; /* number is the index + 1 */
    uint32_t *thread_name, *thread_id;  /* attributes by thread in order; 0: none */
    uint32_t frame_type[FRAME_TYPE_COUNT], mapping[FRAME_TYPE_COUNT];
    uint32_t comments;      /* attribute */
    uint32_t *location;     /* by frame of the profile, 0: not used yet */
    ARRAY(uint32_t) frames; /* by location - 1; BRANCHES_NONE: what was left out */
    uint32_t rest;          /* location of that */
    uint32_t *stack;        /* by branch; 0: none yet */
    ARRAY(uint32_t) stacks; /* branches, by stack - 1 */
};

/* ==== Messages ============================================================================== */

static uint32_t string_of(struct otlp *o, const char *text) {
    return strings_add(&o->strings, text);
}

/* Threads, frames and settings are called as recorded: a profile is kept and passed on. */
static void add_masked(struct text *out, uint32_t number, const char *text, size_t len) {
    OWNED(text_free) struct text shown = {0};
    secrets_add(text, len, &shown);
    proto_add_bytes(out, number, text_str(&shown), shown.len);
}

static void add_fixed64(struct text *out, uint32_t number, uint64_t value) {
    uint8_t bytes[8];
    proto_add_varint(out, number << 3 | PROTO_FIXED64);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    text_add_bytes(out, bytes, sizeof bytes);
}

static void add_empty(struct text *out, uint32_t number) {
    proto_end(out, proto_begin(out, number));
}

static uint32_t attribute_of(struct otlp *o, const char *key, const char *text, int64_t number) {
    struct attribute attribute = {string_of(o, key), text ? string_of(o, text) : 0, number, false};
    if (text && !attribute.text) return 0;
    array_push(&o->attributes, attribute);
    return (uint32_t)o->attributes.len;
}

/* KeyValue of a resource. */
static void add_key_value(struct text *out, const char *key, const char *text, int64_t number) {
    size_t pair = proto_begin(out, 1);
    proto_add_bytes(out, 1, key, strlen(key));
    size_t value = proto_begin(out, 2);
    if (text) add_masked(out, 1, text, strlen(text));
    else proto_add_number(out, 3, (uint64_t)number);
    proto_end(out, value);
    proto_end(out, pair);
}

/* ==== What samples name ===================================================================== */

static uint32_t location_of(struct otlp *o, uint32_t frame) {
    uint32_t *location = frame == BRANCHES_NONE ? &o->rest : &o->location[frame];
    if (!*location) {
        array_push(&o->frames, frame);
        *location = (uint32_t)o->frames.len;
    }
    return *location;
}

static uint32_t stack_of(struct otlp *o, uint32_t branch) {
    if (branch == BRANCHES_NONE) return 0;
    if (!o->stack[branch]) {
        array_push(&o->stacks, branch);
        o->stack[branch] = (uint32_t)o->stacks.len;
    }
    return o->stack[branch];
}

static void name_threads(struct otlp *o) {
    o->thread_name = mem_zero(o->threads, sizeof *o->thread_name);
    o->thread_id = mem_zero(o->threads, sizeof *o->thread_id);
    for (size_t i = 0; i < o->threads; i++) {
        if (o->order[i] == PROFILE_NONE) continue;
        const struct profile_thread *thread = &o->profile->threads.items[o->order[i]];
        OWNED(text_free) struct text name = {0};
        branches_add_thread(o->profile, o->order[i], &name);
        o->thread_name[i] = attribute_of(o, "thread.name", text_str(&name), 0);
        uint64_t id = thread->os_id ? thread->os_id : thread->java_id;
        if (id) o->thread_id[i] = attribute_of(o, "thread.id", NULL, (int64_t)id);
    }
}

static void name_frame_types(struct otlp *o) {
    for (unsigned type = 0; type < FRAME_TYPE_COUNT; type++) {
        const char *name = type == FRAME_NATIVE || type == FRAME_CPP ? "native"
                           : type == FRAME_KERNEL                    ? "kernel"
                                                                     : "jvm";
        o->frame_type[type] = attribute_of(o, "profile.frame.type", name, 0);
        o->mapping[type] = string_of(o, pprof_type_file((enum frame_type)type));
    }
    array_push(&o->attributes,
               (struct attribute){string_of(o, "pprof.profile.comment"), 0, 0, true});
    o->comments = (uint32_t)o->attributes.len;
}

/* ==== Profiles ============================================================================== */

static void add_sample(struct otlp *o, const struct branch_row *row, uint64_t value,
                       struct text *out) {
    size_t sample = proto_begin(out, 2);
    proto_add_number(out, 1, stack_of(o, row->node));
    if (o->thread_name[row->thread]) {
        size_t packed = proto_begin(out, 2);
        proto_add_varint(out, o->thread_name[row->thread]);
        if (o->thread_id[row->thread]) proto_add_varint(out, o->thread_id[row->thread]);
        proto_end(out, packed);
    }
    size_t packed = proto_begin(out, 4);
    proto_add_varint(out, value);
    proto_end(out, packed);
    proto_end(out, sample);
}

static bool same_sample(const struct branch_row *a, const struct branch_row *b) {
    return a->thread == b->thread && a->node == b->node;
}

/* The same bytes for the same samples: there is no other id. */
static void add_id(struct otlp *o, const char *type, struct text *out) {
    OWNED(text_free) struct text what = {0};
    uint64_t halves[2];
    const struct reading *reading = &o->export->answer->reading;
    text_addf(&what, "%s %s %lld %llu", reading->samples->event ? reading->samples->event : "",
              type, (long long)reading->report.start_ns, (unsigned long long)o->profile->samples);
    halves[0] = hash_stable(text_str(&what), what.len);
    text_add(&what, " again");
    halves[1] = hash_stable(text_str(&what), what.len);
    proto_add_bytes(out, 7, halves, sizeof halves);
}

static void add_profile(struct otlp *o, const char *type, const char *unit, bool values,
                        struct text *out) {
    const struct reading *reading = &o->export->answer->reading;
    size_t profile = proto_begin(out, 2);
    size_t kind = proto_begin(out, 1);
    proto_add_number(out, 1, string_of(o, type));
    proto_add_number(out, 2, string_of(o, unit));
    proto_end(out, kind);
    for (size_t i = 0, next; i < o->rows.len; i = next) {
        const struct branch_row *row = &o->rows.items[i];
        uint64_t sum = 0;
        for (next = i; next < o->rows.len && same_sample(row, &o->rows.items[next]); next++)
            sum += values ? o->rows.items[next].value : o->rows.items[next].count;
        if (sum) add_sample(o, row, sum, out);
    }
    if (reading->report.start_ns > 0) add_fixed64(out, 3, (uint64_t)reading->report.start_ns);
    if (reading->samples->recorded_ns > 0)
        proto_add_number(out, 4, (uint64_t)reading->samples->recorded_ns);
    add_id(o, type, out);
    size_t about = proto_begin(out, 11);
    proto_add_varint(out, o->comments);
    proto_end(out, about);
    proto_end(out, profile);
}

static void add_resource(struct otlp *o, struct text *out) {
    const struct facts *facts = &o->export->answer->reading.samples->facts;
    size_t resource = proto_begin(out, 1);
    add_key_value(out, "service.name", "unknown_service:java", 0);
    add_key_value(out, "process.runtime.name", "java", 0);
    if (facts->jvms.len) {
        const struct fact_jvm *jvm = &facts->jvms.items[0];
        add_key_value(out, "process.pid", NULL, jvm->pid);
        add_key_value(out, "process.runtime.version", strings_get(&facts->strings, jvm->version),
                      0);
    }
    proto_end(out, resource);
}

static void add_resource_profiles(struct otlp *o, struct text *out) {
    enum profile_unit unit = o->profile->unit;
    bool valued = profile_has_values(o->profile);
    size_t profiles = proto_begin(out, 1);
    add_resource(o, out);
    size_t scope_profiles = proto_begin(out, 2), scope = proto_begin(out, 1);
    proto_add_bytes(out, 1, "jfrtool", strlen("jfrtool"));
    proto_add_bytes(out, 2, JFR_VERSION, strlen(JFR_VERSION));
    proto_end(out, scope);
    add_profile(o, "samples", "count", false, out);
    if (valued)
        add_profile(o, unit == PROFILE_NS ? "time" : "space",
                    unit == PROFILE_NS ? "nanoseconds" : "bytes", true, out);
    proto_end(out, scope_profiles);
    proto_end(out, profiles);
}

/* ==== The dictionary ======================================================================== */

static void add_locations(struct otlp *o, struct text *out) {
    add_empty(out, 2);
    for (size_t i = 0; i < o->frames.len; i++) {
        uint32_t frame = o->frames.items[i];
        const struct frame *row =
            frame == BRANCHES_NONE ? NULL : &o->profile->frames.rows.items[frame];
        size_t location = proto_begin(out, 2);
        /* What kind of frame it is, more exactly than the attribute can say. */
        if (row && row->type < FRAME_TYPE_COUNT) proto_add_number(out, 1, row->type + 1);
        size_t line = proto_begin(out, 3);
        proto_add_number(out, 1, i + 1); /* its function */
        if (row && row->line > 0) proto_add_number(out, 2, (uint64_t)row->line);
        proto_end(out, line);
        if (row && row->type < FRAME_TYPE_COUNT) {
            size_t packed = proto_begin(out, 4);
            proto_add_varint(out, o->frame_type[row->type]);
            proto_end(out, packed);
        }
        proto_end(out, location);
    }
}

static void add_functions(struct otlp *o, struct text *out) {
    OWNED(text_free) struct text name = {0};
    add_empty(out, 3);
    for (size_t i = 0; i < o->frames.len; i++) {
        text_clear(&name);
        branches_add_name(o->profile, o->frames.items[i], &name);
        uint32_t frame = o->frames.items[i];
        size_t function = proto_begin(out, 3);
        proto_add_number(out, 1, strings_intern(&o->strings, text_str(&name), name.len));
        text_clear(&name);
        if (frame != BRANCHES_NONE) pprof_add_system_name(o->profile, frame, &name);
        proto_add_number(out, 2, strings_intern(&o->strings, text_str(&name), name.len));
        proto_end(out, function);
    }
}

static void add_stacks(struct otlp *o, struct text *out) {
    add_empty(out, 7);
    for (size_t i = 0; i < o->stacks.len; i++) {
        size_t stack = proto_begin(out, 7), packed = proto_begin(out, 1);
        for (uint32_t at = o->stacks.items[i]; at != BRANCHES_NONE;
             at = o->branches.nodes.items[at].parent)
            proto_add_varint(out, location_of(o, o->branches.nodes.items[at].frame));
        proto_end(out, packed);
        proto_end(out, stack);
    }
}

/* An AnyValue of a list. */
static void add_comment(void *context, const char *comment, size_t len) {
    struct text *out = context;
    size_t value = proto_begin(out, 1);
    add_masked(out, 1, comment, len);
    proto_end(out, value);
}

static void add_comments(const struct otlp *o, struct text *out) {
    size_t list = proto_begin(out, 5);
    pprof_each_comment(o->profile, &o->export->answer->reading.samples->origin, add_comment, out);
    proto_end(out, list);
}

static void add_attributes(struct otlp *o, struct text *out) {
    add_empty(out, 6);
    EACH (const struct attribute, attribute, &o->attributes) {
        size_t entry = proto_begin(out, 6), value;
        proto_add_number(out, 1, attribute->key);
        value = proto_begin(out, 2);
        if (attribute->comments) add_comments(o, out);
        else if (attribute->text)
            add_masked(out, 1, strings_get(&o->strings, attribute->text),
                       strings_len(&o->strings, attribute->text));
        else proto_add_number(out, 3, (uint64_t)attribute->number);
        proto_end(out, value);
        proto_end(out, entry);
    }
}

/* By frame type; the first is none. */
static void add_mappings(const struct otlp *o, struct text *out) {
    add_empty(out, 1);
    for (unsigned type = 0; type < FRAME_TYPE_COUNT; type++) {
        size_t mapping = proto_begin(out, 1);
        proto_add_number(out, 4, o->mapping[type]);
        proto_end(out, mapping);
    }
}

static void add_dictionary(struct otlp *o, struct text *out) {
    static const char zeros[16];
    size_t dictionary = proto_begin(out, 2);
    add_mappings(o, out);
    add_stacks(o, out);
    add_locations(o, out);
    add_functions(o, out);
    size_t link = proto_begin(out, 4);
    proto_add_bytes(out, 1, zeros, 16);
    proto_add_bytes(out, 2, zeros, 8);
    proto_end(out, link);
    add_attributes(o, out);
    for (uint32_t i = 0; i < o->strings.entries.len; i++)
        add_masked(out, 5, strings_get(&o->strings, i), strings_len(&o->strings, i));
    proto_end(out, dictionary);
}

/* ==== The format ============================================================================ */

static void write_document(struct otlp *o) {
    struct text *out = &o->export->sink.text;
    o->location = mem_zero(o->profile->frames.rows.len, sizeof *o->location);
    o->stack = mem_zero(o->branches.nodes.len, sizeof *o->stack);
    o->order = branches_thread_order(o->profile, &o->threads);
    o->rows = branches_rows(o->profile, &o->branches, o->order, o->threads);
    string_of(o, "");
    name_frame_types(o);
    name_threads(o);
    add_resource_profiles(o, out);
    add_dictionary(o, out);
    mem_free(o->location, o->stack, o->order, o->thread_name, o->thread_id);
    arrays_free(&o->rows, &o->attributes, &o->frames, &o->stacks);
    strings_free(&o->strings);
}

static int write_otlp(struct export *export) {
    static const struct facts_options facts = {.few = true};
    const struct selection *selection = &export->options->target.selection;
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .time_grain = SAMPLES_NO_TIMES,
        .values = true,
        .finest = selection->by == BY_METHOD ? BY_LINE : BY_METHOD,
        .types = true,
        .facts = &facts,
    };
    struct reading *reading = &export->answer->reading;
    struct otlp o = {.export = export};
    enum profile_unit unit;
    int code = reading_take(&needs, reading);
    if (code == EXIT_OK)
        code = measure_unit(export->options->measure, &export->answer->reading, &unit);
    if (code != EXIT_OK) return code;
    o.profile = &reading->samples->profile;
    branches_make(o.profile, unit, export->options->min_share, &o.branches);
    write_document(&o);
    branches_say_left_out(&o.branches, o.profile, unit, export->options->min_share);
    branches_free(&o.branches);
    return EXIT_OK;
}

const struct export_format export_otlp = {
    .name = "otlp",
    .help = "OpenTelemetry profiles, which are experimental",
    .write = write_otlp,
    .prunes = true,
    .counts = true,
    .binary = true,
};
