#include "cmd/mcp/next.h"

#include "analyzers/reports/definition.h"
#include "base/json.h"
#include "cmd/mcp/claim.h"

/* A call that is being put together. */
struct making {
    struct next_call call;
    struct json json;
    bool good; /* every argument is one, and has a value */
};

static struct making begin(const struct tool *tool) {
    struct making m = {.call.tool = tool, .good = tool != NULL};
    return m;
}

static void add_pair(struct making *m, const char *name, const char *value) {
    const struct argument *argument = tool_argument(m->call.tool, name);
    if (!argument) {
        m->good = false;
        return;
    }
    if (argument->kind == COUNT) json_number_text(&m->json, name, value);
    else json_text(&m->json, name, value);
    if (argument->kind != RECORDING)
        text_addf(&m->call.words, "%s%s=%s",
                  strchr(text_str(&m->call.words), ' ') ? ", " : " with ", name, value);
}

/* The recording it was asked about. */
static void add_recording(struct making *m, const cJSON *asked) {
    const char *recording = cjson_text(asked, "recording");
    m->json = json_open(&m->call.arguments, JSON_COMPACT);
    json_begin_object(&m->json, NULL);
    text_add(&m->call.words, m->call.tool->name);
    if (recording && tool_argument(m->call.tool, "recording")) add_pair(m, "recording", recording);
}

static bool same_call(const struct next_call *a, const struct next_call *b) {
    return a->tool == b->tool && strcmp(text_str(&a->arguments), text_str(&b->arguments)) == 0;
}

static void free_call(struct next_call *call) {
    free_each(text_free, &call->arguments, &call->words, &call->why);
}

static void end(struct making *m, const char *why, next_calls *next) {
    json_end_object(&m->json);
    text_add(&m->call.why, why);
    bool again = !m->good || next->len == NEXT_MOST ||
                 some_of(i, next->len, same_call(&next->items[i], &m->call));
    if (again) free_call(&m->call);
    else array_push(next, m->call);
}

/* ==== Of a tool ============================================================================= */

/* "{methods[0].class}" -> "app.Shop"; false: there is nothing. */
static bool fill_in(const char *value, size_t len, const cJSON *answer, struct text *out) {
    for (const char *at = value, *stop = value + len; at < stop; at++) {
        const char *close = *at == '{' ? memchr(at, '}', (size_t)(stop - at)) : NULL;
        if (!close) {
            text_add_char(out, *at);
            continue;
        }
        OWNED(text_free) struct text place = {0};
        text_add_bytes(&place, at + 1, (size_t)(close - at - 1));
        const cJSON *found = answer ? claim_find(answer, text_str(&place), NULL) : NULL;
        if (!cJSON_IsString(found)) return false;
        text_add(out, found->valuestring);
        at = close;
    }
    return true;
}

/* What is a regular expression is a name, whose characters mean themselves. */
static void add_named(struct making *m, const char *name, const char *value, bool from_answer) {
    OWNED(text_free) struct text escaped = {0};
    bool pattern = from_answer && strcmp(name, "include") == 0;
    for (const char *c = value; *c; c++) {
        if (pattern && strchr("$()[]{}+*?^|\\", *c)) text_add_char(&escaped, '\\');
        text_add_char(&escaped, *c);
    }
    add_pair(m, name, text_str(&escaped));
}

/* What was asked stays: the same samples of the same time. */
static void keep_asked(struct making *m, const struct follow *follow, const cJSON *asked) {
    static const char *const kept[] = {"event", "thread", "from", "to"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        OWNED(text_free) struct text begins = {0};
        const char *value = cjson_text(asked, kept[i]);
        text_addf(&begins, "%s=", kept[i]);
        if (value && tool_argument(m->call.tool, kept[i]) &&
            !strstr(follow->arguments, text_str(&begins)))
            add_pair(m, kept[i], value);
    }
}

static void add_follow(const struct follow *follow, const cJSON *asked, const cJSON *answer,
                       next_calls *next) {
    struct making m = begin(tool_named(follow->tool));
    if (!m.good) return;
    add_recording(&m, asked);
    keep_asked(&m, follow, asked);
    for (const char *at = follow->arguments; *at;) {
        size_t len = strcspn(at, "&"), name_len = strcspn(at, "=");
        OWNED(text_free) struct text name = {0}, value = {0};
        text_add_bytes(&name, at, name_len);
        m.good &= fill_in(at + name_len + 1, len - name_len - 1, answer, &value);
        add_named(&m, text_str(&name), text_str(&value), at[name_len + 1] == '{');
        at += len + (at[len] != 0);
    }
    end(&m, follow->why, next);
}

/* "flame --event lock", as reports say what to run next; of its options what the tool has. */
static void add_command(const struct report_next *command, const cJSON *asked, next_calls *next) {
    size_t name = strcspn(command->call, " ");
    const struct tool *tool = tool_of_command(command->call, name);
    OWNED(text_free) struct text arguments = {0};
    for (const char *at = command->call + name; tool && (at = strstr(at, " --"));) {
        OWNED(text_free) struct text key = {0};
        at += 3;
        text_add_bytes(&key, at, strcspn(at, " "));
        at += key.len;
        if (*at == ' ' && at[1] != '-' && tool_argument(tool, text_str(&key)))
            text_addf(&arguments, "%s%s=%.*s", arguments.len ? "&" : "", text_str(&key),
                      (int)strcspn(at + 1, " "), at + 1);
    }
    if (tool) {
        const struct follow follow = {tool->name, text_str(&arguments), command->shows};
        add_follow(&follow, asked, NULL, next);
    }
}

/* ==== Of findings =========================================================================== */

/* Where the next ", name=" begins that is an argument's; the end of the words if there is none. */
static const char *next_pair(const struct tool *tool, const char *at) {
    while ((at = strstr(at, ", "))) {
        OWNED(text_free) struct text name = {0};
        const char *word = at + 2;
        text_add_bytes(&name, word, strcspn(word, "= "));
        bool known = word[name.len] == '=' && tool_argument(tool, text_str(&name));
        if (known) return at;
        at = word;
    }
    return NULL;
}

/* "hot_methods with event=lock, by=package", as findings name calls to tools (cmd/cli/voice). */
static void add_see(const char *see, const char *why, const cJSON *asked, next_calls *next) {
    OWNED(text_free) struct text name = {0};
    text_add_bytes(&name, see, strcspn(see, " "));
    struct making m = begin(tool_named(text_str(&name)));
    if (!m.good) return;
    add_recording(&m, asked);
    const char *at = strstr(see, " with ");
    at = at ? at + 6 : NULL;
    while (at && m.good) {
        const char *after = next_pair(m.call.tool, at), *equals = strchr(at, '=');
        OWNED(text_free) struct text key = {0}, value = {0};
        m.good = equals != NULL;
        if (equals) {
            text_add_bytes(&key, at, (size_t)(equals - at));
            text_add_bytes(&value, equals + 1,
                           after ? (size_t)(after - equals - 1) : strlen(equals + 1));
            add_pair(&m, text_str(&key), text_str(&value));
        }
        at = after ? after + 2 : NULL;
    }
    end(&m, why, next);
}

static void add_findings(const cJSON *asked, const cJSON *answer, next_calls *next) {
    const cJSON *finding, *findings = cJSON_GetObjectItemCaseSensitive(answer, "findings");
    cJSON_ArrayForEach(finding, findings) {
        const cJSON *culprit = cJSON_GetObjectItemCaseSensitive(finding, "culprit");
        const char *see = cjson_text(finding, "see"), *id = cjson_text(finding, "id");
        const char *name = cjson_text(culprit, "name");
        OWNED(text_free) struct text why = {0};
        if (!see || !id) continue;
        text_addf(&why, "%s%s%s", id, name ? ": " : "", name ? name : "");
        add_see(see, text_str(&why), asked, next);
    }
}

void next_find(const struct tool *tool, const cJSON *asked, const cJSON *answer, next_calls *next) {
    if (cJSON_IsObject(answer)) add_findings(asked, answer, next);
    for (const struct follow *f = tool->follows; f && f->tool; f++)
        add_follow(f, asked, answer, next);
    for (size_t i = 0; tool->report && i < tool->report->next.len; i++)
        add_command(&tool->report->next.items[i], asked, next);
}

void next_free(next_calls *next) {
    for (size_t i = 0; i < next->len; i++) free_call(&next->items[i]);
    array_free(next);
}
