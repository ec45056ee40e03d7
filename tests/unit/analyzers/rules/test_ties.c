/* What is longest, or most: of unequal ones the greater, wherever it stands, of equal ones the
 * first. For each rule that shows one of many. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define ENTER "jdk.JavaMonitorEnter duration:d monitorClass:C address:l stackTrace:K\n"
#define SOCKET "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K\n"
#define SHAKE "sun.security.ssl.SSLSocketImpl.startHandshake,app.Client.call"
#define LOAD "jdk.ClassLoad duration:d loadedClass:C\n"
#define BIASED "jdk.BiasedLockClassRevocation duration:d revokedClass:C disableBiasing:b\n"
#define OPERATION "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b\n"
#define PINNED "jdk.VirtualThreadPinned duration:d pinnedReason:s stackTrace:K\n"
#define THROWN "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
#define ALLOCATION "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"
#define FINALIZERS "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l objects:l\n"
#define NATIVE "jdk.NativeMethodSample stackTrace:K\n"
#define LOOKUP "java.net.Inet6AddressImpl.lookupAllHostAddr"
#define CONNECT "sun.nio.ch.Net.connect0,java.net.Socket.connect"

/* An event or several: %1$d, when, in ms; %2$d, how long or how many; %3$s, whose. */
static const struct {
    const char *rule, *types, *events;
    const char *key, *named; /* the value that says whose, as printf has it; NULL: none does */
    bool window;             /* the finding is of the time in which it was */
    bool by_stack;           /* of equal ones the one whose stack comes first */
} shown[] = {
    {"LongGcPause", "jdk.GCPhasePause duration:d name:s gcId:l\n", "@%1$d %2$d Pause_%3$s 1\n",
     "cause", "Pause %s", true},
    {"HeapContent", "jdk.ObjectCount gcId:l objectClass:C count:l totalSize:l\n",
     "@%1$d 1 app/%3$s 9 %2$d\n", "class", "app.%s", false},
    {"FileRead", "jdk.FileRead duration:d bytesRead:l path:s\n", "@%1$d %2$d 4 /%3$s\n", "where",
     "/%s", true},
    {"FileRead", "jdk.FileRead duration:d bytesRead:l path:s\n", "@%1$d %2$d 4 /%3$s\n",
     "most_where", "/%s", false},
    {"FileForce", "jdk.FileForce duration:d metaData:b path:s\n", "@%1$d %2$d 0 /%3$s\n", "where",
     "/%s", true},
    {"SocketRead", SOCKET, "@%1$d %2$d 4 %3$s java.net.Socket.read,app.Client.call\n", "where",
     "%s", true},
    {"SocketWrite", "jdk.SocketWrite duration:d bytesWritten:l host:s\n", "@%1$d %2$d 4 %3$s\n",
     "where", "%s", true},
    {"SlowHandshakes", SOCKET, "@%1$d %2$d 4 %3$s " SHAKE "\n", "where", "%s", true},
    {"VMOperations", OPERATION, "@%1$d %2$d %3$s 1 1\n", "operation", "%s", true},
    {"JavaBlocking", ENTER, "@%1$d %2$d app/%3$s 7 app.Main.run\n", "class", "app.%s", true},
    {"JavaBlocking", ENTER, "@%1$d %2$d app/Lock 7 app.%3$s.run\n", "site", "app.%s.run", true},
    {"ClassLoading", LOAD, "@%1$d %2$d app/%3$s\n", "class", "app.%s", true},
    {"TimeToSafepoint", "jdk.SafepointStateSynchronization duration:d\n", "@%1$d %2$d\n", NULL,
     NULL, true},
    {"VirtualThreadPinned", PINNED, "@%1$d %2$d monitor app.%3$s.run\n", "site", "app.%s.run",
     true},
    {"ZGCAllocationStallRule", "jdk.ZAllocationStall duration:d eventThread:T\n",
     "@%1$d %2$d %3$s\n", NULL, NULL, true},
    {"ManySmallReads", SOCKET, "@%1$d*%2$d/1 0 4 db java.net.Socket.read,app.%3$s.call\n", "site",
     "app.%s.call", false},
    {"RetryStorm", THROWN,
     "@%1$d*%2$d/1 java/net/ConnectException no java.net.Socket.connect,app.%3$s.call\n", "site",
     "app.%s.call", .by_stack = true},
    {"Allocations.class", ALLOCATION, "@%1$d app/%3$s %2$d000000 main app.Main.copy\n", "name",
     "app.%s", false},
    {"Allocations.thread", ALLOCATION, "@%1$d byte[] %2$d000000 %3$s app.Main.copy\n", "name", "%s",
     false},
    {"Allocations.class", ALLOCATION, "@%1$d byte[] %2$d000000 main app.%3$s.copy\n", "site",
     "app.%s.copy", .by_stack = true},
    {"SlowNameLookups", NATIVE, "@%1$d*%2$d/1 " LOOKUP ",app.%3$s.call\n", "site", "app.%s.call"},
    {"SlowNameLookups", NATIVE, "@%1$d*%2$d/1 " LOOKUP ",app.Client.call,app.%3$s.run\n", "caller",
     "app.%s.run"},
    {"SlowConnects", NATIVE, "@%1$d*%2$d/1 " CONNECT ",app.%3$s.call\n", "site", "app.%s.call"},
    {"SlowConnects", NATIVE, "@%1$d*%2$d/1 " CONNECT ",app.Client.call,app.%3$s.run\n", "caller",
     "app.%s.run"},
    {"FinalizerBacklog", FINALIZERS, "@%1$d app/%3$s 5 %2$d00\n", "class", "app.%s", false},
};

static void check_shown(size_t row, int first, int second, bool of_first) {
    char told[2000] = "", wanted[80];
    snprintf(told, sizeof told, "%s", shown[row].types);
    snprintf(told + strlen(told), sizeof told - strlen(told), shown[row].events, 1000, first,
             "One");
    snprintf(told + strlen(told), sizeof told - strlen(told), shown[row].events, 5000, second,
             "Other");
    severity_of(shown[row].rule, told);
    if (shown[row].key) {
        snprintf(wanted, sizeof wanted, shown[row].named, of_first ? "One" : "Other");
        ck_assert_msg(strcmp(text_of(shown[row].key), wanted) == 0, "%s: %s of %d and %d",
                      shown[row].rule, text_of(shown[row].key), first, second);
    }
    if (shown[row].window)
        ck_assert_msg(finding.from_ns == START_NS + (of_first ? 1000 : 5000) * INT64_C(1000000),
                      "%s: from %lld", shown[row].rule, (long long)(finding.from_ns - START_NS));
}

START_TEST(of_two_the_greater_is_shown_and_of_equal_ones_the_first) {
    check_shown((size_t)_i, 300, 301, false);
    check_shown((size_t)_i, 301, 300, true);
    if (!shown[_i].by_stack) check_shown((size_t)_i, 300, 300, true);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ties");
    TCase *tcase = tcase_create("ties");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, of_two_the_greater_is_shown_and_of_equal_ones_the_first, 0,
                        (int)(sizeof shown / sizeof *shown));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
