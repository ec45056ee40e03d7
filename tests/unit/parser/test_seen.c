/* Which chunks were there before, and what remembering them takes. */
#include "parser/seen.h"
#include "parser/input/segment.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static size_t count_mappings(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    size_t lines = 0;
    for (int c; (c = getc(maps)) != EOF;) lines += c == '\n';
    fclose(maps);
    return lines;
}

/* Looks at a chunk that is all of a file, of which only the start is of its own. */
static bool look(struct seen *seen, int fd, int64_t start) {
    struct jfr_segment segment;
    ck_assert(segment_map(&segment, fd, 0, PAGE, "file"));
    const struct jfr_chunk chunk = {.data = segment.data, .size = segment.size, .start_ns = start};
    bool before = seen_before(seen, &segment, &chunk);
    jfr_segment_release(&segment);
    return before;
}

START_TEST(more_files_than_there_can_be_mappings_are_told_apart) {
    enum { FILES = 70000, MOST = 20000 };
    struct seen seen = {0};
    int fd = memfd_create("recording", MFD_CLOEXEC);
    ck_assert_int_eq(ftruncate(fd, PAGE), 0);
    size_t seen_before_it_was = 0, before = count_mappings();
    for (int i = 0; i < FILES; i++) seen_before_it_was += look(&seen, fd, i);
    ck_assert_uint_eq(seen_before_it_was, 0);
    ck_assert_uint_lt(count_mappings(), before + MOST);
    for (int i = 0; i < FILES; i += FILES / 10) ck_assert(look(&seen, fd, i));
    seen_free(&seen);
    close(fd);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("seen");
    TCase *cases = tcase_create("seen");
    tcase_add_test(cases, more_files_than_there_can_be_mappings_are_told_apart);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
