package io.useradmin.nativeimage;

import java.util.List;

/**
 * A look-up, as recorded by {@link LookupRecorder}.
 *
 * @param method the JDK method that was called
 * @param type the class whose member or resource was looked up; empty if there is none
 * @param name the name that was looked up; empty for all members
 * @param descriptor the parameter and return types of the calling method
 * @param index the position of the call in the caller's bytecode
 * @param callers the methods on the stack as {@code class#method}, the caller first
 */
record Lookup(String method, String type, String name, String descriptor, int index, List<String> callers) {
    static Lookup parse(String line) {
        String[] part = line.split("\t");
        return new Lookup(part[0], part[1], part[2], part[3], Integer.parseInt(part[4]), List.of(part[5].split(" ")));
    }

    boolean isOfClass() {
        return List.of("forName", "loadClass", "findClass").contains(method);
    }

    boolean isOfResource() {
        return method.contains("esource");
    }

    /** Whether it creates a proxy class at run time. */
    boolean isOfProxy() {
        return method.equals("newProxyInstance");
    }

    /** The class or resource that was looked up, or the class of the member. */
    String target() {
        if (isOfResource()) {
            return resource();
        }
        if (isOfProxy()) {
            return "a proxy of " + type;
        }
        return isOfClass() ? name : type;
    }

    boolean isCalledBy(String methodName, String methodDescriptor) {
        return caller().endsWith("#" + methodName) && descriptor.equals(methodDescriptor);
    }

    String caller() {
        return callers.getFirst();
    }

    String callersClass() {
        return caller().substring(0, caller().indexOf('#'));
    }

    private String resource() {
        boolean relative = !type.isEmpty() && !name.startsWith("/");
        return relative
                ? type.substring(0, type.lastIndexOf('.') + 1).replace('.', '/') + name
                : name.replaceFirst("^/", "");
    }

    @Override
    public String toString() {
        return "%s, by %s of %s".formatted(target(), method, caller());
    }
}
