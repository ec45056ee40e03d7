/* What processor.h says, against what the compiler's own library says, and the system's list. */
#include "base/processor.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)

/* As /proc/cpuinfo has it of the first processor. */
static bool listed(const char *name) {
    static char line[1 << 14];
    bool found = false;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        if (strncmp(line, "flags", 5) != 0) continue;
        for (char *rest, *word = strtok_r(line, " \t\n", &rest); word && !found;
             word = strtok_r(NULL, " \t\n", &rest))
            found = strcmp(word, name) == 0;
        break;
    }
    if (file) fclose(file);
    return found;
}

START_TEST(says_what_the_system_lists) {
    bool all = listed("avx2") && listed("bmi1") && listed("bmi2") && listed("popcnt");
    ck_assert_int_eq(processor_has_avx2(), all);
}
END_TEST

START_TEST(says_what_the_compiler_says) {
    bool all = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    bool slow = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    ck_assert_int_eq(processor_has_avx2(), all);
    ck_assert_int_eq(processor_has_fast_pdep(), all && !slow);
}
END_TEST

#else

START_TEST(others_have_none_of_it) {
    ck_assert(!processor_has_avx2());
    ck_assert(!processor_has_fast_pdep());
}
END_TEST

#endif

int main(void) {
    Suite *s = suite_create("processor");
    TCase *c = tcase_create("processor");
#if defined(__x86_64__)
    tcase_add_test(c, says_what_the_system_lists);
    tcase_add_test(c, says_what_the_compiler_says);
#else
    tcase_add_test(c, others_have_none_of_it);
#endif
    suite_add_tcase(s, c);
    return suite_run(s);
}
