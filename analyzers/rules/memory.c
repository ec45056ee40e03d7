/* Rules of memory: the machine's, a container's, native memory. */
#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "analyzers/rules/memory_rows.h"

/* ==== Memory ================================================================================ */

/* "... for bsd-aarch64 JRE": what it keeps of files is in use there: nearly all, always. */
static bool is_of_macos(const struct rule_input *input) {
    const char *version = series_last_text(input, SERIES_JVM, JVM_VERSION);
    return version && strstr(version, "bsd-");
}

static void judge_low_memory(const struct rule_input *input, struct finding *finding) {
    struct series memory = series_of(input, SERIES_MEMORY);
    double worst = MISSING_REAL;
    size_t at = 0;
    for (size_t row = 0; row < memory.rows; row++) {
        double share = ratio_of(series_real(&memory, MEMORY_USED, row),
                                series_real(&memory, MEMORY_TOTAL, row));
        if (is_missing(share) || share <= worst) continue;
        worst = share;
        at = row;
    }
    judge_figure(input, finding, 100 * worst);
    if (is_missing(worst)) return;
    if (is_of_macos(input)) judge_as_fine(finding);
    finding_number(finding, MEMORY_USED_BYTES, series_int(&memory, MEMORY_USED, at));
    finding_number(finding, MEMORY_TOTAL_BYTES, series_int(&memory, MEMORY_TOTAL, at));
    if (finding->score >= SCORE_INFO) return;
    finding->score = 0;
}

static void judge_compressed_oops(const struct rule_input *input, struct finding *finding) {
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    if (!heaps.rows) return judge_as(finding, RULE_NA, 2);
    int64_t most = series_int(&heaps, HEAP_CONFIG_MAX, heaps.rows - 1);
    const char *old = configs.rows ? series_text(&configs, CONFIG_OLD, configs.rows - 1) : NULL;
    bool z = old && (*old == 'Z' || strcmp(old, "N/A") == 0); /* which has no use for them */
    bool off = series_int(&heaps, HEAP_CONFIG_OOPS, heaps.rows - 1) == 0;
    if (most > 0) finding_number(finding, OOPS_HEAP, most);
    bool bad = off && !z && most > 0 && most < INT64_C(32) << 30;
    judge_as(finding, bad ? RULE_INFO : RULE_OK, bad);
}

/* ==== Native memory ========================================================================= */

static void judge_container_memory(const struct rule_input *input, struct finding *finding) {
    struct series configs = series_of(input, SERIES_CONTAINER);
    struct series usage = series_of(input, SERIES_CONTAINER_MEMORY);
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    int64_t limit =
        configs.rows ? series_int(&configs, CONTAINER_MEMORY_LIMIT, configs.rows - 1) : 0;
    int64_t heap = heaps.rows ? series_int(&heaps, HEAP_CONFIG_MAX, heaps.rows - 1) : 0, most = 0;
    int64_t fails = 0;
    if (limit <= 0 || limit >= INT64_C(1) << 60)
        return judge_as(finding, configs.rows ? RULE_OK : RULE_NA, configs.rows ? 1 : 2);
    for (size_t row = 0; row < usage.rows; row++) {
        int64_t used = series_int(&usage, CONTAINER_USED, row);
        int64_t failed = series_int(&usage, CONTAINER_FAILS, row);
        if (failed > fails) fails = failed;
        if (used <= most) continue;
        most = used;
        judge_window(finding, series_start(&usage, row), series_start(&usage, row));
    }
    double share = 100 * (double)most / (double)limit;
    double of_heap = 100 * (double)(heap > 0 ? heap : 0) / (double)limit;
    judge_figure(input, finding, share > of_heap ? share : of_heap);
    finding_number(finding, CONTAINER_LIMIT, limit);
    if (usage.rows) finding_real(finding, CONTAINER_HEAP_SHARE, share);
    if (heap > 0) finding_number(finding, CONTAINER_HEAP, heap);
    finding_number(finding, CONTAINER_FAILED, fails);
}

static void judge_native_growth(const struct rule_input *input, struct finding *finding) {
    struct series total = series_of(input, SERIES_NATIVE_TOTAL);
    struct series resident = series_of(input, SERIES_RESIDENT);
    size_t column = total.rows ? NATIVE_COMMITTED : RESIDENT_SIZE;
    const struct series *series = total.rows ? &total : &resident;
    struct growth growth = judge_growth(series, column, SIZE_MAX, judge_warm_since(input));
    if (growth.points < 5 || growth.to_ns - growth.from_ns < 30 * NS_PER_S)
        return judge_as(finding, RULE_NA, 1);
    bool steady = growth.correlation > 0.8 && growth.last - growth.first > 16 * 1048576.0;
    judge_figure(input, finding, steady ? 60 * growth.per_second : 0);
    finding_number(finding, NATIVE_FIRST, (int64_t)growth.first);
    finding_number(finding, NATIVE_LAST, (int64_t)growth.last);
    judge_window(finding, growth.from_ns, growth.to_ns);
}

static void judge_direct_buffers(const struct rule_input *input, struct finding *finding) {
    struct series buffers = series_of(input, SERIES_DIRECT);
    int64_t most = -1, limit = 0, count = 0;
    for (size_t row = 0; row < buffers.rows; row++) {
        if (series_int(&buffers, DIRECT_USED, row) <= most) continue;
        most = series_int(&buffers, DIRECT_USED, row);
        count = series_int(&buffers, DIRECT_COUNT, row);
        limit = series_int(&buffers, DIRECT_MAX, row);
        judge_window(finding, series_start(&buffers, row), series_start(&buffers, row));
    }
    /* Unless it is set, as much as the heap may have. */
    if (limit <= 0) limit = judge_heap_limit(input);
    if (most < 0 || limit <= 0) return judge_as(finding, RULE_NA, 1);
    judge_figure(input, finding, 100 * (double)most / (double)limit);
    finding_number(finding, DIRECT_BYTES, most);
    finding_number(finding, DIRECT_LIMIT, limit);
    finding_number(finding, DIRECT_BUFFERS, count);
}
