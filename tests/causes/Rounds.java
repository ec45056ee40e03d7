// fault: one thread merges what a pool has made, while the pool waits for work
// first: Rounds.merge|coordinator|one thread
// chain: merge
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public class Rounds {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(6, task -> {
        Thread thread = new Thread(task, "mapper-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    static double map(int part) {
        double sum = 0;
        for (int i = 1; i < 1_500_000; i++) sum += Math.sqrt(i + part) / i;
        return sum;
    }

    static double merge(List<Double> parts, int rounds) {
        double sum = 0;
        for (int i = 1; i < rounds; i++) sum += Math.log(i + parts.get(i % parts.size()));
        return sum;
    }

    static void round() throws Exception {
        List<Future<Double>> parts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int part = i;
            parts.add(POOL.submit(() -> map(part)));
        }
        List<Double> done = new ArrayList<>();
        for (Future<Double> part : parts) done.add(part.get());
        if (merge(done, Load.MEND ? 10_000 : 60_000_000) == 42) System.out.println(done);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("coordinator", 1, Rounds::round);
    }
}
