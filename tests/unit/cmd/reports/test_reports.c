/* Reports: what a definition says becomes what is asked and what is written, alone or with others.
 */
#include "cmd/reports/asked.h"
#include "analyzers/rules/census.h"
#include "cmd/cli/message.h"
#include "cmd/reports/shipped.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ORDER = 300, RETURN }; /* and types behind them */

static void type(struct recording *r, uint64_t id, const char *name, const char *text) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "size", TYPE_LONG, FIELD_PLAIN);
    field(r, "cost", TYPE_LONG, FIELD_PLAIN);
    field(r, text, TYPE_STRING, FIELD_PLAIN);
    type_end(r);
}

static void add(struct recording *r, uint64_t id, int64_t size, int64_t cost, const char *text) {
    static int64_t ticks = 1000;
    event_begin(r, id);
    put_long(r, ticks++);
    put_long(r, size);
    put_long(r, cost);
    if (text) put_utf8(r, text);
    else put_null(r);
    event_end(r);
}

/* Three orders of a, one of b, two of nobody; two returns. */
static struct recording orders(void) {
    struct recording r = {0};
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    jvm_profile_types(&r);
    type(&r, ORDER, "com.acme.Order", "host");
    type(&r, RETURN, "com.acme.Return", "shop");
    metadata_end(&r);
    add(&r, ORDER, 5, 7, "a");
    add(&r, ORDER, 6, 8, "a");
    add(&r, ORDER, 20, 1, "b");
    add(&r, ORDER, 9, 10, "a");
    add(&r, ORDER, 1, 2, NULL);
    add(&r, ORDER, 2, 1, NULL);
    add(&r, RETURN, 4, 3, "a");
    add(&r, RETURN, 30, 40, "c");
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    return r;
}

#define HEAD "report r\nsummary S\nabout A\nnothing N\n"

struct asking {
    struct report *reports[2];
    struct recording recording;
    struct memory_file file;
    struct selection selection;
    struct walk_run run;
    struct scan_report scanned;
    struct reports_asked *asked;
};

static void ask(struct asking *a, const char *one, const char *other) {
    struct report_error wrong;
    struct events_error error;
    a->recording = orders();
    a->file = memory_file_make(a->recording.out.data, a->recording.out.len);
    a->reports[0] = report_parse(one, &wrong);
    ck_assert_msg(a->reports[0] != NULL, "%zu: %s", wrong.line, wrong.text);
    if (other) a->reports[1] = report_parse(other, &wrong);
    a->asked = reports_ask((const struct report *const *)a->reports, other ? 2 : 1, &a->selection,
                           true, &error);
    const struct scan_options scan = {
        .paths = (const char *const[]){a->file.path}, .path_count = 1, .jobs = 1};
    reports_join(a->asked, &a->run);
    walk_start(&a->run, &scan, &a->scanned);
    ck_assert_ptr_null(reports_read(a->asked, &a->run, &a->scanned));
}

static struct sheet_style style;

static char *written(const struct asking *a, size_t report, enum format format, uint64_t top) {
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, format);
    report_describe(a->asked, report, (struct report_extent){top, false}, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    size_t kept = 0; /* lines end as elsewhere */
    for (size_t i = 0; i < out.len; i++)
        if (out.data[i] != '\r') out.data[kept++] = out.data[i];
    if (out.data) out.data[kept] = 0;
    return text_take(&out);
}

static void done(struct asking *a) {
    walk_run_free(&a->run);
    scan_report_free(&a->scanned);
    reports_free(a->asked);
    report_free(a->reports[0]);
    report_free(a->reports[1]);
    memory_file_close(&a->file);
    recording_free(&a->recording);
}

static void check_csv(const char *parts, uint64_t top, const char *wanted) {
    struct asking a = {0};
    struct text definition = {0};
    text_addf(&definition, HEAD "%s", parts);
    message_set_quiet(true);
    ask(&a, text_str(&definition), NULL);
    char *csv = written(&a, 0, FORMAT_CSV, top);
    ck_assert_str_eq(csv, wanted);
    free(csv);
    done(&a);
    text_free(&definition);
}

/* ==== A name ================================================================================= */

#define HOSTS "table t T\ntypes com.acme.Order\nby host \"host\" host: it\n"
#define COSTS "table c C\ntypes com.acme.Order\nby cost \"cost\" cost [integer]: it\n"
#define SHOPS "table s S\ntypes com.acme.Return\nby shop \"shop\" shop: it\n"
#define COUNTED "show count \"count\" count: it\n"

/* Which events have it in a key of any table of the report that is about their type. */
static const struct {
    const char *parts, *name, *csv;
} named[] = {
    {HOSTS COUNTED, "a", "count,host\n3,a\n"},
    {HOSTS COUNTED, "b", "count,host\n1,b\n"},
    {HOSTS COUNTED, "A", "count,host\n"},
    {HOSTS COUNTED, "ab", "count,host\n"},
    {HOSTS COUNTED, ".", "count,host\n"},
    {HOSTS COUNTED, "\"' \\ [(", "count,host\n"},
    {HOSTS "where size > 5\n" COUNTED, "a", "count,host\n2,a\n"},
    /* A number is no name; other tables have the same events. */
    {COSTS COUNTED HOSTS COUNTED, "b", "cost,count\n1,1\n\ncount,host\n1,b\n"},
    {COSTS COUNTED, "1", "cost,count\n"},
    /* Another type has other keys. */
    {HOSTS COUNTED SHOPS COUNTED, "a", "count,host\n3,a\n\ncount,shop\n1,a\n"},
    {HOSTS COUNTED SHOPS COUNTED, "c", "count,host\n\ncount,shop\n1,c\n"},
};

START_TEST(a_name_takes_the_events_that_have_it_in_a_key) {
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        struct asking a = {.selection = {.name = named[i].name}};
        struct text definition = {0};
        text_addf(&definition, HEAD "%s", named[i].parts);
        message_set_quiet(true);
        ask(&a, text_str(&definition), NULL);
        char *csv = written(&a, 0, FORMAT_CSV, 0);
        ck_assert_msg(strcmp(csv, named[i].csv) == 0, "%zu: %s", i, csv);
        free(csv);
        done(&a);
        text_free(&definition);
    }
}
END_TEST

/* ==== Tables ================================================================================= */

#define BY_HOST "by host \"host\" host: it\n"
#define ORDERS "table t T\ntypes com.acme.Order\n" BY_HOST
#define SUM "show sum(size) \"size\" size: it\n"
#define COUNT "show count \"count\" count: it\n"

static const struct {
    const char *parts;
    uint64_t top;
    const char *csv;
} tables[] = {
    /* The greatest first; what nothing says is a group of its own. */
    {ORDERS SUM, 0, "size,host\n20,a\n20,b\n3,\n"},
    {ORDERS COUNT, 0, "count,host\n3,a\n2,\n1,b\n"},
    {ORDERS SUM COUNT "order size count\n", 0, "size,count,host\n20,3,a\n20,1,b\n3,2,\n"},
    {ORDERS COUNT SUM "order size\n", 0, "count,size,host\n3,20,a\n1,20,b\n2,3,\n"},
    {ORDERS SUM "order keys\n", 0, "size,host\n20,a\n20,b\n3,\n"},
    {ORDERS COUNT "order keys\n", 0, "count,host\n3,a\n1,b\n2,\n"},
    /* --top */
    {ORDERS COUNT, 1, "count,host\n3,a\n"},
    {ORDERS COUNT, 2, "count,host\n3,a\n2,\n"},
    {ORDERS COUNT, 3, "count,host\n3,a\n2,\n1,b\n"},
    {ORDERS COUNT, 4, "count,host\n3,a\n2,\n1,b\n"},
    {ORDERS COUNT "rows all\n", 1, "count,host\n3,a\n2,\n1,b\n"},
    /* A condition, another source, sources side by side. */
    {"table t T\ntypes com.acme.Order\nwhere size > 5\n" BY_HOST COUNT, 0,
     "count,host\n2,a\n1,b\n"},
    {"table t T\ntypes com.acme.Order\nelse com.acme.Return\n" BY_HOST "instead host shop\n" COUNT,
     0, "count,host\n3,a\n2,\n1,b\n"},
    {"table t T\ntypes com.acme.Order\nwhere size > 90\nelse com.acme.Return\n" BY_HOST
     "instead host shop\n" SUM,
     0, "size,host\n30,c\n4,a\n"},
    {"table t T\ntypes com.acme.Order\nalso com.acme.Return\n" BY_HOST "instead host shop\n" SUM, 0,
     "size,host\n30,c\n20,a\n20,b\n4,a\n3,\n"},
    {"table t T\ntypes com.acme.Other\nelse com.acme.Order\nwhere host == \"b\"\nalso "
     "com.acme.Return\nelse com.acme.Order\n" BY_HOST SUM,
     0, "size,host\n34,\n20,b\n"},
    {"table t T\ntypes com.acme.Other\n" BY_HOST SUM, 0, "size,host\n"},
    /* Columns that nobody sees, and that are made of others. */
    {ORDERS "hide max(cost) cost\n" SUM
            "make size - cost \"d\" d: it\nmake size + cost \"s\" s: it\n"
            "make size * cost \"p\" p: it\nmake cost % size \"c\" c: it\norder d\n",
     0, "size,d,s,p,c,host\n20,19,21,20,5.0000,b\n20,10,30,200,50.0000,a\n3,1,5,6,66.6667,\n"},
    {ORDERS "hide max(cost) cost\n" SUM "make cost - size \"d\" d: it\n", 0,
     "size,d,host\n20,,a\n20,,b\n3,,\n"},
    {ORDERS SUM "make size - size hidden no\nmake size % no \"c\" c: it\n", 0,
     "size,c,host\n20,,a\n20,,b\n3,,\n"},
    /* What part of all, and how much a second of the ten that were recorded. */
    {ORDERS SUM "share it\n", 0,
     "size,share_percent,host\n20,46.5116,a\n20,46.5116,b\n3,6.9767,\n"},
    {ORDERS SUM COUNT "share it\n", 1, "size,share_percent,count,host\n20,46.5116,3,a\n"},
    /* Numbers that groups are told apart by come first. */
    {"table t T\ntypes com.acme.Return\nby size \"s\" s: it\n" COUNT, 0, "s,count\n4,1\n30,1\n"},
    {"table t T\ntypes com.acme.Return\n" SUM, 0, "size\n34\n"},
};

START_TEST(a_table_has_the_rows_and_columns_that_its_definition_says) {
    check_csv(tables[_i].parts, tables[_i].top, tables[_i].csv);
}
END_TEST

/* What people read first; nothing: a figure of it is not known, or there is no row. */
static const struct {
    const char *parts, *leads;
} leads[] = {
    {ORDERS COUNT "lead {count order} of {host}\n", "3 orders of a\n"},
    {ORDERS COUNT "lead {all count order}, {share} by {host}\n", "6 orders, 50 % by a\n"},
    {ORDERS SUM "lead {size} of {all size}\n", "20 of 43\n"},
    {ORDERS SUM "where size > 19\nlead {all size}: {share}\n", "20: all\n"},
    {ORDERS COUNT "where host == \"b\"\nlead {all count order}[, {share} of them|:] {host}\n",
     "1 order: b\n"},
    {ORDERS COUNT "where size > 90\nlead {all count}\n", ""},
    {ORDERS COUNT "where host == null\nlead {count} of {host}\n", ""},
    {ORDERS COUNT "where size == 1\nlead {count order}\n", "1 order\n"},
    {ORDERS COUNT, ""},
    {ORDERS COUNT "lead one\ntable u U\ntypes com.acme.Return\n" SUM "lead two {size}\n",
     "one\ntwo 34\n"},
};

START_TEST(a_sentence_of_the_first_row_and_of_all_leads) {
    struct asking a = {0};
    struct text definition = {0};
    text_addf(&definition, HEAD "%s", leads[_i].parts);
    ask(&a, definition.data, NULL);
    char *text = written(&a, 0, FORMAT_TEXT, 0), *csv = written(&a, 0, FORMAT_CSV, 0);
    char *table = strstr(text, "T\n");
    size_t len = strlen(leads[_i].leads);
    ck_assert_msg(strncmp(text, leads[_i].leads, len) == 0, "%s", text);
    if (len) ck_assert_ptr_eq(table, text + len + 1);
    else ck_assert(!table || table == text);
    ck_assert_ptr_null(strstr(csv, "of "));
    free(text);
    free(csv);
    done(&a);
    text_free(&definition);
}
END_TEST

START_TEST(what_is_for_who_asks_for_all_is_named_below) {
    static const char definition[] =
        HEAD ORDERS COUNT "table u Returned goods\npeople all\ntypes com.acme.Return\n" SUM
                          "table v Nothing\npeople all\ntypes com.acme.None\n" SUM;
    static const struct sheet_style plain;
    struct asking a = {0};
    struct text all = {0};
    struct sheet sheet;
    ask(&a, definition, NULL);
    char *text = written(&a, 0, FORMAT_TEXT, 0), *csv = written(&a, 0, FORMAT_CSV, 0);
    ck_assert_ptr_nonnull(strstr(text, "More with --all: Returned goods\n"));
    ck_assert_ptr_null(strstr(text, "34"));
    ck_assert_ptr_nonnull(strstr(csv, "34"));
    sheet_open(&sheet, FORMAT_TEXT);
    report_describe(a.asked, 0, (struct report_extent){0, true}, &sheet);
    sheet_write(&sheet, &plain, &all);
    ck_assert_ptr_nonnull(strstr(all.data, "Returned goods\n"));
    ck_assert_ptr_nonnull(strstr(all.data, "34"));
    ck_assert_ptr_null(strstr(all.data, "--all"));
    sheet_free(&sheet);
    text_free(&all);
    free(text);
    free(csv);
    done(&a);
}
END_TEST

START_TEST(programs_get_all_rows_where_the_definition_says_so) {
    static const char definition[] = HEAD "programs all\n" ORDERS COUNT;
    struct asking a = {0};
    ask(&a, definition, NULL);
    char *csv = written(&a, 0, FORMAT_CSV, 1), *text = written(&a, 0, FORMAT_TEXT, 1);
    ck_assert_str_eq(csv, "count,host\n3,a\n2,\n1,b\n");
    ck_assert_ptr_nonnull(strstr(text, "T\ncount  host\n    3  a\n  ... and 2 more rows"));
    free(csv);
    free(text);
    done(&a);
}
END_TEST

START_TEST(people_read_titles_what_is_missing_notes_and_what_was_recorded) {
    static const char definition[] =
        HEAD "table t Orders\ntypes com.acme.Order\n"
             "by host \"host\" host [none \"nobody\"]: it\n"
             "show max(size) \"max\" max [wide]: it\n" COUNT "note Six.\n"
             "table u None\ntypes com.acme.Other\n" BY_HOST COUNT "note Never.\n";
    struct asking a = {0};
    ask(&a, definition, NULL);
    char *text = written(&a, 0, FORMAT_TEXT, 0);
    const char *rest = strstr(text, "\n\nRecorded: ");
    ck_assert_ptr_nonnull(rest);
    ck_assert_int_eq(
        strncmp(text,
                "Orders\nmax  count  host\n 20      1  b\n  9      3  a\n  2      2  nobody\n"
                "  Six.\n",
                (size_t)(rest - text)),
        0);
    ck_assert_ptr_nonnull(strstr(rest, ". From "));
    free(text);
    done(&a);
}
END_TEST

/* A text of 40 letters, in each of two columns, of which the first takes 32. */
START_TEST(the_last_column_has_the_room_that_others_leave) {
#define LONG "a customer whose name nobody has recorded"
    static const char definition[] = HEAD "table t Orders\ntypes com.acme.Order\n"
                                          "by host \"host\" host [none \"" LONG "\"]: it\n"
                                          "by host \"again\" again [none \"" LONG "\"]: it\n" COUNT;
    struct asking a = {0};
    message_set_quiet(true);
    ask(&a, definition, NULL);
    style.columns = 80;
    char *text = written(&a, 0, FORMAT_TEXT, 0);
    style.columns = 0;
    const char *heads = strstr(text, "count  host ");
    ck_assert_msg(heads && strstr(heads, "again") - heads == 7 + 32 + 2, "%s", text);
    free(text);
    done(&a);
}
END_TEST

/* ==== Figures ================================================================================ */

#define FIGURES                                                                               \
    "figures f F\ntypes com.acme.Order\npair count \"Orders\" orders: it\n"                   \
    "value sum(size) sizes.sum: it\nvalue max(size) sizes.max: it\ntypes com.acme.Order\n"    \
    "where size > 90\npair count \"Large\" large: it\nvalue max(cost) cost: it\n"             \
    "types com.acme.Other\npair count \"Others\" others: it\nvalue max(size) all.other: it\n" \
    "say \"Sum\" {sizes.sum} in {orders}[, other {all.other}][, {sizes.max} at most]\n"       \
    "say \"Other\" {all.other}\n"

/* Null is what nobody would have counted; nought what was there, and did not pass. */
START_TEST(figures_of_no_event_are_null_and_of_none_that_passed_nought) {
    struct asking a = {0};
    ask(&a, HEAD FIGURES, NULL);
    char *json = written(&a, 0, FORMAT_JSON, 0);
    const char *figures = strstr(json, "\"f\"");
    ck_assert_ptr_nonnull(figures);
    ck_assert_str_eq(figures, "\"f\":\t{\n"
                              "\t\t\"sizes\":\t{\n\t\t\t\"sum\":\t43,\n\t\t\t\"max\":\t20\n\t\t},\n"
                              "\t\t\"all\":\t{\n\t\t\t\"other\":\tnull\n\t\t},\n"
                              "\t\t\"orders\":\t6,\n\t\t\"large\":\t0,\n\t\t\"cost\":\tnull,\n"
                              "\t\t\"others\":\tnull\n\t}\n}\n");
    free(json);
    done(&a);
}
END_TEST

START_TEST(what_is_said_leaves_out_what_is_missing) {
    struct asking a = {0};
    ask(&a, HEAD FIGURES, NULL);
    char *text = written(&a, 0, FORMAT_TEXT, 0);
    ck_assert_int_eq(
        strncmp(text, "F\n  Sum     43 in 6, 20 at most\n  Orders  6\n  Large   0\n\nFrom ",
                strlen("F\n  Sum     43 in 6, 20 at most\n  Orders  6\n  Large   0\n\n")),
        0);
    free(text);
    done(&a);
}
END_TEST

START_TEST(figures_of_nothing_have_no_title_for_people) {
    struct asking a = {0};
    ask(&a, HEAD "figures f F\ntypes com.acme.Other\npair count \"n\" n: it\n" ORDERS COUNT, NULL);
    char *text = written(&a, 0, FORMAT_TEXT, 0);
    ck_assert_int_eq(strncmp(text, "T\n", 2), 0);
    free(text);
    done(&a);
}
END_TEST

/* ==== Several together ======================================================================= */

#define ONE HEAD ORDERS COUNT "else com.acme.Return\n"
#define OTHER HEAD "figures - F\ntypes com.acme.Return\nvalue max(size) size: it\n" ORDERS SUM

/* What one reader of a run cannot share, no worker shares. */
START_TEST(events_of_a_chunk_are_shared_by_workers_in_every_report_of_groups) {
    const struct sampler none = {0};
    size_t of_groups = 0;
    for (size_t i = 0; report_shipped(i); i++) {
        const struct report *report = report_shipped(i);
        bool groups = true;
        EACH (const struct report_part, part, &report->parts)
            groups = groups && part->kind != REPORT_EXTRA;
        if (!groups) continue;
        struct selection selection = {0};
        struct events_error error;
        struct walk_run run = {0};
        struct reports_asked *asked = reports_ask(&report, 1, &selection, false, &error);
        reports_join(asked, &run);
        walk_join(&run, &census_reader, NULL);
        EACH (const struct walk_part, part, &run.parts) {
            ck_assert_msg(part->reader->splits != NULL, "%s", report->name);
            ck_assert_msg(part->reader->splits(part->options.items, part->options.len, &none) &
                              SCAN_BY_EVENTS,
                          "%s", report->name);
        }
        walk_run_free(&run);
        reports_free(asked);
        of_groups++;
    }
    ck_assert_uint_ge(of_groups, 4);
}
END_TEST

START_TEST(reports_asked_together_say_what_each_says_alone) {
    static const char *const definitions[] = {ONE, OTHER};
    struct asking both = {0};
    ask(&both, ONE, OTHER);
    for (size_t i = 0; i < 2; i++)
        for (enum format format = FORMAT_TEXT; format <= FORMAT_CSV; format++) {
            struct asking alone = {0};
            ask(&alone, definitions[i], NULL);
            char *together = written(&both, i, format, 0), *wanted = written(&alone, 0, format, 0);
            ck_assert_str_eq(together, wanted);
            ck_assert(!reports_is_empty(both.asked, i));
            free(together);
            free(wanted);
            done(&alone);
        }
    done(&both);
}
END_TEST

START_TEST(a_report_without_an_event_of_any_part_is_empty) {
    struct asking a = {0};
    ask(&a, HEAD "table t T\ntypes com.acme.Other\nelse com.acme.Order\nwhere size > 20\n" COUNT,
        HEAD "table t T\ntypes com.acme.Other\nelse com.acme.Order\nwhere size > 19\n" COUNT);
    ck_assert(reports_is_empty(a.asked, 0));
    ck_assert(!reports_is_empty(a.asked, 1));
    done(&a);
}
END_TEST

/* ==== Those that are shipped ================================================================= */

START_TEST(each_report_that_is_shipped_can_be_parsed_and_is_called_as_its_file) {
    const char *name;
    for (size_t i = 0; (name = report_shipped_name(i)) != NULL; i++) {
        const struct report *report = report_shipped(i); /* says what is wrong, and aborts */
        ck_assert_str_eq(report->name, name);
        for (size_t k = 0; k < report->parts.len; k++)
            if (report->parts.items[k].kind == REPORT_EXTRA)
                ck_assert_msg(report_extra(report->parts.items[k].key), "%s: no extra %s", name,
                              report->parts.items[k].key);
    }
    ck_assert_uint_eq(report_named("memory")->parts.len, /* all but one */
                      report_named("leaks")->parts.len + report_named("allocations")->parts.len -
                          1);
    ck_assert_ptr_nonnull(report_named("locks"));
    ck_assert_ptr_null(report_named("lock"));
    ck_assert(!report_extra("none"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reports");
    TCase *tcase = tcase_create("reports");
    tcase_add_loop_test(tcase, a_table_has_the_rows_and_columns_that_its_definition_says, 0,
                        (int)(sizeof tables / sizeof *tables));
    tcase_add_loop_test(tcase, a_sentence_of_the_first_row_and_of_all_leads, 0,
                        sizeof leads / sizeof *leads);
    tcase_add_test(tcase, a_name_takes_the_events_that_have_it_in_a_key);
    tcase_add_test(tcase, what_is_for_who_asks_for_all_is_named_below);
    tcase_add_test(tcase, programs_get_all_rows_where_the_definition_says_so);
    tcase_add_test(tcase, the_last_column_has_the_room_that_others_leave);
    tcase_add_test(tcase, people_read_titles_what_is_missing_notes_and_what_was_recorded);
    tcase_add_test(tcase, figures_of_no_event_are_null_and_of_none_that_passed_nought);
    tcase_add_test(tcase, what_is_said_leaves_out_what_is_missing);
    tcase_add_test(tcase, figures_of_nothing_have_no_title_for_people);
    tcase_add_test(tcase, events_of_a_chunk_are_shared_by_workers_in_every_report_of_groups);
    tcase_add_test(tcase, reports_asked_together_say_what_each_says_alone);
    tcase_add_test(tcase, a_report_without_an_event_of_any_part_is_empty);
    tcase_add_test(tcase, each_report_that_is_shipped_can_be_parsed_and_is_called_as_its_file);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
