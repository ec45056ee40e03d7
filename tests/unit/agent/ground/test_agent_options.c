/* The agent's options: values and units, and what is said of a wrong one. */
#include "agent/ground/options.h"
#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct agent_options options;
static char error[400];

static bool parse(const char *text) {
    *error = 0;
    return agent_options_parse(text, &options, error, sizeof error);
}

static void teardown(void) {
    agent_options_free(&options);
}

START_TEST(defaults_are_those_of_the_table) {
    ck_assert(parse(NULL));
    ck_assert_int_eq(options.interval_ns, 20000000);
    ck_assert_int_eq(options.native_interval_ns, 20000000);
    ck_assert_int_eq(options.java_threads, 5);
    ck_assert_int_eq(options.native_threads, 1);
    ck_assert_int_eq(options.depth, 1024);
    ck_assert_int_eq(options.signo, SIGPROF);
    ck_assert_int_eq(options.chunk_bytes, 12 << 20);
    ck_assert_int_eq(options.wall_ns, -1);
    ck_assert(options.failed_samples);
    ck_assert_str_eq(options.file, "jfragent-%p.jfr");
}
END_TEST

START_TEST(all_kinds_are_read) {
    ck_assert(parse("interval=0,file=a b.jfr,file=c.jfr,engine=cpu,failed-samples=off,wall=50ms,"
                    "alloc=512KB,lock=0,threads=^http-[0-9]+$,signal=SIGVTALRM,stop,"
                    "answer=/tmp/x,,"));
    ck_assert_int_eq(options.interval_ns, 0);
    ck_assert_str_eq(options.file, "c.jfr");
    ck_assert_int_eq(options.engine, ENGINE_CPU);
    ck_assert(!options.failed_samples);
    ck_assert_int_eq(options.wall_ns, 50000000);
    ck_assert_int_eq(options.alloc_bytes, 512 << 10);
    ck_assert_int_eq(options.lock_ns, 0);
    ck_assert_int_eq(options.signo, SIGVTALRM);
    ck_assert(options.stop);
    ck_assert_str_eq(options.answer, "/tmp/x");
}
END_TEST

START_TEST(a_wrong_option_is_named) {
    static const struct {
        const char *text, *said;
    } wrong[] = {
        {"intervall=1s", "there is no option intervall; did you mean interval?"},
        {"zzzzzzzz", "there is no option zzzzzzzz; the option help lists them all"},
        {"interval", "option interval needs a value: interval=TIME"},
        {"stop=1", "option stop takes no value"},
        {"depth=2049", "option depth is 2049: it must lie between 1 and 2048"},
        {"depth=x", "option depth takes a number, not \"x\""},
        {"interval=1", "option interval takes a time such as 20ms, 1s or 500us, not \"1\""},
        {"chunk-size=12mx", "option chunk-size takes a size such as 512KB or 12MB, not \"12mx\""},
        {"engine=perf", "option engine takes cpu or suspend or jvmti or whatif, not \"perf\""},
        {"failed-samples=yes", "option failed-samples takes off or on, not \"yes\""},
        {"start,stop", "start, stop, dump and status exclude each other"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_msg(!parse(wrong[i].text), "%s", wrong[i].text);
        ck_assert_str_eq(error, wrong[i].said);
        agent_options_free(&options);
    }
    /* Whoever asked gets the answer, though what comes before it is wrong. */
    ck_assert(!parse("intervall=1s,answer=/tmp/x"));
    ck_assert_str_eq(options.answer, "/tmp/x");
    ck_assert_ptr_nonnull(strstr(error, "intervall"));
}
END_TEST

START_TEST(signals_of_the_jvm_are_refused) {
    static const char *const taken[] = {"SEGV", "KILL", "USR2",     "QUIT",
                                        "0",    "99",   "RTMIN+99", "XYZ"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        char text[40] = "signal=";
        strcat(text, taken[i]);
        ck_assert_msg(!parse(text), "%s", text);
        agent_options_free(&options);
    }
    ck_assert(parse("signal=RTMIN+3"));
    ck_assert_int_eq(options.signo, SIGRTMIN + 3);
}
END_TEST

START_TEST(live_objects_are_those_of_allocation_samples_which_it_asks_for_unless_they_were) {
    static const struct {
        const char *text;
        int64_t bytes; /* between samples; -1: none */
    } given[] = {{"", -1},
                 {"live=on", 512 << 10},
                 {"live=on,alloc=64KB", 64 << 10},
                 {"alloc=64KB", 64 << 10}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        ck_assert(parse(given[i].text));
        ck_assert_msg(options.alloc_bytes == given[i].bytes, "%s", given[i].text);
        agent_options_free(&options);
    }
    ck_assert(parse(NULL)); /* for teardown */
}
END_TEST

/* The option with this number, in nanoseconds where it is a time. False: it lies outside. */
static bool takes(const struct agent_option *o, int64_t n) {
    char text[100];
    agent_options_free(&options);
    snprintf(text, sizeof text, "%s=%lld%s", o->name, (long long)n,
             strcmp(o->argument, "TIME") == 0 ? "ns" : "");
    return parse(text) || !strstr(error, "it must lie between"); /* what else it needs */
}

START_TEST(every_number_may_be_its_least_and_its_most_and_none_beyond) {
    int numbers = 0;
    ck_assert(parse(NULL));
    for (const struct agent_option *o = agent_options_table(); o->name; o++) {
        if (!o->most) continue;
        bool off = o->initial && strcmp(o->argument, "N") != 0; /* 0 is none of it */
        numbers++;
        ck_assert_msg(takes(o, o->most) && !takes(o, o->most + 1), "%s", o->name);
        ck_assert_msg(takes(o, o->least), "%s", o->name);
        if (o->least > 0)
            ck_assert_msg(takes(o, o->least - 1) == (off && o->least == 1), "%s", o->name);
        ck_assert_msg(takes(o, 0) == (off || o->least == 0), "%s", o->name);
    }
    ck_assert_int_gt(numbers, 10);
}
END_TEST

START_TEST(help_names_every_option) {
    char *help = agent_options_help();
    for (const struct agent_option *o = agent_options_table(); o->name; o++) {
        ck_assert_msg(strstr(help, o->name) != NULL, "%s", o->name);
        ck_assert_msg(strstr(help, o->help) != NULL, "%s", o->help);
    }
    free(help);
    ck_assert(parse(NULL)); /* for teardown */
}
END_TEST

int main(void) {
    Suite *s = suite_create("agent options");
    TCase *t = tcase_create("options");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, defaults_are_those_of_the_table);
    tcase_add_test(t, all_kinds_are_read);
    tcase_add_test(t, a_wrong_option_is_named);
    tcase_add_test(t, signals_of_the_jvm_are_refused);
    tcase_add_test(t,
                   live_objects_are_those_of_allocation_samples_which_it_asks_for_unless_they_were);
    tcase_add_test(t, every_number_may_be_its_least_and_its_most_and_none_beyond);
    tcase_add_test(t, help_names_every_option);
    suite_add_tcase(s, t);
    return suite_run(s);
}
