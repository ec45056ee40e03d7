/* Classes of the objects that stay, and how large they are together. */
#include "analyzers/jvm/leaks.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* Bytes of the only candidate: objects of these sizes were sampled. */
static int64_t bytes_of(size_t count, const int64_t *sizes) {
    static const struct time_window all = {INT64_MIN, INT64_MAX};
    struct tables tables;
    struct leaks leaks;
    int64_t cells[8 * 4];
    made_tables(&tables, &leaks_wishes);
    for (size_t i = 0; i < count; i++) {
        const int64_t row[8] = {1000, 10,        made_text(&tables, "app.Row"), sizes[i], 0, 0,
                                0,    (int64_t)i};
        memcpy(cells + 8 * i, row, sizeof row);
    }
    made_rows(&tables, "jdk.OldObjectSample", "nntn---n", count, cells);
    leaks_make(&tables, &all, INT64_MAX, &leaks);
    ck_assert_uint_eq(leaks.candidates.len, 1);
    ck_assert_uint_eq(leaks.candidates.items[0].samples, count);
    int64_t bytes = leaks.candidates.items[0].bytes;
    leaks_free(&leaks);
    made_tables_free(&tables);
    return bytes;
}

START_TEST(a_class_is_as_large_as_its_objects_whose_size_is_known) {
    ck_assert_int_eq(bytes_of(3, (int64_t[]){24, 40, 16}), 80);
    ck_assert_int_eq(bytes_of(3, (int64_t[]){JFR_NULL_INT, 24, JFR_NULL_INT}), 24);
    ck_assert_int_eq(bytes_of(2, (int64_t[]){JFR_NULL_INT, JFR_NULL_INT}), MISSING);
    ck_assert_int_eq(bytes_of(3, (int64_t[]){0, 24, 40}), 64); /* nothing is a size, too */
    ck_assert_int_eq(bytes_of(1, (int64_t[]){0}), 0);
}
END_TEST

START_TEST(sizes_that_no_number_holds_are_the_largest_number) {
    ck_assert_int_eq(bytes_of(3, (int64_t[]){INT64_MAX, 1, 24}), INT64_MAX);
}
END_TEST

/* The end is of the chunks' own lengths, and says what is start-up: events lie behind it. */
START_TEST(objects_that_were_written_behind_the_end_are_looked_at) {
    static const struct time_window all = {INT64_MIN, INT64_MAX};
    struct tables tables;
    struct leaks leaks;
    made_tables(&tables, &leaks_wishes);
    const int64_t rows[] = {1001, 10, made_text(&tables, "app.Row"), 24, 0, 0, 0, 1,
                            1001, 10, made_text(&tables, "app.Row"), 40, 0, 0, 0, -1};
    const int64_t heap[] = {1001, made_text(&tables, "After GC"), 100, 4096};
    made_rows(&tables, "jdk.OldObjectSample", "nntn---n", 2, rows);
    made_rows(&tables, "jdk.GCHeapSummary", "ntnn", 1, heap);
    leaks_make(&tables, &all, 1000, &leaks);
    ck_assert_uint_eq(leaks.samples, 2);
    ck_assert_uint_eq(leaks.trend.collections, 1);
    ck_assert_uint_eq(leaks.candidates.len, 1);
    ck_assert_int_eq(leaks.candidates.items[0].bytes, 64);
    leaks_free(&leaks);
    made_tables_free(&tables);
    const struct time_window until = {INT64_MIN, 1000}; /* the user's leaves them out */
    made_tables(&tables, &leaks_wishes);
    made_rows(&tables, "jdk.OldObjectSample", "nntn---n", 2, rows);
    leaks_make(&tables, &until, 1000, &leaks);
    ck_assert_uint_eq(leaks.samples, 0);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

/* ==== Order ================================================================================= */

/* Objects: class, size, chain, root and site; each at an address of its own. */
static void check_candidates(const char *const (*objects)[5], size_t count, const char *expected) {
    static const struct time_window all = {INT64_MIN, INT64_MAX};
    struct tables tables;
    struct leaks leaks;
    struct text out = {0};
    int64_t cells[8 * 12];
    made_tables(&tables, &leaks_wishes);
    for (const char *c = "ABCDEFGHxyz12"; *c; c++) made_text(&tables, (char[]){*c, 0});
    for (size_t i = 0; i < count; i++) {
        const int64_t row[8] = {1000,
                                10 + (int64_t)i,
                                made_text(&tables, objects[i][0]),
                                strtoll(objects[i][1], NULL, 10),
                                *objects[i][2] ? made_text(&tables, objects[i][2]) : THINGS_NONE,
                                made_text(&tables, objects[i][3]),
                                *objects[i][4] ? made_text(&tables, objects[i][4]) : THINGS_NONE,
                                (int64_t)i};
        memcpy(cells + 8 * i, row, sizeof row);
    }
    made_rows(&tables, "jdk.OldObjectSample", "nntntttn", count, cells);
    leaks_make(&tables, &all, INT64_MAX, &leaks);
    for (size_t i = 0; i < leaks.candidates.len; i++) {
        const struct leak_candidate *c = &leaks.candidates.items[i];
        const struct strings *texts = &tables.things.texts;
        text_addf(&out, "%s %d*%d %s", strings_get(texts, c->class_name), (int)c->samples,
                  (int)c->bytes, c->site == THINGS_NONE ? "-" : strings_get(texts, c->site));
        for (size_t k = 0; k < c->chains.len; k++)
            text_addf(&out, " %s%s*%d", strings_get(texts, c->chains.items[k].text),
                      strings_get(texts, c->chains.items[k].root), (int)c->chains.items[k].samples);
        text_add(&out, "; ");
    }
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
    leaks_free(&leaks);
    made_tables_free(&tables);
}

START_TEST(classes_are_by_size_then_by_samples_then_by_name) {
    static const char *const objects[][5] = {{"C", "80", "", "1", ""}, {"A", "40", "", "1", ""},
                                             {"B", "80", "", "1", ""}, {"A", "40", "", "1", ""},
                                             {"E", "10", "", "1", ""}, {"D", "81", "", "1", ""}};
    check_candidates(objects, 6, "D 1*81 -; A 2*80 -; B 1*80 -; C 1*80 -; E 1*10 -; ");
}
END_TEST

START_TEST(chains_are_by_samples_then_by_what_they_say) {
    static const char *const objects[][5] = {{"A", "1", "z", "1", ""}, {"A", "1", "y", "2", ""},
                                             {"A", "1", "x", "2", ""}, {"A", "1", "y", "1", ""},
                                             {"A", "1", "x", "2", ""}, {"A", "1", "", "1", ""}};
    check_candidates(objects, 6, "A 6*6 - x2*2 y1*1 y2*1 z1*1; ");
}
END_TEST

START_TEST(a_site_is_where_most_were_made_and_of_as_many_the_first_by_name) {
    static const char *const objects[][5] = {
        {"A", "1", "", "1", "G"}, {"A", "1", "", "1", "F"}, {"A", "1", "", "1", "H"},
        {"B", "1", "", "1", "F"}, {"B", "1", "", "1", "G"}, {"B", "1", "", "1", "G"},
        {"C", "1", "", "1", ""},  {"D", "1", "", "1", "H"}, {"D", "1", "", "1", ""}};
    check_candidates(objects, 9, "A 3*3 F; B 3*3 G; D 2*2 H; C 1*1 -; ");
}
END_TEST

/* Loaders: time in ms, type, name, classes, bytes. Of two times a second apart both are one. */
START_TEST(loaders_are_counted_at_both_ends_the_most_first) {
    static const struct time_window all = {INT64_MIN, INT64_MAX};
    static const struct {
        int64_t ms;
        const char *type, *name;
        int64_t classes, bytes;
    } loaders[] = {{0, "B", "x", 1, 5},       {0, "A", "x", 1, 5},     {1000, "A", "x", 1, 5},
                   {1001, "A", "x", 9, 50},   {9000, "A", "x", 2, 7},  {9000, "A", "y", 2, 7},
                   {9000, "A", "y", 3, 1},    {9000, "A", "x", 4, 8},  {9000, "B", "x", 1, 1},
                   {9001, "B", "x", 1, 1},    {10000, "B", "x", 1, 1}, {10000, "C", "x", 7, 7},
                   {10000, "C", "y", -1, -1}, {10000, "C", "y", 0, 0}};
    enum { COUNT = sizeof loaders / sizeof *loaders };
    struct tables tables;
    struct leaks leaks;
    struct text out = {0};
    int64_t cells[6 * COUNT];
    made_tables(&tables, &leaks_wishes);
    for (const char *c = "ABCxy"; *c; c++) made_text(&tables, (char[]){*c, 0});
    for (size_t i = 0; i < COUNT; i++) {
        const int64_t row[6] = {loaders[i].ms * 1000000,
                                made_text(&tables, loaders[i].type),
                                made_text(&tables, loaders[i].name),
                                loaders[i].classes,
                                loaders[i].bytes,
                                (int64_t)i};
        memcpy(cells + 6 * i, row, sizeof row);
    }
    made_rows(&tables, "jdk.ClassLoaderStatistics", "nttnnn", COUNT, cells);
    leaks_make(&tables, &all, INT64_MAX, &leaks);
    for (size_t i = 0; i < leaks.loaders.len; i++) {
        const struct leak_loaders *l = &leaks.loaders.items[i];
        text_addf(&out, "%s%s %d to %d: %d, %d; ", strings_get(&tables.things.texts, l->type),
                  strings_get(&tables.things.texts, l->name), (int)l->first, (int)l->last,
                  (int)l->classes, (int)l->bytes);
    }
    ck_assert_str_eq(text_str(&out),
                     "Bx 1 to 3: 3, 3; Ax 2 to 2: 6, 15; Ay 0 to 2: 5, 8; Cy 0 to 2: 0, 0; ");
    text_free(&out);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

/* ==== Native memory that was not freed ====================================================== */

struct event { /* size 0: freed */
    int64_t time, address, size;
    const char *function;
};

static struct leaks leaks_of(struct tables *tables, const struct event *events, size_t count,
                             size_t jvms, struct time_window window) {
    int64_t mallocs[8 * 4], frees[8 * 2], about[2 * 3] = {0, 1, 0, 0, 2, 0};
    size_t made = 0, freed = 0;
    struct leaks leaks;
    made_tables(tables, &leaks_wishes);
    for (size_t i = 0; i < count; i++) {
        const struct event *e = &events[i];
        const int64_t row[4] = {e->time, e->address, e->size,
                                e->function ? made_text(tables, e->function) : 0};
        if (e->size) memcpy(mallocs + 4 * made++, row, sizeof row);
        else memcpy(frees + 2 * freed++, row, 2 * sizeof *row);
    }
    made_rows(tables, "profiler.Malloc", "nnnt", made, mallocs);
    made_rows(tables, "profiler.Free", "nn", freed, frees);
    made_rows(tables, "jdk.JVMInformation", "nnn", jvms, about);
    leaks_make(tables, &window, window.to_ns, &leaks);
    return leaks;
}

static const struct time_window ever = {INT64_MIN, INT64_MAX};

/* Times 0 to 100: the last tenth begins at 90. */
static const struct event events[] = {{0, 1, 10, "a"},  {10, 2, 20, "b"}, {20, 1, 0, NULL},
                                      {30, 1, 40, "a"}, {89, 3, 80, "b"}, {90, 4, 160, "a"},
                                      {95, 9, 0, NULL}, {100, 2, 0, NULL}};

START_TEST(what_was_allocated_last_at_an_address_and_not_freed_since_is_left) {
    struct tables tables;
    struct leaks leaks = leaks_of(&tables, events, 8, 1, ever);
    ck_assert(leaks.saw_frees);
    ck_assert_uint_eq(leaks.native.allocations, 3); /* 40 and 160 of a, 80 of b */
    ck_assert_int_eq(leaks.native.bytes, 280);
    ck_assert_uint_eq(leaks.native.early, 2);
    ck_assert_int_eq(leaks.native.early_bytes, 120);
    ck_assert_uint_eq(leaks.natives.len, 2); /* b first: more of it is early */
    ck_assert_int_eq(leaks.natives.items[0].early_bytes, 80);
    ck_assert_int_eq(leaks.natives.items[0].bytes, 80);
    ck_assert_int_eq(leaks.natives.items[1].early_bytes, 40);
    ck_assert_int_eq(leaks.natives.items[1].bytes, 200);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

START_TEST(what_is_reallocated_in_place_is_freed_first) {
    static const struct event at_once[] = {
        {0, 1, 10, "a"}, {50, 1, 0, NULL}, {50, 1, 30, "a"}, {100, 7, 0, NULL}};
    struct tables tables;
    struct leaks leaks = leaks_of(&tables, at_once, 4, 1, ever);
    ck_assert_uint_eq(leaks.native.allocations, 1);
    ck_assert_int_eq(leaks.native.bytes, 30);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

START_TEST(allocations_of_the_window_may_be_freed_behind_it) {
    struct tables tables;
    struct leaks leaks = leaks_of(&tables, events, 8, 1, (struct time_window){10, 30});
    ck_assert_uint_eq(leaks.native.allocations, 1); /* 20 of b was freed at 100 */
    ck_assert_int_eq(leaks.native.bytes, 40);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

START_TEST(without_frees_or_of_several_jvms_nothing_is_said) {
    static const struct event none_freed[] = {{0, 1, 10, "a"}, {10, 2, 20, "b"}};
    struct tables tables;
    struct leaks leaks = leaks_of(&tables, none_freed, 2, 1, ever);
    ck_assert(!leaks.saw_frees);
    ck_assert_uint_eq(leaks.natives.len, 0);
    leaks_free(&leaks);
    made_tables_free(&tables);
    leaks = leaks_of(&tables, events, 8, 2, ever);
    ck_assert(!leaks.saw_frees);
    leaks_free(&leaks);
    made_tables_free(&tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leaks");
    TCase *tcase = tcase_create("leaks");
    tcase_add_test(tcase, a_class_is_as_large_as_its_objects_whose_size_is_known);
    tcase_add_test(tcase, sizes_that_no_number_holds_are_the_largest_number);
    tcase_add_test(tcase, objects_that_were_written_behind_the_end_are_looked_at);
    tcase_add_test(tcase, what_was_allocated_last_at_an_address_and_not_freed_since_is_left);
    tcase_add_test(tcase, what_is_reallocated_in_place_is_freed_first);
    tcase_add_test(tcase, allocations_of_the_window_may_be_freed_behind_it);
    tcase_add_test(tcase, without_frees_or_of_several_jvms_nothing_is_said);
    tcase_add_test(tcase, classes_are_by_size_then_by_samples_then_by_name);
    tcase_add_test(tcase, chains_are_by_samples_then_by_what_they_say);
    tcase_add_test(tcase, a_site_is_where_most_were_made_and_of_as_many_the_first_by_name);
    tcase_add_test(tcase, loaders_are_counted_at_both_ends_the_most_first);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
