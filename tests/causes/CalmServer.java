// healthy: a pool that answers requests as they come
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class CalmServer {
    static volatile int sum;

    public static void main(String[] args) throws Exception {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(8, task -> {
            Thread thread = new Thread(task, "http-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        Load.Line database = new Load.Line(4);
        Load.repeat("listener", 1, () -> {
            pool.submit(() -> {
                int x = Load.ask(database.get());
                for (int i = 0; i < 20_000; i++) x = x * 31 + i;
                byte[] answer = new byte[4000];
                sum += x + answer.length;
                return x;
            });
            Thread.sleep(3);
        });
    }
}
