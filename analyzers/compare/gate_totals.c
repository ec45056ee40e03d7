#include "analyzers/compare/gate_totals.h"

#include "analyzers/tables/kinds.h"
#include "base/sort.h"
#include "base/units.h"

#define LONGEST_PERIOD 120 /* seconds between two loads of which the later speaks */

struct series { /* of one recording */
    struct gate_total *total;
    struct map index;   /* second -> where it is in the next three */
    ARRAY(uint64_t) at; /* which seconds have something, as they came */
    ARRAY(double) amounts;
    ARRAY(double) per;
    double len; /* seconds in all */
    int64_t start_ns;
    struct time_window window;
    uint64_t number; /* of the recording */
};

static uint64_t second_of(const struct series *s, int64_t time_ns) {
    int64_t at = (time_ns - s->start_ns) / NS_PER_S;
    if (at < 0) at = 0;
    return (double)at >= s->len ? (uint64_t)s->len - 1 : (uint64_t)at;
}

static void add_at(struct series *s, int64_t time_ns, double amount, double per) {
    if (s->len < 1) return;
    uint64_t at = second_of(s, time_ns);
    size_t index = map_number(&s->index, at, s->at.len);
    if (index == s->at.len) {
        array_push(&s->at, at);
        array_push(&s->amounts, 0.0);
        array_push(&s->per, 0.0);
    }
    array_at(&s->amounts, index) += amount;
    array_at(&s->per, index) += per;
}

/* Hands the seconds over to the total, in order of time. */
static void close_series(struct series *s) {
    OWNED(mem_release) uint32_t *order = sort_start(s->at.len);
    sort_by(order, s->at.len, s->at.items);
    for (size_t i = 0; i < s->at.len; i++) {
        array_push(&s->total->seconds, s->amounts.items[order[i]]);
        array_push(&s->total->per, s->per.items[order[i]]);
    }
    s->total->empty += s->len - (double)s->at.len;
    map_free(&s->index);
    arrays_free(&s->at, &s->amounts, &s->per);
}

static void add_single(struct series *s, int64_t time_ns, int64_t ns) {
    if (s->len < 1) return;
    array_push(&s->total->single.items,
               (struct quantile_event){ns, s->number << 32 | (uint32_t)second_of(s, time_ns)});
    if ((double)ns / 1e9 > s->total->longest) s->total->longest = (double)ns / 1e9;
}

static void add_pauses(struct series *s, const struct facts *facts) {
    EACH (const struct fact_pause, pause, &facts->pauses) {
        double seconds = (double)pause->duration_ns / 1e9;
        if (!time_window_has(&s->window, pause->time_ns)) continue;
        add_at(s, pause->time_ns, seconds, 0);
        add_single(s, pause->time_ns, pause->duration_ns);
        s->total->events++;
    }
}

/* A load is that of the time since the one before: of the first nothing is known. */
static void add_loads(struct series *s, const struct facts *facts) {
    double processors = (double)facts->machine.hardware_threads;
    for (size_t i = 1; i < facts->loads.len; i++) {
        const struct fact_load *load = &facts->loads.items[i];
        double used = (double)load->jvm_user + (double)load->jvm_system;
        int64_t since = load->time_ns - facts->loads.items[i - 1].time_ns;
        if (!time_window_has(&s->window, load->time_ns) || !(used >= 0) || since <= 0 ||
            since > LONGEST_PERIOD * NS_PER_S)
            continue;
        for (int64_t left = since; left > 0; left -= NS_PER_S) {
            int64_t part = left < NS_PER_S ? left : NS_PER_S;
            add_at(s, load->time_ns - left, used * processors * (double)part / 1e9, 0);
        }
        s->total->events++;
    }
}

static void add_samples(struct series *s, const struct profile *profile) {
    double unit = profile->unit == PROFILE_NS ? 1e-9 : 1;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        add_at(s, sample.time_ns, (double)sample.value * unit, 0);
        s->total->events += sample.count;
    }
}

/* ==== Events of any type ==================================================================== */

enum { TIME, DURATION }; /* columns of wishes */

static struct wish wish_for(const char *event) {
    return (struct wish){event, {"startTime", "duration"}};
}

/* A name without a package is the JDK's, or that of an event of nobody's package. */
static char *with_package(const char *event) {
    struct text name = {0};
    text_addf(&name, "jdk.%s", event);
    return text_take(&name);
}

static void wish(struct gate_wishes *wishes, char *name) {
    array_push(&wishes->names, name);
    array_push(&wishes->rows, wish_for(name));
}

void gate_wish(const struct gate_rules *rules, struct gate_wishes *wishes) {
    *wishes = (struct gate_wishes){.wishes = {.count = 0}};
    for (size_t i = 0; i < rules->items.len; i++) {
        const char *events[] = {rules->items.items[i].counted, rules->items.items[i].per};
        for (size_t k = 0; k < 2; k++) {
            if (!events[k]) continue;
            wish(wishes, mem_copy_text(events[k]));
            if (!strchr(events[k], '.')) wish(wishes, with_package(events[k]));
        }
    }
    wishes->wishes.rows = wishes->rows.items;
    wishes->wishes.count = wishes->rows.len;
}

void gate_wishes_free(struct gate_wishes *wishes) {
    for (size_t i = 0; i < wishes->names.len; i++) free(wishes->names.items[i]);
    arrays_free(&wishes->names, &wishes->rows);
}

/* NULL: the recordings have no such type. */
static const struct event_table *table_of(const struct gate_said *said, const char *event) {
    struct wish asked = wish_for(event);
    const struct event_table *table = said->tables ? tables_find(said->tables, &asked) : NULL;
    if ((table && table->rows) || strchr(event, '.') || !said->tables) return table;
    OWNED(mem_release) char *name = with_package(event);
    asked.event = name;
    table = tables_find(said->tables, &asked);
    return table;
}

static size_t rows_of(const struct event_table *table) {
    return table ? table->rows : 0;
}

static void add_events(struct series *s, const struct gate_rule *rule,
                       const struct event_table *table) {
    for (size_t row = 0; row < rows_of(table); row++) {
        int64_t time = event_table_int(table, TIME, row), ns = MISSING;
        if (!time_window_has(&s->window, time)) continue;
        s->total->events++;
        if (rule->check == GATE_RATE) add_at(s, time, 1, 0);
        else if (table->columns[DURATION].kind != JFR_COLUMN_NONE)
            ns = event_table_int(table, DURATION, row);
        if (is_known(ns)) add_single(s, time, ns);
    }
}

static void add_divisors(struct series *s, const struct event_table *table) {
    for (size_t row = 0; row < rows_of(table); row++) {
        int64_t time = event_table_int(table, TIME, row);
        if (time_window_has(&s->window, time)) add_at(s, time, 0, 1);
    }
}

/* ==== A side ================================================================================ */

static int64_t first_of(const struct profile *profile) {
    int64_t start = INT64_MAX;
    for (size_t i = 0; i < profile->moments.len; i++)
        if (profile->moments.items[i].time_ns < start) start = profile->moments.items[i].time_ns;
    return start;
}

static int64_t first_row(const struct event_table *table) {
    return rows_of(table) ? event_table_int(table, TIME, 0) : INT64_MAX;
}

/* The first time of the recording: its length is all that is known of when it was. */
static int64_t start_of(const struct gate_rule *rule, const struct gate_said *said,
                        const struct profile *profile) {
    const struct facts *facts = said->facts;
    int64_t start = INT64_MAX;
    int64_t divisors = rule->per ? first_row(table_of(said, rule->per)) : INT64_MAX;
    if (rule->counted) start = first_row(table_of(said, rule->counted));
    else if (rule->check == GATE_GC_PAUSE && facts->pauses.len)
        start = facts->pauses.items[0].time_ns;
    else if (rule->check == GATE_CPU_TIME && facts->loads.len)
        start = facts->loads.items[0].time_ns;
    else if (rule->event) start = first_of(profile);
    if (divisors < start) start = divisors;
    return start == INT64_MAX || start < said->window.from_ns ? said->window.from_ns : start;
}

static bool is_on(const struct facts *facts, const char *wanted) {
    const struct strings *texts = &facts->strings;
    enum kind_group group = kind_group_named(wanted);
    EACH (const struct fact_setting, setting, &facts->settings) {
        const char *event = strings_get(texts, setting->event);
        if (strcmp(strings_get(texts, setting->name), "enabled") == 0 &&
            strcmp(strings_get(texts, setting->value), "true") == 0 &&
            (group ? kind_is_in_group(group, event) : kind_matches(wanted, event)))
            return true;
    }
    return false;
}

bool gate_total_is_recorded(const struct gate_rule *rule, const struct gate_source *source,
                            int side) {
    for (size_t i = 0; i < source->len; i++) {
        const struct facts *facts = source->said[i].facts;
        if (source->recordings[i].side != side || !facts) continue;
        if (rule->counted) {
            const struct event_table *table = table_of(&source->said[i], rule->counted);
            if (rows_of(table) || is_on(facts, rule->counted)) return true;
        } else if (rule->check == GATE_CPU_TIME) {
            if (facts->loads.len && facts->machine.hardware_threads > 0) return true;
        } else if (rule->check != GATE_GC_PAUSE) {
            if (source->recordings[i].profile->moments.len || is_on(facts, rule->event))
                return true;
        } else if (facts->pauses.len || facts->collections.len || facts->heaps.len ||
                   is_on(facts, "jdk.GCPhasePause") || is_on(facts, "jdk.GarbageCollection")) {
            return true;
        }
    }
    return false;
}

bool gate_total_is_timed(const struct gate_rule *rule, const struct gate_source *source, int side) {
    for (size_t i = 0; i < source->len; i++) {
        const struct event_table *table = table_of(&source->said[i], rule->counted);
        if (source->recordings[i].side == side && rows_of(table) &&
            table->columns[DURATION].kind == JFR_COLUMN_NONE)
            return false;
    }
    return true;
}

/* From the second of that number on, which are those of one recording; seconds: how long it is. */
static void add_run(const struct gate_rule *rule, size_t first, double seconds,
                    struct gate_total *total) {
    double sum = 0, by = rule->per ? 0 : seconds;
    for (size_t i = first; i < total->seconds.len; i++) {
        sum += total->seconds.items[i];
        if (rule->per) by += total->per.items[i];
    }
    if (by > 0) array_push(&total->runs, sum / by);
}

void gate_total_of(const struct gate_rule *rule, const struct gate_source *source, int side,
                   struct gate_total *total) {
    double sum = 0, by = 0;
    *total = (struct gate_total){0};
    for (size_t i = 0; i < source->len; i++) {
        const struct diff_recording *r = &source->recordings[i];
        const struct gate_said *said = &source->said[i];
        size_t first = total->seconds.len;
        if (r->side != side || !said->facts) continue;
        struct series series = {.total = total,
                                .window = said->window,
                                .len = ceil(r->seconds),
                                .start_ns = start_of(rule, said, r->profile),
                                .number = i};
        if (rule->counted) add_events(&series, rule, table_of(said, rule->counted));
        else if (rule->check == GATE_GC_PAUSE) add_pauses(&series, said->facts);
        else if (rule->check == GATE_CPU_TIME) add_loads(&series, said->facts);
        else add_samples(&series, r->profile);
        if (rule->per) add_divisors(&series, table_of(said, rule->per));
        close_series(&series);
        add_run(rule, first, r->seconds, total);
        if (!rule->per) by += r->seconds;
    }
    for (size_t i = 0; i < total->seconds.len; i++) {
        sum += total->seconds.items[i];
        if (rule->per) by += total->per.items[i];
    }
    total->rate = by > 0 ? sum / by : rule->per ? MISSING_REAL : 0;
}

void gate_total_free(struct gate_total *total) {
    arrays_free(&total->seconds, &total->per, &total->runs);
    quantile_events_free(&total->single);
}
