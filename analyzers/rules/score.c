#include "analyzers/rules/score.h"

#include <math.h>

enum rule_severity score_severity(double score) {
    return score >= SCORE_WARNING ? RULE_WARNING : score >= SCORE_INFO ? RULE_INFO : RULE_OK;
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
