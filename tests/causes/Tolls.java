// fault: a monitor whose holder computes; the recording has nothing but samples of our agent
// first: monitor.*Tolls\$Rates\.of
// chain: Tolls\$Rates\.sum
// agent: wall=20ms
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

public class Tolls {
    static final boolean MEND = Boolean.getBoolean("mend");
    static final LongAdder done = new LongAdder();

    static final class Rates {
        private double last;

        double of(int lane) {
            if (MEND) return lane * 1.1;
            synchronized (this) {
                return last = sum(lane);
            }
        }

        private double sum(int lane) {
            double sum = last;
            for (int i = 1; i < 400_000; i++) sum += lane / (double) i;
            return sum;
        }
    }

    static void gate(Rates rates, long end) {
        while (System.nanoTime() < end) {
            rates.of(ThreadLocalRandom.current().nextInt(9));
            done.increment();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Rates rates = new Rates();
        long end = System.nanoTime() + Long.getLong("seconds", 10) * 1_000_000_000L;
        Thread[] gates = new Thread[8];
        for (int i = 0; i < gates.length; i++) {
            gates[i] = new Thread(() -> gate(rates, end), "gate-" + i);
            gates[i].start();
        }
        for (Thread gate : gates) gate.join();
        System.out.println("UNITS " + done.sum());
    }
}
