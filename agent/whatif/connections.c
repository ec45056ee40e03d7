#include "agent/whatif/connections.h"

#include "base/clock.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

struct bytes {
    uint64_t received, sent;
};

static struct connection {
    int descriptor;
    int64_t followed; /* when that was last asked for */
    struct bytes bytes;
    bool theirs;
    struct outsider outsider;
} all[CONNECTIONS_MOST];
static size_t count;

static bool read_bytes(int descriptor, struct bytes *bytes) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
        size < offsetof(struct tcp_info, tcpi_bytes_sent) + sizeof info.tcpi_bytes_sent)
        return false;
    *bytes = (struct bytes){info.tcpi_bytes_received, info.tcpi_bytes_sent};
    return true;
}

/* Where both have sent since the last look, who was last is not known: nobody is to pay for that.
 * Less than before: another connection. */
static bool is_theirs(const struct connection *c, const struct bytes *now) {
    if (now->received != c->bytes.received || now->sent < c->bytes.sent) return false;
    return c->theirs || now->sent > c->bytes.sent;
}

bool connections_follow(int descriptor) {
    struct connection fresh = {.descriptor = descriptor, .followed = clock_now(), .theirs = true};
    for (size_t i = 0; i < count; i++)
        if (all[i].descriptor == descriptor) return all[i].followed = fresh.followed, true;
    if (count == CONNECTIONS_MOST || !read_bytes(descriptor, &fresh.bytes)) return false;
    all[count++] = fresh;
    return true;
}

void connections_look(struct outside *outside, struct debts *debts) {
    int64_t oldest = clock_now() - CONNECTIONS_AGE;
    for (size_t i = 0; i < count; i++) {
        struct connection *c = &all[i];
        struct bytes now = {0}; /* closed: they come again by another */
        if (c->followed < oldest) {
            all[i--] = all[--count];
            continue;
        }
        c->theirs = !read_bytes(c->descriptor, &now) || is_theirs(c, &now);
        c->bytes = now;
        outside_see(outside, debts, &c->outsider, c->theirs);
    }
}

void connections_join(struct outside *outside, struct debts *debts) {
    outside->count = 0;
    for (size_t i = 0; i < count; i++) debts_join(debts, &all[i].outsider.debtor);
}

void connections_forget(void) {
    count = 0;
}
