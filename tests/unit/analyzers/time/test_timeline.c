/* When samples were taken, what else happened then, and which window is the busiest. */
#include "analyzers/time/load.h"
#include "analyzers/time/timeline.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <math.h>

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)
#define START (INT64_C(1000) * SECOND)

struct fixture {
    struct profile profile;
    struct facts facts;
    struct timeline_options options;
    struct timeline timeline;
};

static void begin(struct fixture *f) {
    *f = (struct fixture){.profile.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    f->options = (struct timeline_options){
        .origin_ns = START, .bucket_ns = SECOND, .top = 10, .top_threads = 5, .window_ns = SECOND};
}

static void at(struct fixture *f, int64_t ms, const char *stack) {
    stacks_sample(&f->profile, stack, "main", "STATE_RUNNABLE", START + ms * MS, 1);
}

static uint32_t fact_text(struct fixture *f, const char *text) {
    return strings_intern(&f->facts.strings, text, strlen(text));
}

static void make_between(struct fixture *f, int64_t end_ms, struct time_point from,
                         struct time_point to) {
    const struct zone utc = {0};
    int64_t end = START + end_ms * MS;
    const struct time_window window = time_window_of(&from, &to, START, end, &utc);
    profile_sort_samples(&f->profile);
    f->options.range = time_range_of(&f->profile, START, end, &window);
    timeline_make(&f->profile, &f->facts, &f->options, &f->timeline);
}

static void make(struct fixture *f, int64_t end_ms) {
    make_between(f, end_ms, (struct time_point){0}, (struct time_point){0});
}

static void end(struct fixture *f) {
    timeline_free(&f->timeline);
    facts_free(&f->facts);
    profile_free(&f->profile);
}

static const char *method(const struct fixture *f, size_t row) {
    const struct frame *frame = &f->profile.frames.rows.items[f->timeline.rows.items[row].id];
    return strings_get(&f->profile.frames.strings, frame->method);
}

/* ==== Samples =============================================================================== */

START_TEST(samples_are_counted_in_the_step_of_their_time) {
    struct fixture f;
    begin(&f);
    at(&f, 0, "A.a"), at(&f, 999, "A.a"), at(&f, 1000, "A.a"), at(&f, 3500, "A.a");
    make(&f, 3600);
    ck_assert_uint_eq(f.timeline.buckets, 4);
    static const uint64_t expected[] = {2, 1, 0, 1};
    for (size_t i = 0; i < 4; i++) ck_assert_uint_eq(f.timeline.total[i], expected[i]);
    end(&f);
}
END_TEST

START_TEST(a_sample_at_the_very_end_is_in_the_last_step) {
    struct fixture f;
    begin(&f);
    at(&f, 2000, "A.a");
    make(&f, 2000);
    ck_assert_uint_eq(f.timeline.buckets, 2);
    ck_assert_uint_eq(f.timeline.total[1], 1);
    end(&f);
}
END_TEST

START_TEST(rows_are_the_tops_of_stacks_and_what_is_left_is_one_row) {
    struct fixture f;
    begin(&f);
    for (int i = 0; i < 3; i++) at(&f, 100 * i, "A.main;A.hot");
    for (int i = 0; i < 2; i++) at(&f, 1500, "A.main;A.warm");
    at(&f, 100, "A.main"), at(&f, 200, "A.main;A.hot;A.cold"), at(&f, 1700, "");
    f.options.top = 2;
    make(&f, 2000);
    ck_assert_uint_eq(f.timeline.rows.len, 4);
    const struct timeline_row *rows = f.timeline.rows.items;
    ck_assert_str_eq(method(&f, 0), "hot");
    ck_assert_uint_eq(rows[0].samples, 3);
    ck_assert_uint_eq(rows[0].counts[0], 3);
    ck_assert_str_eq(method(&f, 1), "warm");
    ck_assert_uint_eq(rows[1].counts[1], 2);
    ck_assert_int_eq(rows[2].kind, TIMELINE_UNKNOWN);
    ck_assert_uint_eq(rows[2].counts[1], 1);
    ck_assert_int_eq(rows[3].kind, TIMELINE_OTHERS);
    ck_assert_uint_eq(rows[3].members, 2);
    ck_assert_uint_eq(rows[3].samples, 2);
    ck_assert_uint_eq(rows[3].counts[0], 2);
    end(&f);
}
END_TEST

START_TEST(rows_may_be_threads_or_states) {
    for (int split = TIMELINE_BY_THREAD; split <= TIMELINE_BY_NONE; split++) {
        struct fixture f;
        begin(&f);
        stacks_sample(&f.profile, "A.a", "w", "STATE_PARKED", START, 3);
        stacks_sample(&f.profile, "A.a", "v", "STATE_PARKED", START, 1);
        stacks_sample(&f.profile, "A.a", "w", NULL, START, 1);
        f.options.split = (enum timeline_split)split;
        make(&f, 1000);
        const struct timeline_row *rows = f.timeline.rows.items;
        ck_assert_uint_eq(f.timeline.total[0], 5);
        ck_assert_uint_eq(f.timeline.rows.len, split == TIMELINE_BY_NONE ? 0 : 2);
        if (split != TIMELINE_BY_NONE) {
            ck_assert_str_eq(strings_get(&f.profile.frames.strings, rows[0].id),
                             split == TIMELINE_BY_THREAD ? "w" : "STATE_PARKED");
            ck_assert_uint_eq(rows[0].samples, 4);
            ck_assert_int_eq(rows[1].kind,
                             split == TIMELINE_BY_THREAD ? TIMELINE_ROW : TIMELINE_UNKNOWN);
        }
        end(&f);
    }
}
END_TEST

START_TEST(rows_may_be_what_the_roots_of_stacks_say) {
    struct fixture f;
    begin(&f);
    at(&f, 100, "A.slow;A.a"), at(&f, 200, "A.fast;A.a"), at(&f, 1200, "A.slow;A.b");
    at(&f, 1300, "A.slow");
    f.options.split = TIMELINE_BY_FIELD;
    make(&f, 2000);
    const struct timeline_row *rows = f.timeline.rows.items;
    ck_assert_uint_eq(f.timeline.rows.len, 2);
    ck_assert_str_eq(method(&f, 0), "slow");
    ck_assert_uint_eq(rows[0].counts[0], 1);
    ck_assert_uint_eq(rows[0].counts[1], 2);
    ck_assert_str_eq(method(&f, 1), "fast");
    ck_assert_uint_eq(rows[1].samples, 1);
    end(&f);
}
END_TEST

START_TEST(aligned_steps_begin_whole_steps_after_the_recording) {
    struct fixture f;
    begin(&f);
    at(&f, 2600, "A.a"), at(&f, 3100, "A.a");
    f.options.aligned = true;
    make_between(&f, 5000, (struct time_point){.kind = TIME_FROM_START, .ns = 2500 * MS},
                 (struct time_point){0});
    ck_assert_int_eq(f.timeline.start_ns, START + 2 * SECOND);
    ck_assert_uint_eq(f.timeline.buckets, 3);
    ck_assert_uint_eq(f.timeline.total[0], 1);
    ck_assert_uint_eq(f.timeline.total[1], 1);
    end(&f);
}
END_TEST

/* ==== The range ============================================================================= */

START_TEST(samples_a_little_outside_widen_the_picture_those_far_away_do_not) {
    struct fixture f;
    begin(&f);
    at(&f, -500, "A.a"), at(&f, 100, "A.a"), at(&f, 2300, "A.a");
    at(&f, 99000000, "A.a"), at(&f, -99000, "A.a");
    stacks_sample(&f.profile, "A.a", "main", NULL, PROFILE_NO_TIME, 7);
    make(&f, 2000);
    ck_assert_int_eq(f.options.range.start_ns, START - 500 * MS);
    ck_assert_int_eq(f.options.range.end_ns, START + 2300 * MS);
    ck_assert_uint_eq(f.options.range.samples, 3);
    ck_assert_uint_eq(f.options.range.outside, 2);
    ck_assert_uint_eq(f.options.range.untimed, 7);
    end(&f);
}
END_TEST

START_TEST(steps_have_lengths_that_people_think_in) {
    struct time_range range = {.start_ns = START, .end_ns = START + 8130 * MS};
    ck_assert_int_eq(time_range_step(&range, 60, 0), 200 * MS);
    ck_assert_int_eq(time_range_step(&range, 9, 0), SECOND);
    ck_assert_int_eq(time_range_step(&range, 1000, 0), 10 * MS);
    ck_assert_int_eq(time_range_step(&range, 1000, SECOND), SECOND);
    range.end_ns = START + 3600 * SECOND;
    ck_assert_int_eq(time_range_step(&range, 60, 0), 60 * SECOND);
    ck_assert_int_eq(time_range_step(&range, 50, 0), 120 * SECOND);
    ck_assert_int_eq(time_range_step(&range, 100, 0), 60 * SECOND);
    range.end_ns = INT64_MAX;
    ck_assert_int_gt(time_range_step(&range, 300, 0), 86400 * SECOND);
    range.end_ns = range.start_ns;
    ck_assert_int_eq(time_range_step(&range, 1, 0), 1);
    ck_assert_uint_eq(time_range_steps(&range, SECOND), 1);
}
END_TEST

/* ==== Facts ================================================================================= */

static void load(struct fixture *f, int64_t ms, float machine) {
    array_push(&f->facts.loads, (struct fact_load){START + ms * MS, 0.25F, 0.125F, machine});
}

START_TEST(a_load_holds_for_the_time_since_the_one_before) {
    struct fixture f;
    begin(&f);
    load(&f, 1000, 0.5F), load(&f, 2000, 1), load(&f, 2500, 0), load(&f, 3500, 0.25F);
    make(&f, 5000);
    const double *machine = f.timeline.machine;
    ck_assert_double_eq(machine[0], 0.5); /* one second, JDK's period, before the first */
    ck_assert_double_eq(machine[1], 1);
    ck_assert_double_eq(machine[2], 0.125); /* half a second of 0, half of 0.25 */
    ck_assert_double_eq(machine[3], 0.25);
    ck_assert(isnan(machine[4]));
    ck_assert_double_eq(f.timeline.jvm_user[1], 0.25);
    ck_assert_double_eq(f.timeline.jvm_system[1], 0.125);
    end(&f);
}
END_TEST

START_TEST(a_load_after_a_gap_speaks_of_one_period) {
    struct fixture f;
    begin(&f);
    load(&f, 1000, 0.5F), load(&f, 9000, 1);
    make(&f, 9000);
    ck_assert_double_eq(f.timeline.machine[0], 0.5);
    for (size_t i = 1; i < 8; i++) ck_assert(isnan(f.timeline.machine[i]));
    ck_assert_double_eq(f.timeline.machine[8], 1);
    end(&f);
}
END_TEST

START_TEST(a_long_stretch_is_spread_over_all_its_steps) {
    struct fixture f;
    begin(&f);
    uint32_t event = fact_text(&f, "jdk.CPULoad"), name = fact_text(&f, "period");
    array_push(&f.facts.settings, (struct fact_setting){START, event, name, fact_text(&f, "5 s")});
    load(&f, 5500, 0.5F), load(&f, 10000, 1);
    make(&f, 10000);
    ck_assert_double_eq(f.timeline.machine[0], 0.5);
    ck_assert_double_eq(f.timeline.machine[4], 0.5);
    ck_assert_double_eq(f.timeline.machine[5], 0.75);
    for (size_t i = 6; i < 10; i++) ck_assert_double_eq(f.timeline.machine[i], 1);
    end(&f);
}
END_TEST

static void thread_load(struct fixture *f, int64_t ms, const char *name, uint64_t id, float user) {
    array_push(&f->facts.thread_loads, (struct fact_thread_load){.time_ns = START + ms * MS,
                                                                 .thread = fact_text(f, name),
                                                                 .os_id = id,
                                                                 .java_id = id,
                                                                 .user = user});
}

START_TEST(threads_are_ranked_by_cpu_time_and_those_of_one_name_add_up) {
    struct fixture f;
    begin(&f);
    f.facts.machine.hardware_threads = 4;
    thread_load(&f, 10000, "pool", 1, 0.125F), thread_load(&f, 10000, "pool", 2, 0.25F);
    thread_load(&f, 10000, "single", 3, 0.3125F), thread_load(&f, 10000, "idle", 4, 0);
    f.options.top_threads = 2;
    make(&f, 10000);
    ck_assert_uint_eq(f.timeline.threads.len, 2);
    ck_assert_uint_eq(f.timeline.all_threads, 3);
    const struct timeline_thread *threads = f.timeline.threads.items;
    ck_assert_str_eq(strings_get(&f.facts.strings, threads[0].name), "pool");
    ck_assert_double_eq(threads[0].load[3], 0.375);
    ck_assert_double_eq_tol(threads[0].cpu_ns, 3.75e9, 1);
    ck_assert_str_eq(strings_get(&f.facts.strings, threads[1].name), "single");
    ck_assert_int_eq(load_processors(&f.facts), 4);
    f.facts.machine.container_cpus = 2;
    ck_assert_int_eq(load_processors(&f.facts), 2);
    end(&f);
}
END_TEST

START_TEST(container_counters_are_taken_by_their_differences) {
    struct fixture f;
    begin(&f);
    static const struct fact_container events[] = {
        {START, 1000 * SECOND, MISSING, MISSING, MISSING},
        {START, MISSING, 100, 50, 7 * SECOND},
        {START + 2 * SECOND, 1003 * SECOND, MISSING, MISSING, MISSING},
        {START + 2 * SECOND, MISSING, 120, 55, 8 * SECOND},
        {START + 3 * SECOND, 5 * SECOND, MISSING, MISSING, MISSING}, /* another container */
        {START + 4 * SECOND, 6 * SECOND, MISSING, MISSING, MISSING},
    };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        array_push(&f.facts.containers, events[i]);
    make(&f, 5000);
    ck_assert_double_eq(f.timeline.container_cpus[0], 1.5);
    ck_assert_double_eq(f.timeline.container_cpus[1], 1.5);
    ck_assert(isnan(f.timeline.container_cpus[2]));
    ck_assert_double_eq(f.timeline.container_cpus[3], 1);
    ck_assert_double_eq(f.timeline.throttled[0], 0.25);
    ck_assert_double_eq(f.timeline.throttled_ns[1], 5e8);
    ck_assert(isnan(f.timeline.throttled[3]));
    end(&f);
}
END_TEST

static void pause_of(struct fixture *f, int64_t ms, int64_t length_ms) {
    array_push(&f->facts.pauses, (struct fact_pause){START + ms * MS, length_ms * MS, 0, 0});
}

static void collection_at(struct fixture *f, int64_t ms, const char *cause) {
    array_push(&f->facts.collections,
               (struct fact_collection){START + ms * MS, fact_text(f, cause)});
}

START_TEST(pauses_are_summed_up_ranked_and_have_causes) {
    struct fixture f;
    begin(&f);
    for (int i = 100; i >= 1; i--) pause_of(&f, i * 10, i);
    pause_of(&f, 5000, 1000); /* after the end */
    fact_text(&f, "");
    collection_at(&f, 10, "B"), collection_at(&f, 20, "A"), collection_at(&f, 30, "C");
    collection_at(&f, 40, "C"), collection_at(&f, 5000, "A"), collection_at(&f, 50, "");
    make(&f, 2000);
    ck_assert_uint_eq(f.timeline.pauses, 100);
    ck_assert_int_eq(f.timeline.all_pauses_ns, 5050 * MS);
    ck_assert_int_eq(f.timeline.median_pause_ns, 50 * MS);
    ck_assert_int_eq(f.timeline.p99_pause_ns, 99 * MS);
    ck_assert_int_eq(f.timeline.longest_pause_ns, 100 * MS);
    static const struct {
        const char *name;
        uint64_t collections;
    } causes[] = {{"C", 2}, {"B", 1}, {"A", 1}};
    ck_assert_uint_eq(f.timeline.causes.len, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct timeline_cause *cause = &f.timeline.causes.items[i];
        ck_assert_str_eq(strings_get(&f.facts.strings, cause->name), causes[i].name);
        ck_assert_uint_eq(cause->collections, causes[i].collections);
    }
    end(&f);
}
END_TEST

START_TEST(charts_have_steps_between_those_that_people_think_in) {
    struct time_range range = {.start_ns = 0, .end_ns = 77 * SECOND};
    ck_assert_int_eq(time_range_fine_step(&range, 69), 1200 * MS);
    ck_assert_int_eq(time_range_fine_step(&range, 77), SECOND);
    range.end_ns = 8100 * MS;
    ck_assert_int_eq(time_range_fine_step(&range, 29), 400 * MS);
    for (int64_t length = 1; length < 400 * 86400 * SECOND; length = length * 7 / 3 + 1)
        for (size_t count = 5; count < 300; count += 13) {
            range.end_ns = length;
            int64_t fine = time_range_fine_step(&range, count);
            ck_assert_uint_le(time_range_steps(&range, fine), count);
            ck_assert(length < 10000 || fine <= time_range_step(&range, count, 0));
        }
}
END_TEST

START_TEST(pauses_are_spread_over_the_steps_they_last) {
    struct fixture f;
    begin(&f);
    pause_of(&f, 100, 200), pause_of(&f, 900, 2600), pause_of(&f, 99000, 5);
    pause_of(&f, 100, INT64_MAX / MS); /* damaged: to the end of the picture */
    make(&f, 5000);
    ck_assert(f.timeline.has_pauses);
    ck_assert_uint_eq(f.timeline.pauses, 3);
    ck_assert_double_eq_tol(f.timeline.paused_ns[0], 1.2e9, 1);
    ck_assert_double_eq_tol(f.timeline.paused_ns[2], 2e9, 1);
    ck_assert_double_eq_tol(f.timeline.paused_ns[3], 1.5e9, 1);
    ck_assert_double_eq_tol(f.timeline.paused_ns[4], 1e9, 1);
    end(&f);
}
END_TEST

START_TEST(what_is_not_recorded_is_not_there) {
    struct fixture f;
    begin(&f);
    at(&f, 100, "A.a");
    make(&f, 1000);
    ck_assert_ptr_null(f.timeline.machine);
    ck_assert_ptr_null(f.timeline.container_cpus);
    ck_assert_ptr_null(f.timeline.throttled);
    ck_assert_uint_eq(f.timeline.threads.len, 0);
    ck_assert(!f.timeline.has_pauses);
    end(&f);
}
END_TEST

/* ==== The busiest window ==================================================================== */

/* Samples of the profile from..to, both inclusive: what --from and --to would select. */
static uint64_t count_between(const struct fixture *f, int64_t from, int64_t to) {
    uint64_t count = 0;
    for (size_t i = 0; i < f->profile.moments.len; i++) {
        const struct profile_sample s = profile_sample(&f->profile, i);
        if (s.time_ns >= from && s.time_ns <= to) count += s.count;
    }
    return count;
}

START_TEST(the_busiest_window_is_that_of_all_that_begin_at_a_millisecond) {
    unsigned seed = 1 + (unsigned)_i;
    struct fixture f;
    begin(&f);
    for (int i = 0; i < 300; i++) {
        seed = seed * 1103515245 + 12345;
        int64_t us = seed / 7 % 3000000; /* in 3 s */
        stacks_sample(&f.profile, "A.a", "main", NULL, START + us * 1000, 1 + seed / 65536 % 3);
    }
    f.options.window_ns = (10 + _i * 97) * MS;
    make(&f, 3000);
    uint64_t most = 0;
    for (int64_t ms = 0; ms < 3000; ms++) {
        uint64_t count =
            count_between(&f, START + ms * MS, START + ms * MS + f.options.window_ns - 1);
        if (count > most) most = count;
    }
    const struct timeline_window *w = &f.timeline.window;
    ck_assert_uint_eq(w->samples, most);
    ck_assert_uint_eq(w->samples, count_between(&f, w->from_ns, w->to_ns));
    ck_assert_int_eq((w->from_ns - START) % MS, 0);
    ck_assert_int_lt(w->to_ns - w->from_ns, f.options.window_ns);
    end(&f);
}
END_TEST

START_TEST(of_equally_busy_windows_the_earliest_is_taken) {
    struct fixture f;
    begin(&f);
    for (int second = 1; second < 9; second += 2)
        for (int i = 0; i < 4; i++) at(&f, second * 1000 + i * 10, "A.a");
    f.options.window_ns = 500 * MS;
    make(&f, 10000);
    ck_assert_uint_eq(f.timeline.window.samples, 4);
    ck_assert_int_eq(f.timeline.window.from_ns, START + SECOND);
    ck_assert_int_eq(f.timeline.window.to_ns, START + SECOND + 500 * MS - 1);
    end(&f);
}
END_TEST

START_TEST(a_window_ends_before_what_follows_it) {
    struct fixture f;
    begin(&f);
    at(&f, 1000, "A.a"), at(&f, 1999, "A.a"), at(&f, 2999, "A.a");
    make(&f, 10000);
    ck_assert_uint_eq(f.timeline.window.samples, 2);
    ck_assert_int_eq(f.timeline.window.from_ns, START + 1000 * MS);
    ck_assert_int_eq(f.timeline.window.to_ns, START + 2000 * MS - 1);
    end(&f);
}
END_TEST

START_TEST(the_window_does_not_leave_what_the_user_asked_for) {
    struct fixture f;
    begin(&f);
    struct time_point from = {.kind = TIME_FROM_START, .ns = 1000 * MS + 1},
                      to = {.kind = TIME_FROM_START, .ns = 1200 * MS};
    stacks_sample(&f.profile, "A.a", "main", NULL, START + 1000 * MS + 5, 3);
    make_between(&f, 10000, from, to);
    ck_assert_int_eq(f.timeline.window.from_ns, START + 1000 * MS + 1);
    ck_assert_int_eq(f.timeline.window.to_ns, START + 1200 * MS - 1);
    end(&f);
}
END_TEST

START_TEST(no_samples_have_no_busiest_window) {
    struct fixture f;
    begin(&f);
    make(&f, 0);
    ck_assert_uint_eq(f.timeline.window.samples, 0);
    ck_assert_uint_eq(f.timeline.buckets, 1);
    end(&f);
}
END_TEST

START_TEST(the_usual_window_is_ten_seconds_or_a_tenth) {
    struct time_range range = {.start_ns = START, .end_ns = START + 8137 * MS};
    ck_assert_int_eq(timeline_usual_window(&range), 813 * MS);
    range.end_ns = START + 3600 * SECOND;
    ck_assert_int_eq(timeline_usual_window(&range), 10 * SECOND);
    range.end_ns = START;
    ck_assert_int_eq(timeline_usual_window(&range), MS);
}
END_TEST

START_TEST(each_length_is_taken_where_it_is_just_enough) {
    static const int64_t seconds[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                      600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    int64_t lengths[sizeof seconds / sizeof *seconds + 27];
    size_t count = 0;
    for (int64_t power = 1; power < SECOND; power *= 10) {
        lengths[count++] = power;
        lengths[count++] = 2 * power;
        lengths[count++] = 5 * power;
    }
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        lengths[count++] = seconds[i] * SECOND;
    for (size_t i = 0; i < count; i++) {
        const struct time_range range = {.start_ns = 0, .end_ns = 40 * lengths[i] - 1};
        size_t steps = time_range_steps(&range, lengths[i]);
        ck_assert_int_eq(time_range_step(&range, steps, 0), lengths[i]);
        if (i + 1 < count) ck_assert_int_eq(time_range_step(&range, steps - 1, 0), lengths[i + 1]);
    }
}
END_TEST

int main(void) {
    TCase *c = tcase_create("timeline");
    tcase_add_test(c, each_length_is_taken_where_it_is_just_enough);
    tcase_add_test(c, samples_are_counted_in_the_step_of_their_time);
    tcase_add_test(c, a_sample_at_the_very_end_is_in_the_last_step);
    tcase_add_test(c, rows_are_the_tops_of_stacks_and_what_is_left_is_one_row);
    tcase_add_test(c, rows_may_be_threads_or_states);
    tcase_add_test(c, rows_may_be_what_the_roots_of_stacks_say);
    tcase_add_test(c, aligned_steps_begin_whole_steps_after_the_recording);
    tcase_add_test(c, samples_a_little_outside_widen_the_picture_those_far_away_do_not);
    tcase_add_test(c, steps_have_lengths_that_people_think_in);
    tcase_add_test(c, a_load_holds_for_the_time_since_the_one_before);
    tcase_add_test(c, a_load_after_a_gap_speaks_of_one_period);
    tcase_add_test(c, a_long_stretch_is_spread_over_all_its_steps);
    tcase_add_test(c, threads_are_ranked_by_cpu_time_and_those_of_one_name_add_up);
    tcase_add_test(c, container_counters_are_taken_by_their_differences);
    tcase_add_test(c, pauses_are_summed_up_ranked_and_have_causes);
    tcase_add_test(c, charts_have_steps_between_those_that_people_think_in);
    tcase_add_test(c, pauses_are_spread_over_the_steps_they_last);
    tcase_add_test(c, what_is_not_recorded_is_not_there);
    tcase_add_loop_test(c, the_busiest_window_is_that_of_all_that_begin_at_a_millisecond, 0, 8);
    tcase_add_test(c, of_equally_busy_windows_the_earliest_is_taken);
    tcase_add_test(c, a_window_ends_before_what_follows_it);
    tcase_add_test(c, the_window_does_not_leave_what_the_user_asked_for);
    tcase_add_test(c, no_samples_have_no_busiest_window);
    tcase_add_test(c, the_usual_window_is_ten_seconds_or_a_tenth);
    Suite *s = suite_create("timeline");
    suite_add_tcase(s, c);
    return suite_run(s);
}
