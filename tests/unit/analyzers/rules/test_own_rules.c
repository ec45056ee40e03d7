/* Rules that are ours alone: for each a recording that fires it and one that does not.
 *
 *   "jdk.DirectBufferStatistics maxCapacity:l count:l memoryUsed:l\n"   an event type, its fields
 *   "@5000 1000 3 950\n"                                                an event after 5 s
 *   "@0*10/1000 100+5 ...\n"            ten, one each second, with 100, 105, 110... in the field
 *
 * Fields are l: number, d: span in ms, b: 0 or 1, f: number with a fraction, s: text ('_' is a
 * blank, '|' a line break), C: class, T: thread, K: stack, leaf first, with commas. */
#include "analyzers/rules/rules.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define RECORDED_NS INT64_C(120000000000)
enum { FIRST_TYPE = 300, MAX_FIELDS = 12, MAX_TYPES = 8 };

struct described { /* an event type */
    char name[80];
    char fields[MAX_FIELDS][40];
    char kinds[MAX_FIELDS];
    size_t count;
};

static size_t types_of(const char *text, struct described *types) {
    size_t count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (*line == '@') continue;
        struct described *type = &types[count++];
        *type = (struct described){.count = 0};
        char copy[400];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        char *rest = copy, *word = strsep(&rest, " ");
        snprintf(type->name, sizeof type->name, "%.79s", word);
        while ((word = strsep(&rest, " "))) {
            type->kinds[type->count] = word[strlen(word) - 1];
            snprintf(type->fields[type->count++], 40, "%.*s", (int)strlen(word) - 2, word);
        }
    }
    return count;
}

static void field_of(struct recording *r, const char *name, char kind) {
    static const struct {
        char kind;
        int type, how;
    } kinds[] = {{'l', TYPE_LONG, FIELD_PLAIN},        {'b', TYPE_BOOLEAN, FIELD_PLAIN},
                 {'f', TYPE_DOUBLE, FIELD_PLAIN},      {'s', TYPE_STRING, FIELD_PLAIN},
                 {'C', TYPE_CLASS, FIELD_POOLED},      {'T', TYPE_THREAD, FIELD_POOLED},
                 {'K', TYPE_STACK_TRACE, FIELD_POOLED}};
    if (kind == 'd') {
        field_begin(r, name, TYPE_LONG, FIELD_PLAIN);
        annotation(r, TYPE_TIMESPAN, "MILLISECONDS");
        field_end(r);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == kind) field(r, name, (uint64_t)kinds[i].type, (unsigned)kinds[i].how);
}

static void describe(struct recording *r, const struct described *types, size_t count) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    for (size_t i = 0; i < count; i++) {
        type_begin(r, FIRST_TYPE + i, types[i].name, "jdk.jfr.Event");
        field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
        annotation(r, TYPE_TIMESTAMP, "TICKS");
        field_end(r);
        for (size_t k = 0; k < types[i].count; k++)
            field_of(r, types[i].fields[k], types[i].kinds[k]);
        type_end(r);
    }
    metadata_end(r);
}

static void put_value(struct recording *r, struct jvm *jvm, char kind, const char *word, long i) {
    char text[400];
    char *more;
    double number = strtod(word, &more);
    if (*more == '+') number += (double)i * strtod(more + 1, NULL);
    snprintf(text, sizeof text, "%.399s", word);
    for (char *c = text; *c; c++) {
        if (*c == '_' && (kind == 's' || kind == 'T')) *c = ' ';
        if (*c == '|') *c = '\n';
        if (*c == ',' && kind == 'K') *c = ' ';
    }
    switch (kind) {
    case 'b': put_boolean(r, number > 0); break;
    case 'f': put_double(r, number); break;
    case 's': put_utf8(r, text); break;
    case 'C': put_long(r, (int64_t)jvm_class(jvm, text)); break;
    case 'T': put_long(r, (int64_t)jvm_thread(jvm, text)); break;
    case 'K': put_long(r, (int64_t)jvm_stack(jvm, text)); break;
    default: put_long(r, (int64_t)number); break;
    }
}

static void put_events(struct recording *r, struct jvm *jvm, const struct described *types,
                       const char *text) {
    size_t type = SIZE_MAX;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (*line != '@') {
            type++;
            continue;
        }
        char copy[600];
        long ms, times = 1, step = 0;
        sscanf(line, "@%ld*%ld/%ld", &ms, &times, &step);
        for (long i = 0; i < times; i++) {
            snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
            char *rest = copy;
            strsep(&rest, " ");
            event_begin(r, FIRST_TYPE + type);
            put_long(r, 1000 + (ms + i * step) * 1000000);
            for (size_t k = 0; k < types[type].count; k++) {
                const char *word = strsep(&rest, " ");
                ck_assert_msg(word, "%s: a value is missing", line);
                put_value(r, jvm, types[type].kinds[k], word, i);
            }
            event_end(r);
        }
    }
}

/* Judges one rule; profile of the samples is empty. */
static struct finding judge(const struct rule *rule, const struct bytes *bytes) {
    static const struct facts_options options = {0};
    struct memory_file file = memory_file_make(bytes->data, bytes->len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct profile profile = {.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    struct scan_report report;
    struct walk_run run = {0};
    rules_join(rules_all, &run, false);
    facts_join(&run, &options);
    walk_start(&run, &scan, &report);
    struct facts facts = facts_take(&run);
    const struct rule_input input = {.profile = &profile,
                                     .facts = &facts,
                                     .tables = walk_result(&run, &tables_reader),
                                     .census = walk_result(&run, &census_reader),
                                     .start_ns = START_NS,
                                     .recorded_ns = RECORDED_NS};
    struct finding finding;
    rule_judge(rule, &input, NULL, &finding);
    facts_free(&facts);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    return finding;
}

static const struct rule *rule_named(const char *id) {
    for (size_t i = 0; rules_all[i]; i++)
        if (strcmp(rules_all[i]->id, id) == 0) return rules_all[i];
    ck_abort_msg("there is no rule %s", id);
}

static enum rule_severity severity_of(const char *id, const char *text) {
    struct described types[MAX_TYPES];
    struct recording r = {0};
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    size_t count = types_of(text, types);
    head.duration_ns = RECORDED_NS;
    chunk_begin(&r, &head);
    describe(&r, types, count);
    put_events(&r, &jvm, types, text);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct finding finding = judge(rule_named(id), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    jvm_free(&jvm);
    recording_free(&r);
    return severity;
}

#define THROTTLING \
    "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l cpuThrottledTime:l\n"
#define LIMIT "jdk.ContainerConfiguration memoryLimit:l effectiveCpuCount:l\n"
#define MEMORY "jdk.ContainerMemoryUsage memoryUsage:l memoryFailCount:l\n"
#define PINNED "jdk.VirtualThreadPinned duration:d pinnedReason:s stackTrace:K\n"
#define DUMP "jdk.ThreadDump result:s\n"
#define RESIDENT "jdk.ResidentSetSize size:l peak:l\n"
#define BUFFERS "jdk.DirectBufferStatistics maxCapacity:l count:l memoryUsed:l\n"
#define THREADS "jdk.JavaThreadStatistics activeCount:l daemonCount:l peakCount:l\n"
#define SYNC "jdk.SafepointStateSynchronization duration:d\n"
#define GC_CPU "jdk.GCCPUTime userTime:d systemTime:d realTime:d gcId:l\n"
#define CONFIG \
    "jdk.GCConfiguration oldCollector:s youngCollector:s parallelGCThreads:l\n@0 G1Old G1New 8\n"
#define COST "jdk.ThreadCPULoad eventThread:T user:f system:f\n"
#define ENTER "jdk.JavaMonitorEnter duration:d monitorClass:C address:l\n"
#define THROWN "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
#define SOCKET "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l\n"
#define SAMPLE "jdk.NativeMethodSample stackTrace:K\n"
#define FINALIZERS "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l objects:l\n"

static const struct {
    const char *rule, *fires;
    enum rule_severity severity;
    const char *quiet;
} cases[] = {
    {"ContainerThrottling", THROTTLING "@0 1000 10 0\n@60000 1600 516 69000000000\n", RULE_WARNING,
     THROTTLING "@0 1000 900 0\n@60000 1600 901 1000\n"},
    {"ContainerMemory", LIMIT "@0 1000000000 4\n" MEMORY "@0*5/1000 700000000+60000000 0\n",
     RULE_INFO, LIMIT "@0 1000000000 4\n" MEMORY "@0*5/1000 300000000 0\n"},
    {"ContainerMemory",
     LIMIT "@0 1000000000 4\njdk.GCHeapConfiguration maxSize:l usesCompressedOops:b\n"
           "@0 2000000000 1\n",
     RULE_WARNING, LIMIT "@0 -1 4\n"},
    {"VirtualThreadPinned", PINNED "@1000 30 monitor app.Main.run\n", RULE_INFO,
     PINNED "@1000 5 monitor app.Main.run\n"},
    {"Deadlock",
     DUMP "@1000 Found_one_Java-level_deadlock:|=|\"left\":|__waiting|\"right\":|__waiting|\n",
     RULE_WARNING, DUMP "@1000 Full_thread_dump|\"main\"_#1\n"},
    {"NativeMemoryGrowth", RESIDENT "@0*60/1000 100000000+2000000 0\n", RULE_INFO,
     RESIDENT "@0*60/1000 100000000+1000 0\n"},
    {"DirectBuffers", BUFFERS "@1000 1000 3 950\n", RULE_WARNING, BUFFERS "@1000 1000 3 500\n"},
    {"ThreadGrowth", THREADS "@0*30/1000 10+2 1 70\n", RULE_INFO, THREADS "@0*30/1000 50 1 70\n"},
    {"TimeToSafepoint", SYNC "@1000 80\n@2000 1\n", RULE_INFO, SYNC "@1000 2\n@2000 1\n"},
    {"GcThreadStarvation", CONFIG GC_CPU "@1000 150 20 200 1\n", RULE_WARNING,
     CONFIG GC_CPU "@1000 1300 20 200 1\n"},
    {"SingleThreadedGc", CONFIG GC_CPU "@1000*4/1000 95 5 100 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*4/1000 700 5 100 1\n"},
    {"RecordingCost", COST "@1000 JFR_Periodic_Tasks 0.04 0.01\n", RULE_INFO,
     COST "@1000 main 0.9 0.01\n"},
    {"LockConvoy", ENTER "@1000*30/10 100 app/Lock 4711\n", RULE_INFO,
     ENTER "@1000*30/200 100 app/Lock 4711\n"},
    {"RetryStorm",
     THROWN
     "@1000*200/20 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n",
     RULE_INFO,
     THROWN
     "@1000*20/20 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n"
     "@1000*200/20 app/NotFound x app.Server.find\n"},
    {"SlowHandshakes",
     SOCKET "@1000 300 5 db.example sun.security.ssl.SSLSocketImpl.startHandshake,app.Client.call "
            "- 5432\n",
     RULE_INFO, SOCKET "@1000 300 5 db.example java.net.Socket.read,app.Client.call - 5432\n"},
    {"SlowNameLookups",
     SAMPLE "@1000*10/20 java.net.Inet6AddressImpl.lookupAllHostAddr,app.Client.call\n"
            "@1000*90/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n",
     RULE_INFO, SAMPLE "@1000*90/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n"},
    {"FinalizerBacklog", FINALIZERS "@1000 app/Handle 5 20000\n@2000 app/Handle 5 20000\n",
     RULE_INFO, FINALIZERS "@1000 app/Handle 5 9000\n@2000 app/Handle 5 9000\n"},
};

START_TEST(a_rule_fires_where_it_should_and_nowhere_else) {
    ck_assert_msg(severity_of(cases[_i].rule, cases[_i].fires) == cases[_i].severity,
                  "%s: %s, expected %s", cases[_i].rule,
                  rule_severity_name(severity_of(cases[_i].rule, cases[_i].fires)),
                  rule_severity_name(cases[_i].severity));
    ck_assert_msg(severity_of(cases[_i].rule, cases[_i].quiet) <= RULE_OK, "%s: %s, expected OK",
                  cases[_i].rule, rule_severity_name(severity_of(cases[_i].rule, cases[_i].quiet)));
}
END_TEST

/* Two chunks that follow one another, of which the second began so much later by the clock than by
 * its ticks. */
static enum rule_severity severity_of_jump(int64_t jump_ns) {
    struct recording r = {0};
    struct chunk_head head = usual_head;
    for (int i = 0; i < 2; i++) {
        head.duration_ns = i ? 1000000000 : 10000000000 + jump_ns;
        chunk_begin(&r, &head);
        describe(&r, NULL, 0);
        jvm_pools(&(struct jvm){0}, &r);
        chunk_end(&r);
        head.start_ns += head.duration_ns;
        head.start_ticks += 10000000000;
    }
    struct finding finding = judge(rule_named("ClockJump"), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    recording_free(&r);
    return severity;
}

START_TEST(a_clock_that_was_set_is_noticed) {
    ck_assert_int_eq(severity_of_jump(0), RULE_OK);
    ck_assert_int_eq(severity_of_jump(5000000000), RULE_INFO);
    ck_assert_int_eq(severity_of_jump(3600000000000), RULE_WARNING);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("own rules");
    TCase *tcase = tcase_create("own rules");
    tcase_add_loop_test(tcase, a_rule_fires_where_it_should_and_nowhere_else, 0,
                        (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tcase, a_clock_that_was_set_is_noticed);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
