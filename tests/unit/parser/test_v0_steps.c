/* Stepping over values of format 0.9: wherever the data end too soon, that is known, and what lies
 * behind a value is none of it. */
#include "parser/v0/types.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Data of exact size, for the sanitizer. */
static uint8_t *copied(const uint8_t *bytes, size_t len) {
    uint8_t *copy = malloc(len ? len : 1);
    if (len) memcpy(copy, bytes, len);
    return copy;
}

/* ==== By a plan ============================================================================= */

#define FIXED(steps, bytes) \
    { .op = V0_FIXED, .n = (steps), .in = (bytes) }
#define WITHIN \
    { .op = V0_TAKE_NUMBER }
#define UTF \
    { .op = V0_TAKE_UTF }
#define STRING \
    { .op = V0_TAKE_STRING }
#define ARRAY_OF(steps) \
    { .op = V0_TAKE_ARRAY, .n = (steps) }

static const struct {
    struct v0_step steps[6];
    uint32_t count;
    uint8_t bytes[32];
    size_t len;
    bool never; /* it cannot be, however much there is */
} plans[] = {
    {{FIXED(0, 5)}, 1, {1, 2, 3, 4, 5}, 5},
    {{FIXED(2, 3), WITHIN, WITHIN, FIXED(0, 1)}, 4, {1, 2, 3, 4}, 4},
    {{UTF}, 1, {0, 3, 'a', 'b', 'c'}, 5},
    {{UTF, UTF}, 2, {0, 0, 0, 1, 'a'}, 5},
    {{STRING}, 1, {0, 0, 0, 2, 0, 'a', 0, 'b'}, 8},
    {{STRING, FIXED(0, 1)}, 2, {0, 0, 0, 0, 9}, 5},
    {{ARRAY_OF(2), FIXED(1, 3), WITHIN}, 3, {0, 0, 0, 2, 1, 2, 3, 4, 5, 6}, 10},
    {{ARRAY_OF(2), FIXED(1, 3), WITHIN, UTF}, 4, {0, 0, 0, 1, 1, 2, 3, 0, 1, 'a'}, 10},
    {{ARRAY_OF(1), FIXED(0, 3), FIXED(0, 2)}, 3, {0, 0, 0, 0, 8, 9}, 6},
    {{ARRAY_OF(1), UTF}, 2, {0, 0, 0, 2, 0, 1, 'a', 0, 2, 'b', 'c'}, 11},
    /* elements of several steps, one of which is an array */
    {{ARRAY_OF(3), FIXED(0, 1), ARRAY_OF(1), FIXED(0, 2), FIXED(0, 1)},
     5,
     {0, 0, 0, 2, 7, 0, 0, 0, 1, 1, 2, 7, 0, 0, 0, 0, 5},
     17},
    {{ARRAY_OF(2), FIXED(0, 1), UTF}, 3, {0, 0, 0, 2, 7, 0, 0, 8, 0, 1, 'a'}, 11},
    /* of no bytes: any number are none */
    {{ARRAY_OF(0), FIXED(0, 1)}, 2, {0x7F, 0xFF, 0xFF, 0xFF, 1}, 5},
    {{ARRAY_OF(1), FIXED(0, 0), FIXED(0, 1)}, 3, {0x7F, 0xFF, 0xFF, 0xFF, 1}, 5},
    {{ARRAY_OF(0)}, 1, {0x80, 0, 0, 0}, 4, true},
    {{ARRAY_OF(1), FIXED(0, 1)}, 2, {0x7F, 0xFF, 0xFF, 0xFF}, 4, true},
    {{STRING}, 1, {0x80, 0, 0, 0}, 4, true},
    {{FIXED(0, 0)}, 0, {0}, 0},
};

START_TEST(a_plan_steps_over_all_of_a_value_or_says_that_it_is_cut) {
    struct v0_types types = {.steps.items = (struct v0_step *)(uintptr_t)plans[_i].steps};
    struct v0_plan plan = {.count = plans[_i].count};
    for (size_t len = 0; len <= sizeof plans[_i].bytes; len++) {
        uint8_t *data = copied(plans[_i].bytes, len);
        const uint8_t *behind = v0_plan_skip(&types, &plan, data, data + len);
        if (plans[_i].never || len < plans[_i].len) ck_assert_ptr_null(behind);
        else ck_assert_ptr_eq(behind, data + plans[_i].len);
        free(data);
    }
    plan.broken = true;
    ck_assert_ptr_null(v0_plan_skip(&types, &plan, plans[_i].bytes, plans[_i].bytes + 32));
}
END_TEST

/* ==== By the structure ====================================================================== */

enum { OUTER, INNER, DEEP };

static const struct v0_value values[] = {
    {.id = "byte", .data = V0_BYTE},
    {.id = "text", .data = V0_UTF8},
    {.id = "inner", .data = V0_STRUCT, .index = INNER},
    {.id = "numbers", .data = V0_ARRAY, .index = V0_U2},
    {.id = "texts", .data = V0_ARRAY, .index = V0_STRING},
    {.id = "rows", .data = V0_STRUCTARRAY, .index = INNER},
    {.id = "none", .data = V0_STRUCTARRAY, .index = DEEP},
    {.id = "units", .data = V0_STRING},
    {.id = "last", .data = V0_U8},
    {.id = "x", .data = V0_U4},
    {.id = "y", .data = V0_UTF8},
};
static const struct v0_structure structures[] = {{0, 9}, {9, 2}, {11, 0}};
static const uint8_t data[] = {
    200,                                                              /* byte */
    0,    2, 'h', 'i',                                                /* text */
    1,    2, 3,   4,   0, 1,   'a',                                   /* inner */
    0,    0, 0,   2,   1, 2,   3,   4,                                /* numbers */
    0,    0, 0,   2,   0, 0,   0,   0, 0, 0, 0, 1, 0, 'b',            /* texts */
    0,    0, 0,   2,   5, 6,   7,   8, 0, 0, 9, 9, 9, 9,   0, 1, 'c', /* rows */
    0x7F, 0, 0,   0,                                                  /* none: of no bytes */
    0,    0, 0,   1,   0, 'd',                                        /* units */
    1,    2, 3,   4,   5, 6,   7,   8,                                /* last */
};
static const char *const ids[] = {"byte", "text", "inner", "numbers", "texts",
                                  "rows", "none", "units", "last",    "other"};
static const size_t places[] = {0, 1, 5, 12, 20, 34, 51, 55, 61};
enum { IDS = sizeof ids / sizeof *ids };

START_TEST(values_of_a_structure_are_where_those_before_them_end) {
    struct v0_metadata m = {
        .values.items = (struct v0_value *)(uintptr_t)values,
        .structures.items = (struct v0_structure *)(uintptr_t)structures,
    };
    for (size_t len = 0; len <= sizeof data; len++) {
        const struct v0_value *found[IDS];
        const uint8_t *at[IDS];
        uint8_t *copy = copied(data, len);
        bool whole = v0_values_find(&m, OUTER, copy, copy + len, ids, IDS, found, at);
        ck_assert_msg(whole == (len == sizeof data), "of %zu bytes", len);
        for (size_t i = 0; whole && i + 1 < IDS; i++) {
            ck_assert_msg(at[i] == copy + places[i], "%s at %zu", ids[i], (size_t)(at[i] - copy));
            ck_assert_ptr_eq(found[i], &values[i]);
        }
        ck_assert_ptr_null(at[IDS - 1]);
        free(copy);
    }
}
END_TEST

START_TEST(numbers_have_the_width_of_their_type) {
    static const uint8_t bytes[] = {0x81, 2, 3, 4, 5, 6, 7, 8};
    static const struct {
        enum v0_data data;
        uint64_t number;
    } rows[] = {{V0_BOOLEAN, 0x81},
                {V0_BYTE, 0x81},
                {V0_U1, 0x81},
                {V0_SHORT, 0x8102},
                {V0_U2, 0x8102},
                {V0_INTEGER, 0x81020304},
                {V0_U4, 0x81020304},
                {V0_LONG, 0x8102030405060708},
                {V0_U8, 0x8102030405060708},
                {V0_FLOAT, 0},
                {V0_DOUBLE, 0},
                {V0_UTF8, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct v0_value value = {.data = rows[i].data};
        ck_assert_uint_eq(v0_value_number(&value, bytes), rows[i].number);
        ck_assert_uint_eq(v0_value_number(&value, NULL), 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("v0 steps");
    TCase *cases = tcase_create("v0 steps");
    tcase_add_loop_test(cases, a_plan_steps_over_all_of_a_value_or_says_that_it_is_cut, 0,
                        sizeof plans / sizeof *plans);
    tcase_add_test(cases, values_of_a_structure_are_where_those_before_them_end);
    tcase_add_test(cases, numbers_have_the_width_of_their_type);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
