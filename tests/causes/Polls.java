// fault: who asks sleeps until the answer is there, and looks every 20 ms
// first: SleepPolling
// chain: Polls\$Answer|Answer.await
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Polls {
    static volatile int sum;

    static final class Answer {
        private boolean there;

        synchronized void come() {
            there = true;
            notifyAll();
        }

        private synchronized boolean isThere() {
            return there;
        }

        void await() throws InterruptedException {
            if (Load.MEND) {
                synchronized (this) {
                    while (!there) wait();
                }
            } else {
                while (!isThere()) Thread.sleep(20);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task, "worker");
            thread.setDaemon(true);
            return thread;
        });
        Load.repeat("asker", 6, () -> {
            Answer answer = new Answer();
            workers.execute(() -> {
                for (int i = 0; i < 20_000; i++) sum = sum * 31 + i;
                answer.come();
            });
            answer.await();
        });
    }
}
