#include "agent/engines/engines.h"

#include "agent/whatif/whatif.h"

const struct engine *const engines[] = {&engine_cpu,    &engine_suspend, &engine_jvmti,
                                        &engine_whatif, &engine_others,  &engine_wall,
                                        &engine_lock,   &engine_alloc,   NULL};
