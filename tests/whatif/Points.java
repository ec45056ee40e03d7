import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * Requests that are counted in all ways there are; for each line of its standard input it says how many there were.
 */
public class Points {
    static long asLong;
    static volatile long came = 5; // as many are always on their way, and the one that is handled
    static volatile int asInt;
    static final AtomicLong ATOMIC = new AtomicLong();
    static final AtomicInteger ATOMIC_INT = new AtomicInteger();
    static final LongAdder ADDER = new LongAdder();
    static LongAdder missing;
    static Object other = "text";
    static volatile long sink;

    @Name("app.Request")
    @Label("Request")
    static class Request extends Event { }

    static class Unnamed extends Event { }

    static void work() {
        long x = sink;
        for (int i = 0; i < 60_000; i++) { x ^= x << 13; x ^= x >>> 7; x += i; }
        sink = x;
    }

    static void served() {
        asLong++;
        asInt++;
        ATOMIC.incrementAndGet();
        ATOMIC_INT.incrementAndGet();
        ADDER.increment();
    }

    static void handle() {
        Request request = new Request();
        request.begin();
        work();
        request.commit();
        new Unnamed().commit();
        served();
    }

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { for (; ; ) { came++; handle(); } });
        worker.setDaemon(true);
        worker.start();
        while (System.in.read() >= 0) {
            System.out.println(asLong);
            System.out.flush();
        }
    }
}
