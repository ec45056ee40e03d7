import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** Busy threads, and others that are parked: how many operations in how much time.
 *  Arguments: busy threads, parked threads, depth of the busy threads' stacks.
 *  For each line that it reads it prints "ops N wall NS cpu NS": operations, elapsed time and the CPU
 *  time of the process, all since its start. It ends with its input.
 */
public class Throughput {
    static final int PAD = 16; // each counter in a cache line of its own
    static volatile boolean stop;
    static AtomicLongArray done;
    static long sink;

    /** Sorts and searches a small array: compiled code, calls, branches, and no garbage. */
    static int operation(int[] from, int[] work, int seed) {
        System.arraycopy(from, 0, work, 0, from.length);
        work[seed & 127] ^= seed;
        Arrays.sort(work);
        int found = 0;
        for (int i = 0; i < from.length; i += 8)
            if (Arrays.binarySearch(work, from[i]) >= 0) found++;
        return found;
    }

    static long down(int depth, int id, int[] from, int[] work) {
        if (depth > 0) return 1 + down(depth - 1, id, from, work);
        long sum = 0;
        int seed = id;
        for (long n = 1; !stop; n++) {
            seed = seed * 1103515245 + 12345;
            sum += operation(from, work, seed);
            done.lazySet(id * PAD, n);
        }
        return sum;
    }

    static void burn(int id, int depth) {
        int[] from = new int[256];
        int seed = 42;
        for (int i = 0; i < from.length; i++) from[i] = seed = seed * 1103515245 + 12345;
        long sum = down(depth, id, from, new int[from.length]);
        synchronized (Throughput.class) {
            sink += sum;
        }
    }

    static long operations(int threads) {
        long sum = 0;
        for (int i = 0; i < threads; i++) sum += done.get(i * PAD);
        return sum;
    }

    static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
    }

    public static void main(String[] args) throws Exception {
        int busy = Integer.parseInt(args[0]), parked = Integer.parseInt(args[1]);
        int depth = Integer.parseInt(args[2]);
        done = new AtomicLongArray(busy * PAD);
        for (int i = 0; i < parked; i++) {
            Thread thread = new Thread(null, () -> {
                while (true) LockSupport.park();
            }, "parked-" + i, 128 * 1024);
            thread.setDaemon(true);
            thread.start();
        }
        Thread[] threads = new Thread[busy];
        for (int i = 0; i < busy; i++) {
            int id = i;
            threads[i] = new Thread(() -> burn(id, depth), "busy-" + i);
            threads[i].start();
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        while (in.readLine() != null)
            System.out.println("ops " + operations(busy) + " wall " + System.nanoTime() + " cpu " + cpu());
        stop = true;
        for (Thread thread : threads) thread.join();
    }
}
