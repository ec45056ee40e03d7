/* The same samples in every layout that metadata can describe: what HotSpot keeps in constant pools
 * may lie in the event, arrays may hold keys, a state may be a string, times may count from 1970,
 * and several event types may have one name. Each must read like the usual layout. */
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 600, SAMPLE = 700, TWINS = 3 };

enum state_as { STATE_POOLED, STATE_INLINE, STATE_STRING, STATE_POOLED_STRING };

struct layout {
    bool stack_inline, frames_pooled, method_inline, class_inline, thread_inline, group_inline;
    bool one_field; /* a class is its name and nothing else */
    enum state_as state;
    const char *time;  /* unit of startTime; NULL: ticks */
    bool event_thread; /* the event has an eventThread, too, in front of the sampledThread */
    bool twins;        /* the events are of TWINS types of one name in turn */
    bool mixed;        /* ... whose threads and states lie in different places */
};

/* The layout of this one of the types. */
static struct layout of_twin(const struct layout *l, size_t twin) {
    static const enum state_as states[] = {STATE_POOLED, STATE_POOLED_STRING, STATE_STRING};
    struct layout own = *l;
    if (l->mixed) own.state = states[twin];
    if (l->mixed) own.thread_inline = twin == 2;
    return own;
}

/* ==== Types ================================================================================= */

static unsigned how(bool inlined) {
    return inlined ? FIELD_PLAIN : FIELD_POOLED;
}

static void constant_types(struct recording *r, const struct layout *l) {
    type_begin(r, TYPE_SYMBOL, "jdk.types.Symbol", NULL);
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_CLASS, "java.lang.Class", NULL);
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    if (!l->one_field) field(r, "modifiers", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_METHOD, "jdk.types.Method", NULL);
    field(r, "type", TYPE_CLASS, how(l->class_inline));
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    type_end(r);
    type_begin(r, TYPE_THREAD_STATE, "jdk.types.ThreadState", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, GROUP, "jdk.types.ThreadGroup", NULL);
    field(r, "parent", GROUP, FIELD_POOLED);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_THREAD, "java.lang.Thread", NULL);
    field(r, "javaName", TYPE_STRING, FIELD_PLAIN);
    field(r, "group", GROUP, how(l->group_inline));
    field(r, "javaThreadId", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_STACK_FRAME, "jdk.types.StackFrame", NULL);
    field(r, "method", TYPE_METHOD, how(l->method_inline));
    field(r, "lineNumber", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_STACK_TRACE, "jdk.types.StackTrace", NULL);
    field(r, "truncated", TYPE_BOOLEAN, FIELD_PLAIN);
    field(r, "frames", TYPE_STACK_FRAME, FIELD_ARRAY | (l->frames_pooled ? FIELD_POOLED : 0));
    type_end(r);
}

static void sample_type(struct recording *r, size_t twin, const struct layout *common) {
    const struct layout own = of_twin(common, twin), *l = &own;
    type_begin(r, SAMPLE + twin, "jdk.ExecutionSample", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, l->time ? l->time : "TICKS");
    field_end(r);
    if (l->event_thread) field(r, "eventThread", TYPE_THREAD, how(l->thread_inline));
    field(r, "sampledThread", TYPE_THREAD, how(l->thread_inline));
    field(r, "stackTrace", TYPE_STACK_TRACE, how(l->stack_inline));
    if (l->state == STATE_STRING) field(r, "state", TYPE_STRING, FIELD_PLAIN);
    else if (l->state == STATE_POOLED_STRING) field(r, "state", TYPE_STRING, FIELD_POOLED);
    else field(r, "state", TYPE_THREAD_STATE, how(l->state == STATE_INLINE));
    type_end(r);
}

/* ==== Values ================================================================================ */

/* Keys: of class and method 1 + its number; of a frame 10 * method + line; of a stack 1 + its
 * number; of a thread 50 + its number. */
static const char *const methods[][2] = {{"a/A", "leaf"}, {"a/A", "main"}, {"b/B", "leaf"}};
static const char *const states[] = {"STATE_RUNNABLE", "STATE_SLEEPING"};
enum { STACKS = 3, DEPTH = 2, THREADS = 2, STATES = 2, LINES = 2 };
static const size_t stacks[STACKS][DEPTH] = {{0, 1}, {2, 1}, {1, 1}};

static void put_class(struct recording *r, const struct layout *l, size_t method) {
    put_long(r, (int64_t)method + 1);
    if (!l->one_field) put_int(r, 1);
}

static void put_method(struct recording *r, const struct layout *l, size_t method) {
    if (l->class_inline) put_class(r, l, method);
    else put_long(r, (int64_t)method + 1);
    put_long(r, (int64_t)method + 101);
}

static void put_frame(struct recording *r, const struct layout *l, size_t method, int line) {
    if (l->method_inline) put_method(r, l, method);
    else put_long(r, (int64_t)method + 1);
    put_int(r, line);
}

static void put_stack(struct recording *r, const struct layout *l, size_t stack) {
    put_boolean(r, stack == 2);
    put_int(r, DEPTH);
    for (size_t i = 0; i < DEPTH; i++) {
        if (l->frames_pooled) put_long(r, (int64_t)(10 * stacks[stack][i] + i));
        else put_frame(r, l, stacks[stack][i], (int)i);
    }
}

static void put_group(struct recording *r) {
    put_long(r, 0);
    put_utf8(r, "pool");
}

static void put_thread(struct recording *r, const struct layout *l, size_t thread) {
    put_utf8(r, thread ? "one" : "zero");
    if (l->group_inline) put_group(r);
    else put_long(r, 7);
    put_long(r, (int64_t)thread + 1);
}

static void put_state(struct recording *r, const struct layout *l, size_t state) {
    if (l->state == STATE_POOLED) put_long(r, (int64_t)state + 1);
    else if (l->state == STATE_POOLED_STRING) put_long(r, STATES - (int64_t)state);
    else put_utf8(r, states[state]);
}

static void put_time(struct recording *r, const struct layout *l, int64_t ms) {
    if (!l->time) put_long(r, usual_head.start_ticks + ms * 1000000);
    else if (l->time[0] == 'N') put_long(r, usual_head.start_ns + ms * 1000000);
    else put_long(r, usual_head.start_ns / 1000000 + ms);
}

static void put_sample(struct recording *r, const struct layout *common, size_t number) {
    size_t stack = number % STACKS, thread = number % THREADS;
    size_t twin = common->twins ? number % TWINS : 0;
    const struct layout own = of_twin(common, twin), *l = &own;
    event_begin(r, SAMPLE + twin);
    put_time(r, l, (int64_t)number);
    for (int i = l->event_thread ? 0 : 1; i < 2; i++) { /* eventThread is always "zero" */
        if (l->thread_inline) put_thread(r, l, i ? thread : 0);
        else put_long(r, 50 + (i ? (int64_t)thread : 0));
    }
    if (l->stack_inline) put_stack(r, l, stack);
    else put_long(r, (int64_t)stack + 1);
    put_state(r, l, number / 3 % STATES);
    event_end(r);
}

static void put_constants(struct recording *r, const struct layout *l) {
    checkpoint_begin(r, 9);
    pool_begin(r, TYPE_SYMBOL, 6);
    for (size_t i = 0; i < 3; i++) put_long(r, (int64_t)i + 1), put_utf8(r, methods[i][0]);
    for (size_t i = 0; i < 3; i++) put_long(r, (int64_t)i + 101), put_utf8(r, methods[i][1]);
    pool_begin(r, TYPE_CLASS, 3);
    for (size_t i = 0; i < 3; i++) put_long(r, (int64_t)i + 1), put_class(r, l, i);
    pool_begin(r, TYPE_METHOD, 3);
    for (size_t i = 0; i < 3; i++) put_long(r, (int64_t)i + 1), put_method(r, l, i);
    pool_begin(r, TYPE_STACK_FRAME, 3 * LINES);
    for (size_t i = 0; i < 3; i++)
        for (int line = 0; line < LINES; line++)
            put_long(r, 10 * (int64_t)i + line), put_frame(r, l, i, line);
    pool_begin(r, TYPE_STACK_TRACE, STACKS);
    for (size_t i = 0; i < STACKS; i++) put_long(r, (int64_t)i + 1), put_stack(r, l, i);
    pool_begin(r, GROUP, 1);
    put_long(r, 7), put_group(r);
    pool_begin(r, TYPE_THREAD, THREADS);
    for (size_t i = 0; i < THREADS; i++) put_long(r, 50 + (int64_t)i), put_thread(r, l, i);
    pool_begin(r, TYPE_THREAD_STATE, STATES);
    for (size_t i = 0; i < STATES; i++) put_long(r, (int64_t)i + 1), put_utf8(r, states[i]);
    pool_begin(r, TYPE_STRING, STATES);
    for (size_t i = 0; i < STATES; i++) put_long(r, STATES - (int64_t)i), put_utf8(r, states[i]);
    checkpoint_end(r);
}

/* All that reports can see of the samples. */
static char *read_layout(const struct layout *l, unsigned keep) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    constant_types(&r, l);
    for (size_t i = 0; i < (l->twins ? TWINS : 1); i++) sample_type(&r, i, l);
    metadata_end(&r);
    for (size_t i = 0; i < 60; i++) put_sample(&r, l, i);
    put_constants(&r, l);
    chunk_end(&r);
    struct asked asked = all_samples;
    asked.needs.keep = keep;
    struct reading reading = reading_of(&r, &asked);
    ck_assert_uint_eq(reading.report.notes.len, 0);
    ck_assert_uint_eq(reading.samples->unresolved, 0);
    ck_assert_uint_eq(reading_events(&reading, "jdk.ExecutionSample"), 60);
    struct text out = {0};
    profile_write(&reading.samples->profile, &out);
    reading_release(&reading);
    recording_free(&r);
    return text_take(&out);
}

static void check_layout(struct layout layout) {
    static const unsigned keeps[] = {PROFILE_ROWS, PROFILE_STACKS | PROFILE_SAMPLES};
    for (size_t i = 0; i < 2; i++) {
        char *usual = read_layout(&(struct layout){0}, keeps[i]);
        char *found = read_layout(&layout, keeps[i]);
        ck_assert_str_eq(found, usual);
        free(found);
        free(usual);
    }
}

/* ==== Tests ================================================================================= */

START_TEST(the_usual_layout_says_who_was_where_and_when) {
    char *usual = read_layout(&(struct layout){0}, PROFILE_STACKS | PROFILE_SAMPLES);
    ck_assert_ptr_ne(strstr(usual, "samples 60 without stack 0 truncated 20"), NULL);
    ck_assert_ptr_ne(strstr(usual, "one of pool os 0 java 2"), NULL);
    ck_assert_ptr_ne(strstr(usual, "zero of pool os 0 java 1"), NULL);
    ck_assert_ptr_ne(strstr(usual, "STATE_SLEEPING"), NULL);
    ck_assert_ptr_ne(strstr(usual, "sample at 1763671860059000000"), NULL);
    ck_assert_ptr_ne(strstr(usual, "b.B.leaf"), NULL);
    free(usual);
}
END_TEST

START_TEST(a_stack_may_lie_in_the_event) {
    check_layout((struct layout){.stack_inline = true});
}
END_TEST

START_TEST(a_stack_may_hold_keys_of_frames) {
    check_layout((struct layout){.frames_pooled = true});
}
END_TEST

START_TEST(a_method_may_lie_in_its_frame) {
    check_layout((struct layout){.method_inline = true});
    check_layout((struct layout){.method_inline = true, .frames_pooled = true});
}
END_TEST

START_TEST(a_class_may_lie_in_its_method) {
    check_layout((struct layout){.class_inline = true});
    check_layout((struct layout){.class_inline = true, .one_field = true});
}
END_TEST

START_TEST(a_thread_may_lie_in_the_event_and_its_group_in_the_thread) {
    check_layout((struct layout){.thread_inline = true});
    check_layout((struct layout){.group_inline = true});
    check_layout((struct layout){.thread_inline = true, .group_inline = true});
}
END_TEST

START_TEST(a_state_may_be_a_struct_or_a_string_in_the_event_or_a_pooled_string) {
    check_layout((struct layout){.state = STATE_INLINE});
    check_layout((struct layout){.state = STATE_STRING});
    check_layout((struct layout){.state = STATE_POOLED_STRING});
}
END_TEST

START_TEST(all_of_it_may_lie_in_the_event) {
    check_layout((struct layout){.stack_inline = true,
                                 .method_inline = true,
                                 .class_inline = true,
                                 .thread_inline = true,
                                 .group_inline = true,
                                 .state = STATE_STRING});
}
END_TEST

START_TEST(times_may_count_ns_or_ms_since_1970) {
    check_layout((struct layout){.time = "NANOSECONDS_SINCE_EPOCH"});
    check_layout((struct layout){.time = "MILLISECONDS_SINCE_EPOCH"});
}
END_TEST

START_TEST(the_sampled_thread_counts_wherever_it_stands) {
    check_layout((struct layout){.event_thread = true});
}
END_TEST

START_TEST(event_types_of_one_name_are_all_counted) {
    check_layout((struct layout){.twins = true});
    check_layout((struct layout){.twins = true, .mixed = true});
}
END_TEST

int main(void) {
    Suite *suite = suite_create("layouts");
    TCase *cases = tcase_create("layouts");
    tcase_add_test(cases, the_usual_layout_says_who_was_where_and_when);
    tcase_add_test(cases, a_stack_may_lie_in_the_event);
    tcase_add_test(cases, a_stack_may_hold_keys_of_frames);
    tcase_add_test(cases, a_method_may_lie_in_its_frame);
    tcase_add_test(cases, a_class_may_lie_in_its_method);
    tcase_add_test(cases, a_thread_may_lie_in_the_event_and_its_group_in_the_thread);
    tcase_add_test(cases, a_state_may_be_a_struct_or_a_string_in_the_event_or_a_pooled_string);
    tcase_add_test(cases, all_of_it_may_lie_in_the_event);
    tcase_add_test(cases, times_may_count_ns_or_ms_since_1970);
    tcase_add_test(cases, the_sampled_thread_counts_wherever_it_stands);
    tcase_add_test(cases, event_types_of_one_name_are_all_counted);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
