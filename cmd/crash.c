/* jfrtool crash: what became of a JVM that is not there any more, and its last minute. */
#include "analyzers/gc/gc.h"
#include "analyzers/tables/table.h"
#include "analyzers/time/recorded.h"

#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"
#include "base/units.h"
#include "cmd/ci/died.h"
#include "cmd/ci/last_stacks.h"
#include "cmd/ci/verdict.h"
#include "cmd/cli/operands.h"
#include "cmd/read/answer.h"
#include "cmd/read/moment.h"
#include "cmd/read/notes.h"
#include "cmd/sheets/lengths.h"

enum { NEXT_OVERVIEW, NEXT_MEMORY }; /* as its definition has them */

#define LAST_NS (60 * NS_PER_S)
#define PEOPLE_FRAMES 8      /* of a stack; programs get all */
#define PEOPLE_LOG_FRAMES 30 /* of the thread that died */

#include "cmd/crash_options.h"
#include "cmd/crash_wishes.h"

/* ==== What is read ========================================================================== */

static const struct wish rows[ROWS] = {CRASH_ROWS};
static const struct wishes wishes = {.rows = rows, .count = ROWS};

struct crash {
    const struct died *died;
    const struct tables *tables; /* NULL: there is no recording, or nothing of it could be read */
    int64_t start_ns, end_ns;    /* of the recording; 0: not known */
    struct time_window window;   /* the last minute of it */
    struct zone zone;
    const char *verdict;
    struct text why;
    struct gc gc;
    int64_t recorded_ns; /* of the window */
    struct last_stacks stacks;
    size_t top;
};

static const struct event_table *table_of(const struct crash *crash, size_t wish) {
    return tables_find(crash->tables, &rows[wish]);
}

static const char *text_of(const struct crash *crash, uint32_t id) {
    return id == THINGS_NONE ? NULL : strings_get(&crash->tables->things.texts, id);
}

/* ==== The verdict =========================================================================== */

static enum cell_mark mark_of(const char *verdict) {
    if (verdict_is_bad(verdict)) return MARK_FAILED;
    return strcmp(verdict, VERDICT_ENDED) == 0 ? MARK_OK : MARK_INFO;
}

/* ==== Threads =============================================================================== */

static bool people_have(const struct sheet *sheet, size_t shown, size_t most) {
    return shown >= most && sheet_shows(sheet, SHEET_PEOPLE);
}

/* Frames are rows: of a thread the first one says whose they are and when that was. */
static void describe_stacks(const struct crash *crash, struct sheet *sheet) {
    const struct last_stacks *stacks = &crash->stacks;
    const struct when when = {&crash->zone, crash->window.from_ns, crash->window.to_ns};
    bool csv = sheet_shows(sheet, SHEET_ROWS);
    OWNED(text_free) struct text name = {0};
    sheet_group(sheet,
                (struct sheet_group){.title = "Last stack of each thread, the latest first"});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_TABLES, .omit_empty = true});
    when_column(sheet, &crash->zone);
    sheet_columns(sheet, column_within(30, column_text("thread", "thread")),
                  column_name("frame", "frame"));
    for (size_t i = 0; i < stacks->threads.len && !people_have(sheet, i, crash->top); i++) {
        const struct last_stack *last = &stacks->threads.items[i];
        for (size_t k = 0; k < last->depth && !people_have(sheet, k, PEOPLE_FRAMES); k++) {
            text_clear(&name);
            last_stacks_add_frame(stacks, last, k, &name);
            sheet_row(sheet);
            if (k == 0 || csv) when_cell(&when, last->time_ns, sheet);
            else sheet_cell(sheet, cell_text(""));
            sheet_cells(sheet, cell_text(k == 0 || csv ? last->thread : ""),
                        cell_text(text_str(&name)));
        }
        if (people_have(sheet, last->depth, PEOPLE_FRAMES + 1)) {
            text_clear(&name);
            text_addf(&name, "... %zu more", last->depth - PEOPLE_FRAMES);
            sheet_row_of(sheet, cell_text(""), cell_text(""), cell_text(text_str(&name)));
        }
    }
    sheet_end(sheet);
    if (stacks->threads.len > crash->top)
        event_columns_say_left_out(stacks->threads.len - crash->top, "thread", sheet);
    sheet_end(sheet);
}

/* ==== Counts ================================================================================ */

struct count {
    uint32_t name;
    uint64_t events;
    uint64_t bytes;
};
typedef ARRAY(struct count) counts;

ORDERED(compare_counts, struct count, FALLING(bytes), FALLING(events), RISING(name))

/* Rows of the last minute by this text; sum: column with bytes, 0: none. */
static void add_counts(const struct crash *crash, size_t wish, size_t key, size_t sum,
                       counts *list) {
    const struct event_table *t = tables_find(crash->tables, &rows[wish]);
    OWNED(map_free) struct map index = {0};
    bool fresh;
    for (size_t k = 0; k < list->len; k++) *map_put(&index, list->items[k].name, &fresh) = k;
    for (size_t row = 0; row < t->rows; row++) {
        const uint32_t name = event_table_id(t, key, row);
        const int64_t bytes = sum ? event_table_int(t, sum, row) : 0;
        if (!time_window_has(&crash->window, event_table_int(t, 0, row)) || is_missing(name))
            continue;
        struct count *count = map_item(&index, name, list, (struct count){.name = name});
        count->events++;
        if (bytes > 0) count->bytes += (uint64_t)bytes;
    }
}

static void add_stack(const struct crash *crash, const struct last_stack *last,
                      struct sheet *sheet) {
    sheet_array(sheet, "stack");
    for (size_t k = 0; k < last->depth; k++) {
        OWNED(text_free) struct text name = {0};
        last_stacks_add_frame(&crash->stacks, last, k, &name);
        sheet_field(sheet, NULL, cell_text(text_str(&name)));
    }
    sheet_end(sheet);
}

static struct text pauses_in_words(const struct crash *crash) {
    struct text out = {0};
    if (!crash->gc.lengths.items.len) text_add(&out, "none recorded");
    else lengths_add_words(&crash->gc.lengths, crash->recorded_ns, &out);
    return out;
}

static const char *said_if_any(const char *text) {
    return text && *text ? text : NULL;
}

static const char *title_of(const struct found_trace *trace) {
    return trace ? trace->title : NULL;
}

static void add_console(const struct found_trace *console, struct sheet *sheet) {
    OWNED(text_free) struct text words = {0};
    text_add(&words, console->title);
    if (console->line) text_addf(&words, ":%llu", (unsigned long long)console->line);
    text_addf(&words, ": %s", console->said);
    sheet_pair(sheet, NULL, "Console", cell_text(text_str(&words)));
}

static void add_window(const struct crash *crash, struct sheet *sheet) {
    sheet_object(sheet, "last_window");
    if (crash->end_ns)
        moment_add_fields(sheet, crash->window.from_ns, crash->window.to_ns, crash->start_ns);
    sheet_end(sheet);
}

#include "cmd/keys/crash_shown.h"

static void describe_counts(const struct crash *crash, const counts *list, bool bytes,
                            const char *title, const char *key, struct sheet *sheet) {
    uint64_t all = 0;
    EACH (const struct count, count, list) all += bytes ? count->bytes : count->events;
    array_sort(list, compare_counts);
    sheet_titled_table(sheet, title, key);
    crash_count_columns(bytes, sheet);
    for (size_t i = 0; i < list->len && !people_have(sheet, i, crash->top); i++)
        crash_count_row(crash, &list->items[i], bytes, all, sheet);
    sheet_end(sheet);
}

static void add_threads(const struct crash *crash, struct sheet *sheet) {
    sheet_array(sheet, "threads");
    for (size_t i = 0; i < crash->stacks.threads.len && sheet_shows(sheet, SHEET_JSON); i++) {
        sheet_object(sheet, NULL);
        crash_thread(crash, &crash->stacks.threads.items[i], sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

static void describe_tables(const struct crash *crash, struct sheet *sheet) {
    OWNED(array_release) counts allocated = {0}, methods = {0};
    if (crash->tables) {
        add_counts(crash, ALLOCATED, 1, 2, &allocated);
        /* Both are of the same allocations: they would count twice. */
        if (!allocated.len) add_counts(crash, IN_TLAB, 1, 2, &allocated);
        if (!table_of(crash, ALLOCATED)->rows) add_counts(crash, OUTSIDE, 1, 2, &allocated);
        add_counts(crash, SAMPLES, 1, 0, &methods);
        if (!methods.len) add_counts(crash, CPU_TIME, 1, 0, &methods);
    }
    describe_counts(crash, &allocated, true, "Allocated most in the last minute", "allocated",
                    sheet);
    describe_counts(crash, &methods, false, "Hot methods of the last minute", "methods", sheet);
}

/* ==== The rest ============================================================================== */

static void describe_gc(const struct crash *crash, struct sheet *sheet) {
    int64_t used = MISSING, after = MISSING, most = MISSING;
    if (crash->tables) {
        const struct event_table *heap = table_of(crash, HEAP);
        if (heap->rows) used = whole_amount(event_table_int(heap, 1, heap->rows - 1));
        if (crash->gc.heap.summaries) after = crash->gc.heap.after_last;
        if (crash->gc.heap.summaries) most = crash->gc.heap.max;
    }
    crash_gc(crash, used, after, most, sheet);
    if (crash->tables) crash_memory(crash, used, after, most, sheet);
}

/* Frames of the error log are rows as it has them. */
static void describe_frames(const struct crash_frames *frames, const char *title, const char *key,
                            const char *total, struct sheet *sheet) {
    OWNED(text_free) struct text words = {0};
    size_t kept = frames->lines.len, shown = 0;
    sheet_array(sheet, key);
    for (size_t i = 0; i < kept && sheet_shows(sheet, SHEET_JSON); i++)
        sheet_field(sheet, NULL, cell_text(frames->lines.items[i]));
    sheet_end(sheet);
    sheet_field(sheet, total, cell_count(frames->total));
    sheet_group(sheet, (struct sheet_group){.title = title});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_TABLES, .omit_empty = true});
    sheet_column(sheet, column_name("frame", "frame"));
    for (; shown < kept && !people_have(sheet, shown, PEOPLE_LOG_FRAMES); shown++) {
        sheet_row_of(sheet, cell_text(frames->lines.items[shown]));
    }
    sheet_end(sheet);
    if (shown < frames->total) text_addf(&words, "%zu of %zu frames", shown, frames->total);
    if (shown < kept) text_add(&words, " (--json has more)");
    if (frames->more) text_addf(&words, "%sthe log leaves out the rest", words.len ? "; " : "");
    if (words.len) {
        text_add_char(&words, '\n');
        sheet_note(sheet, SHEET_PEOPLE, text_str(&words));
    }
    sheet_end(sheet);
}

static void describe_log(const struct found_crash *log, struct sheet *sheet) {
    static const struct crash_frames none = {0};
    describe_frames(log ? &log->native : &none, "Native frames of the thread that died",
                    "native_frames", "native_frames_total", sheet);
    describe_frames(log ? &log->java : &none, "Java frames of the thread that died", "java_frames",
                    "java_frames_total", sheet);
}

static void describe_death(const struct crash *crash, struct sheet *sheet) {
    const struct died *died = crash->died;
    const struct found_crash *log = died->log;
    crash_death(crash, died, sheet);
    describe_log(log, sheet);
    if (!died->recording)
        sheet_lines(sheet, SHEET_PEOPLE,
                    log ? "There is no recording of the process besides the log.\n"
                        : "There is no recording of the process.\n");
    else if (!crash->tables)
        sheet_lines(sheet, SHEET_PEOPLE, "No event can be read from the recording.\n");
}

static void describe(const struct crash *crash, struct sheet *sheet) {
    describe_death(crash, sheet);
    describe_gc(crash, sheet);
    if (crash->tables) describe_stacks(crash, sheet);
    add_threads(crash, sheet);
    describe_tables(crash, sheet);
    if (crash->end_ns) {
        OWNED(text_free) struct text span = {0};
        const struct time_range range = {.start_ns = crash->window.from_ns,
                                         .end_ns = crash->window.to_ns};
        moment_add_span(&span, &range, &crash->zone);
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&span));
    }
}

/* ==== The command =========================================================================== */

/* Where the thread that died stood the log says; what was recorded of it is from before. */
static void take_stack_of_log(struct crash *crash) {
    const struct found_crash *log = crash->died->log;
    if (!log || !*log->name) return;
    const struct crash_frames *frames = log->java.lines.len ? &log->java : &log->native;
    OWNED(text_free) struct text name = {0};
    OWNED(mem_release) const char **lines = mem_zero(frames->lines.len, sizeof *lines);
    size_t depth = 0;
    for (size_t i = 0; i < frames->lines.len; i++) {
        const char *line = frames->lines.items[i];
        if (*line == 'v') continue; /* what leads from the JVM to Java code and back */
        text_clear(&name);
        crash_add_frame_name(line, &name);
        lines[depth++] = arena_copy(&crash->stacks.texts, text_str(&name), name.len);
    }
    int64_t time_ns = crash->end_ns, second = log->end_ns;
    if (second && log->utc && (time_ns < second || time_ns >= second + NS_PER_S)) time_ns = second;
    last_stacks_replace(&crash->stacks, log->name, lines, depth, time_ns);
}

static void look_back(struct crash *crash, const struct walk_run *run,
                      const struct scan_report *report) {
    crash->start_ns = report->start_ns;
    crash->end_ns = report->end_ns;
    crash->zone = recorded_zone(run);
    crash->window = (struct time_window){report->end_ns - LAST_NS, report->end_ns};
    if (crash->window.from_ns < report->start_ns) crash->window.from_ns = report->start_ns;
    if (!report->recordings || report->end_ns <= report->start_ns) return;
    crash->tables = walk_result(run, &tables_reader);
    crash->recorded_ns = crash->window.to_ns - crash->window.from_ns;
    const struct gc_options wanted = {.window = crash->window, .recorded_ns = crash->recorded_ns};
    gc_make(crash->tables, &wanted, &crash->gc);
    last_stacks_make(crash->tables, &crash->window, &crash->stacks);
    take_stack_of_log(crash);
}

/* What the search has said of the recording need not be said again. */
static void drop_said(const struct scan_report *said, struct scan_report *report) {
    size_t kept = 0;
    for (size_t i = 0; i < report->notes.len; i++) {
        const struct scan_note note = report->notes.items[i];
        bool known = some_of(k, said->notes.len,
                             strcmp(said->notes.items[k].source, note.source) == 0 &&
                                 strcmp(said->notes.items[k].note.text, note.note.text) == 0);
        if (!known) report->notes.items[kept++] = note;
    }
    report->notes.len = kept;
}

static int tell(struct answer *answer, const struct died *died) {
    const struct crash_options *options = answer->options;
    struct crash crash = {.died = died, .top = options->top ? (size_t)options->top : SIZE_MAX};
    OWNED(reading_free) struct reading reading = {0};
    struct walk_run *run = &reading.run;
    if (died->recording) {
        reading = died_reading(&answer->reading, died->recording);
        struct scan_options scan = died_scan(&reading, died->recording);
        walk_join(run, &tables_reader, &wishes);
        walk_join(run, &tables_reader, &gc_wishes);
        walk_join(run, &tables_reader, &verdict_wishes);
        walk_join(run, &tables_reader, &last_stacks_wishes);
        walk_join(run, &recorded_reader, "jdk.JVMInformation");
        walk_start(run, &scan, &reading.report);
        answer->partial = reading_exit_code(&reading) == EXIT_PARTIAL;
        drop_said(&answer->reading.report, &reading.report);
        reading_done(&reading);
        look_back(&crash, run, &reading.report);
    }
    crash.verdict = verdict_make(crash.tables, died, &crash.why);
    if (!crash.tables) answer->leads_nowhere = UINT64_MAX;
    else if (strcmp(crash.verdict, VERDICT_MEMORY) != 0)
        answer->leads_nowhere = UINT64_C(1) << NEXT_MEMORY;
    describe(&crash, answer_sheet(answer, NULL));
    if (crash.tables) gc_free(&crash.gc);
    last_stacks_free(&crash.stacks);
    text_free(&crash.why);
    return EXIT_OK;
}

static int make_answer(struct answer *answer) {
    const struct crash_options *options = answer->options;
    struct reading *search = &answer->reading;
    if (!operands_can_be_read_twice(&search->paths, "crash")) return EXIT_USAGE;
    struct scan_options scan = reading_scan(search);
    OWNED(found_free) struct found found;
    struct died died;
    report_find(&scan, &found, &search->report);
    progress_end(&search->progress);
    int code = EXIT_OK;
    if (found_anything(&found)) notes_say(&search->report);
    else code = reading_done(search);
    if (code == EXIT_OK) code = died_choose(search, &found, options->pid, &died);
    if (code == EXIT_OK) code = tell(answer, &died);
    return code;
}
