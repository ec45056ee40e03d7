// fault: who waits for jobs looks into the queue without a pause
// first: Spool.take
// chain: poll again and again
import java.util.concurrent.ConcurrentLinkedQueue;

public class Spool {
    private static final ConcurrentLinkedQueue<Integer> JOBS = new ConcurrentLinkedQueue<>();

    static Integer take() throws InterruptedException {
        Integer job;
        while ((job = JOBS.poll()) == null && Load.goesOn()) {
            if (Load.MEND) Thread.sleep(1);
            else Thread.onSpinWait();
        }
        return job;
    }

    static void print() throws InterruptedException {
        Around.log("printed " + Around.compute(3 + (take() == null ? 0 : 1), 100_000));
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.start("web", 3, () -> {
            JOBS.add(4);
            Thread.sleep(6);
        });
        Load.repeat("printer", 2, Spool::print);
    }
}
