package power;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small HTTP service with three endpoints, and its clients. Usage: Shop SECONDS SEED */
public final class Shop {
    static final int WORKERS = 4, CLIENTS = 3, GOODS = 8000;
    static final Pattern WANTED = Pattern.compile("(\\w+)-(red|blue|green)-([0-9]{2,4})[a-f]+");
    static final ThreadLocal<Growth> growths = ThreadLocal.withInitial(Growth::new);
    static final List<String> goods = new ArrayList<>();
    static final String[] ENDPOINTS = {"/search", "/price", "/list"};

    static long search(int seed) {
        long found = 0;
        for (String one : goods) {
            Matcher matcher = WANTED.matcher(one);
            if (matcher.find()) found += matcher.group(3).length() + seed;
        }
        return found;
    }

    static long price(int seed) {
        BigDecimal sum = BigDecimal.ONE;
        for (int i = 1; i < GOODS; i++)
            sum = sum.add(BigDecimal.valueOf(i + seed, 2).multiply(new BigDecimal("1.19"))).setScale(2, RoundingMode.HALF_UP);
        return sum.longValue();
    }

    static long list(int seed) {
        List<String> sorted = new ArrayList<>(goods);
        sorted.sort((a, b) -> Integer.compare(a.hashCode() ^ seed, b.hashCode() ^ seed));
        StringBuilder json = new StringBuilder("[");
        for (String one : sorted) json.append("{\"name\": \"").append(one).append("\", \"at\": ").append(json.length()).append('}');
        return json.length();
    }

    static void handle(HttpExchange exchange, String endpoint, Growth.Work work) throws IOException {
        try {
            growths.get().unit(endpoint, work);
        } catch (Exception e) {
            throw new IOException(e);
        }
        byte[] reply = endpoint.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, reply.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply);
        }
    }

    static void ask(int port, Random random) {
        try {
            URL url = new URL("http", "127.0.0.1", port, ENDPOINTS[random.nextInt(ENDPOINTS.length)]);
            try (InputStream in = url.openStream()) {
                in.readAllBytes();
            }
            Thread.sleep(random.nextInt(3));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[0]);
        Random random = new Random(Long.parseLong(args[1]));
        String[] colours = {"red", "blue", "green", "grey"};
        for (int i = 0; i < GOODS; i++)
            goods.add("article" + random.nextInt(99) + "-" + colours[random.nextInt(4)] + "-" + random.nextInt(3000) + "abc");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        server.createContext("/search", x -> handle(x, "/search", () -> search(x.hashCode())));
        server.createContext("/price", x -> handle(x, "/price", () -> price(x.hashCode() & 0xFF)));
        server.createContext("/list", x -> handle(x, "/list", () -> list(x.hashCode())));
        server.setExecutor(workers);
        server.start();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Random own = new Random(random.nextLong());
            clients.add(new Thread(() -> Growth.forSeconds(seconds, () -> ask(server.getAddress().getPort(), own)), "client-" + i));
        }
        for (Thread client : clients) client.start();
        for (Thread client : clients) client.join();
        server.stop(0);
        workers.shutdown();
    }
}
