/* What a live view reads of a recording that is being written: whole chunks that were flushed, the
 * last ones that reach back far enough, as finished. A chunk here is a header and letters. */
#include "base/mem.h"
#include "cmd/live/source.h"
#include "parser/jfr.h"
#include "parser/writer.h"
#include "tests/support/suite.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 100 };
#define S INT64_C(1000000000)

static char folder[40], out[60];
static struct text why, copied;

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-source-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
}

static void clean_up(void) {
    char command[100];
    text_free(&why);
    text_free(&copied);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *in_folder(const char *name) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct writer_header usual(int64_t start_s, int64_t length_s) {
    return (struct writer_header){.size = SIZE,
                                  .checkpoint = 80,
                                  .metadata = 68,
                                  .start_ns = start_s * S,
                                  .duration_ns = length_s * S,
                                  .generation = 3};
}

/* Appends the chunk, cut to so many bytes; it is full of the letter. */
static void add_chunk(const char *name, const struct writer_header *header, char letter,
                      size_t bytes) {
    uint8_t chunk[SIZE + 1];
    memset(chunk, letter, sizeof chunk);
    writer_put_header(chunk, header);
    int fd = open(in_folder(name), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ck_assert_int_eq(write(fd, chunk, bytes), (ssize_t)bytes);
    close(fd);
}

static void add(const char *name, int64_t start_s, int64_t length_s, char letter) {
    struct writer_header header = usual(start_s, length_s);
    add_chunk(name, &header, letter, SIZE);
}

/* Copies, and says the letters of the chunks. */
static const char *letters(struct live_source *source, int64_t length_ns) {
    static char found[20];
    uint8_t chunk[SIZE];
    size_t count = 0;
    int to = open(out, O_RDWR | O_CREAT | O_TRUNC, 0600);
    text_clear(&why);
    found[0] = 0;
    if (live_copy(source, length_ns, to, &why))
        for (; pread(to, chunk, SIZE, (off_t)(count * SIZE)) == SIZE; count++) {
            ck_assert_int_eq(memcmp(chunk, "FLR", 4), 0);
            ck_assert_uint_eq(chunk[64], 0); /* finished, as the copy is */
            found[count] = (char)chunk[SIZE - 1];
        }
    struct stat status;
    ck_assert_int_eq(fstat(to, &status), 0);
    ck_assert_int_eq(status.st_size, (off_t)count * SIZE);
    close(to);
    found[count] = 0;
    return found;
}

static const char *letters_of(const char *name, int64_t length_ns) {
    struct live_source source = {.path = (char *)(uintptr_t)in_folder(name)};
    return letters(&source, length_ns);
}

START_TEST(chunks_that_reach_back_as_far_are_taken_whole) {
    add("a.jfr", 0, 10, 'a');
    add("a.jfr", 10, 10, 'b');
    add("a.jfr", 20, 10, 'c');
    ck_assert_str_eq(letters_of("a.jfr", LIVE_ALL), "abc");
    ck_assert_str_eq(letters_of("a.jfr", 20 * S), "abc"); /* the first ends there */
    ck_assert_str_eq(letters_of("a.jfr", 20 * S - 1), "bc");
    ck_assert_str_eq(letters_of("a.jfr", 10 * S), "bc");
    ck_assert_str_eq(letters_of("a.jfr", 1), "c");
    ck_assert_str_eq(letters_of("a.jfr", -1), "c"); /* the last in any case */
}
END_TEST

START_TEST(how_far_back_is_counted_from_the_end_of_what_ends_last) {
    add("a.jfr", 0, 100, 'a');
    add("a.jfr", 10, 10, 'b');
    add("a.jfr", 20, 10, 'c');
    ck_assert_str_eq(letters_of("a.jfr", 70 * S), "ac");
    ck_assert_str_eq(letters_of("a.jfr", 80 * S), "abc");
}
END_TEST

START_TEST(lengths_that_no_clock_shows_end_nowhere) {
    struct writer_header header = usual(0, 0);
    header.start_ns = INT64_MAX - 5;
    header.duration_ns = 6;
    add("a.jfr", 0, -7, 'a'); /* of no length */
    add_chunk("a.jfr", &header, 'b', SIZE);
    ck_assert_str_eq(letters_of("a.jfr", LIVE_ALL), "ab");
    ck_assert_str_eq(letters_of("a.jfr", LIVE_ALL - 1), "b");
}
END_TEST

START_TEST(what_was_not_flushed_or_is_cut_ends_the_file) {
    struct writer_header header = usual(10, 10);
    add("a.jfr", 0, 10, 'a');
    add_chunk("a.jfr", &header, 'b', SIZE - 1);
    ck_assert_str_eq(letters_of("a.jfr", LIVE_ALL), "a");
    add("b.jfr", 0, 10, 'a');
    header.checkpoint = 0;
    add_chunk("b.jfr", &header, 'b', SIZE);
    ck_assert_str_eq(letters_of("b.jfr", LIVE_ALL), "a");
    add("c.jfr", 0, 10, 'a');
    header = usual(10, 10);
    header.size = JFR_HEADER_SIZE; /* nothing but a header */
    add_chunk("c.jfr", &header, 'b', SIZE);
    ck_assert_str_eq(letters_of("c.jfr", LIVE_ALL), "a");
    header.size = JFR_HEADER_SIZE + 1;
    add_chunk("d.jfr", &header, 'b', JFR_HEADER_SIZE + 1);
    struct live_source source;
    ck_assert(live_open_path(&source, in_folder("d.jfr"), &why));
    live_close(&source);
}
END_TEST

START_TEST(a_header_that_its_writer_left_in_the_middle_is_believed) {
    struct writer_header header = usual(0, 10);
    header.generation = 255;
    add_chunk("a.jfr", &header, 'a', SIZE);
    ck_assert_str_eq(letters_of("a.jfr", LIVE_ALL), "a");
}
END_TEST

START_TEST(a_folder_has_its_chunks_by_name_and_nothing_else) {
    add("2.jfr", 10, 10, 'b');
    add("1.jfr", 0, 10, 'a');
    add(".jfr", 20, 10, 'x');
    add(".3.jfr", 20, 10, 'x');
    add("4.part", 20, 10, 'x');
    ck_assert_int_eq(mkdir(in_folder("5.jfr"), 0700), 0);
    ck_assert_str_eq(letters_of("", LIVE_ALL), "ab");
    ck_assert_int_eq(symlink("1.jfr", in_folder("6.jfr")), 0);
    ck_assert_str_eq(letters_of("", LIVE_ALL), "ab");
}
END_TEST

START_TEST(a_folder_of_repositories_has_the_chunks_of_the_newest) {
    ck_assert_int_eq(mkdir(in_folder("2026_01_02"), 0700), 0);
    ck_assert_int_eq(mkdir(in_folder("2026_01_01"), 0700), 0);
    ck_assert_int_eq(mkdir(in_folder(".z"), 0700), 0);
    add("2026_01_01/1.jfr", 0, 10, 'a');
    add("2026_01_02/1.jfr", 10, 10, 'b');
    add(".z/1.jfr", 20, 10, 'x');
    add("z", 20, 10, 'x'); /* a file */
    ck_assert_int_eq(symlink("2026_01_01", in_folder("zz")), 0);
    ck_assert_str_eq(letters_of("", LIVE_ALL), "b");
    add("3.jfr", 30, 10, 'c'); /* its own go before those below */
    ck_assert_str_eq(letters_of("", LIVE_ALL), "c");
}
END_TEST

START_TEST(where_there_is_nothing_it_is_said_what_is_there) {
    struct live_source source;
    char expected[300];
    ck_assert(!live_open_path(&source, in_folder("no.jfr"), &why));
    snprintf(expected, sizeof expected, "cannot read %s: No such file or directory",
             in_folder("no.jfr"));
    ck_assert_str_eq(text_str(&why), expected);
    text_clear(&why);
    ck_assert(!live_open_path(&source, "/dev/null", &why));
    ck_assert_str_eq(text_str(&why), "/dev/null is neither a recording nor a folder of chunks");
    text_clear(&why);
    ck_assert(!live_open_path(&source, folder, &why));
    snprintf(expected, sizeof expected, "%s contains no flushed chunk of a recording", folder);
    ck_assert_str_eq(text_str(&why), expected);
    text_clear(&why);
    add("a.jfr", 0, 10, 'a');
    ck_assert(live_open_path(&source, in_folder("a.jfr"), &why));
    ck_assert_str_eq(text_str(&why), "");
    live_close(&source);
}
END_TEST

/* ==== Of a process =========================================================================== */

static struct jvm self(void) {
    return (struct jvm){.pid = getpid(), .uid = geteuid(), .gid = getegid()};
}

START_TEST(a_process_has_the_file_that_it_was_given) {
    const struct jvm jvm = self();
    struct live_source source = {.session = {.jvm = &jvm, .file = -1, .chunks = -1}};
    struct session *session = &source.session;
    char expected[100];
    ck_assert(place_open(&session->place, &jvm));
    session->target_file = mem_copy_text(in_folder("a.jfr"));
    ck_assert_str_eq(letters(&source, LIVE_ALL), "");
    snprintf(expected, sizeof expected, "process %ld has not written anything yet", (long)getpid());
    ck_assert_str_eq(text_str(&why), expected);
    add("a.jfr", 0, 10, 'a');
    ck_assert_str_eq(letters(&source, LIVE_ALL), "a");
    /* One that is not reached any more is still open. */
    session->file = open(in_folder("a.jfr"), O_RDONLY);
    ck_assert_int_eq(unlink(in_folder("a.jfr")), 0);
    ck_assert_str_eq(letters(&source, LIVE_ALL), "a");
    ck_assert_str_eq(letters(&source, LIVE_ALL), "a"); /* and stays it */
    close(session->file);
    place_close(&session->place);
    free(session->target_file);
}
END_TEST

START_TEST(of_a_repository_those_chunks_are_taken_that_began_since) {
    const struct jvm jvm = self();
    struct live_source source = {.session = {.jvm = &jvm, .file = -1, .start_ns = 20 * S}};
    struct session *session = &source.session;
    ck_assert(place_open(&session->place, &jvm));
    add("1.jfr", 19, 10, 'a');
    session->chunks = open(folder, O_RDONLY | O_DIRECTORY);
    ck_assert_str_eq(letters(&source, LIVE_ALL), "");
    ck_assert_uint_ne(why.len, 0);
    add("2.jfr", 20, 10, 'b');
    add("3.jfr", 21, 10, 'c');
    ck_assert_str_eq(letters(&source, LIVE_ALL), "bc");
    close(session->chunks);
    place_close(&session->place);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("live source");
    TCase *c = tcase_create("live source");
    tcase_add_checked_fixture(c, set_up, clean_up);
    tcase_add_test(c, chunks_that_reach_back_as_far_are_taken_whole);
    tcase_add_test(c, how_far_back_is_counted_from_the_end_of_what_ends_last);
    tcase_add_test(c, lengths_that_no_clock_shows_end_nowhere);
    tcase_add_test(c, what_was_not_flushed_or_is_cut_ends_the_file);
    tcase_add_test(c, a_header_that_its_writer_left_in_the_middle_is_believed);
    tcase_add_test(c, a_folder_has_its_chunks_by_name_and_nothing_else);
    tcase_add_test(c, a_folder_of_repositories_has_the_chunks_of_the_newest);
    tcase_add_test(c, where_there_is_nothing_it_is_said_what_is_there);
    tcase_add_test(c, a_process_has_the_file_that_it_was_given);
    tcase_add_test(c, of_a_repository_those_chunks_are_taken_that_began_since);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
