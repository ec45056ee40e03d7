#include "analyzers/time/threads.h"
#include "analyzers/time/load.h"
#include "base/platform.h"
#include "base/sort.h"
#include "base/search.h"

#include <ctype.h>

/* ==== Which row a thread belongs to ========================================================= */

struct identity { /* of a thread, whether sampled or only in the facts */
    uint32_t name;
    uint32_t group; /* 0: not known */
    uint64_t os_id, java_id;
    bool is_virtual;
};

struct method_count {
    uint32_t row, frame;
    uint64_t samples;
    int64_t value;
    bool by_value; /* is in the order of it */
};

struct building {
    const struct profile *profile;
    const struct threads_options *options;
    struct threads *out;
    struct map rows;    /* of what tells them apart -> index */
    struct map threads; /* of identities seen -> index in identities */
    ARRAY(struct identity) identities;
    ARRAY(uint32_t) row_of; /* each identity's */
    struct map method_index;
    ARRAY(struct method_count) methods;
};

/* Of a word; all that is not ASCII is taken for letters. */
static bool is_letter(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

void threads_add_pattern(struct text *out, const char *name) {
    for (const char *s = name; *s;) {
        size_t digits = strspn(s, "0123456789");
        bool counts = digits && (s == name || !is_letter(s[-1]) || !s[digits]);
        if (counts) text_add_char(out, '*');
        else text_add_bytes(out, s, digits ? digits : 1);
        s += digits ? digits : 1;
    }
}

static uint32_t intern(struct building *b, const char *text) {
    return strings_add(&b->out->strings, text);
}

/* Is that the same thread? One that the JVM gave a Java id to is known by it. */
static bool is_thread(const void *identity, const void *content) {
    const struct identity *a = identity, *b = content;
    return a->name == b->name && a->java_id == b->java_id && a->os_id == b->os_id &&
           a->is_virtual == b->is_virtual;
}

static uint32_t new_row(struct building *b, uint32_t name, bool is_virtual, bool known) {
    array_push(&b->out->rows,
               (struct threads_row){
                   .name = name, .known = known, .is_virtual = is_virtual, .cpu_ns = MISSING_REAL});
    return (uint32_t)(b->out->rows.len - 1);
}

static uint32_t row_for(struct building *b, const struct identity *who) {
    struct text name = {0};
    uint32_t id = who->name;
    if (b->options->by == THREADS_EACH) return new_row(b, id, who->is_virtual, true);
    if (b->options->by == THREADS_BY_GROUP) {
        id = who->group;
    } else {
        threads_add_pattern(&name, strings_get(&b->out->strings, who->name));
        id = intern(b, text_str(&name));
        text_free(&name);
    }
    bool fresh;
    uint64_t *row = map_put(&b->rows, (uint64_t)id << 1 | who->is_virtual, &fresh);
    if (fresh) *row = new_row(b, id, who->is_virtual, true);
    return (uint32_t)*row;
}

/* The thread's row; the thread is entered if it is new. */
static uint32_t enter(struct building *b, const struct identity *who) {
    uint64_t key = map_mix(map_mix(who->os_id) ^ who->java_id) + who->name;
    bool fresh;
    uint64_t *index = map_enter(&b->threads, key, is_thread, &b->identities, who, &fresh);
    if (!fresh) return b->row_of.items[*index];
    *index = b->identities.len;
    uint32_t at = row_for(b, who);
    array_push(&b->identities, *who);
    array_push(&b->row_of, at);
    struct threads_row *row = &b->out->rows.items[at];
    bool first = row->members++ == 0;
    row->os_id = first ? who->os_id : 0;
    row->java_id = first ? who->java_id : 0;
    row->group = first || row->group == who->group ? who->group : 0;
    return at;
}

/* ==== Samples =============================================================================== */

static void count_state(struct threads_row *row, uint32_t state, uint64_t samples) {
    const size_t i = search_on(k, 0, row->states.len, row->states.items[k].id != state);
    if (i == row->states.len) array_push(&row->states, (struct threads_count){.id = state});
    row->states.items[i].samples += samples;
}

static void count_method(struct building *b, uint32_t row, const struct profile_sample *sample) {
    const struct profile *p = b->profile;
    if (sample->stack == PROFILE_NONE) return;
    const struct profile_stack *stack = &p->stacks.items[sample->stack];
    if (stack->depth == 0) return;
    uint32_t frame = p->stack_frames.items[stack->first + stack->depth - 1];
    if (p->frames.rows.items[frame].type == FRAME_THREAD) return;
    size_t index = map_number(&b->method_index, (uint64_t)row << 32 | frame, b->methods.len);
    if (index == b->methods.len)
        array_push(&b->methods, (struct method_count){
                                    .row = row, .frame = frame, .by_value = b->options->by_value});
    b->methods.items[index].samples += sample->count;
    b->methods.items[index].value += sample->value;
}

static void add_samples(struct building *b) {
    const struct profile *p = b->profile;
    uint32_t *rows = mem_alloc(p->threads.len * sizeof *rows), unknown = PROFILE_NONE;
    for (size_t i = 0; i < p->threads.len; i++) {
        const struct profile_thread *thread = &p->threads.items[i];
        const struct identity who = {
            .name = intern(b, strings_get(&p->frames.strings, thread->name)),
            .group = intern(b, strings_get(&p->frames.strings, thread->group)),
            .os_id = thread->os_id,
            .java_id = thread->java_id,
            .is_virtual = thread->is_virtual,
        };
        rows[i] = enter(b, &who);
    }
    for (size_t i = 0; i < p->moments.len; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        if (sample.thread == PROFILE_NONE && unknown == PROFILE_NONE)
            unknown = new_row(b, 0, false, false);
        uint32_t at = sample.thread == PROFILE_NONE ? unknown : rows[sample.thread];
        struct threads_row *row = &b->out->rows.items[at];
        row->samples += sample.count;
        row->value += sample.value;
        count_state(row, sample.state, sample.count);
        count_method(b, at, &sample);
    }
    free(rows);
}

/* ==== CPU time ============================================================================== */

static uint32_t row_of_load(struct building *b, const struct facts *facts,
                            const struct fact_thread_load *load) {
    struct identity who = {.name = intern(b, strings_get(&facts->strings, load->thread)),
                           .group = intern(b, strings_get(&facts->strings, load->group)),
                           .os_id = load->os_id,
                           .java_id = load->java_id};
    uint64_t key = map_mix(map_mix(who.os_id) ^ who.java_id) + who.name;
    const uint64_t *index = map_find(&b->threads, key, is_thread, &b->identities, &who);
    if (index) return b->row_of.items[*index];
    return b->options->only_sampled ? PROFILE_NONE : enter(b, &who);
}

static void add_cpu_times(struct building *b, const struct facts *facts) {
    double processors = whole_real(load_processors(facts));
    b->out->has_cpu = facts->thread_loads.len > 0 && is_known(processors);
    if (!b->out->has_cpu) return;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, b->options->origin_ns);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const struct time_range *range = &b->options->range;
        int64_t from = starts[i] < range->start_ns ? range->start_ns : starts[i];
        int64_t to = load->time_ns > range->end_ns ? range->end_ns : load->time_ns;
        if (from >= to) continue;
        uint32_t at = row_of_load(b, facts, load);
        if (at == PROFILE_NONE) continue;
        struct threads_row *row = &b->out->rows.items[at];
        real_gather(&row->cpu_ns,
                    (double)(to - from) * (double)(load->user + load->system) * processors);
    }
}

/* ==== Order ================================================================================= */

ORDERED_IN(compare_states, struct threads_count, FALLING(samples),
           strcmp(strings_get(context, x->id), strings_get(context, y->id)))

static int compare_methods(const void *a, const void *b, void *context) {
    const struct method_count *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->by_value && x->value != y->value) return x->value > y->value ? -1 : 1;
    return ORDER(y->samples, x->samples) ?: frames_compare(context, x->frame, y->frame);
}

static void take_methods(struct building *b) {
    struct frames frames = b->profile->frames; /* a view: sorting wants a pointer it may write */
    array_sort_with(&b->methods, compare_methods, &frames);
    EACH (const struct method_count, method, &b->methods) {
        struct threads_row *row = &b->out->rows.items[method->row];
        if (row->methods.len < b->options->methods)
            array_push(&row->methods,
                       (struct threads_count){method->frame, method->samples, method->value});
    }
}

/* Puts those of most value first; what is equal stays as it was. */
static void order_by_value(struct threads *out) {
    OWNED(mem_release) uint32_t *order = sort_start(out->rows.len);
    OWNED(mem_release) uint64_t *keys = mem_alloc(out->rows.len * sizeof *keys);
    OWNED(mem_release) struct threads_row *sorted = mem_alloc(out->rows.len * sizeof *sorted);
    for (size_t i = 0; i < out->rows.len; i++) keys[i] = ~sort_signed(out->rows.items[i].value);
    sort_by(order, out->rows.len, keys);
    for (size_t i = 0; i < out->rows.len; i++) sorted[i] = out->rows.items[order[i]];
    if (out->rows.len) memcpy(out->rows.items, sorted, out->rows.len * sizeof *sorted);
}

static int compare_rows(const void *a, const void *b, void *context) {
    const struct threads_row *x = a, *y = b;
    const struct strings *strings = context;
    double cpu = real_or(x->cpu_ns, -1), other = real_or(y->cpu_ns, -1);
    if (x->samples != y->samples) return x->samples > y->samples ? -1 : 1;
    if (cpu > other || cpu < other) return cpu > other ? -1 : 1;
    int order = strcmp(strings_get(strings, x->name), strings_get(strings, y->name));
    if (order) return order;
    if (x->known != y->known) return x->known ? -1 : 1;
    if (x->is_virtual != y->is_virtual) return x->is_virtual ? 1 : -1;
    return ORDER(x->java_id, y->java_id) ?: ORDER(x->os_id, y->os_id);
}

/* A pool of one thread goes by that thread's own name. */
static void name_singles(struct building *b) {
    for (size_t i = 0; i < b->identities.len; i++) {
        struct threads_row *row = &b->out->rows.items[b->row_of.items[i]];
        if (b->options->by == THREADS_BY_POOL && row->members == 1)
            row->name = b->identities.items[i].name;
    }
}

void threads_make(const struct profile *profile, const struct facts *facts,
                  const struct threads_options *options, struct threads *out) {
    *out = (struct threads){0};
    struct building b = {.profile = profile, .options = options, .out = out};
    add_samples(&b);
    add_cpu_times(&b, facts);
    name_singles(&b);
    take_methods(&b);
    struct strings strings = profile->frames.strings;
    size_t kept = 0;
    EACH (struct threads_row, row, &out->rows) {
        array_sort_with(&row->states, compare_states, &strings);
        if (row->samples || (row->cpu_ns > 0 && !options->only_sampled))
            out->rows.items[kept++] = *row;
    }
    out->rows.len = kept;
    if (kept)
        platform_sort(out->rows.items, kept, sizeof *out->rows.items, compare_rows, &out->strings);
    if (options->by_value) order_by_value(out);
    free_each(map_free, &b.rows, &b.threads, &b.method_index);
    arrays_free(&b.identities, &b.row_of, &b.methods);
}

void threads_free(struct threads *threads) {
    for (size_t i = 0; i < threads->rows.len; i++)
        arrays_free(&threads->rows.items[i].states, &threads->rows.items[i].methods);
    array_free(&threads->rows);
    strings_free(&threads->strings);
    *threads = (struct threads){0};
}

const char *threads_of_jvm(const char *thread) {
    static const struct {
        const char *begins, *what;
    } known[] = {
#include "analyzers/time/threads_table.h"
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(thread, known[i].begins, strlen(known[i].begins)) == 0) return known[i].what;
    return NULL;
}
