/**
 * A small service: two threads that handle requests one after the other, and a cache with a lock. The hottest method
 * keeps statistics, for which nobody waits; what holds requests up is the cache.
 *
 *   java Service            prints requests a second, every five seconds
 *   java Service mended     the cache looks at fewer entries: get takes a quarter less
 */
public class Service {
    static volatile long sink;
    static final int UNIT = 45; /* some 100 ns */

    static class Parser {
        static long parse(long x) {
            for (int i = 500 * UNIT; i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
            return x;
        }
    }

    static class Stats {
        static long update(long x) {
            for (int i = 2000 * UNIT; i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
            return x;
        }
    }

    static class Cache {
        final int entries;
        Cache(int entries) { this.entries = entries; }
        synchronized long get(long key) { return evict(find(key)); }
        private long find(long x) {
            for (int i = entries * UNIT; i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
            return x;
        }
        private long evict(long x) {
            for (int i = entries * UNIT; i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
            return x;
        }
    }

    static class Api {
        final Cache cache;
        Api(Cache cache) { this.cache = cache; }
        long handle(long request) { return Stats.update(cache.get(Parser.parse(request))); }
    }

    public static void main(String[] args) throws Exception {
        boolean mended = args.length > 0 && args[0].equals("mended");
        Api api = new Api(new Cache(mended ? 1312 : 1750));
        long[] count = new long[16];
        for (int i = 0; i < 2; i++) {
            int me = i * 8;
            Thread worker = new Thread(() -> { for (long x = 5 + me; ; count[me]++) sink = x = api.handle(x); }, "worker " + i);
            worker.setDaemon(true);
            worker.start();
        }
        for (long last = 0; ; ) {
            Thread.sleep(5000);
            long now = count[0] + count[8];
            System.out.println((now - last) / 5 + " requests a second");
            last = now;
        }
    }
}
