/* The account of what was read, written down here: threads of three seconds. */
#include "analyzers/account/account_parts.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define START (1000 * NS_PER_S)
#define MS NS_PER_MS

static struct account_asked asked;
static struct raw raw;
static struct facts facts;
static struct account account;

static void setup(void) {
    asked = (struct account_asked){
        .window = {INT64_MIN, INT64_MAX}, .start_ns = START, .end_ns = START + 3 * NS_PER_S};
    raw = (struct raw){.asked = &asked, .step_ns = NS_PER_S};
    facts = (struct facts){.machine = MACHINE_UNSAID};
}

static void teardown(void) {
    raw_free(&raw);
    facts_free(&facts);
    account_free(&account);
}

/* Seen from..to ms. */
static uint32_t thread(const char *name, int from_ms, int to_ms) {
    static uint64_t ids = 0;
    ids++;
    const struct raw_thread t = {.os_id = ids,
                                 .java_id = ids,
                                 .name = raw_text(&raw, name),
                                 .in_java = true,
                                 .first_ns = START + from_ms * MS,
                                 .last_ns = START + to_ms * MS,
                                 .since_ns = START + from_ms * MS,
                                 .until_ns = START + to_ms * MS,
                                 .start_ns = MISSING,
                                 .end_ns = MISSING};
    return raw_thread(&raw, &t);
}

static void add(uint32_t t, enum raw_source source, enum account_state state, const char *label,
                uint32_t step, int ms, uint32_t samples) {
    const struct raw_what what = {source, {.state = state, .label = raw_text(&raw, label)}};
    raw_add(&raw, t, step, raw_what(&raw, &what), ms * MS, samples);
}

/* In ms; of all threads of the program; label NULL: any. */
static int64_t spent(enum account_state state, const char *label) {
    int64_t ns = 0;
    for (size_t i = 0; i < account.cells.len; i++) {
        const struct account_cell *cell = &account.cells.items[i];
        const struct account_what *what = &account.whats.items[cell->what];
        if (account.threads.items[cell->thread].of_jvm || what->state != state) continue;
        if (!label || !strcmp(strings_get(&account.texts, what->label), label)) ns += cell->ns;
    }
    return (ns + MS / 2) / MS;
}

static void make(int64_t threads_ms) {
    ck_assert(account_of_raw(&raw, &facts, &account));
    ck_assert_int_eq(account.total_ns, threads_ms * MS);
    int64_t all = 0;
    for (int i = 0; i < ACCOUNT_STATES; i++) all += account.ns[i];
    ck_assert_int_eq(all, account.total_ns);
    for (size_t i = 0; i < account.cells.len; i++) ck_assert_int_gt(account.cells.items[i].ns, 0);
}

START_TEST(a_threads_time_is_from_when_it_is_seen_first_to_last) {
    thread("a", 500, 2500);
    make(2000);
    ck_assert_int_eq(spent(ACCOUNT_UNEXPLAINED, NULL), 2000);
    ck_assert(!account.threads.items[0].known_start && !account.threads.items[0].known_end);
}
END_TEST

START_TEST(where_starts_and_ends_are_recorded_the_rest_is_the_recordings) {
    uint32_t a = thread("a", 500, 2500), b = thread("b", 1000, 1500);
    raw.has_starts = true;
    raw.threads.items[b].start_ns = START + 900 * MS;
    raw.threads.items[b].end_ns = START + 1600 * MS;
    (void)a;
    make(3000 + 700);
}
END_TEST

START_TEST(the_window_cuts_lives_and_steps) {
    uint32_t a = thread("a", 0, 3000);
    add(a, RAW_WAIT, ACCOUNT_LOCK, "L", 1, 400, 0);
    asked.window = (struct time_window){START + 1000 * MS, START + 1500 * MS - 1};
    make(500);
    ck_assert_int_eq(spent(ACCOUNT_LOCK, "L"), 400);
}
END_TEST

START_TEST(a_thread_without_time_is_none) {
    thread("a", 700, 700);
    ck_assert(!account_of_raw(&raw, &facts, &account));
}
END_TEST

START_TEST(waits_come_before_cpu_time_and_never_take_more_than_the_step) {
    uint32_t a = thread("a", 0, 3000);
    add(a, RAW_WAIT, ACCOUNT_LOCK, "L", 0, 700, 0);
    add(a, RAW_WAIT, ACCOUNT_REPLY, "host", 0, 700, 0); /* 1,400 ms of a second */
    add(a, RAW_WAIT, ACCOUNT_FILE, "f", 1, 300, 0);
    add(a, RAW_CPU, ACCOUNT_RUNNING, "p", 0, 500, 25);
    add(a, RAW_CPU, ACCOUNT_RUNNING, "p", 1, 900, 45);
    make(3000);
    ck_assert_int_eq(spent(ACCOUNT_LOCK, "L"), 500);
    ck_assert_int_eq(spent(ACCOUNT_REPLY, "host"), 500);
    ck_assert_int_eq(spent(ACCOUNT_FILE, "f"), 300);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, "p"), 700);
    ck_assert_int_eq(spent(ACCOUNT_UNEXPLAINED, NULL), 1000);
    ck_assert_int_eq(account.threads.items[0].basis, BASIS_CPU_SAMPLES);
}
END_TEST

static void load(uint32_t t, int ms, double share) {
    const struct raw_thread *thread = &raw.threads.items[t];
    const char *name = strings_get(&raw.texts, thread->name);
    array_push(
        &facts.thread_loads,
        (struct fact_thread_load){.time_ns = START + ms * MS,
                                  .thread = strings_intern(&facts.strings, name, strlen(name)),
                                  .os_id = thread->os_id,
                                  .java_id = thread->java_id,
                                  .user = (float)share});
}

START_TEST(cpu_loads_come_before_samples_and_go_where_samples_are) {
    uint32_t a = thread("a", 0, 3000);
    facts.machine.hardware_threads = 4;
    load(a, 3000, 0.125); /* half a processor: 1.5 s */
    add(a, RAW_RUN, ACCOUNT_RUNNING, "p", 0, 20, 1);
    add(a, RAW_RUN, ACCOUNT_RUNNING, "q", 1, 60, 3);
    make(3000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, NULL), 1500);
    ck_assert_int_eq(account.threads.items[0].basis, BASIS_CPU_LOAD);
    ck_assert_int_ge(spent(ACCOUNT_RUNNING, "p"), 480);
    ck_assert_int_ge(spent(ACCOUNT_RUNNING, "q"), 500);
}
END_TEST

START_TEST(what_ran_without_a_sample_of_its_step_is_as_in_the_others) {
    uint32_t a = thread("a", 0, 2000), b = thread("b", 0, 2000);
    facts.machine.hardware_threads = 1;
    load(a, 2000, 0.5);
    load(b, 2000, 0.25);
    add(a, RAW_RUN, ACCOUNT_RUNNING, "p", 0, 20, 1);
    make(4000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, "p"), 1000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, "(not sampled)"), 500);
}
END_TEST

/* Nine labels with as much each, eight of which are taken where a step has no sample of its own:
 * which one is left out is no matter of who met them in which order. */
START_TEST(of_equal_amounts_the_same_are_taken_in_whatever_order_they_were_met) {
    static const char *const labels[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    enum { LABELS = sizeof labels / sizeof *labels };
    uint32_t a = thread("t", 0, 2000);
    facts.machine.hardware_threads = 1;
    load(a, 2000, 0.5);
    for (size_t i = 0; i < LABELS; i++)
        add(a, RAW_RUN, ACCOUNT_RUNNING, labels[_i ? LABELS - 1 - i : i], 0, 20, 1);
    make(2000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, NULL), 1000);
    ck_assert_int_lt(spent(ACCOUNT_RUNNING, "i"), spent(ACCOUNT_RUNNING, "a"));
    for (size_t i = 1; i + 1 < LABELS; i++)
        ck_assert_int_eq(spent(ACCOUNT_RUNNING, labels[i]), spent(ACCOUNT_RUNNING, "a"));
}
END_TEST

START_TEST(a_load_speaks_of_no_time_before_the_thread) {
    uint32_t a = thread("a", 2000, 3000), b = thread("b", 2000, 3000);
    facts.machine.hardware_threads = 1;
    raw.has_starts = true;
    raw.threads.items[a].start_ns = raw.threads.items[b].start_ns = START + 2000 * MS;
    load(a, 3000, 0.5);
    make(2000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, NULL), 500); /* of the second that it was there */
    account_free(&account);
    raw.of_agent = true; /* divides by the three seconds since the recording began */
    load(b, 3000, 0.25);
    ck_assert(account_of_raw(&raw, &facts, &account));
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, NULL), 1000 + 750);
}
END_TEST

START_TEST(a_pause_stops_those_who_run) {
    uint32_t a = thread("a", 0, 1000), b = thread("b", 0, 1000);
    array_push(&raw.pauses, ((struct raw_pause){START + 100 * MS, START + 300 * MS, PAUSE_GC}));
    array_push(&raw.pauses,
               ((struct raw_pause){START + 200 * MS, START + 400 * MS, PAUSE_OPERATION}));
    array_push(&raw.pauses,
               ((struct raw_pause){START + 400 * MS, START + 500 * MS, PAUSE_REACHING}));
    add(a, RAW_CPU, ACCOUNT_RUNNING, "p", 0, 600, 30);
    add(b, RAW_WAIT, ACCOUNT_OTHER, "w", 0, 1000, 0);
    make(2000);
    ck_assert_int_eq(spent(ACCOUNT_READY, "GC pause"), 200);
    ck_assert_int_eq(spent(ACCOUNT_READY, "safepoint"), 100);
    ck_assert_int_eq(spent(ACCOUNT_READY, "other threads on their way to a safepoint"), 100);
    ck_assert_int_eq(spent(ACCOUNT_OTHER, "w"), 1000);
    ck_assert_double_eq_tol(account.machine.paused, 0.3 / 3, 1e-9); /* reaching is no stop of all */
}
END_TEST

/* Of the first second, most of which was not full. */
START_TEST(a_load_weighs_as_long_as_it_speaks_of) {
    static const struct {
        float first, second;
        double full;
    } cases[] = {{0.85f, 1, 0}, {0.95f, 0.1f, 0}, {0.95f, 0.9f, 1.0 / 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        thread("a", 0, 3000);
        facts.machine.hardware_threads = 4;
        array_push(&facts.loads,
                   (struct fact_load){.time_ns = START + 900 * MS, .machine = cases[i].first});
        array_push(&facts.loads,
                   (struct fact_load){.time_ns = START + 1000 * MS, .machine = cases[i].second});
        make(3000);
        ck_assert_double_eq_tol(account.machine.full, cases[i].full, 1e-6);
    }
}
END_TEST

START_TEST(wall_clock_samples_share_out_what_is_left) {
    uint32_t a = thread("a", 0, 1000);
    add(a, RAW_WALL, ACCOUNT_RUNNING, "p", 0, 500, 10);
    add(a, RAW_WALL, ACCOUNT_TIMER, "t", 0, 1000, 20);
    add(a, RAW_WALL, ACCOUNT_LOCK, "l", 0, 500, 10);
    make(1000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, "p"), 250);
    ck_assert_int_eq(spent(ACCOUNT_TIMER, "t"), 500);
    ck_assert_int_eq(spent(ACCOUNT_LOCK, "l"), 250);
    ck_assert_int_eq(account.threads.items[0].basis, BASIS_SAMPLES);
}
END_TEST

START_TEST(runnable_samples_without_cpu_time_are_ready) {
    uint32_t a = thread("a", 0, 1000);
    facts.machine.hardware_threads = 1;
    load(a, 1000, 0.25);
    add(a, RAW_WALL, ACCOUNT_RUNNING, "p", 0, 1000, 1000);
    make(1000);
    ck_assert_int_eq(spent(ACCOUNT_RUNNING, NULL), 250);
    ck_assert_int_eq(spent(ACCOUNT_READY, "no processor was free"), 750);
}
END_TEST

/* It wanted to run all of the second and ran half of it; of n samples chance makes 2 / sqrt(n). */
START_TEST(runnable_samples_say_that_it_was_ready_where_they_are_more_than_chance) {
    static const struct {
        uint32_t samples;
        int ready_ms;
    } cases[] = {{4, 0}, {15, 0}, {16, 0}, {17, 500}, {100, 500}};
    uint32_t a = thread("a", 0, 1000);
    facts.machine.hardware_threads = 1;
    load(a, 1000, 0.5);
    add(a, RAW_WALL, ACCOUNT_RUNNING, "p", 0, 1000, cases[_i].samples);
    make(1000);
    ck_assert_int_eq(spent(ACCOUNT_READY, NULL), cases[_i].ready_ms);
}
END_TEST

START_TEST(native_samples_count_as_often_as_the_thread_was_met) {
    uint32_t a = thread("a", 0, 3000), b = thread("b", 0, 3000);
    add(a, RAW_NATIVE, ACCOUNT_IDLE, "poll", 0, 1500, 75); /* 75 and 25 of 100 looks at 20 ms */
    add(b, RAW_NATIVE, ACCOUNT_REPLY, "read", 0, 500, 25);
    add(b, RAW_WAIT, ACCOUNT_OTHER, "w", 2, 1000, 0);
    make(6000);
    ck_assert_int_eq(spent(ACCOUNT_IDLE, "poll"), 3000); /* always, as far as it was met */
    ck_assert_int_eq(spent(ACCOUNT_REPLY, "read"), 667); /* a third of 2 s */
}
END_TEST

START_TEST(a_thread_that_was_always_met_in_one_wait_was_always_there) {
    uint32_t a = thread("a", 0, 1000), b = thread("b", 0, 1000), c = thread("c", 0, 1000);
    add(a, RAW_NATIVE, ACCOUNT_REPLY, "read", 0, 2000, 100);
    add(b, RAW_NATIVE, ACCOUNT_IDLE, "poll", 0, 100, 5);
    add(c, RAW_NATIVE, ACCOUNT_IDLE, "few", 0, 80, 4); /* too few to tell */
    make(3000);
    ck_assert_int_eq(spent(ACCOUNT_IDLE, "poll"), 1000);
    ck_assert_int_eq(spent(ACCOUNT_IDLE, "few"), 87);
}
END_TEST

START_TEST(the_jvms_own_threads_are_idle_when_they_do_not_run_and_left_out) {
    uint32_t a = thread("GC Thread#0", 0, 1000);
    thread("main", 0, 1000);
    add(a, RAW_CPU, ACCOUNT_RUNNING, "x", 0, 200, 10);
    make(1000);
    ck_assert_int_eq(account.jvm_ns, 200 * MS);
    ck_assert_int_eq(account.threads.items[0].ns[ACCOUNT_IDLE], 800 * MS);
    ck_assert(account.threads.items[0].of_jvm && !account.threads.items[1].of_jvm);
}
END_TEST

START_TEST(what_is_left_has_its_reason) {
    uint32_t a = thread("a", 0, 3000);
    raw.threads.items[a].until_ns = START + 1000 * MS;
    add(a, RAW_WAIT, ACCOUNT_LOCK, "L", 0, 100, 0);
    make(3000);
    ck_assert_int_eq(spent(ACCOUNT_UNEXPLAINED, "waiting in native code is not recorded"), 900);
    ck_assert_int_eq(spent(ACCOUNT_UNEXPLAINED,
                           "nothing recorded of the thread then (a wait is written at its end)"),
                     2000);
}
END_TEST

START_TEST(sums_are_by_pool_thread_and_step) {
    uint32_t a = thread("w-1", 0, 2000), b = thread("w-2", 0, 3000), c = thread("main", 0, 3000);
    account_sums sums;
    account_parts parts;
    add(a, RAW_WAIT, ACCOUNT_IDLE, "i", 0, 1000, 0);
    add(b, RAW_WAIT, ACCOUNT_LOCK, "L", 1, 1000, 0);
    add(c, RAW_WAIT, ACCOUNT_LOCK, "L", 1, 500, 0);
    make(8000);
    account_sums_by(&account, ACCOUNT_BY_POOL, &sums);
    ck_assert_uint_eq(sums.len, 2);
    ck_assert_str_eq(strings_get(&account.texts, sums.items[0].key), "w-*");
    ck_assert_uint_eq(sums.items[0].threads, 2);
    ck_assert_int_eq(sums.items[0].total_ns, 5000 * MS);
    array_free(&sums);
    account_sums_by(&account, ACCOUNT_BY_STEP, &sums);
    ck_assert_uint_eq(sums.len, 3);
    ck_assert_int_eq(sums.items[1].ns[ACCOUNT_LOCK], 1500 * MS);
    ck_assert_int_eq(sums.items[2].total_ns, 2000 * MS);
    array_free(&sums);
    account_parts_of(&account, MISSING_ID, false, &parts);
    ck_assert_int_eq(parts.items[0].ns, 1500 * MS); /* locks come first */
    ck_assert_uint_eq(parts.items[0].threads, 2);
    array_free(&parts);
}
END_TEST

/* The last of them has something to tell. */
START_TEST(pools_of_as_much_are_in_the_order_of_what_is_known_and_of_their_names) {
    account_sums sums;
    for (int i = 0; i < 4; i++)
        add(thread((const char *[]){"b-1", "c-1", "a-1", "d-1"}[i], 0, 1000), RAW_WAIT,
            ACCOUNT_LOCK, "L", 0, i == 3 ? 600 : 500, 0);
    make(4000);
    account_sums_by(&account, ACCOUNT_BY_POOL, &sums);
    ck_assert_uint_eq(sums.len, 4);
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(*strings_get(&account.texts, sums.items[i].key), "dabc"[i]);
    array_free(&sums);
}
END_TEST

static const char *most_of(uint32_t thread, enum account_state state) {
    uint32_t what = account_most_of(&account, thread, state);
    return is_missing(what) ? NULL : strings_get(&account.texts, account.whats.items[what].label);
}

START_TEST(most_of_a_thread_is_its_own_over_all_steps) {
    uint32_t a = thread("a", 0, 3000), b = thread("b", 0, 3000), c = thread("c", 0, 3000);
    add(a, RAW_WAIT, ACCOUNT_LOCK, "Other", 0, 900, 0);
    add(b, RAW_WAIT, ACCOUNT_LOCK, "Long", 0, 300, 0);
    add(b, RAW_WAIT, ACCOUNT_LOCK, "Twice", 1, 200, 0);
    add(b, RAW_WAIT, ACCOUNT_LOCK, "Twice", 2, 200, 0);
    add(b, RAW_WAIT, ACCOUNT_FILE, "/f", 2, 500, 0);
    add(c, RAW_WAIT, ACCOUNT_LOCK, "B", 0, 100, 0);
    add(c, RAW_WAIT, ACCOUNT_LOCK, "A", 1, 100, 0);
    make(9000);
    ck_assert_str_eq(most_of(0, ACCOUNT_LOCK), "Other");
    ck_assert_str_eq(most_of(1, ACCOUNT_LOCK), "Twice");
    ck_assert_str_eq(most_of(1, ACCOUNT_FILE), "/f");
    ck_assert_str_eq(most_of(2, ACCOUNT_LOCK), "A"); /* of equals the first by name */
    ck_assert_ptr_null(most_of(0, ACCOUNT_FILE));
    ck_assert_ptr_nonnull(most_of(2, ACCOUNT_UNEXPLAINED));
}
END_TEST

START_TEST(what_workers_read_is_the_same_in_any_order) {
    struct raw one = {.asked = &asked, .step_ns = NS_PER_S}, other = one;
    const struct raw_thread t = {.os_id = 7,
                                 .name = raw_text(&one, "a"),
                                 .named_ns = 5,
                                 .first_ns = 10,
                                 .last_ns = 20,
                                 .since_ns = 10,
                                 .until_ns = 20,
                                 .start_ns = MISSING,
                                 .end_ns = 30};
    struct raw_thread same = t;
    same.name = raw_text(&other, "b"), same.named_ns = 6, same.last_ns = 25, same.start_ns = 3;
    same.end_ns = MISSING;
    const struct raw_what what = {RAW_WAIT, {.state = ACCOUNT_LOCK}};
    raw_add(&one, raw_thread(&one, &t), 0, raw_what(&one, &what), 5, 1);
    raw_add(&other, raw_thread(&other, &same), 0, raw_what(&other, &what), 6, 1);
    raw_merge(&one, &other);
    ck_assert_uint_eq(one.threads.len, 1);
    ck_assert_str_eq(strings_get(&one.texts, one.threads.items[0].name), "b");
    ck_assert_int_eq(one.threads.items[0].last_ns, 25);
    ck_assert_int_eq(one.threads.items[0].start_ns, 3);
    ck_assert_int_eq(one.threads.items[0].end_ns, 30);
    ck_assert_int_eq(one.cells.items[0].ns, 11);
    ck_assert_uint_eq(one.cells.items[0].samples, 2);
    raw_free(&one);
    raw_free(&other);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("charge");
    TCase *tcase = tcase_create("charge");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_load_weighs_as_long_as_it_speaks_of);
    tcase_add_test(tcase, a_threads_time_is_from_when_it_is_seen_first_to_last);
    tcase_add_test(tcase, where_starts_and_ends_are_recorded_the_rest_is_the_recordings);
    tcase_add_test(tcase, the_window_cuts_lives_and_steps);
    tcase_add_test(tcase, a_thread_without_time_is_none);
    tcase_add_test(tcase, waits_come_before_cpu_time_and_never_take_more_than_the_step);
    tcase_add_test(tcase, cpu_loads_come_before_samples_and_go_where_samples_are);
    tcase_add_test(tcase, what_ran_without_a_sample_of_its_step_is_as_in_the_others);
    tcase_add_loop_test(tcase, of_equal_amounts_the_same_are_taken_in_whatever_order_they_were_met,
                        0, 2);
    tcase_add_test(tcase, a_load_speaks_of_no_time_before_the_thread);
    tcase_add_test(tcase, a_pause_stops_those_who_run);
    tcase_add_test(tcase, wall_clock_samples_share_out_what_is_left);
    tcase_add_test(tcase, runnable_samples_without_cpu_time_are_ready);
    tcase_add_loop_test(
        tcase, runnable_samples_say_that_it_was_ready_where_they_are_more_than_chance, 0, 5);
    tcase_add_test(tcase, native_samples_count_as_often_as_the_thread_was_met);
    tcase_add_test(tcase, a_thread_that_was_always_met_in_one_wait_was_always_there);
    tcase_add_test(tcase, the_jvms_own_threads_are_idle_when_they_do_not_run_and_left_out);
    tcase_add_test(tcase, what_is_left_has_its_reason);
    tcase_add_test(tcase, sums_are_by_pool_thread_and_step);
    tcase_add_test(tcase, pools_of_as_much_are_in_the_order_of_what_is_known_and_of_their_names);
    tcase_add_test(tcase, most_of_a_thread_is_its_own_over_all_steps);
    tcase_add_test(tcase, what_workers_read_is_the_same_in_any_order);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
