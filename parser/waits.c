#include "parser/waits.h"

#include "base/folder.h"
#include "base/glob.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum part {
    WAITS_PARK = 1,         /* begins a wait */
    WAITS_THROUGH = 2,      /* between who waits and what begins it */
    WAITS_WORK = 4,         /* who waits: it is idle */
    WAITS_READS = 8,        /* begins a read of a socket */
    WAITS_STREAM = 16,      /* as through, of reads */
    WAITS_POLLS = 32,       /* as work, of reads */
    WAITS_SLEEP = 64,       /* begins a sleep */
    WAITS_TICKS = 128,      /* as work, of sleeps, too */
    WAITS_BEGINS = 256,     /* also on top */
    WAITS_ACQUIRES = 512,   /* for a lock, which a frame below may name */
    WAITS_LOCKS = 1024,     /* for a lock */
    WAITS_THEM = 2048,      /* for what others do */
    WAITS_SAMPLED = 8192,   /* begins a wait of which there is no event with the stack alone */
    WAITS_SYSTEM = 4096,    /* a function of the system that only waits */
    WAITS_TURN = 16384,     /* with THEM: for one of a few that those who wait have in turns */
    WAITS_SHARED = 32768,   /* with LOCKS: together with others that wait so */
    WAITS_SERVES = 65536,   /* not of the wait itself: whose task ends */
    WAITS_LOOPS = 131072,   /* likewise: an event loop */
    WAITS_HANDS = 262144,   /* with THEM: for who takes, or hands over, one thing at a time */
    WAITS_SELECTS = 524288, /* a selector: whoever has it waits for work, or for a reply (READS) */
};

#define ROW(class_, method_, part_, name_) {class_, method_, part_, name_},
static const struct row {
    const char *class_name, *method;
    unsigned part;
    const char *name;
} rows[] = {
#include "parser/waits_table.h"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ==== A user's lines ======================================================================== */

#define MOST_LINES 1000
#define LONGEST 500
#define MAX_FILE ((size_t)1 << 20)
#define OWN_SHIFT 16 /* the number of a user's line, from 1 on, is above that of the row */

struct own_line {
    char *pattern, *name;
};
static ARRAY(struct own_line) own_lines; /* of this process */

static void forget_lines(void) {
    for (size_t i = 0; i < own_lines.len; i++)
        mem_free(own_lines.items[i].pattern, own_lines.items[i].name);
    array_free(&own_lines);
}

static const char *trimmed(const char *from, const char *to, size_t *len) {
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r')) to--;
    *len = (size_t)(to - from);
    return from;
}

static char *copied(const char *from, size_t len) {
    char *copy = mem_alloc(len + 1);
    memcpy(copy, from, len);
    copy[len] = 0;
    return copy;
}

static bool add_line(const char *from, const char *to, size_t number, struct text *why) {
    size_t len, name_len;
    from = trimmed(from, to, &len);
    if (!len || *from == '#') return true;
    const char *end = from + len, *comma = memchr(from, ',', len);
    const char *name = comma ? trimmed(comma + 1, end, &name_len) : NULL;
    if (comma) trimmed(from, comma, &len);
    if (!comma || !len || !name_len) {
        text_addf(why,
                  "line %zu: expected a pattern of a frame, a comma and a name, such as "
                  "\"app.Replica.await*, replica wait\"",
                  number);
    } else if (len > LONGEST || name_len > LONGEST) {
        text_addf(why, "line %zu: a pattern or name has at most %d characters", number, LONGEST);
    } else if (own_lines.len == MOST_LINES) {
        text_addf(why, "line %zu: there can be %d lines at most", number, MOST_LINES);
    } else {
        array_push(&own_lines, (struct own_line){copied(from, len), copied(name, name_len)});
        return true;
    }
    return false;
}

bool waits_classify_text(const char *lines, struct text *why) {
    size_t number = 0;
    forget_lines();
    for (const char *at = lines; *at;) {
        const char *end = at + strcspn(at, "\n");
        if (!add_line(at, end, ++number, why)) {
            forget_lines();
            return false;
        }
        at = *end ? end + 1 : end;
    }
    return true;
}

bool waits_classify(const char *path, struct text *why) {
    OWNED(text_free) struct text lines = {0};
    int failure = file_take(fopen(path, "re"), MAX_FILE, &lines);
    if (failure) text_add(why, strerror(failure));
    else if (lines.len > MAX_FILE) text_add(why, "it has more than 1 MB");
    else if (strlen(text_str(&lines)) != lines.len)
        text_add(why, "it is no text: it has a zero byte");
    return !why->len && waits_classify_text(text_str(&lines), why);
}

static uint32_t own_line_of(const char *class_name, const char *method) {
    OWNED(text_free) struct text frame = {0};
    uint32_t found = 0;
    if (!own_lines.len) return 0;
    text_addf(&frame, "%s%s%s", class_name, *class_name ? "." : "", method);
    for (uint32_t i = 0; i < own_lines.len && !found; i++)
        if (glob_matches(own_lines.items[i].pattern, text_str(&frame))) found = i + 1;
    return found;
}

/* ==== Frames ================================================================================ */

static bool fits(const char *pattern, const char *name) {
    size_t len = strlen(pattern);
    if (*pattern != *name && *pattern != '*') return false; /* as most */
    if (!len || pattern[len - 1] != '*') return strcmp(pattern, name) == 0;
    return strncmp(pattern, name, len - 1) == 0;
}

static uint32_t row_of(const char *class_name, const char *method) {
    for (uint32_t i = 0; i < ROWS; i++)
        if ((!rows[i].method || fits(rows[i].method, method)) &&
            fits(rows[i].class_name, class_name))
            return i + 1;
    return 0;
}

uint32_t waits_row(const char *class_name, const char *method) {
    return row_of(class_name, method) | own_line_of(class_name, method) << OWN_SHIFT;
}

uint32_t waits_of_user(uint32_t row) {
    return row & ~((1u << OWN_SHIFT) - 1);
}

bool waits_serves(uint32_t row) {
    row &= (1u << OWN_SHIFT) - 1;
    return row && rows[row - 1].part & WAITS_SERVES;
}

bool waits_loops(uint32_t row) {
    row &= (1u << OWN_SHIFT) - 1;
    return row && rows[row - 1].part & WAITS_LOOPS;
}

/* Samplers say of which version a function is: "pthread_cond_wait@@GLIBC_2.3.2". */
bool waits_only(const char *class_name, const char *method) {
    char plain[64];
    size_t len = strcspn(method, "@");
    if (len >= sizeof plain) return false;
    memcpy(plain, method, len);
    plain[len] = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].part & WAITS_SYSTEM) {
            if (strcmp(rows[i].method, plain) == 0) return true;
        } else if (rows[i].part & (WAITS_PARK | WAITS_SLEEP) && rows[i].method &&
                   fits(rows[i].class_name, class_name) && fits(rows[i].method, method)) {
            return true;
        }
    }
    return false;
}

/* ==== Stacks ================================================================================ */

static void decide(struct waits_stack *stack, enum waits_for what, const char *name) {
    stack->what = what;
    stack->decided = true;
    if (!stack->own) stack->name = name;
}

static void take_own(struct waits_stack *stack, uint32_t line) {
    stack->own = true;
    stack->name = own_lines.items[line - 1].name;
}

/* A loop that serves many connections is idle in its selector; who asks a peer is not. */
static void add_to_selector(struct waits_stack *stack, unsigned part) {
    if (part & WAITS_STREAM) return;
    if (part & WAITS_READS) decide(stack, WAITS_REPLY, NULL);
    stack->decided = true;
}

/* What began decides what counts; the first frame that is no part of it ends the wait. */
static void add_row(struct waits_stack *stack, const struct row *row) {
    bool begun = stack->parked || stack->reads || stack->sleeps;
    unsigned part = row ? row->part : 0;
    unsigned who = (stack->parked ? WAITS_WORK | WAITS_TICKS : 0) |
                   (stack->reads ? WAITS_POLLS : 0) | (stack->sleeps ? WAITS_TICKS : 0) |
                   (begun ? 0 : WAITS_BEGINS);
    if (stack->selects) {
        add_to_selector(stack, part);
        return;
    }
    stack->sampled = stack->sampled || part & WAITS_SAMPLED;
    unsigned between = (stack->parked ? WAITS_THROUGH : 0) | (stack->reads ? WAITS_STREAM : 0);
    if (part & WAITS_PARK) {
        stack->parked = true;
        if (!stack->reads) stack->what = WAITS_OTHER;
    } else if (part & WAITS_READS) {
        stack->reads = true;
        stack->what = WAITS_REPLY;
    } else if (part & WAITS_SLEEP) {
        stack->sleeps = true;
        stack->what = WAITS_TIMER;
    } else if (!begun && !(part & WAITS_BEGINS)) {
        decide(stack, WAITS_NOT, NULL);
    } else if (part & WAITS_ACQUIRES && stack->parked) {
        stack->locking = true;
        stack->what = WAITS_LOCK;
        stack->turn = true;
    } else if (part & (WAITS_LOCKS | WAITS_THEM) && stack->parked && !stack->reads) {
        stack->turn = part & (WAITS_LOCKS | WAITS_TURN);
        stack->shared = part & WAITS_SHARED;
        stack->hands = part & WAITS_HANDS;
        decide(stack, part & WAITS_LOCKS ? WAITS_LOCK : WAITS_OTHER, row->name);
    } else if (part & WAITS_SELECTS && stack->parked && !stack->locking) {
        decide(stack, WAITS_IDLE, row->name);
        stack->selects = true;
        stack->decided = false;
    } else if (part & who && !stack->locking) {
        decide(stack, WAITS_IDLE, row->name);
    } else if (part & between) {
        if (row->name && stack->what == WAITS_OTHER) stack->what = WAITS_QUEUE, stack->turn = true;
        if (row->name && !stack->own && !stack->name) stack->name = row->name;
    } else {
        stack->decided = true;
    }
}

void waits_add(struct waits_stack *stack, uint32_t number) {
    uint32_t line = number >> OWN_SHIFT, row = number & ((1u << OWN_SHIFT) - 1);
    if (line && !stack->own) take_own(stack, line);
    if (!stack->decided) add_row(stack, row ? &rows[row - 1] : NULL);
}

bool waits_done(const struct waits_stack *stack) {
    return stack->decided && (stack->own || !own_lines.len);
}

const char *waits_words(const struct waits_stack *stack) {
    static const char *const words[] = {
        [WAITS_NOT] = NULL,       [WAITS_IDLE] = "work",    [WAITS_LOCK] = "a lock",
        [WAITS_OTHER] = "parked", [WAITS_QUEUE] = "parked", [WAITS_TIMER] = "asleep",
        [WAITS_REPLY] = "a reply"};
    return stack->name ? stack->name : words[stack->what];
}

bool waits_idle(const struct waits_stack *stack) {
    return stack->own ? strncmp(stack->name, "idle", 4) == 0
                      : stack->what == WAITS_IDLE && !stack->sampled;
}
