/* What statements answer over recordings where one number is another, or an event is missing or
 * there twice: see tests/support/told_texts.h. */
#include "tests/support/asked_sql.h"
#include "tests/support/told_texts.h"

static const char *const of_stacks[] = {
    "SELECT time, thread, pool, state, method, class, package, line, stack, app, event, value, "
    "weight "
    "FROM samples",
    "SELECT method, sum(weight), min(line), max(line) FROM samples GROUP BY 1 ORDER BY 2 DESC, 1",
    "SELECT thread, state, count(*) FROM samples WHERE time > 1763671861100000000 GROUP BY 1, 2",
    "SELECT stackTrace_top, stackTrace_line, stackTrace_caller, stackTrace_depth, count(*) "
    "FROM jdk.ExecutionSample GROUP BY stackTrace ORDER BY 5, 1",
    "SELECT collapsed(stackTrace), app_frame(stackTrace), frame(stackTrace, 1), "
    "frame(stackTrace, 9), stack_has(stackTrace, 'Db') FROM NativeMethodSample",
    "SELECT stackTrace_text, stackTrace_app, stackTrace_maker FROM ObjectAllocationSample",
    "SELECT depth, truncated, top, text FROM stacks ORDER BY text",
    "SELECT position, class, method, line, bci, type FROM frames ORDER BY 1, 2, 3, 4",
    "SELECT thread, pool, events, lastTime - firstTime FROM threads ORDER BY 1",
    "SELECT event, name, value FROM settings",
    "SELECT e.thread, count(*) FROM samples e JOIN ObjectAllocationSample a "
    "ON e.thread = a.eventThread GROUP BY 1",
    "SELECT objectClass, bytes(sum(weight)), count(*), max(weight) FROM ObjectAllocationSample "
    "GROUP BY objectClass ORDER BY sum(weight) DESC",
    NULL};
static const char *const of_spans[] = {
    "SELECT path, count(*), duration(sum(duration)), median(duration), p90(duration), "
    "first(n, startTime), last(n, startTime) FROM app.Request GROUP BY path",
    "SELECT n, eventThread FROM app.Request WHERE duration BETWEEN 500000000 AND 600000000",
    "SELECT n FROM app.Request WHERE duration > 550000000 AND n <> 7 ORDER BY startTime DESC",
    "SELECT n FROM app.Request WHERE duration >= 5e8 AND duration < 6.5e8 LIMIT 2 OFFSET 1",
    "SELECT n FROM app.Request WHERE startTime <= 1763671861200000000 AND eventThread = 'web-2'",
    "SELECT n FROM app.Request WHERE path IN ('/page', '/x') OR n IS NULL",
    "SELECT r.n, g.gcId, g.cause FROM app.Request r JOIN jdk.GarbageCollection g "
    "ON g.startTime BETWEEN r.startTime AND r.startTime + r.duration ORDER BY 1, 2",
    "SELECT g.gcId, p.name, p.duration FROM GarbageCollection g LEFT JOIN GCPhasePause p "
    "USING (gcId) ORDER BY 1",
    "SELECT type, count(*), sum(duration), max(startTime) FROM all_events GROUP BY type",
    "SELECT type, eventThread, stackTrace_top FROM all_events WHERE duration > 70000000 "
    "ORDER BY startTime, type",
    "SELECT events, firstTime, lastTime FROM extent",
    "SELECT type, count FROM events ORDER BY 1",
    "SELECT type, name, kind, unit FROM columns ORDER BY 1, 2",
    "SELECT size > 0, endTime - startTime, duration FROM chunks",
    "SELECT bucket(startTime, '1s'), count(*), avg(n), total(n) FROM app.Request GROUP BY 1",
    "SELECT eventThread, count(DISTINCT path), min(duration), max(duration) FROM app.Request "
    "GROUP BY eventThread HAVING count(*) > 1 ORDER BY max(duration)",
    "SELECT monitorClass, previousOwner, sum(duration), min(duration) FROM JavaMonitorEnter "
    "GROUP BY 1, 2 ORDER BY 3 DESC",
    "SELECT parkedClass, timeout, until FROM ThreadPark WHERE duration >= 62000000",
    "SELECT n, row_number() OVER (ORDER BY duration, n), lag(n) OVER (ORDER BY startTime) "
    "FROM app.Request",
    "SELECT n FROM app.Request UNION SELECT gcId FROM GarbageCollection ORDER BY 1",
    NULL};

static const struct {
    const char *name, *told;
    const char *const *statements;
    uint64_t expected;
} cases[] = {
    {"of stacks", STACKS, of_stacks, 0x364DFC1AD2902BB5},
    {"of spans", SPANS, of_spans, 0x05E375468D1CB599},
};

static const char *const *statements;

static void add_value(struct sql_value v, struct text *out) {
    if (v.kind == SQL_NULL) text_add(out, "null");
    else if (v.kind == SQL_INTEGER) text_addf(out, "%lld", (long long)v.integer);
    else if (v.kind == SQL_REAL) text_addf(out, "%.12g", v.real);
    else text_add_bytes(out, v.text, v.length);
}

static void add_answer(const char *statement, struct text *out) {
    struct sql_error error = {0};
    struct sql_statement *s = sql_prepare(sql, statement, NULL, &error);
    int row = s ? 1 : -1;
    while (s && (row = sql_step(s, &error)) == 1) {
        for (size_t i = 0; i < sql_columns(s); i++) {
            if (i) text_add_char(out, '|');
            add_value(sql_value(s, i), out);
        }
        text_add_char(out, '\n');
    }
    if (row < 0) text_addf(out, "%s\n", text_str(&error.text));
    sql_error_free(&error);
    sql_finalize(s);
}

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    numbered_write(&recording, told);
    open_recording((struct sql_options){0});
    for (size_t i = 0; statements[i]; i++) {
        text_addf(out, "-- %zu\n", i);
        add_answer(statements[i], out);
    }
    close_sql();
    free(told);
}

START_TEST(another_number_is_answered_as_it_ever_was) {
    const char *told = cases[_i].told;
    struct anywhere a = anywhere_begin(cases[_i].name, tell);
    statements = cases[_i].statements;
    for (numbered_chunks = 3; numbered_chunks > 0; numbered_chunks--)
        anywhere_one(&a, "chunks", (size_t)numbered_chunks, (const uint8_t *)told, strlen(told));
    numbered_chunks = 1;
    anywhere_lines(&a, told);
    anywhere_numbers(&a, told, false);
    anywhere_end(&a, cases[_i].name, cases[_i].expected);
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("told statements");
    TCase *tcase = tcase_create("told statements");
    tcase_add_loop_test(tcase, another_number_is_answered_as_it_ever_was, 0,
                        sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
