/* Paths become segments: files, directories, standard input; and what is no recording. */
#define SUITE_APART
#include "tests/support/segments.h"

#include <pthread.h>
#include <sys/stat.h>

/* ---- Files ---------------------------------------------------------------------------------- */

START_TEST(plain_recording_is_mapped_as_a_whole) {
    save("a.jfr", recording(50000, 30000));
    READ("a.jfr");
    expect_counts(1, 0, 0);
    expect_segment(0, "a.jfr", 0, 0, 80000, true);
    ck_assert(seen.segments.items[0].mapped);
    expect_bytes(recording(50000, 30000));
}
END_TEST

START_TEST(path_named_twice_is_read_twice) {
    save("a.jfr", recording(100, 0));
    READ("a.jfr", "a.jfr");
    expect_counts(2, 0, 0);
    expect_segment(1, "a.jfr", 1, 0, 100, true);
}
END_TEST

START_TEST(progress_reaches_the_size_of_all_files) {
    ck_assert_int_eq(mkdir("r", 0755), 0);
    save("a.jfr", recording(3000, 0));
    save("r/x.txt", text("hello"));
    gzip("r/b.gz", recording(2000000, 300));
    READ("a.jfr", "r");
    struct stat packed;
    ck_assert_int_eq(stat("r/b.gz", &packed), 0);
    ck_assert_uint_eq(seen.total, 3005 + (uint64_t)packed.st_size);
    ck_assert_uint_eq(seen.done, seen.total);
    ck_assert_uint_ge(seen.steps, 2);
}
END_TEST

static void *retain_and_release(void *segment) {
    for (int i = 0; i < 10000; i++) {
        jfr_segment_retain(segment);
        jfr_segment_release(segment);
    }
    return NULL;
}

START_TEST(segments_outlive_the_input_and_may_be_held_by_threads) {
    gzip("a.gz", recording(3000, 0));
    READ("a.gz");
    expect_counts(1, 0, 0);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, retain_and_release, &seen.segments.items[0]);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    expect_segment(0, "a.gz", 0, 0, 3000, true);
    expect_bytes(recording(3000, 0));
}
END_TEST

/* ---- Standard input ------------------------------------------------------------------------- */

START_TEST(recording_from_a_pipe_is_delivered_chunk_by_chunk) {
    save("a.jfr", recording(400000, 3000));
    feed_stdin("a.jfr", true);
    READ("-");
    expect_counts(2, 0, 0);
    expect_segment(0, "standard input", 0, 0, 400000, false);
    expect_segment(1, "standard input", 0, 400000, 3000, true);
    ck_assert_uint_eq(seen.total, 0);
    ck_assert_uint_eq(seen.done, 403000);
}
END_TEST

START_TEST(archive_from_a_pipe_is_unpacked) {
    zip("ci.zip", {"a.jfr", recording(2000, 100)}, {"notes.txt", text("notes")},
        {"b.jfr", recording(500, 0)});
    feed_stdin("ci.zip", true);
    READ("-");
    expect_counts(3, 0, 1);
    expect_segment(2, "standard input: b.jfr", 1, 0, 500, true);
}
END_TEST

START_TEST(small_recording_is_read_not_mapped) {
    save("a", recording(1000, 500));
    READ("a");
    expect_counts(1, 0, 0);
    expect_segment(0, "a", 0, 0, 1500, true);
    ck_assert(!seen.segments.items[0].mapped);
    expect_bytes(recording(1000, 500));
}
END_TEST

START_TEST(file_as_standard_input_is_mapped_from_where_it_stands) {
    struct bytes bytes = text("0123456789"), chunk = recording(90000, 0);
    add(&bytes, chunk.data, chunk.len);
    save("a", bytes);
    feed_stdin("a", false);
    ck_assert_int_eq(lseek(STDIN_FILENO, 10, SEEK_SET), 10);
    READ("-");
    expect_counts(1, 0, 0);
    expect_segment(0, "standard input", 0, 0, 90000, true);
    ck_assert(seen.segments.items[0].mapped);
    ck_assert_uint_eq(seen.total, 90000);
    expect_bytes(chunk);
}
END_TEST

/* ---- Directories ---------------------------------------------------------------------------- */

START_TEST(directory_is_read_in_order_of_names_without_what_is_none) {
    ck_assert_int_eq(mkdir("r", 0755) | mkdir("r/b", 0755) | mkdir("r/.git", 0755), 0);
    save("r/c.jfr", recording(300, 0));
    save("r/b/2.jfr", recording(200, 0));
    save("r/a.jfr", recording(100, 0));
    save("r/.hidden.jfr", recording(100, 0));
    save("r/.git/x.jfr", recording(100, 0));
    save("r/killed.jfr", text(""));
    save("r/readme", text("hello"));
    zip("r/d.zip", {"d.jfr", recording(400, 0)});
    zip("r/e.jar", {"E.class", text("\xca\xfe\xba\xbe")});
    ck_assert_int_eq(symlink("..", "r/loop"), 0);
    ck_assert_int_eq(symlink("a.jfr", "r/z.jfr"), 0);
    ck_assert_int_eq(mkfifo("r/pipe", 0644), 0);
    READ("r");
    expect_counts(5, 0, 1);
    expect_segment(0, "r/a.jfr", 0, 0, 100, true);
    expect_segment(1, "r/b/2.jfr", 1, 0, 200, true);
    expect_segment(2, "r/c.jfr", 2, 0, 300, true);
    expect_segment(3, "r/d.zip: d.jfr", 3, 0, 400, true);
    expect_segment(4, "r/z.jfr", 4, 0, 100, true);
    expect_note("r: 3 files are no recordings and were left out (1 of them empty)");
}
END_TEST

START_TEST(directory_without_recordings_is_an_error_that_says_what_is_there) {
    ck_assert_int_eq(mkdir("r", 0755) | mkdir("e", 0755), 0);
    save("r/killed.jfr", text(""));
    save("r/readme", text("hello"));
    READ("r", "e/");
    expect_counts(0, 2, 0);
    expect_error(0, JFR_NOT_JFR,
                 "r holds no recording: 2 files are no recordings and were left out (1 of them");
    expect_error(1, JFR_NOT_JFR, "e/ holds no recording: it holds no files");
}
END_TEST

START_TEST(directories_are_followed_eight_deep) {
    char path[64] = "r", file[80];
    for (int depth = 0; depth <= 9; depth++) {
        ck_assert_int_eq(mkdir(path, 0755), 0);
        snprintf(file, sizeof file, "%s/a.jfr", path);
        save(file, recording(100, 0));
        strcat(path, "/d");
    }
    READ("r");
    expect_counts(9, 0, 1);
    expect_note("r: 1 directory lies too deep to be looked into");
}
END_TEST

/* ---- What is none --------------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    const char *words;
} no_recordings[] = {
    {"\x7f"
     "ELF\2\1\1",
     "it starts with 7f 45 4c 46 (an ELF program)"},
    {"JAVA PROFILE 1.0.2", "it starts with 4a 41 56 41 (a Java heap dump (HPROF))"},
    {"version https://git-lfs.github.com/spec/v1", "(a Git LFS pointer"},
    {"  <!DOCTYPE html>", "(a web page (HTML))"},
    {"{\"recording\": {}}", "(JSON text)"},
    {"#\n# A fatal error has been detected by", "(the log of a JVM crash (hs_err))"},
    {"plain words\n", "it starts with 70 6c 61 69 (text)"},
    {"\1\2\3", "it starts with 01 02 03"},
    {"", "x is empty (0 bytes): a JVM that was killed leaves its output file empty"},
};

START_TEST(what_is_no_recording_is_named) {
    save("x", text(no_recordings[_i].bytes));
    READ("x");
    expect_counts(0, 1, 0);
    expect_error(0, JFR_NOT_JFR, no_recordings[_i].words);
}
END_TEST

START_TEST(one_byte_that_no_text_has_is_enough_not_to_be_called_text) {
    static const char *const bytes[] = {"words\1\n", "words\x0e\n", "words\x7f\n"};
    save("x", text(bytes[_i]));
    READ("x");
    expect_counts(0, 1, 0);
    expect_error(0, JFR_NOT_JFR, "it starts with 77 6f 72 64 73");
    ck_assert_ptr_null(strstr(seen.errors.items[0].text, "text"));
}
END_TEST

static void save_header_0_9(const char *path, uint64_t metadata, uint64_t size, uint64_t type) {
    uint8_t header[8 + 40] = "garbage:FLR\0\0\0\0\x09"; /* and at byte 24 of it a record */
    struct bytes bytes = {0};
    put(header + 16, 8, metadata);
    put(header + 32, 4, size);
    put(header + 36, 4, type);
    add(&bytes, header, sizeof header);
    save(path, bytes);
}

START_TEST(a_header_of_format_0_9_behind_garbage_is_one_if_it_leads_to_metadata) {
    save_header_0_9("a", 24, 8, 0);
    save_header_0_9("no metadata", 24, 16, 1);
    save_header_0_9("no record", 24, 7, 0);
    save_header_0_9("within the header", 0, 16, 0);
    save_header_0_9("at the end", 40, 16, 0);
    save_header_0_9("far away", UINT64_MAX / 2, 16, 0);
    READ("a", "no metadata", "no record", "within the header", "at the end", "far away");
    expect_counts(1, 5, 0);
    expect_segment(0, "a", 0, 0, 48, true);
}
END_TEST

START_TEST(what_is_no_recording_once_unpacked_is_named) {
    gzip("a", text("\x7f"
                   "ELF"));
    gzip("b", text(""));
    READ("a", "b");
    expect_counts(0, 2, 0);
    expect_error(0, JFR_NOT_JFR,
                 "a is not a JFR recording: unpacked (gzip) it starts with 7f 45 4c 46 (an ELF");
    expect_error(1, JFR_NOT_JFR, "b is empty once unpacked (gzip, 0 bytes)");
}
END_TEST

START_TEST(missing_file_is_an_error_and_the_next_is_read) {
    save("a.jfr", recording(100, 0));
    READ("missing.jfr", "a.jfr");
    expect_counts(1, 1, 0);
    expect_error(0, JFR_IO, "cannot open missing.jfr: No such file or directory");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, plain_recording_is_mapped_as_a_whole);
    tcase_add_test(tests, path_named_twice_is_read_twice);
    tcase_add_test(tests, progress_reaches_the_size_of_all_files);
    tcase_add_test(tests, segments_outlive_the_input_and_may_be_held_by_threads);
    tcase_add_test(tests, recording_from_a_pipe_is_delivered_chunk_by_chunk);
    tcase_add_test(tests, archive_from_a_pipe_is_unpacked);
    tcase_add_test(tests, small_recording_is_read_not_mapped);
    tcase_add_test(tests, file_as_standard_input_is_mapped_from_where_it_stands);
    tcase_add_test(tests, directory_is_read_in_order_of_names_without_what_is_none);
    tcase_add_test(tests, directory_without_recordings_is_an_error_that_says_what_is_there);
    tcase_add_test(tests, directories_are_followed_eight_deep);
    tcase_add_loop_test(tests, what_is_no_recording_is_named, 0,
                        sizeof no_recordings / sizeof *no_recordings);
    tcase_add_loop_test(tests, one_byte_that_no_text_has_is_enough_not_to_be_called_text, 0, 3);
    tcase_add_test(tests, a_header_of_format_0_9_behind_garbage_is_one_if_it_leads_to_metadata);
    tcase_add_test(tests, what_is_no_recording_once_unpacked_is_named);
    tcase_add_test(tests, missing_file_is_an_error_and_the_next_is_read);
}

int main(void) {
    return run_case("input", add_tests);
}
