/* Whether bytes begin as an OTLP profile does: other messages of OTLP, traces and logs, are alike
 * to the level of scopes, other programs' messages of Protocol Buffers to that of the first field.
 */
#include "parser/document/otlp.h"

/* The next field of a message of which the end may not be there: 1, 0 at the end, -1 what is no
 * field. *cut: its bytes go on beyond. */
static int next_seen(const uint8_t **at, const uint8_t *end, struct proto_field *field, bool *cut) {
    const uint8_t *before = *at;
    int got = proto_next(at, end, field);
    *cut = false;
    if (got >= 0) return got;
    uint64_t tag, len;
    if (!proto_varint(&before, end, &tag) || !proto_varint(&before, end, &len)) return 0;
    if ((tag & 7) != PROTO_BYTES || tag >> 3 == 0 || tag >> 3 > 64) return -1;
    if (len < (uint64_t)(end - before) || len > INT64_MAX) return -1;
    *field = (struct proto_field){.number = (uint32_t)(tag >> 3),
                                  .wire = PROTO_BYTES,
                                  .value = (uint64_t)(end - before),
                                  .bytes = before};
    *at = end;
    *cut = true;
    return 1;
}

/* A type of values: two or three numbers. */
static bool is_type(const struct proto_field *message) {
    const uint8_t *at = message->bytes, *end = at + message->value;
    struct proto_field field;
    int got, numbers = 0;
    while ((got = proto_next(&at, end, &field)) > 0) {
        if (field.wire != PROTO_VARINT || field.number > 3) return false;
        numbers++;
    }
    return got == 0 && numbers >= 1;
}

/* A key and a value, as resources and scopes have them. */
static bool is_attribute(const struct proto_field *message, bool cut) {
    const uint8_t *at = message->bytes, *end = at + message->value;
    struct proto_field field;
    bool cut_within;
    if (next_seen(&at, end, &field, &cut_within) <= 0) return cut;
    if (field.number == 3) return field.wire == PROTO_VARINT; /* its key is in the dictionary */
    if (field.number != 1 || field.wire != PROTO_BYTES || !field.value) return false;
    return !some_of(i, field.value, field.bytes[i] < 0x20 || field.bytes[i] >= 0x7f);
}

enum seen { NOT_ONE, MAY_BE, IS_ONE };

/* What levels of messages may hold: by level, the fields that are bytes. */
static enum seen look(const struct proto_field *message, bool cut, int level) {
    const uint8_t *at = message->bytes, *end = at + message->value;
    struct proto_field field;
    enum seen seen = MAY_BE;
    bool within;
    int got;
    while ((got = next_seen(&at, end, &field, &within)) > 0 && seen != IS_ONE) {
        bool bytes = field.wire == PROTO_BYTES;
        if (level == 0) { /* data */
            if (!bytes || field.number > 2) return NOT_ONE;
            if (field.number == 1) seen = look(&field, within, 1);
        } else if (level == 1) { /* resource profiles */
            if (field.number == 1 && bytes) seen = look(&field, within, 4);
            else if (field.number == 2 && bytes) seen = look(&field, within, 2);
            else if (field.number > 3 && field.number != 1000) return NOT_ONE;
        } else if (level == 2) { /* scope profiles */
            if (field.number == 2 && bytes) seen = look(&field, within, 3);
            else if (field.number > 3 || !bytes) return NOT_ONE;
        } else if (level == 3) { /* a profile: its type comes first, or behind its time */
            if (field.number == 1 && within) return MAY_BE;
            if (field.number == 1) return bytes && is_type(&field) ? IS_ONE : NOT_ONE;
            bool before = (field.number == 3 && field.wire == PROTO_FIXED64) ||
                          (field.number == 4 && field.wire == PROTO_VARINT);
            if (!before) return NOT_ONE;
        } else if (field.number == 1) { /* a resource */
            if (!bytes || !is_attribute(&field, within)) return NOT_ONE;
        } else if (field.number > 3) {
            return NOT_ONE;
        }
        if (seen == NOT_ONE) return NOT_ONE;
    }
    (void)cut;
    return got < 0 ? NOT_ONE : seen;
}

/* The beginning of tables: the first entry of each is empty. */
static bool is_dictionary(const struct proto_field *message) {
    const uint8_t *at = message->bytes, *end = at + message->value;
    struct proto_field field;
    size_t fields = 0;
    bool cut;
    while (next_seen(&at, end, &field, &cut) > 0) {
        if (field.wire != PROTO_BYTES || field.number > 7) return false;
        if (fields++ == 0 && field.value) return false;
    }
    return fields >= 3;
}

bool otlp_begins(const uint8_t *data, size_t len) {
    struct proto_field all = {.wire = PROTO_BYTES, .value = len, .bytes = data};
    if (len < 8) return false;
    /* Another writer may put the dictionary first. */
    if (data[0] == 0x12) {
        const uint8_t *at = data;
        struct proto_field field;
        bool cut;
        if (next_seen(&at, data + len, &field, &cut) <= 0 || field.value < 2) return false;
        if (cut) return is_dictionary(&field);
        return look(&(struct proto_field){.wire = PROTO_BYTES,
                                          .value = (uint64_t)(data + len - at),
                                          .bytes = at},
                    false, 0) == IS_ONE;
    }
    return data[0] == 0x0a && look(&all, true, 0) == IS_ONE;
}
