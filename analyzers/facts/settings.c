/* What settings say of the chunk at hand, while it is read. */
#include "analyzers/facts/settings.h"

#include "analyzers/facts/facts.h"
#include "base/units.h"

#include <string.h>

static const struct wish rows = WISH_OF_SETTINGS;

int64_t facts_chunk_period(const struct walk *walk, const char *event) {
    const struct tables *tables = walk_state(walk, &tables_reader);
    const struct event_table *t = tables_find(tables, &rows);
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
