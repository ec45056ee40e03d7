#include "cmd/write/words.h"
#include "cmd/live/picture.h"

#include "base/safe.h"
#include "base/units.h"
#include "cmd/sheets/hot_table.h"

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
