#include "agent/recording/constants.h"

#include "agent/ground/softly.h"
#include "base/strings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define STABLE_KEYS 65536 /* 3 MB at most */

static void add_entry(struct constants *c, int type, uint64_t key, const void *bytes, size_t len) {
    struct writer_pool *p = &c->pools[type - TYPE_CONSTANTS];
    size_t before = p->entries.len;
    p->type_id = (uint64_t)type;
    p->count++;
    writer_add_long(&p->entries, key);
    text_add_bytes(&p->entries, bytes, len);
    c->waiting += p->entries.len - before;
}

/* A key that this content had in an earlier chunk, or a new one. */
static uint64_t stable_key(struct constants *c, int type, uint64_t hash) {
    if (type == TYPE_STACK_TRACE)
        return ++c->last[type - TYPE_CONSTANTS]; /* the many; nobody compares them */
    if (c->stable.len >= STABLE_KEYS) map_free(&c->stable);
    bool fresh;
    uint64_t *key = map_put(&c->stable, hash, &fresh);
    if (fresh) *key = ++c->last[type - TYPE_CONSTANTS];
    return *key;
}

/* The key of the constant with these fields; a new one is put into its pool. */
static uint64_t intern(struct constants *c, int type, const struct text *fields) {
    const uint64_t first = map_mix(hash_bytes(fields->data, fields->len) + (uint64_t)type);
    for (uint64_t hash = first;; hash = map_next_key(hash, first)) {
        bool fresh;
        uint64_t *index = map_put(&c->seen, hash, &fresh);
        if (fresh) {
            *index = c->entries.len;
            /* Behind a collision the hash does not say which content it is. */
            uint64_t key =
                hash == first ? stable_key(c, type, hash) : ++c->last[type - TYPE_CONSTANTS];
            const uint8_t *copy = (const uint8_t *)arena_copy(&c->bytes, fields->data, fields->len);
            array_push(&c->entries,
                       (struct constants_entry){copy, (uint32_t)fields->len, type, key});
            add_entry(c, type, key, fields->data, fields->len);
            return key;
        }
        const struct constants_entry *e = &c->entries.items[*index];
        if (e->type == type && e->len == fields->len && memcmp(e->bytes, fields->data, e->len) == 0)
            return e->key;
    }
}

uint64_t constants_named(struct constants *c, int type, const char *name) {
    if (!name) return 0;
    text_clear(&c->small);
    writer_add_symbol(&c->small, name);
    return intern(c, type, &c->small);
}

/* ==== Threads ================================================================================ */

static uint64_t thread_group(struct constants *c, const char *name, const char *parent) {
    if (!name) return 0;
    uint64_t parent_key = thread_group(c, parent, NULL);
    text_clear(&c->small);
    writer_add_long(&c->small, parent_key);
    writer_add_string(&c->small, name);
    return intern(c, TYPE_THREAD_GROUP, &c->small);
}

uint64_t constants_thread(struct constants *c, const struct recording_thread *thread) {
    if (!thread) return 0;
    uint64_t group = thread_group(c, thread->group, thread->parent_group);
    text_clear(&c->small);
    /* A virtual thread has no name with the system. */
    writer_add_string(&c->small,
                      thread->os_name || thread->is_virtual ? thread->os_name : thread->java_name);
    writer_add_long(&c->small, (uint64_t)thread->os_tid);
    writer_add_string(&c->small, thread->java_name);
    writer_add_long(&c->small, (uint64_t)thread->java_id);
    writer_add_long(&c->small, group);
    writer_add_byte(&c->small, thread->is_virtual);
    return intern(c, TYPE_THREAD, &c->small);
}

/* ==== Classes ================================================================================ */

/* Names as HotSpot's own recordings have them: "java/util/HashMap", "[I", "Foo$$Lambda+0x0123" for
 * what JVMTI calls "Ljava/util/HashMap;", "[I", "LFoo$$Lambda.0x0123;". */
static void add_class_name(struct text *out, const char *name) {
    size_t len = strlen(name);
    if (len > 2 && name[0] == 'L' && name[len - 1] == ';') {
        name++;
        len -= 2;
    }
    text_add_bytes(out, name, len);
    for (size_t i = 0; i < len; i++) {
        char *p = out->data + out->len - len + i;
        if (*p != '.' && *p != '/') continue;
        bool hidden_suffix = i > 0 && len - i > 3 && p[1] == '0' && p[2] == 'x';
        *p = hidden_suffix ? '+' : '/';
    }
}

/* Of a class "a/b/C"; name is cut there meanwhile. */
static uint64_t package_of(struct constants *c, char *name) {
    char *slash = name && *name != '[' ? strrchr(name, '/') : NULL;
    if (!slash || slash == name) return 0;
    *slash = 0;
    uint64_t name_key = constants_named(c, TYPE_SYMBOL, name);
    *slash = '/';
    text_clear(&c->small);
    writer_add_long(&c->small, name_key);
    writer_add_long(&c->small, 0); /* module */
    writer_add_byte(&c->small, 1); /* exported: not known */
    return intern(c, TYPE_PACKAGE, &c->small);
}

static uint64_t class_in_package(struct constants *c, const char *name, uint64_t package,
                                 int32_t modifiers, bool hidden) {
    uint64_t name_key = constants_named(c, TYPE_SYMBOL, name);
    text_clear(&c->small);
    writer_add_long(&c->small, 0); /* class loader */
    writer_add_long(&c->small, name_key);
    writer_add_long(&c->small, package);
    writer_add_int(&c->small, modifiers);
    writer_add_byte(&c->small, hidden);
    return intern(c, TYPE_CLASS, &c->small);
}

uint64_t constants_class(struct constants *c, const char *name, int32_t modifiers, bool hidden) {
    if (!name) return 0;
    struct text full = {0};
    add_class_name(&full, name);
    uint64_t package = package_of(c, full.data);
    uint64_t key = class_in_package(c, text_str(&full), package, modifiers, hidden);
    text_free(&full);
    return key;
}

/* ==== Stacks ================================================================================= */

const struct recording_method *recording_named(const char *class_name, const char *name) {
    /* Keys from the other end, so that they meet no other. */
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct strings names;                 /* "class\0name" */
    static ARRAY(struct recording_method *) all; /* by the number of the name */
    struct text both = {0};
    softly_lock(&lock);
    text_add_bytes(&both, class_name ? class_name : "", class_name ? strlen(class_name) + 1 : 1);
    text_add(&both, name);
    uint32_t id = strings_intern(&names, both.data, both.len);
    text_free(&both);
    while (all.len <= id) array_push(&all, NULL);
    if (!all.items[id]) {
        struct recording_method *fresh = mem_zero(1, sizeof *fresh);
        const char *its = strings_get(&names, id);
        *fresh = (struct recording_method){.key = UINT64_MAX - 16 - id,
                                           .class_name = *its ? its : NULL,
                                           .name = its + strlen(its) + 1,
                                           .is_function = *its != 0};
        all.items[id] = fresh;
    }
    const struct recording_method *found = all.items[id];
    softly_unlock(&lock);
    return found;
}

static uint64_t method_key(struct constants *c, const struct recording_method *method) {
    if (!method) method = recording_named(NULL, "[unknown]");
    const uint64_t *known = map_get(&c->methods, method->key);
    if (known) return *known;
    const char *class_name = method->class_name ? method->class_name : "";
    uint64_t class_key =
        method->is_function || !*class_name
            ? class_in_package(c, class_name, 0, 0, false)
            : constants_class(c, class_name, method->class_modifiers, method->class_hidden);
    uint64_t name = constants_named(c, TYPE_SYMBOL, method->name ? method->name : "[unknown]");
    uint64_t descriptor =
        constants_named(c, TYPE_SYMBOL, method->descriptor ? method->descriptor : "()V");
    text_clear(&c->small);
    writer_add_long(&c->small, class_key);
    writer_add_long(&c->small, name);
    writer_add_long(&c->small, descriptor);
    writer_add_int(&c->small, method->modifiers);
    writer_add_byte(&c->small, method->hidden);
    uint64_t key = intern(c, TYPE_METHOD, &c->small);
    bool fresh;
    *map_put(&c->methods, method->key, &fresh) = key;
    return key;
}

uint64_t constants_stack(struct constants *c, const struct recording_stack *stack) {
    if (!stack || !stack->count) return 0;
    text_clear(&c->stack);
    writer_add_byte(&c->stack, stack->truncated);
    writer_add_long(&c->stack, stack->count);
    for (uint32_t i = 0; i < stack->count; i++) {
        const struct recording_frame *frame = &stack->frames[i];
        writer_add_long(&c->stack, method_key(c, frame->method));
        writer_add_int(&c->stack, frame->line);
        writer_add_int(&c->stack, frame->bci);
        writer_add_long(&c->stack, (uint64_t)frame->type);
    }
    return intern(c, TYPE_STACK_TRACE, &c->stack);
}

/* ==== Chunks ================================================================================= */

static void add_fixed(struct constants *c, int type, const struct recording_constant *list) {
    for (; list->name; list++) {
        text_clear(&c->small);
        writer_add_string(&c->small, list->name);
        add_entry(c, type, list->key, c->small.data, c->small.len);
    }
}

void constants_begin_chunk(struct constants *c) {
    static _Atomic uint64_t generations;
    c->generation = atomic_fetch_add(&generations, 1) + 1;
    add_fixed(c, TYPE_FRAME_TYPE, recording_frame_types);
    add_fixed(c, TYPE_THREAD_STATE, recording_thread_states);
}

void constants_forget(struct constants *c) {
    map_free(&c->seen);
    map_free(&c->methods);
    arena_free(&c->bytes);
    array_free(&c->entries);
}

void constants_written(struct constants *c) {
    for (int i = 0; i < POOLS; i++) {
        text_clear(&c->pools[i].entries);
        c->pools[i].count = 0;
    }
    c->waiting = 0;
}

void constants_free(struct constants *c) {
    constants_forget(c);
    map_free(&c->stable);
    for (int i = 0; i < POOLS; i++) text_free(&c->pools[i].entries);
    text_free(&c->small);
    text_free(&c->stack);
}
