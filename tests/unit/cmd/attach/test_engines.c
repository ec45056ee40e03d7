/* What both engines make of a JVM's answers and of what it leaves: this process stands in for the
 * JVM. */
#include "agent/ground/protocol.h"
#include "cmd/attach/engine.h"
#include "parser/writer.h"
#include "base/mem.h"
#include "tests/support/stand_in.h"

#include <fcntl.h>
#include <stdlib.h>

static char folder[40], out[60];
static struct session session;

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-engines-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    stand_in_set_up();
    session = (struct session){.jvm = &jvm,
                               .attach.timeout_s = 300,
                               .output = out,
                               .options = "",
                               .agent_library = "/agent.so",
                               .detach = true,
                               .file = -1,
                               .lock = -1,
                               .chunks = -1};
    ck_assert(place_open(&session.place, &jvm));
    session.target_file = mem_copy_text(out);
}

static void clean_up(void) {
    session_close(&session);
    stand_in_clean_up();
    unlink(out);
    rmdir(folder);
}

/* ==== Ours =================================================================================== */

static bool starts_with_answer(const char *text) {
    char request[1000];
    size_t len;
    int listening = stand_in_listens();
    if (stand_in_forks()) {
        int fd = stand_in_takes(listening, request, sizeof request, &len);
        _exit(write(fd, text, strlen(text)) < 0);
    }
    close(listening);
    return engine_agent.start(&session);
}

static const struct {
    const char *answer, *why; /* NULL: it is in */
} answers[] = {
    {"0\nreturn code: 0\n", NULL},
    {"0\n", NULL},
    {"0\nreturn code: 105\n",
     "the agent refused: it cannot write the recording's file (the target's stderr says more)"},
    {"0\nreturn code: 106\n", "the agent refused: someone else has a handler for its signal (the "
                              "target's stderr says more)"},
    {"0\nreturn code: -3\n", "the agent refused with code -3; the target's stderr may say why"},
    {"0\n/agent.so: no such file.\n", "the JVM could not load the agent: /agent.so: no such file"},
    {"100\nreturn code: 0\n", "the JVM could not load the agent: return code: 0"},
    {"0\nDynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading\n",
     "this JVM does not accept agents: it runs with -XX:-EnableDynamicAgentLoading; start it with "
     "-XX:+EnableDynamicAgentLoading, or with -agentpath:/agent.so, or use --engine jfr"},
};

START_TEST(what_the_jvm_says_to_the_agent_is_said) {
    bool good = starts_with_answer(answers[_i].answer);
    ck_assert_str_eq(text_str(&session.why), answers[_i].why ? answers[_i].why : "");
    ck_assert(good == !answers[_i].why);
}
END_TEST

/* ==== The JVM's recorder ===================================================================== */

static void put_file(const char *name, int64_t start_ns) {
    const struct writer_header header = {
        .size = 200, .checkpoint = 100, .metadata = 68, .start_ns = start_ns, .flags = 1};
    uint8_t bytes[200] = {0};
    char path[80];
    writer_put_header(bytes, &header);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_eq(write(fd, bytes, sizeof bytes), (ssize_t)sizeof bytes);
    close(fd);
}

static void remove_file(const char *name) {
    char path[80];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

START_TEST(of_a_killed_jvm_the_chunks_of_its_repository_are_saved_by_time) {
    static const char *const names[] = {"b.jfr", "a.jfr", "c.part", ".jfr"};
    uint8_t saved[500];
    for (int i = 0; i < 4; i++) put_file(names[i], 1000 + i);
    session.repository = mem_copy_text(folder);
    session.chunks = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert_msg(engine_jfr.salvage(&session), "%s", text_str(&session.why));
    int fd = open(out, O_RDONLY);
    ck_assert_int_eq(read(fd, saved, sizeof saved), 400);
    close(fd);
    ck_assert_uint_eq(saved[39], 1001 % 256); /* the start's last byte */
    ck_assert_uint_eq(saved[239], 1000 % 256);
    for (int i = 0; i < 4; i++) remove_file(names[i]);
}
END_TEST

START_TEST(a_repository_without_chunks_is_named) {
    char why[120];
    put_file("c.part", 1000);
    session.repository = mem_copy_text(folder);
    session.chunks = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert(!engine_jfr.salvage(&session));
    snprintf(why, sizeof why, "the target was killed, and there is no flushed chunk in %s", folder);
    ck_assert_str_eq(text_str(&session.why), why);
    remove_file("c.part");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engines");
    TCase *cases = tcase_create("engines");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_loop_test(cases, what_the_jvm_says_to_the_agent_is_said, 0,
                        sizeof answers / sizeof *answers);
    tcase_add_test(cases, of_a_killed_jvm_the_chunks_of_its_repository_are_saved_by_time);
    tcase_add_test(cases, a_repository_without_chunks_is_named);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
