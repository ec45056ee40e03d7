/* The sections of the page's data that are about time and not about samples. */
#include "analyzers/time/load.h"
#include "cmd/page/data_parts.h"

static uint32_t number_in_facts(const struct page_data *d, uint32_t id) {
    return page_number_in(d, &d->input->facts->strings, id);
}

static void add_share(float share, struct text *out) {
    double parts = round((double)share * 10000);
    writer_add_long(out, parts > 0 && parts <= 1e6 ? (uint64_t)parts : 0); /* NaN is none */
}

/* Times come as steps from the one before; returns this one, ms. */
static int64_t add_step(const struct page_data *d, int64_t time_ns, int64_t last,
                        struct text *section) {
    int64_t ms = page_ms(d, time_ns);
    page_add_signed(section, ms - last);
    return ms;
}

void page_add_loads(struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->loads.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->loads.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].jvm_user, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].jvm_system, section);
    for (size_t i = 0; i < len; i++) add_share(facts->loads.items[i].machine, section);
}

void page_add_pauses(struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->pauses.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->pauses.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) {
        int64_t us = facts->pauses.items[i].duration_ns / 1000;
        writer_add_long(section, us > 0 ? (uint64_t)us : 0);
    }
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, number_in_facts(d, facts->pauses.items[i].name));
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, number_in_facts(d, facts->pauses.items[i].cause));
}

void page_add_throttles(struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    OWNED(array_release) load_throttles throttles = {0};
    if (facts) throttles = load_throttling(facts);
    writer_add_long(section, throttles.len);
    int64_t last = 0;
    for (size_t i = 0; i < throttles.len; i++)
        last = add_step(d, throttles.items[i].to_ns, last, section);
    for (size_t i = 0; i < throttles.len; i++)
        writer_add_long(section, (uint64_t)(page_ms(d, throttles.items[i].to_ns) -
                                            page_ms(d, throttles.items[i].from_ns)));
    for (size_t i = 0; i < throttles.len; i++) add_share((float)throttles.items[i].share, section);
}

void page_add_heap(struct page_data *d, struct text *section) {
    const struct facts *facts = d->input->facts;
    size_t len = facts ? facts->heaps.len : 0;
    writer_add_long(section, len);
    int64_t last = 0;
    for (size_t i = 0; i < len; i++)
        last = add_step(d, facts->heaps.items[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++) writer_add_long(section, (uint64_t)facts->heaps.items[i].used);
}

void page_add_series(struct page_data *d, struct text *section) {
    const struct page_lanes *lanes = d->input->lanes;
    size_t count = lanes ? PAGE_SERIES : 0;
    writer_add_long(section, count);
    for (size_t s = 0; s < count; s++) {
        const struct page_series *series = &lanes->series[s];
        int64_t last = 0;
        writer_add_long(section, series->times.len);
        for (size_t i = 0; i < series->times.len; i++)
            last = add_step(d, series->times.items[i], last, section);
        for (size_t i = 0; i < series->values.len; i++)
            page_add_signed(section,
                            series->values.items[i] - (i ? series->values.items[i - 1] : 0));
    }
}

static void add_thread_of(const struct page_data *d, uint32_t thing, struct text *section) {
    uint32_t thread = thing == THINGS_NONE ? PROFILE_NONE : d->marker_thread[thing];
    writer_add_long(section, thread == PROFILE_NONE ? 0 : d->thread_number[thread] + 1);
}

void page_add_markers(struct page_data *d, struct text *section) {
    const struct page_lanes *lanes = d->input->lanes;
    size_t len = lanes ? lanes->markers.len : 0;
    const struct page_marker *markers = len ? lanes->markers.items : NULL;
    int64_t last = 0;
    writer_add_long(section, len);
    for (size_t i = 0; i < len; i++) last = add_step(d, markers[i].time_ns, last, section);
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, (uint64_t)(markers[i].duration_ns / 1000));
    for (size_t i = 0; i < len; i++) add_thread_of(d, markers[i].thread, section);
    for (size_t i = 0; i < len; i++) add_thread_of(d, markers[i].holder, section);
    for (size_t i = 0; i < len; i++) writer_add_long(section, markers[i].type);
    for (size_t i = 0; i < len; i++)
        writer_add_long(section, markers[i].text == THINGS_NONE
                                     ? 0
                                     : page_number_in(d, &lanes->things->texts, markers[i].text));
}

/* Each as its length and its markup. */
void page_add_tabs(struct page_data *d, struct text *section) {
    const char *const *tabs = d->input->tabs;
    for (size_t i = 0; tabs && tabs[i]; i += 2) {
        page_add_u32(section, strlen(tabs[i + 1]));
        text_add(section, tabs[i + 1]);
    }
}
