import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Draws a profile from top to bottom: callees are below their callers, as wide as their share. Consecutive calls within one
 * class are one box. Boxes that are too narrow to see are omitted.
 */
final class FlameGraph {
    private static final int WIDTH = 1200;
    private static final int ROW = 15;
    private static final int TOP = 52;
    private static final double NARROWEST = 0.004;
    private static final double LETTER = 6.2;

    private final StringBuilder svg = new StringBuilder();
    private final double total;
    private int deepest;

    private static final class Node {
        private final Map<String, Node> calls = new TreeMap<>();
        private final String name;
        private final Part part;
        private long amount;

        private Node(String name, Part part) {
            this.name = name;
            this.part = part;
        }
    }

    private FlameGraph(double total) {
        this.total = total;
    }

    static String of(String title, Profile profile) {
        var graph = new FlameGraph(profile.total());
        Node root = tree(profile.samples());
        graph.draw(root.calls.values(), 0, 0);
        int height = TOP + (graph.deepest + 1) * ROW + 8;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="8" y="18" font-size="14">%s</text>
                """.formatted(WIDTH, height, title) + legend() + graph.svg + "</svg>\n";
    }

    private static Node tree(List<Profile.Sample> samples) {
        var root = new Node("", Part.JVM);
        for (Profile.Sample sample : samples) {
            Node node = root;
            for (String frame : sample.frames()) {
                String name = name(frame);
                if (!name.equals(node.name)) {
                    node = node.calls.computeIfAbsent(name, known -> new Node(known, Part.ofFrame(frame)));
                    node.amount += sample.amount();
                }
            }
        }
        return root;
    }

    /** For Java frames, only the class: without package, and without the numbers of classes generated at run time. */
    private static String name(String frame) {
        int method = frame.lastIndexOf('.');
        String type = frame.indexOf('/') < 0 || method < 0 ? frame : frame.substring(frame.lastIndexOf('/') + 1, method);
        return type.replaceAll("\\$\\$Lambda.*|\\$\\d.*|_\\[i]|\\.0x.*", "");
    }

    private void draw(Collection<Node> nodes, double left, int depth) {
        double x = left;
        List<Node> widest = new ArrayList<>(nodes);
        widest.sort(Comparator.comparingLong((Node node) -> node.amount).reversed());
        for (Node node : widest) {
            double share = node.amount / total;
            if (share >= NARROWEST) {
                cell(node, x, share, depth);
                draw(node.calls.values(), x, depth + 1);
                x += share * WIDTH;
            }
        }
    }

    private void cell(Node node, double x, double share, int depth) {
        deepest = Math.max(deepest, depth);
        double width = share * WIDTH;
        int y = TOP + depth * ROW;
        int letters = (int) ((width - 4) / LETTER);
        String name = node.name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(String.format(
                Locale.ROOT,
                "<g><title>%s %.1f %%</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"#fff\" stroke-width=\".5\"/>",
                name, share * 100, x, y, width, ROW, node.part.color()));
        if (letters > 3 && !name.contains("&")) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\">%s</text>",
                    x + 2, y + 11, name.substring(0, Math.min(letters, name.length()))));
        }
        svg.append("</g>\n");
    }

    private static String legend() {
        var legend = new StringBuilder();
        double x = 8;
        for (Part part : Part.values()) {
            legend.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.0f\" y=\"28\" width=\"11\" height=\"11\" fill=\"%s\"/><text x=\"%.0f\" y=\"38\">%s</text>%n",
                    x, part.color(), x + 15, part.title()));
            x += 30 + part.title().length() * LETTER * 0.85;
        }
        return legend.toString();
    }
}
