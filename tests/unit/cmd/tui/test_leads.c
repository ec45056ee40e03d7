/* Where a row of a report leads. */
#include "tests/support/explorer.h"
#include "tests/support/suite.h"

#include "cmd/tui/leads.h"
#include "cmd/tui/lines.h"

static const char locks[] = "Threads waited 20.7 s for monitors.\n"
                            "\n"
                            "Monitors\n"
                            "  total  count  threads  class\n"
                            " 20.7 s   1741        8  a.Price List\n"
                            "5.57 ms      2        2  a.\"Quoted\"\n"
                            "\n"
                            "Waiting threads\n"
                            "  total  count  thread\n"
                            " 20.7 s   1741  w 1\n"
                            "  1.0 s      1  somebody\n"
                            "\n"
                            "Waits by method\n"
                            "  total  method\n"
                            " 20.7 s  b.Sum.add\n";
static const char io[] = "Hosts\n"
                         "  total  operation   host       port\n"
                         " 429 ms  SocketRead  localhost  33171\n"
                         "\n"
                         "Forced writes\n"
                         "  total  file\n"
                         "53.1 ms  journal.data\n";
static const char findings[] =
    "a b.jfr\n"
    "\n"
    "WARNING  Waiting for locks\n"
    "  Threads waited.\n"
    "  Worst from 1970-01-01 00:00:02.000 UTC for 1.50 s. More: jfrtool locks 'a b.jfr'\n"
    "\n"
    "INFO  A hot method\n"
    "  Worst from 1970-01-01 00:00:09.000 UTC for 1 min 20 s. More: jfrtool hot-methods 'a b.jfr'\n"
    "\n"
    "INFO  Classes\n"
    "  More: jfrtool allocations 'a b.jfr'\n"
    "\n"
    "INFO  Twice\n"
    "  Worst from 1970-01-01 00:00:03.000 UTC for 2 s, and again. More: jfrtool locks\n"
    "\n"
    "INFO  At the end\n"
    "  Worst from 1970-01-01 00:00:04.000 UTC for 2 s\n"
    "\n"
    "INFO  Elsewhere\n"
    "  Worst from 1970-01-01 00:00:50.000 UTC for 1.50 s. More: jfrtool nosuch\n";

static struct lead of(enum tab tab, const char *text, size_t line) {
    struct lead lead;
    e.tab = tab;
    text_clear(&e.body[tab]);
    text_add(&e.body[tab], text);
    lead_find(&e, line, &lead);
    return lead;
}

START_TEST(a_lock_a_host_and_a_file_lead_to_their_events) {
    const struct {
        enum tab tab;
        const char *text;
        size_t line;
        const char *types, *where;
    } rows[] = {
        {TAB_LOCKS, locks, 4, "JavaMonitorEnter", "monitorClass = \"a.Price List\""},
        {TAB_IO, io, 2, "SocketRead SocketWrite SocketConnect", "host = \"localhost\""},
        {TAB_IO, io, 6, "FileForce", "path = \"journal.data\""},
        {TAB_LOCKS, locks, 0, NULL, NULL},  /* a sentence */
        {TAB_LOCKS, locks, 1, NULL, NULL},  /* nothing */
        {TAB_LOCKS, locks, 2, NULL, NULL},  /* a title */
        {TAB_LOCKS, locks, 3, NULL, NULL},  /* headings */
        {TAB_LOCKS, locks, 5, NULL, NULL},  /* what cannot be asked for */
        {TAB_LOCKS, locks, 10, NULL, NULL}, /* a thread without samples */
        {TAB_LOCKS, locks, 99, NULL, NULL}, /* behind the end */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lead lead = of(rows[i].tab, rows[i].text, rows[i].line);
        ck_assert_int_eq(lead.kind, rows[i].types ? LEAD_EVENTS : LEAD_NOWHERE);
        if (rows[i].types) ck_assert_str_eq(lead.types, rows[i].types);
        if (rows[i].types) ck_assert_str_eq(text_str(&lead.where), rows[i].where);
        lead_free(&lead);
    }
}
END_TEST

/* As many columns as are taken apart, none of which is what the title is about. */
START_TEST(a_row_without_the_column_that_it_is_about_leads_nowhere) {
    OWNED(text_free) struct text table = {0};
    for (int columns = 1; columns <= LINE_FIELDS; columns++) {
        text_clear(&table);
        text_add(&table, "Monitors");
        for (int row = 0; row < 2; row++)
            for (int i = 0; i < columns; i++)
                text_addf(&table, "%s%c%02d", i ? "  " : "\n", row ? 'v' : 'c', i);
        text_add(&table, "\n");
        struct lead lead = of(TAB_LOCKS, text_str(&table), 2);
        ck_assert_int_eq(lead.kind, LEAD_NOWHERE);
        lead_free(&lead);
    }
}
END_TEST

START_TEST(a_thread_and_a_method_lead_to_their_samples) {
    struct lead lead = of(TAB_LOCKS, locks, 9);
    ck_assert_int_eq(lead.kind, LEAD_THREAD);
    ck_assert_str_eq(strings_get(&samples.profile.frames.strings, lead.id), "w 1");
    lead = of(TAB_LOCKS, locks, 14);
    ck_assert_int_eq(lead.kind, LEAD_METHOD);
    e.lists[TAB_LOCKS].chosen = 14;
    keys("\r");
    ck_assert_int_eq(e.tab, TAB_CALLERS);
    ck_assert_uint_eq(e.method, lead.id);
}
END_TEST

START_TEST(a_finding_leads_to_its_time_and_its_tab) {
    const struct {
        size_t line;
        enum lead_kind kind;
        enum tab tab;
        int64_t from, to; /* ms */
        const char *report;
    } rows[] = {
        {0, LEAD_NOWHERE, TAB_COUNT, 0, 0, NULL},
        {2, LEAD_FINDING, TAB_LOCKS, 2000, 3500, NULL},
        {4, LEAD_FINDING, TAB_LOCKS, 2000, 3500, NULL},
        {5, LEAD_NOWHERE, TAB_COUNT, 0, 0, NULL},
        {6, LEAD_FINDING, TAB_METHODS, 9000, 10000, NULL}, /* as long as samples are */
        {9, LEAD_FINDING, TAB_GC, 0, 0, "allocations"},
        {12, LEAD_FINDING, TAB_LOCKS, 3000, 5000, NULL},
        {15, LEAD_FINDING, TAB_COUNT, 4000, 6000, NULL},
        {18, LEAD_NOWHERE, TAB_COUNT, 0, 0, NULL}, /* after the samples, of no tab */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lead lead = of(TAB_OVERVIEW, findings, rows[i].line);
        ck_assert_int_eq(lead.kind, rows[i].kind);
        ck_assert_int_eq(lead.tab, rows[i].tab);
        ck_assert_int_eq(lead.from_ns, rows[i].from * 1000000);
        ck_assert_int_eq(lead.to_ns, rows[i].to * 1000000);
        if (rows[i].report) ck_assert_str_eq(lead.report->name, rows[i].report);
        else ck_assert_ptr_null(lead.report);
        lead_free(&lead);
    }
}
END_TEST

START_TEST(the_first_finding_is_the_first_line_that_leads_somewhere) {
    e.tab = TAB_LOCKS;
    ck_assert_uint_eq(lead_first_finding(&e), 0);
    text_add(&e.body[TAB_OVERVIEW], findings);
    ck_assert_uint_eq(lead_first_finding(&e), 2);
    text_clear(&e.body[TAB_OVERVIEW]);
    text_add(&e.body[TAB_OVERVIEW], "a b.jfr\n\nNothing stands out.\n");
    ck_assert_uint_eq(lead_first_finding(&e), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leads");
    TCase *c = tcase_create("leads");
    tcase_add_checked_fixture(c, explorer_set_up, explorer_clean_up);
    tcase_add_test(c, a_lock_a_host_and_a_file_lead_to_their_events);
    tcase_add_test(c, a_row_without_the_column_that_it_is_about_leads_nowhere);
    tcase_add_test(c, a_thread_and_a_method_lead_to_their_samples);
    tcase_add_test(c, a_finding_leads_to_its_time_and_its_tab);
    tcase_add_test(c, the_first_finding_is_the_first_line_that_leads_somewhere);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
