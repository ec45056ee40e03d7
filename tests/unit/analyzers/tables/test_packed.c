/* Cells that are packed: what they were, whatever they are. */
#include "analyzers/tables/packed.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static void check_packed(enum jfr_column_kind kind, const uint64_t *cells, unsigned bits) {
    uint64_t read[PACKED_ROWS];
    struct packed packed = packed_make(kind, cells);
    ck_assert_uint_eq(packed.bits, bits);
    packed_cells(&packed, kind, 0, 5, read);
    packed_cells(&packed, kind, 5, PACKED_ROWS - 5, read + 5);
    ck_assert_int_eq(memcmp(read, cells, sizeof read), 0);
    for (size_t row = 0; row < PACKED_ROWS; row++) {
        uint64_t cell = packed_get(&packed, row);
        ck_assert_uint_eq(jfr_is_thing(kind) ? (uint32_t)cell : cell, cells[row]);
    }
    packed_free(&packed);
}

/* Of numbers that differ in so many bits, the first and the last row in all of them. */
START_TEST(numbers_take_the_bits_in_which_they_differ) {
    static const uint64_t bases[] = {0, 1000, (uint64_t)INT64_MIN, (uint64_t)-5, INT64_MAX};
    unsigned bits = (unsigned)_i;
    uint64_t mask = bits ? UINT64_MAX >> (64 - bits) : 0, random = 88172645463325252u;
    for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
        uint64_t cells[PACKED_ROWS];
        for (size_t row = 0; row < PACKED_ROWS; row++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            uint64_t more = row == 0 ? mask : row == PACKED_ROWS - 1 ? 0 : random & mask;
            cells[row] = bits < 63 && k < 3 ? bases[k] + more : more - (UINT64_C(1) << 63);
        }
        check_packed(JFR_COLUMN_INT, cells, bits > 57 ? 64 : bits);
    }
}
END_TEST

START_TEST(null_costs_things_no_more_than_another_one) {
    uint64_t cells[PACKED_ROWS];
    for (size_t row = 0; row < PACKED_ROWS; row++) cells[row] = row % 4 ? row % 4 - 1 : JFR_NULL_ID;
    check_packed(JFR_COLUMN_TEXT, cells, 2);
    for (size_t row = 0; row < PACKED_ROWS; row++) cells[row] = JFR_NULL_ID;
    check_packed(JFR_COLUMN_STACK, cells, 0);
    cells[7] = 0, cells[8] = JFR_NULL_ID - 1;
    check_packed(JFR_COLUMN_THREAD, cells, 32);
}
END_TEST

START_TEST(reals_and_unsigned_numbers_are_kept_as_they_are) {
    static const double reals[] = {0, -0.0, 1.5, -1e300};
    uint64_t cells[PACKED_ROWS];
    for (size_t row = 0; row < PACKED_ROWS; row++) memcpy(&cells[row], &reals[row % 4], 8);
    check_packed(JFR_COLUMN_REAL, cells, 64);
    for (size_t row = 0; row < PACKED_ROWS; row++) cells[row] = UINT64_MAX - row % 8;
    check_packed(JFR_COLUMN_UNSIGNED, cells, 3);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("packed");
    tcase_add_loop_test(c, numbers_take_the_bits_in_which_they_differ, 0, 65);
    tcase_add_test(c, null_costs_things_no_more_than_another_one);
    tcase_add_test(c, reals_and_unsigned_numbers_are_kept_as_they_are);
    Suite *s = suite_create("packed");
    suite_add_tcase(s, c);
    return suite_run(s);
}
