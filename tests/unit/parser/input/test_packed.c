/* Packed recordings become segments: every way of packing, and every way it may be broken. */
#define SUITE_APART
#include "parser/input/stored.h"
#include "tests/support/segments.h"

#include <locale.h>

static const int filters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_LZ4,
                              ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_BZIP2};

/* ---- One recording -------------------------------------------------------------------------- */

START_TEST(gzip_of_a_recording_is_delivered_chunk_by_chunk) {
    gzip("named.jfr", recording(700000, 300));
    READ("named.jfr");
    expect_counts(2, 0, 0);
    expect_segment(0, "named.jfr", 0, 0, 700000, false);
    expect_segment(1, "named.jfr", 0, 700000, 300, true);
    ck_assert(!seen.segments.items[0].mapped);
    expect_bytes(recording(700000, 300));
}
END_TEST

START_TEST(compressed_pieces_put_together_are_one_recording) {
    compress_as("a", filters[_i], recording(3000, 0));
    compress_as("b", filters[_i], recording(4000, 0));
    struct bytes both = load("a"), b = load("b");
    add(&both, b.data, b.len);
    free(b.data);
    save("both", both);
    READ("both");
    expect_counts(2, 0, 0);
    expect_segment(0, "both", 0, 0, 3000, false);
    expect_segment(1, "both", 0, 3000, 4000, true);
}
END_TEST

START_TEST(unfinished_chunk_and_all_behind_it_is_the_last_segment) {
    struct bytes bytes = recording(1000, 0);
    add_chunk_claiming(&bytes, 2000, 500, 8);
    add_chunk(&bytes, 600);
    gzip("a.gz", bytes);
    READ("a.gz");
    expect_counts(2, 0, 0);
    expect_segment(0, "a.gz", 0, 0, 1000, false);
    expect_segment(1, "a.gz", 0, 1000, 2600, true);
}
END_TEST

START_TEST(garbage_behind_a_chunk_is_the_last_segment) {
    struct bytes bytes = recording(1000, 0);
    add(&bytes, "garbage", 7);
    gzip("a.gz", bytes);
    READ("a.gz");
    expect_counts(2, 0, 0);
    expect_segment(1, "a.gz", 0, 1000, 7, true);
}
END_TEST

START_TEST(chunk_cut_off_by_the_end_is_delivered_as_far_as_it_goes) {
    struct bytes bytes = {0};
    add_chunk_claiming(&bytes, 3000, 4000, 0);
    gzip("a.gz", bytes);
    READ("a.gz");
    expect_counts(1, 0, 0);
    expect_segment(0, "a.gz", 0, 0, 3000, true);
}
END_TEST

START_TEST(recording_behind_garbage_is_found) {
    const char *garbage = "HTTP/1.1 200 OK\r\nserver: FLR\r\n\r\n";
    for (int packed = 0; packed < 2; packed++) {
        struct bytes bytes = text(garbage);
        add_chunk(&bytes, 900);
        if (packed) gzip("b", bytes);
        else save("a", bytes);
    }
    READ("a", "b");
    expect_counts(2, 0, 0);
    expect_segment(0, "a", 0, 0, 900 + strlen(garbage), true);
    expect_segment(1, "b", 1, 0, 900 + strlen(garbage), true);
}
END_TEST

/* ---- Archives ------------------------------------------------------------------------------- */

START_TEST(zip_delivers_its_recordings_and_counts_the_rest) {
    zip("ci.zip", {"build/a.jfr", recording(2000, 100)}, {"notes.txt", text("notes")},
        {"empty", text("")}, {"b.bin", recording(500, 0)});
    READ("ci.zip");
    expect_counts(3, 0, 1);
    expect_segment(0, "ci.zip: build/a.jfr", 0, 0, 2000, false);
    expect_segment(1, "ci.zip: build/a.jfr", 0, 2000, 100, true);
    expect_segment(2, "ci.zip: b.bin", 1, 0, 500, true);
    expect_note("ci.zip: 2 files are no recordings and were left out (1 of them empty)");
}
END_TEST

START_TEST(of_an_archive_one_member_or_one_folder_can_be_asked_for) {
    struct member inner[] = {{"x.jfr", recording(700, 0)}, {"y.jfr", recording(800, 0)}};
    pack_with("inner.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE, NULL, inner, 2);
    zip("ci.zip", {"a.jfr", recording(2000, 0)}, {"a.jfr2", recording(100, 0)},
        {"d/1.jfr", recording(300, 0)}, {"d/2.jfr", recording(400, 0)},
        {"d2/1.jfr", recording(500, 0)}, {"in.tar", load("inner.tar")});
    static const struct {
        const char *only;
        size_t segments;
        uint64_t size; /* of the last */
    } cases[] = {{"ci.zip: a.jfr", 1, 2000},
                 {"ci.zip: d/", 2, 400},
                 {"ci.zip: in.tar: y.jfr", 1, 800},
                 {"ci.zip: in.tar", 0, 0}};
    only = cases[_i].only;
    READ("ci.zip");
    only = NULL;
    ck_assert_uint_eq(seen.segments.len, cases[_i].segments);
    if (seen.segments.len)
        ck_assert_uint_eq(seen.segments.items[seen.segments.len - 1].size, cases[_i].size);
}
END_TEST

START_TEST(tar_gz_delivers_its_recordings) {
    struct member members[] = {{"a.jfr", recording(2000, 0)},
                               {"x.txt", text("hello")},
                               {"d/b.jfr", recording(100000, 200)}};
    pack_with("ci.tgz", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP, NULL, members, 3);
    READ("ci.tgz");
    expect_counts(3, 0, 1);
    expect_segment(0, "ci.tgz: a.jfr", 0, 0, 2000, true);
    expect_segment(1, "ci.tgz: d/b.jfr", 1, 0, 100000, false);
    expect_segment(2, "ci.tgz: d/b.jfr", 1, 100000, 200, true);
    expect_note("ci.tgz: 1 file is no recording and was left out");
}
END_TEST

/* What is left out is not read: it is longer than what is read at once. */
START_TEST(of_a_tar_what_is_no_recording_is_jumped_over) {
    struct bytes large = {.data = mem_zero(600000, 1), .len = 600000};
    memset(large.data, 'x', large.len);
    struct member members[] = {{"a.jfr", recording(2000, 0)},
                               {"x.txt", large},
                               {"d/b.jfr", recording(1000, 200)},
                               {"y.txt", text("hello")}};
    pack_with("ci.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE, NULL, members, 4);
    READ("ci.tar");
    expect_counts(3, 0, 1);
    expect_segment(0, "ci.tar: a.jfr", 0, 0, 2000, true);
    expect_segment(1, "ci.tar: d/b.jfr", 1, 0, 1000, false);
    expect_segment(2, "ci.tar: d/b.jfr", 1, 1000, 200, true);
    expect_note("ci.tar: 2 files are no recordings and were left out");
}
END_TEST

START_TEST(packed_members_are_unpacked_too) {
    gzip("a.gz", recording(2000, 0));
    zip("inner.zip", {"x.txt", text("hello")}, {"a.gz", load("a.gz")},
        {"b.jfr", recording(300, 0)});
    zip("outer.zip", {"first.txt", text("hello")}, {"inner.zip", load("inner.zip")},
        {"c.jfr", recording(400, 0)});
    READ("outer.zip");
    expect_counts(3, 0, 1);
    expect_segment(0, "outer.zip: inner.zip: a.gz", 0, 0, 2000, true);
    expect_segment(1, "outer.zip: inner.zip: b.jfr", 1, 0, 300, true);
    expect_segment(2, "outer.zip: c.jfr", 2, 0, 400, true);
    expect_note("outer.zip: 2 files are no recordings and were left out");
}
END_TEST

START_TEST(archive_without_recordings_in_an_archive_is_one_file_that_is_none) {
    zip("lib.jar", {"A.class", text("\xca\xfe\xba\xbe")}, {"B.class", text("\xca\xfe\xba\xbe")});
    zip("ci.zip", {"lib.jar", load("lib.jar")}, {"a.jfr", recording(300, 0)});
    READ("ci.zip", "lib.jar");
    expect_counts(1, 1, 1);
    expect_note("ci.zip: 1 file is no recording and was left out");
    expect_error(0, JFR_NOT_JFR, "lib.jar (zip) holds no recording: none of its 2 files is one");
}
END_TEST

START_TEST(archives_nested_too_deep_are_refused) {
    zip("0", {"a.jfr", recording(300, 0)});
    for (int i = 0; i < 3; i++) {
        char from[] = {(char)('0' + i), 0}, to[] = {(char)('1' + i), 0};
        zip(to, {from, load(from)}, {"b.jfr", recording(200, 0)});
    }
    READ("2", "3");
    expect_counts(6, 1, 0);
    expect_segment(0, "2: 1: 0: a.jfr", 0, 0, 300, true);
    expect_segment(3, "3: 2: 1: b.jfr", 3, 0, 200, true);
    expect_error(0, JFR_LIMIT, "3: 2: 1: 0 is packed more than 3 times over");
}
END_TEST

START_TEST(endless_gzip_in_gzip_is_refused) {
    gzip("a", recording(300, 0));
    for (int i = 0; i < 7; i++) gzip("a", load("a"));
    READ("a");
    expect_counts(0, 1, 0);
    expect_error(0, JFR_LIMIT, "a is packed more than 7 times over");
}
END_TEST

START_TEST(encrypted_members_are_an_error_and_the_others_are_read) {
    struct member members[] = {{"a.jfr", recording(2000, 0)}};
    pack_with("a.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, "zip:encryption=aes256", members,
              1);
    READ("a.zip");
    expect_counts(0, 1, 0);
    expect_error(0, JFR_UNSUPPORTED, "a.zip: 1 of its files are encrypted");
}
END_TEST

static struct bytes with_broken_member(const char *path, const char *name) {
    struct bytes bytes = load(path);
    uint8_t *at = memmem(bytes.data, bytes.len, name, strlen(name));
    ck_assert_ptr_nonnull(at);
    for (size_t i = 200; i < 400; i++) at[i] ^= 0xff;
    return bytes;
}

START_TEST(broken_member_does_not_cost_the_members_behind_it) {
    zip("a.zip", {"a.jfr", recording(2000, 0)}, {"b.jfr", recording(3000, 0)},
        {"c.jfr", recording(400, 0)});
    save("a.zip", with_broken_member("a.zip", "b.jfr"));
    READ("a.zip");
    ck_assert_uint_eq(seen.errors.len, 1);
    expect_error(0, JFR_DAMAGED, "a.zip: b.jfr: the zip data");
    expect_segment(0, "a.zip: a.jfr", 0, 0, 2000, true);
    size_t final = seen.segments.len - 1;
    expect_segment(final, "a.zip: c.jfr", (uint32_t) final, 0, 400, true);
}
END_TEST

/* Where a zip lies in another nothing leads behind the broken member of it but the other. */
START_TEST(broken_member_of_a_zip_in_a_zip_does_not_cost_what_is_behind_that) {
    zip("inner.zip", {"a.jfr", recording(2000, 0)}, {"b.jfr", recording(3000, 0)},
        {"c.jfr", recording(400, 0)});
    zip("outer.zip", {"0.jfr", recording(300, 0)},
        {"inner.zip", with_broken_member("inner.zip", "b.jfr")}, {"d.jfr", recording(500, 0)});
    READ("outer.zip");
    ck_assert_uint_eq(seen.errors.len, 1);
    expect_error(0, JFR_DAMAGED, "outer.zip: inner.zip: b.jfr: the zip data");
    expect_segment(0, "outer.zip: 0.jfr", 0, 0, 300, true);
    expect_segment(1, "outer.zip: inner.zip: a.jfr", 1, 0, 2000, true);
    size_t final = seen.segments.len - 1;
    expect_segment(final, "outer.zip: d.jfr", (uint32_t) final, 0, 500, true);
}
END_TEST

/* It costs time to go on behind each. */
START_TEST(sixteen_broken_members_are_stepped_over) {
    enum { MOST = 16, BROKEN = MOST + 1 };
    struct member members[BROKEN + 1];
    char names[BROKEN][8];
    int broken = MOST + _i;
    for (int i = 0; i < broken; i++) {
        snprintf(names[i], sizeof names[i], "b%02d.jfr", i);
        members[i] = (struct member){names[i], recording(3000, 0)};
    }
    members[broken] = (struct member){"last.jfr", recording(400, 0)};
    pack_with("a.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, NULL, members, (size_t)broken + 1);
    for (int i = 0; i < broken; i++) save("a.zip", with_broken_member("a.zip", names[i]));
    READ("a.zip");
    ck_assert_uint_eq(seen.errors.len, (size_t)broken);
    ck_assert_uint_eq(seen.segments.len, broken == MOST);
    if (broken == MOST) ck_assert_str_eq(seen.segments.items[0].name, "a.zip: last.jfr");
}
END_TEST

/* Of a zip alone it is known where the next member is. */
START_TEST(what_lies_behind_a_broken_head_of_a_tar_is_not_looked_for) {
    static const struct {
        const char *name;
        int filter;
    } tars[] = {{"a.tar", ARCHIVE_FILTER_NONE}, {"a.tgz", ARCHIVE_FILTER_GZIP}};
    struct member members[] = {{"a.jfr", recording(1024, 0)}, {"b.jfr", recording(3000, 0)}};
    pack_with("whole", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, NULL, members, 2);
    struct bytes bytes = load("whole");
    bytes.data[512 + 1024] ^= 0xff; /* the name, which no longer fits to the checksum */
    if (tars[_i].filter == ARCHIVE_FILTER_GZIP) gzip("a.tgz", bytes);
    else save("a.tar", bytes);
    READ(tars[_i].name);
    expect_counts(1, 1, 0);
    expect_segment(0, _i ? "a.tgz: a.jfr" : "a.tar: a.jfr", 0, 0, 1024, true);
    expect_error(0, JFR_DAMAGED, "the tar data");
}
END_TEST

/* What a file of 100 bytes may unpack to, and have us keep. */
START_TEST(limits_of_unpacking_follow_the_size_of_the_file) {
    static const uint64_t mib64 = UINT64_C(64) << 20;
    static const struct {
        uint64_t other, kept; /* bytes for others before, and for what is kept */
        bool fine;
    } rows[] = {
        {0, 0, true},
        {0, mib64, true},
        {0, mib64 + 100 * 32 - 1, true},
        {0, mib64 + 100 * 32, false},
        {mib64, 100 * 250 - 1, true},
        {mib64, 100 * 250, false},
        {mib64 + 100 * 250 - 1, 0, true},
        {mib64 + 100 * 250, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct unpack_file file = {.fd = -1, .name = "a", .size = 100};
        struct stream kept = {0}, other = {0};
        struct stored stored;
        stored_open(&stored, &file);
        stored_keep(&stored, &kept);
        bool fine = stored_charge(&stored, &other, rows[i].other);
        if (fine && rows[i].kept) fine = stored_charge(&stored, &kept, rows[i].kept);
        ck_assert_msg(fine == rows[i].fine, "row %zu", i);
        ck_assert_int_eq(stored.exceeded, !fine);
        ck_assert_int_eq(stored.failure.code, fine ? JFR_OK : JFR_LIMIT);
        stored_close(&stored);
    }
}
END_TEST

START_TEST(each_chunk_is_kept_by_itself) {
    struct unpack_file file = {.fd = -1, .name = "a", .size = 1000000};
    struct stream kept = {0};
    struct stored stored;
    stored_open(&stored, &file);
    for (int i = 0; i < 4; i++) {
        stored_keep(&stored, &kept);
        ck_assert(stored_charge(&stored, &kept, UINT64_C(64) << 20));
        stored_keep(&stored, NULL);
        ck_assert(stored_charge(&stored, &kept, 1000));
    }
    stored_keep(&stored, &kept);
    ck_assert(!stored_charge(&stored, &kept, UINT64_C(98) << 20));
    stored_close(&stored);
}
END_TEST

START_TEST(member_that_fails_its_checksum_is_delivered_and_then_an_error) {
    struct member members[] = {{"a.jfr", recording(2000, 0)}, {"b.jfr", recording(400, 0)}};
    pack_with("a.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, "zip:compression=store", members,
              2);
    struct bytes bytes = load("a.zip");
    bytes.data[1000] ^= 1;
    save("a.zip", bytes);
    READ("a.zip");
    expect_counts(2, 1, 0);
    expect_segment(0, "a.zip: a.jfr", 0, 0, 2000, true);
    expect_segment(1, "a.zip: b.jfr", 1, 0, 400, true);
    expect_error(0, JFR_DAMAGED, "a.zip: a.jfr: the zip data is damaged (it does not match its");
}
END_TEST

START_TEST(names_of_members_do_not_depend_on_the_locale) {
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    zip("a.zip", {"Gr\u00f6\u00dfe.jfr", recording(2000, 0)});
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C"));
    READ("a.zip");
    expect_counts(1, 0, 0);
    expect_segment(0, "a.zip: Gr\u00f6\u00dfe.jfr", 0, 0, 2000, true);
}
END_TEST

/* ---- Broken files --------------------------------------------------------------------------- */

START_TEST(cut_gzip_gives_what_it_has_then_the_error) {
    pack_with("a", ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, "gzip:compression-level=0",
              &(struct member){"data", recording(300000, 200000)}, 1);
    struct bytes bytes = load("a");
    bytes.len -= 100000;
    save("a", bytes);
    READ("a");
    expect_counts(2, 1, 0);
    expect_segment(0, "a", 0, 0, 300000, false);
    expect_error(0, JFR_DAMAGED, "a: the gzip data ends too early, it was not written or copied");
}
END_TEST

START_TEST(damaged_gzip_gives_what_comes_before_then_the_error) {
    /* Stored, not deflated, so that it is certain that the damage shows. */
    pack_with("a", ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, "gzip:compression-level=0",
              &(struct member){"data", recording(300000, 2000000)}, 1);
    struct bytes bytes = load("a");
    ck_assert_uint_gt(bytes.len, 2 * 70000);
    memset(bytes.data + bytes.len / 2, 0xff, 70000);
    save("a", bytes);
    READ("a");
    expect_counts(2, 1, 0);
    ck_assert_uint_gt(seen.segments.items[1].size, 700000);
    ck_assert(seen.segments.items[1].last);
    expect_error(0, JFR_DAMAGED, "a: the gzip data is damaged");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, gzip_of_a_recording_is_delivered_chunk_by_chunk);
    tcase_add_loop_test(tests, compressed_pieces_put_together_are_one_recording, 0, 5);
    tcase_add_test(tests, unfinished_chunk_and_all_behind_it_is_the_last_segment);
    tcase_add_test(tests, garbage_behind_a_chunk_is_the_last_segment);
    tcase_add_test(tests, chunk_cut_off_by_the_end_is_delivered_as_far_as_it_goes);
    tcase_add_test(tests, recording_behind_garbage_is_found);
    tcase_add_test(tests, zip_delivers_its_recordings_and_counts_the_rest);
    tcase_add_loop_test(tests, of_an_archive_one_member_or_one_folder_can_be_asked_for, 0, 4);
    tcase_add_test(tests, tar_gz_delivers_its_recordings);
    tcase_add_test(tests, of_a_tar_what_is_no_recording_is_jumped_over);
    tcase_add_test(tests, packed_members_are_unpacked_too);
    tcase_add_test(tests, archive_without_recordings_in_an_archive_is_one_file_that_is_none);
    tcase_add_test(tests, archives_nested_too_deep_are_refused);
    tcase_add_test(tests, endless_gzip_in_gzip_is_refused);
    tcase_add_test(tests, encrypted_members_are_an_error_and_the_others_are_read);
    tcase_add_test(tests, broken_member_does_not_cost_the_members_behind_it);
    tcase_add_test(tests, broken_member_of_a_zip_in_a_zip_does_not_cost_what_is_behind_that);
    tcase_add_loop_test(tests, sixteen_broken_members_are_stepped_over, 0, 2);
    tcase_add_loop_test(tests, what_lies_behind_a_broken_head_of_a_tar_is_not_looked_for, 0, 2);
    tcase_add_test(tests, limits_of_unpacking_follow_the_size_of_the_file);
    tcase_add_test(tests, each_chunk_is_kept_by_itself);
    tcase_add_test(tests, member_that_fails_its_checksum_is_delivered_and_then_an_error);
    tcase_add_test(tests, names_of_members_do_not_depend_on_the_locale);
    tcase_add_test(tests, cut_gzip_gives_what_it_has_then_the_error);
    tcase_add_test(tests, damaged_gzip_gives_what_comes_before_then_the_error);
}

int main(void) {
    return run_case("packed", add_tests);
}
