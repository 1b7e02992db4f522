/* What tools/instructions.py asks of valgrind: count from here, and write down what was counted. */
#include <valgrind/callgrind.h>

void count_from_here(void)
{
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
}

void write_down(const char *what)
{
    CALLGRIND_DUMP_STATS_AT(what);
    CALLGRIND_STOP_INSTRUMENTATION;
}
