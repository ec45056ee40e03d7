"""How long things take, which is the machine's doing as well: printed by soak, as ratios of what is
expected of a machine that does nothing else. None fails."""
import recording as rec
from jvms import java, on_processors, path


def ratio(value, bound, unit=1e3, name="us"):
    return f"{value / unit:.0f} {name} ({value / bound:.2f} of {bound / unit:.0f})"


def measure_held(jdk):
    """Of running threads, how many of those asked answer, and how long they are held for 64 frames."""
    said = []
    for threads, processors in ((1, None), (4, None), (16, None), (4, 1)):
        file = path("held.jfr")
        with on_processors(processors):
            java(jdk, f"file={file},engine=suspend,interval=5ms,native-interval=0", "Deep", 8, threads)
        total, held = rec.statistics(jdk, file)
        median, p99, cpu_median, cpu_p99 = (
            sorted(held[f])[(len(held[f]) - 1) // 2]
            for f in ("holdMedian", "holdP99", "holdCPUMedian", "holdCPUP99"))
        said.append(
            f"{threads} running" + (f" on {processors}" if processors else "")
            + f": {total['taken']} of {total['requested']} asked"
            f" ({total['taken'] / max(total['requested'], 1) / 0.95:.2f} of 95 %),"
            f" {total['noProcessor']} had no processor;"
            f" held, median of seconds: median {ratio(median, 50e3)}, p99 {ratio(p99, 500e3)},"
            f" CPU time {ratio(cpu_median, 100e3)}, p99 {ratio(cpu_p99, 500e3)},"
            f" p99 of the worst second {ratio(max(held['holdP99']), 500e3)}")
    return "; ".join(said)


def measure_rates(jdk):
    """How often a running thread and one that sleeps are looked at."""
    said = []
    for options, main, thread, each in (("engine=suspend,interval=5ms,native-interval=0", "Shares", "burner-0", 0.005),
                                        ("wall=20ms", "Naps", "napper", 0.02)):
        file = path("rate.jfr")
        java(jdk, f"file={file},{options}", main, 6)
        times = [rec.time_ns(e["startTime"]) / 1e9
                 for e in rec.events(jdk, file, "jdk.ExecutionSample", "profiler.WallClockSample")
                 if rec.thread(e) == thread and (e["type"] == "jdk.ExecutionSample") == (main == "Shares")]
        expected = (max(times) - min(times)) / each + 1
        said.append(f"{options}: {len(times)} looks at {thread} ({len(times) / expected:.2f} of"
                    f" {expected:.0f})")
    return "; ".join(said)
