/* What went wrong, who waited for memory, who asked for collections, and what the threads did
 * before the longest pauses. */
#include "analyzers/gc/parts.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"
#include "parser/names.h"

#define LOOKED_BACK_NS NS_PER_S /* for what the threads did */

static uint64_t rows_of(const struct gc_source *source, enum gc_table table) {
    const struct event_table *t = gc_table_of(source, table);
    uint64_t count = 0;
    for (size_t row = 0; row < t->rows; row++) count += gc_counts(source, t, row);
    return count;
}

static void count_causes(const struct gc_source *source, struct gc_trouble *trouble) {
    static const char *const asked[] = {"System.gc()", "Diagnostic Command", "Heap Dump",
                                        "Heap Inspection", "JvmtiEnv ForceGarbageCollection"};
    const struct gc *gc = source->gc;
    for (size_t i = 0; i < gc->by_cause.len; i++) {
        const char *cause = gc_text(source, gc->by_cause.items[i].name);
        uint64_t n = gc->by_cause.items[i].collections;
        if (strstr(cause, "Humongous")) trouble->humongous += n;
        if (text_begins_with(cause, "Metadata GC") || strstr(cause, "Metaspace"))
            trouble->of_metaspace += n;
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
            if (text_begins_with(cause, asked[k])) trouble->asked_for += n;
    }
    EACH (const struct gc_phase, phase, &gc->phases) {
        if (phase->kind != GC_PAUSE || phase->level) continue;
        if (text_begins_with(gc_text(source, phase->name), "Pause Degenerated"))
            trouble->degenerated += phase->lengths.items.len;
        if (text_begins_with(gc_text(source, phase->name), "Pause Full"))
            trouble->full += phase->lengths.items.len;
    }
}

static void make_stalls(const struct gc_source *source) {
    struct gc *gc = source->gc;
    const struct event_table *t = gc_table_of(source, GC_STALLS);
    OWNED(lengths_by_free) struct lengths_by by = {0};
    for (size_t row = 0; row < t->rows; row++) {
        if (!gc_counts(source, t, row)) continue;
        int64_t ns = event_table_int(t, GC_FIRST, row);
        lengths_add(&gc->stalls, ns);
        lengths_by_add(&by, event_table_id(t, GC_FIRST + 1, row), ns);
    }
    lengths_sort(&gc->stalls);
    lengths_by_sort(&by);
    EACH (struct lengths_row, row, &by.rows) {
        array_push(&gc->stalled, (struct gc_stall){(uint32_t)row->key, row->lengths});
        row->lengths = (struct lengths){0}; /* theirs now */
    }
}

static void make_metaspace(const struct gc_source *source) {
    struct gc_metaspace *m = &source->gc->metaspace;
    const struct event_table *t = gc_table_of(source, GC_METASPACE);
    *m = (struct gc_metaspace){MISSING, MISSING, MISSING, MISSING, MISSING};
    for (size_t row = 0; row < t->rows && source->gc->jvms < 2; row++) {
        if (!gc_counts(source, t, row)) continue;
        m->used_last = whole_amount(event_table_int(t, GC_FIRST, row));
        m->committed_last = whole_amount(event_table_int(t, GC_FIRST + 1, row));
        m->threshold_last = whole_amount(event_table_int(t, GC_FIRST + 2, row));
        m->used_first = whole_or(m->used_first, m->used_last);
        m->used_most = whole_max(m->used_most, m->used_last);
    }
}

/* ==== Who asked for collections ============================================================= */

/* Of a stack the first method that is not the JDK's, else whoever of the JDK called: as a frame. */
static uint32_t caller_in(const struct gc_source *source, uint32_t stack_id) {
    const struct things *things = &source->tables->things;
    if (stack_id == GC_NONE) return GC_NONE;
    const struct things_stack *stack = &things->stacks.items[stack_id];
    uint32_t first = GC_NONE;
    for (uint32_t i = 0; i < stack->depth; i++) {
        const struct things_frame *frame = things_frame_of(things, stack, i);
        const char *class = strings_get(&things->texts, frame->class_name);
        uint32_t frame_id = things->stack_frames.items[stack->first + i];
        bool is_call = strcmp(class, "java.lang.Runtime") == 0 || /* of the collector itself */
                       strcmp(class, "java.lang.System") == 0;
        if (!names_is_of_jdk(class)) return frame_id;
        if (!is_call && first == GC_NONE) first = frame_id;
    }
    return first;
}

/* Lines do not matter. */
static uint64_t key_of(const struct gc_source *source, uint32_t frame_id) {
    if (frame_id == GC_NONE) return 0;
    const struct things_frame *frame = &source->tables->things.frames.items[frame_id];
    return (uint64_t)frame->class_name << 32 | frame->method;
}

ORDERED(compare_callers, struct gc_caller, FALLING(calls), FALLING(waited_ns), RISING(frame))

static void make_callers(const struct gc_source *source) {
    struct gc *gc = source->gc;
    const struct event_table *t = gc_table_of(source, GC_CALLS);
    OWNED(map_free) struct map index = {0};
    for (size_t row = 0; row < t->rows; row++) {
        if (!gc_counts(source, t, row)) continue;
        uint32_t frame = caller_in(source, event_table_id(t, GC_FIRST + 1, row));
        size_t at = map_number(&index, key_of(source, frame), gc->callers.len);
        if (at == gc->callers.len) array_push(&gc->callers, (struct gc_caller){.frame = frame});
        struct gc_caller *caller = &array_at(&gc->callers, at);
        int64_t ns = event_table_int(t, GC_FIRST, row);
        caller->calls++;
        if (ns > 0) caller->waited_ns = whole_clamped(caller->waited_ns, ns);
    }
    array_sort(&gc->callers, compare_callers);
}

void gc_make_trouble(const struct gc_source *source) {
    struct gc_trouble *trouble = &source->gc->trouble;
    const struct event_table *failed = gc_table_of(source, GC_EVACUATIONS_FAILED);
    for (size_t row = 0; row < failed->rows; row++) {
        if (!gc_counts(source, failed, row)) continue;
        int64_t objects = event_table_int(failed, GC_FIRST + 1, row);
        trouble->evacuations_failed++;
        if (objects > 0) trouble->objects_failed += (uint64_t)objects;
    }
    trouble->promotions_failed = rows_of(source, GC_PROMOTIONS_FAILED);
    trouble->concurrent_failed = rows_of(source, GC_CONCURRENT_FAILED);
    count_causes(source, trouble);
    make_stalls(source);
    make_metaspace(source);
    make_callers(source);
}

/* ==== What the threads did before a pause =================================================== */

/* The first row that begins at the time or later. */
static size_t row_at(const struct event_table *t, int64_t time_ns) {
    return search_first(row, 0, t->rows, event_table_int(t, GC_TIME, row) < time_ns);
}

/* Samples since the pause before, of one second at most. */
static struct gc_doing running_before(const struct gc_source *source, size_t pause) {
    const struct gc *gc = source->gc;
    const struct event_table *t = gc_table_of(source, GC_SAMPLES);
    struct gc_doing doing = {.what = GC_NONE, .kind = GC_RAN};
    int64_t until = gc->pauses.items[pause].start_ns, from, end;
    if (__builtin_sub_overflow(until, LOOKED_BACK_NS, &from)) return doing;
    if (pause > 0) {
        const struct gc_pause *last = &gc->pauses.items[pause - 1];
        if (!__builtin_add_overflow(last->start_ns, last->duration_ns, &end) && end > from)
            from = end;
    }
    OWNED(map_free) struct map counts = {0};
    for (size_t row = row_at(t, from); row < t->rows; row++) {
        if (event_table_int(t, GC_TIME, row) > until) break;
        uint32_t method = event_table_id(t, GC_FIRST, row);
        bool fresh;
        if (event_table_repeats(t, row)) continue;
        doing.samples++;
        if (method == GC_NONE) continue;
        uint64_t hits = ++*map_put(&counts, method, &fresh);
        if (hits > doing.hits || (hits == doing.hits && method < doing.what)) {
            doing.hits = hits;
            doing.what = method;
        }
    }
    return doing;
}

/* A call that lasted when the pause began. */
static uint32_t caller_at(const struct gc_source *source, const struct gc_collection *c,
                          int64_t time_ns) {
    const struct event_table *t = gc_table_of(source, GC_CALLS);
    if (!c || !gc_is_text(source, c->cause, "System.gc()")) return GC_NONE;
    for (size_t row = 0; row < t->rows; row++) {
        int64_t start = event_table_int(t, GC_TIME, row), ns = event_table_int(t, GC_FIRST, row);
        int64_t end;
        if (start > time_ns) break;
        if (ns < 0 || __builtin_add_overflow(start, ns, &end) || end < time_ns) continue;
        return caller_in(source, event_table_id(t, GC_FIRST + 1, row));
    }
    return GC_NONE;
}

void gc_make_doing(const struct gc_source *source) {
    struct gc *gc = source->gc;
    const struct event_table *t = gc_table_of(source, GC_REQUIRING);
    OWNED(array_release) numbered_index requiring = {0};
    for (size_t row = 0; row < t->rows; row++)
        array_push(&requiring, (struct numbered){event_table_int(t, GC_FIRST, row),
                                                 event_table_int(t, GC_TIME, row), row});
    numbered_sort(&requiring);
    for (size_t i = 0; i < gc->longest.len; i++) {
        struct gc_pause *pause = &gc->pauses.items[gc->longest.items[i]];
        const struct gc_collection *c =
            pause->collection == SIZE_MAX ? NULL : &gc->collections.items[pause->collection];
        size_t row = c ? numbered_find(&requiring, c->id, c->start_ns) : SIZE_MAX;
        pause->doing =
            (struct gc_doing){.what = caller_at(source, c, pause->start_ns), .kind = GC_CALLED};
        if (pause->doing.what == GC_NONE && row != SIZE_MAX)
            pause->doing = (struct gc_doing){.what = event_table_id(t, GC_FIRST + 2, row),
                                             .kind = GC_ALLOCATED,
                                             .bytes = event_table_int(t, GC_FIRST + 1, row)};
        if (pause->doing.what == GC_NONE)
            pause->doing = running_before(source, gc->longest.items[i]);
    }
}
