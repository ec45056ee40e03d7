/* Where there are many of a kind, more than any table of those looked up last has room for, each is
 * counted by itself: frames that differ in one number, classes, threads and texts. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

enum { METHODS = 41, LINES = 11, BCIS = 3, TYPES = 2, FRAMES = METHODS * LINES * BCIS * TYPES };
enum { THREADS = 300, TEXTS = 500, EVENTS = 2000 };

static struct recording r;

static void clean_up(void) {
    recording_free(&r);
}

/* The lines that the command writes as CSV, after the heading. */
static char *lines_of(const char *command, struct text *out) {
    struct child_result result = commanded_bytes(command, r.out.data, r.out.len);
    ck_assert_msg(result.code == 0, "%s: %s", command, text_str(&result.err));
    *out = result.out;
    text_free(&result.err);
    char *end = strstr(out->data, "\r\n");
    ck_assert_ptr_nonnull(end);
    return end + 2;
}

/* All of them, in any order, and no others. */
static void has_lines(char *lines, char *const *expected, size_t count) {
    size_t seen = 0, there = 0;
    for (const char *at = lines; (at = strstr(at, "\r\n")); at += 2) there++;
    for (size_t i = 0; i < count; i++) {
        const char *at = strstr(lines, expected[i]);
        ck_assert_msg(at && (at == lines || at[-1] == '\n'), "%s is not there", expected[i]);
        seen++;
    }
    ck_assert_uint_eq(there, seen);
}

/* ==== Frames ================================================================================ */

static struct frame_of {
    int method, line, bci, type;
} frame_of(int i) {
    return (struct frame_of){i % METHODS, 10 + i / METHODS % LINES,
                             100 + i / METHODS / LINES % BCIS, i / METHODS / LINES / BCIS};
}

/* Each is on top of one to three samples, in turns with others. */
static int samples_of(int i) {
    return 1 + i % 3;
}

static void set_up_frames(void) {
    struct jvm jvm = {0};
    char frames[100];
    int all = 0;
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < FRAMES; i++) {
            struct frame_of f = frame_of(i);
            if (round >= samples_of(i)) continue;
            snprintf(frames, sizeof frames, "a/C%d.f:%d/%d/%d Main.main", f.method, f.line, f.type,
                     f.bci);
            jvm_sample(&r, 2000 + 1000 * all++, jvm_thread(&jvm, "main"), jvm_stack(&jvm, frames));
        }
    }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
}

static const struct {
    const char *command;
    bool line, bci, type;
} ways[] = {{"hot-methods --top 0 --format csv --by method", false, false, false},
            {"hot-methods --top 0 --format csv --by line", true, false, false},
            {"hot-methods --top 0 --format csv --by bci", true, true, false},
            {"hot-methods --top 0 --format csv --by line --frame-type", true, false, true},
            {"hot-methods --top 0 --format csv --by bci --frame-type", true, true, true}};

/* How often a frame is on top, by what is told apart. */
static int count_of(int way, struct frame_of f) {
    int count = 0;
    for (int i = 0; i < FRAMES; i++) {
        struct frame_of g = frame_of(i);
        if (g.method == f.method && (!ways[way].line || g.line == f.line) &&
            (!ways[way].bci || g.bci == f.bci) && (!ways[way].type || g.type == f.type))
            count += samples_of(i);
    }
    return count;
}

START_TEST(frames_are_counted_apart_by_what_is_asked) {
    static const char *const types[] = {"Interpreted,", "JIT compiled,"};
    struct text out;
    char *lines = lines_of(ways[_i].command, &out);
    int found = 0;
    for (const char *at = lines; at && *at; at = strchr(at, '\n'), at += at != NULL) {
        int self, line = 0, bci = 0;
        struct frame_of f = {0};
        const char *name = strstr(at, "a.C"), *end = strchr(at, '\r');
        if (!name || name > end) continue; /* main */
        ck_assert_int_eq(sscanf(at, "%d,", &self), 1);
        int got = sscanf(name, "a.C%d.f:%d@%d", &f.method, &line, &bci);
        ck_assert_int_eq(got, 1 + ways[_i].line + ways[_i].bci);
        f.line = line;
        f.bci = bci;
        for (int type = 0; type < TYPES && ways[_i].type; type++)
            if (name - at > (long)strlen(types[type]) &&
                strncmp(name - strlen(types[type]), types[type], strlen(types[type])) == 0)
                f.type = type;
        ck_assert_msg(self == count_of(_i, f), "%.*s: not %d", (int)(end - at), at,
                      count_of(_i, f));
        found++;
    }
    ck_assert_int_eq(found, METHODS * (ways[_i].line ? LINES : 1) * (ways[_i].bci ? BCIS : 1) *
                                (ways[_i].type ? TYPES : 1));
    text_free(&out);
}
END_TEST

/* ==== Threads and texts ===================================================================== */

static void set_up_events(void) {
    struct text told = {0};
    text_add(&told, "app.Sent duration:d eventThread:T to:s bytes:l of:C\n");
    for (int i = 0; i < EVENTS; i++)
        text_addf(&told, "@%d %d thread-%d host-%d %d a/C%d\n", i, 1 + i % 7, i % THREADS,
                  i * 3 % TEXTS, i, i % 40);
    told_write(&r, text_str(&told), INT64_C(60000000000));
    text_free(&told);
}

static const struct {
    const char *command, *name;
    int count, step; /* groups; event i is in group i * step % count */
} groups[] = {
    {"events --top 0 --format csv --by eventThread.javaName --show count,sum(bytes),max(duration) "
     "app.Sent", "thread-", THREADS, 1},
    {"events --top 0 --format csv --by to --show count,sum(bytes),max(duration) app.Sent", "host-",
     TEXTS, 3},
    {"events --top 0 --format csv --by of --show count,sum(bytes),max(duration) app.Sent", "a.C",
     40, 1},
};

START_TEST(events_are_grouped_by_what_is_equal) {
    static char kept[TEXTS][100], *expected[TEXTS];
    struct text out;
    char *lines = lines_of(groups[_i].command, &out);
    for (int group = 0; group < groups[_i].count; group++) {
        int count = 0, sum = 0, most = 0;
        for (int i = 0; i < EVENTS; i++) {
            if (i * groups[_i].step % groups[_i].count != group) continue;
            count++;
            sum += i;
            if (1 + i % 7 > most) most = 1 + i % 7;
        }
        snprintf(kept[group], sizeof *kept, "%d,%d,%d000000,%s%d\r\n", count, sum, most,
                 groups[_i].name, group);
        expected[group] = kept[group];
    }
    has_lines(lines, expected, (size_t)groups[_i].count);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("many");
    TCase *frames = tcase_create("frames"), *events = tcase_create("events");
    tcase_add_checked_fixture(frames, set_up_frames, clean_up);
    tcase_add_checked_fixture(events, set_up_events, clean_up);
    tcase_add_loop_test(frames, frames_are_counted_apart_by_what_is_asked, 0,
                        sizeof ways / sizeof *ways);
    tcase_add_loop_test(events, events_are_grouped_by_what_is_equal, 0,
                        sizeof groups / sizeof *groups);
    suite_add_tcase(suite, frames);
    suite_add_tcase(suite, events);
    return suite_run(suite);
}
