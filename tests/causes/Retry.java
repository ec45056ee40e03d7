// fault: who has the lock sleeps before it tries again
// first: Retry.Gate
// chain: slept
// cost: yes
public class Retry {
    static final class Gate {
        private int tries;

        synchronized void pass() throws Exception {
            if (!Load.MEND && ++tries % 3 == 0) Thread.sleep(25);
        }
    }

    public static void main(String[] args) throws Exception {
        Gate gate = new Gate();
        Load.Line peer = new Load.Line(5);
        Load.repeat("client", 6, () -> {
            gate.pass();
            Load.ask(peer.get());
        });
    }
}
