/* Heat maps: every sample in the cell of its time, and cells that are named as they are selected.
 */
#include "analyzers/time/heatmap.h"
#include "cmd/sheets/heatmap.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)
#define START (INT64_C(1000) * SECOND)

static const struct time_window whole = {INT64_MIN, INT64_MAX};

static void at(struct profile *p, int64_t ns, uint64_t count) {
    p->keep = PROFILE_STACKS | PROFILE_SAMPLES;
    stacks_sample(p, "A.a", "main", NULL, START + ns, count);
}

static struct heatmap map_of(const struct profile *p, int64_t length_ns, size_t rows,
                             size_t max_columns) {
    struct heatmap_options options = {.range = time_range_of(p, START, START + length_ns, &whole),
                                      .origin_ns = START,
                                      .rows = rows,
                                      .max_columns = max_columns,
                                      .hottest = 3};
    struct heatmap map;
    heatmap_make(p, &options, &map);
    return map;
}

START_TEST(columns_are_seconds_and_rows_are_fractions_of_them) {
    struct profile p = {0};
    at(&p, 0, 1), at(&p, 19999999, 1), at(&p, 20 * MS, 5), at(&p, 999999999, 7);
    at(&p, 2 * SECOND + 40 * MS, 2);
    struct heatmap map = map_of(&p, 2500 * MS, 50, 300);
    ck_assert_uint_eq(map.columns, 3);
    ck_assert_int_eq(map.column_ns, SECOND);
    ck_assert_uint_eq(map.cells[0], 2);
    ck_assert_uint_eq(map.cells[1], 5);
    ck_assert_uint_eq(map.cells[49], 7);
    ck_assert_uint_eq(map.cells[2 * 50 + 2], 2);
    ck_assert_uint_eq(map.most, 7);
    heatmap_free(&map);
    profile_free(&p);
}
END_TEST

START_TEST(every_sample_is_in_the_cell_whose_time_it_has) {
    static const size_t rows[] = {1, 3, 7, 20, 50, 333, 1000};
    struct profile p = {0};
    unsigned seed = 5;
    for (int i = 0; i < 500; i++) {
        seed = seed * 1103515245 + 12345;
        at(&p, seed % 5000 * MS + (i % 3 == 0 ? 0 : seed % 999999), 1);
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct heatmap map = map_of(&p, 5 * SECOND, rows[r], 300);
        uint64_t all = 0;
        for (size_t i = 0; i < map.columns * map.rows; i++) {
            struct heatmap_cell cell = heatmap_cell_at(&map, i / map.rows, i % map.rows);
            uint64_t count = 0;
            for (size_t k = 0; k < p.moments.len; k++) {
                int64_t time = p.moments.items[k].time_ns;
                if (time >= cell.from_ns && time <= cell.to_ns) count++;
            }
            ck_assert_uint_eq(cell.samples, count);
            all += count;
        }
        ck_assert_uint_eq(all, 500);
        heatmap_free(&map);
    }
    profile_free(&p);
}
END_TEST

START_TEST(a_cell_begins_at_its_first_nanosecond_however_a_second_is_divided) {
    for (size_t rows = 1; rows <= 100; rows++) {
        struct profile none = {.keep = PROFILE_STACKS | PROFILE_SAMPLES};
        struct heatmap empty = map_of(&none, SECOND, rows, 300);
        for (size_t row = 0; row < rows; row++) {
            struct heatmap_cell cell = heatmap_cell_at(&empty, 0, row);
            struct profile p = {0};
            at(&p, cell.from_ns - START, 1), at(&p, cell.to_ns - START, 1);
            struct heatmap map = map_of(&p, SECOND, rows, 300);
            ck_assert_uint_eq(map.cells[row], 2);
            heatmap_free(&map);
            profile_free(&p);
        }
        heatmap_free(&empty);
        profile_free(&none);
    }
}
END_TEST

START_TEST(a_sample_at_the_very_end_has_a_column) {
    struct profile p = {0};
    at(&p, 2 * SECOND, 1);
    struct heatmap map = map_of(&p, 2 * SECOND, 10, 300);
    ck_assert_uint_eq(map.columns, 3);
    ck_assert_uint_eq(map.cells[2 * 10], 1);
    heatmap_free(&map);
    profile_free(&p);
}
END_TEST

START_TEST(long_recordings_have_longer_columns_and_never_too_many) {
    static const size_t most[] = {1, 2, 10, 60, 300};
    static const int64_t lengths[] = {1, 59, 60, 61, 299, 300, 301, 3600, 86400, 864000};
    for (size_t m = 0; m < 5; m++)
        for (size_t l = 0; l < 10; l++) {
            struct profile p = {0};
            at(&p, -SECOND / 2, 1), at(&p, lengths[l] * SECOND - 1, 1);
            struct heatmap map = map_of(&p, lengths[l] * SECOND, 5, most[m]);
            ck_assert_uint_le(map.columns, most[m] < 3 ? 3 : most[m]);
            ck_assert_int_eq(map.column_ns % SECOND, 0);
            ck_assert_int_eq((map.start_ns - START) % map.column_ns, 0);
            heatmap_free(&map);
            profile_free(&p);
        }
}
END_TEST

START_TEST(the_hottest_cells_come_first_and_of_equal_ones_the_earliest) {
    struct profile p = {0};
    at(&p, 100 * MS, 2), at(&p, 1100 * MS, 9), at(&p, 1500 * MS, 2), at(&p, 2500 * MS, 4);
    at(&p, 50 * MS, 1);
    struct heatmap map = map_of(&p, 3 * SECOND, 50, 300);
    ck_assert_uint_eq(map.hottest.len, 3);
    ck_assert_uint_eq(map.hottest.items[0].samples, 9);
    ck_assert_int_eq(map.hottest.items[0].from_ns, START + 1100 * MS);
    ck_assert_int_eq(map.hottest.items[0].to_ns, START + 1120 * MS - 1);
    ck_assert_uint_eq(map.hottest.items[1].samples, 4);
    ck_assert_uint_eq(map.hottest.items[2].samples, 2);
    ck_assert_int_eq(map.hottest.items[2].from_ns, START + 100 * MS);
    heatmap_free(&map);
    profile_free(&p);
}
END_TEST

START_TEST(a_map_of_nothing_is_written_all_the_same) {
    struct profile p = {.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    struct heatmap map = map_of(&p, 0, 50, 300);
    struct time_range range = {.start_ns = START, .end_ns = START};
    struct heatmap_view view = {
        .map = &map, .range = &range, .title = "", .subtitle = "", .origin_ns = START};
    struct text out = {0};
    for (int format = FORMAT_TEXT; format <= FORMAT_HTML; format++) {
        const struct sheet_style style = {0};
        struct sheet sheet;
        sheet_open(&sheet, (enum format)format);
        heatmap_describe(&view, &sheet);
        sheet_write(&sheet, &style, &out);
        ck_assert_uint_gt(out.len, 0);
        text_clear(&out);
        sheet_free(&sheet);
    }
    heatmap_write_svg(&view, &out);
    ck_assert_uint_gt(out.len, 0);
    text_free(&out);
    ck_assert_uint_eq(map.hottest.len, 0);
    heatmap_free(&map);
    profile_free(&p);
}
END_TEST

START_TEST(names_in_the_picture_are_harmless) {
    struct profile p = {0};
    at(&p, 0, 1);
    struct heatmap map = map_of(&p, SECOND, 50, 300);
    struct time_range range = {.start_ns = START, .end_ns = START + SECOND, .samples = 1};
    struct heatmap_view view = {.map = &map,
                                .range = &range,
                                .title = "<script>x</script>\x1b[1m",
                                .subtitle = "a & b",
                                .event = "\"<&>",
                                .origin_ns = START};
    struct text out = {0};
    heatmap_write_svg(&view, &out);
    ck_assert_ptr_null(strstr(out.data, "<script"));
    ck_assert_ptr_null(strchr(out.data, 0x1b));
    ck_assert_ptr_nonnull(strstr(out.data, "&lt;script&gt;x&lt;/script&gt;\\x1B[1m"));
    ck_assert_ptr_nonnull(strstr(out.data, "a &amp; b"));
    text_free(&out);
    heatmap_free(&map);
    profile_free(&p);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("heatmap");
    tcase_add_test(c, columns_are_seconds_and_rows_are_fractions_of_them);
    tcase_add_test(c, every_sample_is_in_the_cell_whose_time_it_has);
    tcase_add_test(c, a_cell_begins_at_its_first_nanosecond_however_a_second_is_divided);
    tcase_add_test(c, a_sample_at_the_very_end_has_a_column);
    tcase_add_test(c, long_recordings_have_longer_columns_and_never_too_many);
    tcase_add_test(c, the_hottest_cells_come_first_and_of_equal_ones_the_earliest);
    tcase_add_test(c, a_map_of_nothing_is_written_all_the_same);
    tcase_add_test(c, names_in_the_picture_are_harmless);
    Suite *s = suite_create("heatmap");
    suite_add_tcase(s, c);
    return suite_run(s);
}
