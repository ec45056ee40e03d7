/* What settings say of the chunk at hand, while it is read. */
#include "analyzers/facts/settings.h"

#include "analyzers/facts/facts.h"
#include "analyzers/tables/kinds.h"
#include "base/units.h"

static const struct wish rows[] = {SETTINGS_ROWS};

int64_t facts_chunk_period(const struct walk *walk, const char *event) {
    const struct tables *tables = walk_state(walk, &tables_reader);
    const struct event_table *t = tables_find(tables, rows);
    const struct strings *texts = &tables->things.texts;
    uint32_t event_id = strings_find(texts, event, strlen(event));
    uint32_t name_id = strings_find(texts, "period", 6);
    int64_t latest = INT64_MIN, ns = 0;
    for (size_t row = t->chunk_rows; row < t->rows; row++) {
        int64_t time = event_table_int(t, SETTING_TIME, row), period = 0;
        if (event_table_id(t, SETTING_EVENT, row) != event_id ||
            event_table_id(t, SETTING_NAME, row) != name_id)
            continue;
        units_parse_period(strings_get(texts, event_table_id(t, SETTING_VALUE, row)), &period);
        if (time < latest || (time == latest && period <= ns))
            continue; /* of one time the longer */
        latest = time;
        ns = period;
    }
    return ns ? ns : sampler_period(&walk->sampler, event);
}

static void add_period(struct facts *facts, int64_t time_ns, const char *event, int64_t ns) {
    OWNED(text_free) struct text value = {0};
    if (ns <= 0) return;
    units_add_period(&value, ns);
    array_push(
        &facts->settings,
        (struct fact_setting){.time_ns = time_ns,
                              .event = strings_add(&facts->strings, event),
                              .name = strings_intern(&facts->strings, "period", strlen("period")),
                              .value = strings_intern(&facts->strings, text_str(&value), value.len),
                              .derived = true});
}

/* Settings that were said at one time are of one sampler. */
static void derive(struct facts *facts, const struct fact_setting *said, size_t len) {
    struct sampler_settings settings = sampler_unset;
    struct sampler sampler = {0};
    for (size_t i = 0; i < len; i++) {
        const char *event = strings_get(&facts->strings, said[i].event);
        const char *name = strings_get(&facts->strings, said[i].name);
        bool general = strcmp(event, "jdk.ActiveRecording") == 0 && strcmp(name, "event") == 0;
        if (general || strcmp(event, KIND_CPU_EVENT) == 0)
            sampler_take(&settings, name, strings_get(&facts->strings, said[i].value));
    }
    sampler_settle(&sampler, &settings);
    add_period(facts, said[0].time_ns, KIND_CPU_EVENT, sampler.cpu_ns);
    add_period(facts, said[0].time_ns, KIND_WALL_EVENT, sampler.wall_ns);
}

void settings_derive(struct facts *facts) {
    OWNED(mem_release) struct fact_setting *said = facts->settings.items;
    size_t len = facts->settings.len, end;
    facts->settings.items = NULL;
    facts->settings.len = facts->settings.cap = 0;
    for (size_t i = 0; i < len; i = end) {
        for (end = i; end < len && said[end].time_ns == said[i].time_ns; end++)
            array_push(&facts->settings, said[end]);
        derive(facts, said + i, end - i);
    }
}
