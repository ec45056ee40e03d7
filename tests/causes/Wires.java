// fault: what is always the same is read from its serial form for each request
// first: java.io.ObjectInputStream|Wires.catalogue|java.io
// chain: Wires.catalogue|Wires.request
// cost: yes
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;

public class Wires {
    static final class Item implements Serializable {
        final int number;
        final String name;

        Item(int number) {
            this.number = number;
            this.name = "item " + number;
        }
    }

    static volatile int sum;
    private final byte[] bytes;
    private volatile List<?> known;

    Wires() throws Exception {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 300; i++) items.add(new Item(i));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(items);
        bytes = out.toByteArray();
    }

    List<?> catalogue() throws Exception {
        if (Load.MEND && known != null) return known;
        return known = (List<?>) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    int request(int number) throws Exception {
        return Around.compute(number, 20_000) + catalogue().size();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Wires wires = new Wires();
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 3, () -> sum += http.submit(() -> wires.request(7)).get());
    }
}
