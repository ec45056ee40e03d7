#include "parser/edit/values.h"

#include "parser/value.h"
#include "parser/wire.h"

#define MAX_DEPTH 16
#define MOST_LEGS 4096     /* of a route: structs within structs can be many */
#define FEWEST_VERDICTS 64 /* a table of them, */
#define MOST_VERDICTS 8192 /* which a later verdict may push an earlier one out of */
#define BYTES_A_VERDICT 64 /* of the chunk */
#define MOST_KEPT \
    (1u << 24) /* bytes of texts in the place of others; further ones are judged anew */

enum leg_op {
    LEG_VARINTS, /* n integers are stepped over */
    LEG_BYTES,   /* n bytes */
    LEG_TEXT,
    LEG_KEY,   /* of a constant */
    LEG_FIELD, /* anything else */
};

struct leg {
    uint8_t op;
    uint32_t n; /* of a text: its place */
    const struct jfr_type *in;
    const struct jfr_field *field;
};

void values_add_integer(enum jfr_encoding encoding, unsigned width, uint64_t n, struct text *out) {
    if (!wire_is_compressed(encoding)) {
        for (unsigned shift = 8 * width; shift > 0; shift -= 8)
            text_add_char(out, (char)(uint8_t)(n >> (shift - 8)));
        return;
    }
    for (unsigned i = 0; i < 8 && n >= 0x80; i++, n >>= 7)
        text_add_char(out, (char)(uint8_t)(n | 0x80));
    text_add_char(out, (char)(uint8_t)n);
}

void values_free(struct values *values) {
    for (uint32_t i = 0; values->routes && i < values->chunk->metadata->type_count; i++)
        array_free(&values->routes[i].legs);
    mem_free(values->routes, values->verdicts);
    strings_free(&values->kept);
    free_each(text_free, &values->decoded, &values->replaced);
    values->routes = NULL;
    values->verdicts = NULL;
}

static bool walk(struct values *v, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end, unsigned depth, const struct jfr_type *in,
                 const struct jfr_field *field);

static const struct route *route_of(struct values *v, const struct jfr_type *type);
static bool follow(struct values *v, const struct route *route, const uint8_t **at,
                   const uint8_t *end, unsigned depth);

static struct reference *recent_of(struct values *v, const struct jfr_type *type, uint64_t key) {
    return &v->recent[(key ^ key >> 8 ^ type->index * 37u) & (RECENT - 1)];
}

void values_settle(struct values *v, const struct jfr_type *type, uint64_t key) {
    *recent_of(v, type, key) = (struct reference){type, key};
}

static inline void refer(struct values *v, const struct jfr_type *type, uint64_t key) {
    if (!type || !v->reference) return;
    const struct reference *recent = recent_of(v, type, key);
    if (recent->type != type || recent->key != key) v->reference(v->context, type, key);
}

/* ==== Texts ================================================================================= */

/* Puts that text in the place of the bytes from `from` on. */
static void replace(struct values *v, const char *text, size_t len, const uint8_t *from,
                    const uint8_t *behind) {
    v->changed = true;
    if (!v->out) return;
    enum jfr_encoding encoding = v->chunk->chunk->encoding;
    text_add_bytes(v->out, v->copied, (size_t)(from - v->copied));
    text_add_char(v->out, len ? WIRE_UTF8 : WIRE_EMPTY);
    if (len) values_add_integer(encoding, 4, len, v->out);
    text_add_bytes(v->out, text, len);
    v->copied = behind;
}

/* Most messages are as short as this: two loads see all of it. */
static inline uint64_t hash_of(const uint8_t *bytes, size_t len, uint64_t salt) {
    uint64_t a, b;
    if (len < sizeof a || len > 2 * sizeof a) return hash_bytes(bytes, len) ^ map_mix(salt);
    memcpy(&a, bytes, sizeof a);
    memcpy(&b, bytes + len - sizeof b, sizeof b);
    return map_fold(a ^ map_seed[1], b ^ map_mix(salt ^ (uint64_t)len << 40));
}

static inline struct verdict *verdict_of(struct values *v, uint64_t hash) {
    if (!v->verdicts) {
        size_t len = FEWEST_VERDICTS;
        while (len < MOST_VERDICTS && len * BYTES_A_VERDICT < v->chunk->chunk->size) len *= 2;
        v->verdicts = mem_zero(len, sizeof *v->verdicts);
        v->verdicts_len = len;
    }
    return &v->verdicts[hash & (v->verdicts_len - 1)];
}

/* Decodes the text and asks what becomes of it. True: v->replaced is what. */
static bool judge(struct values *v, uint32_t place, const struct wire_text *text,
                  const uint8_t *end) {
    text_clear(&v->decoded);
    text_clear(&v->replaced);
    wire_text_utf8(text, v->chunk->chunk->encoding, end, &v->decoded);
    if (place == EDIT_EACH && v->each) v->each(v->context);
    return v->decoded.len &&
           v->text(v->text_context, place, text_str(&v->decoded), v->decoded.len, &v->replaced);
}

static bool is_judged(struct values *v, uint32_t place, uint64_t hash) {
    return place != EDIT_EACH && verdict_of(v, hash)->hash == hash;
}

/* Of a text that was judged. True: it is replaced by *by. */
static bool take_verdict(struct values *v, uint64_t hash, const char **by, size_t *len) {
    uint32_t kept = verdict_of(v, hash)->replaced;
    if (!kept) return false;
    *by = strings_get(&v->kept, kept - 1);
    *len = strings_len(&v->kept, kept - 1);
    return true;
}

/* Judges a text, and remembers it under the hash. */
static bool judge_once(struct values *v, uint32_t place, const struct wire_text *text,
                       const uint8_t *end, uint64_t hash, const char **by, size_t *len) {
    bool replaced = judge(v, place, text, end);
    *by = text_str(&v->replaced);
    *len = v->replaced.len;
    if (place == EDIT_EACH || *len > MOST_KEPT - v->kept_bytes) return replaced;
    if (replaced) v->kept_bytes += (uint32_t)*len;
    *verdict_of(v, hash) =
        (struct verdict){hash, replaced ? strings_intern(&v->kept, *by, *len) + 1 : 0};
    return replaced;
}

static uint32_t place_of(const struct values *v, const struct jfr_type *in,
                         const struct jfr_field *field) {
    return v->place ? v->place(v->text_context, in, field) : 0;
}

/* A text, or the key of one. What is replaced does not refer to anything. */
static bool walk_text(struct values *v, const uint8_t **at, const uint8_t *end, uint32_t place) {
    const struct jfr_chunk *chunk = v->chunk->chunk;
    const uint8_t *from = *at, *found, *chunk_end = chunk->data + chunk->size;
    struct wire_text text;
    const char *by;
    size_t len;
    if (wire_short_text(chunk->encoding, from, end, &text) &&
        (text.encoding != WIRE_CHARS || wire_is_ascii(text.bytes, (size_t)text.len)))
        *at = text.bytes + text.len;
    else if (!wire_string(chunk->encoding, at, end, &text)) return false;
    bool constant = text.encoding == WIRE_CONSTANT;
    uint64_t key = constant ? text.key : 0;
    v->odd |= text.encoding == WIRE_CHARS;
    if (constant && v->strings && place == place_of(v, v->strings, NULL)) {
        refer(v, v->strings, key); /* the constant becomes what the text would */
        return true;
    }
    if (v->text && place != EDIT_NEVER && (text.len || constant)) {
        uint64_t salt = (uint64_t)place << 8 | text.encoding;
        uint64_t hash = constant ? map_mix(key ^ map_mix(salt))
                                 : hash_of(text.bytes, (size_t)(*at - text.bytes), salt);
        bool replaced = false;
        hash |= 1;
        if (is_judged(v, place, hash)) replaced = take_verdict(v, hash, &by, &len);
        else if (!constant) replaced = judge_once(v, place, &text, end, hash, &by, &len);
        else if (v->chunk->constants && (found = string_find(v->chunk->constants, from)) != NULL &&
                 wire_string_head(chunk->encoding, found, chunk_end, &text))
            replaced = judge_once(v, place, &text, chunk_end, hash, &by, &len);
        if (replaced) {
            replace(v, by, len, from, *at);
            return true;
        }
    }
    if (constant) refer(v, v->strings, key);
    return true;
}

/* ==== Step by step ========================================================================== */

static unsigned fixed_width(const struct jfr_type *type) {
    return type->base == JFR_FLOAT ? 4 : type->base == JFR_DOUBLE ? 8 : wire_width(type->base);
}

/* Is it an integer that takes fewer bytes where it is small? */
static bool is_integer(const struct jfr_type *type) {
    return type->base != JFR_FLOAT && type->base != JFR_DOUBLE && wire_width(type->base) > 1;
}

static bool skip_bytes(const uint8_t **at, const uint8_t *end, size_t n) {
    if ((size_t)(end - *at) < n) return false;
    *at += n;
    return true;
}

static bool skip(const struct jfr_type *type, enum jfr_encoding encoding, const uint8_t **at,
                 const uint8_t *end) {
    uint64_t ignored;
    unsigned width = fixed_width(type);
    return is_integer(type) ? wire_integer(encoding, width, at, end, &ignored)
                            : skip_bytes(at, end, width);
}

static bool walk_value(struct values *v, const struct jfr_type *in, const struct jfr_field *field,
                       const uint8_t **at, const uint8_t *end, unsigned depth) {
    uint64_t key;
    const struct route *route;
    if (!field->pooled && field->type && depth <= MAX_DEPTH &&
        (route = route_of(v, field->type)) != NULL)
        return follow(v, route, at, end, depth);
    if (!field->pooled) return walk(v, field->type, at, end, depth, in, field);
    if (!wire_integer(v->chunk->chunk->encoding, 8, at, end, &key)) return false;
    refer(v, field->type, key);
    return true;
}

static bool walk_field(struct values *v, const struct jfr_type *in, const struct jfr_field *field,
                       const uint8_t **at, const uint8_t *end, unsigned depth) {
    uint64_t count;
    if (!field->array) return walk_value(v, in, field, at, end, depth);
    if (!jfr_plan_count(v->chunk->chunk, at, end, &count)) return false;
    return all_of(i, count, walk_value(v, in, field, at, end, depth));
}

static bool walk(struct values *v, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end, unsigned depth, const struct jfr_type *in,
                 const struct jfr_field *field) {
    if (!type) return false;
    if (type->base == JFR_STRING) return walk_text(v, at, end, place_of(v, in, field));
    if (type->base != JFR_STRUCT) return skip(type, v->chunk->chunk->encoding, at, end);
    if (depth > MAX_DEPTH) return false;
    return all_of(i, type->field_count, walk_field(v, type, type->fields[i], at, end, depth + 1));
}

/* ==== Routes ================================================================================ */

static void add_leg(struct route *route, enum leg_op op, uint32_t n, const struct jfr_type *in,
                    const struct jfr_field *field) {
    struct leg *last = route->legs.len ? &route->legs.items[route->legs.len - 1] : NULL;
    if (last && last->op == op && (op == LEG_VARINTS || op == LEG_BYTES)) last->n += n;
    else array_push(&route->legs, (struct leg){(uint8_t)op, n, in, field});
}

/* False: the struct is too deep, or one that is not known is in it. */
static bool add_legs(const struct values *v, struct route *route, const struct jfr_type *type,
                     unsigned depth) {
    if (depth > MAX_DEPTH) return false;
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct jfr_field *field = type->fields[i];
        const struct jfr_type *of = field->type;
        if (route->legs.len > MOST_LEGS) return false;
        if (field->array) add_leg(route, LEG_FIELD, depth + 1, type, field);
        else if (field->pooled) add_leg(route, LEG_KEY, 0, type, field);
        else if (!of) return false;
        else if (of->base == JFR_STRING)
            add_leg(route, LEG_TEXT, place_of(v, type, field), type, field);
        else if (of->base == JFR_STRUCT) {
            if (!add_legs(v, route, of, depth + 1)) return false;
        } else if (is_integer(of)) add_leg(route, LEG_VARINTS, 1, type, field);
        else add_leg(route, LEG_BYTES, fixed_width(of), type, field);
    }
    return true;
}

/* NULL: values of the type are stepped through field by field. */
static inline const struct route *route_of(struct values *v, const struct jfr_type *type) {
    if (!v->routes) v->routes = mem_zero(v->chunk->metadata->type_count, sizeof *v->routes);
    struct route *route = &v->routes[type->index];
    if (!route->made)
        route->plain = !wire_is_compressed(v->chunk->chunk->encoding) || type->base != JFR_STRUCT ||
                       !add_legs(v, route, type, 0);
    route->made = true;
    return route->plain ? NULL : route;
}

static bool follow(struct values *v, const struct route *route, const uint8_t **from,
                   const uint8_t *end, unsigned depth) {
    const uint8_t *at = *from, *chunk_end = v->chunk->chunk->data + v->chunk->chunk->size;
    uint64_t key;
    EACH (const struct leg, leg, &route->legs) {
        switch (leg->op) {
        case LEG_VARINTS:
            for (uint32_t n = leg->n; n; n--)
                if (!wire_varint(&at, end, &key)) return false;
            break;
        case LEG_BYTES:
            if (!skip_bytes(&at, end, leg->n)) return false;
            break;
        case LEG_TEXT:
            if (!walk_text(v, &at, end, leg->n)) return false;
            break;
        case LEG_KEY:
            at = wire_take(chunk_end, at, end, &key);
            if (!at || at > end) return false;
            refer(v, leg->field->type, key);
            break;
        default:
            if (!walk_field(v, leg->in, leg->field, &at, end, depth + leg->n)) return false;
        }
    }
    *from = at;
    return true;
}

bool values_walk(struct values *values, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end) {
    const struct route *route = type ? route_of(values, type) : NULL;
    if (!route) return walk(values, type, at, end, 0, type, NULL);
    return follow(values, route, at, end, 0);
}

/* ==== Threads =============================================================================== */

struct thread_search {
    const struct jfr_type *thread;
    void (*each)(void *context, const struct jfr_type *type, uint64_t key);
    void *context;
};

static void tell_thread(void *context, const struct jfr_type *type, uint64_t key) {
    const struct thread_search *search = context;
    if (type == search->thread) search->each(search->context, type, key);
}

void edit_threads(const struct edit_chunk *chunk, const struct jfr_type *type,
                  const struct jfr_event *event,
                  void (*each)(void *context, const struct jfr_type *type, uint64_t key),
                  void *context) {
    struct thread_search search = {jfr_type_by_name(chunk->metadata, "java.lang.Thread"), each,
                                   context};
    OWNED(values_free)
    struct values values = {.chunk = chunk, .reference = tell_thread, .context = &search};
    const uint8_t *at = event->payload;
    if (search.thread) values_walk(&values, type, &at, event->end);
}
