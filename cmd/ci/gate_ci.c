/* The gate for CI systems: JUnit XML, SARIF 2.1.0, GitLab's code quality, GitHub's commands. */
#include "cmd/ci/gate_report.h"

#include "cmd/write/shape.h"
#include "cmd/ci/gate_rules.h"
#include "cmd/write/xml.h"
#include "cmd/ci/source.h"
#include "parser/jfr.h"

#define MAX_ANNOTATIONS 10 /* of a kind and step; GitHub shows no more */
#define MAX_RESULTS 5000   /* of a SARIF run; GitHub shows no more */
#define MAX_TEXT 1000      /* characters of a name in XML */

static const struct gate_rule *rule_of(const struct gate_view *view,
                                       const struct gate_finding *finding) {
    return &view->rules->items.items[finding->rule];
}

static void add_sentence(const struct gate_view *view, const struct gate_finding *finding,
                         struct text *out) {
    text_addf(out, "%s: ", finding->name);
    gate_add_numbers(view, finding, out);
}

/* Findings that count: where a recording to confirm with was given, those that it has, too. */
static bool counts(const struct gate_finding *finding) {
    return finding->confirmed;
}

/* ==== JUnit ================================================================================= */

static void add_attribute(const char *name, const char *value, struct text *out) {
    text_addf(out, " %s=\"", name);
    xml_add_visible(out, value, MAX_TEXT);
    text_add_char(out, '"');
}

static void add_line(const char *line, struct text *out) {
    xml_add_visible(out, line, MAX_TEXT);
    text_add_char(out, '\n');
}

static void add_failure(const struct gate_view *view, size_t rule, const char *outcome,
                        struct text *out) {
    text_add(out, "<failure");
    add_attribute("message", outcome, out);
    add_attribute("type", gate_check_name(view->rules->items.items[rule].check), out);
    text_add(out, ">\n");
    EACH (const struct gate_finding, finding, &view->result->findings) {
        OWNED(text_free) struct text line = {0};
        if (finding->rule != rule || !counts(finding)) continue;
        add_sentence(view, finding, &line);
        add_line(text_str(&line), out);
    }
    text_add(out, "</failure>");
}

static bool is_open(const struct gate_view *view, size_t rule) {
    return view->result->outcomes.items[rule].verdict == GATE_INCONCLUSIVE;
}

static bool fails(const struct gate_view *view, size_t rule) {
    if (view->rules->items.items[rule].warning) return false;
    return view->result->outcomes.items[rule].verdict == GATE_FAILED ||
           (view->wants_verdict && is_open(view, rule));
}

void gate_add_junit(const struct gate_view *view, struct text *out) {
    size_t failures = 0, skipped = 0, tests = view->rules->items.len;
    for (size_t i = 0; i < tests; i++) {
        failures += fails(view, i);
        skipped += is_open(view, i) && !fails(view, i);
    }
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text_addf(out, "<testsuites tests=\"%zu\" failures=\"%zu\" time=\"0\">\n", tests, failures);
    text_addf(out,
              "<testsuite name=\"jfrtool gate\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
              "skipped=\"%zu\" time=\"0\">\n",
              tests, failures, skipped);
    for (size_t i = 0; i < tests; i++) {
        const struct gate_rule *rule = &view->rules->items.items[i];
        OWNED(text_free) struct text outcome = {0};
        gate_add_outcome(view, i, &outcome);
        text_add(out, "<testcase");
        add_attribute("classname", gate_check_name(rule->check), out);
        add_attribute("name", rule->id, out);
        text_add(out, " time=\"0\">");
        if (fails(view, i)) {
            add_failure(view, i, text_str(&outcome), out);
        } else if (is_open(view, i)) {
            text_add(out, "<skipped");
            add_attribute("message", text_str(&outcome), out);
            text_add(out, "/>");
        } else {
            text_add(out, "<system-out>");
            add_line(text_str(&outcome), out);
            text_add(out, "</system-out>");
        }
        text_add(out, "</testcase>\n");
    }
    text_add(out, "</testsuite>\n</testsuites>\n");
}

/* ==== SARIF ================================================================================= */

/* Of rule and key: the same from run to run, and another one for each overload. */
static void add_fingerprint(const struct gate_view *view, const struct gate_finding *finding,
                            struct text *out) {
    OWNED(text_free) struct text key = {0};
    text_addf(&key, "%s\n%s", rule_of(view, finding)->id, finding->key);
    text_addf(out, "%016llx", (unsigned long long)hash_stable(text_str(&key), key.len));
    text_add_char(&key, '\n');
    text_addf(out, "%016llx", (unsigned long long)hash_stable(text_str(&key), key.len));
}

/* A path as a URI: what has a meaning there is escaped. */
static void add_uri(const char *path, struct text *out) {
    for (const unsigned char *s = (const unsigned char *)path; *s; s++) {
        bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
                     (*s >= '0' && *s <= '9') || strchr("/._-~", *s);
        if (plain) text_add_char(out, (char)*s);
        else text_addf(out, "%%%02X", *s);
    }
}

/* Some refuse a result without a file: it is said to be where the class would be. */
static struct gate_place place_or_guess(const struct gate_finding *finding,
                                        const struct gate_place *place, struct text *guessed) {
    if (place->path) return *place;
    source_guess(finding->class_name, guessed);
    return (struct gate_place){.path = guessed->data, .line = 1};
}

static void add_sarif_locations(const struct gate_finding *finding, const struct gate_place *place,
                                struct json *json) {
    OWNED(text_free) struct text guessed = {0}, uri = {0};
    struct gate_place at = place_or_guess(finding, place, &guessed);
    add_uri(at.path, &uri);
    json_fill(json,
              "locations: [{physicalLocation: {artifactLocation: {uri: $}, "
              "region: {startLine: $}}, logicalLocations: [{fullyQualifiedName: $, kind: $}]}]",
              cell_text(text_str(&uri)), cell_number(at.line > 0 ? at.line : 1),
              cell_text(finding->name),
              cell_text(*finding->method       ? "function"
                        : *finding->class_name ? "type"
                                               : "namespace"));
}

static void add_sarif_result(const struct gate_view *view, size_t number, struct json *json) {
    const struct gate_finding *finding = &view->result->findings.items[number];
    const struct gate_rule *rule = rule_of(view, finding);
    OWNED(text_free) struct text message = {0}, fingerprint = {0};
    add_sentence(view, finding, &message);
    add_fingerprint(view, finding, &fingerprint);
    json_fill(json,
              "{ruleId: $, ruleIndex: $, level: $, message: {text: $}, "
              "partialFingerprints: {'jfrtool/v2': $}",
              cell_text(rule->id), cell_count((uint64_t)finding->rule),
              cell_text(rule->warning ? "warning" : "error"), cell_text(text_str(&message)),
              cell_text(text_str(&fingerprint)));
    add_sarif_locations(finding, &view->places[number], json);
    json_end_object(json);
}

/* With what GitHub shows beside a result, and demands of a rule. */
static void add_sarif_rule(const struct gate_rule *rule, const char *limit, struct json *json) {
    OWNED(text_free) struct text full = {0}, help = {0};
    text_addf(&full, "jfrtool gate, check \"%s\": %s. It judges ", gate_check_name(rule->check),
              limit);
    text_add(&full, rule->check == GATE_FINDING  ? "all events of the new recording."
                    : gate_is_total(rule->check) ? "totals of the events of a recording."
                                                 : "shares of the samples of a recording.");
    text_addf(&help,
              "%s Run jfrtool diff BASE NEW to see what changed; change the limit in the rules "
              "file, or the base, if the change is intended.",
              text_str(&full));
    json_fill(json,
              "{id: $, shortDescription: {text: $}, fullDescription: {text: $}, help: {text: $}}",
              cell_text(rule->id), cell_text(limit), cell_text(text_str(&full)),
              cell_text(text_str(&help)));
}

static void add_sarif_tool(const struct gate_view *view, struct json *json) {
    json_shape(json, "tool: {driver: {name: 'jfrtool', version: '" JFR_VERSION "', rules: [");
    EACH (const struct gate_rule, rule, &view->rules->items) {
        OWNED(text_free) struct text limit = {0};
        gate_add_limit(rule, &limit);
        add_sarif_rule(rule, text_str(&limit), json);
    }
    json_shape(json, "]}}");
}

void gate_add_sarif(const struct gate_view *view, struct text *out) {
    struct json writer = json_open(out, JSON_PRETTY), *json = &writer;
    json_shape(json, "{version: '2.1.0', "
                     "'$schema': 'https://json.schemastore.org/sarif-2.1.0.json', runs: [{");
    add_sarif_tool(view, json);
    json_shape(json, "results: [");
    for (size_t i = 0, added = 0; i < view->result->findings.len && added < MAX_RESULTS; i++) {
        if (!counts(&view->result->findings.items[i])) continue;
        add_sarif_result(view, i, json);
        added++;
    }
    json_shape(json, "]}]}");
    json_close(json);
}

/* ==== GitLab ================================================================================ */

void gate_add_gitlab(const struct gate_view *view, struct text *out) {
    struct json writer = json_open(out, JSON_PRETTY), *json = &writer;
    json_begin_array(json, NULL);
    for (size_t i = 0; i < view->result->findings.len; i++) {
        const struct gate_finding *finding = &view->result->findings.items[i];
        const struct gate_rule *rule = rule_of(view, finding);
        if (!counts(finding)) continue;
        OWNED(text_free) struct text text = {0}, fingerprint = {0}, guessed = {0};
        struct gate_place at = place_or_guess(finding, &view->places[i], &guessed);
        add_sentence(view, finding, &text);
        add_fingerprint(view, finding, &fingerprint);
        json_fill(json,
                  "{description: $, check_name: $, fingerprint: $, severity: $, "
                  "location: {path: $, lines: {begin: $}}}",
                  cell_text(text_str(&text)), cell_text(rule->id),
                  cell_text(text_str(&fingerprint)), cell_text(rule->warning ? "minor" : "major"),
                  cell_text(at.path), cell_number(at.line > 0 ? at.line : 1));
    }
    json_end_array(json);
    json_close(json);
}

/* ==== GitHub ================================================================================ */

/* In properties ':' and ',' mean something, too. */
static void add_command_text(const char *text, bool property, struct text *out) {
    for (const char *s = text; *s; s++) {
        if (*s == '%') text_add(out, "%25");
        else if (*s == '\r') text_add(out, "%0D");
        else if (*s == '\n') text_add(out, "%0A");
        else if (property && *s == ':') text_add(out, "%3A");
        else if (property && *s == ',') text_add(out, "%2C");
        else text_add_char(out, *s);
    }
}

static void add_seen(const char *text, bool property, struct text *out) {
    OWNED(text_free) struct text visible = {0};
    visible_add(&visible, text, strlen(text), MAX_TEXT);
    add_command_text(text_str(&visible), property, out);
}

static void add_annotation(const struct gate_view *view, size_t number, struct text *out) {
    const struct gate_finding *finding = &view->result->findings.items[number];
    const struct gate_rule *rule = rule_of(view, finding);
    const struct gate_place *place = &view->places[number];
    OWNED(text_free) struct text plain = {0};
    text_addf(out, "::%s ", rule->warning ? "warning" : "error");
    if (place->path) {
        text_add(out, "file=");
        add_command_text(place->path, true, out);
        text_addf(out, ",line=%d,", place->line > 0 ? place->line : 1);
    }
    text_add(out, "title=");
    add_seen(rule->id, true, out);
    text_add(out, "::");
    add_sentence(view, finding, &plain);
    add_seen(text_str(&plain), false, out);
    text_add_char(out, '\n');
}

/* A rule without a verdict is said where findings are: nobody opens a log that is green. */
static void add_open_rule(const struct gate_view *view, size_t rule, struct text *out) {
    OWNED(text_free) struct text plain = {0};
    text_addf(out, "::%s title=", fails(view, rule) ? "error" : "warning");
    add_seen(view->rules->items.items[rule].id, true, out);
    text_add(out, "::inconclusive: ");
    gate_add_outcome(view, rule, &plain);
    add_seen(text_str(&plain), false, out);
    text_add_char(out, '\n');
}

void gate_add_annotations(const struct gate_view *view, struct text *out) {
    /* By how much a share grew: totals, which have other units, come first within their rules. */
    size_t added = 0;
    for (int warning = 0; warning < 2; warning++)
        for (size_t i = 0; i < view->result->findings.len && added < MAX_ANNOTATIONS; i++) {
            const struct gate_finding *finding = &view->result->findings.items[i];
            if (!counts(finding) || rule_of(view, finding)->warning != warning) continue;
            add_annotation(view, i, out);
            added++;
        }
    for (size_t i = 0; i < view->rules->items.len && added < MAX_ANNOTATIONS; i++)
        if (is_open(view, i)) {
            add_open_rule(view, i, out);
            added++;
        }
}
