/* A class's bytes with entries counted: what is moved, what stays, and what cannot be read. */
#include "agent/whatif/entries.h"
#include "base/mem.h"
#include "base/text.h"
#include "tests/support/suite.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void bytes(struct text *out, const char *hex) {
    for (unsigned n; sscanf(hex, " %2x", &n) == 1; hex += strspn(hex, " ") + 2)
        text_add_char(out, (char)n);
}

static void utf8(struct text *out, const char *name) {
    text_add_char(out, 1);
    text_add_char(out, 0);
    text_add_char(out, (char)strlen(name));
    text_add(out, name);
}

/* An attribute of that name (place in the pool), its content in hexadecimal digits. */
static void attribute(struct text *out, int name, const struct text *content) {
    char head[20];
    unsigned len = (unsigned)content->len;
    snprintf(head, sizeof head, "00 %02x 00 %02x %02x %02x", (unsigned)name, len >> 16,
             len >> 8 & 255, len & 255);
    bytes(out, head);
    text_add_bytes(out, text_str(content), content->len);
}

enum { CODE = 3, FRAMES, LINES, VARIABLES, OTHER };
static const char *const names[] = {
    "m", "()V", "Code", "StackMapTable", "LineNumberTable", "LocalVariableTable", "Deprecated"};

/* A class with a field and the methods m and, if there is one, n (named "Code"), both with this
 * code. */
static struct text class_of(const struct text *code) {
    struct text out = {0};
    bytes(&out, "CA FE BA BE 00 00 00 3D 00 0D");
    for (size_t i = 0; i < 7; i++) utf8(&out, names[i]);
    bytes(&out, "07 00 07 05 00 00 00 00 00 00 00 01 03 00 00 00 02 08 00 01");
    bytes(&out, "00 21 00 08 00 08 00 01 00 08"); /* access, this, super, an interface */
    bytes(&out, "00 01 00 02 00 01 00 02 00 00"); /* a field that is called m, too */
    bytes(&out, "00 02");
    for (int i = 0; i < 2; i++) {
        bytes(&out, i ? "00 01 00 03 00 02 00 02" : "00 01 00 01 00 02 00 02");
        attribute(&out, CODE, code);
        struct text nothing = {0};
        attribute(&out, OTHER, &nothing);
    }
    bytes(&out, "00 00"); /* attributes of the class */
    return out;
}

/* Code of so many bytes, with one attribute. */
static struct text code_of(int len, int name, const char *content) {
    struct text out = {0}, inside = {0};
    char head[20];
    bytes(&out, "00 02 00 03");
    snprintf(head, sizeof head, "00 00 %02x %02x", (unsigned)len >> 8, (unsigned)len & 255);
    bytes(&out, head);
    for (int i = 0; i < len; i++) bytes(&out, "b1");
    bytes(&out, "00 01 00 00 00 05 00 06 00 08"); /* a handler */
    bytes(&out, "00 01");
    bytes(&inside, content);
    attribute(&out, name, &inside);
    text_free(&inside);
    return out;
}

/* The same as it has to be: four bytes more, and this content. */
static struct text changed_of(int len, int name, const char *content, bool kept) {
    struct text out = {0}, inside = {0};
    char head[20];
    bytes(&out, "00 02 00 03");
    snprintf(head, sizeof head, "00 00 %02x %02x", (unsigned)(len + 4) >> 8,
             (unsigned)(len + 4) & 255);
    bytes(&out, head);
    bytes(&out, "b8 00 12 00"); /* 13 places were there; hit is 18 */
    for (int i = 0; i < len; i++) bytes(&out, "b1");
    bytes(&out, "00 01 00 04 00 09 00 0a 00 08");
    bytes(&out, kept ? "00 01" : "00 00");
    bytes(&inside, content);
    if (kept) attribute(&out, name, &inside);
    text_free(&inside);
    return out;
}

static struct text class_changed(const struct text *code, const struct text *changed) {
    struct text out = class_of(code);
    struct text result = {0}, added = {0};
    size_t pool_end = 10;
    for (size_t i = 0; i < 7; i++) pool_end += 3 + strlen(names[i]);
    pool_end += 3 + 9 + 5 + 3;
    text_add_bytes(&result, out.data, 8);
    bytes(&result, "00 19");
    text_add_bytes(&result, out.data + 10, pool_end - 10);
    utf8(&added, "java/lang/JfragentPoints");
    bytes(&added, "07 00 0d");
    utf8(&added, "()V");
    utf8(&added, "hit");
    bytes(&added, "0c 00 10 00 0f 0a 00 0e 00 11");
    utf8(&added, "begin");
    bytes(&added, "0c 00 13 00 0f 0a 00 0e 00 14");
    utf8(&added, "end");
    bytes(&added, "0c 00 16 00 0f 0a 00 0e 00 17");
    text_add_bytes(&result, added.data, added.len);
    size_t first = pool_end + 10 + 10 + 2 + 8; /* where the Code of m begins */
    text_add_bytes(&result, out.data + pool_end, first - pool_end);
    attribute(&result, CODE, changed);
    text_add_bytes(&result, out.data + first + 6 + code->len, out.len - first - 6 - code->len);
    text_free(&added);
    text_free(&out);
    return result;
}

static const struct {
    int len, name;
    const char *before, *after; /* NULL: left out */
} tables[] = {
    {9, LINES, "00 02 00 00 00 07 00 05 00 08", "00 02 00 04 00 07 00 09 00 08"},
    {9, VARIABLES, "00 01 00 01 00 02 00 03 00 04 00 05", "00 01 00 05 00 02 00 03 00 04 00 05"},
    {9, OTHER, "", NULL},
    /* frames: the first is moved, those behind it say how far they are from it */
    {9, FRAMES, "00 02 00 00", "00 02 04 00"},
    {9, FRAMES, "00 01 3b", "00 01 3f"},
    {9, FRAMES, "00 01 3c", "00 01 fb 00 40"},
    {9, FRAMES, "00 01 40 01", "00 01 44 01"},
    {9, FRAMES, "00 01 7b 07 00 08", "00 01 7f 07 00 08"},
    {9, FRAMES, "00 01 7c 08 00 02", "00 01 f7 00 40 08 00 06"},
    {9, FRAMES, "00 02 f7 00 01 08 00 00 f7 00 02 02", "00 02 f7 00 05 08 00 04 f7 00 02 02"},
    {9, FRAMES, "00 02 f8 00 01 fb 00 02", "00 02 f8 00 05 fb 00 02"},
    {9, FRAMES, "00 01 fe 00 03 01 07 00 08 08 00 01", "00 01 fe 00 07 01 07 00 08 08 00 05"},
    {9, FRAMES, "00 01 ff 00 02 00 01 08 00 03 00 02 04 05",
     "00 01 ff 00 06 00 01 08 00 07 00 02 04 05"},
    {300, LINES, "00 01 01 2b 00 01", "00 01 01 2f 00 01"},
};

static unsigned char *counted(const char *data, size_t len, const char *method, size_t *new_len) {
    const struct entries_change changes[] = {{method, ENTRIES_HIT, false},
                                             {NULL, ENTRIES_NONE, false}};
    return entries_change((const unsigned char *)data, len, changes, new_len);
}

START_TEST(what_names_places_is_moved_and_all_else_stays) {
    struct text code = code_of(tables[_i].len, tables[_i].name, tables[_i].before);
    const char *after = tables[_i].after;
    struct text changed = changed_of(tables[_i].len, tables[_i].name, after ? after : "", after);
    struct text before = class_of(&code), wanted = class_changed(&code, &changed);
    size_t len;
    unsigned char *got = counted(before.data, before.len, "m", &len);
    ck_assert_ptr_nonnull(got);
    ck_assert_uint_eq(len, wanted.len);
    ck_assert_mem_eq(got, wanted.data, len);
    free(got);
    text_free(&code);
    text_free(&changed);
    text_free(&before);
    text_free(&wanted);
}
END_TEST

START_TEST(a_class_without_such_a_method_is_left_alone) {
    struct text code = code_of(9, OTHER, ""), class = class_of(&code);
    size_t len = 1;
    ck_assert_ptr_null(counted(class.data, class.len, "()V", &len));
    ck_assert_uint_eq(len, 0);
    text_free(&code);
    text_free(&class);
}
END_TEST

START_TEST(code_has_room_for_four_bytes_or_is_left_alone) {
    static const struct {
        int len;
        bool fits;
    } cases[] = {{65531, true}, {65532, false}, {0, false}, {1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text code = code_of(cases[i].len, OTHER, ""), class = class_of(&code);
        size_t len;
        unsigned char *got = counted(class.data, class.len, "m", &len);
        ck_assert_msg((got != NULL) == cases[i].fits, "%d bytes", cases[i].len);
        free(got);
        text_free(&code);
        text_free(&class);
    }
}
END_TEST

START_TEST(bytes_that_end_early_are_no_class) {
    struct text code = code_of(9, FRAMES, "00 01 ff 00 02 00 01 08 00 03 00 02 04 05");
    struct text class = class_of(&code);
    for (size_t n = 0; n < class.len; n++) {
        char *copy = mem_alloc(n + 1);
        memcpy(copy, class.data, n);
        size_t len;
        unsigned char *got = counted(copy, n, "m", &len);
        ck_assert_msg(!got || n + 2 >= class.len, "%zu bytes", n); /* no attributes of the class */
        free(got);
        free(copy);
    }
    text_free(&code);
    text_free(&class);
}
END_TEST

START_TEST(no_byte_that_is_wrong_does_harm) {
    struct text code = code_of(9, FRAMES, "00 01 ff 00 02 00 01 08 00 03 00 02 04 05");
    struct text class = class_of(&code);
    for (size_t i = 0; i < class.len; i++)
        for (int bit = 0; bit < 8; bit++) {
            size_t len;
            class.data[i] ^= (char)(1 << bit);
            free(counted(class.data, class.len, "m", &len));
            class.data[i] ^= (char)(1 << bit);
        }
    text_free(&code);
    text_free(&class);
}
END_TEST

START_TEST(frames_of_a_reserved_kind_are_not_guessed) {
    static const char *const bad[] = {"00 01 80 00 00", "00 01 f6 00 00", "00 01 00 00"};
    for (size_t i = 0; i < 3; i++) {
        struct text code = code_of(9, FRAMES, bad[i]), class = class_of(&code);
        size_t len;
        ck_assert_ptr_null(counted(class.data, class.len, "m", &len));
        text_free(&code);
        text_free(&class);
    }
}
END_TEST

START_TEST(a_method_apart_is_longer_than_compilers_put_into_others) {
    static const struct {
        enum entries_call call;
        bool apart;
        uint32_t len, added;
    } cases[] = {
        {ENTRIES_HIT, false, 1, 4},   {ENTRIES_END, false, 1, 4},   {ENTRIES_NONE, false, 1, 0},
        {ENTRIES_NONE, true, 331, 4}, {ENTRIES_NONE, true, 332, 0}, {ENTRIES_NONE, true, 1, 332},
        {ENTRIES_NONE, true, 4, 328}, {ENTRIES_HIT, true, 327, 8},  {ENTRIES_HIT, true, 328, 4},
        {ENTRIES_HIT, true, 4000, 4}, {ENTRIES_HIT, true, 1, 332},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct entries_change change = {"m", cases[i].call, cases[i].apart};
        ck_assert_msg(entries_added(&change, cases[i].len) == cases[i].added, "%zu", i);
    }
}
END_TEST

START_TEST(each_call_is_of_its_own_method) {
    static const struct {
        enum entries_call call;
        const char *code; /* its place in the pool: 13 places were there */
    } cases[] = {{ENTRIES_HIT, "b8 00 12 00 b1"},
                 {ENTRIES_BEGIN, "b8 00 15 00 b1"},
                 {ENTRIES_END, "b8 00 18 00 b1"}};
    struct text code = code_of(1, OTHER, ""), class = class_of(&code);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct entries_change changes[] = {{"m", cases[i].call, false}, {.method = NULL}};
        struct text wanted = {0};
        size_t len;
        unsigned char *got = entries_change((unsigned char *)class.data, class.len, changes, &len);
        bytes(&wanted, cases[i].code);
        ck_assert_ptr_nonnull(got);
        ck_assert_msg(memmem(got, len, wanted.data, wanted.len) != NULL, "%zu", i);
        free(got);
        text_free(&wanted);
    }
    text_free(&code);
    text_free(&class);
}
END_TEST

START_TEST(places_move_by_all_that_is_added) {
    struct text code = code_of(9, FRAMES, "00 02 f7 00 01 08 00 02 fc 00 03 08 00 00"),
                class = class_of(&code);
    const struct entries_change changes[] = {
        {"x", ENTRIES_HIT, true}, {"m", ENTRIES_NONE, true}, {.method = NULL}};
    size_t len;
    unsigned char *got = entries_change((unsigned char *)class.data, class.len, changes, &len);
    ck_assert_ptr_nonnull(got);
    /* 324 bytes: code, a handler, the first frame and all that a `new` made */
    struct text wanted = {0};
    bytes(&wanted, "00 00 01 4d");
    for (int i = 0; i < 324; i++) text_add_char(&wanted, 0);
    for (int i = 0; i < 9; i++) bytes(&wanted, "b1");
    bytes(&wanted, "00 01 01 44 01 49 01 4a 00 08 00 01 00 04 00 00 00 0e");
    bytes(&wanted, "00 02 f7 01 45 08 01 46 fc 00 03 08 01 44");
    ck_assert_ptr_nonnull(memmem(got, len, wanted.data, wanted.len));
    free(got);
    text_free(&wanted);
    text_free(&code);
    text_free(&class);
}
END_TEST

START_TEST(the_class_that_counts_can_be_read_itself) {
    size_t len;
    unsigned char *got = counted((const char *)entries_class, entries_class_len, "hit", &len);
    ck_assert_ptr_nonnull(got);
    ck_assert_uint_gt(len, entries_class_len + 4);
    free(got);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("entries");
    TCase *all = tcase_create("class files");
    tcase_add_loop_test(all, what_names_places_is_moved_and_all_else_stays, 0,
                        (int)(sizeof tables / sizeof *tables));
    tcase_add_test(all, a_class_without_such_a_method_is_left_alone);
    tcase_add_test(all, code_has_room_for_four_bytes_or_is_left_alone);
    tcase_add_test(all, bytes_that_end_early_are_no_class);
    tcase_add_test(all, no_byte_that_is_wrong_does_harm);
    tcase_add_test(all, frames_of_a_reserved_kind_are_not_guessed);
    tcase_add_test(all, a_method_apart_is_longer_than_compilers_put_into_others);
    tcase_add_test(all, each_call_is_of_its_own_method);
    tcase_add_test(all, places_move_by_all_that_is_added);
    tcase_add_test(all, the_class_that_counts_can_be_read_itself);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
