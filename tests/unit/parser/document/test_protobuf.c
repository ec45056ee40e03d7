/* Fields of messages, one by one: of each wire type, cut, and what is none. */
#include "parser/document/protobuf.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <check.h>

static int next(const char *bytes, size_t len, struct proto_field *field, size_t *taken) {
    uint8_t *copy = guarded_copy(bytes, len);
    const uint8_t *at = copy;
    int got = proto_next(&at, copy + len, field);
    *taken = (size_t)(at - copy);
    guarded_free(copy, len);
    return got;
}

#define BYTES(literal) literal, sizeof(literal) - 1

START_TEST(a_field_has_a_number_a_wire_type_and_a_value) {
    static const struct {
        const char *bytes;
        size_t len;
        uint32_t number;
        enum proto_wire wire;
        uint64_t value;
    } cases[] = {{BYTES("\x08\x96\x01"), 1, PROTO_VARINT, 150},
                 {BYTES("\x0D\x01\x02\x03\x04"), 1, PROTO_FIXED32, 0x04030201},
                 {BYTES("\x11\x01\x02\x03\x04\x05\x06\x07\x08"), 2, PROTO_FIXED64,
                  UINT64_C(0x0807060504030201)},
                 {BYTES("\x12\x02hi"), 2, PROTO_BYTES, 2},
                 {BYTES("\x12\x00"), 2, PROTO_BYTES, 0},
                 {BYTES("\xF8\xFF\xFF\xFF\x0F\x07"), 536870911, PROTO_VARINT, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proto_field field;
        size_t taken;
        ck_assert_int_eq(next(cases[i].bytes, cases[i].len, &field, &taken), 1);
        ck_assert_uint_eq(taken, cases[i].len);
        ck_assert_uint_eq(field.number, cases[i].number);
        ck_assert_int_eq((int)field.wire, (int)cases[i].wire);
        ck_assert_uint_eq(field.value, cases[i].value);
        for (size_t cut = 0; cut < cases[i].len; cut++) {
            ck_assert_int_eq(next(cases[i].bytes, cut, &field, &taken), cut ? -1 : 0);
            ck_assert_uint_eq(taken, 0);
        }
    }
}
END_TEST

START_TEST(what_is_no_field_is_refused) {
    static const struct {
        const char *bytes;
        size_t len;
    } cases[] = {{BYTES("\x00\x01")},                 /* number 0 */
                 {BYTES("\x80\x80\x80\x80\x10\x01")}, /* more than 32 bits */
                 {BYTES("\x0B\x01")},
                 {BYTES("\x0C\x01")}, /* groups */
                 {BYTES("\x0E\x01")},
                 {BYTES("\x0F\x01")},
                 {BYTES("\x12\x03hi")}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proto_field field;
        size_t taken;
        ck_assert_msg(next(cases[i].bytes, cases[i].len, &field, &taken) == -1, "%zu", i);
        ck_assert_uint_eq(taken, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("protobuf");
    TCase *c = tcase_create("protobuf");
    tcase_add_test(c, a_field_has_a_number_a_wire_type_and_a_value);
    tcase_add_test(c, what_is_no_field_is_refused);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
