#include "cmd/live/picture.h"

#include "analyzers/events/events.h"
#include "analyzers/time/load.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/sheets/hot_table.h"
#include "cmd/write/words.h"

#define FINE_LOADS_NS (2 * NS_PER_S) /* CPU loads of threads that come as often tell a window's */
#define MOST_LOCKS 20

/* ==== Questions about events ================================================================= */

enum question { MONITORS, PARKS, SAMPLED, BUFFERS, QUESTIONS };

struct asking {
    struct arena texts;
    struct fold_key keys[QUESTIONS];
    struct fold_show shows[QUESTIONS][3];
    struct event_question questions[QUESTIONS];
    struct events *events;
};

static const struct {
    const char *types[3], *where, *by, *shows[3];
} asked[QUESTIONS] = {
    [MONITORS] = {{"jdk.JavaMonitorEnter"},
                  NULL,
                  "monitorClass",
                  {"sum(duration)", "count", "max(duration)"}},
    [PARKS] = {{"jdk.ThreadPark"},
               "!idle(stackTrace)",
               "parkedClass",
               {"sum(duration)", "count", "max(duration)"}},
    [SAMPLED] = {{"jdk.ObjectAllocationSample"}, NULL, NULL, {"sum(weight)"}},
    [BUFFERS] = {{"jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB"},
                 NULL,
                 NULL,
                 {"sum(tlabSize|allocationSize)"}},
};

static void ask(struct asking *a, const struct selection *selection, struct walk_run *run) {
    struct jfr_error error; /* what is asked is ours, and can be parsed */
    struct events_error wrong;
    for (size_t i = 0; i < QUESTIONS; i++) {
        struct event_question *question = &a->questions[i];
        *question = (struct event_question){.types = asked[i].types,
                                            .where = asked[i].where,
                                            .keys = &a->keys[i],
                                            .shows = a->shows[i],
                                            .may_lack = true};
        while (question->type_count < 3 && asked[i].types[question->type_count])
            question->type_count++;
        if (asked[i].by) {
            fold_parse_key(asked[i].by, &a->texts, &a->keys[i], &error);
            question->key_count = 1;
        }
        for (size_t s = 0; s < 3 && asked[i].shows[s]; s++, question->show_count++)
            fold_parse_show(asked[i].shows[s], NULL, &a->texts, &a->shows[i][s], &error);
    }
    a->events = events_open(a->questions, QUESTIONS, selection, &wrong);
    if (a->events) events_join(a->events, run);
}

static double number(struct fold_value value) {
    double real;
    if (value.kind == JFR_COLUMN_UNSIGNED) return (double)value.cell;
    if (value.kind != JFR_COLUMN_REAL)
        return (int64_t)value.cell == JFR_NULL_INT ? 0 : (double)(int64_t)value.cell;
    memcpy(&real, &value.cell, sizeof real);
    return is_missing(real) ? 0 : real;
}

static void take_locks(const struct events_answer *answer, bool parked, struct live_view *view) {
    for (size_t g = 0; answer->fold && g < fold_groups(answer->fold); g++) {
        struct fold_value class = fold_key_of(answer->fold, g, 0);
        bool known = class.kind == JFR_COLUMN_TEXT && class.cell != JFR_NULL_ID;
        struct live_lock lock = {
            .name = mem_copy_text(known ? strings_get(&answer->things->texts, (uint32_t) class.cell)
                                        : ""),
            .parked = parked,
            .total_ns = (int64_t)number(fold_value_of(answer->fold, g, 0)),
            .waits = (uint64_t)number(fold_value_of(answer->fold, g, 1)),
            .longest_ns = (int64_t)number(fold_value_of(answer->fold, g, 2)),
        };
        whole_gather(&view->waits, (int64_t)lock.waits);
        whole_gather(&view->wait_ns, lock.total_ns);
        array_push(&view->locks, lock);
    }
}

ORDERED(by_total, struct live_lock, FALLING(total_ns), strcmp(x->name, y->name))

static double sum_of(const struct events_answer *answer) {
    bool there = answer->fold && fold_groups(answer->fold);
    return there ? number(fold_value_of(answer->fold, 0, 0)) : 0;
}

static void take_events(struct asking *a, const struct walk_run *run, struct live_view *view) {
    struct events_answer answers[QUESTIONS];
    if (!a->events) return;
    for (size_t i = 0; i < QUESTIONS; i++) answers[i] = events_answer(a->events, run, i);
    take_locks(&answers[MONITORS], false, view);
    take_locks(&answers[PARKS], true, view);
    array_sort(&view->locks, by_total);
    while (view->locks.len > MOST_LOCKS) free(view->locks.items[--view->locks.len].name);
    /* Where both were recorded they would count twice. */
    enum question kind = answers[SAMPLED].passed ? SAMPLED : BUFFERS;
    if (answers[kind].passed) view->allocated = sum_of(&answers[kind]);
}

/* ==== Facts ================================================================================== */

static void take_pauses(struct live_view *view) {
    const struct time_window *window = &view->samples->window;
    const struct facts *facts = &view->samples->facts;
    if (facts->pauses.len + facts->collections.len + facts->heaps.len == 0) return;
    view->pauses = view->pause_ns = view->longest_pause_ns = 0;
    EACH (const struct fact_pause, pause, &facts->pauses) {
        int64_t from = pause->time_ns, to;
        if (__builtin_add_overflow(from, pause->duration_ns, &to)) continue;
        if (from < window->from_ns) from = window->from_ns;
        if (to <= from || from > window->to_ns) continue;
        view->pauses++;
        view->pause_ns += to - from;
        if (pause->duration_ns > view->longest_pause_ns)
            view->longest_pause_ns = pause->duration_ns;
    }
}

static void take_load(struct live_view *view) {
    const struct facts *facts = &view->samples->facts;
    view->processors = load_processors(facts);
    if (!facts->loads.len) return;
    const struct fact_load *last = &facts->loads.items[facts->loads.len - 1];
    if (last->time_ns < view->samples->window.from_ns) return;
    view->load = (double)last->jvm_user + (double)last->jvm_system;
    view->machine = (double)last->machine;
}

/* The period in which threads say their loads, ns; INT64_MAX: they do not. */
static int64_t load_period(const struct facts *facts) {
    int64_t period = INT64_MAX;
    EACH (const struct fact_setting, setting, &facts->settings) {
        if (strcmp(strings_get(&facts->strings, setting->event), "jdk.ThreadCPULoad") == 0 &&
            strcmp(strings_get(&facts->strings, setting->name), "period") == 0 &&
            !units_parse_period(strings_get(&facts->strings, setting->value), &period))
            period = INT64_MAX;
    }
    return period;
}

/* ==== Threads ================================================================================ */

static int by_cpu(const void *a, const void *b) {
    const struct live_thread *x = a, *y = b;
    double of_x = is_missing(x->cpu_ns) ? -1 : x->cpu_ns,
           of_y = is_missing(y->cpu_ns) ? -1 : y->cpu_ns;
    if (of_x != of_y) return of_x < of_y ? 1 : -1;
    return x->row < y->row ? -1 : 1; /* by their samples, then names */
}

/* Samples of which nobody says what one is worth are worth 0. */
static double cpu_of_samples(const struct profile *profile, const struct threads_row *row) {
    bool worth_time = profile->unit == PROFILE_NS && (row->value > 0 || row->samples == 0);
    return worth_time ? (double)row->value : MISSING_REAL;
}

/* CPU loads say all of a thread's CPU time, where they come often enough; else its samples do, as
 * far as they are worth time. */
static void take_threads(struct live_view *view) {
    const struct profile *profile = &view->samples->profile;
    const struct threads_options options = {
        .by = THREADS_EACH,
        .methods = 1,
        .range = time_range_of(profile, view->report.start_ns, view->report.end_ns,
                               &view->samples->window),
        .origin_ns = view->report.start_ns,
    };
    threads_make(profile, &view->samples->facts, &options, &view->threads);
    view->cpu_of_loads =
        view->threads.has_cpu && load_period(&view->samples->facts) <= FINE_LOADS_NS;
    EACH (const struct threads_row, row, &view->threads.rows) {
        struct live_thread thread = {row, view->cpu_of_loads ? row->cpu_ns
                                                             : cpu_of_samples(profile, row)};
        bool idle = !row->samples && !(thread.cpu_ns > 0);
        if (row->known && !idle) array_push(&view->by_cpu, thread);
    }
    array_sort(&view->by_cpu, by_cpu);
}

/* ==== The view =============================================================================== */

bool live_view_read(const char *path, int64_t length_ns, struct live_view *view, struct text *why) {
    static const struct facts_options all = {0};
    const struct needs needs = {.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = SAMPLES_NO_TIMES,
                                .values = true,
                                .facts = &all};
    OWNED(selection_close)
    struct selection selection = {.from = {.kind = TIME_FROM_END, .ns = length_ns}};
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    struct walk_run run = {0};
    struct asking asking = {0};
    struct jfr_error error;
    *view = (struct live_view){.pauses = MISSING,
                               .pause_ns = MISSING,
                               .longest_pause_ns = MISSING,
                               .processors = MISSING,
                               .waits = MISSING,
                               .wait_ns = MISSING,
                               .load = MISSING_REAL,
                               .machine = MISSING_REAL,
                               .allocated = MISSING_REAL};
    bool good = selection_open(&selection, &error);
    if (good) {
        ask(&asking, &selection, &run);
        view->samples = samples_read_in(&run, &scan, &selection, &needs, &view->report);
        good = view->report.recordings > 0;
    }
    if (!good)
        text_addf(why, "nothing could be read: %s",
                  view->report.error.code != JFR_OK ? view->report.error.text
                                                    : "no chunk is complete");
    if (good) {
        view->window_ns = view->samples->recorded_ns;
        view->end_ns = view->report.end_ns;
        hot_methods_compute(&view->samples->profile, HOT_BY_SELF, false, 0, &view->hot);
        take_threads(view);
        take_pauses(view);
        take_load(view);
        take_events(&asking, &run, view);
    }
    walk_run_free(&run); /* its readers look at what they were asked */
    events_free(asking.events);
    arena_free(&asking.texts);
    if (!good) live_view_free(view);
    return good;
}

void live_view_free(struct live_view *view) {
    for (size_t i = 0; i < view->locks.len; i++) free(view->locks.items[i].name);
    arrays_free(&view->locks, &view->by_cpu);
    threads_free(&view->threads);
    hot_methods_free(&view->hot);
    if (view->samples) samples_free(view->samples);
    scan_report_free(&view->report);
    *view = (struct live_view){0};
}

/* ==== The sheet ============================================================================= */

static double per_second(double what, const struct live_view *view) {
    return ratio_of(what * 1e9, (double)view->window_ns);
}

static double gc_share(const struct live_view *view) {
    return ratio_of(whole_real(view->pause_ns), (double)view->window_ns);
}

/* Of samples; missing if none were recorded. */
static struct cell cell_samples(const struct live_view *view, uint64_t samples) {
    return view->samples->event ? cell_count(samples) : cell_missing();
}

static void add_load(const struct live_view *view, struct text *out) {
    words_add(out, "CPU of the JVM {} %, of the machine {} %[ of {processor}]; ",
              cell_real(view->load * 100, 0), cell_real(view->machine * 100, 0),
              cell_number(view->processors));
}

static void add_pauses(const struct live_view *view, struct text *out) {
    words_add(out, "[GC {} %[ in {pause} of at most {}]|no GC recorded]",
              cell_real(gc_share(view) * 100, 1), cell_if_any((uint64_t)view->pauses),
              cell_ns(view->longest_pause_ns));
}

static void add_rates(const struct live_view *view, struct text *out) {
    if (is_known(view->allocated) && view->window_ns > 0) {
        text_add(out, "; allocated ");
        units_add_bytes(out, per_second(view->allocated, view));
        text_add(out, "/s");
    }
    words_add(out, "; {wait} for locks, {}", cell_number(view->waits), cell_ns(view->wait_ns));
}

static void add_head(const struct live_picture *picture, struct text *out) {
    const struct live_view *view = picture->view;
    if (picture->jvm) {
        text_addf(out, "process %ld, ", (long)picture->jvm->pid);
        safe_add_name(out, picture->jvm->main_class);
        if (picture->jvm->version[0]) text_addf(out, ", JDK %s", picture->jvm->version);
    } else {
        safe_add_name(out, picture->path);
    }
    words_add(out, "; last {}, [{sample} of {}|no samples]\n", cell_ns(view->window_ns),
              cell_count(view->samples->profile.samples), words_name(view->samples->event));
    add_load(view, out);
    add_pauses(view, out);
    add_rates(view, out);
    text_add_char(out, '\n');
}

#include "cmd/keys/live_shown.h"

static size_t shown(const struct sheet *sheet, size_t all, size_t most) {
    return sheet_shows(sheet, SHEET_PEOPLE) && most < all ? most : all;
}

static void add_threads(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&view->samples->profile.frames, BY_METHOD, &names);
    sheet_table(sheet, (struct sheet_table){.key = "threads", .omit_empty = true});
    live_thread_columns(sheet);
    size_t rows = shown(sheet, view->by_cpu.len, picture->threads);
    for (size_t i = 0; i < rows; i++) live_thread_row(view, &view->by_cpu.items[i], &names, sheet);
    sheet_end(sheet);
}

static void add_locks(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    sheet_table(sheet, (struct sheet_table){.key = "locks", .omit_empty = true});
    live_lock_columns(sheet);
    size_t rows = shown(sheet, view->locks.len, picture->locks);
    for (size_t i = 0; i < rows; i++) live_lock_row(&view->locks.items[i], sheet);
    sheet_end(sheet);
}

void live_describe(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    OWNED(text_free) struct text head = {0};
    const struct hot_view hot = {.profile = &view->samples->profile,
                                 .hot = &view->hot,
                                 .by = BY_METHOD,
                                 .unit = PROFILE_NO_UNIT,
                                 .max_rows = shown(sheet, SIZE_MAX, picture->methods)};
    add_head(picture, &head);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&head));
    live_fields(view, picture->jvm, picture->path, sheet);
    hot_add(&hot, sheet);
    add_threads(picture, sheet);
    add_locks(picture, sheet);
}
