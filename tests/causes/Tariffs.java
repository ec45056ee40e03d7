// fault: a hot method is excluded from compilation
// first: [Ii]nterpret
// chain: Tariffs.charge
// fault-java: -XX:CompileCommand=exclude,Tariffs.charge -XX:CompileCommand=quiet
// cost: yes
public class Tariffs {
    static long charge(int zone, int weight) {
        long sum = zone;
        for (int i = 0; i < 400; i++) {
            sum += (sum << 3) ^ (weight * 7L + i);
            if ((sum & 15) == zone % 16) sum -= i;
        }
        return sum;
    }

    static void bill() {
        long sum = 0;
        for (int i = 0; i < 1000; i++) sum += charge(i, i * 3);
        if (sum == 42) System.out.println(sum);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("billing", 1, Tariffs::bill);
    }
}
