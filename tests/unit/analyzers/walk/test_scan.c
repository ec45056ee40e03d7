/* The scan: which chunks count, in how many threads, and which samples lie in a window of time. */
#include "tests/support/jvm.h"
#include "tests/support/memory.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 4 };

struct files {
    struct memory_file file[FILES];
    const char *paths[FILES];
    size_t count;
};

static void add_bytes(struct files *f, const void *bytes, size_t len) {
    f->file[f->count] = memory_file_make(bytes, len);
    f->paths[f->count] = f->file[f->count].path;
    f->count++;
}

static void add_file(struct files *f, const struct recording *r) {
    add_bytes(f, r->out.data, r->out.len);
}

static void close_files(struct files *f) {
    for (size_t i = 0; i < f->count; i++) memory_file_close(&f->file[i]);
}

static struct reading read_files(const struct files *f, unsigned jobs, bool keep_duplicates) {
    return reading_of_paths(f->paths, f->count, NULL, jobs, keep_duplicates);
}

/* A chunk of two samples that starts so many seconds after the usual time. */
static void add_chunk(struct recording *r, int64_t seconds) {
    static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main"};
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    jvm_chunk(r, &head, stacks, 2);
}

static uint64_t samples_of(const struct reading *reading) {
    return reading->samples->profile.samples;
}

/* ==== Chunks that are there more than once ================================================== */

START_TEST(the_same_chunk_twice_counts_once_and_is_noted) {
    struct recording r = {0};
    add_chunk(&r, 0);
    size_t second = r.out.len;
    add_chunk(&r, 0);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(samples_of(&reading), 2);
    ck_assert_uint_eq(reading.report.duplicates, 1);
    ck_assert_uint_eq(reading.report.chunks.len, 1);
    const struct scan_note *note =
        report_note(&reading.report, "this chunk was there before (same "
                                     "start, size and content) and counts once");
    ck_assert_ptr_ne(note, NULL);
    ck_assert_uint_eq(note->note.offset, second);
    ck_assert_int_eq(note->note.kind, JFR_NOTE_DUPLICATE);
    ck_assert_uint_eq(reading_events(&reading, "jdk.ExecutionSample"), 2);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(the_same_chunk_in_two_files_counts_once) {
    struct recording r = {0};
    struct files f = {0};
    add_chunk(&r, 0);
    add_chunk(&r, 10);
    add_file(&f, &r); /* two dumps of one JVM: the second has a chunk more */
    add_chunk(&r, 20);
    add_file(&f, &r);
    for (unsigned jobs = 1; jobs <= 8; jobs += 7) {
        struct reading reading = read_files(&f, jobs, false);
        ck_assert_uint_eq(samples_of(&reading), 6);
        ck_assert_uint_eq(reading.report.duplicates, 2);
        reading_release(&reading);
        reading = read_files(&f, jobs, true);
        ck_assert_uint_eq(samples_of(&reading), 10);
        ck_assert_uint_eq(reading.report.duplicates, 0);
        ck_assert_uint_eq(reading.report.recordings, 2);
        reading_release(&reading);
    }
    close_files(&f);
    recording_free(&r);
}
END_TEST

START_TEST(a_copy_with_one_byte_changed_counts) {
    struct recording r = {0};
    add_chunk(&r, 0);
    size_t len = r.out.len;
    for (size_t at = 0; at < len; at++) {
        /* in the event's time, in a name: wherever a change leaves a chunk a chunk */
        if (at != len - 1 && at != r.metadata + 8) continue;
        add_chunk(&r, 0);
        r.out.data[r.chunk + at] ^= 1;
    }
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.chunks.len, 3);
    ck_assert_uint_eq(reading.report.duplicates, 0);
    ck_assert_uint_eq(reading_events(&reading, "jdk.ExecutionSample"), 6);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(duplicates_are_known_in_any_order_among_many_that_look_alike) {
    struct recording r = {0};
    static const char *const stacks[] = {"A.leaf", "B.leaf", "C.leaf", "A.leaf", "C.leaf",
                                         "D.leaf", "B.leaf", "D.leaf", "A.leaf"};
    for (size_t i = 0; i < 9; i++) jvm_chunk(&r, NULL, stacks + i, 1); /* one start, one size */
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.chunks.len, 4);
    ck_assert_uint_eq(reading.report.duplicates, 5);
    ck_assert_uint_eq(samples_of(&reading), 4);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ==== Threads =============================================================================== */

/* Chunks with stacks of their own, some damaged, in several files. */
static void many_chunks(struct files *f) {
    for (int file = 0; file < 3; file++) {
        struct recording r = {0};
        for (int chunk = 0; chunk < 20; chunk++) {
            char text[4][60];
            const char *stacks[4] = {text[0], text[1], text[2], text[3]};
            struct chunk_head head = usual_head;
            head.start_ns += (file * 100 + chunk) * INT64_C(1000000000);
            for (int i = 0; i < 4; i++)
                snprintf(text[i], sizeof text[i], "C%d.m%d:%d/%d Main.run Main.main%s",
                         (chunk * 7 + i) % 5, i, chunk % 3, i, i == 3 ? " ..." : "");
            jvm_chunk(&r, &head, stacks, 4);
            if (chunk % 5 == 0) put_bytes(&r, "garbage", 7);
            if (chunk % 7 == 3) header_set(&r, HEADER_GENERATION, 9);
            if (chunk % 6 == 2) r.out.data[r.chunk + r.last_checkpoint + 40] ^= 0x55;
        }
        add_file(f, &r);
        recording_free(&r);
    }
}

static void write_report(const struct scan_report *report, struct text *out) {
    text_addf(out, "%zu chunks, %u recordings, %llu lost, %lld to %lld\n", report->chunks.len,
              report->recordings, (unsigned long long)report->lost_bytes,
              (long long)report->start_ns, (long long)report->end_ns);
    for (size_t i = 0; i < report->notes.len; i++)
        text_addf(out, "%s %llu %s\n", report->notes.items[i].source,
                  (unsigned long long)report->notes.items[i].note.offset,
                  report->notes.items[i].note.text);
}

static char *everything(const struct files *f, const struct asked *options, unsigned jobs) {
    struct text text = {0};
    struct reading reading = reading_of_paths(f->paths, f->count, options, jobs, false);
    profile_write(&reading.samples->profile, &text);
    for (size_t i = 0; i < reading.samples->events.len; i++)
        text_addf(&text, "%s %llu\n", reading.samples->events.items[i].name,
                  (unsigned long long)reading.samples->events.items[i].count);
    for (size_t i = 0; i < reading.samples->threads.len; i++)
        text_addf(&text, "%s\n", reading.samples->threads.items[i]);
    write_report(&reading.report, &text);
    reading_release(&reading);
    return text_take(&text);
}

START_TEST(any_number_of_jobs_gives_the_same) {
    struct files f = {0};
    many_chunks(&f);
    struct asked options[4] = {all_samples, all_samples, all_samples, all_samples};
    options[1].selection.by = BY_LINE, options[1].selection.frame_type = true;
    options[2].selection.thread = "main", options[2].needs.thread_roots = true;
    options[3].selection.from = (struct time_point){.kind = TIME_FROM_START, .ns = 3000000000};
    options[3].selection.to = (struct time_point){.kind = TIME_FROM_END, .ns = 5000000000};
    for (int o = 0; o < 4; o++) {
        char *one = everything(&f, &options[o], 1);
        ck_assert_uint_gt(strlen(one), 300);
        for (unsigned jobs = 2; jobs <= 8; jobs += 3) {
            char *many = everything(&f, &options[o], jobs);
            ck_assert_str_eq(one, many);
            free(many);
        }
        free(one);
    }
    close_files(&f);
}
END_TEST

START_TEST(a_summary_is_the_same_for_any_number_of_jobs) {
    struct files f = {0};
    many_chunks(&f);
    uint64_t events[2];
    for (int i = 0; i < 2; i++) {
        struct scan_options scan = {.paths = f.paths, .path_count = f.count, .jobs = i ? 8 : 1};
        struct scan_report report;
        struct summary *summary = summary_read(&scan, &report);
        struct reading reading = {.summary = summary};
        events[i] = reading_events(&reading, "jdk.ExecutionSample");
        summary_free(summary);
        scan_report_free(&report);
    }
    ck_assert_uint_eq(events[0], 240);
    ck_assert_uint_eq(events[1], 240);
    close_files(&f);
}
END_TEST

START_TEST(files_that_cannot_be_read_do_not_keep_others_from_being_read) {
    struct recording r = {0};
    struct files f = {0};
    add_bytes(&f, "", 0);
    add_bytes(&f, "no recording", 12);
    add_chunk(&r, 0);
    add_file(&f, &r);
    f.paths[f.count++] = "/proc/self/fd/none";
    struct reading reading = read_files(&f, 1, false);
    ck_assert_uint_eq(samples_of(&reading), 2);
    ck_assert_uint_eq(reading.report.failed, 3);
    ck_assert_ptr_ne(report_note(&reading.report, "is empty (0 bytes): a JVM that was killed"),
                     NULL);
    ck_assert_ptr_ne(report_note(&reading.report, "is not a JFR recording"), NULL);
    ck_assert_ptr_ne(report_note(&reading.report, "cannot open /proc/self/fd/none"), NULL);
    ck_assert_int_eq(reading.report.error.code, JFR_NOT_JFR); /* the first failure */
    reading_release(&reading);
    f.count = 3;
    close_files(&f);
    recording_free(&r);
}
END_TEST

/* ==== Windows =============================================================================== */

/* 100 samples a tenth of a second apart, in two chunks, all of "T.at<number>". */
static void ten_seconds(struct recording *r) {
    for (int64_t chunk = 0; chunk < 2; chunk++) {
        struct jvm jvm = {0};
        struct chunk_head head = usual_head;
        head.start_ns += chunk * 5000000000;
        head.duration_ns = 5000000000;
        head.start_ticks = 777 + chunk * 50000;
        head.ticks_per_second = 2500000000; /* five ticks are two nanoseconds */
        chunk_begin(r, &head);
        jvm_types(r);
        for (int64_t i = 0; i < 50; i++) {
            char name[20];
            snprintf(name, sizeof name, "T.at%d", (int)(chunk * 50 + i));
            jvm_sample(r, head.start_ticks + i * 250000000, 1, jvm_stack(&jvm, name));
        }
        jvm_pools(&jvm, r);
        chunk_end(r);
        jvm_free(&jvm);
    }
}

/* The samples from number `first` to `last` and no others. */
static void check_window(struct time_point from, struct time_point to, int first, int last) {
    struct recording r = {0};
    struct asked options = all_samples;
    options.selection.from = from;
    options.selection.to = to;
    ten_seconds(&r);
    struct reading reading = reading_of(&r, &options);
    ck_assert(reading.samples->filtered);
    for (int i = 0; i < 100; i++) {
        char name[20];
        snprintf(name, sizeof name, "T.at%d", i);
        ck_assert_msg((reading_self(&reading, name) == 1) == (i >= first && i <= last), "%s", name);
    }
    ck_assert_uint_eq(samples_of(&reading), last < first ? 0 : (uint64_t)(last - first + 1));
    reading_release(&reading);
    recording_free(&r);
}

static struct time_point point(enum time_kind kind, int64_t ns) {
    return (struct time_point){.kind = kind, .ns = ns};
}

#define START(ms) point(TIME_FROM_START, (ms)*INT64_C(1000000))
#define END(ms) point(TIME_FROM_END, (ms)*INT64_C(1000000))
#define AT(ms) point(TIME_ABSOLUTE, START_NS + (ms)*INT64_C(1000000))
#define NONE ((struct time_point){.kind = TIME_NONE})

START_TEST(a_window_from_the_start) {
    check_window(START(0), NONE, 0, 99);
    check_window(START(1000), NONE, 10, 99); /* from is in it, to is not */
    check_window(START(1001), NONE, 11, 99);
    check_window(NONE, START(4900), 0, 48);
    check_window(START(4800), START(5200), 48, 51); /* over the end of a chunk */
    check_window(START(20000), NONE, 0, -1);
}
END_TEST

START_TEST(a_window_from_the_end) {
    check_window(END(1000), NONE, 90, 99);
    check_window(NONE, END(9000), 0, 9);
    check_window(NONE, END(8999), 0, 10);
    check_window(END(1000), END(900), 90, 90);
    check_window(END(100000), NONE, 0, 99);
    check_window(START(2000), END(2000), 20, 79);
}
END_TEST

START_TEST(a_window_between_two_times) {
    check_window(AT(3000), AT(3500), 30, 34);
    check_window(AT(-1000), AT(100), 0, 0);
    check_window(AT(3000), END(6000), 30, 39);
    check_window(AT(3500), AT(3000), 0, -1);
}
END_TEST

START_TEST(clock_times_are_those_of_the_zone_that_the_jvm_recorded_in) {
    struct recording r = {.gmt_offset = "-12600000"}; /* 3:30 behind UTC */
    struct asked options = all_samples;
    const int64_t shown = START_NS - 12600 * INT64_C(1000000000);
    options.selection.from = (struct time_point){.kind = TIME_WALL, .ns = shown + 3000000000};
    options.selection.to = (struct time_point){
        .kind = TIME_CLOCK, .ns = (shown + 3500000000) % (86400 * INT64_C(1000000000))};
    ten_seconds(&r);
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(samples_of(&reading), 5);
    ck_assert_int_eq(reading.samples->window.from_ns, START_NS + 3000000000);
    ck_assert_int_eq(reading.samples->window.to_ns, START_NS + 3500000000 - 1);
    ck_assert_int_eq(reading.samples->zone.offset_ns, -12600 * INT64_C(1000000000));
    reading_release(&reading);
    options.selection.zone = (struct zone){.kind = ZONE_OFFSET}; /* was asked for */
    reading = reading_of(&r, &options);
    ck_assert_uint_eq(samples_of(&reading), 0);
    ck_assert_int_eq(reading.samples->zone.offset_ns, 0);
    reading_release(&reading);
    reading = reading_of(&r, NULL);
    ck_assert_int_eq(reading.samples->zone.offset_ns, -12600 * INT64_C(1000000000));
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(a_chunk_with_a_broken_clock_does_not_move_the_window) {
    struct recording r = {0};
    struct asked options = all_samples;
    options.selection.from = START(1000);
    ten_seconds(&r);
    add_chunk(&r, 20);
    header_set(&r, HEADER_START_NS, UINT64_C(1) << 63);
    struct reading reading = reading_of(&r, &options);
    ck_assert_int_eq(reading.report.start_ns, START_NS);
    ck_assert_int_eq(reading.report.end_ns, START_NS + 10000000000);
    ck_assert_uint_eq(samples_of(&reading), 90);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ==== What is packed, and waits for the window ============================================== */

struct progress {
    uint64_t last, steps, calls;
};

static void count_up(void *context, uint64_t done, uint64_t total) {
    struct progress *progress = context;
    ck_assert_uint_le(progress->last, done);
    ck_assert_uint_le(done, total);
    progress->calls++;
    progress->steps += done > progress->last;
    progress->last = done;
}

enum { LARGE = 40, LARGE_BYTES = 4 << 20 };

static size_t large_chunk(struct recording *r) {
    struct jvm jvm = {0};
    static const uint8_t zeros[LARGE_BYTES];
    chunk_begin(r, &usual_head);
    jvm_types(r);
    event_begin(r, 999);
    put_bytes(r, zeros, sizeof zeros);
    event_end(r);
    jvm_sample(r, usual_head.start_ticks, 1, jvm_stack(&jvm, "A.leaf"));
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
    return r->out.len - r->chunk;
}

/* A recording of 160 MiB in an archive, each chunk a second after the one before. Never in memory
 * as a whole. */
static struct memory_file large_archive(void) {
    struct memory_file file = memory_file_make("", 0);
    struct recording r = {0};
    size_t size = large_chunk(&r);
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_write_set_format_ustar(archive);
    ck_assert_int_eq(archive_write_open_fd(archive, file.fd), ARCHIVE_OK);
    archive_entry_set_pathname(entry, "a.jfr");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)size * LARGE);
    ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
    for (int64_t i = 0; i < LARGE; i++) {
        header_set(&r, HEADER_START_NS, (uint64_t)(START_NS + i * 1000000000));
        ck_assert_int_eq(archive_write_data(archive, r.out.data, size), (la_ssize_t)size);
    }
    archive_entry_free(entry);
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
    recording_free(&r);
    return file;
}

/* All but the first ten seconds. */
static struct samples *read_large(const struct scan_options *scan, struct scan_report *report) {
    struct asked options = all_samples;
    options.selection.from = START(10000);
    return samples_read(scan, &options.selection, &options.needs, report);
}

START_TEST(what_waits_for_the_window_is_not_held_in_memory) {
    struct memory_file file = large_archive();
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        const char *const path = file.path;
        struct progress progress = {0};
        struct scan_options scan = {.paths = &path,
                                    .path_count = 1,
                                    .jobs = jobs,
                                    .progress = count_up,
                                    .progress_context = &progress};
        struct scan_report report;
        memory_watch();
        struct samples *samples = read_large(&scan, &report);
        ck_assert_uint_lt(memory_peak(), (size_t)LARGE * LARGE_BYTES * 2 / 3);
        ck_assert_uint_eq(samples->profile.samples, LARGE - 10);
        ck_assert_uint_eq(report.notes.len, 0);
        samples_free(samples);
        scan_report_free(&report);
    }
    memory_file_close(&file);
}
END_TEST

struct cutting {
    const struct memory_file *file;
    int calls;
};

static void cut_when_looked_at(void *context, uint64_t done, uint64_t total) {
    struct cutting *cutting = context;
    if (++cutting->calls == LARGE) ck_assert_int_eq(ftruncate(cutting->file->fd, LARGE_BYTES), 0);
}

START_TEST(what_is_cut_before_it_is_read_again_is_a_failure) {
    struct memory_file file = large_archive();
    struct cutting cutting = {.file = &file};
    const char *const path = file.path;
    struct scan_options scan = {.paths = &path,
                                .path_count = 1,
                                .jobs = 1,
                                .progress = cut_when_looked_at,
                                .progress_context = &cutting};
    struct scan_report report;
    samples_free(read_large(&scan, &report));
    ck_assert_uint_eq(report.failed, 1);
    ck_assert_ptr_ne(report_note(&report, "was shortened from"), NULL);
    scan_report_free(&report);
    memory_file_close(&file);
}
END_TEST

/* ==== How much was recorded ================================================================= */

START_TEST(recorded_time_is_that_of_the_chunks_within_the_window) {
    const struct scan_chunk chunks[] = {
        {.start_ns = 1000, .duration_ns = 100},
        {.start_ns = 1100, .duration_ns = 50},
        {.recording = 1, .start_ns = 1000, .duration_ns = 100},
        {.start_ns = 9000, .duration_ns = 10},
        {.start_ns = 9100, .duration_ns = -5},
        {.start_ns = 1050, .duration_ns = 80}}; /* another recorder */
    struct scan_report report = {0};
    for (size_t i = 0; i < 6; i++) array_push(&report.chunks, chunks[i]);
    ck_assert_int_eq(scan_recorded_ns(&report, INT64_MIN, INT64_MAX), 260);
    ck_assert_int_eq(scan_recorded_ns(&report, 1090, INT64_MAX), 10 + 50 + 10 + 10);
    ck_assert_int_eq(scan_recorded_ns(&report, 1090, 1120), 10 + 20 + 10);
    ck_assert_int_eq(scan_recorded_ns(&report, 2000, 8000), 0);
    ck_assert_int_eq(scan_recorded_ns(&report, 1120, 1090), 0);
    array_push(&report.chunks,
               ((struct scan_chunk){.start_ns = INT64_MIN, .duration_ns = INT64_MAX}));
    array_push(&report.chunks,
               ((struct scan_chunk){.start_ns = INT64_MAX - 5, .duration_ns = INT64_MAX}));
    ck_assert_int_eq(scan_recorded_ns(&report, INT64_MIN, INT64_MAX), INT64_MAX);
    scan_report_free(&report);
}
END_TEST

START_TEST(progress_goes_up_chunk_by_chunk) {
    for (unsigned jobs = 1; jobs <= 8; jobs += 7) {
        struct files f = {0};
        struct progress progress = {0};
        many_chunks(&f);
        struct scan_options scan = {.paths = f.paths,
                                    .path_count = f.count,
                                    .jobs = jobs,
                                    .progress = count_up,
                                    .progress_context = &progress};
        struct scan_report report;
        samples_free(samples_read(&scan, &all_samples.selection, &all_samples.needs, &report));
        scan_report_free(&report);
        if (jobs == 1) ck_assert_uint_ge(progress.steps, 60);
        ck_assert_uint_ge(progress.calls, 60);
        close_files(&f);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scan");
    TCase *cases = tcase_create("scan");
    tcase_add_test(cases, the_same_chunk_twice_counts_once_and_is_noted);
    tcase_add_test(cases, the_same_chunk_in_two_files_counts_once);
    tcase_add_test(cases, a_copy_with_one_byte_changed_counts);
    tcase_add_test(cases, duplicates_are_known_in_any_order_among_many_that_look_alike);
    tcase_add_test(cases, any_number_of_jobs_gives_the_same);
    tcase_add_test(cases, a_summary_is_the_same_for_any_number_of_jobs);
    tcase_add_test(cases, files_that_cannot_be_read_do_not_keep_others_from_being_read);
    tcase_add_test(cases, a_window_from_the_start);
    tcase_add_test(cases, a_window_from_the_end);
    tcase_add_test(cases, a_window_between_two_times);
    tcase_add_test(cases, clock_times_are_those_of_the_zone_that_the_jvm_recorded_in);
    tcase_add_test(cases, a_chunk_with_a_broken_clock_does_not_move_the_window);
    tcase_add_test(cases, what_waits_for_the_window_is_not_held_in_memory);
    tcase_add_test(cases, what_is_cut_before_it_is_read_again_is_a_failure);
    tcase_add_test(cases, recorded_time_is_that_of_the_chunks_within_the_window);
    tcase_add_test(cases, progress_goes_up_chunk_by_chunk);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
