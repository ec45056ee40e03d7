/* Facts of several workers come together, are put in order and asked. */
#include "analyzers/facts/facts.h"

#include <stdlib.h>
#include <string.h>

/* ==== Merging =============================================================================== */

/* Of two that were said at one time the one that comes later in the alphabet, so that the order in
 * which chunks are read does not matter. */
static bool is_later(int64_t time, const char *text, int64_t old_time, const char *old_text) {
    return time != old_time ? time > old_time : strcmp(text, old_text) > 0;
}

#define COMPARE(a, b) \
    if ((a) != (b)) return (a) < (b) ? -1 : 1

static int compare_limits(const struct fact_machine *x, const struct fact_machine *y) {
    COMPARE(x->container_ns, y->container_ns);
    COMPARE(x->container_cpus, y->container_cpus);
    COMPARE(x->cpu_quota_ns, y->cpu_quota_ns);
    COMPARE(x->cpu_slice_ns, y->cpu_slice_ns);
    return 0;
}

void facts_add_machine(struct facts *facts, const struct fact_machine *from,
                       const struct strings *strings) {
    struct fact_machine *to = &facts->machine;
    const char *os = strings_get(strings, from->os), *cpu = strings_get(strings, from->cpu);
    if (is_later(from->os_ns, os, to->os_ns, strings_get(&facts->strings, to->os))) {
        to->os = strings_intern(&facts->strings, os, strlen(os));
        to->os_ns = from->os_ns;
    }
    if (is_later(from->cpu_ns, cpu, to->cpu_ns, strings_get(&facts->strings, to->cpu))) {
        to->cpu = strings_intern(&facts->strings, cpu, strlen(cpu));
        to->cpu_ns = from->cpu_ns;
        to->hardware_threads = from->hardware_threads;
    }
    if (compare_limits(from, to) > 0) {
        to->container_ns = from->container_ns;
        to->container_cpus = from->container_cpus;
        to->cpu_quota_ns = from->cpu_quota_ns;
        to->cpu_slice_ns = from->cpu_slice_ns;
    }
}

void facts_add_end(struct facts *facts, int64_t first_ns, int64_t last_ns) {
    bool none = facts->first_end_ns == 0 && facts->last_end_ns == 0;
    if (none || first_ns < facts->first_end_ns) facts->first_end_ns = first_ns;
    if (none || last_ns > facts->last_end_ns) facts->last_end_ns = last_ns;
}

/* Every text of the facts, one after the other. */
static void each_text(struct facts *facts, size_t settings, size_t thread_loads, size_t pauses,
                      size_t collections, size_t jvms,
                      void (*each)(const void *context, uint32_t *id), const void *context) {
    for (size_t i = settings; i < facts->settings.len; i++) {
        each(context, &facts->settings.items[i].event);
        each(context, &facts->settings.items[i].name);
        each(context, &facts->settings.items[i].value);
    }
    for (size_t i = thread_loads; i < facts->thread_loads.len; i++)
        each(context, &facts->thread_loads.items[i].thread);
    for (size_t i = pauses; i < facts->pauses.len; i++) each(context, &facts->pauses.items[i].name);
    for (size_t i = collections; i < facts->collections.len; i++) {
        each(context, &facts->collections.items[i].name);
        each(context, &facts->collections.items[i].cause);
    }
    for (size_t i = jvms; i < facts->jvms.len; i++) {
        each(context, &facts->jvms.items[i].name);
        each(context, &facts->jvms.items[i].version);
        each(context, &facts->jvms.items[i].jvm_arguments);
        each(context, &facts->jvms.items[i].java_arguments);
    }
}

static void rename_text(const void *ids, uint32_t *id) {
    *id = ((const uint32_t *)ids)[*id];
}

#define APPEND(into, from)                                     \
    do {                                                       \
        array_reserve((into), (into)->len + (from)->len);      \
        if ((from)->len)                                       \
            memcpy((into)->items + (into)->len, (from)->items, \
                   (from)->len * sizeof *(from)->items);       \
        (into)->len += (from)->len;                            \
    } while (0)

void facts_merge(struct facts *into, const struct facts *from) {
    uint32_t *ids = mem_zero(from->strings.entries.len + 1, sizeof *ids);
    for (uint32_t i = 0; i < from->strings.entries.len; i++)
        ids[i] = strings_intern(&into->strings, strings_get(&from->strings, i),
                                strings_len(&from->strings, i));
    size_t settings = into->settings.len, thread_loads = into->thread_loads.len,
           pauses = into->pauses.len, collections = into->collections.len, jvms = into->jvms.len;
    APPEND(&into->settings, &from->settings);
    APPEND(&into->loads, &from->loads);
    APPEND(&into->thread_loads, &from->thread_loads);
    APPEND(&into->containers, &from->containers);
    APPEND(&into->pauses, &from->pauses);
    APPEND(&into->collections, &from->collections);
    APPEND(&into->jvms, &from->jvms);
    each_text(into, settings, thread_loads, pauses, collections, jvms, rename_text, ids);
    free(ids);
    facts_add_machine(into, &from->machine, &from->strings);
    into->lost_bytes += from->lost_bytes;
    into->lost_samples += from->lost_samples;
    if (from->first_end_ns || from->last_end_ns)
        facts_add_end(into, from->first_end_ns, from->last_end_ns);
}

/* Texts get new ids in alphabetical order: from then on comparing ids is comparing texts, and equal
 * facts have equal ids however many workers there were. */
static int compare_entries(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_texts(struct facts *facts) {
    struct strings sorted = {0}, *old = &facts->strings;
    size_t count = old->entries.len;
    const char **texts = mem_alloc((count + 1) * sizeof *texts);
    uint32_t *ids = mem_zero(count + 1, sizeof *ids);
    for (size_t i = 0; i < count; i++) texts[i] = old->entries.items[i].data;
    qsort(texts, count, sizeof *texts, compare_entries);
    for (size_t i = 0; i < count; i++) strings_intern(&sorted, texts[i], strlen(texts[i]));
    for (uint32_t i = 0; i < count; i++)
        ids[i] = strings_intern(&sorted, strings_get(old, i), strlen(strings_get(old, i)));
    each_text(facts, 0, 0, 0, 0, 0, rename_text, ids);
    facts->machine.os = ids[facts->machine.os];
    facts->machine.cpu = ids[facts->machine.cpu];
    strings_free(old);
    *old = sorted;
    free(texts);
    free(ids);
}

static int compare_settings(const void *a, const void *b) {
    const struct fact_setting *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    COMPARE(x->event, y->event);
    COMPARE(x->name, y->name);
    COMPARE(x->value, y->value);
    return 0;
}

static int compare_loads(const void *a, const void *b) {
    const struct fact_load *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    COMPARE(x->machine, y->machine);
    COMPARE(x->jvm_user, y->jvm_user);
    COMPARE(x->jvm_system, y->jvm_system);
    return 0;
}

static int compare_thread_loads(const void *a, const void *b) {
    const struct fact_thread_load *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    COMPARE(x->thread, y->thread);
    COMPARE(x->os_id, y->os_id);
    COMPARE(x->java_id, y->java_id);
    COMPARE(x->user, y->user);
    COMPARE(x->system, y->system);
    return 0;
}

static int compare_containers(const void *a, const void *b) {
    const struct fact_container *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    COMPARE(x->cpu_ns, y->cpu_ns);
    COMPARE(x->slices, y->slices);
    COMPARE(x->throttled_slices, y->throttled_slices);
    COMPARE(x->throttled_ns, y->throttled_ns);
    return 0;
}

static int compare_pauses(const void *a, const void *b) {
    const struct fact_pause *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    COMPARE(x->duration_ns, y->duration_ns);
    COMPARE(x->name, y->name);
    COMPARE(x->cause, y->cause);
    return 0;
}

static int compare_jvm_identity(const struct fact_jvm *x, const struct fact_jvm *y) {
    COMPARE(x->start_ms, y->start_ms);
    COMPARE(x->pid, y->pid);
    COMPARE(x->name, y->name);
    COMPARE(x->version, y->version);
    COMPARE(x->jvm_arguments, y->jvm_arguments);
    COMPARE(x->java_arguments, y->java_arguments);
    return 0;
}

static int compare_jvms(const void *a, const void *b) {
    const struct fact_jvm *x = a, *y = b;
    int identity = compare_jvm_identity(x, y);
    if (identity) return identity;
    COMPARE(x->time_ns, y->time_ns);
    return 0;
}

static int compare_jvm_times(const void *a, const void *b) {
    const struct fact_jvm *x = a, *y = b;
    COMPARE(x->time_ns, y->time_ns);
    return compare_jvm_identity(x, y);
}

/* Sorts; of rows that are equal one stays. Returns their number. */
static size_t sort_unique(void *items, size_t len, size_t size,
                          int (*compare)(const void *, const void *)) {
    char *at = items;
    size_t kept = 0;
    if (len) qsort(items, len, size, compare);
    for (size_t i = 0; i < len; i++) {
        if (kept && compare(at + (kept - 1) * size, at + i * size) == 0) continue;
        if (kept != i) memcpy(at + kept * size, at + i * size, size);
        kept++;
    }
    return kept;
}

#define SORT(array, compare) \
    ((array)->len = sort_unique((array)->items, (array)->len, sizeof *(array)->items, compare))

/* Each chunk names its JVM again. */
static void join_jvms(struct facts *facts) {
    size_t kept = 0;
    struct fact_jvm *jvms = facts->jvms.items;
    SORT(&facts->jvms, compare_jvms);
    for (size_t i = 0; i < facts->jvms.len; i++)
        if (kept == 0 || compare_jvm_identity(&jvms[kept - 1], &jvms[i]) != 0)
            jvms[kept++] = jvms[i];
    facts->jvms.len = kept;
    SORT(&facts->jvms, compare_jvm_times);
}

void facts_finish(struct facts *facts) {
    sort_texts(facts);
    facts->gc_phases = facts->pauses.len > 0;
    if (!facts->gc_phases) APPEND(&facts->pauses, &facts->collections);
    array_free(&facts->collections);
    SORT(&facts->settings, compare_settings);
    SORT(&facts->loads, compare_loads);
    SORT(&facts->thread_loads, compare_thread_loads);
    SORT(&facts->containers, compare_containers);
    SORT(&facts->pauses, compare_pauses);
    join_jvms(facts);
}

void facts_free(struct facts *facts) {
    strings_free(&facts->strings);
    array_free(&facts->settings);
    array_free(&facts->loads);
    array_free(&facts->thread_loads);
    array_free(&facts->containers);
    array_free(&facts->pauses);
    array_free(&facts->collections);
    array_free(&facts->jvms);
    *facts = (struct facts){0};
}

/* By way of facts_free, which must know every series anyway. */
void facts_clear(struct facts *facts) {
    struct strings strings = facts->strings;
    facts->strings = (struct strings){0};
    facts_free(facts);
    facts->strings = strings;
}

/* ==== Questions ============================================================================= */

int64_t facts_parse_period(const char *text) {
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1},   {"us", 1e3},   {"ms", 1e6},   {"s", 1e9},
                 {"m", 60e9}, {"h", 3600e9}, {"d", 86400e9}};
    char *end;
    if (*text < '0' || *text > '9') return -1;
    double ns = (double)strtoull(text, &end, 10);
    while (*end == ' ') end++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].name, end) != 0) continue;
        ns *= units[i].ns;
        return ns < 9.2e18 ? (int64_t)ns : -1;
    }
    return -1;
}

int64_t facts_period(const struct facts *facts, const char *event, int64_t time_ns) {
    uint32_t event_id = strings_find(&facts->strings, event, strlen(event));
    uint32_t name_id = strings_find(&facts->strings, "period", 6);
    const struct fact_setting *found = NULL;
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        if (found && setting->time_ns > time_ns) break;
        if (setting->event == event_id && setting->name == name_id) found = setting;
    }
    if (found == NULL) return 0;
    int64_t ns = facts_parse_period(strings_get(&facts->strings, found->value));
    return ns > 0 ? ns : 0;
}

/* What stands between the two marks in the text; false if the first is not there. */
static bool add_between(struct text *out, const char *text, const char *before, const char *after) {
    const char *start = strstr(text, before);
    if (start == NULL) return false;
    start += strlen(before);
    text_add_bytes(out, start, strcspn(start, after));
    return true;
}

void facts_show_system(struct text *out, const char *os_version) {
    struct text kernel = {0};
    if (!add_between(out, os_version, "PRETTY_NAME=\"", "\"\n")) text_add(out, os_version);
    else if (add_between(&kernel, os_version, "uname: ", "\n"))
        text_addf(out, ", %s", text_str(&kernel));
    text_free(&kernel);
}

bool facts_show_brand(struct text *out, const char *description) {
    return add_between(out, description, "Brand: ", ",\n");
}
