import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Threads whose states and waits are known. Arguments: until when.
 *  runner: burns; sleeper: sleeps; parker: parked; waiter: Object.wait; blocked: waits for a monitor
 *  that its owner holds for 100 ms of each 120; locked: likewise with a ReentrantLock;
 *  allocator: 20 MB of byte[1000] a second or so, and a tenth of that int[250].
 *  Prints what was allocated of either, how often and how long (ns) two of them waited for what they
 *  waited at least 20 ms for, and the CPU time of all. */
public class Modes {
    static volatile boolean stop;
    static volatile long sink;
    static volatile Object kept;
    static final Object monitor = new Object(), condition = new Object();
    static final ReentrantLock lock = new ReentrantLock();

    static class Waits {
        long count, time;

        void add(long ns) {
            if (ns < 20_000_000) return;
            count++;
            time += ns;
        }
    }

    static final Waits monitorWaits = new Waits(), lockWaits = new Waits();

    static void run() {
        long x = 1;
        while (!stop) x = x * 6364136223846793005L + 1442695040888963407L;
        sink = x;
    }

    static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    static void sleep() {
        while (!stop) pause(50);
    }

    static void park() {
        while (!stop) LockSupport.parkNanos(50_000_000L);
    }

    static void waitFor() {
        synchronized (condition) {
            while (!stop) {
                try {
                    condition.wait(50);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static void ownMonitor() {
        while (!stop) {
            synchronized (monitor) {
                pause(100);
            }
            pause(20);
        }
    }

    static void block() {
        while (!stop) {
            long t = System.nanoTime();
            synchronized (monitor) {
                sink++;
                monitorWaits.add(System.nanoTime() - t);
            }
            pause(1);
        }
    }

    static void ownLock() {
        while (!stop) {
            lock.lock();
            pause(100);
            lock.unlock();
            pause(20);
        }
    }

    static void contendLock() {
        while (!stop) {
            long t = System.nanoTime();
            lock.lock();
            sink++;
            lockWaits.add(System.nanoTime() - t);
            lock.unlock();
            pause(1);
        }
    }

    static long bytes, ints;

    static void allocate() {
        while (!stop) {
            bytes += 200 * 1016;
            ints += 20 * 1000;
            for (int i = 0; i < 200; i++) {
                kept = new byte[1000];
                if (i % 10 == 0) kept = new int[246];
            }
            pause(10);
        }
    }

    public static void main(String[] args) throws Exception {
        Object[][] all = {{"runner", (Runnable) Modes::run}, {"sleeper", (Runnable) Modes::sleep},
            {"parker", (Runnable) Modes::park}, {"waiter", (Runnable) Modes::waitFor},
            {"monitor-owner", (Runnable) Modes::ownMonitor}, {"blocked", (Runnable) Modes::block},
            {"lock-owner", (Runnable) Modes::ownLock}, {"locked", (Runnable) Modes::contendLock},
            {"allocator", (Runnable) Modes::allocate}};
        Thread[] threads = new Thread[all.length];
        for (int i = 0; i < all.length; i++) {
            threads[i] = new Thread((Runnable) all[i][1], (String) all[i][0]);
            threads[i].start();
        }
        Until.over(args[0]);
        Until.printCpu();
        stop = true;
        for (Thread t : threads) t.join();
        System.out.println("allocated " + bytes + " " + ints);
        System.out.println("waits " + monitorWaits.count + " " + monitorWaits.time + " " + lockWaits.count
            + " " + lockWaits.time);
    }
}
