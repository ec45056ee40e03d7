/* Packed recordings become segments, of files that take long to pack or to unpack: those of many
 * bytes, and those that claim to have many. */
#define SUITE_APART
#include "tests/support/segments.h"

#include <malloc.h>

static const int filters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_LZ4,
                              ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_BZIP2};

START_TEST(every_compression_is_known_by_content) {
    compress_as("file", filters[_i], recording(300000, 68));
    READ("file");
    expect_counts(2, 0, 0);
    expect_segment(1, "file", 0, 300000, 68, true);
    expect_bytes(recording(300000, 68));
}
END_TEST

START_TEST(header_that_claims_2_to_the_60_costs_only_what_is_there) {
    struct bytes bytes = {0};
    add_chunk_claiming(&bytes, 3000000, UINT64_C(1) << 60, 0);
    gzip("a.gz", bytes);
    READ("a.gz");
    expect_counts(1, 0, 0);
    expect_segment(0, "a.gz", 0, 0, 3000000, true);
    ck_assert_uint_lt(malloc_usable_size((void *)(uintptr_t)seen.segments.items[0].data), 5000000);
}
END_TEST

START_TEST(zip_bomb_is_stopped_and_the_next_path_read) {
    struct bytes bomb = recording(68, 0);
    put(bomb.data + 8, 8, 300 << 20);
    bomb.data = mem_resize(bomb.data, 300 << 20, 1);
    memset(bomb.data + 68, 0, (300 << 20) - 68);
    bomb.len = 300 << 20;
    zip("bomb.zip", {"a.jfr", bomb}, {"b.jfr", recording(400, 0)});
    save("c.jfr", recording(500, 0));
    READ("bomb.zip", "c.jfr");
    expect_counts(2, 1, 0);
    ck_assert_uint_lt(seen.segments.items[0].size, 100 << 20);
    ck_assert(seen.segments.items[0].last);
    expect_error(0, JFR_LIMIT, "bomb.zip: a.jfr: a chunk, or what is none, unpacks to more than");
    expect_segment(1, "c.jfr", 1, 0, 500, true);
}
END_TEST

START_TEST(what_has_no_end_is_kept_up_to_a_limit) {
    struct bytes bytes = recording(1000, 0);
    bytes.data = mem_resize(bytes.data, 100 << 20, 1);
    memset(bytes.data + bytes.len, 0, (100 << 20) - bytes.len);
    bytes.len = 100 << 20;
    compress_as("a", filters[_i], bytes);
    READ("a");
    expect_counts(2, 1, 0);
    expect_segment(0, "a", 0, 0, 1000, false);
    ck_assert_uint_lt(seen.segments.items[1].size, 80 << 20);
    expect_error(0, JFR_LIMIT, "a: a chunk, or what is none, unpacks to more than");
}
END_TEST

START_TEST(cut_compressed_file_gives_what_it_has_then_the_error) {
    /* lz4 comes in blocks of 4 MiB, of which one that is cut gives nothing. */
    size_t second = filters[_i] == ARCHIVE_FILTER_LZ4 ? 12000000 : 2000000;
    compress_as("a", filters[_i], recording(300000, second));
    struct bytes bytes = load("a");
    bytes.len /= 2;
    save("a", bytes);
    READ("a");
    expect_counts(2, 1, 0);
    expect_segment(0, "a", 0, 0, 300000, false);
    ck_assert_uint_gt(seen.segments.items[1].size, 100000);
    ck_assert_uint_lt(seen.segments.items[1].size, second);
    ck_assert(seen.segments.items[1].last);
    expect_error(0, JFR_DAMAGED, " data ends too early");
    ck_assert_uint_eq(seen.errors.items[0].offset, 300000 + seen.segments.items[1].size);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_loop_test(tests, every_compression_is_known_by_content, 0, 5);
    tcase_add_test(tests, header_that_claims_2_to_the_60_costs_only_what_is_there);
    tcase_add_loop_test(tests, what_has_no_end_is_kept_up_to_a_limit, 0, 2);
    tcase_add_test(tests, zip_bomb_is_stopped_and_the_next_path_read);
    tcase_add_loop_test(tests, cut_compressed_file_gives_what_it_has_then_the_error, 0, 5);
}

int main(void) {
    return run_case("archives that take long", add_tests);
}
