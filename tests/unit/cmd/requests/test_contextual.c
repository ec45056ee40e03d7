/* Requests by their contextual fields: which event types and which fields of them are taken. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

enum { CONTEXTUAL = 700, CALL, QUERY, TRACE, PLAIN };
enum { HAS_CALL = 1, HAS_QUERY = 2, HAS_TRACE = 4, HAS_PLAIN = 8, HAS_SAMPLES = 16 };

static void text_field(struct recording *r, const char *name, bool contextual) {
    field_begin(r, name, TYPE_STRING, FIELD_PLAIN);
    if (contextual) annotation(r, CONTEXTUAL, NULL);
    field_end(r);
}

/* contextual: so many of the two fields. */
static void type_of(struct recording *r, uint64_t id, const char *name, const char *first,
                    const char *second, int contextual) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field_begin(r, "duration", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESPAN, "TICKS");
    field_end(r);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    text_field(r, first, contextual > 0);
    text_field(r, second, contextual > 1);
    type_end(r);
}

static void event_of(struct recording *r, struct jvm *jvm, uint64_t type, int64_t ms,
                     int64_t long_ms, const char *first, const char *second) {
    event_begin(r, type);
    put_long(r, 1000 + ms * 1000000);
    put_long(r, long_ms * 1000000);
    put_long(r, (int64_t)jvm_thread(jvm, "main"));
    put_utf8(r, first);
    put_utf8(r, second);
    event_end(r);
}

static void recording_of(struct recording *r, unsigned has) {
    struct jvm jvm = {0};
    *r = (struct recording){0};
    chunk_begin(r, NULL);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, CONTEXTUAL, "jdk.jfr.Contextual", "java.lang.annotation.Annotation");
    type_end(r);
    if (has & HAS_CALL) type_of(r, CALL, "app.Call", "endpoint", "user", 2);
    if (has & HAS_QUERY) type_of(r, QUERY, "app.Query", "endpoint", "table", 2);
    if (has & HAS_TRACE) type_of(r, TRACE, "jdk.MethodTrace", "method", "kind", 2);
    if (has & HAS_PLAIN) type_of(r, PLAIN, "app.Plain", "path", "user", has & HAS_SAMPLES ? 1 : 0);
    metadata_end(r);
    for (int64_t i = 0; i < 3; i++) {
        const char *who = i % 2 ? "joe" : "ann";
        if (has & HAS_CALL)
            event_of(r, &jvm, CALL, 1000 * i, 10 * (i + 1), i < 2 ? "/a" : "/b", who);
        if (has & HAS_QUERY) event_of(r, &jvm, QUERY, 1000 * i + 500, 7, "/a", "orders");
        if (has & HAS_TRACE) event_of(r, &jvm, TRACE, 1000 * i + 600, 3, "a.A.run", "x");
        if (has & HAS_PLAIN) event_of(r, &jvm, PLAIN, 1000 * i + 700, 2, "/p", who);
        for (int k = 0; k < 3 && has & HAS_SAMPLES; k++) {
            static const char *const in[] = {"A.call", "A.query", "A.plain"};
            static const int64_t at[] = {3, 503, 701};
            jvm_sample(r, 1000 + (1000 * i + at[k]) * 1000000, jvm_thread(&jvm, "main"),
                       jvm_stack(&jvm, in[k]));
        }
    }
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

/* Of each line of the table: how many, how long in ms, and which request. */
static void add_brief(const char *csv, struct text *out) {
    for (const char *line = strchr(csv, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        char *rest;
        long count = strtol(line + 1, &rest, 10), ms = strtol(rest + 1, &rest, 10) / 1000000;
        while (strncmp(rest, ",,", 2) == 0 || (*rest == ',' && rest[1] >= '0' && rest[1] <= '9'))
            rest += 1 + strcspn(rest + 1, ",\r");
        text_addf(out, "%ld of %ld ms%.*s\n", count, ms, (int)strcspn(rest, "\r"), rest);
    }
}

static void check(unsigned has, const char *line, const char *expected) {
    struct recording r;
    struct text brief = {0};
    recording_of(&r, has);
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    add_brief(text_str(&result.out), &brief);
    ck_assert_msg(strcmp(text_str(&brief), expected) == 0, "%u, %s wrote:\n%s\nnot:\n%s\n%s", has,
                  line, text_str(&brief), expected, text_str(&result.err));
    text_free(&brief);
    text_free(&result.out);
    text_free(&result.err);
    recording_free(&r);
}

static const struct {
    unsigned has;
    const char *line, *expected;
} cases[] = {
    /* of one type its name is not said; those of the JDK are left to who has none of its own */
    {HAS_CALL, "requests --quiet --format csv",
     "1 of 30 ms,\"/b, ann\"\n1 of 20 ms,\"/a, joe\"\n1 of 10 ms,\"/a, ann\"\n"},
    {HAS_CALL | HAS_TRACE, "requests --quiet --format csv",
     "1 of 30 ms,\"/b, ann\"\n1 of 20 ms,\"/a, joe\"\n1 of 10 ms,\"/a, ann\"\n"},
    {HAS_TRACE, "requests --quiet --format csv", "3 of 9 ms,\"a.A.run, x\"\n"},
    /* a field that two types have is one */
    {HAS_CALL | HAS_QUERY, "requests --quiet --format csv",
     "1 of 30 ms,\"app.Call, /b, ann\"\n3 of 21 ms,\"app.Query, /a, orders\"\n"
     "1 of 20 ms,\"app.Call, /a, joe\"\n1 of 10 ms,\"app.Call, /a, ann\"\n"},
    {HAS_CALL | HAS_QUERY, "requests --quiet --format csv --within app.Query",
     "3 of 21 ms,\"/a, orders\"\n"},
    {HAS_CALL | HAS_QUERY, "requests --quiet --format csv --by user",
     "2 of 40 ms,\"app.Call, ann\"\n3 of 21 ms,app.Query\n1 of 20 ms,\"app.Call, joe\"\n"},
    /* without contextual fields the program's own types, before those of the JDK */
    {HAS_TRACE | HAS_PLAIN, "requests --quiet --format csv", "3 of 6 ms,/p\n"},
    {HAS_PLAIN, "requests --quiet --format csv --within app.Plain", "3 of 6 ms,\n"},
};

START_TEST(contextual_fields_say_what_a_request_is) {
    check(cases[_i].has, cases[_i].line, cases[_i].expected);
}
END_TEST

START_TEST(samples_are_told_apart_by_the_fields_of_whichever_type_has_them_all) {
    static const struct {
        unsigned has;
        const char *by, *expected;
    } table[] = {
        {HAS_CALL | HAS_QUERY, "endpoint",
         "/a,3,60.0000,3,60.0000,A.query\r\n/a,2,40.0000,2,40.0000,A.call\r\n/"
         "b,1,100.0000,1,100.0000,A.call\r\n"},
        {HAS_CALL | HAS_QUERY, "endpoint,table",
         "\"/a, orders\",3,100.0000,3,100.0000,A.query\r\n"},
        {HAS_CALL | HAS_QUERY, "endpoint,user",
         "\"/a, ann\",1,100.0000,1,100.0000,A.call\r\n\"/a, "
         "joe\",1,100.0000,1,100.0000,A.call\r\n\"/b, ann\",1,100.0000,1,100.0000,A.call\r\n"},
        {HAS_QUERY | HAS_PLAIN, "path", "/p,3,100.0000,3,100.0000,A.plain\r\n"},
        {HAS_CALL, "user",
         "ann,2,100.0000,2,100.0000,A.call\r\njoe,1,100.0000,1,100.0000,A.call\r\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct recording r;
        char line[100];
        recording_of(&r, table[i].has | HAS_SAMPLES);
        snprintf(line, sizeof line, "hot-methods --quiet --format csv --by %s", table[i].by);
        struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
        const char *rows = strchr(text_str(&result.out), '\n');
        ck_assert_str_eq(rows ? rows + 1 : "", table[i].expected);
        text_free(&result.out);
        text_free(&result.err);
        recording_free(&r);
    }
}
END_TEST

/* ==== The program's own types =============================================================== */

/* Events of app.Plain of one ms each, or of these ms: path and user of each are a number. */
static void check_own(const int *paths, const int *users, const int *ms, size_t count,
                      const char *line, const char *expected) {
    struct recording r = {0};
    struct jvm jvm = {0};
    OWNED(text_free) struct text brief = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    jvm_profile_types(&r);
    type_of(&r, PLAIN, "app.Plain", "path", "user", 0);
    metadata_end(&r);
    for (size_t i = 0; i < count; i++) {
        char path[20], user[20];
        snprintf(path, sizeof path, "/p%d", paths[i]);
        snprintf(user, sizeof user, "u%d", users[i]);
        event_of(&r, &jvm, PLAIN, (int64_t)i, ms ? ms[i] : 1, path, user);
    }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    add_brief(text_str(&result.out), &brief);
    size_t len = strlen(expected), most = len ? len : 1; /* the first lines */
    ck_assert_msg(strncmp(text_str(&brief), expected, count > 10 ? most : SIZE_MAX) == 0,
                  "%zu: wrote:\n%s\nnot:\n%s\n%s", count, text_str(&brief), expected,
                  text_str(&result.err));
    text_free(&result.out);
    text_free(&result.err);
    jvm_free(&jvm);
    recording_free(&r);
}

/* As names of endpoints do: each comes twice, on average. */
START_TEST(the_first_text_whose_values_come_again_names_a_request) {
    static const struct {
        int paths[6], users[6];
        size_t count;
        const char *expected;
    } table[] = {
        {{1, 2, 1, 2}, {1, 1, 1, 1}, 4, "2 of 2 ms,/p1\n2 of 2 ms,/p2\n"},
        {{1, 1, 1, 2}, {1, 1, 1, 1}, 4, "3 of 3 ms,/p1\n1 of 1 ms,/p2\n"},
        {{1, 2, 3, 1}, {1, 1, 1, 1}, 4, "4 of 4 ms,u1\n"},
        {{1, 2, 3, 1, 2}, {1, 1, 2, 2, 2}, 5, "3 of 3 ms,u2\n2 of 2 ms,u1\n"},
        {{1, 2, 3, 1, 2, 3},
         {1, 1, 1, 1, 1, 1},
         6,
         "2 of 2 ms,/p1\n2 of 2 ms,/p2\n2 of 2 ms,/p3\n"},
        {{1, 2, 3, 4}, {1, 2, 3, 4}, 4, "4 of 4 ms,\n"},
        {{1, 1}, {1, 1}, 2, "2 of 2 ms,/p1\n"},
        {{1}, {1}, 1, "1 of 1 ms,\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_own(table[i].paths, table[i].users, NULL, table[i].count,
                  "requests --quiet --format csv", table[i].expected);
}
END_TEST

/* Of more than 200 different texts none is a name, though each comes twice. */
START_TEST(names_of_requests_are_few) {
    enum { MOST = 200 };
    static int paths[2 * MOST + 2], users[2 * MOST + 2];
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) paths[i] = (int)i / 2;
    check_own(paths, users, NULL, 2 * MOST + 2, "requests --quiet --format csv",
              "402 of 402 ms,u0\n");
    check_own(paths, users, NULL, 2 * MOST, "requests --quiet --format csv",
              "2 of 2 ms,/p0\n2 of 2 ms,/p1\n");
}
END_TEST

/* Of these three types so many have samples in their events: a bit each. */
static void check_bare(unsigned sampled, const char *expected) {
    static const char *const names[] = {"app.Plain", "app.PlainToo", "app.Other"};
    struct recording r = {0};
    struct jvm jvm = {0};
    OWNED(text_free) struct text brief = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    jvm_profile_types(&r);
    for (unsigned i = 0; i < 3; i++) type_of(&r, PLAIN + i, names[i], "path", "user", 0);
    metadata_end(&r);
    for (unsigned i = 0; i < 3; i++)
        for (int64_t k = 0; k < 2; k++) {
            int64_t ms = 100 * (2 * i + k);
            event_of(&r, &jvm, PLAIN + i, ms, 10, "/p", "joe");
            if (sampled >> i & 1)
                jvm_sample(&r, 1000 + (ms + 5) * 1000000, jvm_thread(&jvm, "main"),
                           jvm_stack(&jvm, "A.a"));
        }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct child_result result =
        commanded_bytes("requests --quiet --format csv", r.out.data, r.out.len);
    add_brief(text_str(&result.out), &brief);
    ck_assert_msg(strcmp(text_str(&brief), expected) == 0, "%u wrote:\n%s\nnot:\n%s\n%s", sampled,
                  text_str(&brief), expected, text_str(&result.err));
    text_free(&result.out);
    text_free(&result.err);
    jvm_free(&jvm);
    recording_free(&r);
}

START_TEST(of_types_that_look_like_requests_those_are_left_in_which_nothing_happened) {
#define PLAIN_ROW "2 of 20 ms,\"app.Plain, /p\"\n"
#define TOO_ROW "2 of 20 ms,\"app.PlainToo, /p\"\n"
#define OTHER_ROW "2 of 20 ms,\"app.Other, /p\"\n"
    check_bare(0, OTHER_ROW PLAIN_ROW TOO_ROW); /* of none anything is known */
    check_bare(1, PLAIN_ROW);
    check_bare(2, TOO_ROW);
    check_bare(3, PLAIN_ROW TOO_ROW);
    check_bare(5, OTHER_ROW PLAIN_ROW);
    check_bare(7, OTHER_ROW PLAIN_ROW TOO_ROW);
}
END_TEST

/* ==== What they waited for ================================================================== */

#define PARTS                                                                                   \
    "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_percent," \
    "asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_paused_percent,"    \
    "unexplained_percent,samples,request\r\n1,100000000,100000000,100000000,100000000,100000000,"
#define LOCKED PARTS ",,,,20.0000,,,,,,,/a\r\n"
#define OTHER PARTS ",20.0000,20.0000,,,,,,,,,/a\r\n"

START_TEST(who_is_parked_waits_for_a_lock_if_the_stack_says_so) {
    static const struct {
        const char *stack, *parts; /* "" for none */
    } table[] = {
        {"jdk/internal/misc/Unsafe.park,java/util/concurrent/locks/LockSupport.park,"
         "java/util/concurrent/locks/AbstractQueuedSynchronizer.acquire,"
         "java/util/concurrent/locks/ReentrantLock.lock,app/A.run",
         LOCKED},
        {"jdk/internal/misc/Unsafe.park,java/util/concurrent/locks/LockSupport.park,app/A.run",
         OTHER},
        {"app/A.run", OTHER},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char told[600];
        snprintf(told, sizeof told,
                 "app.Call duration:d eventThread:T path:s\n@1000 100 main /a\n"
                 "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n@1010 20 main %s\n",
                 table[i].stack);
        commanded("requests --quiet --format csv --within app.Call --by path", told, 10,
                  table[i].parts);
    }
}
END_TEST

START_TEST(a_request_may_take_no_time_and_not_less) {
    static const int same[4] = {1, 1, 1, 1}, ms[4] = {0, 5, -1, 7};
    check_own(same, same, ms, 4, "requests --quiet --format csv", "3 of 12 ms,/p1\n");
    check_own(same, same, ms, 1, "requests --quiet --format csv", "");
    check_own(same, same, ms, 1, "requests --quiet --format csv --within app.Plain",
              "1 of 0 ms,\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contextual");
    TCase *c = tcase_create("contextual");
    tcase_add_loop_test(c, contextual_fields_say_what_a_request_is, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(c, the_first_text_whose_values_come_again_names_a_request);
    tcase_add_test(c, samples_are_told_apart_by_the_fields_of_whichever_type_has_them_all);
    tcase_add_test(c, names_of_requests_are_few);
    tcase_add_test(c, of_types_that_look_like_requests_those_are_left_in_which_nothing_happened);
    tcase_add_test(c, who_is_parked_waits_for_a_lock_if_the_stack_says_so);
    tcase_add_test(c, a_request_may_take_no_time_and_not_less);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
