// fault: a limit on requests a second is far too low, so that callers wait for their turn by the clock
// first: for a set time
// chain: Quota\$Limit\.acquire
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

public class Quota {
    /** Turns that are as far apart as that, as libraries that limit rates give them out. */
    static final class Limit {
        private final long apart;
        private final AtomicLong next = new AtomicLong(System.nanoTime());

        Limit(long apart) {
            this.apart = apart;
        }

        void acquire() {
            long turn = next.updateAndGet(last -> Math.max(last + apart, System.nanoTime()));
            for (long rest = turn - System.nanoTime(); rest > 0; rest = turn - System.nanoTime()) LockSupport.parkNanos(rest);
        }
    }

    private final Limit limit = new Limit(Load.MEND ? 10_000 : 15_000_000);
    private final Load.Line shop;

    Quota() throws Exception {
        shop = new Load.Line(3);
    }

    void order() throws Exception {
        limit.acquire();
        Around.compute(Load.ask(shop.get()), 30_000);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("api", 8, new Quota()::order);
    }
}
