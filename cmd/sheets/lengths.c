#include "cmd/write/words.h"
#include "cmd/sheets/lengths.h"

#include "base/units.h"
#include "cmd/read/moment.h"

#define DAY_NS (24 * 3600 * NS_PER_S)

/* In text there is no room for all. */
static const struct {
    const char *title, *key;
    double share;
    unsigned formats;
} shares[] = {{"p50", "p50_ns", 0.5, SHEET_ALL},
              {"p90", "p90_ns", 0.9, SHEET_ALL & ~(unsigned)SHEET_TEXT},
              {"p99", "p99_ns", 0.99, SHEET_ALL},
              {"p99.9", "p999_ns", 0.999, SHEET_ALL & ~(unsigned)SHEET_TEXT},
              {"longest", "max_ns", 1, SHEET_ALL}};
enum { SHARES = sizeof shares / sizeof *shares };

void lengths_columns(struct sheet *sheet, const char *count) {
    sheet_columns(sheet, column_number(count, "count"), column_number("total", "total_ns"));
    for (size_t i = 0; i < SHARES; i++)
        sheet_column(sheet,
                     column_for(shares[i].formats, column_number(shares[i].title, shares[i].key)));
}

void lengths_cells(const struct lengths *lengths, struct sheet *sheet) {
    sheet_cells(sheet, cell_count(lengths_count(lengths)), cell_ns(lengths_total(lengths)));
    for (size_t i = 0; i < SHARES; i++)
        sheet_cell(sheet, cell_ns(lengths_at(lengths, shares[i].share)));
}

void lengths_fields(const struct lengths *lengths, struct sheet *sheet) {
    sheet_fields(sheet, {"count", cell_count(lengths_count(lengths))},
                 {"total_ns", cell_ns(lengths_total(lengths))});
    for (size_t i = 0; i < SHARES; i++)
        sheet_field(sheet, shares[i].key, cell_ns(lengths_at(lengths, shares[i].share)));
}

void lengths_add_words(const struct lengths *lengths, int64_t recorded_ns, struct text *out) {
    words_add(out, "{}, together {}[: {} % of the time]; p50 {}, p99 {}, longest {}",
              cell_count(lengths->items.len), cell_ns(lengths->total),
              recorded_ns > 0 ? cell_percent(100.0 * (double)lengths->total / (double)recorded_ns)
                              : cell_missing(),
              cell_ns(lengths_at(lengths, 0.5)), cell_ns(lengths_at(lengths, 0.99)),
              cell_ns(lengths_longest(lengths)));
}

void when_column(struct sheet *sheet, const struct zone *zone) {
    OWNED(text_free) struct text title = {0};
    text_add(&title, "time (");
    zone_add_name(zone, &title);
    text_add_char(&title, ')');
    sheet_column(sheet, column_text(text_str(&title), "start_ns"));
}

bool when_is_day(int64_t from_ns, int64_t to_ns) {
    int64_t span;
    return !__builtin_sub_overflow(to_ns, from_ns, &span) && span <= DAY_NS;
}

void when_cell(const struct when *when, int64_t time_ns, struct sheet *sheet) {
    OWNED(text_free) struct text shown = {0};
    if (!when_is_day(when->from_ns, when->to_ns)) zone_add_time(when->zone, time_ns, &shown);
    else moment_add_clock(&shown, time_ns, NS_PER_MS, when->zone);
    sheet_cell(sheet, cell_shown(cell_time(time_ns), text_str(&shown)));
}
