import jdk.jfr.Event;
import jdk.jfr.Name;

/** Two threads that serve requests, slow and fast ones, and work on something else in between. */
public class Requests {
    @Name("test.Request")
    static class Request extends Event {
        String endpoint;
    }

    static volatile double sink;

    static void spin(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        double x = 1;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 10_000; i++) x = Math.sqrt(x + i);
        }
        sink = x;
    }

    static void slow() {
        spin(120);
    }

    static void fast() {
        spin(40);
    }

    static void other() {
        spin(60);
    }

    static void serve(String endpoint, Runnable work) {
        Request request = new Request();
        request.begin();
        work.run();
        request.endpoint = endpoint;
        request.commit();
    }

    static void loop() {
        for (int i = 0; i < Integer.getInteger("rounds", 6); i++) {
            serve("/slow", Requests::slow);
            other();
            serve("/fast", Requests::fast);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread second = new Thread(Requests::loop, "second");
        second.start();
        loop();
        second.join();
    }
}
