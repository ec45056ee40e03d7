#include "cmd/mcp/calls.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>

#define PROGRESS_MS 1000 /* from one message to the next */

static void free_entry(struct call_entry *entry) {
    struct child_result result;
    if (entry->child.pid) {
        child_end(&entry->child, &result);
        free_each(text_free, &result.out, &result.err);
    }
    free_each(rpc_token_free, &entry->id, &entry->progress);
    tool_call_free(&entry->call);
    answer_free(&entry->answer);
    free(entry->uri);
}

static void remove_entry(struct calls *calls, size_t i) {
    free_entry(&calls->entries.items[i]);
    calls->entries.len--;
    memmove(calls->entries.items + i, calls->entries.items + i + 1,
            (calls->entries.len - i) * sizeof *calls->entries.items);
}

static size_t running(const struct calls *calls) {
    size_t count = 0;
    for (size_t i = 0; i < calls->entries.len; i++) count += calls->entries.items[i].child.pid != 0;
    return count;
}

bool calls_add(struct calls *calls, struct rpc_token id, struct rpc_token progress,
               struct tool_call call, char *uri) {
    struct call_entry entry = {.id = id, .progress = progress, .call = call, .uri = uri};
    if (calls->entries.len < CALLS_RUNNING + CALLS_WAITING) {
        array_push(&calls->entries, entry);
        return true;
    }
    free_entry(&entry);
    return false;
}

void calls_cancel(struct calls *calls, const struct rpc_token *id) {
    for (size_t i = 0; i < calls->entries.len; i++) {
        if (!rpc_token_same(&calls->entries.items[i].id, id)) continue;
        remove_entry(calls, i);
        return;
    }
}

/* ==== What is said ========================================================================== */

static void say_refusal(const struct call_entry *entry, const char *sentence, struct text *out) {
    struct json json = rpc_begin_result(out, &entry->id);
    answer_write_refusal(sentence, &json);
    rpc_end_result(&json);
}

static void say_result(struct call_entry *entry, struct text *out) {
    struct json json = rpc_begin_result(out, &entry->id);
    if (entry->uri) answer_write_contents(entry->uri, &entry->answer, &json);
    else answer_write_result(&entry->call, &entry->answer, &json);
    rpc_end_result(&json);
}

/* Bytes that were read where that is known; a number that grows in any case. */
static void say_progress(struct call_entry *entry, int64_t now, struct text *out) {
    const struct child *child = &entry->child;
    uint64_t seconds = (uint64_t)(now - entry->started_ns) / NS_PER_S;
    bool bytes = child->done > entry->told && child->done > seconds;
    OWNED(text_free) struct text message = {0};
    entry->told_ns = now;
    entry->told = bytes ? child->done : entry->told < seconds ? seconds : entry->told + 1;
    text_addf(&message, "%s has run for %llu s", entry->call.tool->name,
              (unsigned long long)seconds);
    struct json json = json_open(out, JSON_COMPACT);
    json_shape(&json, "{jsonrpc: '2.0', method: 'notifications/progress', params: {");
    rpc_token_write(&entry->progress, "progressToken", &json);
    json_count(&json, "progress", entry->told);
    if (bytes && child->total >= entry->told) json_count(&json, "total", child->total);
    json_text(&json, "message", text_str(&message));
    json_end_object(&json);
    rpc_end(&json);
}

/* ==== What goes on ========================================================================== */

/* For its text, then for its JSON if that did not come along. False: it is through. */
static bool start(struct call_entry *entry, struct text *out) {
    OWNED(array_release) call_words line = {0};
    if (!entry->second) entry->started_ns = entry->told_ns = clock_now();
    tool_call_line(&entry->call, entry->second, &line);
    const struct child_limits *limits = entry->second ? &answer_json_limits
                                        : entry->uri  ? &answer_bare_limits
                                                      : &answer_text_limits;
    bool started = child_start((int)line.len, line.items, limits, &entry->child);
    if (started) return true;
    OWNED(text_free) struct text why = {0};
    text_addf(&why, "no process can be made: %s", strerror(errno));
    say_refusal(entry, text_str(&why), out);
    entry->child.pid = 0;
    return false;
}

static bool go_on(struct call_entry *entry, struct text *out) {
    int64_t now = clock_now();
    if (!child_take(&entry->child, 0)) {
        struct call_answer *answer = &entry->answer;
        child_end(&entry->child, entry->second ? &answer->json : &answer->text);
        entry->child.pid = 0;
        bool more = !entry->second && !entry->uri && answer_wants_json(answer);
        entry->second |= more;
        if (more) return start(entry, out);
        say_result(entry, out);
        return false;
    }
    if (entry->progress.text && now - entry->told_ns >= PROGRESS_MS * NS_PER_MS)
        say_progress(entry, now, out);
    return true;
}

void calls_go_on(struct calls *calls, struct text *out) {
    size_t count = running(calls);
    for (size_t i = 0; i < calls->entries.len;) {
        struct call_entry *entry = &calls->entries.items[i];
        bool runs = entry->child.pid != 0;
        if (!runs && count == CALLS_RUNNING) {
            i++;
            continue;
        }
        count += !runs;
        if (runs ? go_on(entry, out) : start(entry, out)) {
            i++;
            continue;
        }
        count--;
        remove_entry(calls, i);
    }
}

size_t calls_files(const struct calls *calls, struct pollfd *files) {
    size_t len = 0;
    for (size_t i = 0; i < calls->entries.len; i++) {
        const struct child *child = &calls->entries.items[i].child;
        if (!child->pid) continue;
        files[len++] = (struct pollfd){.fd = child->out, .events = POLLIN};
        files[len++] = (struct pollfd){.fd = child->err, .events = POLLIN};
        files[len++] = (struct pollfd){.fd = child->json, .events = POLLIN};
        files[len++] = (struct pollfd){.fd = child->progress, .events = POLLIN};
    }
    return len;
}

int calls_wait(const struct calls *calls) {
    int wait = -1;
    bool waits = calls->entries.len > 0 && running(calls) < CALLS_RUNNING;
    EACH (const struct call_entry, entry, &calls->entries) {
        if (!entry->child.pid && waits) return 0; /* it can be started */
        if (!entry->child.pid) continue;
        int end = child_wait(&entry->child);
        if (entry->progress.text && (end < 0 || end > PROGRESS_MS)) end = PROGRESS_MS;
        if (end >= 0 && (wait < 0 || end < wait)) wait = end;
    }
    return wait;
}

void calls_free(struct calls *calls) {
    for (size_t i = 0; i < calls->entries.len; i++) free_entry(&calls->entries.items[i]);
    array_free(&calls->entries);
}
