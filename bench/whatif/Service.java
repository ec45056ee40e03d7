/**
 * A small service: two threads that handle requests one after the other, a cache with a lock, and a thread that keeps
 * statistics. Hot methods point at the statistics, for which nobody waits; what holds requests up is the cache.
 *
 *   java Service            prints requests a second, each five seconds
 *   java Service mended     the cache looks at fewer entries: get takes a quarter less
 */
public class Service {
    static volatile long sink;

    /** Burns some 100 ns a unit. */
    static long work(long x, int units) {
        for (int i = units * 45; i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
        return x;
    }

    static class Parser {
        static long parse(long request) { return work(request, 1500); }
    }

    static class Cache {
        final boolean mended;
        Cache(boolean mended) { this.mended = mended; }
        synchronized long get(long key) { return evict(find(key)); }
        private long find(long key) { return work(key, mended ? 1500 : 2000); }
        private long evict(long entry) { return work(entry, mended ? 1500 : 2000); }
    }

    static class Stats extends Thread {
        Stats() { super("stats"); setDaemon(true); }
        static long update(long x) { return work(x, 40000); }
        @Override public void run() {
            try {
                for (long x = 3; ; Thread.sleep(3)) sink = update(x);
            } catch (InterruptedException e) { }
        }
    }

    static class Api {
        final Cache cache;
        volatile long handled;
        Api(Cache cache) { this.cache = cache; }
        long handle(long request) { return cache.get(Parser.parse(request)); }
    }

    public static void main(String[] args) throws Exception {
        Api api = new Api(new Cache(args.length > 0 && args[0].equals("mended")));
        long[] count = new long[16];
        for (int i = 0; i < 2; i++) {
            int me = i * 8;
            Thread worker = new Thread(() -> { for (long x = 5 + me; ; count[me]++) sink = x = api.handle(x); }, "worker " + i);
            worker.setDaemon(true);
            worker.start();
        }
        new Stats().start();
        for (long last = 0; ; ) {
            Thread.sleep(5000);
            long now = count[0] + count[8];
            System.out.println((now - last) / 5 + " requests a second");
            last = now;
        }
    }
}
