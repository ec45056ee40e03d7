// fault: five of six wait at a barrier for the one who got most of the work
// first: [Bb]arrier
// chain: simulate
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Relay {
    static volatile double sink;

    static void simulate(int steps) {
        double sum = 0;
        for (int i = 0; i < steps; i++) sum += Math.sin(i) * sum + i;
        sink = sum;
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(6);
        for (int number = 0; number < 6; number++) {
            int steps = Load.MEND ? 300_000 : number == 2 ? 1_500_000 : 60_000;
            Thread thread = new Thread(() -> {
                try {
                    while (Load.goesOn()) {
                        simulate(steps);
                        barrier.await();
                        Load.did();
                    }
                } catch (BrokenBarrierException | InterruptedException e) {
                    // the program ends
                }
            }, "cell-" + number);
            thread.setDaemon(true);
            thread.start();
        }
        while (Load.goesOn()) Thread.sleep(100);
        Load.say();
        System.exit(0);
    }
}
