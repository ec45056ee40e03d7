/* The facts of the recording that a verdict rests on. */
#include "analyzers/time/periods.h"
#include "cmd/write/verdict.h"
#include "cmd/write/safe.h"
#include "base/units.h"

#include <string.h>

#define MORE_JVMS 5

static void add_jvms(const struct facts *facts, struct text *out) {
    for (size_t i = 0; i < facts->jvms.len && i < MORE_JVMS; i++) {
        const char *name = strings_get(&facts->strings, facts->jvms.items[i].name);
        const char *version = strings_get(&facts->strings, facts->jvms.items[i].version);
        const char *built = strstr(version, ", built ");
        size_t len = built ? (size_t)(built - version) : strlen(version);
        text_add(out, "JVM\t");
        /* HotSpot's version repeats the name. */
        if (strncmp(version, name, strlen(name)) != 0) {
            safe_add(out, name, strlen(name));
            text_add_char(out, ' ');
        }
        safe_add(out, version, len);
        text_add_char(out, '\n');
    }
    if (facts->jvms.len > MORE_JVMS)
        text_addf(out, "\tand %zu more\n", facts->jvms.len - MORE_JVMS);
}

static void add_periods(const struct verdict_view *view, struct text *out) {
    const struct samples *samples = view->reading->samples;
    struct periods periods;
    struct map seen = {0};
    if (!samples->event) return;
    periods_of(&samples->facts, samples->event, &periods);
    for (size_t i = 0; i < periods.items.len; i++) {
        bool fresh;
        map_put(&seen, (uint64_t)periods.items.items[i].ns, &fresh);
        if (!fresh) continue;
        text_add(out, seen.len == 1 ? "Sampled every\t" : ", later ");
        if (periods.items.items[i].ns) units_add_duration(out, periods.items.items[i].ns);
        else text_add(out, "chunk");
    }
    if (seen.len) text_add_char(out, '\n');
    map_free(&seen);
    periods_free(&periods);
}

void verdict_add_facts(const struct verdict_view *view, struct text *out) {
    const struct samples *samples = view->reading->samples;
    const struct facts *facts = &samples->facts;
    const struct scan_report *report = &view->reading->report;
    add_jvms(facts, out);
    if (report->end_ns > report->start_ns) {
        text_add(out, "Duration\t");
        units_add_duration(out, report->end_ns - report->start_ns);
        text_add(out, " from ");
        units_add_utc(out, report->start_ns);
        text_add_char(out, '\n');
    }
    add_periods(view, out);
    text_add(out, "Samples\t");
    reading_add_footer(view->reading, out);
    text_add(out, "Lost\t");
    if (!facts->lost_bytes && !facts->lost_samples && !report->lost_bytes) text_add(out, "nothing");
    const char *comma = "";
    if (facts->lost_samples) {
        text_add_number_of(out, facts->lost_samples, "sample");
        text_add(out, " by the sampler");
        comma = ", ";
    }
    if (facts->lost_bytes) {
        text_add(out, comma);
        text_add_number_of(out, facts->lost_bytes, "byte");
        text_add(out, " of events by the JVM");
        comma = ", ";
    }
    if (report->lost_bytes) {
        text_add(out, comma);
        text_add_number_of(out, report->lost_bytes, "byte");
        text_add(out, " of the file could not be read");
    }
    text_add_char(out, '\n');
}
