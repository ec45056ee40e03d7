#include "base/sort.h"

#include "base/mem.h"

#include <stdbool.h>
#include <string.h>

#define DIGIT_BITS 11 /* the counts of a pass stay in the first cache */
#define DIGITS ((size_t)1 << DIGIT_BITS)
#define FEW 64 /* below that, counting digits costs more than comparing */

struct __attribute__((packed, aligned(4))) pair { /* a pass reads key and index together */
    uint64_t key;
    uint32_t index;
};

uint32_t *sort_start(size_t len) {
    uint32_t *order = mem_alloc(len * sizeof *order);
    for (size_t i = 0; i < len; i++) order[i] = (uint32_t)i;
    return order;
}

static void insert_each(uint32_t *order, size_t len, const uint64_t *keys) {
    for (size_t i = 1; i < len; i++) {
        uint32_t index = order[i];
        size_t at = i;
        for (; at > 0 && keys[order[at - 1]] > keys[index]; at--) order[at] = order[at - 1];
        order[at] = index;
    }
}

/* One pass of a radix sort: from in the order of one digit to to. */
static void sort_by_digit(const struct pair *from, struct pair *to, size_t len, unsigned shift) {
    size_t starts[DIGITS + 1];
    memset(starts, 0, sizeof starts);
    for (size_t i = 0; i < len; i++) starts[(from[i].key >> shift & (DIGITS - 1)) + 1]++;
    for (size_t digit = 0; digit < DIGITS; digit++) starts[digit + 1] += starts[digit];
    for (size_t i = 0; i < len; i++) to[starts[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

/* As most rows are that were written one after the other. */
static bool is_in_order(const uint32_t *order, size_t len, const uint64_t *keys) {
    for (size_t i = 1; i < len; i++)
        if (keys[order[i - 1]] > keys[order[i]]) return false;
    return true;
}

void sort_by(uint32_t *order, size_t len, const uint64_t *keys) {
    if (is_in_order(order, len, keys)) return;
    if (len < FEW) {
        insert_each(order, len, keys);
        return;
    }
    uint64_t differ = 0;
    for (size_t i = 1; i < len; i++) differ |= keys[i] ^ keys[0];
    struct pair *from = mem_resize(NULL, len, sizeof *from);
    struct pair *to = mem_resize(NULL, len, sizeof *to);
    for (size_t i = 0; i < len; i++) from[i] = (struct pair){keys[order[i]], order[i]};
    /* Digits in which all keys agree, which are most, are passed over. */
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        if ((differ >> shift & (DIGITS - 1)) == 0) continue;
        sort_by_digit(from, to, len, shift);
        struct pair *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < len; i++) order[i] = from[i].index;
    free(from);
    free(to);
}

void sort_numbers(int64_t *numbers, size_t len) {
    uint64_t *keys = mem_resize(NULL, len, sizeof *keys);
    uint32_t *order = sort_start(len);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(numbers[i]);
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) numbers[i] = (int64_t)sort_signed((int64_t)keys[order[i]]);
    free(order);
    free(keys);
}

int64_t sort_nth(int64_t *numbers, size_t len, size_t nth) {
    uint64_t differ = 0;
    for (size_t i = 1; i < len; i++) differ |= (uint64_t)numbers[i] ^ (uint64_t)numbers[0];
    for (unsigned bits = differ ? 64 - (unsigned)__builtin_clzll(differ) : 0; bits > 0;) {
        size_t counts[DIGITS] = {0}, digit = 0, kept = 0;
        bits = bits > DIGIT_BITS ? bits - DIGIT_BITS : 0;
        for (size_t i = 0; i < len; i++) counts[sort_signed(numbers[i]) >> bits & (DIGITS - 1)]++;
        while (nth >= counts[digit]) nth -= counts[digit++];
        for (size_t i = 0; i < len; i++)
            if ((sort_signed(numbers[i]) >> bits & (DIGITS - 1)) == digit)
                numbers[kept++] = numbers[i];
        len = kept;
    }
    return numbers[nth];
}
