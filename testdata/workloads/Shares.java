package workload;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Spends 50, 30 and 20 % of its CPU time in hotHalf, hotThirty and hotTwenty. Their loops are the
 * same and run 5 : 3 : 2 times as often. hotTwenty is called from two callers, 3 : 1.
 *
 *   run (100 %)
 *     left (65 %):   hotHalf (50 %), hotTwenty (15 %)
 *     right (35 %):  hotThirty (30 %), hotTwenty (5 %)
 *
 * The CPU time that each has really used is written as an event at the end.
 *
 * Usage: Shares SECONDS
 */
public class Shares {
    @Name("test.Share")
    @StackTrace(false)
    static class Share extends Event {
        String method;
        @Timespan
        long cpuTime;
        double percent;
    }

    private static final int UNIT = 100_000;
    private static final String[] METHODS = {"hotHalf", "hotThirty", "hotTwenty"};
    private static final java.lang.management.ThreadMXBean CLOCK =
        java.lang.management.ManagementFactory.getThreadMXBean();

    private static long seed = 12345;
    private static final long[] used = new long[3];

    static long hotHalf(int loops) {
        long h = seed;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    static long hotThirty(int loops) {
        long h = seed;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    static long hotTwenty(int loops) {
        long h = seed;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    private static void left() {
        long a = CLOCK.getCurrentThreadCpuTime();
        seed += hotHalf(50 * UNIT);
        long b = CLOCK.getCurrentThreadCpuTime();
        seed += hotTwenty(15 * UNIT);
        used[0] += b - a;
        used[2] += CLOCK.getCurrentThreadCpuTime() - b;
    }

    private static void right() {
        long a = CLOCK.getCurrentThreadCpuTime();
        seed += hotThirty(30 * UNIT);
        long b = CLOCK.getCurrentThreadCpuTime();
        seed += hotTwenty(5 * UNIT);
        used[1] += b - a;
        used[2] += CLOCK.getCurrentThreadCpuTime() - b;
    }

    private static void run(double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            left();
            right();
        }
    }

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[0]);
        Thread worker = new Thread(() -> run(seconds), "shares-worker");
        worker.start();
        worker.join();
        double all = used[0] + used[1] + used[2];
        for (int i = 0; i < 3; i++) {
            Share share = new Share();
            share.method = METHODS[i];
            share.cpuTime = used[i];
            share.percent = 100 * used[i] / all;
            share.commit();
            System.out.printf("%s %.2f %%%n", share.method, share.percent);
        }
    }
}
