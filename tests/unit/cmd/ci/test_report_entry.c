/* Recordings of a report, each read by itself: how often their archive is opened, and what is kept.
 */
#include "cmd/ci/report_entry.h"
#include "parser/input/archive.h"
#include "tests/support/jvm.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned opened; /* archives, from their beginning */
struct unpack *__real_unpack_open(const struct unpack_file *file, uint32_t *recordings);
struct unpack *__wrap_unpack_open(const struct unpack_file *file, uint32_t *recordings);

/* The linker puts it in the place of unpack_open (see the Makefile). */
struct unpack *__wrap_unpack_open(const struct unpack_file *file, uint32_t *recordings) {
    opened++;
    return __real_unpack_open(file, recordings);
}

static char folder[40];

static void enter_folder(void) {
    strcpy(folder, "/tmp/jfrtool-entry.XXXXXX");
    ck_assert_ptr_ne(mkdtemp(folder), NULL);
    ck_assert_int_eq(chdir(folder), 0);
    opened = 0;
}

static void leave_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(system(command), 0);
}

static void run_shell(const char *command) {
    ck_assert_int_eq(system(command), 0);
}

static void save(const char *name, struct recording *r) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_ne(file, NULL);
    ck_assert_uint_eq(fwrite(r->out.data, 1, r->out.len, file), r->out.len);
    fclose(file);
    recording_free(r);
}

/* With so many samples, which starts so late. */
static void put_recording(const char *name, size_t samples, int64_t seconds) {
    const char *stacks[50];
    struct recording r = {0};
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    for (size_t i = 0; i < samples; i++) stacks[i] = "A.leaf Main.main";
    jvm_chunk(&r, &head, stacks, samples);
    save(name, &r);
}

struct filled {
    struct found found;
    struct report_out report;
    struct scan_report search;
};

/* All recordings of the path, by title, filled in the order in which they were found. */
static struct filled fill(const char *path) {
    static struct selection selection;
    const struct input_options input = {.jobs = 1};
    const struct message_options messages = {.quiet = true};
    const struct reading how = {.input = &input, .selection = &selection, .messages = &messages};
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct report_archive archive = {0};
    struct filled f = {0};
    selection = (struct selection){0};
    ck_assert(selection_open(&selection, NULL));
    report_find(&scan, &f.found, &f.search);
    f.report.found = &f.found;
    for (size_t i = 0; i < f.found.recordings.len; i++)
        array_push(&f.report.entries,
                   (struct report_entry){.recording = &f.found.recordings.items[i]});
    report_name_pages(&f.report);
    for (uint32_t first = 0; first < 20; first++)
        for (size_t i = 0; i < f.report.entries.len; i++)
            if (f.found.recordings.items[i].first == first)
                ck_assert(
                    report_entry_fill(&how, ".", &archive, &f.found, &f.report.entries.items[i]));
    report_archive_close(&archive);
    selection_close(&selection);
    return f;
}

static void filled_free(struct filled *f) {
    report_out_free(&f->report);
    found_free(&f->found);
    scan_report_free(&f->search);
}

static void expect_samples(const struct filled *f, const uint64_t *samples, size_t count) {
    ck_assert_uint_eq(f->report.entries.len, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(f->report.entries.items[i].samples == samples[i], "%s: %u samples",
                      f->found.recordings.items[i].title,
                      (unsigned)f->report.entries.items[i].samples);
}

START_TEST(an_archive_is_unpacked_once_for_all_of_its_recordings) {
    put_recording("c.jfr", 3, 0);
    put_recording("a.jfr", 1, 10);
    put_recording("d.jfr", 4, 20);
    put_recording("b.jfr", 2, 30);
    run_shell("tar -czf ci.tgz c.jfr a.jfr d.jfr b.jfr");
    struct filled f = fill("ci.tgz");
    expect_samples(&f, (const uint64_t[]){1, 2, 3, 4}, 4);
    ck_assert_uint_eq(opened, 2); /* and once for the search */
    filled_free(&f);
}
END_TEST

START_TEST(what_lies_apart_in_an_archive_is_read_in_whole) {
    run_shell("mkdir 2026_11_20_22_25_46_8091");
    put_recording("2026_11_20_22_25_46_8091/1.jfr", 10, 0);
    put_recording("a.jfr", 1, 10);
    put_recording("2026_11_20_22_25_46_8091/2.jfr", 20, 20);
    put_recording("b.jfr", 2, 30);
    run_shell("tar -czf ci.tgz 2026_11_20_22_25_46_8091/1.jfr a.jfr 2026_11_20_22_25_46_8091/2.jfr "
              "b.jfr");
    struct filled f = fill("ci.tgz");
    expect_samples(&f, (const uint64_t[]){30, 1, 2}, 3);
    filled_free(&f);
}
END_TEST

/* One of 5 ns, three that are longer than the recording by far. */
START_TEST(the_sum_of_pauses_has_none_that_cannot_be) {
    enum { PAUSE = 300 };
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, PAUSE, "jdk.GCPhasePause", "jdk.jfr.Event");
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field_begin(&r, "duration", TYPE_LONG, FIELD_PLAIN);
    annotation(&r, TYPE_TIMESPAN, "NANOSECONDS");
    field_end(&r);
    type_end(&r);
    metadata_end(&r);
    for (int i = 0; i < 4; i++) {
        event_begin(&r, PAUSE);
        put_long(&r, 2000 + i);
        put_long(&r, i ? INT64_MAX - i : 5);
        event_end(&r);
    }
    chunk_end(&r);
    save("rec.jfr", &r);
    struct filled f = fill("rec.jfr");
    ck_assert_uint_eq(f.report.entries.items[0].pauses, 1);
    ck_assert_int_eq(f.report.entries.items[0].pauses_ns, 5);
    filled_free(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report entry");
    TCase *cases = tcase_create("entry");
    tcase_add_checked_fixture(cases, enter_folder, leave_folder);
    tcase_add_test(cases, an_archive_is_unpacked_once_for_all_of_its_recordings);
    tcase_add_test(cases, what_lies_apart_in_an_archive_is_read_in_whole);
    tcase_add_test(cases, the_sum_of_pauses_has_none_that_cannot_be);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
