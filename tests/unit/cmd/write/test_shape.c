/* JSON written as it looks. */
#include "cmd/write/shape.h"
#include "tests/support/suite.h"

static void check(const char *expected, struct json *json) {
    ck_assert_str_eq(text_str(json->out), expected);
    text_clear(json->out);
    *json = json_open(json->out, JSON_COMPACT);
}

START_TEST(a_shape_is_json_with_the_next_cells_in_it) {
    struct text out = {0};
    struct json json = json_open(&out, JSON_COMPACT);
    json_fill(&json, "{id: $, share: $, of: {name: $, none: $}}", cell_count(7), cell_real(0.5, 2),
              cell_text("a\"b"), cell_missing());
    check("{\"id\":7,\"share\":0.5,\"of\":{\"name\":\"a\\\"b\",\"none\":null}}", &json);
    json_fill(&json, "[$,$]", cell_bool(true), cell_number(-1));
    check("[true,-1]", &json);
    text_free(&out);
}
END_TEST

START_TEST(what_is_always_the_same_stands_in_the_shape) {
    struct text out = {0};
    struct json json = json_open(&out, JSON_COMPACT);
    json_shape(&json,
               "{a: 'x: {$}, [y]', b: -1.5, c: true, d: null, '$e': [], 'f g/h': {}, i: ''}");
    check("{\"a\":\"x: {$}, [y]\",\"b\":-1.5,\"c\":true,\"d\":null,\"$e\":[],\"f g/h\":{},\"i\":"
          "\"\"}",
          &json);
    text_free(&out);
}
END_TEST

START_TEST(what_a_shape_begins_another_one_ends) {
    struct text out = {0};
    struct json json = json_open(&out, JSON_COMPACT);
    json_shape(&json, "{rows: [");
    for (uint64_t i = 1; i < 3; i++) json_fill(&json, "{n: $}", cell_count(i));
    json_fill(&json, "], all: $", cell_count(2));
    json_count(&json, "more", 3);
    json_shape(&json, "}");
    check("{\"rows\":[{\"n\":1},{\"n\":2}],\"all\":2,\"more\":3}", &json);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shape");
    TCase *tcase = tcase_create("shape");
    tcase_add_test(tcase, a_shape_is_json_with_the_next_cells_in_it);
    tcase_add_test(tcase, what_is_always_the_same_stands_in_the_shape);
    tcase_add_test(tcase, what_a_shape_begins_another_one_ends);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
