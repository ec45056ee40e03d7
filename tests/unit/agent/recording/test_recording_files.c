/* The agent's recorder: chunks and files, full disks, sudden ends. */
#include "agent/recording/file.h"
#include "tests/support/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ==== Chunks ================================================================================= */

START_TEST(every_chunk_says_what_it_is_about) {
    char name[] = "mine";
    struct recording *r = open_with((struct agent_options){.name = name});
    recording_info(r, RECORDING_JVM_INFORMATION, "", {.s = "VM"}, {.s = "17"}, {.s = NULL},
                   {.s = NULL}, {.s = "Main"}, {0}, {getpid()});
    recording_setting(r, RECORDING_EXECUTION_SAMPLE, "period", "10 ms");
    recording_setting(r, RECORDING_EXECUTION_SAMPLE, "period", "20 ms");
    recording_info(r, RECORDING_SYSTEM_PROPERTY, "k", {.s = "k"}, {.s = "v"});
    for (int i = 0; i < 2; i++) {
        sample_line(r, 1);
        ck_assert(recording_rotate(r));
    }
    sample_line(r, 1);
    close_and_read(r);
    ck_assert_uint_eq(w.chunks.len, 3);
    ck_assert_uint_eq(written_count(&w, "jdk.JVMInformation"), 3);
    ck_assert_uint_eq(written_count(&w, "jdk.ActiveRecording"), 3);
    ck_assert_uint_eq(written_count(&w, "jdk.InitialSystemProperty"), 3);
    EVENT_IS("jdk.JVMInformation", 2, "javaArguments", "Main");
    EVENT_IS("jdk.ActiveRecording", 2, "name", "mine");
    /* Both in the first chunk, where they were said; then only the one that holds. */
    ck_assert_uint_eq(written_count(&w, "jdk.ActiveSetting"), 4);
    EVENT_IS("jdk.ActiveSetting", 3, "value", "20 ms");
    char text[20];
    snprintf(text, sizeof text, "%" PRIu64,
             jfr_type_by_name(w.chunks.items[0].metadata, "jdk.ExecutionSample")->id);
    EVENT_IS("jdk.ActiveSetting", 3, "id", text);
    for (size_t i = 0; i < 3; i++) ck_assert(w.chunks.items[i].chunk.final_chunk == (i == 2));
    for (size_t i = 1; i < 3; i++) { /* no gap, no overlap */
        const struct jfr_chunk *before = &w.chunks.items[i - 1].chunk,
                               *c = &w.chunks.items[i].chunk;
        int64_t gap = c->start_ns - before->start_ns - before->duration_ns;
        ck_assert_int_lt(gap < 0 ? -gap : gap, 1000000);
    }
}
END_TEST

START_TEST(a_recording_beside_another_has_its_clock) {
    const struct {
        int64_t start_ns, start_ticks, hertz;
    } clock = {clock_epoch() - 5 * NS_PER_S, 777, 1000000};
    char text[100];
    snprintf(text, sizeof text, "%" PRId64 ":%" PRId64 ":%" PRId64, clock.start_ns,
             clock.start_ticks, clock.hertz);
    int64_t before = clock_epoch(), time = clock_now();
    struct recording *r = open_with((struct agent_options){.clock = text});
    sample_line(r, 1);
    int64_t after = clock_epoch(), late = clock_now();
    close_and_read(r);
    const struct jfr_chunk *c = &w.chunks.items[0].chunk;
    ck_assert_int_eq(c->ticks_per_second, clock.hertz);
    ck_assert_int_ge(c->start_ns, before);
    ck_assert_int_le(c->start_ns, after);
    ck_assert_int_eq(c->start_ticks - clock.start_ticks, (c->start_ns - clock.start_ns) / 1000);
    const struct written_event *event = written_event(&w, "jdk.ExecutionSample", 0);
    int64_t ticks = written_value(&w, event, "startTime", other, sizeof other).number;
    ck_assert_int_ge(ticks, c->start_ticks);
    ck_assert_int_le(ticks - c->start_ticks, (late - time) / 1000 + 1);
}
END_TEST

START_TEST(the_same_method_has_the_same_key_in_every_chunk) {
    struct recording *r = open_with((struct agent_options){0});
    for (int i = 0; i < 3; i++) {
        recording_event(r, RECORDING_ALLOCATION_SAMPLE, i, {.thread = &second}, {.stack = NULL},
                        {.s = i == 1 ? "other/Class" : "a/B"}, {1});
        ck_assert(recording_rotate(r));
        recording_event(r, RECORDING_ALLOCATION_SAMPLE, i, {.thread = &second}, {.stack = NULL},
                        {.s = "a/B"}, {1});
    }
    close_and_read(r);
    uint64_t key = 0;
    for (size_t i = 0; i < w.events.len; i++) {
        const struct written_event *e = &w.events.items[i];
        if (strcmp(e->type->name, "jdk.ObjectAllocationSample") != 0) continue;
        char text[64];
        const char *const names[] = {"objectClass"};
        const struct jfr_chunk *c = &w.chunks.items[e->chunk].chunk;
        struct jfr_error error;
        struct jfr_plan *plan = jfr_plan_compile(c, e->type, names, 1, &error);
        const uint8_t *at = e->event.payload;
        uint64_t value;
        ck_assert(jfr_plan_read(plan, c->data, &at, e->event.end, &value));
        jfr_plan_free(plan);
        written_value(&w, e, "objectClass.name", text, sizeof text);
        if (strcmp(text, "a/B") == 0) {
            if (key) ck_assert_uint_eq(value, key);
            key = value;
        } else {
            ck_assert_uint_ne(value, key);
        }
    }
}
END_TEST

START_TEST(a_stack_is_written_again_in_its_own_chunk_only) {
    struct recording *r = open_with((struct agent_options){0});
    enum recording_state state = RECORDING_STATE_RUNNABLE;
    const struct recording_periods three = {3, 60000000};
    struct recording_stack_key key = recording_event(
        r, RECORDING_NATIVE_SAMPLE, clock_now(), {.thread = &first}, {.stack = &stack}, {state});
    ck_assert(recording_sample_again(r, clock_now(), &first, key, state, NULL));
    recording_flush(r);
    ck_assert(recording_sample_again(r, clock_now(), &first, key, state, &three));
    ck_assert(recording_rotate(r));
    ck_assert(!recording_sample_again(r, clock_now(), &first, key, state, NULL));
    struct recording_stack_key none = recording_event(r, RECORDING_NATIVE_SAMPLE, clock_now(),
                                                      {.thread = &first}, {.stack = NULL}, {state});
    ck_assert(!recording_sample_again(r, clock_now(), &first, none, state, NULL));
    close_and_read(r);
    ck_assert_uint_eq(written_count(&w, "jdk.NativeMethodSample"), 3);
    EVENT_IS("jdk.NativeMethodSample", 1, "stackTrace.truncated", "1");
    EVENT_IS("profiler.WallClockSample", 0, "stackTrace.truncated", "1");
    EVENT_IS("profiler.WallClockSample", 0, "samples", "3");
    EVENT_IS("profiler.WallClockSample", 0, "timeSpan", "60000000");
    written_free(&w);
    r = open_with((struct agent_options){0}); /* the next recording of the process */
    ck_assert(!recording_sample_again(r, clock_now(), &first, key, state, NULL));
    close_and_read(r);
}
END_TEST

START_TEST(a_chunk_ends_at_its_size_and_at_its_age) {
    struct recording *r =
        open_with((struct agent_options){.chunk_bytes = 50000, .flush_ns = 5000000});
    for (int i = 0; i < 20000; i++) {
        sample_line(r, i);
        if (i % 1000 == 0) recording_flush(r);
    }
    close_and_read(r);
    ck_assert_uint_gt(w.chunks.len, 5);
    ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), 20000);
    written_free(&w);
    int64_t start = clock_now();
    r = open_with((struct agent_options){.chunk_ns = 50000000, .flush_ns = 10000000});
    wait_until_written("jdk.ActiveRecording", 2); /* one a chunk */
    close_and_read(r);
    ck_assert_uint_ge(w.chunks.len, 2);
    ck_assert_uint_le(w.chunks.len, (size_t)((clock_now() - start) / 50000000 + 2));
}
END_TEST

START_TEST(the_oldest_chunks_go_when_the_file_is_too_large) {
    struct recording *r =
        open_with((struct agent_options){.max_bytes = 200000, .flush_ns = 1000000000});
    for (int i = 0; i < 60000; i++) {
        sample_line(r, i);
        if (i % 1000 == 0) ck_assert(recording_flush(r));
    }
    ck_assert_uint_le(recording_status(r).file_bytes, 200000 + 60000);
    close_and_read(r);
    ck_assert_int_le(size_of(path), 200000 + 60000);
    size_t kept = written_count(&w, "jdk.ExecutionSample");
    ck_assert_uint_gt(kept, 1500);
    ck_assert_uint_lt(kept, 40000);
    EVENT_IS("jdk.ExecutionSample", kept - 1, "state", "STATE_RUNNABLE");
}
END_TEST

/* A JVM forks beside us: what it starts has our files open until it is another program. */
START_TEST(a_file_that_was_closed_can_be_written_anew_though_a_child_has_it_open) {
    char own[] = "/tmp/recording_files.XXXXXX";
    close(mkstemp(own));
    struct recording_file file = {.fd = recording_create(own)};
    ck_assert_int_ge(file.fd, 0);
    ck_assert_int_eq(recording_create(own), -1); /* it is being written */
    pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    recording_file_close(&file);
    int again = recording_create(own);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ck_assert_int_ge(again, 0);
    close(again);
    unlink(own);
}
END_TEST

START_TEST(the_last_ended_chunk_stays_however_large_it_is) {
    static const struct recording_span spans[] = {{0, 50, 1}, {50, 50, 2}, {100, 500, 3}};
    ck_assert_uint_eq(recording_spans_to_drop(spans, 3, 10, 200, 0), 2);
    ck_assert_uint_eq(recording_spans_to_drop(spans, 3, 10, 1000, 0), 0);
    ck_assert_uint_eq(recording_spans_to_drop(spans, 2, 10, 100, 0), 1);
    ck_assert_uint_eq(recording_spans_to_drop(spans, 3, 10, 0, 3), 2);
    ck_assert_uint_eq(recording_spans_to_drop(spans, 3, 10, 0, 4), 3);
    ck_assert_uint_eq(recording_spans_to_drop(spans, 0, 10, 1, 4), 0);
}
END_TEST

static int64_t oldest_sample(void) {
    if (!written_count(&w, "jdk.ExecutionSample")) return 0;
    return written_value(&w, written_event(&w, "jdk.ExecutionSample", 0), "startTime", other,
                         sizeof other)
        .number;
}

START_TEST(chunks_that_are_too_old_go) {
    struct recording *r =
        open_with((struct agent_options){.max_age_ns = 200000000, .flush_ns = 10000000});
    int64_t start = clock_now(), oldest = start;
    for (int i = 0; oldest <= start + 400000000; i++) {
        sample_line(r, i);
        sleep_ms(5);
        if (i % 20 || clock_now() < start + 600000000) continue;
        w = written_read(path);
        oldest = oldest_sample();
        written_free(&w);
        ck_assert_msg(clock_now() < start + 300 * NS_PER_S, "what is too old stays");
    }
    close_and_read(r);
    int64_t left = oldest_sample();
    if (!left) return; /* all of them are too old where this waited for a processor */
    ck_assert_int_gt(left, start + 400000000);
    /* That nothing goes too early is in the_last_ended_chunk_stays_however_large_it_is: here a wait
     * for a processor may have made all but the last sample too old. */
}
END_TEST

/* ==== Files ================================================================================== */

/* An interrupted call is made again; the end of the file is none, whatever was interrupted before.
 */
START_TEST(a_file_that_ends_too_early_is_an_error_right_after_an_interruption_too) {
    snprintf(other, sizeof other, "%s.copy", path);
    int from = recording_create(path), to = recording_create(other);
    ck_assert_int_eq(recording_write(from, "1234", 4, 0), 0);
    errno = EINTR;
    ck_assert_int_eq(recording_copy(from, 0, to, 0, 5), EIO);
    ck_assert_int_eq(size_of(other), 4);
    close(from);
    close(to);
}
END_TEST

START_TEST(a_file_is_not_taken_from_who_writes_it) {
    int fd = recording_create(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(recording_create(path), -1);
    ck_assert_int_eq(errno, EBUSY);
    close(STDIN_FILENO); /* as daemons do: 0 is a descriptor like others */
    ck_assert_int_eq(recording_create(path), -1);
    close(fd);
    ck_assert_int_eq(recording_create(path), 0);
    ck_assert_int_eq(recording_create(path), -1);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(close(open(path, O_WRONLY | O_CREAT, 0600)), 0);
    errno = EWOULDBLOCK; /* of another call */
    fd = recording_create(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}
END_TEST

START_TEST(pid_and_time_are_put_into_the_path) {
    char error[300], wanted[120];
    snprintf(path, sizeof path, "%s/r-%%p-%%%%-%%t.jfr", folder);
    struct recording *r =
        recording_open(&(struct agent_options){.file = path, .system_ns = -1}, error, sizeof error);
    ck_assert_ptr_nonnull(r);
    snprintf(wanted, sizeof wanted, "%s/r-%d-%%-20", folder, (int)getpid());
    ck_assert_msg(strncmp(recording_path(r), wanted, strlen(wanted)) == 0, "%s", recording_path(r));
    snprintf(path, sizeof path, "%s", recording_path(r));
    recording_close(r);
    ck_assert_int_gt(size_of(path), 1000);
}
END_TEST

START_TEST(what_cannot_be_written_is_refused_with_its_name) {
    static const struct {
        const char *path, *wanted;
    } cases[] = {
        {"/no/such/folder/x.jfr", "cannot write /no/such/folder/x.jfr: No such file or directory"},
        {"/dev/null", "cannot write /dev/null: it is not a regular file"},
        {"/tmp", "cannot write /tmp: Is a directory"},
    };
    for (size_t i = 0; i < 3; i++) {
        char error[300] = "";
        ck_assert_ptr_null(recording_open(&(struct agent_options){.file = (char *)cases[i].path},
                                          error, sizeof error));
        ck_assert_str_eq(error, cases[i].wanted);
    }
}
END_TEST

START_TEST(a_file_that_was_there_is_replaced_in_one_step) {
    struct recording *r = open_with((struct agent_options){0});
    recording_close(r);
    ino_t before, after;
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    before = status.st_ino;
    r = open_with((struct agent_options){0});
    ck_assert_int_eq(stat(path, &status), 0);
    after = status.st_ino;
    ck_assert_uint_ne(before, after);
    close_and_read(r);
}
END_TEST

START_TEST(the_file_is_complete_after_each_flush) {
    struct recording *r = open_with((struct agent_options){.flush_ns = INT64_C(3600000000000)});
    for (int i = 0; i < 50; i++) {
        if (i % 2) recording_rotate(r);
        sample_line(r, i);
        recording_statistics(r, &(struct recording_statistics){.start = i, .end = i});
        ck_assert(recording_flush(r));
        written_free(&w);
        w = written_read(path);
        written_is_clean(&w);
        ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), (size_t)i + 1);
        EVENT_IS("jdk.ExecutionSample", (size_t)i, "sampledThread.javaName", "main");
        const struct jfr_chunk *last = &w.chunks.items[w.chunks.len - 1].chunk;
        ck_assert_int_eq((int64_t)(last->offset + last->size), size_of(path));
    }
    recording_close(r);
}
END_TEST

/* A file-size limit stands for a full disk: what is there may be overwritten, more may not come. */
START_TEST(a_full_disk_is_survived_and_the_loss_counted) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {.rlim_cur = 1 << 20, .rlim_max = RLIM_INFINITY}, old;
    getrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct recording *r = open_with((struct agent_options){
        .memory_bytes = 300000, .chunk_bytes = 400000, .flush_ns = INT64_C(3600000000000)});
    int line = 0, taken = 0;
    for (; line < 100000 && !recording_status(r).lost_events; line++) {
        sample_line(r, line);
        if (line % 500 == 0) recording_flush(r);
    }
    ck_assert_int_lt(line, 100000);
    ck_assert_int_eq(recording_status(r).error, EFBIG);
    ck_assert_uint_le(recording_status(r).held_bytes, 400000);
    for (int i = 0; i < 1000; i++) sample_line(r, line++);
    uint64_t lost = recording_status(r).lost_events, lost_bytes = recording_status(r).lost_bytes;
    ck_assert_uint_gt(lost, 500);
    w = written_read(path); /* what was flushed is intact */
    written_is_clean(&w);
    written_free(&w);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
    taken = line - (int)lost;
    for (int i = 0; i < 3; i++) ck_assert(recording_flush(r));
    ck_assert(!recording_close(r)); /* says that something is missing */
    w = written_read(path);
    written_is_clean(&w);
    ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), (size_t)taken);
    ck_assert_uint_eq(written_count(&w, "jdk.DataLoss"), 1);
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, lost_bytes);
    EVENT_IS("jdk.DataLoss", 0, "amount", text);
    EVENT_IS("jdk.DataLoss", 0, "total", text);
}
END_TEST

/* What closing says on stderr, into said. */
static bool close_and_hear(struct recording *r, char *said, size_t size) {
    FILE *heard = tmpfile();
    ck_assert_ptr_nonnull(heard);
    fflush(stderr);
    int usual = dup(STDERR_FILENO);
    dup2(fileno(heard), STDERR_FILENO);
    bool complete = recording_close(r);
    fflush(stderr);
    dup2(usual, STDERR_FILENO);
    close(usual);
    rewind(heard);
    said[fread(said, 1, size - 1, heard)] = 0;
    fclose(heard);
    return complete;
}

START_TEST(an_end_that_cannot_be_written_is_said_and_one_that_was_is_not) {
    char said[400], wanted[200];
    signal(SIGXFSZ, SIG_IGN);
    struct recording *r = open_with((struct agent_options){0});
    sample_line(r, 1);
    ck_assert(close_and_hear(r, said, sizeof said));
    ck_assert_str_eq(said, "");
    r = open_with((struct agent_options){.flush_ns = INT64_C(3600000000000)});
    struct rlimit old, limit = {recording_status(r).file_bytes, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    sample_line(r, 2);
    ck_assert(!close_and_hear(r, said, sizeof said));
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
    snprintf(wanted, sizeof wanted, "jfragent: the end of %s, ", path);
    ck_assert_msg(strstr(said, wanted) != NULL, "%s", said);
    snprintf(wanted, sizeof wanted, " bytes, could not be written: %s\n", strerror(EFBIG));
    ck_assert_msg(strstr(said, wanted) != NULL, "%s", said);
}
END_TEST

/* ==== kill -9 ================================================================================ */

#define FLUSH_MS 20

static void write_until_killed(int64_t *last) {
    struct recording *r = open_with((struct agent_options){
        .flush_ns = FLUSH_MS * 1000000, .chunk_bytes = 30000, .max_bytes = 150000});
    for (int line = 0;; line++) {
        sample_line(r, line);
        __atomic_store_n(last, clock_now(), __ATOMIC_RELAXED);
        if (line % 8 == 0) usleep(200);
    }
}

/* Waits for the first flush: the header then points to a checkpoint. */
static void wait_for_flush(void) {
    uint64_t checkpoint = 0;
    for (int i = 0; i < 30000 && checkpoint == 0; i++) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file >= 0 && pread(file, &checkpoint, sizeof checkpoint, 16) < 0) checkpoint = 0;
        if (file >= 0) close(file);
        usleep(1000);
    }
}

START_TEST(kill_9_at_any_moment_leaves_all_but_the_last_flush) {
    int64_t *last =
        mmap(NULL, sizeof *last, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    enum { ROUNDS = 50 };
    for (int round = 0; round < ROUNDS; round++) {
        unlink(path);
        *last = 0;
        pid_t child = fork();
        if (child == 0) write_until_killed(last);
        while (!__atomic_load_n(last, __ATOMIC_RELAXED)) usleep(1000);
        int64_t began = __atomic_load_n(last, __ATOMIC_RELAXED);
        wait_for_flush();
        usleep((useconds_t)(FLUSH_MS * 2000 + round * 80000 / ROUNDS));
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        w = written_read(path);
        written_is_clean(&w);
        size_t count = written_count(&w, "jdk.ExecutionSample");
        for (size_t i = 0; i < w.events.len; i += 97) { /* none without its constants */
            char text[64];
            const struct written_event *e = &w.events.items[i];
            if (strcmp(e->type->name, "jdk.ExecutionSample") != 0) continue;
            written_value(&w, e, "sampledThread.javaName", text, sizeof text);
            ck_assert_str_eq(text, "main");
            ck_assert_int_eq(written_value(&w, e, "stackTrace.truncated", text, sizeof text).kind,
                             JFR_VALUE_NUMBER);
        }
        /* Killed within the first interval: nothing need be there yet. */
        int64_t end = count == 0
                          ? began
                          : written_value(&w, written_event(&w, "jdk.ExecutionSample", count - 1),
                                          "startTime", other, sizeof other)
                                .number;
        /* One interval; the rest is for a machine on which the writer has to wait for its turn. */
        ck_assert_msg(*last - end < FLUSH_MS * NS_PER_MS + 30 * NS_PER_S,
                      "%" PRId64 " us are missing", (*last - end) / 1000);
        const struct jfr_chunk *c = &w.chunks.items[w.chunks.len - 1].chunk;
        ck_assert_int_eq((int64_t)(c->offset + c->size), size_of(path));
        written_free(&w);
    }
    munmap(last, sizeof *last);
}
END_TEST

/* ==== Killed between two writes ============================================================== */

/* What the file is at each moment: after each write, and where one ends a page and goes on. */
static struct {
    bool looked_at;
    size_t before, after; /* so many events show, or as many as when the flush is over */
    unsigned moments, uneven;
} killed;

static void look(void) {
    if (!killed.looked_at) return;
    killed.looked_at = false;
    struct written now = written_read(path);
    const struct jfr_chunk *last = &now.chunks.items[now.chunks.len - 1].chunk;
    size_t count = written_count(&now, "jdk.ThreadEnd"), id = 0;
    for (size_t i = 0; i < count; i++) { /* the oldest chunks are dropped */
        char text[64];
        written_text(&now, "jdk.ThreadEnd", i, "thread.javaThreadId", text, sizeof text);
        if (i) ck_assert_uint_eq(strtoul(text, NULL, 10), id + 1);
        id = strtoul(text, NULL, 10);
    }
    ck_assert_msg(id == killed.before || id == killed.after, "%zu of %zu or %zu events show", id,
                  killed.before, killed.after);
    /* A file that is being made longer, a chunk that ends: its size is said, its filler as before.
     */
    bool is_even = (off_t)(last->offset + last->size) == size_of(path) &&
                   !strstr(now.said, "the last event is cut");
    if (is_even) written_is_clean(&now);
    else killed.uneven++;
    killed.moments++;
    written_free(&now);
    killed.looked_at = true;
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t offset) {
    size_t done = 0;
    while (done < len) {
        size_t page = 4096 - (size_t)(offset + (off_t)done) % 4096;
        size_t now = len - done < page ? len - done : page;
        long n = syscall(SYS_pwrite64, fd, (const char *)bytes + done, now, offset + (off_t)done);
        if (n < 0) return done ? (ssize_t)done : -1;
        done += (size_t)n;
        look();
    }
    return (ssize_t)done;
}

int ftruncate(int fd, off_t length) {
    int failed = (int)syscall(SYS_ftruncate, fd, length);
    look();
    return failed;
}

/* Makes the file's last chunk end so many bytes behind a page's begin: what is written next begins
 * there. */
static void fill_up_to(struct recording *r, uint64_t in_page) {
    static char text[5000];
    for (int i = 0; i < 2; i++) { /* the first one tells how much an event takes beside its text */
        size_t before = recording_status(r).file_bytes, len = 1000;
        static size_t beside;
        if (i) len += (in_page + 2 * 4096 - (before + beside + len) % 4096) % 4096;
        memset(text, 'x', len);
        text[len] = 0;
        recording_event(r, RECORDING_SYSTEM_PROPERTY, 1, {.s = NULL}, {.s = text});
        ck_assert(recording_flush(r));
        if (!i) beside = recording_status(r).file_bytes - before - len;
    }
}

/* Events as short as they can be, of threads that are new each time, at all places around the end
 * of a page. */
START_TEST(killed_between_any_two_writes_it_has_whole_flushes_with_all_their_constants) {
    struct recording *r = open_with((struct agent_options){.flush_ns = INT64_C(3600000000000),
                                                           .chunk_bytes = 100000,
                                                           .max_bytes = 400000,
                                                           .system_ns = -1});
    ck_assert(recording_flush(r));
    killed.looked_at = true;
    for (int i = 0; i < 70; i++) {
        struct recording_thread thread = {.java_name = "t", .java_id = i + 1};
        fill_up_to(r, 4096 - 50 + (uint64_t)i);
        if (i % 4 == 1) /* a header's numbers would be cut where i is 17 */
            ck_assert(recording_rotate(r));
        recording_event(r, RECORDING_THREAD_END, 1, {.thread = &thread}, {.thread = &thread});
        killed.after = killed.before + 1;
        ck_assert(recording_flush(r));
        killed.before = killed.after;
    }
    killed.looked_at = false;
    recording_close(r);
    ck_assert_uint_gt(killed.moments, 1000);
    ck_assert_uint_lt(killed.uneven, killed.moments / 20);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("files of recordings");
    TCase *cases = recorder_case("files of recordings");
    tcase_add_test(cases, every_chunk_says_what_it_is_about);
    tcase_add_test(cases, a_recording_beside_another_has_its_clock);
    tcase_add_test(cases, the_same_method_has_the_same_key_in_every_chunk);
    tcase_add_test(cases, a_stack_is_written_again_in_its_own_chunk_only);
    tcase_add_test(cases, a_chunk_ends_at_its_size_and_at_its_age);
    tcase_add_test(cases, the_oldest_chunks_go_when_the_file_is_too_large);
    tcase_add_test(cases, a_file_that_was_closed_can_be_written_anew_though_a_child_has_it_open);
    tcase_add_test(cases, the_last_ended_chunk_stays_however_large_it_is);
    tcase_add_test(cases, chunks_that_are_too_old_go);
    tcase_add_test(cases, a_file_that_ends_too_early_is_an_error_right_after_an_interruption_too);
    tcase_add_test(cases, a_file_is_not_taken_from_who_writes_it);
    tcase_add_test(cases, pid_and_time_are_put_into_the_path);
    tcase_add_test(cases, what_cannot_be_written_is_refused_with_its_name);
    tcase_add_test(cases, a_file_that_was_there_is_replaced_in_one_step);
    tcase_add_test(cases, the_file_is_complete_after_each_flush);
    tcase_add_test(cases, a_full_disk_is_survived_and_the_loss_counted);
    tcase_add_test(cases, an_end_that_cannot_be_written_is_said_and_one_that_was_is_not);
    tcase_add_test(cases, kill_9_at_any_moment_leaves_all_but_the_last_flush);
    tcase_add_test(cases,
                   killed_between_any_two_writes_it_has_whole_flushes_with_all_their_constants);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
