/* Conditions on the time of events: those chunks are left out that cannot have such events, and no
 * event is lost with them, even if a clock was set meanwhile. */
#include "base/units.h"
#include "tests/support/asked_sql.h"

#define CHUNKS 3
#define CHUNK_NS (10 * NS_PER_S)

/* Three chunks of ten seconds. Each has events at its beginning and its end, and a little before
 * and behind it. */
static const int64_t places[] = {-900 * NS_PER_MS, 0,        1,
                                 CHUNK_NS - 1,     CHUNK_NS, CHUNK_NS + 900 * NS_PER_MS};
enum { PLACES = sizeof places / sizeof *places };

static void open_chunks(void) {
    for (int64_t n = 0; n < CHUNKS; n++) {
        struct chunk_head head = usual_head;
        struct jvm jvm = {0};
        head.start_ns += n * CHUNK_NS;
        head.start_ticks += n * CHUNK_NS;
        head.duration_ns = CHUNK_NS;
        chunk_begin(&recording, &head);
        jvm_types(&recording);
        for (size_t i = 0; i < PLACES; i++)
            jvm_sample(&recording, head.start_ticks + places[i], jvm_thread(&jvm, "main"),
                       jvm_stack(&jvm, "A.a B.b"));
        jvm_pools(&jvm, &recording);
        chunk_end(&recording);
        jvm_free(&jvm);
    }
    open_recording((struct sql_options){.timeout_ns = 20 * NS_PER_S});
}

/* Is what the condition gives the same as without the use of chunks' times? A plus hides it. */
static void check(const char *what, const char *condition) {
    char asked[400], expected[2000];
    snprintf(asked, sizeof asked, what, "+", condition);
    snprintf(expected, sizeof expected, "%s", answer(asked));
    snprintf(asked, sizeof asked, what, "", condition);
    const char *found = answer(asked);
    ck_assert_msg(strcmp(found, expected) == 0, "%s: %s, not %s", asked, found, expected);
}

static void check_all(const char *condition) {
    check(
        "SELECT count(*), min(startTime), max(startTime) FROM ExecutionSample WHERE %sstartTime %s",
        condition);
    check("SELECT startTime, rowid FROM ExecutionSample WHERE %sstartTime %s ORDER BY 1, 2",
          condition);
    check("SELECT state, count(*) FROM ExecutionSample WHERE %sstartTime %s GROUP BY 1", condition);
}

START_TEST(no_event_is_lost_with_the_chunks_that_are_left_out) {
    static const char *const comparisons[] = {"<", "<=", "=", ">=", ">"};
    static const int64_t around[] = {-NS_PER_S, -1, 0, 1, NS_PER_S};
    for (int64_t n = 0; n < CHUNKS; n++)
        for (size_t i = 0; i < PLACES; i++)
            for (size_t k = 0; k < 5; k++) {
                char condition[64];
                snprintf(condition, sizeof condition, "%s %lld", comparisons[_i],
                         (long long)(START_NS + n * CHUNK_NS + places[i] + around[k]));
                check_all(condition);
            }
}
END_TEST

START_TEST(times_that_no_recording_has_are_none) {
    static const char *const conditions[] = {
        "> 9223372036854775807",
        ">= 9223372036854775807",
        "< -9223372036854775808",
        "= 9223372036854775807",
        "<= 9223372036854775807",
        ">= -9223372036854775808",
        "> 9223372035854775806",
        "< -9223372035854775807",
        "= NULL",
        "> 'text'",
        "< 'text'",
        "> 1e18",
        "BETWEEN 5 AND 3",
        "< 1.5e18",
        "= 0.5",
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) check_all(conditions[i]);
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("times");
    TCase *cases = tcase_create("times");
    tcase_add_checked_fixture(cases, open_chunks, close_sql);
    tcase_add_loop_test(cases, no_event_is_lost_with_the_chunks_that_are_left_out, 0, 5);
    tcase_add_test(cases, times_that_no_recording_has_are_none);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
