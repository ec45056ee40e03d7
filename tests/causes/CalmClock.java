// healthy: a scheduler whose tasks have little to do, a queue that is empty most of the time
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class CalmClock {
    static int sum;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> events = new LinkedBlockingQueue<>();
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(3, task -> {
            Thread thread = new Thread(task, "clock");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < 5; i++) {
            int n = i;
            clock.scheduleAtFixedRate(() -> events.add(n), 10 * i, 50, TimeUnit.MILLISECONDS);
        }
        Load.repeat("consumer", 2, () -> {
            Integer event = events.poll(100, TimeUnit.MILLISECONDS);
            if (event != null) for (int i = 0; i < 100_000; i++) sum = sum * 31 + event;
        });
    }
}
