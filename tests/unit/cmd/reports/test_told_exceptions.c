/* What is told of exceptions: those recorded, and those only counted. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define EXCEPTIONS                                                                \
    "jdk.JavaExceptionThrow eventThread:T stackTrace:K thrownClass:C message:s\n" \
    "@1000*5/100 main a.E.<init>,a.App.parse a/E bad_1\n"                         \
    "@3000*2/100 w a.E.<init>,a.App.read a/E bad_2\n"                             \
    "@4000 w b.F.<init>,a.App.read b/F x\n"                                       \
    "jdk.ExceptionStatistics throwables:l\n"                                      \
    "@500*3/2000 100+50\n"

#define COUNTED_BY_TIME                         \
    "By time, as the JVM counted all of them\n" \
    "time (UTC)    count  per s\n"              \
    "20:51:00.500     10   25.0\n"              \
    "20:51:00.900     10   25.0\n"              \
    "20:51:01.300     10   25.0\n"              \
    "20:51:01.700     10   25.0\n"              \
    "20:51:02.100     10   25.0\n"              \
    "20:51:02.500     10   25.0\n"              \
    "20:51:02.900     10   25.0\n"              \
    "20:51:03.300     10   25.0\n"              \
    "20:51:03.700     10   25.0\n"              \
    "20:51:04.100     10   25.0\n"
START_TEST(exceptions_are_told_by_class_and_site) {
    commanded("exceptions --all", EXCEPTIONS, 60,
              "The recording has 8 exceptions, 88 % of them a.E.\n"
              "a.App.parse threw 62 % of them.\n"
              "The JVM counted 100 exceptions and errors while it recorded, 25 a second on "
              "average, up to 25.\n"
              "\n"
              "Classes\n"
              "count  share %  per s  messages  threads  first         last          class\n"
              "    7    87.50   0.12         2        2  20:51:01.000  20:51:03.100  a.E\n"
              "    1    12.50   0.02         1        1  20:51:04.000  20:51:04.000  b.F\n"
              "\n"
              "Messages (# for numbers and ids)\n"
              "count  share %  class  message\n"
              "    7    87.50  a.E    bad #\n"
              "    1    12.50  b.F    x\n"
              "\n"
              "Sites (first method that is neither a constructor nor the JDK's)\n"
              "count  share %  class  method\n"
              "    5    62.50  a.E    a.App.parse\n"
              "    2    25.00  a.E    a.App.read\n"
              "    1    12.50  b.F    a.App.read\n"
              "\n"
              "Sites, the JDK's, too (without constructors)\n"
              "count  share %  class  method\n"
              "    5    62.50  a.E    a.App.parse\n"
              "    2    25.00  a.E    a.App.read\n"
              "    1    12.50  b.F    a.App.read\n"
              "\n"
              "By time\n"
              "from          count  classes  threads\n"
              "20:51:00.000      8        2        2\n"
              "\n"
              "All exceptions and errors since the JVM started\n"
              "at first  at last  while recorded\n"
              "     100      200             100\n"
              "\n" COUNTED_BY_TIME "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool flame --event exception /proc/self/fd/100 (the stacks)\n");
    commanded("exceptions --all --format md --top 1", EXCEPTIONS, 60,
              "The recording has 8 exceptions, 88 % of them a.E.\n"
              "\n"
              "a.App.parse threw 62 % of them.\n"
              "\n"
              "The JVM counted 100 exceptions and errors while it recorded, 25 a second on "
              "average, up to 25.\n"
              "\n"
              "### Classes\n"
              "\n"
              "| count | share % | per s | messages | threads | first | last | class |\n"
              "|---:|---:|---:|---:|---:|---|---|---|\n"
              "| 7 | 87.50 | 0.12 | 2 | 2 | 20:51:01.000 | 20:51:03.100 | a.E |\n"
              "\n"
              "... and 1 more row; --top 0 shows all\n"
              "\n"
              "### Messages (# for numbers and ids)\n"
              "\n"
              "| count | share % | class | message |\n"
              "|---:|---:|---|---|\n"
              "| 7 | 87.50 | a.E | bad # |\n"
              "\n"
              "... and 1 more row; --top 0 shows all\n"
              "\n"
              "### Sites (first method that is neither a constructor nor the JDK's)\n"
              "\n"
              "| count | share % | class | method |\n"
              "|---:|---:|---|---|\n"
              "| 5 | 62.50 | a.E | a.App.parse |\n"
              "\n"
              "... and 2 more rows; --top 0 shows all\n"
              "\n"
              "### Sites, the JDK's, too (without constructors)\n"
              "\n"
              "| count | share % | class | method |\n"
              "|---:|---:|---|---|\n"
              "| 5 | 62.50 | a.E | a.App.parse |\n"
              "\n"
              "... and 2 more rows; --top 0 shows all\n"
              "\n"
              "### By time\n"
              "\n"
              "| from | count | classes | threads |\n"
              "|---|---:|---:|---:|\n"
              "| 20:51:00.000 | 8 | 2 | 2 |\n"
              "\n"
              "### All exceptions and errors since the JVM started\n"
              "\n"
              "| at first | at last | while recorded |\n"
              "|---:|---:|---:|\n"
              "| 100 | 200 | 100 |\n"
              "\n"
              "### By time, as the JVM counted all of them\n"
              "\n"
              "| time (UTC) | count | per s |\n"
              "|---|---:|---:|\n"
              "| 20:51:00.500 | 10 | 25.0 |\n"
              "| 20:51:00.900 | 10 | 25.0 |\n"
              "| 20:51:01.300 | 10 | 25.0 |\n"
              "| 20:51:01.700 | 10 | 25.0 |\n"
              "| 20:51:02.100 | 10 | 25.0 |\n"
              "| 20:51:02.500 | 10 | 25.0 |\n"
              "| 20:51:02.900 | 10 | 25.0 |\n"
              "| 20:51:03.300 | 10 | 25.0 |\n"
              "| 20:51:03.700 | 10 | 25.0 |\n"
              "| 20:51:04.100 | 10 | 25.0 |\n"
              "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "```\n"
              "Next: jfrtool flame --event exception /proc/self/fd/100 (the stacks)\n"
              "```\n");
}
END_TEST

#define COUNTED                              \
    "jdk.ExceptionStatistics throwables:l\n" \
    "@0 500\n"                               \
    "@1000 1500\n"                           \
    "@3000 1540\n"                           \
    "@10000 1540\n"

START_TEST(exceptions_that_are_only_counted_are_told_by_time_and_how_to_record_them) {
    commanded("exceptions", COUNTED, 10,
              "The JVM counted 1,040 exceptions and errors while it recorded, 104 a second on "
              "average, up to 1,000.\n"
              "Not recorded: which they are, and where they are thrown "
              "(jdk.JavaExceptionThrow#enabled=true).\n"
              "\n"
              "All exceptions and errors since the JVM started\n"
              "at first  at last  while recorded\n"
              "     500     1540            1040\n"
              "\n"
              "By time, as the JVM counted all of them\n"
              "time (UTC)    count   per s\n"
              "20:51:00.000   1000  1000.0\n"
              "20:51:01.000     20    20.0\n"
              "20:51:02.000     20    20.0\n"
              "20:51:03.000      0     0.0\n"
              "20:51:04.000      0     0.0\n"
              "20:51:05.000      0     0.0\n"
              "20:51:06.000      0     0.0\n"
              "20:51:07.000      0     0.0\n"
              "20:51:08.000      0     0.0\n"
              "20:51:09.000      0     0.0\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
}
END_TEST

#define ALLOCATED                                                                    \
    "jdk.ObjectAllocationSample eventThread:T stackTrace:K objectClass:C weight:l\n" \
    "@1000*2/100 main a.App.parse a/BadException 100\n"                              \
    "@2000*5/100 main java.lang.Throwable.fillInStackTrace,a.BadException.<init>,"   \
    "a.App.parse java/lang/Object 100\n"                                             \
    "@3000 main a.App.read a/Exceptional 100\n"

START_TEST(without_exceptions_those_among_sampled_allocations_are_an_estimate) {
    commanded("exceptions", ALLOCATED, 60,
              "An estimate from 7 sampled allocations: 71 % of the exceptions come from "
              "a.App.parse.\n"
              "\n"
              "Exceptions among sampled allocations (an estimate: one sample stands for many)\n"
              "samples  share %  class           method\n"
              "      5    71.43  (not sampled)   a.App.parse\n"
              "      2    28.57  a.BadException  a.App.parse\n"
              "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n");
}
END_TEST

START_TEST(with_exceptions_nothing_is_estimated) {
    commanded("exceptions",
              ALLOCATED
              "jdk.JavaExceptionThrow eventThread:T stackTrace:K thrownClass:C message:s\n"
              "@4000 w b.F.<init>,a.App.read b/F x\n",
              60,
              "The recording has 1 exception: b.F.\n"
              "a.App.read threw it.\n"
              "\n"
              "Classes\n"
              "count  share %  per s  messages  threads  first         last          class\n"
              "    1   100.00   0.02         1        1  20:51:04.000  20:51:04.000  b.F\n"
              "\n"
              "Sites (first method that is neither a constructor nor the JDK's)\n"
              "count  share %  class  method\n"
              "    1   100.00  b.F    a.App.read\n"
              "\n"
              "More with --all: Messages (# for numbers and ids); Sites, the JDK's, too (without "
              "constructors); By\n"
              "time\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool flame --event exception /proc/self/fd/100 (the stacks)\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told_exceptions");
    TCase *c = tcase_create("told_exceptions");
    tcase_add_test(c, exceptions_are_told_by_class_and_site);
    tcase_add_test(c, exceptions_that_are_only_counted_are_told_by_time_and_how_to_record_them);
    tcase_add_test(c, without_exceptions_those_among_sampled_allocations_are_an_estimate);
    tcase_add_test(c, with_exceptions_nothing_is_estimated);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
