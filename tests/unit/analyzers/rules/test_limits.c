/* Limits of rules where what is compared is just as large: how steady what grows is, by how much,
 * and what calls carry. */
#include "tests/support/judged.h"
#include "tests/support/suite.h"
#include "tests/unit/analyzers/rules/own_rules_cases.h"

static enum rule_severity severity_of(const char *id, const char *told) {
    struct recording r = {0};
    told_write(&r, told, RECORDED_NS);
    struct finding finding = judge(rule_named(id), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    recording_free(&r);
    return severity;
}

static bool fires(const char *id, const char *told) {
    return severity_of(id, told) >= RULE_INFO;
}

/* ==== What grows ============================================================================ */

/* Ten seconds apart; %d: when, in ms; %lld: how much. */
static const struct growing {
    const char *rule, *types, *event;
    long long unit;
} growing[] = {
    {"DirectBufferGrowth",
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n",
     "@%d -1 3 0 %lld\n", 8 << 20},
    {"ThreadGrowth", THREADS, "@%d %lld 1 70\n", 1000},
    {"NativeMemoryGrowth", RESIDENT, "@%d %lld 0\n", 64 << 20},
    {"IncreasingMetaSpaceLiveSet", CLASSES "jdk.MetaspaceSummary when:s metaspace:m\n",
     "@%d After_GC %lld\n", 64 << 20},
    {"ClassGrowth", "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n@0 1 0\n",
     "@%d %lld 0\n", 1000},
};

static bool fires_growing(const struct growing *what, const char *levels) {
    OWNED(text_free) struct text told = {0};
    int at = 40000; /* by then a program has started */
    text_add(&told, what->types);
    for (const char *level = levels; *level; level++, at += 10000)
        text_addf(&told, what->event, at, what->unit * (*level - '0'));
    return fires(what->rule, text_str(&told));
}

/* Ranks that go with time by 0.8, or 0.95: what is exactly at the limit is not steady. */
START_TEST(what_grows_is_steady_above_the_limit) {
    const struct growing *what = &growing[_i];
    bool classes = strcmp(what->rule, "ClassGrowth") == 0;
    ck_assert(fires_growing(what, classes ? "123456789" : "12345"));
    ck_assert(fires_growing(what, classes ? "214356789" : "13245"));
    ck_assert(!fires_growing(what, classes ? "214365789" : "13254"));
}
END_TEST

#define CLASS_COUNTS "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"

static const struct {
    const char *rule, *fires, *quiet;
} limits[] = {
    /* half as much again */
    {"DirectBufferGrowth",
     BUFFERS "@10000 -1 3 20000000\n@20000 -1 3 23000000\n@30000 -1 3 26000000\n"
             "@40000 -1 3 28000000\n@50000 -1 3 30000000\n",
     BUFFERS "@10000 -1 3 20000000\n@20000 -1 3 23000000\n@30000 -1 3 26000000\n"
             "@40000 -1 3 28000000\n@50000 -1 3 29999999\n"},
    /* half of what is loaded stays */
    {"ClassGrowth", CLASS_COUNTS "@0*60/1000 1000+100 0+50\n",
     CLASS_COUNTS "@0*60/1000 1000+100 0+51\n"},
    /* a box is a class of java.lang, not of what is as long */
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000*3/1 x 9000000000 main java.lang.Integer.valueOf,app.Main.a\n",
     ALLOCATION "@1000*3/1 x 9000000000 main app.boxing.Integer.valueOf,app.Main.a\n"},
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000*3/1 x 9000000000 main java.lang.Character.valueOf,app.Main.a\n",
     ALLOCATION "@1000*3/1 x 9000000000 main java.lang.CharacterOfANovel.valueOf,app.Main.a\n"},
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000*3/1 x 9000000000 main java.lang.Byte.valueOf,app.Main.a\n",
     ALLOCATION "@1000*3/1 x 9000000000 main java.lang.Byte.decode,app.Main.a\n"},
};

START_TEST(at_a_limit_a_rule_fires_and_beyond_it_no_more) {
    ck_assert(fires(limits[_i].rule, limits[_i].fires));
    ck_assert(!fires(limits[_i].rule, limits[_i].quiet));
}
END_TEST

/* ==== What is told of both ================================================================== */

START_TEST(failures_to_evacuate_and_to_promote_are_added) {
    struct recording r = {0};
    told_write(&r,
               GC "@1000 5 G1New x 1\n"
                  "jdk.EvacuationFailed gcId:l\n@1000*3/1 1\njdk.PromotionFailed gcId:l\n"
                  "@1000*2/1 1\n",
               RECORDED_NS);
    struct finding finding = judge(rule_named("GcStall"), &r.out);
    int64_t found = MISSING;
    for (size_t i = 0; finding.rule->values[i].key; i++)
        if (strcmp(finding.rule->values[i].key, "evacuations") == 0)
            found = finding.values[i].number;
    ck_assert_int_eq(found, 5);
    finding_free(&finding);
    recording_free(&r);
}
END_TEST

/* ==== What calls carry ====================================================================== */

#define WRITTEN "jdk.FileWrite duration:d bytesWritten:l path:s stackTrace:K\n"
#define READ_OF "jdk.FileRead duration:d bytesRead:l path:s stackTrace:K\n"
#define SAMPLED "jdk.NativeMethodSample state:s stackTrace:K sampledThread:T\n@0*100/20 x "
#define BY_BYTES SAMPLED "java.io.RandomAccessFile.write0,app.Rows.put main\n"
#define YIELDING SAMPLED "java.lang.Thread.yield0,app.Spin.turn main\n"

static const struct {
    const char *told;
    bool small;
} carried[] = {
    {BY_BYTES, true},
    {BY_BYTES WRITTEN "@0*100/20 1 1023 /log app.Rows.put\n", true},
    {BY_BYTES WRITTEN "@0*100/20 1 1024 /log app.Rows.put\n", false},
    {BY_BYTES WRITTEN "@0*99/20 1 1024 /log app.Rows.put\n", true}, /* too few for a mean */
    {BY_BYTES WRITTEN "@0*100/20 1 4096 /log app.Other.put\n", true},
    {BY_BYTES WRITTEN "@0*100/20 1 1024 /log app.Rows.put\n@0*900/20 1 -1 /log app.Rows.put\n",
     false}, /* what is not known takes no part */
    {BY_BYTES WRITTEN "@0*99/20 1 1034 /log app.Rows.put\n@0 1 0 /log app.Rows.put\n", true},
    {BY_BYTES WRITTEN "@0*100/20 1 1035 /log app.Rows.put\n@0 1 0 /log app.Rows.put\n", false},
    /* who waits busily is no better for what is read there */
    {YIELDING READ_OF "@0*100/20 1 4096 /log app.Spin.turn\n", true},
};

START_TEST(calls_are_small_unless_they_are_known_to_carry_much) {
    ck_assert_int_eq(fires("SmallFileCalls", carried[_i].told), carried[_i].small);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("limits");
    TCase *tcase = tcase_create("limits");
    tcase_add_loop_test(tcase, what_grows_is_steady_above_the_limit, 0,
                        sizeof growing / sizeof *growing);
    tcase_add_loop_test(tcase, at_a_limit_a_rule_fires_and_beyond_it_no_more, 0,
                        sizeof limits / sizeof *limits);
    tcase_add_test(tcase, failures_to_evacuate_and_to_promote_are_added);
    tcase_add_loop_test(tcase, calls_are_small_unless_they_are_known_to_carry_much, 0,
                        sizeof carried / sizeof *carried);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
