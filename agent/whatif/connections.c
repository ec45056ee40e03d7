#include "agent/whatif/connections.h"

#include "base/clock.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

struct bytes {
    uint64_t received, sent;
};

static struct descriptors set;
static struct connection {
    int64_t followed; /* when that was last asked for */
    struct bytes bytes;
    bool theirs;
    struct outsider outsider;
} all[CONNECTIONS_MOST];

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
    struct connection fresh = {.followed = clock_now(), .theirs = true};
    int place = descriptors_place(&set, descriptor);
    if (place >= 0) return all[place].followed = fresh.followed, true;
    if (!read_bytes(descriptor, &fresh.bytes)) return false;
    place = descriptors_add(&set, descriptor);
    if (place >= 0) all[place] = fresh;
    return place >= 0;
}

static void look_at(struct connection *c, int descriptor, struct outside *outside,
                    struct debts *debts, const struct debts_look *look) {
    struct bytes now = {0}; /* closed: they come again by another */
    c->theirs = !read_bytes(descriptor, &now) || is_theirs(c, &now);
    c->bytes = now;
    outside_see(outside, debts, look, &c->outsider, c->theirs);
}

void connections_look(struct outside *outside, struct debts *debts, const struct debts_look *look) {
    int64_t oldest = clock_now() - CONNECTIONS_AGE;
    int looks = set.count < CONNECTIONS_LOOKS ? set.count : CONNECTIONS_LOOKS;
    for (; looks > 0; looks--) {
        int at = descriptors_turn(&set);
        if (all[at].followed < oldest) all[at] = all[descriptors_remove(&set, at)];
        else look_at(&all[at], set.all[at], outside, debts, look);
    }
}

void connections_join(struct outside *outside, struct debts *debts) {
    outside->count = 0;
    for (int i = 0; i < set.count; i++) debts_join(debts, &all[i].outsider.debtor);
}

void connections_forget(void) {
    set.count = 0;
}
