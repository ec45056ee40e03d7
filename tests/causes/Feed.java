// fault: one thread takes from a queue what four put into it
// first: room in a queue
// chain: indexer
// cost: yes
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;

public class Feed {
    private final ArrayBlockingQueue<Integer> documents = new ArrayBlockingQueue<>(16);
    private final Load.Line crawler, index;

    Feed() throws Exception {
        crawler = new Load.Line(6);
        index = new Load.Line(30);
    }

    int fetch() throws Exception {
        Socket socket = crawler.get();
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    void store(int document) throws Exception {
        Socket socket = index.get();
        socket.getOutputStream().write(document);
        socket.getInputStream().read();
    }

    void crawl() throws Exception {
        documents.put(fetch());
    }

    public static void main(String[] args) throws Exception {
        Feed feed = new Feed();
        for (int i = 0; i < (Load.MEND ? 6 : 1); i++) {
            Thread indexer = new Thread(() -> {
                try {
                    while (true) feed.store(feed.documents.take());
                } catch (Exception e) {
                    // the program ends
                }
            }, "indexer-" + i);
            indexer.setDaemon(true);
            indexer.start();
        }
        Load.repeat("crawler", 4, feed::crawl);
    }
}
