import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Three seconds of many kinds of samples: Java code, lambdas, exceptions, locks, allocation. */
public class Busy {
    static volatile long sink;
    static final Object lock = new Object();

    static int recurse(int depth, IntUnaryOperator leaf) {
        return depth == 0 ? leaf.applyAsInt(depth) : recurse(depth - 1, leaf) + 1;
    }

    static void work(int seed) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 2000; i++) map.put(i * seed, "value " + i);
        sink += map.values().stream().mapToInt(String::length).sum();
        sink += recurse(seed % 90, x -> x + seed);
        try {
            if (seed % 50 == 0) throw new IllegalStateException("number " + seed);
        } catch (IllegalStateException e) {
            sink++;
        }
        synchronized (lock) {
            sink += map.size();
        }
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + 3_000_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int first = t + 1;
            Thread thread = new Thread(() -> {
                for (int i = first; System.nanoTime() < end; i += 3) work(i);
            }, "busy-" + t);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) thread.join();
    }
}
