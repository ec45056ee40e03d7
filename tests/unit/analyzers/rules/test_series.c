/* Series of a window: those rows that begin in it, of however many there are, with a second way to
 * find them. */
#include "analyzers/account/read_wishes.h"
#include "analyzers/rules/busy.h"
#include "tests/support/judged.h"
#include "tests/support/suite.h"

#define MS INT64_C(1000000)

static struct scan_report report;
static struct walk_run run;
static struct memory_file file;

static void read_told(const char *told) {
    struct recording r = {0};
    told_write(&r, told, RECORDED_NS);
    file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    run = (struct walk_run){.parts = {0}};
    rules_join(rules_all, &run, false);
    walk_start(&run, &scan, &report);
    recording_free(&r);
}

/* Threads are counted so often, each so many ms after the one before. */
static void count_threads(int times, int step_ms) {
    char told[200];
    snprintf(told, sizeof told,
             "jdk.JavaThreadStatistics activeCount:l\n@0*%d/%d 0+1\njdk.Other x:l\n@1 1\n", times,
             step_ms);
    read_told(told);
}

static void forget(void) {
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
}

static void check(int times, int step_ms, int64_t from_ms, int64_t to_ms) {
    const struct rule_input input = {.tables = walk_result(&run, &tables_reader),
                                     .has_window = true,
                                     .window_from_ns = START_NS + from_ms * MS,
                                     .window_to_ns = START_NS + to_ms * MS};
    struct series series = series_of(&input, SERIES_THREADS);
    int64_t first = -1;
    size_t rows = 0;
    for (int64_t i = 0; i < times; i++) {
        if (i * step_ms < from_ms || i * step_ms >= to_ms) continue;
        if (!rows++) first = i;
    }
    ck_assert_msg(series.rows == rows, "%d times, %lld..%lld: %zu, not %zu", times,
                  (long long)from_ms, (long long)to_ms, series.rows, rows);
    for (size_t row = 0; row < rows; row++)
        ck_assert_int_eq(series_start(&series, row),
                         START_NS + (first + (int64_t)row) * step_ms * MS);
}

START_TEST(a_window_has_the_rows_that_begin_in_it) {
    static const int times[] = {1, 2, 3, 4, 7, 8, 33};
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        count_threads(times[k], 10);
        for (int64_t from = -10; from <= 340; from += 5)
            for (int64_t to = from; to <= 340; to += 5) check(times[k], 10, from, to);
        forget();
    }
}
END_TEST

START_TEST(rows_of_one_time_are_in_a_window_together) {
    count_threads(1, 10);
    check(1, 0, 0, 0);
    check(1, 0, 0, 1);
    check(1, 0, -1, 0);
    forget();
}
END_TEST

/* Of 3,000 reads each is one of those of its cells, and the sums are theirs. */
START_TEST(reads_that_differ_in_times_and_amounts_alone_are_alike) {
    static const char told[] =
        "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
        "@1*900/3 0 5 db a.A.x,a.B.y 10.0.0.1 80 one\n"
        "@2*900/3 2+1 7 db a.A.x,a.B.y 10.0.0.1 80 one\n"
        "@3*600/3 4 1 db a.A.x,a.B.y 10.0.0.1 81 one\n@5*500/5 3 1 db a.A.x,a.B.y 10.0.0.2 80 one\n"
        "@7*50/7 9 1 db a.A.x,a.C.y 10.0.0.1 80 one\n@9*50/9 9 1 db a.A.x,a.B.y 10.0.0.1 80 two\n";
    static const struct alike_rows expected[] = {
        {.count = 1800, .lasting = 900, .longest_ns = 901 * MS, .ns = 406350e6, .bytes = 10800},
        {.count = 600, .lasting = 600, .longest_ns = 4 * MS, .ns = 2400e6, .bytes = 600},
        {.count = 500, .lasting = 500, .longest_ns = 3 * MS, .ns = 1500e6, .bytes = 500},
        {.count = 50, .lasting = 50, .longest_ns = 9 * MS, .ns = 450e6, .bytes = 50},
        {.count = 50, .lasting = 50, .longest_ns = 9 * MS, .ns = 450e6, .bytes = 50},
    };
    struct busy busy = {.spent = NULL};
    read_told(told);
    const struct rule_input input = {.tables = walk_result(&run, &tables_reader), .busy = &busy};
    const struct series reads = series_of(&input, SERIES_SOCKET_READ);
    const struct alike *alike = alike_of(&input, SERIES_SOCKET_READ);
    uint64_t counts[COUNT_OF(expected)] = {0};
    ck_assert_uint_eq(reads.rows, 3000);
    ck_assert_uint_eq(alike->all.len, COUNT_OF(expected));
    for (size_t row = 0; row < reads.rows; row++) {
        const struct alike_rows *of = &alike->all.items[alike_at(alike, row)];
        counts[alike_at(alike, row)]++;
        ck_assert(row >= of->first && series_duration(&reads, row) <= of->longest_ns);
        ck_assert(row <= of->last || series_duration(&reads, row) == 0);
        for (size_t column = IO_THREAD; column <= IO_PORT; column++)
            ck_assert(column == IO_BYTES || event_table_cell(reads.table, column, row) ==
                                                event_table_cell(reads.table, column, of->first));
    }
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const struct alike_rows *of = &alike->all.items[i];
        ck_assert_uint_eq(of->count, expected[i].count);
        ck_assert_uint_eq(of->count, counts[i]);
        ck_assert_uint_eq(of->lasting, expected[i].lasting);
        ck_assert_int_eq(of->longest_ns, expected[i].longest_ns);
        ck_assert_int_eq(series_duration(&reads, of->longest), expected[i].longest_ns);
        ck_assert_double_eq(of->ns, expected[i].ns);
        ck_assert_double_eq(of->bytes, expected[i].bytes);
    }
    busy_free(&busy);
    forget();
}
END_TEST

/* Whether two wishes are one table stands in what is kept of both. */
static bool is_shared(const struct wish *wish) {
    const struct wishes one = {.rows = wish, .count = 1};
    const void *both[] = {&one, &series_wishes};
    struct tables *tables = tables_reader.open(both, 2);
    bool shared = tables->len == series_wishes.count;
    tables_reader.close(tables);
    return shared;
}

static const struct wish waits[WISHES] = {ACCOUNT_ROWS};

START_TEST(waits_of_the_account_are_read_once_with_those_of_rules) {
    for (int kind = 0; kind < WAITS; kind++)
        ck_assert_msg(is_shared(&waits[kind]) == (kind != SOCKET_CONNECT && kind != STALL),
                      "%s", waits[kind].event);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("series");
    TCase *c = tcase_create("series");
    tcase_add_test(c, a_window_has_the_rows_that_begin_in_it);
    tcase_add_test(c, reads_that_differ_in_times_and_amounts_alone_are_alike);
    tcase_add_test(c, rows_of_one_time_are_in_a_window_together);
    tcase_add_test(c, waits_of_the_account_are_read_once_with_those_of_rules);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
