#include "parser/input/archive.h"
#include "parser/input/layer.h"
#include "base/mem.h"
#include "parser/document/document.h"
#include "parser/input/segment.h"
#include "parser/wire.h"

#define ARCHIVES_MAX 3 /* zip in zip in zip, each with what is compressed in it */
#define LAYERS_MAX (ARCHIVES_MAX * 2 + 1)

/* How far into a stream a recording may begin (behind the headers of a download, say). A file that
 * can be mapped is searched to its end. */
#define LOOK_FAR ((size_t)64 << 10)

struct unpack {
    struct stored stored;
    struct layer layers[LAYERS_MAX];
    size_t depth;
    bool started;
    bool met;                 /* something of the part asked for */
    bool waits;               /* at a member that is not of that part */
    bool again;               /* that member is looked at for another part */
    struct stream *recording; /* being delivered, or NULL */
    uint32_t number;          /* of that recording, or of the one before: */
    bool within;              /* nothing behind it was looked at yet */
    bool document;            /* it is a profile, not in pprof's format */
    uint32_t *recordings;
    struct layer_counts counts; /* of what lies directly in the file */
    struct unpack_result result;
};

struct unpack *unpack_open(const struct unpack_file *file, uint32_t *recordings) {
    struct unpack *unpack = mem_zero(1, sizeof *unpack);
    stored_open(&unpack->stored, file);
    unpack->recordings = recordings;
    return unpack;
}

bool unpack_wanted(const char *only, const char *name) {
    if (only == NULL) return true;
    size_t len = strlen(name), asked = strlen(only);
    if (strncmp(only, name, len) == 0) /* itself, or an archive that it is in */
        return only[len] == 0 || strncmp(only + len, ": ", 2) == 0;
    return asked && only[asked - 1] == '/' && strncmp(name, only, asked) == 0;
}

void unpack_close(struct unpack *unpack) {
    if (unpack == NULL) return;
    while (unpack->depth > 0) layer_close(&unpack->layers[--unpack->depth]);
    stored_close(&unpack->stored);
    free(unpack);
}

uint64_t unpack_progress(const struct unpack *unpack) {
    uint64_t size = unpack->stored.file.size, read = unpack->stored.read;
    return size > 0 && read > size ? size : read;
}

const char *unpack_name(const struct unpack *unpack) {
    return text_str(&unpack->stored.name);
}

const struct unpack_result *unpack_result(const struct unpack *unpack) {
    return &unpack->result;
}

uint32_t unpack_failed_in(const struct unpack *unpack) {
    return unpack->within ? unpack->number : UINT32_MAX;
}

static struct layer *top(struct unpack *unpack) {
    return unpack->depth > 0 ? &unpack->layers[unpack->depth - 1] : NULL;
}

static struct layer_counts *counts(struct unpack *unpack) {
    return unpack->depth > 0 ? &top(unpack)->counts : &unpack->counts;
}

/* ---- Layers --------------------------------------------------------------------------------- */

/* What was found in a layer is told of the layer below. An archive within an archive that holds no
 * recording is but one more file that is none: a build directory is full of jars. */
static void pop(struct unpack *unpack) {
    struct layer *layer = top(unpack);
    struct layer_counts found = layer->counts;
    struct stored *stored = &unpack->stored;
    if (layer->counts.encrypted > 0) {
        found.failures++;
        stored_fail(stored, JFR_UNSUPPORTED, 0,
                    "%s: %llu of its files are encrypted and were not read; unpack them with their "
                    "password first",
                    shorten(text_str(&stored->name)).text, (unsigned long long)found.encrypted);
    }
    layer_close(layer);
    unpack->depth--;
    struct layer_counts *into = counts(unpack);
    into->recordings += found.recordings;
    into->failures += found.failures;
    bool within_archive = unpack->depth > 0 && content_is_archive(top(unpack)->content);
    if (within_archive && found.recordings == 0) {
        if (found.failures == 0) into->others++;
    } else {
        into->others += found.others;
        into->empty += found.empty;
    }
}

static void push(struct unpack *unpack, enum content content, struct stream *from) {
    struct stored *stored = &unpack->stored;
    size_t archives = content_is_archive(content);
    for (size_t i = 0; i < unpack->depth; i++)
        archives += content_is_archive(unpack->layers[i].content);
    if (archives > ARCHIVES_MAX || unpack->depth == LAYERS_MAX) {
        counts(unpack)->failures++;
        stored_fail(stored, JFR_LIMIT, 0,
                    "%s is packed more than %d times over and was not opened; unpack it first",
                    shorten(text_str(&stored->name)).text,
                    archives > ARCHIVES_MAX ? ARCHIVES_MAX : LAYERS_MAX);
        return;
    }
    if (unpack->depth == 0) unpack->result.outer = content;
    if (content_is_archive(content)) unpack->result.archive = true;
    unpack->depth++;
    if (!layer_open(top(unpack), content, from, stored)) pop(unpack);
}

/* What the archive calls a recording is none. */
static void fail_other(struct unpack *unpack, const uint8_t *data, size_t len) {
    char what[240] = "";
    struct stored *stored = &unpack->stored;
    counts(unpack)->failures++;
    if (len) content_describe(data, len, what, sizeof what);
    stored_fail(stored, JFR_NOT_JFR, 0, "%s is not a JFR recording: it %s",
                shorten(text_str(&stored->name)).text, len ? what : "is empty (0 bytes)");
}

#define OTHER_MOST ((uint64_t)64 << 20)

/* Is it what somebody looks for? It may be taken then. */
static bool is_wanted(struct unpack *unpack, struct stream *stream, const uint8_t *data,
                      size_t len) {
    const struct input_others *others = unpack->stored.file.others;
    enum input_other_is other =
        others->other(others->context, text_str(&unpack->stored.name), data, len);
    if (other != INPUT_OTHER_READ) return other == INPUT_OTHER_WANTED;
    uint64_t most = stream->taken + OTHER_MOST;
    while (stream->taken < most && (len = stream_take(stream, &data)) > 0)
        others->bytes(others->context, data, len);
    return others->bytes(others->context, NULL, 0);
}

/* Whether what is no recording is asked for: by its name, or since profiles are. */
static bool wants_documents(const struct unpack *unpack) {
    const struct unpack_file *file = &unpack->stored.file;
    return file->documents || (file->named && !unpack->result.archive);
}

/* What looks like text of a profile is one if it was named, or is called so. */
static bool may_be_document(const struct unpack *unpack, const uint8_t *data, size_t len) {
    const struct unpack_file *file = &unpack->stored.file;
    bool named = file->named && !unpack->result.archive;
    bool called_so = document_is_named_so(text_str(&unpack->stored.name));
    if (named && called_so && len) return true;
    return (named || (file->documents && called_so)) && document_looks(data, len);
}

/* Decides what to do with what has just been reached. */
static void examine(struct unpack *unpack, struct stream *stream) {
    const uint8_t *data;
    if (!unpack_wanted(unpack->stored.file.only, text_str(&unpack->stored.name))) {
        unpack->waits = unpack->stored.file.parts && unpack->met;
        return;
    }
    size_t len = stream_peek(stream, CONTENT_LOOK, &data);
    enum content content = content_of(data, len);
    bool known = content == CONTENT_RECORDING || content == CONTENT_PROFILE;
    bool document = content == CONTENT_PROFILE;
    if (content > CONTENT_OTHER_PROFILE) {
        push(unpack, content, stream);
        return;
    }
    if (content == CONTENT_OTHER_PROFILE) {
        known = document = wants_documents(unpack);
    } else if (content == CONTENT_OTHER && len > 0) {
        len = stream_peek(stream, LOOK_FAR, &data);
        known = content_holds_chunk(data, len);
        if (!known) known = document = may_be_document(unpack, data, len);
    }
    if (known) {
        unpack->document = document;
        unpack->met = true;
        unpack->recording = stream;
        unpack->number = (*unpack->recordings)++;
        unpack->within = true;
        counts(unpack)->recordings++;
        return;
    }
    if (stream->failed) return; /* no telling what it would have been */
    const struct unpack_file *file = &unpack->stored.file;
    uint8_t first[CONTENT_LOOK]; /* of what may be taken now */
    if (len > sizeof first) memcpy(first, data, sizeof first);
    else if (len > 0) memcpy(first, data, len);
    if (file->others->other && unpack->depth > 0 && is_wanted(unpack, stream, data, len)) return;
    if (len > sizeof first) len = sizeof first;
    struct unpack_result *result = &unpack->result;
    if (file->apart && result->archive && content_is_named_so(text_str(&unpack->stored.name))) {
        fail_other(unpack, first, len);
        return;
    }
    counts(unpack)->others++;
    if (len == 0) counts(unpack)->empty++;
    if (result->first_len == 0 && len > 0) {
        result->first_len = len;
        memcpy(result->first, first, len);
    }
}

/* ---- Chunks --------------------------------------------------------------------------------- */

/* Takes a chunk of format 0.9, whose header says where its last record begins, which says how long
 * it is. 0: it is none, or its header does not lead there. */
static uint64_t read_old(struct stream *stream, const uint8_t *header, uint8_t **data) {
    uint64_t body = content_old_body(header), len;
    const uint8_t *ahead;
    if (body == 0) return 0;
    len = stream_read(stream, body, data);
    if (len < body || stream_peek(stream, 4, &ahead) < 4) return len;
    uint64_t record = wire_be32(ahead);
    OWNED(mem_release) uint8_t *rest;
    uint64_t more = stream_read(stream, record, &rest);
    if (more > 0) {
        *data = mem_resize(*data, (size_t)(len + more), 1);
        memcpy(*data + len, rest, (size_t)more);
    }
    return len + more;
}

/* The next chunk of the recording. What has no header of a finished chunk, such as a chunk that its
 * JVM did not finish, has no known end: it and all behind it is the last segment. */
static bool deliver(struct unpack *unpack, struct jfr_segment *segment) {
    struct stream *stream = unpack->recording;
    stored_keep(&unpack->stored, stream);
    const uint8_t *ahead;
    uint64_t size = 0, offset = stream->taken;
    if (stream_peek(stream, JFR_HEADER_SIZE, &ahead) >= JFR_HEADER_SIZE)
        size = content_chunk_size(ahead);
    uint8_t *data;
    uint64_t len =
        size || stream_peek(stream, 16, &ahead) < 16 ? 0 : read_old(stream, ahead, &data);
    if (len == 0) len = stream_read(stream, size ? size : UINT64_MAX, &data);
    stored_keep(&unpack->stored, NULL);
    bool last = stream_peek(stream, 1, &ahead) == 0;
    if (last) unpack->recording = NULL;
    if (len == 0) return false;
    *segment = segment_of_memory(data, len, text_str(&unpack->stored.name));
    segment->offset = offset;
    segment->recording = unpack->number;
    segment->last = last;
    segment->profile = unpack->document;
    return true;
}

/* Goes on to the next thing that may be a recording. False: there is none. */
static bool advance(struct unpack *unpack) {
    unpack->within = false;
    if (!unpack->started) {
        unpack->started = true;
        examine(unpack, &unpack->stored.stream);
        return true;
    }
    struct layer *layer = top(unpack);
    if (layer == NULL || unpack->waits || unpack->stored.exceeded) return false;
    if (unpack->again) {
        unpack->again = false;
        examine(unpack, &layer->member);
        return true;
    }
    if (layer_next(layer)) examine(unpack, &layer->member);
    else pop(unpack);
    return true;
}

int unpack_next(struct unpack *unpack, struct jfr_segment *segment, struct jfr_error *error) {
    struct stored *stored = &unpack->stored;
    do {
        if (unpack->recording != NULL && deliver(unpack, segment)) return 1;
        /* Only now, behind what could still be read. */
        if (stored->failure.code != JFR_OK) {
            *error = stored->failure;
            stored->failure.code = JFR_OK;
            unpack->result.failures++;
            return -1;
        }
    } while (advance(unpack));
    if (unpack->waits) return 0;
    while (unpack->depth > 0) pop(unpack);
    unpack->result.recordings = unpack->counts.recordings;
    unpack->result.others = unpack->counts.others;
    unpack->result.empty = unpack->counts.empty;
    return 0;
}

/* ---- Parts ---------------------------------------------------------------------------------- */

bool unpack_waits(const struct unpack *unpack) {
    return unpack->waits;
}

struct unpack_result unpack_end_part(struct unpack *unpack) {
    struct unpack_result part = {0};
    for (size_t i = 0; i <= unpack->depth; i++) {
        struct layer_counts *found = i ? &unpack->layers[i - 1].counts : &unpack->counts;
        part.others += found->others;
        part.empty += found->empty;
        found->others = found->empty = 0;
    }
    return part;
}

void unpack_part(struct unpack *unpack, const char *only) {
    unpack->stored.file.only = only;
    unpack->again = unpack->again || unpack->waits;
    unpack->met = unpack->waits = false;
}
