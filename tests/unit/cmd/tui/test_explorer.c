/* The explorer: rows, tabs, searching. */
#include "tests/support/explorer.h"
#include "tests/support/suite.h"

/* ==== Rows ================================================================================== */

START_TEST(methods_are_sorted_by_what_they_do_themselves_or_in_all) {
    title_is("title  40 samples of jdk.ExecutionSample\n");
    rows_are("   [self]       %     total       %  method\n"
             ">       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n");
    command_is("jfrtool hot-methods --top 0 'a b.jfr'");
    keys("s");
    rows_are("     self       %   [total]       %  method\n"
             ">       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             "        0    0.00        15   37.50  a.Pool.loop\n");
    command_is("jfrtool hot-methods --top 0 --sort total 'a b.jfr'");
}
END_TEST

START_TEST(rows_scroll_as_far_as_there_are_some) {
    e.screen.lines = 10; /* room for three */
    key(KEY_UP, 1);
    rows_are("   [self]       %     total       %  method\n"
             ">       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n");
    key(KEY_DOWN, 3);
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             ">        0    0.00        25   62.50  a.Main.main\n");
    key(KEY_DOWN, 5);
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             ">        0    0.00        15   37.50  a.Pool.loop\n");
    key(KEY_UP, 2);
    rows_are("   [self]       %     total       %  method\n"
             ">        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             "        0    0.00        15   37.50  a.Pool.loop\n");
    key(KEY_HOME, 1);
    rows_are("   [self]       %     total       %  method\n"
             ">       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n");
    key(KEY_END, 1);
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             ">        0    0.00        15   37.50  a.Pool.loop\n");
    key(KEY_PAGE_UP, 1);
    rows_are("   [self]       %     total       %  method\n"
             ">        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n");
    keys(" k");
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             ">        0    0.00        25   62.50  a.Main.main\n"
             "        0    0.00        15   37.50  a.Pool.loop\n");
    key(KEY_WHEEL_UP, 1);
    rows_are("   [self]       %     total       %  method\n"
             ">       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n");
    key(KEY_WHEEL_DOWN, 1);
    keys("j");
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             ">        0    0.00        15   37.50  a.Pool.loop\n");
}
END_TEST

START_TEST(callers_and_callees_are_of_the_method_that_was_entered) {
    keys("3");
    rows_are("  samples       %  callers of everything\n"
             ">       30   75.00  b.Sum.add\n"
             "       20   50.00    a.Work.run\n"
             "       20   50.00      a.Main.main\n"
             "       10   25.00    a.Pool.loop\n");
    command_is("jfrtool hot-methods --tree --reverse 'a b.jfr'");
    keys("4");
    rows_are("  samples       %  callees of everything\n"
             ">       25   62.50  a.Main.main\n"
             "       25   62.50    a.Work.run\n"
             "       20   50.00      b.Sum.add\n"
             "       15   37.50  a.Pool.loop\n");
    command_is("jfrtool hot-methods --tree 'a b.jfr'");
    keys("2\r");
    ck_assert_int_eq(e.tab, TAB_CALLERS);
    rows_are("  samples       %  callers of b.Sum.add\n"
             ">       30  100.00  b.Sum.add\n"
             "       20   66.67    a.Work.run\n"
             "       20   66.67      a.Main.main\n"
             "       10   33.33    a.Pool.loop\n");
    command_is("jfrtool hot-methods --callers b.Sum.add 'a b.jfr'");
    keys("4");
    rows_are("  samples       %  callees of b.Sum.add\n"
             ">       30  100.00  b.Sum.add\n");
    keys("3j\n");
    rows_are("  samples       %  callers of a.Work.run\n"
             ">       25  100.00  a.Work.run\n"
             "       25  100.00    a.Main.main\n");
    command_is("jfrtool hot-methods --callers a.Work.run 'a b.jfr'");
}
END_TEST

START_TEST(a_thread_that_is_entered_is_all_that_is_left) {
    keys("6");
    rows_are("[samples]       %  thread\n"
             ">       25   62.50  main\n"
             "       10   25.00  w 1\n"
             "        5   12.50  (no name)\n");
    keys("j\r");
    ck_assert_int_eq(e.tab, TAB_METHODS);
    title_is("title  10 samples of jdk.ExecutionSample  thread w 1\n");
    rows_are("   [self]       %     total       %  method\n"
             ">       10  100.00        10  100.00  b.Sum.add\n"
             "        0    0.00        10  100.00  a.Pool.loop\n");
    command_is("jfrtool hot-methods --top 0 --thread '^w 1$' 'a b.jfr'");
    keys("6");
    rows_are("[samples]       %  thread\n"
             "       25   62.50  main\n"
             ">       10   25.00  w 1\n"
             "        5   12.50  (no name)\n");
    keys("u");
    title_is("title  40 samples of jdk.ExecutionSample\n");
    keys("u");
    ck_assert_str_eq(text_str(&e.said), "nothing is filtered");
}
END_TEST

START_TEST(a_method_filters_and_is_taken_back_before_the_thread) {
    keys("6\rjjf");
    title_is("title  25 samples of jdk.ExecutionSample  thread main  with \n");
    rows_are("   [self]       %     total       %  method\n"
             ">       20   80.00        20   80.00  b.Sum.add\n"
             "        5   20.00        25  100.00  a.Work.run\n"
             "        0    0.00        25  100.00  a.Main.main\n");
    command_is(
        "jfrtool hot-methods --top 0 --thread '^main$' --include '^a\\.Main\\.main$' 'a b.jfr'");
    keys("u");
    title_is("title  25 samples of jdk.ExecutionSample  thread main\n");
    keys("fx");
    title_is("title  40 samples of jdk.ExecutionSample\n");
    keys("6f");
    ck_assert_str_eq(text_str(&e.said), "this row is no method");
}
END_TEST

/* ==== Tabs ================================================================================== */

START_TEST(tabs_are_as_wide_as_there_is_room) {
    static const struct {
        int columns;
        const char *line;
    } widths[] = {
        {94, "1Findings >2Methods 3Callers 4Callees 5Flame 6Threads 7GC 8Locks 9I/O 0Events \n"},
        {95, "1 Findings  >2 Methods  3 Callers  4 Callees  5 Flame  6 Threads  7 GC  8 Locks  9 "
             "I/O  0 Events\n"},
        {76, "1Findings >2Methods 3Callers 4Callees 5Flame 6Threads 7GC 8Locks 9I/O 0Events\n"},
        {75, "1 >2Methods 3 4 5 6 7 8 9 0 \n"}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        e.screen.columns = widths[i].columns;
        shows(LINE_TABS, LINE_TABS, widths[i].line);
    }
}
END_TEST

START_TEST(a_click_on_a_tab_opens_it) {
    e.screen.columns = 110;
    for (int tab = TAB_OVERVIEW; tab < TAB_COUNT; tab++) text_add(&e.body[tab], "a\nb\n");
    static const struct {
        int column;
        enum tab tab;
    } clicks[] = {{0, TAB_OVERVIEW}, {11, TAB_OVERVIEW}, {12, TAB_METHODS}, {22, TAB_METHODS},
                  {23, TAB_CALLERS}, {94, TAB_EVENTS},   {200, TAB_EVENTS}};
    for (size_t i = 0; i < sizeof clicks / sizeof *clicks; i++) {
        mouse(KEY_PRESS, clicks[i].column, LINE_TABS);
        ck_assert_int_eq(e.tab, clicks[i].tab);
    }
    keys("1");
    ck_assert_int_eq(e.tab, TAB_OVERVIEW);
    key(KEY_BACK_TAB, 1);
    ck_assert_int_eq(e.tab, TAB_EVENTS);
    keys("9");
    ck_assert_int_eq(e.tab, TAB_IO);
    keys("\t");
    ck_assert_int_eq(e.tab, TAB_EVENTS);
    keys("\t0");
    ck_assert_int_eq(e.tab, TAB_EVENTS);
    ck_assert(!take((struct key_press){.key = 'q'}));
}
END_TEST

START_TEST(a_click_on_a_row_chooses_it_and_another_enters) {
    mouse(KEY_PRESS, 3, LINE_BODY + 1);
    rows_are("   [self]       %     total       %  method\n"
             "       30   75.00        30   75.00  b.Sum.add\n"
             ">        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n");
    mouse(KEY_PRESS, 3, LINE_BODY + 5); /* below the last */
    rows_are("   [self]       %     total       %  method\n"
             "       30   75.00        30   75.00  b.Sum.add\n"
             ">        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n");
    mouse(KEY_PRESS, 3, LINE_BODY + 1);
    ck_assert_int_eq(e.tab, TAB_CALLERS);
}
END_TEST

START_TEST(what_a_command_writes_is_moved_by_lines_and_aside) {
    text_add(&e.body[TAB_GC],
             "one\ntwo 3456789.123456789.123456789.123456789\nthree\nfour\nfive\nsix");
    keys("7");
    rows_are("jfrtool gc (r: the next report)\n"
             ">one\n"
             "two 3456789.123456789.123456789.123456789\n"
             "three\n"
             "four\n");
    keys("j>");
    rows_are("jfrtool gc (r: the next report)\n"
             "\n"
             ">9.123456789.123456789\n"
             "\n"
             "\n");
    keys("jjjj<");
    rows_are("jfrtool gc (r: the next report)\n"
             "three\n"
             "four\n"
             "five\n"
             ">six\n");
    key(KEY_UP, 4);
    rows_are("jfrtool gc (r: the next report)\n"
             ">two 3456789.123456789.123456789.123456789\n"
             "three\n"
             "four\n"
             "five\n");
    keys("/THREE\r");
    rows_are("jfrtool gc (r: the next report)\n"
             "two 3456789.123456789.123456789.123456789\n"
             ">three\n"
             "four\n"
             "five\n");
    keys("?");
    shows(LINE_HEAD, LINE_HEAD, "1 .. 9, 0, Tab      another tab\n");
    keys("??");
    shows(LINE_HEAD, LINE_HEAD, "1 .. 9, 0, Tab      another tab\n");
    command_is("jfrtool gc 'a b.jfr'");
}
END_TEST

START_TEST(a_click_on_a_heading_sorts_by_it) {
    const struct {
        int column;
        enum hot_sort sort;
    } clicks[] = {{17, HOT_BY_SELF},  {18, HOT_BY_TOTAL}, {35, HOT_BY_TOTAL},
                  {36, HOT_BY_TOTAL}, {0, HOT_BY_SELF},   {36, HOT_BY_SELF}};
    for (size_t i = 0; i < sizeof clicks / sizeof *clicks; i++) {
        mouse(KEY_PRESS, clicks[i].column, LINE_HEAD);
        ck_assert_int_eq(e.model.sort, clicks[i].sort);
    }
    keys("6");
    mouse(KEY_PRESS, 18, LINE_HEAD);
    rows_are("  samples       %  [thread]\n"
             ">        5   12.50  (no name)\n"
             "       25   62.50  main\n"
             "       10   25.00  w 1\n");
    mouse(KEY_PRESS, 17, LINE_HEAD);
    ck_assert(!e.pools.by_name);
    keys("s");
    ck_assert(e.pools.by_name);
}
END_TEST

START_TEST(threads_of_a_pool_are_one_row_until_it_is_opened) {
    stacks_sample(&samples.profile, "a.Pool.loop", "w 2", NULL, 5 * SECOND, 7);
    explorer_apply(&e);
    keys("6");
    rows_are("[samples]       %  thread\n"
             ">       25   53.19  main\n"
             "       17   36.17  + w * (2)\n"
             "        5   10.64  (no name)\n");
    keys("j\r");
    rows_are("[samples]       %  thread\n"
             "       25   53.19  main\n"
             ">       17   36.17  - w * (2)\n"
             "       10   21.28      w 1\n"
             "        7   14.89      w 2\n");
    keys("jj\r");
    title_is("title  7 samples of jdk.ExecutionSample  thread w 2\n");
    keys("6kk\r");
    ck_assert_uint_eq(e.pools.rows.len, 3);
    keys("/W 2\r");
    rows_are("[samples]       %  thread\n"
             "       25   53.19  main\n"
             "       17   36.17  - w * (2)\n"
             "       10   21.28      w 1\n"
             ">        7   14.89      w 2\n");
}
END_TEST

START_TEST(escape_closes_what_is_open_and_f1_is_help) {
    key(KEY_F1, 1);
    ck_assert(e.helps);
    key(KEY_ESCAPE, 1);
    ck_assert(!e.helps);
    keys("\r");
    ck_assert_uint_ne(e.method, MODEL_NONE);
    key(KEY_ESCAPE, 1);
    ck_assert_uint_eq(e.method, MODEL_NONE);
    keys("5");
    key(KEY_DOWN, 1);
    keys("\r");
    ck_assert_uint_ne(e.flame_root, 0);
    key(KEY_ESCAPE, 1);
    ck_assert_uint_eq(e.flame_root, 0);
    key(KEY_ESCAPE, 1);
    ck_assert_int_eq(e.tab, TAB_FLAME);
}
END_TEST

START_TEST(tabs_that_a_rule_warns_of_are_marked_and_two_recordings_have_one_more) {
    static const char *two[] = {"a.jfr", "b.jfr"};
    e.screen.columns = 120;
    e.warned[TAB_OVERVIEW] = e.warned[TAB_LOCKS] = true;
    shows(LINE_TABS, LINE_TABS,
          "1 Findings!  >2 Methods  3 Callers  4 Callees  5 Flame  6 Threads  7 GC  8 Locks!  9 "
          "I/O  0 Events  \n");
    keys("-");
    ck_assert_int_eq(e.tab, TAB_METHODS);
    paths = (struct text_list){.items = two, .len = 2};
    text_add(&e.body[TAB_DIFF], "2 methods changed");
    shows(LINE_TABS, LINE_TABS,
          "1 Findings!  >2 Methods  3 Callers  4 Callees  5 Flame  6 Threads  7 GC  8 Locks!  9 "
          "I/O  0 Events  - Diff  \n");
    keys("-");
    ck_assert_int_eq(e.tab, TAB_DIFF);
    command_is("jfrtool diff a.jfr b.jfr");
}
END_TEST

/* ==== What is said ========================================================================== */

START_TEST(what_is_said_is_of_the_last_key) {
    keys("u");
    ck_assert_str_eq(text_str(&e.said), "nothing is filtered");
    key(KEY_NONE, 1); /* the beginning of another */
    ck_assert_str_eq(text_str(&e.said), "nothing is filtered");
    keys("j");
    ck_assert_str_eq(text_str(&e.said), "");
    keys("uu");
    ck_assert_str_eq(text_str(&e.said), "nothing is filtered");
    keys("s");
    ck_assert_str_eq(text_str(&e.said), "");
    keys("y");
    ck_assert_str_eq(text_str(&e.said), "jfrtool hot-methods --top 0 --sort total 'a b.jfr'");
    keys("y3");
    ck_assert_str_eq(text_str(&e.said), "");
    keys("u/");
    ck_assert_str_eq(text_str(&e.said), "");
    keys("u\r");
    ck_assert_ptr_null(strstr(text_str(&e.said), "nothing is filtered"));
    keys("/zz\rn");
    ck_assert_str_eq(text_str(&e.said), "\"zz\" is nowhere here");
    keys("/y");
    ck_assert_str_eq(text_str(&e.said), "");
    key(KEY_ESCAPE, 1);
    ck_assert_str_eq(text_str(&e.said), "");
}
END_TEST

/* ==== Searching ============================================================================= */

START_TEST(a_search_goes_round) {
    keys("/ADD\r");
    ck_assert_uint_eq(e.lists[TAB_METHODS].chosen, 0);
    keys("/a.\r");
    rows_are("   [self]       %     total       %  method\n"
             "       30   75.00        30   75.00  b.Sum.add\n"
             ">        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n");
    keys("n");
    rows_are("   [self]       %     total       %  method\n"
             "       30   75.00        30   75.00  b.Sum.add\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             ">        0    0.00        25   62.50  a.Main.main\n");
    keys("n");
    rows_are("   [self]       %     total       %  method\n"
             "        5   12.50        25   62.50  a.Work.run\n"
             "        5   12.50         5   12.50  c.Wait.park\n"
             "        0    0.00        25   62.50  a.Main.main\n"
             ">        0    0.00        15   37.50  a.Pool.loop\n");
    keys("/zz\x7f\x7f\x7fq\r");
    ck_assert_str_eq(text_str(&e.said), "\"q\" is nowhere here");
    keys("/add\x1b");
    key(KEY_ESCAPE, 1);
    ck_assert_uint_eq(e.search.len, 0);
    keys("n");
    ck_assert_str_eq(text_str(&e.said), "");
    keys("6/W 1\n");
    rows_are("[samples]       %  thread\n"
             "       25   62.50  main\n"
             ">       10   25.00  w 1\n"
             "        5   12.50  (no name)\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("explorer");
    TCase *c = tcase_create("explorer");
    tcase_add_checked_fixture(c, explorer_set_up, explorer_clean_up);
    tcase_add_test(c, methods_are_sorted_by_what_they_do_themselves_or_in_all);
    tcase_add_test(c, rows_scroll_as_far_as_there_are_some);
    tcase_add_test(c, callers_and_callees_are_of_the_method_that_was_entered);
    tcase_add_test(c, a_thread_that_is_entered_is_all_that_is_left);
    tcase_add_test(c, a_method_filters_and_is_taken_back_before_the_thread);
    tcase_add_test(c, tabs_are_as_wide_as_there_is_room);
    tcase_add_test(c, a_click_on_a_tab_opens_it);
    tcase_add_test(c, a_click_on_a_row_chooses_it_and_another_enters);
    tcase_add_test(c, what_a_command_writes_is_moved_by_lines_and_aside);
    tcase_add_test(c, a_click_on_a_heading_sorts_by_it);
    tcase_add_test(c, threads_of_a_pool_are_one_row_until_it_is_opened);
    tcase_add_test(c, escape_closes_what_is_open_and_f1_is_help);
    tcase_add_test(c, tabs_that_a_rule_warns_of_are_marked_and_two_recordings_have_one_more);
    tcase_add_test(c, what_is_said_is_of_the_last_key);
    tcase_add_test(c, a_search_goes_round);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
