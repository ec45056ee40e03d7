// fault: whether a class exists is asked for each object, and the answer is an exception
// first: [Ee]xception
// chain: Lookups
// cost: yes
public class Lookups {
    private static final java.util.Map<String, Boolean> known = new java.util.HashMap<>();

    static boolean exists(String name) {
        try {
            return Class.forName(name) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static int deep(int depth, String name) {
        if (depth > 0) return deep(depth - 1, name) + 1;
        if (Load.MEND) return known.computeIfAbsent(name, Lookups::exists) ? 1 : 0;
        return exists(name) ? 1 : 0;
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("mapper", 1, () -> {
            for (int i = 0; i < 20; i++) deep(40, "no.such.Type" + i);
        });
    }
}
