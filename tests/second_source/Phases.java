import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;

/** A program in which all is well, then some seconds in which it is not, then all is well again. */
public class Phases {
    @Name("test.Trouble")
    static class Trouble extends Event {
    }

    static class Account {
    }

    static class Refused extends RuntimeException {
    }

    static final Account account = new Account();
    static volatile boolean trouble, over;
    static volatile int refused;

    static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has the monitor for 30 of 40 ms. */
    static void own() {
        while (!over) {
            if (trouble) {
                synchronized (account) {
                    sleep(30);
                }
            }
            sleep(10);
        }
    }

    static void wantIt() {
        while (!over) {
            sleep(5);
            synchronized (account) {
                refused += 0;
            }
        }
    }

    static void refuse() {
        try {
            throw new Refused();
        } catch (Refused e) {
            refused++;
        }
    }

    static void work(Path file, long seconds) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            for (int i = 0; trouble && i < 20; i++) refuse();
            Files.write(file, new byte[100]);
            sleep(20);
        }
    }

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Thread owner = new Thread(Phases::own, "owner"), waiting = new Thread(Phases::wantIt, "waiting");
        owner.start();
        waiting.start();
        work(file, 6);
        Trouble event = new Trouble();
        event.begin();
        trouble = true;
        work(file, 6);
        trouble = false;
        event.commit();
        work(file, 6);
        over = true;
        owner.join();
        waiting.join();
    }
}
