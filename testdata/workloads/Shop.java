package workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A small shop with a fault: every order reads the price list anew, with the lock of all prices.
 *  With -Dmend=true the list is read once. */
public class Shop {
    private static final int CLERKS = 8;
    private static final AtomicLong ORDERS = new AtomicLong();

    @Name("shop.Request")
    @Label("Request")
    @Category("Shop")
    static class Request extends Event {
        String endpoint;
    }

    /** Lines "article-17 = 1799 cents". */
    static final class PriceList {
        private static final Pattern LINE = Pattern.compile("(\\w+)-(\\d+)\\s*=\\s*(\\d+)\\s+cents");
        private final String text;
        private int[] prices;

        PriceList(int articles) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < articles; i++) lines.append("article-").append(i).append(" = ").append(99 + i * 10).append(" cents\n");
            text = lines.toString();
        }

        synchronized int priceOf(int article) {
            if (prices == null || !Boolean.getBoolean("mend")) prices = parse();
            return prices[article % prices.length];
        }

        private int[] parse() {
            List<Integer> found = new ArrayList<>();
            for (String line : text.split("\n")) {
                var matcher = LINE.matcher(line);
                if (matcher.matches()) found.add(Integer.parseInt(matcher.group(3)));
            }
            return found.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private static final PriceList PRICES = new PriceList(4000);

    static int order(int number) throws InterruptedException {
        Request request = new Request();
        request.begin();
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += PRICES.priceOf(number * 31 + i);
        Thread.sleep(4); // the customer's answer
        request.endpoint = number % 4 == 0 ? "/checkout" : "/basket";
        request.commit();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + Long.parseLong(args.length > 0 ? args[0] : "10") * 1_000_000_000L;
        List<Thread> clerks = new ArrayList<>();
        for (int i = 0; i < CLERKS; i++) {
            int first = i;
            Thread clerk = new Thread(() -> {
                try {
                    for (int n = first; System.nanoTime() < end; n += CLERKS) {
                        order(n);
                        ORDERS.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "clerk-" + i);
            clerk.start();
            clerks.add(clerk);
        }
        for (Thread clerk : clerks) clerk.join();
        System.out.println(ORDERS.get() + " orders");
    }
}
