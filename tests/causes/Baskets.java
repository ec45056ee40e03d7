// fault: keys of a map that all have the same hash code
// first: HashMap|Baskets.Key|Baskets\$Key
// chain: Baskets
// cost: yes
import java.util.HashMap;
import java.util.Map;

public class Baskets {
    static final class Key {
        final int shop, item;

        Key(int shop, int item) {
            this.shop = shop;
            this.item = item;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).shop == shop && ((Key) other).item == item;
        }

        @Override
        public int hashCode() {
            return Load.MEND ? shop * 31 + item : shop;
        }
    }

    private final ThreadLocal<Map<Key, Integer>> prices = ThreadLocal.withInitial(() -> {
        Map<Key, Integer> all = new HashMap<>();
        for (int i = 0; i < 4_000; i++) all.put(new Key(1, i), i);
        return all;
    });

    static volatile int sum;

    int at(int item) {
        Integer price = prices.get().get(new Key(1, item));
        return price == null ? 0 : price;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Baskets baskets = new Baskets();
        Load.repeat("http", 3, () -> {
            int total = Around.compute(3, 2_000);
            for (int i = 0; i < 20; i++) total += baskets.at(Math.floorMod(total, 4_000));
            sum = total;
        });
    }
}
