#include "cmd/write/words.h"
#include "cmd/live/picture.h"

#include "base/safe.h"
#include "base/units.h"
#include "cmd/sheets/hot_table.h"

#define NAME_COLUMNS 40 /* a longer name of a thread is cut where lines are limited */

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

static void add_fields(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    const struct jvm *jvm = picture->jvm;
    sheet_fields(
        sheet, {"pid", jvm ? cell_number(jvm->pid) : cell_missing()},
        {"main_class", cell_text(jvm ? jvm->main_class : NULL)}, {"path", cell_text(picture->path)},
        {"end_ns", cell_time(view->end_ns)},
        {"window_s", cell_real((double)view->window_ns / 1e9, 3)},
        {"event", cell_text(view->samples->event)},
        {"samples", cell_samples(view, view->samples->profile.samples)},
        {"attached_late", cell_bool(view->samples->late)},
        {"cpu_jvm", cell_real(view->load, CELL_SIGNIFICANT)},
        {"cpu_machine", cell_real(view->machine, CELL_SIGNIFICANT)},
        {"processors", cell_number(view->processors)},
        {"gc_share", cell_real(gc_share(view), CELL_SIGNIFICANT)},
        {"gc_pauses", cell_count(view->pauses)}, {"gc_longest_ns", cell_ns(view->longest_pause_ns)},
        {"allocated_per_second", cell_real(per_second(view->allocated, view), 0)},
        {"lock_waits", cell_count(view->waits)}, {"lock_wait_ns", cell_ns(view->wait_ns)},
        {"thread_cpu_from", cell_text(view->cpu_of_loads ? "jdk.ThreadCPULoad" : "samples")});
}

static size_t shown(const struct sheet *sheet, size_t all, size_t most) {
    return sheet_shows(sheet, SHEET_PEOPLE) && most < all ? most : all;
}

static void add_threads(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    const struct strings *strings = &view->threads.strings;
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&view->samples->profile.frames, BY_METHOD, &names);
    sheet_table(sheet, (struct sheet_table){.key = "threads", .omit_empty = true});
    sheet_columns(sheet, column_number("CPU %", "cpu_percent"), column_number("samples", "samples"),
                  column_within(NAME_COLUMNS, column_text("thread", "name")),
                  column_for(SHEET_TABLES, column_name("hottest method", "hottest")));
    size_t rows = shown(sheet, view->by_cpu.len, picture->threads);
    for (size_t i = 0; i < rows; i++) {
        const struct live_thread *thread = &view->by_cpu.items[i];
        const struct threads_row *row = thread->row;
        double share = per_second(thread->cpu_ns / 1e9, view);
        OWNED(text_free) struct text name = {0}, method = {0};
        size_t packages = 0;
        safe_add_name(&name, strings_get(strings, row->name));
        if (row->methods.len) packages = frame_names_add(&names, row->methods.items[0].id, &method);
        sheet_row(sheet);
        sheet_fields(sheet, {"cpu_ns", cell_real(thread->cpu_ns, 0)},
                     {"os_thread_id", row->os_id ? cell_count(row->os_id) : cell_missing()},
                     {"java_thread_id", row->java_id ? cell_count(row->java_id) : cell_missing()},
                     {"virtual", cell_bool(row->is_virtual)});
        sheet_cells(sheet, cell_percent(share * 100), cell_samples(view, row->samples),
                    cell_shown(cell_text(strings_get(strings, row->name)), text_str(&name)),
                    cell_name(text_str(&method), packages));
    }
    sheet_end(sheet);
}

static void add_locks(const struct live_picture *picture, struct sheet *sheet) {
    const struct live_view *view = picture->view;
    sheet_table(sheet, (struct sheet_table){.key = "locks", .omit_empty = true});
    sheet_columns(sheet, column_number("waited", "total_ns"), column_number("waits", "waits"),
                  column_number("longest", "longest_ns"), column_text("for", "kind"),
                  column_name("of class", "class"));
    size_t rows = shown(sheet, view->locks.len, picture->locks);
    for (size_t i = 0; i < rows; i++) {
        const struct live_lock *lock = &view->locks.items[i];
        sheet_row_of(sheet, cell_ns(lock->total_ns), cell_count(lock->waits),
                     cell_ns(lock->longest_ns), cell_text(lock->parked ? "lock" : "monitor"),
                     cell_text(lock->name));
    }
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
    add_fields(picture, sheet);
    hot_add(&hot, sheet);
    add_threads(picture, sheet);
    add_locks(picture, sheet);
}
