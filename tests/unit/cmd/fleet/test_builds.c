/* Builds: names in their order, lines of facts that add up to figures, and what is left out. */
#include "cmd/fleet/builds.h"
#include "base/missing.h"
#include "cmd/cli/child.h"
#include "cmd/cli/command.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[40];
static struct builds builds;

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-builds-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    child_runs(command_run_named);
}

static void clean_up(void) {
    char command[100];
    builds_free(&builds);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *in_folder(const char *name) {
    static char paths[4][100];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void save(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void read_builds(const char *const *paths, size_t count, bool by_time) {
    const struct text_list list = {.items = (const char **)(uintptr_t)paths, .len = count};
    ck_assert(builds_read(&list, by_time, &builds));
}

/* "label label | path: why; path: why", of paths what is below the folder. */
static const char *told(void) {
    static char text[1000];
    size_t len = 0, prefix = strlen(folder) + 1;
    for (size_t i = 0; i < builds.items.len; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", i ? " " : "",
                                builds.items.items[i].label);
    for (size_t i = 0; i < builds.left_out.len; i++) {
        const char *path = builds.left_out.items[i].path;
        if (strncmp(path, folder, prefix - 1) == 0) path += prefix;
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s: %s", i ? "; " : " | ", path,
                                builds.left_out.items[i].why);
    }
    return text;
}

START_TEST(numbers_in_names_count_as_such) {
    static const char *const ascending[] = {"",
                                            "0",
                                            "00",
                                            "01",
                                            "1",
                                            "1a",
                                            "2",
                                            "9",
                                            "010",
                                            "10",
                                            "10.1",
                                            "10.9",
                                            "10.10",
                                            "99999",
                                            "100000000",
                                            "A",
                                            "a",
                                            "a-1",
                                            "a-2",
                                            "a-10",
                                            "a1b2",
                                            "a1b10",
                                            "a01b11",
                                            "a2",
                                            "a02x1",
                                            "a2x02",
                                            "b",
                                            "b0",
                                            "b1",
                                            "b1x",
                                            "b12345678901234567890",
                                            "b12345678901234567891",
                                            "c"};
    size_t count = sizeof ascending / sizeof *ascending;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            int found = builds_compare_names(ascending[i], ascending[k]);
            int sign = (found > 0) - (found < 0), expected = (i > k) - (i < k);
            ck_assert_msg(sign == expected, "%s to %s: %d", ascending[i], ascending[k], found);
        }
}
END_TEST

#define LINE(more) "{\"status\":\"ok\",\"recorded_ns\":2000000000" more "}\n"

START_TEST(lines_of_a_build_add_up) {
    save(
        "a.json",
        LINE(
            ",\"start_ns\":500,\"samples\":10,\"cpu_mean\":0.5,\"gc_pause_ns\":1000000000,"
            "\"alloc_bytes\":100,\"exceptions\":3,\"throttled_ns\":500000000,\"heap_max\":70,"
            "\"hot\":[{\"method\":\"m\",\"self\":3,\"total\":5},{\"method\":\"n\",\"self\":1},"
            "{\"method\":\"n\",\"total\":1},{\"self\":1,\"total\":1}]") "\n \t\r\n"
                                                                        "{\"status\":\"partial\","
                                                                        "\"recorded_ns\":"
                                                                        "6000000000,\"start_ns\":"
                                                                        "400,\"samples\":30,"
                                                                        "\"cpu_mean\":0.1,\"gc_"
                                                                        "pause_ns\":1000000000,"
                                                                        "\"alloc_bytes\":60,"
                                                                        "\"exceptions\":5,"
                                                                        "\"throttled_ns\":null,"
                                                                        "\"heap_max\":60,\"hot\":[{"
                                                                        "\"method\":\"n\",\"self\":"
                                                                        "2,\"total\":2}]}");
    mkdir(in_folder("empty"), 0700);
    const char *const paths[] = {in_folder("a.json"), in_folder("empty")};
    read_builds(paths, 2, false);
    ck_assert_uint_eq(builds.items.len, 1);
    ck_assert_ptr_nonnull(strstr(builds.left_out.items[0].why, "it holds no files"));
    const struct build *build = &builds.items.items[0];
    ck_assert_uint_eq(build->recordings, 2);
    ck_assert_int_eq(build->start_ns, 400);
    ck_assert_double_eq(build->seconds, 8);
    ck_assert_double_eq(build->samples, 40);
    ck_assert_double_eq_tol(build->figures[BUILD_CPU], (0.5 * 2 + 0.1 * 6) / 8, 1e-12);
    ck_assert_double_eq(build->figures[BUILD_GC_PAUSES], 0.25);
    ck_assert_double_eq(build->figures[BUILD_ALLOCATION], 20);
    ck_assert_double_eq(build->figures[BUILD_EXCEPTIONS], 1);
    ck_assert_double_eq(build->figures[BUILD_THROTTLED], 0.0625);
    ck_assert_double_eq(build->figures[BUILD_HEAP], 70);
    ck_assert_uint_eq(build->methods.len, 2);
    ck_assert_str_eq(strings_get(&builds.methods, build->methods.items[0].name), "m");
    ck_assert_double_eq(build->methods.items[0].self, 3);
    ck_assert_double_eq(build->methods.items[0].total, 5);
    ck_assert_str_eq(strings_get(&builds.methods, build->methods.items[1].name), "n");
}
END_TEST

START_TEST(what_no_line_says_is_missing) {
    save("a.json", LINE(""));
    save("b.json", LINE(",\"heap_max\":5"));
    const char *const paths[] = {in_folder("a.json"), in_folder("b.json")};
    read_builds(paths, 2, false);
    ck_assert_str_eq(told(), "a b");
    for (size_t i = 0; i < BUILD_FIGURES; i++)
        ck_assert(is_missing(builds.items.items[0].figures[i]));
    ck_assert_double_eq(builds.items.items[1].figures[BUILD_HEAP], 5);
    ck_assert(is_missing(builds.items.items[0].start_ns));
    ck_assert_double_eq(builds.items.items[0].samples, 0);
}
END_TEST

START_TEST(what_cannot_be_counted_is_left_out_and_why) {
    save("a.json",
         "{\"no\":1}\n" LINE(
             "") "{\n"
                 "{\"status\":\"failed\",\"recorded_ns\":1,\"error\":{\"text\":\"it is cut\"}}\n"
                 "{\"status\":\"failed\",\"recorded_ns\":1000000000,\"error\":null}\n"
                 "{\"status\":\"ok\",\"recorded_ns\":0}\n");
    const char *const paths[] = {in_folder("a.json"), in_folder("a.json")};
    read_builds(paths, 2, false);
    ck_assert_uint_eq(builds.items.len, 2);
    ck_assert_uint_eq(builds.items.items[0].recordings, 1);
    builds.items.items[1].label[0] = 0;
    ck_assert_uint_eq(builds.left_out.len, 10);
    const char *said = told();
    ck_assert_str_eq(builds.left_out.items[0].why,
                     "expected a line of jfrtool facts, found other JSON");
    ck_assert_str_eq(builds.left_out.items[1].why, "line 3 is not JSON");
    ck_assert_str_eq(builds.left_out.items[2].why, "it is cut");
    ck_assert_str_eq(builds.left_out.items[3].why, "the length of the recording is not known");
    ck_assert_str_eq(builds.left_out.items[4].why, "the length of the recording is not known");
    ck_assert_ptr_nonnull(said);
}
END_TEST

START_TEST(of_a_single_file_each_line_is_a_build) {
    save("all.json",
         "{\"path\":\"ci/2.jfr.gz\",\"status\":\"ok\",\"recorded_ns\":1000000000,\"start_ns\":10}\n"
         "{\"path\":\"ci/10.jfr\",\"status\":\"ok\",\"recorded_ns\":1000000000,\"start_ns\":5}\n"
         "{\"path\":\"ci/3/\",\"status\":\"ok\",\"recorded_ns\":1000000000,\"start_ns\":10}\n"
         "{\"path\":\"ci/4.jfr\",\"status\":\"failed\",\"error\":{\"text\":\"empty\"}}\n"
         "{\"status\":\"ok\",\"recorded_ns\":1000000000}\n"
         "nothing\n");
    const char *const path = in_folder("all.json");
    read_builds(&path, 1, false);
    ck_assert_str_eq(told(),
                     "2 3 10 | ci/4.jfr: empty; all.json: line 5 is not from jfrtool facts; "
                     "all.json: line 6 is not JSON");
    builds_free(&builds);
    read_builds(&path, 1, true);
    ck_assert_uint_eq(builds.items.len, 3);
    ck_assert_str_eq(builds.items.items[0].label, "10");
    ck_assert_str_eq(builds.items.items[1].label, "2"); /* at the same time by name */
    ck_assert_str_eq(builds.items.items[2].label, "3");
}
END_TEST

START_TEST(a_folder_has_a_build_in_each_file_that_is_not_hidden) {
    save("b-10.ndjson", LINE(""));
    save("b-9.json.gz.json", LINE(""));
    save(".b-1.json", LINE(""));
    save("z.pprof.collapsed", "\n");
    const char *const path = folder;
    read_builds(&path, 1, false);
    ck_assert_str_eq(told(),
                     "b-9 b-10 | z.pprof.collapsed: the length of the recording is not known");
}
END_TEST

START_TEST(a_label_is_the_name_without_endings_but_never_nothing) {
    static const struct {
        const char *path, *label;
    } rows[] = {
        {"a.jfr", "a"},
        {"x/a.jfr.gz", "a"},
        {"a.jfr.zst.xz", "a"},
        {".jfr", ".jfr"},
        {"/", ""},
        {"a/b/", "b"},
        {"a/b//", "b"},
        {"a.ndjson.lz4", "a"},
        {"a.pb.bz2", "a"},
        {"a.jfr.txt", "a.jfr.txt"},
        {"ab.collapsed.pprof", "ab"},
        {"jfr", "jfr"},
        {"x.jfr.jfr", "x"},
        {".gz.jfr", ".gz"},
    };
    struct text lines = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        text_addf(&lines,
                  "{\"path\":\"%s\",\"status\":\"ok\",\"recorded_ns\":1,\"start_ns\":%zu}\n",
                  rows[i].path, i);
    save("all.json", text_str(&lines));
    text_free(&lines);
    const char *const path = in_folder("all.json");
    read_builds(&path, 1, true);
    ck_assert_uint_eq(builds.items.len, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < builds.items.len; i++)
        ck_assert_msg(strcmp(builds.items.items[i].label, rows[i].label) == 0, "%s: %s",
                      rows[i].path, builds.items.items[i].label);
}
END_TEST

START_TEST(a_folder_that_cannot_be_read_is_said) {
    const char *const path = in_folder("none");
    read_builds(&path, 1, false); /* it may be a recording */
    const char said[] = " | none: cannot open ";
    ck_assert_int_eq(strncmp(told(), said, sizeof said - 1), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("builds");
    TCase *c = tcase_create("builds");
    tcase_add_checked_fixture(c, set_up, clean_up);
    tcase_add_test(c, numbers_in_names_count_as_such);
    tcase_add_test(c, lines_of_a_build_add_up);
    tcase_add_test(c, what_no_line_says_is_missing);
    tcase_add_test(c, what_cannot_be_counted_is_left_out_and_why);
    tcase_add_test(c, of_a_single_file_each_line_is_a_build);
    tcase_add_test(c, a_folder_has_a_build_in_each_file_that_is_not_hidden);
    tcase_add_test(c, a_label_is_the_name_without_endings_but_never_nothing);
    tcase_add_test(c, a_folder_that_cannot_be_read_is_said);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
