/* Whom a thread waits for in a system call: real threads, sockets and processes. */
#include "agent/whatif/connections.h"
#include "agent/whatif/peers.h"
#include "base/clock.h"
#define SUITE_APART /* one takes all descriptors */
#include "tests/support/suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- What the kernel writes ------------------------------------------------------------------ */

START_TEST(a_call_has_a_number_and_six_arguments) {
    static const struct {
        const char *text;
        bool known;
        long number;
        uint64_t first, last;
    } cases[] = {
        {"7 0x7f40 0x1 0xffffffffffffffff 0x0 0x0 0x9 0x7ffd 0x7f41\n", true, 7, 0x7f40, 9},
        {"0 0x5 0x1 0x2 0x0 0x0 0x0 0x7ffd 0x7f41\n", true, 0, 5, 0},
        {"running\n", false, 0, 0, 0},
        {"-1 0x7ffd 0x7f41\n", false, 0, 0, 0}, /* waits in no call */
        {"7 0x7f40 0x1 0x2 0x3 0x4", false, 0, 0, 0},
        {"", false, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct peers_call call;
        ck_assert_msg(peers_read_call(cases[i].text, &call) == cases[i].known, "%zu", i);
        if (!cases[i].known) continue;
        ck_assert_int_eq(call.number, cases[i].number);
        ck_assert_uint_eq(call.args[0], cases[i].first);
        ck_assert_uint_eq(call.args[5], cases[i].last);
    }
}
END_TEST

START_TEST(what_an_epoll_watches_comes_one_after_the_other) {
    const char *at = "pos:\t0\nflags:\t02\ntfd:       10 events:       19 data: a\n"
                     "tfd:        7 events:       19 data: b\n";
    ck_assert_int_eq(peers_next_watched(&at), 10);
    ck_assert_int_eq(peers_next_watched(&at), 7);
    ck_assert_int_eq(peers_next_watched(&at), -1);
    at = "";
    ck_assert_int_eq(peers_next_watched(&at), -1);
}
END_TEST

/* ---- Who waits for whom ---------------------------------------------------------------------- */

enum way { READS, POLLS, EPOLLS, ACCEPTS, SPINS };

static struct {
    enum way way;
    int descriptor;
    _Atomic pid_t tid;
    _Atomic bool over;
} waiter;

static void *wait_there(void *unused) {
    uint64_t c;
    atomic_store(&waiter.tid, (pid_t)syscall(SYS_gettid));
    struct pollfd polled = {.fd = waiter.descriptor, .events = POLLIN};
    struct epoll_event event;
    switch (waiter.way) {
    case READS:
        if (read(waiter.descriptor, &c, sizeof c) < 0) return NULL;
        break;
    case POLLS: poll(&polled, 1, -1); break;
    case EPOLLS: epoll_wait(waiter.descriptor, &event, 1, -1); break;
    case ACCEPTS: accept(waiter.descriptor, NULL, NULL); break;
    case SPINS:
        while (!atomic_load(&waiter.over)) {
        }
    }
    return NULL;
}

static void nothing(int number) {
}

/* What is said of a thread that waits so: it is asked until it sleeps there. */
static enum peers_wait said_of(enum way way, int descriptor) {
    pthread_t thread;
    int file = 0;
    enum peers_wait said = PEERS_NONE;
    struct sigaction action = {.sa_handler = nothing};
    sigaction(SIGUSR1, &action, NULL);
    waiter.way = way;
    waiter.descriptor = descriptor;
    atomic_store(&waiter.tid, 0);
    atomic_store(&waiter.over, false);
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_there, NULL), 0);
    int64_t until = clock_now() + (way == SPINS ? NS_PER_S / 100 : 20 * NS_PER_S);
    while (said == PEERS_NONE && clock_now() < until)
        if (atomic_load(&waiter.tid)) said = peers_wait_of(atomic_load(&waiter.tid), &file);
    atomic_store(&waiter.over, true);
    peers_close(&file);
    ck_assert_int_eq(file, 0);
    while (pthread_tryjoin_np(thread, NULL) != 0) {
        pthread_kill(thread, SIGUSR1); /* its call ends */
        usleep(1000);
    }
    return said;
}

static struct sockaddr_in loopback(uint16_t port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = port};
}

static uint16_t port_of(int s) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    ck_assert_int_eq(getsockname(s, (struct sockaddr *)&address, &size), 0);
    return address.sin_port;
}

static int listener(void) {
    struct sockaddr_in any = loopback(0);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(s, (struct sockaddr *)&any, sizeof any), 0);
    ck_assert_int_eq(listen(s, 5), 0);
    return s;
}

static int client_of(uint16_t port) {
    struct sockaddr_in there = loopback(port);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(connect(s, (struct sockaddr *)&there, sizeof there), 0);
    return s;
}

/* Another process connects, and stays until it is killed. */
static pid_t outsider(int to) {
    uint16_t port = port_of(to);
    pid_t child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    client_of(port);
    for (;;) pause();
}

static void end(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static int epoll_of(const int *descriptors, int count) {
    int e = epoll_create1(0);
    for (int i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN};
        ck_assert_int_eq(epoll_ctl(e, EPOLL_CTL_ADD, descriptors[i], &event), 0);
    }
    return e;
}

START_TEST(both_ends_of_a_connection_of_this_process_wait_inside) {
    peers_forget();
    int server = listener(), client = client_of(port_of(server)), accepted = accept(server, 0, 0);
    ck_assert_int_eq(said_of(READS, client), PEERS_INSIDE);
    ck_assert_int_eq(said_of(READS, accepted), PEERS_INSIDE);
    ck_assert_int_eq(said_of(POLLS, accepted), PEERS_INSIDE);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_INSIDE);
    const int watched[] = {server, accepted, eventfd(0, 0)};
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(watched, 3)), PEERS_INSIDE);
}
END_TEST

START_TEST(who_serves_another_process_waits_outside) {
    peers_forget();
    int server = listener();
    pid_t child = outsider(server);
    int accepted = accept(server, 0, 0);
    ck_assert_int_eq(said_of(READS, accepted), PEERS_OUTSIDE);
    ck_assert_int_eq(said_of(POLLS, accepted), PEERS_OUTSIDE);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_OUTSIDE);
    const int watched[] = {accepted, eventfd(0, 0)};
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(watched, 2)), PEERS_FOLLOWED);
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(&server, 1)), PEERS_FOLLOWED);
    end(child);
}
END_TEST

START_TEST(where_nobody_came_from_outside_or_by_something_else_nothing_is_followed) {
    peers_forget();
    int server = listener(), ends[2];
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(&server, 1)), PEERS_OUTSIDE);
    pid_t child = outsider(server);
    ck_assert_int_eq(pipe(ends), 0);
    const int watched[] = {accept(server, 0, 0), ends[0]};
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(watched, 2)), PEERS_OUTSIDE);
    end(child);
}
END_TEST

static const struct debts_look nobody; /* ran */

/* Whose turn it is: of debt that grows by 100 each time, what came with the last message. */
static int64_t arrived(struct outside *outside, struct debts *debts) {
    outside->count = 0;
    connections_look(outside, debts, &nobody);
    debts_charge(debts, 100);
    return outside->count ? outside->arrived[0] : 0;
}

/* A client whose connection has that descriptor here, which is free. */
static int accepted_as(int here, int server) {
    int first = client_of(port_of(server)), client = dup(first);
    ck_assert_int_ne(client, -1);
    close(first);
    ck_assert_int_eq(accept(server, 0, 0), here);
    return client;
}

START_TEST(a_connection_owes_from_the_answer_to_the_next_request) {
    peers_forget();
    struct outside outside = {.count = 0};
    struct debts debts = {.longest = 1};
    int server = listener(), client = client_of(port_of(server)), here = accept(server, 0, 0);
    ck_assert(connections_follow(here) && connections_follow(here));
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    ck_assert_int_eq(write(client, "ask", 3), 3);
    ck_assert_int_eq(arrived(&outside, &debts), 100);
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    ck_assert_int_eq(write(here, "no", 2), 2);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(arrived(&outside, &debts), 0);
    ck_assert_int_eq(write(client, "ask", 3), 3);
    ck_assert_int_eq(arrived(&outside, &debts), 300);
    /* Nobody knows who was last. */
    ck_assert_int_eq(write(here, "no", 2), 2);
    ck_assert_int_eq(write(client, "ask", 3), 3);
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    /* By the next connection, which has the same descriptor. */
    ck_assert_int_eq(write(here, "no", 2), 2);
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    close(here);
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    client = accepted_as(here, server);
    ck_assert_int_eq(write(client, "ask", 3), 3);
    ck_assert_int_eq(arrived(&outside, &debts), 200);
    /* Also if that it was closed was not seen, and as much came by both. */
    ck_assert_int_eq(write(here, "no", 2), 2);
    ck_assert_int_eq(arrived(&outside, &debts), 0);
    close(here);
    client = accepted_as(here, server);
    ck_assert_int_eq(write(client, "ask", 3), 3);
    ck_assert_int_eq(arrived(&outside, &debts), 100);
}
END_TEST

START_TEST(what_is_no_connection_is_not_followed_nor_are_too_many) {
    peers_forget();
    struct rlimit room = {.rlim_cur = CONNECTIONS_MOST + 100};
    struct rlimit given;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &given), 0);
    room.rlim_max = given.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &room), 0);
    int ends[2], server = listener(), client = client_of(port_of(server)), followed = 0;
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert(!connections_follow(ends[0]));
    while (followed <= CONNECTIONS_MOST && connections_follow(dup(client))) followed++;
    ck_assert_int_eq(followed, CONNECTIONS_MOST);
}
END_TEST

START_TEST(of_many_each_has_its_turn) {
    peers_forget();
    enum { MANY = 3 * CONNECTIONS_LOOKS };
    struct outside outside = {.count = 0};
    struct debts debts = {.longest = 1};
    int server = listener(), clients[MANY], here[MANY], came = 0;
    for (int i = 0; i < MANY; i++) {
        clients[i] = client_of(port_of(server));
        here[i] = accept(server, 0, 0);
    }
    for (int look = 0; look < 6; look++) {
        for (int i = 0; i < MANY; i++) {
            ck_assert(connections_follow(here[i]));
            if (look == 3) ck_assert_int_eq(write(clients[i], "ask", 3), 3);
        }
        arrived(&outside, &debts);
        if (look < 3) ck_assert_int_eq(outside.count, 0);
        came += outside.count;
    }
    ck_assert_int_eq(came, MANY);
}
END_TEST

/* ---- Unix domain sockets --------------------------------------------------------------------- */

static struct sockaddr_un named(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "jfragent-test-%d", (int)getpid());
    return name;
}

static int local_client(const struct sockaddr_un *name) {
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(connect(s, (const struct sockaddr *)name, sizeof *name), 0);
    return s;
}

static int local_listener(const struct sockaddr_un *name) {
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(s, (const struct sockaddr *)name, sizeof *name), 0);
    ck_assert_int_eq(listen(s, 5), 0);
    return s;
}

START_TEST(both_ends_of_a_local_connection_wait_inside) {
    peers_forget();
    struct sockaddr_un name = named();
    int server = local_listener(&name);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_OUTSIDE); /* nobody came yet */
    int client = local_client(&name), accepted = accept(server, 0, 0);
    usleep(2 * PEERS_AGE / 1000);
    ck_assert_int_eq(said_of(READS, client), PEERS_INSIDE);
    ck_assert_int_eq(said_of(READS, accepted), PEERS_INSIDE);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_INSIDE);
    close(client);
    close(accepted);
    usleep(2 * PEERS_AGE / 1000);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_INSIDE); /* as long as no other comes */
}
END_TEST

START_TEST(who_serves_another_process_locally_waits_outside) {
    peers_forget();
    struct sockaddr_un name = named();
    int server = local_listener(&name);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        local_client(&name);
        for (;;) pause();
    }
    int accepted = accept(server, 0, 0);
    ck_assert_int_eq(said_of(READS, accepted), PEERS_OUTSIDE);
    ck_assert_int_eq(said_of(ACCEPTS, server), PEERS_OUTSIDE);
    end(child);
}
END_TEST

START_TEST(of_a_service_of_both_the_connection_decides) {
    peers_forget();
    int server = listener(), client = client_of(port_of(server)), ours = accept(server, 0, 0);
    pid_t child = outsider(server);
    int theirs = accept(server, 0, 0);
    ck_assert_int_eq(said_of(READS, ours), PEERS_INSIDE);
    ck_assert_int_eq(said_of(READS, theirs), PEERS_OUTSIDE);
    const int watched[] = {ours, theirs};
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(watched, 2)), PEERS_FOLLOWED);
    ck_assert_int_eq(said_of(EPOLLS, epoll_of(watched, 1)), PEERS_INSIDE);
    end(child);
    close(client);
}
END_TEST

START_TEST(a_pair_is_inside_and_a_pipe_may_be_of_others) {
    int pair[2], ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(said_of(READS, pair[0]), PEERS_INSIDE);
    ck_assert_int_eq(said_of(READS, eventfd(0, 0)), PEERS_INSIDE);
    ck_assert_int_eq(said_of(READS, ends[0]), PEERS_OUTSIDE);
}
END_TEST

START_TEST(who_runs_waits_for_nobody) {
    ck_assert_int_eq(said_of(SPINS, -1), PEERS_NONE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("peers");
    TCase *all = tcase_create("waits");
    tcase_add_test(all, a_call_has_a_number_and_six_arguments);
    tcase_add_test(all, what_an_epoll_watches_comes_one_after_the_other);
    tcase_add_test(all, both_ends_of_a_connection_of_this_process_wait_inside);
    tcase_add_test(all, who_serves_another_process_waits_outside);
    tcase_add_test(all, of_a_service_of_both_the_connection_decides);
    tcase_add_test(all, where_nobody_came_from_outside_or_by_something_else_nothing_is_followed);
    tcase_add_test(all, a_connection_owes_from_the_answer_to_the_next_request);
    tcase_add_test(all, what_is_no_connection_is_not_followed_nor_are_too_many);
    tcase_add_test(all, of_many_each_has_its_turn);
    tcase_add_test(all, both_ends_of_a_local_connection_wait_inside);
    tcase_add_test(all, who_serves_another_process_locally_waits_outside);
    tcase_add_test(all, a_pair_is_inside_and_a_pipe_may_be_of_others);
    tcase_add_test(all, who_runs_waits_for_nobody);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
