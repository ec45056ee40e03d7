/* Samples of a few stacks in every way in which commands show them: lines, types of frames, hidden
 * and cut ones. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define STACKS                                                                                \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"                              \
    "@1000*6/10 w-1 a.b.C.leaf:12/2,a.b.C.mid:30/1,a.Main.run:5/0,a.Main.main:1/0 RUNNABLE\n" \
    "@2000*3/10 w-1 a.b.C.leaf:14/1,a.b.C.mid:30/1,a.Main.run:5/0,a.Main.main:1/0 RUNNABLE\n" \
    "@2500*2/10 w-2 a.b.C.mid:31/1,a.Main.run:6/0,a.Main.main:1/0 SLEEPING\n"                 \
    "@3000*2/10 w-2 b.D.hidden~,b.D.leaf:7/1,a.Main.run:5/0,a.Main.main:1/0 RUNNABLE\n"       \
    "@4000*1/10 io b.D.rec:7/1,b.D.rec:7/1,b.D.rec:8/1,a.Main.main:1/0,... RUNNABLE\n"        \
    "@5000*1/10 io b.D.leaf:9/3 RUNNABLE\n"

#define ALLOC                                                                        \
    "jdk.ObjectAllocationSample eventThread:T stackTrace:K objectClass:C weight:l\n" \
    "@1000*3/10 w-1 a.b.C.make:12/1,a.Main.main:1/0 [B 1000+500\n"                   \
    "@2000*2/10 w-2 a.b.C.copy:14/1,a.Main.main:1/0 a/Node 300\n"                    \
    "@3000 w-2 b.D.big:3/1,a.Main.main:1/0 [B 1048576\n"

START_TEST(rows_are_methods_lines_classes_packages_or_modules) {
    commanded("hot-methods", STACKS, 10,
              "self  self %  total  total %  method\n"
              "   9   60.00      9    60.00  a.b.C.leaf\n"
              "   3   20.00      3    20.00  b.D.leaf\n"
              "   2   13.33     11    73.33  a.b.C.mid\n"
              "   1    6.67      1     6.67  b.D.rec\n"
              "   0    0.00     14    93.33  a.Main.main\n"
              "   0    0.00     13    86.67  a.Main.run\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n"
              "6 of 6 methods shown\n"
              "\n"
              "Next: jfrtool flame /proc/self/fd/100 (the stacks below them, as a picture)\n");
    commanded("hot-methods --by line --frame-type --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,frame_type,method\r\n"
              "6,40.0000,6,40.0000,Inlined,a.b.C.leaf:12\r\n"
              "3,20.0000,3,20.0000,JIT compiled,a.b.C.leaf:14\r\n"
              "2,13.3333,2,13.3333,JIT compiled,a.b.C.mid:31\r\n"
              "2,13.3333,2,13.3333,JIT compiled,b.D.leaf:7\r\n"
              "1,6.6667,1,6.6667,Native,b.D.leaf:9\r\n"
              "1,6.6667,1,6.6667,JIT compiled,b.D.rec:7\r\n"
              "0,0.0000,14,93.3333,Interpreted,a.Main.main:1\r\n"
              "0,0.0000,11,73.3333,Interpreted,a.Main.run:5\r\n"
              "0,0.0000,9,60.0000,JIT compiled,a.b.C.mid:30\r\n"
              "0,0.0000,2,13.3333,Interpreted,a.Main.run:6\r\n"
              "0,0.0000,1,6.6667,JIT compiled,b.D.rec:8\r\n");
    commanded("hot-methods --by class --format csv --sort total", STACKS, 10,
              "self,self_percent,total,total_percent,class\r\n"
              "0,0.0000,14,93.3333,a.Main\r\n"
              "11,73.3333,11,73.3333,a.b.C\r\n"
              "4,26.6667,4,26.6667,b.D\r\n");
    commanded("hot-methods --by package --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,package\r\n"
              "11,73.3333,11,73.3333,a.b\r\n"
              "4,26.6667,4,26.6667,b\r\n"
              "0,0.0000,14,93.3333,a\r\n");
    commanded("hot-methods --hidden --format csv --top 2", STACKS, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "9,60.0000,9,60.0000,a.b.C.leaf\r\n"
              "2,13.3333,11,73.3333,a.b.C.mid\r\n");
}
END_TEST

START_TEST(stacks_are_chosen_by_frames_threads_states_and_times) {
    commanded("hot-methods --include b.D --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "3,75.0000,3,75.0000,b.D.leaf\r\n"
              "1,25.0000,1,25.0000,b.D.rec\r\n"
              "0,0.0000,3,75.0000,a.Main.main\r\n"
              "0,0.0000,2,50.0000,a.Main.run\r\n");
    commanded("hot-methods --exclude C.leaf --thread w --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "2,50.0000,2,50.0000,a.b.C.mid\r\n"
              "2,50.0000,2,50.0000,b.D.leaf\r\n"
              "0,0.0000,4,100.0000,a.Main.main\r\n"
              "0,0.0000,4,100.0000,a.Main.run\r\n");
    commanded("hot-methods --state sleeping --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "2,100.0000,2,100.0000,a.b.C.mid\r\n"
              "0,0.0000,2,100.0000,a.Main.main\r\n"
              "0,0.0000,2,100.0000,a.Main.run\r\n");
    commanded("hot-methods --from 2s --to 3s --format csv", STACKS, 10,
              "self,self_percent,total,total_percent,method\r\n"
              "3,60.0000,3,60.0000,a.b.C.leaf\r\n"
              "2,40.0000,5,100.0000,a.b.C.mid\r\n"
              "0,0.0000,5,100.0000,a.Main.main\r\n"
              "0,0.0000,5,100.0000,a.Main.run\r\n");
    commanded("hot-methods --include nothing", STACKS, 10,
              "jfrtool: no sample of jdk.ExecutionSample matches the filters, including --include "
              "nothing\n");
}
END_TEST

START_TEST(a_tree_has_shares_of_what_is_above) {
    commanded("tree", STACKS, 10,
              "samples      %  self  method\n"
              "     14  93.33     0  ├─ a.Main.main\n"
              "     13  86.67     0  │  ├─ a.Main.run\n"
              "     11  73.33     2  │  │  ├─ a.b.C.mid\n"
              "      9  60.00     9  │  │  │  a.b.C.leaf\n"
              "      2  13.33     2  │  │  └─ b.D.leaf\n"
              "      1   6.67     0  │  └─ b.D.rec\n"
              "      1   6.67     0  │     b.D.rec\n"
              "      1   6.67     1  │     b.D.rec\n"
              "      1   6.67     1  └─ b.D.leaf\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n");
    commanded("tree --reverse --by class", STACKS, 10,
              "samples      %  class\n"
              "     11  73.33  ├─ a.b.C\n"
              "      9  60.00  │  ├─ a.b.C\n"
              "      9  60.00  │  │  a.Main\n"
              "      9  60.00  │  │  a.Main\n"
              "      2  13.33  │  └─ a.Main\n"
              "      2  13.33  │     a.Main\n"
              "      4  26.67  └─ b.D\n"
              "      2  13.33     ├─ a.Main\n"
              "      2  13.33     │  a.Main\n"
              "      1   6.67     └─ b.D\n"
              "      1   6.67        b.D\n"
              "      1   6.67        a.Main\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n");
    commanded("tree --min-share 20", STACKS, 10,
              "samples      %  self  method\n"
              "     14  93.33     0  a.Main.main\n"
              "     13  86.67     0  a.Main.run\n"
              "     11  73.33     2  a.b.C.mid\n"
              "      9  60.00     9  a.b.C.leaf\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n"
              "5 nodes with less than 20 % left out; --min-share 0 shows all\n");
    commanded("tree --json", STACKS, 10,
              "{\n"
              "\t\"event\":\t\"jdk.ExecutionSample\",\n"
              "\t\"samples\":\t15,\n"
              "\t\"samples_without_stack\":\t0,\n"
              "\t\"truncated_stacks\":\t1,\n"
              "\t\"duration_ns\":\t10000000000,\n"
              "\t\"nodes\":\t[{\n"
              "\t\t\t\"depth\":\t0,\n"
              "\t\t\t\"class\":\t\"a.Main\",\n"
              "\t\t\t\"method\":\t\"main\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t14,\n"
              "\t\t\t\"percent\":\t93.3333,\n"
              "\t\t\t\"self\":\t0\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t1,\n"
              "\t\t\t\"class\":\t\"a.Main\",\n"
              "\t\t\t\"method\":\t\"run\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t13,\n"
              "\t\t\t\"percent\":\t86.6667,\n"
              "\t\t\t\"self\":\t0\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t2,\n"
              "\t\t\t\"class\":\t\"a.b.C\",\n"
              "\t\t\t\"method\":\t\"mid\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t11,\n"
              "\t\t\t\"percent\":\t73.3333,\n"
              "\t\t\t\"self\":\t2\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t3,\n"
              "\t\t\t\"class\":\t\"a.b.C\",\n"
              "\t\t\t\"method\":\t\"leaf\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t9,\n"
              "\t\t\t\"percent\":\t60,\n"
              "\t\t\t\"self\":\t9\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t2,\n"
              "\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\"method\":\t\"leaf\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t2,\n"
              "\t\t\t\"percent\":\t13.3333,\n"
              "\t\t\t\"self\":\t2\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t1,\n"
              "\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t1,\n"
              "\t\t\t\"percent\":\t6.6667,\n"
              "\t\t\t\"self\":\t0\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t2,\n"
              "\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t1,\n"
              "\t\t\t\"percent\":\t6.6667,\n"
              "\t\t\t\"self\":\t0\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t3,\n"
              "\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t1,\n"
              "\t\t\t\"percent\":\t6.6667,\n"
              "\t\t\t\"self\":\t1\n"
              "\t\t}, {\n"
              "\t\t\t\"depth\":\t0,\n"
              "\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\"method\":\t\"leaf\",\n"
              "\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\"samples\":\t1,\n"
              "\t\t\t\"percent\":\t6.6667,\n"
              "\t\t\t\"self\":\t1\n"
              "\t\t}],\n"
              "\t\"nodes_left_out\":\t0\n"
              "}\n");
}
END_TEST

START_TEST(callers_and_callees_are_those_of_the_method) {
    commanded("callers leaf", STACKS, 10,
              "jfrtool: \"leaf\" fits 2 methods:\n"
              "jfrtool:   a.b.C.leaf (9 samples, 9 on top of the stack)\n"
              "jfrtool:   b.D.leaf (3 samples, 3 on top of the stack)\n"
              "jfrtool: give the full name of one, or --all for all of them\n");
    commanded("callees --format csv a.Main.run", STACKS, 10,
              "depth,samples,percent,self,method\r\n"
              "0,13,100.0000,0,a.Main.run\r\n"
              "1,11,84.6154,2,a.b.C.mid\r\n"
              "2,9,69.2308,9,a.b.C.leaf\r\n"
              "1,2,15.3846,2,b.D.leaf\r\n");
    commanded("callers --format csv rec", STACKS, 10,
              "depth,samples,percent,method\r\n"
              "0,1,100.0000,b.D.rec\r\n"
              "1,1,100.0000,b.D.rec\r\n"
              "2,1,100.0000,b.D.rec\r\n"
              "3,1,100.0000,a.Main.main\r\n");
    commanded("callees mid --by line", STACKS, 10,
              "Callees of a.b.C.mid: 11 samples, 73.33 % of all\n"
              "\n"
              "samples      %  self  method\n"
              "      9  81.82     0  ├─ a.b.C.mid:30\n"
              "      6  54.55     6  │  ├─ a.b.C.leaf:12\n"
              "      3  27.27     3  │  └─ a.b.C.leaf:14\n"
              "      2  18.18     2  └─ a.b.C.mid:31\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n");
}
END_TEST

START_TEST(collapsed_stacks_have_all_that_was_asked_for) {
    commanded("collapsed", STACKS, 10,
              "a.Main.main;a.Main.run;a.b.C.mid 2\n"
              "a.Main.main;a.Main.run;a.b.C.mid;a.b.C.leaf 9\n"
              "a.Main.main;a.Main.run;b.D.leaf 2\n"
              "a.Main.main;b.D.rec;b.D.rec;b.D.rec 1\n"
              "b.D.leaf 1\n");
    commanded("collapsed --threads --frame-type", STACKS, 10,
              "[io tid=102];a.Main.main_[0];b.D.rec_[j];b.D.rec_[j];b.D.rec_[j] 1\n"
              "[io tid=102];b.D.leaf 1\n"
              "[w-1 tid=100];a.Main.main_[0];a.Main.run_[0];a.b.C.mid_[j];a.b.C.leaf_[i] 6\n"
              "[w-1 tid=100];a.Main.main_[0];a.Main.run_[0];a.b.C.mid_[j];a.b.C.leaf_[j] 3\n"
              "[w-2 tid=101];a.Main.main_[0];a.Main.run_[0];a.b.C.mid_[j] 2\n"
              "[w-2 tid=101];a.Main.main_[0];a.Main.run_[0];b.D.leaf_[j] 2\n");
    commanded("collapsed --by line --signatures", STACKS, 10,
              "a.Main.main:1()V;a.Main.run:5()V;a.b.C.mid:30()V;a.b.C.leaf:12()V 6\n"
              "a.Main.main:1()V;a.Main.run:5()V;a.b.C.mid:30()V;a.b.C.leaf:14()V 3\n"
              "a.Main.main:1()V;a.Main.run:5()V;b.D.leaf:7()V 2\n"
              "a.Main.main:1()V;a.Main.run:6()V;a.b.C.mid:31()V 2\n"
              "a.Main.main:1()V;b.D.rec:8()V;b.D.rec:7()V;b.D.rec:7()V 1\n"
              "b.D.leaf:9()V 1\n");
}
END_TEST

START_TEST(bytes_are_counted_where_values_are) {
    commanded("hot-methods --event alloc --measure value", ALLOC, 10,
              "    self  self %  samples     total  total %  samples  method\n"
              "1.00 MiB   99.52        1  1.00 MiB    99.52        1  b.D.big\n"
              "4.39 KiB    0.43        3  4.39 KiB     0.43        3  a.b.C.make\n"
              "   600 B    0.06        2     600 B     0.06        2  a.b.C.copy\n"
              "     0 B    0.00        0  1.00 MiB   100.00        6  a.Main.main\n"
              "\n"
              "6 samples of jdk.ObjectAllocationSample in 10.0 s, 0 without stack, 0 truncated\n"
              "Total value: 1.00 MiB, 103 KiB/s; percentages are of that\n"
              "4 of 4 methods shown\n"
              "\n"
              "Next: jfrtool flame --event alloc /proc/self/fd/100 (the stacks below them, as a "
              "picture)\n");
    commanded("collapsed --event alloc --measure value", ALLOC, 10,
              "a.Main.main;a.b.C.copy 600\n"
              "a.Main.main;a.b.C.make 4500\n"
              "a.Main.main;b.D.big 1048576\n");
    commanded("allocations --format csv", ALLOC, 10,
              "bytes,share_percent,per_second,samples,event\r\n"
              "1053676,100.0000,105367.60,6,jdk.ObjectAllocationSample\r\n"
              "\r\n"
              "bytes,share_percent,per_second,samples,class\r\n"
              "1053076,99.9431,105307.60,4,byte[]\r\n"
              "600,0.0569,60.00,2,a.Node\r\n"
              "\r\n"
              "bytes,share_percent,per_second,samples,method\r\n"
              "1048576,99.5160,104857.60,1,b.D.big\r\n"
              "4500,0.4271,450.00,3,a.b.C.make\r\n"
              "600,0.0569,60.00,2,a.b.C.copy\r\n"
              "\r\n"
              "bytes,share_percent,per_second,samples,class,method\r\n"
              "1048576,99.5160,104857.60,1,byte[],b.D.big\r\n"
              "4500,0.4271,450.00,3,byte[],a.b.C.make\r\n"
              "600,0.0569,60.00,2,a.Node,a.b.C.copy\r\n"
              "\r\n"
              "bytes,share_percent,per_second,samples,thread\r\n"
              "1049176,99.5729,104917.60,3,w-2\r\n"
              "4500,0.4271,450.00,3,w-1\r\n"
              "\r\n"
              "bytes,count,largest,class,method\r\n"
              "\r\n"
              "bytes,share_percent,thread\r\n");
    commanded("tree --event alloc --measure value", ALLOC, 10,
              "   bytes       %      self  method\n"
              "1.00 MiB  100.00       0 B  a.Main.main\n"
              "1.00 MiB   99.52  1.00 MiB  b.D.big\n"
              "\n"
              "6 samples of jdk.ObjectAllocationSample in 10.0 s, 0 without stack, 0 truncated\n"
              "2 nodes with less than 1 % left out; --min-share 0 shows all\n");
}
END_TEST

START_TEST(a_method_has_lines_callers_and_threads) {
    commanded("method C.leaf", STACKS, 10,
              "Callers of a.b.C.leaf: 9 samples, 60.00 % of all\n"
              "\n"
              "samples       %  method\n"
              "      9  100.00  a.b.C.leaf\n"
              "      9  100.00  a.b.C.mid\n"
              "      9  100.00  a.Main.run\n"
              "      9  100.00  a.Main.main\n"
              "\n"
              "\n"
              "Callees of a.b.C.leaf: 9 samples, 60.00 % of all\n"
              "\n"
              "samples       %  self  method\n"
              "      9  100.00     9  a.b.C.leaf\n"
              "\n"
              "15 samples of jdk.ExecutionSample in 10.0 s, 0 without stack, 1 truncated (6.67 %)\n"
              "Truncated stacks miss their callers, so totals are too low: record deeper stacks\n"
              "(-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)\n");
    commanded("method --json b.D.rec", STACKS, 10,
              "{\n"
              "\t\"callers\":\t{\n"
              "\t\t\"event\":\t\"jdk.ExecutionSample\",\n"
              "\t\t\"samples\":\t15,\n"
              "\t\t\"samples_without_stack\":\t0,\n"
              "\t\t\"truncated_stacks\":\t1,\n"
              "\t\t\"duration_ns\":\t10000000000,\n"
              "\t\t\"of\":\t[\"b.D.rec\"],\n"
              "\t\t\"of_samples\":\t1,\n"
              "\t\t\"nodes\":\t[{\n"
              "\t\t\t\t\"depth\":\t0,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t0\n"
              "\t\t\t}, {\n"
              "\t\t\t\t\"depth\":\t1,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t0\n"
              "\t\t\t}, {\n"
              "\t\t\t\t\"depth\":\t2,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t0\n"
              "\t\t\t}, {\n"
              "\t\t\t\t\"depth\":\t3,\n"
              "\t\t\t\t\"class\":\t\"a.Main\",\n"
              "\t\t\t\t\"method\":\t\"main\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t1\n"
              "\t\t\t}],\n"
              "\t\t\"nodes_left_out\":\t0\n"
              "\t},\n"
              "\t\"callees\":\t{\n"
              "\t\t\"event\":\t\"jdk.ExecutionSample\",\n"
              "\t\t\"samples\":\t15,\n"
              "\t\t\"samples_without_stack\":\t0,\n"
              "\t\t\"truncated_stacks\":\t1,\n"
              "\t\t\"duration_ns\":\t10000000000,\n"
              "\t\t\"of\":\t[\"b.D.rec\"],\n"
              "\t\t\"of_samples\":\t1,\n"
              "\t\t\"nodes\":\t[{\n"
              "\t\t\t\t\"depth\":\t0,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t0\n"
              "\t\t\t}, {\n"
              "\t\t\t\t\"depth\":\t1,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t0\n"
              "\t\t\t}, {\n"
              "\t\t\t\t\"depth\":\t2,\n"
              "\t\t\t\t\"class\":\t\"b.D\",\n"
              "\t\t\t\t\"method\":\t\"rec\",\n"
              "\t\t\t\t\"descriptor\":\t\"()V\",\n"
              "\t\t\t\t\"samples\":\t1,\n"
              "\t\t\t\t\"percent\":\t100,\n"
              "\t\t\t\t\"self\":\t1\n"
              "\t\t\t}],\n"
              "\t\t\"nodes_left_out\":\t0\n"
              "\t}\n"
              "}\n");
}
END_TEST

START_TEST(a_summary_has_what_was_recorded) {
    commanded("summary", STACKS, 10,
              "Recording\n"
              "  Version   2.1\n"
              "  Chunks    1\n"
              "  Start     2025-11-20 20:51:00.000 UTC\n"
              "  Duration  10.0 s\n"
              "\n"
              "event type           count  bytes  bytes %\n"
              "jdk.ExecutionSample     15    300     7.67\n"
              "jdk.Checkpoint           1    369     9.44\n"
              "jdk.Metadata             1  3,241    82.89\n");
    commanded("summary --format csv", STACKS, 10,
              "type,count,bytes\r\n"
              "jdk.ExecutionSample,15,300\r\n"
              "jdk.Checkpoint,1,369\r\n"
              "jdk.Metadata,1,3241\r\n");
}
END_TEST

/* So many places of one method that some share where they are remembered: each is itself. */
static void expect_places(const char *by, size_t count, size_t expected) {
    struct recording r = {0};
    struct jvm jvm = {0};
    char line[80];
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (size_t i = 0; i < 2 * count; i++) {
        char stack[60];
        snprintf(stack, sizeof stack, "A.leaf:%d A.main", (int)(i % count));
        jvm_sample(&r, 2000 + (int64_t)i, jvm_thread(&jvm, "main"), jvm_stack(&jvm, stack));
    }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    snprintf(line, sizeof line, "hot-methods --by %s --top 0 --format csv", by);
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    size_t lines = 0;
    for (const char *at = text_str(&result.out); *at; at++) lines += *at == '\n';
    ck_assert_msg(lines == 1 + expected, "%s: %zu rows", line, lines - 1);
    text_free(&result.out);
    text_free(&result.err);
    jvm_free(&jvm);
    recording_free(&r);
}

START_TEST(places_of_a_method_are_told_apart_however_many_there_are) {
    expect_places("bci", 1200, 1201);
    expect_places("line", 1200, 1201);
    expect_places("method", 1200, 2);
}
END_TEST

/* One of 20 ms, and each way in which a duration cannot be; none is none, and can. */
START_TEST(a_duration_that_cannot_be_is_left_out_and_said) {
    static const char told[] =
        "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C\n"
        "@1000 20 main a.A.ok a/M\n"
        "@2000 900000000 main a.A.long a/M\n"
        "@3000 -5 main a.A.back a/M\n"
        "@4000 0 main a.A.none a/M\n"
        "@5000 9223372036854 main a.A.huge a/M\n";
    struct child_result result = commanded_of("hot-methods --event lock --format csv", told, 60);
    ck_assert_ptr_nonnull(strstr(text_str(&result.out), "a.A.ok"));
    ck_assert_ptr_nonnull(strstr(text_str(&result.err),
                                 "3 durations are left out of all figures: negative, or much "
                                 "longer than the recording (3 of jdk.JavaMonitorEnter)"));
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told stacks");
    TCase *c = tcase_create("told stacks");
    tcase_add_test(c, rows_are_methods_lines_classes_packages_or_modules);
    tcase_add_test(c, stacks_are_chosen_by_frames_threads_states_and_times);
    tcase_add_test(c, a_tree_has_shares_of_what_is_above);
    tcase_add_test(c, callers_and_callees_are_those_of_the_method);
    tcase_add_test(c, collapsed_stacks_have_all_that_was_asked_for);
    tcase_add_test(c, bytes_are_counted_where_values_are);
    tcase_add_test(c, a_method_has_lines_callers_and_threads);
    tcase_add_test(c, a_summary_has_what_was_recorded);
    tcase_add_test(c, places_of_a_method_are_told_apart_however_many_there_are);
    tcase_add_test(c, a_duration_that_cannot_be_is_left_out_and_said);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
