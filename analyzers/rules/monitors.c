#include "analyzers/rules/monitors.h"

#include "parser/table/stack_wait.h"

/* Functions of HotSpot's that stand between Java code and a monitor; in libjvm.so, or a stub. */
static bool takes_monitor(const char *method) {
    static const char *const names[] = {
        "ObjectMonitor::", "ObjectSynchronizer::", "complete_monitor_locking", "monitorenter"};
    return some_of(i, sizeof names / sizeof *names, strstr(method, names[i]) != NULL);
}

/* The first frame of Java from the top; depth: there is none. */
static uint32_t java_from(const struct series *series, const uint32_t *frames, uint32_t depth) {
    uint32_t at = 0;
    while (at < depth && !stack_frame_of(&series->tables->things, frames[at]).java) at++;
    return at;
}

bool monitors_stopped(const struct series *series, size_t column, size_t row) {
    const uint32_t stack = series_id(series, column, row);
    return stack != JFR_NULL_ID && stack_stopped(&series->tables->things, stack);
}

bool monitors_forces(const struct series *series, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    const uint32_t java = java_from(series, frames, depth);
    return java < depth && sites_forces(series_frame_class(series, frames[java]),
                                        series_frame_method(series, frames[java]));
}

bool monitors_taken(const struct series *series, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    const uint32_t java = java_from(series, frames, depth);
    return java < depth && some_of(i, java, takes_monitor(series_frame_method(series, frames[i])));
}

bool monitors_likely(const struct series *series, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    if (!depth) return false;
    const struct stack_frame top = stack_frame_of(&series->tables->things, frames[0]);
    return top.java && !top.native;
}

bool monitors_method(const struct series *series, size_t column, size_t row,
                     struct sites_method *out) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    const uint32_t at = java_from(series, frames, depth);
    if (at == depth) return false;
    *out = (struct sites_method){series_frame_class(series, frames[at]),
                                 series_frame_method(series, frames[at])};
    return true;
}
