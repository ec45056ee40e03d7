#include "agent/whatif/peers.h"

#include "agent/whatif/connections.h"
#include "base/clock.h"
#include "base/map.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    MOST_SOCKETS = 4096,
    MOST_PORTS = 256,
    MOST_POLLED = 8,
    MOST_EPOLLS = 64,
    MOST_WATCHED = 1 << 17
};

/* ---- Texts of the kernel's --------------------------------------------------------------------
 */

bool peers_read_call(const char *text, struct peers_call *call) {
    char *end;
    call->number = strtol(text, &end, 10);
    for (int i = 0; i < 6; i++) { /* who waits in no call has none */
        text = end;
        call->args[i] = strtoull(text, &end, 16);
        if (end == text) return false;
    }
    return true;
}

int peers_next_watched(const char **at) {
    const char *line = strstr(*at, "tfd:");
    if (!line) return -1;
    *at = line + 4;
    return (int)strtol(*at, NULL, 10);
}

static bool read_text(int file, char *text, size_t size) {
    ssize_t n = pread(file, text, size - 1, 0);
    if (n <= 0) return false;
    text[n] = 0;
    return true;
}

/* ---- Sockets of this process ------------------------------------------------------------------
 */

struct end {             /* of a connection */
    uint64_t port, peer; /* of a Unix domain socket: of its name, and the same if it is of this
                            process, as the kernel says whose it is */
    int descriptor;
};

struct ports {
    uint64_t all[MOST_PORTS];
    size_t count;
};

static struct {
    struct end ends[MOST_SOCKETS], /* within this host; sorted */
        others[MOST_SOCKETS];      /* with other hosts */
    size_t count, other_count;
    struct ports listening, inside; /* to which this process itself comes */
    int64_t time;                   /* when that was looked up; 0: not yet */
} known;

enum kind { CONNECTED_HERE, CONNECTED_ELSEWHERE, LISTENS, SIGNALS, OTHER };

static bool has_port(const struct ports *ports, uint64_t port) {
    for (size_t i = 0; i < ports->count; i++)
        if (ports->all[i] == port) return true;
    return false;
}

static void add_port(struct ports *ports, uint64_t port) {
    if (ports->count < MOST_PORTS && !has_port(ports, port)) ports->all[ports->count++] = port;
}

static void remove_port(struct ports *ports, uint64_t port) {
    for (size_t i = 0; i < ports->count; i++)
        if (ports->all[i] == port) ports->all[i--] = ports->all[--ports->count];
}

/* Of a Unix domain socket: a number above all ports; 0: it has no name. */
static uint64_t name_of(const struct sockaddr_storage *a, socklen_t size) {
    const char *name = ((const struct sockaddr_un *)a)->sun_path;
    size_t before = offsetof(struct sockaddr_un, sun_path);
    return size > before ? hash_bytes(name, size - before) | 1 << 16 : 0;
}

static uint16_t port_of(const struct sockaddr_storage *a) {
    return ntohs(a->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)a)->sin6_port
                                          : ((const struct sockaddr_in *)a)->sin_port);
}

static bool same_host(const struct sockaddr_storage *a, const struct sockaddr_storage *b) {
    if (a->ss_family != b->ss_family) return false;
    if (a->ss_family == AF_INET6)
        return memcmp(&((const struct sockaddr_in6 *)a)->sin6_addr,
                      &((const struct sockaddr_in6 *)b)->sin6_addr, sizeof(struct in6_addr)) == 0;
    return ((const struct sockaddr_in *)a)->sin_addr.s_addr ==
           ((const struct sockaddr_in *)b)->sin_addr.s_addr;
}

static enum kind local_socket(int descriptor) {
    struct ucred peer = {.pid = 0};
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return OTHER;
    return peer.pid == getpid() ? CONNECTED_HERE : CONNECTED_ELSEWHERE;
}

/* CONNECTED_HERE: to this host, as far as addresses tell; end says between which ports. */
static enum kind kind_of(int descriptor, struct end *end) {
    struct stat status;
    struct sockaddr_storage own = {0}, peer = {0};
    socklen_t own_size = sizeof own, peer_size = sizeof peer;
    *end = (struct end){.descriptor = descriptor};
    if (fstat(descriptor, &status) != 0) return OTHER;
    if ((status.st_mode & S_IFMT) == 0) return SIGNALS; /* an eventfd, which no other process has */
    if (!S_ISSOCK(status.st_mode) ||
        getsockname(descriptor, (struct sockaddr *)&own, &own_size) != 0)
        return OTHER;
    bool connected = getpeername(descriptor, (struct sockaddr *)&peer, &peer_size) == 0;
    if (own.ss_family == AF_UNIX) {
        end->port = end->peer = name_of(&own, own_size);
        return connected ? local_socket(descriptor) : end->port ? LISTENS : OTHER;
    }
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6) return OTHER;
    end->port = port_of(&own);
    if (!connected) return LISTENS;
    end->peer = port_of(&peer);
    return same_host(&own, &peer) ? CONNECTED_HERE : CONNECTED_ELSEWHERE;
}

static int by_ports(const void *a, const void *b) {
    const struct end *x = a, *y = b;
    uint64_t a_key = x->port != y->port ? x->port : x->peer,
             b_key = x->port != y->port ? y->port : y->peer;
    return (a_key > b_key) - (a_key < b_key);
}

static bool is_known(struct end end) {
    return known.count &&
           bsearch(&end, known.ends, known.count, sizeof *known.ends, by_ports) != NULL;
}

static struct end other_end(struct end end) {
    return (struct end){.port = end.peer, .peer = end.port};
}

static void note(int descriptor) {
    struct end end;
    switch (kind_of(descriptor, &end)) {
    case LISTENS: add_port(&known.listening, end.port); break;
    case CONNECTED_HERE:
        if (end.port && known.count < MOST_SOCKETS) known.ends[known.count++] = end;
        break;
    case CONNECTED_ELSEWHERE:
        if (known.other_count < MOST_SOCKETS) known.others[known.other_count++] = end;
        break;
    default: break;
    }
}

/* To which ports others come, and to which this process itself. */
static void judge_ports(void) {
    for (size_t i = 0; i < known.other_count; i++) remove_port(&known.inside, known.others[i].port);
    for (size_t i = 0; i < known.count; i++)
        if (!is_known(other_end(known.ends[i]))) remove_port(&known.inside, known.ends[i].port);
    for (size_t i = 0; i < known.count; i++)
        if (has_port(&known.listening, known.ends[i].port) && is_known(other_end(known.ends[i])))
            add_port(&known.inside, known.ends[i].port);
}

static void look_up(void) {
    DIR *folder = opendir("/proc/self/fd");
    known.count = known.other_count = known.listening.count = 0;
    known.time = clock_now();
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') note((int)strtol(entry->d_name, NULL, 10));
    closedir(folder);
    if (known.count) qsort(known.ends, known.count, sizeof *known.ends, by_ports);
    judge_ports();
}

static void look_up_if_old(void) {
    if (!known.time || clock_now() - known.time >= PEERS_AGE) look_up();
}

static enum peers_wait inside_if(bool inside) {
    return inside ? PEERS_INSIDE : PEERS_OUTSIDE;
}

static enum peers_wait of_connection(struct end end) {
    if (!end.port || end.port == end.peer || is_known(other_end(end))) return PEERS_INSIDE;
    look_up_if_old();
    if (is_known(other_end(end)) || has_port(&known.listening, end.peer)) return PEERS_INSIDE;
    return inside_if(!is_known(end) && has_port(&known.inside, end.port));
}

/* Who waits for that descriptor waits for... */
static enum peers_wait of_descriptor(int descriptor) {
    struct end end;
    switch (kind_of(descriptor, &end)) {
    case CONNECTED_HERE: return of_connection(end);
    case LISTENS: look_up_if_old(); return inside_if(has_port(&known.inside, end.port));
    case SIGNALS: return PEERS_INSIDE;
    default: return PEERS_OUTSIDE;
    }
}

/* ---- Calls ------------------------------------------------------------------------------------
 */

static bool listens(int descriptor) {
    int yes = 0;
    socklen_t size = sizeof yes;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &yes, &size) == 0 && yes;
}

/* All who came to that port from outside. */
static bool follow_port(uint64_t port) {
    size_t found = 0;
    for (size_t i = 0; i < known.count + known.other_count; i++) {
        bool here = i < known.count;
        const struct end *end = here ? &known.ends[i] : &known.others[i - known.count];
        if (end->port != port || (here && is_known(other_end(*end)))) continue;
        if (!connections_follow(end->descriptor)) return false;
        found++;
    }
    return found > 0;
}

/* Whether it can be seen when those outside have answered who come by it. */
static bool follow(int descriptor) {
    struct end end;
    if (kind_of(descriptor, &end) != LISTENS) return connections_follow(descriptor);
    return listens(descriptor) && follow_port(end.port);
}

static enum peers_wait of_watched(int descriptor) {
    static char text[MOST_WATCHED];
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool there = file >= 0 && read_text(file, text, sizeof text);
    if (file >= 0) close(file);
    if (!there) return PEERS_OUTSIDE;
    const char *at = text;
    enum peers_wait all = PEERS_OUTSIDE;
    for (int watched; (watched = peers_next_watched(&at)) >= 0;) {
        enum peers_wait one = of_descriptor(watched);
        if (one == PEERS_OUTSIDE && !follow(watched)) return PEERS_OUTSIDE;
        all = one == PEERS_OUTSIDE || all == PEERS_FOLLOWED ? PEERS_FOLLOWED : PEERS_INSIDE;
    }
    return all;
}

/* Looked at every PEERS_AGE: there may be many descriptors in it. */
static enum peers_wait of_epoll(int descriptor) {
    static struct {
        int64_t time;
        int descriptor;
        enum peers_wait found;
    } cache[MOST_EPOLLS];
    int at = descriptor % MOST_EPOLLS;
    int64_t now = clock_now();
    if (at < 0) return PEERS_OUTSIDE;
    if (cache[at].descriptor != descriptor || now - cache[at].time >= PEERS_AGE) {
        cache[at].descriptor = descriptor;
        cache[at].time = now;
        cache[at].found = of_watched(descriptor);
    }
    return cache[at].found;
}

/* What it points to may be gone by now: it is read so that nothing happens then. */
static enum peers_wait of_poll(uint64_t address, uint64_t count) {
    struct pollfd polled[MOST_POLLED];
    size_t n = count < MOST_POLLED ? (size_t)count : MOST_POLLED;
    struct iovec to = {polled, n * sizeof *polled},
                 from = {(void *)(uintptr_t)address,
                         to.iov_len}; // NOLINT(performance-no-int-to-ptr)
    enum peers_wait all = PEERS_OUTSIDE;
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != (ssize_t)to.iov_len) return all;
    for (size_t i = 0; i < n; i++) {
        all = of_descriptor(polled[i].fd);
        if (all == PEERS_OUTSIDE) break;
    }
    return all;
}

static enum peers_wait of_call(const struct peers_call *call) {
    switch (call->number) {
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll: return of_poll(call->args[0], call->args[1]);
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait: return of_epoll((int)call->args[0]);
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_accept:
    case SYS_accept4: return of_descriptor((int)call->args[0]);
    default: return PEERS_NONE;
    }
}

enum peers_wait peers_wait_of(pid_t tid, int *file) {
    char path[50], text[200];
    struct peers_call call;
    if (*file == 0) {
        snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)tid);
        *file = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (*file < 0 || !read_text(*file, text, sizeof text) || !peers_read_call(text, &call))
        return PEERS_NONE;
    return of_call(&call);
}

void peers_close(int *file) {
    if (*file > 0) close(*file);
    *file = 0;
}

void peers_forget(void) {
    memset(&known, 0, sizeof known);
    connections_forget();
}
