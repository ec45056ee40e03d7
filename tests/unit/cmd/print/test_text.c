/* Events as text: values in words. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define EVENTS                                                              \
    "acme.Event n:l span:d flag:b part:f words:s type:C thread:T stack:K\n" \
    "@5000 7 20 1 0.5 a_b java/lang/String main A.leaf:12,A.main\n"         \
    "@6000 -1 0 0 2 \"\\ [[I worker A.leaf~,A.main\n"                       \
    "@7123 0 1500 1 -1e99 x [Ljava/lang/Object; a_b A.leaf,B.c,B.d,B.e,B.f,B.g\n"

START_TEST(values_are_written_in_the_words_of_the_jdk) {
    commanded("print", EVENTS, 60,
              "acme.Event {\n"
              "  startTime = 20:51:05.000 (2025-11-20)\n"
              "  n = 7\n"
              "  span = 20.0 ms\n"
              "  flag = true\n"
              "  part = 0.5\n"
              "  words = \"a b\"\n"
              "  type = java.lang.String (classLoader = null)\n"
              "  thread = \"null\" (osThreadId = 100)\n"
              "  stack = [\n"
              "    A.leaf() line: 12\n"
              "    A.main() line: 7\n"
              "  ]\n"
              "}\n"
              "\n"
              "acme.Event {\n"
              "  startTime = 20:51:06.000 (2025-11-20)\n"
              "  n = -1\n"
              "  span = 0 s\n"
              "  flag = false\n"
              "  part = 2.0\n"
              "  words = \"\"\\\"\n"
              "  type = int[][] (classLoader = null)\n"
              "  thread = \"worker\" (javaThreadId = 1)\n"
              "  stack = [\n"
              "    A.main() line: 7\n"
              "  ]\n"
              "}\n"
              "\n"
              "acme.Event {\n"
              "  startTime = 20:51:07.123 (2025-11-20)\n"
              "  n = 0\n"
              "  span = 1.50 s\n"
              "  flag = true\n"
              "  part = -1.0E99\n"
              "  words = \"x\"\n"
              "  type = java.lang.Object[] (classLoader = null)\n"
              "  thread = \"a b\" (javaThreadId = 2)\n"
              "  stack = [\n"
              "    A.leaf() line: 7\n"
              "    B.c() line: 7\n"
              "    B.d() line: 7\n"
              "    B.e() line: 7\n"
              "    B.f() line: 7\n"
              "    ...\n"
              "  ]\n"
              "}\n"
              "\n");
}
END_TEST

START_TEST(a_stack_ends_where_as_many_frames_were_written_as_are_wanted) {
    static const char *const lines[] = {"print --stack-depth 1", "print --stack-depth 2",
                                        "print --stack-depth 6", "print --stack-depth 7"};
    static const char *const expected[] = {"acme.Event {\n"
                                           "  startTime = 20:51:05.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.leaf() line: 7\n"
                                           "    ...\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n"
                                           "acme.Event {\n"
                                           "  startTime = 20:51:06.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.a() line: 7\n"
                                           "    ...\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n",
                                           "acme.Event {\n"
                                           "  startTime = 20:51:05.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.leaf() line: 7\n"
                                           "    B.c() line: 7\n"
                                           "    ...\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n"
                                           "acme.Event {\n"
                                           "  startTime = 20:51:06.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.a() line: 7\n"
                                           "    A.b() line: 7\n"
                                           "    ...\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n",
                                           "acme.Event {\n"
                                           "  startTime = 20:51:05.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.leaf() line: 7\n"
                                           "    B.c() line: 7\n"
                                           "    B.d() line: 7\n"
                                           "    B.e() line: 7\n"
                                           "    B.f() line: 7\n"
                                           "    B.g() line: 7\n"
                                           "    ...\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n"
                                           "acme.Event {\n"
                                           "  startTime = 20:51:06.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.a() line: 7\n"
                                           "    A.b() line: 7\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n",
                                           "acme.Event {\n"
                                           "  startTime = 20:51:05.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.leaf() line: 7\n"
                                           "    B.c() line: 7\n"
                                           "    B.d() line: 7\n"
                                           "    B.e() line: 7\n"
                                           "    B.f() line: 7\n"
                                           "    B.g() line: 7\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n"
                                           "acme.Event {\n"
                                           "  startTime = 20:51:06.000 (2025-11-20)\n"
                                           "  stack = [\n"
                                           "    A.a() line: 7\n"
                                           "    A.b() line: 7\n"
                                           "  ]\n"
                                           "}\n"
                                           "\n"};
    for (size_t i = 0; i < 4; i++)
        commanded(lines[i], "acme.Event stack:K\n@5000 A.leaf,B.c,B.d,B.e,B.f,B.g\n@6000 A.a,A.b\n",
                  60, expected[i]);
}
END_TEST

START_TEST(exact_numbers_have_all_their_digits) {
    commanded("print --exact", EVENTS, 60,
              "acme.Event {\n"
              "  startTime = 20:51:05.000000000 (2025-11-20)\n"
              "  n = 7\n"
              "  span = 0.020000000 s\n"
              "  flag = true\n"
              "  part = 0.5\n"
              "  words = \"a b\"\n"
              "  type = java.lang.String (classLoader = null)\n"
              "  thread = \"null\" (osThreadId = 100)\n"
              "  stack = [\n"
              "    A.leaf() line: 12\n"
              "    A.main() line: 7\n"
              "  ]\n"
              "}\n"
              "\n"
              "acme.Event {\n"
              "  startTime = 20:51:06.000000000 (2025-11-20)\n"
              "  n = -1\n"
              "  span = 0.000000000 s\n"
              "  flag = false\n"
              "  part = 2.0\n"
              "  words = \"\"\\\"\n"
              "  type = int[][] (classLoader = null)\n"
              "  thread = \"worker\" (javaThreadId = 1)\n"
              "  stack = [\n"
              "    A.main() line: 7\n"
              "  ]\n"
              "}\n"
              "\n"
              "acme.Event {\n"
              "  startTime = 20:51:07.123000000 (2025-11-20)\n"
              "  n = 0\n"
              "  span = 1.500000000 s\n"
              "  flag = true\n"
              "  part = -1.0E99\n"
              "  words = \"x\"\n"
              "  type = java.lang.Object[] (classLoader = null)\n"
              "  thread = \"a b\" (javaThreadId = 2)\n"
              "  stack = [\n"
              "    A.leaf() line: 7\n"
              "    B.c() line: 7\n"
              "    B.d() line: 7\n"
              "    B.e() line: 7\n"
              "    B.f() line: 7\n"
              "    ...\n"
              "  ]\n"
              "}\n"
              "\n");
}
END_TEST

#define ONE "acme.Event span:d part:f words:s stack:K\n@5000 1500 -1e99 a_<b A.leaf~,A.main\n"

/* What XML cannot say is replaced; what is no letter of ASCII is a number. */
START_TEST(xml_has_characters_as_it_allows_them) {
    static const char *const said[][2] = {{"\x01", "&#65533;"},
                                          {"\x1F", "&#65533;"},
                                          {"\x7F", "&#127;"},
                                          {"\r", "&#13;"},
                                          {"\t", "\t"},
                                          {"~", "~"},
                                          {"\xC3\xA9", "&#233;"},
                                          {"\xEF\xBF\xBD", "&#65533;"},
                                          {"\xEF\xBF\xBE", "&#65533;"},
                                          {"\xEF\xBF\xBF", "&#65533;"},
                                          {"\xF0\x90\x80\x80", "&#65536;"},
                                          {"\xED\xA0\x80", "&#65533;"},
                                          {"&<>\"'", "&amp;&lt;&gt;&quot;&apos;"}};
    char told[100], expected[400];
    snprintf(told, sizeof told, "acme.Event words:s\n@5000 a%sz\n", said[_i][0]);
    snprintf(expected, sizeof expected,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<recording xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
             "  <events>\n"
             "    <event type=\"acme.Event\">\n"
             "      <value name=\"startTime\">2025-11-20T20:51:05Z</value>\n"
             "      <value name=\"words\">a%sz</value>\n"
             "    </event>\n\n"
             "  </events>\n"
             "</recording>\n",
             said[_i][1]);
    commanded("print --xml", told, 60, expected);
}
END_TEST

START_TEST(json_and_xml_have_values_as_programs_read_them) {
    commanded("print --json --stack-depth 1", ONE, 60,
              "{\n"
              "  \"recording\": {\n"
              "    \"events\": [{\n"
              "      \"type\": \"acme.Event\", \n"
              "      \"values\": {\n"
              "        \"startTime\": \"2025-11-20T20:51:05Z\", \n"
              "        \"span\": \"PT1.5S\", \n"
              "        \"part\": -1.0E99, \n"
              "        \"words\": \"a <b\", \n"
              "        \"stack\": {\n"
              "          \"truncated\": false, \n"
              "          \"frames\": [{\n"
              "            \"method\": {\n"
              "              \"type\": {\n"
              "                \"name\": \"A\", \n"
              "                \"package\": null\n"
              "              }, \n"
              "              \"name\": \"leaf\", \n"
              "              \"descriptor\": \"()V\", \n"
              "              \"modifiers\": 1, \n"
              "              \"hidden\": true\n"
              "            }, \n"
              "            \"lineNumber\": 7, \n"
              "            \"bytecodeIndex\": 3, \n"
              "            \"type\": \"JIT compiled\"\n"
              "          }]\n"
              "        }\n"
              "      }\n"
              "    }]\n"
              "  }\n"
              "}");
    commanded("print --xml --stack-depth 1", ONE, 60,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<recording xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
              "  <events>\n"
              "    <event type=\"acme.Event\">\n"
              "      <value name=\"startTime\">2025-11-20T20:51:05Z</value>\n"
              "      <value name=\"span\">PT1.5S</value>\n"
              "      <value name=\"part\">-1.0E99</value>\n"
              "      <value name=\"words\">a &lt;b</value>\n"
              "      <struct name=\"stack\">\n"
              "        <value name=\"truncated\">false</value>\n"
              "        <array name=\"frames\" size=\"2\">\n"
              "          <struct index=\"0\">\n"
              "            <struct name=\"method\">\n"
              "              <struct name=\"type\">\n"
              "                <value name=\"name\">A</value>\n"
              "                <struct name=\"package\" xsi:nil=\"true\"/>\n"
              "              </struct>\n"
              "              <value name=\"name\">leaf</value>\n"
              "              <value name=\"descriptor\">()V</value>\n"
              "              <value name=\"modifiers\">1</value>\n"
              "              <value name=\"hidden\">true</value>\n"
              "            </struct>\n"
              "            <value name=\"lineNumber\">7</value>\n"
              "            <value name=\"bytecodeIndex\">3</value>\n"
              "            <value name=\"type\">JIT compiled</value>\n"
              "          </struct>\n"
              "        </array>\n"
              "      </struct>\n"
              "    </event>\n"
              "\n"
              "  </events>\n"
              "</recording>\n");
}
END_TEST

START_TEST(only_events_of_a_window_and_type_are_written) {
    static const char two[] = "acme.A n:l\n@1000 1\n@2000 2\nacme.B n:l\n@1500 3\n";
    commanded("print --events B", two, 60,
              "acme.B {\n"
              "  startTime = 20:51:01.500 (2025-11-20)\n"
              "  n = 3\n"
              "}\n"
              "\n");
    commanded("print --from 1500ms --to 2s", two, 60,
              "acme.B {\n"
              "  startTime = 20:51:01.500 (2025-11-20)\n"
              "  n = 3\n"
              "}\n"
              "\n");
    commanded("print --events acme.*", two, 60,
              "acme.A {\n"
              "  startTime = 20:51:01.000 (2025-11-20)\n"
              "  n = 1\n"
              "}\n"
              "\n"
              "acme.B {\n"
              "  startTime = 20:51:01.500 (2025-11-20)\n"
              "  n = 3\n"
              "}\n"
              "\n"
              "acme.A {\n"
              "  startTime = 20:51:02.000 (2025-11-20)\n"
              "  n = 2\n"
              "}\n"
              "\n");
    commanded(
        "print --events C", two, 60,
        "jfrtool: no event type of the recording is called C; did you mean acme.A or acme.B?\n");
}
END_TEST

/* Each letter, and what is next to letters; an array has brackets, and a size only where it is
 * known. */
START_TEST(arrays_are_of_the_primitive_that_the_letter_says) {
    for (int letter = '0'; letter <= 'z'; letter++) {
        static const char letters[] = "BCDFIJSZ";
        static const char *const names[] = {"byte", "char", "double", "float",
                                            "int",  "long", "short",  "boolean"};
        const char *at = strchr(letters, letter), *name = "<unknown-descriptor-type>";
        char told[80], expected[80];
        if (letter == 'L' || strchr("[\\_^`,", letter)) continue;
        if (at) name = names[at - letters];
        snprintf(told, sizeof told, "acme.E c:C\n@1000 [[%c\n", letter);
        snprintf(expected, sizeof expected, " c = %s[][] (classLoader", name);
        struct child_result result = commanded_of("print", told, 10);
        ck_assert_msg(strstr(text_str(&result.out), expected), "%s is not in\n%s", expected,
                      text_str(&result.out));
        text_free(&result.out);
        text_free(&result.err);
    }
}
END_TEST

/* The numbers of the events that are printed. */
static void expect_numbers(const char *line, const char *expected) {
    struct child_result result =
        commanded_of(line, "acme.E n:l\n@1000 11\n@3000 33\n@5000 55\n", 10);
    struct text numbers = {0};
    for (const char *at = text_str(&result.out); (at = strstr(at, "  n = ")); at++)
        text_add_bytes(&numbers, at + 6, 3);
    ck_assert_msg(strcmp(text_str(&numbers), expected) == 0, "%s: %s", line, text_str(&numbers));
    text_free(&numbers);
    text_free(&result.out);
    text_free(&result.err);
}

START_TEST(events_are_those_of_the_window_whichever_of_its_ends_is_given) {
    expect_numbers("print", "11\n33\n55\n");
    expect_numbers("print --from 3s", "33\n55\n");
    expect_numbers("print --to 4s", "11\n33\n");
    expect_numbers("print --from 1s --to 4s", "11\n33\n");
    expect_numbers("print --from 4s --to 4.5s", "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text");
    TCase *c = tcase_create("text");
    tcase_add_test(c, values_are_written_in_the_words_of_the_jdk);
    tcase_add_test(c, a_stack_ends_where_as_many_frames_were_written_as_are_wanted);
    tcase_add_test(c, exact_numbers_have_all_their_digits);
    tcase_add_loop_test(c, xml_has_characters_as_it_allows_them, 0, 13);
    tcase_add_test(c, json_and_xml_have_values_as_programs_read_them);
    tcase_add_test(c, only_events_of_a_window_and_type_are_written);
    tcase_add_test(c, arrays_are_of_the_primitive_that_the_letter_says);
    tcase_add_test(c, events_are_those_of_the_window_whichever_of_its_ends_is_given);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
