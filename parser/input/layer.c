#include "parser/input/layer.h"
#include "base/array.h"

#include "base/platform.h"
#include "parser/input/libarchive.h"
#include "parser/input/segment.h"

#include <errno.h>
#include <string.h>

/* A broken member of a zip makes libarchive give up on the whole file. The index of the zip still
 * leads to the members behind it, so we open it anew: this often, since each time costs reading
 * the index. */
#define REVIVALS_MAX 16

/* ---- What libarchive reads ----------------------------------------------------------------- */

static la_ssize_t read_from(struct archive *archive, void *context, const void **block) {
    struct layer *layer = context;
    const uint8_t *data;
    size_t n = stream_take(layer->from, &data);
    if (n == 0 && layer->from->failed) {
        layer->la->archive_set_error(archive, EIO, "the layer below failed");
        return -1;
    }
    *block = data;
    return (la_ssize_t)n;
}

static la_int64_t seek_in_file(struct archive *archive, void *context, la_int64_t offset,
                               int whence) {
    struct stored *stored = ((struct layer *)context)->stored;
    int64_t base = whence == SEEK_SET   ? 0
                   : whence == SEEK_CUR ? (int64_t)stored->stream.taken
                                        : (int64_t)stored->file.size;
    int64_t position;
    (void)archive;
    if (__builtin_add_overflow(base, offset, &position) || position < 0) return ARCHIVE_FATAL;
    stored_seek(stored, (uint64_t)position);
    return position;
}

static la_int64_t skip_in_file(struct archive *archive, void *context, la_int64_t request) {
    struct stored *stored = ((struct layer *)context)->stored;
    uint64_t rest = stored->file.size - stored->stream.taken;
    (void)archive;
    if (stored->stream.taken > stored->file.size || request <= 0) return 0;
    if ((uint64_t)request > rest) request = (la_int64_t)rest;
    stored_seek(stored, stored->stream.taken + (uint64_t)request);
    return request;
}

/* ---- What libarchive delivers --------------------------------------------------------------- */

/* Says in our words what libarchive said, once. */
static void fail(struct layer *layer, int result) {
    struct stored *stored = layer->stored;
    const char *said = layer->la->archive_error_string(layer->archive);
    char why[160];
    if (said == NULL) said = "no reason given";
    /* The last two are what zlib and liblzma say when they starve. */
    if (strcasestr(said, "truncated") != NULL || strstr(said, "(-5)") != NULL ||
        strcasestr(said, "no progress") != NULL)
        strcpy(why, "ends too early, it was not written or copied to its end");
    else if (strstr(said, "CRC") != NULL || strstr(said, "wrong size") != NULL)
        strcpy(why, "is damaged (it does not match its checksum)");
    else snprintf(why, sizeof why, "is damaged or of an unknown kind (libarchive: %s)", said);
    layer->dead = result == ARCHIVE_FATAL;
    layer->counts.failures++;
    uint64_t unpacked = layer->member.taken + layer->member.left + layer->member.then_left;
    stored_fail(
        stored, JFR_DAMAGED, unpacked,
        "%s: the %s data %s (found at byte %lld of the file, when %llu bytes were unpacked)",
        shorten(text_str(&stored->name)).text, content_name(layer->content), why,
        (long long)layer->la->archive_filter_bytes(stored->outermost, -1),
        (unsigned long long)unpacked);
}

/* OK, EOF, FAILED, FATAL; WARN comes with a block, the last one: it and those before it are not
 * what was packed. */
static int read_block(struct layer *layer, const uint8_t **block, size_t *len) {
    const void *data = NULL;
    la_int64_t offset = 0;
    *len = 0;
    int result = layer->la->archive_read_data_block(layer->archive, &data, len, &offset);
    /* Holes of a sparse file in a tar are not delivered, only stepped over; the last one, too. */
    bool hole = offset > 0 && (uint64_t)offset > layer->position;
    if (result == ARCHIVE_EOF && hole) {
        result = ARCHIVE_OK;
        *len = 0;
    }
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return result;
    layer->gap = hole ? (uint64_t)offset - layer->position : 0;
    layer->position += layer->gap + *len;
    *block = data;
    return stored_charge(layer->stored, &layer->member, layer->gap + *len) ? result : ARCHIVE_FATAL;
}

static int64_t next_block(void *context, const uint8_t **block) {
    static const uint8_t zeros[4096];
    struct layer *layer = context;
    for (;;) {
        if (layer->gap > 0) {
            size_t n = layer->gap < sizeof zeros ? (size_t)layer->gap : sizeof zeros;
            layer->gap -= n;
            *block = zeros;
            return (int64_t)n;
        }
        if (layer->behind_gap_len > 0) {
            size_t n = layer->behind_gap_len;
            *block = layer->behind_gap;
            layer->behind_gap_len = 0;
            return (int64_t)n;
        }
        int result = read_block(layer, &layer->behind_gap, &layer->behind_gap_len);
        if (result == ARCHIVE_EOF) return 0;
        if (result == ARCHIVE_WARN) fail(layer, result);
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
            layer->gap = layer->behind_gap_len = 0;
            fail(layer, result);
            return -1;
        }
    }
}

/* Reads what is left of a member nobody wants. libarchive would do so by itself where the size of
 * the member is only known at its end, but without looking at how much that is. */
static void drain(struct layer *layer) {
    const uint8_t *block;
    size_t len;
    int result = ARCHIVE_OK;
    while (result == ARCHIVE_OK) {
        result = read_block(layer, &block, &len);
        layer->gap = 0;
    }
    /* An unwanted member that is damaged does not matter unless it blocks the way. */
    if (result == ARCHIVE_FATAL) fail(layer, result);
}

/* Names come in the character set of the locale; without setlocale that is ASCII, and a name that
 * does not fit is lost. So this thread has UTF-8 while a name is read. */
static int next_header(struct layer *layer, struct archive_entry **entry) {
    platform_utf8_begin();
    int result = layer->la->archive_read_next_header(layer->archive, entry);
    platform_utf8_end();
    return result == ARCHIVE_WARN ? ARCHIVE_OK : result;
}

/* ---- Opening and walking -------------------------------------------------------------------- */

static int choose_format(const struct layer *layer, enum content content) {
    struct archive *archive = layer->archive;
    static const int filters[] = {
        [CONTENT_GZIP] = ARCHIVE_FILTER_GZIP,   [CONTENT_ZSTD] = ARCHIVE_FILTER_ZSTD,
        [CONTENT_LZ4] = ARCHIVE_FILTER_LZ4,     [CONTENT_XZ] = ARCHIVE_FILTER_XZ,
        [CONTENT_BZIP2] = ARCHIVE_FILTER_BZIP2,
    };
    if (content == CONTENT_ZIP) return layer->la->archive_read_support_format_zip(archive);
    if (content == CONTENT_TAR) return layer->la->archive_read_support_format_tar(archive);
    layer->la->archive_read_support_format_raw(archive);
    layer->la->archive_read_support_format_empty(archive); /* raw wants at least a byte */
    return layer->la->archive_read_append_filter(archive, filters[content]);
}

static bool open_archive(struct layer *layer) {
    const char *why;
    layer->la = libarchive(&why);
    if (layer->la == NULL) {
        stored_fail(layer->stored, JFR_UNSUPPORTED, 0, "cannot unpack %s: %s",
                    shorten(text_str(&layer->stored->name)).text, why);
        return false;
    }
    struct archive *archive = layer->la->archive_read_new();
    bool on_file = layer->from == &layer->stored->stream;
    layer->archive = archive;
    layer->dead = false;
    if (archive == NULL) {
        stored_fail(layer->stored, JFR_IO, 0, "cannot unpack %s: out of memory",
                    shorten(text_str(&layer->stored->name)).text);
        return false;
    }
    if (on_file) layer->stored->outermost = archive;
    int result = choose_format(layer, layer->content);
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        layer->la->archive_read_set_read_callback(archive, read_from);
        layer->la->archive_read_set_callback_data(archive, layer);
        if (layer->seekable) {
            layer->la->archive_read_set_seek_callback(archive, seek_in_file);
            layer->la->archive_read_set_skip_callback(archive, skip_in_file);
        }
        result = layer->la->archive_read_open1(archive);
    }
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) return true;
    fail(layer, ARCHIVE_FATAL);
    return false;
}

bool layer_open(struct layer *layer, enum content content, struct stream *from,
                struct stored *stored) {
    *layer = (struct layer){.content = content, .stored = stored, .from = from};
    layer->name_len = stored->name.len;
    layer->seekable = from == &stored->stream && stored->file.seekable && stored->file.size > 0;
    return open_archive(layer);
}

void layer_close(struct layer *layer) {
    if (layer->archive) layer->la->archive_read_free(layer->archive);
    stream_free(&layer->member);
}

static bool revive(struct layer *layer) {
    bool can = layer->content == CONTENT_ZIP && layer->seekable && layer->headers > 0;
    if (!can || layer->stored->exceeded || layer->revived == REVIVALS_MAX) return false;
    layer->revived++;
    layer->la->archive_read_free(layer->archive);
    stored_seek(layer->stored, 0);
    layer->from->failed = false;
    if (!open_archive(layer)) return false;
    struct archive_entry *entry;
    return !some_of(i, layer->headers, next_header(layer, &entry) != ARCHIVE_OK);
}

static void name_member(struct layer *layer, struct archive_entry *entry) {
    struct text *name = &layer->stored->name;
    if (!content_is_archive(layer->content)) return;
    const char *member = layer->la->archive_entry_pathname(entry);
    text_add(name, ": ");
    if (member != NULL) text_add(name, member);
    else text_addf(name, "member %llu", (unsigned long long)layer->headers);
}

static void name_layer(struct layer *layer) {
    struct text *name = &layer->stored->name;
    name->len = layer->name_len;
    name->data[name->len] = 0;
}

bool layer_next(struct layer *layer) {
    bool streamed_zip = layer->content == CONTENT_ZIP && !layer->seekable;
    if (streamed_zip && layer->headers > 0 && !layer->member.ended && !layer->dead) drain(layer);
    name_layer(layer);
    if (layer->dead && !revive(layer)) return false;
    for (;;) {
        struct archive_entry *entry;
        int result = next_header(layer, &entry);
        if (result == ARCHIVE_EOF) return false;
        stream_start(&layer->member, next_block, layer);
        layer->position = layer->gap = layer->behind_gap_len = 0;
        if (result != ARCHIVE_OK) {
            /* Where the next member begins is unknown. That the archive is broken was said already
             * if we come from a broken member. */
            if (layer->revived == 0) fail(layer, ARCHIVE_FATAL);
            return false;
        }
        layer->headers++;
        if (layer->la->archive_entry_filetype(entry) != AE_IFREG ||
            layer->la->archive_entry_hardlink(entry) != NULL)
            continue;
        if (layer->la->archive_entry_is_data_encrypted(entry)) {
            layer->counts.encrypted++;
            continue;
        }
        name_member(layer, entry);
        return true;
    }
}
