// fault: sessions are kept until no memory is left; who asks for some then forgets all of them
// first: OutOfMemory|IncreasingLiveSet
// chain: Exhausted.*open
// java: -Xmx64m -XX:+HeapDumpOnOutOfMemoryError
import java.util.ArrayDeque;
import java.util.Deque;

public class Exhausted {
    static final Deque<byte[]> SESSIONS = new ArrayDeque<>();

    static synchronized void open() {
        SESSIONS.add(new byte[40_000]);
        if (Load.MEND && SESSIONS.size() > 50) SESSIONS.remove();
    }

    static void serve() throws Exception {
        try {
            open();
        } catch (OutOfMemoryError e) {
            synchronized (Exhausted.class) {
                SESSIONS.clear();
            }
        }
        Thread.sleep(8);
        Load.did();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("web", 2, Exhausted::serve);
    }
}
