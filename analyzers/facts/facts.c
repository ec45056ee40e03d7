#include "analyzers/facts/facts.h"

#include "analyzers/facts/facts_wishes.h"
#include "analyzers/facts/settings.h"
#include "base/units.h"

/* ==== What is looked for ==================================================================== */

static const struct wish rows[SERIES] = {FACTS_ROWS};
static const struct wishes all = {.rows = rows, .count = SERIES};
static const struct wishes few = {.rows = rows, .count = OF_CHUNKS, .may_lack = true};
static const struct wishes of_chunks = {.rows = rows, .count = OF_CHUNKS, .passing = true};

/* ==== Making facts of tables ================================================================ */

struct at { /* a row, and what is made of it */
    const struct tables *tables;
    bool of_chunk; /* only rows of the chunk at hand, of series before OF_CHUNKS */
    struct facts *facts;
    struct map jvms; /* hash of what tells them apart -> index in facts->jvms */
    uint32_t *ids;   /* of texts: those of the facts by those of the tables */
    enum facts_series series;
    const struct event_table *table;
    size_t row;
};

/* What there is of the series, or NULL; *row is the first to look at. */
static const struct event_table *table_of(const struct at *at, enum facts_series series,
                                          size_t *row) {
    const struct event_table *table = tables_find(at->tables, &rows[series]);
    *row = table && at->of_chunk ? table->chunk_rows : 0;
    return at->of_chunk && series >= OF_CHUNKS ? NULL : table;
}

/* Takes over the texts that facts have, in their order. */
static void take_texts(struct at *at) {
    const struct strings *texts = &at->tables->things.texts;
    at->ids = mem_zero(strings_ids(texts), sizeof *at->ids);
    for (int s = 0; s < SERIES; s++) {
        size_t row;
        const struct event_table *table = table_of(at, (enum facts_series)s, &row);
        if (table) event_table_mark_texts(table, at->tables, row, at->ids);
    }
    for (uint32_t i = 0; i < texts->entries.len; i++)
        if (at->ids[i]) at->ids[i] = strings_take(&at->facts->strings, texts, i);
}

static uint32_t text_of(const struct at *at, size_t column) {
    uint32_t id = event_table_id(at->table, column, at->row);
    return id == JFR_NULL_ID ? 0 : at->ids[id];
}

/* A share, if it can be one. */
static bool take_share(const struct at *at, size_t column, float *share) {
    double real = event_table_real(at->table, column, at->row);
    *share = (float)real;
    return real >= 0 && real < 1e6;
}

/* What is counted, and is none of it or more. */
static int64_t amount_of(const struct at *at, size_t column) {
    return whole_amount(event_table_int(at->table, column, at->row));
}

/* Of times and losses; 0 where they are not said. */
static int64_t count_of(const struct at *at, size_t column) {
    int64_t count = event_table_int(at->table, column, at->row);
    return count > 0 ? count : 0;
}

static void make_setting(struct at *at) {
    if (event_table_id(at->table, FIRST, at->row) == JFR_NULL_ID) return; /* nobody describes it */
    array_push(&at->facts->settings,
               (struct fact_setting){count_of(at, SETTING_TIME), text_of(at, SETTING_EVENT),
                                     text_of(at, SETTING_NAME), text_of(at, SETTING_VALUE), false});
}

#define BEHIND_TIME offsetof(struct fact_jvm, name)

static bool is_jvm(const void *jvm, const void *content) {
    return memcmp((const char *)jvm + BEHIND_TIME, (const char *)content + BEHIND_TIME,
                  sizeof(struct fact_jvm) - BEHIND_TIME) == 0;
}

/* Each chunk names its JVM again. */
static void make_jvm(struct at *at) {
    bool in_ns = at->table->columns[FIRST].unit == JFR_UNIT_NS_TIME; /* else nothing says it: ms */
    struct fact_jvm jvm = {.time_ns = count_of(at, TIME),
                           .start_ms = amount_of(at, FIRST),
                           .pid = amount_of(at, FIRST + 1),
                           .name = text_of(at, FIRST + 2),
                           .version = text_of(at, FIRST + 3),
                           .jvm_arguments = text_of(at, FIRST + 4),
                           .java_arguments = text_of(at, FIRST + 5)};
    if (in_ns && is_known(jvm.start_ms)) jvm.start_ms /= NS_PER_MS;
    /* They are told apart by all that stands behind the time: no padding. */
    bool fresh;
    uint64_t key = hash_bytes((const char *)&jvm + BEHIND_TIME, sizeof jvm - BEHIND_TIME);
    uint64_t *index = map_enter(&at->jvms, key, is_jvm, &at->facts->jvms, &jvm, &fresh);
    if (!fresh) return;
    *index = at->facts->jvms.len;
    array_push(&at->facts->jvms, jvm);
}

static void make_load(struct at *at) {
    struct fact_load load = {.time_ns = count_of(at, TIME)};
    if (take_share(at, FIRST, &load.machine) && take_share(at, FIRST + 1, &load.jvm_user) &&
        take_share(at, FIRST + 2, &load.jvm_system))
        array_push(&at->facts->loads, load);
}

static void make_thread_load(struct at *at) {
    uint32_t id = event_table_id(at->table, FIRST, at->row);
    struct things_thread thread = {0};
    if (id != JFR_NULL_ID) thread = at->tables->things.threads.items[id];
    struct fact_thread_load load = {.time_ns = count_of(at, TIME),
                                    .thread = at->ids[thread.name],
                                    .group = at->ids[thread.group],
                                    .os_id = thread.os_id,
                                    .java_id = thread.java_id};
    if (take_share(at, FIRST + 1, &load.user) && take_share(at, FIRST + 2, &load.system))
        array_push(&at->facts->thread_loads, load);
}

static void make_use(struct at *at) {
    struct fact_container fact = {count_of(at, TIME), MISSING, MISSING, MISSING, MISSING};
    if (at->series == CONTAINER_USE) {
        fact.cpu_ns = amount_of(at, FIRST);
    } else {
        fact.slices = amount_of(at, FIRST);
        fact.throttled_slices = amount_of(at, FIRST + 1);
        fact.throttled_ns = amount_of(at, FIRST + 2);
    }
    array_push(&at->facts->containers, fact);
}

/* Collections are pauses only where there are no phases, which come first. */
static void make_pause(struct at *at) {
    if (at->series == COLLECTION)
        array_push(&at->facts->collections,
                   (struct fact_collection){count_of(at, TIME), text_of(at, FIRST + 2)});
    int64_t duration_ns = amount_of(at, FIRST);
    if (is_missing(duration_ns) || (at->series == COLLECTION && at->facts->gc_phases)) return;
    at->facts->gc_phases = at->series == PAUSE;
    array_push(&at->facts->pauses,
               (struct fact_pause){count_of(at, TIME), duration_ns, text_of(at, FIRST + 1),
                                   at->series == PAUSE ? 0 : text_of(at, FIRST + 2)});
}

static void make_heap(struct at *at) {
    int64_t used = amount_of(at, FIRST);
    if (is_known(used)) array_push(&at->facts->heaps, (struct fact_heap){count_of(at, TIME), used});
}

/* Nobody runs on none. */
static int64_t processors_of(const struct at *at, size_t column) {
    int64_t processors = amount_of(at, column);
    return processors == 0 ? MISSING : processors;
}

/* Of the machine the last that was said counts. */
static void make_machine(struct at *at) {
    struct strings *strings = &at->facts->strings;
    struct fact_machine *machine = &at->facts->machine;
    OWNED(text_free) struct text shown = {0};
    if (at->series == SYSTEM) {
        facts_show_system(&shown, strings_get(strings, text_of(at, FIRST)));
        machine->os = strings_intern(strings, text_str(&shown), shown.len);
    } else {
        bool brand = facts_show_brand(&shown, strings_get(strings, text_of(at, FIRST + 1)));
        machine->cpu =
            brand ? strings_intern(strings, text_str(&shown), shown.len) : text_of(at, FIRST);
        machine->hardware_threads = processors_of(at, FIRST + 2);
    }
}

/* In ns; no limit is -1. Where the metadata does not say so they are in µs, too. */
static int64_t limit_of(const struct at *at, size_t column) {
    int64_t ns, limit = amount_of(at, column);
    if (is_missing(limit)) return MISSING;
    bool in_us = at->table->columns[column].unit == JFR_UNIT_NONE;
    return __builtin_mul_overflow(limit, in_us ? NS_PER_US : 1, &ns) ? INT64_MAX : ns;
}

static void make_container(struct at *at) {
    at->facts->machine.container_cpus = processors_of(at, FIRST);
    at->facts->machine.cpu_quota_ns = limit_of(at, FIRST + 1);
    at->facts->machine.cpu_slice_ns = limit_of(at, FIRST + 2);
}

static void make_loss(struct at *at) {
    uint64_t lost = (uint64_t)count_of(at, FIRST);
    *(at->series == LOSS ? &at->facts->lost_bytes : &at->facts->lost_samples) += lost;
}

static int compare_containers(const void *a, const void *b) {
    const struct fact_container *x = a, *y = b;
    const int64_t xs[] = {x->time_ns, x->cpu_ns, x->slices, x->throttled_ns};
    const int64_t ys[] = {y->time_ns, y->cpu_ns, y->slices, y->throttled_ns};
    size_t i = 0;
    while (i < 3 && xs[i] == ys[i]) i++;
    return ORDER(xs[i], ys[i]);
}

static struct facts make(const struct tables *tables, bool of_chunk) {
    typedef void maker(struct at *);
    static maker *const makers[SERIES] = {
        [SETTING] = make_setting,   [JVM] = make_jvm,
        [LOSS] = make_loss,         [LOST_SAMPLES] = make_loss,
        [LOAD] = make_load,         [THREAD_LOAD] = make_thread_load,
        [CONTAINER_USE] = make_use, [THROTTLING] = make_use,
        [PAUSE] = make_pause,       [COLLECTION] = make_pause,
        [HEAP] = make_heap,         [PROCESSOR] = make_machine,
        [SYSTEM] = make_machine,    [CONTAINER] = make_container};
    struct facts facts = {.machine = MACHINE_UNSAID};
    struct at at = {.tables = tables, .of_chunk = of_chunk, .facts = &facts};
    take_texts(&at);
    for (int s = 0; s < SERIES; s++) {
        bool sum = makers[s] == make_loss; /* what occurs twice counts twice */
        at.series = (enum facts_series)s;
        at.table = table_of(&at, at.series, &at.row);
        for (; at.table && at.row < at.table->rows; at.row++)
            if (sum || !event_table_repeats(at.table, at.row)) makers[s](&at);
    }
    array_sort(&facts.containers, compare_containers);
    settings_derive(&facts);
    free(at.ids);
    map_free(&at.jvms);
    return facts;
}

/* ==== In a run ============================================================================== */

void facts_join(struct walk_run *run, const struct facts_options *options) {
    walk_join(run, &tables_reader, !options ? &of_chunks : options->few ? &few : &all);
}

struct facts facts_take(const struct walk_run *run) {
    return make(walk_result(run, &tables_reader), false);
}

struct facts facts_of_chunk(const struct walk *walk) {
    return make(walk_state(walk, &tables_reader), true);
}

void facts_free(struct facts *facts) {
    strings_free(&facts->strings);
    arrays_free(&facts->settings, &facts->loads, &facts->thread_loads, &facts->containers,
                &facts->pauses, &facts->collections, &facts->heaps, &facts->jvms);
    *facts = (struct facts){0};
}

/* ==== What a person reads of the machine ==================================================== */

/* What stands between the two marks in the text; false if the first is not there. */
static bool add_between(struct text *out, const char *text, const char *before, const char *after) {
    const char *start = strstr(text, before);
    if (!start) return false;
    start += strlen(before);
    text_add_bytes(out, start, strcspn(start, after));
    return true;
}

void facts_show_system(struct text *out, const char *os_version) {
    OWNED(text_free) struct text kernel = {0};
    if (!add_between(out, os_version, "PRETTY_NAME=\"", "\"\n")) text_add(out, os_version);
    else if (add_between(&kernel, os_version, "uname: ", "\n"))
        text_addf(out, ", %s", text_str(&kernel));
}

bool facts_show_brand(struct text *out, const char *description) {
    return add_between(out, description, "Brand: ", ",\n");
}
