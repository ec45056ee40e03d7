// fault: of five parts that a request waits for, one takes much longer than the others
// first: localhost
// chain: Joins
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

public class Joins {
    static volatile int sum;
    private final Load.Line fast = new Load.Line(3), slow = new Load.Line(Load.MEND ? 3 : 45);
    private final ExecutorService parts = Around.pool("parts", 40);

    Joins() throws Exception {}

    void stock(CountDownLatch done) {
        ask(fast, done);
    }

    void reviews(CountDownLatch done) {
        ask(slow, done);
    }

    private void ask(Load.Line line, CountDownLatch done) {
        try {
            sum += Load.ask(line.get());
        } catch (java.io.IOException e) {
            Around.log("no answer");
        } finally {
            done.countDown();
        }
    }

    void page() throws Exception {
        CountDownLatch done = new CountDownLatch(5);
        for (int i = 0; i < 4; i++) parts.execute(() -> stock(done));
        parts.execute(() -> reviews(done));
        done.await();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("http", 5, new Joins()::page);
    }
}
