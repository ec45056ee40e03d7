#include "cmd/export/happened.h"

const struct happened_kind happened_kinds[HAPPENED_KINDS] = {
    {"GC", "orange", {"jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.GCPhaseConcurrent"}, NULL},
    {"Locks",
     "red",
     {"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep",
      "jdk.VirtualThreadPinned"},
     NULL},
    {"I/O",
     "blue",
     {"jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "jdk.SocketRead", "jdk.SocketWrite",
      "jdk.SocketConnect"},
     NULL},
    {"Exceptions", "magenta", {"jdk.JavaExceptionThrow", "jdk.JavaErrorThrow"}, NULL},
    {"JVM",
     "brown",
     {"jdk.ExecuteVMOperation", "jdk.SafepointBegin", "jdk.Compilation", "jdk.Deoptimization"},
     NULL},
    {"Other events", "purple", {"*"}, "duration > 0s"},
};

struct event_question happened_question(size_t kind, uint64_t top) {
    const struct happened_kind *k = &happened_kinds[kind];
    size_t count = 0;
    while (count < HAPPENED_TYPES && k->types[count]) count++;
    return (struct event_question){.types = k->types,
                                   .type_count = count,
                                   .where = k->where,
                                   .sort = "duration",
                                   .top = top,
                                   .may_lack = true};
}

static bool is_named(size_t kind, const char *type) {
    const struct happened_kind *k = &happened_kinds[kind];
    for (size_t i = 0; i < HAPPENED_TYPES && k->types[i]; i++)
        if (strcmp(k->types[i], type) == 0) return true;
    return false;
}

bool happened_is_of(size_t kind, const char *type) {
    if (kind + 1 < HAPPENED_KINDS) return is_named(kind, type);
    for (size_t k = 0; k + 1 < HAPPENED_KINDS; k++)
        if (is_named(k, type)) return false;
    return true;
}

struct happened_columns happened_columns(const struct event_source *source) {
    struct happened_columns columns = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
    for (size_t i = 0; i < source->field_count; i++) {
        enum jfr_column_kind kind = source->fields[i].kind;
        const char *path = source->paths[i];
        if (kind == JFR_COLUMN_INT && strcmp(path, "duration") == 0) columns.duration = i;
        if (kind == JFR_COLUMN_THREAD && strcmp(path, "eventThread") == 0) columns.thread = i;
        if (kind == JFR_COLUMN_STACK && strcmp(path, "stackTrace") == 0) columns.stack = i;
    }
    return columns;
}

bool happened_is_value(const struct event_source *source, size_t column) {
    enum jfr_column_kind kind = source->fields[column].kind;
    const char *path = source->paths[column];
    return kind != JFR_COLUMN_NONE && kind != JFR_COLUMN_STACK && strcmp(path, "startTime") != 0 &&
           strcmp(path, "duration") != 0 && strcmp(path, "eventThread") != 0;
}

int64_t happened_duration(const struct event_row *row, const struct happened_columns *columns) {
    if (columns->duration == SIZE_MAX) return 0;
    int64_t ns = (int64_t)row->cells[columns->duration];
    return ns > 0 ? ns : 0; /* null is below 0 */
}
