/* Events by conditions, fields and groups, from recordings of a few of them. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define ORDERS                                                                  \
    "acme.Order id:l cost:d paid:b rate:f who:s kind:C eventThread:T stack:K\n" \
    "@1000 1 20 1 0.5 ann a/Book main a.A.sell:3,a.A.run:9,b.B.main\n"          \
    "@2000 2 5 0 1.5 bob a/Book w_1 a.A.sell:3,a.A.run:9,b.B.main\n"            \
    "@3000 3 20 1 0 ann a/Pen w_1 b.C.give\n"                                   \
    "@4000 4 70 0 2 cy a/Pen main a.A.sell:4,b.B.main\n"                        \
    "@5000 5 5 1 -1 ann [I w_2 a.A.sell:4,b.B.main\n"

/* Rows are aligned some hundreds at a time; their columns are named once. */
START_TEST(of_many_rows_the_columns_are_named_once) {
    static const int counts[] = {1, 499, 500, 501, 1000, 1001};
    char told[100];
    struct text expected = {0};
    text_add(&expected, "  id\n");
    for (int i = 0; i < counts[_i]; i++) text_addf(&expected, "%d\n", 1001 + i);
    snprintf(told, sizeof told, "acme.Order id:l\n@1000*%d/1 1001+1\n", counts[_i]);
    commanded("events --type=acme.Order --fields id", told, 60, text_str(&expected));
    text_free(&expected);
}
END_TEST

START_TEST(a_field_is_written_by_what_it_is) {
    commanded("events --type=acme.Order --stack 2", ORDERS, 60,
              "acme.Order\n"
              "  startTime    2025-11-20 20:51:01.000\n"
              "  id           1\n"
              "  cost         20.0 ms\n"
              "  paid         true\n"
              "  rate         0.5\n"
              "  who          ann\n"
              "  kind         a.Book\n"
              "  eventThread  main\n"
              "  stack        a.A.sell:3\n"
              "               a.A.run:9\n"
              "               ... 1 more\n"
              "\n"
              "acme.Order\n"
              "  startTime    2025-11-20 20:51:02.000\n"
              "  id           2\n"
              "  cost         5.00 ms\n"
              "  paid         false\n"
              "  rate         1.5\n"
              "  who          bob\n"
              "  kind         a.Book\n"
              "  eventThread  w 1\n"
              "  stack        a.A.sell:3\n"
              "               a.A.run:9\n"
              "               ... 1 more\n"
              "\n"
              "acme.Order\n"
              "  startTime    2025-11-20 20:51:03.000\n"
              "  id           3\n"
              "  cost         20.0 ms\n"
              "  paid         true\n"
              "  rate         0\n"
              "  who          ann\n"
              "  kind         a.Pen\n"
              "  eventThread  w 1\n"
              "  stack        b.C.give:7\n"
              "\n"
              "acme.Order\n"
              "  startTime    2025-11-20 20:51:04.000\n"
              "  id           4\n"
              "  cost         70.0 ms\n"
              "  paid         false\n"
              "  rate         2\n"
              "  who          cy\n"
              "  kind         a.Pen\n"
              "  eventThread  main\n"
              "  stack        a.A.sell:4\n"
              "               b.B.main:7\n"
              "\n"
              "acme.Order\n"
              "  startTime    2025-11-20 20:51:05.000\n"
              "  id           5\n"
              "  cost         5.00 ms\n"
              "  paid         true\n"
              "  rate         -1\n"
              "  who          ann\n"
              "  kind         int[]\n"
              "  eventThread  w 2\n"
              "  stack        a.A.sell:4\n"
              "               b.B.main:7\n");
    commanded("events --type=Order --fields startTime,stack,kind --format csv", ORDERS, 60,
              "startTime,stack,kind\r\n"
              "2025-11-20T20:51:01Z,a.A.sell:3,a.Book\r\n"
              "2025-11-20T20:51:02Z,a.A.sell:3,a.Book\r\n"
              "2025-11-20T20:51:03Z,b.C.give:7,a.Pen\r\n"
              "2025-11-20T20:51:04Z,a.A.sell:4,a.Pen\r\n"
              "2025-11-20T20:51:05Z,a.A.sell:4,int[]\r\n");
    commanded("events --type=Order --fields id,stack,eventThread --json --top 2", ORDERS, 60,
              "{\"events\":[\n"
              "{\"eventType\":\"acme.Order\",\"id\":1,\"stack\":{\"truncated\":false,\"frames\":[{"
              "\"method\":\"a.A.sell\",\"line\":3,\"type\":\"JIT "
              "compiled\"},{\"method\":\"a.A.run\",\"line\":9,\"type\":\"JIT "
              "compiled\"},{\"method\":\"b.B.main\",\"line\":7,\"type\":\"JIT "
              "compiled\"}]},\"eventThread\":{\"name\":\"main\",\"javaName\":null,\"javaThreadId\":"
              "0,\"osThreadId\":100,\"virtual\":false}},\n"
              "{\"eventType\":\"acme.Order\",\"id\":2,\"stack\":{\"truncated\":false,\"frames\":[{"
              "\"method\":\"a.A.sell\",\"line\":3,\"type\":\"JIT "
              "compiled\"},{\"method\":\"a.A.run\",\"line\":9,\"type\":\"JIT "
              "compiled\"},{\"method\":\"b.B.main\",\"line\":7,\"type\":\"JIT "
              "compiled\"}]},\"eventThread\":{\"name\":\"w 1\",\"javaName\":\"w "
              "1\",\"javaThreadId\":1,\"osThreadId\":101,\"virtual\":false}}\n"
              "]}\n");
}
END_TEST

START_TEST(rows_are_sorted_and_as_many_as_are_wanted) {
    commanded("events --type=Order --fields id,cost --sort cost --top 3", ORDERS, 60,
              "id     cost\n"
              " 4  70.0 ms\n"
              " 1  20.0 ms\n"
              " 3  20.0 ms\n");
    commanded("events --type=Order --fields id,cost --sort cost:asc --top 3", ORDERS, 60,
              "id     cost\n"
              " 2  5.00 ms\n"
              " 5  5.00 ms\n"
              " 1  20.0 ms\n");
    commanded("events --type=Order --fields id,who --sort who:asc --top 4", ORDERS, 60,
              "id  who\n"
              " 1  ann\n"
              " 3  ann\n"
              " 5  ann\n"
              " 2  bob\n");
    commanded("events --type=Order --fields id --sort rate --top 1", ORDERS, 60,
              "id\n"
              " 4\n");
    commanded("events --type=Order --fields id --from 2s --to 4s", ORDERS, 60,
              "id\n"
              " 2\n"
              " 3\n");
    commanded("events --type=Order --fields id --thread w", ORDERS, 60,
              "id\n"
              " 2\n"
              " 3\n"
              " 5\n");
}
END_TEST

START_TEST(conditions_take_events_at_their_bounds) {
    static const struct {
        const char *where, *ids;
    } cases[] = {
        {"cost>=20ms", "id\r\n1\r\n3\r\n4\r\n"},
        {"cost>20ms", "id\r\n4\r\n"},
        {"cost<=5ms", "id\r\n2\r\n5\r\n"},
        {"cost<5ms||id==3", "id\r\n3\r\n"},
        {"paid&&who~\"a.*\"", "id\r\n1\r\n3\r\n5\r\n"},
        {"!paid", "id\r\n2\r\n4\r\n"},
        {"rate>0.5", "id\r\n2\r\n4\r\n"},
        {"rate<=0", "id\r\n3\r\n5\r\n"},
        {"who!=\"ann\"", "id\r\n2\r\n4\r\n"},
        {"id!=1&&id!=2&&id<5", "id\r\n3\r\n4\r\n"},
        {"kind==\"a.Pen\"", "id\r\n3\r\n4\r\n"},
        {"stack.top==\"b.C.give\"", "id\r\n3\r\n"},
        {"eventThread==\"main\"", "id\r\n1\r\n4\r\n"},
        {"id_in_(1,4)", "id\r\n1\r\n4\r\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[200];
        snprintf(line, sizeof line, "events --type=Order --fields id --format csv --where %s",
                 cases[i].where);
        commanded(line, ORDERS, 60, cases[i].ids);
    }
}
END_TEST

START_TEST(groups_have_what_is_asked_of_them) {
    commanded("events --type=Order --by who --show count,sum(cost),avg(cost),min(cost),max(id)",
              ORDERS, 60,
              "count  sum(cost)  avg(cost)  min(cost)  max(id)  who\n"
              "    3    45.0 ms    15.0 ms    5.00 ms        5  ann\n"
              "    1    5.00 ms    5.00 ms    5.00 ms        2  bob\n"
              "    1    70.0 ms    70.0 ms    70.0 ms        4  cy\n"
              "\n"
              "5 events in 3 groups\n");
    commanded("events --type=Order --by kind,paid --show count,p50(cost),p99(cost),unique(who)",
              ORDERS, 60,
              "count  p50(cost)  p99(cost)  unique(who)  kind    paid\n"
              "    1    5.00 ms    5.00 ms            1  a.Book  false\n"
              "    1    20.0 ms    20.0 ms            1  a.Book  true\n"
              "    1    70.0 ms    70.0 ms            1  a.Pen   false\n"
              "    1    20.0 ms    20.0 ms            1  a.Pen   true\n"
              "    1    5.00 ms    5.00 ms            1  int[]   true\n"
              "\n"
              "5 events in 5 groups\n");
    commanded("events --type=Order --by stack.topFrame --format csv", ORDERS, 60,
              "count,stack_topFrame\r\n"
              "4,a.A.sell\r\n"
              "1,b.C.give\r\n");
    commanded("events --type=Order --by 2s --show count,first(id),last(id)", ORDERS, 60,
              "startTime                count  first(id)  last(id)\n"
              "2025-11-20 20:51:00.000      1          1         1\n"
              "2025-11-20 20:51:02.000      2          2         3\n"
              "2025-11-20 20:51:04.000      2          4         5\n"
              "\n"
              "5 events in 3 groups\n");
    commanded("events --type=Order --by who --top 1 --show sum(rate)", ORDERS, 60,
              "sum(rate)  who\n"
              "        2  cy\n"
              "... and 2 more groups; --top 0 shows all\n"
              "\n"
              "5 events in 3 groups\n");
}
END_TEST

START_TEST(what_cannot_be_is_said) {
    commanded("events --type=Order --where cost>x", ORDERS, 60,
              "jfrtool: --where: acme.Order has no field x\n"
              "jfrtool:   cost>x\n"
              "jfrtool:        ^\n"
              "jfrtool: there are: startTime, id, cost, paid, rate, who, kind, eventThread, "
              "eventThread.javaThreadId, eventThread.osThreadId, stack, stack.top, stack.line, "
              "stack.depth, stack.truncated, stack.text\n");
    commanded("events --type=Order --fields idd", ORDERS, 60,
              "jfrtool: acme.Order has no field idd\n"
              "jfrtool: did you mean id? there are: startTime, id, cost, paid, rate, who, kind, "
              "eventThread, eventThread.javaThreadId, eventThread.osThreadId, stack, stack.top, "
              "stack.line, stack.depth, stack.truncated, stack.text\n");
    commanded("events --type=Ordr", ORDERS, 60,
              "jfrtool: no event type of the recording is called Ordr\n"
              "jfrtool: did you mean acme.Order? jfrtool file info lists the types with events, "
              "jfrtool events --types all types\n");
    commanded("events --type=Order --where id>99", ORDERS, 60,
              "jfrtool: none of the 5 events of acme.Order meets the condition\n");
    commanded("events --type=Order --by idd", ORDERS, 60,
              "jfrtool: acme.Order has no field idd\n"
              "jfrtool: did you mean id? there are: startTime, id, cost, paid, rate, who, kind, "
              "eventThread, eventThread.javaThreadId, eventThread.osThreadId, stack, stack.top, "
              "stack.line, stack.depth, stack.truncated, stack.text\n");
    commanded("events --type=Order --by who --show sum(who)", ORDERS, 60,
              "jfrtool: --show: sum(who) needs numbers, and who is not a number; count, first, "
              "last, unique and list take any field\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told events");
    TCase *c = tcase_create("told events");
    tcase_add_loop_test(c, of_many_rows_the_columns_are_named_once, 0, 6);
    tcase_add_test(c, a_field_is_written_by_what_it_is);
    tcase_add_test(c, rows_are_sorted_and_as_many_as_are_wanted);
    tcase_add_test(c, conditions_take_events_at_their_bounds);
    tcase_add_test(c, groups_have_what_is_asked_of_them);
    tcase_add_test(c, what_cannot_be_is_said);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
