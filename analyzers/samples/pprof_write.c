#include "analyzers/samples/pprof_write.h"

#include "analyzers/profile/labels.h"
#include "analyzers/tables/kinds.h"
#include "parser/document/protobuf.h"
#include "base/prefetch.h"
#include "base/secrets/secrets.h"
#include "base/sort.h"
#include "base/platform.h"

static const char *const type_files[FRAME_TYPE_COUNT] = {
    [FRAME_ANY] = "[jvm]",         [FRAME_INTERPRETED] = "[interpreted]",
    [FRAME_JIT] = "[jit]",         [FRAME_INLINED] = "[inlined]",
    [FRAME_NATIVE] = "[native]",   [FRAME_CPP] = "[c++]",
    [FRAME_KERNEL] = "[kernel]",   [FRAME_C1] = "[c1]",
    [FRAME_UNKNOWN] = "[unknown]", [FRAME_THREAD] = "[thread]",
};

const char *pprof_type_file(enum frame_type type) {
    return type_files[(unsigned)type < FRAME_TYPE_COUNT ? type : FRAME_UNKNOWN];
}

enum frame_type pprof_frame_type(const char *file, size_t len) {
    for (unsigned type = 0; type < FRAME_TYPE_COUNT; type++)
        if (strlen(type_files[type]) == len && memcmp(type_files[type], file, len) == 0)
            return (enum frame_type)type;
    return FRAME_ANY;
}

/* ==== What the values are called ============================================================ */

struct measure {
    const char *samples, *value; /* names that readers of these profiles know */
};

static struct measure measure_of_event(const char *event, enum profile_unit unit) {
    const struct kind *kind = kind_of(event);
    if (kind->pprof.samples) return (struct measure){kind->pprof.samples, kind->pprof.value};
    return (struct measure){"samples", unit == PROFILE_BYTES ? "space" : "time"};
}

/* Of several events that are called differently: what fits all. */
static struct measure measure_of(const struct origin *origin, enum profile_unit unit) {
    struct measure measure = measure_of_event("", unit), all = measure;
    bool first = true;
    EACH (const struct origin_fact, fact, &origin->facts) {
        if (fact->kind != ORIGIN_EVENT) continue;
        struct measure own = measure_of_event(strings_get(&origin->strings, fact->text), unit);
        if (first) measure = own;
        else if (strcmp(measure.value, own.value) != 0) return all;
        first = false;
    }
    return measure;
}

/* ==== Ranks: things in the order of what is written of them ================================= */

/* Number of each thing, things that are written alike have the same. */
struct ranks {
    uint32_t *of;
    size_t count; /* different ones */
};

struct writer {
    const struct profile *profile;
    const struct origin *origin;
    enum pprof_threads threads;
    struct text *out;
    pprof_drain *drain;
    void *drain_context;
    struct ranks frames, functions;
    uint32_t *threads_ranks;
    uint32_t *labels; /* rank of each set */
    uint32_t *stacks; /* rank of each stack */
    struct strings strings;
    ARRAY(uint32_t) locations;      /* frames in the order of their location ids, from 1 on */
    ARRAY(uint32_t) functions_used; /* a frame of each, in the order of their function ids */
    uint32_t *location_ids, *function_ids; /* by rank; 0: none yet */
    uint32_t *locations_of;                /* by frame, as frames of a stack are near each other */
    uint32_t mapping_ids[FRAME_TYPE_COUNT];

    /* Samples are parts that many have: their fields as they are written. */
    struct text located_at, values, labels_of;
    uint32_t located; /* the rank of the stack whose locations those are */
    struct labels {
        size_t at, len;
    } * labelled; /* by thread; at from 1 on */
};

/* What of a frame is written: package and module only where there is no class or method. */
static bool is_wide(const struct frame *frame) {
    return frame->class_name == 0 && frame->method == 0;
}

static int compare_functions(const struct profile *p, uint32_t a, uint32_t b) {
    const struct strings *s = &p->frames.strings;
    const struct frame *x = &p->frames.rows.items[a], *y = &p->frames.rows.items[b];
    int order = strings_compare(s, x->class_name, y->class_name);
    if (order == 0) order = strings_compare(s, x->method, y->method);
    if (order == 0) order = strings_compare(s, x->descriptor, y->descriptor);
    if (order || !is_wide(x)) return order;
    order = strings_compare(s, x->package, y->package);
    return order || x->package ? order : strings_compare(s, x->module, y->module);
}

static int32_t line_of(const struct frame *frame) {
    return frame->line > 0 ? frame->line : 0;
}

static int compare_frames(const void *a, const void *b, void *context) {
    const struct profile *p = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = compare_functions(p, x, y);
    if (order) return order;
    const struct frame *f = &p->frames.rows.items[x], *g = &p->frames.rows.items[y];
    return ORDER(line_of(f), line_of(g)) ?: ORDER(f->type, g->type);
}

static uint32_t *numbers_up_to(size_t len) {
    uint32_t *numbers = mem_alloc(len * sizeof *numbers);
    for (size_t i = 0; i < len; i++) numbers[i] = (uint32_t)i;
    return numbers;
}

static void rank_frames(struct writer *w) {
    const struct profile *p = w->profile;
    size_t len = p->frames.rows.len;
    OWNED(mem_release) uint32_t *order = numbers_up_to(len);
    if (len) platform_sort(order, len, sizeof *order, compare_frames, (void *)(uintptr_t)p);
    w->frames.of = mem_alloc(len * sizeof *w->frames.of);
    w->functions.of = mem_alloc(len * sizeof *w->functions.of);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || compare_functions(p, order[i - 1], order[i]) != 0) w->functions.count++;
        if (i == 0 || compare_frames(&order[i - 1], &order[i], (void *)(uintptr_t)p) != 0)
            w->frames.count++;
        w->frames.of[order[i]] = (uint32_t)w->frames.count - 1;
        w->functions.of[order[i]] = (uint32_t)w->functions.count - 1;
    }
}

/* What is written of a thread. */
static struct profile_thread shown_thread(const struct writer *w, uint32_t thread) {
    if (thread == PROFILE_NONE) return (struct profile_thread){0};
    struct profile_thread t = w->profile->threads.items[thread];
    if (w->threads == PPROF_THREADS_NONE) return (struct profile_thread){.labels = t.labels};
    /* Virtual threads come and go by the million. */
    if (t.is_virtual || w->threads == PPROF_THREADS_BY_NAME) t.os_id = t.java_id = 0;
    return t;
}

static int compare_threads(const void *a, const void *b, void *context) {
    const struct writer *w = context;
    const struct strings *s = &w->profile->frames.strings;
    struct profile_thread x = shown_thread(w, *(const uint32_t *)a);
    struct profile_thread y = shown_thread(w, *(const uint32_t *)b);
    int order = strings_compare(s, x.name, y.name);
    if (order == 0) order = strings_compare(s, x.group, y.group);
    if (order == 0) order = ORDER(x.os_id, y.os_id);
    if (order == 0) order = ORDER(x.java_id, y.java_id);
    if (order) return order;
    return (w->labels[x.labels] > w->labels[y.labels]) -
           (w->labels[x.labels] < w->labels[y.labels]);
}

ORDERED_IN(compare_sets, uint32_t, profile_labels_compare(context, *x, *y))

static void rank_labels(struct writer *w) {
    size_t len = strings_ids(&w->profile->label_sets);
    OWNED(mem_release) uint32_t *order = numbers_up_to(len);
    platform_sort(order, len, sizeof *order, compare_sets, (void *)(uintptr_t)w->profile);
    w->labels = mem_zero(len, sizeof *w->labels);
    for (size_t i = 0; i < len; i++) w->labels[order[i]] = (uint32_t)i;
}

/* The last of the ranks, behind the threads, is that of samples whose thread is not known. */
static void rank_threads(struct writer *w) {
    size_t len = w->profile->threads.len + 1;
    OWNED(mem_release) uint32_t *order = numbers_up_to(len);
    uint32_t rank = 0;
    order[len - 1] = PROFILE_NONE;
    platform_sort(order, len, sizeof *order, compare_threads, w);
    w->threads_ranks = mem_alloc(len * sizeof *w->threads_ranks);
    for (size_t i = 0; i < len; i++) {
        if (i > 0 && compare_threads(&order[i - 1], &order[i], w) != 0) rank++;
        size_t at = order[i] == PROFILE_NONE ? len - 1 : order[i];
        w->threads_ranks[at] = rank;
    }
}

static bool same_stack(const struct writer *w, uint32_t a, uint32_t b) {
    const struct profile *p = w->profile;
    const struct profile_stack *x = &p->stacks.items[a], *y = &p->stacks.items[b];
    if (x->depth != y->depth) return false;
    return all_of(i, x->depth,
                  w->frames.of[p->stack_frames.items[x->first + i]] ==
                      w->frames.of[p->stack_frames.items[y->first + i]]);
}

/* Rank 0 is that of samples without stack. */
static void rank_stacks(struct writer *w) {
    size_t len = w->profile->stacks.len;
    uint32_t *order = profile_sort_stacks(w->profile, w->frames.of, false), rank = 0;
    w->stacks = mem_alloc(len * sizeof *w->stacks);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || !same_stack(w, order[i - 1], order[i])) rank++;
        w->stacks[order[i]] = rank;
    }
    free(order);
}

/* ==== Messages ============================================================================== */

#define DRAIN_BYTES 262144 /* what a second-level cache holds */

/* Between two fields of the message. */
static void drain(struct writer *w) {
    if (w->drain && w->out->len >= DRAIN_BYTES) w->drain(w->drain_context, w->out);
}

static uint32_t string_of(struct writer *w, const void *bytes, size_t len) {
    return strings_intern(&w->strings, bytes, len);
}

static uint32_t text_of(struct writer *w, const char *text) {
    return string_of(w, text, strlen(text));
}

static uint32_t name_of(struct writer *w, uint32_t id) {
    const struct strings *strings = &w->profile->frames.strings;
    return string_of(w, strings_get(strings, id), strings_len(strings, id));
}

static void add_type(struct writer *w, uint32_t field, const char *name, const char *unit) {
    size_t begin = proto_begin(w->out, field);
    proto_add_number(w->out, 1, text_of(w, name));
    proto_add_number(w->out, 2, text_of(w, unit));
    proto_end(w->out, begin);
}

static uint32_t function_id(struct writer *w, uint32_t frame) {
    uint32_t *id = &w->function_ids[w->functions.of[frame]];
    if (*id == 0) {
        array_push(&w->functions_used, frame);
        *id = (uint32_t)w->functions_used.len;
    }
    return *id;
}

static uint32_t location_of(struct writer *w, uint32_t frame) {
    uint32_t *id = &w->location_ids[w->frames.of[frame]];
    if (*id == 0) {
        array_push(&w->locations, frame);
        *id = (uint32_t)w->locations.len;
        function_id(w, frame);
    }
    return w->locations_of[frame] = *id;
}

static void add_label(struct writer *w, const char *key, uint32_t text, uint64_t number) {
    if (text == 0 && number == 0) return;
    size_t begin = proto_begin(w->out, 3);
    proto_add_number(w->out, 1, text_of(w, key));
    proto_add_number(w->out, 2, text);
    proto_add_number(w->out, 3, number);
    proto_end(w->out, begin);
}

static void add_labels(struct writer *w, uint32_t set) {
    OWNED(array_release) profile_label_list labels = {0};
    profile_labels_get(w->profile, set, &labels);
    EACH (const struct profile_label, label, &labels) {
        const char *value = strings_get(&w->profile->frames.strings, label->value);
        size_t begin = proto_begin(w->out, 3);
        proto_add_number(w->out, 1, name_of(w, label->key));
        if (label->number) proto_add_number(w->out, 3, (uint64_t)strtoll(value, NULL, 10));
        else proto_add_number(w->out, 2, name_of(w, label->value));
        proto_add_number(w->out, 4, name_of(w, label->unit));
        proto_end(w->out, begin);
    }
}

struct entry { /* a sample of the message */
    uint32_t stack_rank, stack, thread;
    uint64_t count;
    int64_t value;
};

static void locate(struct writer *w, const struct entry *entry) {
    w->located = entry->stack_rank;
    text_clear(&w->located_at);
    if (entry->stack == PROFILE_NONE) return;
    const struct profile_stack *stack = &w->profile->stacks.items[entry->stack];
    size_t packed = proto_begin(&w->located_at, 1);
    for (uint32_t i = stack->depth; i-- > 0;) {
        uint32_t frame = w->profile->stack_frames.items[stack->first + i];
        proto_add_varint(&w->located_at, w->locations_of[frame] ?: location_of(w, frame));
    }
    proto_end(&w->located_at, packed);
}

static void label(struct writer *w, uint32_t thread_id, struct labels *labels) {
    struct profile_thread thread = shown_thread(w, thread_id);
    struct text *out = w->out;
    w->out = &w->labels_of;
    labels->at = w->labels_of.len + 1;
    add_label(w, "thread", name_of(w, thread.name), 0);
    add_label(w, "thread_group", name_of(w, thread.group), 0);
    add_label(w, "thread_id", 0, thread.os_id);
    add_label(w, "java_thread_id", 0, thread.java_id);
    add_labels(w, thread.labels);
    labels->len = w->labels_of.len + 1 - labels->at;
    w->out = out;
}

static size_t number_of_thread(const struct writer *w, uint32_t thread) {
    return thread == PROFILE_NONE ? w->profile->threads.len : thread;
}

static void add_sample(struct writer *w, const struct entry *entry, bool valued) {
    struct labels *labels = &w->labelled[number_of_thread(w, entry->thread)];
    if (entry->stack_rank != w->located) locate(w, entry);
    text_clear(&w->values);
    size_t packed = proto_begin(&w->values, 2);
    proto_add_varint(&w->values, entry->count);
    if (valued) proto_add_varint(&w->values, (uint64_t)entry->value);
    proto_end(&w->values, packed);
    if (!labels->at) label(w, entry->thread, labels);
    proto_add_varint(w->out, 2 << 3 | PROTO_BYTES);
    proto_add_varint(w->out, w->located_at.len + w->values.len + labels->len);
    text_add_bytes(w->out, text_str(&w->located_at), w->located_at.len);
    text_add_bytes(w->out, text_str(&w->values), w->values.len);
    text_add_bytes(w->out, text_str(&w->labels_of) + labels->at - 1, labels->len);
}

#define AHEAD 8       /* samples of which something is brought, each time so many further on, */
#define LINES_AHEAD 3 /* of 16 frames each */

/* Samples, stacks and frames lie anywhere in much memory. */
static void bring(const struct profile *p, const uint64_t *keys, const uint32_t *order, size_t i) {
    if (i + 3 * AHEAD >= p->moments.len) return;
    const uint32_t far = order[i + 3 * AHEAD], near = p->moments.items[order[i + AHEAD]].stack,
                   stack = p->moments.items[order[i + 2 * AHEAD]].stack;
    prefetch(&keys[far]);
    prefetch(&p->moments.items[far]);
    if (stack != PROFILE_NONE) prefetch(&p->stacks.items[stack]);
    if (near == PROFILE_NONE) return;
    const uint32_t *frames = &p->stack_frames.items[p->stacks.items[near].first];
    for (size_t k = 0; k < LINES_AHEAD; k++) prefetch(frames + 16 * k);
}

/* By stack, and of a stack by thread: what has both in common is one sample. */
static void add_samples(struct writer *w, bool valued) {
    const struct profile *p = w->profile;
    size_t len = p->moments.len;
    uint64_t *keys = mem_alloc(len * sizeof *keys);
    for (size_t i = 0; i < len; i++) {
        const struct profile_sample s = profile_sample(p, i);
        uint64_t stack_rank = s.stack == PROFILE_NONE ? 0 : w->stacks[s.stack];
        keys[i] = stack_rank << 32 | w->threads_ranks[number_of_thread(w, s.thread)];
    }
    uint32_t *order = sort_start(len);
    if (len) sort_by(order, len, keys);
    w->located = UINT32_MAX;
    w->labelled = mem_zero(p->threads.len + 1, sizeof *w->labelled);
    for (size_t i = 0; i < len;) {
        uint64_t key = keys[order[i]];
        bring(p, keys, order, i);
        const struct profile_sample first = profile_sample(p, order[i]);
        struct entry sum = {(uint32_t)(key >> 32), first.stack, first.thread, first.count,
                            first.value};
        for (i++; i < len && keys[order[i]] == key; i++) {
            const struct profile_sample more = profile_sample(p, order[i]);
            sum.count += more.count;
            profile_add_value(&sum.value, more.value);
        }
        add_sample(w, &sum, valued);
        drain(w);
    }
    mem_free(order, keys, w->labelled);
    free_each(text_free, &w->located_at, &w->values, &w->labels_of);
}

static uint32_t mapping_of(const struct writer *w, uint32_t frame) {
    uint32_t type = w->profile->frames.rows.items[frame].type;
    return type < FRAME_TYPE_COUNT ? type : FRAME_UNKNOWN;
}

/* The first of them is taken for the program: always the same. */
static void add_mappings(struct writer *w) {
    bool used[FRAME_TYPE_COUNT] = {[FRAME_ANY] = true};
    uint32_t id = 0;
    for (size_t i = 0; i < w->locations.len; i++) used[mapping_of(w, w->locations.items[i])] = true;
    for (unsigned type = 0; type < FRAME_TYPE_COUNT; type++) {
        if (!used[type]) continue;
        w->mapping_ids[type] = ++id;
        size_t begin = proto_begin(w->out, 3);
        proto_add_number(w->out, 1, id);
        proto_add_number(w->out, 5, text_of(w, type_files[type]));
        for (uint32_t has = 7; has <= 9;
             has++) /* functions, files, lines: nothing is to be added */
            proto_add_number(w->out, has, 1);
        proto_end(w->out, begin);
    }
}

static void add_locations(struct writer *w) {
    for (size_t i = 0; i < w->locations.len; i++) {
        uint32_t frame = w->locations.items[i];
        size_t location = proto_begin(w->out, 4);
        proto_add_number(w->out, 1, i + 1);
        proto_add_number(w->out, 2, w->mapping_ids[mapping_of(w, frame)]);
        size_t line = proto_begin(w->out, 4);
        proto_add_number(w->out, 1, function_id(w, frame));
        proto_add_number(w->out, 2, (uint64_t)line_of(&w->profile->frames.rows.items[frame]));
        proto_end(w->out, line);
        proto_end(w->out, location);
        drain(w);
    }
}

static void add_names(const struct profile *p, const struct frame *frame, struct text *name,
                      struct text *system_name) {
    const struct strings *s = &p->frames.strings;
    const char *class_name = strings_get(s, frame->class_name);
    const char *method = strings_get(s, frame->method);
    if (is_wide(frame)) {
        bool module = frame->package == 0 && frame->module != 0;
        const char *wide = strings_get(s, module ? frame->module : frame->package);
        text_add(name, *wide ? wide : "(unnamed package)");
        text_addf(system_name, "%s %s", module ? "module" : "package", wide);
        return;
    }
    text_add(name, class_name);
    if (*class_name && *method) text_add_char(name, '.');
    text_add(name, method);
    text_add(system_name, class_name);
    text_add_char(system_name, '#');
    text_add(system_name, method);
    text_add(system_name, strings_get(s, frame->descriptor));
}

void pprof_add_system_name(const struct profile *profile, uint32_t frame, struct text *out) {
    OWNED(text_free) struct text name = {0};
    add_names(profile, &profile->frames.rows.items[frame], &name, out);
}

static void add_functions(struct writer *w) {
    for (size_t i = 0; i < w->functions_used.len; i++) {
        OWNED(text_free) struct text name = {0}, system_name = {0};
        add_names(w->profile, &w->profile->frames.rows.items[w->functions_used.items[i]], &name,
                  &system_name);
        size_t begin = proto_begin(w->out, 5);
        proto_add_number(w->out, 1, i + 1);
        proto_add_number(w->out, 2, string_of(w, text_str(&name), name.len));
        proto_add_number(w->out, 3, string_of(w, text_str(&system_name), system_name.len));
        proto_end(w->out, begin);
        drain(w);
    }
}

/* ==== Comments ============================================================================== */

struct commenting {
    pprof_comment *take;
    void *context;
    struct text comment;
};

static void say(struct commenting *c) {
    c->take(c->context, text_str(&c->comment), c->comment.len);
    text_clear(&c->comment);
}

static void say_number(struct commenting *c, const char *name, uint64_t number) {
    text_addf(&c->comment, ORIGIN_PREFIX "%s=%llu", name, (unsigned long long)number);
    say(c);
}

void pprof_each_comment(const struct profile *p, const struct origin *origin, pprof_comment *take,
                        void *context) {
    struct commenting c = {take, context, {0}};
    text_addf(&c.comment, ORIGIN_PREFIX "version=%s", JFR_VERSION);
    say(&c);
    for (size_t i = 0; i < origin->facts.len; i++) {
        origin_add_comment(origin, &origin->facts.items[i], &c.comment);
        if (c.comment.len) say(&c);
    }
    for (size_t i = 0; i < origin->chunks.len; i++) {
        made_add_comment(origin->chunks.items[i], &c.comment);
        say(&c);
    }
    say_number(&c, "samples", p->samples);
    say_number(&c, "without-stack", p->without_stack);
    say_number(&c, "truncated", p->truncated);
    if (p->shortened) say_number(&c, "shortened", p->shortened);
    if (p->unit == PROFILE_MIXED) say_number(&c, "mixed-units", 1);
    if (p->clusters.clusters) {
        say_number(&c, "clusters", p->clusters.clusters);
        say_number(&c, "clustered-samples", p->clusters.samples);
        say_number(&c, "cluster-squares", p->clusters.squares);
    }
    text_free(&c.comment);
}

static void add_comment(void *context, const char *comment, size_t len) {
    struct writer *w = context;
    proto_add_number(w->out, 13, string_of(w, comment, len));
}

/* The longest period that was set, as pprof does when it merges. "jdk.X 20000000 ns" */
static uint64_t period_of(const struct origin *origin) {
    uint64_t longest = 0;
    EACH (const struct origin_fact, fact, &origin->facts) {
        if (fact->kind != ORIGIN_PERIOD) continue;
        const char *blank = strchr(strings_get(&origin->strings, fact->text), ' ');
        uint64_t period = blank ? strtoull(blank, NULL, 10) : 0;
        if (period > longest && period <= INT64_MAX) longest = period;
    }
    return longest;
}

/* Threads and labels are called as the recording says: a profile is kept and passed on. */
static void add_masked(struct text *out, const struct strings_entry *entry) {
    OWNED(text_free) struct text shown = {0};
    secrets_add(entry->data, entry->len, &shown);
    proto_add_bytes(out, 6, text_str(&shown), shown.len);
}

/* ==== The whole ============================================================================= */

void pprof_write(const struct profile *p, const struct origin *origin, enum pprof_threads threads,
                 struct text *out, pprof_drain *drain_to, void *context) {
    struct writer w = {.profile = p,
                       .origin = origin,
                       .threads = threads,
                       .out = out,
                       .drain = drain_to,
                       .drain_context = context};
    bool valued = profile_has_values(p);
    const char *unit = p->unit == PROFILE_NS ? "nanoseconds" : "bytes";
    struct measure measure = measure_of(origin, p->unit);
    rank_frames(&w);
    rank_labels(&w);
    rank_threads(&w);
    rank_stacks(&w);
    w.location_ids = mem_zero(w.frames.count, sizeof *w.location_ids);
    w.function_ids = mem_zero(w.functions.count, sizeof *w.function_ids);
    w.locations_of = mem_zero(p->frames.rows.len, sizeof *w.locations_of);
    text_of(&w, "");
    add_type(&w, 1, measure.samples, "count");
    if (valued) add_type(&w, 1, measure.value, unit);
    add_samples(&w, valued);
    add_mappings(&w);
    add_locations(&w);
    add_functions(&w);
    /* Texts that come behind the strings are entered before. */
    OWNED(text_free) struct text rest = {0};
    w.out = &rest;
    proto_add_number(&rest, 9, (uint64_t)origin->start_ns);
    proto_add_number(&rest, 10, origin_sum(origin, ORIGIN_DURATION));
    if (valued) add_type(&w, 11, measure.value, unit);
    if (p->unit == PROFILE_NS) proto_add_number(&rest, 12, period_of(origin));
    pprof_each_comment(p, origin, add_comment, &w);
    proto_add_number(&rest, 14, text_of(&w, valued ? measure.value : measure.samples));
    w.out = out;
    for (size_t i = 0; i < w.strings.entries.len; i++) {
        add_masked(out, &w.strings.entries.items[i]);
        drain(&w);
    }
    text_add_bytes(out, text_str(&rest), rest.len);
    mem_free(w.frames.of, w.functions.of, w.threads_ranks, w.labels, w.stacks, w.location_ids,
             w.function_ids, w.locations_of);
    arrays_free(&w.locations, &w.functions_used);
    strings_free(&w.strings);
}
