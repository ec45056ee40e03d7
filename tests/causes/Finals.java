// fault: what is closed by a finalizer comes faster than finalizers run
// first: [Ff]inaliz
// chain: Finals
// needs: 18
// java: -Xmx600m
public class Finals {
    static volatile Object latest;
    static volatile int sum;

    static final class Handle {
        private final byte[] buffer = new byte[200];

        @Override
        @SuppressWarnings("all")
        protected void finalize() {
            sum = Around.compute(3, 30_000);
        }
    }

    static final class Plain {
        private final byte[] buffer = new byte[200];
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("http", 2, () -> {
            latest = Load.MEND ? new Plain() : new Handle();
            sum = Around.compute(sum, 100);
        });
    }
}
