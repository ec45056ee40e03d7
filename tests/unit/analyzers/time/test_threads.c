/* Threads and pools: who belongs together, and what samples and CPU time they have. */
#include "analyzers/time/threads.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <math.h>

#define SECOND INT64_C(1000000000)
#define START (INT64_C(1000) * SECOND)

struct fixture {
    struct profile profile;
    struct facts facts;
    struct threads_options options;
    struct threads threads;
};

static void begin(struct fixture *f) {
    *f = (struct fixture){.profile.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    f->profile.time_grain = INT64_MAX;
    f->options =
        (struct threads_options){.methods = 2,
                                 .origin_ns = START,
                                 .range = {.start_ns = START, .end_ns = START + 100 * SECOND}};
}

static void add(struct fixture *f, const char *thread, const char *stack, const char *state,
                uint64_t count) {
    stacks_sample(&f->profile, stack, thread, state, PROFILE_NO_TIME, count);
}

static void add_thread(struct fixture *f, const char *name, const char *group, uint64_t os_id,
                       uint64_t java_id, bool is_virtual) {
    struct strings *strings = &f->profile.frames.strings;
    struct profile_thread thread = {strings_intern(strings, name, strlen(name)),
                                    strings_intern(strings, group, strlen(group)),
                                    os_id,
                                    java_id,
                                    is_virtual,
                                    0};
    struct profile_sample sample = {.time_ns = PROFILE_NO_TIME, .stack = PROFILE_NONE, .count = 1};
    sample.thread = profile_add_thread(&f->profile, &thread);
    f->profile.samples++;
    profile_add_sample(&f->profile, &sample);
}

static void load(struct fixture *f, int64_t second, const char *name, uint64_t os_id,
                 uint64_t java_id, float user, float system) {
    struct strings *strings = &f->facts.strings;
    array_push(&f->facts.thread_loads,
               (struct fact_thread_load){.time_ns = START + second * SECOND,
                                         .thread = strings_intern(strings, name, strlen(name)),
                                         .group = strings_intern(strings, "system", 6),
                                         .os_id = os_id,
                                         .java_id = java_id,
                                         .user = user,
                                         .system = system});
}

static void make(struct fixture *f) {
    threads_make(&f->profile, &f->facts, &f->options, &f->threads);
}

static void end(struct fixture *f) {
    threads_free(&f->threads);
    facts_free(&f->facts);
    profile_free(&f->profile);
}

static const struct threads_row *row(const struct fixture *f, size_t i, const char *name) {
    ck_assert_uint_lt(i, f->threads.rows.len);
    const struct threads_row *found = &f->threads.rows.items[i];
    ck_assert_str_eq(strings_get(&f->threads.strings, found->name), name);
    return found;
}

START_TEST(numbers_that_begin_a_word_or_end_the_name_tell_threads_of_a_pool_apart) {
    static const char *const names[][2] = {
        {"pool-3-thread-17", "pool-*-thread-*"},
        {"main", "main"},
        {"", ""},
        {"42", "*"},
        {"http-nio-8080-exec-1", "http-nio-*-exec-*"},
        {"C2 CompilerThread0", "C2 CompilerThread*"}, /* not one pool with C1 */
        {"G1 Conc#0", "G1 Conc#*"},
        {"s3-io-12", "s3-io-*"},
        {"Thread-0", "Thread-*"},
        {"日本7", "日本*"},
        {"日本7 x", "日本7 x"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text out = {0};
        threads_add_pattern(&out, names[i][0]);
        ck_assert_str_eq(text_str(&out), names[i][1]);
        text_free(&out);
    }
}
END_TEST

START_TEST(threads_of_a_pool_are_one_row) {
    struct fixture f;
    begin(&f);
    add(&f, "worker-1", "A.a", NULL, 2), add(&f, "worker-2", "A.a", NULL, 3);
    add(&f, "worker-1", "A.b", NULL, 1), add(&f, "lonely-1", "A.a", NULL, 4);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    const struct threads_row *pool = row(&f, 0, "worker-*");
    ck_assert_uint_eq(pool->samples, 6);
    ck_assert_uint_eq(pool->members, 2);
    ck_assert_uint_eq(pool->os_id, 0);
    const struct threads_row *single = row(&f, 1, "lonely-1"); /* a pool of one has its own name */
    ck_assert_uint_eq(single->members, 1);
    ck_assert_uint_ne(single->os_id, 0);
    end(&f);
}
END_TEST

START_TEST(each_thread_for_itself_if_asked_for) {
    struct fixture f;
    begin(&f);
    f.options.by = THREADS_EACH;
    add_thread(&f, "same", "g", 10, 1, false), add_thread(&f, "same", "g", 11, 2, false);
    add_thread(&f, "same", "g", 11, 2, false), add_thread(&f, "", "VirtualThreads", 0, 3, true);
    add_thread(&f, "", "VirtualThreads", 0, 4, true);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 4);
    ck_assert_uint_eq(row(&f, 0, "same")->java_id, 2);
    ck_assert_uint_eq(row(&f, 0, "same")->samples, 2);
    ck_assert_uint_eq(row(&f, 1, "")->java_id, 3);
    ck_assert(row(&f, 2, "")->is_virtual);
    ck_assert_uint_eq(row(&f, 3, "same")->os_id, 10);
    end(&f);
}
END_TEST

START_TEST(virtual_threads_are_not_mixed_with_platform_threads) {
    struct fixture f;
    begin(&f);
    add_thread(&f, "w-1", "main", 10, 1, false),
        add_thread(&f, "w-2", "VirtualThreads", 0, 2, true);
    add_thread(&f, "w-3", "VirtualThreads", 0, 3, true);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    ck_assert(row(&f, 0, "w-*")->is_virtual);
    ck_assert_uint_eq(row(&f, 0, "w-*")->members, 2);
    ck_assert(!row(&f, 1, "w-1")->is_virtual);
    end(&f);
}
END_TEST

START_TEST(threads_may_be_rolled_up_by_their_group) {
    struct fixture f;
    begin(&f);
    f.options.by = THREADS_BY_GROUP;
    add_thread(&f, "a", "main", 10, 1, false), add_thread(&f, "b", "main", 11, 2, false);
    add_thread(&f, "c", "system", 12, 3, false);
    make(&f);
    ck_assert_uint_eq(row(&f, 0, "main")->members, 2);
    ck_assert_uint_eq(row(&f, 1, "system")->members, 1);
    ck_assert_str_eq(strings_get(&f.threads.strings, row(&f, 0, "main")->group), "main");
    end(&f);
}
END_TEST

START_TEST(states_and_methods_are_those_of_the_row) {
    struct fixture f;
    begin(&f);
    add(&f, "w-1", "A.main;A.hot", "STATE_RUNNABLE", 5);
    add(&f, "w-2", "A.main;A.hot", "STATE_PARKED", 2);
    add(&f, "w-2", "A.main;A.warm", "STATE_PARKED", 4), add(&f, "w-2", "A.main", NULL, 1);
    make(&f);
    const struct threads_row *w = row(&f, 0, "w-*");
    const struct strings *strings = &f.profile.frames.strings;
    ck_assert_uint_eq(w->states.len, 3);
    ck_assert_str_eq(strings_get(strings, w->states.items[0].id), "STATE_PARKED");
    ck_assert_uint_eq(w->states.items[0].samples, 6);
    ck_assert_uint_eq(w->states.items[2].id, 0);
    ck_assert_uint_eq(w->methods.len, 2);
    const struct frame *frames = f.profile.frames.rows.items;
    ck_assert_str_eq(strings_get(strings, frames[w->methods.items[0].id].method), "hot");
    ck_assert_uint_eq(w->methods.items[0].samples, 7);
    ck_assert_str_eq(strings_get(strings, frames[w->methods.items[1].id].method), "warm");
    end(&f);
}
END_TEST

START_TEST(samples_of_no_known_thread_have_a_row_of_their_own) {
    struct fixture f;
    begin(&f);
    add(&f, NULL, "A.a", NULL, 3), add(&f, "main", "A.a", NULL, 1);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    ck_assert(!row(&f, 0, "")->known);
    ck_assert_uint_eq(row(&f, 0, "")->samples, 3);
    ck_assert(row(&f, 1, "main")->known);
    end(&f);
}
END_TEST

START_TEST(cpu_time_is_share_times_time_times_processors) {
    struct fixture f;
    begin(&f);
    f.facts.machine.hardware_threads = 4;
    add_thread(&f, "w-1", "main", 10, 1, false), add_thread(&f, "w-2", "main", 11, 2, false);
    load(&f, 10, "w-1", 10, 1, 0.125F, 0.125F); /* 10 s, the usual period: 10 s of CPU */
    load(&f, 14, "w-1", 10, 1, 0.125F, 0);      /* 4 s: 2 s */
    load(&f, 10, "w-2", 11, 2, 0.0625F, 0);     /* 2.5 s */
    load(&f, 10, "C2", 12, 9, 0.25F, 0);        /* was never sampled */
    load(&f, 10, "idle", 13, 10, 0, 0);
    make(&f);
    ck_assert(f.threads.has_cpu);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    ck_assert_double_eq_tol(row(&f, 0, "w-*")->cpu_ns, 14.5e9, 1);
    ck_assert_double_eq_tol(row(&f, 1, "C2")->cpu_ns, 10e9, 1);
    ck_assert_uint_eq(row(&f, 1, "C2")->samples, 0);
    end(&f);
}
END_TEST

START_TEST(threads_that_were_never_sampled_have_a_group_too) {
    struct fixture f;
    begin(&f);
    f.facts.machine.hardware_threads = 1;
    f.options.by = THREADS_BY_GROUP;
    add_thread(&f, "a", "main", 10, 1, false), add_thread(&f, "c", "system", 12, 3, false);
    load(&f, 10, "C2", 13, 9, 0.25F, 0);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    ck_assert_uint_eq(row(&f, 0, "system")->members, 2);
    ck_assert_double_eq_tol(row(&f, 0, "system")->cpu_ns, 2.5e9, 1);
    end(&f);
}
END_TEST

START_TEST(cpu_time_outside_of_what_was_asked_for_does_not_count) {
    struct fixture f;
    begin(&f);
    f.facts.machine.hardware_threads = 1;
    f.options.range.start_ns = START + 5 * SECOND;
    f.options.range.end_ns = START + 12 * SECOND;
    f.options.only_sampled = true;
    add_thread(&f, "w", "main", 10, 1, false), add_thread(&f, "x", "main", 11, 2, false);
    load(&f, 10, "w", 10, 1, 1, 0), load(&f, 20, "w", 10, 1, 0.5F, 0);
    load(&f, 10, "C2", 12, 9, 1, 0);
    make(&f);
    ck_assert_uint_eq(f.threads.rows.len, 2);
    ck_assert_double_eq_tol(row(&f, 0, "w")->cpu_ns, 6e9, 1);
    ck_assert(isnan(row(&f, 1, "x")->cpu_ns));
    end(&f);
}
END_TEST

START_TEST(without_processors_there_is_no_cpu_time) {
    struct fixture f;
    begin(&f);
    add(&f, "w", "A.a", NULL, 1);
    load(&f, 10, "w", 10, 1, 1, 0);
    make(&f);
    ck_assert(!f.threads.has_cpu);
    ck_assert_uint_eq(f.threads.rows.len, 1);
    end(&f);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("threads");
    tcase_add_test(c, numbers_that_begin_a_word_or_end_the_name_tell_threads_of_a_pool_apart);
    tcase_add_test(c, threads_of_a_pool_are_one_row);
    tcase_add_test(c, each_thread_for_itself_if_asked_for);
    tcase_add_test(c, virtual_threads_are_not_mixed_with_platform_threads);
    tcase_add_test(c, threads_may_be_rolled_up_by_their_group);
    tcase_add_test(c, states_and_methods_are_those_of_the_row);
    tcase_add_test(c, samples_of_no_known_thread_have_a_row_of_their_own);
    tcase_add_test(c, cpu_time_is_share_times_time_times_processors);
    tcase_add_test(c, threads_that_were_never_sampled_have_a_group_too);
    tcase_add_test(c, cpu_time_outside_of_what_was_asked_for_does_not_count);
    tcase_add_test(c, without_processors_there_is_no_cpu_time);
    Suite *s = suite_create("threads");
    suite_add_tcase(s, c);
    return suite_run(s);
}
