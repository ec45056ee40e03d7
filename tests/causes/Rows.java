// fault: a query for each row of another query
// first: localhost|127.0.0.1
// chain: Rows.price
// cost: yes
import java.util.concurrent.ExecutorService;

public class Rows {
    static volatile int sum;
    private final Load.Line database = new Load.Line(1);

    Rows() throws Exception {}

    int[] orders() throws Exception {
        Load.ask(database.get());
        return new int[30];
    }

    int price(int order) throws Exception {
        return order + Load.ask(database.get());
    }

    int page() throws Exception {
        int total = Around.compute(3, 50_000);
        int[] orders = orders();
        if (Load.MEND) return total + price(0);
        for (int order : orders) total += price(order);
        return total;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Rows rows = new Rows();
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 4, () -> sum += http.submit(rows::page).get());
    }
}
