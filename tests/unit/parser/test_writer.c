/* The writer, read back by the reader. */
#include "parser/writer.h"

#include "parser/wire.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static const struct writer_field label_fields[] = {{.name = "value", .type = "java.lang.String"},
                                                   {.name = NULL}};
static const struct writer_field list_fields[] = {
    {.name = "value", .type = "java.lang.String", .array = true}, {.name = NULL}};
static const struct writer_field symbol_fields[] = {{.name = "string", .type = "java.lang.String"},
                                                    {.name = NULL}};
static const struct writer_field event_fields[] = {
    {.name = "startTime", .type = "long", .annotations = {{"jdk.jfr.Timestamp", {"TICKS"}}}},
    {.name = "count", .type = "int", .annotations = {{"jdk.jfr.Unsigned", {NULL}}}},
    {.name = "ratio", .type = "double"},
    {.name = "share", .type = "float", .annotations = {{"jdk.jfr.Percentage", {NULL}}}},
    {.name = "name",
     .type = "test.Symbol",
     .pooled = true,
     .annotations = {{"jdk.jfr.Label", {"The Name"}}}},
    {.name = "text", .type = "java.lang.String"},
    {.name = NULL}};
static const struct writer_setting event_settings[] = {{"period", "test.Control", "20 ms"},
                                                       {.name = NULL}};

enum { SYMBOL = 20, EVENT = 30 };
static const struct writer_type types[] = {
    {.id = 4, .name = "long"},
    {.id = 5, .name = "int"},
    {.id = 6, .name = "double"},
    {.id = 7, .name = "float"},
    {.id = 8, .name = "java.lang.String"},
    {.id = 9,
     .name = "jdk.jfr.Label",
     .super = "java.lang.annotation.Annotation",
     .fields = label_fields},
    {.id = 10,
     .name = "jdk.jfr.Timestamp",
     .super = "java.lang.annotation.Annotation",
     .fields = label_fields},
    {.id = 11, .name = "jdk.jfr.Unsigned", .super = "java.lang.annotation.Annotation"},
    {.id = 12, .name = "jdk.jfr.Percentage", .super = "java.lang.annotation.Annotation"},
    {.id = 13,
     .name = "jdk.jfr.Category",
     .super = "java.lang.annotation.Annotation",
     .fields = list_fields},
    {.id = 14, .name = "test.Control", .super = "jdk.jfr.SettingControl"},
    {.id = SYMBOL, .name = "test.Symbol", .simple = true, .fields = symbol_fields},
    {.id = EVENT,
     .name = "test.Event",
     .super = "jdk.jfr.Event",
     .fields = event_fields,
     .settings = event_settings,
     .annotations = {{"jdk.jfr.Label", {"Test Event"}}, {"jdk.jfr.Category", {"A", "B", "C"}}}},
    {.id = 0},
};

/* ==== A chunk of one event and two checkpoints =============================================== */

static void add_symbol(struct writer_pool *pool, uint64_t key, const char *text) {
    pool->type_id = SYMBOL;
    pool->count++;
    writer_add_long(&pool->entries, key);
    writer_add_string(&pool->entries, text);
}

static void make_chunk(struct text *out) {
    static const char room[WRITER_HEADER_SIZE];
    struct writer_pool pools[2] = {0};
    struct writer_header header = {.start_ns = 1700000000000000000,
                                   .duration_ns = 5000,
                                   .start_ticks = 1000,
                                   .ticks_per_second = 1000000000,
                                   .flags = WRITER_FLAG_COMPRESSED | WRITER_FLAG_FINAL};
    text_add_bytes(out, room, sizeof room);
    header.metadata = out->len;
    ck_assert(writer_add_metadata(out, types, 1000, 77, NULL));
    size_t first = out->len;
    add_symbol(&pools[0], 1, "older");
    writer_add_checkpoint(out, 1000, 0, pools, 2);
    size_t begin = writer_event_begin(out, EVENT);
    writer_add_long(out, 3500);
    writer_add_int(out, -7);
    writer_add_double(out, 0.75);
    writer_add_float(out, 0.25f);
    writer_add_long(out, 2);
    writer_add_string(out, "caf\xc3\xa9");
    writer_event_end(out, begin);
    header.checkpoint = out->len;
    text_clear(&pools[0].entries);
    pools[0].count = 0;
    add_symbol(&pools[1], 2, "newer");
    writer_add_checkpoint(out, 4000, (int64_t)first - (int64_t)header.checkpoint, pools, 2);
    header.size = out->len;
    writer_put_header((uint8_t *)out->data, &header);
    text_free(&pools[0].entries);
    text_free(&pools[1].entries);
}

static struct opened o;
static struct text chunk;

static void set_up(void) {
    chunk = (struct text){0};
    make_chunk(&chunk);
    open_bytes(&o, chunk.data, chunk.len);
    ck_assert_int_eq(open_next(&o), 1);
    o.metadata = jfr_metadata_read(&o.chunk, &o.error);
    ck_assert_msg(o.metadata != NULL, "%s", o.error.text);
}

static void clean_up(void) {
    opened_close(&o);
    text_free(&chunk);
}

START_TEST(the_header_says_what_was_given) {
    ck_assert_uint_eq(o.chunk.major, 2);
    ck_assert_uint_eq(o.chunk.minor, 1);
    ck_assert_uint_eq(o.chunk.size, chunk.len);
    ck_assert_int_eq(o.chunk.start_ns, 1700000000000000000);
    ck_assert_int_eq(o.chunk.duration_ns, 5000);
    ck_assert_int_eq(o.chunk.start_ticks, 1000);
    ck_assert_int_eq(o.chunk.ticks_per_second, 1000000000);
    ck_assert(o.chunk.encoding == JFR_COMPRESSED && o.chunk.final_chunk && !o.chunk.unfinished);
    ck_assert_int_eq(open_next(&o), 0);
    ck_assert_str_eq(text_str(&o.notes), "");
}
END_TEST

START_TEST(types_fields_and_annotations_are_as_in_the_table) {
    const struct jfr_type *type = opened_type(&o, "test.Event");
    ck_assert_ptr_nonnull(type);
    ck_assert_uint_eq(type->id, EVENT);
    ck_assert(type->event);
    ck_assert_str_eq(type->label, "Test Event");
    ck_assert_uint_eq(type->field_count, 6);
    ck_assert_int_eq(type->fields[0]->unit, JFR_UNIT_TICKS_TIME);
    ck_assert(type->fields[1]->is_unsigned);
    ck_assert_int_eq(type->fields[3]->unit, JFR_UNIT_PERCENT);
    ck_assert(type->fields[4]->pooled);
    ck_assert_uint_eq(type->fields[4]->type_id, SYMBOL);
    ck_assert(!type->fields[5]->pooled);
    const struct jfr_type *list = opened_type(&o, "jdk.jfr.Category");
    ck_assert(list->fields[0]->array);
}
END_TEST

static struct jfr_value value_of(const char *path, char *buffer, size_t size) {
    struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, &o.log);
    struct jfr_constants *constants = jfr_constants_open(&o.chunk, o.metadata);
    struct jfr_event event, found = {0};
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, EVENT);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == EVENT) found = event;
        else jfr_constants_add(constants, &event, &o.log);
    }
    struct jfr_value value = value_of_path(constants, &o.chunk, opened_type(&o, "test.Event"),
                                           &found, path, buffer, size);
    jfr_constants_close(constants);
    jfr_cursor_close(cursor);
    return value;
}

START_TEST(values_come_back_as_they_were_given) {
    char text[64];
    ck_assert_int_eq(value_of("startTime", text, sizeof text).number, 3500);
    ck_assert_int_eq((int32_t)value_of("count", text, sizeof text).number, -7);
    ck_assert_double_eq(value_of("ratio", text, sizeof text).real, 0.75);
    ck_assert_double_eq(value_of("share", text, sizeof text).real, 0.25);
    value_of("text", text, sizeof text);
    ck_assert_str_eq(text, "caf\xc3\xa9");
    value_of("name", text, sizeof text);
    ck_assert_str_eq(text, "newer");
    ck_assert_str_eq(text_str(&o.notes), "");
}
END_TEST

/* ==== Parts ================================================================================== */

START_TEST(a_type_that_the_table_lacks_is_named) {
    const struct writer_field fields[] = {{.name = "x", .type = "no.Such"}, {.name = NULL}};
    const struct writer_type bad[] = {{.id = 4, .name = "test.T", .fields = fields}, {.id = 0}};
    const char *missing = NULL;
    struct text out = {0};
    ck_assert(!writer_add_metadata(&out, bad, 0, 1, &missing));
    ck_assert_str_eq(missing, "no.Such");
    text_free(&out);
}
END_TEST

START_TEST(integers_of_every_length_are_read_back) {
    for (unsigned bits = 0; bits <= 64; bits++)
        for (int off = -1; off <= 1; off++) {
            uint64_t value = (bits == 64 ? 0 : UINT64_C(1) << bits) + (uint64_t)off, back = 1;
            struct text out = {0};
            writer_add_long(&out, value);
            const uint8_t *at = (const uint8_t *)out.data;
            ck_assert(wire_varint(&at, at + out.len, &back));
            ck_assert_uint_eq(back, value);
            ck_assert_ptr_eq(at, (const uint8_t *)out.data + out.len);
            ck_assert_uint_le(out.len, 9);
            text_free(&out);
        }
}
END_TEST

START_TEST(a_negative_int_takes_five_bytes_and_a_negative_long_nine) {
    struct text out = {0};
    writer_add_int(&out, -1);
    ck_assert_uint_eq(out.len, 5);
    writer_add_long(&out, (uint64_t)-1);
    ck_assert_uint_eq(out.len, 14);
    text_free(&out);
}
END_TEST

START_TEST(null_and_empty_strings_differ) {
    struct text out = {0};
    writer_add_string(&out, NULL);
    writer_add_string(&out, "");
    ck_assert_uint_eq(out.len, 2);
    ck_assert_int_eq(out.data[0], WIRE_NULL);
    ck_assert_int_eq(out.data[1], WIRE_EMPTY);
    text_free(&out);
}
END_TEST

START_TEST(sizes_take_one_byte_or_four) {
    for (size_t payload = 0; payload < 300; payload++) {
        struct text out = {0};
        text_add(&out, "before");
        size_t begin = writer_event_begin(&out, 42);
        for (size_t i = 0; i < payload; i++) writer_add_byte(&out, (uint8_t)i);
        writer_event_end(&out, begin);
        uint64_t size, type;
        const uint8_t *at = (const uint8_t *)out.data + begin, *inside;
        ck_assert(wire_event(JFR_COMPRESSED, at, at + (out.len - begin), &size, &type, &inside));
        ck_assert_uint_eq(size, out.len - begin);
        ck_assert_uint_eq(type, 42);
        ck_assert_uint_eq(size, payload + (payload + 2 < 128 ? 2 : 5));
        for (size_t i = 0; i < payload; i++) ck_assert_uint_eq(inside[i], (uint8_t)i);
        text_free(&out);
    }
}
END_TEST

START_TEST(empty_pools_are_left_out) {
    struct writer_pool pools[3] = {0};
    struct text out = {0};
    add_symbol(&pools[1], 9, "x");
    writer_add_checkpoint(&out, 0, 0, pools, 3);
    ck_assert_int_eq(out.data[6], 1); /* size type start duration delta mask COUNT */
    ck_assert_int_eq(out.data[7], SYMBOL);
    text_free(&out);
    text_free(&pools[1].entries);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("writer");
    TCase *read_back = tcase_create("read back");
    tcase_add_checked_fixture(read_back, set_up, clean_up);
    tcase_add_test(read_back, the_header_says_what_was_given);
    tcase_add_test(read_back, types_fields_and_annotations_are_as_in_the_table);
    tcase_add_test(read_back, values_come_back_as_they_were_given);
    suite_add_tcase(suite, read_back);
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, a_type_that_the_table_lacks_is_named);
    tcase_add_test(parts, integers_of_every_length_are_read_back);
    tcase_add_test(parts, a_negative_int_takes_five_bytes_and_a_negative_long_nine);
    tcase_add_test(parts, null_and_empty_strings_differ);
    tcase_add_test(parts, sizes_take_one_byte_or_four);
    tcase_add_test(parts, empty_pools_are_left_out);
    suite_add_tcase(suite, parts);
    return suite_run(suite);
}
