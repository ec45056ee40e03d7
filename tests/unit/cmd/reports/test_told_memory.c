/* Memory of the JVM by what it and the system say, in recordings of a few events. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define NATIVE                                              \
    "jdk.NativeMemoryUsage type:s committed:l reserved:l\n" \
    "@1000 Heap 1000 0\n"                                   \
    "@2000 Heap 3000 0\n"                                   \
    "@3000 Heap 2000 0\n"                                   \
    "@1000*2/1000 Class 500+-100 0\n"                       \
    "@1000*2/1000 GC 70 0\n"                                \
    "@1000*2/1000 Code 70 0\n"                              \
    "@1000*2/1000 Arena 90 0\n"                             \
    "@1000 Other -5 0\n"                                    \
    "@2000*2/1000 Late 7+1 0\n"                             \
    "jdk.GCHeapSummary when:s heapUsed:l\n"                 \
    "@1000 After_GC 5\n"                                    \
    "jdk.NativeMemoryUsageTotal committed:l reserved:l\n"   \
    "@1000*3/1000 2000+50 0\n"                              \
    "jdk.ResidentSetSize size:l peak:l\n"                   \
    "@1000 4000 5000\n"                                     \
    "@2000 9000 9000\n"                                     \
    "@3000 3000 9000\n"                                     \
    "jdk.JavaThreadStatistics activeCount:l\n"              \
    "@500 12\n"                                             \
    "@4000 15\n"                                            \
    "jdk.DirectBufferStatistics memoryUsed:l count:l\n"     \
    "@1000 100 1\n"                                         \
    "@2000 -1 1\n"                                          \
    "@3000 50 1\n"                                          \
    "jdk.MetaspaceSummary metaspace:m\n"                    \
    "@1000*2/1000 300+20\n"

#define MALLOC                                           \
    "profiler.Malloc address:l size:l stackTrace:K\n"    \
    "@100 1 50 c.malloc,a.App.keep,a.App.main\n"         \
    "@200 2 60 c.malloc,a.App.keep,a.App.main\n"         \
    "@300 3 70 c.malloc,a.App.free,a.App.main\n"         \
    "@9500 4 80 c.malloc,a.App.late,a.App.main\n"        \
    "@9800*2/10 5+1 10 c.malloc,a.App.keep,a.App.main\n" \
    "profiler.Free address:l\n"                          \
    "@5000 3\n"

#define HEAP                                 \
    "jdk.GCHeapSummary when:s heapUsed:l\n"  \
    "@1000*20/400 After_GC 1000000+50000\n"  \
    "@1100*20/400 Before_GC 9000000+50000\n" \
    "jdk.GCHeapConfiguration maxSize:l\n"    \
    "@0 100000000\n"

#define STEADY                              \
    "jdk.GCHeapSummary when:s heapUsed:l\n" \
    "@1000*20/400 After_GC 1000000\n"

START_TEST(memory_of_the_jvm_is_what_it_was_at_first_at_last_and_at_most) {
    commanded("leaks", NATIVE, 10,
              "Too few collections to say whether the heap grows.\n"
              "\n"
              "Memory\n"
              "  Heap after GC   too few collections to say whether it grows\n"
              "  Resident        3.91 KiB at first, 2.93 KiB at last\n"
              "  JVM, committed  1.95 KiB at first, 2.05 KiB at last\n"
              "  Metaspace       300 B at first, 320 B at last\n"
              "  Direct buffers  100 B at first, 50 B at last\n"
              "  Threads         12 at first, 15 at last\n"
              "\n"
              "Memory of the JVM, committed\n"
              " first      last      most   growth  type\n"
              "1000 B  1.95 KiB  2.93 KiB  +1000 B  Heap\n"
              "   7 B       8 B       8 B     +1 B  Late\n"
              "  90 B      90 B      90 B      0 B  Arena\n"
              "  70 B      70 B      70 B      0 B  Code\n"
              "  70 B      70 B      70 B      0 B  GC\n"
              " 500 B     400 B     500 B   -100 B  Class\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
    commanded("leaks --format csv", NATIVE, 10,
              "start_ns,bytes,change_bytes\r\n"
              "\r\n"
              "samples,samples_percent,bytes,oldest_age_ns,youngest_age_ns,class,site\r\n"
              "\r\n"
              "first,last,classes,metaspace_bytes,name,type\r\n"
              "\r\n"
              "first,last,most,growth,type\r\n"
              "1000,2000,3000,1000,Heap\r\n"
              "7,8,8,1,Late\r\n"
              "90,90,90,0,Arena\r\n"
              "70,70,70,0,Code\r\n"
              "70,70,70,0,GC\r\n"
              "500,400,500,-100,Class\r\n"
              "\r\n"
              "early_bytes,early_allocations,bytes,allocations,function\r\n");
}
END_TEST

START_TEST(what_grew_most_comes_first_and_the_rest_is_counted) {
    commanded("leaks --top 2", NATIVE, 10,
              "Too few collections to say whether the heap grows.\n"
              "\n"
              "Memory\n"
              "  Heap after GC   too few collections to say whether it grows\n"
              "  Resident        3.91 KiB at first, 2.93 KiB at last\n"
              "  JVM, committed  1.95 KiB at first, 2.05 KiB at last\n"
              "  Metaspace       300 B at first, 320 B at last\n"
              "  Direct buffers  100 B at first, 50 B at last\n"
              "  Threads         12 at first, 15 at last\n"
              "\n"
              "Memory of the JVM, committed\n"
              " first      last      most   growth  type\n"
              "1000 B  1.95 KiB  2.93 KiB  +1000 B  Heap\n"
              "   7 B       8 B       8 B     +1 B  Late\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
}
END_TEST

START_TEST(a_window_has_what_was_said_in_it) {
    commanded("leaks --to 2s --format csv", NATIVE, 10,
              "start_ns,bytes,change_bytes\r\n"
              "\r\n"
              "samples,samples_percent,bytes,oldest_age_ns,youngest_age_ns,class,site\r\n"
              "\r\n"
              "first,last,classes,metaspace_bytes,name,type\r\n"
              "\r\n"
              "first,last,most,growth,type\r\n"
              "1000,1000,1000,0,Heap\r\n"
              "500,500,500,0,Class\r\n"
              "90,90,90,0,Arena\r\n"
              "70,70,70,0,Code\r\n"
              "70,70,70,0,GC\r\n"
              "\r\n"
              "early_bytes,early_allocations,bytes,allocations,function\r\n");
    commanded("leaks --from 2s --format csv", NATIVE, 10,
              "jfrtool: the filters leave out the 1 event of GCHeapSummary\n");
}
END_TEST

START_TEST(what_was_allocated_early_and_not_freed_is_told_by_function) {
    commanded("leaks", MALLOC, 10,
              "How much heap collections leave is not recorded.\n"
              "\n"
              "Memory\n"
              "  Heap after GC  not recorded\n"
              "  Not freed      210 B in 5 sampled allocations, 110 B from before the last tenth "
              "of the time\n"
              "\n"
              "Native memory that was allocated and not freed\n"
              "early  times    all  times  allocated by\n"
              "110 B      2  130 B      4  a.App.keep\n"
              "  0 B      0   80 B      1  a.App.late\n"
              "  early: allocated before the last tenth of the time, and so more likely a leak\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
    commanded("leaks --format csv", MALLOC, 10,
              "start_ns,bytes,change_bytes\r\n"
              "\r\n"
              "samples,samples_percent,bytes,oldest_age_ns,youngest_age_ns,class,site\r\n"
              "\r\n"
              "first,last,classes,metaspace_bytes,name,type\r\n"
              "\r\n"
              "first,last,most,growth,type\r\n"
              "\r\n"
              "early_bytes,early_allocations,bytes,allocations,function\r\n"
              "110,2,130,4,a.App.keep\r\n"
              "0,0,80,1,a.App.late\r\n");
}
END_TEST

START_TEST(a_heap_that_grows_is_full_some_day) {
    commanded("leaks --all", HEAP, 10,
              "After collections the heap grows by 122 KiB/s, from 977 KiB to 1.81 MiB of 95.4 "
              "MiB; full in 13 min\n"
              "4 s.\n"
              "\n"
              "Memory\n"
              "  Heap after GC  grows by 122 KiB/s, from 977 KiB to 1.81 MiB of 95.4 MiB; full in "
              "13 min 4 s\n"
              "\n"
              "Smallest heap after collections\n"
              "time (UTC)      in use     change\n"
              "20:51:01.000   977 KiB\n"
              "20:51:01.800  1.05 MiB  +97.7 KiB\n"
              "20:51:02.600  1.14 MiB  +97.7 KiB\n"
              "20:51:03.400  1.24 MiB  +97.7 KiB\n"
              "20:51:04.200  1.34 MiB  +97.7 KiB\n"
              "20:51:05.000  1.43 MiB  +97.7 KiB\n"
              "20:51:05.800  1.53 MiB  +97.7 KiB\n"
              "20:51:06.600  1.62 MiB  +97.7 KiB\n"
              "20:51:07.400  1.72 MiB  +97.7 KiB\n"
              "20:51:08.200  1.81 MiB  +97.7 KiB\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
    commanded("leaks --format csv", STEADY, 10,
              "start_ns,bytes,change_bytes\r\n"
              "1763671861000000000,1000000,\r\n"
              "1763671861800000000,1000000,0\r\n"
              "1763671862600000000,1000000,0\r\n"
              "1763671863400000000,1000000,0\r\n"
              "1763671864200000000,1000000,0\r\n"
              "1763671865000000000,1000000,0\r\n"
              "1763671865800000000,1000000,0\r\n"
              "1763671866600000000,1000000,0\r\n"
              "1763671867400000000,1000000,0\r\n"
              "1763671868200000000,1000000,0\r\n"
              "\r\n"
              "samples,samples_percent,bytes,oldest_age_ns,youngest_age_ns,class,site\r\n"
              "\r\n"
              "first,last,classes,metaspace_bytes,name,type\r\n"
              "\r\n"
              "first,last,most,growth,type\r\n"
              "\r\n"
              "early_bytes,early_allocations,bytes,allocations,function\r\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told memory");
    TCase *c = tcase_create("told memory");
    tcase_add_test(c, memory_of_the_jvm_is_what_it_was_at_first_at_last_and_at_most);
    tcase_add_test(c, what_grew_most_comes_first_and_the_rest_is_counted);
    tcase_add_test(c, a_window_has_what_was_said_in_it);
    tcase_add_test(c, what_was_allocated_early_and_not_freed_is_told_by_function);
    tcase_add_test(c, a_heap_that_grows_is_full_some_day);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
