/* Tables open their files again for each pass. A file that is not what it was then is no empty
 * table and no other table, but an error: however it is packed, whatever became of it, and whoever
 * reads. */
#define SUITE_APART
#include "parser/jfr.h"
#include "parser/input/input.h"
#include "parser/table/tables.h"
#include "tests/support/jvm.h"
#include "tests/support/suite.h"
#include "tests/support/packing.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SAMPLES                                                                       \
    3000 /* of a chunk: more than 64 KiB, from where on files are not read as a whole \
          */

/* Two chunks of samples; start_s tells recordings apart. */
static struct bytes recording_from(int64_t start_s, int chunks) {
    struct recording r = {0};
    struct chunk_head head = usual_head;
    static const char *stacks[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) stacks[i] = i % 2 ? "A.form A.main" : "B.form A.main";
    for (int i = 0; i < chunks; i++) {
        head.start_ns = (start_s + i) * 1000000000;
        jvm_chunk(&r, &head, stacks, SAMPLES);
    }
    struct bytes bytes = {0};
    add(&bytes, r.out.data, r.out.len);
    recording_free(&r);
    return bytes;
}

static char folder[] = "/tmp/again-XXXXXX";

static void enter(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(mkdir("r", 0755), 0);
}

static void leave(void) {
    ck_assert_int_eq(system("rm -rf r a.*"), 0);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* ==== How a recording lies there ============================================================ */

static void lay_plain(struct bytes bytes) {
    save("a.jfr", bytes);
}
static void lay_in_folder(struct bytes bytes) {
    save("r/a.jfr", bytes);
}
static void lay_packed(struct bytes bytes) {
    gzip("a.gz", bytes);
}
static void lay_in_archive(struct bytes bytes) {
    zip("a.zip", {"build/a.jfr", bytes});
}

static const struct lying {
    const char *path, *file;
    void (*lay)(struct bytes bytes);
    bool plain;
} lyings[] = {{"a.jfr", "a.jfr", lay_plain, true},
              {"r", "r/a.jfr", lay_in_folder, true},
              {"a.gz", "a.gz", lay_packed, false},
              {"a.zip", "a.zip", lay_in_archive, false}};

/* ==== What becomes of it ==================================================================== */

static uint64_t size_of(const char *file) {
    struct stat about;
    ck_assert_int_eq(stat(file, &about), 0);
    return (uint64_t)about.st_size;
}

static void set_back(const char *file) { /* its time: 2001 */
    const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    ck_assert_int_eq(utimensat(AT_FDCWD, file, times, 0), 0);
}

static void delete (const struct lying *l) {
    ck_assert_int_eq(unlink(l->file), 0);
}
static void cut_last_byte(const struct lying *l) {
    ck_assert_int_eq(truncate(l->file, (off_t)size_of(l->file) - 1), 0);
}
static void empty(const struct lying *l) {
    ck_assert_int_eq(truncate(l->file, 0), 0);
}
static void replace(const struct lying *l) {
    ck_assert_int_eq(rename(l->file, "a.old"), 0);
    l->lay(recording_from(100, 2));
}
static void replace_by_the_same(const struct lying *l) {
    ck_assert_int_eq(rename(l->file, "a.old"), 0);
    save(l->file, load("a.old"));
}
static void overwrite(const struct lying *l) {
    struct bytes bytes = load(l->file);
    for (size_t i = 0; i < bytes.len; i++) bytes.data[i] ^= 0x55;
    save(l->file, bytes);
}
static void overwrite_with_more(const struct lying *l) {
    l->lay(recording_from(100, 3));
}
static void become_unreadable(const struct lying *l) {
    delete (l);
    ck_assert_int_eq(mkdir(l->file, 0755), 0);
}

static const struct becoming {
    void (*happen)(const struct lying *l);
    const char *words;
} becomings[] = {{delete, "cannot open again"},
                 {cut_last_byte, "was shortened from"},
                 {empty, "was shortened from"},
                 {replace, "was replaced by another file"},
                 {replace_by_the_same, "was replaced"},
                 {overwrite, "was overwritten"},
                 {overwrite_with_more, "was overwritten"},
                 {become_unreadable, "was replaced by another file"}};

/* ==== Who reads ============================================================================= */

static uint64_t by_rows(struct jfr_tables *tables) {
    const struct jfr_table *table = jfr_tables_find(tables, "jdk.ExecutionSample");
    struct jfr_rows *rows = jfr_rows_open(tables, table, NULL, 0, 0, NULL);
    uint64_t cell, count = 0;
    while (jfr_rows_next(rows, &cell)) count++;
    jfr_rows_close(rows);
    return count;
}

static uint64_t by_chunks(struct jfr_tables *tables) {
    struct jfr_chunks *chunks = jfr_chunks_open(tables);
    uint64_t count = 0;
    while (jfr_chunks_next(chunks)) count += SAMPLES;
    jfr_chunks_close(chunks);
    return count;
}

static uint64_t by_tally(struct jfr_tables *tables) {
    struct jfr_tally *tallies = mem_zero(jfr_tables_count(tables), sizeof *tallies);
    jfr_tables_tally(tables, tallies);
    uint64_t count = 0;
    for (size_t i = 0; i < jfr_tables_count(tables); i++) count += tallies[i].count;
    free(tallies);
    return count;
}

static bool arrow_failed;

static uint64_t by_arrow_of(struct jfr_tables *tables, uint32_t threads) {
    static const char *const names[] = {"startTime"};
    const struct jfr_arrow_options options = {.threads = threads, .batch_rows = 1000};
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    struct jfr_error error;
    uint64_t count = 0;
    ck_assert(jfr_arrow_stream(tables, jfr_tables_find(tables, "jdk.ExecutionSample"), names, 1,
                               &options, NULL, &stream, &error));
    int code;
    while ((code = stream.get_next(&stream, &array)) == 0 && array.release) {
        count += (uint64_t)array.length;
        array.release(&array);
    }
    const char *words = stream.get_last_error(&stream);
    arrow_failed = code != 0;
    ck_assert_int_eq(arrow_failed, words && *words);
    stream.release(&stream);
    return count;
}

static uint64_t by_arrow(struct jfr_tables *tables) {
    return by_arrow_of(tables, 1);
}
static uint64_t by_arrow_side_by_side(struct jfr_tables *tables) {
    return by_arrow_of(tables, 3);
}

static uint64_t (*const readers[])(struct jfr_tables *) = {by_rows, by_chunks, by_tally, by_arrow,
                                                           by_arrow_side_by_side};
#define READERS (sizeof readers / sizeof *readers)
#define LYINGS (sizeof lyings / sizeof *lyings)
#define BECOMINGS (sizeof becomings / sizeof *becomings)

static struct jfr_tables *open_one(const char *path, bool copies) {
    struct jfr_error error;
    const char *const paths[] = {path};
    struct jfr_tables *tables =
        copies ? jfr_tables_open(paths, 1, NULL, &error)
               : tables_open_share(paths, 1, (struct input_share){0}, NULL, &error);
    ck_assert_msg(tables != NULL, "%s", error.text);
    return tables;
}

START_TEST(a_file_that_is_not_what_it_was_is_an_error_for_whoever_reads) {
    const struct lying *l = &lyings[(size_t)_i / BECOMINGS];
    const struct becoming *b = &becomings[(size_t)_i % BECOMINGS];
    for (size_t i = 0; i < 2 * READERS; i++) {
        struct jfr_error error;
        l->lay(recording_from(50, 2));
        set_back(l->file);
        struct jfr_tables *tables = open_one(l->path, i % 2);
        ck_assert_uint_eq(readers[i / 2](tables), 2 * SAMPLES);
        ck_assert(!jfr_tables_error(tables, &error));
        b->happen(l);
        ck_assert_uint_lt(readers[i / 2](tables), 2 * SAMPLES);
        ck_assert_msg(jfr_tables_error(tables, &error), "%s: %s: reader %zu said nothing", l->path,
                      b->words, i);
        ck_assert_msg(strstr(error.text, b->words) && strstr(error.text, l->file), "%s",
                      error.text);
        ck_assert_int_eq(error.code, JFR_IO);
        jfr_tables_close(tables);
        ck_assert_int_eq(system("rm -rf r a.*; mkdir r"), 0);
    }
}
END_TEST

START_TEST(a_stream_says_it_instead_of_ending) {
    for (uint32_t threads = 1; threads < 4; threads += 2) {
        lay_plain(recording_from(50, 2));
        struct jfr_tables *tables = open_one("a.jfr", true);
        by_arrow_of(tables, threads);
        ck_assert(!arrow_failed);
        empty(&lyings[0]);
        by_arrow_of(tables, threads);
        ck_assert(arrow_failed);
        jfr_tables_close(tables);
    }
}
END_TEST

START_TEST(what_is_as_it_was_or_has_grown_is_read) {
    for (size_t i = 0; i < 2 * READERS; i++) {
        struct jfr_error error;
        lay_plain(recording_from(50, 2));
        struct jfr_tables *tables = open_one("a.jfr", i % 2);
        ck_assert_uint_eq(readers[i / 2](tables), 2 * SAMPLES);
        lay_plain(recording_from(50, 3)); /* in place, as JVM and agent write on */
        ck_assert_uint_eq(readers[i / 2](tables), 3 * SAMPLES);
        set_back("a.jfr");
        ck_assert_uint_eq(readers[i / 2](tables), 3 * SAMPLES);
        ck_assert(!jfr_tables_error(tables, &error));
        jfr_tables_close(tables);
    }
}
END_TEST

START_TEST(files_that_held_nothing_may_become_anything) {
    struct jfr_error error;
    lay_in_folder(recording_from(50, 2));
    save("r/0.jfr", (struct bytes){0});
    save("r/b.txt", text("nothing of interest"));
    struct jfr_tables *tables = open_one("r", true);
    save("r/0.jfr", recording_from(10, 1));
    ck_assert_int_eq(unlink("r/b.txt"), 0);
    save("r/c.jfr", recording_from(20, 1));
    ck_assert_uint_eq(by_rows(tables), 2 * SAMPLES);
    ck_assert_msg(!jfr_tables_error(tables, &error), "%s", error.text);
    jfr_tables_close(tables);
}
END_TEST

/* Who hands names to somebody else asks before. */
START_TEST(a_check_sees_it_without_reading) {
    for (size_t i = 0; i < LYINGS * BECOMINGS; i++) {
        const struct lying *l = &lyings[i / BECOMINGS];
        struct jfr_error error;
        l->lay(recording_from(50, 2));
        set_back(l->file);
        struct jfr_tables *tables = open_one(l->path, true);
        tables_check(tables);
        ck_assert(!jfr_tables_error(tables, &error));
        becomings[i % BECOMINGS].happen(l);
        tables_check(tables);
        ck_assert(jfr_tables_error(tables, &error));
        jfr_tables_close(tables);
        ck_assert_int_eq(system("rm -rf r a.*; mkdir r"), 0);
    }
}
END_TEST

START_TEST(a_check_sees_files_that_come_and_go) {
    static const char *const named[] = {"r/0.jfr", "r/b.jfr", "r/c/d.jfr"};
    for (size_t i = 0; i < 3; i++) {
        struct jfr_error error;
        ck_assert_int_eq(mkdir("r/c", 0755), 0);
        lay_in_folder(recording_from(50, 1));
        struct jfr_tables *tables = open_one("r", true);
        tables_check(tables);
        ck_assert(!jfr_tables_error(tables, &error));
        save(named[i], recording_from(60, 1));
        tables_check(tables);
        ck_assert(jfr_tables_error(tables, &error));
        ck_assert_ptr_nonnull(strstr(error.text, "r has other files than when it was opened"));
        jfr_tables_close(tables);
        tables = open_one("r", true);
        ck_assert_int_eq(unlink(named[i]), 0);
        tables_check(tables);
        ck_assert(jfr_tables_error(tables, &error));
        jfr_tables_close(tables);
        ck_assert_int_eq(system("rm -rf r a.*; mkdir r"), 0);
    }
}
END_TEST

START_TEST(pipes_are_kept_since_they_are_read_once) {
    ck_assert_int_eq(system("mkfifo a.pipe"), 0);
    lay_plain(recording_from(50, 2));
    ck_assert_int_eq(system("cat a.jfr > a.pipe &"), 0);
    struct jfr_tables *tables = open_one("a.pipe", true);
    struct jfr_error error;
    for (size_t i = 0; i < READERS; i++) ck_assert_uint_eq(readers[i](tables), 2 * SAMPLES);
    ck_assert(!jfr_tables_error(tables, &error));
    jfr_tables_close(tables);
}
END_TEST

/* ==== Copies ================================================================================ */

/* What a stranger's process reads is no mapping, so that nobody can take it away. */
START_TEST(segments_of_another_pass_are_copies_a_chunk_each) {
    static const char *const paths[] = {"a.jfr"};
    struct jfr_segment segment;
    struct jfr_error error;
    struct bytes bytes = recording_from(50, 2);
    add(&bytes, "garbage", 7);
    uint64_t half = (bytes.len - 7) / 2;
    struct bytes all = {0};
    add(&all, bytes.data, bytes.len);
    save("a.jfr", bytes);
    struct jfr_input *input = jfr_input_open(paths, 1);
    while (jfr_input_next(input, &segment, NULL, &error)) jfr_segment_release(&segment);
    struct jfr_input *again = input_again(input, true);
    const uint64_t sizes[] = {half, half, 7};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(jfr_input_next(again, &segment, NULL, &error), 1);
        ck_assert(!segment.mapped);
        ck_assert_uint_eq(segment.size, sizes[i]);
        ck_assert_uint_eq(segment.offset, (uint64_t)i * half);
        ck_assert_uint_eq(segment.recording, 0);
        ck_assert_int_eq(segment.last, i == 2);
        ck_assert_mem_eq(segment.data, all.data + segment.offset, segment.size);
        if (i == 0) ck_assert_int_eq(truncate("a.jfr", (off_t)(all.len - 1)), 0);
        jfr_segment_release(&segment);
        if (i == 1) break; /* what follows is gone: see the next call */
    }
    free(all.data);
    ck_assert_int_eq(jfr_input_next(again, &segment, NULL, &error), -1);
    ck_assert(input_lost(again));
    ck_assert_ptr_nonnull(strstr(error.text, "a.jfr was shortened while it was read"));
    ck_assert_int_eq(jfr_input_next(again, &segment, NULL, &error), 0);
    jfr_input_close(again);
    jfr_input_close(input);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("again");
    TCase *cases = tcase_create("again");
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_loop_test(cases, a_file_that_is_not_what_it_was_is_an_error_for_whoever_reads, 0,
                        LYINGS * BECOMINGS);
    tcase_add_test(cases, a_stream_says_it_instead_of_ending);
    tcase_add_test(cases, what_is_as_it_was_or_has_grown_is_read);
    tcase_add_test(cases, files_that_held_nothing_may_become_anything);
    tcase_add_test(cases, a_check_sees_it_without_reading);
    tcase_add_test(cases, a_check_sees_files_that_come_and_go);
    tcase_add_test(cases, pipes_are_kept_since_they_are_read_once);
    tcase_add_test(cases, segments_of_another_pass_are_copies_a_chunk_each);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
