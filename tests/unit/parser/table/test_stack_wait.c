/* Frames as their names tell them: which are Java's, which are native. */
#include "parser/table/stack_wait.h"
#include "tests/support/suite.h"

#include <string.h>

static uint32_t text(struct things *things, const char *bytes) {
    return strings_intern(&things->texts, bytes, strlen(bytes));
}

START_TEST(frames_are_javas_by_their_class_and_how_they_ran) {
    static const struct {
        const char *class_name, *type;
        bool java, native;
    } frames[] = {
        {"app.Main", "Interpreted", true, false},
        {"app.Main", "", true, false},
        {"app.Main", "Native", true, true},
        {"app.Main", "C++", false, false},
        {"app.Main", "Kernel", false, false},
        {"Main", "JIT compiled", true, false}, /* of no package */
        {"Main", "Native", false, true},       /* what samplers call a library's, too */
        {"libc.so.6", "Native", false, true},
        {"libc.so.6", "Interpreted", false, false},
        {"", "Native", false, true},
    };
    struct things things = {0};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        const struct things_frame made = {.class_name = text(&things, frames[i].class_name),
                                          .method = text(&things, "run"),
                                          .type = text(&things, frames[i].type)};
        struct stack_frame frame = stack_frame_of(&things, things_add_frame(&things, &made));
        ck_assert(frame.known);
        ck_assert_msg(frame.java == frames[i].java && frame.native == frames[i].native, "%s, %s",
                      frames[i].class_name, frames[i].type);
    }
    things_free(&things);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stack wait");
    TCase *cases = tcase_create("stack wait");
    tcase_add_test(cases, frames_are_javas_by_their_class_and_how_they_ran);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
