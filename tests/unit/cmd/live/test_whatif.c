/* jfrtool whatif in a JVM, whole: what it asks the JVM, in which order, and what it makes of what
 * is recorded meanwhile. */
#include "tests/support/suite.h"
#include "tests/support/talking_jvm.h"
#include "tests/support/told.h"

#define OK "0\nreturn code: 0\n"
#define LOAD "load|*libjfragent.so|true|"
#define BEGIN LOAD "engine=whatif,methods="
#define STOP LOAD "stop,answer=*"
#define LOOK LOAD "interval=5ms,flush=500ms," FILE_OF
#define WHATIF "whatif --json --agent $D/libjfragent.so "
#define FILE_OF "file=/tmp/.jfrtool-*,answer=*"

enum records { NO_WINDOWS, WINDOWS, SAMPLES, ALIKE, REQUESTS };

struct told_whatif {
    const char *line;
    struct turn turns[8];
    const char *err, *out; /* globs; NULL: nothing */
    enum records records;
    int code;
};

static const char *const recorded[] = {
    [NO_WINDOWS] = "app.Nothing n:l\n@0 1\n",
    [WINDOWS] = "jfragent.Experiment duration:d kind:s method:s progressPoint:s speedup:l delay:d "
                "progress:l ran:d waited:d switches:l hits:l processors:l missed:l\n"
                "@1000*12/400 80 base - A.done 0 0 1000+7 100 1 50 0 4 0\n"
                "@1100*12/400 80 control - A.done 25 0 1003+7 100 1 50 160 4 0\n"
                "@1200*12/400 80 virtual A.parse A.done 25 8 1001+7 100 1 50 160 4 0\n",
    [SAMPLES] = "jdk.ExecutionSample sampledThread:T stackTrace:K\n"
                "@0*60/10 main app.Cart.sum,app.Page.show,app.Main.run\n"
                "@3*30/10 main app.Page.show,app.Main.run\n"
                "@5*3/10 main app.Rare.one,app.Main.run\n"
                "@6*2/10 main app.Rare.two,app.Main.run\n"
                "@7*5/10 main java.util.Map.get,java.lang.Thread.run\n",
    [ALIKE] = "jdk.ExecutionSample sampledThread:T stackTrace:K\n"
              "@0*40/10 main app.Cart.sum\n"
              "@1*30/10 main app.Cart.sum2\n"
              "@2*20/10 main app.Cart.add\n"
              "@3*18/10 main app.Cart.su\n"
              "@4*17/10 main app.Cart.<init>\n"
              "@5*16/10 main app.Line.sum\n"
              "@6*15/10 main app.Line.add\n"
              "@7*14/10 main app.Cart[].sum\n",
    [REQUESTS] = "app.Request duration:d eventThread:T path:s\n"
                 "@1000*9/100 40 main /cart\n"
                 "@1000*3/100 40 main /page\n"
                 "app.Part duration:d eventThread:T name:s\n"
                 "@1000*4/100 10 main sum\n",
};

static void set_up(void) {
    talking_set_up();
    talking_save(talking_text("$D/libjfragent.so"), "library", 7);
}

static void check(const struct told_whatif *told) {
    recording_free(&talking_recording);
    talking_recording = (struct recording){0};
    /* In the year 2100: what the JVM's recorder had before we came is not looked at. */
    told_write_at(&talking_recording, recorded[told->records], INT64_C(4102444800000000000),
                  INT64_C(10000000000));
    talking_save(talking_text("$D/repository/1.jfr"), talking_recording.out.data,
                 talking_recording.out.len);
    talking_says(told->line, told->turns, 0, told->err, told->out, told->code);
}

/* ==== Of methods that are named ============================================================= */

static const struct told_whatif named[] = {
    {WHATIF "-p A.done -m A.parse -m B.read --speed 30 -t 1s $P",
     {{BEGIN "A.parse;B.read,progress=A.done,speeds=30," FILE_OF, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*",
     "*\"progress\":\t\"A.done\"*\"method\":\t\"A.parse\"*",
     WINDOWS},
    {WHATIF "--latency A.from,A.to -m A.parse --cuts A.x -t 1s depth=9 $P",
     {{BEGIN "A.parse,latency=A.from;A.to,speeds=25,cuts=A.x,depth=9," FILE_OF, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*",
     "*\"method\":\t\"A.parse\"*",
     WINDOWS},
    /* it ends before its time, when intervals are narrow */
    {WHATIF "-p A.done -m A.parse --keep $D/kept.jfr -t 90s $P",
     {{BEGIN "A.parse,progress=A.done,speeds=25," FILE_OF, OK, NULL, WRITES},
      {LOAD "dump,answer=*", OK, "$D/none"},
      {STOP, OK, NULL, ENDS_FILE}},
     "*kept.jfr is not written: *",
     "*\"method\":\t\"A.parse\"*",
     WINDOWS},
    {WHATIF "-p A.done -m A.parse -t 10ms $P",
     {{BEGIN "A.parse,progress=A.done,speeds=25," FILE_OF, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*no window of experiments was complete when the time was over; allow more time with --time "
     "60s\n",
     NULL,
     NO_WINDOWS,
     4},
    {WHATIF "-p A.done -m A.parse $P",
     {{BEGIN "*", OK, NULL, INTERRUPTS}},
     "interrupted\n",
     NULL,
     NO_WINDOWS,
     2},
    {WHATIF "-p A.done -m A.parse --keep $D/kept.jfr $P",
     {{BEGIN "*", OK, NULL, WRITES_AND_DIES}},
     "*process $P ended\n*kept.jfr is not written: the JVM has ended\n*",
     "*\"method\":\t\"A.parse\"*",
     WINDOWS},
    {WHATIF "-p A.done -m A.parse $P",
     {{BEGIN "*", "0\nreturn code: 102\n", "methods= expects names"}},
     "methods= expects names\n",
     NULL,
     NO_WINDOWS,
     2},
};

START_TEST(experiments_are_with_the_methods_that_are_named) {
    check(&named[_i]);
}
END_TEST

/* ==== First looks =========================================================================== */

static const struct told_whatif looks[] = {
    {WHATIF "-p A.done -t 10ms $P",
     {{LOOK, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE},
      {BEGIN
       "app.Main.run;app.Page.show;app.Cart.sum;app.Rare.one,progress=A.done,speeds=25," FILE_OF,
       OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*looking for hot methods\n*no window of experiments was complete*",
     NULL,
     SAMPLES,
     4},
    /* the six hottest, however alike their names are */
    {WHATIF "-p A.done -t 10ms $P",
     {{LOOK, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE},
      {BEGIN "app.Cart.sum;app.Cart.sum2;app.Cart.add;app.Cart.su;app.Cart.<init>;app.Line.sum,"
             "progress=A.done,speeds=25," FILE_OF,
       OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*looking for hot methods\n*no window of experiments was complete*",
     NULL,
     ALIKE,
     4},
    {WHATIF "-p requests -m A.parse -t 10ms $P",
     {{"jcmd|JFR.check||", "0\nNo available recordings.\n"},
      {"jcmd|JFR.start *", "0\nStarted recording 1.\n"},
      {"properties|||", "0\njdk.jfr.repository=$D/repository\n"},
      {"jcmd|JFR.stop *", "0\nStopped recording.\n"},
      {BEGIN "A.parse,progress=event:app.Request,speeds=25," FILE_OF, OK, NULL, WRITES},
      {STOP, OK, NULL, ENDS_FILE}},
     "*looking for requests\nprogress is event:app.Request\n*no window of experiments was *",
     NULL,
     REQUESTS,
     4},
    {WHATIF "-p A.done $P",
     {{LOOK, OK, NULL, WRITES_AND_DIES}},
     "*looking for hot methods\nprocess $P ended\n",
     NULL,
     SAMPLES,
     2},
};

START_TEST(what_is_not_said_is_looked_for_first) {
    check(&looks[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("whatif");
    TCase *tcase = tcase_create("whatif");
    tcase_add_checked_fixture(tcase, set_up, talking_clean_up);
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, experiments_are_with_the_methods_that_are_named, 0,
                        sizeof named / sizeof *named);
    tcase_add_loop_test(tcase, what_is_not_said_is_looked_for_first, 0,
                        sizeof looks / sizeof *looks);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
