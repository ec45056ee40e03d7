// fault: clients sleep before they try again, as every other answer is a refusal
// first: Hurry.backOff|sleep
// chain: Hurry.backOff|Hurry.call
import java.io.IOException;
import java.util.concurrent.ExecutorService;

public class Hurry {
    static volatile int sum;
    private final Load.Line stock = new Load.Line(3);

    Hurry() throws Exception {}

    int once(int attempt) throws IOException {
        int answer = Load.ask(stock.get());
        if (!Load.MEND && attempt < 2) throw new IOException("busy");
        return answer;
    }

    void backOff(int attempt) throws InterruptedException {
        Thread.sleep(30L << attempt);
    }

    int call() throws Exception {
        for (int attempt = 0;; attempt++) {
            try {
                return Around.compute(once(attempt), 20_000);
            } catch (IOException e) {
                Around.log("again " + attempt);
                backOff(attempt);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Hurry hurry = new Hurry();
        ExecutorService http = Around.pool("http", 6);
        Load.repeat("client", 6, () -> sum += http.submit(hurry::call).get());
    }
}
