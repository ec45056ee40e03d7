/* Owners: who had the monitor, and what that thread did while others waited for it: on tables
 * written down here, and against a look at every nanosecond. */
#include "analyzers/requests/owners.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* Places of the wishes, see owners.c: waits, then what an owner may do. */
enum { WAITS, SAMPLES, SLEEPS = 4, PARKS, MONITORS = 7, SOCKET_READS };
enum { THREADS = 3, ROWS = 400 };

static struct tables tables;
static struct owners owners;
static uint32_t threads[THREADS], site, other_site;
static const struct time_window always = {INT64_MIN, INT64_MAX};

static uint32_t text(const char *name) {
    return strings_intern(&tables.things.texts, name, strlen(name));
}

static void setup(void) {
    static const char *const names[] = {"owner", "other", "third"};
    tables = (struct tables){.len = owners_wishes.count};
    tables.items = mem_zero(tables.len, sizeof *tables.items);
    for (size_t i = 0; i < tables.len; i++) tables.items[i].wish = &owners_wishes.rows[i];
    text("");
    for (uint32_t i = 0; i < THREADS; i++) {
        const struct things_thread thread = {.name = text(names[i]), .os_id = i + 1};
        threads[i] = things_add_thread(&tables.things, &thread);
    }
    site = text("app.Ledger.write"), other_site = text("app.Ledger.read");
}

static void teardown(void) {
    for (size_t i = 0; i < tables.len; i++)
        for (size_t k = 0; k < WISH_FIELDS; k++) free(tables.items[i].columns[k].cells);
    free(tables.items);
    things_free(&tables.things);
    owners_free(&owners);
}

static void put(struct event_table *table, size_t column, enum jfr_column_kind kind,
                uint64_t cell) {
    struct event_column *c = &table->columns[column];
    ck_assert_uint_lt(table->rows, ROWS);
    if (!c->cells) { /* what is behind the last row is no row, whatever it says */
        *c = (struct event_column){kind, JFR_UNIT_NONE, mem_zero(ROWS, 8)};
        for (size_t i = 0; kind < JFR_COLUMN_TEXT && i < ROWS; i++) ((uint64_t *)c->cells)[i] = 100;
    }
    if (kind >= JFR_COLUMN_TEXT) ((uint32_t *)c->cells)[table->rows] = (uint32_t)cell;
    else ((uint64_t *)c->cells)[table->rows] = cell;
}

/* Somebody waits, and this thread was the last to leave the monitor. */
static void wait_for(uint32_t owner, const char *monitor, int64_t from, int64_t to) {
    struct event_table *table = &tables.items[WAITS];
    put(table, 0, JFR_COLUMN_INT, (uint64_t)from);
    put(table, 1, JFR_COLUMN_INT, (uint64_t)(to - from));
    put(table, 2, JFR_COLUMN_THREAD, owner);
    put(table, 3, JFR_COLUMN_TEXT, text(monitor));
    table->rows++;
}

static void did(size_t what, uint32_t thread, uint32_t at, int64_t from, int64_t to) {
    struct event_table *table = &tables.items[what];
    put(table, 0, JFR_COLUMN_INT, (uint64_t)from);
    put(table, 1, JFR_COLUMN_THREAD, thread);
    put(table, 2, JFR_COLUMN_TEXT, at);
    put(table, 3, JFR_COLUMN_STACK, JFR_NULL_ID);
    put(table, 4, JFR_COLUMN_INT, (uint64_t)(to - from));
    table->rows++;
}

static const char *name(uint32_t id) {
    return strings_get(&tables.things.texts, id);
}

static void ck_row(size_t index, const char *monitor, const char *owner, const char *what,
                   uint64_t samples, int64_t ns) {
    ck_assert_uint_lt(index, owners.rows.len);
    const struct owner_row *row = &owners.rows.items[index];
    ck_assert_str_eq(name(row->monitor), monitor);
    ck_assert_str_eq(name(row->owner), owner);
    ck_assert_str_eq(row->did, what);
    ck_assert_uint_eq(row->samples, samples);
    ck_assert_int_eq(row->ns, ns);
}

START_TEST(the_owner_is_who_the_event_says_and_what_it_did_counts_while_others_waited) {
    wait_for(threads[0], "Ledger", 100, 200);
    did(SLEEPS, threads[0], site, 50, 180);  /* 80 of it */
    did(SLEEPS, threads[1], site, 100, 200); /* not the owner */
    did(SOCKET_READS, threads[0], other_site, 190, 500);
    did(PARKS, threads[0], site, 200, 300); /* afterwards */
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 2);
    ck_row(0, "Ledger", "owner", "slept", 0, 80);
    ck_row(1, "Ledger", "owner", "read from sockets", 0, 10);
    ck_assert_str_eq(name(owners.rows.items[0].site), "app.Ledger.write");
}
END_TEST

START_TEST(many_that_wait_at_a_time_count_once) {
    wait_for(threads[0], "Ledger", 100, 200);
    wait_for(threads[0], "Ledger", 150, 250);
    wait_for(threads[0], "Ledger", 160, 170);
    did(SLEEPS, threads[0], site, 0, 1000);
    did(SAMPLES, threads[0], site, 165, 165);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 2);
    ck_row(0, "Ledger", "owner", "ran", 1, 0);
    ck_row(1, "Ledger", "owner", "slept", 0, 150);
}
END_TEST

START_TEST(a_wait_that_took_no_time_is_none) {
    for (int64_t took = -1; took < 2; took++) {
        int64_t at = 100 + 10 * took;
        wait_for(threads[0], "Ledger", at, at + took);
        did(SAMPLES, threads[0], site, at, at);
    }
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "owner", "ran", 1, 0);
}
END_TEST

START_TEST(samples_at_both_ends_of_a_wait_are_in_it) {
    static const int64_t times[] = {99, 100, 150, 200, 201};
    wait_for(threads[0], "Ledger", 100, 200);
    for (size_t i = 0; i < 5; i++) did(SAMPLES, threads[0], site, times[i], times[i]);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "owner", "ran", 3, 0);
}
END_TEST

START_TEST(two_monitors_of_one_owner_have_rows_of_their_own) {
    wait_for(threads[0], "Ledger", 100, 200);
    wait_for(threads[0], "Audit", 150, 400);
    wait_for(threads[1], "Audit", 100, 110);
    did(SLEEPS, threads[0], site, 0, 1000);
    did(SLEEPS, threads[1], site, 0, 1000);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 3);
    ck_row(0, "Audit", "owner", "slept", 0, 250);
    ck_row(1, "Ledger", "owner", "slept", 0, 100);
    ck_row(2, "Audit", "other", "slept", 0, 10);
}
END_TEST

START_TEST(a_thread_that_waits_for_the_monitor_itself_does_not_have_it) {
    wait_for(threads[0], "Ledger", 100, 200);
    wait_for(threads[0], "Audit", 100, 200);
    did(MONITORS, threads[0], site, 100, 150);
    tables.items[MONITORS].rows--;
    put(&tables.items[MONITORS], 5, JFR_COLUMN_TEXT, text("Ledger"));
    tables.items[MONITORS].rows++;
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Audit", "owner", "waited for a monitor", 0, 50);
}
END_TEST

/* Another waits, who has the monitor of that address afterwards. */
static void also_waits(uint32_t waiter, int64_t address) {
    struct event_table *table = &tables.items[WAITS];
    table->rows--;
    put(table, 4, JFR_COLUMN_THREAD, waiter);
    put(table, 5, JFR_COLUMN_INT, (uint64_t)address);
    table->rows++;
}

/* Also if that was over at once. */
START_TEST(who_waited_itself_has_that_monitor_from_the_end_of_its_wait_on) {
    wait_for(threads[0], "Ledger", 100, 200); /* comes first, ends last */
    also_waits(threads[1], 7);
    wait_for(threads[2], "Ledger", _i ? 150 : 90, 150);
    also_waits(threads[0], 7);
    wait_for(threads[0], "Audit", 100, 200);
    also_waits(threads[1], 8);
    did(SLEEPS, threads[0], site, 0, 1000);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 2);
    ck_row(0, "Audit", "owner", "slept", 0, 100);
    ck_row(1, "Ledger", "owner", "slept", 0, 50);
}
END_TEST

/* A stack of methods of app.Ledger, leaf first. */
static uint32_t stack_of(const char *leaf, const char *caller) {
    uint32_t frames[2];
    const char *const methods[] = {leaf, caller};
    for (size_t i = 0; i < 2; i++) {
        const struct things_frame frame = {.class_name = text("app.Ledger"),
                                           .method = text(methods[i])};
        frames[i] = things_add_frame(&tables.things, &frame);
    }
    return things_add_stack(&tables.things, frames, 2, false);
}

static void with_stack(size_t what, size_t column, uint32_t stack) {
    struct event_table *table = &tables.items[what];
    table->rows--;
    put(table, column, JFR_COLUMN_STACK, stack);
    table->rows++;
}

/* It waited once to enter Ledger in `write`, and sleeps with that method on the stack and without.
 */
static void sleeps_in_and_out(void) {
    wait_for(threads[0], "Ledger", 100, 200);
    also_waits(threads[1], 7);
    with_stack(WAITS, 6, stack_of("read", "run"));
    wait_for(threads[2], "Ledger", 50, 60);
    also_waits(threads[0], 8);
    with_stack(WAITS, 6, stack_of("write", "run"));
    did(SLEEPS, threads[0], site, 100, 130);
    with_stack(SLEEPS, 3, stack_of("flush", "write"));
    did(SLEEPS, threads[0], other_site, 130, 200);
    with_stack(SLEEPS, 3, stack_of("read", "run"));
    owners_make(&tables, always, true, &owners);
}

/* Of a stack that is not there or cut nothing is known: it may have been there. */
START_TEST(where_its_stack_is_not_known_an_owner_has_the_monitor) {
    wait_for(threads[0], "Ledger", 100, 200);
    also_waits(threads[1], 7);
    with_stack(WAITS, 6, JFR_NULL_ID);
    wait_for(threads[1], "Ledger", 50, 60);
    also_waits(threads[0], 7);
    with_stack(WAITS, 6, stack_of("write", "run"));
    did(SLEEPS, threads[0], site, 100, 130);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "owner", "slept", 0, 30);
}
END_TEST

START_TEST(what_an_owner_does_outside_of_the_methods_by_which_it_enters_is_without_the_monitor) {
    sleeps_in_and_out();
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "owner", "slept", 0, 30);
}
END_TEST

START_TEST(who_rests_in_no_method_of_the_program_has_nothing) {
    wait_for(threads[0], "Ledger", 100, 200);
    did(PARKS, threads[0], JFR_NULL_ID, 100, 130);
    did(PARKS + 1, threads[0], JFR_NULL_ID, 130, 140); /* Object.wait */
    did(SLEEPS, threads[0], JFR_NULL_ID, 140, 160);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "owner", "slept", 0, 20);
}
END_TEST

START_TEST(waits_count_that_begin_in_the_window) {
    const struct time_window window = {100, 200};
    wait_for(threads[0], "Ledger", 99, 150);
    wait_for(threads[1], "Ledger", 200, 260);
    wait_for(threads[2], "Ledger", 201, 300);
    for (size_t i = 0; i < THREADS; i++) did(SLEEPS, threads[i], site, 0, 1000);
    owners_make(&tables, window, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 1);
    ck_row(0, "Ledger", "other", "slept", 0, 60);
}
END_TEST

START_TEST(an_owner_that_is_not_known_did_nothing) {
    wait_for(JFR_NULL_ID, "Ledger", 100, 200);
    did(SLEEPS, threads[0], site, 100, 200);
    did(SLEEPS, JFR_NULL_ID, site, 100, 200);
    wait_for(threads[1], "Ledger", JFR_NULL_INT, JFR_NULL_INT + 100); /* nor when it was */
    did(SLEEPS, threads[1], site, JFR_NULL_INT + 10, JFR_NULL_INT + 50);
    owners_make(&tables, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 0);
    owners_make(NULL, always, true, &owners);
    ck_assert_uint_eq(owners.rows.len, 0);
}
END_TEST

/* ==== A look at every nanosecond ============================================================ */

enum { END = 300 };

static uint64_t state;

/* From a fixed seed. */
static int below(int most) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)most);
}

static const char *const monitors[] = {"Ledger", "Audit"};

static uint64_t expected(const bool waited[END + 1], size_t what, uint32_t owner) {
    const struct event_table *table = &tables.items[what];
    uint64_t sum = 0;
    for (size_t row = 0; row < table->rows; row++) {
        int64_t from = event_table_int(table, 0, row), took = event_table_int(table, 4, row);
        if (event_table_id(table, 1, row) != owner) continue;
        for (int64_t ns = from; ns < from + took; ns++) sum += waited[ns];
    }
    return sum;
}

START_TEST(times_agree_with_a_look_at_every_nanosecond) {
    static bool waited[THREADS][2][END + 1];
    memset(waited, 0, sizeof waited);
    state = (uint64_t)_i + 1;
    for (size_t i = 0; i < 25; i++) {
        int thread = below(THREADS), monitor = below(2);
        int64_t from = below(END - 20), to = from + 1 + below(20);
        wait_for(threads[thread], monitors[monitor], from, to);
        for (int64_t ns = from; ns < to; ns++) waited[thread][monitor][ns] = true;
    }
    for (uint32_t thread = 0; thread < THREADS; thread++) /* one after the other */
        for (int64_t from = below(9); from < END - 40; from += below(9)) {
            int64_t to = from + 1 + below(30);
            did(below(2) ? SLEEPS : PARKS, threads[thread], site, from, to);
            from = to;
        }
    owners_make(&tables, always, true, &owners);
    uint64_t found = 0, all = 0;
    for (size_t i = 0; i < owners.rows.len; i++) {
        const struct owner_row *row = &owners.rows.items[i];
        size_t thread = 0, monitor = strcmp(name(row->monitor), "Audit") == 0;
        while (tables.things.threads.items[threads[thread]].name != row->owner) thread++;
        size_t what = strcmp(row->did, "slept") == 0 ? SLEEPS : PARKS;
        ck_assert_uint_eq((uint64_t)row->ns,
                          expected(waited[thread][monitor], what, threads[thread]));
        found += (uint64_t)row->ns;
        ck_assert(!i || owners.rows.items[i - 1].ns >= row->ns);
    }
    for (size_t thread = 0; thread < THREADS; thread++)
        for (size_t monitor = 0; monitor < 2; monitor++)
            for (size_t what = SLEEPS; what <= PARKS; what++)
                all += expected(waited[thread][monitor], what, threads[thread]);
    ck_assert_uint_eq(found, all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("owners");
    TCase *tcase = tcase_create("owners");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase,
                   the_owner_is_who_the_event_says_and_what_it_did_counts_while_others_waited);
    tcase_add_test(tcase, many_that_wait_at_a_time_count_once);
    tcase_add_test(tcase, a_wait_that_took_no_time_is_none);
    tcase_add_test(tcase, samples_at_both_ends_of_a_wait_are_in_it);
    tcase_add_test(tcase, two_monitors_of_one_owner_have_rows_of_their_own);
    tcase_add_test(tcase, a_thread_that_waits_for_the_monitor_itself_does_not_have_it);
    tcase_add_loop_test(tcase, who_waited_itself_has_that_monitor_from_the_end_of_its_wait_on, 0,
                        2);
    tcase_add_test(tcase, who_rests_in_no_method_of_the_program_has_nothing);
    tcase_add_test(
        tcase, what_an_owner_does_outside_of_the_methods_by_which_it_enters_is_without_the_monitor);
    tcase_add_test(tcase, where_its_stack_is_not_known_an_owner_has_the_monitor);
    tcase_add_test(tcase, waits_count_that_begin_in_the_window);
    tcase_add_test(tcase, an_owner_that_is_not_known_did_nothing);
    tcase_add_loop_test(tcase, times_agree_with_a_look_at_every_nanosecond, 0, 200);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
