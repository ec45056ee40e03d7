/* What the rules of allocation, the heap and classes say, value by value: those that a recording
 * has no events for are not there. Two minutes are recorded. */
#include "analyzers/jvm/leak_trend.h"
#include "analyzers/rules/series.h"
#include "analyzers/rules/series.h"
#include "tests/support/judged.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* "INFO count=1 class=a.B": the severity and the values that are given. */
static char *said_of(const char *id, const char *told) {
    struct recording r = {0};
    struct text out = {0};
    told_write(&r, told, RECORDED_NS);
    struct finding finding = judge(rule_named(id), &r.out);
    text_add(&out, rule_severity_name(finding.severity));
    for (size_t i = 0; finding.rule->values[i].key; i++) {
        const struct rule_value *value = &finding.rule->values[i];
        if (!finding.values[i].given) continue;
        text_addf(&out, " %s=", value->key);
        if (value->kind == RULE_TEXT) text_add(&out, finding.values[i].text);
        else if (value->kind == RULE_PERCENT) text_addf(&out, "%.6g", finding.values[i].real);
        else text_addf(&out, "%lld", (long long)finding.values[i].number);
    }
    if (finding.from_ns || finding.to_ns)
        text_addf(&out, " at=%lld+%lld", (long long)(finding.from_ns - START_NS) / 1000000,
                  (long long)(finding.to_ns - finding.from_ns) / 1000000);
    finding_free(&finding);
    recording_free(&r);
    return text_take(&out);
}

#define SAMPLES "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"
#define INSIDE "jdk.ObjectAllocationInNewTLAB objectClass:C tlabSize:l eventThread:T stackTrace:K\n"
#define OUTSIDE \
    "jdk.ObjectAllocationOutsideTLAB objectClass:C allocationSize:l eventThread:T stackTrace:K\n"
#define COUNTS "jdk.ObjectCount gcId:l objectClass:C count:l totalSize:l\n"
#define AFTER "jdk.ObjectCountAfterGC gcId:l objectClass:C count:l totalSize:l\n"
#define DEDUP "jdk.BooleanFlag name:s value:b\n@0 UseStringDeduplication "
#define DUMPS "jdk.HeapDump duration:d\n"
#define LOADS "jdk.ClassLoad duration:d loadedClass:C\n"
#define GONE "jdk.ClassUnload duration:d unloadedClass:C\n"
#define MOST "jdk.GCHeapConfiguration maxSize:l\n"
#define USED "jdk.GCHeapSummary when:s heapUsed:l gcId:l\n"
#define OLD "jdk.OldGarbageCollection duration:d\n@0 1\n@9000 1\n"

static const struct {
    const char *rule, *told, *said;
} cases[] = {
    /* the top class's rate, its share, where most of it comes from */
    {"Allocations.class", SAMPLES, "NA"},
    {"Allocations.class",
     SAMPLES "@0 a.A 120 main x.Y.one\n@1 a.A 240 main x.Y.two\n@2 a.B 240 pool x.Y.three\n",
     "OK per_second_bytes=3 share_percent=60 name=a.A site=x.Y.two all_per_second_bytes=5"},
    {"Allocations.class", SAMPLES "@0 a.A 0 main x.Y.one\n", "NA"},
    {"Allocations.class", SAMPLES "@0 a.A 0 main x.Y.one\n@1 a.B 120 main x.Y.two\n",
     "OK per_second_bytes=1 share_percent=100 name=a.B site=x.Y.two all_per_second_bytes=1"},
    {"Allocations.class", SAMPLES "@0 a.A 120 main java.util.List.of,x.Y.one,x.Z.all\n",
     "OK per_second_bytes=1 share_percent=100 name=a.A site=x.Y.one caller=x.Z.all "
     "all_per_second_bytes=1 through=java.util.List.of"},
    {"Allocations.thread",
     SAMPLES "@0 a.A 120 main x.Y.one\n@1 a.A 240 main x.Y.two\n@2 a.B 600 pool x.Y.three\n",
     "OK per_second_bytes=5 share_percent=62.5 name=pool site=x.Y.three all_per_second_bytes=8"},
    /* both types of TLABs together, unless there are samples */
    {"Allocations.class",
     INSIDE "@0 a.A 120 main x.Y.one\n" OUTSIDE
            "@1 a.A 240 main x.Y.two\n@2 a.B 120 main x.Y.one\n",
     "OK per_second_bytes=3 share_percent=75 name=a.A site=x.Y.two all_per_second_bytes=4"},
    {"Allocations.class", INSIDE "@0 a.A 120 main x.Y.one\n" SAMPLES "@1 a.B 240 main x.Y.two\n",
     "OK per_second_bytes=2 share_percent=100 name=a.B site=x.Y.two all_per_second_bytes=2"},
    /* boxes of java.lang alone, made by valueOf; the largest's place */
    {"PrimitiveToObjectConversion", SAMPLES, "NA"},
    {"PrimitiveToObjectConversion",
     SAMPLES "@0 x 1600000000 main java.lang.Integer.valueOf,a.M.x\n@0 x 3200000000 main "
             "java.lang.Long.valueOf,a.M.y\n@0 x 1600000000 main java.lang.String.valueOf,a.M.z\n"
             "@0 x 1600000000 main java.lang.Integer.parse,a.M.z\n"
             "@0 x 8000000000 main a.Integer.valueOf\n",
     "INFO share_percent=30 per_second_bytes=40000000 site=a.M.y"},
    {"PrimitiveToObjectConversion", /* as large a share of what nobody feels */
     SAMPLES "@0 x 4026531839 main java.lang.Long.valueOf,a.M.y\n",
     "OK share_percent=100 per_second_bytes=33554431 site=a.M.y"},
    {"PrimitiveToObjectConversion", SAMPLES "@0 x 4026531840 main java.lang.Long.valueOf,a.M.y\n",
     "WARNING share_percent=100 per_second_bytes=33554432 site=a.M.y"},
    {"PrimitiveToObjectConversion", SAMPLES "@0 x 120 main a.M.x\n",
     "OK share_percent=0 per_second_bytes=0"},
    /* what is outside */
    {"TlabAllocationRatio",
     INSIDE "@0 a.A 3000000000 main x.Y.one\n@0 a.A 774873600 main x.Y.one\n" OUTSIDE
            "@0 a.A 1000000000 main x.Y.one\n@0 a.A 258291200 main x.Y.one\n",
     "INFO share_percent=25 bytes=1258291200"}, /* 10 MiB a second */
    {"TlabAllocationRatio",
     INSIDE "@0 a.A 3000000000 main x.Y.one\n" OUTSIDE "@0 a.A 1258291199 main x.Y.one\n",
     "OK share_percent=29.5492 bytes=1258291199"},
    {"TlabAllocationRatio", INSIDE "@0 a.A 0 main x.Y.one\n" OUTSIDE "@0 a.A 0 main x.Y.one\n",
     "OK share_percent=0 bytes=0"},
    /* of the last count: the class that takes most */
    {"HeapContent",
     COUNTS "@0 2 a.A 1 30\n@0 2 a.B 1 70\n@0 2 a.C 1 70\n@0 1 a.D 1 900\n@0 3 a.E 1 0\n",
     "OK class=a.E bytes=0"},
    {"HeapContent", COUNTS "@0 1 a.D 1 900\n@0 2 a.A 1 30\n@0 2 a.B 1 70\n@0 2 a.C 1 70\n",
     "OK share_percent=41.1765 class=a.B bytes=70"},
    {"HeapContent", "jdk.ObjectCount gcId:l totalSize:l\n@0 1 30\n", /* a class not known is none */
     "OK share_percent=100 bytes=30"},
    {"StringDeduplication", COUNTS, "NA"},
    {"StringDeduplication", AFTER "@0 1 byte[] 1 40\n@0 1 char[] 1 20\n@0 1 a.A 1 40\n",
     "INFO share_percent=60"},
    {"StringDeduplication",
     COUNTS "@0 1 byte[] 1 10\n@0 1 a.A 1 90\n@0 2 byte[] 1 40\n@0 2 a.A 1 60\n@0 3 a.A 1 9\n",
     "OK share_percent=40"},
    {"StringDeduplication", DEDUP "1\n" COUNTS "@0 1 byte[] 1 40\n", "OK"},
    {"StringDeduplication", DEDUP "0\n" COUNTS "@0 1 byte[] 1 40\n", "INFO share_percent=100"},
    {"StringDeduplication", DEDUP "1\n" COUNTS, "NA"},
    /* from the first up to the end of the last */
    {"HeapDump", DUMPS "@1000 0\n", "INFO count=1 at=1000+0"},
    {"HeapDump", DUMPS "@1000 20\n@5000 30\n", "INFO count=2 total_ns=50000000 at=1000+4030"},
    /* loaded more often than unloaded */
    {"ClassLeak", LOADS "@0 1 a.A\n@1 1 a.A\n@2 1 a.B\n@3 1 a.A\n" GONE "@9 1 a.A\n@9 1 a.C\n",
     "OK count=2 class=a.A"},
    {"ClassLeak", LOADS "@0 1 a.A\n" GONE "@9 1 a.A\n", "OK count=0 class=a.A"},
    {"ClassLeak", LOADS "@0 1 a.A\n" GONE "@9 1 a.A\n@9 1 a.A\n", "OK count=0 class=a.A"},
    {"ClassLeak", LOADS "@0*12/1 1 a.A$$x\n@0 1 a.B\n" GONE "@9 1 a.C\n", "OK count=1 class=a.B"},
    /* a class that loads another is counted once in time */
    {"ClassLoading", LOADS "@0 600 a.A\n@100 300 a.B\n@2000 600 a.C\n",
     "OK share_percent=1 longest_ns=600000000 count=3 class=a.A at=0+600"},
    {"ClassLoading", "jdk.ClassLoad duration:d\n@0 600\n",
     "OK share_percent=0.5 longest_ns=600000000 count=1 at=0+600"},
    {"ClassLoading", LOADS "@0 1000 a.A\n",
     "OK share_percent=0.833333 longest_ns=1000000000 count=1 class=a.A at=0+1000"},
    {"ClassLoading", LOADS "@0 1001 a.A\n",
     "INFO share_percent=0.834167 longest_ns=1001000000 count=1 class=a.A at=0+1001"},
    /* collections in five parts of the time, over a second, say how the heap grows */
    {"IncreasingLiveSet", USED "@0*4/10000 After_GC 100000+50000 1\n", "NA"},
    {"IncreasingLiveSet", USED "@0*5/249 After_GC 100000+50000 1\n", "NA"},
    {"IncreasingLiveSet", USED "@0*5/250 After_GC 100000+50000 1\n",
     "INFO per_minute_percent=12000 per_minute_bytes=12000000 first_bytes=100000 "
     "last_bytes=300000 unproven=1 at=0+1000"},
    /* behind the end that the chunk says, too */
    {"IncreasingLiveSet", USED "@0*5/40000 After_GC 100000+50000 1\n",
     "INFO per_minute_percent=75 per_minute_bytes=75000 first_bytes=100000 last_bytes=300000 "
     "unproven=1 at=0+160000"},
    {"IncreasingLiveSet", USED "@0*5/10000 After_GC 0+100 1\n",
     "NA per_minute_bytes=600 "
     "first_bytes=0 last_bytes=400 at=0+40000"},
    /* a tenth is nothing to speak of */
    {"IncreasingLiveSet", USED "@0*5/10000 After_GC 100000+2500 1\n",
     "OK per_minute_percent=0 per_minute_bytes=0 first_bytes=100000 last_bytes=110000 "
     "at=0+40000"},
    {"IncreasingLiveSet", USED "@0*5/10000 After_GC 100000+2501 1\n",
     "INFO per_minute_percent=15.006 per_minute_bytes=15006 first_bytes=100000 last_bytes=110004 "
     "unproven=1 at=0+40000"},
    /* what fills up and then stays is no leak; of nine parts the last three say so */
    {"IncreasingLiveSet",
     USED "@0*7/10000 After_GC 100000+5000 1\n@70000*3/10000 After_GC 122501 1\n",
     "INFO per_minute_percent=17.501 per_minute_bytes=17501 first_bytes=100000 last_bytes=122501 "
     "unproven=1 at=0+90000"},
    {"IncreasingLiveSet",
     USED "@0*7/10000 After_GC 100000+5000 1\n@70000*3/10000 After_GC 122500 1\n",
     "OK per_minute_percent=0 per_minute_bytes=0 first_bytes=100000 last_bytes=122500 "
     "at=0+90000"},
    {"IncreasingLiveSet", USED "@0*5/10000 After_GC 100000+-5000 1\n",
     "OK per_minute_percent=0 per_minute_bytes=0 first_bytes=100000 last_bytes=80000 at=0+40000"},
    {"IncreasingLiveSet", USED "@0*5/10000 After_GC 100000+50000 1\n",
     "INFO per_minute_percent=300 per_minute_bytes=300000 first_bytes=100000 last_bytes=300000 "
     "unproven=1 at=0+40000"},
    /* 8 MiB, or a twentieth of the heap, are the least for a leak */
    {"IncreasingLiveSet", OLD USED "@0*5/10000 After_GC 8388608+2097152 1\n",
     "WARNING per_minute_percent=150 per_minute_bytes=12582912 first_bytes=8388608 "
     "last_bytes=16777216 at=0+40000"},
    {"IncreasingLiveSet", OLD USED "@0*5/10000 After_GC 100000+2097151 1\n",
     "INFO per_minute_percent=12582.9 per_minute_bytes=12582906 first_bytes=100000 "
     "last_bytes=8488604 at=0+40000"},
    {"IncreasingLiveSet", MOST "@0 4000000\n" OLD USED "@0*5/10000 After_GC 100000+50000 1\n",
     "WARNING per_minute_percent=300 per_minute_bytes=300000 first_bytes=100000 "
     "last_bytes=300000 max_bytes=4000000 at=0+40000"},
    {"IncreasingLiveSet", MOST "@0 4000001\n" OLD USED "@0*5/10000 After_GC 100000+50000 1\n",
     "OK per_minute_percent=300 per_minute_bytes=300000 first_bytes=100000 "
     "last_bytes=300000 max_bytes=4000001 at=0+40000"},
    /* what may be garbage, of a heap of which three quarters are free */
    {"IncreasingLiveSet", MOST "@0 1200000\n" USED "@0*5/10000 After_GC 100000+50000 1\n",
     "INFO per_minute_percent=300 per_minute_bytes=300000 first_bytes=100000 last_bytes=300000 "
     "max_bytes=1200000 "
     "unproven=1 at=0+40000"},
    {"IncreasingLiveSet", MOST "@0 1200001\n" USED "@0*5/10000 After_GC 100000+50000 1\n",
     "OK per_minute_percent=300 per_minute_bytes=300000 first_bytes=100000 last_bytes=300000 "
     "max_bytes=1200001 "
     "unproven=1 at=0+40000"},
    /* what it grows by before most classes are loaded is start-up */
    {"IncreasingLiveSet",
     "jdk.ClassLoadingStatistics loadedClassCount:l\n@0 10\n@20000 1000\n" USED
     "@0*2/10000 After_GC 1000+50000 1\n@20000*5/10000 After_GC 100000 1\n",
     "OK per_minute_percent=0 per_minute_bytes=0 first_bytes=100000 last_bytes=100000 "
     "at=20000+40000"},
    /* where one of what is compared is not known, or makes no sense, nothing is */
    {"HeapTooSmall", MOST "@0 1000\n", "NA"},
    {"HeapTooSmall", MOST "@0 1000\n" USED "@0 Before_GC 500 1\n@1 Before_GC 500 1\n", "NA"},
    {"HeapTooSmall", MOST "@0 0\n" USED "@0 After_GC 500 1\n", "NA"},
    {"HeapTooSmall", USED "@0 After_GC 500 1\n", "NA"},
    {"YoungTooSmall", MOST "@0 1000\n", "NA"},
    {"YoungTooSmall", MOST "@0 1000\n" USED "@0 After_GC 500 1\n@1 After_GC 500 1\n", "NA"},
    {"YoungTooSmall", MOST "@0 500\n" USED "@0 Before_GC 600 1\n@1 After_GC 500 1\n", "NA"},
    {"YoungTooSmall", USED "@0 Before_GC 600 1\n@1 After_GC 500 1\n", "NA"},
    {"YoungTooSmall", MOST "@0 501\n" USED "@0 Before_GC 600 1\n@1 After_GC 500 1\n",
     "OK paused_percent=0 collections=0 freed_bytes=100 room_bytes=1"},
};

START_TEST(a_rule_says_what_its_events_come_to) {
    char *said = said_of(cases[_i].rule, cases[_i].told);
    ck_assert_msg(strcmp(said, cases[_i].said) == 0, "%s:\n%s\nnot\n%s", cases[_i].rule, said,
                  cases[_i].said);
    free(said);
}
END_TEST

/* Tables that end with their last row: nobody reads beyond it. */
START_TEST(the_class_of_most_old_objects_is_named_if_the_heap_grows) {
    const int64_t s = 1000000000, null = JFR_NULL_ID;
    for (int grows = 0; grows < 2; grows++) {
        struct tables tables;
        struct wish rows[LEAK_TREND_TABLES + SERIES_COUNT];
        memcpy(rows, leak_trend_rows, sizeof leak_trend_rows);
        memcpy(rows + LEAK_TREND_TABLES, series_rows, sizeof series_rows);
        const struct wishes wishes = {.rows = rows, .count = LEAK_TREND_TABLES + SERIES_COUNT};
        made_tables(&tables, &wishes);
        int64_t a = made_text(&tables, "a.A"), b = made_text(&tables, "byte[]"),
                c = made_text(&tables, "java.util.HashMap"), d = made_text(&tables, "a.D"),
                after = made_text(&tables, "After GC");
        int64_t heap[5 * 4] = {0};
        for (int64_t i = 0; i < 5; i++) {
            heap[4 * i] = (10 * i + 1) * s;
            heap[4 * i + 1] = after;
            heap[4 * i + 2] = 100000 + (grows ? 50000 : 0) * i;
        }
        /* class, when it was made: what was there before it began to grow is none of it */
        const int64_t old[12][4] = {{0, a, 0},     {0, a, s - 1}, {0, null, 9 * s}, {0, b, 9 * s},
                                    {0, b, 9 * s}, {0, b, null},  {0, a, s},        {0, c, 9 * s},
                                    {0, c, 9 * s}, {0, d, 9 * s}, {0, d, 9 * s}};
        made_rows(&tables, "jdk.GCHeapSummary", "ntn-", 5, heap);
        made_rows(&tables, "jdk.OldObjectSample", "ntn-", 11, &old[0][0]);
        const struct rule *rule = rule_named("IncreasingLiveSet");
        struct rule_setting settings[RULE_OPTIONS];
        rule_defaults(rule, settings);
        const struct rule_input input = {
            .tables = &tables, .recorded_ns = RECORDED_NS, .settings = settings};
        struct finding finding = finding_of(rule);
        rule->judge(&input, &finding);
        ck_assert_int_eq(finding.severity, grows ? RULE_INFO : RULE_OK);
        ck_assert_int_eq(finding.values[5].given, grows);
        if (grows) ck_assert_str_eq(finding.values[5].text, "byte[]");
        ck_assert_int_eq(finding.values[7].given, grows);
        if (grows) ck_assert_str_eq(finding.values[7].text, "a.D");
        finding_free(&finding);
        made_tables_free(&tables);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("heap rules");
    TCase *tcase = tcase_create("heap rules");
    tcase_add_loop_test(tcase, a_rule_says_what_its_events_come_to, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(tcase, the_class_of_most_old_objects_is_named_if_the_heap_grows);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
