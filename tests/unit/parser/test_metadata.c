/* The type model: what the metadata describes is there, whatever its encoding; what cannot be is
 * refused with a sentence, without taking time or memory that its size does not justify. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, INNER };

/* ==== The model ============================================================================= */

static void model_of(uint16_t flags, uint8_t strings_as) {
    struct recording r = {.strings_as = strings_as};
    struct opened o;
    struct chunk_head head = usual_head;
    head.flags = flags;
    chunk_begin(&r, &head);
    jvm_types(&r);
    chunk_end(&r);
    open_first(&o, &r);
    const struct jfr_type *sample = opened_type(&o, "jdk.ExecutionSample");
    ck_assert_uint_eq(sample->id, EVENT_EXECUTION_SAMPLE);
    ck_assert_str_eq(sample->label, "Method Profiling Sample");
    ck_assert_str_eq(sample->super, "jdk.jfr.Event");
    ck_assert(sample->event);
    ck_assert_int_eq(sample->base, JFR_STRUCT);
    ck_assert_uint_eq(sample->field_count, 4);
    ck_assert_ptr_eq(jfr_type_by_id(o.metadata, sample->id), sample);
    ck_assert_ptr_eq(o.metadata->types[sample->index], sample);
    const struct jfr_field *stack = jfr_field_by_name(sample, "stackTrace");
    ck_assert(stack->pooled && !stack->array);
    ck_assert_ptr_eq(stack->type, opened_type(&o, "jdk.types.StackTrace"));
    const struct jfr_field *frames = jfr_field_by_name(stack->type, "frames");
    ck_assert(!frames->pooled && frames->array);
    ck_assert_int_eq(jfr_field_by_name(sample, "startTime")->unit, JFR_UNIT_TICKS_TIME);
    ck_assert_ptr_eq(jfr_field_by_name(sample, "none"), NULL);
    ck_assert(!stack->type->event);
    ck_assert_ptr_eq(stack->type->label, NULL);
    static const struct {
        const char *name;
        enum jfr_base base;
    } bases[] = {
        {"boolean", JFR_BOOLEAN}, {"byte", JFR_BYTE},     {"char", JFR_CHAR},
        {"short", JFR_SHORT},     {"int", JFR_INT},       {"long", JFR_LONG},
        {"float", JFR_FLOAT},     {"double", JFR_DOUBLE}, {"java.lang.String", JFR_STRING}};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        ck_assert_int_eq(opened_type(&o, bases[i].name)->base, bases[i].base);
    ck_assert_uint_eq(o.metadata->max_id, EVENT_DATA_LOSS);
    opened_close(&o);
    recording_free(&r);
}

START_TEST(the_model_is_read_from_any_encoding) {
    for (uint16_t flags = 0; flags < 2; flags++)
        for (uint8_t strings_as = 3; strings_as <= 5; strings_as++) model_of(flags, strings_as);
}
END_TEST

struct described {
    struct recording r;
    struct opened o;
};

/* A chunk with the usual primitive types, to which a test adds its own. */
static void begin(struct described *d) {
    *d = (struct described){0};
    chunk_begin(&d->r, NULL);
    metadata_begin(&d->r);
    jvm_primitive_types(&d->r);
}

static void end(struct described *d) {
    metadata_end(&d->r);
    chunk_end(&d->r);
    open_first(&d->o, &d->r);
}

static void done(struct described *d) {
    opened_close(&d->o);
    recording_free(&d->r);
}

START_TEST(annotations_give_numbers_their_units) {
    static const struct {
        uint64_t annotation;
        const char *value;
        enum jfr_unit unit;
    } rows[] = {{TYPE_TIMESPAN, "TICKS", JFR_UNIT_TICKS_SPAN},
                {TYPE_TIMESPAN, "NANOSECONDS", JFR_UNIT_NS_SPAN},
                {TYPE_TIMESPAN, "MICROSECONDS", JFR_UNIT_US_SPAN},
                {TYPE_TIMESPAN, "MILLISECONDS", JFR_UNIT_MS_SPAN},
                {TYPE_TIMESPAN, "SECONDS", JFR_UNIT_S_SPAN},
                {TYPE_TIMESPAN, "FORTNIGHTS", JFR_UNIT_NONE},
                {TYPE_TIMESTAMP, "TICKS", JFR_UNIT_TICKS_TIME},
                {TYPE_TIMESTAMP, "MILLISECONDS_SINCE_EPOCH", JFR_UNIT_MS_TIME},
                {TYPE_DATA_AMOUNT, "BYTES", JFR_UNIT_BYTES},
                {TYPE_DATA_AMOUNT, "BITS", JFR_UNIT_BITS},
                {TYPE_DATA_AMOUNT, NULL, JFR_UNIT_BYTES},
                {TYPE_PERCENTAGE, NULL, JFR_UNIT_PERCENT},
                {TYPE_LABEL, "Percentage", JFR_UNIT_NONE},
                {9999, "TICKS", JFR_UNIT_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct described d;
        begin(&d);
        type_begin(&d.r, EVENT, "Event", "jdk.jfr.Event");
        field_begin(&d.r, "number", TYPE_LONG, FIELD_PLAIN);
        annotation(&d.r, rows[i].annotation, rows[i].value);
        annotation(&d.r, TYPE_UNSIGNED, NULL);
        field_end(&d.r);
        field(&d.r, "plain", TYPE_LONG, FIELD_PLAIN);
        type_end(&d.r);
        end(&d);
        const struct jfr_type *type = opened_type(&d.o, "Event");
        ck_assert_int_eq(type->fields[0]->unit, rows[i].unit);
        ck_assert(type->fields[0]->is_unsigned);
        ck_assert_int_eq(type->fields[1]->unit, JFR_UNIT_NONE);
        ck_assert(!type->fields[1]->is_unsigned);
        done(&d);
    }
}
END_TEST

/* The value of the annotation, or "" if there is none. */
static const char *value_of(const struct jfr_annotation *const *annotations, uint32_t count,
                            const char *name) {
    const struct jfr_annotation *found = jfr_annotation_by_name(annotations, count, name);
    return found && found->value_count ? found->values[0].value : "";
}

START_TEST(what_is_said_of_types_and_fields_is_kept) {
    enum { CATEGORY = 600, DESCRIPTION, EXPERIMENTAL, RELATIONAL, CONTENT, MINE };
    static const char *const names[] = {"jdk.jfr.Category",     "jdk.jfr.Description",
                                        "jdk.jfr.Experimental", "jdk.types.GcId",
                                        "jdk.jfr.ContentType",  "app.Fruit"};
    struct described d;
    begin(&d);
    for (uint64_t i = 0; i < 6; i++) {
        type_begin(&d.r, CATEGORY + i, names[i], "java.lang.annotation.Annotation");
        if (CATEGORY + i == MINE) annotation(&d.r, CONTENT, NULL);
        type_end(&d.r);
    }
    type_begin(&d.r, EVENT, "Event", "jdk.jfr.Event");
    annotation(&d.r, TYPE_LABEL, "An Event");
    annotation(&d.r, DESCRIPTION, "It happens");
    annotation(&d.r, EXPERIMENTAL, NULL);
    element_begin(&d.r, "annotation");
    attribute_number(&d.r, "class", CATEGORY);
    attribute(&d.r, "value-0", "Java");
    attribute(&d.r, "value-1", "GC");
    element_end(&d.r);
    field_begin(&d.r, "fruit", TYPE_LONG, FIELD_PLAIN);
    annotation(&d.r, TYPE_UNSIGNED, NULL);
    annotation(&d.r, RELATIONAL, NULL);
    annotation(&d.r, MINE, "apple");
    annotation(&d.r, TYPE_LABEL, "Fruit");
    annotation(&d.r, DESCRIPTION, "Sweet");
    field_end(&d.r);
    field_begin(&d.r, "span", TYPE_LONG, FIELD_PLAIN);
    annotation(&d.r, TYPE_TIMESPAN, "TICKS");
    annotation(&d.r, EXPERIMENTAL, NULL);
    annotation(&d.r, 9999, "strange");
    field_end(&d.r);
    type_end(&d.r);
    end(&d);
    const struct jfr_type *type = opened_type(&d.o, "Event");
    ck_assert_str_eq(type->label, "An Event");
    ck_assert_str_eq(type->description, "It happens");
    ck_assert(type->experimental);
    ck_assert_uint_eq(type->category->value_count, 2);
    ck_assert_str_eq(type->category->values[1].name, "value-1");
    ck_assert_str_eq(type->category->values[1].value, "GC");
    const struct jfr_field *fruit = type->fields[0], *span = type->fields[1];
    ck_assert_str_eq(fruit->label, "Fruit");
    ck_assert_str_eq(fruit->description, "Sweet");
    ck_assert(!fruit->experimental && span->experimental);
    ck_assert_str_eq(fruit->content_type->type->name, "app.Fruit");
    ck_assert_str_eq(fruit->content_type->values[0].value, "apple");
    ck_assert_str_eq(span->content_type->type->name, "jdk.jfr.Timespan");
    ck_assert_uint_eq(fruit->annotation_count, 5);
    ck_assert_ptr_ne(
        jfr_annotation_by_name(fruit->annotations, fruit->annotation_count, "jdk.types.GcId"),
        NULL);
    ck_assert_ptr_eq(span->annotations[2]->type, NULL);
    ck_assert_str_eq(span->annotations[2]->values[0].value, "strange");
    ck_assert_ptr_eq(opened_type(&d.o, "long")->category, NULL);
    done(&d);
}
END_TEST

START_TEST(the_place_of_the_jvm_is_kept) {
    struct described d;
    begin(&d);
    element_begin(&d.r, "region");
    attribute(&d.r, "locale", "de_AT");
    attribute(&d.r, "gmtOffset", "-3600000");
    attribute(&d.r, "dst", "7200000");
    element_end(&d.r);
    end(&d);
    ck_assert_str_eq(d.o.metadata->locale, "de_AT");
    ck_assert_int_eq(d.o.metadata->gmt_offset_ms, -3600000);
    ck_assert_int_eq(d.o.metadata->dst_ms, 7200000);
    done(&d);
}
END_TEST

START_TEST(settings_and_what_is_said_of_them_belong_to_their_type) {
    struct described d;
    begin(&d);
    type_begin(&d.r, EVENT, "Event", "jdk.jfr.Event");
    field(&d.r, "number", TYPE_LONG, FIELD_PLAIN);
    element_begin(&d.r, "setting");
    attribute(&d.r, "name", "enabled");
    attribute_number(&d.r, "class", TYPE_BOOLEAN);
    attribute(&d.r, "defaultValue", "true");
    annotation(&d.r, TYPE_LABEL, "Enabled");
    annotation(&d.r, TYPE_UNSIGNED, NULL);
    element_end(&d.r);
    element_begin(&d.r, "setting");
    attribute(&d.r, "name", "threshold");
    element_end(&d.r);
    type_end(&d.r);
    end(&d);
    ck_assert_ptr_eq(opened_type(&d.o, "Event")->label, NULL);
    ck_assert(!opened_type(&d.o, "Event")->fields[0]->is_unsigned);
    ck_assert_uint_eq(opened_type(&d.o, "Event")->field_count, 1);
    ck_assert_uint_eq(opened_type(&d.o, "Event")->setting_count, 2);
    const struct jfr_setting *const *settings = opened_type(&d.o, "Event")->settings;
    ck_assert_str_eq(settings[0]->name, "enabled");
    ck_assert_str_eq(settings[0]->type->name, "boolean");
    ck_assert_str_eq(settings[0]->value, "true");
    ck_assert_str_eq(
        value_of(settings[0]->annotations, settings[0]->annotation_count, "jdk.jfr.Label"),
        "Enabled");
    ck_assert_str_eq(settings[1]->name, "threshold");
    ck_assert_ptr_eq(settings[1]->type, NULL);
    ck_assert_ptr_eq(settings[1]->value, NULL);
    done(&d);
}
END_TEST

START_TEST(elements_and_attributes_of_the_future_are_stepped_over) {
    struct described d;
    begin(&d);
    element_begin(&d.r, "galaxy");
    attribute(&d.r, "arms", "2");
    element_begin(&d.r, "class");
    attribute(&d.r, "name", "Inside");
    attribute_number(&d.r, "id", 700);
    element_end(&d.r);
    element_end(&d.r);
    type_begin(&d.r, EVENT, "Event", "jdk.jfr.Event");
    element_begin(&d.r, "spice");
    field(&d.r, "hidden", TYPE_INT, FIELD_PLAIN);
    element_end(&d.r);
    field_begin(&d.r, "number", TYPE_LONG, FIELD_PLAIN);
    element_begin(&d.r, "spin");
    annotation(&d.r, TYPE_UNSIGNED, NULL);
    element_end(&d.r);
    field_end(&d.r);
    type_end(&d.r);
    end(&d);
    const struct jfr_type *type = opened_type(&d.o, "Event");
    ck_assert_uint_eq(type->field_count, 1);
    ck_assert_str_eq(type->fields[0]->name, "number");
    ck_assert(!type->fields[0]->is_unsigned);
    done(&d);
}
END_TEST

START_TEST(names_of_jdk_9_and_10_are_known_by_their_later_names) {
    struct described d;
    begin(&d);
    type_begin(&d.r, EVENT, "com.oracle.jdk.ExecutionSample", "com.oracle.jfr.Event");
    field(&d.r, "stackTrace", INNER, FIELD_POOLED);
    type_end(&d.r);
    type_begin(&d.r, INNER, "com.oracle.jfr.types.StackTrace", NULL);
    type_end(&d.r);
    end(&d);
    ck_assert(opened_type(&d.o, "jdk.ExecutionSample")->event);
    ck_assert_uint_eq(opened_type(&d.o, "jdk.types.StackTrace")->id, INNER);
    done(&d);
}
END_TEST

START_TEST(type_ids_may_take_all_64_bits) {
    struct described d;
    begin(&d);
    type_begin(&d.r, UINT64_MAX, "Large", "jdk.jfr.Event");
    field(&d.r, "self", UINT64_MAX, FIELD_POOLED);
    type_end(&d.r);
    type_begin(&d.r, UINT64_C(1) << 63, "Top", NULL);
    type_end(&d.r);
    end(&d);
    const struct jfr_type *large = opened_type(&d.o, "Large");
    ck_assert_uint_eq(large->id, UINT64_MAX);
    ck_assert_ptr_eq(large->fields[0]->type, large);
    ck_assert_ptr_eq(jfr_type_by_id(d.o.metadata, UINT64_C(1) << 63), opened_type(&d.o, "Top"));
    done(&d);
}
END_TEST

START_TEST(of_two_types_with_one_id_or_name_the_first_is_known) {
    struct described d;
    begin(&d);
    type_begin(&d.r, EVENT, "First", NULL);
    type_end(&d.r);
    type_begin(&d.r, EVENT, "Second", NULL);
    type_end(&d.r);
    type_begin(&d.r, INNER, "First", NULL);
    type_end(&d.r);
    end(&d);
    ck_assert_str_eq(jfr_type_by_id(d.o.metadata, EVENT)->name, "First");
    ck_assert_uint_eq(opened_type(&d.o, "First")->id, EVENT);
    ck_assert_uint_eq(opened_type(&d.o, "Second")->id, EVENT);
    ck_assert_uint_eq(jfr_type_by_id(d.o.metadata, INNER)->id, INNER);
    done(&d);
}
END_TEST

START_TEST(types_of_one_name_are_a_list_in_their_order) {
    struct described d;
    begin(&d);
    for (uint64_t id = EVENT; id < EVENT + 6; id++) {
        type_begin(&d.r, id,
                   id % 2        ? "jdk.Odd"
                   : id == EVENT ? "jdk.Even"
                                 : "com.oracle.jdk.Even",
                   "jdk.jfr.Event");
        type_end(&d.r);
    }
    end(&d);
    const struct jfr_type *odd = opened_type(&d.o, "jdk.Odd"),
                          *even = opened_type(&d.o, "jdk.Even");
    for (uint64_t id = EVENT; id < EVENT + 6; id += 2, odd = odd->next, even = even->next) {
        ck_assert_uint_eq(even->id, id);
        ck_assert_uint_eq(odd->id, id + 1);
    }
    ck_assert(!odd && !even);
    done(&d);
}
END_TEST

START_TEST(fields_and_annotations_outside_of_types_are_stepped_over) {
    struct described d;
    d = (struct described){0};
    chunk_begin(&d.r, NULL);
    metadata_begin(&d.r);
    annotation(&d.r, TYPE_LABEL, "of nothing");
    field(&d.r, "of nothing", TYPE_INT, FIELD_PLAIN);
    end(&d);
    ck_assert_uint_eq(d.o.metadata->type_count, 0);
    ck_assert_ptr_eq(jfr_type_by_id(d.o.metadata, 0), NULL);
    ck_assert_ptr_eq(jfr_type_by_name(d.o.metadata, ""), NULL);
    done(&d);
}
END_TEST

START_TEST(names_that_are_no_utf8_become_utf8) {
    struct described d;
    begin(&d);
    type_begin(&d.r, EVENT, "bad \xFF name", NULL);
    type_end(&d.r);
    end(&d);
    ck_assert_str_eq(jfr_type_by_id(d.o.metadata, EVENT)->name, "bad \xEF\xBF\xBD name");
    done(&d);
}
END_TEST

START_TEST(the_same_metadata_is_recognised_in_another_chunk) {
    struct recording r = {0};
    struct opened o;
    static const char *const stacks[] = {"A.leaf"};
    struct chunk_head head = usual_head;
    jvm_chunk(&r, &head, stacks, 1);
    head.start_ns += 10000000000;
    head.start_ticks += 10000000000;
    jvm_chunk(&r, &head, stacks, 1);
    head.flags = 0;
    jvm_chunk(&r, &head, stacks, 1);
    open_first(&o, &r);
    ck_assert(jfr_metadata_matches(o.metadata, &o.chunk));
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert(jfr_metadata_matches(o.metadata, &o.chunk));
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert(!jfr_metadata_matches(o.metadata, &o.chunk)); /* other bytes, other meaning */
    ck_assert(!jfr_metadata_matches(NULL, &o.chunk));
    opened_close(&o);
    recording_free(&r);
}
END_TEST

/* ==== What cannot be ======================================================================== */

/* A metadata event with this payload behind its times and id. */
static void payload(struct recording *r, const void *bytes, size_t len) {
    *r = (struct recording){0};
    chunk_begin(r, NULL);
    event_begin(r, 0);
    put_long(r, 0), put_long(r, 0), put_long(r, 1);
    put_bytes(r, bytes, len);
    r->metadata = event_end(r);
    chunk_end(r);
}

static void check_refused(struct recording *r, const char *words) {
    struct opened o;
    open_bytes(&o, r->out.data, r->out.len);
    ck_assert_int_eq(open_next(&o), 1);
    o.chunk.metadata_offset = r->metadata; /* whatever the chunk thinks of it */
    struct jfr_metadata *metadata = jfr_metadata_read(&o.chunk, &o.error);
    ck_assert_ptr_eq(metadata, NULL);
    ck_assert_int_ne(o.error.code, JFR_OK);
    ck_assert_msg(strstr(o.error.text, words) != NULL, "expected \"%s\", got \"%s\"", words,
                  o.error.text);
    ck_assert_uint_lt(o.error.offset, r->out.len + 1);
    opened_close(&o);
    recording_free(r);
}

#define REFUSED(words, literal)                     \
    do {                                            \
        struct recording r_;                        \
        payload(&r_, literal, sizeof(literal) - 1); \
        check_refused(&r_, words);                  \
    } while (0)

START_TEST(string_tables_that_cannot_be_are_refused) {
    REFUSED("it ends in the middle of an element", "");
    REFUSED("it claims more strings than it has bytes", "\x05\0\0\0");
    REFUSED("it claims more strings than it has bytes", "\x80\x80\x80\x80\x80\x80\x80\x80\x10\0");
    REFUSED("it claims more strings than it has bytes", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0");
    REFUSED("a string of its table is not one", "\x01\x03\x80\x80\x80\x80\x80\x80\x80\x80\x10x");
    REFUSED("a string of its table is not one", "\x01\x07xxxxxxxx");
    REFUSED("a string of its table is not one", "\x02\0\x04\x05xx");
}
END_TEST

START_TEST(trees_that_cannot_be_are_refused) {
    REFUSED("it ends in the middle of an element", "\x01\0");
    REFUSED("a string index is out of range", "\x01\0\x01\0\0");
    REFUSED("it ends in the middle of an element", "\x01\0\0");
    REFUSED("it ends in the middle of an element", "\x01\0\0\x7F\0\0");
    REFUSED("a string index is out of range", "\x01\0\0\x01\0\x09");
    REFUSED("it ends in the middle of an element", "\x01\0\0\0\xFF\xFF\xFF\xFF\x0F\0\0\0");
}
END_TEST

/* Size, type, start, duration: the first size that has them all has no id. */
START_TEST(an_event_that_ends_in_its_head_is_refused) {
    enum { HEAD = 4 };
    for (uint8_t size = 1; size <= HEAD; size++) {
        struct recording r;
        payload(&r, "", 0);
        r.out.data[r.metadata] = size;
        check_refused(&r, size < HEAD ? "has no metadata that can be read"
                                      : "it ends in the middle of an element");
    }
}
END_TEST

START_TEST(a_tree_100000_deep_is_refused) {
    struct described d = {0};
    chunk_begin(&d.r, NULL);
    metadata_begin(&d.r);
    for (int i = 0; i < 100000; i++) element_begin(&d.r, "element");
    metadata_end(&d.r);
    chunk_end(&d.r);
    check_refused(&d.r, "its elements nest more than 32 deep, where the format has 5 levels");
}
END_TEST

START_TEST(a_million_types_are_refused) {
    struct recording r;
    payload(&r, "", 0);
    r.out.len = r.event; /* once more, now with an end that is far away */
    event_begin(&r, 0);
    put_long(&r, 0), put_long(&r, 0), put_long(&r, 1);
    put_int(&r, 1);
    put_utf8(&r, "class");
    put_bytes(&r, "\0\0", 2);
    put_int(&r, 1000000);
    for (int i = 0; i < 1000000; i++) put_bytes(&r, "\0\0\0", 3); /* class, no more */
    r.metadata = event_end(&r);
    chunk_end(&r);
    check_refused(&r, "it describes more than 65536 types");
}
END_TEST

START_TEST(a_million_fields_are_refused) {
    struct recording r;
    payload(&r, "", 0);
    r.out.len = r.event;
    event_begin(&r, 0);
    put_long(&r, 0), put_long(&r, 0), put_long(&r, 1);
    put_int(&r, 2);
    put_utf8(&r, "class");
    put_utf8(&r, "field");
    put_bytes(&r, "\0\0", 2);
    put_int(&r, 1000000);
    for (int i = 0; i < 1000000; i++) put_bytes(&r, "\1\0\0", 3); /* field, no more */
    r.metadata = event_end(&r);
    chunk_end(&r);
    check_refused(&r, "it describes more than 262144 fields");
}
END_TEST

START_TEST(millions_of_annotations_are_refused) {
    struct recording r;
    payload(&r, "", 0);
    r.out.len = r.event;
    event_begin(&r, 0);
    put_long(&r, 0), put_long(&r, 0), put_long(&r, 1);
    put_int(&r, 2);
    put_utf8(&r, "class");
    put_utf8(&r, "annotation");
    put_bytes(&r, "\0\0", 2);
    put_int(&r, 2000000);
    for (int i = 0; i < 2000000; i++) put_bytes(&r, "\1\0\0", 3); /* annotation, no more */
    r.metadata = event_end(&r);
    chunk_end(&r);
    check_refused(&r, "it describes more than 1048576 annotations and settings");
}
END_TEST

START_TEST(metadata_cut_anywhere_or_with_any_byte_changed_is_read_or_refused) {
    struct recording r = {0};
    struct opened o;
    chunk_begin(&r, NULL);
    jvm_types(&r);
    chunk_end(&r);
    open_first(&o, &r);
    jfr_metadata_free(o.metadata);
    o.metadata = NULL;
    uint64_t size = o.chunk.size;
    for (size_t at = r.metadata; at < size; at++) {
        uint8_t old = o.bytes[at];
        static const uint8_t changes[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
        for (size_t i = 0; i < sizeof changes; i++) {
            o.bytes[at] = changes[i];
            jfr_metadata_free(jfr_metadata_read(&o.chunk, &o.error));
        }
        o.bytes[at] = old;
        o.chunk.size = at;
        ck_assert_ptr_eq(jfr_metadata_read(&o.chunk, &o.error), NULL);
        o.chunk.size = size;
    }
    opened_close(&o);
    recording_free(&r);
}
END_TEST

START_TEST(an_offset_of_metadata_that_cannot_be_is_refused) {
    static const uint64_t offsets[] = {0, 1, 67, 100000000, UINT64_C(1) << 63, UINT64_MAX};
    struct described d;
    begin(&d);
    end(&d);
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        d.o.chunk.metadata_offset = offsets[i];
        ck_assert_ptr_eq(jfr_metadata_read(&d.o.chunk, &d.o.error), NULL);
        ck_assert_ptr_ne(strstr(d.o.error.text, "has no metadata that can be read"), NULL);
        ck_assert(!jfr_metadata_matches(d.o.metadata, &d.o.chunk));
    }
    done(&d);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("metadata");
    TCase *cases = tcase_create("metadata");
    tcase_add_test(cases, the_model_is_read_from_any_encoding);
    tcase_add_test(cases, annotations_give_numbers_their_units);
    tcase_add_test(cases, what_is_said_of_types_and_fields_is_kept);
    tcase_add_test(cases, the_place_of_the_jvm_is_kept);
    tcase_add_test(cases, settings_and_what_is_said_of_them_belong_to_their_type);
    tcase_add_test(cases, elements_and_attributes_of_the_future_are_stepped_over);
    tcase_add_test(cases, names_of_jdk_9_and_10_are_known_by_their_later_names);
    tcase_add_test(cases, type_ids_may_take_all_64_bits);
    tcase_add_test(cases, of_two_types_with_one_id_or_name_the_first_is_known);
    tcase_add_test(cases, types_of_one_name_are_a_list_in_their_order);
    tcase_add_test(cases, fields_and_annotations_outside_of_types_are_stepped_over);
    tcase_add_test(cases, names_that_are_no_utf8_become_utf8);
    tcase_add_test(cases, the_same_metadata_is_recognised_in_another_chunk);
    tcase_add_test(cases, string_tables_that_cannot_be_are_refused);
    tcase_add_test(cases, trees_that_cannot_be_are_refused);
    tcase_add_test(cases, an_event_that_ends_in_its_head_is_refused);
    tcase_add_test(cases, a_tree_100000_deep_is_refused);
    tcase_add_test(cases, a_million_types_are_refused);
    tcase_add_test(cases, a_million_fields_are_refused);
    tcase_add_test(cases, millions_of_annotations_are_refused);
    tcase_add_test(cases, metadata_cut_anywhere_or_with_any_byte_changed_is_read_or_refused);
    tcase_add_test(cases, an_offset_of_metadata_that_cannot_be_is_refused);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
