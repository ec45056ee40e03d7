/* jfrtool top --once, whole: what it asks a JVM, in which order, and what it shows of what is
 * recorded meanwhile; or of a path. */
#include "tests/support/suite.h"
#include "tests/support/talking_jvm.h"
#include "tests/support/told.h"
#include "base/clock.h"

#include <glob.h>
#include <poll.h>
#include <pty.h>

#define OK "0\nreturn code: 0\n"
#define LOAD "load|*libjfragent.so|true|"
#define STOP LOAD "stop,answer=*"
#define OURS "--agent $D/libjfragent.so $P"
#define BRIEF "top --once --window 5ms "

struct told_top {
    const char *line;
    struct turn turns[8];
    const char *err, *out; /* globs; NULL: nothing */
    int code;
};

#define RECORDED                                                                            \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                                    \
    "@0*60/10 main app.Cart.sum,app.Main.run\n"                                             \
    "@9994 web-1 app.Page.show,app.Main.run\n"                                              \
    "@9996*5/1 web-1 app.Page.show,app.Main.run\n"                                          \
    "jdk.JavaMonitorEnter duration:d monitorClass:C eventThread:T stackTrace:K\n"           \
    "@9000*3/100 50 app/Lock main app.Cart.sum,app.Main.run\n"                              \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@9100*2/100 80 1+1 G1New Full 70 60\n"

static void set_up(void) {
    talking_set_up();
    talking_save(talking_text("$D/libjfragent.so"), "library", 7);
    recording_free(&talking_recording);
    talking_recording = (struct recording){0};
    /* In the year 2100: what the JVM's recorder had before we came is not looked at. */
    told_write_at(&talking_recording, RECORDED, INT64_C(4102444800000000000), INT64_C(10000000000));
    talking_save(talking_text("$D/there.jfr"), talking_recording.out.data,
                 talking_recording.out.len);
}

static void check(const struct told_top *told) {
    talking_save(talking_text("$D/repository/1.jfr"), talking_recording.out.data,
                 talking_recording.out.len);
    talking_says(told->line, told->turns, 0, told->err, told->out, told->code);
}

/* ==== Once ================================================================================== */

#define SEEN "process $P, app.Main, JDK 17.0.15; last 5.00 ms, 5 samples of jdk.ExecutionSample\n*"

static const struct told_top once[] = {
    {"top --once $D/there.jfr",
     {{NULL}},
     NULL,
     "$D/there.jfr; last 10.0 s, 66 samples of jdk.ExecutionSample\n*app.Cart.sum\n*",
     0},
    {"top --once --json --window 10ms $D/there.jfr", {{NULL}}, NULL, "*\"app.Page\"*", 0},
    {"top --once $D/there.jfr a=b",
     {{NULL}},
     "$D/there.jfr is not a JVM, so \"a=b\" cannot be its options\n",
     NULL,
     2},
    {"top --once $D/none.jfr", {{NULL}}, "*none.jfr*", NULL, 2},
    {BRIEF "depth=9 " OURS,
     {{LOAD "*depth=9,file=/tmp/.jfrtool-*", OK, NULL, WRITES}, {STOP, OK, NULL, ENDS_FILE}},
     "*",
     SEEN,
     0},
    {BRIEF OURS,
     {{LOAD "*", OK, NULL, WRITES_AND_DIES}},
     "*process $P (app.Main) ended\n",
     SEEN,
     0},
    {BRIEF OURS, {{LOAD "*", "0\nreturn code: 102\n", "no"}}, "no\n", NULL, 2},
    {BRIEF "--engine jfr $P",
     {{"jcmd|JFR.check||", "0\nNo available recordings.\n"},
      {"jcmd|JFR.start *", "0\nStarted recording 1.\n"},
      {"properties|||", "0\njdk.jfr.repository=$D/repository\n"},
      {"jcmd|JFR.stop *", "0\nStopped recording.\n"}},
     "*",
     SEEN,
     0},
};

START_TEST(a_picture_is_of_what_is_recorded_while_it_waits) {
    check(&once[_i]);
}
END_TEST

/* Of many locks, each waited for a ms longer than the one before, the twenty longest. */
START_TEST(twenty_locks_are_shown) {
    struct recording r = {0};
    struct text told = {0};
    text_add(&told, "jdk.ExecutionSample sampledThread:T stackTrace:K\n@9999 main app.Cart.sum\n"
                    "jdk.JavaMonitorEnter duration:d monitorClass:C eventThread:T stackTrace:K\n");
    for (int i = 1; i <= 20 + _i; i++)
        text_addf(&told, "@9000 %d app/Lock%02d main app.Cart.sum\n", 10 + i, i);
    told_write_at(&r, text_str(&told), INT64_C(4102444800000000000), INT64_C(10000000000));
    talking_save(talking_text("$D/locks.jfr"), r.out.data, r.out.len);
    talking_says("top --once --json $D/locks.jfr", (const struct turn[8]){{NULL}}, 0, NULL,
                 _i ? "*app.Lock21*app.Lock02*" : "*app.Lock20*app.Lock01*", 0);
    text_free(&told);
    recording_free(&r);
}
END_TEST

START_TEST(a_recorder_that_flushes_nothing_is_not_waited_for) {
    const struct told_top told = {BRIEF "--engine jfr $P",
                                  {{NULL}},
                                  "the recorder of JDK 16.0.1 writes nothing readable before a "
                                  "chunk is full; without --engine jfr the agent does\n",
                                  NULL,
                                  2};
    talking_version = "16.0.1";
    check(&told);
}
END_TEST

/* ==== On a terminal ========================================================================= */

static int terminal;
static struct text shown;

/* Reads what is drawn, from the last time on, until the words are there. */
static void sees(const char *words) {
    char bytes[4096];
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    int64_t end = clock_now() + 30 * NS_PER_S; /* it draws each second */
    while (!strstr(text_str(&shown), words)) {
        ssize_t n = poll(&ready, 1, 30000) > 0 ? read(terminal, bytes, sizeof bytes) : -1;
        size_t from = shown.len > 2000 ? shown.len - 2000 : 0;
        ck_assert_msg(n > 0 && clock_now() < end, "no \"%s\" in:\n%s", words,
                      text_str(&shown) + from);
        text_add_bytes(&shown, bytes, (size_t)n);
    }
    text_clear(&shown);
}

static void press(char key) {
    ck_assert_int_eq(write(terminal, &key, 1), 1);
}

/* Begins the command of these words in the folder, on a terminal of its own. */
static pid_t on_terminal(const char *line, unsigned short lines) {
    struct winsize size = {.ws_row = lines, .ws_col = 100};
    char words[600], *argv[24], *rest = words;
    int argc = 0;
    snprintf(words, sizeof words, "%s", talking_text(line));
    for (char *word; (word = strsep(&rest, " "));) argv[argc++] = word;
    argv[argc] = NULL;
    pid_t pid = forkpty(&terminal, NULL, NULL, &size);
    if (pid != 0) return pid;
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
    if (chdir(talking_folder) != 0) _exit(1);
    _exit(commanded_run(argc, argv));
}

static void ends_well(pid_t pid) {
    int status;
    char bytes[4096];
    while (read(terminal, bytes, sizeof bytes) > 0) continue; /* it waits until that is read */
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", status);
    close(terminal);
    text_free(&shown);
}

static size_t files_that_end_with(const char *end) {
    glob_t found;
    char pattern[100];
    snprintf(pattern, sizeof pattern, "%s/jfrtool-*%s", talking_folder, end);
    size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    if (count) globfree(&found);
    return count;
}

START_TEST(keys_pause_write_a_recording_and_a_flame_graph_and_end_it) {
    pid_t pid = on_terminal("top --quiet $D/there.jfr", 24);
    sees("app.Cart.sum");
    sees("q quits");
    press('p');
    sees(" PAUSED ");
    press('p');
    sees("[7m q quits"); /* nothing in front of it */
    press('w');
    sees("wrote jfrtool-");
    ck_assert_uint_eq(files_that_end_with(".jfr"), 1);
    press('f');
    sees(".svg");
    ck_assert_uint_eq(files_that_end_with(".svg"), 1);
    ck_assert_uint_eq(files_that_end_with(".jfr"), 1); /* that of the picture does not stay */
    press('q');
    ends_well(pid);
}
END_TEST

START_TEST(on_few_lines_there_are_three_methods) {
    pid_t pid = on_terminal("top $D/there.jfr", 10);
    sees("app.Cart.sum");
    press('q');
    ends_well(pid);
}
END_TEST

START_TEST(a_jvm_that_ends_ends_the_picture) {
    static const struct turn turns[] = {{LOAD "*", OK, NULL, WRITES}, {NULL}};
    talking_begin(turns, 0);
    pid_t pid = on_terminal("top " OURS, 24);
    sees("app.Main");
    sees("q quits");
    kill(talking_pid, SIGKILL);
    sees("ended");
    ends_well(pid);
    ck_assert_int_eq(talking_end(), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("top");
    TCase *tcase = tcase_create("top");
    tcase_add_checked_fixture(tcase, set_up, talking_clean_up);
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, a_picture_is_of_what_is_recorded_while_it_waits, 0,
                        sizeof once / sizeof *once);
    tcase_add_loop_test(tcase, twenty_locks_are_shown, 0, 2);
    tcase_add_test(tcase, a_recorder_that_flushes_nothing_is_not_waited_for);
    tcase_add_test(tcase, keys_pause_write_a_recording_and_a_flame_graph_and_end_it);
    tcase_add_test(tcase, on_few_lines_there_are_three_methods);
    tcase_add_test(tcase, a_jvm_that_ends_ends_the_picture);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
