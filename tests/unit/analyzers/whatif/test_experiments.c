/* Windows as the agent records them, read again. */
#include "agent/whatif/experiments.h"
#include "analyzers/whatif/experiments.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <string.h>
#include <unistd.h>

#define MS INT64_C(1000000)

static char path[] = "/tmp/test_experiments_XXXXXX";

static struct recording *record(void) {
    char error[200];
    strcpy(path, "/tmp/test_experiments_XXXXXX");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
    struct recording *r =
        recording_open(&(struct agent_options){.file = path, .system_ns = -1}, error, sizeof error);
    ck_assert_msg(r != NULL, "%s", error);
    return r;
}

static void window(struct recording *r, uint64_t block, const char *kind, const char *method,
                   const char *point, int64_t progress) {
    int64_t start = (int64_t)block * 1000 * MS;
    recording_experiment(r, &(struct recording_experiment){.start = start,
                                                           .end = start + 80 * MS,
                                                           .block = block,
                                                           .kind = kind,
                                                           .method = method,
                                                           .progress_point = point,
                                                           .speed = *kind == 'b' ? 0 : 25,
                                                           .delay = *kind == 'v' ? 8 * MS : 0,
                                                           .progress = progress,
                                                           .ran = 100 * MS,
                                                           .waited = 1 * MS,
                                                           .switches = 50,
                                                           .collected = block == 3,
                                                           .hits = 160,
                                                           .processors = 4,
                                                           .missed = 9});
}

static struct walk_run run;

static void read_again(struct recording *r, struct experiments *e) {
    const char *paths[] = {path};
    struct scan_report report = {0};
    recording_close(r);
    run = (struct walk_run){0};
    walk_join(&run, &tables_reader, &experiments_wishes);
    walk_start(&run, &(struct scan_options){.paths = paths, .path_count = 1}, &report);
    const struct tables *tables = walk_result(&run, &tables_reader);
    experiments_make(&tables, 1, e);
    scan_report_free(&report);
    unlink(path);
}

static void forget(struct experiments *e) {
    experiments_free(e);
    walk_run_free(&run);
}

START_TEST(windows_are_read_as_they_were_recorded) {
    struct recording *r = record();
    for (uint64_t b = 1; b <= 12; b++) {
        window(r, b, "base", NULL, "A.done", 1000);
        window(r, b, "control", NULL, "A.done", 1000);
        window(r, b, "virtual", "A.parse", "A.done", 1000);
        window(r, b, "real", "A.parse", "A.done", 1100);
        recording_experiment_method(
            r,
            &(struct recording_experiment_method){
                .start = 1, .end = 2, .block = b, .method = "A.parse", .hits = 3, .samples = 12});
    }
    struct experiments e;
    read_again(r, &e);
    ck_assert_str_eq(e.point, "A.done");
    ck_assert(!e.several_points);
    ck_assert_uint_eq(e.windows.len, 48);
    ck_assert_uint_eq(e.methods.len, 1);
    ck_assert_str_eq(e.methods.items[0].name, "A.parse");
    ck_assert_double_eq_tol(experiments_share(&e, 0), 25, 1e-9);
    const struct whatif_window *w = &e.windows.items[0];
    ck_assert_int_eq(w->elapsed, 80 * MS);
    ck_assert_int_eq(w->ran, 100 * MS);
    ck_assert_int_eq(w->waited, 1 * MS);
    ck_assert_int_eq(w->switches, 50);
    ck_assert_int_eq(w->hits, 160);
    ck_assert_uint_eq(w->processors, 4);
    ck_assert_int_eq(w->missed, 9);
    ck_assert_uint_eq(e.answer.collected, 4);
    ck_assert_uint_eq(e.answer.gains.len, 2);
    ck_assert_double_eq_tol(e.answer.gains.items[0].estimate.gain, 100 * (80.0 / 72 - 1), 0.01);
    ck_assert_double_eq_tol(e.answer.gains.items[1].estimate.gain, 10, 0.01);
    ck_assert_int_eq(e.answer.gains.items[1].kind, WHATIF_REAL);
    ck_assert_double_eq_tol(e.answer.grain, 50000, 1);
    forget(&e);
}
END_TEST

START_TEST(another_point_of_progress_is_left_out_and_said) {
    struct recording *r = record();
    window(r, 1, "base", NULL, "A.done", 1000);
    window(r, 2, "base", NULL, "A.other", 1000);
    struct experiments e;
    read_again(r, &e);
    ck_assert_uint_eq(e.windows.len, 1);
    ck_assert(e.several_points);
    forget(&e);
}
END_TEST

START_TEST(windows_of_kinds_that_are_not_known_are_none) {
    struct recording *r = record();
    window(r, 1, "else", NULL, "A.done", 1000);
    window(r, 2, "virtual", NULL, "A.done", 1000); /* of no method */
    window(r, 3, "base", NULL, NULL, 1000);        /* without a point */
    struct experiments e;
    read_again(r, &e);
    ck_assert_uint_eq(e.windows.len, 0);
    ck_assert_ptr_null(e.point);
    ck_assert_int_eq(e.answer.refusal, WHATIF_NO_WINDOWS);
    forget(&e);
}
END_TEST

START_TEST(of_a_method_without_samples_the_share_is_not_known) {
    struct recording *r = record();
    window(r, 1, "virtual", "A.parse", "A.done", 1000);
    struct experiments e;
    read_again(r, &e);
    ck_assert(is_missing(experiments_share(&e, 0)));
    forget(&e);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("experiments");
    TCase *all = tcase_create("recorded");
    tcase_add_test(all, windows_are_read_as_they_were_recorded);
    tcase_add_test(all, another_point_of_progress_is_left_out_and_said);
    tcase_add_test(all, windows_of_kinds_that_are_not_known_are_none);
    tcase_add_test(all, of_a_method_without_samples_the_share_is_not_known);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
