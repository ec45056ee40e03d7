/* Which events are taken for requests: the busiest that take time, those that say so first. */
#include "analyzers/requests/candidates.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define ROWS 3

/* A table with its durations. */
static struct event_table table_of(const struct wish *wish, const int64_t *durations, size_t rows) {
    struct event_table table = {
        .wish = wish, .column_count = 2, .rows = rows, .chosen = candidates_wishes.choose};
    table.columns[CANDIDATE_DURATION] =
        (struct event_column){.kind = JFR_COLUMN_INT, .cells = (void *)(uintptr_t)durations};
    return table;
}

static const struct wish wish_a = {"app.A", {"startTime", "duration"}},
                         wish_b = {"app.B", {"startTime", "duration"}};
static const int64_t none[ROWS], last[ROWS] = {0, 0, 1}, null[ROWS] = {JFR_NULL_INT, 0, 0};

START_TEST(the_busiest_that_takes_time_is_taken) {
    static const struct {
        const int64_t *a, *b; /* durations */
        size_t a_rows, b_rows;
        const char *contextual, *expected;
    } cases[] = {
        {last, last, 3, 3, NULL, "app.A"}, /* as many: the first */
        {last, last + 1, 3, 2, NULL, "app.A"},
        {last + 1, last, 2, 3, NULL, "app.B"},
        {none, last + 2, 3, 1, NULL, "app.B"}, /* takes time */
        {null, none, 3, 3, NULL, NULL},
        {last, last + 2, 3, 1, "app.B", "app.B"}, /* says so */
        {last + 2, last, 1, 3, "app.A", "app.A"},
        {last, none, 3, 3, "app.B", "app.A"},
        {last, last + 2, 3, 1, "app.C", "app.A"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct event_table items[] = {table_of(&wish_a, cases[i].a, cases[i].a_rows),
                                      table_of(&wish_b, cases[i].b, cases[i].b_rows)};
        struct tables tables = {.items = items, .len = 2};
        struct contextual contextual = {.fields = {NULL, 0, 0}};
        const char *type = cases[i].contextual;
        if (type)
            array_push(&contextual.fields,
                       ((struct contextual_field){
                           .type = strings_intern(&contextual.names, type, strlen(type))}));
        const char *found = candidates_busiest(&tables, &contextual);
        ck_assert_msg(cases[i].expected ? found && strcmp(found, cases[i].expected) == 0 : !found,
                      "%zu: %s", i, found ? found : "none");
        strings_free(&contextual.names);
        array_free(&contextual.fields);
    }
}
END_TEST

START_TEST(tables_of_others_are_no_candidates) {
    struct event_table item = table_of(&wish_a, last, ROWS);
    struct tables tables = {.items = &item, .len = 1};
    const struct contextual contextual = {.fields = {NULL, 0, 0}};
    item.chosen = NULL;
    ck_assert_ptr_null(candidates_busiest(&tables, &contextual));
    ck_assert_ptr_null(candidates_busiest(NULL, &contextual));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("candidates");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_busiest_that_takes_time_is_taken);
    tcase_add_test(all, tables_of_others_are_no_candidates);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
