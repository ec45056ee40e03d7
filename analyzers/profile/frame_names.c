#include "analyzers/profile/frame_names.h"

#include "base/platform.h"

#define SEVERAL UINT32_MAX

static uint64_t method_key(const struct frame *frame) {
    return (uint64_t)frame->class_name << 32 | frame->method;
}

/* Of the parameters as they are shown, in short. */
static uint64_t parameters_key(const struct frames *frames, uint32_t id) {
    OWNED(text_free) struct text parameters = {0};
    frame_add_parameters(frames, id, &parameters);
    return map_mix(method_key(&frames->rows.items[id])) ^
           hash_bytes(text_str(&parameters), parameters.len);
}

/* False: another descriptor was there before. */
static bool is_alone(struct map *descriptors, uint64_t key, uint32_t descriptor) {
    bool fresh;
    uint64_t *known = map_put(descriptors, key, &fresh);
    if (fresh) *known = descriptor;
    else if (*known != descriptor) *known = SEVERAL;
    return *known != SEVERAL;
}

static bool are_several(const struct map *descriptors, uint64_t key) {
    const uint64_t *known = map_get(descriptors, key);
    return known && *known == SEVERAL;
}

void frame_names_open(const struct frames *frames, enum frame_by by, struct frame_names *names) {
    *names = (struct frame_names){.frames = frames, .by = by};
}

void frame_names_see(struct frame_names *names, uint32_t id) {
    const struct frame *frame = &names->frames->rows.items[id];
    is_alone(&names->descriptors, method_key(frame), frame->descriptor);
    if (strings_len(&names->frames->strings, frame->descriptor))
        is_alone(&names->parameters, parameters_key(names->frames, id), frame->descriptor);
}

void frame_names_free(struct frame_names *names) {
    free_each(map_free, &names->descriptors, &names->parameters);
}

static size_t packages_in(const struct frame_names *names, const struct frame *frame,
                          const char *name, size_t len) {
    if (frame->type == FRAME_THREAD) return 0;
    if (names->by == BY_PACKAGE) {
        const char *dot = platform_last(name, '.', len);
        return dot ? (size_t)(dot - name) + 1 : 0;
    }
    const char *package = strings_get(&names->frames->strings, frame->package);
    size_t package_len = strlen(package);
    bool there = package_len && len > package_len && memcmp(name, package, package_len) == 0 &&
                 name[package_len] == '.';
    return there ? package_len + 1 : 0;
}

size_t frame_names_add(const struct frame_names *names, uint32_t id, struct text *out) {
    const struct frame *frame = &names->frames->rows.items[id];
    size_t start = out->len;
    if (!are_several(&names->descriptors, method_key(frame)))
        frame_add_name(names->frames, id, out);
    else if (!are_several(&names->parameters, parameters_key(names->frames, id)))
        frame_add_full_name(names->frames, id, out);
    else frame_add_whole_name(names->frames, id, out);
    return packages_in(names, frame, text_str(out) + start, out->len - start);
}
