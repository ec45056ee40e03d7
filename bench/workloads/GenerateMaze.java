import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the Java sources of a maze: classes Room0 .. RoomN of static methods, each of which goes
 * on to one of several others as the walker's random numbers say.
 *
 * Usage: GenerateMaze DIRECTORY
 */
public class GenerateMaze {
    private static final int ROOMS = 40;
    private static final int DOORS = 25;
    private static final int EXITS = 4;

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Files.createDirectories(directory);
        for (int room = 0; room < ROOMS; room++) {
            Files.writeString(directory.resolve("Room" + room + ".java"), room(room));
        }
    }

    private static String room(int room) {
        StringBuilder s = new StringBuilder("final class Room" + room + " {\n");
        for (int door = 0; door < DOORS; door++) {
            s.append("    static int door").append(door).append("(Walker w, int depth) {\n");
            s.append("        if (depth == 0) return w.end();\n");
            s.append("        switch (w.next() & ").append(EXITS - 1).append(") {\n");
            for (int exit = 0; exit < EXITS; exit++) {
                int target = (room * 131 + door * 37 + exit * 409 + 17) % (ROOMS * DOORS);
                s.append(exit == EXITS - 1 ? "            default:" : "            case " + exit + ":");
                s.append("\n                return Room").append(target / DOORS).append(".door")
                    .append(target % DOORS).append("(w, depth - 1) + ").append(exit).append(";\n");
            }
            s.append("        }\n    }\n\n");
        }
        return s.append("}\n").toString();
    }
}
