/* What commands say of a few samples: 40 in 10 s, of two threads. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

static struct recording r;

static void sample(struct jvm *jvm, int ms, const char *thread, const char *stack, int state) {
    jvm_sample_of(&r, EVENT_EXECUTION_SAMPLE, 1000 + ms * INT64_C(1000000), jvm_thread(jvm, thread),
                  jvm_stack(jvm, stack), (uint64_t)state);
}

static void set_up(void) {
    struct jvm jvm = {.with_packages = true};
    struct chunk_head head = usual_head;
    head.duration_ns = INT64_C(10000000000);
    chunk_begin(&r, &head);
    jvm_types(&r);
    for (int i = 0; i < 20; i++)
        sample(&jvm, i * 500, "main", i % 4 ? "a/b/A.leaf:12 a/b/A.run a/Main.main" : "a/Main.main",
               STATE_RUNNABLE);
    for (int i = 0; i < 15; i++)
        sample(&jvm, 5000 + i * 100, "pool-1", "java/util/Map.get:3/2 a/c/B.load:7 a/c/B.run",
               i % 3 ? STATE_RUNNABLE : STATE_SLEEPING);
    for (int i = 0; i < 5; i++) sample(&jvm, 9000 + i, "pool-2", "", STATE_RUNNABLE);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
}

static void clean_up(void) {
    recording_free(&r);
}

static void says(const char *line, const char *expected) {
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    const char *wrote = result.out.len ? text_str(&result.out) : text_str(&result.err);
    ck_assert_msg(strcmp(wrote, expected) == 0, "%s wrote:\n%s\nnot:\n%s", line, wrote, expected);
    text_free(&result.out);
    text_free(&result.err);
}

START_TEST(methods_are_counted_by_what_they_do_themselves_and_in_all) {
    says("hot-methods",
         "38 % of the samples are in a.b.A.leaf (43 % of those with a stack); 50 % are in "
         "a.Main.main and what\nit calls.\n"
         "\n"
         "self  self %  total  total %  method\n"
         "  15   37.50     15    37.50  a.b.A.leaf\n"
         "  15   37.50     15    37.50  java.util.Map.get\n"
         "   5   12.50     20    50.00  a.Main.main\n"
         "   0    0.00     15    37.50  a.b.A.run\n"
         "   0    0.00     15    37.50  a.c.B.load\n"
         "   0    0.00     15    37.50  a.c.B.run\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s, 5 without stack, 0 truncated\n"
         "6 of 6 methods shown\n"
         "\n"
         "Next: jfrtool flame /proc/self/fd/100 (the stacks below them, as a picture)\n");
    says("hot-methods --by line --top 2 --format csv",
         "self,self_percent,total,total_percent,method\r\n"
         "15,37.5000,15,37.5000,a.b.A.leaf:12\r\n"
         "15,37.5000,15,37.5000,java.util.Map.get:3\r\n");
    says("hot-methods --by package --thread pool",
         "75 % of the samples are in java.util (100 % of those with a stack).\n"
         "\n"
         "self  self %  total  total %  package\n"
         "  15   75.00     15    75.00  java.util\n"
         "   0    0.00     15    75.00  a.c\n"
         "\n"
         "20 samples of jdk.ExecutionSample matching the filters in 10.0 s, 5 without stack, 0 "
         "truncated\n"
         "2 of 2 packages shown\n"
         "\n"
         "Next: jfrtool flame --thread pool /proc/self/fd/100 (the stacks below them, as a "
         "picture)\n");
    says("hot-methods --by module --include B.load --json",
         "{\n"
         "\t\"event\":\t\"jdk.ExecutionSample\",\n"
         "\t\"samples\":\t15,\n"
         "\t\"samples_without_stack\":\t0,\n"
         "\t\"truncated_stacks\":\t0,\n"
         "\t\"duration_ns\":\t10000000000,\n"
         "\t\"methods\":\t[{\n"
         "\t\t\t\"module\":\t\"(unnamed module)\",\n"
         "\t\t\t\"self\":\t15,\n"
         "\t\t\t\"self_percent\":\t100,\n"
         "\t\t\t\"total\":\t15,\n"
         "\t\t\t\"total_percent\":\t100\n"
         "\t\t}]\n"
         "}\n");
    says("hot-methods --from 9s --state sleeping",
         "jfrtool: no sample is in the state sleeping; there are: STATE_RUNNABLE\n");
}
END_TEST

START_TEST(trees_show_who_calls_whom) {
    says("tree", "samples      %  self  method\n"
                 "     20  50.00     5  ├─ a.Main.main\n"
                 "     15  37.50     0  │  a.b.A.run\n"
                 "     15  37.50    15  │  a.b.A.leaf\n"
                 "     15  37.50     0  └─ a.c.B.run\n"
                 "     15  37.50     0     a.c.B.load\n"
                 "     15  37.50    15     java.util.Map.get\n"
                 "\n"
                 "40 samples of jdk.ExecutionSample in 10.0 s, 5 without stack, 0 truncated\n");
    says("tree --reverse --min-share 20",
         "samples      %  method\n"
         "     15  37.50  ├─ a.b.A.leaf\n"
         "     15  37.50  │  a.b.A.run\n"
         "     15  37.50  │  a.Main.main\n"
         "     15  37.50  └─ java.util.Map.get\n"
         "     15  37.50     a.c.B.load\n"
         "     15  37.50     a.c.B.run\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s, 5 without stack, 0 truncated\n"
         "1 node with less than 20 % left out; --min-share 0 shows all\n");
    says("callers a.b.A.run",
         "Callers of a.b.A.run: 15 samples, 37.50 % of all\n"
         "\n"
         "samples       %  method\n"
         "     15  100.00  a.b.A.run\n"
         "     15  100.00  a.Main.main\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s, 5 without stack, 0 truncated\n");
    says("callees a.b.A.run --by line",
         "Callees of a.b.A.run: 15 samples, 37.50 % of all\n"
         "\n"
         "samples       %  self  method\n"
         "     15  100.00     0  a.b.A.run:7\n"
         "     15  100.00    15  a.b.A.leaf:12\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s, 5 without stack, 0 truncated\n");
    says("collapsed --threads --frame-type",
         "[main tid=100];a.Main.main_[j] 5\n"
         "[main tid=100];a.Main.main_[j];a.b.A.run_[j];a.b.A.leaf_[j] 15\n"
         "[pool-1 tid=101];a.c.B.run_[j];a.c.B.load_[j];java.util.Map.get_[i] 15\n");
}
END_TEST

START_TEST(threads_have_states_and_methods) {
    says("threads",
         "50 % of the samples are of thread main (runnable), 75 % of them in a.b.A.leaf.\n"
         "\n"
         "samples      %  threads  state                         thread  hottest methods\n"
         "     20  50.00        1  runnable                      main    A.leaf 75 %, Main.main 25 "
         "%\n"
         "     20  50.00        2  runnable 75 %, sleeping 25 %  pool-*  Map.get 75 %\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s; 2 of 2 pools shown\n"
         "\n"
         "Next: jfrtool account --all /proc/self/fd/100\n"
         "      (where the time of each pool and thread went, and what it waited for)\n");
    says("threads --each --methods 1 --top 2",
         "50 % of the samples are of thread main (runnable), 75 % of them in a.b.A.leaf.\n"
         "\n"
         "samples      %  tid  Java id  state                         thread  hottest methods\n"
         "     20  50.00  100           runnable                      main    A.leaf 75 %\n"
         "     15  37.50  101        1  runnable 67 %, sleeping 33 %  pool-1  Map.get 100 %\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s; 2 of 3 threads shown; --top 0 shows all\n"
         "\n"
         "Next: jfrtool account --all /proc/self/fd/100\n"
         "      (where the time of each pool and thread went, and what it waited for)\n");
    says("threads --roll-up group --format csv",
         "samples,samples_percent,threads,states,group,methods\r\n"
         "40,100.0000,3,\"runnable 88 %, sleeping 12 %\",(unknown group),\"A.leaf 38 %, Map.get 38 "
         "%, Main.main 12 %\"\r\n");
}
END_TEST

START_TEST(time_is_cut_into_steps) {
    says("timeline --buckets 5 --split thread",
         "The busiest 1 s hold 12 samples (30.00 %, 3.0 times the mean): --from 5s --to 6s\n"
         "\n"
         "40 samples of jdk.ExecutionSample in 10.0 s, in steps of 2 s, at most 15 in one\n"
         "From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
         "\n"
         "samples       %    most  0 s                                            thread\n"
         "                         11-20                                          clock, UTC\n"
         "                                           █████████\n"
         "                                           █████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁\n"
         "                         ▃▃▃▃▃▃▃▃▃▁▁▁▁▁▁▁▁▁███████████████████████████\n"
         "     40  100.00      15  █████████████████████████████████████████████  all\n"
         "     20   50.00       5  █████████▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▅▅▅▅▅▅▅▅▅  main\n"
         "     15   37.50      11                    █████████▃▃▃▃▃▃▃▃▃           pool-1\n"
         "      5   12.50       5                                      █████████  pool-2\n");
    says("timeline --resolution 4s --window 2s --format csv",
         "from_ns,seconds,samples,a.b.A.leaf,java.util.Map.get,a.Main.main,(no stack)\r\n"
         "1763671860000000000,0.000000000,8,6,0,2,0\r\n"
         "1763671864000000000,4.000000000,23,6,15,2,0\r\n"
         "1763671868000000000,8.000000000,9,3,0,1,5\r\n");
    says("heatmap",
         "40 samples of jdk.ExecutionSample; a column is 1 s, a cell 20 ms with at most 6 samples\n"
         "From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
         "\n"
         "          0 s            5 s\n"
         "          20:51:00       20:51:05\n"
         "    0 ms  ░░░░░░░░░░░░░░░░░░░░░░░░░░░███\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  100 ms                 ░░░░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  200 ms                 ░░░░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  300 ms                 ░░░░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  400 ms                 ░░░░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  500 ms  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  600 ms                 ░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  700 ms                 ░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  800 ms                 ░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "  900 ms                 ░░░\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "\n"
         "samples      %  hottest cells\n"
         "      6  15.00  --from 9s --to 9.02s\n"
         "      2   5.00  --from 5s --to 5.02s\n"
         "      2   5.00  --from 5.5s --to 5.52s\n"
         "      2   5.00  --from 6s --to 6.02s\n"
         "      1   2.50  --from 0s --to 0.02s\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampled commands");
    TCase *c = tcase_create("sampled commands");
    tcase_add_checked_fixture(c, set_up, clean_up);
    tcase_add_test(c, methods_are_counted_by_what_they_do_themselves_and_in_all);
    tcase_add_test(c, trees_show_who_calls_whom);
    tcase_add_test(c, threads_have_states_and_methods);
    tcase_add_test(c, time_is_cut_into_steps);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
