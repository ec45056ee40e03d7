/* jfrtool summary: what is in a recording. */
#include "analyzers/facts/summary.h"
#include "cmd/read/answer.h"
#include "base/few.h"
#include "base/safe.h"
#include "analyzers/time/sampled.h"
#include "cmd/write/sheet.h"
#include "cmd/write/words.h"
#include "base/units.h"
#include "cmd/read/notes.h"

/* ==== The scan ============================================================================== */

/* "2.1", or all versions that occur: "2.0, 2.1". */
static void add_version(const struct scan_report *report, struct text *out) {
    OWNED(map_free) struct map seen = {0};
    EACH (const struct scan_chunk, chunk, &report->chunks) {
        if (map_add(&seen, (uint64_t)chunk->major << 16 | chunk->minor))
            text_addf(out, "%s%u.%u", seen.len > 1 ? ", " : "", chunk->major, chunk->minor);
    }
}

static void add_chunks(const struct scan_report *report, struct text *out) {
    size_t unfinished = 0, damaged = 0;
    for (size_t i = 0; i < report->chunks.len; i++) {
        unfinished += report->chunks.items[i].unfinished;
        damaged += report->chunks.items[i].damaged;
    }
    words_add(out, "{}[ in {file}][, {} unfinished][, {} damaged][, {duplicate} left out]",
              cell_count(report->chunks.len),
              cell_if_any(report->recordings > 1 ? report->recordings : 0), cell_if_any(unfinished),
              cell_if_any(damaged), cell_if_any(report->duplicates));
}

static void scan_pairs(const struct scan_report *report, struct sheet *sheet) {
    OWNED(text_free) struct text value = {0};
    add_version(report, &value);
    sheet_pair(sheet, NULL, "Version", cell_text(text_str(&value)));
    text_clear(&value);
    add_chunks(report, &value);
    sheet_pair(sheet, NULL, "Chunks", cell_text(text_str(&value)));
    if (report->start_ns) {
        sheet_pair(sheet, NULL, "Start", cell_time(report->start_ns));
        sheet_pair(sheet, NULL, "Duration",
                   cell_ns(scan_recorded_ns(report, INT64_MIN, INT64_MAX)));
    }
}

/* ==== Facts ================================================================================= */

static const char *group_title(const char *group) {
    static const char *const titles[][2] = {
        {"jvm", "JVM"},
        {"os", "Operating system"},
        {"cpu", "Processor"},
        {"memory", "Memory"},
        {"heap", "Heap"},
        {"gc", "Garbage collector"},
        {"recording", "Recording"},
        {"sampling", "Sampling"},
        {"agent", "Recording agent"},
        {"shutdown", "Shutdown"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i][0], group) == 0) return titles[i][1];
    return group;
}

static struct cell value_of(const struct summary_fact *fact) {
    bool yes = strcmp(fact->value, "true") == 0;
    if (!fact->number) return cell_text(fact->value);
    if (yes || strcmp(fact->value, "false") == 0) return cell_bool(yes);
    return cell_digits(fact->value);
}

static bool same(const struct summary_fact *a, const struct summary_fact *b) {
    return strcmp(a->group, b->group) == 0 && strcmp(a->key, b->key) == 0;
}

/* Facts of all JVMs alike (jvm 0), or those of jvms.items[jvm - 1] alone. */
struct facts_of {
    const struct summary_fact *items;
    size_t len;
};

static struct facts_of facts_of(const struct summary *summary, size_t jvm) {
    size_t jvms = summary->jvms.len, from = jvm ? summary->jvms.items[jvm - 1].first : 0;
    size_t to = jvm < jvms ? summary->jvms.items[jvm].first : summary->facts.len;
    return (struct facts_of){to > from ? &summary->facts.items[from] : NULL, to - from};
}

/* A fact that occurs once is a value; one that occurs more often (several engines) is an array of
 * them, in the place of the second one. */
static void fact_field(const struct facts_of *facts, size_t number, struct sheet *sheet) {
    const struct summary_fact *fact = &facts->items[number];
    size_t count = 0, before = 0;
    for (size_t i = 0; i < facts->len; i++) {
        bool alike = same(&facts->items[i], fact);
        count += alike;
        before += alike && i < number;
    }
    if (count == 1) sheet_field(sheet, fact->key, value_of(fact));
    if (count == 1 || before != 1) return;
    sheet_array(sheet, fact->key);
    for (size_t i = 0; i < facts->len; i++)
        if (same(&facts->items[i], fact)) sheet_field(sheet, NULL, value_of(&facts->items[i]));
    sheet_end(sheet);
}

static void fact_fields(const struct summary *summary, size_t jvm, struct sheet *sheet) {
    const struct facts_of facts = facts_of(summary, jvm);
    const char *group = NULL;
    for (size_t i = 0; i < facts.len; i++) {
        const struct summary_fact *fact = &facts.items[i];
        bool next = !group || strcmp(group, fact->group) != 0;
        if (next && group) sheet_end(sheet);
        if (next) sheet_object(sheet, fact->group);
        group = fact->group;
        fact_field(&facts, i, sheet);
    }
    if (group) sheet_end(sheet);
}

static void jvm_fields(const struct summary *summary, struct sheet *sheet) {
    if (!summary->jvms.len) return;
    sheet_array(sheet, "jvms");
    for (size_t i = 0; i < summary->jvms.len; i++) {
        sheet_object(sheet, NULL);
        sheet_fields(sheet, {"file", cell_text(summary->jvms.items[i].recording)},
                     {"named", cell_bool(summary->jvms.items[i].known)});
        fact_fields(summary, i + 1, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

/* The pairs of a group, NULL: of all; a label that comes again is left out. */
static void group_pairs(const struct summary *summary, size_t jvm, const char *group,
                        struct sheet *sheet) {
    const struct facts_of facts = facts_of(summary, jvm);
    const struct summary_fact *last = NULL;
    EACH (const struct summary_fact, fact, &facts) {
        if (!*fact->value || (group && strcmp(fact->group, group) != 0)) continue;
        bool again = last && strcmp(fact->label, last->label) == 0;
        sheet_pair(sheet, NULL, again ? "" : fact->label, cell_text(fact->shown));
        last = fact;
    }
}

#define JVMS_SHOWN 10 /* to people */

/* What differs between JVMs, under a title for each. */
static void jvm_groups(const struct summary *summary, struct sheet *sheet) {
    size_t count = summary->jvms.len;
    for (size_t i = 0; i < count && i < JVMS_SHOWN; i++) {
        const struct summary_jvm *jvm = &summary->jvms.items[i];
        OWNED(text_free) struct text title = {0};
        text_addf(&title, "JVM %zu of %zu: %s", i + 1, count, jvm->recording);
        sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
        group_pairs(summary, i + 1, NULL, sheet);
        if (i + 1 == JVMS_SHOWN)
            words_say(sheet_bullet, sheet, SHEET_PEOPLE, "and {} more JVMs; --json has all",
                      cell_if_any(count - JVMS_SHOWN));
        sheet_end(sheet);
    }
}

static void fact_groups(const struct summary *summary, const struct scan_report *report,
                        struct sheet *sheet) {
    const char *last = "recording";
    sheet_group(sheet, (struct sheet_group){.title = group_title(last)});
    scan_pairs(report, sheet);
    group_pairs(summary, 0, last, sheet);
    sheet_end(sheet);
    const struct facts_of facts = facts_of(summary, 0);
    EACH (const struct summary_fact, fact, &facts) {
        if (!*fact->value || strcmp(fact->group, "recording") == 0 ||
            strcmp(fact->group, last) == 0)
            continue;
        last = fact->group;
        sheet_group(sheet, (struct sheet_group){.title = group_title(last)});
        group_pairs(summary, 0, last, sheet);
        sheet_end(sheet);
    }
    jvm_groups(summary, sheet);
}

/* ==== Samples of pools ====================================================================== */

#define POOLS_SHOWN 8 /* to people, of those with most CPU time */

static double a_second(double samples, const struct sampled_pool *pool) {
    return pool->cpu_ns ? samples * 1e9 / (double)pool->cpu_ns : MISSING_REAL;
}

static void pool_pairs(const struct sampled *sampled, struct sheet *sheet) {
    size_t shown = sampled->pools.len < POOLS_SHOWN ? sampled->pools.len : POOLS_SHOWN;
    if (!shown) return;
    sheet_group(sheet, (struct sheet_group){.title = "Samples a CPU second"});
    for (size_t i = 0; i < shown; i++) {
        const struct sampled_pool *pool = &sampled->pools.items[i];
        const char *name = strings_get(&sampled->strings, pool->name);
        words_pair(sheet, *name ? name : "(not known)", "[{} of {}; ]{sample} for {} of CPU",
                   cell_real(a_second((double)pool->samples, pool), 1),
                   cell_real(a_second(pool->promised, pool), 1), cell_count(pool->samples),
                   cell_ns((int64_t)pool->cpu_ns));
    }
    words_say(sheet_bullet, sheet, SHEET_PEOPLE, "and {} more pools; --json has all",
              cell_if_any(sampled->pools.len - shown));
    sheet_end(sheet);
}

static void add_grouped(uint64_t count, struct sheet *sheet) {
    OWNED(text_free) struct text digits = {0};
    text_add_grouped(&digits, count);
    sheet_cell(sheet, cell_shown(cell_count(count), text_str(&digits)));
}

#include "cmd/keys/summary_shown.h"

/* ==== Events and warnings =================================================================== */

static void add_shown(size_t shown, size_t all, struct sheet *sheet) {
    if (shown < all)
        words_say(sheet_note, sheet, SHEET_PEOPLE,
                  "{} of {} event types shown; --top 0 shows all\n", cell_count(shown),
                  cell_count(all));
}

static void events(const struct summary *summary, uint64_t top, struct sheet *sheet) {
    size_t all = summary->events.len, shown = all;
    uint64_t bytes = 0;
    if (top && top < all && sheet_shows(sheet, SHEET_PEOPLE)) shown = (size_t)top;
    for (size_t i = 0; i < all; i++) bytes += summary->events.items[i].bytes;
    sheet_group(sheet,
                (struct sheet_group){.title = "Events", .formats = SHEET_MARKDOWN | SHEET_HTML});
    sheet_table(sheet, (struct sheet_table){.key = "events", .keyed = true});
    event_columns(sheet);
    for (size_t i = 0; i < shown; i++) event_row(&summary->events.items[i], bytes, sheet);
    sheet_end(sheet);
    add_shown(shown, all, sheet);
    sheet_end(sheet);
}

static const char *kind_name(const struct scan_note *note) {
    if (note->failed) return "failed";
    switch (note->note.kind) {
    case JFR_NOTE_LOST: return "lost";
    case JFR_NOTE_UNFINISHED: return "unfinished";
    case JFR_NOTE_DUPLICATE: return "duplicate";
    case JFR_NOTE_SKIPPED: return "skipped";
    }
    return "lost";
}

static void gap_fields(const struct scan_report *report, struct sheet *sheet) {
    OWNED(array_release) gap_list gaps = gaps_find(report);
    for (size_t i = 0; i < gaps.len; i++) {
        OWNED(text_free) struct text line = {0};
        note_add_gap(&line, &gaps.items[i]);
        sheet_object_of(sheet, NULL, {"kind", cell_text("gap")},
                        {"text", cell_text(text_str(&line))},
                        {"recording", cell_text(gaps.items[i].after->source)},
                        {"offset", cell_bytes(gaps.items[i].after->offset)});
    }
}

static void warning_fields(const struct summary *summary, const struct scan_report *report,
                           struct sheet *sheet) {
    sheet_array(sheet, "warnings");
    for (size_t i = 0; i < summary->warnings.len; i++) {
        sheet_object_of(sheet, NULL, {"kind", cell_text("content")},
                        {"text", cell_text(summary->warnings.items[i])});
    }
    EACH (const struct scan_note, note, &report->notes)
        sheet_object_of(
            sheet, NULL, {"kind", cell_text(kind_name(note))}, {"text", cell_text(note->note.text)},
            {"recording", cell_text(note->source)}, {"offset", cell_bytes(note->note.offset)},
            {"bytes", cell_bytes(note->note.bytes)});
    gap_fields(report, sheet);
    sheet_end(sheet);
}

static void warnings(const struct summary *summary, const struct scan_report *report,
                     struct sheet *sheet) {
    OWNED(text_free) struct text warning = {0};
    OWNED(array_release) gap_list gaps = gaps_find(report);
    if (!summary->warnings.len && !report->notes.len && !gaps.len) return;
    sheet_group(sheet, (struct sheet_group){.title = "Warnings"});
    for (size_t i = 0; i < summary->warnings.len; i++)
        sheet_bullet(sheet, SHEET_PEOPLE, summary->warnings.items[i]);
    for (size_t i = 0; i < report->notes.len; i++) {
        text_clear(&warning);
        note_add(&warning, &report->notes.items[i]);
        sheet_bullet(sheet, SHEET_PEOPLE, text_str(&warning));
    }
    for (size_t i = 0; i < gaps.len; i++) {
        text_clear(&warning);
        text_addf(&warning, "%s: ", gaps.items[i].after->source);
        note_add_gap(&warning, &gaps.items[i]);
        sheet_bullet(sheet, SHEET_PEOPLE, text_str(&warning));
    }
    sheet_end(sheet);
}

/* People read the facts first and then the event types, programs the other way round. */
static void summary_describe(const struct summary *summary, const struct sampled *sampled,
                             const struct scan_report *report, uint64_t top, struct sheet *sheet) {
    OWNED(text_free) struct text version = {0};
    add_version(report, &version);
    scan_fields(report, text_str(&version), sheet);
    fact_groups(summary, report, sheet);
    pool_pairs(sampled, sheet);
    warnings(summary, report, sheet);
    events(summary, top, sheet);
    fact_fields(summary, 0, sheet);
    jvm_fields(summary, sheet);
    if (sampled->pools.len) pool_fields(sampled, sheet);
    warning_fields(summary, report, sheet);
}

#define POOLS_NAMED 3 /* in a warning */

#include "cmd/summary_options.h"

/* Pools that have fewer or more samples than their CPU time promises. */
static void warn_of_pools(const struct sampled *sampled, struct summary *summary) {
    OWNED(text_free) struct text text = {0};
    struct few few = {&text, POOLS_NAMED, 0};
    EACH (const struct sampled_pool, pool, &sampled->pools) {
        if (!sampled_is_off(pool) || !few_takes(&few)) continue;
        safe_add_name(&text, strings_get(&sampled->strings, pool->name));
        text_addf(&text, " has %.0f %%", 100 * (double)pool->samples / pool->promised);
    }
    few_end(&few);
    if (few.count) {
        text_add(&text, " of the samples expected from the period and the CPU time of the threads: "
                        "compare pools by CPU time (--measure value), not by samples");
        uint32_t id = strings_intern(&summary->strings, text.data, text.len);
        array_push(&summary->warnings, strings_get(&summary->strings, id));
    }
}

static int make_answer(struct answer *answer) {
    const struct summary_options *options = answer->options;
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    struct walk_run run = {0};
    OWNED(sampled_free) struct sampled sampled;
    summary_join(&run);
    sampled_join(&run);
    walk_start(&run, &scan, &reading->report);
    struct summary *summary = summary_make(&run);
    sampled_make(&run, &sampled);
    walk_run_free(&run);
    warn_of_pools(&sampled, summary);
    int code = reading_done(reading);
    if (code == EXIT_OK)
        summary_describe(summary, &sampled, &reading->report, options->top,
                         answer_sheet(answer, NULL));
    summary_free(summary);
    return code;
}
