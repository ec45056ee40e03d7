/* The JVM's own recorder, by its diagnostic commands JFR.start, JFR.check and JFR.stop. */
#include "cmd/attach/engine.h"

#include "base/clock.h"
#include "cmd/attach/copy.h"
#include "cmd/cli/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME "jfrtool" /* of the recording: one at a time, and --stop finds it */

/* A JVM listens before its recorder's commands are there: what does not know them is asked again,
 * for at most so long. One without the module jdk.jfr never will. */
#define STARTS_WITHIN (5 * NS_PER_S)
#define ASKED_EVERY 50000000 /* ns */
#define CPU_TIME_SINCE 25    /* JDK */

static bool may_yet_know(const struct session *session, const struct text *answer, int64_t begin) {
    const volatile int *interrupted = session->attach.interrupted;
    struct timespec pause = {.tv_nsec = ASKED_EVERY};
    int64_t asked = clock_now() - begin;
    if (!strstr(text_str(answer), "Unknown diagnostic command") || (interrupted && *interrupted) ||
        asked > STARTS_WITHIN || (double)asked > session->attach.timeout_s * 1e9)
        return false;
    nanosleep(&pause, NULL);
    return true;
}

static bool jcmd(struct session *session, const char *line, struct text *answer) {
    const char *const arguments[3] = {line};
    struct attach_options patient = session->attach;
    char what[32];
    int64_t begin = clock_now();
    int code;
    snprintf(what, sizeof what, "%.*s", (int)strcspn(line, " "), line);
    patient.answer_s = ENGINE_TAKES_S;
    patient.what = what;
    do {
        text_clear(answer);
        if (!attach_command(session->jvm, &patient, "jcmd", arguments, &code, answer))
            return session_fail(session, "%s", text_str(answer));
    } while (code != 0 && may_yet_know(session, answer, begin));
    return code == 0 || session_fail_answer(session, "the JVM refused", answer);
}

/* -1: could not be asked. */
static int is_running(struct session *session) {
    OWNED(text_free) struct text answer = {0};
    int running = -1;
    if (jcmd(session, "JFR.check", &answer))
        running = strstr(text_str(&answer), "name=" NAME " ") != NULL ||
                  strstr(text_str(&answer), "name=" NAME "\n") != NULL;
    return running;
}

/* The folder of the recorder's chunks, from the system property; to find them after a crash. */
static void find_repository(struct session *session) {
    static const char property[] = "jdk.jfr.repository=";
    const char *const arguments[3] = {NULL};
    OWNED(text_free) struct text answer = {0}, path = {0};
    int code;
    if (attach_command(session->jvm, &session->attach, "properties", arguments, &code, &answer) &&
        code == 0) {
        const char *p = strstr(text_str(&answer), property);
        for (p = p ? p + sizeof property - 1 : ""; *p && *p != '\n' && *p != '\r'; p++)
            if (*p != '\\' || *++p) text_add_char(&path, *p); /* backslashes escape */
        if (path.len) session->repository = text_take(&path);
        /* Now: once a container is gone, nothing leads there any more. */
        if (session->repository)
            session->chunks = place_directory(&session->place, session->repository);
    }
}

static uint64_t file_size(const struct session *session) {
    struct stat status;
    bool there = session->target_file && place_stat(&session->place, session->target_file, &status);
    return there ? (uint64_t)status.st_size : 0;
}

/* Its sampler by CPU time in the place of the usual one; what the user says of it is stronger. */
static void add_cpu_time(struct text *line, const char *options) {
    text_add(line, " jdk.CPUTimeSample#enabled=true jdk.ExecutionSample#enabled=false");
    if (!strstr(options, "jdk.CPUTimeSample#throttle="))
        text_add(line, " jdk.CPUTimeSample#throttle=20ms");
}

/* What a JVM was told that does not answer in time, it does when it goes on. */
static void say_it_may_start(struct session *session) {
    if (!strstr(text_str(&session->why), "took the command")) return;
    text_addf(&session->why,
              "; " ENGINE_JFR_MAY_START ", which jfrtool record --engine jfr --stop %ld ends%s",
              (long)session->jvm->pid, session->duration_ns ? ", or its duration" : "");
}

static bool start(struct session *session) {
    if (session->by_cpu && session->jvm->version[0] &&
        strtol(session->jvm->version, NULL, 10) < CPU_TIME_SINCE)
        return session_fail(session,
                            "JDK %d is the first whose recorder samples by CPU time, process %ld "
                            "is of JDK %s; --engine cpu does so with any JDK",
                            CPU_TIME_SINCE, (long)session->jvm->pid, session->jvm->version);
    int running = is_running(session);
    if (running < 0) return false;
    if (running)
        return session_fail(session,
                            "a recording of jfrtool is running in process %ld already; jfrtool "
                            "record --engine jfr --stop %ld ends it",
                            (long)session->jvm->pid, (long)session->jvm->pid);
    OWNED(text_free) struct text line = {0}, answer = {0};
    text_add(&line, "JFR.start name=" NAME);
    if (session->target_file)
        text_addf(&line, " dumponexit=true filename=\"%s\"", session->target_file);
    OWNED(mem_release) char *options = mem_copy_text(session->options);
    for (char *p = options; *p; p++)
        if (*p == ',') *p = ' ';
    if (*options) text_addf(&line, " %s", options);
    if (session->by_cpu) add_cpu_time(&line, options);
    if (session->duration_ns && !strstr(options, "duration=")) /* of whole seconds, one at least */
        text_addf(&line, " duration=%" PRId64 "s",
                  (session->duration_ns + NS_PER_S - 1) / NS_PER_S);
    bool good = jcmd(session, line.data, &answer);
    if (!good) say_it_may_start(session);
    if (good && !strstr(text_str(&answer), "Started recording"))
        good = session_fail_answer(session, "the JVM did not start a recording", &answer);
    if (good) {
        session->first_size = file_size(session);
        find_repository(session);
    }
    return good;
}

static bool not_running(struct session *session) {
    return session_fail(session, "no recording of jfrtool is running in process %ld",
                        (long)session->jvm->pid);
}

static bool stop(struct session *session) {
    OWNED(text_free) struct text answer = {0};
    bool good = jcmd(session, "JFR.stop name=" NAME, &answer);
    if (good && !strstr(text_str(&answer), "Stopped recording")) {
        good = session_fail_answer(session, "the JVM did not stop the recording", &answer);
        if (is_running(session) == 0) not_running(session);
    }
    /* "Stopped recording ..., 260.5 kB written to:\n\n/path\n" of some JDKs */
    const char *path = good ? strchr(answer.data, '/') : NULL;
    if (path && !session->target_file) session->target_file = strndup(path, strcspn(path, "\r\n"));
    return good;
}

/* The file stays empty until the recorder writes it, at the end. */
static bool ended(struct session *session) {
    return file_size(session) != session->first_size;
}

/* "2026_11_23_17_40_00_4711": when it was made, and the JVM's number. */
static bool is_of_process(const char *name, pid_t pid) {
    enum { STAMP = 19 };
    char number[24];
    snprintf(number, sizeof number, "_%ld", (long)pid);
    return strspn(name, "0123456789_") == strlen(name) && strlen(name) > STAMP &&
           strcmp(name + STAMP, number) == 0;
}

/* Of a JVM that ended before it could say where: where it is unless it was told otherwise. Numbers
 * of processes come again, so it is the newest; chunks of an earlier JVM are not taken. */
static void find_usual_repository(struct session *session) {
    int at = place_directory(&session->place, "/tmp");
    DIR *tmp = at >= 0 ? fdopendir(at) : NULL;
    char newest[64] = "";
    for (struct dirent *entry; tmp && (entry = readdir(tmp));)
        if (is_of_process(entry->d_name, session->jvm->inner_pid) &&
            strcmp(entry->d_name, newest) > 0)
            snprintf(newest, sizeof newest, "%s", entry->d_name);
    if (tmp) closedir(tmp);
    if (!newest[0]) return;
    struct text path = {0};
    text_addf(&path, "/tmp/%s", newest);
    session->repository = text_take(&path);
    session->chunks = place_directory(&session->place, session->repository);
}

static bool salvage(struct session *session) {
    if (!session->repository) find_usual_repository(session);
    if (ended(session)) return session_fetch(session); /* it went down in order, and wrote it */
    /* What the recorder was to write at the end has stayed empty. */
    if (session->jvm->other_root) place_unlink(&session->place, session->target_file);
    if (session->chunks < 0)
        return session_fail(session,
                            "the target was killed, and its recorder's repository (%s) is gone",
                            session->repository ? session->repository : "unknown");
    OWNED(folder_names_free) folder_names names = {0};
    copy_names(session->chunks, ".jfr", &names);
    struct output output;
    bool good = output_open(&output, session->output, COLOR_NEVER);
    uint64_t end = 0;
    for (size_t i = 0; i < names.len; i++) { /* named by time */
        int from =
            openat(session->chunks, names.items[i], O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (good && from >= 0 && place_is_its_own(&session->place, from))
            salvage_chunk(from, session->start_ns, fileno(output.file), &end);
        if (from >= 0) close(from);
    }
    if (!good)
        return session_fail(session, "the recorder's chunks stay in %s", session->repository);
    if (end)
        return output_close(&output) ||
               session_fail(session, "the recorder's chunks stay in %s", session->repository);
    output_discard(&output);
    return session_fail(session, "the target was killed, and there is no flushed chunk in %s",
                        session->repository);
}

/* ==== While it goes on ======================================================================= */

static bool dump(struct session *session) {
    int running = is_running(session);
    if (running < 0) return false;
    if (!running) return not_running(session);
    if (!session_open(session)) return false;
    OWNED(text_free) struct text line = {0}, answer = {0};
    text_addf(&line, "JFR.dump name=" NAME " filename=\"%s\"", session->target_file);
    bool good = jcmd(session, line.data, &answer);
    if (good && !strstr(text_str(&answer), "Dumped recording"))
        good = session_fail_answer(session, "the JVM did not write the recording", &answer);
    return good && session_fetch(session);
}

/* The JVM says little: "Recording 1: name=jfrtool maxsize=250.0MB (running)". */
static bool status(struct session *session, struct text *report) {
    OWNED(text_free) struct text answer = {0};
    if (!jcmd(session, "JFR.check name=" NAME, &answer)) return false;
    const char *line = strstr(text_str(&answer), "Recording ");
    bool running = line && strstr(line, "name=" NAME) != NULL;
    if (running) text_addf(report, "engine jfr\njvm %.*s\n", (int)strcspn(line, "\r\n"), line);
    return running || not_running(session);
}

const struct engine engine_jfr = {start, stop, ended, salvage, dump, status, NULL, false};
