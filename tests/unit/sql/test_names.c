/* What tables and columns are called, and rows that are found by what is equal, unequal or null. */
#include "tests/support/asked_sql.h"

#include <math.h>

/* The answer; of what is no statement, "!". */
static const char *answer_if_any(const char *statement) {
    struct sql_error error = {0};
    const char *rest = statement;
    struct sql_statement *s = sql_prepare(sql, statement, &rest, &error);
    sql_error_free(&error);
    if (!s) return "!";
    sql_finalize(s);
    return answer(statement);
}

/* ==== Tables ================================================================================ */

/* One event of the first, two of the second... so that the number tells which table it is. */
static void open_types(const char *const *names, size_t count) {
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    for (uint64_t id = 0; id < count; id++) {
        type_begin(&recording, 200 + id, names[id], "jdk.jfr.Event");
        field(&recording, "value", TYPE_LONG, FIELD_PLAIN);
        type_end(&recording);
    }
    metadata_end(&recording);
    for (uint64_t id = 0; id < count; id++)
        for (uint64_t i = 0; i <= id; i++) {
            event_begin(&recording, 200 + id);
            put_long(&recording, (int64_t)i);
            event_end(&recording);
        }
    chunk_end(&recording);
    open_recording((struct sql_options){0});
}

static const char *const types[] = {
    "jdk.One",        "jdk.one",       "acme.Order", "com.acme.Sale", "com.beta.Sale", "Plain",
    "com.acme.Three", "com.acme.jdk.", ".Dot",       "main.Own",      "temp.Own2",     "samples",
    "com.x.Order",    "com.x.plain",   "a.b.extent", "JDK.Other",     "q\"uote.Odd",   "threads.X",
};
#define TYPES ((long long)(sizeof types / sizeof *types))

static const struct {
    const char *name;
    int rows; /* -1: there is no such table */
} names[] = {
    {"jdk.One", 1},
    {"One", 1},
    {"ONE", 1},
    {"jdk.one_2", 2}, /* letter cases tell types apart, not tables */
    {"one_2", 2},
    {"jdk.one_3", -1},
    {"acme.\"Order\"", 3},
    {"\"com.acme.Sale\"", 4},
    {"\"COM.acme.SALE\"", 4},
    {"\"com.beta.Sale\"", 5},
    {"Sale", -1}, /* which of the two? */
    {"Plain", 6},
    {"\"com.acme.Three\"", 7},
    {"Three", 7}, /* the only one */
    {"\"com.acme.jdk.\"", 8},
    {"\".Dot\"", 9},
    {"\"main.Own\"", 10},
    {"Own", 10},
    {"\"temp.Own2\"", 11},
    {"Own2", 11},
    {"\"Order\"", 3}, /* of the schema, not of a longer name */
    {"\"com.x.Order\"", 13},
    {"\"com.x.plain\"", 14},
    {"\"a.b.extent\"", 15},
    {"jdk.Other", 16}, /* schemas have no letter cases, either */
    {"\"q\"\"uote\".Odd", 17},
    {"threads.X", 18},
    {"nothing.X", -1},
};

START_TEST(each_name_is_one_table) {
    char statement[100];
    open_types(types, (size_t)TYPES);
    snprintf(statement, sizeof statement, "SELECT count(*) FROM %s", names[_i].name);
    const char *said = answer_if_any(statement);
    ck_assert_msg(names[_i].rows < 0 ? *said == '!' : atoi(said) == names[_i].rows,
                  "%s has %s rows, not %d", names[_i].name, said, names[_i].rows);
    close_sql();
}
END_TEST

/* All in one connection, in both orders. */
START_TEST(names_are_the_same_whatever_was_asked_before) {
    int count = sizeof names / sizeof *names;
    open_types(types, (size_t)TYPES);
    for (int i = 0; i < count; i++) {
        int at = _i ? count - 1 - i : i;
        char statement[100];
        snprintf(statement, sizeof statement, "SELECT count(*) FROM %s", names[at].name);
        const char *said = answer_if_any(statement);
        ck_assert_msg(names[at].rows < 0 ? *said == '!' : atoi(said) == names[at].rows,
                      "%s has %s rows, not %d", names[at].name, said, names[at].rows);
    }
    close_sql();
}
END_TEST

/* SQLite attaches ten; what is beyond is reached by its whole name. */
START_TEST(types_of_many_schemas_are_all_there) {
    static const char *const many[] = {"a.T", "b.T", "c.T", "d.T", "e.T", "f.T",
                                       "g.T", "h.T", "i.T", "j.T", "k.T", "l.T"};
    open_types(many, 12);
    for (int i = 0; i < 12; i++) {
        char statement[100];
        snprintf(statement, sizeof statement, "SELECT count(*) FROM \"%s\"", many[i]);
        ck_assert_int_eq(atoi(answer_if_any(statement)), i + 1);
    }
    ck_assert_str_eq(answer_if_any("SELECT count(*) FROM h.T"), "8");
    close_sql();
}
END_TEST

/* ==== Rows by what they are ================================================================= */

enum { PLACE = 300 };

/* Five places: name, number, load, flag. */
static void open_places(void) {
    static const struct {
        const char *name;
        int64_t number;
        double load;
        bool flag;
    } places[] = {{"b", 2, 0.5, true},
                  {"a", 1, 1.5, false},
                  {NULL, 2, 2, true},
                  {"B", -1, -1, false},
                  {"b", 3, (double)NAN, true}};
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    type_begin(&recording, PLACE, "Place", "jdk.jfr.Event");
    field(&recording, "name", TYPE_STRING, FIELD_PLAIN);
    field(&recording, "NAME", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "load", TYPE_DOUBLE, FIELD_PLAIN);
    field(&recording, "flag", TYPE_BOOLEAN, FIELD_PLAIN);
    field(&recording, "times", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "quo\"te", TYPE_LONG, FIELD_PLAIN);
    type_end(&recording);
    metadata_end(&recording);
    for (size_t i = 0; i < 5; i++) {
        event_begin(&recording, PLACE);
        if (places[i].name) put_utf8(&recording, places[i].name);
        else put_null(&recording);
        put_long(&recording, places[i].number);
        put_double(&recording, places[i].load);
        put_boolean(&recording, places[i].flag);
        put_long(&recording, 10 + (int64_t)i);
        put_long(&recording, 7);
        event_end(&recording);
    }
    chunk_end(&recording);
    open_recording((struct sql_options){0});
}

#define CROSS(by, what) \
    "SELECT v.x, " what " FROM (SELECT column1 AS x FROM (VALUES " by ")) v CROSS JOIN Place p"

/* Rows of the second table are looked up from its second row on. */
static const struct {
    const char *statement, *rows;
} statements[] = {
    {"SELECT name, name_2, load, flag FROM Place",
     "b|2|0.5|1 a|1|1.5|0 null|2|2|1 B|-1|-1|0 b|3|null|1"},
    {"SELECT sum(times), sum(\"quo\"\"te\") FROM Place", "60|35"},
    {CROSS("('a'), ('b'), ('B'), (NULL), ('')", "p.times") " ON p.name = v.x",
     "B|13 a|11 b|10 b|14"},
    {CROSS("('a'), ('b'), (NULL)", "p.times") " ON p.name <> v.x", "a|10 a|13 a|14 b|11 b|13"},
    {CROSS("('a'), ('b'), (NULL)", "p.times") " ON p.name IS v.x", "null|12 a|11 b|10 b|14"},
    {CROSS("('A'), ('b')", "p.times") " ON p.name = v.x COLLATE NOCASE", "A|11 b|10 b|13 b|14"},
    {CROSS("(1), (2), (3), (4), (NULL)", "p.times") " ON p.name_2 = v.x", "1|11 2|10 2|12 3|14"},
    {CROSS("(2.0), (2.5), ('2'), ('x')", "p.times") " ON p.name_2 = v.x", "2|10 2|12 2|10 2|12"},
    {CROSS("(1), (2)", "p.times") " ON p.name_2 > v.x", "1|10 1|12 1|14 2|14"},
    {CROSS("(1), (2)", "p.times") " ON p.name_2 >= v.x", "1|10 1|11 1|12 1|14 2|10 2|12 2|14"},
    {CROSS("(1), (2)", "p.times") " ON p.name_2 < v.x", "1|13 2|11 2|13"},
    {CROSS("(1), (2)", "p.times") " ON p.name_2 <= v.x", "1|11 1|13 2|10 2|11 2|12 2|13"},
    {CROSS("(1), (2)", "p.times") " ON p.name_2 > v.x AND p.name_2 <= v.x + 1", "1|10 1|12 2|14"},
    {CROSS("(1.5), (2.5), (NULL)", "p.times") " ON p.name_2 > v.x", "1.5|10 1.5|12 1.5|14 2.5|14"},
    {CROSS("(1.5), (-1e19), (1e19)", "p.times") " ON p.name_2 < v.x",
     "1.5|11 1.5|13 1e+19|10 1e+19|11 1e+19|12 1e+19|13 1e+19|14"},
    {CROSS("(0), (1), (NULL)", "p.times") " ON p.flag = v.x", "0|11 0|13 1|10 1|12 1|14"},
    {CROSS("(0.5), (1.5), (2), (NULL)", "p.times") " ON p.load = v.x", "0.5|10 1.5|11 2|12"},
    {CROSS("('b'), ('a')", "p.times") " ON p.name = v.x AND p.name_2 = 3", "b|14"},
    {CROSS("('b'), ('a')", "p.times") " ON p.name = v.x AND p.name_2 > length(v.x)", "b|10 b|14"},
    {"SELECT name, count(*) FROM Place GROUP BY 1", "null|1 B|1 a|1 b|2"},
    {"SELECT name_2, count(*) FROM Place GROUP BY 1", "-1|1 1|1 2|2 3|1"},
    {"SELECT name_2, count(*) FROM Place GROUP BY 1 ORDER BY 1 DESC", "3|1 2|2 1|1 -1|1"},
    {"SELECT flag, count(*), sum(times) FROM Place GROUP BY 1", "0|2|24 1|3|36"},
    {"SELECT DISTINCT name FROM Place", "b a null B"},
    {"SELECT load, count(*) FROM Place GROUP BY 1", "null|1 -1|1 0.5|1 1.5|1 2|1"},
    {"SELECT name, flag, count(*) FROM Place GROUP BY 1, 2", "null|1|1 B|0|1 a|0|1 b|1|2"},
    {"SELECT type, count(*) FROM all_events GROUP BY 1", "Place|5"},
};

START_TEST(rows_are_found_by_what_they_are) {
    char statement[300];
    bool joins = strstr(statements[_i].statement, "CROSS JOIN") != NULL;
    snprintf(statement, sizeof statement, "%s%s", statements[_i].statement,
             joins ? " ORDER BY 1, 2" : "");
    open_places();
    for (int i = 0; i < 2; i++) /* as it is read, and as it is kept */
        ck_assert_msg(strcmp(answer_if_any(statement), statements[_i].rows) == 0, "%s: %s, not %s",
                      statement, answer_if_any(statement), statements[_i].rows);
    close_sql();
}
END_TEST

/* ==== Columns =============================================================================== */

START_TEST(columns_have_the_names_of_fields_and_what_is_aside_is_not_in_all_of_them) {
    static const char *const stacks[] = {"A.leaf:12 A.main"};
    jvm_chunk(&recording, NULL, stacks, 1);
    open_recording((struct sql_options){0});
    static const char listed[] = "SELECT group_concat(name, ',') FROM pragma_table_xinfo('%s') "
                                 "WHERE hidden = %d";
    char statement[200];
    snprintf(statement, sizeof statement, listed, "ExecutionSample", 1);
    const char *said = answer_if_any(statement);
    static const char *const aside[] = {"sampledThread_javaThreadId",
                                        "sampledThread_osThreadId",
                                        "stackTrace_line",
                                        "stackTrace_depth",
                                        "stackTrace_truncated",
                                        "stackTrace_app",
                                        "stackTrace_maker",
                                        "stackTrace_caller",
                                        "recording",
                                        "chunk"};
    for (size_t i = 0; i < sizeof aside / sizeof *aside; i++)
        ck_assert_msg(strstr(said, aside[i]) != NULL, "%s is not in %s", aside[i], said);
    ck_assert_ptr_null(strstr(said, "startTime"));
    snprintf(statement, sizeof statement, listed, "all_events", 1);
    said = answer_if_any(statement);
    ck_assert_str_eq(said, "eventThread_javaThreadId,eventThread_osThreadId,recording,chunk");
    snprintf(statement, sizeof statement, listed, "all_events", 0);
    ck_assert_str_eq(answer_if_any(statement),
                     "type,startTime,duration,eventThread,stackTrace,stackTrace_top");
    close_sql();
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("names");
    TCase *tcase = tcase_create("names");
    tcase_add_loop_test(tcase, each_name_is_one_table, 0, sizeof names / sizeof *names);
    tcase_add_loop_test(tcase, names_are_the_same_whatever_was_asked_before, 0, 2);
    tcase_add_test(tcase, types_of_many_schemas_are_all_there);
    tcase_add_loop_test(tcase, rows_are_found_by_what_they_are, 0,
                        sizeof statements / sizeof *statements);
    tcase_add_test(tcase, columns_have_the_names_of_fields_and_what_is_aside_is_not_in_all_of_them);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
