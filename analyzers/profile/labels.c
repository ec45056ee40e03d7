#include "analyzers/profile/labels.h"
#include "base/platform.h"

#include <errno.h>

ORDERED_IN(compare_labels, struct profile_label, strings_compare(context, x->key, y->key),
           RISING(number), strings_compare(context, x->value, y->value),
           strings_compare(context, x->unit, y->unit))

uint32_t profile_labels_put(struct profile *p, profile_label_list *labels) {
    size_t len = 0;
    if (labels->len == 0) return 0;
    array_sort_with(labels, compare_labels, &p->frames.strings);
    EACH (const struct profile_label, label, labels) {
        if (len && memcmp(&labels->items[len - 1], label, sizeof *label) == 0) continue;
        labels->items[len++] = *label;
    }
    labels->len = len;
    return strings_intern(&p->label_sets, labels->items, len * sizeof *labels->items);
}

static size_t count_of(const struct profile *p, uint32_t set) {
    return strings_len(&p->label_sets, set) / sizeof(struct profile_label);
}

void profile_labels_get(const struct profile *p, uint32_t set, profile_label_list *out) {
    size_t len = count_of(p, set);
    if (len == 0) return;
    array_reserve(out, out->len + len);
    memcpy(out->items + out->len, strings_get(&p->label_sets, set), len * sizeof *out->items);
    out->len += len;
}

/* The arena does not align them. */
static struct profile_label label_at(const struct profile *p, uint32_t set, size_t i) {
    struct profile_label label;
    memcpy(&label, strings_get(&p->label_sets, set) + i * sizeof label, sizeof label);
    return label;
}

int profile_labels_compare(const struct profile *p, uint32_t a, uint32_t b) {
    size_t x = count_of(p, a), y = count_of(p, b);
    int order = 0;
    for (size_t i = 0; order == 0 && i < x && i < y; i++) {
        struct profile_label left = label_at(p, a, i), right = label_at(p, b, i);
        order = compare_labels(&left, &right, (void *)(uintptr_t)&p->frames.strings);
    }
    return order ? order : ORDER(x, y);
}

const char *profile_labels_value(const struct profile *p, uint32_t set, const char *key) {
    for (size_t i = 0; i < count_of(p, set); i++) {
        struct profile_label label = label_at(p, set, i);
        if (strcmp(strings_get(&p->frames.strings, label.key), key) == 0)
            return strings_get(&p->frames.strings, label.value);
    }
    return NULL;
}

uint32_t *profile_labels_join(struct profile *into, const struct profile *from,
                              const uint32_t *strings) {
    size_t len = strings_ids(&from->label_sets);
    uint32_t *sets = mem_alloc(len * sizeof *sets);
    OWNED(array_release) profile_label_list labels = {0};
    sets[0] = 0;
    for (size_t i = 1; i < len; i++) {
        labels.len = 0;
        profile_labels_get(from, (uint32_t)i, &labels);
        for (size_t k = 0; k < labels.len; k++) {
            labels.items[k].key = strings[labels.items[k].key];
            labels.items[k].value = strings[labels.items[k].value];
            labels.items[k].unit = strings[labels.items[k].unit];
        }
        sets[i] = profile_labels_put(into, &labels);
    }
    return sets;
}

/* "42" and "-7", not "042", "+7" or "7 ms". */
static bool is_number(const char *text) {
    const char *digits = text + (*text == '-');
    if (strspn(digits, "0123456789") != strlen(digits) || !*digits) return false;
    if (*digits == '0' && (digits[1] || digits != text)) return false;
    errno = 0;
    strtoll(text, NULL, 10);
    return errno == 0;
}

static uint32_t with_labels(struct profile *p, uint32_t set, const struct label *labels,
                            size_t len) {
    OWNED(array_release) profile_label_list all = {0};
    profile_labels_get(p, set, &all);
    size_t own = all.len;
    for (size_t i = 0; i < len; i++) {
        struct profile_label label = {.key = strings_add(&p->frames.strings, labels[i].key),
                                      .value = strings_add(&p->frames.strings, labels[i].value),
                                      .number = is_number(labels[i].value)};
        bool has = some_of(k, own, all.items[k].key == label.key);
        if (!has) array_push(&all, label);
    }
    return profile_labels_put(p, &all);
}

void profile_label(struct profile *p, const struct label *labels, size_t len) {
    if (len == 0) return;
    size_t count = strings_ids(&p->label_sets);
    uint32_t *sets = mem_alloc(count * sizeof *sets); /* those that there were, labelled */
    for (size_t i = 0; i < count; i++) sets[i] = with_labels(p, (uint32_t)i, labels, len);
    for (size_t i = 0; i < p->threads.len; i++)
        p->threads.items[i].labels = sets[p->threads.items[i].labels];
    map_clear(&p->thread_index); /* threads and whos are where they were no longer */
    map_clear(&p->who_index);
    uint32_t unknown = PROFILE_NONE;
    EACH (struct profile_who, who, &p->whos) {
        if (who->thread != PROFILE_NONE) continue;
        if (unknown == PROFILE_NONE) {
            unknown = (uint32_t)p->threads.len;
            array_push(&p->threads, (struct profile_thread){.labels = sets[0]});
        }
        who->thread = unknown;
    }
    free(sets);
}
