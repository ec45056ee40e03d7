/* What a stack says of its thread. */
#include "analyzers/account/account_parts.h"

#include "parser/names.h"

#define THROWN_WITHIN 8 /* frames from the top that may belong to making an exception */
#define PARTS 3         /* of a package that is not the JDK's: "org.apache.logging" */

struct frame_names {
    const char *class_name, *method;
};

static bool loads_class(const struct frame_names *frame) {
    if (strcmp(frame->class_name, "java.lang.ClassLoader") == 0)
        return strcmp(frame->method, "loadClass") == 0 ||
               strncmp(frame->method, "defineClass", 11) == 0;
    return strncmp(frame->class_name, "jdk.internal.loader.", 20) == 0 ||
           strcmp(frame->class_name, "java.security.SecureClassLoader") == 0;
}

/* "org.apache.logging", of the JDK "java.util.regex". */
static uint32_t library_of(struct raw *raw, const char *class_name) {
    OWNED(text_free) struct text name = {0};
    size_t len = names_package_len(class_name, strlen(class_name)), parts = 0, at = 0;
    bool of_jdk = names_is_of_jdk(class_name);
    for (; at < len; at++)
        if (!of_jdk && class_name[at] == '.' && ++parts == PARTS) break;
    text_add_bytes(&name, class_name, at);
    if (!at) text_add(&name, "(no package)");
    return raw_text(raw, text_str(&name));
}

static enum account_state state_of(const struct waits_stack *wait) {
    switch (wait->what) {
    case WAITS_IDLE: return ACCOUNT_IDLE;
    case WAITS_LOCK: return ACCOUNT_LOCK;
    case WAITS_OTHER:
    case WAITS_QUEUE: return ACCOUNT_OTHER;
    case WAITS_TIMER: return ACCOUNT_TIMER;
    case WAITS_REPLY: return ACCOUNT_REPLY;
    default: return ACCOUNT_UNEXPLAINED;
    }
}

static uint32_t site_of(struct raw *raw, const struct frame_names *frame) {
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "%s.%s", frame->class_name, frame->method);
    return raw_text(raw, text_str(&name));
}

static struct frame_names names_of(const struct things *things, uint32_t number) {
    const struct things_frame *frame = &array_at(&things->frames, number);
    return (struct frame_names){strings_get(&things->texts, frame->class_name),
                                strings_get(&things->texts, frame->method)};
}

static uint32_t number_at(const struct things *things, const struct things_stack *stack,
                          uint32_t i) {
    return things->stack_frames.items[stack->first + i];
}

/* What its names say is found once: of a hundred thousand stacks a few thousand frames are made. */
static struct account_frame *frame_at(struct raw *raw, const struct things *things,
                                      uint32_t number) {
    while (raw->frames.len <= number) array_push(&raw->frames, (struct account_frame){0});
    struct account_frame *frame = &array_at(&raw->frames, number);
    if (frame->of.known) return frame;
    const struct frame_names names = names_of(things, number);
    *frame = (struct account_frame){.of = stack_frame_of(things, number),
                                    .makes_exception =
                                        names_makes_exception(names.class_name, names.method),
                                    .loads_class = loads_class(&names),
                                    .of_jdk = names_is_of_jdk(names.class_name)};
    return frame;
}

/* What runs: the first package from the top that is not the JDK's, or the JDK's on top. */
static void look_at_frames(struct raw *raw, const struct things *things,
                           const struct things_stack *stack, struct account_place *place) {
    const char *by = NULL;
    uint32_t first = 0, site = 0, java = 0;
    for (uint32_t i = 0; i < stack->depth; i++) {
        uint32_t number = number_at(things, stack, i);
        struct account_frame *frame = frame_at(raw, things, number);
        if (!frame->of.java) continue;
        bool own = !site && !frame->of_jdk;
        if (java++ == 0) {
            place->in_java_code = !frame->of.native;
            if (frame->of.native || i > 0) by = "native";
        }
        if (!frame->library && (java == 1 || own))
            frame->library = library_of(raw, names_of(things, number).class_name);
        if (java == 1) first = frame->library;
        if (java <= THROWN_WITHIN && frame->makes_exception) by = "exceptions";
        else if (!by || strcmp(by, "exceptions") != 0)
            if (frame->loads_class) by = "class loading";
        if (!own) continue;
        const struct frame_names names = names_of(things, number);
        if (!frame->site) frame->site = site_of(raw, &names);
        site = frame->site;
        place->run.label = frame->library;
    }
    if (!place->run.label) place->run.label = first;
    place->in_java = java > 0;
    place->run.by = raw_text(raw, !java ? "JVM" : by ? by : "Java");
    place->wait.site = site;
}

static void look_at_wait(struct raw *raw, const struct things *things,
                         const struct things_stack *stack, struct waits_stack *wait) {
    bool begun = false;
    for (uint32_t i = 0; i < stack->depth && !waits_done(wait); i++) {
        const struct account_frame *frame = frame_at(raw, things, number_at(things, stack, i));
        stack_wait_add(wait, &frame->of, &begun);
    }
}

bool account_read_is_idle(struct raw *raw, const struct things *things, uint32_t number) {
    struct waits_stack wait = {.reads = true};
    if (number != JFR_NULL_ID) look_at_wait(raw, things, &array_at(&things->stacks, number), &wait);
    return waits_idle(&wait);
}

struct account_place account_place_of(struct raw *raw, const struct things *things,
                                      uint32_t number) {
    struct account_place place = {.wait = {.state = ACCOUNT_UNEXPLAINED},
                                  .run = {.state = ACCOUNT_RUNNING}};
    if (number == JFR_NULL_ID) {
        place.run.label = raw_text(raw, "(no stack)");
        return place;
    }
    const struct things_stack *stack = &array_at(&things->stacks, number);
    struct waits_stack wait = {0};
    look_at_wait(raw, things, stack, &wait);
    place.wait.state = waits_idle(&wait) ? ACCOUNT_IDLE : state_of(&wait);
    place.wait.own = wait.own;
    if (wait.name) place.wait.label = raw_text(raw, wait.name);
    look_at_frames(raw, things, stack, &place);
    place.stopped = stack_stopped(things, number);
    if (wait.own) place.run.label = place.wait.label, place.run.own = true;
    return place;
}

static bool is_same(const struct account_what *a, const struct account_what *b) {
    return a->state == b->state && a->label == b->label && a->by == b->by && a->site == b->site &&
           a->own == b->own;
}

static bool is_place(const void *item, const void *content) {
    const struct account_place *a = item, *b = content;
    return is_same(&a->wait, &b->wait) && is_same(&a->run, &b->run) && a->in_java == b->in_java &&
           a->in_java_code == b->in_java_code;
}

static uint64_t place_hash(const struct account_place *place) {
    const struct account_what *wait = &place->wait, *run = &place->run;
    const unsigned is = wait->own * 8u + run->own * 4u + place->in_java * 2u + place->in_java_code;
    const uint64_t tells[] = {(uint64_t)wait->label << 32 | wait->by,
                              (uint64_t)run->label << 32 | run->by,
                              (uint64_t)wait->site << 32 | run->site,
                              (uint64_t)wait->state << 32 | (uint64_t)run->state << 4 | is};
    return hash_bytes(tells, sizeof tells);
}

const struct account_place *account_place_at(struct raw *raw, const struct things *things,
                                             uint32_t number, struct account_places *places) {
    size_t at = number == JFR_NULL_ID ? 0 : (size_t)number + 1;
    while (places->of.len <= at) array_push(&places->of, MISSING_ID);
    if (is_missing(places->of.items[at])) {
        struct account_place place = account_place_of(raw, things, number);
        places->of.items[at] =
            map_intern(&places->ids, place_hash(&place), is_place, &places->all, &place);
    }
    return &places->all.items[places->of.items[at]];
}

void account_places_keep(struct account_places *places, size_t stacks) {
    if (places->of.len <= stacks + 1) return;
    places->of.len = places->of.cap = stacks + 1;
    places->of.items = mem_resize(places->of.items, stacks + 1, sizeof *places->of.items);
}

void account_places_free(struct account_places *places) {
    map_free(&places->ids);
    arrays_free(&places->of, &places->all);
}
