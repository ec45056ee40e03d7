/* Calls side by side: how many run, which wait, and that none goes on without its server. */
#include "cmd/mcp/calls.h"
#include "cmd/cli/command.h"
#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENDLESS                                                                                \
    "--query=WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) " \
    "FROM c"

static struct rpc_token token_of(int number) {
    struct text text = {0};
    text_addf(&text, "%d", number);
    return (struct rpc_token){.text = text_take(&text), .number = true};
}

static struct tool_call call_of(const char *query) {
    struct tool_call call = {.tool = tool_named("sql")};
    struct text path = {0};
    const char *testdata = getenv("TESTDATA");
    text_addf(&path, "%s/native-17.jfr", testdata ? testdata : "testdata");
    array_push(&call.words, mem_copy_text("sql"));
    array_push(&call.words, mem_copy_text(query));
    array_push(&call.operands, text_take(&path));
    call.question = mem_copy_text("jfr:sql");
    return call;
}

static bool add(struct calls *calls, int id, const char *query) {
    return calls_add(calls, token_of(id), (struct rpc_token){0}, call_of(query), NULL);
}

static void cancel(struct calls *calls, int id) {
    struct rpc_token token = token_of(id);
    calls_cancel(calls, &token);
    rpc_token_free(&token);
}

static size_t count_running(const struct calls *calls) {
    size_t count = 0;
    for (size_t i = 0; i < calls->entries.len; i++) count += calls->entries.items[i].child.pid != 0;
    return count;
}

START_TEST(four_run_and_the_others_wait_in_their_order) {
    struct calls calls = {0};
    struct text out = {0};
    struct pollfd files[CALLS_FILES];
    ck_assert_int_eq(calls_wait(&calls), -1);
    for (int i = 0; i < CALLS_RUNNING + 2; i++) ck_assert(add(&calls, i, ENDLESS));
    ck_assert_int_eq(calls_wait(&calls), 0); /* there is something to start */
    calls_go_on(&calls, &out);
    ck_assert_uint_eq(count_running(&calls), CALLS_RUNNING);
    ck_assert_uint_eq(calls_files(&calls, files), CALLS_FILES);
    int wait = calls_wait(&calls);
    ck_assert(wait > 1000 && wait <= 60000); /* nothing to start: until a call has run too long */
    cancel(&calls, 0);
    ck_assert_int_eq(calls_wait(&calls), 0);
    calls_go_on(&calls, &out);
    ck_assert_uint_eq(count_running(&calls), CALLS_RUNNING);
    ck_assert(calls.entries.items[3].child.pid && !calls.entries.items[4].child.pid);
    ck_assert_str_eq(calls.entries.items[3].id.text, "4");
    ck_assert_uint_eq(out.len, 0); /* what is cancelled has no answer */
    calls_free(&calls);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}
END_TEST

START_TEST(too_many_are_refused) {
    struct calls calls = {0};
    for (int i = 0; i < CALLS_RUNNING + CALLS_WAITING; i++) ck_assert(add(&calls, i, ENDLESS));
    ck_assert(!add(&calls, 999, ENDLESS));
    cancel(&calls, 999); /* is not there: nothing happens */
    ck_assert_uint_eq(calls.entries.len, CALLS_RUNNING + CALLS_WAITING);
    cancel(&calls, 5);
    ck_assert(add(&calls, 999, ENDLESS));
    calls_free(&calls);
}
END_TEST

START_TEST(progress_is_told_to_who_asks_once_a_second) {
    struct calls calls = {0};
    struct text out = {0};
    ck_assert(calls_add(&calls, token_of(1), token_of(7), call_of(ENDLESS), NULL));
    calls_go_on(&calls, &out);
    ck_assert(calls_wait(&calls) <= 1000);
    calls_go_on(&calls, &out);
    ck_assert_uint_eq(out.len, 0); /* not yet */
    calls.entries.items[0].told_ns -= 1000000000;
    calls_go_on(&calls, &out);
    ck_assert_ptr_nonnull(strstr(text_str(&out), "\"progressToken\":7,\"progress\":1,"));
    text_clear(&out);
    calls.entries.items[0].told_ns -= 1000000000;
    calls.entries.items[0].child.done = 500;
    calls.entries.items[0].child.total = 800;
    calls_go_on(&calls, &out);
    ck_assert_ptr_nonnull(strstr(text_str(&out), "\"progress\":500,\"total\":800,"));
    text_clear(&out);
    calls.entries.items[0].told_ns -= 1000000000;
    calls_go_on(&calls, &out); /* nothing was read: it grows all the same */
    ck_assert_ptr_nonnull(strstr(text_str(&out), "\"progress\":501,\"message\""));
    text_free(&out);
    calls_free(&calls);
}
END_TEST

START_TEST(a_call_ends_with_its_server) {
    int ends[2], status;
    pid_t call = 0;
    ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); /* orphans are ours */
    ck_assert_int_eq(pipe(ends), 0);
    pid_t server = fork();
    if (server == 0) {
        struct calls calls = {0};
        struct text out = {0};
        add(&calls, 1, ENDLESS);
        calls_go_on(&calls, &out);
        call = (pid_t)calls.entries.items[0].child.pid;
        if (write(ends[1], &call, sizeof call) != sizeof call) _exit(1);
        pause();
    }
    ck_assert_int_eq(read(ends[0], &call, sizeof call), sizeof call);
    kill(server, SIGKILL);
    ck_assert_int_eq(waitpid(server, &status, 0), server);
    ck_assert_int_eq(waitpid(call, &status, 0), call);
    ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 1); /* 1: it had hardly begun */
}
END_TEST

int main(void) {
    child_runs(command_run_named);
    Suite *suite = suite_create("calls");
    TCase *cases = tcase_create("calls");
    tcase_add_test(cases, four_run_and_the_others_wait_in_their_order);
    tcase_add_test(cases, too_many_are_refused);
    tcase_add_test(cases, progress_is_told_to_who_asks_once_a_second);
    tcase_add_test(cases, a_call_ends_with_its_server);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
