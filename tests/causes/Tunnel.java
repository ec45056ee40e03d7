// fault: what is written to a pipe within the JVM is not flushed, so that who reads it looks once a second
// first: Pipe|Tunnel
// chain: Tunnel.next.*time-out
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.SynchronousQueue;

public class Tunnel {
    private final PipedOutputStream out = new PipedOutputStream();
    private final PipedInputStream in;
    private final SynchronousQueue<Integer> answers = new SynchronousQueue<>();

    Tunnel(int number) throws Exception {
        in = new PipedInputStream(out);
        Thread reader = new Thread(() -> {
            try {
                while (true) answers.put(next() + Around.compute(number, 5000) % 2);
            } catch (Exception e) {
                // the program ends
            }
        }, "decoder-" + number);
        reader.setDaemon(true);
        reader.start();
    }

    int next() throws Exception {
        return in.read();
    }

    void send() throws Exception {
        out.write(7);
        if (Load.MEND) out.flush();
        answers.take();
        Thread.sleep(30);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        for (int i = 1; i < 6; i++) {
            Tunnel tunnel = new Tunnel(i);
            Load.start("codec-" + i, 1, tunnel::send);
        }
        Load.repeat("codec", 1, new Tunnel(0)::send);
    }
}
