#include "tests/support/old.h"

#include <string.h>

enum { U1 = 2, SHORT = 3, U2 = 4, INTEGER = 5, U4 = 6, LONG = 7, U8 = 8, UTF = 11, STRING = 12 };
enum { BOOLEAN = 0, STRUCT = 14, STRUCTARRAY = 15 };
enum { THREAD = 7, JAVA_THREAD, STACK, CLASS, GROUP = 31, METHOD, SYMBOL, STATE, FRAME_TYPE };

#define START_TICKS 1000000
#define MS 1000 /* ticks: a million a second */

static void utf(struct recording *r, const char *text) {
    put_u2(r, strlen(text));
    put_bytes(r, text, strlen(text));
}

static void units(struct recording *r, const char *text) {
    put_u4(r, strlen(text));
    for (; *text; text++) put_u2(r, (unsigned char)*text);
}

static void patch4(struct recording *r, size_t at, uint64_t value) {
    for (int i = 0; i < 4; i++) r->out.data[at + (size_t)i] = (uint8_t)(value >> (24 - 8 * i));
}

static size_t begin(struct recording *r, uint64_t type) {
    size_t at = r->out.len;
    put_u4(r, 0);
    put_u4(r, type);
    return at;
}

static void end(struct recording *r, size_t at) {
    patch4(r, at, r->out.len - at);
}

/* ==== Metadata ============================================================================== */

struct value {
    const char *id;
    int data, content, index;
};

static void structure(struct recording *r, const struct value *values, unsigned count) {
    put_u4(r, count);
    for (unsigned i = 0; i < count; i++) {
        utf(r, values[i].id);
        utf(r, values[i].id);
        utf(r, "");
        put_u1(r, 0);
        put_u1(r, (uint64_t)values[i].data);
        put_u4(r, (uint64_t)values[i].content);
        put_u4(r, (uint64_t)values[i].index);
        put_u4(r, 0);
    }
}
#define STRUCTURE(r, ...)                             \
    structure(r, (const struct value[]){__VA_ARGS__}, \
              sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))

static void event_type(struct recording *r, int number, const char *path, const char *flags,
                       int of) {
    put_u4(r, (uint64_t)number);
    utf(r, path);
    utf(r, "");
    utf(r, path);
    put_u1(r, strchr(flags, 's') != NULL); /* start, thread, stack trace, can be asked for */
    put_u1(r, strchr(flags, 't') != NULL);
    put_u1(r, strchr(flags, 'k') != NULL);
    put_u1(r, strchr(flags, 'r') != NULL);
    put_u4(r, (uint64_t)of);
    put_u4(r, 0);
}

static void content_type(struct recording *r, int number, const char *name, int key, int of) {
    put_u4(r, (uint64_t)number);
    utf(r, name);
    utf(r, name);
    put_u1(r, (uint64_t)key);
    put_u4(r, (uint64_t)of);
}

static void producer(struct recording *r, int id, const char *uri) {
    put_u4(r, (uint64_t)id);
    utf(r, "");
    utf(r, "");
    utf(r, uri);
    put_u4(r, 0);
}

enum { SAMPLE = 51, MONITOR = 7, HEAP = 11, STARTED = 3 };
enum { SETTING = 4098, THROW = 4101, READ = 4103, WAITS = 4104, SECURITIES = 4110, APPLIED = 4120 };

static void virtual_machine(struct recording *r, const struct old_head *head) {
    const char *wrong = head->wrong;
    bool ring = wrong && strcmp(wrong, "ring") == 0, deep = wrong && strcmp(wrong, "deep") == 0;
    producer(r, 1, "http://www.oracle.com/hotspot/jvm/");
    put_u4(r, deep ? 26 : 14);
    STRUCTURE(r, {"name", UTF, 0, 0});                                    /* 0 Thread */
    STRUCTURE(r, {"thread", U4, THREAD, 0}, {"allocInsideTla", U8, 1, 0}, /* 1 Java */
              {"allocOutsideTla", U8, 1, 0}, {"group", U4, GROUP, 0});
    STRUCTURE(r, {"truncated", BOOLEAN, 0, 0}, {"frames", STRUCTARRAY, 0, 3}); /* 2 Stack */
    if (head->frames == FRAMES_WITHOUT_LINE)                                   /* 3 Frame */
        STRUCTURE(r, {"method", U8, METHOD, 0}, {"bci", INTEGER, 0, 0},
                  {"type", U1, FRAME_TYPE, 0});
    else if (head->frames == FRAMES_TURNED)
        STRUCTURE(r, {"type", U1, FRAME_TYPE, 0}, {"bci", INTEGER, 0, 0}, {"line", INTEGER, 0, 0},
                  {"method", U8, METHOD, 0});
    else
        STRUCTURE(r, {"method", U8, METHOD, 0}, {"line", INTEGER, 0, 0}, {"bci", INTEGER, 0, 0},
                  {"type", U1, FRAME_TYPE, 0});
    STRUCTURE(r, {"loaderClass", U8, CLASS, 0}, {"name", U8, SYMBOL, 0}, /* 4 Class */
              {"modifiers", SHORT, 0, 0});
    STRUCTURE(r, {"parent", U4, GROUP, 0}, {"name", UTF, 0, 0});   /* 5 Group */
    STRUCTURE(r, {"class", U8, CLASS, 0}, {"name", U8, SYMBOL, 0}, /* 6 Method */
              {"signature", U8, SYMBOL, 0}, {"modifiers", SHORT, 0, 0}, {"hidden", BOOLEAN, 0, 0});
    STRUCTURE(r, {"utf8", UTF, 0, 0});                                           /* 7 Symbol */
    STRUCTURE(r, {"sampledThread", U4, THREAD, 0}, {"stackTrace", U8, STACK, 0}, /* 8 Sample */
              {"state", U2, STATE, 0});
    STRUCTURE(r, {"klass", U8, CLASS, 0}, {"previousOwner", U8, JAVA_THREAD, 0}, /* 9 Monitor */
              {"address", U8, 6, 0});
    if (ring) STRUCTURE(r, {"gcId", U4, 0, 0}, {"heapSpace", STRUCT, 0, 10}); /* 10 Heap */
    else STRUCTURE(r, {"gcId", U4, 0, 0}, {"heapSpace", STRUCT, 0, deep ? 14 : 11});
    STRUCTURE(r, {"start", U8, 6, 0}, {"committedEnd", U8, 6, 0}, /* 11 Space */
              {"committedSize", U8, 1, 0}, {"reservedEnd", U8, 6, 0}, {"reservedSize", U8, 1, 0});
    STRUCTURE(r, {"javalangthread", LONG, JAVA_THREAD, 0}); /* 12 Start */
    STRUCTURE(r, {"type", UTF, 0, 0});                      /* 13 texts */
    for (int i = 14; deep && i < 26; i++) { /* each ten times the next, and nothing in the last */
        if (i == 25) structure(r, NULL, 0);
        else
            STRUCTURE(r, {"a", STRUCT, 0, i + 1}, {"b", STRUCT, 0, i + 1}, {"c", STRUCT, 0, i + 1},
                      {"d", STRUCT, 0, i + 1}, {"e", STRUCT, 0, i + 1}, {"f", STRUCT, 0, i + 1},
                      {"g", STRUCT, 0, i + 1}, {"h", STRUCT, 0, i + 1}, {"i", STRUCT, 0, i + 1},
                      {"j", STRUCT, 0, i + 1});
    }
    put_u4(r, 4);
    event_type(r, SAMPLE, "vm/prof/execution_sample", "r", 8);
    event_type(r, MONITOR, "java/monitor_enter", "stk", 9);
    event_type(r, HEAP, "vm/gc/heap/summary", "", 10);
    event_type(r, STARTED, "java/thread_start", "t", 12);
    if (wrong && strcmp(wrong, "no types") == 0) {
        put_u4(r, 0);
        return;
    }
    put_u4(r, wrong && strcmp(wrong, "count") == 0 ? 0x7fffffff : 9);
    content_type(r, THREAD, "Thread", U4, 0);
    content_type(r, JAVA_THREAD, "JavaThread", U8, 1);
    content_type(r, STACK, "StackTrace", U8, 2);
    content_type(r, CLASS, "Class", U8, 4);
    content_type(r, GROUP, "ThreadGroup", U4, 5);
    content_type(r, METHOD, "Method", U8, 6);
    content_type(r, SYMBOL, "UTFConstant", U8, 7);
    content_type(r, STATE, "ThreadState", U2, 13);
    content_type(r, FRAME_TYPE, "FrameType", U1, 13);
}

static const char *const security_paths[] = {"java/security_property", "java/tls_handshake",
                                             "java/x509_certificate", "java/x509_validation"};

static void security_structures(struct recording *r) {
    STRUCTURE(r, {"key", STRING, 0, 0}, {"value", STRING, 0, 0});
    STRUCTURE(r, {"peerHost", STRING, 0, 0}, {"peerPort", INTEGER, 0, 0},
              {"protocolVersion", STRING, 0, 0}, {"cipherSuite", STRING, 0, 0},
              {"certificateId", LONG, 0, 0});
    STRUCTURE(r, {"algorithm", STRING, 0, 0}, {"keyLength", INTEGER, 0, 0},
              {"certificateId", LONG, 0, 0}, {"validFrom", LONG, 2, 0}, {"validUntil", LONG, 2, 0});
    STRUCTURE(r, {"certificateId", LONG, 0, 0}, {"certificatePosition", INTEGER, 0, 0},
              {"validationCounter", LONG, 0, 0});
}

/* Names that no type of Java may have, one of them of three types; one that would be taken for a
 * type of the JDK. */
static void application(struct recording *r) {
    producer(r, 4105, "http://www.example.com/my app/");
    put_u4(r, 2);
    STRUCTURE(r, {"stack frame", STRUCT, 0, 1}, {"stackFrame", STRUCT, 0, 1});
    STRUCTURE(r, {"n", INTEGER, 0, 0});
    put_u4(r, 3);
    for (int i = 0; i < 3; i++) event_type(r, APPLIED + i, "new/1st page", "", 0);
    put_u4(r, 0);
}

static void metadata(struct recording *r, const struct old_head *head, uint64_t checkpoint) {
    size_t at = begin(r, 0);
    put_u4(r, head->securities ? 4 : 3);
    producer(r, 4099, "http://www.oracle.com/hotspot/jfr-info/");
    put_u4(r, 1);
    STRUCTURE(r, {"period", LONG, 3, 0}, {"threshold", LONG, 4, 0}, {"stacktrace", BOOLEAN, 0, 0},
              {"enabled", BOOLEAN, 0, 0}, {"path", STRING, 0, 0}, {"name", STRING, 0, 0},
              {"id", INTEGER, 0, 0});
    put_u4(r, 1);
    event_type(r, SETTING, "recordings/recording_setting", "", 0);
    put_u4(r, 0);
    producer(r, 4100, "http://www.oracle.com/hotspot/jdk/");
    put_u4(r, 3u + (head->reads > 0) + (head->securities ? 4 : 0));
    STRUCTURE(r, {"thrownClass", U8, CLASS, 0}, {"message", STRING, 0, 0});
    STRUCTURE(r, {"waits", STRUCTARRAY, 0, 2});
    if (head->waits == COUNT_FIRST)
        STRUCTURE(r, {"of", U8, CLASS, 0}, {"count", INTEGER, 0, 0}, {"owner", U4, THREAD, 0},
                  {"frameType", U1, FRAME_TYPE, 0});
    else
        STRUCTURE(r, {"of", U8, CLASS, 0}, {"owner", U4, THREAD, 0}, {"count", INTEGER, 0, 0},
                  {"frameType", U1, FRAME_TYPE, 0});
    if (head->reads) STRUCTURE(r, {"path", STRING, 0, 0}, {"bytesRead", LONG, 1, 0});
    if (head->securities) security_structures(r);
    put_u4(r, 1u + (head->waits > 0) + (head->reads > 0) + (head->securities ? 4 : 0));
    event_type(r, THROW, "java/exception_throw", "tk", 0);
    if (head->waits) event_type(r, WAITS, "java/waits", "", 1);
    if (head->reads) event_type(r, READ, "java/file_read", "", 3);
    for (int i = 0; head->securities && i < 4; i++)
        event_type(r, SECURITIES + i, security_paths[i], "tk", 3 + (head->reads > 0) + i);
    put_u4(r, 0);
    if (head->securities) application(r);
    virtual_machine(r, head);
    put_u8(r, (uint64_t)head->start_ms);
    put_u8(r, (uint64_t)head->start_ms + 1000);
    put_u8(r, START_TICKS);
    put_u8(r, 1000 * MS);
    put_u8(r, checkpoint);
    utf(r, "sv_SE");
    put_u4(r, 3600000);
    end(r, at);
}

/* ==== Constants ============================================================================= */

static size_t checkpoint(struct recording *r, int64_t ms, uint64_t before) {
    size_t at = begin(r, 1);
    put_u8(r, (uint64_t)(START_TICKS + ms * MS));
    put_u8(r, before);
    return at;
}

static void pool(struct recording *r, int content, unsigned count) {
    put_u4(r, (uint64_t)content);
    put_u4(r, count);
}

static void symbol(struct recording *r, uint64_t key, const char *text) {
    put_u8(r, key);
    utf(r, text);
}

static void class_of(struct recording *r, uint64_t key, uint64_t loader, uint64_t name) {
    put_u8(r, key);
    put_u8(r, loader);
    put_u8(r, name);
    put_u2(r, 1);
}

static void method(struct recording *r, uint64_t key, uint64_t of, uint64_t name) {
    put_u8(r, key);
    put_u8(r, of);
    put_u8(r, name);
    put_u8(r, 0x7f0000000103);
    put_u2(r, 9);
    put_u1(r, 0);
}

static void frame(struct recording *r, const struct old_head *head, uint64_t key, int line) {
    bool turned = head->frames == FRAMES_TURNED;
    if (turned) put_u1(r, 1), put_u4(r, 3);
    else put_u8(r, key);
    if (head->frames != FRAMES_WITHOUT_LINE) put_u4(r, (uint64_t)line);
    if (turned) put_u8(r, key);
    else put_u4(r, 3), put_u1(r, 1);
}

/* A thread with its JavaThread, which gave its number back. */
static size_t first_checkpoint(struct recording *r, size_t chunk) {
    size_t at = checkpoint(r, 100, 0);
    pool(r, THREAD, 1);
    put_u4(r, 27);
    utf(r, "Worker-1");
    pool(r, JAVA_THREAD, 1);
    put_u8(r, 11), put_u4(r, 27), put_u8(r, 0), put_u8(r, 0), put_u4(r, 3);
    end(r, at);
    return at - chunk;
}

static size_t last_checkpoint(struct recording *r, const struct old_head *head, size_t chunk,
                              size_t before) {
    uint64_t app = head->zero ? 0 : 0x1001, leaf = head->zero ? 0 : 0x2001;
    size_t at = checkpoint(r, 900, before);
    pool(r, THREAD, 2);
    put_u4(r, 27);
    utf(r, "Worker-7");
    put_u4(r, 28);
    utf(r, "VM Thread");
    pool(r, JAVA_THREAD, 1);
    put_u8(r, 17), put_u4(r, 27), put_u8(r, 0), put_u8(r, 0), put_u4(r, 3);
    pool(r, STACK, 2);
    put_u8(r, head->zero ? 0 : 1), put_u1(r, 0), put_u4(r, 2);
    frame(r, head, leaf, 12), frame(r, head, 0x2002, -1);
    put_u8(r, 2), put_u1(r, 1), put_u4(r, 3);
    frame(r, head, 0x2003, 5), frame(r, head, leaf, 13), frame(r, head, 0x2002, 40);
    pool(r, STATE, 1);
    put_u2(r, head->zero ? 0 : 5);
    utf(r, "STATE_RUNNABLE");
    pool(r, FRAME_TYPE, 1);
    put_u1(r, 1);
    utf(r, "JIT compiled");
    pool(r, GROUP, 1);
    put_u4(r, 3), put_u4(r, 0);
    utf(r, "main");
    pool(r, CLASS, 4);
    class_of(r, app, 0x1003, 0x7f0000000101);
    class_of(r, 0x1002, 0x1003, 0x7f0000000102);
    class_of(r, 0x1003, 0, 0x7f0000000104);
    class_of(r, 0x1004, 0, 0x7f0000000105);
    pool(r, METHOD, 3);
    method(r, leaf, app, 0x7f0000000106);
    method(r, 0x2002, 0x1002, 0x7f0000000107);
    method(r, 0x2003, 0x1004, 0x7f0000000106);
    pool(r, SYMBOL, 7);
    symbol(r, 0x7f0000000101, "app/A");
    symbol(r, 0x7f0000000102, "app/Main");
    symbol(r, 0x7f0000000103, "()V");
    symbol(r, 0x7f0000000104, "sun/misc/Launcher$AppClassLoader");
    symbol(r, 0x7f0000000105, "oracle/jrockit/jfr/events/Hook");
    symbol(r, 0x7f0000000106, "leaf");
    symbol(r, 0x7f0000000107, "main");
    end(r, at);
    return at - chunk;
}

/* ==== Events ================================================================================ */

static void sample(struct recording *r, const struct old_head *head, int64_t ms, uint64_t stack) {
    size_t at = begin(r, SAMPLE);
    put_u8(r, (uint64_t)(START_TICKS + ms * MS));
    put_u4(r, 27);
    put_u8(r, stack);
    put_u2(r, head->zero ? 0 : 5);
    end(r, at);
}

static void others(struct recording *r, const struct old_head *head) {
    size_t at = begin(r, MONITOR);
    put_u8(r, START_TICKS + 305 * MS), put_u8(r, START_TICKS + 300 * MS);
    put_u4(r, 27), put_u8(r, head->zero ? 0 : 1);
    put_u8(r, head->zero ? 0 : 0x1001), put_u8(r, 17), put_u8(r, 0xABCDEF);
    end(r, at);
    at = begin(r, HEAP);
    put_u8(r, START_TICKS + 310 * MS);
    put_u4(r, 1);
    for (uint64_t i = 1; i <= 5; i++) put_u8(r, i << 20);
    end(r, at);
    at = begin(r, STARTED);
    put_u8(r, START_TICKS + 50 * MS), put_u4(r, 99); /* of a thread that no checkpoint knows */
    put_u8(r, 11);
    end(r, at);
    at = begin(r, THROW);
    put_u8(r, START_TICKS + 320 * MS), put_u4(r, 28), put_u8(r, 0);
    put_u8(r, 0x1002);
    units(r, "no \xE5 such thing");
    end(r, at);
    at = begin(r, SETTING);
    put_u8(r, START_TICKS + 1 * MS);
    put_u8(r, 20), put_u8(r, UINT64_C(1) << 63);
    put_u1(r, 0), put_u1(r, 1);
    units(r, head->no_path ? "vm/other" : "vm/prof/execution_sample");
    units(r, "Method Profiling Sample");
    put_u4(r, head->by_path || head->no_path ? 5000 : SAMPLE);
    end(r, at);
    if (head->securities) {
        at = begin(r, SETTING);
        put_u8(r, START_TICKS + 2 * MS);
        put_u8(r, 0), put_u8(r, 10000000);
        put_u1(r, 1), put_u1(r, 0);
        units(r, "java/exception_throw");
        units(r, "Java Exception");
        put_u4(r, THROW);
        end(r, at);
    }
    at = begin(r, 2);
    put_u8(r, START_TICKS + 330 * MS), put_u4(r, 28), put_u4(r, 80);
    end(r, at);
    at = begin(r, 77);
    put_u8(r, START_TICKS + 340 * MS);
    end(r, at);
}

/* Numbered from 1, with as many bytes. */
static void file_reads(struct recording *r, const struct old_head *head) {
    for (unsigned i = 1; i <= head->reads; i++) {
        size_t at = begin(r, READ);
        put_u8(r, START_TICKS + (350 + i) * MS);
        units(r, "a.txt");
        if (i > head->cut) put_u8(r, i);
        end(r, at);
    }
}

static void securities(struct recording *r) {
    for (int i = 0; i < 4; i++) {
        size_t at = begin(r, (uint64_t)(SECURITIES + i));
        put_u8(r, (uint64_t)(START_TICKS + (370 + i) * MS)), put_u4(r, 28), put_u8(r, 2);
        if (i == 0) units(r, "keystore.type"), units(r, "pkcs12");
        if (i == 1) {
            units(r, "host"), put_u4(r, 443), units(r, "TLSv1.2");
            units(r, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), put_u8(r, 77);
        }
        if (i == 2) units(r, "SHA256withRSA"), put_u4(r, 2048), put_u8(r, 77);
        if (i == 2) put_u8(r, 1500000000000), put_u8(r, 1600000000000);
        if (i == 3) put_u8(r, 77), put_u4(r, 1), put_u8(r, 5);
        end(r, at);
    }
    size_t at = begin(r, APPLIED);
    put_u8(r, START_TICKS + 380 * MS), put_u4(r, 6), put_u4(r, 7);
    end(r, at);
}

/* Of the time when 27 was Worker-1. */
static void waits(struct recording *r, bool owner_first) {
    size_t at = begin(r, WAITS);
    put_u8(r, START_TICKS + 95 * MS);
    put_u4(r, 2);
    for (uint64_t i = 1; i <= 2; i++) {
        put_u8(r, 0x1001);
        put_u4(r, owner_first ? 27 : i);
        put_u4(r, owner_first ? i : 27);
        put_u1(r, 1);
    }
    end(r, at);
}

void old_chunk(struct recording *r, const struct old_head *head) {
    static const struct old_head usual = {.start_ms = 1524063296160};
    if (!head) head = &usual;
    size_t chunk = r->out.len;
    put_bytes(r, "FLR\0\0\0\0\x09", 8);
    put_u8(r, 0);
    sample(r, head, 90, head->zero ? 0 : 1);
    size_t first = first_checkpoint(r, chunk);
    others(r, head);
    file_reads(r, head);
    if (head->waits) waits(r, head->waits == OWNER_FIRST);
    if (head->securities) securities(r);
    sample(r, head, 400, 2);
    size_t last = last_checkpoint(r, head, chunk, first), at = r->out.len - chunk;
    metadata(r, head, last);
    for (int i = 0; i < 8; i++)
        r->out.data[chunk + 8 + (size_t)i] =
            (uint8_t)((head->metadata ? head->metadata : at) >> (56 - 8 * i));
}
