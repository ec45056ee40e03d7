/* What commands write for programs where one number of a recording is another: see
 * tests/support/anywhere.h. */
#include "parser/jfr.h"
#include "tests/support/anywhere.h"
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define COLLECTIONS                                                                         \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000*3/5000 80 1+1 G1New G1_Evacuation_Pause 70 60\n"                                 \
    "@20000 300 9 G1Full System.gc() 300 200\n"                                             \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                                           \
    "@1000*3/5000 70 1+1 Pause_Young\n"                                                     \
    "@20000 300 9 Pause_Full\n"                                                             \
    "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"                                          \
    "@900*3/5000 1+1 Before_GC 300000000+2000000\n"                                         \
    "@1100*3/5000 1+1 After_GC 100000000+3000000\n"                                         \
    "jdk.GCHeapConfiguration maxSize:l initialSize:l\n"                                     \
    "@0 400000000 10000000\n"                                                               \
    "jdk.SafepointStateSynchronization duration:d safepointId:l\n"                          \
    "@5000*2/5000 30 3+1\n"                                                                 \
    "jdk.SafepointBegin duration:d safepointId:l totalThreadCount:l\n"                      \
    "@5000*2/5000 40 3+1 12\n"                                                              \
    "jdk.ExecuteVMOperation duration:d operation:s safepoint:b safepointId:l\n"             \
    "@5010*2/5000 20 G1Collect 1 3+1\n"
#define WAITS                                                                     \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                          \
    "@1000*9/20 web-1 app.Cart.sum:3,app.Main.run\n"                              \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T "   \
    "eventThread:T stackTrace:K\n"                                                \
    "@2000*3/2000 1500 app/Lock 7 main web-1 app.Cart.sum,app.Main.run\n"         \
    "@3000 900 app/Lock 7 web-1 web-2 app.Page.show,app.Main.run\n"               \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K eventThread:T\n"   \
    "@1000*2/1000 400 9 db java.net.Socket.read,app.Db.ask web-3\n"               \
    "jdk.FileWrite duration:d bytesWritten:l path:s eventThread:T stackTrace:K\n" \
    "@4000*2/100 700 5 /a web-1 app.Files.write\n"                                \
    "jdk.ThreadSleep duration:d time:d eventThread:T stackTrace:K\n"              \
    "@0*2/1000 500 500 web-2 java.lang.Thread.sleep,app.Poll.run\n"               \
    "app.Request duration:d eventThread:T path:s\n"                               \
    "@1000*3/2500 2400 web-1 /cart\n"                                             \
    "@2500 2000 web-2 /page\n"
#define MACHINE                                                                      \
    "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"                             \
    "@0*4/1000 0 0 1\n"                                                              \
    "@5000*3/1000 1 0 1\n"                                                           \
    "jdk.ThreadCPULoad eventThread:T user:f system:f\n"                              \
    "@5000*2/5000 web-1 1 0\n"                                                       \
    "jdk.CPUInformation hwThreads:l cores:l\n"                                       \
    "@0 4 2\n"                                                                       \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                             \
    "@1000*9/20 web-1 app.Cart.sum:3,app.Main.run\n"                                 \
    "@7000*5/500 main app.Main.run\n"                                                \
    "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n" \
    "@0*4/2000 byte[] 90000 main app.Page.copy,app.Main.run\n"                       \
    "jdk.JavaExceptionThrow thrownClass:C message:s eventThread:T stackTrace:K\n"    \
    "@50*3/1500 app/Bad x web-2 app.Page.parse\n"                                    \
    "jdk.ClassLoad duration:d loadedClass:C\n"                                       \
    "@8000*2/100 900 app/Big\n"                                                      \
    "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l "            \
    "cpuThrottledTime:l\n"                                                           \
    "@0*3/10000 100+100 20+30 9000000+9000000\n"

#define STACKS                                                                       \
    "jdk.ActiveSetting id:l name:s value:s\n"                                        \
    "@0 305 period 20_ms\n"                                                          \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"                     \
    "@1000*9/20 pool-1-thread-1 app.Cart.sum:3,app.Cart.all:8,app.Main.run R\n"      \
    "@1010*7/20 pool-1-thread-2 app.Cart.sum:4,app.Cart.sum:5,app.Main.run R\n"      \
    "@1100*3/900 main java.util.Map.get:9,lib.Db.ask,app.Page.show,app.Main.run R\n" \
    "@2100*5/300 main app.Page.show,app.Main.run R\n"                                \
    "jdk.NativeMethodSample sampledThread:T stackTrace:K state:s\n"                  \
    "@500*6/700 net-1 sun.Net.read,lib.Db.ask,app.Main.run N\n"                      \
    "jdk.ObjectAllocationSample objectClass:C weight:y eventThread:T stackTrace:K\n" \
    "@0*4/2000 byte[] 90000 main app.Page.copy,app.Main.run\n"                       \
    "@100*2/2000 app/Item 5000+700 pool-1-thread-1 app.Cart.all,app.Main.run\n"
#define SPANS                                                                   \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                        \
    "@1000*40/20 web-1 app.Cart.sum:3,app.Main.run\n"                           \
    "@2000*9/40 web-2 app.Page.show,app.Main.run\n"                             \
    "jdk.JavaMonitorEnter duration:d monitorClass:C previousOwner:T "           \
    "eventThread:T stackTrace:K\n"                                              \
    "@1100*3/500 200 app/Lock web-2 web-1 app.Cart.sum,app.Main.run\n"          \
    "jdk.ThreadPark duration:d parkedClass:C timeout:d until:l eventThread:T "  \
    "stackTrace:K\n"                                                            \
    "@1500*4/100 60+1 app/Queue 70 -1 web-2 jdk.U.park,app.Pool.take\n"         \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K eventThread:T\n" \
    "@1300*3/400 90 9 db java.net.Socket.read,app.Db.ask web-2\n"               \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d "     \
    "longestPause:d\n"                                                          \
    "@1250*3/900 80 1+1 G1New Full 70 60\n"                                     \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                               \
    "@1250*3/900 70 1+1 Pause\n"                                                \
    "app.Request duration:d eventThread:T path:s n:l\n"                         \
    "@1000*3/600 500+50 web-1 /cart 1+1\n"                                      \
    "@1200*2/900 700 web-2 /page 7\n"                                           \
    "@1150 5 web-2 /page 8\n"                                                   \
    "app.Part duration:d eventThread:T name:s\n"                                \
    "@1010*5/200 90 web-1 sum\n"

static const struct {
    const char *line, *told;
    uint64_t expected;
} commands[] = {
    {"gc --json", COLLECTIONS, 0x252D63954D5F217D},
    {"safepoints --json", COLLECTIONS, 0x97A484EC9CE2DE0D},
    {"locks --json", WAITS, 0x97CF98850DC81DE7},
    {"account --json", WAITS, 0x8C35049BE2DFA946},
    {"requests --json --within app.Request --by path", WAITS, 0xC4D5443BA9255B2B},
    {"threads --json --each", WAITS, 0xAB97FAABE1A5F007},
    {"timeline --json", MACHINE, 0x19B380A54950EF53},
    {"facts", MACHINE, 0x6B93627E0BBB945E},
    {"hot-methods --json --by line", MACHINE, 0x259441384682384F},
    {"allocations --json", MACHINE, 0x4269F487EAF26A72},
    {"io --json", WAITS, 0x96C9CA73592BCEF0},
    {"exceptions --json", MACHINE, 0xAA630ABBD50FCA69},
    {"classes --json", MACHINE, 0xF10A0C3FA3F7F30F},
    {"tree --json", MACHINE, 0x15549D7BCD1A88CF},
    {"heatmap --json", MACHINE, 0x7E390DB8FF5D1711},
    {"summary --json", COLLECTIONS, 0x21FD9979B9AF6437},
    {"export --to chrome -o -", WAITS, 0x67210736621A8F3F},
    {"export --to openmetrics -o -", MACHINE, 0x93299B6FC5C71DC8},
    {"export --to firefox -o -", MACHINE, 0x39BDE73611B7F2BB},
    {"hot-methods --json --by bci --frame-type --sort total --top 3", STACKS, 0x281D23DBEAA0AEC2},
    {"hot-methods --format csv --by class --from 1050ms --to 2400ms", STACKS, 0xEB360D70270F100E},
    {"hot-methods --format tsv --by package --thread pool --state R", STACKS, 0x19A728B34A3D7600},
    {"hot-methods --format csv --include Page --exclude Db", STACKS, 0xA607260173A332CA},
    {"hot-methods --format csv --event alloc --measure value --by thread",
     STACKS, 0x33D558294ED468A3},
    {"method-profiling --json", STACKS, 0x66702CB76C23509A},
    {"callers --json --by line sum", STACKS, 0xCFB8905E660F4C5B},
    {"callees --json --depth 2 run", STACKS, 0x2C4FE253AC390D90},
    {"method --json Cart.sum", STACKS, 0xF5305448E080B269},
    {"tree --json --reverse --min-share 10", STACKS, 0xC273A74AF147B0EE},
    {"collapsed --threads --frame-type", STACKS, 0x1C7A632889B69B6D},
    {"collapsed --event alloc --measure value", STACKS, 0x8E016125F12641B8},
    {"timeline --json --split thread --from 1s", STACKS, 0x7C3806E19DD1D652},
    {"threads --json --methods 2 --top 2", STACKS, 0x2D26E18D8744DEB7},
    {"flame -o - --title t --min-width 9 --threads", STACKS, 0x45E2EA4C2BACA37F},
    {"heatmap -o - --from 900ms", STACKS, 0x3DA52E159DE2DBC8},
    {"export --to collapsed -o - --by package", STACKS, 0x479B02CAB53D8E52},
    {"requests --json --within app.* --by eventType,path --top 1", SPANS, 0xEF46BA16E9628104},
    {"requests --format csv --within app.Request --by n --from 1300ms", SPANS, 0xFE2538E38869D910},
    {"requests --json --within app.Part --by name --thread web-1", SPANS, 0xED9E36D4DEE0BEF4},
    {"hot-methods --format csv --within app.Request --by method", SPANS, 0xAD60A32CF18E705E},
    {"hot-methods --format csv --outside app.Part", SPANS, 0xD08234578B109E73},
    {"account --json --from 1200ms", SPANS, 0x542786F89598A625},
    {"locks --json --from 1200ms --to 2s", SPANS, 0x2BFC41F935EC2AFB},
    {"gc --json --from 1200ms", SPANS, 0xF8C44B26B2565FCB},
    {"rules --json", SPANS, 0xCB13C73B5C2B1E2A},
    {"overview --json", SPANS, 0x54C5C7C5E381964F},
    {"events --json --by path --show count,sum(duration),p90(duration),max(n) app.Request",
     SPANS, 0x1A1CD8B61CA4CE82},
    {"events --json --fields path,duration,n --sort duration --top 3 app.Request",
     SPANS, 0x387BE2E7C86B50DE},
    {"events --json --where duration>60ms --sort startTime *", SPANS, 0xA81F9BCB3E4F376B},
    {"events --format csv --stack 1 --thread web-2 *", SPANS, 0x3D5A6342F8CFD2CE},
    {"events --count --include Cart *", SPANS, 0xB385777D6E2CE9EB},
    {"print --json --stack-depth 1", SPANS, 0x9509D59052EABCAD},
    {"print --xml --events app.*", SPANS, 0x6C24E84047FB8B6C},
    {"print --exact --events GarbageCollection,Request", SPANS, 0xE1CD64A1F5D566FC},
    {"check --json", SPANS, 0x3BE69B4157C145E1},
    {"export --to speedscope -o -", MACHINE, 0x6A640F1E4B5B3027},
};

static const char *line;

/* Without the version. */
static void add_output(const struct text *wrote, struct text *out) {
    const char *at = text_str(wrote);
    for (const char *said; (said = strstr(at, JFR_VERSION)); at = said + strlen(JFR_VERSION))
        text_add_bytes(out, at, (size_t)(said - at));
    text_add(out, at);
}

/* How many chunks have it, of which the last begins before the one before is over. */
static int chunks = 1;

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    struct recording r = {0};
    for (int64_t i = 0; i < chunks; i++)
        told_write_at(&r, told, usual_head.start_ns + (30 - 3 * (i > 1)) * i * 1000000000,
                      INT64_C(30000000000));
    struct child_result result = commanded_bytes(line, r.out.data, r.out.len);
    text_addf(out, "%d\n", result.code);
    add_output(&result.out, out);
    add_output(&result.err, out);
    text_free(&result.out);
    text_free(&result.err);
    recording_free(&r);
    free(told);
}

START_TEST(another_number_comes_to_what_it_ever_did) {
    struct anywhere a = anywhere_begin(commands[_i].line, tell);
    line = commands[_i].line;
    anywhere_numbers(&a, commands[_i].told, false);
    anywhere_lines(&a, commands[_i].told);
    for (chunks = 2; chunks <= 3; chunks++)
        anywhere_one(&a, "chunks", (size_t)chunks, (const uint8_t *)commands[_i].told,
                     strlen(commands[_i].told));
    anywhere_end(&a, line, commands[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("numbers");
    TCase *tcase = tcase_create("numbers");
    tcase_add_loop_test(tcase, another_number_comes_to_what_it_ever_did, 0,
                        sizeof commands / sizeof *commands);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
