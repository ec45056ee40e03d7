#include "tests/support/recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct open_element { /* offsets in r->elements of numbers that are filled in later */
    size_t attributes_at, children_at;
    uint64_t attributes, children;
};

static void add(struct bytes *b, const void *bytes, size_t len) {
    if (b->cap - b->len < len) {
        b->cap = b->cap * 2 + len + 256;
        b->data = realloc(b->data, b->cap);
        if (b->data == NULL) abort();
    }
    if (len) memcpy(b->data + b->len, bytes, len);
    b->len += len;
}

void recording_free(struct recording *r) {
    free(r->out.data);
    free(r->elements.data);
    free(r->texts.data);
    free(r->open);
    *r = (struct recording){0};
}

/* ==== Numbers =============================================================================== */

void put_bytes(struct recording *r, const void *bytes, size_t len) {
    add(&r->out, bytes, len);
}

static void add_big_endian(struct bytes *b, uint64_t value, unsigned width) {
    while (width--) add(b, &(uint8_t){(uint8_t)(value >> (8 * width))}, 1);
}

void put_u1(struct recording *r, uint64_t value) {
    add_big_endian(&r->out, value, 1);
}
void put_u2(struct recording *r, uint64_t value) {
    add_big_endian(&r->out, value, 2);
}
void put_u4(struct recording *r, uint64_t value) {
    add_big_endian(&r->out, value, 4);
}
void put_u8(struct recording *r, uint64_t value) {
    add_big_endian(&r->out, value, 8);
}

static void add_varint(struct bytes *b, uint64_t value) {
    for (int i = 0; i < 8; i++, value >>= 7) {
        uint8_t low = value & 0x7F;
        if (value < 0x80) {
            add(b, &low, 1);
            return;
        }
        add(b, &(uint8_t){low | 0x80}, 1);
    }
    add(b, &(uint8_t){(uint8_t)value}, 1);
}

static void write_padded(uint8_t *at, uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; i++, value >>= 7)
        at[i] = (uint8_t)(i == 8 ? value : (value & 0x7F) | (i + 1 < width ? 0x80 : 0));
}

void put_varint(struct recording *r, uint64_t value) {
    add_varint(&r->out, value);
}

void put_padded(struct recording *r, uint64_t value, unsigned width) {
    uint8_t bytes[9];
    write_padded(bytes, value, width);
    put_bytes(r, bytes, width);
}

static void put_integer(struct recording *r, uint64_t value, unsigned width) {
    if (r->fixed) add_big_endian(&r->out, value, width);
    else put_varint(r, value);
}

void put_boolean(struct recording *r, bool value) {
    put_u1(r, value);
}
void put_byte(struct recording *r, int value) {
    put_u1(r, (uint8_t)value);
}
void put_char(struct recording *r, uint16_t value) {
    put_integer(r, value, 2);
}
void put_short(struct recording *r, int16_t value) {
    put_integer(r, (uint16_t)value, 2);
}
/* Negative ints are written as 32 bits, so they take five bytes where compressed. */
void put_int(struct recording *r, int64_t value) {
    put_integer(r, value < 0 ? (uint32_t)value : (uint64_t)value, 4);
}
void put_long(struct recording *r, int64_t value) {
    put_integer(r, (uint64_t)value, 8);
}
void put_float(struct recording *r, float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    put_u4(r, bits);
}
void put_double(struct recording *r, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    put_u8(r, bits);
}

/* ==== Strings =============================================================================== */

void put_null(struct recording *r) {
    put_u1(r, 0);
}
void put_empty(struct recording *r) {
    put_u1(r, 1);
}
void put_string_key(struct recording *r, uint64_t key) {
    put_u1(r, 2);
    put_long(r, (int64_t)key);
}
void put_utf8(struct recording *r, const char *text) {
    put_u1(r, 3);
    put_int(r, (int64_t)strlen(text));
    put_bytes(r, text, strlen(text));
}
void put_chars(struct recording *r, const uint16_t *units, size_t count) {
    put_u1(r, 4);
    put_int(r, (int64_t)count);
    for (size_t i = 0; i < count; i++) put_char(r, units[i]);
}
void put_latin1(struct recording *r, const char *text) {
    put_u1(r, 5);
    put_int(r, (int64_t)strlen(text));
    put_bytes(r, text, strlen(text));
}

/* ==== Chunks ================================================================================ */

const struct chunk_head usual_head = {
    .major = 2,
    .minor = 1,
    .flags = 1,
    .start_ns = START_NS,
    .duration_ns = 10000000000,
    .start_ticks = 1000,
    .ticks_per_second = 1000000000,
};

void chunk_begin(struct recording *r, const struct chunk_head *head) {
    if (head == NULL) head = &usual_head;
    r->chunk = r->out.len;
    r->last_checkpoint = r->metadata = 0;
    r->fixed = !(head->flags & 1);
    put_bytes(r, "FLR", 4);
    put_u2(r, head->major);
    put_u2(r, head->minor);
    put_u8(r, 0); /* size */
    put_u8(r, 0); /* last checkpoint */
    put_u8(r, 0); /* metadata */
    put_u8(r, (uint64_t)head->start_ns);
    put_u8(r, (uint64_t)head->duration_ns);
    put_u8(r, (uint64_t)head->start_ticks);
    put_u8(r, (uint64_t)head->ticks_per_second);
    put_u1(r, head->generation);
    put_u1(r, 0);
    put_u2(r, head->flags);
}

void header_set(struct recording *r, enum header_field field, uint64_t value) {
    unsigned width = field == HEADER_GENERATION                     ? 1
                     : field == HEADER_MAGIC                        ? 4
                     : field >= HEADER_FLAGS || field < HEADER_SIZE ? 2
                                                                    : 8;
    for (unsigned i = 0; i < width; i++)
        r->out.data[r->chunk + field + i] = (uint8_t)(value >> (8 * (width - 1 - i)));
}

void chunk_end(struct recording *r) {
    header_set(r, HEADER_SIZE, r->out.len - r->chunk);
    header_set(r, HEADER_CHECKPOINT, r->last_checkpoint);
    header_set(r, HEADER_METADATA, r->metadata);
}

/* ==== Events ================================================================================ */

void event_begin(struct recording *r, uint64_t type) {
    r->event = r->out.len;
    put_u4(r, 0); /* size, see event_end */
    if (r->widest) put_bytes(r, "\0\0\0\0", 5);
    put_long(r, (int64_t)type);
}

size_t event_end(struct recording *r) {
    uint8_t *start = r->out.data + r->event;
    size_t size = r->out.len - r->event;
    if (r->fixed) {
        for (unsigned i = 0; i < 4; i++) start[i] = (uint8_t)(size >> (24 - 8 * i));
    } else if (r->widest) {
        write_padded(start, size, 9);
    } else if (r->padded || size - 3 > 127) {
        write_padded(start, size, 4);
    } else {
        memmove(start + 1, start + 4, size - 4);
        r->out.len -= 3;
        *start = (uint8_t)(size - 3);
    }
    return r->event - r->chunk;
}

/* ==== Checkpoints =========================================================================== */

void checkpoint_begin_with(struct recording *r, int64_t delta, uint8_t mask, uint64_t pools) {
    event_begin(r, 1);
    put_long(r, 1000); /* start, ticks */
    put_long(r, 0);    /* duration */
    put_long(r, delta);
    put_u1(r, mask); /* 1 flush, 2 chunk header, 4 statics, 8 threads */
    put_int(r, (int64_t)pools);
}

void checkpoint_begin(struct recording *r, uint64_t pools) {
    int64_t here = (int64_t)(r->out.len - r->chunk);
    int64_t delta = r->last_checkpoint ? (int64_t)r->last_checkpoint - here : 0;
    checkpoint_begin_with(r, delta, 0, pools);
}

size_t checkpoint_end(struct recording *r) {
    return r->last_checkpoint = event_end(r);
}

void pool_begin(struct recording *r, uint64_t type, uint64_t constants) {
    put_long(r, (int64_t)type);
    put_int(r, (int64_t)constants);
}

/* ==== Metadata ============================================================================== */

static void add_int(struct recording *r, uint64_t value) {
    if (r->fixed) add_big_endian(&r->elements, value, 4);
    else add_varint(&r->elements, value);
}

/* Four bytes to be filled in later. */
static size_t add_gap(struct recording *r) {
    size_t at = r->elements.len;
    add_big_endian(&r->elements, 0, 4);
    return at;
}

static void fill_gap(struct recording *r, size_t at, uint64_t value) {
    uint8_t *p = r->elements.data + at;
    if (!r->fixed) write_padded(p, value, 4);
    else
        for (unsigned i = 0; i < 4; i++) p[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Index of the text among the strings, where it is put if it is not yet there. */
static uint64_t text_index(struct recording *r, const char *text) {
    size_t at = 0;
    for (uint64_t i = 0; i < r->text_count; i++) {
        if (strcmp((char *)r->texts.data + at, text) == 0) return i;
        at += strlen((char *)r->texts.data + at) + 1;
    }
    add(&r->texts, text, strlen(text) + 1);
    return r->text_count++;
}

void metadata_begin(struct recording *r) {
    r->elements.len = r->texts.len = r->text_count = r->depth = 0;
    if (r->open == NULL) r->open = calloc(MAX_OPEN_ELEMENTS, sizeof *r->open);
    if (r->open == NULL) abort();
    element_begin(r, "root");
    element_begin(r, "metadata");
}

/* The root's last child, then the event: what was gathered goes to where it belongs. */
size_t metadata_end(struct recording *r) {
    while (r->depth > 1) element_end(r);
    element_begin(r, "region");
    attribute(r, "locale", "en_US");
    attribute(r, "gmtOffset", r->gmt_offset ? r->gmt_offset : "0");
    element_end(r);
    element_end(r);
    event_begin(r, 0);
    put_long(r, 1000); /* start, ticks */
    put_long(r, 0);    /* duration */
    put_long(r, 1);    /* metadata id */
    put_int(r, (int64_t)r->text_count);
    for (size_t at = 0; at < r->texts.len; at += strlen((char *)r->texts.data + at) + 1) {
        const char *text = (char *)r->texts.data + at;
        if (r->strings_as == 5) {
            put_latin1(r, text);
        } else if (r->strings_as == 4) {
            uint16_t units[300];
            size_t len = strlen(text);
            for (size_t i = 0; i < len && i < 300; i++) units[i] = (uint8_t)text[i];
            put_chars(r, units, len);
        } else {
            put_utf8(r, text);
        }
    }
    put_bytes(r, r->elements.data, r->elements.len);
    return r->metadata = event_end(r);
}

void element_begin(struct recording *r, const char *name) {
    if (r->depth) r->open[r->depth - 1].children++;
    if (r->depth == MAX_OPEN_ELEMENTS) abort();
    add_int(r, text_index(r, name));
    r->open[r->depth++] = (struct open_element){.attributes_at = add_gap(r)};
    r->open[r->depth - 1].children_at = add_gap(r);
}

void attribute(struct recording *r, const char *key, const char *value) {
    struct open_element *element = &r->open[r->depth - 1];
    r->elements.len = element->children_at; /* the children's number moves behind */
    add_int(r, text_index(r, key));
    add_int(r, text_index(r, value));
    element->attributes++;
    element->children_at = add_gap(r);
}

void attribute_number(struct recording *r, const char *key, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    attribute(r, key, digits);
}

void element_end(struct recording *r) {
    const struct open_element *element = &r->open[--r->depth];
    fill_gap(r, element->attributes_at, element->attributes);
    fill_gap(r, element->children_at, element->children);
}

void type_begin(struct recording *r, uint64_t id, const char *name, const char *super) {
    element_begin(r, "class");
    attribute_number(r, "id", id);
    attribute(r, "name", name);
    if (super) attribute(r, "superType", super);
}

void type_end(struct recording *r) {
    element_end(r);
}

void field_begin(struct recording *r, const char *name, uint64_t type, unsigned how) {
    element_begin(r, "field");
    attribute(r, "name", name);
    attribute_number(r, "class", type);
    if (how & FIELD_POOLED) attribute(r, "constantPool", "true");
    if (how & FIELD_ARRAY) attribute(r, "dimension", "1");
}

void field_end(struct recording *r) {
    element_end(r);
}

void field(struct recording *r, const char *name, uint64_t type, unsigned how) {
    field_begin(r, name, type, how);
    field_end(r);
}

void annotation(struct recording *r, uint64_t type, const char *value) {
    element_begin(r, "annotation");
    attribute_number(r, "class", type);
    if (value) attribute(r, "value", value);
    element_end(r);
}
