// fault: a thread is started for each task
// first: [Tt]hreads? (is |are |were )?started|starts
// chain: Spawn
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Spawn {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(4, task -> {
        Thread thread = new Thread(task, "pooled");
        thread.setDaemon(true);
        return thread;
    });
    static volatile int sum;

    static void task() {
        int x = 1;
        for (int i = 0; i < 2000; i++) x = x * 31 + i;
        sum += x;
    }

    static void request() throws Exception {
        if (Load.MEND) {
            Future<?> done = POOL.submit(Spawn::task);
            done.get();
        } else {
            Thread thread = new Thread(Spawn::task);
            thread.start();
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("acceptor", 2, Spawn::request);
    }
}
