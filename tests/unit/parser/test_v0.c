/* Recordings of format 0.9 through the ordinary way of reading: what they say, and that nothing in
 * them leads astray. */
#include "base/units.h"
#include "parser/input/v0_segments.h"
#include "parser/v0/names.h"
#include "parser/v0/translate.h"
#include "tests/support/event_json.h"
#include "tests/support/jvm.h"
#include "tests/support/later.h"
#include "tests/support/old.h"
#include "tests/support/opened.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* What the path says of each event of the type, in order, with blanks between. */
static void texts(const struct recording *r, const char *type, const char *path,
                  char out[static 300]) {
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    const char *const paths[] = {file.path};
    struct jfr_error error;
    struct jfr_tables *tables = jfr_tables_open(paths, 1, NULL, &error);
    *out = 0;
    ck_assert_ptr_nonnull(tables);
    const struct jfr_table *table = jfr_tables_find(tables, type);
    ck_assert_msg(table != NULL, "no %s", type);
    struct jfr_rows *rows = jfr_rows_open(tables, table, &path, 1, JFR_ROWS_STABLE, NULL);
    uint64_t cell;
    while (jfr_rows_next(rows, &cell)) {
        enum jfr_column_kind kind = jfr_rows_kind(rows, 0);
        char text[120];
        size_t len = 0;
        bool null = kind >= JFR_COLUMN_TEXT && cell == JFR_NULL_ID;
        if (null || kind == JFR_COLUMN_NONE) snprintf(text, sizeof text, "null");
        else if (kind == JFR_COLUMN_THREAD)
            snprintf(text, sizeof text, "%s/%d/%d/%s", jfr_rows_thread(rows, cell).name,
                     (int)jfr_rows_thread(rows, cell).os_id,
                     (int)jfr_rows_thread(rows, cell).java_id, jfr_rows_thread(rows, cell).group);
        else if (kind == JFR_COLUMN_TEXT)
            snprintf(text, sizeof text, "%s", jfr_rows_text(rows, cell, &len));
        else snprintf(text, sizeof text, "%lld", (long long)cell);
        if (*out) strcat(out, " ");
        strcat(out, text);
    }
    jfr_rows_close(rows);
    jfr_tables_close(tables);
    memory_file_close(&file);
}

static void expect(const struct recording *r, const char *type, const char *path,
                   const char *expected) {
    char said[300];
    texts(r, type, path, said);
    ck_assert_str_eq(said, expected);
}

START_TEST(events_have_their_later_names_and_fields) {
    struct recording r = {0};
    old_chunk(&r, NULL);
    expect(&r, "jdk.ExecutionSample", "startTime", "1524063296250000000 1524063296560000000");
    expect(&r, "jdk.ExecutionSample", "state", "STATE_RUNNABLE STATE_RUNNABLE");
    expect(&r, "jdk.JavaMonitorEnter", "startTime", "1524063296460000000");
    expect(&r, "jdk.JavaMonitorEnter", "duration", "5000000");
    expect(&r, "jdk.JavaMonitorEnter", "monitorClass", "app.A");
    expect(&r, "jdk.GCHeapSummary", "heapSpace.committedSize", "3145728");
    expect(&r, "jdk.JavaExceptionThrow", "thrownClass", "app.Main");
    expect(&r, "jdk.JavaExceptionThrow", "message", "no \xC3\xA5 such thing");
    expect(&r, "jdk.DataLoss", "amount", "80");
    recording_free(&r);
}
END_TEST

START_TEST(a_key_given_out_again_means_by_time_the_right_one) {
    struct recording r = {0};
    old_chunk(&r, NULL);
    expect(&r, "jdk.ExecutionSample", "sampledThread", "Worker-1/27/11/main Worker-7/27/17/main");
    expect(&r, "jdk.JavaMonitorEnter", "eventThread", "Worker-7/27/17/main");
    recording_free(&r);
}
END_TEST

START_TEST(threads_of_java_are_those_of_the_system) {
    struct recording r = {0};
    old_chunk(&r, NULL);
    expect(&r, "jdk.JavaMonitorEnter", "previousOwner", "Worker-7/27/17/main");
    expect(&r, "jdk.ThreadStart", "thread", "Worker-1/27/11/main");
    expect(&r, "jdk.ThreadStart", "eventThread", "/99/0/"); /* in no checkpoint */
    expect(&r, "jdk.JavaExceptionThrow", "eventThread", "VM Thread/28/0/");
    recording_free(&r);
}
END_TEST

START_TEST(what_follows_a_text_is_read) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .reads = 2};
    old_chunk(&r, &head);
    expect(&r, "jdk.FileRead", "path", "a.txt a.txt");
    expect(&r, "jdk.FileRead", "bytesRead", "1 2");
    recording_free(&r);
}
END_TEST

START_TEST(a_text_of_ascii_takes_a_byte_a_letter_whatever_follows) {
    static const char units[] = {0, 'a', 0, '.', 0, 't', 0, 'x', 0, 't'};
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .reads = 1};
    uint64_t size;
    old_chunk(&r, &head);
    char *path = memmem(r.out.data, r.out.len, units, sizeof units);
    memset(path + sizeof units, 0xFF, 8); /* bytes read: -1, the end of the file */
    uint8_t *later = translate(&r, &size);
    ck_assert_ptr_nonnull(memmem(later, size, "\3\5a.txt", 7));
    free(later);
    expect(&r, "jdk.FileRead", "path", "a.txt");
    expect(&r, "jdk.FileRead", "bytesRead", "-1");
    recording_free(&r);
}
END_TEST

#define SAMPLES_ID(o) \
    ((unsigned long long)jfr_type_by_name((o)->metadata, "jdk.ExecutionSample")->id)

static void keep(struct text *out) {
    (void)out;
}

/* A quick way is for frames alone, which have no threads. */
START_TEST(threads_in_elements_as_long_as_a_frame_are_those_of_their_time) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .waits = _i ? COUNT_FIRST : OWNER_FIRST};
    struct opened o;
    struct text json = {0};
    uint64_t size;
    old_chunk(&r, &head);
    uint8_t *later = translate(&r, &size);
    open_bytes(&o, later, size);
    event_json_segment(&o.segment, 1, NULL, &json, keep);
    char *waits = strstr(json.data, "\"waits\":");
    ck_assert_ptr_nonnull(waits);
    *strchr(waits, '\n') = 0;
    ck_assert_ptr_nonnull(strstr(waits, "\"owner\":{\"osName\":\"Worker-1\""));
    ck_assert_ptr_null(strstr(waits, "Worker-7"));
    opened_close(&o);
    text_free(&json);
    free(later);
    recording_free(&r);
}
END_TEST

START_TEST(a_setting_of_all_becomes_one_for_each) {
    struct recording r = {0};
    old_chunk(&r, NULL);
    expect(&r, "jdk.ActiveSetting", "name", "enabled stackTrace period"); /* no threshold */
    expect(&r, "jdk.ActiveSetting", "value", "true false 20 ms");
    recording_free(&r);
}
END_TEST

START_TEST(a_setting_that_numbers_types_its_own_way_names_them_by_path) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .by_path = true};
    struct opened o;
    uint64_t size;
    char id[40];
    old_chunk(&r, &head);
    uint8_t *later = translate(&r, &size);
    open_later(&o, later, size);
    snprintf(id, sizeof id, "%llu %llu %llu", SAMPLES_ID(&o), SAMPLES_ID(&o), SAMPLES_ID(&o));
    opened_close(&o);
    free(later);
    expect(&r, "jdk.ActiveSetting", "id", id);
    recording_free(&r);
}
END_TEST

START_TEST(settings_of_a_type_that_nothing_declares_are_left_out_and_said) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .no_path = true};
    old_chunk(&r, &head);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_ptr_nonnull(report_note(
        &reading.report, "settings of 1 event type that nothing declares were left out"));
    ck_assert_uint_eq(reading_events(&reading, "jdk.ActiveSetting"), 0);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(events_of_security_have_their_later_names_fields_and_units) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .securities = true};
    old_chunk(&r, &head);
    expect(&r, "jdk.SecurityPropertyModification", "key", "keystore.type");
    expect(&r, "jdk.SecurityPropertyModification", "value", "pkcs12");
    expect(&r, "jdk.TLSHandshake", "peerHost", "host");
    expect(&r, "jdk.TLSHandshake", "peerPort", "443");
    expect(&r, "jdk.X509Certificate", "validFrom", "1500000000000000000"); /* ms -> ns */
    expect(&r, "jdk.X509Certificate", "certificateId", "77");
    expect(&r, "jdk.X509Validation", "validationCounter", "5");
    expect(&r, "jdk.X509Validation", "eventThread", "VM Thread/28/0/");
    expect(&r, "jdk.ActiveSetting", "name",
           "enabled stackTrace period enabled stackTrace threshold period");
    expect(&r, "jdk.ActiveSetting", "value", "true false 20 ms false true 10000000 ns everyChunk");
    recording_free(&r);
}
END_TEST

/* Every name of the later metadata, as the JDK tests them: it refuses the file for one. */
START_TEST(types_have_java_names_and_those_of_the_jdk_mean_the_same) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .securities = true};
    struct opened o;
    uint64_t size;
    old_chunk(&r, &head);
    uint8_t *later = translate(&r, &size);
    open_later(&o, later, size);
    ck_assert_ptr_nonnull(jfr_type_by_name(o.metadata, "com.example.my_app.new_._1st_page"));
    ck_assert_ptr_nonnull(jfr_type_by_name(o.metadata, "com.example.my_app.new_._1st_page_2"));
    ck_assert_ptr_nonnull(jfr_type_by_name(o.metadata, "com.example.my_app.new_._1st_page_3"));
    ck_assert_ptr_nonnull(jfr_type_by_name(o.metadata, "jdk.types.Stack_frame"));
    ck_assert_ptr_nonnull(jfr_type_by_name(o.metadata, "java.lang.Thread"));
    for (uint32_t i = 0; i < o.metadata->type_count; i++)
        ck_assert_msg(!strpbrk(o.metadata->types[i]->name, "/: -"), "%s",
                      o.metadata->types[i]->name);
    const struct jfr_type *frame = jfr_type_by_name(o.metadata, "jdk.types.StackFrame");
    ck_assert_ptr_nonnull(frame);
    ck_assert_str_eq(frame->fields[0]->name, "method");
    opened_close(&o);
    free(later);
    expect(&r, "com.example.my_app.new_._1st_page", "stackFrame.n", "7");
    recording_free(&r);
}
END_TEST

/* Some readers take frames by the order of their fields. */
START_TEST(frames_are_those_of_the_jdk_whatever_they_consist_of) {
    static const char *const fields[] = {"method", "lineNumber", "bytecodeIndex", "type"};
    static const char *const frames[] = {
        "\"lineNumber\":12,\"bytecodeIndex\":3,\"type\":\"JIT compiled\"}",
        "\"lineNumber\":-1,\"bytecodeIndex\":3,\"type\":\"JIT compiled\"}",
        "\"lineNumber\":12,\"bytecodeIndex\":3,\"type\":\"JIT compiled\"}",
    };
    for (size_t i = 0; i < 3; i++) {
        struct recording r = {0};
        struct old_head head = {.start_ms = 1524063296160};
        head.frames = i == 0 ? FRAMES_USUAL : i == 1 ? FRAMES_WITHOUT_LINE : FRAMES_TURNED;
        struct opened o;
        uint64_t size;
        old_chunk(&r, &head);
        uint8_t *later = translate(&r, &size);
        open_later(&o, later, size);
        const struct jfr_type *frame = jfr_type_by_name(o.metadata, "jdk.types.StackFrame");
        ck_assert_ptr_nonnull(frame);
        ck_assert_uint_eq(frame->field_count, 4);
        for (size_t k = 0; k < 4; k++) ck_assert_str_eq(frame->fields[k]->name, fields[k]);
        struct text json = {0};
        event_json_segment(&o.segment, 1, NULL, &json, keep);
        ck_assert_ptr_nonnull(strstr(json.data, frames[i]));
        text_free(&json);
        opened_close(&o);
        free(later);
        struct reading reading = reading_of(&r, NULL);
        ck_assert_uint_eq(reading_self(&reading, "app.A.leaf"), 2);
        ck_assert_uint_eq(reading_total(&reading, "app.Main.main"), 2);
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

/* Key 0 means none in later formats; in enumerations it is a value, there too. */
START_TEST(constants_of_key_0_are_found_under_another) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .zero = true};
    old_chunk(&r, &head);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_self(&reading, "app.A.leaf"), 2);
    reading_release(&reading);
    expect(&r, "jdk.ExecutionSample", "state", "STATE_RUNNABLE STATE_RUNNABLE");
    expect(&r, "jdk.JavaMonitorEnter", "monitorClass", "app.A");
    expect(&r, "jdk.ThreadStart", "thread", "Worker-1/27/11/main");
    recording_free(&r);
}
END_TEST

START_TEST(names_become_java_names) {
    static const char *const names[][3] = {
        {"http://www.oracle.com/wls/low/", "Servlet/Run", "com.oracle.wls.low.Servlet.Run"},
        {"http://www.a.b.c/", "x", "c.b.a.x"},
        {"http://wwww.a/", "x", "a.wwww.x"},
        {"https://a", "", "a"},
        {"", "a/b-c/d e", "a.b_c.d_e"},
        {"", "class/1/_", "class_._1.__"},
        {"", "classes/null/x1", "classes.null_.x1"},
        {"", "//a..b/", "a.b"},
        {"", "\xC3\xA5", "__"},
        {"", "aZ$_9", "aZ$_9"},
        {"://", "", "unnamed"},
        {"", "", "unnamed"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = v0_java_name(names[i][0], names[i][1]);
        ck_assert_str_eq(name, names[i][2]);
        free(name);
    }
}
END_TEST

START_TEST(fields_have_their_later_names) {
    static const char *const fields[][3] = {
        {"ThreadPark", "klass", "parkedClass"},
        {"JavaMonitorWait", "klass", "monitorClass"},
        {"ThreadPark", "class", "class"},
        {"BooleanFlagChanged", "old_value", "oldValue"},
        {"BooleanFlagChanged", "new_value", "newValue"},
        {"LongFlagChanged", "value", "value"},
        {"LongFlag", "new_value", "new_value"},
        {"LongFlag", "old_value", "old_value"},
        {NULL, "new_value", "new_value"},
        {NULL, "klass", "klass"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        ck_assert_str_eq(v0_event_field(fields[i][0], fields[i][1]), fields[i][2]);
}
END_TEST

START_TEST(frames_of_the_recorder_are_left_out) {
    struct recording r = {0};
    old_chunk(&r, NULL);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.notes.len, 0);
    ck_assert_uint_eq(reading_self(&reading, "app.A.leaf"), 2);
    ck_assert_uint_eq(reading_total(&reading, "app.Main.main"), 2);
    ck_assert_uint_eq(reading_self(&reading, "oracle.jrockit.jfr.events.Hook.leaf"), 0);
    ck_assert_uint_eq(reading_events(&reading, "jdk.ActiveSetting"), 3);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(chunks_of_several_formats_follow_each_other) {
    struct recording r = {0};
    struct old_head later = {.start_ms = 1524063297160};
    old_chunk(&r, NULL);
    old_chunk(&r, &later);
    put_bytes(&r, "garbage", 7);
    later.start_ms += 1000;
    old_chunk(&r, &later);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->profile.samples, 6);
    ck_assert_ptr_nonnull(report_note(&reading.report, "7 bytes that are no chunk were left out"));
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ms, and what the header of the later format says: ns; the chunk ends a second later. */
static const struct {
    int64_t ms, start_ns, duration_ns;
} times[] = {{0, 0, NS_PER_S},
             {1, NS_PER_MS, NS_PER_S},
             {-1, -1, 0},
             {-1001, -1, 0},
             {INT64_MAX / NS_PER_MS - 1000, INT64_MAX / NS_PER_MS *NS_PER_MS - NS_PER_S, NS_PER_S},
             {INT64_MAX / NS_PER_MS - 999, (INT64_MAX / NS_PER_MS - 999) * NS_PER_MS, 0},
             {INT64_MAX / NS_PER_MS + 1, -1, 0},
             {INT64_MIN, -1, 0}};

START_TEST(a_chunk_begins_and_ends_when_a_clock_may_have_shown_it) {
    struct recording r = {0};
    struct old_head head = {.start_ms = times[_i].ms};
    struct v0_source source;
    struct v0_types *types = NULL;
    struct jfr_error error;
    uint64_t size;
    old_chunk(&r, &head);
    source = (struct v0_source){.data = r.out.data};
    ck_assert(v0_chunk_at(source.data, r.out.len, &source.metadata, &source.size));
    uint8_t *later = v0_translate(&source, &types, &size, NULL, &error);
    ck_assert_ptr_nonnull(later);
    ck_assert_int_eq((int64_t)wire_be64(later + HEADER_START_NS), times[_i].start_ns);
    ck_assert_int_eq((int64_t)wire_be64(later + HEADER_DURATION_NS), times[_i].duration_ns);
    ck_assert_uint_eq(wire_be64(later + HEADER_SIZE), size);
    free(later);
    v0_types_free(types);
    recording_free(&r);
}
END_TEST

/* Pieces: o a chunk of this format, n one of a later, g garbage, m the first bytes of a magic. */
START_TEST(where_a_chunk_of_this_format_may_lie_it_is_looked_for) {
    static const struct {
        const char *pieces;
        bool wanted;
    } cases[] = {{"", false},   {"o", true},   {"n", false},  {"g", false},
                 {"go", true},  {"no", true},  {"nno", true}, {"ngo", false},
                 {"gn", false}, {"gno", true}, {"ng", false}, {"m", false},
                 {"mo", false}, {"nm", false}, {"og", true},  {"ggggo", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct recording r = {0};
        for (const char *piece = cases[i].pieces; *piece; piece++) {
            if (*piece == 'o') old_chunk(&r, NULL);
            if (*piece == 'n') jvm_chunk(&r, NULL, (const char *const[]){"A.a"}, 1);
            if (*piece == 'g') put_bytes(&r, "garbage", 7);
            if (*piece == 'm') put_bytes(&r, "FLR\0", 4);
        }
        const struct jfr_segment segment = {
            .name = "made", .data = r.out.data, .size = r.out.len, .last = true};
        ck_assert_msg(v0_segments_wanted(&segment) == cases[i].wanted, "%s", cases[i].pieces);
        recording_free(&r);
    }
}
END_TEST

/* ==== Wrong ================================================================================= */

static void read_on(const struct recording *r) {
    struct reading reading = reading_of(r, NULL); /* ends the program if it takes too much memory */
    reading_release(&reading);
}

START_TEST(structures_that_hold_themselves_are_counted_and_not_decoded) {
    static const char *const wrong[] = {"ring", "deep"};
    for (size_t i = 0; i < 2; i++) {
        struct recording r = {0};
        struct old_head head = {.start_ms = 1524063296160, .wrong = wrong[i]};
        old_chunk(&r, &head);
        expect(&r, "jdk.GCHeapSummary", "startTime", "1524063296470000000");
        expect(&r, "jdk.ExecutionSample", "state", "STATE_RUNNABLE STATE_RUNNABLE");
        recording_free(&r);
    }
}
END_TEST

START_TEST(events_that_end_too_early_are_left_out_and_counted) {
    static const char *const said[] = {
        "1 event that ends before its last field was left out",
        "2 events that end before their last field were left out",
    };
    for (unsigned i = 0; i < 2; i++) {
        struct recording r = {0};
        struct old_head head = {.start_ms = 1524063296160, .reads = 4, .cut = i + 1};
        old_chunk(&r, &head);
        struct reading reading = reading_of(&r, NULL);
        ck_assert_ptr_nonnull(report_note(&reading.report, said[i]));
        ck_assert_uint_eq(reading_events(&reading, "jdk.FileRead"), 3 - i);
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

START_TEST(a_count_beyond_the_record_is_damage) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .wrong = "count"};
    old_chunk(&r, &head);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_ptr_nonnull(report_note(
        &reading.report, "(format 0.9) is damaged: it claims more elements than it has bytes"));
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(keys_of_pools_that_nothing_declares_stay_numbers) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063296160, .wrong = "no types"};
    old_chunk(&r, &head);
    expect(&r, "jdk.ExecutionSample", "startTime", "1524063296250000000 1524063296560000000");
    recording_free(&r);
}
END_TEST

START_TEST(a_header_that_leads_nowhere_is_named) {
    static const uint64_t offsets[] = {15, 1000000, UINT64_MAX, UINT64_MAX - 3, 100};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        struct recording r = {0};
        struct old_head head = {.start_ms = 1524063296160, .metadata = offsets[i]};
        old_chunk(&r, &head);
        head = (struct old_head){.start_ms = 1524063299160};
        old_chunk(&r, &head);
        struct reading reading = reading_of(&r, NULL);
        ck_assert_ptr_nonnull(report_note(&reading.report, "the chunk at byte 0 (format 0.9) is"));
        ck_assert_uint_eq(reading.samples->profile.samples, 2); /* of the other chunk */
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

START_TEST(cut_anywhere_the_chunks_before_are_read) {
    struct recording r = {0};
    struct old_head head = {.start_ms = 1524063299160};
    old_chunk(&r, NULL);
    size_t first = r.out.len;
    old_chunk(&r, &head);
    for (size_t len = 1 + (size_t)_i; len < r.out.len; len += 15) {
        struct reading reading = reading_of_bytes(r.out.data, len, NULL);
        ck_assert_uint_eq(reading.samples->profile.samples, len < first ? 0 : 2);
        if (len != first) ck_assert_uint_gt(reading.report.notes.len, 0);
        reading_release(&reading);
    }
    recording_free(&r);
}
END_TEST

START_TEST(any_byte_may_be_wrong) {
    static const uint8_t values[] = {0x00, 0x7f, 0x80, 0xff};
    struct recording r = {0};
    old_chunk(&r, NULL);
    for (size_t i = (size_t)_i; i < r.out.len; i += 5) {
        uint8_t before = r.out.data[i];
        r.out.data[i] = values[i / 5 % 4];
        read_on(&r);
        r.out.data[i] = before;
    }
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("v0");
    TCase *sane = tcase_create("read"), *wrong = tcase_create("wrong");
    tcase_add_test(sane, events_have_their_later_names_and_fields);
    tcase_add_test(sane, a_key_given_out_again_means_by_time_the_right_one);
    tcase_add_test(sane, threads_of_java_are_those_of_the_system);
    tcase_add_test(sane, what_follows_a_text_is_read);
    tcase_add_test(sane, a_text_of_ascii_takes_a_byte_a_letter_whatever_follows);
    tcase_add_loop_test(sane, threads_in_elements_as_long_as_a_frame_are_those_of_their_time, 0, 2);
    tcase_add_test(sane, a_setting_of_all_becomes_one_for_each);
    tcase_add_test(sane, a_setting_that_numbers_types_its_own_way_names_them_by_path);
    tcase_add_test(sane, settings_of_a_type_that_nothing_declares_are_left_out_and_said);
    tcase_add_test(sane, events_of_security_have_their_later_names_fields_and_units);
    tcase_add_test(sane, types_have_java_names_and_those_of_the_jdk_mean_the_same);
    tcase_add_test(sane, frames_are_those_of_the_jdk_whatever_they_consist_of);
    tcase_add_test(sane, constants_of_key_0_are_found_under_another);
    tcase_add_test(sane, names_become_java_names);
    tcase_add_test(sane, fields_have_their_later_names);
    tcase_add_test(sane, frames_of_the_recorder_are_left_out);
    tcase_add_test(sane, chunks_of_several_formats_follow_each_other);
    tcase_add_loop_test(sane, a_chunk_begins_and_ends_when_a_clock_may_have_shown_it, 0,
                        sizeof times / sizeof *times);
    tcase_add_test(sane, where_a_chunk_of_this_format_may_lie_it_is_looked_for);
    tcase_add_test(wrong, structures_that_hold_themselves_are_counted_and_not_decoded);
    tcase_add_test(wrong, events_that_end_too_early_are_left_out_and_counted);
    tcase_add_test(wrong, a_count_beyond_the_record_is_damage);
    tcase_add_test(wrong, keys_of_pools_that_nothing_declares_stay_numbers);
    tcase_add_test(wrong, a_header_that_leads_nowhere_is_named);
    suite_add_drawn(wrong, cut_anywhere_the_chunks_before_are_read, 0, 5);
    suite_add_drawn(wrong, any_byte_may_be_wrong, 0, 5);
    suite_add_tcase(suite, sane);
    suite_add_tcase(suite, wrong);
    return suite_run(suite);
}
