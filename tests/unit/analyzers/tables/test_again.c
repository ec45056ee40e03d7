/* Events that are read again are found where they lie, in the order in which they came. */
#include "analyzers/tables/again.h"
#include "tests/support/suite.h"

#include <check.h>

#define CHUNK 300000
#define SIZE 10

/* Events of ten bytes, compressed: size, type, and a payload of eight. */
static struct jfr_event event_of(const uint8_t *data, uint64_t offset) {
    return (struct jfr_event){
        .type_id = 7, .offset = offset, .payload = data + offset + 2, .end = data + offset + SIZE};
}

static const struct {
    uint64_t offsets[4];
    size_t bytes; /* that are kept of them */
} orders[] = {
    {{0, 10, 20, 30}, 4},
    {{68, 78, 200, 1000}, 7},
    {{200000, 10, 200010, 20}, 12},
};

START_TEST(events_come_as_they_were_added_each_time) {
    uint8_t *data = mem_zero(CHUNK, 1);
    const struct jfr_chunk chunk = {.data = data, .size = CHUNK, .encoding = JFR_COMPRESSED};
    struct again again = {.count = 0};
    struct jfr_event event;
    for (size_t i = 0; i < 4; i++) {
        uint64_t offset = orders[_i].offsets[i];
        data[offset] = SIZE, data[offset + 1] = 7;
        event = event_of(data, offset);
        again_add(&again, &chunk, &event);
    }
    ck_assert_uint_eq(again.steps.len, orders[_i].bytes);
    for (int twice = 0; twice < 2; twice++) {
        for (size_t i = 0; i < 4; i++) {
            const struct jfr_event expected = event_of(data, orders[_i].offsets[i]);
            ck_assert(again_next(&again, &chunk, &event));
            ck_assert_uint_eq(event.offset, expected.offset);
            ck_assert_ptr_eq(event.payload, expected.payload);
            ck_assert_ptr_eq(event.end, expected.end);
        }
        ck_assert(!again_next(&again, &chunk, &event));
        again_rewind(&again);
    }
    again_free(&again);
    free(data);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("again");
    tcase_add_loop_test(c, events_come_as_they_were_added_each_time, 0,
                        sizeof orders / sizeof *orders);
    Suite *s = suite_create("again");
    suite_add_tcase(s, c);
    return suite_run(s);
}
