/* What is copied of a recording that the agent goes on writing: the recorder is ours, what it is
 * asked for comes by the attach protocol. */
#include "cmd/attach/engine.h"
#include "tests/support/recorder.h"
#include "tests/support/stand_in.h"

#include <fcntl.h>

static struct recording *r;
static struct session session;

static void begin(void) {
    set_up();
    stand_in_set_up();
    snprintf(other, sizeof other, "%s/out.jfr", folder);
    r = open_with((struct agent_options){0});
    session = (struct session){.jvm = &jvm,
                               .attach = {.timeout_s = 300},
                               .output = other,
                               .options = "",
                               .agent_library = "/no/such/libjfragent.so",
                               .file = -1,
                               .lock = -1,
                               .chunks = -1};
    ck_assert(place_open(&session.place, &jvm));
}

static void finish(void) {
    recording_close(r);
    session_close(&session);
    stand_in_clean_up();
    clean_up();
}

/* Answers one `load` as the agent does: with the path of the recording in the file that is named
 * there. */
static void answer_one(int listening) {
    char request[1000];
    size_t len;
    int fd = stand_in_takes(listening, request, sizeof request, &len);
    const char *options = request; /* behind four texts */
    for (int i = 0; i < 4; i++) options += strlen(options) + 1;
    const char *named = strstr(options, "answer=");
    int file = named && strncmp(options, "dump,", 5) == 0 ? open(named + 7, O_WRONLY) : -1;
    if (write(file, path, strlen(path)) < 0) _exit(1);
    _exit(write(fd, "0\nreturn code: 0\n", 17) != 17);
}

static bool dump(void) {
    int listening = stand_in_listens();
    if (stand_in_forks()) answer_one(listening);
    close(listening);
    return engine_agent.dump(&session);
}

START_TEST(what_there_is_so_far_is_copied_and_complete) {
    sample_line(r, 1);
    ck_assert(recording_rotate(r));
    sample_line(r, 2);
    sample_line(r, 3);
    ck_assert(recording_flush(r));
    ck_assert_msg(dump(), "%s", text_str(&session.why));
    sample_line(r, 4); /* it goes on */
    w = written_read(other);
    written_is_clean(&w);
    ck_assert_uint_eq(w.chunks.len, 2);
    ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), 3);
    ck_assert(w.chunks.items[1].chunk.final_chunk);
    const struct jfr_chunk *last = &w.chunks.items[1].chunk;
    ck_assert_int_eq((int64_t)(last->offset + last->size), size_of(other)); /* no room for more */
    ck_assert_int_lt(size_of(other), size_of(path));
}
END_TEST

START_TEST(a_file_that_is_no_recording_is_not_copied) {
    int fd = open(path, O_WRONLY);
    ck_assert_int_eq(pwrite(fd, "GLR", 3, 0), 3);
    close(fd);
    ck_assert(!dump());
    ck_assert_ptr_nonnull(strstr(session.why.data, "cannot copy "));
    ck_assert_int_eq(size_of(other), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engine of the agent");
    TCase *cases = tcase_create("engine of the agent");
    tcase_add_checked_fixture(cases, begin, finish);
    tcase_add_test(cases, what_there_is_so_far_is_copied_and_complete);
    tcase_add_test(cases, a_file_that_is_no_recording_is_not_copied);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
