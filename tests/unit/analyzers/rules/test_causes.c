/* Rules that name a cause: locks, hosts, what takes the CPU, the heap, the carriers. */
#include "analyzers/rules/series.h"
#include "tests/support/fired.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define ENTER                                                                                 \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T " \
    "stackTrace:K\n"
#define FORCE "jdk.FileForce duration:d metaData:b path:s stackTrace:K eventThread:T\n"
#define HEAP "jdk.GCHeapSummary when:s heapUsed:l gcId:l\n"
#define HEAP_CONFIG "jdk.GCHeapConfiguration maxSize:l usesCompressedOops:b\n"
#define GC "jdk.GarbageCollection duration:d name:s cause:s gcId:l sumOfPauses:d\n"
#define SYSTEM_GC "jdk.SystemGC duration:d stackTrace:K\n"

/* ==== Locks ================================================================================= */

START_TEST(the_thread_that_had_the_lock_is_named_if_it_is_mostly_one) {
    ck_assert_int_eq(severity_of("JavaBlocking",
                                 ENTER "@0*60/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n"
                                       "@0*40/1000 900 app/Rates 7 owner-2 web-2 app.Rates.get\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("owner"), "owner-1");
    ck_assert_int_eq(severity_of("JavaBlocking",
                                 ENTER "@0*40/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n"
                                       "@0*30/1000 900 app/Rates 7 owner-2 web-2 app.Rates.get\n"
                                       "@0*30/1000 900 app/Rates 7 owner-3 web-3 app.Rates.get\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("owner"), "");
}
END_TEST

START_TEST(what_ran_in_the_thread_that_had_the_lock_is_said) {
    runs("app.Server.run;app.Rates.compute;java.lang.Math.pow", "owner-1", 0, 60000);
    runs("app.Server.run;app.Bystander.work", "web-9", 0, 60000);
    severity_of("JavaBlocking", ENTER "@0*60/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n");
    ck_assert_str_eq(text_of("holder_did"), "ran java.lang.Math.pow");
    ck_assert_str_eq(text_of("holder_site"), "app.Rates.compute");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
}
END_TEST

START_TEST(a_thread_that_waits_for_the_lock_as_well_does_not_have_it) {
    severity_of("JavaBlocking",
                ENTER "@0*60/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n"
                      "@0*60/1000 800 app/Rates 7 owner-2 owner-1 app.Rates.get\n" FORCE
                      "@810*60/1000 80 0 /data app.Log.write,app.Rates.get owner-1\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for the disk (fsync)");
    ck_assert_str_eq(text_of("holder_site"), "app.Log.write");
    severity_of("JavaBlocking", ENTER "@0*60/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n"
                                      "@0*60/1000 800 app/Other 8 owner-2 owner-1 app.Other.get\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for app.Other");
    ck_assert_str_eq(text_of("holder_site"), "app.Other.get");
}
END_TEST

#define FROM_10_MS "jdk.ActiveSetting id:l name:s value:s\n@0 300 threshold 10_ms\n"
#define WAITS(count, ms) ENTER "@0*" count "/1000 " ms " app/Rates 7 owner-1 web-1 app.Rates.get\n"

START_TEST(that_most_waits_are_below_what_is_recorded_is_said_where_most_are_little_above) {
    severity_of("JavaBlocking",
                WAITS("10", "19") "@0*9/1000 900 app/Rates 7 a b app.Rates.get\n" FROM_10_MS);
    ck_assert_double_eq_tol(number_of("not_recorded_below_ns"), 10e6, 0.01);
    severity_of("JavaBlocking",
                WAITS("10", "19") "@0*10/1000 900 app/Rates 7 a b app.Rates.get\n" FROM_10_MS);
    ck_assert(isnan(number_of("not_recorded_below_ns")));
    severity_of("JavaBlocking", WAITS("9", "19") FROM_10_MS);
    ck_assert(isnan(number_of("not_recorded_below_ns")));
    severity_of("JavaBlocking", WAITS("20", "20") FROM_10_MS);
    ck_assert(isnan(number_of("not_recorded_below_ns")));
    severity_of("JavaBlocking", WAITS("20", "19"));
    ck_assert(isnan(number_of("not_recorded_below_ns")));
}
END_TEST

/* ==== Hosts ================================================================================= */

#define FROM(host, ms) \
    "@0*100/1000 " ms " 64 " host " java.net.Socket.read,app.Client.call - 80 web-1\n"

START_TEST(the_host_that_is_slower_than_the_others_is_named) {
    ck_assert_int_eq(severity_of("SlowHost", READ FROM("tax", "800") FROM("cart", "40")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("host"), "tax:80");
    ck_assert_str_eq(text_of("site"), "app.Client.call");
    ck_assert_double_eq(number_of("reads"), 100);
    ck_assert_double_eq_tol(number_of("waited_percent"), 66.667, 0.01);
    ck_assert_double_eq_tol(number_of("percent_of_reads"), 95.238, 0.01);
    ck_assert_double_eq(number_of("mean_ns"), 800e6);
    ck_assert_double_eq(number_of("others_mean_ns"), 40e6);
}
END_TEST

START_TEST(hosts_that_are_alike_or_one_that_is_alone_are_no_warning) {
    ck_assert_int_eq(severity_of("SlowHost", READ FROM("tax", "400") FROM("cart", "300")), RULE_OK);
    ck_assert_int_eq(severity_of("SlowHost", READ FROM("db", "800")), RULE_INFO);
    ck_assert(isnan(number_of("others_mean_ns")));
    /* no slower as far as is recorded, but 80 % of the time */
    ck_assert_int_eq(
        severity_of("SlowHost",
                    READ FROM("tax", "880") "@0*22/5000 1000 64 cart "
                                            "java.net.Socket.read,app.Client.call - 80 web-1\n"),
        RULE_INFO);
    ck_assert_int_eq(
        severity_of("SlowHost",
                    READ FROM("tax", "880") "@0*22/5000 1001 64 cart "
                                            "java.net.Socket.read,app.Client.call - 80 web-1\n"),
        RULE_OK);
    ck_assert_int_eq(severity_of("SlowHost", READ "@0*19/1000 900 64 tax java.net.Socket.read,"
                                                  "app.Client.call - 80 web-1\n"),
                     RULE_OK);
}
END_TEST

/* Each of twelve threads reads 20 s of 120, two of them at once on average, or a little less. */
START_TEST(what_a_pool_waits_for_counts_of_the_time_that_it_is_not_idle) {
    char told[3000];
    for (int less = 0; less < 2; less++) {
        snprintf(told, sizeof told, "%s", READ);
        for (int i = 0; i < 12; i++)
            snprintf(told + strlen(told), sizeof told - strlen(told),
                     "@0*100/1000 %d 64 tax java.net.Socket.read,app.Client.call - 80 web-%d\n",
                     less ? 199 : 200, i);
        snprintf(told + strlen(told), sizeof told - strlen(told), "%s", PARK);
        for (int i = 0; i < 12; i++)
            snprintf(told + strlen(told), sizeof told - strlen(told),
                     "@200*100/1000 800 web-%d java.util.concurrent.locks.LockSupport.park,java."
                     "util.concurrent.ThreadPoolExecutor.getTask\n",
                     i);
        ck_assert_int_eq(severity_of("SlowHost", told), less ? RULE_OK : RULE_INFO);
        ck_assert_double_eq_tol(number_of("waited_percent"), less ? 16.583 : 50, 0.01);
    }
}
END_TEST

START_TEST(a_server_that_waits_for_its_clients_elsewhere_hides_no_slow_host) {
    severity_of(
        "SlowHost",
        READ FROM("tax", "800") FROM(
            "cart",
            "40") "@0*100/1000 900 64 client-1 java.net.Socket.read,app.Server.serve - 1 s-1\n"
                  "@0*100/1000 900 64 client-2 java.net.Socket.read,app.Server.serve - 2 s-2\n"
                  "@0*100/1000 900 64 client-3 java.net.Socket.read,app.Server.serve - 3 s-3\n");
    ck_assert_str_eq(text_of("host"), "tax:80");
}
END_TEST

START_TEST(many_small_quick_reads_are_said_slow_or_large_ones_are_not) {
    ck_assert_int_eq(severity_of("ManySmallReads", READ
                                 "@0*24000/5 1 4 db java.net.Socket.read,app.Stock.level - 5 w\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Stock.level");
    ck_assert_str_eq(text_of("host"), "db:5");
    ck_assert_double_eq(number_of("mean_bytes"), 4);
    ck_assert_double_eq(number_of("reads_per_second"), 200);
    ck_assert_int_eq(severity_of("ManySmallReads", READ
                                 "@0*24000/5 2 4 db java.net.Socket.read,app.Stock.level - 5 w\n"),
                     RULE_OK);
    ck_assert_int_eq(
        severity_of("ManySmallReads",
                    READ "@0*24000/5 1 1024 db java.net.Socket.read,app.Stock.level - 5 w\n"),
        RULE_OK);
}
END_TEST

/* ==== CPU =================================================================================== */

START_TEST(a_library_that_many_methods_share_is_named_with_who_calls_it) {
    ck_assert_int_eq(severity_of("Library", PARK), RULE_NA);
    stacks_add(&profile, "app.Main.main;app.Route.find;java.util.regex.Pattern.match", 14);
    stacks_add(&profile,
               "app.Main.main;app.Route.find;java.util.regex.Matcher.find;"
               "java.lang.String.charAt",
               16);
    stacks_add(&profile, "app.Main.main;app.Other.look;java.util.regex.Matcher.search", 10);
    stacks_add(&profile, "app.Main.main;app.Work.work", 60);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_INFO);
    ck_assert_str_eq(text_of("library"), "java.util.regex");
    ck_assert_str_eq(text_of("caller"), "app.Route.find");
    ck_assert_double_eq_tol(number_of("percent"), 40, 1e-9);
    ck_assert_double_eq_tol(number_of("caller_percent"), 75, 1e-9);
    ck_assert_str_eq(text_of("call"), "java.util.regex.Matcher.find");
    ck_assert_double_eq_tol(number_of("call_percent"), 40, 1e-9);
    ck_assert_double_eq(number_of("methods"), 3);
}
END_TEST

START_TEST(packages_of_the_jdk_that_do_different_things_are_not_one_library) {
    stacks_add(&profile, "app.Main.main;app.Route.find;java.util.regex.Pattern.match", 20);
    stacks_add(&profile, "app.Main.main;app.Route.find;java.util.regex.Matcher.find", 20);
    stacks_add(&profile, "app.Main.main;app.Pack.add;java.util.zip.Deflater.deflate", 20);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_INFO);
    ck_assert_str_eq(text_of("library"), "java.util.regex");
    ck_assert_double_eq_tol(number_of("caller_percent"), 100, 1e-9);
}
END_TEST

START_TEST(a_library_of_one_hot_method_or_the_program_itself_is_none) {
    stacks_add(&profile, "app.Main.main;java.util.regex.Pattern.match", 70);
    stacks_add(&profile, "app.Main.main;java.util.regex.Matcher.find", 30);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_OK);
    stacks_add(&profile, "app.Main.main;app.Main.a", 900);
    stacks_add(&profile, "app.Main.main;app.Main.b", 900);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_OK);
}
END_TEST

START_TEST(a_part_of_the_program_itself_is_no_library_what_many_publish_under_is) {
    stacks_add(&profile, "com.acme.app.Main.main;com.acme.infra.A.a", 50);
    stacks_add(&profile, "com.acme.app.Main.main;com.acme.infra.A.b", 50);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_OK);
    stacks_add(&profile, "org.apache.kafka.Main.main;org.apache.logging.A.a", 90);
    stacks_add(&profile, "org.apache.kafka.Main.main;org.apache.logging.A.b", 90);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_INFO);
    ck_assert_str_eq(text_of("library"), "org.apache.logging");
}
END_TEST

START_TEST(reads_of_which_nobody_knows_where_they_were_are_not_judged) {
    ck_assert_int_eq(severity_of("SlowHost",
                                 "jdk.SocketRead duration:d bytesRead:l host:s address:s port:l "
                                 "eventThread:T\n@0*100/1000 900 1 tax - 80 web-1\n"),
                     RULE_OK);
}
END_TEST

START_TEST(a_library_of_others_goes_by_three_parts_of_its_package) {
    stacks_add(&profile, "app.Main.main;io.prometheus.jmx.a.A.a", 50);
    stacks_add(&profile, "app.Main.main;io.prometheus.jmx.b.B.b;java.util.HashMap.get", 50);
    ck_assert_int_eq(severity_of("Library", PARK), RULE_INFO);
    ck_assert_str_eq(text_of("library"), "io.prometheus.jmx");
}
END_TEST

#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"

static void computes(const char *thread, uint64_t samples) {
    stacks_sample(&profile, "app.Report.run;app.Report.column", thread, NULL, START_NS, samples);
    for (size_t i = 0; i < profile.threads.len; i++) profile.threads.items[i].is_virtual = true;
}

START_TEST(virtual_threads_that_compute_without_others_take_nothing_from_anybody) {
    computes("analyst-1", 100);
    computes("analyst-2", 100);
    ck_assert_int_eq(severity_of("CarriersTaken", PROCESSORS), RULE_OK);
}
END_TEST

/* Of 2 carriers: 100 + 50 samples of two threads, and so many others of which nothing is sampled.
 */
static enum rule_severity carriers_among(size_t others) {
    const int64_t processors[] = {0, 2};
    const struct rule *rule = rule_named("CarriersTaken");
    struct tables tables;
    struct rule_setting settings[RULE_OPTIONS];
    forget();
    made_tables(&tables, &series_wishes);
    made_rows(&tables, "jdk.CPUInformation", "nn", 1, processors);
    for (size_t i = 0; i < others + 2; i++)
        array_push(&tables.things.threads, (struct things_thread){.is_virtual = true});
    rule_defaults(rule, settings);
    finding = finding_of(rule);
    judged = true;
    rule->judge(&(struct rule_input){.profile = &profile, .tables = &tables, .settings = settings},
                &finding);
    made_tables_free(&tables);
    return finding.severity;
}

START_TEST(a_few_virtual_threads_that_compute_starve_ten_times_as_many) {
    computes("analyst-1", 100);
    computes("analyst-2", 50);
    ck_assert_int_eq(carriers_among(19), RULE_OK);
    ck_assert_int_eq(carriers_among(20), RULE_INFO); /* nobody is seen to wake up late */
    ck_assert_double_eq(number_of("carriers"), 2);
    ck_assert_double_eq(number_of("busy"), 2);
    ck_assert_double_eq(number_of("others"), 20);
    ck_assert_double_eq(number_of("percent"), 100);
    ck_assert_str_eq(text_of("pool"), "analyst-*");
    ck_assert_str_eq(text_of("site"), "app.Report.column");
}
END_TEST

/* ==== Heap ================================================================================== */

#define LIVE(bytes) HEAP "@0*60/2000 After_GC " bytes " 1\n"
#define MAX_HEAP HEAP_CONFIG "@0 1000 1\n"

START_TEST(a_heap_that_is_nearly_full_after_collections_that_cost_is_too_small) {
    ck_assert_int_eq(
        severity_of("HeapTooSmall", LIVE("700") MAX_HEAP GC "@0*60/2000 100 G1New x 1 100\n"),
        RULE_WARNING);
    ck_assert_double_eq_tol(number_of("live_percent"), 70, 1e-9);
    ck_assert_double_eq_tol(number_of("paused_percent"), 5, 1e-9);
    ck_assert_double_eq(number_of("collections"), 60);
    ck_assert_int_eq(
        severity_of("HeapTooSmall", LIVE("550") MAX_HEAP GC "@0*60/2000 100 G1New x 1 100\n"),
        RULE_INFO);
}
END_TEST

START_TEST(a_heap_with_room_or_whose_collections_cost_nothing_is_large_enough) {
    ck_assert_int_eq(
        severity_of("HeapTooSmall", LIVE("300") MAX_HEAP GC "@0*60/2000 50 G1New x 1 50\n"),
        RULE_OK);
    ck_assert_int_eq(
        severity_of("HeapTooSmall", LIVE("700") MAX_HEAP GC "@0*60/2000 30 G1New x 1 30\n"),
        RULE_OK);
    ck_assert_int_eq(
        severity_of("HeapTooSmall", LIVE("700") MAX_HEAP GC "@0*9/2000 900 G1New x 1 900\n"),
        RULE_OK);
    ck_assert_int_eq(severity_of("HeapTooSmall", LIVE("700") HEAP_CONFIG), RULE_NA);
}
END_TEST

START_TEST(what_collections_of_the_whole_heap_leave_is_what_stays) {
    ck_assert_int_eq(severity_of("HeapTooSmall", HEAP
                                 "@0*60/2000 After_GC 900 1\n@70000 After_GC 400 2\n" MAX_HEAP GC
                                 "@0*60/2000 100 G1New x 1 100\n@70000 100 G1Full x 2 100\n"),
                     RULE_OK);
    ck_assert_double_eq_tol(number_of("live_percent"), 40, 1e-9);
    severity_of(
        "HeapTooSmall", HEAP
        "@0*60/2000 After_GC 900 1\n@70000*2/1000 After_GC 700 2\n@90000 After_GC 800 2\n" MAX_HEAP
            GC "@0*60/2000 100 G1New x 1 100\n@70000 100 ParallelOld x 2 100\n");
    ck_assert_double_eq_tol(number_of("live_percent"), 70, 1e-9);
}
END_TEST

/* 400 of 1,000 stay. */
START_TEST(what_stays_has_to_fit_beside_a_young_generation_that_takes_more_than_half) {
    static const struct {
        const char *young;
        double percent;
        enum rule_severity severity;
    } cases[] = {{"501", 100 * 400 / 499.0, RULE_WARNING},
                 {"500", 40, RULE_OK}, /* no more than half */
                 {"1000", 40, RULE_OK} /* nonsense */};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told,
                 "%sjdk.YoungGenerationConfiguration minSize:l maxSize:l\n@0 %s 900\n",
                 LIVE("400") MAX_HEAP GC "@0*60/2000 100 G1New x 1 100\n", cases[i].young);
        ck_assert_int_eq(severity_of("HeapTooSmall", told), cases[i].severity);
        ck_assert_double_eq_tol(number_of("live_percent"), cases[i].percent, 1e-9);
        ck_assert_str_eq(finding.outcome->name, i ? "judged" : "young");
        if (i) continue;
        ck_assert_double_eq(number_of("young_bytes"), 501);
        ck_assert_double_eq(number_of("old_bytes"), 499);
        ck_assert_str_eq(finding.culprit, "-Xmn");
    }
}
END_TEST

START_TEST(who_calls_system_gc_is_the_cause_of_the_pauses) {
    const char *told = GC "@0*60/1000 500 G1Old System.gc() 1 500\n" SYSTEM_GC
                          "@0*60/1000 510 java.lang.System.gc,app.Cache.trim\n"
                          "jdk.GCPhasePause duration:d name:s gcId:l\n@0*60/1000 500 Pause 1\n";
    ck_assert_int_eq(severity_of("SystemGc", told), RULE_WARNING);
    ck_assert_str_eq(text_of("site"), "app.Cache.trim");
    ck_assert_int_eq(severity_of("GcPauseRatio", told), RULE_INFO); /* that is its consequence */
    ck_assert_int_eq(severity_of("GcPauseRatio", GC "@0*60/1000 500 G1Old Allocation 1 500\n"
                                                    "jdk.GCPhasePause duration:d name:s gcId:l\n"
                                                    "@0*60/1000 500 Pause 1\n"),
                     RULE_WARNING);
}
END_TEST

START_TEST(one_or_two_long_collections_met_a_busy_machine) {
    const char *mmu = "jdk.G1MMU gcTime:d pauseTarget:d\n";
    char told[200];
    for (int slices = 2; slices <= 3; slices++) {
        snprintf(told, sizeof told, "%s@0*%d/1000 300 200\n", mmu, slices);
        ck_assert_int_eq(severity_of("GcPauseTargetRule", told),
                         slices < 3 ? RULE_OK : RULE_WARNING);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("causes");
    TCase *c = tcase_create("causes");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, the_thread_that_had_the_lock_is_named_if_it_is_mostly_one);
    tcase_add_test(c, what_ran_in_the_thread_that_had_the_lock_is_said);
    tcase_add_test(c, a_thread_that_waits_for_the_lock_as_well_does_not_have_it);
    tcase_add_test(c,
                   that_most_waits_are_below_what_is_recorded_is_said_where_most_are_little_above);
    tcase_add_test(c, the_host_that_is_slower_than_the_others_is_named);
    tcase_add_test(c, hosts_that_are_alike_or_one_that_is_alone_are_no_warning);
    tcase_add_test(c, what_a_pool_waits_for_counts_of_the_time_that_it_is_not_idle);
    tcase_add_test(c, a_server_that_waits_for_its_clients_elsewhere_hides_no_slow_host);
    tcase_add_test(c, many_small_quick_reads_are_said_slow_or_large_ones_are_not);
    tcase_add_test(c, a_library_that_many_methods_share_is_named_with_who_calls_it);
    tcase_add_test(c, packages_of_the_jdk_that_do_different_things_are_not_one_library);
    tcase_add_test(c, a_library_of_one_hot_method_or_the_program_itself_is_none);
    tcase_add_test(c, a_part_of_the_program_itself_is_no_library_what_many_publish_under_is);
    tcase_add_test(c, reads_of_which_nobody_knows_where_they_were_are_not_judged);
    tcase_add_test(c, a_library_of_others_goes_by_three_parts_of_its_package);
    tcase_add_test(c, virtual_threads_that_compute_without_others_take_nothing_from_anybody);
    tcase_add_test(c, a_few_virtual_threads_that_compute_starve_ten_times_as_many);
    tcase_add_test(c, a_heap_that_is_nearly_full_after_collections_that_cost_is_too_small);
    tcase_add_test(c, a_heap_with_room_or_whose_collections_cost_nothing_is_large_enough);
    tcase_add_test(c, what_collections_of_the_whole_heap_leave_is_what_stays);
    tcase_add_test(c, what_stays_has_to_fit_beside_a_young_generation_that_takes_more_than_half);
    tcase_add_test(c, who_calls_system_gc_is_the_cause_of_the_pauses);
    tcase_add_test(c, one_or_two_long_collections_met_a_busy_machine);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
