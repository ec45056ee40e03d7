// fault: a synchronized map, all of which is copied by each who looks into it
// first: Tables|SynchronizedMap
// chain: Tables.(seen|visit)|HashMap.*<init>|putMapEntries
// cost: yes
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class Tables {
    static volatile int sum;
    private final Map<Integer, Integer> all = Load.MEND ? new ConcurrentHashMap<>() : Collections.synchronizedMap(new HashMap<>());

    int seen() {
        if (Load.MEND) return all.size();
        synchronized (all) {
            return new HashMap<>(all).size();
        }
    }

    void visit() {
        all.put(sum & 4095, 1);
        sum = Around.compute(sum, 200_000) + seen();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Tables tables = new Tables();
        for (int i = 0; i < 4096; i++) tables.all.put(i, i);
        Load.repeat("http", 6, tables::visit);
    }
}
