/* gc: what the garbage collector did, and what it cost. */
#include "analyzers/gc/gc.h"

#include "cmd/write/words.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/read/moment.h"
#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"

#include <string.h>

#define LONGEST 10 /* pauses */

struct gc_view {
    const struct gc *gc;
    const struct things *things; /* whose texts and threads they are */
    struct time_range range;     /* what is shown */
    int64_t recorded_ns;         /* of it */
    struct zone zone;
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
static void add_frame(const struct gc_view *view, uint32_t id, struct text *out) {
    const struct things_frame *frame = &view->things->frames.items[id];
    const char *class = strings_get(&view->things->texts, frame->class_name);
    text_addf(out, "%s%s%s", class, *class ? "." : "",
              strings_get(&view->things->texts, frame->method));
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
        OWNED(text_free) struct text name = {0};
        if (caller->frame == GC_NONE) text_add(&name, "who is not known");
        else add_frame(view, caller->frame, &name);
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
    words_pair(sheet, "Lengths", "p50 {}, p90 {}, p99 {}, p99.9 {}, longest {}",
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
    words_pair(sheet, "Until full", "without a collection what was free at the end ({}) lasts {}",
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

static void describe_groups(const struct gc_view *view, bool by_cause, struct sheet *sheet) {
    const gc_groups *groups = by_cause ? &view->gc->by_cause : &view->gc->by_collector;
    const char *what = by_cause ? "cause" : "collector";
    sheet_group(sheet, (struct sheet_group){.title = by_cause ? "By cause" : "By collector"});
    sheet_table(sheet, (struct sheet_table){.key = by_cause ? "by_cause" : "by_collector",
                                            .omit_empty = true});
    sheet_columns(sheet, column_number("collections", "collections"),
                  column_number("paused", "sum_of_pauses_ns"),
                  column_number("% of time", "share_percent"), column_number("p50", "p50_ns"),
                  column_number("p99", "p99_ns"), column_number("longest", "max_ns"),
                  column_words(what, what));
    EACH (const struct gc_group, group, groups) {
        const char *name = name_of(view, group->name);
        sheet_row_of(
            sheet, cell_count(group->collections), cell_ns(group->sum_ns),
            cell_percent(share_of(view, group->sum_ns)), cell_ns(lengths_at(&group->longest, 0.5)),
            cell_ns(lengths_at(&group->longest, 0.99)), cell_ns(lengths_longest(&group->longest)),
            cell_shown(cell_text(name), name ? NULL : "not known"));
    }
    sheet_end(sheet);
    sheet_end(sheet);
}

static const struct {
    const char *key, *title;
} phase_kinds[] = {[GC_PAUSE] = {"pause", "Phases of pauses"},
                   [GC_CONCURRENT] = {"concurrent", "Concurrent phases"},
                   [GC_PARALLEL] = {"parallel", "Phases of single GC threads"}};

static void add_phase(const struct gc_view *view, const struct gc_phase *phase, bool programs,
                      struct sheet *sheet) {
    const char *name = name_of(view, phase->name);
    OWNED(text_free) struct text shown = {0};
    if (name) {
        text_add_blanks(&shown, 2 * (size_t)phase->level);
        safe_add(&shown, name + strspn(name, " "), strlen(name + strspn(name, " ")));
    }
    sheet_row(sheet);
    if (programs) {
        sheet_cells(sheet, cell_text(phase_kinds[phase->kind].key), cell_count(phase->level));
    }
    lengths_cells(&phase->lengths, sheet);
    sheet_cell(sheet, cell_shown(cell_text(name), name ? text_str(&shown) : NULL));
}

/* People have a table of each kind, with its top; programs one of all. */
static void describe_phases(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    const unsigned programs = SHEET_PROGRAMS;
    if (sheet_shows(sheet, programs)) {
        sheet_table(sheet, (struct sheet_table){.key = "phases", .formats = programs});
        sheet_columns(sheet, column_for(programs, column_text("kind", "kind")),
                      column_for(programs, column_number("level", "level")));
        lengths_columns(sheet, "count");
        sheet_column(sheet, column_for(programs, column_text("phase", "name")));
        for (size_t i = 0; i < gc->phases.len; i++)
            add_phase(view, &gc->phases.items[i], true, sheet);
        sheet_end(sheet);
        return;
    }
    for (enum gc_phase_kind kind = GC_PAUSE; kind <= GC_PARALLEL; kind++) {
        size_t shown = 0;
        sheet_group(sheet, (struct sheet_group){.title = phase_kinds[kind].title});
        sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
        lengths_columns(sheet, "times");
        sheet_column(sheet, column_words("phase", "name"));
        for (size_t i = 0; i < gc->phases.len; i++)
            if (gc->phases.items[i].kind == kind && shown < view->top) {
                add_phase(view, &gc->phases.items[i], false, sheet);
                shown++;
            }
        sheet_end(sheet);
        sheet_end(sheet);
    }
}

/* "Matcher.match" of java.util.regex.Matcher.match: what has room in a terminal. */
static const char *without_package(const char *frame) {
    const char *method = strrchr(frame, '.');
    while (method && method > frame && method[-1] != '.') method--;
    return method ? method : frame;
}

static void add_doing(const struct gc_view *view, const struct gc_doing *doing, bool brief,
                      struct text *out) {
    OWNED(text_free) struct text name = {0};
    if (doing->what == GC_NONE) return;
    if (doing->kind == GC_CALLED) add_frame(view, doing->what, &name);
    else text_add(&name, name_of(view, doing->what));
    if (doing->kind == GC_CALLED) text_add(out, "requested by ");
    if (doing->kind == GC_ALLOCATED && doing->bytes > 0) {
        units_add_bytes(out, (double)doing->bytes);
        text_add(out, " for ");
    }
    const char *shown =
        brief && doing->kind == GC_RAN ? without_package(text_str(&name)) : text_str(&name);
    safe_add(out, shown, strlen(shown));
    if (doing->kind == GC_RAN)
        text_addf(out, " (%llu of %llu)", (unsigned long long)doing->hits,
                  (unsigned long long)doing->samples);
}

static const struct {
    const char *key;
} doing_kinds[] = {[GC_RAN] = {"ran"}, [GC_CALLED] = {"called"}, [GC_ALLOCATED] = {"allocated"}};

static void doing_fields(const struct gc_view *view, const struct gc_doing *doing,
                         struct sheet *sheet) {
    OWNED(text_free) struct text name = {0};
    sheet_object(sheet, "doing");
    if (doing->what != GC_NONE && doing->kind == GC_CALLED) add_frame(view, doing->what, &name);
    else if (doing->what != GC_NONE) text_add(&name, name_of(view, doing->what));
    sheet_fields(sheet, {"kind", cell_text(name.len ? doing_kinds[doing->kind].key : NULL)},
                 {"method", cell_text(name.len ? text_str(&name) : NULL)});
    bool ran = name.len && doing->kind == GC_RAN;
    sheet_fields(sheet, {"samples", cell_count(ran ? (int64_t)doing->samples : MISSING)},
                 {"method_samples", cell_count(ran ? (int64_t)doing->hits : MISSING)},
                 {"bytes", cell_bytes(doing->kind == GC_ALLOCATED ? doing->bytes : MISSING)});
    sheet_end(sheet);
}

static void add_longest(const struct gc_view *view, const struct gc_pause *pause,
                        struct sheet *sheet) {
    const struct gc_collection *c =
        pause->collection == SIZE_MAX ? NULL : &view->gc->collections.items[pause->collection];
    const struct when when = {&view->zone, view->range.start_ns, view->range.end_ns};
    OWNED(text_free) struct text doing = {0};
    add_doing(view, &pause->doing, sheet_shows(sheet, SHEET_TEXT), &doing);
    sheet_row(sheet);
    when_cell(&when, pause->start_ns, sheet);
    sheet_cells(sheet, cell_ns(pause->duration_ns), cell_bytes(c ? c->before : MISSING),
                cell_bytes(c ? c->after : MISSING),
                cell_text(c ? name_of(view, c->collector) : NULL),
                cell_text(c ? name_of(view, c->cause) : NULL));
    sheet_fields(sheet, {"phase", cell_text(name_of(view, pause->name))},
                 {"gc_id", cell_number(c ? whole_amount(c->id) : MISSING)});
    doing_fields(view, &pause->doing, sheet);
    sheet_cell(sheet, cell_text(doing.len ? doing.data : NULL));
}

static void describe_longest(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    bool ran = false;
    sheet_group(sheet, (struct sheet_group){.title = "The longest pauses"});
    sheet_table(sheet, (struct sheet_table){.key = "longest", .omit_empty = true});
    when_column(sheet, &view->zone);
    sheet_columns(
        sheet, column_number("pause", "duration_ns"), column_number("before", "heap_before"),
        column_number("after", "heap_after"),
        column_for(SHEET_ALL & ~(unsigned)SHEET_TEXT, column_text("collector", "collector")),
        column_within(24, column_text("cause", "cause")),
        column_for(SHEET_TABLES, column_words("what ran before", "before")));
    for (size_t i = 0; i < gc->longest.len; i++) {
        const struct gc_pause *pause = &gc->pauses.items[gc->longest.items[i]];
        ran = ran || (pause->doing.what != GC_NONE && pause->doing.kind == GC_RAN);
        add_longest(view, pause, sheet);
    }
    sheet_end(sheet);
    if (ran)
        sheet_note(sheet, SHEET_PEOPLE,
                   "what ran before: on top of how many samples of Java code since the pause "
                   "before, of one second at most\n");
    sheet_end(sheet);
}

static void describe_stalled(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    sheet_titled_table(sheet, "Threads that waited for memory", "stalled_threads");
    lengths_columns(sheet, "times");
    sheet_column(sheet, column_words("thread", "thread"));
    for (size_t i = 0; i < gc->stalled.len; i++) {
        const struct gc_stall *stall = &gc->stalled.items[i];
        if (i >= view->top && sheet_shows(sheet, SHEET_PEOPLE)) break;
        sheet_row(sheet);
        lengths_cells(&stall->lengths, sheet);
        sheet_cell(sheet,
                   cell_text(stall->thread == GC_NONE
                                 ? NULL
                                 : strings_get(&view->things->texts,
                                               view->things->threads.items[stall->thread].name)));
    }
    sheet_end(sheet);
}

/* ==== For programs ========================================================================== */

static void heap_fields(const struct gc_heap *heap, struct sheet *sheet) {
    sheet_object_of(sheet, "heap", {"max_bytes", cell_bytes(heap->max)},
                    {"most_before_bytes", cell_bytes(heap->before_most)},
                    {"first_after_bytes", cell_bytes(heap->after_first)},
                    {"least_after_bytes", cell_bytes(heap->after_least)},
                    {"most_after_bytes", cell_bytes(heap->after_most)},
                    {"last_after_bytes", cell_bytes(heap->after_last)},
                    {"allocated_bytes", cell_bytes(heap->allocated)},
                    {"allocated_bytes_per_second", cell_real(heap->allocated_per_s, 0)},
                    {"allocated_from", cell_text(heap->allocated_from)},
                    {"promoted_bytes", cell_bytes(heap->promoted)},
                    {"promoted_bytes_per_second", cell_real(heap->promoted_per_s, 0)},
                    {"full_in_ns", cell_ns(heap->full_ns)});
}

static void trouble_fields(const struct gc *gc, struct sheet *sheet) {
    const struct gc_trouble *t = &gc->trouble;
    sheet_object_of(sheet, "trouble", {"evacuation_failures", cell_if_any(t->evacuations_failed)},
                    {"objects_not_evacuated", cell_if_any(t->objects_failed)},
                    {"promotion_failures", cell_if_any(t->promotions_failed)},
                    {"concurrent_mode_failures", cell_if_any(t->concurrent_failed)},
                    {"degenerated_pauses", cell_count(t->degenerated)},
                    {"shenandoah_full_pauses", cell_count(t->full)},
                    {"humongous_collections", cell_count(t->humongous)},
                    {"metaspace_collections", cell_count(t->of_metaspace)},
                    {"asked_for_collections", cell_count(t->asked_for)});
}

static void configuration_fields(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    sheet_object_of(sheet, "configuration",
                    {"young_collector", cell_text(name_of(view, gc->young))},
                    {"old_collector", cell_text(name_of(view, gc->old))},
                    {"parallel_threads", cell_number(gc->parallel)},
                    {"concurrent_threads", cell_number(gc->concurrent)},
                    {"pause_target_ns", cell_ns(gc->pause_target_ns)},
                    {"string_deduplication", cell_flag(gc->deduplicates)});
}

static void caller_fields(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    OWNED(text_free) struct text name = {0};
    sheet_array(sheet, "system_gc");
    EACH (const struct gc_caller, caller, &gc->callers) {
        text_clear(&name);
        if (caller->frame != GC_NONE) add_frame(view, caller->frame, &name);
        sheet_object_of(sheet, NULL, {"method", cell_text(name.len ? name.data : NULL)},
                        {"calls", cell_count(caller->calls)},
                        {"waited_ns", cell_ns(caller->waited_ns)});
    }
    sheet_end(sheet);
}

static void describe_fields(const struct gc_view *view, struct sheet *sheet) {
    const struct gc *gc = view->gc;
    bool any = gc->collections.len > 0;
    sheet_fields(sheet, {"collections", cell_count(any ? (int64_t)gc->collections.len : MISSING)},
                 {"sum_of_pauses_ns", cell_ns(any ? gc->sum_of_pauses : MISSING)});
    moment_add_zone(sheet, &view->zone);
    sheet_object(sheet, "pauses");
    lengths_fields(&gc->lengths, sheet);
    sheet_fields(
        sheet, {"share_percent", cell_percent(share_of(view, lengths_total(&gc->lengths)))},
        {"event", cell_text(gc->of_phases ? "jdk.GCPhasePause" : "jdk.GarbageCollection")});
    sheet_end(sheet);
    configuration_fields(view, sheet);
    heap_fields(&gc->heap, sheet);
    trouble_fields(gc, sheet);
    sheet_object(sheet, "stalls");
    lengths_fields(&gc->stalls, sheet);
    sheet_end(sheet);
    caller_fields(view, sheet);
    sheet_object_of(sheet, "metaspace", {"first_used_bytes", cell_bytes(gc->metaspace.used_first)},
                    {"last_used_bytes", cell_bytes(gc->metaspace.used_last)},
                    {"most_used_bytes", cell_bytes(gc->metaspace.used_most)},
                    {"committed_bytes", cell_bytes(gc->metaspace.committed_last)},
                    {"threshold_bytes", cell_bytes(gc->metaspace.threshold_last)});
    sheet_object_of(sheet, "cpu", {"user_ns", cell_ns(gc->user_ns)},
                    {"system_ns", cell_ns(gc->system_ns)});
    sheet_field(sheet, "jvms", cell_count(gc->jvms ? (int64_t)gc->jvms : MISSING));
}

static void make(const struct view *view, struct gc *gc) {
    const struct tables_read *read = view->read;
    const struct gc_options wanted = {
        .window = read->window, .recorded_ns = read->recorded_ns, .longest = LONGEST};
    gc_make(read->tables, &wanted, gc);
}

static void add_lead(const struct view *view, struct text *out) {
    struct gc gc;
    make(view, &gc);
    const struct gc_view shown = {
        .gc = &gc, .things = &view->read->tables->things, .recorded_ns = view->read->recorded_ns};
    int64_t total = lengths_total(&gc.lengths);
    const struct gc_group *most = gc.by_cause.len ? &gc.by_cause.items[0] : NULL;
    const char *cause = most && 2 * most->sum_ns > total ? name_of(&shown, most->name) : NULL;
    words_add(
        out,
        "The program was paused for {} % of the time: {pause}, p99 {}, the longest {}[, mostly "
        "for {}].\n",
        cell_percent(share_of(&shown, total)), cell_if_any(gc.lengths.items.len),
        cell_ns(lengths_at(&gc.lengths, 0.99)), cell_ns(lengths_longest(&gc.lengths)),
        cell_text(cause));
    gc_free(&gc);
}

static void describe(const struct view *view, struct sheet *sheet) {
    const struct tables_read *read = view->read;
    struct gc gc;
    make(view, &gc);
    const struct gc_view shown = {.gc = &gc,
                                  .things = &read->tables->things,
                                  .range = view->range,
                                  .recorded_ns = read->recorded_ns,
                                  .zone = read->zone,
                                  .top = view->top};
    describe_fields(&shown, sheet);
    describe_words(&shown, sheet);
    describe_groups(&shown, true, sheet);
    if (!gc.by_collector.len || !view_leaves_out(view, "By collector", sheet))
        describe_groups(&shown, false, sheet);
    describe_longest(&shown, sheet);
    if (!gc.phases.len || !view_leaves_out(view, "Phases", sheet)) describe_phases(&shown, sheet);
    describe_stalled(&shown, sheet);
    gc_free(&gc);
}

const struct view_kind extra_gc = {
    .wishes = &gc_wishes, .main = GC_MAIN_TABLES, .lead = add_lead, .describe = describe};
