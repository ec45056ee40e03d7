/* What makes the collector work: a young generation that is small, who counts the heap's objects,
 * buffers that are to be freed. */
#include "analyzers/rules/series.h"
#include "tests/support/fired.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define HEAP "jdk.GCHeapSummary when:s heapUsed:l gcId:l\n"
#define CONFIG "jdk.GCHeapConfiguration maxSize:l usesCompressedOops:b\n@0 1100 1\n"
#define GC "jdk.GarbageCollection duration:d name:s cause:s gcId:l sumOfPauses:d\n"
#define YOUNG "jdk.YoungGenerationConfiguration maxSize:l\n@0 "
#define TARGET "jdk.GCConfiguration pauseTarget:l\n@0 "

/* 240 collections in 120 s; 100 of 1100 stay. */
#define COLLECTIONS(count, ms) GC "@0*" count "/500 " ms " G1New x 1 " ms "\n"
#define SUMMARIES(before) \
    HEAP "@100*60/2000 Before_GC " before " 1\n@200*60/2000 After_GC 100 1\n" CONFIG

START_TEST(a_young_generation_is_too_small_if_a_setting_keeps_it_so_and_that_costs) {
    static const struct {
        const char *told;
        enum rule_severity severity;
        const char *setting;
    } cases[] = {
        {SUMMARIES("150") COLLECTIONS("240", "50") YOUNG "109\n", RULE_WARNING, "-XX:MaxNewSize"},
        {SUMMARIES("150") COLLECTIONS("240", "49") YOUNG "109\n", RULE_INFO, "-XX:MaxNewSize"},
        {SUMMARIES("150") COLLECTIONS("240", "25") YOUNG "109\n", RULE_INFO, "-XX:MaxNewSize"},
        {SUMMARIES("150") COLLECTIONS("240", "24") YOUNG "109\n", RULE_OK, "-XX:MaxNewSize"},
        {SUMMARIES("150") COLLECTIONS("239", "51") YOUNG "109\n", RULE_OK, "-XX:MaxNewSize"},
        {SUMMARIES("151") COLLECTIONS("240", "50") YOUNG "109\n", RULE_OK, "-XX:MaxNewSize"},
        {SUMMARIES("150") COLLECTIONS("240", "50") YOUNG "110\n", RULE_OK, ""},
        {SUMMARIES("150") COLLECTIONS("240", "50") YOUNG "110\n" TARGET "5\n", RULE_WARNING,
         "-XX:MaxGCPauseMillis"},
        {SUMMARIES("150") COLLECTIONS("240", "50") YOUNG "110\n" TARGET "0\n", RULE_OK, ""},
        {SUMMARIES("150") COLLECTIONS("240", "50") TARGET "1\n", RULE_WARNING,
         "-XX:MaxGCPauseMillis"},
        {SUMMARIES("150") COLLECTIONS("240", "50"), RULE_OK, ""},
        {HEAP "@200*60/2000 After_GC 100 1\n" CONFIG COLLECTIONS("240", "50") YOUNG "109\n",
         RULE_NA, ""}, /* what was there before is not known */
        {HEAP "@100*60/2000 Before_GC 1200 1\n@200*60/2000 After_GC 1100 1\n" CONFIG COLLECTIONS(
             "240", "50") YOUNG "109\n",
         RULE_NA, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(severity_of("YoungTooSmall", cases[i].told) == cases[i].severity, "case %zu",
                      i);
        ck_assert_str_eq(text_of("setting"), cases[i].setting);
        if (i) continue;
        ck_assert_double_eq(number_of("freed_bytes"), 50);
        ck_assert_double_eq(number_of("room_bytes"), 1000);
        ck_assert_double_eq(number_of("young_bytes"), 109);
        ck_assert_double_eq(number_of("collections"), 240);
        ck_assert_double_eq_tol(finding.cost, 10, 1e-9);
    }
}
END_TEST

/* Those that end when a collection begins count: 40 of 2,000 milliseconds. */
START_TEST(until_all_threads_have_stopped_to_be_collected_counts_as_well) {
#define STOPS(type) "jdk." type " duration:d\n@0*60/2000 40\n@300*60/2000 100\n"
#define STOPPED                                                                            \
    "jdk.GCPhasePause duration:d name:s gcId:l\n@40*60/2000 40 Pause 1\n" SUMMARIES("150") \
        COLLECTIONS("240", "10") YOUNG "109\n"
    ck_assert_int_eq(severity_of("YoungTooSmall", STOPPED), RULE_OK);
    const double paused = number_of("paused_percent"), cost = finding.cost;
    ck_assert_int_eq(severity_of("YoungTooSmall", STOPPED STOPS("SafepointStateSynchronization")),
                     RULE_OK);
    ck_assert_double_eq_tol(number_of("stopping_percent"), 2, 1e-9);
    ck_assert_double_eq_tol(number_of("paused_percent"), paused, 1e-9);
    ck_assert_double_eq_tol(finding.cost, cost + 2, 1e-9);
    severity_of("YoungTooSmall", STOPPED STOPS("SafepointBegin"));
    ck_assert_double_eq_tol(number_of("stopping_percent"), 2, 1e-9);
}
END_TEST

/* In microseconds: the collection begins 100 after the last thread has stopped, and 101. */
START_TEST(what_begins_a_tenth_of_a_millisecond_after_all_have_stopped_stopped_them) {
#define STOPS_US(us) "jdk.SafepointBegin duration:u\n@0*60/2000 " us "\n"
    severity_of("YoungTooSmall", STOPPED STOPS_US("39900"));
    ck_assert_double_eq_tol(number_of("stopping_percent"), 1.995, 1e-9);
    severity_of("YoungTooSmall", STOPPED STOPS_US("39899"));
    ck_assert_double_nan(number_of("stopping_percent"));
}
END_TEST

/* 1, 2, 3... 60 are freed: what is so in the middle. */
START_TEST(what_collections_free_is_told_by_the_one_in_the_middle) {
    severity_of("YoungTooSmall", HEAP
                "@100*60/2000 Before_GC 101+1 1\n@200*60/2000 After_GC 100 1\n" CONFIG COLLECTIONS(
                    "240", "50") YOUNG "109\n");
    ck_assert_double_eq(number_of("freed_bytes"), 31);
}
END_TEST

#define OPERATION "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b caller:T\n"
#define INSPECTS(count, by) "@0*" count "/1000 100 GC_HeapInspection 1 1 " by "\n"

START_TEST(who_has_the_objects_of_the_heap_counted_costs_those_pauses) {
    ck_assert_int_eq(
        severity_of("HeapInspectionGc",
                    GC "@0*60/1000 100 G1Full Heap_Inspection_Initiated_GC 1 100\n"
                       "@500*60/1000 100 G1New G1_Evacuation_Pause 1 40\n" OPERATION INSPECTS(
                           "40", "heap-watch") INSPECTS("20", "main")
                           INSPECTS("50", "VM_JFR_Buffer_Thread") "@0*99/900 9 Other 1 1 x\n"),
        RULE_WARNING);
    ck_assert_double_eq(number_of("count"), 60);
    ck_assert_double_eq(number_of("paused_ns"), 6e9);
    ck_assert_str_eq(text_of("thread"), "heap-watch");
    ck_assert_int_eq(finding.cost_of, COST_OF_TIME);
    ck_assert_double_eq_tol(finding.cost, 5, 1e-9);
    ck_assert_int_eq(
        severity_of("HeapInspectionGc", GC
                    "@0*60/1000 100 G1Full Heap_Inspection_Initiated_GC 1 99\n" OPERATION INSPECTS(
                        "1", "heap-watch")),
        RULE_INFO); /* 4.95 % */
    ck_assert_int_eq(
        severity_of("HeapInspectionGc", GC
                    "@0*60/1000 100 G1Full Heap_Inspection_Initiated_GC 1 100\n" OPERATION INSPECTS(
                        "1", "VM_JFR_Buffer_Thread")),
        RULE_INFO); /* the recording asks */
    severity_of("HeapInspectionGc", GC "@0 100 G1Full Heap_Inspection_Initiated_GC 1 100\n");
    ck_assert_str_eq(text_of("thread"), "");
}
END_TEST

#define CALLS(count, frames) "@0*" count "/1000 510 java.lang.System.gc," frames "app.Upload.take\n"

START_TEST(collections_that_the_jdk_asks_for_to_free_buffers_are_told_apart) {
    static const struct {
        const char *calls, *freed;
    } cases[] = {
        {CALLS("3", "java.nio.Bits.reserveMemory,") CALLS("2", ""), "java.nio.DirectByteBuffer"},
        {CALLS("3", "java.nio.Bits.reserveMemory,") CALLS("3", ""), ""},
        {CALLS("3", ""), ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told, "%s%s%s", GC "@0*6/1000 500 G1Old System.gc() 1 500\n",
                 "jdk.SystemGC duration:d stackTrace:K\n", cases[i].calls);
        severity_of("SystemGc", told);
        ck_assert_str_eq(text_of("requested_for"), cases[i].freed);
        ck_assert_str_eq(text_of("site"), "app.Upload.take");
    }
}
END_TEST

#define ALLOCATES(bytes, name) "@0*1/1000 " name " " bytes " app.Main.copy main\n"

/* 12 s of 120 s, of which three quarters are what most is. */
START_TEST(what_is_allocated_costs_its_share_of_the_pauses) {
    static const char *const allocates =
        "jdk.ObjectAllocationSample objectClass:C weight:l stackTrace:K eventThread:T\n" ALLOCATES(
            "75000000000", "app/Row") ALLOCATES("25000000000", "app/Cell");
    char told[1000];
    snprintf(told, sizeof told, "%s%s", allocates,
             "jdk.GCPhasePause duration:d name:s gcId:l\n@0*60/2000 200 Pause 1\n");
    ck_assert_int_eq(severity_of("Allocations.class", told), RULE_INFO);
    ck_assert_int_eq(finding.cost_of, COST_OF_TIME);
    ck_assert_double_eq_tol(finding.cost, 7.5, 1e-9);
    severity_of("Allocations.class", allocates);
    ck_assert(is_missing(finding.cost)); /* pauses were not recorded */
}
END_TEST

/* ==== Deadlocks ============================================================================== */

#define DUMP "jdk.ThreadDump result:s\n@1000 Found_one_Java-level_deadlock:|=|\"left\":|"

START_TEST(what_a_deadlock_is_about_and_where_is_said) {
    static const struct {
        const char *told, *of_class, *site;
    } cases[] = {
        {DUMP "waiting_(object_0x1,_a_app.Account),|\"right\":|waiting_(object_0x2,_a_app.Other)|"
              "Java_stack_information|\"left\":|\tat_jdk.internal.misc.Unsafe.park(X)|"
              "\tat_app.Bank.move(Bank.java:9)|\tat_app.Main.run(Main.java:1)|\n",
         "app.Account", "app.Bank.move"},
        {DUMP "waiting|\"right\":|waiting|\tat_app.Bank.move(Bank.java:9)|\n", "", "app.Bank.move"},
        {DUMP "waiting_(object_0x1,_a_app.Account),|\"right\":|\tat_java.lang.Thread.run(X)|\n",
         "app.Account", ""},
        {DUMP "waiting_(object_0x1,_a_app.Cut", "app.Cut", ""},
        {DUMP "\tat_app.Cut", "", "app.Cut"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(severity_of("Deadlock", cases[i].told), RULE_WARNING);
        ck_assert_str_eq(text_of("class"), cases[i].of_class);
        ck_assert_str_eq(text_of("site"), cases[i].site);
    }
}
END_TEST

#define REFERENCES "jdk.GCReferenceStatistics type:s count:l\n"

/* In 120 s: ten a second are 1,200. */
START_TEST(soft_references_that_are_cleared_and_many_weak_ones_are_said_of_pauses) {
    static const struct {
        const char *told;
        double soft, weak;
    } cases[] = {
        {"@0*12/1000 Soft_reference 100\n", 1200, NAN},
        {"@0*12/1000 Soft_reference 99\n", NAN, NAN},
        {"@0*12/1000 Final_reference 60000\n", NAN, NAN},
        {"@0 Weak_reference 60000\n@1000 Weak_reference 40000\n", NAN, 50000},
        {"@0 Weak_reference 60000\n@1000 Weak_reference 39999\n", NAN, NAN},
        {"@0 Weak_reference 60000\n@0 Soft_reference 1300\n", 1300, 60000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[600];
        snprintf(told, sizeof told, CONFIG GC "@1000*100/1000 900 G1 x 1 120\n" REFERENCES "%s",
                 cases[i].told);
        ck_assert_int_eq(severity_of("GcPauseRatio", told), RULE_WARNING);
        const double soft = number_of("soft_references"), weak = number_of("weak_references_each");
        ck_assert(isnan(cases[i].soft) ? isnan(soft) : soft == cases[i].soft);
        ck_assert(isnan(soft) ? isnan(number_of("max_bytes")) : number_of("max_bytes") == 1100);
        ck_assert(isnan(cases[i].weak) ? isnan(weak) : weak == cases[i].weak);
        snprintf(told, sizeof told,
                 GC "@1000 5 G1New x 1 5\njdk.ConcurrentModeFailure gcId:l\n@1500 1\n" REFERENCES
                    "%s",
                 cases[i].told);
        ck_assert_int_eq(severity_of("GcStall", told), RULE_WARNING);
        const double stall = number_of("soft_references");
        ck_assert(isnan(cases[i].soft) ? isnan(stall) : stall == cases[i].soft);
    }
}
END_TEST

#define GC_CPU "jdk.GCCPUTime userTime:d systemTime:d realTime:d gcId:l\n"

/* 120 pauses of 250 ms in 120 s: a quarter of the time, throughout. */
START_TEST(pauses_count_as_far_as_the_collector_had_a_processor) {
    static const struct {
        const char *clocks;
        double cost, ran;
        enum rule_severity severity, pressure;
    } cases[] = {
        {"", 25, NAN, RULE_WARNING, RULE_INFO},
        {GC_CPU "@0*120/1000 100 25 250 1\n", 12.5, 50, RULE_WARNING, RULE_OK},
        {GC_CPU "@0*120/1000 40 10 250 1\n", 5, 20, RULE_INFO, RULE_OK},
        {GC_CPU "@0*120/1000 20 10 250 1\n", 3, 12, RULE_OK, RULE_OK},
        {GC_CPU "@0*120/1000 480 10 250 1\n", 25, NAN, RULE_WARNING, RULE_INFO}, /* of two */
        {GC_CPU "@0*120/1000 200 25 250 1\n", 22.5, NAN, RULE_WARNING, RULE_INFO},
        {GC_CPU "@0*59/1000 20 10 250 1\n", 25, NAN, RULE_WARNING, RULE_INFO}, /* too few */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[600];
        snprintf(told, sizeof told, "%s%s", GC "@0*120/1000 250 G1 x 1 250\n", cases[i].clocks);
        ck_assert_msg(severity_of("HighGc", told) == cases[i].pressure, "case %zu", i);
        ck_assert_msg(severity_of("GcPauseRatio", told) == cases[i].severity, "case %zu", i);
        ck_assert_double_eq_tol(finding.cost, cases[i].cost, 1e-9);
        const double ran = number_of("ran_percent");
        ck_assert(isnan(cases[i].ran) ? isnan(ran) : fabs(ran - cases[i].ran) < 1e-9);
        ck_assert_double_eq_tol(number_of("whole_percent"), 25, 1e-9); /* as long as they were */
    }
}
END_TEST

/* What stays on a heap that is full, or what else is known to fill it. */
START_TEST(of_a_heap_that_is_too_small_it_is_said_what_fills_it) {
#define FULL                                                                                       \
    HEAP "@100*60/2000 Before_GC 1090 1\n@200*60/2000 After_GC 1000 1\n" CONFIG COLLECTIONS("240", \
                                                                                            "50")
#define OLD "jdk.OldObjectSample allocationTime:l object:o stackTrace:K\n"
#define MADE                                                                                    \
    "jdk.ObjectAllocationSample objectClass:C weight:l stackTrace:K eventThread:T\n" ALLOCATES( \
        "3000", "app/Tile") ALLOCATES("1000", "app/Page")
    severity_of("HeapTooSmall",
                FULL OLD "@110000*5/1 0 app/Row app.Row.<init>,app.Store.load\n" MADE);
    ck_assert_int_eq(finding.severity, RULE_WARNING);
    ck_assert_str_eq(text_of("class"), "app.Row");
    ck_assert_str_eq(text_of("site"), "app.Store.load");
    ck_assert_str_eq(text_of("allocated_class"), "");
    severity_of("HeapTooSmall",
                FULL OLD "@110000*4/1 0 app/Row app.Row.<init>,app.Store.load\n" MADE);
    ck_assert_str_eq(text_of("class"), ""); /* four may be anything */
    ck_assert_str_eq(text_of("allocated_class"), "app.Tile");
    ck_assert_str_eq(text_of("allocated_site"), "app.Main.copy");
    ck_assert_double_eq(number_of("allocated_percent"), 75);
    ck_assert(isnan(number_of("soft_references")));
    severity_of("HeapTooSmall", FULL REFERENCES "@0*12/1000 Soft_reference 100\n");
    ck_assert_double_eq(number_of("soft_references"), 1200);
}
END_TEST

/* 5 % and 95 % of what all threads used. */
START_TEST(finalizers_cost_the_time_of_the_thread_that_runs_them) {
#define RAN "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l objects:l\n"
#define CLOCKS                                         \
    "jdk.CPUInformation hwThreads:l cores:l\n@0 4 4\n" \
    "jdk.ThreadCPULoad eventThread:T user:f system:f\n@10000*12/10000 web-1 0.095 0.095\n"
    severity_of("FinalizersRun", RAN "@1000 app/Handle 5000 0\n");
    ck_assert(is_missing(finding.cost));
    severity_of("FinalizersRun",
                RAN "@1000 app/Handle 5000 0\n" CLOCKS "@10000*12/10000 Finalizer 0.005 0.005\n");
    ck_assert_int_eq(finding.cost_of, COST_OF_PROCESS);
    ck_assert_double_eq_tol(finding.cost, 5, 1e-6);
    ck_assert_int_eq(severity_of("FinalizersRun", RAN "@1000 app/Handle 5000 0\n" CLOCKS),
                     RULE_OK); /* it never ran for long enough to be seen */
}
END_TEST

/* ==== Carriers =============================================================================== */

/* On 2 carriers, in 120 s, with so many virtual threads at all, of which one slept that much longer
 * than it wanted to. */
static const char *outcome_among(size_t threads, int64_t late_ns) {
    const int64_t processors[] = {0, 2}, slept[] = {0, 1000 + late_ns, 0, 0, 1000};
    const struct rule *rule = rule_named("CarriersTaken");
    struct tables tables;
    struct rule_setting settings[RULE_OPTIONS];
    forget();
    made_tables(&tables, &series_wishes);
    made_rows(&tables, "jdk.CPUInformation", "nn", 1, processors);
    made_rows(&tables, "jdk.ThreadSleep", "nnt-n", 1, slept);
    for (size_t i = 0; i < threads; i++)
        array_push(&tables.things.threads, (struct things_thread){.is_virtual = true});
    rule_defaults(rule, settings);
    finding = finding_of(rule);
    judged = true;
    rule->judge(&(struct rule_input){.profile = &profile,
                                     .tables = &tables,
                                     .recorded_ns = RECORDED_NS,
                                     .settings = settings},
                &finding);
    made_tables_free(&tables);
    return finding.outcome->name;
}

/* So many threads in turn, each in a stretch of so many samples, so many ms apart. */
static void compute(int threads, int samples, int apart_ms) {
    char name[20];
    int64_t at = START_NS;
    for (int i = 0; i < threads; i++) {
        snprintf(name, sizeof name, "task-%d", i);
        for (int k = 0; k < samples; k++) {
            stacks_sample(&profile, "app.Main.run;app.Thumb.scale;app.Image.row", name, NULL, at,
                          1);
            at += (int64_t)apart_ms * 1000000;
        }
        at += 1000000000;
    }
    for (size_t i = 0; i < profile.threads.len; i++) profile.threads.items[i].is_virtual = true;
}

START_TEST(virtual_threads_that_compute_for_long_take_the_carriers_be_they_few_or_many) {
    static const struct {
        int threads, samples, apart_ms;
        size_t all;
        const char *outcome;
    } cases[] = {
        {22, 200, 20, 22, "judged"},  {22, 200, 20, 21, "none"},  /* 20 besides those that run */
        {1, 3000, 20, 21, "judged"},  {1, 3000, 20, 20, "none"},  /* a quarter of 240 s: 3000 */
        {1, 2999, 20, 99, "none"},    {600, 5, 20, 99, "judged"}, /* 100 ms and no less */
        {800, 4, 20, 99, "none"},     {800, 4, 34, 99, "judged"}, /* from first to last */
        {22, 200, 100, 22, "judged"}, {22, 200, 101, 22, "none"}, /* who rests begins anew */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        compute(cases[i].threads, cases[i].samples, cases[i].apart_ms);
        const char *outcome = outcome_among(cases[i].all, 0);
        ck_assert_msg(strcmp(outcome, cases[i].outcome) == 0, "case %zu: %s", i, outcome);
        if (i) continue;
        ck_assert_str_eq(text_of("site"), "app.Image.row");
        ck_assert_str_eq(text_of("caller"), "app.Thumb.scale");
        ck_assert_double_eq(number_of("busy"), 22);
        ck_assert_double_eq(number_of("others"), 20);
    }
}
END_TEST

START_TEST(sleepers_that_wake_up_late_say_that_carriers_are_taken_however_few_samples) {
    compute(2, 50, 1500); /* a sample is taken each 1.2 s */
    ck_assert_str_eq(outcome_among(22, 99999999), "none");
    ck_assert_str_eq(outcome_among(22, 100000000), "judged");
    teardown();
    setup();
    compute(1, 100, 20);
    ck_assert_str_eq(outcome_among(21, 99999999), "none");
    ck_assert_str_eq(outcome_among(21, 100000000), "judged");
    ck_assert_int_eq(finding.severity, RULE_WARNING);
    teardown();
    setup();
    compute(1, 3000, 20);
    ck_assert_str_eq(outcome_among(21, 99999999), "judged");
    ck_assert_int_eq(finding.severity, RULE_INFO);
}
END_TEST

START_TEST(where_threads_have_no_names_the_place_is_to_blame) {
    compute(22, 200, 20);
    for (size_t i = 0; i < profile.threads.len; i++)
        profile.threads.items[i].name = strings_intern(&profile.frames.strings, "", 0);
    outcome_among(22, 0);
    ck_assert_int_eq(finding.culprit_kind, CULPRIT_METHOD);
    ck_assert_str_eq(finding.culprit, "app.Image.row");
}
END_TEST

/* Of the arrays those of the class and place with most of them. */
START_TEST(who_makes_arrays_that_are_too_large_for_a_region_is_told_and_who_asks_for_them) {
    severity_of("HumongousAllocation",
                GC "@0*6/1000 5 G1New G1_Humongous_Allocation 1 5\n"
                   "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"
                   "@0*9/1000 [I 3000000 beam-1 app.Dump.all,app.Shell.run\n"
                   "@0*9/1000 [B 3000000 beam-1 app.Dump.all,app.Shell.show\n"
                   "@0*10/1000 [B 3000000 beam-1 app.Frames.blank,app.Beam.draw\n");
    ck_assert_str_eq(text_of("class"), "byte[]");
    ck_assert_str_eq(text_of("site"), "app.Frames.blank");
    ck_assert_str_eq(text_of("caller"), "app.Beam.draw");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("collector causes");
    TCase *tcase = tcase_create("collector causes");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, pauses_count_as_far_as_the_collector_had_a_processor);
    tcase_add_test(tcase, of_a_heap_that_is_too_small_it_is_said_what_fills_it);
    tcase_add_test(tcase, finalizers_cost_the_time_of_the_thread_that_runs_them);
    tcase_add_test(tcase, soft_references_that_are_cleared_and_many_weak_ones_are_said_of_pauses);
    tcase_add_test(tcase, a_young_generation_is_too_small_if_a_setting_keeps_it_so_and_that_costs);
    tcase_add_test(tcase,
                   who_makes_arrays_that_are_too_large_for_a_region_is_told_and_who_asks_for_them);
    tcase_add_test(tcase, until_all_threads_have_stopped_to_be_collected_counts_as_well);
    tcase_add_test(tcase, what_begins_a_tenth_of_a_millisecond_after_all_have_stopped_stopped_them);
    tcase_add_test(tcase, what_collections_free_is_told_by_the_one_in_the_middle);
    tcase_add_test(tcase, who_has_the_objects_of_the_heap_counted_costs_those_pauses);
    tcase_add_test(tcase, collections_that_the_jdk_asks_for_to_free_buffers_are_told_apart);
    tcase_add_test(tcase, what_is_allocated_costs_its_share_of_the_pauses);
    tcase_add_test(tcase, what_a_deadlock_is_about_and_where_is_said);
    tcase_add_test(tcase,
                   virtual_threads_that_compute_for_long_take_the_carriers_be_they_few_or_many);
    tcase_add_test(tcase,
                   sleepers_that_wake_up_late_say_that_carriers_are_taken_however_few_samples);
    tcase_add_test(tcase, where_threads_have_no_names_the_place_is_to_blame);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
