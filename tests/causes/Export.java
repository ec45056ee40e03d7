// fault: an export has the read lock while it sends what it reads, and a writer that waits for it keeps all readers out
// first: ReadWriteLock
// chain: slept in Export.send
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Export {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final TreeMap<Integer, Integer> prices = new TreeMap<>();

    static void send(TreeMap<Integer, Integer> all) throws Exception {
        Thread.sleep(400 + all.size() % 10); // to a customer with a slow line
    }

    void export() throws Exception {
        TreeMap<Integer, Integer> all = prices;
        lock.readLock().lock();
        try {
            if (Load.MEND) all = new TreeMap<>(prices);
            else send(all);
        } finally {
            lock.readLock().unlock();
        }
        if (Load.MEND) send(all);
        Thread.sleep(50);
    }

    void change(int article) throws Exception {
        lock.writeLock().lock();
        try {
            prices.merge(article % 1000, 1, Integer::sum);
        } finally {
            lock.writeLock().unlock();
        }
        Thread.sleep(15);
    }

    int price(int article) {
        lock.readLock().lock();
        try {
            return prices.getOrDefault(article, 0);
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Export export = new Export();
        Load.start("export", 1, export::export);
        Load.start("changes", 1, () -> export.change((int) System.nanoTime() & 1023));
        Load.repeat("web", 6, () -> {
            export.price(Around.compute(7, 20_000) & 1023);
            Thread.sleep(3);
        });
    }
}
