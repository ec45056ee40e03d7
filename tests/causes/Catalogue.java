// fault: readers wait for a writer that builds everything anew while it has the lock
// first: ReadWriteLock
// chain: rebuild
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Catalogue {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile TreeMap<String, Integer> goods = new TreeMap<>();

    static TreeMap<String, Integer> rebuild() {
        TreeMap<String, Integer> next = new TreeMap<>();
        for (int i = 0; i < 40_000; i++) next.put("article " + i * 7919 % 40_009, i);
        return next;
    }

    void refresh() throws Exception {
        if (Load.MEND) {
            goods = rebuild();
        } else {
            lock.writeLock().lock();
            try {
                goods = rebuild();
            } finally {
                lock.writeLock().unlock();
            }
        }
        Thread.sleep(5);
    }

    int find(String name) {
        lock.readLock().lock();
        try {
            return goods.getOrDefault(name, 0);
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Catalogue catalogue = new Catalogue();
        Load.Line peer = new Load.Line(2);
        Load.start("refresh", 1, catalogue::refresh);
        Load.repeat("web", 6, () -> {
            catalogue.find("article 77");
            Load.ask(peer.get());
        });
    }
}
