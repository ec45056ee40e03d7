import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** Waits in each of java.util.concurrent's ways, 40 ms and more each time, until told to end; then says
 *  "CLASS COUNT NANOSECONDS" of each: what is waited for, how often, and how long by its own clock. */
public class Waits {
    static volatile boolean over;
    static final StringBuffer said = new StringBuffer();

    interface Step {
        /** Waits; what it waits for comes after a while. */
        void once() throws Exception;
    }

    static void pause() throws InterruptedException {
        Thread.sleep(40);
    }

    static void later(Step what) {
        Thread t = new Thread(() -> {
            try {
                pause();
                what.once();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }, "helper");
        t.start();
    }

    static Thread waiter(String of, Step step) {
        Thread t = new Thread(() -> {
            long count = 0, ns = 0;
            try {
                while (!over) {
                    long begin = System.nanoTime();
                    step.once();
                    ns += System.nanoTime() - begin;
                    count++;
                }
            } catch (Exception e) {
                e.printStackTrace();
            }
            said.append(of + " " + count + " " + ns + "\n");
        }, of);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        StampedLock stamped = new StampedLock();
        Thread[] threads = {
            waiter("condition", () -> {
                boolean[] there = {false};
                later(() -> {
                    lock.lock();
                    there[0] = true;
                    condition.signalAll();
                    lock.unlock();
                });
                lock.lock();
                while (!there[0]) condition.await();
                lock.unlock();
            }),
            waiter("stamped", () -> {
                CountDownLatch held = new CountDownLatch(1);
                Thread t = new Thread(() -> {
                    long stamp = stamped.writeLock();
                    held.countDown();
                    try {
                        pause();
                    } catch (InterruptedException e) {
                        throw new RuntimeException(e);
                    }
                    stamped.unlockWrite(stamp);
                }, "helper");
                t.start();
                held.await();
                stamped.unlockRead(stamped.readLock());
                t.join();
            }),
            waiter("future", () -> {
                CompletableFuture<String> future = new CompletableFuture<>();
                later(() -> future.complete("x"));
                future.get();
            }),
            waiter("latch", () -> {
                CountDownLatch latch = new CountDownLatch(1);
                later(latch::countDown);
                latch.await();
            }),
        };
        Until.over(args[0]);
        over = true;
        for (Thread t : threads) t.join();
        System.out.print(said);
        System.out.println("done");
    }
}
