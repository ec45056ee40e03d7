#include "analyzers/profile/moments.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"

#include <string.h>

/* ==== Counts and values ===================================================================== */

/* What so many are worth; beyond 64 bits as much as they hold. */
static int64_t times(int64_t each, uint64_t count) {
    int64_t value;
    if (__builtin_mul_overflow(each, count, &value)) return each < 0 ? INT64_MIN : INT64_MAX;
    return value;
}

int64_t moments_value(const struct moments *m, size_t i) {
    return m->values ? m->values[i] : times(m->each, moments_count(m, i));
}

static void count_each(struct moments *m) {
    m->counts = mem_resize(NULL, m->cap, sizeof *m->counts);
    for (size_t i = 0; i < m->len; i++) m->counts[i] = 1;
}

static void value_each(struct moments *m) {
    int64_t *values = mem_resize(NULL, m->cap, sizeof *values);
    for (size_t i = 0; i < m->len; i++) values[i] = moments_value(m, i);
    m->values = values;
}

static void reach(struct moments *m, size_t len) {
    if (len <= m->cap) return;
    m->cap = mem_grown(m->cap, 32, len);
    m->items = mem_resize(m->items, m->cap, sizeof *m->items);
    if (m->counts) m->counts = mem_resize(m->counts, m->cap, sizeof *m->counts);
    if (m->values) m->values = mem_resize(m->values, m->cap, sizeof *m->values);
}

void moments_push(struct moments *m, struct moment moment, uint64_t count, int64_t value) {
    reach(m, m->len + 1);
    if (m->len == 0 && !m->values) m->each = count ? value / (int64_t)count : 0;
    if (count != 1 && !m->counts) count_each(m);
    if (!m->values && times(m->each, count) != value) value_each(m);
    if (m->counts) m->counts[m->len] = count;
    if (m->values) m->values[m->len] = value;
    m->items[m->len++] = moment;
}

void moments_worth(struct moments *m, int64_t each) {
    free(m->values);
    m->values = NULL;
    m->each = each;
}

void moments_set_value(struct moments *m, size_t i, int64_t value) {
    if (moments_value(m, i) == value) return;
    if (!m->values) value_each(m);
    m->values[i] = value;
}

void moments_add_other(struct moments *m, size_t i, uint64_t count, int64_t value) {
    bool alike = !m->values && times(m->each, count) == value;
    int64_t sum = alike ? 0 : whole_clamped(moments_value(m, i), value);
    if (count && !m->counts) count_each(m);
    if (count) m->counts[i] += count;
    if (!alike) moments_set_value(m, i, sum);
}

/* ==== Moving ================================================================================ */

void moments_move(struct moments *m, size_t to, size_t from, struct moment moment) {
    m->items[to] = moment;
    if (m->counts) m->counts[to] = m->counts[from];
    if (m->values) m->values[to] = m->values[from];
}

void moments_keep(struct moments *m, size_t len) {
    m->len = len;
    if (m->joined > len) m->joined = len;
}

void moments_free(struct moments *m) {
    mem_free(m->items, m->counts, m->values);
    *m = (struct moments){.most = m->most};
}

struct moments moments_like(const struct moments *m) {
    return (struct moments){.most = m->most, .grain = m->grain};
}

/* ==== Sorting =============================================================================== */

#define FEW 24 /* below that, counting digits costs more than comparing */
#define DIGITS 256

struct key {
    uint64_t high, low;
};

static inline struct key key_of(const struct moment *m) {
    return (struct key){sort_signed(m->time_ns), (uint64_t)m->stack << 32 | m->who};
}

static inline bool is_before(struct key a, struct key b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static inline void swap(struct moments *m, size_t a, size_t b) {
    struct moment item = m->items[a];
    m->items[a] = m->items[b];
    m->items[b] = item;
    if (m->counts) {
        uint64_t count = m->counts[a];
        m->counts[a] = m->counts[b];
        m->counts[b] = count;
    }
    if (m->values) {
        int64_t value = m->values[a];
        m->values[a] = m->values[b];
        m->values[b] = value;
    }
}

/* What stands at from comes to `to`, before those in between. */
static void put_before(uint64_t *numbers, size_t to, size_t from) {
    uint64_t number = numbers[from];
    memmove(&numbers[to + 1], &numbers[to], (from - to) * sizeof *numbers);
    numbers[to] = number;
}

static void insert_each(struct moments *m, size_t first, size_t len) {
    for (size_t i = first + 1; i < first + len; i++) {
        const struct moment item = m->items[i];
        const struct key key = key_of(&item);
        size_t at = i;
        for (; at > first && is_before(key, key_of(&m->items[at - 1])); at--)
            m->items[at] = m->items[at - 1];
        m->items[at] = item;
        if (at < i && m->counts) put_before(m->counts, at, i);
        if (at < i && m->values) put_before((uint64_t *)m->values, at, i);
    }
}

struct digit {
    bool high;
    unsigned shift;
};

static inline size_t digit_of(const struct moment *m, struct digit d) {
    struct key key = key_of(m);
    return (d.high ? key.high : key.low) >> d.shift & (DIGITS - 1);
}

/* The first eight bits from the one on in which not all agree; false: all do. */
static bool find_digit(const struct moments *m, size_t first, size_t len, struct digit *out) {
    struct key all = key_of(&m->items[first]), differ = {0, 0};
    for (size_t i = first + 1; i < first + len; i++) {
        struct key key = key_of(&m->items[i]);
        differ.high |= key.high ^ all.high;
        differ.low |= key.low ^ all.low;
    }
    uint64_t bits = differ.high ? differ.high : differ.low;
    if (!bits) return false;
    unsigned top = 63 - (unsigned)__builtin_clzll(bits);
    *out = (struct digit){differ.high != 0, top < 7 ? 0 : top - 7};
    return true;
}

/* By one digit, in place, then each of its ranges: the digits before agree in it. Each call has at
 * least a bit less to look at, of 128, and eight as long as there are as many. */
static void sort_range(struct moments *m, size_t first, size_t len) {
    struct digit digit;
    if (len <= FEW) {
        insert_each(m, first, len);
        return;
    }
    if (!find_digit(m, first, len, &digit)) return;
    size_t next[DIGITS] = {0}, ends[DIGITS], at = first;
    for (size_t i = first; i < first + len; i++) next[digit_of(&m->items[i], digit)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        size_t count = next[d];
        next[d] = at;
        ends[d] = at += count;
    }
    for (size_t d = 0; d < DIGITS; d++) {
        while (next[d] < ends[d]) {
            size_t to = digit_of(&m->items[next[d]], digit);
            if (to == d) next[d]++;
            else swap(m, next[d], next[to]++);
        }
    }
    for (size_t d = 0, from = first; d < DIGITS; from = ends[d++])
        if (ends[d] - from > 1) sort_range(m, from, ends[d] - from);
}

/* The first of the sorted ones before end that is not before the key. */
static size_t place_of(const struct moments *m, size_t end, struct key key) {
    size_t low = 0;
    for (size_t high = end; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (is_before(key_of(&m->items[middle]), key)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Those from the one on, which are in order of time: each time by itself. */
static void sort_times(struct moments *m, size_t at) {
    while (at > 0 && m->items[at - 1].time_ns == m->items[at].time_ns) at--;
    for (size_t next; at < m->len; at = next) {
        for (next = at + 1; next < m->len && m->items[next].time_ns == m->items[at].time_ns;)
            next++;
        if (next > at + 1) sort_range(m, at, next - at);
    }
}

/* Chunks come after one another, so what came last is behind most of what is sorted. */
void moments_sort(struct moments *m) {
    size_t sorted = 1, by_time;
    while (sorted < m->len && !is_before(key_of(&m->items[sorted]), key_of(&m->items[sorted - 1])))
        sorted++;
    if (sorted >= m->len) return;
    for (by_time = sorted; by_time < m->len; by_time++)
        if (m->items[by_time].time_ns < m->items[by_time - 1].time_ns) break;
    if (by_time == m->len) {
        sort_times(m, sorted);
        return;
    }
    struct key least = key_of(&m->items[sorted]);
    for (size_t i = sorted + 1; i < m->len; i++)
        if (is_before(key_of(&m->items[i]), least)) least = key_of(&m->items[i]);
    size_t first = place_of(m, sorted, least);
    sort_range(m, first, m->len - first);
}

static inline bool agree(const struct moment *a, const struct moment *b) {
    return a->time_ns == b->time_ns && a->stack == b->stack && a->who == b->who;
}

static size_t count_repeated(const struct moments *m) {
    size_t repeated = 0;
    for (size_t i = 1; i < m->len; i++) repeated += agree(&m->items[i - 1], &m->items[i]);
    return repeated;
}

/* Samples of one each, which so far take no counts: of what is left, and of no more. */
static void join_singles(struct moments *m, size_t repeated) {
    size_t kept = 0, left = m->len - repeated;
    uint64_t *counts = mem_resize(NULL, left, sizeof *counts);
    for (size_t i = 0; i < m->len; i++) {
        if (kept && agree(&m->items[kept - 1], &m->items[i])) {
            counts[kept - 1]++;
            continue;
        }
        m->items[kept] = m->items[i];
        counts[kept++] = 1;
    }
    m->counts = counts;
    m->items = mem_resize(m->items, left, sizeof *m->items);
    m->cap = left;
    m->len = m->joined = kept;
}

void moments_join(struct moments *m) {
    size_t kept = 0, repeated = moments_are_single(m) ? count_repeated(m) : 0;
    if (repeated) {
        join_singles(m, repeated);
        return;
    }
    for (size_t i = 0; i < m->len; i++) {
        const struct moment *item = &m->items[i];
        if (kept && agree(&m->items[kept - 1], item))
            moments_add(m, kept - 1, moments_count(m, i), moments_value(m, i));
        else moments_move(m, kept++, i, *item);
    }
    m->len = m->joined = kept;
}

/* A limit is one of those that differ, so it wants them counted. */
void moments_gather(struct moments *m) {
    moments_sort(m);
    bool leave = m->len >= MOMENTS_LEAST && moments_are_single(m) && !m->most &&
                 !moments_are_many(m, count_repeated(m));
    if (leave) m->joined = m->len;
    else moments_join(m);
}

/* ==== Grains ================================================================================ */

enum { GRAINS = 3 };

static const int64_t grains[GRAINS] = {10000000, 100000000, 1000000000};

void moments_coarsen(struct moments *m, int64_t grain) {
    if (grain <= m->grain) return;
    m->grain = grain;
    for (size_t i = 0; i < m->len; i++)
        m->items[i].time_ns = moments_floor(grain, m->items[i].time_ns);
    moments_sort(m);
    moments_join(m);
}

/* How many there would be in each grain, of sorted ones: one is another than the last of its stack
 * and thread if it is of another grain. */
static void count_grains(const struct moments *m, size_t counts[GRAINS]) {
    OWNED(map_free) struct map last = {.len = 0};
    for (size_t i = 0; i < m->len; i++) {
        const struct moment *item = &m->items[i];
        bool fresh;
        uint64_t *before = map_put(&last, (uint64_t)item->stack << 32 | item->who, &fresh);
        for (size_t g = 0; g < GRAINS; g++)
            counts[g] += fresh || moments_floor(grains[g], m->items[*before].time_ns) !=
                                      moments_floor(grains[g], item->time_ns);
        *before = i;
    }
}

/* Of those that are sorted and joined. */
static void fit(struct moments *m) {
    size_t counts[GRAINS] = {0}, g = 0;
    if (!m->most || m->len <= m->most || m->grain == grains[GRAINS - 1]) return;
    count_grains(m, counts);
    while (g + 1 < GRAINS && counts[g] > m->most) g++;
    moments_coarsen(m, grains[g]);
}

void moments_fit(struct moments *m) {
    moments_gather(m);
    fit(m);
}

/* ==== Parts ================================================================================= */

void moments_append(struct moments *into, struct moments *from) {
    moments_coarsen(from, into->grain);
    moments_coarsen(into, from->grain);
    if (into->len == 0) {
        struct moments empty = *into;
        *into = *from;
        *from = empty;
        return;
    }
    reach(into, into->len + from->len);
    bool joined = into->joined == into->len && from->joined == from->len && from->len &&
                  is_before(key_of(&into->items[into->len - 1]), key_of(&from->items[0]));
    for (size_t i = 0; i < from->len; i++)
        moments_push(into, from->items[i], moments_count(from, i), moments_value(from, i));
    if (joined) into->joined = into->len;
    moments_keep(from, 0);
}

void moments_tidy_now(struct moments *m) {
    size_t all = m->len;
    moments_gather(m);
    bool differ = m->len > all - all / 8;
    fit(m);
    m->next = m->len * (differ ? 8 : 2);
    bool fits = m->most && m->grain < grains[GRAINS - 1]; /* a coarser grain may be due soon */
    size_t soon = (m->len > m->most ? m->len : m->most) / 4 * (fits ? 5 : 8);
    if (m->most && m->next > soon) m->next = soon;
}
