/* What event types are called as tables. */
#include "tests/support/asked_sql.h"

#define FIRST 200 /* id of the first type; of each type as many events as its number, from 1 on */

static const char *const types[] = {
    "com.acme.Order", /* 1 */
    "com.acme.Sale",  /* 2 */
    "net.beta.Sale",  /* 3 */
    "com.acme.order", /* 4: but for its letter case the first */
    "org.x.Only",     /* 5 */
    "org.y.Only",     /* 6 */
    "com.acme.Events",  "net.beta.NamedTwice", "app.NamedTwice", "Plain",
    "com.other.Plain",  /* 11 */
    "com.acme.GCPause", /* 12 */
};

static void open_sql(void) {
    size_t count = sizeof types / sizeof *types;
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    for (size_t i = 0; i < count; i++) {
        type_begin(&recording, FIRST + i, types[i], "jdk.jfr.Event");
        field(&recording, "value", TYPE_LONG, FIELD_PLAIN);
        type_end(&recording);
    }
    metadata_end(&recording);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= i; k++) {
            event_begin(&recording, FIRST + i);
            put_long(&recording, 1);
            event_end(&recording);
        }
    chunk_end(&recording);
    open_recording((struct sql_options){0});
}

/* Rows of the table; 0: there is none of that name, which no type here has. */
static long long rows_of(const char *table) {
    struct text query = {0};
    struct sql_error error = {0};
    const char *rest;
    long long rows = 0;
    text_addf(&query, "SELECT count(value) FROM %s", table);
    struct sql_statement *s = sql_prepare(sql, text_str(&query), &rest, &error);
    if (s && sql_step(s, &error) == 1) rows = (long long)sql_value(s, 0).integer;
    sql_finalize(s);
    sql_error_free(&error);
    text_free(&query);
    return rows;
}

START_TEST(the_last_word_of_a_name_is_enough_if_no_other_table_ends_with_it) {
    static const struct {
        const char *table;
        long long rows;
    } rows[] = {
        {"\"com.acme.Order\"", 1},
        {"\"com.acme.order_2\"", 4},
        {"\"com.acme.Sale\"", 2},
        {"\"net.beta.Sale\"", 3},
        {"\"Order\"", 1},
        {"order_2", 0},
        {"Sale", 0},
        {"\"org.x.Only\"", 5},
        {"Only", 0},
        {"GCPause", 12},
        {"gcpause", 12},
        {"NamedTwice", 9},
        {"\"net.beta.NamedTwice\"", 8},
        {"app.NamedTwice", 9},
        {"Plain", 10},
        {"\"com.other.Plain\"", 11},
        {"\"com.acme.Events\"", 7},
    };
    open_sql();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(rows_of(rows[i].table) == rows[i].rows, "%s: %lld", rows[i].table,
                      rows_of(rows[i].table));
    close_sql();
}
END_TEST

START_TEST(a_name_is_counted_whatever_its_letters) {
    struct name_counts counts = {0};
    ck_assert_uint_eq(*name_count(&counts, "Order"), 0);
    ++*name_count(&counts, "Order");
    ++*name_count(&counts, "ORDER");
    ++*name_count(&counts, "Orders");
    ck_assert_uint_eq(*name_count(&counts, "order"), 2);
    ck_assert_uint_eq(*name_count(&counts, "orders"), 1);
    ck_assert_uint_eq(*name_count(&counts, ""), 0);
    name_counts_free(&counts);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("naming");
    TCase *tc = tcase_create("all");
    need_sqlite();
    tcase_add_test(tc, the_last_word_of_a_name_is_enough_if_no_other_table_ends_with_it);
    tcase_add_test(tc, a_name_is_counted_whatever_its_letters);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
