package io.useradmin.nativeimage;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records every look-up of a class, member, resource or service by name, with its callers: one {@link Lookup} per line.
 * Look-ups that the JDK makes for itself are ignored, because GraalVM handles them.
 */
public final class LookupRecorder {
    /** JDK classes that look up for the program: services, resource bundles, and functions in streams. */
    private static final String FOR_OTHERS = "java.util.";

    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);
    private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();
    private static final ThreadLocal<Boolean> RECORDING = new ThreadLocal<>();

    private static volatile PrintStream out;

    private LookupRecorder() {}

    static void writeTo(Path file) throws IOException {
        out = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    /** Called by the look-up methods. Look-ups by the recorder itself are ignored. */
    public static void record(String method, Object first, Object second, Object third) {
        if (RECORDING.get() != null) {
            return;
        }
        RECORDING.set(true);
        try {
            List<StackFrame> callers = STACK.walk(stack -> stack.skip(2).toList());
            if (isOfTheProgram(callers)) {
                write(method, Arrays.asList(first, second, third), callers);
            }
        } finally {
            RECORDING.remove();
        }
    }

    private static boolean isOfTheProgram(List<StackFrame> callers) {
        return callers.stream()
                .map(StackFrame::getDeclaringClass)
                .filter(caller -> !caller.getName().startsWith(FOR_OTHERS))
                .findFirst()
                .filter(caller -> caller.getModule().getLayer() == null)
                .isPresent();
    }

    private static void write(String method, List<Object> arguments, List<StackFrame> callers) {
        StackFrame caller = callers.getFirst();
        String line = Stream.of(
                        method,
                        subject(arguments, Class.class),
                        subject(arguments, String.class),
                        caller.getDescriptor(),
                        Integer.toString(caller.getByteCodeIndex()),
                        callers.stream()
                                .map(frame -> frame.getClassName() + "#" + frame.getMethodName())
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\t"));
        if (WRITTEN.add(line)) {
            out.println(line);
        }
    }

    private static String subject(List<Object> arguments, Class<?> type) {
        return arguments.stream()
                .flatMap(argument -> argument instanceof Class<?>[] several ? Stream.of(several) : Stream.of(argument))
                .filter(type::isInstance)
                .findFirst()
                .map(found -> found instanceof Class<?> named ? named.getName() : found.toString())
                .orElse("");
    }
}
