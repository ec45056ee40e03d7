/* What all rooms are built on: the map, interned strings, texts, arrays, the arena. */
#define SUITE_APART
#include "base/array.h"
#include "base/map.h"
#include "base/strings.h"
#include "base/text.h"
#include "base/plural.h"
#include "base/base64.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== Map =================================================================================== */

struct counted {
    int key, count;
};

START_TEST(keys_are_entered_once_and_have_one_element_each) {
    OWNED(map_free) struct map map = {0}, seen = {0};
    OWNED(array_release) ARRAY(struct counted) all = {0};
    const int keys[] = {7, 3, 7, 7, 3};
    ck_assert(map_add(&seen, 7));
    ck_assert(!map_add(&seen, 7));
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        map_item(&map, (uint64_t)keys[i], &all, (struct counted){keys[i], 0})->count++;
    ck_assert_uint_eq(all.len, 2);
    ck_assert(all.items[0].key == 7 && all.items[0].count == 3);
    ck_assert(all.items[1].key == 3 && all.items[1].count == 2);
    size_t known = map_push(&map, 3, &all, (struct counted){0, 0});
    size_t fresh = map_push(&map, 4, &all, (struct counted){4, 0});
    ck_assert(known == 1 && fresh == 2 && all.len == 3);
}
END_TEST

START_TEST(an_empty_map_has_nothing) {
    struct map map = {0};
    ck_assert_ptr_eq(map_get(&map, 0), NULL);
    ck_assert_ptr_eq(map_get(&map, UINT64_MAX), NULL);
    map_clear(&map);
    map_free(&map);
}
END_TEST

START_TEST(what_was_put_is_found_and_nothing_else) {
    struct map map = {0};
    bool fresh;
    for (uint64_t key = 0; key < 5000; key++) {
        uint64_t *value = map_put(&map, key * 3, &fresh);
        ck_assert(fresh);
        ck_assert_uint_eq(*value, 0);
        *value = key;
    }
    ck_assert_uint_eq(map.len, 5000);
    for (uint64_t key = 0; key < 15000; key++) {
        const uint64_t *value = map_get(&map, key);
        ck_assert_int_eq(value != NULL, key % 3 == 0);
        if (value) ck_assert_uint_eq(*value, key / 3);
    }
    *map_put(&map, 9, &fresh) += 100;
    ck_assert(!fresh);
    ck_assert_uint_eq(*map_get(&map, 9), 103);
    ck_assert_uint_eq(map.len, 5000);
    map_free(&map);
}
END_TEST

START_TEST(any_number_can_be_a_key) {
    static const uint64_t keys[] = {
        0, 1, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63, UINT64_C(0x9E3779B97F4A7C15)};
    struct map map = {0};
    bool fresh;
    for (size_t i = 0; i < 6; i++) *map_put(&map, keys[i], &fresh) = i;
    for (size_t i = 0; i < 6; i++) ck_assert_uint_eq(*map_get(&map, keys[i]), i);
    map_free(&map);
}
END_TEST

START_TEST(a_key_has_the_number_that_it_was_given_first) {
    OWNED(map_free) struct map map = {0};
    ck_assert_uint_eq(map_number(&map, 70, 0), 0);
    ck_assert_uint_eq(map_number(&map, 7, 1), 1);
    ck_assert_uint_eq(map_number(&map, 70, 2), 0);
    ck_assert_uint_eq(map_number(&map, 7, 2), 1);
    ck_assert_uint_eq(map_number(&map, 0, 2), 2);
}
END_TEST

START_TEST(a_cleared_map_is_empty_and_can_be_filled_again) {
    struct map map = {0};
    bool fresh;
    map_reserve(&map, 1000);
    size_t size = map.size;
    for (int round = 0; round < 3; round++) {
        for (uint64_t key = 0; key < 1000; key++) {
            *map_put(&map, key, &fresh) = key;
            ck_assert(fresh);
        }
        ck_assert_uint_eq(map.size, size); /* the room was there */
        map_clear(&map);
        ck_assert_uint_eq(map.len, 0);
        ck_assert_ptr_eq(map_get(&map, 5), NULL);
    }
    map_free(&map);
}
END_TEST

/* Keys by which an attacker would have all of them in one place if the hash were a plain
 * multiplication, and keys that differ only at their top: the time is that of any others. */
START_TEST(no_pattern_of_keys_makes_the_map_slow) {
    uint64_t inverse = 1;
    for (int i = 0; i < 6; i++) inverse *= 2 - UINT64_C(0x9E3779B97F4A7C15) * inverse;
    for (int pattern = 0; pattern < 6; pattern++) {
        struct map map = {0};
        bool fresh;
        for (uint64_t i = 0; i < 300000; i++) {
            uint64_t key = pattern == 0   ? (i << 32 | i) * inverse
                           : pattern == 1 ? i << 44
                           : pattern == 2 ? i << 32
                           : pattern == 3 ? i * 0x100000001
                           : pattern == 4 ? i * 4096
                                          : ~i;
            *map_put(&map, key, &fresh) = i;
        }
        ck_assert_uint_eq(map.len, 300000);
        map_free(&map);
    }
}
END_TEST

/* Keys that differ only above bit 41: what is known beforehand of addresses, and of a fixed factor,
 * tells which of them would lie side by side. Steps are counted, not time. */
START_TEST(keys_chosen_without_knowing_the_seed_do_not_crowd) {
    enum { KEYS = 40000, BITS = 16 };
    struct map map = {0};
    bool fresh;
    uint64_t window = ((UINT64_C(1) << BITS) * KEYS >> 22) + 1;
    for (uint64_t k = 0; map.len < KEYS && k < UINT64_C(1) << 22; k++) {
        uint64_t place = k * UINT64_C(0x9E3779B97F4A7C15) >> 22 & ((UINT64_C(1) << BITS) - 1);
        if (place < window * 5 / 4)
            *map_put(&map, (k ^ UINT64_C(0x555555554000) >> 42) << 42, &fresh) = k;
    }
    ck_assert_uint_eq(map.len, KEYS);
    uint64_t steps = 0;
    for (size_t i = 0; i < map.size; i++)
        if (map.slots[i].value != MAP_EMPTY)
            steps += (i - map_place(&map, map.slots[i].key)) & (map.size - 1);
    ck_assert_uint_lt(steps, KEYS * 20);
    map_free(&map);
}
END_TEST

/* Long ones are hashed in several lanes: no byte is left out, and none stands for another. */
START_TEST(every_byte_and_its_place_matter_to_a_hash) {
    unsigned char bytes[640];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 7 + i / 16);
    for (size_t len = 1; len <= sizeof bytes; len += len < 240 || len > 300 ? 13 : 1) {
        uint64_t hash = hash_bytes(bytes, len);
        ck_assert_uint_eq(hash_bytes(bytes, len), hash);
        ck_assert_uint_ne(hash_bytes(bytes, len - 1), hash);
        for (size_t i = 0; i < len; i++) {
            bytes[i] ^= 0x40;
            ck_assert_uint_ne(hash_bytes(bytes, len), hash);
            bytes[i] ^= 0x40;
        }
        for (size_t i = 8; i + 8 <= len; i += 8) { /* a word and the one before it change places */
            unsigned char other[sizeof bytes];
            memcpy(other, bytes, len);
            memcpy(other + i, bytes + i - 8, 8);
            memcpy(other + i - 8, bytes + i, 8);
            ck_assert_uint_ne(hash_bytes(other, len), hash);
        }
    }
}
END_TEST

/* ==== Strings =============================================================================== */

START_TEST(equal_bytes_have_equal_ids_and_others_do_not) {
    struct strings s = {0};
    char text[32];
    uint32_t ids[2000];
    for (int i = 0; i < 2000; i++) {
        int len = snprintf(text, sizeof text, "string number %d", i);
        ids[i] = strings_intern(&s, text, (size_t)len);
        ck_assert_uint_eq(ids[i], (uint32_t)i + 1);
    }
    for (int i = 0; i < 2000; i++) {
        int len = snprintf(text, sizeof text, "string number %d", i);
        ck_assert_uint_eq(strings_intern(&s, text, (size_t)len), ids[i]);
        ck_assert_uint_eq(strings_find(&s, text, (size_t)len), ids[i]);
        ck_assert_str_eq(strings_get(&s, ids[i]), text);
        ck_assert_uint_eq(strings_len(&s, ids[i]), (size_t)len);
    }
    ck_assert_uint_eq(strings_find(&s, "none", 4), UINT32_MAX);
    strings_free(&s);
}
END_TEST

START_TEST(the_empty_string_is_number_zero_in_every_table) {
    struct strings s = {0};
    ck_assert_str_eq(strings_get(&s, 0), "");
    ck_assert_uint_eq(strings_find(&s, "", 0), 0);
    ck_assert_uint_eq(strings_find(&s, "x", 1), UINT32_MAX);
    ck_assert_uint_eq(strings_intern(&s, "", 0), 0);
    ck_assert_uint_eq(strings_intern(&s, NULL, 0), 0);
    ck_assert_uint_eq(strings_intern(&s, "x", 1), 1);
    ck_assert_str_eq(strings_get(&s, 0), "");
    ck_assert_str_eq(strings_get(&s, 77), "");
    strings_free(&s);
}
END_TEST

START_TEST(zeros_and_every_length_are_part_of_a_string) {
    struct strings s = {0};
    char zeros[300] = {0};
    for (size_t len = 1; len < 300; len++) ck_assert_uint_eq(strings_intern(&s, zeros, len), len);
    for (size_t len = 1; len < 300; len++) ck_assert_uint_eq(strings_find(&s, zeros, len), len);
    strings_free(&s);
}
END_TEST

START_TEST(strings_of_an_attacker_take_no_longer_than_others) {
    /* Their second half undoes the first if the hash has no seed. */
    struct strings s = {0};
    uint64_t words[2];
    for (uint64_t i = 0; i < 100000; i++) {
        words[0] = i * UINT64_C(0x0101010101010101);
        words[1] =
            map_fold((16 * UINT64_C(0x9E3779B97F4A7C15)) ^ words[0], UINT64_C(0xD6E8FEB86659FD93));
        strings_intern(&s, words, sizeof words);
    }
    ck_assert_uint_eq(s.entries.len, 100001);
    strings_free(&s);
}
END_TEST

/* ==== Texts ================================================================================= */

START_TEST(a_text_is_what_was_added_to_it) {
    struct text t = {0};
    ck_assert_str_eq(text_str(&t), "");
    text_add(&t, "");
    ck_assert_str_eq(text_str(&t), "");
    text_add(&t, "one");
    text_add_char(&t, ' ');
    text_add_bytes(&t, "two!", 3);
    text_addf(&t, " %d%%", 33);
    text_add_u64(&t, 0);
    text_add_u64(&t, UINT64_MAX);
    ck_assert_str_eq(text_str(&t), "one two 33%018446744073709551615");
    ck_assert_uint_eq(t.len, strlen(text_str(&t)));
    text_clear(&t);
    ck_assert_str_eq(text_str(&t), "");
    ck_assert_uint_eq(t.len, 0);
    text_free(&t);
}
END_TEST

START_TEST(a_number_of_things_has_their_plural) {
    static const struct {
        uint64_t n;
        const char *noun, *text;
    } cases[] = {{0, "class", "0 classes"},
                 {1, "class", "1 class"},
                 {2, "class", "2 classes"},
                 {1234, "sample", "1,234 samples"},
                 {1, "sample", "1 sample"},
                 {0, "process", "0 processes"},
                 {3, "full collection", "3 full collections"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {0};
        text_add_number_of(&t, cases[i].n, cases[i].noun);
        ck_assert_str_eq(text_str(&t), cases[i].text);
        text_free(&t);
    }
}
END_TEST

START_TEST(a_word_for_one_is_for_one_alone) {
    static const uint64_t others[] = {0, 2, UINT64_MAX};
    ck_assert_str_eq(plural(1, "is", "are"), "is");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_str_eq(plural(others[i], "is", "are"), "are");
}
END_TEST

/* RFC 4648, 10. */
START_TEST(base64_of_any_length_is_whole_groups) {
    static const char *const rows[][2] = {{"", ""},
                                          {"f", "Zg=="},
                                          {"fo", "Zm8="},
                                          {"foo", "Zm9v"},
                                          {"foob", "Zm9vYg=="},
                                          {"fooba", "Zm9vYmE="},
                                          {"foobar", "Zm9vYmFy"},
                                          {"\xff\xfe\xfb", "//77"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED(text_free) struct text out = {0};
        base64_add(&out, rows[i][0], strlen(rows[i][0]));
        ck_assert_str_eq(text_str(&out), rows[i][1]);
    }
}
END_TEST

START_TEST(a_text_grows_by_any_amount) {
    struct text t = {0};
    char large[5000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;
    for (size_t len = 0; len < 200; len++) text_add_bytes(&t, large, len);
    text_addf(&t, "%s%s", large, large);
    ck_assert_uint_eq(t.len, 199 * 200 / 2 + 2 * 4999);
    ck_assert_uint_eq(strspn(text_str(&t), "x"), t.len);
    text_free(&t);
}
END_TEST

START_TEST(a_text_taken_is_the_callers) {
    struct text t = {0};
    char *empty = text_take(&t);
    ck_assert_str_eq(empty, "");
    free(empty);
    text_add(&t, "mine");
    char *mine = text_take(&t);
    ck_assert_str_eq(mine, "mine");
    ck_assert_ptr_eq(t.data, NULL);
    free(mine);
}
END_TEST

/* ==== Memory ================================================================================ */

START_TEST(arena_memory_is_aligned_and_apart) {
    struct arena arena = {0};
    unsigned char *blocks[600];
    size_t total = 0;
    for (size_t i = 0; i < 600; i++) {
        size_t size = i % 50 == 7 ? 3000000 / (i + 1) : i;
        blocks[i] = arena_alloc(&arena, size);
        ck_assert_uint_eq((uintptr_t)blocks[i] % 8, 0);
        memset(blocks[i], (int)(i % 251), size);
        total += size;
    }
    for (size_t i = 0; i < 600; i++) {
        size_t size = i % 50 == 7 ? 3000000 / (i + 1) : i;
        for (size_t k = 0; k < size; k++) ck_assert_uint_eq(blocks[i][k], i % 251);
    }
    ck_assert_uint_ge(arena.total, total);
    arena_free(&arena);
    ck_assert_uint_eq(arena.total, 0);
}
END_TEST

START_TEST(copies_in_an_arena_end_with_a_zero) {
    struct arena arena = {0};
    char *copy = arena_copy(&arena, "abcdefgh", 8);
    ck_assert_str_eq(copy, "abcdefgh");
    ck_assert_str_eq(arena_copy(&arena, NULL, 0), "");
    arena_free(&arena);
}
END_TEST

/* Where addresses are watched, what is small has no room to spare. */
START_TEST(what_grows_doubles_unless_more_is_wanted) {
    static const struct {
        size_t has, least, want, room;
    } cases[] = {
        {0, 8, MEM_EXACT + 1, MEM_EXACT + 1},
        {0, 1000, 300, 1000},
        {999, 1000, 1000, 1000},
        {1000, 1000, 1001, 2000},
        {300, 8, 600, 600},
        {300, 8, 601, 601},
        {300, 8, 599, 600},
        {0, 8, 1, 8},
        {7, 8, 8, 8},
        {8, 8, 9, 16},
        {MEM_EXACT / 2, 8, MEM_EXACT, MEM_EXACT},
        {MEM_EXACT / 2 + 1, 8, MEM_EXACT, MEM_EXACT + 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool exact = WATCHED && cases[i].want <= MEM_EXACT;
        ck_assert_uint_eq(mem_grown(cases[i].has, cases[i].least, cases[i].want),
                          exact ? cases[i].want : cases[i].room);
    }
}
END_TEST

#if WATCHED && !defined(AS_WATCHED)
/* Which ends the program. */
START_TEST(one_too_many_is_seen) {
    ARRAY(int) a = {0};
    struct text text = {0};
    struct arena arena = {0};
    for (int i = 0; i < 9; i++) array_push(&a, i);
    text_add(&text, "123");
    const char *piece = arena_copy(&arena, "1234567", 7);
    arena_copy(&arena, "next", 4);
    const volatile char *behind[] = {(const char *)&a.items[a.len], text.data + text.len + 1,
                                     piece + 8};
    text_add_char(&text, *behind[_i]);
}
END_TEST
#endif

START_TEST(an_array_keeps_what_was_pushed) {
    ARRAY(int) a = {0};
    for (int i = 0; i < 1000; i++) array_push(&a, i);
    ck_assert_uint_eq(a.len, 1000);
    for (int i = 0; i < 1000; i++) ck_assert_int_eq(a.items[i], i);
    array_reserve(&a, 5000);
    ck_assert_uint_ge(a.cap, 5000);
    array_free(&a);
    ck_assert_ptr_eq(a.items, NULL);
}
END_TEST

static void leave(size_t size) {
    exit(size > 1000 ? 42 : 1);
}

START_TEST(a_size_that_overflows_is_out_of_memory) {
    mem_on_failure(leave);
    mem_resize(NULL, SIZE_MAX / 4, 16);
}
END_TEST

START_TEST(a_zeroed_size_that_overflows_is_out_of_memory) {
    mem_on_failure(leave);
    mem_zero(SIZE_MAX / 4, 16);
}
END_TEST

struct pair {
    int a, b;
};

static bool is_pair(const void *pair, const void *content) {
    const struct pair *x = pair, *y = content;
    return x->a == y->a && x->b == y->b;
}

/* All have one hash, so that the content alone tells them apart. */
START_TEST(what_is_interned_is_found_by_its_content_whatever_its_hash) {
    static const struct pair pairs[] = {{1, 2}, {1, 3}, {2, 2}, {1, 2}, {2, 2}, {1, 3}, {0, 0}};
    static const uint32_t ids[] = {0, 1, 2, 0, 2, 1, 3};
    ARRAY(struct pair) items = {0};
    struct map map = {0};
    ck_assert_ptr_null(map_find(&map, 7, is_pair, &items, &pairs[0]));
    for (size_t i = 0; i < 7; i++)
        ck_assert_uint_eq(map_intern(&map, 7, is_pair, &items, &pairs[i]), ids[i]);
    ck_assert_uint_eq(items.len, 4);
    ck_assert_uint_eq(*map_find(&map, 7, is_pair, &items, &pairs[2]), 2);
    ck_assert_ptr_null(map_find(&map, 8, is_pair, &items, &pairs[2]));
    ck_assert_ptr_null(map_find(&map, 7, is_pair, &items, (&(struct pair){3, 2})));
    bool fresh;
    *map_enter(&map, 7, is_pair, &items, (&(struct pair){9, 9}), &fresh) = 4;
    ck_assert(fresh);
    map_enter(&map, 7, is_pair, &items, &pairs[6], &fresh);
    ck_assert(!fresh);
    map_free(&map);
    array_free(&items);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base");
    TCase *cases = tcase_create("base");
    tcase_add_test(cases, what_is_interned_is_found_by_its_content_whatever_its_hash);
    tcase_add_test(cases, an_empty_map_has_nothing);
    tcase_add_test(cases, keys_are_entered_once_and_have_one_element_each);
    tcase_add_test(cases, what_was_put_is_found_and_nothing_else);
    tcase_add_test(cases, any_number_can_be_a_key);
    tcase_add_test(cases, a_key_has_the_number_that_it_was_given_first);
    tcase_add_test(cases, a_cleared_map_is_empty_and_can_be_filled_again);
    tcase_add_test(cases, no_pattern_of_keys_makes_the_map_slow);
    tcase_add_test(cases, keys_chosen_without_knowing_the_seed_do_not_crowd);
    tcase_add_test(cases, every_byte_and_its_place_matter_to_a_hash);
    tcase_add_test(cases, equal_bytes_have_equal_ids_and_others_do_not);
    tcase_add_test(cases, the_empty_string_is_number_zero_in_every_table);
    tcase_add_test(cases, zeros_and_every_length_are_part_of_a_string);
    tcase_add_test(cases, strings_of_an_attacker_take_no_longer_than_others);
    tcase_add_test(cases, a_text_is_what_was_added_to_it);
    tcase_add_test(cases, a_number_of_things_has_their_plural);
    tcase_add_test(cases, a_word_for_one_is_for_one_alone);
    tcase_add_test(cases, base64_of_any_length_is_whole_groups);
    tcase_add_test(cases, a_text_grows_by_any_amount);
    tcase_add_test(cases, a_text_taken_is_the_callers);
    tcase_add_test(cases, arena_memory_is_aligned_and_apart);
    tcase_add_test(cases, copies_in_an_arena_end_with_a_zero);
    tcase_add_test(cases, what_grows_doubles_unless_more_is_wanted);
#if WATCHED && !defined(AS_WATCHED)
    tcase_add_loop_exit_test(cases, one_too_many_is_seen, 1, 0, 3);
#endif
    tcase_add_test(cases, an_array_keeps_what_was_pushed);
    tcase_add_exit_test(cases, a_size_that_overflows_is_out_of_memory, 42);
    tcase_add_exit_test(cases, a_zeroed_size_that_overflows_is_out_of_memory, 42);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
