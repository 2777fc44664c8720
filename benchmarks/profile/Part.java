import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The part that a sample belongs to: that of the deepest frame that matches a part. */
enum Part {
    SYSTEM("system calls", "#9a9a9a", "(?:__GI_|__libc_)?_*(?:write|writev|read|readv|send|recv|epoll_\\w+|accept4?|futex)\\w*"),
    OWN("this project", "#1f5fa8", "io/useradmin/.*"),
    TELEMETRY("metrics and traces", "#b58bd0", "io/(?:micrometer|opentelemetry|quarkus/(?:micrometer|opentelemetry))/.*"),
    HIBERNATE("Hibernate", "#d0605e", "org/hibernate/.*|io/quarkus/hibernate/.*"),
    DATABASE("PostgreSQL's client", "#e39c45", "io/vertx/(?:pgclient|sqlclient|mutiny/sqlclient)/.*"),
    JSON("JSON", "#d8c24a", "com/fasterxml/jackson/.*"),
    FRAMEWORK("Quarkus and its REST layer", "#5aa469", "io/quarkus/.*|org/jboss/.*|io/smallrye/.*"),
    HTTP("Vert.x", "#8cc39a", "io/vertx/.*"),
    NETWORK("Netty", "#8fb7e0", "io/netty/.*"),
    JVM("JVM: compiler, collector, start of threads", "#cfcfcf", ".*");

    private static final List<Part> SOMEBODY =
            Arrays.stream(values()).filter(part -> part != SYSTEM && part != JVM).toList();

    private final String title;
    private final String color;
    private final Pattern frames;

    Part(String title, String color, String frames) {
        this.title = title;
        this.color = color;
        this.frames = Pattern.compile(frames);
    }

    String title() {
        return title;
    }

    String color() {
        return color;
    }

    /** The part of a stack, given from the thread's first frame to the running one. */
    static Part of(List<String> stack) {
        if (SYSTEM.frames.matcher(stack.getLast()).matches()) {
            return SYSTEM;
        }
        return stack.reversed().stream()
                .map(Part::ofFrame)
                .filter(SOMEBODY::contains)
                .findFirst()
                .orElse(JVM);
    }

    static Part ofFrame(String frame) {
        return Arrays.stream(values())
                .filter(part -> part.frames.matcher(frame).matches())
                .findFirst()
                .orElse(JVM);
    }
}
