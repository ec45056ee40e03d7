// fault: what many take from a queue made by hand, one thread makes, and slowly
// first: Shelf
// chain: baker.*(ran|Shelf\.bake)|Shelf\.bake
import java.util.ArrayDeque;

public class Shelf {
    static volatile double sink;
    private final ArrayDeque<Integer> loaves = new ArrayDeque<>();

    synchronized void put(int loaf) throws InterruptedException {
        while (loaves.size() >= 4) wait();
        loaves.add(loaf);
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (loaves.isEmpty()) wait();
        int loaf = loaves.poll();
        notifyAll();
        return loaf;
    }

    static int bake(int number) {
        double sum = 0;
        for (int i = 0; i < 1_500_000; i++) sum += Math.sin(i) * sum + i;
        sink = sum;
        return number;
    }

    public static void main(String[] args) throws Exception {
        Shelf shelf = new Shelf();
        for (int baker = 0; baker < (Load.MEND ? 2 : 1); baker++) {
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; Load.goesOn(); i++) shelf.put(bake(i));
                } catch (InterruptedException e) {
                    // the program ends
                }
            }, "baker-" + baker);
            thread.setDaemon(true);
            thread.start();
        }
        Load.repeat("customer", 6, () -> sink += shelf.take());
    }
}
