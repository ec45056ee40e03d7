/* Ranges of chunks: how they are cut, that each is read once, and that workers are opened and
 * closed. */
#include "parser/table/ranges.h"
#include "tests/support/jvm.h"
#include "tests/support/memory_file.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

enum { CHUNKS = 9, MOST_WORKERS = 64 };

static struct {
    size_t opened, closed;
    struct worker_state {
        const struct jfr_log *log;
        struct jfr_log kept;
        bool open;
    } workers[MOST_WORKERS];
    atomic_size_t read[CHUNKS], chunks[CHUNKS];
    size_t fails; /* at this number; CHUNKS: at none */
    size_t told;
    char notes[400];
} seen;

static void *open_worker(void *context, const struct jfr_log *log) {
    ck_assert_ptr_eq(context, &seen);
    ck_assert_uint_lt(seen.opened, MOST_WORKERS);
    struct worker_state *worker = &seen.workers[seen.opened++];
    *worker = (struct worker_state){.kept = *log, .open = true};
    return worker;
}

static bool read_range(void *state, size_t number, struct chunks_range chunks) {
    struct worker_state *worker = state;
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED};
    ck_assert_uint_lt(number, CHUNKS);
    atomic_fetch_add(&seen.read[number], 1);
    seen.chunks[number] = chunks.len;
    snprintf(note.text, sizeof note.text, "%zu", number);
    if (worker->kept.note) worker->kept.note(worker->kept.context, &note);
    return number != seen.fails;
}

static void close_worker(void *state) {
    struct worker_state *worker = state;
    ck_assert(worker->open);
    worker->open = false;
    seen.closed++;
}

static void keep(void *context, const struct jfr_note *note) {
    (void)context;
    snprintf(seen.notes + strlen(seen.notes), sizeof seen.notes - strlen(seen.notes), "%s ",
             note->text);
}

static const struct ranges_work work = {&seen, open_worker, read_range, close_worker};

static struct {
    struct memory_file file;
    const char *path;
    struct jfr_tables *tables;
    struct ranges ranges;
    uint64_t chunk;
} f;

static void begin(size_t chunks, size_t threads, uint64_t least_chunks) {
    static const char *const stacks[] = {"A.a A.main"};
    struct recording r = {0};
    struct jfr_error error;
    memset(&seen, 0, sizeof seen);
    seen.fails = CHUNKS;
    for (size_t i = 0; i < chunks; i++) {
        struct chunk_head head = usual_head;
        head.start_ns += (int64_t)i * head.duration_ns;
        jvm_chunk(&r, &head, stacks, 1);
    }
    f.chunk = chunks ? r.out.len / chunks : 0;
    f.file = memory_file_make(r.out.data, r.out.len);
    f.path = f.file.path;
    f.tables = jfr_tables_open(&f.path, 1, NULL, &error);
    ck_assert_msg(f.tables != NULL, "%s", error.text);
    f.tables->mapped = true; /* as if it were larger */
    ranges_open(&f.ranges, f.tables,
                &(struct ranges_options){.threads = threads,
                                         .least_size = least_chunks * f.chunk,
                                         .log = {.note = keep}});
    recording_free(&r);
}

static void end(void) {
    ranges_close(&f.ranges);
    jfr_tables_close(f.tables);
    memory_file_close(&f.file);
}

START_TEST(recordings_are_cut_into_as_much_as_threads_pay_for) {
    static const struct {
        size_t chunks, threads;
        uint64_t least; /* chunks of a range */
        size_t ranges, workers, first, last;
    } rows[] = {
        {9, 1, 1, 1, 1, 0, 0},  {9, 2, 1, 5, 2, 2, 1}, {9, 64, 1, 9, 9, 1, 1},
        {9, 99, 1, 9, 9, 1, 1}, {9, 2, 2, 5, 2, 2, 1}, {9, 2, 4, 3, 2, 4, 1},
        {9, 2, 5, 1, 1, 0, 0},  {8, 2, 4, 2, 2, 4, 4}, {1, 2, 1, 1, 1, 0, 0},
        {2, 2, 1, 2, 2, 1, 1},  {9, 3, 0, 1, 1, 0, 0}, /* far below what threads pay for */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(rows[i].chunks, rows[i].threads, rows[i].least);
        ck_assert_msg(f.ranges.len == rows[i].ranges && f.ranges.threads == rows[i].workers,
                      "row %zu: %zu ranges, %zu threads", i, f.ranges.len, f.ranges.threads);
        ck_assert_uint_eq(f.ranges.items[0].chunks.len, rows[i].first);
        ck_assert_uint_eq(f.ranges.items[f.ranges.len - 1].chunks.len, rows[i].last);
        ck_assert(ranges_read(&f.ranges, &work));
        ck_assert_uint_eq(seen.opened, rows[i].workers);
        ck_assert_uint_eq(seen.closed, rows[i].workers);
        for (size_t k = 0; k < CHUNKS; k++) ck_assert_uint_eq(seen.read[k], k < rows[i].ranges);
        end();
    }
}
END_TEST

START_TEST(notes_come_in_the_order_of_the_ranges) {
    begin(CHUNKS, 3, 1);
    ck_assert(ranges_read(&f.ranges, &work));
    ck_assert_str_eq(seen.notes, "");
    ranges_tell(&f.ranges);
    ck_assert_str_eq(seen.notes, "0 1 2 3 4 5 6 7 8 ");
    end();
    begin(1, 3, 1); /* one range: at once */
    ck_assert(ranges_read(&f.ranges, &work));
    ck_assert_str_eq(seen.notes, "0 ");
    ranges_tell(&f.ranges);
    ck_assert_str_eq(seen.notes, "0 ");
    end();
}
END_TEST

START_TEST(a_read_that_fails_ends_all) {
    begin(CHUNKS, 1, 1);
    seen.fails = 0;
    ck_assert(!ranges_read(&f.ranges, &work));
    ck_assert_uint_eq(seen.closed, 1);
    end();
    begin(CHUNKS, 2, 1);
    seen.fails = 0;
    ck_assert(!ranges_read(&f.ranges, &work));
    ck_assert_uint_eq(seen.opened, 2);
    ck_assert_uint_eq(seen.closed, 2);
    ck_assert(f.ranges.stopped);
    end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ranges");
    TCase *cases = tcase_create("ranges");
    tcase_add_test(cases, recordings_are_cut_into_as_much_as_threads_pay_for);
    tcase_add_test(cases, notes_come_in_the_order_of_the_ranges);
    tcase_add_test(cases, a_read_that_fails_ends_all);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
