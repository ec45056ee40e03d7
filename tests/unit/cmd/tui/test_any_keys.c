/* Thousands of keys and of what the mouse does, in no order that anybody would think of: what is
 * drawn after each, in all colours and sizes, comes to one number. ANYWHERE=FOLDER writes it all;
 * see tests/support/anywhere.h. The tabs are those of samples: reports are their commands'. */
#include "tests/support/anywhere.h"
#include "tests/support/explorer.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

enum { KEYS = 4000, KEYS_OF_A_SCREEN = 100 };

static struct key_press any_key(void) {
    static const char letters[] = "23456ffuux[]ss<>nd\r\r";
    static const int others[] = {KEY_UP,     KEY_DOWN,      KEY_DOWN, KEY_LEFT,    KEY_RIGHT,
                                 KEY_HOME,   KEY_END,       KEY_F1,   KEY_PAGE_UP, KEY_PAGE_DOWN,
                                 KEY_ESCAPE, KEY_WHEEL_UP,  KEY_WHEEL_DOWN};
    static const int of_mouse[] = {KEY_PRESS, KEY_DRAG, KEY_RELEASE};
    switch (random_below(4)) {
    case 0:
    case 1:
        return (struct key_press){.key = (unsigned char)letters[random_below(sizeof letters - 1)]};
    case 2: return (struct key_press){.key = others[random_below(sizeof others / sizeof *others)]};
    default: break;
    }
    int line = (int)random_below((size_t)e.screen.lines);
    if (line == LINE_TABS) line = LINE_HEAD;
    return (struct key_press){.key = of_mouse[random_below(3)],
                              .column = (int)random_below((size_t)e.screen.columns),
                              .line = line};
}

static void search(void) {
    static const char *const searches[] = {"/a\r", "/Sum\r", "/x\x1b", "/[\r", "/ru\x7Fn\r"};
    for (const char *c = searches[random_below(5)]; *c; c++)
        take((struct key_press){.key = *c == '\x1b' ? KEY_ESCAPE : (unsigned char)*c});
}

static void another_screen(void) {
    static const int lines[] = {11, 24, 7, 50}, columns[] = {60, 100, 20, 200, 1};
    e.screen.lines = lines[random_below(4)];
    e.screen.columns = columns[random_below(5)];
    e.utf8 = random_below(2);
    e.colors = (enum pen_colors)random_below(4);
    explorer_apply(&e);
    panes_prepare(&e);
}

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    (void)bytes, (void)len;
    panes_draw(&e, out);
    text_addf(out, "\n%s\n%s\n", text_str(&e.said), text_str(&e.search));
    panes_add_command(&e, out);
}

START_TEST(what_any_keys_draw_is_what_it_ever_was) {
    struct anywhere a = anywhere_begin("keys", tell);
    random_state = 7;
    for (size_t i = 0; i < KEYS; i++) {
        if (i % KEYS_OF_A_SCREEN == 0) another_screen();
        struct key_press key = any_key();
        if (i % 50 == 49) search();
        else ck_assert(take(key));
        anywhere_one(&a, "after", i, (const uint8_t *)"", 0);
    }
    anywhere_end(&a, "keys", 0x6DCE99595A6EAD82);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("any keys");
    TCase *tcase = tcase_create("any keys");
    tcase_add_checked_fixture(tcase, explorer_set_up, explorer_clean_up);
    tcase_add_test(tcase, what_any_keys_draw_is_what_it_ever_was);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
