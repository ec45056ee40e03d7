/* Makes files for tests: fake chunks (a header and padding), and all that they may be packed in. */
#pragma once

#include "base/mem.h"
#include "tests/support/recording.h" /* struct bytes */

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void put(uint8_t *at, int bytes, uint64_t n) {
    for (int i = bytes - 1; i >= 0; i--, n >>= 8) at[i] = (uint8_t)n;
}

static inline void add(struct bytes *to, const void *data, size_t len) {
    to->data = mem_resize(to->data, to->len + len, 1);
    memcpy(to->data + to->len, data, len);
    to->len += len;
}

/* A chunk that claims to have claimed bytes and has size; generation 0 is a finished one. */
static inline void add_chunk_claiming(struct bytes *to, size_t size, uint64_t claimed,
                                      int generation) {
    uint8_t *chunk = mem_zero(size, 1);
    uint32_t seed = (uint32_t)size;
    for (size_t i = 68; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        chunk[i] = (uint8_t)(seed >> 28); /* shrinks to about half */
    }
    memcpy(chunk, "FLR\0", 4);
    put(chunk + 4, 2, 2);
    put(chunk + 8, 8, claimed);
    put(chunk + 32, 8, UINT64_C(1700000000000000000));
    put(chunk + 56, 8, 1000000000);
    chunk[64] = (uint8_t)generation;
    add(to, chunk, size);
    free(chunk);
}

static inline void add_chunk(struct bytes *to, size_t size) {
    add_chunk_claiming(to, size, size, 0);
}

static inline struct bytes recording(size_t first, size_t second) {
    struct bytes all = {0};
    add_chunk(&all, first);
    if (second > 0) add_chunk(&all, second);
    return all;
}

static inline struct bytes text(const char *words) {
    struct bytes all = {0};
    add(&all, words, strlen(words));
    return all;
}

/* Frees the bytes. */
static inline void save(const char *path, struct bytes bytes) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes.data, 1, bytes.len, file), bytes.len);
    ck_assert_int_eq(fclose(file), 0);
    free(bytes.data);
}

static inline struct bytes load(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    struct bytes bytes = {.len = (size_t)ftell(file)};
    rewind(file);
    bytes.data = mem_zero(bytes.len + 1, 1);
    ck_assert_uint_eq(fread(bytes.data, 1, bytes.len, file), bytes.len);
    fclose(file);
    return bytes;
}

struct member {
    const char *name;
    struct bytes bytes;
};

/* Writes an archive with libarchive; options may be NULL. The bytes of the members are freed. */
static inline void pack_with(const char *path, int format, int filter, const char *options,
                             const struct member *members, size_t count) {
    struct archive *archive = archive_write_new();
    ck_assert_int_eq(archive_write_set_format(archive, format), ARCHIVE_OK);
    ck_assert_int_eq(archive_write_add_filter(archive, filter), ARCHIVE_OK);
    if (options) {
        ck_assert_int_eq(archive_write_set_options(archive, options), ARCHIVE_OK);
        archive_write_set_passphrase(archive, "secret");
    }
    ck_assert_int_eq(archive_write_open_filename(archive, path), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, members[i].name);
        archive_entry_set_size(entry, (la_int64_t)members[i].bytes.len);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
        archive_write_data(archive, members[i].bytes.data, members[i].bytes.len);
        archive_entry_free(entry);
        free(members[i].bytes.data);
    }
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

static inline void compress_as(const char *path, int filter, struct bytes bytes) {
    pack_with(path, ARCHIVE_FORMAT_RAW, filter, NULL, &(struct member){"data", bytes}, 1);
}

#define gzip(path, bytes) compress_as(path, ARCHIVE_FILTER_GZIP, bytes)
#define zip(path, ...)                                                                             \
    pack_with(path, ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, NULL, (struct member[]){__VA_ARGS__}, \
              sizeof((struct member[]){__VA_ARGS__}) / sizeof(struct member))
