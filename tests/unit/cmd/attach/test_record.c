/* jfrtool record, whole: what it asks a JVM, in which order, and what it makes of the answers. */
#include "tests/support/suite.h"
#include "tests/support/talking_jvm.h"

#include <dirent.h>

#define NONE "0\nNo available recordings.\n"
#define RUNS "0\nRecording 1: name=jfrtool maxsize=250.0MB (running)\n"
#define OK "0\nreturn code: 0\n"
#define CHECK "jcmd|JFR.check||"
#define START "jcmd|JFR.start name=jfrtool dumponexit=true filename=\"$O\""
#define STARTED "0\nStarted recording 1.\n"
#define STOP "jcmd|JFR.stop name=jfrtool||"
#define STOPPED "0\nStopped recording \"jfrtool\", 1 kB written to:\n\n$O\n"
#define PROPERTIES "properties|||"
#define LOAD "load|*libjfragent*.so|true|"
#define AGENT " --agent $D/libjfragent.so "

enum leaves { NOTHING, RECORDING, TWO, THREE };

struct told_record { /* what it is told to do, and what comes of it */
    const char *line;
    struct turn turns[8];
    const char *err, *out; /* globs; NULL: nothing */
    enum leaves leaves;    /* in the output */
    bool fails, other_root;
};

/* Chunks that the JVM's recorder leaves, of the year 2100; names say in which order. */
static void fill_repository(const char *folder) {
    static const char *const names[] = {"2.jfr", "1.jfr", "3.part"};
    for (int i = 0; i < 3; i++) {
        struct recording r = {0};
        char path[200];
        talking_record(&r, INT64_C(4102444800000000000) + i);
        snprintf(path, sizeof path, "%s/%s", talking_text(folder), names[i]);
        talking_save(path, r.out.data, r.out.len);
        recording_free(&r);
    }
}

static size_t size_left(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (size_t)status.st_size : 0;
}

static void check(const struct told_record *told) {
    const size_t len = talking_recording.out.len;
    const size_t sizes[] = {[NOTHING] = 0,
                            [RECORDING] = len,
                            [TWO] = 2 * len,
                            [THREE] = 3 * len - 4 /* what fills the room up */};
    fill_repository("$D/repository");
    talking_says(told->line, told->turns, told->other_root ? TALKING_OTHER_ROOT : 0, told->err,
                 told->out, told->fails ? 2 : 0);
    ck_assert_msg(size_left(talking_text("$O")) == sizes[told->leaves],
                  "%s left %zu bytes, not %zu", told->line, size_left(talking_text("$O")),
                  sizes[told->leaves]);
    unlink(talking_text("$O"));
}

static void set_up(void) {
    talking_set_up();
    talking_save(talking_text("$D/libjfragent.so"), "library", 7);
    talking_save(talking_text("$D/own.jfc"), "<configuration/>", 16);
}

/* ==== The JVM's recorder ==================================================================== */

#define JFR "record --engine jfr "
#define BRIEF JFR "-d 100ms -o $O "

static const struct told_record by_jfr[] = {
    {BRIEF "$P",
     {{CHECK, NONE},
      {START " duration=6s||", STARTED},
      {PROPERTIES, "0\n#x\njdk.jfr.repository=$D/re\\pository\nx=y\n"},
      {STOP, STOPPED, NULL, WRITES}},
     "recording process $P (app.Main)\nwrote $O: * ms, * bytes\n",
     NULL,
     RECORDING},
    /* ended by another, whose file is there; what was given of its own is taken as it is */
    {BRIEF "a=1 duration=9s $P",
     {{CHECK, "0\nRecording 1: name=jfrtool2\nRecording 2: name=other\n"},
      {START " a=1 duration=9s||", STARTED},
      {PROPERTIES, "1\nno\n", NULL, WRITES}},
     "recording process $P (app.Main)\nthe recording was ended by someone else\nwrote $O: * "
     "bytes\n",
     NULL,
     RECORDING},
    {JFR "-o $O $P",
     {{CHECK, "1\nUnknown diagnostic command\n"}, /* it is only starting */
      {CHECK, NONE},
      {START "||", STARTED},
      {PROPERTIES, "0\n", NULL, INTERRUPTS},
      {STOP, STOPPED, NULL, WRITES}},
     "recording process $P (app.Main)\nwrote $O: * bytes\n",
     NULL,
     RECORDING},
    {JFR "-o $O $P",
     {{CHECK, NONE},
      {START "||", STARTED},
      {PROPERTIES, "0\njdk.jfr.repository=$D/repository\n", NULL, DIES}},
     "recording process $P (app.Main)\nprocess $P ended; the recording holds what it had written\n"
     "wrote $O: * bytes\n",
     NULL,
     TWO},
    {JFR "-o $O $P",
     {{CHECK, NONE}, {START "||", STARTED}, {PROPERTIES, "0\n", NULL, DIES}},
     "recording process $P (app.Main)\nthe target was killed, and its recorder's repository "
     "(unknown) is gone\n",
     .fails = true},
    {BRIEF "$P",
     {{CHECK, RUNS}},
     "a recording of jfrtool is running in process $P already; jfrtool record --engine jfr --stop "
     "$P ends it\n",
     .fails = true},
    {BRIEF "$P",
     {{CHECK, "0\nRecording 1: name=jfrtool\n"}},
     "a recording of jfrtool is*",
     .fails = true},
    {BRIEF "$P",
     {{CHECK, "1\n\n  Not now. \nmore\n"}},
     "the JVM refused: Not now\n",
     .fails = true},
    {BRIEF "$P", {{CHECK, "1\n"}}, "the JVM refused: no answer\n", .fails = true},
    {BRIEF "$P",
     {{CHECK, NONE}, {START " duration=6s||", "0\nCould not start.\n"}},
     "the JVM did not start a recording: Could not start\n",
     .fails = true},
    {BRIEF "$P",
     {{CHECK, NULL, NULL, DIES}},
     "the JVM $P gave no answer: it is ending, or accepts only its own user and group\n",
     .fails = true},
    {"record --engine jfr-cpu -d 100ms -o $O $P",
     {{NULL}},
     "JDK 25 is the first whose recorder samples by CPU time, process $P is of JDK 17.0.15; "
     "--engine cpu does so with any JDK\n",
     .fails = true},
    {JFR "-d 100ms -o $D/none/out.jfr $P",
     {{NULL}},
     "cannot write to $D/none: No such file or directory\n",
     .fails = true},
    {JFR "-d 100ms -o $D/a\"b.jfr $P",
     {{NULL}},
     "the output's path must not contain quotes*",
     .fails = true},
    {JFR "--detach -o $O $P",
     {{CHECK, NONE}, {START "||", STARTED}, {PROPERTIES, "0\n"}},
     "recording process $P (app.Main) to $O; jfrtool record --engine jfr --stop $P ends it\n"},
    {JFR "--stop $P", {{STOP, STOPPED}}, "ended the recording of process $P: $O\n"},
    {JFR "--stop $P", {{STOP, "0\nStopped recording.\n"}}, "ended the recording of process $P\n"},
    {JFR "--stop $P",
     {{STOP, "0\nCould not find it.\n"}, {CHECK, NONE}},
     "no recording of jfrtool is running in process $P\n",
     .fails = true},
    {JFR "--stop $P",
     {{STOP, "0\nNo room.\n"}, {CHECK, RUNS}},
     "the JVM did not stop the recording: No room\n",
     .fails = true},
    {JFR "--dump -o $O $P",
     {{CHECK, RUNS},
      {"jcmd|JFR.dump name=jfrtool filename=\"$O\"||", "0\nDumped recording\n", NULL, WRITES}},
     "wrote $O: * bytes; the recording of process $P continues\n",
     NULL,
     RECORDING},
    {JFR "--dump -o $O $P",
     {{CHECK, RUNS}, {"jcmd|JFR.dump name=jfrtool filename=\"$O\"||", "0\nNo room.\n"}},
     "the JVM did not write the recording: No room\n",
     .fails = true},
    {JFR "--dump -o $O $P",
     {{CHECK, NONE}},
     "no recording of jfrtool is running in process $P\n",
     .fails = true},
    {JFR "--dump -o $O $P", {{CHECK, "1\nno\n"}}, "the JVM refused: no\n", .fails = true},
    {JFR "--status $P",
     {{"jcmd|JFR.check name=jfrtool||", RUNS}},
     NULL,
     "*process*$P (app.Main)*engine*jfr*the JVM says*Recording 1: name=jfrtool maxsize=250.0MB "
     "(running)\n"},
    {JFR "--status $P",
     {{"jcmd|JFR.check name=jfrtool||", NONE}},
     "no recording of jfrtool is running in process $P\n",
     .fails = true},
    {JFR "--status $P",
     {{"jcmd|JFR.check name=jfrtool||", "1\nno\n"}},
     "the JVM refused: no\n",
     .fails = true},
};

START_TEST(the_jvms_recorder_is_asked_and_its_answers_are_told) {
    check(&by_jfr[_i]);
}
END_TEST

START_TEST(a_recorder_that_samples_by_cpu_time_takes_the_place_of_the_usual_one) {
    static const char own[] = " jdk.CPUTimeSample#enabled=true jdk.ExecutionSample#enabled=false";
    for (int i = 0; i < 2; i++) {
        char asks[400];
        snprintf(asks, sizeof asks, "%s%s%s%s duration=6s||", START,
                 i ? " jdk.CPUTimeSample#throttle=5ms" : "", own,
                 i ? "" : " jdk.CPUTimeSample#throttle=20ms");
        const struct told_record told = {
            i ? "record --engine jfr-cpu -d 100ms -o $O jdk.CPUTimeSample#throttle=5ms $P"
              : "record --engine jfr-cpu -d 100ms -o $O $P",
            {{CHECK, NONE}, {asks, STARTED}, {PROPERTIES, "0\n"}, {STOP, STOPPED, NULL, WRITES}},
            "recording process $P (app.Main)\nwrote $O: * bytes\n",
            NULL,
            RECORDING};
        talking_version = "25";
        check(&told);
    }
}
END_TEST

/* ==== Our agent ============================================================================= */

#define OURS "record --no-jfr" AGENT

static const struct told_record by_agent[] = {
    {OURS "-d 100ms -o $O $P",
     {{LOAD "duration=5100ms,file=$O,answer=/tmp/.jfrtool-*/answer,while=/tmp/.jfrtool-*/answer",
       OK, "$O", WRITES},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE}},
     "*recording process $P (app.Main)\nwrote $O: * ms, 3 samples, * bytes\n",
     NULL,
     RECORDING},
    {OURS "-d 100ms -o $O depth=8 $P", /* asked when its own time was over, too */
     {{LOAD "duration=5100ms,depth=8,file=$O,answer=*", OK, "$O", WRITES},
      {LOAD "stop,answer=*", "0\nreturn code: 104\n", NULL, ENDS_FILE}},
     "*recording process $P (app.Main)\nwrote $O: * ms, 3 samples, * bytes\n",
     NULL,
     RECORDING},
    {OURS "-o $O depth=9 $P",
     {{LOAD "depth=9,file=$O,answer=*", OK, "$O", ENDS_FILE}},
     "*recording process $P (app.Main)\nthe recording was ended by someone else\n"
     "wrote $O: * 3 samples, * bytes\n",
     NULL,
     RECORDING},
    {OURS "-o $O file=x $P",
     {{LOAD "file=x,file=$O,answer=*", OK, "$O", ENDS_FILE}},
     "the option file= is for the agent without the recording goes to $O\n*",
     NULL,
     RECORDING},
    {OURS "--engine suspend --detach -o $O $P",
     {{LOAD "engine=suspend,file=$O,answer=/tmp/.jfrtool-*/answer", OK, "$O"}},
     "*recording process $P (app.Main) to $O; jfrtool record --stop $P ends it\n"},
    {OURS "-d 100ms -o $O $P",
     {{LOAD "*", "0\nonly permitted in the live phase\n"}, /* it is only starting */
      {LOAD "*", "0\nreturn code: 102\n", "depth= expects a number"}},
     "depth= expects a number\n",
     .fails = true},
    {OURS "-d 100ms -o $O $P",
     {{LOAD "*", "0\nreturn code: 103\n"}},
     "a recording is running in process $P already; jfrtool record --stop $P ends it\n",
     .fails = true},
    {OURS "--stop $P",
     {{LOAD "stop,answer=*", OK, "/a b.jfr"}},
     "ended the recording of process $P: /a b.jfr\n"},
    {OURS "--stop $P", {{LOAD "stop,answer=*", OK}}, "ended the recording of process $P\n"},
    {OURS "--stop $P",
     {{LOAD "stop,answer=*", "0\nreturn code: 104\n", "x"}},
     "no recording of the agent is running in process $P\n",
     .fails = true},
    {OURS "--dump -o $D/dump.jfr $P",
     {{LOAD "dump,answer=*", OK, "$D/none"}},
     "cannot read $D/none of the target: No such file or directory\n",
     .fails = true},
    {OURS "--status --json $P",
     {{LOAD "status,answer=*", OK,
       "engine cpu\nstarted 1763671860000\nrunning 1200\nnative 0\nfile-bytes 7\nheld-bytes 8\n"
       "lost-events 9\nrequested 5\nfile /a\nb.jfr\n\n"}},
     NULL,
     "{\n\t\"pid\":\t$P,\n\t\"main_class\":\t\"app.Main\",\n\t\"file\":\t\"/"
     "a\\nb.jfr\",\n\t\"engine\":\t\"cpu\","
     "\n\t\"started_ns\":\t1763671860000000000,\n\t\"elapsed_ns\":\t*,\n\t\"samples\":\t{"
     "\n\t\t\"running\":\t1200,"
     "\n\t\t\"native\":\t0\n\t},\n\t\"threads\":\t{\n\t\t\"requested\":\t5\n\t},\n\t\"file_bytes\":"
     "\t7,"
     "\n\t\"held_bytes\":\t8,\n\t\"lost_events\":\t9\n}\n"},
    {OURS "--status $P",
     {{LOAD "status,answer=*", OK,
       "engine cpu\nstarted 1\nrunning 1200\nnative 0\nlock 3\nfile /a"}},
     NULL,
     "*recording    /a\n  engine       cpu\n  since *\n  samples      1,200 running, 3 waits for "
     "locks\n  threads      none\n*"},
    {OURS "--status $P",
     {{LOAD "status,answer=*", "0\nreturn code: 104\n"}},
     "no recording of the agent is running in process $P\n",
     .fails = true},
};

START_TEST(the_agent_is_loaded_and_asked_and_its_answers_are_told) {
    check(&by_agent[_i]);
}
END_TEST

/* ==== Both ================================================================================== */

#define EVENTS \
    "jcmd|JFR.start name=jfrtool dumponexit=true filename=\"/tmp/.jfrtool-*/events.jfr\" "
#define WITHOUT "jdk.ExecutionSample#enabled=false jdk.NativeMethodSample#enabled=false"

#define BOTH "record" AGENT
#define BY_DEFAULT EVENTS "settings=default " WITHOUT
#define CLOCK "clock=4102444800000000000:1000:1000000000,"

static const struct told_record by_both[] = {
    {BOTH "-d 100ms -o $O alloc=1m lock=1ms $P",
     {{CHECK, NONE},
      {BY_DEFAULT " jdk.ObjectAllocationSample#enabled=false "
                  "jdk.JavaMonitorEnter#enabled=false jdk.ThreadPark#enabled=false duration=66s||",
       STARTED},
      {PROPERTIES, "0\njdk.jfr.repository=$D/repository\n"},
      {LOAD "duration=5100ms," CLOCK "events=samples,alloc=1m,lock=1ms,file=$O,answer=*", OK, "$O"},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE},
      {STOP, "0\nStopped recording.\n", NULL, WRITES}},
     "*recording process $P (app.Main)\nwrote $O: * 3 samples, * bytes\n",
     NULL,
     TWO},
    /* what the JVM's recorder was to write at the end has stayed empty */
    {BOTH "-d 100ms -o $O $P",
     {{CHECK, NONE},
      {BY_DEFAULT " duration=66s||", STARTED},
      {PROPERTIES, "0\n"},
      {LOAD "duration=5100ms,events=samples,file=$O,answer=*", OK, "$O"},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE},
      {STOP, "0\nStopped recording.\n", NULL, EMPTIES}},
     "*our samples are in $O, but the JVM's events could not be added: No data "
     "available\n",
     NULL,
     RECORDING,
     .fails = true},
    {BOTH "-d 100ms -o $O $P",
     {{CHECK, NONE},
      {BY_DEFAULT " duration=66s||", STARTED},
      {PROPERTIES, "0\n"},
      {LOAD "*", OK, "$O"},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE},
      {STOP, "1\nno\n"}},
     "*our samples are in $O, without the JVM's events: the JVM refused: no\n",
     NULL,
     RECORDING,
     .fails = true},
    {BOTH "-o $O $P", /* what was flushed, and the chunks that have stayed */
     {{CHECK, NONE},
      {BY_DEFAULT "||", STARTED, NULL, EMPTIES},
      {PROPERTIES, "0\njdk.jfr.repository=$D/repository\n"},
      {LOAD "*", OK, "$O", WRITES_AND_DIES}},
     "*recording process $P (app.Main)\nprocess $P ended; the recording holds what it had written\n"
     "wrote $O: * 3 samples, * bytes\n",
     NULL,
     THREE},
    {BOTH "-d 100ms -o $O $P", /* a recorder that refuses is done without */
     {{CHECK, "1\nUnknown name\n"},
      {LOAD "duration=5100ms,file=$O,answer=*", OK, "$O"},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE}},
     "without the JVM's own events: the JVM refused: Unknown name\n*wrote $O: * 3 samples, * "
     "bytes\n",
     NULL,
     RECORDING},
    {BOTH "--jfr profile -d 100ms -o $O $P", /* which was asked for */
     {{CHECK, "1\nUnknown name\n"}},
     "the JVM refused: Unknown name\n",
     .fails = true},
    {BOTH "-d 100ms -o $O $P",
     {{CHECK, NONE},
      {BY_DEFAULT " duration=66s||", STARTED},
      {PROPERTIES, "0\n"},
      {LOAD "*", "0\nreturn code: 106\n"},
      {STOP, "0\nStopped recording.\n"}},
     "the agent refused: someone else has a handler for its signal (the target's stderr says "
     "more)\n",
     .fails = true},
    {BOTH "--jfr $D/own.jfc -d 100ms -o $O $P",
     {{CHECK, NONE},
      {EVENTS "settings=/tmp/.jfrtool-*/settings.jfc " WITHOUT " duration=66s||", STARTED},
      {PROPERTIES, "0\n"},
      {LOAD "*", OK, "$O"},
      {LOAD "stop,answer=*", OK, "$O", ENDS_FILE},
      {STOP, "0\nStopped recording.\n", NULL, WRITES}},
     "*recording process $P (app.Main)\nwrote $O: * 3 samples, * bytes\n",
     NULL,
     TWO},
    {BOTH "--jfr $D/none.jfc -d 100ms -o $O $P",
     {{NULL}},
     "cannot pass $D/none.jfc to the JVM: No such file or directory\n",
     .fails = true},
};

START_TEST(both_are_started_and_what_the_jvm_recorded_is_put_behind_our_samples) {
    check(&by_both[_i]);
}
END_TEST

/* ==== In a container ======================================================================== */

static const struct told_record elsewhere[] = {
    {JFR "-d 100ms -o $O $P",
     {{CHECK, NONE},
      {"jcmd|JFR.start name=jfrtool dumponexit=true filename=\"/tmp/.jfrtool-*/recording.jfr\" "
       "duration=6s||",
       STARTED},
      {PROPERTIES, "0\n"},
      {STOP, "0\nStopped recording.\n", NULL, WRITES}},
     "recording process $P (app.Main)\nwrote $O: * ms, * bytes\n",
     NULL,
     RECORDING},
    {OURS "-d 100ms -o $O $P",
     {{"load|/tmp/.jfrtool-*/libjfragent-e029b3e5014c2890.so|true|duration=5100ms,file=/tmp/"
       ".jfrtool-*/recording.jfr,answer=*",
       OK, NULL, WRITES},
      {"load|/tmp/.jfrtool-*/libjfragent-e029b3e5014c2890.so|true|stop,answer=*", OK, NULL,
       ENDS_FILE}},
     "*recording process $P (app.Main)\nwrote $O: * ms, 3 samples, * bytes\n",
     NULL,
     RECORDING},
    {"record --no-jfr --agent $D/none.so -d 100ms -o $O $P",
     {{NULL}},
     "cannot read $D/none.so: No such file or directory\n",
     .fails = true},
    {OURS "--detach -o $O $P",
     {{LOAD "file=/tmp/.jfrtool-*/recording.jfr,answer=*", OK}},
     "*recording process $P (app.Main) to /tmp/.jfrtool-*/recording.jfr in its container; jfrtool "
     "record --stop $P ends it\n"},
    {OURS "every=1h -o $O --detach $P",
     {{NULL}},
     "every= writes its files where the JVM is*",
     .fails = true},
};

START_TEST(what_a_jvm_in_a_container_writes_is_fetched) {
    struct told_record told = elsewhere[_i];
    told.other_root = true;
    if (geteuid() == 0) check(&told);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("record");
    TCase *cases = tcase_create("record");
    tcase_add_checked_fixture(cases, set_up, talking_clean_up);
    tcase_add_loop_test(cases, the_jvms_recorder_is_asked_and_its_answers_are_told, 0,
                        sizeof by_jfr / sizeof *by_jfr);
    tcase_add_test(cases, a_recorder_that_samples_by_cpu_time_takes_the_place_of_the_usual_one);
    tcase_add_loop_test(cases, the_agent_is_loaded_and_asked_and_its_answers_are_told, 0,
                        sizeof by_agent / sizeof *by_agent);
    tcase_add_loop_test(cases, both_are_started_and_what_the_jvm_recorded_is_put_behind_our_samples,
                        0, sizeof by_both / sizeof *by_both);
    tcase_add_loop_test(cases, what_a_jvm_in_a_container_writes_is_fetched, 0,
                        sizeof elsewhere / sizeof *elsewhere);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
