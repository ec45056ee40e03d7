/* Groups of events that a recording has: what each question comes to, whatever others are asked
 * beside it, and however many events, groups, threads and chunks there are. Against plain sums. */
#include "analyzers/events/events.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ORDER = 300 }; /* and types behind it */

/* Event i of a recording: every third has no note, hosts go round, the size is i. */
#define HOSTS 5

static void begin(struct recording *r) {
    chunk_begin(r, NULL);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, ORDER, "com.acme.Order", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "size", TYPE_LONG, FIELD_PLAIN);
    field(r, "host", TYPE_STRING, FIELD_PLAIN);
    field(r, "note", TYPE_STRING, FIELD_PLAIN);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    type_end(r);
    metadata_end(r);
}

static void add_order(struct recording *r, struct jvm *jvm, int i, int notes) {
    char host[16], note[16], thread[16];
    snprintf(host, sizeof host, "h%d", i % HOSTS);
    snprintf(note, sizeof note, "note %d", i % notes);
    snprintf(thread, sizeof thread, "t%d", i % 2);
    event_begin(r, ORDER);
    put_long(r, 1000 + i);
    put_long(r, i);
    if (i % 2) put_latin1(r, host); /* the same text in two ways */
    else put_utf8(r, host);
    if (i % 3 == 0) put_null(r);
    else put_utf8(r, note);
    put_long(r, (int64_t)jvm_thread(jvm, thread));
    event_end(r);
}

/* `count` events in so many chunks, each note being one of `notes`. */
static struct recording recording_of(int count, int chunks, int notes) {
    struct recording r = {0};
    for (int c = 0; c < chunks; c++) {
        struct jvm jvm = {0};
        begin(&r);
        for (int i = count * c / chunks; i < count * (c + 1) / chunks; i++)
            add_order(&r, &jvm, i, notes);
        jvm_pools(&jvm, &r);
        chunk_end(&r);
        jvm_free(&jvm);
    }
    return r;
}

/* ==== Asking ================================================================================ */

#define ASKED_MOST 4

struct asking {
    struct arena texts;
    struct fold_key keys[ASKED_MOST][FOLD_KEYS];
    struct fold_show shows[ASKED_MOST][FOLD_SHOWS];
    struct event_question questions[ASKED_MOST];
    size_t count;
    struct selection selection;
    struct events *events;
    struct walk_run run;
    struct scan_report report;
};

static const char *const order_type[] = {"com.acme.Order"};

/* by, show: each of them ends with NULL. */
static void ask(struct asking *a, const char *where, const char *const *by,
                const char *const *show) {
    struct jfr_error error;
    struct event_question *q = &a->questions[a->count];
    *q = (struct event_question){.types = order_type,
                                 .type_count = 1,
                                 .where = where,
                                 .keys = a->keys[a->count],
                                 .shows = a->shows[a->count]};
    for (; by[q->key_count]; q->key_count++)
        ck_assert(
            fold_parse_key(by[q->key_count], &a->texts, &a->keys[a->count][q->key_count], &error));
    for (; show[q->show_count]; q->show_count++)
        ck_assert(fold_parse_show(show[q->show_count], NULL, &a->texts,
                                  &a->shows[a->count][q->show_count], &error));
    a->count++;
}

static void answer(struct asking *a, const struct recording *r, unsigned jobs) {
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    struct events_error error;
    struct scan_options scan = {
        .paths = (const char *const[]){file.path}, .path_count = 1, .jobs = jobs};
    a->events = events_open(a->questions, a->count, NULL, &error);
    ck_assert_msg(a->events != NULL, "%s", error.error.text);
    events_join(a->events, &a->run);
    walk_start(&a->run, &scan, &a->report);
    ck_assert_msg(!events_wrong(a->events), "%s",
                  events_wrong(a->events) ? events_wrong(a->events)->error.text : "");
    memory_file_close(&file);
}

static void done(struct asking *a, struct recording *r) {
    walk_run_free(&a->run);
    scan_report_free(&a->report);
    events_free(a->events);
    arena_free(&a->texts);
    recording_free(r);
}

/* The groups as text, in the order of their keys: "h0|t1: 12 3". */
static void write_groups(const struct asking *a, size_t question, struct text *out) {
    struct events_answer found = events_answer(a->events, &a->run, question);
    const struct fold_plan *plan = found.fold->plan;
    uint32_t *order = fold_order(found.fold, found.things, SIZE_MAX, false);
    for (size_t i = 0; i < fold_groups(found.fold); i++) {
        for (size_t k = 0; k < plan->key_count + plan->show_count; k++) {
            bool key = k < plan->key_count;
            struct fold_value value =
                key ? fold_key_of(found.fold, order[i], k)
                    : fold_value_of(found.fold, order[i], k - plan->key_count);
            text_add(out, k == 0 ? "" : k == plan->key_count ? ": " : key ? "|" : " ");
            if (value.kind == JFR_COLUMN_TEXT)
                text_add(out, value.cell == JFR_NULL_ID
                                  ? "-"
                                  : strings_get(&found.things->texts, (uint32_t)value.cell));
            else text_addf(out, "%lld", (long long)value.cell);
        }
        text_add_char(out, '\n');
    }
    free(order);
}

static void same_groups(const struct asking *a, size_t question, const struct text *wanted) {
    struct text text = {0};
    write_groups(a, question, &text);
    ck_assert_str_eq(text_str(&text), text_str(wanted));
    text_free(&text);
}

/* ==== Tests ================================================================================= */

static void check_hosts(int count, int chunks, unsigned jobs) {
    struct asking a = {0};
    struct recording r = recording_of(count, chunks, 7);
    struct text wanted = {0};
    for (int host = 0; host < HOSTS && host < count; host++) {
        int events = 0, sum = 0, notes = 0;
        bool seen[7] = {0};
        for (int i = host; i < count; i += HOSTS) {
            events++;
            sum += i;
            if (i % 3 == 0 || seen[i % 7]) continue;
            seen[i % 7] = true;
            notes++;
        }
        text_addf(&wanted, "h%d: %d %d %d\n", host, events, sum, notes);
    }
    ask(&a, NULL, (const char *const[]){"host", NULL},
        (const char *const[]){"count", "sum(size)", "unique(note)", NULL});
    answer(&a, &r, jobs);
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}

/* Events are taken 256 at a time. */
START_TEST(every_number_of_events_is_counted) {
    static const int counts[] = {1, 2, 255, 256, 257, 511, 512, 513, 1500};
    check_hosts(counts[_i], 1, 1);
}
END_TEST

START_TEST(chunks_and_threads_make_no_difference) {
    check_hosts(1500, 4, 1);
    check_hosts(1500, 4, 3);
}
END_TEST

/* A chunk of so many bytes is read by all threads, each a stretch of it. */
START_TEST(threads_that_share_a_chunk_make_no_difference) {
    static const unsigned jobs[] = {1, 2, 3, 7};
    check_hosts(90000, 1, jobs[_i]);
}
END_TEST

/* More than 64 of each key, so that pairs of them are looked up in another way. */
START_TEST(keys_of_many_values_are_told_apart) {
    struct asking a = {0};
    struct recording r = recording_of(900, 2, 90);
    struct text wanted = {0};
    ask(&a, "size >= 0", (const char *const[]){"size", "note", NULL},
        (const char *const[]){"count", "last(size)", NULL});
    answer(&a, &r, 1);
    for (int i = 0; i < 900; i++) {
        text_addf(&wanted, "%d|", i);
        if (i % 3) text_addf(&wanted, "note %d: 1 %d\n", i % 90, i);
        else text_addf(&wanted, "-: 1 %d\n", i);
    }
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

/* A text under several keys and in the event itself is one, by its pattern and when it is counted.
 */
START_TEST(texts_are_the_same_however_they_are_written) {
    struct asking a = {0};
    struct recording r = recording_of(1200, 2, 120);
    struct text wanted = {0};
    ask(&a, NULL, (const char *const[]){"pattern(host)", "pattern(note)", NULL},
        (const char *const[]){"count", "unique(note)", "unique(host)", NULL});
    answer(&a, &r, 1);
    for (int host = 0; host < HOSTS; host++)
        text_addf(&wanted, "h%d|note #: 160 16 1\nh%d|-: 80 0 1\n", host, host);
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

/* The first 64 groups note what they had in another way than later ones do. */
START_TEST(different_values_are_counted_in_every_group) {
    struct asking a = {0};
    struct recording r = recording_of(3 * 130, 1, 13);
    struct text wanted = {0};
    ask(&a, NULL, (const char *const[]){"size", NULL},
        (const char *const[]){"unique(note)", "count(note)", "unique(eventThread)", NULL});
    answer(&a, &r, 1);
    for (int i = 0; i < 3 * 130; i++) text_addf(&wanted, "%d: %d %d 1\n", i, i % 3 > 0, i % 3 > 0);
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

/* More kinds of events than are summed up, because of what others ask: groups go on behind. */
START_TEST(groups_of_too_many_kinds_are_whole) {
    enum { COUNT = 9000, EACH_HOST = COUNT / HOSTS };
    struct asking a = {0};
    struct recording r = recording_of(COUNT, 1, COUNT);
    struct text wanted = {0};
    ask(&a, NULL, (const char *const[]){"note", NULL}, (const char *const[]){"count", NULL});
    ask(&a, NULL, (const char *const[]){"host", NULL},
        (const char *const[]){"count", "sum(size)", "unique(eventThread)", "last(size)", NULL});
    answer(&a, &r, 1);
    for (int host = 0; host < HOSTS; host++)
        text_addf(&wanted, "h%d: %d %d 2 %d\n", host, EACH_HOST,
                  EACH_HOST * host + HOSTS * EACH_HOST * (EACH_HOST - 1) / 2, COUNT - HOSTS + host);
    same_groups(&a, 1, &wanted);
    ck_assert_uint_eq(fold_groups(events_answer(a.events, &a.run, 0).fold), COUNT / 3 * 2 + 1);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

/* And what each of many groups had is told apart there, too. */
START_TEST(different_values_of_too_many_kinds_are_counted_in_every_group) {
    enum { COUNT = 9000, NOTES = 100 };
    struct asking a = {0};
    struct recording r = recording_of(COUNT, 1, NOTES);
    ask(&a, NULL, (const char *const[]){"size", NULL}, (const char *const[]){"count", NULL});
    ask(&a, NULL, (const char *const[]){"note", NULL},
        (const char *const[]){"unique(eventThread)", NULL});
    answer(&a, &r, 1);
    const struct fold *fold = events_answer(a.events, &a.run, 1).fold;
    ck_assert_uint_eq(fold_groups(fold), NOTES + 1);
    for (size_t i = 0; i < fold_groups(fold);
         i++) /* hundreds are even or odd; but without a note */
        ck_assert_uint_eq(fold_value_of(fold, i, 0).cell,
                          fold_key_of(fold, i, 0).cell == JFR_NULL_ID ? 2 : 1);
    done(&a, &r);
}
END_TEST

START_TEST(null_is_a_group_and_no_value) {
    struct asking a = {0};
    struct recording r = recording_of(600, 2, 1);
    struct text wanted = {0};
    ask(&a, NULL, (const char *const[]){"note", NULL},
        (const char *const[]){"count", "count(note)", "unique(note)", "unique(host)", NULL});
    answer(&a, &r, 1);
    text_addf(&wanted, "note 0: 400 400 1 5\n-: 200 0 0 5\n");
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

START_TEST(three_keys_of_which_one_is_a_number_and_one_a_thread) {
    struct asking a = {0};
    struct recording r = recording_of(60, 1, 7);
    struct text wanted = {0};
    ask(&a, "size < 4", (const char *const[]){"host", "size", "eventThread", NULL},
        (const char *const[]){"count", NULL});
    answer(&a, &r, 1);
    text_addf(&wanted, "h0|0|t0: 1\nh1|1|t1: 1\nh2|2|t0: 1\nh3|3|t1: 1\n");
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

/* One condition is of texts alone, one has a number in it, one question has none. */
START_TEST(questions_on_one_type_do_not_meet) {
    struct asking a = {0};
    struct recording r = recording_of(1000, 3, 7);
    static const char *const conditions[] = {"host == \"h1\"", "host == \"h1\" && size < 100", NULL,
                                             "host == \"h1\""};
    static const char *const counts[] = {"t0: 100\nt1: 100\n", "t0: 10\nt1: 10\n",
                                         "t0: 500\nt1: 500\n", "note #: 133\n-: 67\n"};
    for (size_t i = 0; i < 4; i++)
        ask(&a, conditions[i],
            i < 3 ? (const char *const[]){"eventThread", NULL}
                  : (const char *const[]){"pattern(note)", NULL},
            (const char *const[]){"count", NULL});
    answer(&a, &r, 2);
    for (size_t i = 0; i < 4; i++) {
        struct text wanted = {0};
        text_add(&wanted, counts[i]);
        same_groups(&a, i, &wanted);
        ck_assert_uint_eq(events_answer(a.events, &a.run, i).seen, 1000);
        text_free(&wanted);
    }
    ck_assert_uint_eq(events_answer(a.events, &a.run, 1).passed, 20);
    done(&a, &r);
}
END_TEST

START_TEST(steps_of_time_have_the_events_from_their_beginning_on) {
    struct asking a = {0};
    struct recording r = recording_of(1000, 1, 7);
    struct text wanted = {0};
    ask(&a, NULL, (const char *const[]){"100ns", NULL},
        (const char *const[]){"count", "min(size)", NULL});
    answer(&a, &r, 1);
    for (int i = 0; i < 10; i++)
        text_addf(&wanted, "%lld: 100 %d\n", (long long)(START_NS + 100 * i), 100 * i);
    same_groups(&a, 0, &wanted);
    text_free(&wanted);
    done(&a, &r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("groups of a recording's events");
    TCase *tcase = tcase_create("groups");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, every_number_of_events_is_counted, 0, 9);
    tcase_add_test(tcase, chunks_and_threads_make_no_difference);
    tcase_add_test(tcase, different_values_are_counted_in_every_group);
    tcase_add_loop_test(tcase, threads_that_share_a_chunk_make_no_difference, 0, 4);
    tcase_add_test(tcase, keys_of_many_values_are_told_apart);
    tcase_add_test(tcase, groups_of_too_many_kinds_are_whole);
    tcase_add_test(tcase, texts_are_the_same_however_they_are_written);
    tcase_add_test(tcase, different_values_of_too_many_kinds_are_counted_in_every_group);
    tcase_add_test(tcase, null_is_a_group_and_no_value);
    tcase_add_test(tcase, three_keys_of_which_one_is_a_number_and_one_a_thread);
    tcase_add_test(tcase, questions_on_one_type_do_not_meet);
    tcase_add_test(tcase, steps_of_time_have_the_events_from_their_beginning_on);
    return suite_run(suite);
}
