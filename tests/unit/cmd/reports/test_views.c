/* Views of recordings whose JVM did not have all of their fields yet. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

static const struct {
    const char *line, *told, *expected;
} cases[] = {
    {"view finalizers --format csv",
     "jdk.FinalizerStatistics finalizableClass:C objects:l totalFinalizersRun:l\n"
     "@1000 a/B 3 4\n@2000 a/B 5 6\n@2000 a/A 5 7\n",
     "class_overriding_finalize,finalizable_objects_on_heap,finalizers_run\r\na.A,5,7\r\na.B,5,"
     "6\r\n"},
    {"view finalizers --format csv",
     "jdk.FinalizerStatistics finalizableClass:C objects:l\n@1000 a/B 3\n@2000 a/B 5\n",
     "class_overriding_finalize,finalizable_objects_on_heap,finalizers_run\r\na.B,5,\r\n"},
    {"view finalizers --format csv",
     "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l\n@2000 a/B 6\n",
     "class_overriding_finalize,finalizable_objects_on_heap,finalizers_run\r\na.B,,6\r\n"},
    {"view container-cpu-usage --format csv", "jdk.ContainerCPUUsage cpuUserTime:d\n@2000 6\n",
     "cpu_time,cpu_user_time,cpu_system_time\r\n,6000000,\r\n"},
    {"view container-cpu-usage --format csv", "jdk.ContainerCPUUsage cpuTime:d\n@2000 6\n",
     "cpu_time,cpu_user_time,cpu_system_time\r\n6000000,,\r\n"},
    {"view class-loaders --format csv",
     "jdk.ClassLoaderStatistics classCount:l classLoaderData:l\n@1000 3 1\n@2000 4 1\n",
     "class_loader,hidden_classes,classes\r\nnull-bootstrap,,4\r\n"},
};

START_TEST(fields_that_are_not_there_are_missing) {
    commanded(cases[_i].line, cases[_i].told, 60, cases[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("views");
    TCase *c = tcase_create("views");
    tcase_add_loop_test(c, fields_that_are_not_there_are_missing, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
