/* Which rules are asked for, and with which settings.
 *
 *   "GcPauseRatio.info=3%"    a setting of a rule        "PID1Rule=off"    the rule is not asked
 * for
 *
 * A file has one of these a line; what follows a '#' is not read, blanks around '=' are allowed. */
#pragma once

#include "analyzers/rules/rules.h"

struct rules_asked { /* a zeroed struct asks for all, as they are */
    struct asked_rule {
        bool off;
        struct rule_setting settings[RULE_OPTIONS];
    } * rules;           /* parallel to rules_all; NULL: none is set yet */
    bool some;           /* only those that rules_asked_take named */
    ARRAY(char *) texts; /* of settings */
};

/* False: error is a sentence that says what was expected. */
bool rules_asked_set(struct rules_asked *asked, const char *text, struct jfr_error *error);
bool rules_asked_read(struct rules_asked *asked, const char *path, struct jfr_error *error);
/* Only the rules of that id, or with '*' and '?' in it, whatever the case of letters. */
bool rules_asked_take(struct rules_asked *asked, const char *pattern, struct jfr_error *error);
/* Only rules of that topic. */
bool rules_asked_topic(struct rules_asked *asked, const char *topic, struct jfr_error *error);
void rules_asked_free(struct rules_asked *asked);

/* A finding for each rule that is asked for, in the order of rules_all. asked: NULL are all. */
struct findings rules_asked_judge(const struct rules_asked *asked, const struct rule_input *input);
/* By cause_tier, then the most severe first, then by score, then in the order of the rules. */
void findings_sort(struct findings *findings);
