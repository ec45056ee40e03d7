/* What one pass finds, against what SQL makes of all events, row by row: the tables "extent" and
 * "threads", and groups. */
#include "parser/event.h"
#include "parser/table/heads.h"
#include "tests/support/asked_sql.h"
#include "tests/support/random.h"
#include "tests/unit/sql/shapes.h"

#include <string.h>

static void make_within(int at, int chunks, uint64_t memory) {
    random_state = (uint64_t)at;
    for (int i = 0; i < chunks; i++) add_chunk(&shapes[at], i);
    open_recording((struct sql_options){.index_bytes = memory});
}

static void make(int at) {
    make_within(at, 3, 0);
}

#define MANY_CHUNKS 24

/* A file that is mapped. */
static void make_large(int at) {
    make_within(at, MANY_CHUNKS, 0);
    ck_assert_uint_gt(recording.out.len, 65536);
}

static char *rows_of(const char *query) {
    struct text out = {0};
    struct sql_error error = {0};
    const char *rest = query;
    struct sql_statement *s = sql_prepare(sql, query, &rest, &error);
    ck_assert_msg(s != NULL, "%s: %s", query, text_str(&error.text));
    int row;
    while ((row = sql_step(s, &error)) == 1) {
        for (size_t i = 0; i < sql_columns(s); i++) {
            struct sql_value v = sql_value(s, i);
            if (v.kind == SQL_INTEGER) text_addf(&out, "%lld|", (long long)v.integer);
            else if (v.kind == SQL_TEXT) text_addf(&out, "%.*s|", (int)v.length, v.text);
            else text_addf(&out, v.kind == SQL_REAL ? "real|" : "null|");
        }
        text_add_char(&out, '\n');
    }
    ck_assert_msg(row == 0, "%s: %s", query, text_str(&error.text));
    sql_finalize(s);
    return text_take(&out);
}

static void check_equal(const char *a, const char *b) {
    char *mine = rows_of(a), *theirs = rows_of(b);
    ck_assert_uint_gt(strlen(mine), 0);
    ck_assert_str_eq(mine, theirs);
    free(mine);
    free(theirs);
}

START_TEST(the_extent_is_that_of_all_events) {
    make(_i);
    check_equal("SELECT events, firstTime, lastTime FROM extent",
                "SELECT count(*), first(startTime, startTime + coalesce(duration, 0)), "
                "last(startTime, startTime + coalesce(duration, 0)) FROM all_events");
    close_sql();
}
END_TEST

/* Long and short ones in every order: which ended first or last is in none of their starts. */
START_TEST(what_ended_first_or_last_is_found_wherever_it_stands) {
    static const int64_t events[5][2] = {
        {100000, 90000}, {300000, 0}, {20000, 10000}, {250000, 45000}, {299000, 3000}};
    struct jvm jvm = {.key_step = 1};
    int left[] = {0, 1, 2, 3, 4};
    chunk_begin(&recording, NULL);
    add_types(&recording);
    for (int of = 5, order = _i; of > 0; order /= of, of--) { /* of 120 orders this one */
        int at = order % of;
        const int64_t *event = events[left[at]];
        add_event(&recording, WHOLE, usual_head.start_ticks + event[0], event[1],
                  jvm_thread(&jvm, "main"));
        memmove(left + at, left + at + 1, sizeof *left * (size_t)(of - at - 1));
    }
    jvm_pools(&jvm, &recording);
    chunk_end(&recording);
    jvm_free(&jvm);
    open_recording((struct sql_options){0});
    char *said = rows_of("SELECT events, lastTime - firstTime FROM extent");
    ck_assert_str_eq(said, "5|279000|\n"); /* of 299000, which ended last, and of 20000 */
    free(said);
    close_sql();
}
END_TEST

START_TEST(threads_are_those_of_all_events) {
    make(_i);
    check_equal("SELECT * FROM (SELECT thread, javaThreadId, osThreadId, events, firstTime, "
                "lastTime FROM threads) ORDER BY 1, 2, 3",
                "SELECT eventThread, eventThread_javaThreadId, eventThread_osThreadId, count(*), "
                "min(startTime), max(startTime) FROM all_events WHERE eventThread IS NOT NULL "
                "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3");
    close_sql();
}
END_TEST

static const char *const gathered[] = {
    "SELECT eventThread, count(*), min(startTime), max(startTime), total(duration), max(duration) "
    "FROM Whole GROUP BY 1",
    "SELECT eventThread, median(duration), p99(duration), quantile(duration, 0.3) FROM Whole "
    "GROUP BY 1 ORDER BY 2 DESC",
    "SELECT sum(duration) / count(duration), avg(duration), count(*) FROM Large",
    "SELECT type, count(*), max(startTime) FROM all_events GROUP BY 1",
    "SELECT count(*), max(duration) FROM Whole WHERE duration > 3 AND eventThread <> 'main'",
    "SELECT startTime, count(*) FROM Short GROUP BY 1",
    "SELECT count(*) FROM Whole WHERE startTime >= (SELECT max(startTime) FROM Short)",
    "SELECT chunk, recording = '', count(*), sum(duration) FROM Whole GROUP BY 1, 2",
    "SELECT DISTINCT eventThread, duration > 3 FROM Whole",
    "SELECT text, count(*), sum(duration) FROM Far GROUP BY 1",
    "SELECT value, count(*), sum(value) FROM Bare GROUP BY 1",
    "SELECT count(*) + 1 FROM Never",
    "SELECT max(startTime), min(duration), count(*) FROM Whole WHERE duration > 1000000",
};

/* SQLite's own answer. */
static void check_from_groups(const char *query) {
    struct text plan = {0};
    text_addf(&plan, "EXPLAIN QUERY PLAN %s", query);
    char *said = rows_of(text_str(&plan)), *mine = rows_of(query);
    ck_assert_msg(strstr(said, "groups of ") != NULL, "%s: %s", query, said);
    sql->options.row_by_row = true;
    char *theirs = rows_of(query);
    sql->options.row_by_row = false;
    ck_assert_msg(strcmp(mine, theirs) == 0, "%s: %s, not %s", query, mine, theirs);
    free(said);
    free(mine);
    free(theirs);
    text_free(&plan);
}

START_TEST(groups_come_to_what_all_events_come_to) {
    int count = sizeof gathered / sizeof *gathered;
    make_within(_i / count, 3, 0);
    check_from_groups(gathered[_i % count]);
    close_sql();
}
END_TEST

START_TEST(groups_that_take_too_much_memory_come_in_parts) {
    make_within(0, 3, 2000);
    for (size_t i = 0; i < sizeof gathered / sizeof *gathered; i++) check_from_groups(gathered[i]);
    close_sql();
}
END_TEST

START_TEST(a_recording_without_events_has_an_extent_without_times) {
    chunk_begin(&recording, NULL);
    add_types(&recording);
    add_event(&recording, BARE, 0, 0, 0);
    chunk_end(&recording);
    open_recording((struct sql_options){0});
    char *said = rows_of("SELECT * FROM extent");
    ck_assert_str_eq(said, "0|null|null|\n");
    free(said);
    said = rows_of("SELECT count(*) FROM threads");
    ck_assert_str_eq(said, "0|\n");
    free(said);
    close_sql();
}
END_TEST

/* What ended last began before another. */
START_TEST(a_duration_counts_wherever_it_stands) {
    chunk_begin(&recording, NULL);
    add_types(&recording);
    add_event(&recording, TURNED, usual_head.start_ticks + 10, 0, 0);
    add_event(&recording, TURNED, usual_head.start_ticks + 100, 5000, 0);
    for (int i = 0; i < 20; i++) add_event(&recording, TURNED, usual_head.start_ticks + 200, 0, 0);
    chunk_end(&recording);
    open_recording((struct sql_options){0});
    char *said = rows_of("SELECT lastTime - firstTime FROM extent");
    ck_assert_str_eq(said, "90|\n");
    free(said);
    close_sql();
}
END_TEST

/* ==== Heads ================================================================================= */

START_TEST(heads_are_the_same_on_every_machine) {
    make(_i);
    struct heads *a = heads_open(sql->tables, HEADS_TIME | HEADS_THREAD, NULL),
                 *b = heads_open(sql->tables, HEADS_TIME | HEADS_THREAD | HEADS_PLAIN, NULL);
    struct head x, y;
    size_t count = 0;
    while (heads_next_chunk(a)) {
        ck_assert(heads_next_chunk(b));
        for (; heads_next(a, &x); count++) {
            ck_assert(heads_next(b, &y));
            ck_assert_uint_eq(x.event->offset, y.event->offset);
            ck_assert_int_eq(x.start, y.start);
            ck_assert_int_eq(x.span, y.span);
            ck_assert_uint_eq(x.thread, y.thread);
            ck_assert_int_eq(x.ticks, y.ticks);
        }
        ck_assert(!heads_next(b, &y));
    }
    ck_assert_uint_gt(count, 600);
    heads_close(a);
    heads_close(b);
    close_sql();
}
END_TEST

/* What was handed out and how much was passed over: the same. */
START_TEST(heads_are_passed_over_the_same_way_on_every_machine) {
    make(_i);
    for (int threads = 0; threads < 2; threads++) {
        unsigned flags = threads ? HEADS_THREAD : HEADS_TIME;
        struct heads *a = heads_open(sql->tables, flags, NULL),
                     *b = heads_open(sql->tables, flags | HEADS_PLAIN, NULL);
        while (heads_next_chunk(a)) {
            struct heads_ends e[2] = {{.close = 2}, {.close = 2}};
            struct heads_thread t[2] = {{.first = INT64_MAX, .last = INT64_MIN},
                                        {.first = INT64_MAX, .last = INT64_MIN}};
            struct head x, y;
            ck_assert(heads_next_chunk(b));
            while (threads ? heads_next_thread(a, &t[0], &x) : heads_next_end(a, &e[0], &x)) {
                ck_assert(threads ? heads_next_thread(b, &t[1], &y) : heads_next_end(b, &e[1], &y));
                ck_assert_uint_eq(x.event->offset, y.event->offset);
                t[0].key = t[1].key = x.thread;
                for (int i = 0; i < 2; i++) {
                    e[i].any = true;
                    if (x.start + x.span > e[i].most) e[i].most = x.start + x.span;
                }
            }
            ck_assert(threads ? !heads_next_thread(b, &t[1], &y) : !heads_next_end(b, &e[1], &y));
            ck_assert_int_eq(e[0].start, e[1].start);
            ck_assert_int_eq(e[0].span, e[1].span);
            ck_assert_int_eq(e[0].most, e[1].most);
            ck_assert_uint_eq(e[0].passed, e[1].passed);
            ck_assert_uint_eq(t[0].events, t[1].events);
            ck_assert_int_eq(t[0].first, t[1].first);
            ck_assert_int_eq(t[0].last, t[1].last);
        }
        heads_close(a);
        heads_close(b);
    }
    close_sql();
}
END_TEST

START_TEST(events_handed_out_together_are_those_one_by_one) {
    make(_i);
    struct jfr_chunks *chunks = jfr_chunks_open(sql->tables);
    for (const struct jfr_chunk *chunk; (chunk = jfr_chunks_next(chunks)) != NULL;) {
        const struct jfr_metadata *metadata = jfr_chunks_metadata(chunks);
        struct jfr_cursor *cursors[2];
        struct jfr_event events[7], one;
        for (int i = 0; i < 2; i++) {
            cursors[i] = jfr_cursor_open(chunk, metadata, NULL);
            jfr_cursor_want(cursors[i], WHOLE);
            jfr_cursor_want(cursors[i], LARGE);
            jfr_cursor_want(cursors[i], JFR_CHECKPOINT_EVENT);
        }
        for (size_t n; (n = cursor_next_many(cursors[0], events, 7)) > 0;) {
            for (size_t i = 0; i < n; i++) {
                ck_assert(jfr_cursor_next(cursors[1], &one));
                ck_assert_uint_eq(events[i].type_id, one.type_id);
                ck_assert_uint_eq(events[i].offset, one.offset);
                ck_assert_ptr_eq(events[i].payload, one.payload);
                ck_assert_ptr_eq(events[i].end, one.end);
            }
        }
        ck_assert(!jfr_cursor_next(cursors[1], &one));
        for (uint64_t id = 0; id <= LARGE; id++)
            ck_assert_uint_eq(jfr_cursor_tally(cursors[0], id).count,
                              jfr_cursor_tally(cursors[1], id).count);
        for (int i = 0; i < 2; i++) jfr_cursor_close(cursors[i]);
    }
    jfr_chunks_close(chunks);
    close_sql();
}
END_TEST

/* ==== Tables of one statement ============================================================= */

static const char together[] =
    "SELECT 'none', count(*) FROM Never UNION ALL SELECT 'bare', sum(value) FROM Bare "
    "UNION ALL SELECT thread, n FROM (SELECT eventThread AS thread, sum(startTime % 1000) AS n "
    "FROM "
    "Whole GROUP BY 1 ORDER BY 1) UNION ALL SELECT text, max(startTime) FROM Far "
    "UNION ALL SELECT 'large', sum(duration) FROM Large";

/* The same with a statement for each, which goes over all events. */
static char *one_by_one(void) {
    static const char *const parts[] = {
        "SELECT 'none', 0", "SELECT 'bare', sum(value) FROM Bare",
        "SELECT eventThread, sum(startTime % 1000) FROM Whole GROUP BY 1 ORDER BY 1",
        "SELECT text, max(startTime) FROM Far", "SELECT 'large', sum(duration) FROM Large"};
    struct text out = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *said = rows_of(parts[i]);
        text_add(&out, said);
        free(said);
    }
    return text_take(&out);
}

static size_t noted(const char *table) {
    size_t count = 0;
    for (size_t i = 0; i < sql->places.chunks.len; i++)
        for (size_t k = 0; k < sql->places.chunks.items[i].tables.len; k++)
            if (strcmp(jfr_table_name(sql->places.chunks.items[i].tables.items[k].table), table) ==
                0)
                count += sql->places.chunks.items[i].tables.items[k].offsets.len;
    return count;
}

/* However much room there is to note where events are: all, some chunks', nothing. */
START_TEST(tables_that_are_read_together_are_what_they_are_one_by_one) {
    static const uint64_t room[] = {UINT64_MAX, 400, 1000, 0};
    make(_i / 4);
    char *expected = one_by_one();
    sql->places.most = room[_i % 4];
    char *said = rows_of(together);
    ck_assert_str_eq(said, expected);
    if (_i % 4 == 0) {
        char *count = rows_of("SELECT count(*) FROM Whole");
        free(said);
        said = rows_of(together);
        ck_assert_uint_eq(noted("jdk.Whole"), strtoull(count, NULL, 10));
        ck_assert_uint_eq(noted("jdk.Never"), 0); /* it is who read */
        free(count);
    }
    if (_i % 4 == 3) ck_assert_uint_eq(sql->places.chunks.len, 0);
    free(said);
    said = rows_of(together); /* and once more: nothing is left of the first time */
    ck_assert_str_eq(said, expected);
    free(said);
    free(expected);
    close_sql();
}
END_TEST

START_TEST(all_events_tell_where_those_of_a_table_are) {
    make(0);
    check_equal("SELECT events, (SELECT sum(value) FROM Bare), (SELECT count(*) FROM Never) FROM "
                "extent",
                "SELECT count(*), (SELECT 7 * count(*) FROM all_events WHERE type = 'jdk.Bare'), 0 "
                "FROM all_events WHERE startTime IS NOT NULL");
    free(rows_of("SELECT max(events), (SELECT sum(value) FROM Bare) FROM threads"));
    ck_assert_uint_eq(sql->places.chunks.len, 3);
    ck_assert_uint_gt(noted("jdk.Bare"), 0);
    close_sql();
}
END_TEST

/* ==== Side by side ========================================================================== */

static const char *const in_ranges[] = {
    "SELECT * FROM extent",
    "SELECT * FROM threads",
    "SELECT eventThread, count(*), min(startTime), max(startTime), total(duration), p99(duration) "
    "FROM Whole GROUP BY 1",
    "SELECT type, recording, chunk, eventThread, startTime, count(*), sum(duration) FROM "
    "all_events "
    "GROUP BY 1, 2, 3, 4, 5",
    "SELECT count(*), median(duration) FROM Large",
    "SELECT DISTINCT eventThread, startTime FROM Whole",
    "SELECT startTime, count(*) FROM Short WHERE startTime >= (SELECT min(startTime) FROM Whole) "
    "GROUP BY 1",
    "SELECT rowid, eventThread FROM Whole WHERE (SELECT count(eventThread) FROM Whole) > 0",
    together,
    "SELECT events, (SELECT sum(value) FROM Bare), (SELECT count(text) FROM Far) FROM extent",
};

/* Each once, as people see it: of which chunks there was room to note places, so that they are not
 * walked again, depends on who read them. */
static void add_note(void *context, const struct jfr_note *note) {
    struct text line = {0};
    text_addf(&line, "%s %llu: %s\n", note->name ? note->name : "",
              (unsigned long long)note->offset, note->text);
    if (!strstr(text_str(context), text_str(&line))) text_add(context, text_str(&line));
    text_free(&line);
}

/* With what was noted. */
static char *answers(struct sql_options options) {
    struct text out = {0}, notes = {0};
    struct sql *before = sql;
    options.log = (struct jfr_log){.note = add_note, .context = &notes};
    open_file(options);
    for (size_t i = 0; i < sizeof in_ranges / sizeof *in_ranges; i++) {
        char *said = rows_of(in_ranges[i]);
        text_addf(&out, "%s\n%s", in_ranges[i], said);
        free(said);
    }
    sql_close(sql);
    sql = before;
    text_add(&out, text_str(&notes));
    text_free(&notes);
    return text_take(&out);
}

/* Bytes that are no events, in every chunk but the first. */
static void damage(void) {
    size_t size = recording.out.len;
    uint8_t *data = mem_alloc(size);
    memcpy(data, recording.out.data, size);
    for (size_t at = size / 2; at + 3000 < size; at += size / 50) memset(data + at, 0xff, 64);
    memory_file_close(&file);
    file = memory_file_make(data, size);
    free(data);
}

START_TEST(answers_do_not_depend_on_how_many_threads_read) {
    static const uint64_t memory[] = {0, 40000, 1};
    int shape = _i / 6;
    bool damaged = _i % 2;
    make_large(shape);
    if (damaged) damage();
    uint64_t index_bytes = memory[_i / 2 % 3];
    char *expected = answers((struct sql_options){.jobs = 1, .index_bytes = index_bytes});
    ck_assert_uint_eq(damaged, strstr(expected, file.path) && strstr(expected, ": ") != NULL);
    for (unsigned jobs = 2; jobs <= 4; jobs++) {
        char *said = answers((struct sql_options){
            .jobs = jobs, .range_size = 1, .once = jobs == 3, .index_bytes = index_bytes});
        size_t at = 0; /* they are too long to be told */
        while (said[at] && said[at] == expected[at]) at++;
        ck_assert_msg(said[at] == expected[at], "from byte %zu on: %.200s, not %.200s", at,
                      said + at, expected + at);
        free(said);
    }
    free(expected);
    close_sql();
}
END_TEST

START_TEST(ranges_have_every_chunk_once_and_small_recordings_are_one) {
    struct ranges ranges;
    make_large(0);
    sql->options.jobs = 2;
    sql_ranges_open(sql, &ranges);
    ck_assert_uint_eq(ranges.len, 1);
    ck_assert_ptr_null(ranges.items[0].chunks.items);
    ranges_close(&ranges);
    sql->options.range_size = 1;
    sql_ranges_open(sql, &ranges);
    ck_assert_uint_gt(ranges.len, 4);
    ck_assert_uint_eq(ranges.threads, 2);
    struct jfr_chunks *chunks = jfr_chunks_open(sql->tables);
    for (size_t i = 0; i < ranges.len; i++)
        for (size_t k = 0; k < ranges.items[i].chunks.len; k++)
            ck_assert_uint_eq(ranges.items[i].chunks.items[k].offset,
                              jfr_chunks_next(chunks)->offset);
    ck_assert_ptr_null(jfr_chunks_next(chunks));
    jfr_chunks_close(chunks);
    ranges_close(&ranges);
    close_sql();
}
END_TEST

START_TEST(what_takes_too_long_ends_in_every_thread) {
    static const char *const statements[] = {"SELECT count(duration) FROM Whole",
                                             "SELECT * FROM extent", "SELECT * FROM threads"};
    struct sql_error error = {0};
    make_large(0);
    sql->options.jobs = 3;
    sql->options.range_size = 1;
    sql->options.timeout_ns = 1;
    struct sql_statement *s = sql_prepare(sql, statements[_i], NULL, &error);
    if (s) ck_assert_int_eq(sql_step(s, &error), -1);
    ck_assert(error.timeout);
    sql_finalize(s);
    sql_error_free(&error);
    close_sql();
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("extent");
    TCase *tc = tcase_create("all");
    int count = sizeof shapes / sizeof *shapes;
    tcase_add_loop_test(tc, the_extent_is_that_of_all_events, 0, count);
    suite_add_drawn(tc, what_ended_first_or_last_is_found_wherever_it_stands, 0, 120);
    tcase_add_loop_test(tc, threads_are_those_of_all_events, 0, count);
    suite_add_drawn(tc, groups_come_to_what_all_events_come_to, 0,
                    count * (int)(sizeof gathered / sizeof *gathered));
    tcase_add_test(tc, groups_that_take_too_much_memory_come_in_parts);
    tcase_add_test(tc, a_duration_counts_wherever_it_stands);
    suite_add_drawn(tc, tables_that_are_read_together_are_what_they_are_one_by_one, 0, 4 * count);
    tcase_add_test(tc, all_events_tell_where_those_of_a_table_are);
    tcase_add_loop_test(tc, heads_are_the_same_on_every_machine, 0, count);
    tcase_add_loop_test(tc, heads_are_passed_over_the_same_way_on_every_machine, 0, count);
    tcase_add_loop_test(tc, events_handed_out_together_are_those_one_by_one, 0, count);
    tcase_add_test(tc, a_recording_without_events_has_an_extent_without_times);
    suite_add_drawn(tc, answers_do_not_depend_on_how_many_threads_read, 0, 6 * count);
    tcase_add_test(tc, ranges_have_every_chunk_once_and_small_recordings_are_one);
    tcase_add_loop_test(tc, what_takes_too_long_ends_in_every_thread, 0, 3);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
