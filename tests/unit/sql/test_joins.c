/* Joins: rows of one table that are looked up by values of another are those that SQLite finds in
 * tables of its own, whatever is compared with what. */
#include "tests/support/asked_sql.h"

enum { ASKS = 200, ASKED };

static void type(uint64_t id, const char *name) {
    type_begin(&recording, id, name, "jdk.jfr.Event");
    field_begin(&recording, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(&recording, TYPE_TIMESTAMP, "TICKS");
    field_end(&recording);
    field(&recording, "id", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "n", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "m", TYPE_LONG, FIELD_PLAIN);
    field(&recording, "r", TYPE_DOUBLE, FIELD_PLAIN);
    field(&recording, "name", TYPE_STRING, FIELD_PLAIN);
    field(&recording, "flag", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(&recording);
}

#define NOTHING INT64_MIN

static const int64_t numbers[] = {3, -1, 0, 5, NOTHING, 3, INT64_MAX, INT64_MIN + 1, 4, 5};
static const double reals[] = {3, 3.5, -1, 0, 4.5, 1e300, 5, -1e300, 2.5, 4};
static const char *const names[] = {"a", "b", NULL, "A", "5", "", "ab", "b", "3", "a"};
enum { ROWS = 10 };

static void put_row(uint64_t id, int64_t row, size_t shift) {
    size_t at = ((size_t)row + shift) % ROWS;
    event_begin(&recording, id);
    put_long(&recording, 1000 + 10 * (int64_t)at);
    put_long(&recording, row);
    put_long(&recording, numbers[at]);
    put_long(&recording, numbers[(at + 3) % ROWS]);
    put_double(&recording, reals[at]);
    if (names[at]) put_utf8(&recording, names[at]);
    else put_null(&recording);
    put_boolean(&recording, at % 3 == 0);
    event_end(&recording);
}

static void open_tables(void) {
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    type(ASKS, "acme.Asks");
    type(ASKED, "acme.Asked");
    metadata_end(&recording);
    for (int64_t row = 0; row < ROWS; row++) put_row(ASKS, row, 0);
    for (int64_t row = 0; row < 2 * ROWS; row++) put_row(ASKED, row, 4);
    chunk_end(&recording);
    open_recording((struct sql_options){0});
    answer("SELECT (SELECT count(*) FROM acme.Asks), (SELECT count(*) FROM acme.Asked)");
    sql->guarded = false;
    int code =
        sql_run(sql, sqlite.mprintf("CREATE TEMP TABLE plain_asks AS SELECT * FROM acme.Asks"));
    ck_assert_int_eq(code, SQLITE_OK);
    code =
        sql_run(sql, sqlite.mprintf("CREATE TEMP TABLE plain_asked AS SELECT * FROM acme.Asked"));
    ck_assert_int_eq(code, SQLITE_OK);
}

/* Of l and r: what is compared, and whether rows of r are looked up by it. */
static const struct {
    const char *condition;
    bool searched;
} cases[] = {
    {"l.n = r.n", true},
    {"r.n = l.n AND r.m = l.m", true},
    {"r.n = l.r", true},
    {"r.r = l.n", false}, /* copies are not in the order of real numbers */
    {"r.r = l.r", false},
    {"r.name = l.name", true},
    {"r.name = l.n", true},
    {"r.n = l.name", true},
    {"r.flag = l.flag", true},
    {"r.flag = l.n", true},
    {"r.name = l.name COLLATE NOCASE", false},
    {"r.name = l.name AND r.flag = l.flag AND r.n > l.n", true},
    {"r.name = l.name AND r.flag = l.flag AND r.n = l.n AND r.m = l.m AND r.id >= l.id", true},
    {"r.n < l.n", true},
    {"r.n <= l.n", true},
    {"r.n > l.n", true},
    {"r.n >= l.n", true},
    {"r.n > l.r", true},
    {"r.n >= l.r", true},
    {"r.n < l.r", true},
    {"r.n <= l.r", true},
    {"r.n >= l.name", true},
    {"r.n < l.name", true},
    {"r.n > l.n AND r.n < l.m", true},
    {"r.n BETWEEN l.m AND l.n", true},
    {"r.n >= l.n AND r.m <= l.m", true}, /* by one of them */
    {"r.name < l.name", false},
    {"r.r < l.r", false},
    {"r.flag > l.flag", false},
    {"r.n IS l.n", false},
    {"r.n <> l.n", false},
    {"r.startTime = l.startTime", true},
    {"r.startTime > l.startTime AND r.n = 3", true},
    {"r.n = 3 AND l.n = 3", false}, /* one value is not worth a copy */
    {"r.n > 3 AND r.n < l.m", true},
    {"r.name = 'b' AND r.n = l.n", true},
};

static const char *asked(const char *condition, const char *left, const char *right) {
    struct text text = {0};
    text_addf(&text,
              "SELECT group_concat(l.id || '-' || r.id, ' ') FROM (SELECT * FROM %s ORDER BY id) l "
              "CROSS JOIN %s r ON %s",
              left, right, condition);
    const char *said = answer(text_str(&text));
    text_free(&text);
    return said;
}

static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Pairs, in order. */
static char *sorted(const char *said) {
    char *words[ROWS * ROWS * 4], *copy = strdup(said), *rest = copy, *word;
    struct text out = {0};
    size_t count = 0;
    while ((word = strsep(&rest, " "))) words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) text_addf(&out, "%s ", words[i]);
    free(copy);
    return text_take(&out);
}

START_TEST(rows_that_are_looked_up_are_those_that_a_plain_table_has) {
    const char *condition = cases[_i].condition;
    open_tables();
    char *expected = sorted(asked(condition, "plain_asks", "plain_asked"));
    char *said = sorted(asked(condition, "acme.Asks", "acme.Asked"));
    ck_assert_msg(strcmp(said, expected) == 0, "%s: %s, not %s", condition, said, expected);
    free(said);
    said = sorted(asked(condition, "plain_asks", "acme.Asked"));
    ck_assert_msg(strcmp(said, expected) == 0, "%s: %s, not %s", condition, said, expected);
    free(said);
    free(expected);
    close_sql();
}
END_TEST

START_TEST(rows_are_looked_up_by_what_their_copy_is_sorted_by) {
    struct text text = {0};
    open_tables();
    text_addf(&text,
              "EXPLAIN QUERY PLAN SELECT count(*) FROM plain_asks l CROSS JOIN acme.Asked r ON %s",
              cases[_i].condition);
    bool searched = strstr(answer(text_str(&text)), "rows, searched") != NULL;
    ck_assert_msg(searched == cases[_i].searched, "%s", cases[_i].condition);
    text_free(&text);
    close_sql();
}
END_TEST

/* With a second around what is asked, which SQLite looks at once more. */
START_TEST(a_condition_on_the_time_takes_what_a_plain_table_has) {
    static const char *const times[] = {"= (SELECT min(startTime) FROM plain_asked)",
                                        "> (SELECT min(startTime) FROM plain_asked)",
                                        ">= (SELECT max(startTime) FROM plain_asked)",
                                        "< (SELECT max(startTime) FROM plain_asked)",
                                        "= 0",
                                        "> 9223372036854775807",
                                        "< -9223372036854775807",
                                        "= 'a'",
                                        "> 1.5",
                                        "< 1e300",
                                        "IS NULL",
                                        "= NULL"};
    open_tables();
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct text plain = {0}, ours = {0};
        text_addf(&plain, "SELECT count(*), sum(id) FROM plain_asked WHERE startTime %s", times[i]);
        text_addf(&ours, "SELECT count(*), sum(id) FROM acme.Asked WHERE startTime %s", times[i]);
        char *expected = strdup(answer(text_str(&plain)));
        ck_assert_str_eq(answer(text_str(&ours)), expected);
        free(expected);
        text_free(&plain);
        text_free(&ours);
    }
    close_sql();
}
END_TEST

static unsigned remarks;

static void count_remark(void *context, const char *sentence) {
    (void)context;
    ck_assert_ptr_nonnull(strstr(sentence, "too large to be kept in memory"));
    remarks++;
}

/* The least memory with which nothing is remarked. Whatever there is, the rows are the same, and
 * too little is remarked once a statement. */
static uint64_t least_memory(const char *statement, uint64_t most) {
    sql->options.index_bytes = most;
    sql->options.remark = count_remark;
    char *expected = strdup(answer(statement));
    uint64_t least = most;
    ck_assert_uint_eq(remarks, 0);
    for (uint64_t bytes = most; bytes-- > 1;) {
        sql->options.index_bytes = bytes;
        remarks = 0;
        ck_assert_str_eq(answer(statement), expected);
        ck_assert_uint_le(remarks, 1);
        if (remarks) continue;
        ck_assert_uint_eq(bytes, least - 1); /* none of less has been too little */
        least = bytes;
    }
    remarks = 0;
    free(expected);
    return least;
}

/* Of a row: columns that are asked for, one that they are in the order of, and where it is; 8 bytes
 * each, and 4. */
START_TEST(a_copy_of_a_table_is_kept_if_all_of_it_fits) {
    open_tables();
    uint64_t one =
        least_memory("SELECT count(*), sum(r.id) FROM plain_asks l CROSS JOIN acme.Asked "
                     "r ON r.n = l.n",
                     2000);
    uint64_t other =
        least_memory("SELECT count(*), sum(x.id) FROM plain_asks l CROSS JOIN acme.Asks "
                     "x ON x.n = l.n",
                     2000);
    uint64_t both =
        least_memory("SELECT count(*), sum(r.id), sum(x.id) FROM plain_asks l CROSS JOIN "
                     "acme.Asked r ON r.n = l.n CROSS JOIN acme.Asks x ON x.n = l.n",
                     2000);
    ck_assert_uint_eq(one, 2 * ROWS * (4 * sizeof(uint64_t) + sizeof(uint32_t)));
    ck_assert_uint_eq(other, one / 2);
    ck_assert_uint_eq(both, one + other);
    close_sql();
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("joins");
    TCase *c = tcase_create("joins");
    tcase_add_loop_test(c, rows_that_are_looked_up_are_those_that_a_plain_table_has, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_loop_test(c, rows_are_looked_up_by_what_their_copy_is_sorted_by, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(c, a_condition_on_the_time_takes_what_a_plain_table_has);
    tcase_add_test(c, a_copy_of_a_table_is_kept_if_all_of_it_fits);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
