/* Scores: 0 to 100, how much of a problem a figure is. The marks and curves are JDK Mission
 * Control's (Severity, RulesToolkit). */
#pragma once

#include "analyzers/rules/rule.h"

#define SCORE_INFO 25    /* from here on it is INFO, */
#define SCORE_WARNING 75 /* from here on WARNING */

/* RULE_OK, RULE_INFO or RULE_WARNING. */
enum rule_severity score_severity(double score);

/* Curves that rise steeply at first and come close to a ceiling; 0 of what is less than 0. */
/* 25 at info, never more than 74: INFO at most. */
double score_info(double v, double info);
/* 25 at info, to which it is straight, and 75 at warning. */
double score_between(double v, double info, double warning);

/* An S that rises in two steps, steeply at first:
 *   100 / (1 + e^(low (turn - x)) + e^(high (turn - x))), which is 33.3 at the turn. */
double score_sigmoid(double x, double low, double turn, double high);

/* Where between 0 and 1 a curve that rises there comes to a score: what is said of marks. */
double score_reached(double (*curve)(double x), double score);
