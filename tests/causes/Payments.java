// fault: each request asks a service that takes its time, never long at once
// first: localhost|127.0.0.1
// chain: charge
// cost: yes
import java.net.Socket;

public class Payments {
    static volatile double sink;

    static void charge(Socket socket) throws Exception {
        socket.getOutputStream().write(1);
        socket.getInputStream().read();
    }

    public static void main(String[] args) throws Exception {
        Load.Line bank = new Load.Line(Load.MEND ? 1 : 27);
        Load.repeat("order", 6, () -> {
            double x = 0;
            for (int i = 0; i < 100_000; i++) x += Math.sqrt(i + x);
            sink = x;
            charge(bank.get());
        });
    }
}
