package io.useradmin.nativeimage;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The methods that GraalVM replaces or removes because of the framework's annotations. */
final class Substitutions {
    private static final String ANNOTATIONS = "com.oracle.svm.core.annotate.";
    /** All methods of a class. */
    private static final String ALL = "*";

    private final Set<String> methods;

    Substitutions(JarFolder jars) {
        methods = jars
                .entries(entry -> entry.endsWith(".class")
                        && !entry.startsWith("META-INF/")
                        && Stream.of("Target_", "ubstit", "graal").anyMatch(entry::contains))
                .stream()
                .map(jars::parse)
                .flatMap(Substitutions::replaced)
                .collect(Collectors.toSet());
    }

    /** Whether a method, written as {@code class#method}, is replaced or removed. */
    boolean replace(String method) {
        return methods.contains(method) || methods.contains(method.replaceFirst("#.*", "#" + ALL));
    }

    private static Stream<String> replaced(ClassModel substitution) {
        Optional<Annotation> target = annotation(substitution, "TargetClass");
        if (target.isEmpty()) {
            return Stream.empty();
        }
        String name = name(target.get());
        return isReplaced(substitution)
                ? Stream.of(name + "#" + ALL)
                : substitution.methods().stream()
                        .filter(Substitutions::isReplaced)
                        .map(method -> name + "#" + method.methodName().stringValue());
    }

    private static boolean isReplaced(AttributedElement element) {
        return Stream.of("Substitute", "Delete")
                .anyMatch(kind -> annotation(element, kind).isPresent());
    }

    private static Optional<Annotation> annotation(AttributedElement element, String name) {
        ClassDesc type = ClassDesc.of(ANNOTATIONS + name);
        return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(present -> present.annotations().stream())
                .filter(annotation -> annotation.classSymbol().equals(type))
                .findFirst();
    }

    /** The name of the annotation's target: given as a class or as a name, maybe with inner class names. */
    private static String name(Annotation target) {
        return Stream.concat(
                        values(target, "value")
                                .filter(_ ->
                                        values(target, "className").findAny().isEmpty()),
                        Stream.concat(values(target, "className"), values(target, "innerClass")))
                .collect(Collectors.joining("$"));
    }

    private static Stream<String> values(Annotation annotation, String element) {
        return annotation.elements().stream()
                .filter(present -> present.name().equalsString(element))
                .flatMap(present -> texts(present.value()));
    }

    private static Stream<String> texts(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfString text -> Stream.of(text.stringValue());
            case AnnotationValue.OfClass type -> Stream.of(className(type.classSymbol()));
            case AnnotationValue.OfArray several -> several.values().stream().flatMap(Substitutions::texts);
            default -> Stream.empty();
        };
    }

    static String className(ClassDesc type) {
        String descriptor = type.descriptorString();
        return type.isArray()
                ? descriptor.replace('/', '.')
                : descriptor.replaceAll("^L|;$", "").replace('/', '.');
    }
}
