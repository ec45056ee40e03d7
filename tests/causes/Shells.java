// fault: a program of its own is started for each request
// first: [Pp]rocess
// chain: Shells|/bin/true
import java.util.concurrent.ExecutorService;

public class Shells {
    static volatile int sum;

    static int request() throws Exception {
        if (!Load.MEND) new ProcessBuilder("/bin/true").start().waitFor();
        return Around.compute(3, 100_000);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 3, () -> sum += http.submit(Shells::request).get());
    }
}
