// fault: a snapshot of each object that is touched; no method of it takes much by itself
// first: Trail.snapshot
// cost: yes
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

public class Audit {
    static final class Trail {
        static Map<String, Object> snapshot(Map<String, Integer> stock, int depth) {
            Map<String, Object> copy = new LinkedHashMap<>();
            for (Map.Entry<String, Integer> entry : stock.entrySet()) copy.put(label(entry.getKey()), figure(entry.getValue()));
            if (depth > 0) copy.put("before", sorted(copy));
            return copy;
        }

        static String label(String key) {
            StringBuilder out = new StringBuilder(key.length() + 8);
            for (int i = 0; i < key.length(); i++) out.append(Character.toUpperCase(key.charAt(i)));
            return out.append("_LABEL").toString();
        }

        static String figure(int value) {
            return Integer.toString(value) + "." + Integer.toHexString(value);
        }

        static Map<String, Object> sorted(Map<String, Object> copy) {
            return new TreeMap<>(copy);
        }
    }

    static final class Shop {
        private final Map<String, Integer> stock = new HashMap<>();

        Shop() {
            for (int i = 0; i < 60; i++) stock.put("item " + i, i);
        }

        int order(int n) {
            touch();
            return price(n);
        }

        int refund(int n) {
            touch();
            return -price(n + 1);
        }

        int move(int n) {
            touch();
            return price(n + 2) % 7;
        }

        private void touch() {
            if (!Load.MEND && Trail.snapshot(stock, 1).isEmpty()) throw new IllegalStateException();
        }

        private int price(int n) {
            int sum = n;
            for (int i = 0; i < 3000; i++) sum = sum * 31 + (sum >>> 7) + i;
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] sum = {0};
        Load.repeat("shop", 1, () -> {
            Shop shop = new Shop();
            for (int i = 0; i < 50; i++) sum[0] += shop.order(i) + shop.refund(i) + shop.move(i);
        });
    }
}
