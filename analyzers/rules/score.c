#include "analyzers/rules/score.h"

enum rule_severity score_severity(double score) {
    return score >= SCORE_WARNING ? RULE_WARNING : score >= SCORE_INFO ? RULE_INFO : RULE_OK;
}

static double score_rise(double v, double ceiling, double x1, double y1) {
    return v < 0 ? 0 : ceiling * (1 - exp(log(1 - y1 / ceiling) / x1 * v));
}

double score_info(double v, double info) {
    return score_rise(v, 74, info, 25);
}

double score_between(double v, double info, double warning) {
    if (v < 0) return 0;
    if (v < info) return 25 * v / info;
    return 25 + score_rise(v - info, 75, warning - info, 50);
}

double score_sigmoid(double x, double low, double turn, double high) {
    return 100 / (1 + exp(low * (turn - x)) + exp(high * (turn - x)));
}

double score_reached(double (*curve)(double x), double score) {
    double below = 0, above = 1;
    for (int bits = 0; bits < 40; bits++) { /* a billionth of what is looked for, and more */
        double middle = (below + above) / 2;
        *(curve(middle) < score ? &below : &above) = middle;
    }
    return above;
}
