package power;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A program's units of work, one after another for so many seconds, with a method that grows. A quarter of the
 * CPU time of each unit is spent in `settle`; with -Dgrowth=0.1 that method takes so much longer that the
 * program needs 10 % more.
 */
public final class Growth {
    @Name("power.Unit")
    @Label("Unit of work")
    static class Unit extends Event {
        String kind;
    }

    static final double GROWTH = Double.parseDouble(System.getProperty("growth", "0"));
    static final double OF_REST = (1 + 4 * GROWTH) / 3; // CPU time of settle by that of the rest
    static final int STEPS = 20_000;
    static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    static volatile long sink;

    interface Work {
        long run() throws Exception;
    }

    private double owed; // ns of CPU time

    static long mix(long x) {
        for (int i = 0; i < STEPS; i++) x = (x ^ x >>> 29) * 0x9E3779B97F4A7C15L + i;
        return x;
    }

    void settle(long cpu) {
        owed += OF_REST * cpu;
        long start = threads.getCurrentThreadCpuTime(), used = 0;
        while (used < owed) {
            sink = mix(sink + used);
            used = threads.getCurrentThreadCpuTime() - start;
        }
        owed -= used;
    }

    void unit(String kind, Work work) throws Exception {
        Unit unit = new Unit();
        unit.begin();
        long start = threads.getCurrentThreadCpuTime();
        sink += work.run();
        settle(threads.getCurrentThreadCpuTime() - start);
        unit.kind = kind;
        unit.commit();
    }

    /** A job that leaves a processor to others half of the time. */
    void alone(String kind, Work work) {
        try {
            long start = threads.getCurrentThreadCpuTime();
            unit(kind, work);
            Thread.sleep((threads.getCurrentThreadCpuTime() - start) / 1_000_000);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void forSeconds(double seconds, Runnable step) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) step.run();
    }
}
