// fault: addresses of pages are keys of a map as URL, each of which asks for the address of its host
// first: Places.visit
// chain: the address of a host
import java.net.URI;
import java.net.URL;
import java.security.Security;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class Places {
    private static final Map<Object, Integer> SEEN = new ConcurrentHashMap<>();

    static void visit() throws Exception {
        String page = "http://localhost/page/" + (int) (500 * Math.random());
        SEEN.merge(Load.MEND ? URI.create(page) : new URL(page), 1, Integer::sum);
    }

    public static void main(String[] args) throws Exception {
        Security.setProperty("networkaddress.cache.ttl", "0");
        Load.repeat("fetcher", 8, Places::visit);
    }
}
