package workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Burns CPU time in virtual threads (heavy and light loops, 3 : 1) and as much as both in a
 * platform thread. Needs Java 21.
 *
 * Usage: VirtualThreads SECONDS
 */
public class VirtualThreads {
    private static final int UNIT = 200_000;
    private static volatile long sink;

    static long heavy(int loops) {
        long h = sink;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    static long light(int loops) {
        long h = sink;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    static long platform(int loops) {
        long h = sink;
        for (int i = 0; i < loops; i++) h = (h ^ i) * 0x100000001B3L + (h >>> 17);
        return h;
    }

    /** Parking moves a virtual thread off its carrier. */
    static void task() {
        sink += heavy(3 * UNIT);
        LockSupport.parkNanos(1000);
        sink += light(UNIT);
    }

    /** Four tasks in virtual threads, then the work of four in this one. */
    static void round(int number) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofVirtual().name("task-" + number + "-" + i).start(VirtualThreads::task));
        }
        for (Thread thread : threads) thread.join();
        sink += platform(16 * UNIT);
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + (long) (Double.parseDouble(args[0]) * 1e9);
        for (int number = 0; System.nanoTime() < end; number++) round(number);
    }
}
