/* Whom a thread waits for that sleeps in a system call: other threads of this very process, by a
 * socket whose both ends it has, or the world outside.
 *
 *   /proc/self/task/N/syscall   the call and its descriptors
 *   a descriptor                a socket: whose is the other end? a listener: who came to it so
 * far? an epoll: what is in it (/proc/self/fdinfo/N)
 *
 * Which sockets the process has is looked up every PEERS_AGE at most, and only when a socket of
 * this host is met that is not known; of those that come and go faster, what was found of the
 * others at the same port holds. By one thread at a time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define PEERS_AGE 20000000 /* ns */

enum peers_wait {
    PEERS_NONE, /* it runs, or waits for no descriptor */
    PEERS_INSIDE,
    PEERS_FOLLOWED, /* by an epoll, for other programs, each by a connection of connections.h */
    PEERS_OUTSIDE,
};

/* file: of the thread, 0 at first; stays open until peers_close. */
enum peers_wait peers_wait_of(pid_t tid, int *file);
void peers_close(int *file);
/* Forgets what was found out of ports. */
void peers_forget(void);

/* ---- For tests: texts of the kernel's ---------------------------------------------------------
 */

struct peers_call {
    long number;
    uint64_t args[6];
};
/* "7 0x7f40 0x1 0xffffffffffffffff 0x0 0x0 0x0 0x7ffd 0x7f41"; false: "running", or no call. */
bool peers_read_call(const char *text, struct peers_call *call);
/* "tfd:       10 events: 19 ...": the next descriptor of an epoll from *at on; -1: no more. */
int peers_next_watched(const char **at);
