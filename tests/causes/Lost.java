// fault: where a question fails the connection is not given back, until there is none to be had
// first: WaitingForThreads
// chain: Lost.borrow.*time-out ended .* after 400 ms
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class Lost {
    private static final LinkedBlockingDeque<Integer> FREE = new LinkedBlockingDeque<>();

    static Integer borrow() throws InterruptedException {
        return FREE.pollFirst(400, TimeUnit.MILLISECONDS);
    }

    static void ask(int number) throws InterruptedException {
        Integer connection = borrow();
        if (connection == null) return;
        Thread.sleep(30);
        if (Load.MEND || number % 50 != 13) FREE.addFirst(connection);
        Load.did();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 6; i++) FREE.add(i);
        ExecutorService desk = Executors.newFixedThreadPool(6);
        Semaphore open = new Semaphore(12);
        for (int i = 0; Load.goesOn(); i++) {
            int number = i;
            open.acquire();
            if (i < 300) Thread.sleep(10);
            desk.execute(() -> {
                try {
                    ask(number);
                } catch (InterruptedException e) {
                    // it ends
                } finally {
                    open.release();
                }
            });
        }
        Load.say();
        System.exit(0);
    }
}
