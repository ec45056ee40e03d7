/** A library as others have them: a walk over names, each method of it short. */
package org.beacon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class Walker {
    final Map<String, Long> values = new TreeMap<>();

    void walk(String path, int depth) {
        if (depth == 0) {
            values.put(path, Meter.read(path));
            return;
        }
        for (int i = 0; i < 6; i++) walk(Names.join(path, i), depth - 1);
    }
}

class Names {
    static String join(String path, int part) {
        return path + "/" + part;
    }

    static String clean(String path) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < path.length(); i++) out.append(Character.isDigit(path.charAt(i)) ? path.charAt(i) : '_');
        return out.toString();
    }
}

class Meter {
    static long read(String path) {
        long sum = 0;
        for (int i = 0; i < path.length(); i++) sum = sum * 31 + path.charAt(i);
        return sum;
    }
}

class Sheet {
    static int write(Map<String, Long> values) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Long> value : values.entrySet()) lines.add(Names.clean(value.getKey()) + " " + value.getValue());
        return String.join("\n", lines).length();
    }
}

public class Beacon {
    public static int scrape() {
        Walker walker = new Walker();
        for (int i = 0; i < 30; i++) walker.walk("node" + i, 5);
        return Sheet.write(walker.values);
    }
}
