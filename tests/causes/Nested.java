// fault: tasks of a pool wait for other tasks of the same pool
// first: pool
// chain: stage
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class Nested {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final ThreadFactory NAMED = task -> {
        Thread thread = new Thread(task, "stage-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    };
    private final ExecutorService stages = Executors.newFixedThreadPool(4, NAMED);
    private final ExecutorService details = Load.MEND ? Executors.newFixedThreadPool(8, NAMED) : stages;

    int detail() throws Exception {
        Thread.sleep(3);
        return 1;
    }

    int page() throws Exception {
        Future<Integer> part = details.submit(this::detail);
        try {
            return part.get(400, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            part.cancel(true);
            return 0;
        }
    }

    void request() throws Exception {
        stages.submit(this::page).get();
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("client", 8, new Nested()::request);
    }
}
