/* The page as bytes: the same whatever the ids, nothing of the recording outside its data, whole.
 * What is in the data is read and tested by tests/browser/page_model.test.mjs. */
#include "analyzers/rules/series.h"
#include "cmd/page/data.h"
#include "cmd/page/lanes.h"
#include "parser/wire.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char hostile[] = "</script><img src=x onerror=alert(1)>";

struct made {
    struct profile profile;
    struct facts facts;
    struct scan_report report;
    struct page_set set;
};

static uint32_t add_frame(struct profile *p, const char *class_name, const char *method, int line) {
    struct strings *s = &p->frames.strings;
    struct frame frame = {
        .class_name = strings_intern(s, class_name, strlen(class_name)),
        .method = strings_intern(s, method, strlen(method)),
        .line = line,
        .bci = -1,
        .type = FRAME_JIT,
    };
    return frames_intern(&p->frames, &frame);
}

/* Thirty samples, entered from the first to the last or the other way round, so that all ids
 * differ. */
static struct made make(bool backwards) {
    struct made made = {
        .profile = {.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = 1000000}};
    struct profile *p = &made.profile;
    for (int n = 0; n < 30; n++) {
        int i = backwards ? 29 - n : n;
        char method[20], name[20];
        snprintf(method, sizeof method, "m%d", i % 7);
        snprintf(name, sizeof name, "t%d", i % 3);
        const uint32_t leaf_first[] = {add_frame(p, hostile, method, 3),
                                       add_frame(p, "A", "run", 3)};
        uint32_t stack = profile_add_stack(p, leaf_first, 2, (struct profile_weight){1, 0, false});
        struct profile_thread thread = {.name = strings_intern(&p->frames.strings, name, 2),
                                        .os_id = (uint64_t)(i % 3)};
        struct profile_sample sample = {
            .time_ns = INT64_C(1000000000) + i / 2 * INT64_C(1000000),
            .stack = stack,
            .thread = profile_add_thread(p, &thread),
            .state = strings_intern(&p->frames.strings, "STATE_RUNNABLE", 14),
            .count = 1,
        };
        profile_add_sample(p, &sample);
    }
    made.report.start_ns = INT64_C(1000000000);
    made.report.end_ns = INT64_C(2000000000);
    return made;
}

static void made_free(struct made *made) {
    profile_free(&made->profile);
    facts_free(&made->facts);
}

static const struct zone utc = {.kind = ZONE_OFFSET};

static struct page_input input_of(struct made *made, const char *title) {
    made->set = (struct page_set){.event = "jdk.ExecutionSample", .profile = &made->profile};
    return (struct page_input){.profile = &made->profile,
                               .sets = &made->set,
                               .set_count = 1,
                               .facts = &made->facts,
                               .report = &made->report,
                               .zone = &utc,
                               .title = title,
                               .event = "jdk.ExecutionSample"};
}

START_TEST(the_same_samples_give_the_same_bytes_whatever_their_ids) {
    struct text pages[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        struct made made = make(i == 1);
        struct page_input input = input_of(&made, "x.jfr");
        page_write(&input, 1, &pages[i]);
        made_free(&made);
    }
    ck_assert_uint_eq(pages[0].len, pages[1].len);
    ck_assert_mem_eq(pages[0].data, pages[1].data, pages[0].len);
    text_free(&pages[0]);
    text_free(&pages[1]);
}
END_TEST

START_TEST(names_are_only_in_the_packed_data_and_the_title_is_escaped) {
    struct made made = make(false);
    static const struct rule rule = {.name = hostile, .headlines = {[RULE_INFO] = hostile}};
    static const struct rule_outcome outcome = {"judged", hostile};
    struct finding finding = finding_of(&rule);
    finding.severity = RULE_INFO;
    finding.outcome = &outcome;
    finding.frame = 0;
    const struct findings findings = {&finding, 1, 1};
    struct page_input input = input_of(&made, hostile);
    input.findings = &findings;
    struct text page = {0};
    page_write(&input, 1, &page);
    ck_assert_ptr_null(strstr(page.data, hostile));
    ck_assert_ptr_null(strstr(page.data, "<img"));
    ck_assert_ptr_nonnull(
        strstr(page.data, "<title>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; - "));
    text_free(&page);
    made_free(&made);
}
END_TEST

START_TEST(nothing_in_the_page_asks_for_something_from_elsewhere) {
    struct made made = make(false);
    struct page_input input = input_of(&made, "x.jfr");
    struct text page = {0};
    page_write(&input, 1, &page);
    static const char *const wanting[] = {"src=",      "@import",        "url(",
                                          "fetch(",    "XMLHttpRequest", "import(",
                                          "WebSocket", "<iframe",        "<form"};
    for (size_t i = 0; i < sizeof wanting / sizeof *wanting; i++)
        ck_assert_msg(strstr(page.data, wanting[i]) == NULL, "%s", wanting[i]);
    ck_assert_ptr_nonnull(strstr(page.data, "default-src 'none'"));
    ck_assert_ptr_nonnull(strstr(page.data, "; script-src 'sha256-"));
    const char *elsewhere = page.data;
    while ((elsewhere = strstr(elsewhere, "http")) !=
           NULL) { /* names of the markup are no requests */
        ck_assert_msg(strncmp(elsewhere, "http-equiv", 10) == 0 ||
                          strncmp(elsewhere, "http://www.w3.org/1999/xhtml", 28) == 0 ||
                          strncmp(elsewhere, "http-nio", 8) == 0,
                      "%.40s", elsewhere);
        elsewhere++;
    }
    text_free(&page);
    made_free(&made);
}
END_TEST

START_TEST(a_page_of_nothing_is_whole) {
    struct made made = {.profile = {.keep = PROFILE_STACKS | PROFILE_SAMPLES}};
    struct page_input input = input_of(&made, "");
    input.event = made.set.event = NULL;
    input.facts = NULL;
    struct text page = {0};
    page_write(&input, 1, &page);
    ck_assert_ptr_nonnull(strstr(page.data, "id=\"data\">"));
    ck_assert_str_eq(page.data + page.len - 8, "</html>\n");
    text_free(&page);
    made_free(&made);
}
END_TEST

/* The number at the place, little endian, which is then behind it. */
static uint32_t take_u32(const uint8_t **at) {
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) n |= (uint32_t) * (*at)++ << (8 * i);
    return n;
}

START_TEST(samples_have_a_value_each_and_nothing_behind_the_last) {
    enum { SECTIONS = 12, COLUMNS = 5 };
    struct made made = make(false);
    struct page_input input = input_of(&made, "x.jfr");
    struct text meta = {0}, data = {0};
    uint64_t number = 0, rows = 0, sum = 0;
    const size_t all = made.profile.moments.len;
    made.profile.unit = PROFILE_NS;
    for (size_t i = 0; i < all; i++) {
        moments_set_value(&made.profile.moments, i, (int64_t)i + 1);
        made.profile.value += (int64_t)i + 1;
    }
    page_data_add(&input, &meta, 1000, NULL, &data);
    const uint8_t *at = (const uint8_t *)data.data + 4,
                  *end = (const uint8_t *)data.data + data.len;
    for (int i = 0; i < 1 + SECTIONS; i++) at += take_u32(&at);
    ck_assert_uint_eq(take_u32(&at), 1);                  /* sets */
    ck_assert_uint_eq(take_u32(&at), (size_t)(end - at)); /* the samples are last */
    ck_assert(wire_varint(&at, end, &rows));
    ck_assert_uint_eq(rows, all);
    ck_assert(wire_varint(&at, end, &number)); /* rows without a time */
    for (size_t i = 0; i < COLUMNS * rows; i++) ck_assert(wire_varint(&at, end, &number));
    for (size_t i = 0; i < rows; i++) {
        ck_assert(wire_varint(&at, end, &number));
        sum += number / 2; /* signed ones are 0, -1, 1, -2... */
    }
    ck_assert_uint_eq(sum, (uint64_t)made.profile.value);
    ck_assert_ptr_eq(at, end);
    text_free(&meta);
    text_free(&data);
    made_free(&made);
}
END_TEST

/* A sample each ms: as many as a browser draws are as they were, one more comes in steps of 10 ms.
 */
START_TEST(a_million_samples_keep_their_ms_and_more_are_in_steps_of_ten) {
    enum { SECTIONS = 12, MILLION = 1 << 20 };
    const uint64_t all = MILLION + (uint64_t)_i, shown = _i ? all / 10 + 1 : all;
    struct made made = make(false);
    struct page_input input = input_of(&made, "x.jfr");
    struct text meta = {0}, data = {0};
    uint64_t rows = 0, number = 0, samples = 0;
    const struct moment first = made.profile.moments.items[0];
    moments_keep(&made.profile.moments, 0);
    for (uint64_t i = 0; i < all; i++)
        moments_push(
            &made.profile.moments,
            (struct moment){INT64_C(1000000000) + (int64_t)i * 1000000, first.stack, first.who}, 1,
            0);
    page_data_add(&input, &meta, 1000, NULL, &data);
    const uint8_t *at = (const uint8_t *)data.data + 4,
                  *end = (const uint8_t *)data.data + data.len;
    for (int i = 0; i < 1 + SECTIONS; i++) at += take_u32(&at);
    at += 8; /* sets, and the length */
    ck_assert(wire_varint(&at, end, &rows));
    ck_assert_uint_eq(rows, shown);
    ck_assert(wire_varint(&at, end, &number));
    for (size_t i = 0; i < 4 * rows; i++) ck_assert(wire_varint(&at, end, &number));
    for (size_t i = 0; i < rows; i++, samples += number) ck_assert(wire_varint(&at, end, &number));
    ck_assert_uint_eq(samples, all);
    text_free(&meta);
    text_free(&data);
    made_free(&made);
}
END_TEST

START_TEST(four_jvms_are_named_and_the_others_counted) {
    struct made made = make(false);
    struct page_input input = input_of(&made, "x.jfr");
    for (int i = 0; i < 6; i++) {
        char name[20];
        struct text meta = {0};
        snprintf(name, sizeof name, "VM %d", i);
        struct fact_jvm jvm = {.name = strings_intern(&made.facts.strings, name, strlen(name))};
        array_push(&made.facts.jvms, jvm);
        page_meta_add(&input, 1000, &meta);
        ck_assert_int_eq(strstr(meta.data, "\"VM 3\"") != NULL, i >= 3);
        ck_assert_ptr_null(strstr(meta.data, "\"VM 4\""));
        ck_assert_int_eq(strstr(meta.data, "\"and 1 more\"") != NULL, i == 4);
        ck_assert_int_eq(strstr(meta.data, "\"and 2 more\"") != NULL, i == 5);
        ck_assert_int_eq(strstr(meta.data, " more\"") != NULL, i >= 4);
        text_free(&meta);
    }
    made_free(&made);
}
END_TEST

START_TEST(lanes_are_of_what_begins_in_the_window) {
    enum { SERIES = 1, FROM = 1000, TO = 2000 };
    int64_t times[] = {FROM - 1, FROM, TO - 1, TO}, threads[] = {1, 2, 3, 4};
    const struct event_column columns[] = {{JFR_COLUMN_INT, JFR_UNIT_NS_TIME, times},
                                           {JFR_COLUMN_INT, JFR_UNIT_NONE, threads}};
    struct event_table items[2]; /* of threads, and of what is a marker */
    for (size_t i = 0; i < 2; i++) {
        const struct wish *wish = &page_lanes_wishes.rows[i ? PAGE_SERIES : SERIES];
        items[i] = (struct event_table){.wish = wish, .column_count = i ? 4 : 2, .rows = 4};
        memcpy(items[i].columns, columns, sizeof columns);
    }
    const struct tables tables = {.items = items, .len = 2};
    struct page_lanes lanes;
    page_lanes_make(&tables, FROM, TO, &lanes);
    const struct page_series *series = &lanes.series[SERIES];
    ck_assert_str_eq(series->name, "threads");
    ck_assert_uint_eq(series->values.len, 2);
    ck_assert_uint_eq(lanes.markers.len, 2);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(series->times.items[i], times[i + 1]);
        ck_assert_int_eq(series->values.items[i], threads[i + 1]);
        ck_assert_int_eq(lanes.markers.items[i].time_ns, times[i + 1]);
    }
    page_lanes_free(&lanes);
}
END_TEST

/* Of two that last as long, the first by time; the longest of all comes last, when many are left
 * out already. */
START_TEST(of_more_markers_than_fit_the_longest_are_shown) {
    enum { ALL = 3 * PAGE_MARKERS_MAX + 2 };
    struct tables tables;
    made_tables(&tables, &page_lanes_wishes);
    int64_t *cells = mem_resize(NULL, 2 * ALL, sizeof *cells);
    for (size_t i = 0; i < ALL; i++) {
        cells[2 * i] = (int64_t)i;
        cells[2 * i + 1] = i == 0 ? 1 : i + 1 == ALL ? 3 : 2;
    }
    made_rows(&tables, "jdk.ThreadSleep", "nn", ALL, cells);
    struct page_lanes lanes;
    page_lanes_make(&tables, 0, ALL, &lanes);
    ck_assert_uint_eq(lanes.left_out, 2 * PAGE_MARKERS_MAX + 2);
    ck_assert_uint_eq(lanes.markers.len, PAGE_MARKERS_MAX);
    ck_assert_int_eq(lanes.markers.items[0].time_ns, 1);
    ck_assert_int_eq(lanes.markers.items[PAGE_MARKERS_MAX - 2].time_ns, PAGE_MARKERS_MAX - 1);
    ck_assert_int_eq(lanes.markers.items[PAGE_MARKERS_MAX - 1].time_ns, ALL - 1);
    page_lanes_free(&lanes);
    made_tables_free(&tables);
    free(cells);
}
END_TEST

START_TEST(markers_of_reads_are_rows_of_the_rules) {
    const struct wishes reads = {.rows = &series_rows[SERIES_SOCKET_READ], .count = 1};
    struct tables tables;
    made_tables(&tables, &reads);
    int64_t host = made_text(&tables, "db.example.org");
    made_rows(&tables, "jdk.SocketRead", "nn--t", 2,
              (int64_t[]){3, 0, 0, 0, host, 5, 7, 0, 0, host});
    struct page_lanes lanes;
    page_lanes_make(&tables, 0, 10, &lanes);
    ck_assert_uint_eq(lanes.markers.len, 1);
    const struct page_marker *marker = &lanes.markers.items[0];
    ck_assert_str_eq(page_marker_types[marker->type], "socket read");
    ck_assert_int_eq(marker->time_ns, 5);
    ck_assert_int_eq(marker->duration_ns, 7);
    ck_assert_int_eq(marker->text, host);
    ck_assert_uint_eq(marker->thread, THINGS_NONE);
    ck_assert_uint_eq(marker->holder, THINGS_NONE);
    page_lanes_free(&lanes);
    made_tables_free(&tables);
}
END_TEST

START_TEST(the_heap_is_shown_as_collections_leave_it) {
    struct tables tables;
    made_tables(&tables, &page_lanes_wishes);
    int64_t before = made_text(&tables, "Before GC"), after = made_text(&tables, "After GC");
    made_rows(&tables, "jdk.GCHeapSummary", "nnt", 4,
              (int64_t[]){1, 90, before, 2, 30, after, 3, 95, before, 4, 40, THINGS_NONE});
    struct page_lanes lanes;
    page_lanes_make(&tables, 0, 10, &lanes);
    const struct page_series *heap = &lanes.series[0];
    ck_assert_str_eq(heap->name, "heap after GC");
    ck_assert_uint_eq(heap->values.len, 1);
    ck_assert_int_eq(heap->times.items[0], 2);
    ck_assert_int_eq(heap->values.items[0], 30);
    page_lanes_free(&lanes);
    made_tables_free(&tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("page");
    TCase *tc = tcase_create("page");
    tcase_add_test(tc, the_same_samples_give_the_same_bytes_whatever_their_ids);
    tcase_add_test(tc, names_are_only_in_the_packed_data_and_the_title_is_escaped);
    tcase_add_test(tc, nothing_in_the_page_asks_for_something_from_elsewhere);
    tcase_add_test(tc, a_page_of_nothing_is_whole);
    tcase_add_test(tc, samples_have_a_value_each_and_nothing_behind_the_last);
    tcase_add_loop_test(tc, a_million_samples_keep_their_ms_and_more_are_in_steps_of_ten, 0, 2);
    tcase_add_test(tc, four_jvms_are_named_and_the_others_counted);
    tcase_add_test(tc, lanes_are_of_what_begins_in_the_window);
    tcase_add_test(tc, of_more_markers_than_fit_the_longest_are_shown);
    tcase_add_test(tc, markers_of_reads_are_rows_of_the_rules);
    tcase_add_test(tc, the_heap_is_shown_as_collections_leave_it);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
