/* Which events are taken for requests: the busiest that take time, those that say so first. */
#include "analyzers/requests/candidates.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
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

/* ==== Parts ================================================================================= */

START_TEST(what_lies_mostly_within_another_in_its_thread_is_a_part_of_it) {
    static const struct wish wish_c = {"app.C", {"startTime", "duration", "eventThread"}};
    /* A encloses two of three of B; C is as A, but in another thread, of its own kind too. */
    static int64_t starts[3][3] = {{0, 100, 200}, {10, 110, 400}, {10, 20, 30}},
                   durations[3][3] = {{50, 50, 50}, {40, 40, 50}, {90, 5, 5}};
    static uint32_t threads[2][3] = {{1, 1, 1}, {2, 2, 2}};
    struct event_table items[] = {table_of(&wish_a, durations[0], 3),
                                  table_of(&wish_b, durations[1], 3),
                                  table_of(&wish_c, durations[2], 3)};
    const struct tables tables = {.items = items, .len = 3};
    bool parts[3];
    for (size_t i = 0; i < 3; i++) {
        items[i].columns[CANDIDATE_START] =
            (struct event_column){.kind = JFR_COLUMN_INT, .cells = starts[i]};
        items[i].columns[CANDIDATE_THREAD] =
            (struct event_column){.kind = JFR_COLUMN_THREAD, .cells = threads[i == 2]};
    }
    candidates_find_parts(&tables, parts);
    ck_assert(!parts[0] && parts[1] && !parts[2]);
    durations[1][1] = 41; /* ends later */
    candidates_find_parts(&tables, parts);
    ck_assert(!parts[0] && !parts[1] && !parts[2]);
    durations[1][1] = 40;
    items[1].chosen = NULL; /* no candidate */
    candidates_find_parts(&tables, parts);
    ck_assert(!parts[0] && !parts[1] && !parts[2]);
}
END_TEST

/* ==== Which fields ========================================================================== */

/* So many texts, contextual ones before the others; what holds a secret names nothing. */
START_TEST(texts_that_may_name_requests_are_a_few_contextual_ones_first) {
    static const struct {
        const char *name;
        const char *fields; /* a letter each: upper case is contextual, '*' a password, '+' a
                               constant of one text */
        const char *chosen;
    } cases[] = {
        {"app.A", "", ""},
        {"app.A", "a", "a"},
        {"app.A", "abcd", "abcd"},
        {"app.A", "abcdefghijklmn", "abcdefghijkl"},
        {"app.A", "abCd", "Cabd"},
        {"app.A", "abcdefghijklmN", "Nabcdefghijk"},
        {"app.A", "ABCDEFGHIJKLMN", "ABCDEFGHIJKL"},
        {"app.A", "a*b", "ab"},
        {"app.A", "a+b", "a+b"},
        {"app.A", "aBcD*E", "BDEac"},
        {"jdk.A", "a", NULL},
        {"profiler.A", "a", NULL},
        {"jdk", "a", "a"},
        {"java.A", "a", NULL},
        {"jfragent.A", "a", NULL},
        {"com.oracle.A", "a", "a"},
    };
    enum { CONTEXTUAL = 700, OWN, CONSTANT };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct recording r = {0};
        struct opened o;
        const char *fields[WISH_FIELDS] = {NULL};
        char chosen[20] = "";
        chunk_begin(&r, NULL);
        metadata_begin(&r);
        jvm_primitive_types(&r);
        jvm_profile_types(&r);
        type_begin(&r, CONTEXTUAL, "jdk.jfr.Contextual", "java.lang.annotation.Annotation");
        type_end(&r);
        type_begin(&r, CONSTANT, "app.Text", NULL);
        field(&r, "text", TYPE_STRING, FIELD_PLAIN);
        type_end(&r);
        type_begin(&r, OWN, cases[i].name, "jdk.jfr.Event");
        field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
        field(&r, "duration", TYPE_LONG, FIELD_PLAIN);
        field(&r, "eventThread", TYPE_THREAD, FIELD_POOLED);
        for (const char *at = cases[i].fields; *at; at++) {
            const char name[] = {*at, 0};
            field_begin(&r, *at == '*' ? "password" : name, *at == '+' ? CONSTANT : TYPE_STRING,
                        *at == '+' ? FIELD_POOLED : FIELD_PLAIN);
            if (*at >= 'A' && *at <= 'Z') annotation(&r, CONTEXTUAL, NULL);
            field_end(&r);
        }
        type_end(&r);
        metadata_end(&r);
        chunk_end(&r);
        open_first(&o, &r);
        bool is = candidates_wishes.choose(opened_type(&o, cases[i].name), fields);
        ck_assert_msg(is == (cases[i].chosen != NULL), "%s", cases[i].name);
        for (size_t k = CANDIDATE_TEXTS; is && fields[k]; k++) strcat(chosen, fields[k]);
        if (is) ck_assert_str_eq(chosen, cases[i].chosen);
        opened_close(&o);
        recording_free(&r);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("candidates");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_busiest_that_takes_time_is_taken);
    tcase_add_test(all, tables_of_others_are_no_candidates);
    tcase_add_test(all, what_lies_mostly_within_another_in_its_thread_is_a_part_of_it);
    tcase_add_test(all, texts_that_may_name_requests_are_a_few_contextual_ones_first);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
