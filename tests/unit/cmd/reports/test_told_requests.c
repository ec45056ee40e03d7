/* Requests of an application of a few events: what of their time their threads waited, read, ran or
 * stood still. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define SHOP                                                                      \
    "app.Request duration:d eventThread:T path:s id:l\n"                          \
    "@1000 100 w-1 /cart 1\n"                                                     \
    "@1200 300 w-1 /cart 2\n"                                                     \
    "@2000 1000 w-2 /pay 3\n"                                                     \
    "@2500 0 w-2 /none 4\n"                                                       \
    "@9950 100 w-1 /late 5\n"                                                     \
    "@3000 200 w-1 /cart 6\n"                                                     \
    "@3100 50 w-1 /inner 7\n"                                                     \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C\n" \
    "@2100 200 w-2 a.App.enter a/Lock\n"                                          \
    "@1250 50 w-1 a.App.enter a/Lock\n"                                           \
    "@4000 500 w-2 a.App.outside a/Lock\n"                                        \
    "jdk.SocketRead duration:d eventThread:T stackTrace:K host:s\n"               \
    "@2200 300 w-2 java.net.S.read,a.App.ask db\n"                                \
    "@900 150 w-1 java.net.S.read,a.App.ask db\n"                                 \
    "jdk.ThreadSleep duration:d eventThread:T stackTrace:K time:d\n"              \
    "@2400 200 w-2 java.lang.Thread.sleep,a.App.nap 200\n"                        \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n"        \
    "@3000 30 w-1 a.App.park a/P\n"                                               \
    "jdk.GCPhasePause duration:d name:s\n"                                        \
    "@2150 20 Pause\n"                                                            \
    "@3150 10 Pause\n"                                                            \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"                  \
    "@2700*10/20 w-2 a.App.run,a.App.main RUNNABLE\n"                             \
    "@3040*3/20 w-1 a.App.put,a.App.main RUNNABLE\n"                              \
    "@5000*3/20 w-1 a.App.else,a.App.main RUNNABLE\n"

START_TEST(each_moment_of_a_request_counts_once) {
    commanded(
        "requests", SHOP, 10,
        "count     p50     p90     p99  wait %  lock %  I/O %  GC %  else %  requests\n"
        "    7  100 ms  1.00 s  1.00 s    7.43   13.14  14.29  1.71       -  -\n"
        "\n"
        "7 requests of app.Request\n"
        "No execution sample has a period: CPU time is not known. else: what nothing in the "
        "recording\n"
        "explains.\n"
        "\n"
        "Next: jfrtool io /proc/self/fd/100 (which hosts and files)\n"
        "Next: jfrtool account /proc/self/fd/100 (where the time of all threads went)\n");
    commanded("requests --format csv --by id", SHOP, 10,
              "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
              "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
              "paused_percent,unexplained_percent,samples,request\r\n"
              "1,1000000000,1000000000,1000000000,1000000000,1000000000,,10.0000,0.0000,10.0000,18."
              "0000,20.0000,20.0000,,2.0000,,10,3\r\n"
              "1,300000000,300000000,300000000,300000000,300000000,,0.0000,0.0000,0.0000,16.6667,,"
              "0.0000,,0.0000,,0,2\r\n"
              "1,200000000,200000000,200000000,200000000,200000000,,15.0000,15.0000,0.0000,0.0000,,"
              "0.0000,,5.0000,,3,6\r\n"
              "1,100000000,100000000,100000000,100000000,100000000,,0.0000,0.0000,0.0000,0.0000,50."
              "0000,50.0000,,0.0000,,0,1\r\n"
              "1,100000000,100000000,100000000,100000000,100000000,,0.0000,0.0000,0.0000,0.0000,,"
              "0.0000,,0.0000,,0,5\r\n"
              "1,50000000,50000000,50000000,50000000,50000000,,0.0000,0.0000,0.0000,0.0000,,"
              "0.0000,,0.0000,,0,7\r\n"
              "1,0,0,0,0,0,,,,,,,,,,,0,4\r\n");
}
END_TEST

#define RUNNING                                                                   \
    "app.Request duration:d eventThread:T path:s\n"                               \
    "@1000 100 w-1 /cart\n"                                                       \
    "@2000*2/1000 900 w-2 /pay\n"                                                 \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C\n" \
    "@2100 600 w-2 a.App.enter a/Lock\n"                                          \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"                  \
    "@1010*2/20 w-1 a.App.put RUNNING\n"

START_TEST(samples_of_all_states_that_run_count_and_what_took_most_is_said_first) {
    commanded(
        "requests --by path", RUNNING, 10,
        "/pay took 95 % of the time of all requests, 33 % of it waiting for locks.\n"
        "\n"
        "count     p50     p90     p99  lock %  else %  path\n"
        "    2  900 ms  900 ms  900 ms   33.33       -  /pay\n"
        "    1  100 ms  100 ms  100 ms    0.00       -  /cart\n"
        "\n"
        "3 requests of app.Request\n"
        "No execution sample has a period: CPU time is not known. else: what nothing in the "
        "recording\n"
        "explains.\n"
        "\n"
        "What these ran; with --event alloc what they allocated:\n"
        "hot-methods --within 'app.Request where path = \"/pay\"'\n"
        "\n"
        "Next: jfrtool locks /proc/self/fd/100 (which locks, and what those that held them did)\n"
        "Next: jfrtool account /proc/self/fd/100 (where the time of all threads went)\n");
    commanded("requests --by path --format csv --within app.Request_where_duration_<_200ms",
              RUNNING, 10,
              "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
              "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
              "paused_percent,unexplained_percent,samples,request\r\n"
              "1,100000000,100000000,100000000,100000000,100000000,,,,,0.0000,,,,,,2,/cart\r\n");
}
END_TEST

START_TEST(requests_of_a_window_a_condition_or_a_thread_are_those) {
    commanded("requests --format csv --from 2s --to 3s", SHOP, 10,
              "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
              "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
              "paused_percent,unexplained_percent,samples,request\r\n"
              "2,1000000000,0,1000000000,1000000000,1000000000,,10.0000,0.0000,10.0000,18.0000,20."
              "0000,20.0000,,2.0000,,10,\r\n");
    commanded("requests --format csv --within app.Request_where_id_>_2", SHOP, 10,
              "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
              "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
              "paused_percent,unexplained_percent,samples,request\r\n"
              "5,1350000000,100000000,1000000000,1000000000,1000000000,,9.6296,2.2222,7.4074,13."
              "3333,14.8148,14.8148,,2.2222,,13,\r\n");
    commanded("requests --format csv --thread 2", SHOP, 10,
              "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
              "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
              "paused_percent,unexplained_percent,samples,request\r\n"
              "2,1000000000,0,1000000000,1000000000,1000000000,,10.0000,0.0000,10.0000,18.0000,20."
              "0000,20.0000,,2.0000,,10,\r\n");
}
END_TEST

START_TEST(only_what_ran_in_a_request_is_within_it) {
    commanded(
        "hot-methods --within app.Request", SHOP, 10,
        "self  self %  total  total %  method\n"
        "  10   76.92     10    76.92  a.App.run\n"
        "   3   23.08      3    23.08  a.App.put\n"
        "   0    0.00     13   100.00  a.App.main\n"
        "\n"
        "13 samples of jdk.ExecutionSample matching the filters in 10.0 s, 0 without stack, "
        "0 truncated\n"
        "3 of 3 methods shown\n"
        "\n"
        "Next: jfrtool flame --within app.Request /proc/self/fd/100 (the stacks below them, as a "
        "picture)\n");
    commanded("hot-methods --within app.Request_where_path_==_\"/cart\" --format csv", SHOP, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "3,100.0000,3,100.0000,a.App.put\r\n"
              "0,0.0000,3,100.0000,a.App.main\r\n");
}
END_TEST

START_TEST(threads_are_told_with_what_they_did) {
    commanded("threads", SHOP, 10,
              "samples       %  threads  thread  hottest methods\n"
              "     16  100.00        2  w-*     App.run 62 %, App.else 19 %, App.put 19 %\n"
              "\n"
              "16 samples of jdk.ExecutionSample in 10.0 s; 1 of 1 pool shown\n"
              "All samples are of threads in state runnable\n"
              "\n"
              "Next: jfrtool account --all /proc/self/fd/100\n"
              "      (where the time of each pool and thread went, and what it waited for)\n");
    commanded("threads --each --format csv", SHOP, 10,
              "samples,samples_percent,os_thread_id,java_thread_id,states,thread,methods\r\n"
              "10,62.5000,101,1,runnable,w-2,App.run 100 %\r\n"
              "6,37.5000,100,,runnable,w-1,\"App.else 50 %, App.put 50 %\"\r\n");
    commanded("threads --methods 1 --top 1", SHOP, 10,
              "samples       %  threads  thread  hottest methods\n"
              "     16  100.00        2  w-*     App.run 62 %\n"
              "\n"
              "16 samples of jdk.ExecutionSample in 10.0 s; 1 of 1 pool shown\n"
              "All samples are of threads in state runnable\n"
              "\n"
              "Next: jfrtool account --all /proc/self/fd/100\n"
              "      (where the time of each pool and thread went, and what it waited for)\n");
}
END_TEST

START_TEST(time_is_told_in_steps) {
    commanded(
        "timeline --buckets 10", SHOP, 10,
        "2 GC pauses, together 30.0 ms (0.30 %): p50 10.0 ms, p99 20.0 ms, the longest 20.0 ms\n"
        "\n"
        "16 samples of jdk.ExecutionSample in 10.0 s, in steps of 1 s, at most 10 in one\n"
        "From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
        "\n"
        "samples       %    most  0 s                                       method\n"
        "                         11-20                                     clock, UTC\n"
        "                                 ████\n"
        "                                 ████\n"
        "                                 ████▂▂▂▂\n"
        "     16  100.00      10          ████████▃▃▃▃▆▆▆▆                  all\n"
        "     10   62.50      10          ████                              a.App.run\n"
        "      3   18.75       2                  ▄▄▄▄████                  a.App.else\n"
        "      3   18.75       3              ████                          a.App.put\n"
        "\n"
        "         mean %  most %  0 s                                       what else happened\n"
        "           0.30    2.00          ████▄▄▄▄                          GC pauses\n");
    commanded("timeline --split thread --resolution 500ms --format csv", SHOP, 10,
              "from_ns,seconds,samples,w-2,w-1,gc_paused_ns\r\n"
              "1763671860000000000,0.000000000,0,0,0,0\r\n"
              "1763671860500000000,0.500000000,0,0,0,0\r\n"
              "1763671861000000000,1.000000000,0,0,0,0\r\n"
              "1763671861500000000,1.500000000,0,0,0,0\r\n"
              "1763671862000000000,2.000000000,0,0,0,20000000\r\n"
              "1763671862500000000,2.500000000,10,10,0,0\r\n"
              "1763671863000000000,3.000000000,3,0,3,10000000\r\n"
              "1763671863500000000,3.500000000,0,0,0,0\r\n"
              "1763671864000000000,4.000000000,0,0,0,0\r\n"
              "1763671864500000000,4.500000000,0,0,0,0\r\n"
              "1763671865000000000,5.000000000,3,0,3,0\r\n"
              "1763671865500000000,5.500000000,0,0,0,0\r\n"
              "1763671866000000000,6.000000000,0,0,0,0\r\n"
              "1763671866500000000,6.500000000,0,0,0,0\r\n"
              "1763671867000000000,7.000000000,0,0,0,0\r\n"
              "1763671867500000000,7.500000000,0,0,0,0\r\n"
              "1763671868000000000,8.000000000,0,0,0,0\r\n"
              "1763671868500000000,8.500000000,0,0,0,0\r\n"
              "1763671869000000000,9.000000000,0,0,0,0\r\n"
              "1763671869500000000,9.500000000,0,0,0,0\r\n");
    commanded("timeline --split state --buckets 4 --format csv --top 1", SHOP, 10,
              "from_ns,seconds,samples,RUNNABLE,gc_paused_ns\r\n"
              "1763671860000000000,0.000000000,0,0,20000000\r\n"
              "1763671862500000001,2.500000001,14,14,10000000\r\n"
              "1763671865000000002,5.000000002,2,2,0\r\n"
              "1763671867500000003,7.500000003,0,0,0\r\n");
}
END_TEST

START_TEST(locks_and_reads_are_told_with_who_waited) {
    commanded("locks --format csv", SHOP, 10,
              "total_ns,count,p50_ns,p99_ns,max_ns,threads,class\r\n"
              "750000000,3,200000000,500000000,500000000,2,a.Lock\r\n"
              "\r\n"
              "total_ns,count,p99_ns,max_ns,threads,class,method\r\n"
              "500000000,1,500000000,500000000,1,a.Lock,a.App.outside\r\n"
              "250000000,2,200000000,200000000,2,a.Lock,a.App.enter\r\n"
              "\r\n"
              "total_ns,count,max_ns,threads,class,previous_owner\r\n"
              "\r\n"
              "total_ns,count,p50_ns,p99_ns,max_ns,thread\r\n"
              "700000000,2,200000000,500000000,500000000,w-2\r\n"
              "50000000,1,50000000,50000000,50000000,w-1\r\n"
              "\r\n"
              "total_ns,count,p50_ns,p99_ns,max_ns,threads,class\r\n"
              "30000000,1,30000000,30000000,30000000,1,a.P\r\n"
              "\r\n"
              "total_ns,count,p99_ns,max_ns,threads,class,method\r\n"
              "30000000,1,30000000,30000000,1,a.P,a.App.park\r\n"
              "\r\n"
              "total_ns,count,p50_ns,p99_ns,max_ns,threads,method\r\n"
              "\r\n"
              "total_ns,count,p50_ns,p99_ns,max_ns,thread\r\n"
              "\r\n"
              "total_ns,count,max_ns,threads,class\r\n"
              "\r\n"
              "total_ns,count,timed_out,max_ns,threads,class,method\r\n"
              "\r\n"
              "count,total_ns,cause,class\r\n"
              "\r\n"
              "total_ns,count,max_ns,threads,reason,method\r\n"
              "\r\n"
              "count,time\r\n"
              "\r\n"
              "total_ns,samples,did,class,previous_owner,method\r\n"
              "\r\n"
              "total_ns,count,max_ns,threads,carrier\r\n");
    commanded("io --format csv", SHOP, 10,
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation\r\n"
              "450000000,2,,150000000,300000000,300000000,jdk.SocketRead\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,end_of_stream,operation,host,port\r\n"
              "450000000,2,,150000000,300000000,300000000,,jdk.SocketRead,db,\r\n"
              "\r\n"
              "count,total_ns,timeout_ns,host,port\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation,path\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation,method\r\n"
              "450000000,2,,150000000,300000000,300000000,jdk.SocketRead,a.App.ask\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,thread\r\n"
              "300000000,1,,300000000,300000000,300000000,w-2\r\n"
              "150000000,1,,150000000,150000000,150000000,w-1\r\n"
              "\r\n"
              "total_ns,count,max_ns,operation,thread\r\n");
}
END_TEST

/* It is said once, and with --allow-empty there is a sheet of no rows. */
START_TEST(where_nothing_looks_like_requests_that_is_said) {
    static const char told[] = "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"
                               "@2700*10/20 w-2 a.App.run,a.App.main RUNNABLE\n";
    static const struct {
        const char *line, *out;
        int code;
    } rows[] = {{"requests --format csv", "", EXIT_NOTHING},
                {"requests --allow-empty --format csv",
                 "count,total_ns,p50_ns,p90_ns,p99_ns,max_ns,on_cpu_percent,waiting_percent,others_"
                 "percent,asleep_percent,locked_percent,io_percent,reply_percent,file_percent,gc_"
                 "paused_percent,unexplained_percent,samples,request\r\n",
                 EXIT_OK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct child_result result = commanded_of(rows[i].line, told, 10);
        ck_assert_int_eq(result.code, rows[i].code);
        ck_assert_str_eq(text_str(&result.out), rows[i].out);
        ck_assert_ptr_nonnull(strstr(text_str(&result.err), "no events look like requests"));
        ck_assert_ptr_eq(strchr(text_str(&result.err), '\n'),
                         text_str(&result.err) + result.err.len - 1);
        text_free(&result.out);
        text_free(&result.err);
    }
}
END_TEST

START_TEST(what_all_of_it_took_is_told_first) {
    commanded(
        "overview", SHOP, 10,
        "100\n"
        "  16 samples of jdk.ExecutionSample in 10.0 s\n"
        "  Nothing stands out.\n"
        "\n"
        "GC pauses stopped the JVM for 0.3 % of the time (2 pauses, 30.0 ms).\n"
        "The longest GC pause took 20.0 ms (Pause); 99 % of the pauses took at most 20.0 ms.\n"
        "Threads waited 750 ms for locks (3 waits), 0.1 threads on average; 2 threads for a.Lock, "
        "750 ms in\n"
        "a.App.outside.\n"
        "The longest read of a socket took 300 ms (db), in a.App.ask; 2 took 450 ms, 99 % of them "
        "300 ms at\n"
        "most; most of that time, 450 ms, was spent on db (2 times, in a.App.ask).\n"
        "No findings about: GC, I/O, lost data.\n"
        "12 % of the threads' time was waiting for locks and other threads, none of which stands "
        "out.\n"
        "Nothing recorded: CPU, hot methods, allocation, exceptions, safepoints, memory.\n"
        "\n"
        "Next: jfrtool account /proc/self/fd/100 (where threads spent their time)\n"
        "Next: jfrtool hot-methods /proc/self/fd/100 (the methods that were sampled most)\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told requests");
    TCase *c = tcase_create("told requests");
    tcase_add_test(c, each_moment_of_a_request_counts_once);
    tcase_add_test(c, samples_of_all_states_that_run_count_and_what_took_most_is_said_first);
    tcase_add_test(c, requests_of_a_window_a_condition_or_a_thread_are_those);
    tcase_add_test(c, only_what_ran_in_a_request_is_within_it);
    tcase_add_test(c, threads_are_told_with_what_they_did);
    tcase_add_test(c, time_is_told_in_steps);
    tcase_add_test(c, locks_and_reads_are_told_with_who_waited);
    tcase_add_test(c, where_nothing_looks_like_requests_that_is_said);
    tcase_add_test(c, what_all_of_it_took_is_told_first);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
