// fault: lines of a log are put together though its level is off
// first: String.format|Formatter
// chain: Traces
// cost: yes
import java.util.concurrent.ExecutorService;
import java.util.logging.Level;
import java.util.logging.Logger;

public class Traces {
    private static final Logger LOG = Logger.getLogger("traces");
    static volatile int sum;

    static int item(int number, double price) {
        if (!Load.MEND || LOG.isLoggable(Level.FINE)) LOG.fine(String.format("item %08d costs %.2f of %s", number, price, "EUR"));
        return number * 31;
    }

    static int invoice(int number) {
        int total = Around.compute(number, 2_000);
        for (int i = 0; i < 15; i++) total += item(i, i * 1.5);
        return total;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 3, () -> sum += http.submit(() -> invoice(7)).get());
    }
}
