/* What is read of waits, pauses and samples: whose, in which second, how long, what for. */
#include "analyzers/account/account_parts.h"
#include "base/units.h"
#include "tests/support/judged.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n"
#define ENTER \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C previousOwner:T\n"
#define SLEEP "jdk.ThreadSleep duration:d eventThread:T stackTrace:K\n"
#define WAIT "jdk.JavaMonitorWait duration:d eventThread:T stackTrace:K monitorClass:C\n"
#define READ "jdk.SocketRead duration:d eventThread:T stackTrace:K host:s address:s\n"
#define FILE_READ "jdk.FileRead duration:d eventThread:T stackTrace:K path:s\n"
#define STALL "jdk.ZAllocationStall duration:d eventThread:T stackTrace:K\n"
#define SAMPLE "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"
#define NATIVE "jdk.NativeMethodSample sampledThread:T stackTrace:K state:s\n"
#define WALL "profiler.WallClockSample sampledThread:T stackTrace:K state:s timeSpan:d samples:l\n"
#define CPU "jdk.CPUTimeSample eventThread:T stackTrace:K failed:b samplingPeriod:d\n"
#define OPERATION "jdk.ExecuteVMOperation duration:d safepoint:b\n"
#define GC_PAUSE "jdk.GCPhasePause duration:d\n"

static const char *const sources[] = {"wait", "paused", "cpu", "run", "native", "wall"};
static const struct raw *sorted;
static int64_t sums[sizeof sources / sizeof *sources][ACCOUNT_STATES]; /* of what was read, ns */

static int compare(const void *a, const void *b) {
    const struct raw_cell *x = a, *y = b;
    int order = strcmp(strings_get(&sorted->texts, sorted->threads.items[x->thread].name),
                       strings_get(&sorted->texts, sorted->threads.items[y->thread].name));
    if (order) return order;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    return raw_order_whats(sorted, x->what, y->what);
}

/* "main 0: wait lock app.Lock 500 ms" of each thread and second, samples as "x 3", by commas.
 * states: only these are asked for. */
static char *read_of(const char *told, bool states) {
    struct recording r = {0};
    struct walk_run run = {0};
    struct scan_report report;
    struct account_asked asked = {.from = {.kind = TIME_NONE}, .states = states};
    struct text out = {0};
    told_write(&r, told, RECORDED_NS);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    account_join(&run, &asked);
    walk_start(&run, &scan, &report);
    struct raw *raw = (struct raw *)(uintptr_t)walk_result(&run, &account_reader);
    sorted = raw;
    memset(sums, 0, sizeof sums);
    if (raw->cells.len) qsort(raw->cells.items, raw->cells.len, sizeof *raw->cells.items, compare);
    for (size_t i = 0; i < raw->cells.len; i++) {
        const struct raw_cell *cell = &raw->cells.items[i];
        const struct raw_what *what = &raw->whats.items[cell->what];
        sums[what->source][what->what.state] += cell->ns;
        text_addf(&out, "%s%s %u: %s %s %s %lld ms", i ? ", " : "",
                  strings_get(&raw->texts, raw->threads.items[cell->thread].name), cell->step,
                  sources[what->source], account_state_key(what->what.state),
                  strings_get(&raw->texts, what->what.label),
                  (long long)((cell->ns + NS_PER_MS / 2) / NS_PER_MS));
        if (cell->samples) text_addf(&out, " x %u", cell->samples);
    }
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
    return text_take(&out);
}

static const struct {
    const char *told, *cells;
} cases[] = {
    /* a wait is in the seconds that it lasts */
    {ENTER "@500 100 main app.Main.run app.Lock -\n", "main 0: wait lock app.Lock 100 ms"},
    {ENTER "@500 2000 main app.Main.run app.Lock -\n",
     "main 0: wait lock app.Lock 500 ms, main 1: wait lock app.Lock 1000 ms, main 2: wait lock "
     "app.Lock 500 ms"},
    {ENTER "@1000 1000 main app.Main.run app.Lock -\n", "main 1: wait lock app.Lock 1000 ms"},
    {ENTER "@500 0 main app.Main.run app.Lock -\n", ""},
    /* of two that overlap the one that began first stays whole, of those at once the longer */
    {ENTER "@100 400 main app.Main.run app.A -\n@300 400 main app.Main.run app.B -\n",
     "main 0: wait lock app.A 400 ms, main 0: wait lock app.B 200 ms"},
    {ENTER "@300 400 main app.Main.run app.B -\n@100 400 main app.Main.run app.A -\n",
     "main 0: wait lock app.A 400 ms, main 0: wait lock app.B 200 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n@200 100 main app.Main.run app.B -\n",
     "main 0: wait lock app.A 400 ms"},
    {ENTER "@100 200 main app.Main.run app.A -\n@100 400 main app.Main.run app.B -\n",
     "main 0: wait lock app.B 400 ms"},
    {ENTER "@100 200 main app.Main.run app.B -\n@100 200 main app.Main.run app.A -\n",
     "main 0: wait lock app.A 200 ms"},
    {ENTER "@100 200 main app.Main.run app.A -\n@300 200 main app.Main.run app.B -\n",
     "main 0: wait lock app.A 200 ms, main 0: wait lock app.B 200 ms"},
    {ENTER "@100 200 main app.Main.run app.A -\n@200 200 other app.Main.run app.B -\n",
     "main 0: wait lock app.A 200 ms, other 0: wait lock app.B 200 ms"},
    /* what is waited for is what the event says, and what the stack does */
    {PARK "@0 100 main app.Main.run -\n", "main 0: wait other parked in app.Main.run 100 ms"},
    {PARK "@0 100 main java.util.concurrent.locks.LockSupport.park,"
          "java.util.concurrent.FutureTask.awaitDone,app.Main.run -\n",
     "main 0: wait other for a future 100 ms"},
    {PARK "@0 100 main java.util.concurrent.locks.LockSupport.park,"
          "java.util.concurrent.ThreadPoolExecutor.getTask -\n",
     "main 0: wait idle worker pool 100 ms"},
    {SLEEP "@0 100 main java.lang.Thread.sleep,app.Main.run\n",
     "main 0: wait timer in app.Main.run 100 ms"},
    {WAIT "@0 100 main java.lang.Object.wait,app.Main.run app.Lock\n",
     "main 0: wait other to be notified in app.Main.run 100 ms"},
    {READ "@0 100 main java.net.Socket.read,app.Main.run db.example 10.0.0.1\n",
     "main 0: wait reply db.example 100 ms"},
    {FILE_READ "@0 100 main java.io.FileInputStream.read,app.Main.run /data\n",
     "main 0: wait file /data 100 ms"},
    {STALL "@0 100 main app.Main.run\n", "main 0: wait ready allocation stall 100 ms"},
    /* what of waits lies in pauses; operations that do not pause are none */
    {ENTER "@100 400 main app.Main.run app.A -\n" GC_PAUSE "@200 100\n",
     "main 0: wait lock app.A 400 ms, main 0: paused ready  100 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n" GC_PAUSE "@0 200\n@400 200\n",
     "main 0: wait lock app.A 400 ms, main 0: paused ready  200 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n" GC_PAUSE "@0 100\n@500 100\n",
     "main 0: wait lock app.A 400 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n" OPERATION "@200 100 1\n",
     "main 0: wait lock app.A 400 ms, main 0: paused ready  100 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n" OPERATION "@200 100 0\n",
     "main 0: wait lock app.A 400 ms"},
    {ENTER "@100 400 main app.Main.run app.A -\n@100 400 other app.Main.run app.A -\n" GC_PAUSE
           "@200 100\n@250 100\n",
     "main 0: wait lock app.A 400 ms, main 0: paused ready  150 ms, other 0: wait lock app.A 400 "
     "ms, other 0: paused ready  150 ms"},
    /* samples: of Java code what they are worth, of native code one each */
    {SAMPLE "@100 main app.Main.run RUNNABLE\n@900 main app.Main.run RUNNABLE\n"
            "@1000 main app.Main.run RUNNABLE\n",
     "main 0: run running app 40 ms x 2, main 1: run running app 20 ms x 1"},
    {CPU "@100 main app.Main.run 0 10\n", "main 0: cpu running app 10 ms x 1"},
    {NATIVE "@100 main java.net.SocketInputStream.socketRead0,app.Main.run RUNNABLE\n",
     "main 0: native reply a socket, read in app.Main.run 20 ms x 1"},
    {NATIVE "@100 main app.Main.read RUNNABLE\n",
     "main 0: native unexplained in native code, which runs or waits 20 ms x 1"},
    /* of a thread that waits, as events say, samples say nothing */
    {NATIVE "@100*5/100 main app.Main.read RUNNABLE\n" ENTER "@200 200 main app.Main.run app.A -\n",
     "main 0: wait lock app.A 200 ms, main 0: native unexplained in native code, which runs or "
     "waits 60 ms x 3"},
    {NATIVE "@100*5/100 main app.Main.read RUNNABLE\n" ENTER
            "@200 200 other app.Main.run app.A -\n",
     "main 0: native unexplained in native code, which runs or waits 100 ms x 5, other 0: wait "
     "lock app.A 200 ms"},
    /* of all threads: each its interval, several from the last back */
    {WALL "@100 main app.Main.run RUNNABLE 0 1\n", "main 0: wall running app 50 ms x 1"},
    {WALL "@100 main java.lang.Object.wait,app.Main.run SLEEPING 0 1\n",
     "main 0: wall other parked in app.Main.run 50 ms x 1"},
    {WALL "@100 main app.Main.run SLEEPING 0 1\n",
     "main 0: wall lock a monitor in app.Main.run 50 ms x 1"},
    {WALL "@100 main app.Main.run BLOCKED 0 1\n",
     "main 0: wall lock a monitor in app.Main.run 50 ms x 1"},
    {WALL "@1000 main app.Main.run RUNNABLE 0 1\n", "main 1: wall running app 50 ms x 1"},
    {WALL "@2000 main app.Main.run RUNNABLE 1000 1\n", "main 2: wall running app 50 ms x 1"},
    {WALL "@1000 main app.Main.run RUNNABLE 0 2\n", "main 0: wall running app 100 ms x 1"},
    {WALL "@3000 main app.Main.run RUNNABLE 2000 4\n",
     "main 1: wall running app 100 ms x 1, main 2: wall running app 100 ms"},
    {WALL "@3000 main app.Main.run RUNNABLE 0 40\n",
     "main 1: wall running app 1000 ms x 1, main 2: wall running app 1000 ms"},
};

START_TEST(waits_and_samples_are_those_of_their_second) {
    char *cells = read_of(cases[_i].told, false);
    ck_assert_str_eq(cells, cases[_i].cells);
    free(cells);
}
END_TEST

START_TEST(states_are_the_same_if_nothing_else_is_asked_for) {
    int64_t all[sizeof sums / sizeof **sums];
    free(read_of(cases[_i].told, false));
    memcpy(all, sums, sizeof sums);
    free(read_of(cases[_i].told, true));
    ck_assert_mem_eq(sums, all, sizeof sums);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("account, read");
    TCase *c = tcase_create("account, read");
    tcase_add_loop_test(c, waits_and_samples_are_those_of_their_second, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_loop_test(c, states_are_the_same_if_nothing_else_is_asked_for, 0,
                        sizeof cases / sizeof *cases);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
