// fault: a server has one thread, which waits for another server in each request; both are in this JVM
// first: SlowHost
// chain: HTTP-Dispatcher of this JVM read from a socket in Load.ask, called from Front.answer
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.Executors;

public class Front {
    private static Load.Line line;

    static void answer(HttpExchange exchange) throws IOException {
        int answer = Load.ask(line.get());
        exchange.sendResponseHeaders(200, 1);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    static void request(URL url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.getInputStream().readAllBytes();
    }

    public static void main(String[] args) throws Exception {
        line = new Load.Line(25);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/", Front::answer);
        if (Load.MEND) server.setExecutor(Executors.newFixedThreadPool(10));
        server.start();
        URL url = new URL("http://localhost:" + server.getAddress().getPort() + "/");
        Load.repeat("client", 8, () -> request(url));
    }
}
