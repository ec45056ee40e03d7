// fault: texts are put together piece by piece, so that the collector works all the time
// first: Pages.render|Pages.lambda
// chain: (byte\[\]|char\[\]|String).*GC|GC.*(byte\[\]|char\[\])|allocat
// java: -XX:+UseSerialGC -Xmx64m -Xmn4m
public class Pages {
    private static final java.util.Map<Integer, byte[]> KEPT = new java.util.concurrent.ConcurrentHashMap<>();

    static int render(int n) {
        if (Load.MEND) {
            StringBuilder page = new StringBuilder(4200);
            for (int i = 0; i < 700; i++) page.append("<td>").append((char) ('a' + n % 26));
            return page.length();
        }
        String page = "";
        for (int i = 0; i < 700; i++) page += "<td>" + (char) ('a' + n % 26);
        return page.length();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 12_000; i++) KEPT.put(i, new byte[1000]);
        Load.repeat("renderer", 2, () -> {
            if (render(KEPT.size()) < 0) System.out.println("never");
        });
    }
}
