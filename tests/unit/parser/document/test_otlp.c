/* OTLP profiles in the layouts of three years: the same samples, and bytes that are none. */
#include "parser/document/protobuf.h"
#include "tests/support/anywhere.h"
#include "tests/support/document.h"
#include "tests/support/suite.h"

#include <check.h>

enum { OF_2024, OF_2025, NOW, LAYOUTS };

/* Numbers of fields, by layout: see parser/document/otlp.c. */
static const struct {
    uint32_t mapping, location, function, attribute, string, indices, time, duration, values, about,
        times;
} fields[LAYOUTS] = {{3, 4, 6, 7, 10, 5, 11, 12, 3, 4, 6},
                     {1, 2, 3, 6, 5, 3, 4, 5, 3, 4, 6},
                     {1, 2, 3, 6, 5, 0, 3, 4, 4, 2, 5}};

static const char *const strings[] = {
    "",      "cpu",         "count", "nanoseconds", "a.B.c",
    "main",  "thread.name", "leaf",  "thread.id",   "profile.frame.type",
    "kernel"};
enum { NONE, CPU, COUNT, NS, ABC, MAIN, THREAD_NAME, LEAF, THREAD_ID, FRAME_TYPE, KERNEL };

static void add_packed(struct text *out, uint32_t field, const uint64_t *numbers, size_t len) {
    size_t begin = proto_begin(out, field);
    for (size_t i = 0; i < len; i++) proto_add_varint(out, numbers[i]);
    proto_end(out, begin);
}

/* Where not 0, texts of attributes are numbers, and this is that of the thread's name. */
static uint64_t main_number;

/* key: its text before there were dictionaries, its number since. */
static void add_attribute(struct text *out, int layout, uint32_t key, const char *text,
                          uint64_t number) {
    size_t attribute = proto_begin(out, fields[layout].attribute);
    if (layout == NOW) proto_add_number(out, 1, key);
    else proto_add_bytes(out, 1, strings[key], strlen(strings[key]));
    size_t value = proto_begin(out, 2);
    if (text && main_number) proto_add_number(out, 8, key == THREAD_NAME ? main_number : KERNEL);
    else if (text) proto_add_bytes(out, 1, text, strlen(text));
    else proto_add_number(out, 3, number);
    proto_end(out, value);
    proto_end(out, attribute);
}

static void add_location(struct text *out, int layout, uint64_t function, uint64_t line,
                         uint64_t attribute) {
    size_t location = proto_begin(out, fields[layout].location);
    proto_add_number(out, 2, 1000 + line);
    size_t inner = proto_begin(out, 3);
    proto_add_number(out, 1, function);
    proto_add_number(out, 2, line);
    proto_end(out, inner);
    if (attribute) add_packed(out, layout == NOW ? 4 : 5, &attribute, 1);
    proto_end(out, location);
}

static void add_tables(struct text *out, int layout) {
    size_t mapping = proto_begin(out, fields[layout].mapping);
    for (uint32_t field = 1; field <= 3; field++) proto_add_number(out, field, 100 * field);
    proto_end(out, mapping);
    for (uint64_t i = 0; i < 3; i++) {
        size_t function = proto_begin(out, fields[layout].function);
        if (i) proto_add_number(out, 1, i == 1 ? ABC : LEAF);
        proto_end(out, function);
    }
    proto_end(out, proto_begin(out, fields[layout].location));
    add_location(out, layout, 1, 7, 0);
    add_location(out, layout, 2, 65535, 3);
    proto_end(out, proto_begin(out, fields[layout].attribute));
    add_attribute(out, layout, THREAD_NAME, "main", 0);
    add_attribute(out, layout, THREAD_ID, NULL, 17);
    add_attribute(out, layout, FRAME_TYPE, "kernel", 0);
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        proto_add_bytes(out, fields[layout].string, strings[i], strlen(strings[i]));
    if (layout != NOW) return;
    proto_end(out, proto_begin(out, 7));
    size_t stack = proto_begin(out, 7);
    add_packed(out, 1, (uint64_t[]){2, 1}, 2);
    proto_end(out, stack);
}

struct made_up {
    int layout;
    uint64_t stack, len; /* or the first index and how many */
    uint64_t value, type_unit, extra_values;
    size_t times;             /* in the place of a value, */
    bool both;                /* or besides */
    const uint64_t *each;     /* values for them; NULL: value each */
    uint64_t start, duration; /* of OF_2024; 0: 16 and 5 */
    bool dictionary_first;
};

static void add_sample(struct text *out, const struct made_up *m) {
    size_t sample = proto_begin(out, 2);
    proto_add_number(out, 1, m->stack);
    if (m->layout != NOW) proto_add_number(out, 2, m->len);
    uint64_t values[4] = {m->value, m->value, m->value, m->value};
    if (!m->times || m->both)
        add_packed(out, fields[m->layout].values, m->each ? m->each : values, 1 + m->extra_values);
    add_packed(out, fields[m->layout].about, (uint64_t[]){1, 2}, 2);
    if (m->times && m->layout == NOW) {
        size_t times = proto_begin(out, 5);
        for (size_t i = 0; i < m->times; i++) text_add_bytes(out, "12345678", 8);
        proto_end(out, times);
    } else if (m->times) {
        add_packed(out, 6, (uint64_t[]){1000, 2000, 3000}, m->times);
    }
    proto_end(out, sample);
}

static struct text make(const struct made_up *m) {
    struct text out = {0}, dictionary = {0};
    int layout = m->layout;
    if (layout != OF_2024) {
        size_t begin = proto_begin(&dictionary, 2);
        add_tables(&dictionary, layout);
        proto_end(&dictionary, begin);
    }
    if (m->dictionary_first) text_add_bytes(&out, dictionary.data, dictionary.len);
    size_t resource = proto_begin(&out, 1), scope = proto_begin(&out, 2);
    size_t profile = proto_begin(&out, 2), type = proto_begin(&out, 1);
    proto_add_number(&out, 1, CPU);
    proto_add_number(&out, 2, m->type_unit ? m->type_unit : COUNT);
    proto_end(&out, type);
    add_sample(&out, m);
    if (layout == OF_2024) add_tables(&out, layout);
    if (layout != NOW) add_packed(&out, fields[layout].indices, (uint64_t[]){0, 2, 1}, 3);
    if (layout == NOW)
        text_add_bytes(&out,
                       "\x19"
                       "\x10\0\0\0\0\0\0\0",
                       9); /* at 16 ns */
    else proto_add_number(&out, fields[layout].time, m->start ? m->start : 16);
    proto_add_number(&out, fields[layout].duration, m->duration ? m->duration : 5);
    proto_end(&out, profile);
    proto_end(&out, scope);
    proto_end(&out, resource);
    if (!m->dictionary_first && dictionary.len)
        text_add_bytes(&out, dictionary.data, dictionary.len);
    text_free(&dictionary);
    return out;
}

static void check_told(const struct made_up *m, const char *wanted) {
    struct text bytes = make(m), told = document_told(bytes.data, bytes.len);
    if (strncmp(wanted, "error", 5) == 0)
        ck_assert_msg(strstr(text_str(&told), wanted + 7) != NULL, "%d: %s", m->layout,
                      text_str(&told));
    else ck_assert_str_eq(text_str(&told), wanted);
    text_free(&told);
    text_free(&bytes);
}

#define SAMPLE "thread=main thread_id=17 | a.B.c:7 leaf [kernel] = "

static struct made_up usual(int layout) {
    return (struct made_up){.layout = layout, .stack = 1, .len = 2, .value = 3};
}

START_TEST(all_layouts_say_the_same) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct made_up m = usual(layout);
        check_told(&m, SAMPLE "3\n");
        m.dictionary_first = true;
        check_told(&m, SAMPLE "3\n");
    }
}
END_TEST

START_TEST(a_sample_without_values_is_there_as_often_as_it_has_times) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct made_up m = usual(layout);
        m.times = 3;
        check_told(&m, SAMPLE "3\n");
        m.times = 1;
        check_told(&m, SAMPLE "1\n");
    }
}
END_TEST

START_TEST(values_may_be_one_for_each_time) {
    struct made_up m = usual(NOW);
    m.times = 3;
    m.both = true;
    m.extra_values = 2;
    check_told(&m, SAMPLE "9\n");
    m.extra_values = 1;
    check_told(&m, "error: a sample with more values than the profile has types");
    m.extra_values = 0;
    check_told(&m, SAMPLE "3\n");
}
END_TEST

START_TEST(values_of_times_that_wrap_are_beyond_what_can_be) {
    const uint64_t wraps[] = {INT64_MAX, 1, (uint64_t) - (INT64_MAX - 5)};
    const uint64_t fits[] = {INT64_MAX - 1, (uint64_t) - (INT64_MAX - 5), 3};
    struct made_up m = usual(NOW);
    m.times = 3;
    m.both = true;
    m.extra_values = 2;
    m.each = wraps;
    check_told(&m, "error: the values add up to more than can be");
    m.each = fits;
    check_told(&m, SAMPLE "7\n");
}
END_TEST

START_TEST(a_stack_may_be_empty) {
    struct made_up m = usual(NOW);
    m.stack = 0;
    check_told(&m, "thread=main thread_id=17 | = 3\n");
    m = usual(OF_2025);
    m.len = 0;
    check_told(&m, "thread=main thread_id=17 | = 3\n");
}
END_TEST

START_TEST(what_is_not_there_is_said) {
    struct made_up m = usual(NOW);
    m.stack = 2;
    check_told(&m, "error: a stack that is not there");
    for (int layout = 0; layout < NOW; layout++) {
        m = usual(layout);
        m.len = 3;
        check_told(&m, "error: locations that are not there");
        m.stack = 4;
        m.len = 0;
        check_told(&m, "error: locations that are not there");
        m.stack = 3; /* behind the last, none of them */
        check_told(&m, "thread=main thread_id=17 | = 3\n");
    }
    m = usual(NOW);
    m.type_unit = sizeof strings / sizeof *strings;
    check_told(&m, "error: it names text 11, of which there are 11");
    m = usual(NOW);
    m.extra_values = 1;
    check_told(&m, "error: a sample with more values than the profile has types");
    m = usual(NOW);
    m.value = (uint64_t)1 << 61;
    check_told(&m, "error: the values add up to more than can be");
}
END_TEST

START_TEST(texts_of_attributes_may_be_numbers) {
    const struct made_up m = usual(NOW);
    main_number = MAIN;
    check_told(&m, SAMPLE "3\n");
    main_number = KERNEL;
    check_told(&m, "thread=kernel thread_id=17 | a.B.c:7 leaf [kernel] = 3\n");
    main_number = KERNEL + 1;
    check_told(&m, "error: it names text 11, of which there are 11");
    main_number = 0;
}
END_TEST

START_TEST(a_mapping_is_where_it_is) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct made_up m = usual(layout);
        struct text bytes = make(&m);
        struct jfr_error error;
        struct document *d = document_read((const uint8_t *)bytes.data, bytes.len, &error);
        ck_assert_ptr_nonnull(d);
        ck_assert_uint_eq(d->mappings.items[0].start, 100);
        ck_assert_uint_eq(d->mappings.items[0].limit, 200);
        ck_assert_uint_eq(d->mappings.items[0].offset, 300);
        ck_assert_uint_eq(d->locations.items[1].address, 1007);
        document_free(d);
        text_free(&bytes);
    }
}
END_TEST

START_TEST(times_are_known) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct made_up m = usual(layout);
        struct text bytes = make(&m);
        struct jfr_error error;
        struct document *d = document_read((const uint8_t *)bytes.data, bytes.len, &error);
        ck_assert_ptr_nonnull(d);
        ck_assert_int_eq(d->start_ns, 16);
        ck_assert_int_eq(d->duration_ns, 5);
        document_free(d);
        text_free(&bytes);
    }
}
END_TEST

/* Of two profiles of 2024, which have nothing in common. */
static void check_times(const struct made_up *first, const struct made_up *second, int64_t start,
                        int64_t duration) {
    struct text bytes = make(first), more = make(second);
    struct jfr_error error;
    text_add_bytes(&bytes, more.data, more.len);
    struct document *d = document_read((const uint8_t *)bytes.data, bytes.len, &error);
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(d->start_ns, start);
    ck_assert_int_eq(d->duration_ns, duration);
    document_free(d);
    text_free(&more);
    text_free(&bytes);
}

START_TEST(times_of_several_profiles_add_up_to_no_end_beyond_what_can_be) {
    struct made_up one = usual(OF_2024), other = usual(OF_2024);
    check_times(&one, &other, 16, 5); /* of one stretch of time */
    other.start = 30;
    check_times(&one, &other, 16, 10);
    check_times(&other, &one, 16, 10);
    one.duration = INT64_MAX - 16 - 6;
    check_times(&one, &other, 16, INT64_MAX - 16 - 1);
    one.duration = INT64_MAX - 16 - 5;
    check_times(&one, &other, 16, INT64_MAX - 16);
    one.duration = INT64_MAX - 16 - 4;
    check_times(&one, &other, 16, INT64_MAX - 16);
    one.duration = INT64_MAX - 16;
    other.duration = INT64_MAX - 30;
    check_times(&one, &other, 16, INT64_MAX - 16);
}
END_TEST

START_TEST(every_cut_has_an_error_and_no_byte_too_much_is_read) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct made_up m = usual(layout);
        struct text bytes = make(&m);
        for (size_t len = 0; len < bytes.len; len++) {
            struct text told = document_told(bytes.data, len);
            text_free(&told);
        }
        for (size_t i = 0; i < bytes.len * 8; i++) {
            bytes.data[i / 8] = (char)(bytes.data[i / 8] ^ (1 << i % 8));
            struct text told = document_told(bytes.data, bytes.len);
            text_free(&told);
            bytes.data[i / 8] = (char)(bytes.data[i / 8] ^ (1 << i % 8));
        }
        text_free(&bytes);
    }
}
END_TEST

START_TEST(other_messages_are_not_taken) {
    struct made_up m = usual(NOW);
    struct text bytes = make(&m);
    for (size_t len = 22; len <= bytes.len; len++)
        ck_assert_msg(document_begins((const uint8_t *)bytes.data, len) != NULL, "%zu", len);
    /* A dictionary in front, of which more is than is seen, and a profile whose time comes first.
     */
    static const char dictionary[] = "\x12\xff\x7f\x3a\0\x3a\x04\x0a\x02\x01\x02\x0a\0";
    ck_assert_ptr_nonnull(document_begins((const uint8_t *)dictionary, sizeof dictionary - 1));
    static const char full[] = "\x12\xff\x7f\x3a\x04\x0a\x02\x01\x02\x3a\0\x0a\0";
    ck_assert_ptr_null(document_begins((const uint8_t *)full, sizeof full - 1));
    static const char two[] = "\x12\xff\x7f\x3a\0\x3a\x04\x0a\x02\x01\x02";
    ck_assert_ptr_null(document_begins((const uint8_t *)two, sizeof two - 1));
    static const char timed[] = "\x0a\x15\x12\x13\x12\x11\x19"
                                "12345678"
                                "\x20\x05\x0a\x04\x08\x01\x10\x02";
    ck_assert_ptr_nonnull(document_begins((const uint8_t *)timed, sizeof timed - 1));
    /* A trace of OTLP: where a profile has its type, a span has an id. */
    static const char span[] = "\x0a\x16\x12\x14\x12\x12\x0a\x10"
                               "0123456789abcdef";
    ck_assert_ptr_null(document_begins((const uint8_t *)span, sizeof span - 1));
    static const char *const others[] = {"\x0a\x06\x0a\x04\x08\x01\x10\x02", "\x0a\x02hi\x0a\x02ho",
                                         "\x12\x06\x0a\x04text"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!document_begins((const uint8_t *)others[i], strlen(others[i])), "%zu", i);
    text_free(&bytes);
}
END_TEST

/* Of a resource with the key, before a profile. */
START_TEST(keys_of_a_resource_are_written_in_printed_letters) {
    for (int c = 0; c < 256; c++) {
        struct text bytes = {0}, all = {0};
        const char key[] = {'a', (char)c, 'z'};
        size_t resource = proto_begin(&bytes, 1), attribute = proto_begin(&bytes, 1);
        proto_add_bytes(&bytes, 1, key, sizeof key);
        proto_end(&bytes, attribute);
        proto_end(&bytes, resource);
        size_t scope = proto_begin(&bytes, 2), profile = proto_begin(&bytes, 2),
               type = proto_begin(&bytes, 1);
        proto_add_number(&bytes, 1, 1);
        proto_end(&bytes, type);
        proto_end(&bytes, profile);
        proto_end(&bytes, scope);
        proto_add_bytes(&all, 1, bytes.data, bytes.len);
        bool taken = document_begins((const uint8_t *)all.data, all.len) != NULL;
        ck_assert_msg(taken == (c >= ' ' && c < 0x7f), "%d", c);
        text_free(&bytes);
        text_free(&all);
    }
}
END_TEST

/* Three times, each with a value. */
START_TEST(what_is_wrong_in_one_place_is_read_as_ever) {
    static const uint64_t each[] = {5, 6, 7};
    static const uint64_t expected[LAYOUTS] = {0x56B4CD25B3A3D6B4, 0x73807B08574D4590,
                                               0xE66C73104C8EE658};
    struct made_up m = usual(_i);
    m.times = 3;
    m.both = _i == NOW;
    m.extra_values = _i == NOW ? 2 : 0;
    m.each = each;
    struct text bytes = make(&m);
    char name[20];
    snprintf(name, sizeof name, "otlp-%d", _i);
    anywhere(name, bytes.data, bytes.len, 1, document_tell, expected[_i]);
    text_free(&bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("otlp");
    TCase *c = tcase_create("otlp");
    tcase_add_test(c, all_layouts_say_the_same);
    tcase_add_test(c, a_sample_without_values_is_there_as_often_as_it_has_times);
    tcase_add_test(c, values_may_be_one_for_each_time);
    tcase_add_test(c, values_of_times_that_wrap_are_beyond_what_can_be);
    tcase_add_test(c, a_stack_may_be_empty);
    tcase_add_test(c, what_is_not_there_is_said);
    tcase_add_test(c, texts_of_attributes_may_be_numbers);
    tcase_add_test(c, a_mapping_is_where_it_is);
    tcase_add_test(c, times_are_known);
    tcase_add_test(c, times_of_several_profiles_add_up_to_no_end_beyond_what_can_be);
    tcase_add_test(c, every_cut_has_an_error_and_no_byte_too_much_is_read);
    tcase_add_test(c, other_messages_are_not_taken);
    tcase_add_test(c, keys_of_a_resource_are_written_in_printed_letters);
    tcase_add_loop_test(c, what_is_wrong_in_one_place_is_read_as_ever, 0, LAYOUTS);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
