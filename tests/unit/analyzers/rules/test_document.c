/* The rules' part of docs/rules.md. */
#include "analyzers/rules/document.h"
#include "analyzers/rules/rules.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct text document;

static void make(void) {
    document = (struct text){0};
    rules_add_markdown(&document);
}

static void forget(void) {
    text_free(&document);
}

/* The section of the rule, up to the next heading. To be freed. */
static char *section_of(const char *id) {
    char heading[100];
    snprintf(heading, sizeof heading, "\n### %s\n", id);
    const char *begin = strstr(text_str(&document), heading);
    ck_assert_msg(begin != NULL, "%s has no section", id);
    const char *end = strstr(begin + 1, "\n#");
    return strndup(begin + 1, end ? (size_t)(end - begin) : strlen(begin + 1));
}

static void check_last_line(const char *id, const char *expected) {
    char *section = section_of(id);
    size_t len = strlen(section);
    while (len && section[len - 1] == '\n') section[--len] = 0;
    ck_assert_str_eq(strrchr(section, '\n') + 1, expected);
    free(section);
}

START_TEST(terms_are_settings_needs_and_where_to_look_each_if_there_are_any) {
    check_last_line("GcPauseRatio", "`info` 5 %, `warning` 10 %, `window` 1 min. Needs "
                                    "jdk.GCPhasePause (or jdk.GarbageCollection). More: `jfrtool "
                                    "gc`.");
    check_last_line("PID1Rule", "Needs jdk.JVMInformation.");
    check_last_line("ProcessStarted", "`info` 1. Needs jdk.ProcessStart. More: `jfrtool summary`.");
    check_last_line("IncreasingMetaSpaceLiveSet", "`info` 4.00 MiB, `warning` 45.0 MiB. Needs "
                                                  "jdk.MetaspaceSummary. More: `jfrtool "
                                                  "leaks`.");
    check_last_line("ClassLeak", "`info` 10, `warning` 100. Needs jdk.ClassLoad, jdk.ClassUnload. "
                                 "More: `jfrtool classes`.");
    check_last_line("SerialPhases", "`info` 25 %, `warning` 60 %. More: `jfrtool threads`.");
}
END_TEST

START_TEST(each_rule_has_a_section_with_what_it_is_about) {
    for (size_t i = 0; rules_all[i]; i++) {
        char *section = section_of(rules_all[i]->id), begin[400];
        snprintf(begin, sizeof begin, "### %s\n\n*%s.* %.200s", rules_all[i]->id,
                 rules_all[i]->name, rules_all[i]->about);
        ck_assert_msg(strncmp(section, begin, strlen(begin)) == 0, "%s", section);
        ck_assert_ptr_null(strstr(section, " \n")); /* no line ends with a blank */
        free(section);
    }
}
END_TEST

START_TEST(topics_are_in_order_each_once_and_rules_in_each) {
    char topic[100] = "", id[100] = "";
    size_t rules = 0;
    ck_assert(strncmp(text_str(&document), "## ", 3) == 0);
    for (const char *line = text_str(&document); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        char now[100];
        snprintf(now, sizeof now, "%.*s", (int)strcspn(line, "\n"), line);
        if (strncmp(line, "## ", 3) == 0) {
            ck_assert_int_lt(strcmp(topic, now), 0);
            strcpy(topic, now);
            id[0] = 0;
        } else if (strncmp(line, "### ", 4) == 0) {
            ck_assert_int_lt(strcasecmp(id, now), 0);
            strcpy(id, now);
            rules++;
        }
    }
    size_t all = 0;
    while (rules_all[all]) all++;
    ck_assert_uint_eq(rules, all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("document");
    TCase *c = tcase_create("document");
    tcase_add_checked_fixture(c, make, forget);
    tcase_add_test(c, terms_are_settings_needs_and_where_to_look_each_if_there_are_any);
    tcase_add_test(c, each_rule_has_a_section_with_what_it_is_about);
    tcase_add_test(c, topics_are_in_order_each_once_and_rules_in_each);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
