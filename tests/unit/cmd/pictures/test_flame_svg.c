/* The flame graph's writer: labels, what is visible, what is left out, hostile names. */
#include "cmd/pictures/flame_parts.h"
#include "cmd/write/xml.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <stdio.h>

static struct profile profile;
static struct calltree tree;
static struct text svg;
static struct flame_svg_stats stats;
static struct flame_svg_options options;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS};
    options = (struct flame_svg_options){.title = "app.jfr", .width = 1200};
}

static void teardown(void) {
    profile_free(&profile);
    calltree_free(&tree);
    text_free(&svg);
}

static const char *drawn(void) {
    calltree_free(&tree);
    calltree_build(&profile, &(struct calltree_options){.reverse = options.reverse}, &tree);
    text_clear(&svg);
    flame_svg(&profile, &tree, &options, &svg, &stats);
    return text_str(&svg);
}

#define assert_has(s) ck_assert_msg(strstr(text_str(&svg), s) != NULL, "no %s", s)
#define assert_hasnt(s) ck_assert_msg(strstr(text_str(&svg), s) == NULL, "there is %s", s)

static size_t occurrences(const char *what) {
    size_t n = 0;
    for (const char *at = text_str(&svg); (at = strstr(at, what)) != NULL; at++) n++;
    return n;
}

/* ==== What is visible ======================================================================= */

static const char *visible(const char *bytes, size_t max) {
    static struct text out;
    text_clear(&out);
    visible_add(&out, bytes, strlen(bytes), max);
    return text_str(&out);
}

START_TEST(plain_text_stays) {
    ck_assert_str_eq(visible("java.util.Größe.数", 100), "java.util.Größe.数");
    ck_assert_str_eq(visible("", 100), "");
}
END_TEST

START_TEST(control_characters_are_shown) {
    ck_assert_str_eq(visible("a\nb\tc\x1b[31m\x7f", 100), "a\\x0Ab\\x09c\\x1B[31m\\x7F");
    ck_assert_str_eq(visible("\xC2\x85", 100), "\\x85"); /* U+0085, next line */
}
END_TEST

START_TEST(direction_overrides_and_invisible_characters_are_shown) {
    ck_assert_str_eq(visible("a\xE2\x80\xAE"
                             "b",
                             100),
                     "a\\u202Eb");
    ck_assert_str_eq(visible("\xE2\x81\xA6\xE2\x80\x8B\xEF\xBB\xBF\xC2\xAD", 100),
                     "\\u2066\\u200B\\uFEFF\\u00AD");
    ck_assert_str_eq(visible("\xF3\xA0\x81\x81", 100), "\\uE0041");
}
END_TEST

START_TEST(what_is_no_text_is_replaced) {
    static const char *const bad[] = {
        "\xFF",     "\xC0\x80",     "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\xE2\x82", "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\x80",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *out = visible(bad[i], 100);
        size_t len = strlen(out);
        ck_assert_uint_gt(len, 0);
        ck_assert_uint_eq(len % 3, 0);
        for (size_t at = 0; at < len; at += 3) ck_assert_mem_eq(out + at, "\xEF\xBF\xBD", 3);
    }
}
END_TEST

START_TEST(long_text_is_cut_between_characters) {
    ck_assert_str_eq(visible("abcdef", 3), "abc…");
    ck_assert_str_eq(visible("abc", 3), "abc");
    ck_assert_str_eq(visible("ééé", 2), "éé…");
}
END_TEST

START_TEST(xml_is_escaped) {
    struct text out = {0};
    xml_add(&out, "<a b=\"c\">&]]>", 13);
    ck_assert_str_eq(text_str(&out), "&lt;a b=&quot;c&quot;&gt;&amp;]]&gt;");
    text_free(&out);
}
END_TEST

/* ==== Labels ================================================================================ */

static const char *label(const char *class_name, const char *method, double chars) {
    static struct text out;
    struct flame_name name = {0};
    flame_name(&profile.frames, stacks_frame(&profile, class_name, method, FRAME_ANY), &name);
    text_clear(&out);
    flame_label(&name, chars * 6.672, &out); /* the width of an "e" at 12 pixels */
    text_free(&name.text);
    return text_str(&out);
}

START_TEST(a_label_loses_package_then_class_then_the_methods_end) {
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 40), "com.acme.Engine.evaluate");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 17), "Engine.evaluate");
    ck_assert_str_eq(label("com.acme.EngineHolder", "evaluate", 17), "…ineHolder.evaluate");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 9), "evaluate");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 6), "eval…");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 4), "");
    ck_assert_str_eq(label("com.acme.Engine", "run", 4), "run");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", 0), "");
    ck_assert_str_eq(label("com.acme.Engine", "evaluate", -3), "");
}
END_TEST

/* Of any width: what is shown fits, with the ellipsis, and one character more would not. */
START_TEST(what_is_cut_is_as_long_as_it_can_be) {
    static const char text[] = "WiiiMMMlll.evaluateIt";
    size_t len = strlen(text);
    for (int pixels = 12; pixels < 200; pixels++) {
        struct text out = {0};
        flame_fit(text, len, 12, pixels, &out);
        const char *cut = strstr(text_str(&out), "…");
        size_t shown = cut ? (size_t)(cut - text_str(&out)) : out.len;
        ck_assert_mem_eq(text_str(&out), text, shown);
        ck_assert_double_le(flame_text_width(text, shown, 12) + (cut ? 12 : 0), pixels);
        if (shown < len) ck_assert_double_gt(flame_text_width(text, shown + 1, 12) + 12, pixels);
        text_free(&out);
        const char *method = label("", "evaluateItMore", pixels / 6.672);
        cut = strstr(method, "…");
        ck_assert_double_le(flame_text_width(method, strlen(method), 12), pixels);
        if (cut)
            ck_assert_double_gt(
                flame_text_width("evaluateItMore", (size_t)(cut - method) + 1, 12) + 12, pixels);
    }
}
END_TEST

START_TEST(what_is_just_as_wide_as_its_room_is_shown) {
    static const char text[] = "evaluate";
    struct text out = {0};
    double whole = flame_text_width(text, 8, 1000); /* a number without a fraction */
    flame_fit(text, 8, 1000, whole, &out);
    ck_assert_str_eq(text_str(&out), "evaluate");
    text_clear(&out);
    flame_fit(text, 8, 1000, whole - 1, &out);
    ck_assert_str_eq(text_str(&out), "evalu…");
    text_clear(&out);
    flame_fit(text, 8, 1000, flame_text_width(text, 3, 1000) + 1000, &out);
    ck_assert_str_eq(text_str(&out), "eva…");
    text_free(&out);
    ck_assert_str_eq(label("", "r", 12 / 6.672), "r");
    ck_assert_str_eq(label("", "evaluate", flame_text_width(text, 8, 12) / 6.672), "evaluate");
    ck_assert_str_eq(label("", "llllllllllllllll", 33 / 6.672), "lllllll…");
    ck_assert_str_eq(label("", "llllllllllllllll", 32.9 / 6.672), "");
    ck_assert_str_eq(label("", "WWWWWWWW", 34 / 6.672), ""); /* one letter says nothing */
    ck_assert_str_eq(label("", "WWWWWWWW", 35 / 6.672), "WW…");
}
END_TEST

START_TEST(a_class_row_loses_its_package) {
    ck_assert_str_eq(label("com.acme.Engine", "", 9), "Engine");
}
END_TEST

START_TEST(a_cpp_label_keeps_the_method) {
    ck_assert_str_eq(label("", "ns::Klass<a::b>::method(x::y*)", 14), "method(x::y*)");
}
END_TEST

/* Where the class and the method begin: behind a "::" that has something behind it. */
START_TEST(a_cpp_name_is_parted_outside_of_its_brackets) {
    static const struct {
        const char *name;
        size_t class_at, method_at;
    } cases[] = {
        {"f", 0, 0},
        {"a::b", 0, 3},
        {"::f", 0, 2},
        {"a::", 0, 0},
        {"a::b::", 0, 3},
        {"a::b::c", 3, 6},
        {"n::C<x::y>::m", 3, 12},
        {"a::m(z::w)", 0, 3},
        {"a:b", 0, 0},
        {"C<x::y>", 0, 0},
        {"a::b::c::d", 6, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flame_name name = {0};
        flame_name(&profile.frames, stacks_frame(&profile, "", cases[i].name, FRAME_ANY), &name);
        ck_assert_msg(name.class_at == cases[i].class_at && name.method_at == cases[i].method_at,
                      "%s: %zu, %zu", cases[i].name, name.class_at, name.method_at);
        text_free(&name.text);
    }
}
END_TEST

START_TEST(the_method_survives_a_package_of_any_length) {
    char package[20000];
    memset(package, 'p', sizeof package);
    package[sizeof package - 1] = 0;
    memcpy(package + sizeof package - 5, ".Cls", 4);
    ck_assert_str_eq(label(package, "evaluate", 12), "Cls.evaluate");
}
END_TEST

/* ==== The picture =========================================================================== */

START_TEST(frames_carry_name_samples_and_share) {
    stacks_add(&profile, "a.B.run;a.B.work", 999);
    stacks_add(&profile, "a.B.run;a.B.idle", 1);
    stacks_add(&profile, "a.B.run", 123);
    drawn();
    assert_has("<title>all (1,123 samples, 100 %)</title>");
    assert_has("<title>a.B.work (999 samples, 88.96 %)</title>");
    assert_has("<title>a.B.idle (1 sample, 0.09 %)</title>");
    assert_has(">a.B.work</text>");
    ck_assert_uint_eq(stats.frames_drawn, 3);
    ck_assert_uint_eq(stats.frames_left_out, 0);
    ck_assert_uint_eq(stats.samples_left_out, 0);
}
END_TEST

/* The names that the script reads: what lies between the tag and the first blank line. */
static size_t names_for_the_script(void) {
    const char *at = strstr(text_str(&svg), "<metadata>\n"), *end = at ? strstr(at, "\n\n") : NULL;
    size_t lines = 0;
    ck_assert_ptr_nonnull(end);
    for (; at < end; at++) lines += *at == '\n';
    return lines;
}

/* Such as those of one class in two modules: nothing that is shown tells them apart. */
START_TEST(frames_that_look_alike_share_a_name) {
    uint32_t ids[2];
    for (size_t i = 0; i < 2; i++) {
        const char *module = i ? "app.old" : "app.new";
        uint32_t run = stacks_frame(&profile, "a.B", "run", FRAME_ANY);
        struct frame frame = profile.frames.rows.items[run];
        frame.module = strings_intern(&profile.frames.strings, module, strlen(module));
        ids[i] = frames_intern(&profile.frames, &frame);
        profile_add_stack(&profile, &ids[i], 1, (struct profile_weight){.samples = 1});
    }
    ck_assert_uint_ne(ids[0], ids[1]);
    drawn();
    ck_assert_uint_eq(stats.frames_drawn, 2);
    ck_assert_uint_eq(names_for_the_script(), 2); /* "all" and "a.B.run" */
}
END_TEST

START_TEST(narrow_frames_are_left_out_and_that_is_said) {
    stacks_add(&profile, "a.B.run;a.B.work", 10000);
    stacks_add(&profile, "a.B.run;a.B.rare", 3);
    stacks_add(&profile, "a.B.run;a.B.rare;a.B.rarest", 2);
    options.min_width = 1;
    drawn();
    assert_hasnt("rare");
    assert_has("Left out: 2 frames narrower than 1 px; 5 samples (0.05 %) end in them.");
    ck_assert_uint_eq(stats.frames_drawn, 2);
    ck_assert_uint_eq(stats.frames_left_out, 2);
    ck_assert_uint_eq(stats.samples_left_out, 5);
    ck_assert_double_eq(stats.min_width, 1);
}
END_TEST

START_TEST(samples_without_a_stack_are_mentioned) {
    stacks_add(&profile, "a", 1);
    profile.without_stack = 37;
    drawn();
    assert_has("37 samples have no stack trace.");
}
END_TEST

START_TEST(an_empty_profile_is_a_picture) {
    drawn();
    assert_has("<title>all (0 samples, 100 %)</title>");
    assert_has("No samples with a stack trace.");
    ck_assert_uint_eq(stats.frames_drawn, 0);
}
END_TEST

START_TEST(reversed_pictures_say_so) {
    stacks_add(&profile, "a;b", 1);
    options.subtitle = "jdk.ExecutionSample";
    drawn();
    assert_hasnt("merged from the leaves</text>");
    options.reverse = true;
    drawn();
    assert_has(">jdk.ExecutionSample, merged from the leaves</text>");
    options.subtitle = NULL;
    drawn();
    assert_has(">Merged from the leaves</text>");
}
END_TEST

START_TEST(the_root_is_at_the_bottom_or_on_top) {
    stacks_add(&profile, "a;b", 1);
    drawn();
    assert_has("translate(0,112)\">\n<g><title>all");
    assert_has("data-root=\"bottom\"");
    options.icicle = true;
    drawn();
    assert_has("translate(0,78)\">\n<g><title>all");
    assert_has("data-root=\"top\"");
}
END_TEST

START_TEST(colours_say_the_package_or_the_type) {
    uint32_t jit = stacks_frame(&profile, "a.B", "x", FRAME_JIT);
    uint32_t kernel = stacks_frame(&profile, "", "futex_wait", FRAME_KERNEL);
    profile_add_stack(&profile, &jit, 1, (struct profile_weight){.samples = 3});
    profile_add_stack(&profile, &kernel, 1, (struct profile_weight){.samples = 1});
    drawn();
    assert_has(">a 75.00 %</text>");
    assert_has(">Kernel 25.00 %</text>");
    options.color = FLAME_BY_TYPE;
    drawn();
    assert_has(">JIT compiled 75.00 %</text>");
    assert_has(">Kernel 25.00 %</text>");
    assert_hasnt(">Inlined ");
}
END_TEST

START_TEST(the_order_of_reading_does_not_matter) {
    stacks_add(&profile, "a.B.run;c", 2);
    stacks_add(&profile, "a.B.run;b;c", 3);
    stacks_add(&profile, "z", 1);
    char *first = mem_copy_text(drawn());
    profile_free(&profile);
    profile = (struct profile){.keep = PROFILE_STACKS};
    stacks_add(&profile, "z", 1);
    stacks_add(&profile, "a.B.run;b;c", 3);
    stacks_add(&profile, "a.B.run;c", 2);
    ck_assert_str_eq(drawn(), first);
    free(first);
}
END_TEST

START_TEST(hostile_names_stay_text) {
    stacks_add(&profile, "<script>alert(1)</script>", 3);
    stacks_add(&profile, "]]><script>alert(2)</script>", 3);
    stacks_add(&profile, "\"><svg onload=alert(3)>&lt;&#x3c;", 3);
    stacks_add(&profile, "a\x01\n\t\r\xE2\x80\xAE\xFF\xEF\xBF\xBF z", 3);
    options.title = "</title><script>alert(4)</script>";
    options.subtitle = "]]>&<b>";
    drawn();
    ck_assert_uint_eq(occurrences("<script"), 1);
    ck_assert_uint_eq(occurrences("]]>"), 1);
    assert_hasnt("<svg onload");
    assert_hasnt("\x01");
    assert_hasnt("\r");
    assert_hasnt("\t\r");
    assert_hasnt("\xE2\x80\xAE");
    assert_hasnt("\xEF\xBF\xBF");
    assert_has("a\\x01\\x0A\\x09\\x0D\\u202E\xEF\xBF\xBD\xEF\xBF\xBD z (3 samples, 25.00 %)");
}
END_TEST

START_TEST(the_picture_refers_to_nothing_outside) {
    stacks_add(&profile, "a;b", 1);
    drawn();
    assert_hasnt("href");
    assert_hasnt("url(");
    assert_hasnt("@import");
    assert_hasnt("javascript:");
    assert_hasnt("eval(");
    assert_hasnt("innerHTML");
    assert_hasnt("onclick");
    ck_assert_uint_eq(occurrences("http"), occurrences("http://www.w3.org/"));
}
END_TEST

START_TEST(long_names_are_cut) {
    char *name = mem_alloc(10001);
    memset(name, 'x', 10000);
    name[10000] = 0;
    stacks_add(&profile, name, 1);
    drawn();
    ck_assert_uint_lt(svg.len, 40000);
    assert_has("x… (1 sample, 100 %)");
    free(name);
}
END_TEST

/* Fifty thousand nodes: stacks that share their beginnings. */
static void add_many_stacks(void) {
    uint32_t ids[40];
    uint64_t random = 1;
    while (profile.stack_frames.len < 70000) {
        for (size_t i = 40; i-- > 0;) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            char class_name[60], method[20];
            unsigned choice = (unsigned)(random >> 40) % (i > 20 ? 2 : 5) + (unsigned)i * 50;
            snprintf(class_name, sizeof class_name, "com.example.application.part%u.Worker%u",
                     choice % 97, choice);
            snprintf(method, sizeof method, "method%u", choice % 13);
            ids[i] = stacks_frame(&profile, class_name, method, FRAME_JIT);
        }
        profile_add_stack(&profile, ids, 40, (struct profile_weight){.samples = 1});
    }
}

START_TEST(fifty_thousand_nodes_are_below_two_megabytes) {
    add_many_stacks();
    options.max_bytes = 2000000;
    drawn();
    ck_assert_uint_le(svg.len, options.max_bytes);
    ck_assert_uint_gt(stats.frames_drawn, 49000);
    for (size_t max = 1000000; max > 40000; max /= 2) {
        options.max_bytes = max;
        drawn();
        ck_assert_uint_le(svg.len, max);
        ck_assert_uint_gt(stats.frames_drawn, 0);
        ck_assert_uint_eq(stats.frames_drawn + stats.frames_left_out, tree.len - 1);
    }
    ck_assert_uint_gt(stats.samples_left_out, 0);
}
END_TEST

/* One stack: no frame is narrower than another, so rows are left out, half of them at a time. */
START_TEST(of_frames_of_one_width_those_far_from_the_root_are_left_out) {
    uint32_t ids[800];
    for (size_t i = 0; i < 800; i++) {
        char method[30];
        snprintf(method, sizeof method, "method%zu", i);
        ids[799 - i] = stacks_frame(&profile, "com.example.Deep", method, FRAME_JIT);
    }
    profile_add_stack(&profile, ids, 800, (struct profile_weight){.samples = 9});
    for (options.max_bytes = 93000; options.max_bytes > 30000; options.max_bytes -= 12000) {
        drawn();
        ck_assert_uint_le(svg.len, options.max_bytes);
        ck_assert_uint_gt(stats.frames_drawn, 40);
        ck_assert_uint_eq(stats.frames_drawn + stats.frames_left_out, 800);
        assert_has("method0");
        assert_hasnt("method799");
    }
}
END_TEST

START_TEST(an_impossible_limit_still_gives_a_picture) {
    stacks_add(&profile, "a;b", 0); /* not even a sample */
    options.max_bytes = 10;
    drawn();
    stacks_add(&profile, "a;b", 1);
    drawn();
    assert_has("</svg>");
    options.max_bytes = 0;
    options.width = 0;
    drawn();
    assert_has("</svg>");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("flame_svg");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, plain_text_stays);
    tcase_add_test(tests, control_characters_are_shown);
    tcase_add_test(tests, direction_overrides_and_invisible_characters_are_shown);
    tcase_add_test(tests, what_is_no_text_is_replaced);
    tcase_add_test(tests, long_text_is_cut_between_characters);
    tcase_add_test(tests, xml_is_escaped);
    tcase_add_test(tests, a_label_loses_package_then_class_then_the_methods_end);
    tcase_add_test(tests, a_class_row_loses_its_package);
    tcase_add_test(tests, what_is_cut_is_as_long_as_it_can_be);
    tcase_add_test(tests, what_is_just_as_wide_as_its_room_is_shown);
    tcase_add_test(tests, a_cpp_label_keeps_the_method);
    tcase_add_test(tests, a_cpp_name_is_parted_outside_of_its_brackets);
    tcase_add_test(tests, the_method_survives_a_package_of_any_length);
    tcase_add_test(tests, frames_carry_name_samples_and_share);
    tcase_add_test(tests, frames_that_look_alike_share_a_name);
    tcase_add_test(tests, narrow_frames_are_left_out_and_that_is_said);
    tcase_add_test(tests, samples_without_a_stack_are_mentioned);
    tcase_add_test(tests, an_empty_profile_is_a_picture);
    tcase_add_test(tests, reversed_pictures_say_so);
    tcase_add_test(tests, the_root_is_at_the_bottom_or_on_top);
    tcase_add_test(tests, colours_say_the_package_or_the_type);
    tcase_add_test(tests, the_order_of_reading_does_not_matter);
    tcase_add_test(tests, hostile_names_stay_text);
    tcase_add_test(tests, the_picture_refers_to_nothing_outside);
    tcase_add_test(tests, long_names_are_cut);
    tcase_add_test(tests, fifty_thousand_nodes_are_below_two_megabytes);
    tcase_add_test(tests, of_frames_of_one_width_those_far_from_the_root_are_left_out);
    tcase_add_test(tests, an_impossible_limit_still_gives_a_picture);
    Suite *suite = suite_create("flame_svg");
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
