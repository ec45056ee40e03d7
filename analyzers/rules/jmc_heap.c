/* Of allocation, heap, classes and input and output. */
#include "analyzers/rules/jmc.h"

#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ==== Allocations =========================================================================== */

/* What counts allocations: both types of TLABs, or samples. */
static bool allocation_series(const struct rule_input *input, struct series out[2]) {
    if (jmc_availability(input, "jdk.ObjectAllocationInNewTLAB") >= JMC_ENABLED &&
        jmc_availability(input, "jdk.ObjectAllocationOutsideTLAB") >= JMC_ENABLED) {
        out[0] = series_of(input, SERIES_IN_TLAB);
        out[1] = series_of(input, SERIES_OUT_OF_TLAB);
        return true;
    }
    if (jmc_availability(input, "jdk.ObjectAllocationSample") < JMC_ENABLED) return false;
    out[0] = series_of(input, SERIES_ALLOCATION);
    out[1] = (struct series){0};
    return true;
}

/* False: null. */
static bool key_of(const struct series *series, size_t row, bool by_thread, uint64_t *key) {
    uint32_t id = series_id(series, by_thread ? TLAB_THREAD : TLAB_CLASS, row);
    if (id == JFR_NULL_ID) return false;
    *key = by_thread ? series->tables->things.threads.items[id].os_id : id;
    return true;
}

/* Sums of 31 bits: what grows beyond makes all of them half as large. */
static void add_weight(struct jmc_groups *groups, uint64_t key, int64_t weight, unsigned *shift,
                       int64_t *least) {
    int64_t value = *shift < 62 ? weight >> *shift : 0;
    if (value < 1) value = 1;
    struct jmc_group *group = jmc_group_at(groups, key);
    group->value += value;
    if (*least == 0 || value < *least) *least = value;
    while (jmc_group_at(groups, key)->value >= INT32_MAX) {
        for (size_t i = 0; i < groups->len; i++) groups->items[i].value >>= 1;
        *least = *least > 1 ? *least >> 1 : 1;
        ++*shift;
    }
}

static struct jmc_verdict allocations(const struct rule_input *input, bool by_thread) {
    struct series series[2];
    struct jmc_groups groups = {0};
    unsigned shift = 0;
    int64_t least = 0;
    if (!allocation_series(input, series)) return jmc_is(RULE_NA);
    bool weighted = series[0].table == series_of(input, SERIES_ALLOCATION).table;
    for (size_t i = 0; i < 2; i++)
        for (size_t row = 0; row < series[i].rows; row++) {
            uint64_t key;
            if (!key_of(&series[i], row, by_thread, &key)) continue;
            int64_t weight = series_int(&series[i], TLAB_SIZE, row);
            if (weighted) add_weight(&groups, key, weight, &shift, &least);
            else jmc_group_at(&groups, key)->value++;
        }
    for (size_t i = 0; weighted && i < groups.len; i++) {
        groups.items[i].value /= least;
        if (groups.items[i].value < 1) groups.items[i].value = 1;
    }
    jmc_groups_sort(&groups);
    struct jmc_verdict verdict = jmc_is(RULE_NA);
    bool stacks = false;
    for (size_t i = 0; groups.len && i < 2; i++)
        for (size_t row = 0; row < series[i].rows && !stacks; row++) {
            uint64_t key;
            stacks = key_of(&series[i], row, by_thread, &key) && key == groups.items[0].key &&
                     series_id(&series[i], TLAB_STACK, row) != JFR_NULL_ID;
        }
    if (groups.len >= (by_thread ? 1 : 2) && stacks)
        verdict = jmc_of(jmc_balance(&groups) *
                         score_rise((double)groups.items[0].value, 100, 1000, 50) * 0.74);
    jmc_groups_free(&groups);
    return verdict;
}

static struct jmc_verdict by_class(const struct rule_input *input) {
    return allocations(input, false);
}

static struct jmc_verdict by_thread(const struct rule_input *input) {
    return allocations(input, true);
}

static bool is_boxing(const struct series *series, size_t row) {
    static const char *const boxes[] = {"Byte",    "Character", "Double", "Float",
                                        "Integer", "Long",      "Short",  "Boolean"};
    uint32_t depth;
    const uint32_t *frames = series_stack(series, TLAB_STACK, row, &depth);
    if (!depth || strcmp(series_frame_method(series, frames[0]), "valueOf") != 0) return false;
    const char *name = series_frame_class(series, frames[0]);
    if (strncmp(name, "java.lang.", 10) != 0) return false;
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        if (strcmp(name + 10, boxes[i]) == 0) return true;
    return false;
}

static struct jmc_verdict boxing(const struct rule_input *input) {
    struct series series[2] = {{0}, {0}};
    if (jmc_availability(input, "jdk.ObjectAllocationInNewTLAB") >= JMC_ENABLED &&
        jmc_availability(input, "jdk.ObjectAllocationOutsideTLAB") == JMC_AVAILABLE) {
        series[0] = series_of(input, SERIES_IN_TLAB);
        series[1] = series_of(input, SERIES_OUT_OF_TLAB);
    } else if (jmc_availability(input, "jdk.ObjectAllocationSample") == JMC_AVAILABLE) {
        series[0] = series_of(input, SERIES_ALLOCATION);
    } else {
        return jmc_is(RULE_NA);
    }
    double all = 0, boxed = 0;
    bool any = false;
    for (size_t i = 0; i < 2; i++)
        for (size_t row = 0; row < series[i].rows; row++) {
            double bytes = (double)series_int(&series[i], TLAB_SIZE, row);
            all += bytes;
            if (!is_boxing(&series[i], row)) continue;
            any = true;
            boxed += bytes;
        }
    return any ? jmc_of(score_between(100 * boxed / all, 20, 80)) : jmc_is(RULE_OK);
}

static double sum_of(const struct series *series, size_t column) {
    double sum = 0;
    for (size_t row = 0; row < series->rows; row++) sum += series_real(series, column, row);
    return sum;
}

static struct jmc_verdict tlab_ratio(const struct rule_input *input) {
    struct series in = series_of(input, SERIES_IN_TLAB), out = series_of(input, SERIES_OUT_OF_TLAB);
    double inside = sum_of(&in, TLAB_SIZE), outside = sum_of(&out, TLAB_SIZE);
    if (!out.rows) return jmc_is(RULE_OK);
    if (!in.rows) return jmc_is(RULE_WARNING);
    return jmc_of(score_info(outside / (inside + outside), 0.2));
}

/* ==== Heap ================================================================================== */

static struct jmc_verdict heap_content(const struct rule_input *input) {
    struct series counts = series_of(input, SERIES_OBJECT_COUNT);
    struct jmc_groups groups = {0};
    double sum = 0;
    for (size_t row = 0; row < counts.rows; row++) {
        uint32_t name = series_id(&counts, COUNT_CLASS, row);
        int64_t size = series_int(&counts, COUNT_SIZE, row);
        if (name == JFR_NULL_ID) continue;
        struct jmc_group *group = jmc_group_at(&groups, name);
        if (size > group->value) group->value = size;
    }
    jmc_groups_sort(&groups);
    for (size_t i = 0; i < groups.len; i++) /* the largest, not their sum, is what is divided by */
        sum += (double)groups.items[i].value / (double)groups.items[0].value / (double)(i + 1);
    jmc_groups_free(&groups);
    return jmc_of(score_rising(sum, 0.75));
}

static struct jmc_verdict heap_dump(const struct rule_input *input) {
    return jmc_is(series_of(input, SERIES_HEAP_DUMP).rows ? RULE_INFO : RULE_OK);
}

static struct jmc_verdict low_memory(const struct rule_input *input) {
    struct series memory = series_of(input, SERIES_MEMORY);
    int64_t used = jmc_max(&memory, MEMORY_USED), total = jmc_min(&memory, MEMORY_TOTAL);
    if (used == JFR_NULL_INT || total <= 0) return jmc_is(RULE_OK);
    double ratio = (double)used / (double)total;
    if (ratio < 0.85) return jmc_is(RULE_OK);
    return jmc_of(25 + score_rise(ratio - 0.85, 75, 0.10, 50));
}

static struct jmc_verdict compressed_oops(const struct rule_input *input) {
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    int64_t most = jmc_size_flag(input, "MaxHeapSize");
    char *name = jmc_jvm_text(input, JVM_NAME);
    bool wide = name && strcasestr(name, "64-BIT"), uses = false, known = false;
    free(name);
    for (size_t row = 0; row < heaps.rows; row++) {
        known = known || series_int(&heaps, HEAP_CONFIG_OOPS, row) != JFR_NULL_INT;
        uses = uses || series_true(&heaps, HEAP_CONFIG_OOPS, row);
    }
    bool small = most != JFR_NULL_INT && most < INT64_C(32) << 30;
    return jmc_is(wide && small && known && !uses ? RULE_INFO : RULE_OK);
}

static double live_set(const struct rule_input *input) {
    struct series heap = series_of(input, SERIES_HEAP);
    double sum = 0, count = 0;
    for (size_t row = 0; row < heap.rows; row++) {
        const char *when = series_text(&heap, HEAP_WHEN, row);
        if (!when || strcmp(when, "After GC") != 0) continue;
        sum += (double)series_int(&heap, HEAP_USED, row);
        count++;
    }
    return count > 0 ? sum / count : 0;
}

static bool has_flag(const struct rule_input *input, const char *name, bool value) {
    struct series flags = series_of(input, SERIES_FLAG);
    for (size_t row = 0; row < flags.rows; row++) {
        const char *flag = series_text(&flags, FLAG_NAME, row);
        if (flag && strcmp(flag, name) == 0 && series_int(&flags, FLAG_VALUE, row) == value)
            return true;
    }
    return false;
}

/* Of one collection. */
static double strings_share(const struct series *counts, int64_t gc, const char *array,
                            double guess) {
    double strings = 0, arrays = 0, bytes = 0, all = 0;
    for (size_t row = 0; row < counts->rows; row++) {
        const char *name = series_text(counts, COUNT_CLASS, row);
        if (series_int(counts, COUNT_GC, row) != gc) continue;
        double count = (double)series_int(counts, COUNT_OBJECTS, row);
        double size = (double)series_int(counts, COUNT_SIZE, row);
        all += size;
        if (name && strcmp(name, "java.lang.String") == 0) strings += count;
        if (!name || strcmp(name, array) != 0) continue;
        arrays += count;
        bytes += size;
    }
    if (strings == 0 || all == 0) return -1;
    return 100 * (arrays == strings ? bytes : guess * strings) / all;
}

static struct jmc_verdict deduplication(const struct rule_input *input) {
    struct jmc_version version = jmc_jvm_version(input);
    if (!version.known) return jmc_is(RULE_NA);
    if (has_flag(input, "UseStringDeduplication", true)) return jmc_is(RULE_OK);
    bool bytes = version.parts[0] >= 9;
    const char *array = bytes ? "byte[]" : "char[]";
    double guess = !bytes && has_flag(input, "CompactStrings", false) ? 100 : 50;
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    int64_t most = jmc_max(&heaps, HEAP_CONFIG_MAX);
    if (most <= 0) most = jmc_size_flag(input, "MaxHeapSize");
    double full = most > 0 ? trunc(live_set(input) / (double)most) : 0, worst = -1;
    struct series counts = series_of(input, SERIES_OBJECT_COUNT);
    if (!counts.rows) counts = series_of(input, SERIES_OBJECT_COUNT_GC);
    struct map seen = {0};
    for (size_t row = 0; row < counts.rows; row++) {
        int64_t gc = series_int(&counts, COUNT_GC, row);
        bool fresh;
        map_put(&seen, (uint64_t)gc, &fresh);
        double share = fresh ? strings_share(&counts, gc, array, guess) : -1;
        if (share > worst) worst = share;
    }
    map_free(&seen);
    if (worst < 0) return jmc_is(RULE_NA);
    return jmc_of(score_info(worst + worst * full, 50));
}

/* ==== Leaks ================================================================================= */

static int64_t warm_since(const struct rule_input *input) {
    struct series classes = series_of(input, SERIES_CLASSES);
    double most = (double)jmc_max(&classes, CLASSES_LOADED);
    for (size_t row = 0; row < classes.rows; row++)
        if ((double)series_int(&classes, CLASSES_LOADED, row) > 0.9 * most)
            return series_start(&classes, row);
    return JFR_NULL_INT;
}

static struct jmc_verdict live_set_grows(const struct rule_input *input) {
    struct series heap = series_of(input, SERIES_HEAP), old = series_of(input, SERIES_OLD_OBJECT);
    int64_t warm = warm_since(input), base = JFR_NULL_INT;
    for (size_t row = 0; row < heap.rows && base == JFR_NULL_INT; row++) {
        const char *when = series_text(&heap, HEAP_WHEN, row);
        if (when && strcmp(when, "After GC") == 0 && series_start(&heap, row) >= warm)
            base = series_int(&heap, HEAP_USED, row);
    }
    if (warm == JFR_NULL_INT || base <= 0) return jmc_is(RULE_NA);
    double growth = jmc_growth(&heap, HEAP_WHEN, HEAP_USED);
    double score = score_rising(growth / ((double)base / 1048576), 0.01);
    if (!series_of(input, SERIES_OLD_COLLECTION).rows) {
        if (series_of(input, SERIES_YOUNG_COLLECTION).rows <= 4) return jmc_is(RULE_NA);
        if (score > 74) score = 74;
    }
    enum jmc_availability samples = jmc_availability(input, "jdk.OldObjectSample");
    if (samples == JMC_DISABLED || samples == JMC_UNKNOWN)
        return score >= SCORE_INFO ? jmc_of(score) : jmc_is(RULE_OK);
    struct jmc_groups groups = {0};
    bool chained = false;
    for (size_t row = 0; row < old.rows; row++) {
        if (series_start(&old, row) <= warm) continue;
        int64_t referrer = series_int(&old, OLD_OBJECT_REFERRER, row);
        chained = chained || (referrer != JFR_NULL_INT && referrer != 0);
        uint32_t name = series_id(&old, OLD_OBJECT_CLASS, row);
        if (name != JFR_NULL_ID) jmc_group_at(&groups, name)->value++;
    }
    jmc_groups_sort(&groups);
    double balance = groups.len ? jmc_balance(&groups) : 0;
    jmc_groups_free(&groups);
    return jmc_of(chained ? score : balance);
}

static struct jmc_verdict class_leak(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_CLASS_LOAD);
    struct series unloads = series_of(input, SERIES_CLASS_UNLOAD);
    struct jmc_groups groups = {0};
    if (!loads.rows) return jmc_is(RULE_OK);
    for (size_t row = 0; row < loads.rows; row++) {
        uint32_t name = series_id(&loads, CLASS_NAME, row);
        if (name != JFR_NULL_ID) jmc_group_at(&groups, name)->value++;
    }
    for (size_t row = 0; row < unloads.rows; row++) {
        uint32_t name = series_id(&unloads, CLASS_NAME, row);
        if (name != JFR_NULL_ID && map_get(&groups.index, name))
            jmc_group_at(&groups, name)->value--;
    }
    jmc_groups_sort(&groups);
    double most = groups.len ? (double)groups.items[0].value : 0;
    jmc_groups_free(&groups);
    return jmc_of(0.75 * score_rising(most, 25));
}

static struct jmc_verdict class_loading(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_CLASS_LOAD);
    double sum = 0;
    int64_t last = INT64_MIN;
    if (!loads.rows) return jmc_is(RULE_OK);
    for (size_t row = 0; row < loads.rows; row++) {
        sum += (double)series_duration(&loads, row);
        if (series_end(&loads, row) > last) last = series_end(&loads, row);
    }
    double ratio = sum / (double)(last - series_start(&loads, 0));
    return jmc_is(jmc_longest(&loads) > NS_PER_S || ratio > 0.10 ? RULE_INFO : RULE_OK);
}

/* ==== Files and sockets ===================================================================== */

static struct jmc_verdict file_force(const struct rule_input *input) {
    struct series forces = series_of(input, SERIES_FILE_FORCE);
    return jmc_of(score_info((double)jmc_longest(&forces) / 1e6, 50));
}

static struct jmc_verdict file_read(const struct rule_input *input) {
    struct series reads = series_of(input, SERIES_FILE_READ);
    if (!reads.rows) return jmc_is(RULE_OK);
    return jmc_of(score_between((double)jmc_longest(&reads) / 1e9, 2, 4));
}

static struct jmc_verdict file_write(const struct rule_input *input) {
    struct series writes = series_of(input, SERIES_FILE_WRITE);
    if (!writes.rows) return jmc_is(RULE_OK);
    struct jmc_verdict verdict = jmc_of(score_between((double)jmc_longest(&writes) / 1e9, 2, 4));
    if (verdict.severity == RULE_OK) verdict.score = MISSING_REAL;
    return verdict;
}

struct method {
    const char *type, *name;
};

static bool has_frame(const struct series *series, size_t row, const struct method *methods) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, IO_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++)
        for (const struct method *m = methods; m->type; m++)
            if (strcmp(series_frame_method(series, frames[i]), m->name) == 0 &&
                strcmp(series_frame_class(series, frames[i]), m->type) == 0)
                return true;
    return false;
}

/* Without what waits for the next call over RMI. */
static struct jmc_verdict sockets(const struct series *series, const struct method *without) {
    int64_t longest = -1;
    if (series->table->columns[IO_ADDRESS].kind == JFR_COLUMN_NONE) return jmc_is(RULE_NA);
    for (size_t row = 0; row < series->rows; row++)
        if (series_duration(series, row) > longest && !has_frame(series, row, without))
            longest = series_duration(series, row);
    if (longest < 0) return jmc_is(RULE_OK);
    return jmc_of(score_between((double)longest / 1e9, 0.275, 2));
}

static struct jmc_verdict socket_read(const struct rule_input *input) {
    static const struct method without[] = {
        {"sun.rmi.transport.tcp.TCPTransport", "handleMessages"},
        {"javax.management.remote.rmi.RMIConnector$RMINotifClient", "fetchNotifs"},
        {NULL, NULL}};
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    struct jmc_verdict verdict = sockets(&reads, without);
    if (verdict.severity != RULE_OK) verdict.score = MISSING_REAL;
    return verdict;
}

static struct jmc_verdict socket_write(const struct rule_input *input) {
    static const struct method without[] = {
        {"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", "run"},
        {"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", "run0"},
        {NULL, NULL}};
    struct series writes = series_of(input, SERIES_SOCKET_WRITE);
    return sockets(&writes, without);
}

/* ============================================================================================ */

#define E(event) \
    { "jdk." event, RULE_ENABLED }
#define A(event) \
    { "jdk." event, RULE_AVAILABLE }

const struct jmc_formula jmc_formulas_heap[] = {
    {"Allocations.class", {{NULL, RULE_ENABLED}}, false, by_class},
    {"Allocations.thread", {{NULL, RULE_ENABLED}}, false, by_thread},
    {"ClassLeak", {E("ClassLoad"), E("ClassUnload")}, false, class_leak},
    {"ClassLoading", {E("ClassLoad")}, false, class_loading},
    {"CompressedOops",
     {A("BooleanFlag"), A("UnsignedLongFlag"), A("JVMInformation")},
     false,
     compressed_oops},
    {"FileForce", {A("FileForce")}, false, file_force},
    {"FileRead", {E("FileRead")}, false, file_read},
    {"FileWrite", {E("FileWrite")}, false, file_write},
    {"HeapContent", {E("ObjectCount")}, false, heap_content},
    {"HeapDump", {E("HeapDump")}, false, heap_dump},
    {"IncreasingLiveSet", {E("GCHeapSummary")}, false, live_set_grows},
    {"LowOnPhysicalMemory", {E("PhysicalMemory")}, false, low_memory},
    {"PrimitiveToObjectConversion", {{NULL, RULE_ENABLED}}, false, boxing},
    {"SocketRead", {A("SocketRead")}, false, socket_read},
    {"SocketWrite", {A("SocketWrite")}, false, socket_write},
    {"StringDeduplication",
     {A("JVMInformation"), A("GCHeapSummary"), E("ObjectAllocationInNewTLAB"),
      E("ObjectAllocationOutsideTLAB"), E("ObjectCount"), E("ObjectCountAfterGC")},
     false,
     deduplication},
    {"TlabAllocationRatio",
     {E("ObjectAllocationInNewTLAB"), E("ObjectAllocationOutsideTLAB")},
     false,
     tlab_ratio},
    {.id = NULL},
};
