/* Files are copied with their holes. */
#include "cmd/attach/copy.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (1 << 16) /* whole blocks of any file system */

static FILE *files[2];
static int from, to;

static void set_up(void) {
    for (size_t i = 0; i < 2; i++) ck_assert_ptr_nonnull(files[i] = tmpfile());
    from = fileno(files[0]);
    to = fileno(files[1]);
}

static void clean_up(void) {
    for (size_t i = 0; i < 2; i++) fclose(files[i]);
}

static off_t size_of(int fd) {
    struct stat status;
    ck_assert_int_eq(fstat(fd, &status), 0);
    return status.st_size;
}

/* Pieces of the file: a letter is what fills one, a blank a hole. */
static void make(const char *pieces) {
    static char piece[PIECE];
    for (size_t i = 0; pieces[i]; i++) {
        memset(piece, pieces[i], sizeof piece);
        if (pieces[i] != ' ') ck_assert_int_eq(pwrite(from, piece, PIECE, (off_t)i * PIECE), PIECE);
    }
    ck_assert_int_eq(ftruncate(from, (off_t)strlen(pieces) * PIECE), 0);
}

static void copied_is(const char *pieces) {
    static char piece[PIECE];
    ck_assert_int_eq(size_of(to), (off_t)strlen(pieces) * PIECE);
    for (size_t i = 0; pieces[i]; i++) {
        char wanted = (char)(pieces[i] == ' ' ? 0 : pieces[i]);
        ck_assert_int_eq(pread(to, piece, PIECE, (off_t)i * PIECE), PIECE);
        for (size_t at = 0; at < PIECE; at++) ck_assert_int_eq(piece[at], wanted);
    }
}

START_TEST(a_hole_at_the_end_is_as_long_in_the_copy) {
    make("a b  ");
    ck_assert(copy_spans(from, 0, 5 * PIECE, to, 0));
    copied_is("a b  ");
}
END_TEST

START_TEST(a_part_is_copied_to_its_place) {
    make("ab c  d");
    ck_assert(copy_spans(from, 1 * PIECE, 4 * PIECE, to, 2 * PIECE));
    copied_is("  b c ");
}
END_TEST

START_TEST(a_hole_alone_is_copied_too) {
    make("a   ");
    ck_assert(copy_spans(from, 1 * PIECE, 2 * PIECE, to, 1 * PIECE));
    copied_is("   ");
}
END_TEST

START_TEST(what_cannot_be_written_is_an_error) {
    int closed = open("/dev/null", O_RDONLY);
    make("a ");
    ck_assert(!copy_spans(from, 0, PIECE, closed, 0));
    ck_assert(!copy_spans(from, PIECE, PIECE, closed, 0));
    close(closed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("copy");
    TCase *cases = tcase_create("copy");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, a_hole_at_the_end_is_as_long_in_the_copy);
    tcase_add_test(cases, a_part_is_copied_to_its_place);
    tcase_add_test(cases, a_hole_alone_is_copied_too);
    tcase_add_test(cases, what_cannot_be_written_is_an_error);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
