/* Which methods of the JDK say by themselves why they have the time. */
#include "analyzers/rules/telling.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *class_name, *method, *says; /* NULL: nothing */
} cases[] = {
    {"java.util.HashMap$TreeNode", "find", "hashCode"},
    {"java.util.HashMap$TreeNode", "", "hashCode"},
    {"java.util.concurrent.ConcurrentHashMap$TreeNode", "findTreeNode", "hashCode"},
    {"java.util.concurrent.ConcurrentHashMap$TreeBin", "find", "hashCode"},
    {"java.util.HashMap", "getNode", NULL}, /* that is what maps are for */
    {"java.util.TreeMap$TreeNode", "find", NULL},
    {"java.util.LinkedList", "node", "by index"},
    {"java.util.LinkedList", "lastIndexOf", "element by element"},
    {"java.util.LinkedList", "nod", NULL},
    {"java.util.LinkedList", "nodes", NULL},
    {"java.util.LinkedList", "", NULL},
    {"java.util.LinkedList", " ", NULL},
    {"java.util.ArrayList", "indexOfRange", "element by element"},
    {"java.util.ArrayList", "indexOf", "element by element"},
    {"java.util.ArrayList", "OfRange", NULL},
    {"java.util.ArrayList", "grow", NULL},
    {"java.util.regex.Pattern", "sequence", "compiled"},
    {"java.util.regex.Pattern", "matcher", NULL},
    {"java.util.regex.Pattern$Curly", "match", NULL},
    {"acme.ArrayList", "indexOf", NULL},
};

START_TEST(a_method_that_has_time_for_one_reason_alone_says_it) {
    const char *said = telling_method(cases[_i].class_name, cases[_i].method);
    ck_assert_msg(!said == !cases[_i].says, "%s: %s", cases[_i].method, said ? said : "nothing");
    if (said) ck_assert_msg(strstr(said, cases[_i].says) != NULL, "%s", said);
}
END_TEST

START_TEST(what_says_whether_something_has_happened_gives_no_reason_for_its_time) {
    ck_assert(telling_looks("java.util.concurrent.ConcurrentLinkedQueue", "poll"));
    ck_assert(telling_looks("java.lang.Thread", "onSpinWait"));
    ck_assert(!telling_looks("java.util.concurrent.LinkedBlockingQueue", "poll")); /* may wait */
    ck_assert(!telling_looks("java.util.LinkedList", "node"));
    ck_assert_ptr_null(telling_method("java.lang.Thread", "onSpinWait"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("telling");
    TCase *c = tcase_create("telling");
    tcase_add_loop_test(c, a_method_that_has_time_for_one_reason_alone_says_it, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(c, what_says_whether_something_has_happened_gives_no_reason_for_its_time);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
