#include "agent/whatif/flow.h"

void flow_look(struct flow *flow, int64_t came, int64_t left, int64_t time,
               int64_t owed) {
    int64_t was = flow->came - flow->left, is = came - left;
    if (flow->begun) {
        /* Between two looks it is a line from one to the other. */
        if (was >= 0 && is >= 0)
            flow->spent += (was + is) * (time - flow->time) / 2 - was * (owed - flow->owed);
        else flow->lone += left - flow->left;
    }
    flow->begun = true;
    flow->came = came;
    flow->left = left;
    flow->time = time;
    flow->owed = owed;
}
