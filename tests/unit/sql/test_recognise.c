/* Statements, and what of them is asked of groups; conditions on whole numbers as bounds. */
#include "sql/gather.h"
#include "sql/recognise.h"
#include "tests/support/anywhere.h"
#include "tests/support/asked_sql.h"

/* Place(name, n, load, big), of events a, b, b, (null). */
static void open_places(void) {
    static const char *const names[] = {"a", "b", "b", NULL};
    enum { PLACE = 200 };
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    type_begin(&recording, PLACE, "acme.Place", "jdk.jfr.Event");
    field(&recording, "name", TYPE_STRING, FIELD_PLAIN);
    field(&recording, "n", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "flag", TYPE_BOOLEAN, FIELD_PLAIN);
    field(&recording, "load", TYPE_DOUBLE, FIELD_PLAIN);
    field(&recording, "a b", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "wide", TYPE_LONG, FIELD_PLAIN);
    type_end(&recording);
    metadata_end(&recording);
    for (int64_t i = 0; i < 4; i++) {
        event_begin(&recording, PLACE);
        if (names[i]) put_utf8(&recording, names[i]);
        else put_null(&recording);
        put_long(&recording, i == 2 ? INT64_MIN : i);
        put_boolean(&recording, i < 2);
        put_double(&recording, 0.5);
        put_long(&recording, INT64_C(1) << 62);
        put_long(&recording, i ? 1 : INT64_C(1) << 53);
        event_end(&recording);
    }
    chunk_end(&recording);
    open_recording((struct sql_options){0});
}

static char *answer_of(const char *text, bool row_by_row) {
    struct text out = {0};
    struct sql_error error = {0};
    sql->options.row_by_row = row_by_row;
    struct sql_statement *s = sql_prepare(sql, text, NULL, &error);
    ck_assert_msg(s != NULL, "%s: %s", text, text_str(&error.text));
    int row;
    for (size_t i = 0; i < sql_columns(s); i++) text_addf(&out, "%s|", sql_column_name(s, i));
    while ((row = sql_step(s, &error)) == 1) {
        text_add_char(&out, '\n');
        for (size_t i = 0; i < sql_columns(s); i++) {
            struct sql_value v = sql_value(s, i);
            if (v.kind == SQL_NULL) text_add(&out, "null|");
            else if (v.kind == SQL_INTEGER) text_addf(&out, "%lld|", (long long)v.integer);
            else if (v.kind == SQL_REAL) text_addf(&out, "%.17g real|", v.real);
            else text_addf(&out, "'%.*s'|", (int)v.length, v.text);
        }
    }
    if (row < 0) text_addf(&out, "\n%s", text_str(&error.text));
    sql_error_free(&error);
    sql_finalize(s);
    return text_take(&out);
}

/* ==== What is asked ========================================================================= */

#define G "FROM temp.\"groups of acme.Place\""
#define N "coalesce(sum(\"#n\"), 0)"

/* What is asked in place of a statement; NULL: it stays as it is. */
static const struct {
    const char *statement, *asked;
} asked[] = {
    {"SELECT count(*) FROM Place", "SELECT " N " AS \"count(*)\" " G},
    {"select COUNT ( ) from place", "SELECT " N " AS \"COUNT ( )\" " G},
    {"SELECT name, count(*) AS c FROM Place GROUP BY 1",
     "SELECT \"name\", " N " AS c " G " GROUP BY 1"},
    {"SELECT NAME, count(*) c FROM \"acme.Place\" GROUP BY Name",
     "SELECT \"name\", " N " AS c " G " GROUP BY \"name\""},
    {"SELECT p.name, count(*) c FROM Place AS p GROUP BY p.name",
     "SELECT \"name\", " N " AS c " G " GROUP BY \"name\""},
    {"SELECT p.name, count(*) c FROM Place p GROUP BY name",
     "SELECT \"name\", " N " AS c " G " GROUP BY \"name\""},
    {"SELECT Place.name, count(*) c FROM Place GROUP BY name",
     "SELECT \"name\", " N " AS c " G " GROUP BY \"name\""},
    {"SELECT q.name FROM Place p GROUP BY 1", NULL},
    {"SELECT sum(n), min(n), max(n), total(n), avg(n), count(n) FROM Place",
     "SELECT sum(\"#s0\") AS \"sum(n)\", min(\"#l0\") AS \"min(n)\", max(\"#h0\") AS \"max(n)\", "
     "coalesce(CAST(sum(\"#s0\") AS REAL), 0.0) AS \"total(n)\", "
     "(CAST(sum(\"#s0\") AS REAL) / sum(\"#c0\")) AS \"avg(n)\", "
     "coalesce(sum(\"#c0\"), 0) AS \"count(n)\" " G},
    {"SELECT sum(flag), max(\"a b\"), max([a b]), max(`a b`) FROM Place",
     "SELECT sum(\"#s0\") AS \"sum(flag)\", max(\"#h1\") AS \"max(\"\"a b\"\")\", "
     "max(\"#h1\") AS \"max([a b])\", max(\"#h1\") AS \"max(`a b`)\" " G},
    {"SELECT p99(n) x, Median(n) y, quantile(n, 0.1 + 0.2) z FROM Place",
     "SELECT \"#p99\"(\"#v\") AS x, \"#Median\"(\"#v\") AS y, \"#quantile\"(\"#v\", 0.1 + 0.2) AS "
     "z " G},
    /* more than SQLite's real numbers tell apart, as it adds them up */
    {"SELECT total(wide) t, avg(wide) a FROM Place",
     "SELECT coalesce(CAST(sum(\"#s0\") AS REAL), 0.0) AS t, "
     "(CAST(sum(\"#s0\") AS REAL) / sum(\"#c0\")) AS a " G},
    {"SELECT p99(n), p99(flag) FROM Place", NULL},
    {"SELECT quantile(n, n) FROM Place", NULL},
    {"SELECT quantile(n) FROM Place", NULL},
    {"SELECT max(name) x, min(load) y, count(DISTINCT n) z, sum(DISTINCT n) FROM Place",
     "SELECT max(\"name\") AS x, min(\"load\") AS y, count(DISTINCT \"n\") AS z, "
     "sum(DISTINCT \"n\") AS \"sum(DISTINCT n)\" " G},
    {"SELECT count(name) x FROM Place",
     "SELECT coalesce(sum(\"#n\") FILTER (WHERE (\"name\") IS NOT NULL), 0) AS x " G},
    {"SELECT count(name) FILTER (WHERE n > 1) x, count(*) FILTER (WHERE flag) y FROM Place",
     "SELECT coalesce(sum(\"#n\") FILTER (WHERE (\"name\") IS NOT NULL AND (\"n\" > 1)), 0) AS x, "
     "coalesce(sum(\"#n\") FILTER (WHERE \"flag\"), 0) AS y " G},
    {"SELECT max(n, 3) FROM Place GROUP BY n",
     "SELECT max(\"n\", 3) AS \"max(n, 3)\" " G " GROUP BY \"n\""},
    {"SELECT max(max(n), min(n)) x FROM Place", "SELECT max(max(\"#h0\"), min(\"#l0\")) AS x " G},
    {"SELECT sum(load) FROM Place", NULL}, /* real */
    {"SELECT avg(load) FROM Place", NULL},
    {"SELECT sum(name) FROM Place", NULL},
    {"SELECT sum(n + 1) FROM Place", NULL},
    {"SELECT group_concat(name) FROM Place", NULL},
    {"SELECT first(name, n) FROM Place", NULL},
    {"SELECT random(), count(*) FROM Place", NULL},
    {"SELECT count(*) OVER () FROM Place", NULL},
    {"SELECT count(*) FILTER (WHERE flag) OVER () FROM Place", NULL},
    {"SELECT name FROM Place", NULL},
    {"SELECT * FROM Place", NULL},
    {"SELECT DISTINCT * FROM Place", NULL},
    {"SELECT 1", NULL},
    /* what stands beside aggregates */
    {"SELECT name, max(n) FROM Place", NULL},
    {"SELECT name, n, count(*) FROM Place GROUP BY name", NULL},
    {"SELECT upper(name) u, count(*) FROM Place GROUP BY name",
     "SELECT upper(\"name\") AS u, " N " AS \"count(*)\" " G " GROUP BY \"name\""},
    {"SELECT upper(name) u, count(*) c FROM Place GROUP BY upper(name)",
     "SELECT upper(\"name\") AS u, " N " AS c " G " GROUP BY upper(\"name\")"},
    {"SELECT upper(name) u, count(*) c FROM Place GROUP BY u",
     "SELECT upper(\"name\") AS u, " N " AS c " G " GROUP BY u"},
    {"SELECT upper(name) u, count(*) c FROM Place GROUP BY lower(name)", NULL},
    {"SELECT upper(name) AS n, count(*) c FROM Place GROUP BY n", NULL}, /* by the column */
    {"SELECT count(*) c, name FROM Place GROUP BY name HAVING name > 'a' AND max(n) > 1 ORDER BY c "
     "DESC, name COLLATE NOCASE ASC NULLS LAST LIMIT 3 OFFSET 1",
     "SELECT " N " AS c, \"name\" " G
     " GROUP BY \"name\" HAVING \"name\" > 'a' AND max(\"#h0\") > 1 "
     "ORDER BY c DESC, \"name\" COLLATE NOCASE ASC NULLS LAST LIMIT 3 OFFSET 1"},
    {"SELECT count(*) c FROM Place GROUP BY name HAVING n > 1", NULL},
    {"SELECT count(*) c FROM Place GROUP BY name ORDER BY n", NULL},
    {"SELECT count(*) c FROM Place GROUP BY name ORDER BY count(*), max(n) - 1",
     "SELECT " N " AS c " G " GROUP BY \"name\" ORDER BY " N ", max(\"#h0\") - 1"},
    {"SELECT count(*) c FROM Place LIMIT name", NULL},
    /* DISTINCT */
    {"SELECT DISTINCT name, n % 2 FROM Place",
     "SELECT DISTINCT \"name\", \"n\" % 2 AS \"n % 2\" " G},
    {"SELECT DISTINCT name FROM Place ORDER BY 1 LIMIT 2",
     "SELECT DISTINCT \"name\" " G " ORDER BY 1 LIMIT 2"},
    {"SELECT DISTINCT name FROM Place LIMIT 2", NULL}, /* ends early */
    {"SELECT DISTINCT name FROM Place ORDER BY n", NULL},
    {"SELECT DISTINCT 1 FROM all_events", NULL},
    {"SELECT DISTINCT type FROM all_events", NULL},
    {"SELECT ALL count(*) c FROM Place", "SELECT " N " AS c " G},
    /* conditions */
    {"SELECT count(*) c FROM Place WHERE n > 5 AND 3 <= flag AND name LIKE 'a%'",
     "SELECT " N " AS c " G "(5, 3) WHERE \"name\" LIKE 'a%'"},
    {"SELECT count(*) c FROM Place WHERE n BETWEEN -1 AND 2 * 3 AND n IS NOT NULL AND n NOTNULL",
     "SELECT " N " AS c " G "(-1, 2 * 3)"},
    {"SELECT count(*) c FROM Place p WHERE p.n = abs(-3) AND p.n ISNULL AND p.n IS NULL",
     "SELECT " N " AS c " G "(abs(-3))"},
    {"SELECT count(*) c FROM Place WHERE n > 5 OR flag",
     "SELECT " N " AS c " G " WHERE \"n\" > 5 OR \"flag\""},
    {"SELECT count(*) c FROM Place WHERE NOT n > 5 AND n > flag AND n > 1 = 1",
     "SELECT " N " AS c " G " WHERE NOT \"n\" > 5 AND \"n\" > \"flag\" AND \"n\" > 1 = 1"},
    {"SELECT count(*) c FROM Place WHERE CASE WHEN n > 5 AND flag THEN 1 END AND n < 3",
     "SELECT " N " AS c " G "(3) WHERE CASE WHEN \"n\" > 5 AND \"flag\" THEN 1 END"},
    {"SELECT count(*) c FROM Place WHERE n IN (1, 2) AND load > 0.25 AND (n > 1)",
     "SELECT " N " AS c " G " WHERE \"n\" IN (1, 2) AND \"load\" > 0.25 AND (\"n\" > 1)"},
    {"SELECT count(*) c FROM Place WHERE n > (SELECT 1)", NULL},
    {"SELECT count(*) c FROM Place WHERE n > random()", NULL},
    {"SELECT count(*) c FROM Place WHERE CAST(n AS TEXT) > CAST(name AS VARCHAR(10))",
     "SELECT " N " AS c " G " WHERE CAST(\"n\" AS TEXT) > CAST(\"name\" AS VARCHAR(10))"},
    {"SELECT count(*) c FROM Place WHERE rowid > 1", NULL},
    {"SELECT count(*) c FROM Place WHERE n > 1 COLLATE NOCASE",
     "SELECT " N " AS c " G " WHERE \"n\" > 1 COLLATE NOCASE"},
    {"SELECT count(*) c FROM Place WHERE name IS DISTINCT FROM 'a'", NULL},
    /* where it stands */
    {"EXPLAIN QUERY PLAN SELECT count(*) c FROM Place;",
     "EXPLAIN QUERY PLAN SELECT " N " AS c " G ";"},
    {"SELECT x.c FROM (SELECT count(*) c FROM Place) x JOIN Place ON 1",
     "SELECT x.c FROM (SELECT " N " AS c " G ") x JOIN Place ON 1"},
    {"SELECT count(*) c FROM Place UNION ALL SELECT max(n) FROM Place",
     "SELECT " N " AS c " G " UNION ALL SELECT max(\"#h0\") AS \"max(n)\" FROM temp.\"groups of "
     "acme.Place 2\""},
    {"SELECT 1 UNION SELECT count(*) FROM Place ORDER BY 1", NULL},
    {"SELECT count(*) c FROM Place a, Place b", NULL},
    {"SELECT count(*) c FROM Place JOIN Place b", NULL},
    {"SELECT count(*) c FROM (SELECT 1)", NULL},
    {"WITH Place AS (SELECT 1 AS n) SELECT max(n) FROM Place", NULL},
    {"WITH Place(n) AS (SELECT 1) SELECT max(n) FROM Place", NULL},
    {"WITH other AS (SELECT max(n) m FROM Place) SELECT m FROM other",
     "WITH other AS (SELECT max(\"#h0\") AS m " G ") SELECT m FROM other"},
    {"SELECT count(*) FROM events", NULL},
    {"SELECT count(*) FROM settings", NULL},
    {"SELECT count(*) FROM samples", NULL},
    {"SELECT max(startTime) m, count(*) c FROM all_events GROUP BY type",
     "SELECT max(\"#h0\") AS m, " N " AS c FROM temp.\"groups of all events\" GROUP BY \"type\""},
    /* the last word of what is selected is no name of it; orders, limits, conditions */
    {"SELECT n IS NULL, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" IS NULL AS \"n IS NULL\", " N " AS c " G " GROUP BY 1"},
    {"SELECT n ISNULL, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" ISNULL AS \"n ISNULL\", " N " AS c " G " GROUP BY 1"},
    {"SELECT n NOTNULL, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" NOTNULL AS \"n NOTNULL\", " N " AS c " G " GROUP BY 1"},
    {"SELECT CASE WHEN flag THEN n END, count(*) c FROM Place GROUP BY 1",
     "SELECT CASE WHEN \"flag\" THEN \"n\" END AS \"CASE WHEN flag THEN n END\", " N " AS c " G
     " GROUP BY 1"},
    {"SELECT name COLLATE nocase, count(*) c FROM Place GROUP BY 1",
     "SELECT \"name\" COLLATE nocase AS \"name COLLATE nocase\", " N " AS c " G " GROUP BY 1"},
    {"SELECT n IS flag, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" IS \"flag\" AS \"n IS flag\", " N " AS c " G " GROUP BY 1"},
    {"SELECT NOT flag, count(*) c FROM Place GROUP BY 1",
     "SELECT NOT \"flag\" AS \"NOT flag\", " N " AS c " G " GROUP BY 1"},
    {"SELECT n AND flag, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" AND \"flag\" AS \"n AND flag\", " N " AS c " G " GROUP BY 1"},
    {"SELECT n OR flag, count(*) c FROM Place GROUP BY 1",
     "SELECT \"n\" OR \"flag\" AS \"n OR flag\", " N " AS c " G " GROUP BY 1"},
    {"SELECT 'a' LIKE name, count(*) c FROM Place GROUP BY 1",
     "SELECT 'a' LIKE \"name\" AS \"'a' LIKE name\", " N " AS c " G " GROUP BY 1"},
    {"SELECT 'a' GLOB name, count(*) c FROM Place GROUP BY 1",
     "SELECT 'a' GLOB \"name\" AS \"'a' GLOB name\", " N " AS c " G " GROUP BY 1"},
    {"SELECT 'a' REGEXP name, count(*) c FROM Place GROUP BY 1",
     "SELECT 'a' REGEXP \"name\" AS \"'a' REGEXP name\", " N " AS c " G " GROUP BY 1"},
    {"SELECT 'a' LIKE 'b' ESCAPE name, count(*) c FROM Place GROUP BY 1",
     "SELECT 'a' LIKE 'b' ESCAPE \"name\" AS \"'a' LIKE 'b' ESCAPE name\", " N " AS c " G
     " GROUP BY 1"},
    {"SELECT -n, count(*) c FROM Place GROUP BY 1",
     "SELECT -\"n\" AS \"-n\", " N " AS c " G " GROUP BY 1"},
    {"SELECT (n) m, count(*) c FROM Place GROUP BY 1",
     "SELECT (\"n\") AS m, " N " AS c " G " GROUP BY 1"},
    {"SELECT abs(n) AS m, count(*) c FROM Place GROUP BY 1",
     "SELECT abs(\"n\") AS m, " N " AS c " G " GROUP BY 1"},
    {"SELECT name, max(n) n FROM Place GROUP BY name ORDER BY n",
     "SELECT \"name\", max(\"#h0\") AS n " G " GROUP BY \"name\" ORDER BY n"},
    {"SELECT name x, count(*) c FROM Place GROUP BY name ORDER BY name",
     "SELECT \"name\" AS x, " N " AS c " G " GROUP BY \"name\" ORDER BY name"},
    {"SELECT name, n, count(*) c FROM Place GROUP BY 1, 2 ORDER BY 2 DESC, 3",
     "SELECT \"name\", \"n\", " N " AS c " G " GROUP BY 1, 2 ORDER BY 2 DESC, 3"},
    {"SELECT DISTINCT count(*) c FROM Place", "SELECT DISTINCT " N " AS c " G},
    {"SELECT DISTINCT name, count(*) c FROM Place GROUP BY name LIMIT 2",
     "SELECT DISTINCT \"name\", " N " AS c " G " GROUP BY \"name\" LIMIT 2"},
    {"SELECT DISTINCT name FROM Place GROUP BY name LIMIT 2", NULL},
    {"SELECT DISTINCT name FROM Place GROUP BY name",
     "SELECT DISTINCT \"name\" " G " GROUP BY \"name\""},
    {"SELECT DISTINCT name, max(n) FROM Place", NULL},
    {"SELECT DISTINCT name, n FROM Place GROUP BY name", NULL},
    {"SELECT 1 x FROM Place", NULL},
    {"SELECT 1 x FROM Place GROUP BY name", "SELECT 1 AS x " G " GROUP BY \"name\""},
    {"SELECT name FROM Place GROUP BY name HAVING count(*) > 1",
     "SELECT \"name\" " G " GROUP BY \"name\" HAVING " N " > 1"},
    {"SELECT count(*) c FROM Place HAVING count(*) > 9",
     "SELECT " N " AS c " G " HAVING " N " > 9"},
    {"SELECT name FROM Place GROUP BY 1 ORDER BY 1 LIMIT 1, 2",
     "SELECT \"name\" " G " GROUP BY 1 ORDER BY 1 LIMIT 1 , 2"},
    {"SELECT name FROM Place GROUP BY 1 LIMIT 2 OFFSET 1",
     "SELECT \"name\" " G " GROUP BY 1 LIMIT 2 OFFSET 1"},
    {"SELECT count(*) c FROM Place WHERE n IS NOT NULL AND n IS 1 AND n IS NOT 5",
     "SELECT " N " AS c " G " WHERE \"n\" IS 1 AND \"n\" IS NOT 5"},
    {"SELECT count(*) c FROM Place WHERE n BETWEEN (1) AND abs(-2) AND flag",
     "SELECT " N " AS c " G "((1), abs(-2)) WHERE \"flag\""},
    {"SELECT count(*) c FROM Place WHERE n NOT BETWEEN 1 AND 2 AND n < 3",
     "SELECT " N " AS c " G "(3) WHERE \"n\" NOT BETWEEN 1 AND 2"},
    {"SELECT count(*) c FROM Place WHERE n BETWEEN 1 AND flag",
     "SELECT " N " AS c " G " WHERE \"n\" BETWEEN 1 AND \"flag\""},
    {"SELECT count(*) c FROM Place WHERE n > 1 + flag AND 1 < n",
     "SELECT " N " AS c " G "(1) WHERE \"n\" > 1 + \"flag\""},
    {"SELECT count(*) c FROM Place WHERE n > abs(flag)",
     "SELECT " N " AS c " G " WHERE \"n\" > abs(\"flag\")"},
    {"SELECT count(*) c FROM Place WHERE n > coalesce(1, flag) AND n > coalesce(1, (0 - 1) * 2)",
     "SELECT " N " AS c " G "(coalesce(1, (0 - 1) * 2)) WHERE \"n\" > coalesce(1, \"flag\")"},
    {"SELECT count(*) c FROM Place WHERE n > ((1) - 2) AND (1) >= n",
     "SELECT " N " AS c " G "(((1) - 2), (1))"},
    {"SELECT count(*) c FROM Place WHERE n > 1 | 2 AND n = 'x' AND n <> 7 AND n <= 8 AND n >= 0",
     "SELECT " N " AS c " G "('x', 7, 8, 0) WHERE \"n\" > 1 | 2"},
    {"SELECT count(*) c FROM Place WHERE load > 0.25 AND name > 'a' AND 'a' < name",
     "SELECT " N " AS c " G " WHERE \"load\" > 0.25 AND \"name\" > 'a' AND 'a' < \"name\""},
    {"SELECT count(*) c FROM Place WHERE n > max(1, 2) AND Place.n < 3",
     "SELECT " N " AS c " G "(3) WHERE \"n\" > max(1, 2)"},
    {"SELECT count(*) c FROM Place WHERE (n > 0 OR flag) AND n < 3",
     "SELECT " N " AS c " G "(3) WHERE (\"n\" > 0 OR \"flag\")"},
    {"SELECT count(*) c FROM Place WHERE CASE n WHEN 1 THEN flag OR 1 END AND n < 3",
     "SELECT " N " AS c " G "(3) WHERE CASE \"n\" WHEN 1 THEN \"flag\" OR 1 END"},
    {"SELECT count(*) c FROM Place WHERE n = 1 OR n = 3 AND flag",
     "SELECT " N " AS c " G " WHERE \"n\" = 1 OR \"n\" = 3 AND \"flag\""},
    {"SELECT sum(n) FILTER (WHERE flag) a, total(n) FILTER (WHERE flag) b, avg(n) FILTER (WHERE "
     "flag) d, min(n) FILTER (WHERE flag) e, max(n) FILTER (WHERE flag) f, count(n) FILTER (WHERE "
     "flag) g FROM Place",
     "SELECT sum(\"#s0\") FILTER (WHERE \"flag\") AS a, coalesce(CAST(sum(\"#s0\") FILTER (WHERE "
     "\"flag\") AS REAL), 0.0) AS b, (CAST(sum(\"#s0\") FILTER (WHERE \"flag\") AS REAL) / "
     "sum(\"#c0\") FILTER (WHERE \"flag\")) AS d, min(\"#l0\") FILTER (WHERE \"flag\") AS e, "
     "max(\"#h0\") FILTER (WHERE \"flag\") AS f, coalesce(sum(\"#c0\") FILTER (WHERE \"flag\"), 0) "
     "AS g " G},
    {"SELECT p99(n) FILTER (WHERE flag) a, quantile(n, 0.5) FILTER (WHERE flag) b FROM Place",
     "SELECT \"#p99\"(\"#v\") FILTER (WHERE \"flag\") AS a, \"#quantile\"(\"#v\", 0.5) FILTER "
     "(WHERE \"flag\") AS b " G},
    {"SELECT max(DISTINCT n) a, count(DISTINCT name) FILTER (WHERE flag) b FROM Place",
     "SELECT max(DISTINCT \"n\") AS a, count(DISTINCT \"name\") FILTER (WHERE \"flag\") AS b " G},
    {"SELECT count(n) a, sum(n) b, max(wide) d FROM Place",
     "SELECT coalesce(sum(\"#c0\"), 0) AS a, sum(\"#s0\") AS b, max(\"#h1\") AS d " G},
    {"SELECT total(n) a, sum(wide) b FROM Place",
     "SELECT coalesce(CAST(sum(\"#s0\") AS REAL), 0.0) AS a, sum(\"#s1\") AS b " G},
    {"SELECT CAST(max(n) AS TEXT) a, coalesce(min(n), 0, 1) b FROM Place",
     "SELECT CAST(max(\"#h0\") AS TEXT) AS a, coalesce(min(\"#l0\"), 0, 1) AS b " G},
    {"SELECT median(n) a, quantile(n, 0.25) b, max(wide) d FROM Place",
     "SELECT \"#median\"(\"#v\") AS a, \"#quantile\"(\"#v\", 0.25) AS b, max(\"#h1\") AS d " G},
    {"SELECT p.n, count(*) c FROM acme.Place p GROUP BY p.n",
     "SELECT \"n\", " N " AS c " G " GROUP BY \"n\""},
    {"SELECT count(*) c FROM Place WHERE upper(name) = 'B' COLLATE NOCASE AND true AND NOT false",
     "SELECT " N " AS c " G " WHERE upper(\"name\") = 'B' COLLATE NOCASE AND true AND NOT false"},
    {"SELECT true AND count(*) > 1 x FROM Place", "SELECT true AND " N " > 1 AS x " G},
    {"SELECT max(n) x, count(*) c FROM Place ORDER BY max(n) + 1",
     "SELECT max(\"#h0\") AS x, " N " AS c " G " ORDER BY max(\"#h0\") + 1"},
    {"SELECT max(n), min(n) FROM Place UNION SELECT 1, 2 FROM Place LIMIT 3",
     "SELECT max(\"#h0\") AS \"max(n)\", min(\"#l0\") AS \"min(n)\" " G
     " UNION SELECT 1, 2 FROM Place LIMIT 3"},
    {"SELECT max(n) FROM Place EXCEPT SELECT min(n) FROM Place",
     "SELECT max(\"#h0\") AS \"max(n)\" " G
     " EXCEPT SELECT min(\"#l0\") AS \"min(n)\" FROM temp.\"groups of acme.Place 2\""},
    {"SELECT max(n) a FROM Place WHERE n > 1 UNION ALL SELECT max(n) FROM Place WHERE n < 1",
     "SELECT max(\"#h0\") AS a " G
     "(1) UNION ALL SELECT max(\"#h0\") AS \"max(n)\" FROM temp.\"groups of acme.Place 2\"(1)"},
    {"SELECT (SELECT max(n) FROM Place WHERE n < 3) a, (SELECT count(*) FROM Place) b",
     "SELECT (SELECT max(\"#h0\") AS \"max(n)\" " G "(3)) a, (SELECT " N
     " AS \"count(*)\" FROM temp.\"groups of acme.Place 2\") b"},
    {"SELECT count(*) c FROM Place WINDOW w AS (ORDER BY n)", NULL},
    {"SELECT sum(n + 0) OVER (PARTITION BY name) FROM Place", NULL},
    {"SELECT upper(name) u, count(*) c FROM Place GROUP BY u HAVING u > 'A'",
     "SELECT upper(\"name\") AS u, " N " AS c " G " GROUP BY u HAVING u > 'A'"},
    {"SELECT name u, count(*) c FROM Place GROUP BY name HAVING c > 1 ORDER BY u",
     "SELECT \"name\" AS u, " N " AS c " G " GROUP BY \"name\" HAVING c > 1 ORDER BY u"},
    {"SELECT -- a 'comment\n count(*) /* and ; another */ c FROM Place", "SELECT " N " AS c " G},
};

START_TEST(what_a_statement_asks_of_groups) {
    struct sql_error error = {0};
    open_places();
    const char *statement = asked[_i].statement;
    struct sql_statement *s = sql_prepare(sql, statement, NULL, &error); /* tables are made */
    if (s) sql_finalize(s);
    sql_error_free(&error);
    char *said = recognise(sql, statement, strlen(statement));
    if (asked[_i].asked)
        ck_assert_msg(said && strcmp(said, asked[_i].asked) == 0, "%s: %s", statement, said);
    else ck_assert_msg(!said, "%s: %s", statement, said);
    free(said);
    close_sql();
}
END_TEST

START_TEST(answers_of_groups_are_those_of_rows) {
    open_places();
    char *first = answer_of(asked[_i].statement[0] == 'E' ? "SELECT 1" : "SELECT 2", false);
    free(first);
    struct sql_error error = {0};
    struct sql_statement *s = sql_prepare(sql, asked[_i].statement, NULL, &error);
    bool fine =
        s != NULL && asked[_i].statement[0] != 'E' && !strstr(asked[_i].statement, "random");
    sql_finalize(s);
    sql_error_free(&error);
    if (fine) {
        char *mine = answer_of(asked[_i].statement, false),
             *theirs = answer_of(asked[_i].statement, true);
        ck_assert_msg(strcmp(mine, theirs) == 0, "%s: %s, not %s", asked[_i].statement, mine,
                      theirs);
        free(mine);
        free(theirs);
    }
    close_sql();
}
END_TEST

/* ==== Answers =============================================================================== */

static const struct {
    const char *statement, *rows;
} answers[] = {
    {"SELECT count(*), count(n), sum(n), min(n), max(n) FROM Place",
     "count(*)|count(n)|sum(n)|min(n)|max(n)|\n4|3|4|0|3|"},
    {"SELECT avg(n), total(n), total(n) / 0 x FROM Place",
     "avg(n)|total(n)|x|\n1.3333333333333333 real|4 real|null|"},
    {"SELECT name, count(*), sum(n) FROM Place GROUP BY 1",
     "name|count(*)|sum(n)|\nnull|1|3|\n'a'|1|0|\n'b'|2|1|"},
    {"SELECT sum(n), total(n), avg(n), max(n), count(*), count(n), median(n) FROM Place WHERE n > "
     "9",
     "sum(n)|total(n)|avg(n)|max(n)|count(*)|count(n)|median(n)|\nnull|0 real|null|null|0|0|null|"},
    {"SELECT median(n), p99(n) FROM Place", "median(n)|p99(n)|\n1|3|"},
    {"SELECT sum(n), median(n) FROM Place GROUP BY name", "sum(n)|median(n)|\n3|3|\n0|0|\n1|1|"},
    {"SELECT max(\"a b\") FROM Place", "max(\"a b\")|\n4611686018427387904|"},
    {"SELECT sum(\"a b\") x FROM Place", "x|\ninteger overflow"},
    {"SELECT sum(\"a b\") x FROM Place WHERE n = 1", "x|\n4611686018427387904|"},
    {"SELECT avg(\"a b\") x FROM Place", "x|\n4.6116860184273879e+18 real|"},
    {"SELECT count(*) FROM Place WHERE n IS NULL", "count(*)|\n1|"},
    {"SELECT DISTINCT name FROM Place", "name|\n'a'|\n'b'|\nnull|"},
};

START_TEST(what_groups_answer) {
    open_places();
    for (int by_row = 0; by_row <= 1; by_row++) {
        char *said = answer_of(answers[_i].statement, by_row);
        ck_assert_msg(strcmp(said, answers[_i].rows) == 0, "%s: %s, not %s", answers[_i].statement,
                      said, answers[_i].rows);
        free(said);
    }
    close_sql();
}
END_TEST

/* ==== Bounds ================================================================================ */

static const int64_t numbers[] = {
    INT64_MIN, INT64_MIN + 1,          -(INT64_C(1) << 53) - 1, -2,       -1, 0, 1, 2,
    5,         (INT64_C(1) << 53) + 1, INT64_MAX - 1,           INT64_MAX};
static const char *const values[] = {"0",
                                     "1",
                                     "-1",
                                     "1.0",
                                     "1.5",
                                     "-1.5",
                                     "0.5",
                                     "'1'",
                                     "'1.5'",
                                     "'x'",
                                     "''",
                                     "x'31'",
                                     "NULL",
                                     "9223372036854775807",
                                     "9223372036854775806",
                                     "-9223372036854775807",
                                     "-9223372036854775807 - 1",
                                     "9223372036854775808.0",
                                     "1e300",
                                     "-1e300",
                                     "-9223372036854775808.0",
                                     "9223372036854774784.0",
                                     "9e999",
                                     "-9e999",
                                     "9007199254740992.0",
                                     "9007199254740993",
                                     "-9007199254740992.0"};
static const char *const signs[] = {[EQUAL] = "=",  [UNEQUAL] = "<>", [BELOW] = "<",
                                    [UP_TO] = "<=", [ABOVE] = ">",    [FROM_ON] = ">="};

/* SQLite's own comparison of a column of whole numbers with the value. */
static bool passes_in_sqlite(int64_t number, const char *sign, const char *value) {
    sqlite3_stmt *handle = NULL;
    struct text text = {0};
    text_addf(&text, "SELECT 1 FROM compared WHERE n %s %s AND i = %lld", sign, value,
              (long long)(number & 0xFFFF) ^ (long long)(number >> 40));
    ck_assert_int_eq(sqlite.prepare_v2(sql->db, text_str(&text), -1, &handle, NULL), SQLITE_OK);
    bool passes = sqlite.step(handle) == SQLITE_ROW;
    sqlite.finalize(handle);
    text_free(&text);
    return passes;
}

static void take_value(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct bounds *all = sqlite.user_data(context);
    for (enum comparison i = EQUAL; i <= FROM_ON; i++) all[i] = bounds_for(i, argv[0]);
}

START_TEST(bounds_are_what_sqlite_compares) {
    struct bounds all[FROM_ON + 1];
    struct text text = {0};
    open_places();
    sql->guarded = false;
    sqlite.create_function_v2(sql->db, "take", 1, SQLITE_UTF8, all, take_value, NULL, NULL, NULL);
    sql_run(sql, sqlite.mprintf("CREATE TEMP TABLE compared(i INTEGER, n NUMERIC)"));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t n = numbers[i], id = (n & 0xFFFF) ^ (n >> 40);
        if (n == INT64_MIN) continue; /* null */
        sql_run(sql, sqlite.mprintf("INSERT INTO compared VALUES (%lld, %lld)", (long long)id,
                                    (long long)n));
    }
    text_addf(&text, "SELECT take(%s)", values[_i]);
    ck_assert_int_eq(sql_run(sql, sqlite.mprintf("%s", text_str(&text))), SQLITE_OK);
    for (enum comparison c = EQUAL; c <= FROM_ON; c++)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            bool expected =
                numbers[i] != INT64_MIN && passes_in_sqlite(numbers[i], signs[c], values[_i]);
            ck_assert_msg(bounds_pass(&all[c], numbers[i]) == expected, "%lld %s %s is %d",
                          (long long)numbers[i], signs[c], values[_i], expected);
        }
    text_free(&text);
    close_sql();
}
END_TEST

START_TEST(null_is_below_all_bounds) {
    struct bounds null = bounds_for(IS_NULL, NULL), other = bounds_for(IS_NOT_NULL, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert_int_eq(bounds_pass(&null, numbers[i]), numbers[i] == INT64_MIN);
        ck_assert_int_eq(bounds_pass(&other, numbers[i]), numbers[i] != INT64_MIN);
    }
}
END_TEST

/* ==== What is wrong in one place ============================================================ */

static void tell_asked(const uint8_t *bytes, size_t len, struct text *out) {
    char *text = anywhere_text(bytes, len), *is = recognise(sql, text, len);
    text_add(out, is ? is : "-");
    free(is);
    free(text);
}

START_TEST(what_is_wrong_in_one_place_asks_what_it_ever_did) {
    static const char *const statements[] = {
        "SELECT DISTINCT name AS a, count(*), sum(n + 1) / max(n) FROM Place p WHERE n > 0 AND "
        "name LIKE 'a%' GROUP BY name, 2 HAVING count(*) > 1 ORDER BY 2 DESC LIMIT 3",
        "WITH x AS (SELECT upper(name) u, min(n) FROM Place WHERE (flag = 1 OR n IN (1, -2)) AND "
        "n BETWEEN 0 AND 9 GROUP BY u) SELECT * FROM x WHERE u IS NOT NULL UNION ALL SELECT 1, 2",
        "SELECT total(flag), avg(n) - 1, CASE WHEN n < 2 THEN 'x' ELSE \"a b\" END k FROM "
        "Place GROUP BY k -- end",
    };
    open_places();
    anywhere_texts("statement", statements, 3, "( '1", tell_asked, 0x6C3E6A54D070C16F);
    close_sql();
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("recognise");
    TCase *tcase = tcase_create("recognise");
    tcase_add_loop_test(tcase, what_a_statement_asks_of_groups, 0, sizeof asked / sizeof *asked);
    tcase_add_loop_test(tcase, answers_of_groups_are_those_of_rows, 0,
                        sizeof asked / sizeof *asked);
    tcase_add_loop_test(tcase, what_groups_answer, 0, sizeof answers / sizeof *answers);
    tcase_add_loop_test(tcase, bounds_are_what_sqlite_compares, 0, sizeof values / sizeof *values);
    tcase_add_test(tcase, null_is_below_all_bounds);
    tcase_add_test(tcase, what_is_wrong_in_one_place_asks_what_it_ever_did);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
