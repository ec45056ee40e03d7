// fault: what is no number is found out by an exception, deep down
// first: [Ee]xception
// chain: Fields
public class Fields {
    static boolean isNumber(String text) {
        if (Load.MEND) return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
        try {
            Integer.parseInt(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static int read(String[] row, int at, int depth) {
        if (depth > 0) return read(row, at, depth - 1);
        return isNumber(row[at]) ? 1 : 0;
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        String[] row = {"12", "north", "7", "", "east", "3.5"};
        Load.repeat("reader", 1, () -> {
            for (int i = 0; i < row.length; i++) sum += read(row, i, 30);
        });
    }
}
