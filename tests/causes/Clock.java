// fault: a scheduler with one thread, which a report takes for itself again and again
// first: scheduler|Clock.report
// chain: Clock.report|report
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Clock {
    static volatile int sum;
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(Load.MEND ? 8 : 1, Around.named("scheduler"));

    void report() {
        sum += Around.compute(5, 1_000_000);
        try {
            Thread.sleep(60); // a slow device
        } catch (InterruptedException e) {
            // the program ends
        }
    }

    int charge() throws Exception {
        return scheduler.schedule(() -> Around.compute(3, 10_000), 2, TimeUnit.MILLISECONDS).get();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Clock clock = new Clock();
        clock.scheduler.scheduleWithFixedDelay(clock::report, 5, 5, TimeUnit.MILLISECONDS);
        Load.repeat("http", 6, clock::charge);
    }
}
