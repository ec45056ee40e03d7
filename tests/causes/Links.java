// fault: elements of a linked list are taken by their numbers
// first: LinkedList|Links
// chain: Links.at|Links.total
// cost: yes
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.ExecutorService;

public class Links {
    static volatile int sum;
    private final List<Integer> lines = Load.MEND ? new ArrayList<>() : new LinkedList<>();

    int total() {
        int total = 0;
        for (int i = 0; i < lines.size(); i++) total += lines.get(i);
        return total;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Links links = new Links();
        for (int i = 0; i < 1_500; i++) links.lines.add(i);
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 3, () -> sum += http.submit(() -> links.total() + Around.compute(7, 20_000)).get());
    }
}
