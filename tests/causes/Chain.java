// fault: who has the lock that all want waits for another one, which a thread has that waits for the network
// first: Chain
// chain: Store
// cost: yes
public class Chain {
    static final class Store {
        private final Load.Line disk;

        Store() throws Exception {
            disk = new Load.Line(30);
        }

        synchronized void flush() throws Exception {
            java.net.Socket socket = disk.get();
            socket.getOutputStream().write(1);
            socket.getInputStream().read();
        }

        synchronized int read() {
            return 1;
        }
    }

    static final class Cache {
        private final Store store;

        Cache(Store store) {
            this.store = store;
        }

        synchronized int get() {
            return store.read();
        }
    }

    public static void main(String[] args) throws Exception {
        Store store = new Store();
        Cache cache = new Cache(store);
        Load.Line peer = new Load.Line(3);
        Thread flusher = new Thread(() -> {
            try {
                while (!Load.MEND) {
                    store.flush();
                    Thread.sleep(1);
                }
            } catch (Exception e) {
                // the program ends
            }
        }, "flusher");
        flusher.setDaemon(true);
        flusher.start();
        Load.repeat("reader", 8, () -> {
            cache.get();
            Load.ask(peer.get());
        });
    }
}
