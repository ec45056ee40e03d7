// fault: all of 120 threads that wait are woken for each message, which one of them gets
// first: Mailbox|notif
// chain: wake.*Mailbox.take
import java.util.ArrayDeque;

public class Mailbox {
    private static final ArrayDeque<Integer> MESSAGES = new ArrayDeque<>();

    static int take() throws InterruptedException {
        synchronized (MESSAGES) {
            while (MESSAGES.isEmpty() && Load.goesOn()) MESSAGES.wait(1000);
            return MESSAGES.isEmpty() ? 0 : MESSAGES.poll();
        }
    }

    static void post(int message) {
        synchronized (MESSAGES) {
            MESSAGES.add(message);
            if (Load.MEND) MESSAGES.notify();
            else MESSAGES.notifyAll();
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.start("feed", 2, () -> {
            post(1);
            Thread.sleep(1);
        });
        Load.repeat("handler", 120, () -> Around.log("got " + Around.compute(take(), 20_000)));
    }
}
