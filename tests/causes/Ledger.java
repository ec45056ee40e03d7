// fault: a lock that all want is held while its holder waits for a monitor in which another thread computes
// first: ReentrantLock|Rates
// chain: recalculate
import java.util.concurrent.locks.ReentrantLock;

public class Ledger {
    static final class Rates {
        private double rate = 1;

        synchronized void recalculate() {
            for (int i = 1; i < 3_000_000; i++) rate += Math.sqrt(i) / (rate + i);
        }

        synchronized double get() {
            return rate;
        }
    }

    private final ReentrantLock accounts = new ReentrantLock();
    private final Rates rates = new Rates();
    private double sum;

    void post() {
        accounts.lock();
        try {
            sum += rates.get();
        } finally {
            accounts.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Ledger ledger = new Ledger();
        Load.Line peer = new Load.Line(2);
        Thread thread = new Thread(() -> {
            while (!Load.MEND) {
                ledger.rates.recalculate();
                Thread.yield();
            }
        }, "rates");
        thread.setDaemon(true);
        thread.start();
        Load.repeat("teller", 6, () -> {
            ledger.post();
            Load.ask(peer.get());
        });
    }
}
