#include "cmd/fleet/judge.h"

#include "cmd/ci/gate_findings.h"
#include "cmd/ci/gate_rules.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/read/notes.h"

#define GRAIN_NS 1000000000 /* what statistics tell apart: a second */

/* Samples of one kind are read: a rule about others cannot be judged. */
static bool are_of_one_event(const struct gate_rules *rules) {
    EACH (const struct gate_rule, rule, &rules->items) {
        const char *other = rule->event ? rule->event : rule->counted ? rule->counted : rule->per;
        if (!other || rule->check == GATE_FINDING) continue;
        return message_refuse("--gate: the rule %s is about events of %s; expected rules that name "
                              "no event, because facts reads samples of one kind (see --event)",
                              rule->id, other);
    }
    return true;
}

/* A rule that is never judged looks like one that is never broken. */
static void say_unjudged(const struct gate_rules *rules) {
    for (size_t i = 0; i < rules->items.len; i++)
        if (gate_needs_base(&rules->items.items[i]))
            message_note(
                "--gate: the rule %s compares with a base and is not judged; give one with --base",
                rules->items.items[i].id);
}

static int read_base(struct fleet_judge *judge, const char *path,
                     const struct selection *selection) {
    static const struct facts_options facts = {0};
    const struct needs needs = {.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = GRAIN_NS,
                                .values = true,
                                .types = true,
                                .clusters = true,
                                .facts = &facts};
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    OWNED(scan_report_free) struct scan_report report;
    judge->base = samples_read(&scan, selection, &needs, &report);
    bool there = report.recordings > 0 && judge->base->profile.samples > 0;
    notes_say(&report);
    if (!there && report.recordings)
        message_error("--base %s has no samples to compare with (see --event)", path);
    return there ? EXIT_OK : EXIT_NOT_JFR;
}

int fleet_judge_open(struct fleet_judge *judge, const char *rules, const char *base,
                     const struct selection *selection) {
    *judge = (struct fleet_judge){.asked = rules || base};
    if (!judge->asked) return EXIT_OK;
    if (!rules) gate_default_rules(&judge->rules);
    else if (!gate_rules_read(rules, &judge->rules)) return EXIT_USAGE;
    if (!are_of_one_event(&judge->rules)) return EXIT_USAGE;
    if (base) return read_base(judge, base, selection);
    say_unjudged(&judge->rules);
    return EXIT_OK;
}

static struct diff_recording side_of(const struct samples *samples, int side) {
    return (struct diff_recording){
        .profile = &samples->profile, .side = side, .seconds = (double)samples->recorded_ns / 1e9};
}

void fleet_judge(const struct fleet_judge *judge, const struct rule_input *input,
                 const struct samples *samples, struct gate_result *result) {
    const struct samples *base = judge->base;
    struct diff_recording recordings[2];
    struct gate_said said[2];
    size_t len = 0;
    if (base) {
        recordings[len] = side_of(base, 0);
        bool known = base->facts.jvms.len || base->facts.pauses.len;
        said[len++] =
            (struct gate_said){.facts = known ? &base->facts : NULL, .window = base->window};
    }
    recordings[len] = side_of(samples, 1);
    said[len++] = (struct gate_said){.facts = &samples->facts, .window = samples->window};
    const struct gate_source source = {.recordings = recordings, .said = said, .len = len};
    gate_evaluate(&judge->rules, &source, 1, result);
    for (size_t i = 0; i < judge->rules.items.len; i++)
        if (judge->rules.items.items[i].check == GATE_FINDING)
            gate_judge_finding(input, &judge->rules, i, result);
}

void fleet_judge_close(struct fleet_judge *judge) {
    gate_rules_free(&judge->rules);
    samples_free(judge->base);
}
