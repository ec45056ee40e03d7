/* Aggregates of SQL: percentiles, and values by time.
 *
 * A percentile p of n sorted values is the one at position (n + 1) * p, counted from 1, with what
 * lies between two of them shared out; below the first it is that, behind the last that. Of whole
 * numbers it is one, cut. So `jfr view` has it.
 */
#include "sql/room.h"

#include "base/order.h"
#include "base/sort.h"

/* ==== Percentiles =========================================================================== */

struct values {
    ARRAY(double) reals;
    ARRAY(int64_t) numbers; /* as long as all are whole */
    bool real;
    double share; /* of quantile() */
};

struct percentile {
    struct sql *sql;
    double share;
};

/* In SQLite's memory for the aggregate. */
struct values_of {
    struct values *values;
};

static void add_numbers(struct values *v, const struct value_list *list) {
    if (!list->count) return;
    array_reserve(&v->numbers, v->numbers.len + list->count);
    memcpy(v->numbers.items + v->numbers.len, list->items, list->count * sizeof *list->items);
    v->numbers.len += list->count;
}

static void add_value(struct values *v, sqlite3_value *value) {
    int type = sqlite.value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
    if (type == SQLITE_FLOAT && !v->real) {
        v->real = true;
        for (size_t i = 0; i < v->numbers.len; i++)
            array_push(&v->reals, (double)v->numbers.items[i]);
        array_free(&v->numbers);
    }
    if (v->real) array_push(&v->reals, sqlite.value_double(value));
    else array_push(&v->numbers, sqlite.value_int64(value));
}

static struct values *values_of(sqlite3_context *context, bool make) {
    struct values_of *of =
        sqlite.aggregate_context(context, make ? (int)sizeof(struct values_of) : 0);
    if (!of) return NULL;
    if (!of->values && make) of->values = mem_zero(1, sizeof *of->values);
    return of->values;
}

static void add_to_values(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct values *v = values_of(context, true);
    if (!v) return;
    if (argc == 2) v->share = sqlite.value_double(argv[1]);
    add_value(v, argv[0]);
}

/* A number that stands for the values of a group, see grouped.c. */
static void add_list(sqlite3_context *context, int argc, sqlite3_value **argv) {
    const struct percentile *percentile = sqlite.user_data(context);
    struct values *v = values_of(context, true);
    if (!v || sqlite.value_type(argv[0]) != SQLITE_INTEGER) return;
    uint64_t number = (uint64_t)sqlite.value_int64(argv[0]);
    if (argc == 2) v->share = sqlite.value_double(argv[1]);
    if (number < percentile->sql->lists.len) add_numbers(v, &percentile->sql->lists.items[number]);
}

#define MANY 2048 /* numbers, from which on digits are faster than comparing */

ORDERED(compare_numbers, int64_t, ORDER(*x, *y))

ORDERED(compare_reals, double, ORDER(*x, *y))

/* Which number is at a place of their order, from 0 on, and at *next the one at the place behind:
 * digit by digit, keeping those that agree with it so far. Nothing is left of the others. */
static int64_t select_number(int64_t *numbers, size_t n, size_t place, int64_t *next) {
    uint64_t behind = UINT64_MAX;
    for (unsigned shift = 64; shift > 0;) {
        size_t counts[256] = {0}, kept = 0;
        unsigned digit = 0;
        shift -= 8;
        for (size_t i = 0; i < n; i++) counts[sort_signed(numbers[i]) >> shift & 0xFF]++;
        while (place >= counts[digit]) place -= counts[digit++];
        if (counts[digit] == n) continue;
        for (size_t i = 0; i < n; i++) {
            uint64_t key = sort_signed(numbers[i]);
            unsigned own = (unsigned)(key >> shift & 0xFF);
            if (own == digit) numbers[kept++] = numbers[i];
            else if (own > digit && key < behind) behind = key;
        }
        n = kept;
    }
    *next = place + 1 < n ? numbers[0] : (int64_t)sort_signed((int64_t)behind);
    return numbers[0]; /* all that are left are equal */
}

/* By their digits where there are many: comparing them took most of the time of a percentile. */
static int64_t number_at(struct values *v, size_t place, int64_t *next) {
    int64_t *numbers = v->numbers.items;
    size_t n = v->numbers.len;
    if (n >= MANY) return select_number(numbers, n, place, next);
    qsort(numbers, n, sizeof *numbers, compare_numbers);
    *next = numbers[place + 1 < n ? place + 1 : place];
    return numbers[place];
}

static void give_number(sqlite3_context *context, struct values *v, double share) {
    size_t n = v->numbers.len;
    double place = ((double)n + 1) * share;
    size_t below = place < 1 ? 0 : (size_t)place;
    bool between = below >= 1 && below < n;
    int64_t next, number = number_at(v, between ? below - 1 : below < 1 ? 0 : n - 1, &next);
    double part = place - (double)below, step = (double)next - (double)number;
    sqlite.result_int64(context, between ? number + (int64_t)(part * step) : number);
}

static void give_real(sqlite3_context *context, struct values *v, double share) {
    size_t n = v->reals.len;
    const double *sorted = v->reals.items;
    qsort(v->reals.items, n, sizeof *v->reals.items, compare_reals);
    double place = ((double)n + 1) * share;
    size_t below = place < 1 ? 0 : (size_t)place;
    if (below < 1 || below >= n) sqlite.result_double(context, sorted[below < 1 ? 0 : n - 1]);
    else
        sqlite.result_double(context, sorted[below - 1] + (place - (double)below) *
                                                              (sorted[below] - sorted[below - 1]));
}

static void end_values(sqlite3_context *context, double share) {
    struct values *v = values_of(context, false);
    if (!v) return;
    if (!(share >= 0 && share <= 1))
        sqlite.result_error(context, "quantile(x, q): q is a share from 0 to 1, as 0.99", -1);
    else if (v->real && v->reals.len) give_real(context, v, share);
    else if (v->numbers.len) give_number(context, v, share);
    arrays_free(&v->reals, &v->numbers);
    free(v);
}

static void end_percentile(sqlite3_context *context) {
    end_values(context, ((const struct percentile *)sqlite.user_data(context))->share);
}

static void end_quantile(sqlite3_context *context) {
    const struct values *v = values_of(context, false);
    end_values(context, v ? v->share : 0);
}

/* ==== First and last ======================================================================== */

/* first(x, t), last(x, t): the x of the least or the greatest t. */
struct kept {
    bool any;
    sqlite3_int64 time, number;
    double real;
    int type;
    char *text;
    int length;
};

static void keep(struct kept *k, sqlite3_value *value, sqlite3_int64 time) {
    k->any = true;
    k->time = time;
    k->type = sqlite.value_type(value);
    if (k->type == SQLITE_INTEGER) k->number = sqlite.value_int64(value);
    else if (k->type == SQLITE_FLOAT) k->real = sqlite.value_double(value);
    else if (k->type != SQLITE_NULL) {
        const unsigned char *text = sqlite.value_text(value);
        int length = sqlite.value_bytes(value);
        if (length > k->length || !k->text) k->text = mem_resize(k->text, (size_t)length, 1);
        if (text) memcpy(k->text, text, (size_t)length);
        k->length = length;
    }
}

static void take_first(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct kept *k = sqlite.aggregate_context(context, sizeof *k);
    sqlite3_int64 time = sqlite.value_int64(argv[1]);
    if (k && (!k->any || time < k->time)) keep(k, argv[0], time);
}

static void take_last(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct kept *k = sqlite.aggregate_context(context, sizeof *k);
    sqlite3_int64 time = sqlite.value_int64(argv[1]);
    if (k && (!k->any || time >= k->time)) keep(k, argv[0], time);
}

static void end_kept(sqlite3_context *context) {
    struct kept *k = sqlite.aggregate_context(context, 0);
    if (!k) return;
    if (k->any && k->type == SQLITE_INTEGER) sqlite.result_int64(context, k->number);
    else if (k->any && k->type == SQLITE_FLOAT) sqlite.result_double(context, k->real);
    else if (k->any && k->type != SQLITE_NULL)
        sqlite.result_text(context, k->text, k->length, SQLITE_TRANSIENT);
    free(k->text);
}

/* ==== Registering =========================================================================== */

static int add(struct sql *sql, const char *name, int arguments, double share,
               void (*step)(sqlite3_context *, int, sqlite3_value **),
               void (*end)(sqlite3_context *)) {
    struct percentile *data = mem_zero(1, sizeof *data);
    *data = (struct percentile){sql, share};
    return sqlite.create_function_v2(sql->db, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                     data, NULL, step, end, free);
}

int aggregates_register(struct sql *sql) {
    static const struct {
        const char *name;
        double share;
    } percentiles[] = {{"median", 0.5}, {"p50", 0.5},  {"p90", 0.9},
                       {"p95", 0.95},   {"p99", 0.99}, {"p999", 0.999}};
    int code = add(sql, "quantile", 2, 0, add_to_values, end_quantile);
    if (sql->owned && code == SQLITE_OK) code = add(sql, "#quantile", 2, 0, add_list, end_quantile);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles && code == SQLITE_OK; i++) {
        const char *name = percentiles[i].name;
        double share = percentiles[i].share;
        code = add(sql, name, 1, share, add_to_values, end_percentile);
        OWNED(text_free) struct text listed = {0};
        text_addf(&listed, "#%s", name);
        if (sql->owned && code == SQLITE_OK)
            code = add(sql, text_str(&listed), 1, share, add_list, end_percentile);
    }
    if (code == SQLITE_OK) code = add(sql, "first", 2, 0, take_first, end_kept);
    if (code == SQLITE_OK) code = add(sql, "last", 2, 0, take_last, end_kept);
    return code;
}
