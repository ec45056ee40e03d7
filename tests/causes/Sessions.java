// fault: twenty thousand subscriptions are in a list that is copied for each that comes or goes
// java: -Xmx500m
// first: CopyOnWrite|Sessions
// chain: CopyOnWriteArrayList
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class Sessions {
    private static final Collection<Object> ALL = Load.MEND ? ConcurrentHashMap.newKeySet() : new CopyOnWriteArrayList<>();

    static void join(Object session) {
        ALL.add(session);
    }

    static void leave(Object session) {
        ALL.remove(session);
    }

    static void visit() throws Exception {
        Object session = new Object();
        join(session);
        Around.log("hello " + Around.compute(3, 10_000));
        leave(session);
        Thread.sleep(1);
    }

    public static void main(String[] args) throws Exception {
        Object[] old = new Object[20_000];
        for (int i = 0; i < old.length; i++) old[i] = new Object();
        ALL.addAll(java.util.Arrays.asList(old));
        Around.start();
        Load.repeat("web", 4, Sessions::visit);
    }
}
