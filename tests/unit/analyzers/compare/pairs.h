/* What tests of the statistics compare. */
#pragma once

#include "analyzers/compare/statistics.h"

#include <math.h>

/* Two sides of so many samples, one sample a cluster: independent. */
static inline struct stat_pair independent(double x1, double n1, double x2, double n2) {
    return (struct stat_pair){
        .x = {x1, x2}, .n = {n1, n2}, .samples = {n1, n2}, .design_effect = 1, .df = INFINITY};
}
