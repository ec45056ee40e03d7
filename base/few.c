#include "base/few.h"

bool few_takes(struct few *few) {
    if (few->count++ >= few->most) return false;
    if (few->count > 1) text_add(few->out, ", ");
    return true;
}

bool few_end(const struct few *few) {
    if (few->count <= few->most) return false;
    text_addf(few->out, " and %zu more", few->count - few->most);
    return true;
}
