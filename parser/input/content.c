#include "parser/input/content.h"

#include "base/text.h"
#include "parser/as_text.h"
#include "parser/jfr.h"
#include "parser/document/document.h"

#include <stdio.h>
#include <strings.h>

static uint64_t big_endian(const uint8_t *p, int bytes) {
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++) n = n << 8 | p[i];
    return n;
}

static bool begins(const uint8_t *data, size_t len, const void *magic, size_t magic_len) {
    return len >= magic_len && memcmp(data, magic, magic_len) == 0;
}
#define BEGINS(literal) begins(data, len, literal, sizeof(literal) - 1)

/* A tar header has its magic late, and old ones have none: the checksum tells. */
static bool is_tar(const uint8_t *data, size_t len) {
    if (len < 512) return false;
    unsigned sum = 0, stored = 0;
    for (int i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? ' ' : data[i];
    int i = 148;
    while (i < 155 && data[i] == ' ') i++;
    if (data[i] < '0' || data[i] > '7') return false;
    for (; i < 156 && data[i] >= '0' && data[i] <= '7'; i++)
        stored = stored * 8 + (unsigned)(data[i] - '0');
    return stored == sum;
}

enum content content_of(const uint8_t *data, size_t len) {
    if (BEGINS("FLR\0")) return CONTENT_RECORDING;
    /* Flags beyond the five that exist: not gzip, and nothing could unpack it. */
    if (BEGINS("\x1f\x8b\x08") && (len < 4 || data[3] < 0x20)) return CONTENT_GZIP;
    if (BEGINS("\x28\xb5\x2f\xfd")) return CONTENT_ZSTD;
    /* A frame to be skipped: parallel zstd writes its sizes there, in front of the data. */
    if (len >= 4 && (data[0] & 0xf0) == 0x50 && memcmp(data + 1, "\x2a\x4d\x18", 3) == 0)
        return CONTENT_ZSTD;
    if (BEGINS("\x04\x22\x4d\x18") || BEGINS("\x02\x21\x4c\x18")) return CONTENT_LZ4;
    if (BEGINS("\xfd"
               "7zXZ\0"))
        return CONTENT_XZ;
    if (BEGINS("BZh") && len >= 10 && memcmp(data + 4, "\x31\x41\x59\x26\x53\x59", 6) == 0)
        return CONTENT_BZIP2;
    if (BEGINS("PK\3\4") || BEGINS("PK\5\6") || BEGINS("PK\7\10")) return CONTENT_ZIP;
    if (is_tar(data, len)) return CONTENT_TAR;
    const struct document_format *format = document_begins(data, len);
    return !format                     ? CONTENT_OTHER
           : document_is_pprof(format) ? CONTENT_PROFILE
                                       : CONTENT_OTHER_PROFILE;
}

const char *content_name(enum content content) {
    static const char *const names[] = {"unknown", "JFR", "pprof", "profile", "gzip", "zstd",
                                        "lz4",     "xz",  "bzip2", "zip",     "tar"};
    return names[content];
}

uint64_t content_chunk_size(const uint8_t *header) {
    uint64_t size = big_endian(header + 8, 8), major = big_endian(header + 4, 2);
    if (memcmp(header, "FLR\0", 4) != 0 || (major != 1 && major != 2)) return 0;
    return header[64] == 0 && size >= JFR_HEADER_SIZE ? size : 0;
}

uint64_t content_old_body(const uint8_t *header) {
    uint64_t metadata = big_endian(header + 8, 8);
    return memcmp(header, "FLR\0\0", 6) == 0 && metadata >= 16 && metadata <= INT64_MAX ? metadata
                                                                                        : 0;
}

/* The header of format 0.9 has but an offset, of a metadata event, which ends the chunk:
 *     0 magic   4 version   8 offset u64   16 events ... metadata event: size u32, type u32 = 0 */
static bool plausible_0_9(const uint8_t *data, size_t len) {
    if (len < 24) return false;
    uint64_t metadata = big_endian(data + 8, 8);
    return metadata >= 16 && metadata <= len - 8 && big_endian(data + metadata, 4) >= 8 &&
           big_endian(data + metadata + 4, 4) == 0;
}

static bool plausible_header(const uint8_t *data, size_t len) {
    const int64_t year_2000 = INT64_C(946684800000000000), year_2100 = INT64_C(4102444800000000000);
    if (len < 8) return false;
    uint64_t version = big_endian(data + 4, 4);
    if (version == 0x00000009) return plausible_0_9(data, len);
    if (version != 0x00010000 && version != 0x00020000 && version != 0x00020001) return false;
    if (len < JFR_HEADER_SIZE) return false;
    int64_t start = (int64_t)big_endian(data + 32, 8), ticks = (int64_t)big_endian(data + 56, 8);
    return ticks > 0 && start >= year_2000 && start < year_2100;
}

bool content_holds_chunk(const uint8_t *data, size_t len) {
    const uint8_t *end = data + len;
    /* Where only the magic was overwritten, all else of the header still speaks for itself. */
    if (plausible_header(data, len)) return true;
    for (const uint8_t *at = data; at < end; at++) {
        at = memmem(at, (size_t)(end - at), "FLR\0", 4);
        if (at == NULL) return false;
        if (plausible_header(at, (size_t)(end - at))) return true;
    }
    return false;
}

/* ---- Guesses ------------------------------------------------------------------------------- */

struct guess {
    const char *magic;
    uint8_t len;
    const char *what;
};

#define GUESS(magic, what) \
    { magic, sizeof(magic) - 1, what }

/* What people hand over in place of a recording. The first that fits is taken. */
static const struct guess guesses[] = {
    GUESS("\x7f"
          "ELF",
          "an ELF program"),
    GUESS("\x89PNG", "a PNG picture"),
    GUESS("GIF8", "a GIF picture"),
    GUESS("\xff\xd8\xff", "a JPEG picture"),
    GUESS("%PDF", "a PDF document"),
    GUESS("\xca\xfe\xba\xbe", "a Java class file"),
    GUESS("\xca\xfe\xc0\xc0", "JVM performance counters (hsperfdata)"),
    GUESS("JAVA PROFILE", "a Java heap dump (HPROF)"),
    GUESS("PERFILE2", "a recording of Linux perf"),
    GUESS("SQLite format 3", "an SQLite database"),
    GUESS("7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it first"),
    GUESS("Rar!", "a RAR archive: unpack it first"),
    GUESS("\x1f\x9d", "compress (.Z) data: unpack it first"),
    GUESS("\x1f\x8b", "damaged gzip data"),
    GUESS("LZIP", "lzip data: unpack it first"),
    GUESS("MZ", "a Windows program"),
    GUESS("\xed\xab\xee\xdb", "an RPM package"),
    GUESS("!<arch>", "a library or Debian package"),
    GUESS("version https://git-lfs", "a Git LFS pointer: fetch the file with `git lfs pull`"),
    GUESS("HTTP/1.", "an HTTP response"),
    GUESS("#!", "a script"),
    GUESS("jdk.", "text, as printed by `jfr print`"),
    GUESS("\0\0\0\0", "zero bytes, perhaps reserved but never written"),
};

/* Text formats may begin with a mark and white space. */
static const struct guess text_guesses[] = {
    GUESS("<!doctype html", "a web page (HTML)"),
    GUESS("<html", "a web page (HTML)"),
    GUESS("<?xml", "XML text"),
    GUESS("<configuration", "XML text, perhaps the settings of a recording (.jfc)"),
    GUESS("<svg", "an SVG picture"),
    GUESS("# a fatal error has been detected", "the log of a JVM crash (hs_err)"),
    GUESS("{", "JSON text"),
    GUESS("[{", "JSON text"),
};

#define GUESS_LOOK 512

static bool is_text(const uint8_t *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (data[i] == 0x7f) return false;
        if (data[i] < 0x20 && (data[i] < '\t' || data[i] > '\r') && data[i] != 0x1b) return false;
    }
    return len > 0;
}

static const char *guess_text(const uint8_t *data, size_t len) {
    if (!is_text(data, len)) return NULL;
    size_t skip = BEGINS("\xef\xbb\xbf") ? 3 : 0;
    while (skip < len && strchr(" \t\r\n", data[skip]) != NULL) skip++;
    if (len - skip >= 2 && memcmp(data + skip, "#\n", 2) == 0) skip += 2; /* hs_err */
    for (size_t i = 0; i < sizeof text_guesses / sizeof *text_guesses; i++) {
        const struct guess *guess = &text_guesses[i];
        if (len - skip >= guess->len &&
            strncasecmp((const char *)data + skip, guess->magic, guess->len) == 0)
            return guess->what;
    }
    return "text";
}

static const char *guess_of(const uint8_t *data, size_t len) {
    if (BEGINS("\x7f"
               "ELF") &&
        len >= 18 && data[data[5] == 2 ? 17 : 16] == 4)
        return "an ELF core dump";
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        if (begins(data, len, guesses[i].magic, guesses[i].len)) return guesses[i].what;
    return guess_text(data, len);
}

void content_describe(const uint8_t *data, size_t len, char *text, size_t size) {
    const char *guess = guess_of(data, len < GUESS_LOOK ? len : GUESS_LOOK);
    /* What nobody knows is shown at more length: perhaps the reader knows. */
    size_t shown = guess ? 4 : 16;
    if (shown > len) shown = len;
    char hex[16 * 3 + 1] = "";
    for (size_t i = 0; i < shown; i++) snprintf(hex + i * 3, 4, " %02x", data[i]);
    const char *as_text = guess ? NULL : as_text_damage(data, len, 0);
    if (guess) snprintf(text, size, "starts with%s (%s)", hex, guess);
    else if (as_text) snprintf(text, size, "starts with%s; %s", hex, as_text);
    else snprintf(text, size, "starts with%s", hex);
}

bool content_is_named_so(const char *path) {
    return strcasestr(text_file_name(path), ".jfr") != NULL;
}
