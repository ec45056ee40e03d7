package power;


import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A batch job in one thread: orders are parsed, priced, sorted and written. Usage: Orders SECONDS SEED */
public final class Orders {
    record Order(String customer, int amount, double price) {}

    static final int BATCH = 400;

    static List<String> receive(Random random) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < BATCH; i++)
            lines.add("customer" + random.nextInt(5000) + ";" + random.nextInt(100) + ";" + random.nextInt(9999));
        return lines;
    }

    static Order parse(String line) {
        String[] parts = line.split(";");
        return new Order(parts[0], Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
    }

    static double price(Order order) {
        double sum = order.price();
        for (int i = 1; i <= PRICE_STEPS; i++) sum += Math.sqrt(sum + i) / (order.amount() + i);
        return sum;
    }

    static double discount(Order order) {
        double sum = 0;
        for (int i = 1; i <= DISCOUNT_STEPS; i++) sum += Math.sqrt(order.price() + i) / i;
        return sum;
    }

    static long checksum(String customer) {
        long hash = 7;
        for (int round = 0; round < CHECKSUM_ROUNDS; round++)
            for (int i = 0; i < customer.length(); i++) hash = hash * 31 + (customer.charAt(i) ^ round);
        return hash;
    }

    static final int PRICE_STEPS = 90, DISCOUNT_STEPS = 200, CHECKSUM_ROUNDS = 60;

    static String write(List<Order> orders) {
        StringBuilder out = new StringBuilder();
        for (Order order : orders)
            out.append(order.customer()).append(' ').append(order.amount()).append(' ').append((long) order.price());
        return out.toString();
    }

    static double handle(Random random, Map<String, Double> totals) {
        List<Order> orders = new ArrayList<>();
        for (String line : receive(random)) orders.add(parse(line));
        double sum = 0;
        for (Order order : orders) {
            double cost = price(order) - discount(order);
            totals.merge(order.customer(), cost, Double::sum);
            sum += cost + checksum(order.customer());
        }
        orders.sort(Comparator.comparing(Order::customer).thenComparing(Order::amount));
        return sum + write(orders).length();
    }

    public static void main(String[] args) {
        Random random = new Random(Long.parseLong(args[1]));
        Map<String, Double> totals = new HashMap<>();
        Growth growth = new Growth();
        Growth.forSeconds(Double.parseDouble(args[0]), () -> growth.alone("batch", () -> (long) handle(random, totals)));
    }
}
