import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Programs that were written after all rules and settings were fixed. By them only the looks before the first window
 * were changed, and they by nothing that is foretold of them. Their work is what services do (texts, collections,
 * searches), and they wait for each other in ways that Programs, Trials and Unseen do not.
 *
 * A cut of 0 to 90 leaves out that many percents of a method's work: fewer of the equal pieces that it consists of.
 * Above each program stands what it gains if a method takes a quarter less time, by the milliseconds that its pieces
 * took when this was written (JDK 17 and 25). With sleep of that length instead of work, the gains were these. On
 * another machine pieces take longer or shorter; whatever is measured is what counts.
 *
 *   java Later NAME
 */
public class Later {
    static volatile int cutParse, cutLines, cutSort, cutPack, cutRows, cutAdd, cutDistance, cutShortest, cutSign;

    /* ---- Work: what is in one loop of the outermost is a piece ------------------------------------------------- */

    static final String[] WORDS = ("copper harbour lantern meadow orchard pebble quarry ribbon saddle timber valley "
        + "walnut anchor basket candle drawer").split(" ");

    static String word(int i) { return WORDS[(i * 7 + (i >>> 4)) & 15]; }

    /** Reads orders: texts in JSON, and adds up what they cost. */
    static final class Json {
        static final String[] ORDERS = new String[32];
        static {
            for (int i = 0; i < ORDERS.length; i++) {
                StringBuilder text = new StringBuilder("{\"id\": ").append(10_000 + i).append(", \"paid\": true, \"items\": [");
                for (int k = 0; k < 4; k++)
                    text.append(k > 0 ? ", " : "").append("{\"name\": \"").append(word(i + k)).append("\", \"count\": ")
                        .append(1 + (i + k) % 9).append(", \"price\": ").append(100 + i * 13 + k).append('}');
                ORDERS[i] = text.append("], \"note\": null}").toString();
            }
        }

        final StringBuilder key = new StringBuilder();
        String text;
        int at, count, total;

        char next() {
            while (text.charAt(at) <= ' ') at++;
            return text.charAt(at);
        }

        /* A value; that of a field knows its key. Returns the number that it is, or 0. */
        int value() {
            char c = next();
            if (c == '{') {
                for (at++; next() != '}'; ) {
                    string();
                    boolean counts = "count".contentEquals(key), costs = "price".contentEquals(key);
                    next();
                    at++; /* the colon */
                    int number = value();
                    if (counts) count = number;
                    if (costs) total += count * number;
                    if (next() == ',') at++;
                }
                at++;
            } else if (c == '[') {
                for (at++; next() != ']'; ) {
                    value();
                    if (next() == ',') at++;
                }
                at++;
            } else if (c == '"') string();
            else if (c >= '0' && c <= '9') {
                int number = 0;
                for (; text.charAt(at) >= '0' && text.charAt(at) <= '9'; at++) number = number * 10 + text.charAt(at) - '0';
                return number;
            } else while (text.charAt(at) >= 'a' && text.charAt(at) <= 'z') at++;
            return 0;
        }

        void string() {
            key.setLength(0);
            next();
            for (at++; text.charAt(at) != '"'; at++) key.append(text.charAt(at));
            at++;
        }

        static int parse(int seed, int orders) {
            Json json = new Json();
            for (int s = Trials.left(orders, cutParse); s > 0; s--) {
                json.text = ORDERS[(seed + s) & 31];
                json.at = 0;
                json.value();
            }
            return json.total;
        }
    }

    /** Looks for slow requests in a log. */
    static final class Log {
        static final Pattern SLOW = Pattern.compile("(\\w+) \\[([^\\]]+)\\] user=(\\d+) .*took (\\d+) ms");
        static final String[] LOG = new String[64];
        static {
            for (int i = 0; i < LOG.length; i++)
                LOG[i] = "INFO [" + word(i).substring(0, 5) + "-" + (10 + i) + "] user=" + (4000 + i) + " asked for "
                    + word(i + 3).substring(0, 5) + ", took " + (100 + i * 9) + " ms";
        }

        static int lines(int seed, int lines) {
            int slow = 0;
            Matcher found = SLOW.matcher("");
            for (int s = Trials.left(lines, cutLines); s > 0; s--) {
                String line = LOG[(seed + s) & 63];
                if (found.reset(line).matches() && found.end(4) - found.start(4) == 3 && line.charAt(found.end(2) - 1) == '7') slow++;
            }
            return slow;
        }
    }

    /** Ranks the members of teams. */
    static final class Team {
        static final Comparator<Team> BEST = Comparator.comparingInt((Team t) -> t.points).thenComparing(t -> t.name);
        final String name;
        int points;
        Team(String name) { this.name = name; }

        static int sort(int seed, int rounds) {
            List<Team> all = new ArrayList<>();
            for (int i = 0; i < 32; i++) all.add(new Team(word(i) + i));
            int best = seed;
            for (int s = Trials.left(rounds, cutSort); s > 0; s--) {
                for (Team t : all) {
                    seed = seed * 1103515245 + 12345;
                    t.points = seed >>> 26;
                }
                all.sort(BEST);
                best += all.get(0).points;
            }
            return best;
        }
    }

    /** Packs blocks of a text: what was there before is replaced by where it was. */
    static final class Packer {
        static final byte[] BOOK = new byte[1 << 13];
        static {
            for (int i = 0, n = 0; i < BOOK.length; n++)
                for (byte b : (word(n) + (n % 3 == 0 ? n + " " : " ")).getBytes()) if (i < BOOK.length) BOOK[i++] = b;
        }

        static int pack(int seed, int blocks) {
            int[] heads = new int[1 << 10];
            byte[] packed = new byte[1024];
            int size = 0;
            for (int s = Trials.left(blocks, cutPack); s > 0; s--) {
                int from = ((seed + s) & 15) * 480, end = from + 400, out = 0;
                Arrays.fill(heads, -1);
                for (int i = from; i < end; ) {
                    int hash = (BOOK[i] * 31 * 31 + BOOK[i + 1] * 31 + BOOK[i + 2]) & 1023, before = heads[hash], same = 0;
                    heads[hash] = i;
                    if (before >= 0) while (same < 60 && i + same < end && BOOK[before + same] == BOOK[i + same]) same++;
                    if (same >= 4) {
                        packed[out++] = (byte) (128 + same);
                        packed[out++] = (byte) (i - before);
                        i += same;
                    } else packed[out++] = BOOK[i++];
                }
                size += out + packed[out >> 1];
            }
            return size;
        }
    }

    /** Writes a table in HTML. */
    static final class Page {
        static int rows(int seed, int rows) {
            StringBuilder page = new StringBuilder(4096);
            int written = 0;
            for (int s = Trials.left(rows, cutRows); s > 0; s--) {
                String name = word(seed + s);
                page.append("<tr><td>").append((long) seed * s).append("</td><td>");
                for (int i = 0; i < name.length(); i++) {
                    char c = name.charAt(i);
                    if (c == 'a') page.append("&auml;");
                    else page.append(c == 'e' ? 'E' : c);
                }
                page.append("</td><td>").append(s % 2 == 0).append("</td></tr>\n");
                if (page.length() > 3900) {
                    written += page.length() + page.charAt(seed & 1023);
                    page.setLength(0);
                }
            }
            return written + page.length();
        }
    }

    /** Counts how often words occur. */
    static final class Tally {
        static final String[] TEXTS = new String[16];
        static {
            for (int i = 0; i < TEXTS.length; i++) {
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < 12; k++) text.append(word(i * 5 + k * k)).append(' ');
                TEXTS[i] = text.toString();
            }
        }

        static int add(int seed, int texts) {
            String[] known = new String[64];
            int[] counts = new int[64];
            for (int s = Trials.left(texts, cutAdd); s > 0; s--) {
                String text = TEXTS[(seed + s) & 15];
                for (int from = 0, to; (to = text.indexOf(' ', from)) >= 0; from = to + 1) {
                    int hash = 0;
                    for (int i = from; i < to; i++) hash = hash * 31 + text.charAt(i);
                    int at = hash & 63;
                    while (known[at] != null && !(known[at].length() == to - from && text.startsWith(known[at], from))) at = (at + 1) & 63;
                    if (known[at] == null) known[at] = text.substring(from, to);
                    counts[at]++;
                }
            }
            return Arrays.stream(counts).max().orElse(0);
        }
    }

    /** By how many letters texts differ. */
    static final class Typos {
        static int distance(int seed, int pairs) {
            int[] before = new int[64], now = new int[64];
            int sum = 0;
            for (int s = Trials.left(pairs, cutDistance); s > 0; s--) {
                String a = Log.LOG[(seed + s) & 63], b = Log.LOG[(seed + s * 3) & 63];
                for (int k = 0; k <= 30; k++) before[k] = k;
                for (int i = 0; i < 30; i++) {
                    now[0] = i + 1;
                    for (int k = 0; k < 30; k++)
                        now[k + 1] = Math.min(Math.min(now[k], before[k + 1]) + 1, before[k] + (a.charAt(i) == b.charAt(k) ? 0 : 1));
                    int[] other = before;
                    before = now;
                    now = other;
                }
                sum += before[30];
            }
            return sum;
        }
    }

    /** The shortest way through a town. */
    static final class Town {
        static final int PLACES = 40, ROADS = 3;

        static int shortest(int seed, int ways) {
            int sum = 0;
            int[] far = new int[PLACES];
            long[] open = new long[PLACES * ROADS]; /* a heap: how far, and where */
            for (int s = Trials.left(ways, cutShortest); s > 0; s--) {
                int from = (seed + s) % PLACES, to = (from + PLACES / 2) % PLACES, size = 0;
                Arrays.fill(far, Integer.MAX_VALUE);
                far[from] = 0;
                open[size++] = from;
                while (size > 0) {
                    long nearest = open[0];
                    down(open, --size, open[size]);
                    int place = (int) nearest, way = (int) (nearest >>> 32);
                    if (way > far[place]) continue;
                    for (int r = 1; r <= ROADS; r++) {
                        int there = (place + r * r) % PLACES, longer = way + 3 + (place * r) % 11;
                        if (longer >= far[there]) continue;
                        far[there] = longer;
                        up(open, size++, (long) longer << 32 | there);
                    }
                }
                sum += far[to];
            }
            return sum;
        }

        static void up(long[] heap, int at, long entry) {
            for (; at > 0 && heap[(at - 1) >> 1] > entry; at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1];
            heap[at] = entry;
        }

        static void down(long[] heap, int size, long entry) {
            int at = 0;
            for (int child; (child = at * 2 + 1) < size; at = child) {
                if (child + 1 < size && heap[child + 1] < heap[child]) child++;
                if (heap[child] >= entry) break;
                heap[at] = heap[child];
            }
            heap[at] = entry;
        }
    }

    /** Signs blocks of a text; the JVM may have instructions of the processor for that. */
    static final class Seal {
        static int sign(int seed, int blocks) throws Exception {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (int s = Trials.left(blocks, cutSign); s > 0; s--) sha.update(Packer.BOOK, ((seed + s) & 7) * 1000, 1024);
            return sha.digest()[0];
        }
    }

    /* ---- Programs: all times are of one round, in ms ----------------------------------------------------------- */

    /* Two phases a round, each as long as the slower of two threads: parse (1.6; meanwhile lines 0.8), then lines (1.4;
       meanwhile sort 0.6). Of 3.0, parse +15, lines +13 (of what takes long; it also occurs where it does not matter),
       sort 0. */
    static void phases() {
        Phaser meet = new Phaser(2);
        Trials.start("other", () -> {
            for (int n = 0; ; n++) {
                Trials.kept = Log.lines(n, 900);
                meet.arriveAndAwaitAdvance();
                Trials.kept = Log.lines(n, 1700);
                meet.arriveAndAwaitAdvance();
            }
        });
        for (int n = 0; ; n++) {
            int total = Json.parse(n, 3200);
            meet.arriveAndAwaitAdvance();
            Trials.kept = Team.sort(n, 400);
            meet.arriveAndAwaitAdvance();
            Trials.served(total);
        }
    }

    /* Scattered to two threads and gathered by a latch. One shard is always as large (shortest 0.9), the other mostly
       small (pack 0.4) and each third time the straggler (2.7); then sort (0.4). On average 1.9: pack +13 (a third of
       the time, nearly all of it then), shortest +8 (two thirds), sort +5. */
    static void scatter() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; ; i++) {
            int n = i;
            int[] parts = new int[2];
            CountDownLatch both = new CountDownLatch(2);
            pool.execute(() -> { parts[0] = Town.shortest(n, 1800); both.countDown(); });
            pool.execute(() -> { parts[1] = Packer.pack(n, n % 3 == 0 ? 3600 : 500); both.countDown(); });
            both.await();
            Trials.served(Team.sort(parts[0] + parts[1], 280));
        }
    }

    /* Two threads whose keys are all the same: the map computes them (distance 0.9) one after the other. Meanwhile the
       other writes (rows 0.2 to 0.5) and waits: distance up to +33, rows 0. */
    static void bucket() throws Exception {
        ConcurrentHashMap<String, Integer> worst = new ConcurrentHashMap<>();
        worst.put("all", 0);
        for (int i = 0; i < 2; i++) {
            int seed = i;
            Trials.start("worker " + i, () -> {
                for (int n = seed; ; n++) {
                    int one = n;
                    Trials.served(worst.compute("all", (key, before) -> Math.max(before, Typos.distance(one, 560))));
                    Trials.kept = Page.rows(n, 4000);
                }
            });
        }
        Trials.forever();
    }

    /* The customer that was served least is next. */
    static final class Customer implements Comparable<Customer> {
        final int weight;
        long due;
        int result;
        Customer(int weight) { this.weight = weight; }
        @Override public int compareTo(Customer other) { return Long.compare(due, other.due); }
    }

    /* Six customers between a worker (shortest 0.9 and lines 0.5), which takes the most urgent, and a scheduler (add 0.4
       to 0.7), which is faster and therefore waits. Of 1.4: shortest +19, lines +10, add 0. */
    static void priority() throws Exception {
        PriorityBlockingQueue<Customer> ready = new PriorityBlockingQueue<>(), worked = new PriorityBlockingQueue<>();
        for (int i = 0; i < 6; i++) ready.put(new Customer(1 + i % 3));
        Trials.start("worker", () -> {
            for (int n = 0; ; n++) {
                Customer next = ready.take();
                next.result = Town.shortest(n, 1700) + Log.lines(n, 600);
                worked.put(next);
            }
        });
        for (; ; ) {
            Customer one = worked.take();
            Trials.served(Tally.add(one.result, 2400));
            one.due += one.weight;
            ready.put(one);
        }
    }

    /* Batches of four, each packed (4 x 0.3) while the batch before it is looked through (lines 1.4) and ranked (sort
       0.6). The packer hands over the last of each in person, and so is never more than a batch ahead; who waits for it
       looks at the clock, too. Of 2.0: lines +21, sort +8, pack 0. */
    static void batches() throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Trials.start("packer", () -> {
            for (int n = 1; ; n++) {
                int packed = Packer.pack(n, 420);
                if (n % 4 == 0) queue.transfer(packed);
                else queue.put(packed);
            }
        });
        List<Integer> batch = new ArrayList<>();
        for (int n = 0; ; n++) {
            while (batch.size() < 4) {
                Integer first = queue.poll(200, TimeUnit.MILLISECONDS);
                if (first == null) continue;
                batch.add(first);
                queue.drainTo(batch, 4 - batch.size());
            }
            int slow = Log.lines(batch.get(n & 3), 1700);
            batch.clear();
            Trials.served(Team.sort(slow, 400));
        }
    }

    /* A stage that a parallel stream does in two threads (distance, 8 x 0.35), then one that a single thread does (sort
       0.7), while a third archives (pack 0.5 to 0.6). Of 2.1: distance +20, sort +9, pack 0. */
    static void stream() throws Exception {
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "1"); /* and the thread that asks */
        BlockingQueue<Integer> archive = new ArrayBlockingQueue<>(1);
        Trials.start("archive", () -> { for (; ; ) Trials.kept = Packer.pack(archive.take(), 700); });
        for (int i = 0; ; i++) {
            int n = i, sum = IntStream.range(0, 8).parallel().map(part -> Typos.distance(n + part, 220)).sum();
            archive.put(sum);
            Trials.served(Team.sort(sum, 480));
        }
    }

    /* Two threads read (parse 0.5) and have the only thread of a journal sign (sign 1.0), one at a time: sign up to +33,
       parse 0. */
    static void journal() throws Exception {
        ExecutorService journal = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            Trials.start("worker " + i, () -> {
                for (int n = seed; ; n++) {
                    int total = Json.parse(n, 900);
                    Trials.served(journal.submit(() -> Seal.sign(total & 1023, 1800)).get());
                }
            });
        }
        Trials.forever();
    }

    /* A loop that selects among connections and answers (parse 0.7, add 0.4 to 0.6); two threads ask, and write down what
       they hear (rows 0.2 to 0.5) while the other one is answered. Of 1.2: parse +16 to +20, add +9 to +13, rows 0. */
    static void loop() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Selector selector = Selector.open();
        for (int i = 0; i < 2; i++) {
            SocketChannel mine = SocketChannel.open(server.getLocalAddress()), theirs = server.accept();
            for (SocketChannel end : new SocketChannel[] {mine, theirs}) end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            theirs.configureBlocking(false);
            theirs.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(4));
            Trials.start("client " + i, () -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(4);
                for (int n = 0; ; n++) Trials.kept = Page.rows(Unseen.ask(mine, buffer, n), 4000);
            });
        }
        for (; ; ) {
            selector.select();
            for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ready.remove()) {
                SelectionKey key = ready.next();
                SocketChannel asker = (SocketChannel) key.channel();
                ByteBuffer buffer = (ByteBuffer) key.attachment();
                if (asker.read(buffer) < 0) throw new Exception("closed");
                if (buffer.hasRemaining()) continue;
                int n = buffer.getInt(0), answer = Json.parse(n, 1400) + Tally.add(n, 2000);
                Trials.served(answer);
                buffer.clear();
                buffer.putInt(answer).flip();
                while (buffer.hasRemaining()) asker.write(buffer);
                buffer.clear();
            }
        }
    }

    /* Whoever asks first for a key loads it (shortest); others who ask meanwhile wait for the same. */
    static int loaded(ConcurrentHashMap<Integer, FutureTask<Integer>> cache, int key) throws Exception {
        FutureTask<Integer> task = cache.get(key);
        if (task == null) {
            FutureTask<Integer> mine = new FutureTask<>(() -> Town.shortest(key, 2000));
            task = cache.putIfAbsent(key, mine);
            if (task == null) {
                task = mine;
                mine.run();
                cache.remove(key - 1000);
            }
        }
        return task.get();
    }

    /* Two tenants use the same keys. The one with less to do (lines 0.3) is always first and loads (1.0); the other waits
       for that, and then packs (0.8 to 0.9) while the next is loaded. Of 1.3: shortest +23, lines +7, pack 0. */
    static void memo() throws Exception {
        ConcurrentHashMap<Integer, FutureTask<Integer>> cache = new ConcurrentHashMap<>();
        Trials.start("second", () -> { for (int n = 0; ; n++) Trials.served(Packer.pack(loaded(cache, n), 1000)); });
        for (int n = 0; ; n++) Trials.served(Log.lines(loaded(cache, n), 400));
    }

    /* JDK 21 and later: a virtual thread for each request, at most three at a time. It reads (parse 0.5), and then needs
       the only permit to count (add 0.8 to 1.3): add up to +33, parse 0. */
    static void permits() throws Exception {
        ExecutorService each = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        Semaphore room = new Semaphore(3), permit = new Semaphore(1);
        for (int i = 0; ; i++) {
            int n = i;
            room.acquire();
            each.execute(() -> {
                int total = Json.parse(n, 1000);
                permit.acquireUninterruptibly();
                try { Trials.served(Tally.add(total & 1023, 4500)); } finally { permit.release(); }
                room.release();
            });
        }
    }

    public static void main(String[] args) throws Exception {
        Later.class.getDeclaredMethod(args[0]).invoke(null);
    }
}
