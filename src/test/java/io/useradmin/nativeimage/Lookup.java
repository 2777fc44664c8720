package io.useradmin.nativeimage;

import java.util.List;

/**
 * A look-up as {@link LookupRecorder} writes it down.
 *
 * @param method the method of the JDK that looked up
 * @param type the class of which it looked for a member or a resource; empty where it did not
 * @param name the name that it looked for; empty where it asked for all members
 * @param descriptor the types of the method that called it
 * @param index the byte code's index of the call in that method
 * @param callers the methods under way as {@code class#method}, the one that called it first
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

    /** Of a class that is made while the program runs. */
    boolean isOfProxy() {
        return method.equals("newProxyInstance");
    }

    /** The class, resource, or class with the member that it looked for. */
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
