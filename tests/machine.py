"""What the machine that a test or a benchmark runs on does meanwhile."""


def ticks():
    """Clock ticks of all processors since the machine began: all, and those that the host of a virtual
    machine gave to others."""
    with open("/proc/stat") as stat:
        counts = [int(n) for n in stat.readline().split()[1:9]]
    return sum(counts), counts[7]


def stolen(since):
    """The share of the processors that the host took since that answer of ticks()."""
    now = ticks()
    return (now[1] - since[1]) / max(now[0] - since[0], 1)
