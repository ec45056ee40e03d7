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

static const struct {
    const char *line, *told;
    uint64_t expected;
} commands[] = {
    {"gc --json", COLLECTIONS, 0x1F9FAACA13A92829},
    {"safepoints --json", COLLECTIONS, 0x74CF0462037933D1},
    {"locks --json", WAITS, 0x3F25D296E1270C0A},
    {"account --json", WAITS, 0x24DF7E6DFAF8D535},
    {"requests --json --within app.Request --by path", WAITS, 0xCFA556B90AC061D0},
    {"threads --json --each", WAITS, 0x1DDF9959EE92BFF4},
    {"timeline --json", MACHINE, 0x7E0D68C88449052A},
    {"facts --json", MACHINE, 0x8904DAFD860EB590},
    {"hot-methods --json --by line", MACHINE, 0x8559A5E15626AB55},
    {"allocations --json", MACHINE, 0x32752309D8745909},
    {"io --json", WAITS, 0xB8D5B63F2F3FDBA1},
    {"exceptions --json", MACHINE, 0xC445EFDAEAF1587C},
    {"classes --json", MACHINE, 0xD72FC41C858B81A9},
    {"tree --json", MACHINE, 0x3AF38F261A6B4833},
    {"heatmap --json", MACHINE, 0xEB2442B0983A3298},
    {"summary --json", COLLECTIONS, 0x76143BE84C7DB66A},
    {"export --to chrome -o -", WAITS, 0x930233BEEC2167E7},
    {"export --to openmetrics -o -", MACHINE, 0x63758E4CA5BE9746},
    {"export --to firefox -o -", MACHINE, 0x796B4E571CD7D823},
    {"export --to speedscope -o -", MACHINE, 0xB36A4AA22974F1D8},
};

static const char *line;

/* Without the version. */
static void add_output(const struct text *wrote, struct text *out) {
    const char *at = text_str(wrote);
    for (const char *said; (said = strstr(at, JFR_VERSION)); at = said + strlen(JFR_VERSION))
        text_add_bytes(out, at, (size_t)(said - at));
    text_add(out, at);
}

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    struct child_result result = commanded_of(line, told, 30);
    text_addf(out, "%d\n", result.code);
    add_output(&result.out, out);
    add_output(&result.err, out);
    text_free(&result.out);
    text_free(&result.err);
    free(told);
}

START_TEST(another_number_comes_to_what_it_ever_did) {
    struct anywhere a = anywhere_begin(commands[_i].line, tell);
    line = commands[_i].line;
    anywhere_numbers(&a, commands[_i].told, false);
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
