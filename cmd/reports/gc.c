/* gc: what the garbage collector did, and what it cost. */
#include "analyzers/gc/gc.h"

#include "cmd/write/words.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/read/moment.h"
#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"

#define LONGEST 10 /* pauses */

struct gc_view {
    const struct gc *gc;
    const struct things *things; /* whose texts and threads they are */
    struct when when;            /* what is shown */
    int64_t recorded_ns;         /* of it */
    size_t top; /* phases of each kind, causes, threads that people see; SIZE_MAX: all */
};

static const char *name_of(const struct gc_view *view, uint32_t id) {
    return id == GC_NONE ? NULL : strings_get(&view->things->texts, id);
}

static double share_of(const struct gc_view *view, int64_t ns) {
    return percent_of(whole_real(ns), (double)view->recorded_ns);
}

/* What is allocated or promoted each second, without its fraction. */
static struct cell rate_cell(double bytes) {
    return cell_bytes(is_missing(bytes) ? MISSING : (int64_t)bytes);
}

/* "java.lang.System.gc", of a frame. */
static struct text frame_name(const struct gc_view *view, uint32_t id) {
    struct text out = {0};
    if (id == GC_NONE) return out;
    const struct things_frame *frame = &view->things->frames.items[id];
    const char *class = strings_get(&view->things->texts, frame->class_name);
    text_addf(&out, "%s%s%s", class, *class ? "." : "",
              strings_get(&view->things->texts, frame->method));
    return out;
}

/* ==== In words ============================================================================== */

static void pair(struct sheet *sheet, const char *label, struct text *value) {
    if (value->len) sheet_pair(sheet, NULL, label, cell_text(text_str(value)));
    text_clear(value);
}

static void add_collector(const struct gc_view *view, struct text *out) {
    const struct gc *gc = view->gc;
    const char *young = name_of(view, gc->young), *old = name_of(view, gc->old);
    if (young && strcmp(young, "N/A") != 0) text_add(out, young);
    if (old) text_addf(out, "%s%s", out->len ? " and " : "", old);
    if (gc->parallel > 0) {
        text_addf(out, "%s", out->len ? ", " : "");
        text_add_number_of(out, (uint64_t)gc->parallel, "thread");
    }
    if (gc->concurrent > 0) text_addf(out, ", %lld concurrent", (long long)gc->concurrent);
    if (gc->pause_target_ns > 0) {
        text_add(out, ", pause target ");
        units_add_exact(out, gc->pause_target_ns);
    }
}

static void add_number(uint64_t n, const char *one, const char *many, struct text *out) {
    if (!n) return;
    if (out->len) text_add(out, ", ");
    text_add_grouped(out, n);
    text_addf(out, " %s", n == 1 ? one : many);
}

static void add_trouble(const struct gc *gc, struct text *out) {
    const struct gc_trouble *t = &gc->trouble;
    add_number(t->evacuations_failed, "evacuation failed", "evacuations failed", out);
    if (t->objects_failed) words_add(out, " ({object})", cell_count(t->objects_failed));
    add_number(t->promotions_failed, "promotion failed", "promotions failed", out);
    add_number(t->concurrent_failed, "concurrent collection was overtaken",
               "concurrent collections were overtaken", out);
    add_number(t->degenerated, "degenerated pause", "degenerated pauses", out);
    add_number(t->full, "full collection of Shenandoah", "full collections of Shenandoah", out);
    add_number(t->humongous, "collection for a humongous object",
               "collections for humongous objects", out);
    add_number(t->of_metaspace, "collection for metaspace", "collections for metaspace", out);
    add_number(t->asked_for, "requested collection", "requested collections", out);
}

static void add_callers(const struct gc_view *view, struct text *out) {
    const struct gc *gc = view->gc;
    for (size_t i = 0; i < gc->callers.len && i < 3; i++) {
        const struct gc_caller *caller = &gc->callers.items[i];
        OWNED(text_free) struct text name = frame_name(view, caller->frame);
        if (!name.len) text_add(&name, "an unknown caller");
        if (out->len) text_add(out, "; ");
        safe_add(out, text_str(&name), name.len);
        words_add(out, ", {call}, waited {}", cell_count(caller->calls),
                  cell_ns(caller->waited_ns));
    }
}

static void describe_words(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    OWNED(text_free) struct text value = {0};
    sheet_group(sheet, (struct sheet_group){.title = "Garbage collection"});
    add_collector(view, &value);
    pair(sheet, "Collector", &value);
    const struct gc_heap *heap = &gc->heap;
    const struct gc_metaspace *m = &gc->metaspace;
    const struct lengths *all = &gc->lengths, *stalls = &gc->stalls;
    int64_t used_ns = whole_plus(gc->user_ns, gc->system_ns);
    words_pair(sheet, "Pauses", "{}[, together {}[: {} % of the time]]", cell_count(all->items.len),
               cell_ns(lengths_total(all)), cell_percent(share_of(view, lengths_total(all))));
    words_pair(sheet, "Durations", "p50 {}, p90 {}, p99 {}, p99.9 {}, longest {}",
               cell_ns(lengths_at(all, 0.5)), cell_ns(lengths_at(all, 0.9)),
               cell_ns(lengths_at(all, 0.99)), cell_ns(lengths_at(all, 0.999)),
               cell_ns(lengths_longest(all)));
    words_pair(sheet, "Heap",
               "after collections {}[ to {}, at last {}][; before them up to {}][ of {}]",
               cell_bytes(heap->after_least),
               cell_bytes(heap->after_most == heap->after_least ? MISSING : heap->after_most),
               cell_bytes(heap->after_last), cell_bytes(heap->before_most),
               cell_bytes(heap->max > 0 ? heap->max : MISSING));
    words_pair(sheet, "Allocated", "{}/s by {}, {} in all[; promoted {}/s]",
               rate_cell(heap->allocated_per_s), cell_text(heap->allocated_from),
               cell_bytes(heap->allocated), rate_cell(heap->promoted_per_s));
    words_pair(sheet, "Until full", "without a collection, the free heap at the end ({}) lasts {}",
               cell_bytes(whole_minus(heap->max, heap->after_last)), cell_ns(heap->full_ns));
    words_pair(sheet, "CPU time", "{}, {} CPUs on average", cell_ns(used_ns),
               cell_real(share_of(view, used_ns) / 100, 2));
    words_pair(sheet, "Metaspace", "{} to {} in use[, {} committed][, collected from {} on]",
               cell_bytes(m->used_first), cell_bytes(m->used_last), cell_bytes(m->committed_last),
               cell_bytes(m->threshold_last));
    add_trouble(gc, &value);
    pair(sheet, "Out of the usual", &value);
    words_pair(sheet, "Waits for memory", "{stall}, together {}, the longest {}, in {thread}",
               cell_if_any(stalls->items.len), cell_ns(stalls->total),
               cell_ns(lengths_longest(stalls)), cell_count(gc->stalled.len));
    add_callers(view, &value);
    pair(sheet, "System.gc()", &value);
    if (gc->deduplicates == 1)
        sheet_pair(sheet, NULL, "Strings", cell_text("deduplicated (UseStringDeduplication)"));
    if (gc->jvms > 1)
        sheet_pair(sheet, NULL, "JVMs",
                   cell_shown(cell_count(gc->jvms),
                              "several: pauses are of all of them, heaps are left out"));
    sheet_end(sheet);
}

/* ==== Tables ================================================================================ */

static const char *thread_name(const struct gc_view *view, uint32_t id) {
    return id == GC_NONE ? NULL
                         : strings_get(&view->things->texts, view->things->threads.items[id].name);
}

static struct cell group_name(const struct gc_view *view, const struct gc_group *group) {
    const char *name = name_of(view, group->name);
    return cell_shown(cell_text(name), name ? NULL : "not known");
}

static const struct {
    const char *key, *title;
} phase_kinds[] = {[GC_PAUSE] = {"pause", "Phases of pauses"},
                   [GC_CONCURRENT] = {"concurrent", "Concurrent phases"},
                   [GC_PARALLEL] = {"parallel", "Phases of single GC threads"}};

static struct text indented_name(const char *name, unsigned level) {
    struct text shown = {0};
    if (!name) return shown;
    text_add_blanks(&shown, 2 * (size_t)level);
    safe_add(&shown, name + strspn(name, " "), strlen(name + strspn(name, " ")));
    return shown;
}

/* "Matcher.match" of java.util.regex.Matcher.match: what has room in a terminal. */
static const char *without_package(const char *frame) {
    const char *method = strrchr(frame, '.');
    while (method && method > frame && method[-1] != '.') method--;
    return method ? method : frame;
}

static const char *const doing_kinds[] = {
    [GC_RAN] = "ran", [GC_CALLED] = "called", [GC_ALLOCATED] = "allocated"};

static struct text doing_name(const struct gc_view *view, const struct gc_doing *doing) {
    struct text name = {0};
    if (doing->what == GC_NONE) return name;
    if (doing->kind == GC_CALLED) return frame_name(view, doing->what);
    text_add(&name, name_of(view, doing->what));
    return name;
}

static struct text words_of_doing(const struct gc_view *view, const struct gc_doing *doing,
                                  bool brief) {
    struct text out = {0};
    OWNED(text_free) struct text name = doing_name(view, doing);
    if (doing->what == GC_NONE) return out;
    if (doing->kind == GC_CALLED) text_add(&out, "requested by ");
    if (doing->kind == GC_ALLOCATED && doing->bytes > 0) {
        units_add_bytes(&out, (double)doing->bytes);
        text_add(&out, " for ");
    }
    const char *shown =
        brief && doing->kind == GC_RAN ? without_package(text_str(&name)) : text_str(&name);
    safe_add(&out, shown, strlen(shown));
    if (doing->kind == GC_RAN)
        text_addf(&out, " (%llu of %llu)", (unsigned long long)doing->hits,
                  (unsigned long long)doing->samples);
    return out;
}

static bool any_ran(const struct gc *gc) {
    EACH (const size_t, at, &gc->longest) {
        const struct gc_doing *doing = &gc->pauses.items[*at].doing;
        if (doing->what != GC_NONE && doing->kind == GC_RAN) return true;
    }
    return false;
}

#include "cmd/keys/gc_shown.h"

/* People have a table of each kind, with its top; programs one of all. */
static void describe_phases(const struct gc_view *view, struct sheet *sheet) {
    const bool programs = sheet_shows(sheet, SHEET_PROGRAMS);
    const enum gc_phase_kind last = programs ? GC_PAUSE : GC_PARALLEL;
    for (enum gc_phase_kind kind = GC_PAUSE; kind <= last; kind++) {
        size_t shown = 0;
        sheet_titled_table(sheet, phase_kinds[kind].title, "phases");
        gc_phase_columns(sheet);
        EACH (const struct gc_phase, phase, &view->gc->phases)
            if (programs || (phase->kind == kind && shown++ < view->top))
                gc_phase_row(view, phase, sheet);
        sheet_end(sheet);
    }
}

static void make(const struct view *view, struct gc *gc) {
    const struct tables_read *read = view->read;
    const struct gc_options wanted = {
        .window = read->window, .recorded_ns = read->recorded_ns, .longest = LONGEST};
    gc_make(read->tables, &wanted, gc);
}

static void add_lead(const struct view *view, struct text *out) {
    OWNED(gc_free) struct gc gc;
    make(view, &gc);
    const struct gc_view shown = {
        .gc = &gc, .things = &view->read->tables->things, .recorded_ns = view->read->recorded_ns};
    int64_t total = lengths_total(&gc.lengths);
    const struct gc_group *most = gc.by_cause.len ? &gc.by_cause.items[0] : NULL;
    const char *cause = most && 2 * most->sum_ns > total ? name_of(&shown, most->name) : NULL;
    words_add(
        out,
        "The program was paused for {} % of the time: {pause}[, p99 {}, the longest| of] {}[, "
        "mostly for {}].\n",
        cell_percent(share_of(&shown, total)), cell_if_any(gc.lengths.items.len),
        gc.lengths.items.len > 1 ? cell_ns(lengths_at(&gc.lengths, 0.99)) : cell_missing(),
        cell_ns(lengths_longest(&gc.lengths)), cell_text(cause));
}

static void describe(const struct view *view, struct sheet *sheet) {
    const struct tables_read *read = view->read;
    OWNED(gc_free) struct gc gc;
    make(view, &gc);
    const struct gc_view shown = {.gc = &gc,
                                  .things = &read->tables->things,
                                  .when = {&read->zone, view->range.start_ns, view->range.end_ns},
                                  .recorded_ns = read->recorded_ns,
                                  .top = view->top};
    gc_fields(&shown, &gc, sheet);
    describe_words(&shown, sheet);
    gc_by_cause(&shown, &gc, sheet);
    if (!gc.by_collector.len || !view_leaves_out(view, "By collector", sheet))
        gc_by_collector(&shown, &gc, sheet);
    gc_longest(&shown, &gc, sheet);
    if (!gc.phases.len || !view_leaves_out(view, "Phases", sheet)) describe_phases(&shown, sheet);
    gc_stalled(&shown, &gc, sheet);
}

const struct view_kind extra_gc = {
    .wishes = &gc_wishes, .main = GC_MAIN_TABLES, .lead = add_lead, .describe = describe};
