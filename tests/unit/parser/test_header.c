/* What is no chunk, and headers that say what is not so: each field by itself. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main"};

static size_t add_chunk(struct recording *r, int64_t seconds) {
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    jvm_chunk(r, &head, stacks, 2);
    return r->out.len - r->chunk;
}

/* A chunk with all it should have; returns the number of its samples. */
static void check_readable(struct opened *o) {
    struct jfr_metadata *metadata = jfr_metadata_read(&o->chunk, &o->error);
    ck_assert_msg(metadata != NULL, "%s", o->error.text);
    const struct jfr_type *sample = jfr_type_by_name(metadata, "jdk.ExecutionSample");
    struct jfr_cursor *cursor = jfr_cursor_open(&o->chunk, metadata, &o->log);
    struct jfr_event event;
    while (jfr_cursor_next(cursor, &event)) ck_abort_msg("no event was wanted");
    ck_assert_uint_eq(jfr_cursor_tally(cursor, sample->id).count, 2);
    ck_assert_uint_eq(jfr_cursor_lost(cursor), 0);
    jfr_cursor_close(cursor);
    jfr_metadata_free(metadata);
}

static void open_recording(struct opened *o, const struct recording *r) {
    open_bytes(o, r->out.data, r->out.len);
}

static void done(struct opened *o, struct recording *r) {
    opened_close(o);
    recording_free(r);
}

static void expect_error(struct opened *o, enum jfr_code code, uint64_t offset, const char *words) {
    ck_assert_int_eq(open_next(o), -1);
    ck_assert_int_eq(o->error.code, code);
    ck_assert_uint_eq(o->error.offset, offset);
    ck_assert_msg(strstr(o->error.text, words) != NULL, "%s", o->error.text);
}

static void expect_chunk_at(struct opened *o, uint64_t offset) {
    ck_assert_int_eq(open_next(o), 1);
    ck_assert_uint_eq(o->chunk.offset, offset);
    check_readable(o);
}

/* ==== What is no chunk ====================================================================== */

START_TEST(nothing_has_no_chunks) {
    struct opened o;
    open_bytes(&o, "", 0);
    ck_assert_int_eq(open_next(&o), 0);
    opened_close(&o);
}
END_TEST

START_TEST(what_is_no_recording_is_called_so) {
    static const char *const contents[] = {"x", "FLR", "%PDF-1.4 and so on", "\xCA\xFE\xBA\xBE"};
    for (size_t i = 0; i < 4; i++) {
        struct opened o;
        open_bytes(&o, contents[i], strlen(contents[i]));
        expect_error(&o, JFR_NOT_JFR, 0, "not a JFR recording: no chunk begins anywhere in it");
        ck_assert_int_eq(open_next(&o), 0);
        opened_close(&o);
    }
}
END_TEST

START_TEST(a_recording_that_ends_within_its_first_header_says_so) {
    struct recording r = {0};
    add_chunk(&r, 0);
    for (size_t len = 8; len < HEADER_END; len++) {
        struct opened o;
        char expected[100];
        open_bytes(&o, r.out.data, len);
        snprintf(expected, sizeof expected, "the recording ends after %zu of the 68 bytes", len);
        expect_error(&o, JFR_DAMAGED, 0, expected);
        ck_assert_int_eq(open_next(&o), 0);
        opened_close(&o);
    }
    recording_free(&r);
}
END_TEST

START_TEST(garbage_before_and_between_chunks_is_left_out_and_noted) {
    struct recording r = {0};
    struct opened o;
    put_bytes(&r, "some log output\n", 16);
    size_t first = r.out.len;
    add_chunk(&r, 0);
    size_t gap = r.out.len;
    put_bytes(&r, "FLR\0 is a magic, but not here: this is just text, for quite a while ........",
              77);
    size_t second = r.out.len;
    add_chunk(&r, 10);
    size_t rest = r.out.len;
    put_bytes(&r, "\0\0\0", 3);
    open_recording(&o, &r);
    expect_chunk_at(&o, first);
    ck_assert(opened_noted(&o, "lost 16 at 0: 16 bytes that are no chunk were left out"));
    int result = open_next(&o); /* the text may be taken for a chunk of an unknown format */
    if (result < 0) result = open_next(&o);
    ck_assert_int_eq(result, 1);
    ck_assert_uint_eq(o.chunk.offset, second);
    check_readable(&o);
    ck_assert_int_eq(open_next(&o), 0);
    char expected[80];
    snprintf(expected, sizeof expected, "lost 3 at %zu: 3 bytes that are no chunk", rest);
    ck_assert_msg(opened_noted(&o, expected), "%s", text_str(&o.notes));
    ck_assert_uint_gt(second, gap);
    done(&o, &r);
}
END_TEST

START_TEST(the_format_of_jdk_7_and_8_behind_what_is_not_whole_is_named) {
    struct recording r = {0};
    struct opened o;
    put_bytes(&r, "FLR", 4);
    put_u2(&r, 0), put_u2(&r, 9);
    put_u8(&r, 40); /* where its metadata, the last event, begins */
    while (r.out.len < 40) put_u1(&r, 0x11);
    put_u4(&r, 12); /* its size */
    put_u8(&r, 0);
    size_t second = r.out.len;
    add_chunk(&r, 0);
    open_recording(&o, &r);
    expect_error(&o, JFR_UNSUPPORTED, 0, "format 0.9, as JDK 7 and 8 wrote it, is read only where");
    expect_chunk_at(&o, second);
    opened_close(&o);
    /* its offset may be anything */
    static const uint64_t offsets[] = {0, 15, 1000000, UINT64_MAX, UINT64_MAX - 3, 39};
    for (size_t i = 0; i < 6; i++) {
        r.chunk = 0;
        header_set(&r, HEADER_SIZE, offsets[i]);
        open_recording(&o, &r);
        expect_error(&o, JFR_UNSUPPORTED, 0, "format 0.9");
        expect_chunk_at(&o, second);
        ck_assert_int_eq(open_next(&o), 0);
        opened_close(&o);
    }
    recording_free(&r);
}
END_TEST

START_TEST(the_last_chunk_of_a_future_format_is_stepped_over_by_its_size_whatever_it_holds) {
    struct recording r = {0};
    struct opened o;
    struct chunk_head head = usual_head;
    head.major = 3;
    jvm_chunk(&r, &head, stacks, 2);
    struct recording whole = {0};
    size_t size = add_chunk(&whole, 10);
    put_bytes(&r, whole.out.data, size); /* what looks like a chunk of its own */
    recording_free(&whole);
    header_set(&r, HEADER_SIZE, r.out.len);
    open_recording(&o, &r);
    expect_error(&o, JFR_UNSUPPORTED, 4, "format 3.1 is not known: 1.0, 2.0 and 2.1 are read");
    ck_assert_int_eq(open_next(&o), 0);
    done(&o, &r);
}
END_TEST

START_TEST(a_format_of_the_future_is_named_and_stepped_over) {
    for (int broken = 0; broken < 2; broken++) {
        struct recording r = {0};
        struct opened o;
        struct chunk_head head = usual_head;
        head.major = 3;
        head.minor = 7;
        jvm_chunk(&r, &head, stacks, 2);
        if (broken) header_set(&r, HEADER_SIZE, 3);
        size_t second = r.out.len;
        add_chunk(&r, 10);
        open_recording(&o, &r);
        expect_error(&o, JFR_UNSUPPORTED, 4, "format 3.7 is not known: 1.0, 2.0 and 2.1 are read");
        expect_chunk_at(&o, second);
        ck_assert_int_eq(open_next(&o), 0);
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_chunk_whose_magic_was_overwritten_is_read_all_the_same) {
    struct recording r = {0};
    struct opened o;
    size_t first = add_chunk(&r, 0);
    add_chunk(&r, 10);
    for (size_t chunk = 0; chunk <= first; chunk += first) {
        r.chunk = chunk;
        header_set(&r, HEADER_MAGIC, 0xDEADBEEF);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        expect_chunk_at(&o, first);
        ck_assert(opened_noted(&o, "were overwritten (de ad be ef); read on all the same"));
        ck_assert_int_eq(open_next(&o), 0);
        opened_close(&o);
        header_set(&r, HEADER_MAGIC, 0x464C5200);
    }
    recording_free(&r);
}
END_TEST

/* ==== Fields of the header ================================================================== */

static const uint64_t bad_values[] = {0,
                                      1,
                                      69,
                                      70,
                                      1000,
                                      3000,
                                      UINT64_C(1) << 31,
                                      UINT64_C(1) << 60,
                                      UINT64_C(1) << 63,
                                      UINT64_MAX - 67,
                                      UINT64_MAX};

/* Every field with every bad value: both chunks are found, and the second is whole. */
START_TEST(no_value_of_any_field_keeps_the_next_chunk_from_being_read) {
    static const enum header_field fields[] = {HEADER_MAGIC,       HEADER_MAJOR,
                                               HEADER_MINOR,       HEADER_SIZE,
                                               HEADER_CHECKPOINT,  HEADER_METADATA,
                                               HEADER_START_NS,    HEADER_DURATION_NS,
                                               HEADER_START_TICKS, HEADER_TICKS_PER_SECOND,
                                               HEADER_GENERATION,  HEADER_FLAGS};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        for (size_t i = 0; i < sizeof bad_values / sizeof *bad_values; i++) {
            struct recording r = {0};
            struct opened o;
            size_t first = add_chunk(&r, 0);
            header_set(&r, fields[f], bad_values[i]);
            add_chunk(&r, 10);
            open_recording(&o, &r);
            int result;
            bool second = false;
            while ((result = open_next(&o)) != 0) {
                if (result < 0) continue;
                jfr_chunk_end(&o.chunk);
                if (o.chunk.offset != first) continue;
                check_readable(&o);
                second = true;
            }
            ck_assert_msg(second, "field %d, value %d", fields[f], (int)i);
            done(&o, &r);
        }
}
END_TEST

START_TEST(a_chunk_is_read_in_full_whatever_its_offsets_say) {
    for (size_t i = 0; i < sizeof bad_values / sizeof *bad_values; i++) {
        struct recording r = {0};
        struct opened o;
        add_chunk(&r, 0);
        header_set(&r, HEADER_CHECKPOINT, bad_values[i]);
        header_set(&r, HEADER_METADATA, bad_values[i]);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        ck_assert_uint_eq(o.chunk.metadata_offset, r.metadata);
        ck_assert(opened_noted(&o, "lost 0 at 24: the chunk's metadata is not at byte "));
        done(&o, &r);
    }
}
END_TEST

START_TEST(metadata_behind_damage_is_found) {
    static const uint8_t generations[] = {0, 4};
    for (int i = 0; i < 4; i++) {
        struct recording r = {0};
        struct opened o;
        chunk_begin(&r, NULL);
        event_begin(&r, 300);
        put_long(&r, 2000);
        size_t broken = event_end(&r);
        jvm_types(&r);
        jvm_sample(&r, 2000, 1, 1);
        jvm_sample(&r, 2000, 1, 1);
        jvm_pools(&(struct jvm){0}, &r);
        chunk_end(&r);
        r.out.data[broken] = 0; /* no way to walk over it */
        header_set(&r, HEADER_GENERATION, generations[i % 2]);
        if (i >= 2) header_set(&r, HEADER_METADATA, 0);
        open_recording(&o, &r);
        ck_assert_int_eq(open_next(&o), 1);
        ck_assert_uint_eq(o.chunk.metadata_offset, r.metadata);
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_wrong_flag_for_compressed_integers_is_mended) {
    for (uint16_t flags = 0; flags < 2; flags++) {
        struct recording r = {0};
        struct opened o;
        struct chunk_head head = usual_head;
        head.flags = flags;
        jvm_chunk(&r, &head, stacks, 2);
        header_set(&r, HEADER_FLAGS, !flags);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        ck_assert_int_eq(o.chunk.encoding, flags);
        ck_assert(opened_noted(&o, flags ? "is wrong; read with it" : "is wrong; read without it"));
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_first_event_that_is_damaged_says_nothing_about_the_flag) {
    struct recording r = {0};
    struct opened o;
    chunk_begin(&r, NULL);
    event_begin(&r, 300);
    put_bytes(&r, "\x40\0\0\0\0\0\0\0\0\0\0\0\0\0", 14);
    size_t broken = event_end(&r);
    jvm_types(&r);
    jvm_pools(&(struct jvm){0}, &r);
    chunk_end(&r);
    /* reads well as a fixed size of 64 and a type of 0 or so */
    memcpy(r.out.data + broken, "\0\0\0\x40\0\0\0\0\0\0\0\x09", 12);
    open_recording(&o, &r);
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert_int_eq(o.chunk.encoding, JFR_COMPRESSED);
    done(&o, &r);
}
END_TEST

START_TEST(a_clock_that_stands_still_counts_as_one_of_nanoseconds) {
    static const uint64_t clocks[] = {0, UINT64_MAX, UINT64_C(1) << 63};
    for (size_t i = 0; i < 3; i++) {
        struct recording r = {0};
        struct opened o;
        add_chunk(&r, 0);
        header_set(&r, HEADER_TICKS_PER_SECOND, clocks[i]);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        ck_assert_double_eq(o.chunk.ticks_per_ns, 1.0);
        ck_assert(opened_noted(&o, "ticks per second, which cannot be; times are read as nano"));
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_clock_that_runs_is_believed_however_fast) {
    static const uint64_t clocks[] = {1, 1000000, INT64_MAX};
    for (size_t i = 0; i < 3; i++) {
        struct recording r = {0};
        struct opened o;
        add_chunk(&r, 0);
        header_set(&r, HEADER_TICKS_PER_SECOND, clocks[i]);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        ck_assert_int_eq(o.chunk.ticks_per_second, (int64_t)clocks[i]);
        ck_assert_double_eq(o.chunk.ticks_per_ns, (double)clocks[i] / 1e9);
        ck_assert_str_eq(text_str(&o.notes), "");
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_duration_that_is_negative_is_none) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    header_set(&r, HEADER_DURATION_NS, UINT64_MAX);
    open_recording(&o, &r);
    expect_chunk_at(&o, 0);
    ck_assert_int_eq(o.chunk.duration_ns, 0);
    ck_assert_int_eq(jfr_chunk_end(&o.chunk), START_NS + 1000000); /* its last event */
    done(&o, &r);
}
END_TEST

START_TEST(a_duration_beyond_ten_years_is_none) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    header_set(&r, HEADER_DURATION_NS, INT64_MAX);
    open_recording(&o, &r);
    expect_chunk_at(&o, 0);
    ck_assert_int_eq(o.chunk.duration_ns, 0);
    ck_assert_int_eq(jfr_chunk_end(&o.chunk), START_NS + 1000000); /* its last event */
    done(&o, &r);
}
END_TEST

START_TEST(a_start_before_1970_or_in_a_far_future_is_not_believed) {
    static const uint64_t starts[] = {UINT64_MAX, UINT64_C(1) << 63, INT64_MAX};
    for (size_t i = 0; i < 3; i++) {
        struct recording r = {0};
        struct opened o;
        add_chunk(&r, 0);
        header_set(&r, HEADER_START_NS, starts[i]);
        open_recording(&o, &r);
        expect_chunk_at(&o, 0);
        ck_assert_int_eq(o.chunk.start_ns, 0);
        ck_assert(opened_noted(&o, " ns after 1970, which cannot be"));
        ck_assert_int_eq(jfr_chunk_end(&o.chunk), usual_head.duration_ns);
        done(&o, &r);
    }
}
END_TEST

START_TEST(thousands_of_tiny_chunks_take_no_time) {
    struct recording r = {0};
    struct opened o;
    for (int i = 0; i < 20000; i++) {
        chunk_begin(&r, NULL);
        checkpoint_begin(&r, 0);
        checkpoint_end(&r);
        chunk_end(&r);
        if (i % 2) header_set(&r, HEADER_SIZE, UINT64_MAX - (uint64_t)i);
    }
    open_recording(&o, &r);
    int chunks = 0;
    while (open_next(&o) == 1) chunks++;
    ck_assert_int_eq(chunks, 20000);
    done(&o, &r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("header");
    TCase *cases = tcase_create("header");
    tcase_add_test(cases, nothing_has_no_chunks);
    tcase_add_test(cases, what_is_no_recording_is_called_so);
    tcase_add_test(cases, a_recording_that_ends_within_its_first_header_says_so);
    tcase_add_test(cases, garbage_before_and_between_chunks_is_left_out_and_noted);
    tcase_add_test(cases, the_format_of_jdk_7_and_8_behind_what_is_not_whole_is_named);
    tcase_add_test(cases,
                   the_last_chunk_of_a_future_format_is_stepped_over_by_its_size_whatever_it_holds);
    tcase_add_test(cases, a_format_of_the_future_is_named_and_stepped_over);
    tcase_add_test(cases, a_chunk_whose_magic_was_overwritten_is_read_all_the_same);
    tcase_add_test(cases, no_value_of_any_field_keeps_the_next_chunk_from_being_read);
    tcase_add_test(cases, a_chunk_is_read_in_full_whatever_its_offsets_say);
    tcase_add_test(cases, metadata_behind_damage_is_found);
    tcase_add_test(cases, a_wrong_flag_for_compressed_integers_is_mended);
    tcase_add_test(cases, a_first_event_that_is_damaged_says_nothing_about_the_flag);
    tcase_add_test(cases, a_clock_that_runs_is_believed_however_fast);
    tcase_add_test(cases, a_clock_that_stands_still_counts_as_one_of_nanoseconds);
    tcase_add_test(cases, a_duration_that_is_negative_is_none);
    tcase_add_test(cases, a_duration_beyond_ten_years_is_none);
    tcase_add_test(cases, a_start_before_1970_or_in_a_far_future_is_not_believed);
    tcase_add_test(cases, thousands_of_tiny_chunks_take_no_time);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
