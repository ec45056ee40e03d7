/* Rows as Arrow's record batches, through libjfr's own interface; filters through the room's. */
#include "parser/arrow/arrow.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ORDER = 300, CHUNKS = 5, ROWS = 400 }; /* of all more than a batch has room for at first */

/* com.acme.Order; chunks of even number have no note. */
static void begin(struct recording *r, int number) {
    struct chunk_head head = usual_head;
    head.start_ns += (int64_t)number * 1000000000;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, ORDER, "com.acme.Order", "jdk.jfr.Event");
    annotation(r, TYPE_LABEL, "Order");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "number", TYPE_INT, FIELD_PLAIN);
    field(r, "paid", TYPE_BOOLEAN, FIELD_PLAIN);
    field(r, "price", TYPE_DOUBLE, FIELD_PLAIN);
    if (number % 2) field(r, "note", TYPE_STRING, FIELD_PLAIN);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
    metadata_end(r);
}

static void order(struct recording *r, struct jvm *jvm, int chunk, int row) {
    static const char *const stacks[] = {"A.leaf:5 A.main", "B.run:7"};
    event_begin(r, ORDER);
    put_long(r, 1000 + row);
    put_int(r, chunk * ROWS + row);
    put_boolean(r, row % 3 == 0);
    put_double(r, row / 4.0);
    if (chunk % 2) put_utf8(r, row % 2 ? "odd" : "even");
    put_long(r, (int64_t)jvm_thread(jvm, row % 2 ? "one" : "two"));
    put_long(r, (int64_t)jvm_stack(jvm, stacks[row % 2]));
    event_end(r);
}

static void make_recording(struct recording *r) {
    *r = (struct recording){0};
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        struct jvm jvm = {.key_step = (uint64_t)chunk + 1};
        begin(r, chunk);
        for (int row = 0; row < ROWS; row++) order(r, &jvm, chunk, row);
        jvm_pools(&jvm, r);
        chunk_end(r);
        jvm_free(&jvm);
    }
}

/* ==== Reading =============================================================================== */

struct fixture {
    struct recording recording;
    struct memory_file file;
    struct jfr_tables *tables;
    const struct jfr_table *table;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
};

static void open_tables(struct fixture *f) {
    struct jfr_error error;
    *f = (struct fixture){0};
    make_recording(&f->recording);
    f->file = memory_file_make(f->recording.out.data, f->recording.out.len);
    const char *const path = f->file.path;
    f->tables = jfr_tables_open(&path, 1, NULL, &error);
    ck_assert_msg(f->tables != NULL, "%s", error.text);
    f->table = jfr_tables_find(f->tables, "com.acme.Order");
}

/* names: one, or NULL for all. The tables are closed: the stream keeps them. */
static void open_stream(struct fixture *f, const char *name, struct jfr_arrow_options options) {
    struct jfr_error error;
    open_tables(f);
    ck_assert(jfr_arrow_stream(f->tables, f->table, name ? &name : NULL, 1, &options, NULL,
                               &f->stream, &error));
    ck_assert_int_eq(f->stream.get_schema(&f->stream, &f->schema), 0);
    jfr_tables_close(f->tables);
}

static void done(struct fixture *f) {
    if (f->stream.release) f->stream.release(&f->stream);
    if (f->schema.release) f->schema.release(&f->schema);
    memory_file_close(&f->file);
    recording_free(&f->recording);
}

static struct ArrowArray next(struct fixture *f) {
    struct ArrowArray array;
    ck_assert_int_eq(f->stream.get_next(&f->stream, &array), 0);
    return array;
}

static size_t column(const struct ArrowSchema *schema, const char *name) {
    for (size_t i = 0; i < (size_t)schema->n_children; i++)
        if (strcmp(schema->children[i]->name, name) == 0) return i;
    ck_abort_msg("there is no column %s", name);
    return 0;
}

static bool is_valid(const struct ArrowArray *array, size_t row) {
    const uint8_t *bits = array->buffers[0];
    return !bits || (bits[row / 8] >> (row % 8) & 1);
}

static const char *utf8_at(const struct ArrowArray *array, size_t row) {
    static char text[200];
    const int32_t *offsets = array->buffers[1];
    int32_t len = offsets[row + 1] - offsets[row];
    ck_assert_int_ge(len, 0);
    memcpy(text, (const char *)array->buffers[2] + offsets[row], (size_t)len);
    text[len] = 0;
    return text;
}

static const char *word_at(const struct ArrowArray *array, size_t row) {
    const int32_t *places = array->buffers[1];
    ck_assert_int_lt(places[row], array->dictionary->length);
    return utf8_at(array->dictionary, (size_t)places[row]);
}

/* ==== Schema ================================================================================ */

START_TEST(columns_have_the_formats_of_arrow) {
    static const char *const formats[][2] = {{"startTime", "tsn:UTC"},
                                             {"number", "l"},
                                             {"paid", "b"},
                                             {"price", "g"},
                                             {"note", "i"},
                                             {"eventThread", "i"},
                                             {"stackTrace", "l"},
                                             {"stackTrace_top", "i"},
                                             {"stackTrace_line", "l"},
                                             {"stackTrace_truncated", "b"}};
    struct fixture f;
    open_stream(&f, NULL, (struct jfr_arrow_options){0});
    ck_assert_str_eq(f.schema.format, "+s");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const struct ArrowSchema *child = f.schema.children[column(&f.schema, formats[i][0])];
        ck_assert_msg(strcmp(child->format, formats[i][1]) == 0, "%s is %s", child->name,
                      child->format);
        ck_assert((child->dictionary != NULL) == (strcmp(child->format, "i") == 0));
    }
    for (int64_t i = 0; i < f.schema.n_children; i++)
        ck_assert_str_ne(f.schema.children[i]->name, "stackTrace_text");
    done(&f);
}
END_TEST

START_TEST(metadata_say_path_and_unit) {
    static const char expected[] = "\2\0\0\0"
                                   "\10\0\0\0jfr.path\11\0\0\0startTime"
                                   "\10\0\0\0jfr.unit\2\0\0\0ns";
    struct fixture f;
    open_stream(&f, "startTime", (struct jfr_arrow_options){0});
    ck_assert_mem_eq(f.schema.children[0]->metadata, expected, sizeof expected - 1);
    done(&f);
}
END_TEST

START_TEST(a_column_that_is_not_there_is_an_error) {
    struct ArrowArrayStream stream;
    struct jfr_error error;
    struct fixture f;
    const char *const names[] = {"number", "colour"};
    open_tables(&f);
    ck_assert(!jfr_arrow_stream(f.tables, f.table, names, 2, NULL, NULL, &stream, &error));
    ck_assert_str_eq(error.text, "com.acme.Order has no column \"colour\"");
    jfr_tables_close(f.tables);
    done(&f);
}
END_TEST

/* ==== Rows ================================================================================== */

static void check_numbers(struct jfr_arrow_options options) {
    struct fixture f;
    int64_t expected = 0;
    open_stream(&f, "number", options);
    for (;;) {
        struct ArrowArray array = next(&f);
        if (!array.release) break;
        ck_assert_int_le(array.length, options.batch_rows ? options.batch_rows : CHUNKS * ROWS);
        const int64_t *values = array.children[0]->buffers[1];
        for (int64_t i = 0; i < array.length; i++) ck_assert_int_eq(values[i], expected++);
        array.release(&array);
    }
    ck_assert_int_eq(expected, CHUNKS * ROWS);
    ck_assert(next(&f).release == NULL);
    done(&f);
}

START_TEST(rows_come_in_the_order_of_the_file_whatever_threads_and_batches) {
    check_numbers((struct jfr_arrow_options){.threads = 1});
    check_numbers((struct jfr_arrow_options){.threads = 3});
    check_numbers((struct jfr_arrow_options){.threads = 1, .batch_rows = 7});
    check_numbers((struct jfr_arrow_options){.threads = 2, .batch_rows = 100});
}
END_TEST

START_TEST(dictionaries_have_each_text_once_across_chunks) {
    struct fixture f;
    open_stream(&f, NULL, (struct jfr_arrow_options){.threads = 1});
    struct ArrowArray array = next(&f);
    ck_assert_int_eq(array.length, CHUNKS * ROWS);
    const struct ArrowArray *threads = array.children[column(&f.schema, "eventThread")];
    const struct ArrowArray *tops = array.children[column(&f.schema, "stackTrace_top")];
    ck_assert_int_eq(threads->dictionary->length, 2);
    ck_assert_int_eq(tops->dictionary->length, 2);
    for (size_t i = 0; i < CHUNKS * ROWS; i++) {
        ck_assert_str_eq(word_at(threads, i), i % 2 ? "one" : "two");
        ck_assert_str_eq(word_at(tops, i), i % 2 ? "B.run" : "A.leaf");
    }
    array.release(&array);
    done(&f);
}
END_TEST

START_TEST(a_field_that_a_chunk_lacks_is_null_there) {
    for (int plain = 0; plain < 2; plain++) {
        struct fixture f;
        open_stream(&f, "note", (struct jfr_arrow_options){.flags = plain ? JFR_ARROW_PLAIN : 0});
        struct ArrowArray array = next(&f);
        const struct ArrowArray *notes = array.children[0];
        ck_assert_int_eq(notes->null_count, (CHUNKS / 2 + 1) * ROWS);
        for (size_t i = 0; i < CHUNKS * ROWS; i++) {
            bool has = i / ROWS % 2;
            ck_assert(is_valid(notes, i) == has);
            if (has)
                ck_assert_str_eq(plain ? utf8_at(notes, i) : word_at(notes, i),
                                 i % 2 ? "odd" : "even");
        }
        array.release(&array);
        done(&f);
    }
}
END_TEST

START_TEST(booleans_are_bits_and_times_may_be_microseconds) {
    struct fixture f;
    open_stream(&f, NULL, (struct jfr_arrow_options){.times = JFR_ARROW_US});
    struct ArrowArray array = next(&f);
    size_t time = column(&f.schema, "startTime");
    const uint8_t *paid = array.children[column(&f.schema, "paid")]->buffers[1];
    const double *prices = array.children[column(&f.schema, "price")]->buffers[1];
    const int64_t *times = array.children[time]->buffers[1];
    ck_assert_str_eq(f.schema.children[time]->format, "tsu:UTC");
    for (size_t i = 0; i < CHUNKS * ROWS; i++) {
        ck_assert_int_eq(paid[i / 8] >> (i % 8) & 1, i % ROWS % 3 == 0);
        ck_assert_double_eq(prices[i], (double)(i % ROWS) / 4.0);
    }
    ck_assert_int_eq(times[ROWS] - times[0], 1000000);
    array.release(&array);
    done(&f);
}
END_TEST

START_TEST(nested_stacks_are_lists_of_frames) {
    struct fixture f;
    open_stream(&f, "stackTrace", (struct jfr_arrow_options){.flags = JFR_ARROW_NESTED});
    struct ArrowArray array = next(&f);
    const struct ArrowArray *list = array.children[0], *frames = list->children[0];
    const int32_t *ends = list->buffers[1];
    const int32_t *lines = frames->children[2]->buffers[1];
    ck_assert_str_eq(f.schema.children[0]->format, "+l");
    ck_assert_int_eq(ends[1], 2);
    ck_assert_int_eq(ends[2], 3);
    ck_assert_int_eq(frames->length, CHUNKS * ROWS / 2 * 3);
    ck_assert_str_eq(utf8_at(frames->children[0], 0), "A");
    ck_assert_str_eq(utf8_at(frames->children[1], 1), "main");
    ck_assert_str_eq(utf8_at(frames->children[1], 2), "run");
    ck_assert_int_eq(lines[2], 7);
    array.release(&array);
    done(&f);
}
END_TEST

START_TEST(the_recording_is_a_column_when_asked_for) {
    struct fixture f;
    open_stream(&f, "number", (struct jfr_arrow_options){.flags = JFR_ARROW_RECORDING});
    struct ArrowArray array = next(&f);
    ck_assert_str_eq(f.schema.children[0]->name, "recording");
    ck_assert_str_eq(word_at(array.children[0], CHUNKS * ROWS - 1), f.file.path);
    ck_assert_int_eq(array.children[0]->dictionary->length, 1);
    array.release(&array);
    done(&f);
}
END_TEST

/* ==== Who owns what ========================================================================= */

START_TEST(a_column_outlives_its_batch_and_the_stream) {
    struct fixture f;
    open_stream(&f, NULL, (struct jfr_arrow_options){.threads = 2, .batch_rows = 50});
    struct ArrowArray array = next(&f);
    struct ArrowArray *from = array.children[column(&f.schema, "stackTrace_top")];
    struct ArrowArray kept = *from;
    from->release = NULL;
    array.release(&array);
    f.stream.release(&f.stream); /* before its end */
    ck_assert_str_eq(word_at(&kept, 1), "B.run");
    kept.release(&kept);
    done(&f);
}
END_TEST

START_TEST(a_stream_that_nobody_reads_costs_nothing) {
    struct fixture f;
    open_stream(&f, NULL, (struct jfr_arrow_options){.threads = 2});
    done(&f);
}
END_TEST

/* ==== Filters =============================================================================== */

static void *filter_open(void *context, const struct things *things) {
    return context;
}

static bool filter_keep(void *state, const uint64_t *cells, bool is_new) {
    size_t *chunks = state;
    *chunks += is_new;
    return cells[0] % 2 == 1;
}

static void filter_close(void *state) {
}

START_TEST(a_filter_says_which_rows_there_are) {
    static const char *const wanted = "price", *const judged = "number";
    struct fixture f;
    struct jfr_error error;
    size_t chunks = 0;
    struct arrow_filter filter = {.paths = &judged,
                                  .count = 1,
                                  .context = &chunks,
                                  .open = filter_open,
                                  .keep = filter_keep,
                                  .close = filter_close};
    struct jfr_arrow_options options = {.threads = 1};
    open_tables(&f);
    ck_assert(arrow_stream_make(f.tables, f.table, &wanted, 1, &options, &filter, NULL, NULL,
                                &f.stream, &error));
    jfr_tables_close(f.tables);
    struct ArrowArray array = next(&f);
    const double *prices = array.children[0]->buffers[1];
    ck_assert_int_eq(array.length, CHUNKS * ROWS / 2);
    ck_assert_int_eq(array.n_children, 1);
    ck_assert_double_eq(prices[1], 0.75);
    ck_assert_uint_eq(chunks, CHUNKS);
    array.release(&array);
    done(&f);
}
END_TEST

static bool filter_keeps_all(void *state, const uint64_t *cells, bool is_new) {
    return true;
}

static struct ArrowArray first_batch(struct fixture *f, const struct arrow_filter *filter) {
    static const char *const wanted[] = {"startTime", "number",      "paid",      "price",
                                         "note",      "eventThread", "stackTrace"};
    struct jfr_error error;
    struct jfr_arrow_options options = {.threads = 1, .times = JFR_ARROW_US};
    open_tables(f);
    ck_assert(arrow_stream_make(f->tables, f->table, wanted, sizeof wanted / sizeof *wanted,
                                &options, filter, NULL, NULL, &f->stream, &error));
    ck_assert_int_eq(f->stream.get_schema(&f->stream, &f->schema), 0);
    jfr_tables_close(f->tables);
    return next(f);
}

/* Rows that are filtered come one by one. */
START_TEST(rows_by_column_are_those_that_come_one_by_one) {
    static const char *const judged = "number";
    const struct arrow_filter filter = {.paths = &judged,
                                        .count = 1,
                                        .open = filter_open,
                                        .keep = filter_keeps_all,
                                        .close = filter_close};
    struct fixture f, g;
    struct ArrowArray many = first_batch(&f, NULL), single = first_batch(&g, &filter);
    ck_assert_int_eq(many.length, CHUNKS * ROWS);
    ck_assert_int_eq(many.length, single.length);
    for (int64_t i = 0; i < many.n_children; i++) {
        const struct ArrowArray *a = many.children[i], *b = single.children[i];
        size_t width = f.schema.children[i]->format[0] == 'i' ? 4 : 8;
        size_t size =
            f.schema.children[i]->format[0] == 'b' ? CHUNKS * ROWS / 8 : CHUNKS * ROWS * width;
        ck_assert_int_eq(a->null_count, b->null_count);
        for (size_t row = 0; row < CHUNKS * ROWS; row++)
            ck_assert_int_eq(is_valid(a, row), is_valid(b, row));
        ck_assert_mem_eq(a->buffers[1], b->buffers[1], size);
    }
    many.release(&many);
    single.release(&single);
    done(&f);
    done(&g);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arrow");
    TCase *cases = tcase_create("arrow");
    tcase_add_test(cases, columns_have_the_formats_of_arrow);
    tcase_add_test(cases, metadata_say_path_and_unit);
    tcase_add_test(cases, a_column_that_is_not_there_is_an_error);
    tcase_add_test(cases, rows_come_in_the_order_of_the_file_whatever_threads_and_batches);
    tcase_add_test(cases, dictionaries_have_each_text_once_across_chunks);
    tcase_add_test(cases, a_field_that_a_chunk_lacks_is_null_there);
    tcase_add_test(cases, booleans_are_bits_and_times_may_be_microseconds);
    tcase_add_test(cases, nested_stacks_are_lists_of_frames);
    tcase_add_test(cases, the_recording_is_a_column_when_asked_for);
    tcase_add_test(cases, a_column_outlives_its_batch_and_the_stream);
    tcase_add_test(cases, a_stream_that_nobody_reads_costs_nothing);
    tcase_add_test(cases, a_filter_says_which_rows_there_are);
    tcase_add_test(cases, rows_by_column_are_those_that_come_one_by_one);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
