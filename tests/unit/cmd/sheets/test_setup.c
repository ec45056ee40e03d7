/* The JVM that recorded, as a sheet: each part with what is there, at both sides of what it leaves
 * out. */
#include "cmd/sheets/setup.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <stdio.h>

static struct tables tables;

static int64_t t(const char *text) {
    return made_text(&tables, text);
}

static void begin(void) {
    made_tables(&tables, &setup_wishes);
    t("");
}

enum { SHORT, ALL, PROGRAMS };

/* What is said of the tables, to people or to programs. */
static char *said(int how, bool secrets) {
    static const struct sheet_style style = {.ascii = true};
    const struct setup_view view = {
        .tables = &tables, .zone = {.kind = ZONE_OFFSET}, .all = how == ALL, .secrets = secrets};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, how == PROGRAMS ? FORMAT_JSON : FORMAT_TEXT);
    sheet.raw = secrets;
    setup_describe(&view, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    return text_take(&out);
}

/* All that people are told, with secrets. */
static void expect(int how, const char *expected) {
    char *text = said(how, true);
    ck_assert_str_eq(text, expected);
    free(text);
}

/* Programs are told it, without the blanks between the parts of JSON. */
static void expect_json(const char *expected) {
    char *text = said(PROGRAMS, true), *to = text;
    for (const char *c = text; *c; c++)
        if (*c != '\t' && *c != '\n') *to++ = *c;
    *to = 0;
    ck_assert_msg(strstr(text, expected) != NULL, "%s\nis not in %s", expected, text);
    free(text);
}

static void end(void) {
    made_tables_free(&tables);
}

#define S INT64_C(1000000000)
#define NONE JFR_NULL_ID
#define ROWS(event, columns, ...)                                                            \
    do {                                                                                     \
        const int64_t cells_[] = {__VA_ARGS__};                                              \
        made_rows(&tables, event, columns, sizeof cells_ / sizeof *cells_ / strlen(columns), \
                  cells_);                                                                   \
    } while (0)

START_TEST(nothing_is_said_of_what_is_not_recorded) {
    begin();
    ck_assert(!setup_is_known(&tables));
    expect(SHORT, "");
    expect_json("{\"jvms\":[],\"container\":null,\"flags\":[],\"flag_changes\":[],\"agents\":[],"
                "\"settings\":[],\"recordings\":[],\"system_properties\":[],\"environment\":[],"
                "\"modules\":[]}");
    end();
    begin();
    ROWS("jdk.ActiveRecording", "nttnn", 1, t("r"), NONE, 0, 0); /* the last of them */
    ck_assert(setup_is_known(&tables));
    end();
    begin();
    ROWS("jdk.JVMInformation", "ntttttnn", 1, NONE, NONE, NONE, NONE, NONE, 1, 1); /* the first */
    ck_assert(setup_is_known(&tables));
    end();
}
END_TEST

#define JVM_AT(start) 1, t("VM"), NONE, t(""), NONE, NONE, 7, start

/* Two recorders see its start a little apart, in ms or ns. */
START_TEST(a_jvm_is_the_same_up_to_two_seconds_apart) {
    static const struct {
        int64_t first, second;
        enum jfr_unit unit;
        size_t jvms;
    } cases[] = {
        {5000, 5000, JFR_UNIT_NONE, 1},
        {5000, 7000, JFR_UNIT_NONE, 1},
        {5000, 7001, JFR_UNIT_NONE, 2},
        {7000, 5000, JFR_UNIT_NONE, 1},
        {7001, 5000, JFR_UNIT_NONE, 2},
        {5 * S, 7 * S, JFR_UNIT_NS_TIME, 1},
        {5 * S, 7 * S + 1, JFR_UNIT_NS_TIME, 2},
        {7 * S + 1, 5 * S, JFR_UNIT_NS_TIME, 2},
        {JFR_NULL_INT, JFR_NULL_INT, JFR_UNIT_NONE, 1},
        {JFR_NULL_INT, 5000, JFR_UNIT_NONE, 2},
        {INT64_MAX, JFR_NULL_INT, JFR_UNIT_NONE, 1}, /* so many ms are no time */
    };
    size_t count = 0;
    begin();
    ROWS("jdk.JVMInformation", "ntttttnn", JVM_AT(cases[_i].first), JVM_AT(cases[_i].second));
    made_table(&tables, "jdk.JVMInformation")->columns[7].unit = cases[_i].unit;
    char *text = said(SHORT, true);
    for (const char *at = text; (at = strstr(at, "JVM\n")); at++) count++;
    ck_assert_msg(count == cases[_i].jvms, "%s", text);
    free(text);
    end();
}
END_TEST

START_TEST(a_jvm_is_told_with_what_is_known_of_it) {
    begin();
    ROWS("jdk.JVMInformation", "ntttttnn", 1, t("VM"), t("17"), t("-Dtoken=abc"), t("f"),
         t("app.Main"), 7, 5000, 1, t("VM"), NONE, t(""), NONE, NONE, 8, JFR_NULL_INT, 1, t("VM"),
         NONE, t(""), NONE, NONE, JFR_NULL_INT, 0);
    expect(SHORT, "The recording is of 3 JVMs.\n"
                  "\nJVM\n"
                  "  Name        VM\n"
                  "  Version     17\n"
                  "  Arguments   -Dtoken=abc\n"
                  "  Flags file  f\n"
                  "  Program     app.Main\n"
                  "  Process     7\n"
                  "  Started     1970-01-01 00:00:05, UTC\n"
                  "\nJVM\n"
                  "  Name        VM\n"
                  "  Process     8\n"
                  "\nJVM\n"
                  "  Name        VM\n"
                  "  Started     1970-01-01 00:00:00, UTC\n");
    expect_json(
        "\"jvms\":[{\"name\":\"VM\",\"version\":\"17\",\"arguments\":\"-Dtoken=abc\","
        "\"flags\":\"f\",\"java_arguments\":\"app.Main\",\"pid\":7,\"start_ns\":5000000000}, "
        "{\"name\":\"VM\",\"version\":null,\"arguments\":\"\",\"flags\":null,"
        "\"java_arguments\":null,\"pid\":8,\"start_ns\":null}");
    char *masked = said(SHORT, false);
    ck_assert_ptr_nonnull(strstr(masked, "-Dtoken=***\n"));
    ck_assert_ptr_nonnull(strstr(masked, "\n\nValues that look like secrets are ***; shown with"));
    free(masked);
    end();
}
END_TEST

/* What begins the answer: of one JVM what ran on it, with what is known. */
START_TEST(a_jvm_is_said_in_a_sentence_with_what_is_known) {
    static const struct {
        const char *name, *version, *program, *expected;
    } cases[] = {
        {"VM", "VM (17.0.1) for linux-amd64", "app.Main -token abc",
         "app.Main ran on VM (17.0.1); flags that are not the default: 1; event types that are "
         "switched off: 2.\n\n"},
        {"VM", "17.0.1", "app.Main", "app.Main ran on VM 17.0.1; flags"},
        {"VM", "17.0.1", NULL, "The JVM was VM 17.0.1; flags"},
        {"VM", NULL, "app.Main", "JVM\n"},
        {"VM", "", "app.Main", "JVM\n"},
        {NULL, "VM 17", "app.Main", "app.Main ran on VM 17; flags"},
    };
#define T(text) (text ? t(text) : NONE)
    begin();
    ROWS("jdk.JVMInformation", "ntttttnn", 1, T(cases[_i].name), T(cases[_i].version), NONE, NONE,
         T(cases[_i].program), 7, 5000);
    ROWS("jdk.LongFlag", "ntnt", 1, t("L"), -1, t("Ergonomic"), 1, t("D"), -1, t("Default"));
    ROWS("jdk.ActiveSetting", "nttt", 1, t("jdk.A"), t("enabled"), t("false"), 1, t("jdk.B"),
         t("enabled"), t("true"), 1, t("jdk.C"), t("enabled"), t("false"));
    char *text = said(SHORT, true);
    ck_assert_msg(strncmp(text, cases[_i].expected, strlen(cases[_i].expected)) == 0, "%s", text);
    free(text);
    end();
}
END_TEST

START_TEST(flags_are_by_name_and_a_value_is_as_its_type_writes_it) {
    begin();
    ROWS("jdk.BooleanFlag", "ntbt", 1, t("B"), 1, t("Default"), 1, t("A"), 0, t("Command line"), 2,
         t("A"), 0, t("Command line"), 3, t("A"), 1, t("Command line"), 3, t("N"), JFR_NULL_INT,
         NONE);
    ROWS("jdk.DoubleFlag", "ntrt", 1, t("R"), made_real(1.5), t("Ergonomic"));
    ROWS("jdk.UnsignedLongFlag", "ntut", 1, t("U"), -1, t("Ergonomic"));
    ROWS("jdk.LongFlag", "ntnt", 1, t("L"), -1, t("Ergonomic"));
    ROWS("jdk.StringFlag", "nttt", 1, t("S"), t("x"), t("Ergonomic"), 1, t("S2"), NONE,
         t("Default"), 1, t("my.token"), t("y"), t("Defaults"));
    expect(SHORT, "Flags that are not the default\n"
                  "flag      origin        value\n"
                  "A         Command line  false\n"
                  "A         Command line  true\n"
                  "L         Ergonomic     -1\n"
                  "N         -\n"
                  "R         Ergonomic     1.5\n"
                  "S         Ergonomic     x\n"
                  "U         Ergonomic     18446744073709551615\n"
                  "my.token  Defaults      y\n"
                  "  2 flags with the default value; --all shows them\n");
    expect(ALL, "Flags\n"
                "flag      origin        value\n"
                "A         Command line  false\n"
                "A         Command line  true\n"
                "B         Default       true\n"
                "L         Ergonomic     -1\n"
                "N         -\n"
                "R         Ergonomic     1.5\n"
                "S         Ergonomic     x\n"
                "S2        Default\n"
                "U         Ergonomic     18446744073709551615\n"
                "my.token  Defaults      y\n");
    expect_json("{\"name\":\"B\",\"origin\":\"Default\",\"type\":\"boolean\",\"value\":\"true\"}, "
                "{\"name\":\"L\",\"origin\":\"Ergonomic\",\"type\":\"long\",\"value\":\"-1\"}, "
                "{\"name\":\"N\",\"origin\":null,\"type\":\"boolean\",\"value\":\"\"}, "
                "{\"name\":\"R\",\"origin\":\"Ergonomic\",\"type\":\"double\",\"value\":\"1.5\"}, "
                "{\"name\":\"S\",\"origin\":\"Ergonomic\",\"type\":\"string\"");
    char *masked = said(SHORT, false);
    ck_assert_ptr_nonnull(strstr(masked, "my.token  Defaults      ***\n"));
    free(masked);
    end();
}
END_TEST

START_TEST(a_change_of_a_flag_is_told_once) {
    begin();
    ROWS("jdk.BooleanFlagChanged", "ntbbt", S, t("B"), 1, 0, t("M"), S, t("B"), 1, 0, t("M"), 2 * S,
         t("B"), 0, 1, t("M"));
    ROWS("jdk.StringFlagChanged", "ntttt", S, t("T"), NONE, t("x"), NONE);
    expect(SHORT, "Flags that were changed meanwhile\n"
                  "time (UTC)           flag  origin  from   to\n"
                  "1970-01-01 00:00:01  B     M       true   false\n"
                  "1970-01-01 00:00:02  B     M       false  true\n"
                  "1970-01-01 00:00:01  T     -              x\n");
    end();
}
END_TEST

START_TEST(settings_that_hide_something_are_told_and_what_is_off) {
    begin();
    int64_t enabled = t("enabled"), threshold = t("threshold"), throttle = t("throttle");
    int64_t a = t("jdk.A"), b = t("jdk.B"), c = t("app.C"), none = NONE;
    ROWS("jdk.ActiveSetting", "nttt", 1, a, enabled, t("false"), 2, a, enabled, t("true"), 1, a,
         threshold, t("1 ns"), 1, b, enabled, t("false"), 1, b, threshold, t("10 ms"), 1, c,
         threshold, t("0 ms"), 1, t("jdk.D"), throttle, t("off"), 1, t("jdk.E"), throttle, t("9/s"),
         1, t("jdk.F"), t("filter"), t("x.Y"), 1, t("jdk.G"), t("filter"), t(""), 1, t("jdk.H"),
         throttle, t(""), 1, t("jdk.I"), t("other"), t("y"), 1, none, enabled, t("false"), 1,
         t("jdk.J"), none, t("y"), 1, t("jdk.I"), t("stackTrace"), t("true"), 1, t("jdk.I"),
         t("level"), t("all"), 1, t("jdk.K"), threshold, none, 1, t("jdk.L"), threshold, t("?"));
    expect(SHORT, "What the recording cannot show\n"
                  "only from  at most  event type\n"
                  "1 ns                jdk.A\n"
                  "           9/s      jdk.E\n"
                  "                    jdk.F\n"
                  "\n  1 event type is switched off: B\n");
    expect(ALL, "Settings\n"
                "enabled  only from  at most  every  cut off  stack  event type\n"
                "         0 ms                                       app.C\n"
                "true     1 ns                                       jdk.A\n"
                "false    10 ms                                      jdk.B\n"
                "                    off                             jdk.D\n"
                "                    9/s                             jdk.E\n"
                "                                                    jdk.F\n"
                "                                                    jdk.G\n"
                "                                                    jdk.H\n"
                "                                             true   jdk.I\n"
                "                                                    jdk.K\n"
                "         ?                                          jdk.L\n"
                "\n  1 event type is switched off: B\n");
    expect_json("{\"enabled\":null,\"threshold\":null,\"throttle\":null,\"period\":null,"
                "\"cutoff\":null,\"stack_trace\":\"true\",\"filter\":null,\"level\":\"all\","
                "\"event\":\"jdk.I\"}");
    end();
    begin();
    ROWS("jdk.ActiveSetting", "nttt", 1, t("jdk.A"), t("enabled"), t("false"), 1, t("app.B"),
         t("enabled"), t("false"), 1, t("jdk.C"), t("enabled"), t("true"));
    expect(SHORT, "What the recording cannot show\n"
                  "  2 event types are switched off: app.B, A\n");
    end();
}
END_TEST

START_TEST(agents_are_of_two_kinds_and_loaded_at_the_start_or_later) {
    begin();
    ROWS("jdk.JavaAgent", "nttbnn", 1, t("J"), t("o"), 1, 5, 6 * S, 1, t("K"), NONE, 0, 5, -1, 1,
         t("L"), t("token=abc"), JFR_NULL_INT, 5, JFR_NULL_INT, 1, t("L"), t("token=abc"),
         JFR_NULL_INT, 5, 0);
    ROWS("jdk.NativeAgent", "nttbnn", 1, t("J"), t("o"), 0, 6, 6 * S);
    expect(SHORT, "Agents\n"
                  "kind    loaded      took  agent  options\n"
                  "java    later     6.00 s  J      o\n"
                  "java    at start       -  K      -\n"
                  "java    -            0 s  L      token=abc\n"
                  "native  at start  6.00 s  J      o\n");
    char *masked = said(SHORT, false);
    ck_assert_ptr_nonnull(strstr(masked, "L      token=***\n"));
    free(masked);
    end();
}
END_TEST

START_TEST(a_recording_has_limits_only_where_it_has_some) {
    begin();
    ROWS("jdk.ActiveRecording", "nttnn", 1, t("r"), t("/x"), 1, 1, 1, t("q"), NONE, 0, 0, 1, t("p"),
         NONE, INT64_MAX, -1, 1, t("r"), t("/x"), 2 * S, 2048, 1, t("s"), NONE, 1, 1);
    expect(SHORT, "Recordings that ran\n"
                  "name   at most  of the last  destination\n"
                  "r     2.00 KiB       2.00 s  /x\n"
                  "q                            -\n"
                  "p                            -\n"
                  "s          1 B         1 ns  -\n");
    end();
}
END_TEST

START_TEST(properties_and_environment_are_by_name_and_masked) {
    begin();
    ROWS("jdk.InitialSystemProperty", "ntt", 1, t("b.password"), t("x"), 1, t("a"), t("y"), 2,
         t("a"), t("y"), 2, t("c"), NONE);
    ROWS("jdk.InitialEnvironmentVariable", "ntt", 1, t("E"), t("z"));
    expect(SHORT, "System properties at the start\n"
                  "name        value\n"
                  "a           y\n"
                  "b.password  x\n"
                  "c           -\n"
                  "\nEnvironment\n"
                  "name  value\n"
                  "E     z\n");
    char *masked = said(PROGRAMS, false);
    ck_assert_ptr_nonnull(strstr(masked, "\"***\",\n\t\t\t\"masked\":\ttrue"));
    ck_assert_ptr_nonnull(strstr(masked, "\"z\",\n\t\t\t\"masked\":\tfalse"));
    ck_assert_ptr_nonnull(strstr(masked, "null,\n\t\t\t\"masked\":\tfalse"));
    free(masked);
    end();
}
END_TEST

START_TEST(modules_of_the_jdk_are_counted) {
    begin();
    ROWS("jdk.ModuleRequire", "nttt", 1, t("java.base"), t("17"), t("jrt:/java.base"), 1, t("app"),
         NONE, t("file:/x"), 1, t("jrt"), t(""), t("jrt/x"), 1, t("none"), NONE, NONE, 2, t("app"),
         NONE, t("file:/x"));
    expect(SHORT, "Modules\n"
                  "module  version  location\n"
                  "app     -        file:/x\n"
                  "jrt              jrt/x\n"
                  "none    -        -\n"
                  "\n  1 module of the JDK; --all shows them\n");
    expect(ALL, "Modules\n"
                "module     version  location\n"
                "app        -        file:/x\n"
                "java.base  17       jrt:/java.base\n"
                "jrt                 jrt/x\n"
                "none       -        -\n");
    end();
}
END_TEST

START_TEST(a_container_is_what_was_said_last_and_no_limit_is_none) {
    const int64_t most = INT64_C(1) << 60;
    begin();
    ROWS("jdk.ContainerConfiguration", "ntnnnnnnn", 1, t("v1"), 9, 9, 9, 9, 9, 9, 9, 2, t("v2"), 2,
         150000, 100000, -1, most, most + 1, 0);
    expect(SHORT, "Container\n"
                  "  Type        v2\n"
                  "  Processors  2\n"
                  "  Memory      1.00 EiB\n"
                  "  CPU quota   1.5 processors\n");
    expect_json("\"container\":{\"type\":\"v2\",\"cpus\":2,\"cpu_quota_ns\":150000,"
                "\"cpu_period_ns\":100000,\"cpu_shares\":null,"
                "\"memory_limit_bytes\":1152921504606846976,\"memory_soft_limit_bytes\":null,"
                "\"swap_limit_bytes\":null,\"memory_used_bytes\":null,"
                "\"host_memory_used_bytes\":null}");
    ROWS("jdk.ContainerMemoryUsage", "nnn", 1, 1024, 2048, 2, 4096, -1);
    expect_json("\"memory_used_bytes\":4096,\"host_memory_used_bytes\":null}");
    end();
    for (int i = 0; i < 3; i++) { /* a quota is one of a period */
        begin();
        ROWS("jdk.ContainerConfiguration", "ntnnnnnnn", 2, t("v2"), 1, i < 1 ? 0 : 1, i < 2 ? 0 : 1,
             1, 1, 1, 1);
        ROWS("jdk.ContainerMemoryUsage", "nnn", 1, 1024, 1);
        char *text = said(SHORT, true);
        const char *quota = strstr(text, "1 processors\n");
        ck_assert_msg((quota != NULL) == (i == 2), "%s", text);
        ck_assert_msg(strstr(text, "1.00 KiB\n") && strstr(text, "1 B\n"), "%s", text);
        free(text);
        end();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("setup");
    TCase *cases = tcase_create("setup");
    tcase_add_test(cases, nothing_is_said_of_what_is_not_recorded);
    tcase_add_loop_test(cases, a_jvm_is_the_same_up_to_two_seconds_apart, 0, 11);
    tcase_add_test(cases, a_jvm_is_told_with_what_is_known_of_it);
    tcase_add_loop_test(cases, a_jvm_is_said_in_a_sentence_with_what_is_known, 0, 6);
    tcase_add_test(cases, flags_are_by_name_and_a_value_is_as_its_type_writes_it);
    tcase_add_test(cases, a_change_of_a_flag_is_told_once);
    tcase_add_test(cases, settings_that_hide_something_are_told_and_what_is_off);
    tcase_add_test(cases, agents_are_of_two_kinds_and_loaded_at_the_start_or_later);
    tcase_add_test(cases, a_recording_has_limits_only_where_it_has_some);
    tcase_add_test(cases, properties_and_environment_are_by_name_and_masked);
    tcase_add_test(cases, modules_of_the_jdk_are_counted);
    tcase_add_test(cases, a_container_is_what_was_said_last_and_no_limit_is_none);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
