/* The explorer: the line of time and the flame graph. */
#include "tests/support/explorer.h"
#include "tests/support/suite.h"

/* ==== Time ================================================================================== */

START_TEST(a_window_begins_and_ends_at_the_mark) {
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "^===========================================================\n"
            "|00:00:00           |00:00:03           |00:00:06\n");
    key(KEY_RIGHT, 10);
    keys("[");
    title_is("title  35 samples of jdk.ExecutionSample  1970-01-01 00:00:0\n");
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "      ====^=================================================\n"
            "|00:00:00           |00:00:03           |00:00:06\n");
    key(KEY_RIGHT, 15);
    keys("]");
    title_is("title  15 samples of jdk.ExecutionSample  1970-01-01 00:00:0\n");
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "      ================== ^                                  \n"
            "|00:00:00           |00:00:03           |00:00:06\n");
    rows_are("   [self]       %     total       %  method\n"
             ">       12   80.00        12   80.00  b.Sum.add\n"
             "        3   20.00        15  100.00  a.Work.run\n"
             "        0    0.00        15  100.00  a.Main.main\n");
    command_is("jfrtool hot-methods --top 0 --from 1970-01-01T00:00:01Z --to 1970-01-01T00:00:04Z "
               "'a b.jfr'");
    key(KEY_LEFT, 19);
    keys("]");
    title_is("title  5 samples of jdk.ExecutionSample  1970-01-01 00:00:00\n");
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "======^                                                     \n"
            "|00:00:00           |00:00:03           |00:00:06\n");
    key(KEY_RIGHT, 99);
    keys("[");
    title_is("title  3 samples of jdk.ExecutionSample  1970-01-01 00:00:09\n");
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "                                                      =====^\n"
            "|00:00:00           |00:00:03           |00:00:06\n");
    key(KEY_LEFT, 99);
    keys("[");
    title_is("title  40 samples of jdk.ExecutionSample\n");
    keys("u");
    title_is("title  40 samples of jdk.ExecutionSample\n");
}
END_TEST

START_TEST(a_window_is_drawn_with_the_mouse) {
    mouse(KEY_DRAG, 20, LINE_BARS);
    title_is("title  40 samples of jdk.ExecutionSample\n");
    mouse(KEY_PRESS, 24, LINE_BARS);
    mouse(KEY_RELEASE, 24, LINE_BARS);
    title_is("title  40 samples of jdk.ExecutionSample\n");
    mouse(KEY_PRESS, 59, LINE_BARS); /* the last; what is right of it is none other */
    mouse(KEY_RELEASE, 60, LINE_BARS);
    title_is("title  40 samples of jdk.ExecutionSample\n");
    mouse(KEY_PRESS, 24, LINE_MARKS);
    mouse(KEY_DRAG, 12, LINE_MARKS);
    title_is("title  10 samples of jdk.ExecutionSample  1970-01-01 00:00:0\n");
    mouse(KEY_RELEASE, 8, LINE_TABS);
    title_is("title  15 samples of jdk.ExecutionSample  1970-01-01 00:00:0\n");
    mouse(KEY_DRAG, 30, LINE_BARS);
    title_is("title  15 samples of jdk.ExecutionSample  1970-01-01 00:00:0\n");
    mouse(KEY_PRESS, -1, LINE_WINDOW);
    mouse(KEY_RELEASE, 99, LINE_WINDOW);
    title_is("title  40 samples of jdk.ExecutionSample\n");
    time_is("@    @     @     @     @     +     +     +     +     +      \n"
            "===========================================================^\n"
            "|00:00:00           |00:00:03           |00:00:06\n");
}
END_TEST

START_TEST(samples_without_times_have_no_line_of_time) {
    profile_free(&samples.profile);
    model_free(&e.model);
    samples.profile = (struct profile){.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES};
    stacks_sample(&samples.profile, "a.B.c", "t", NULL, PROFILE_NO_TIME, 2);
    model_open(&e.model, &samples);
    explorer_apply(&e);
    keys("[]");
    mouse(KEY_PRESS, 3, LINE_BARS);
    mouse(KEY_RELEASE, 9, LINE_BARS);
    title_is("title  2 samples of jdk.ExecutionSample\n");
    time_is("\n"
            "\n"
            "\n");
    rows_are("   [self]       %     total       %  method\n"
             ">        2  100.00         2  100.00  a.B.c\n");
}
END_TEST

/* ==== The flame graph ======================================================================= */

START_TEST(the_flame_graph_is_walked_by_parents_children_and_neighbours) {
    keys("5");
    rows_are("40 samples, 100.00 %, 0 on top  all\n"
             ">all                                                        |\n"
             "a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    key(KEY_UP, 1);
    rows_are("40 samples, 100.00 %, 0 on top  all\n"
             ">all                                                        |\n"
             "a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    key(KEY_DOWN, 1);
    rows_are("25 samples, 62.50 %, 0 on top  a.Main.main\n"
             "all                                                        |\n"
             ">a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    keys("lh");
    rows_are("25 samples, 62.50 %, 0 on top  a.Main.main\n"
             "all                                                        |\n"
             ">a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    keys("l");
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             "all                                                        |\n"
             "a.Main.main                         | >a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    keys("l");
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             "all                                                        |\n"
             "a.Main.main                         | >a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    key(KEY_DOWN, 1);
    rows_are("10 samples, 25.00 %, 10 on top  b.Sum.add\n"
             "all                                                        |\n"
             "a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | >b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    keys("l");
    key(KEY_DOWN, 1);
    rows_are("5 samples, 12.50 %, 5 on top  c.Wait.park\n"
             "all                                                        |\n"
             "a.Main.main                         | a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | >park  |\n"
             "b.Sum.add                    |                              \n");
    key(KEY_UP, 1);
    keys("\r");
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             ">a.Pool.loop                                                |\n"
             "b.Sum.add                              |c.Wait.park        |\n"
             "                                                            \n");
    key(KEY_UP, 1);
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             ">a.Pool.loop                                                |\n"
             "b.Sum.add                              |c.Wait.park        |\n"
             "                                                            \n");
    keys("\r");
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             "all                                                        |\n"
             "a.Main.main                         | >a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    command_is("jfrtool flame -o flame.svg 'a b.jfr'");
}
END_TEST

START_TEST(a_click_on_a_frame_makes_it_the_root) {
    keys("5");
    mouse(KEY_PRESS, 59, LINE_BODY + 1);
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             ">a.Pool.loop                                                |\n"
             "b.Sum.add                              |c.Wait.park        |\n"
             "                                                            \n");
    mouse(KEY_PRESS, 0, LINE_BODY + 4);
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             ">a.Pool.loop                                                |\n"
             "b.Sum.add                              |c.Wait.park        |\n"
             "                                                            \n");
    mouse(KEY_PRESS, 0, LINE_BODY);
    rows_are("15 samples, 37.50 %, 0 on top  a.Pool.loop\n"
             "all                                                        |\n"
             "a.Main.main                         | >a.Pool.loop          |\n"
             "a.Work.run                          | b.Sum.add    | park  |\n"
             "b.Sum.add                    |                              \n");
    ck_assert_uint_eq(flame_at(&e, LINE_BODY - 1, 3), MODEL_NONE);
    ck_assert_uint_eq(flame_at(&e, LINE_BODY, -1), MODEL_NONE);
    ck_assert_uint_eq(flame_at(&e, LINE_BODY, 60), MODEL_NONE);
    ck_assert_uint_eq(flame_at(&e, LINE_BODY, 59), 0);
}
END_TEST

START_TEST(two_levels_share_a_line_where_there_are_letters_and_colours_for_it) {
    e.utf8 = true;
    e.colors = PEN_256;
    keys("5");
    key(KEY_DOWN, 2);
    keys("d");
    rows_are("25 samples, 62.50 %, 5 on top  a.Work.run\n"
             "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n"
             "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀\n");
    key(KEY_UP, 1);
    key(KEY_UP, 1);
    rows_are("40 samples, 100.00 %, 0 on top  all\n"
             "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n"
             "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀\n");
    e.colors = PEN_16;
    rows_are("40 samples, 100.00 %, 0 on top  all\n"
             ">all                                                        ▏\n"
             "a.Main.main                         ▏ a.Pool.loop          ▏\n"
             "a.Work.run                          ▏ b.Sum.add    ▏ park  ▏\n"
             "b.Sum.add                    ▏                              \n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("explorer views");
    TCase *c = tcase_create("explorer views");
    tcase_add_checked_fixture(c, explorer_set_up, explorer_clean_up);
    tcase_add_test(c, a_window_begins_and_ends_at_the_mark);
    tcase_add_test(c, a_window_is_drawn_with_the_mouse);
    tcase_add_test(c, samples_without_times_have_no_line_of_time);
    tcase_add_test(c, the_flame_graph_is_walked_by_parents_children_and_neighbours);
    tcase_add_test(c, a_click_on_a_frame_makes_it_the_root);
    tcase_add_test(c, two_levels_share_a_line_where_there_are_letters_and_colours_for_it);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
