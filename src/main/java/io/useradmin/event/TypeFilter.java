package io.useradmin.event;

import io.useradmin.audit.EventType;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types that a reader wants: a type must be one of the names or begin with one of the beginnings. A beginning is not replaced by
 * the types that begin with it, because it also admits types that only a later release knows. During a roll-out, this
 * release reads such events too, and a reader does not come back to what its cursor has passed.
 *
 * @param names stored names
 * @param beginnings beginnings of stored names
 */
record TypeFilter(Set<String> names, Set<String> beginnings) {
    /** Admits every type. */
    static final TypeFilter ALL = new TypeFilter(Set.of(), Set.of(""));

    private static final String DETAIL = "must be a type such as " + EventType.USER_CREATED.published();
    private static final String WILDCARD = "*";

    TypeFilter {
        names = Set.copyOf(names);
        beginnings = Set.copyOf(beginnings);
    }

    /** Admits only these types. */
    static TypeFilter of(Set<EventType> types) {
        return new TypeFilter(types.stream().map(EventType::stored).collect(Collectors.toSet()), Set.of());
    }

    /** Reads the parameter {@code type}, which may be repeated. */
    static TypeFilter named(QueryParameters query, Violations violations) {
        List<String> wanted = query.texts("type");
        return wanted.isEmpty() ? ALL : new TypeFilter(names(wanted.stream(), DETAIL, violations), Set.of());
    }

    /** The same, but a type may end with a {@code *}. */
    static TypeFilter matched(QueryParameters query, Violations violations) {
        String detail = DETAIL + ", or its beginning and *";
        List<String> wanted = query.texts("type");
        if (wanted.isEmpty()) {
            return ALL;
        }
        return new TypeFilter(
                names(wanted.stream().filter(text -> !text.endsWith(WILDCARD)), detail, violations),
                beginnings(wanted.stream().filter(text -> text.endsWith(WILDCARD)), detail, violations));
    }

    boolean admitsAll() {
        return beginnings.contains("");
    }

    boolean admits(String type) {
        return names.contains(type) || beginnings.stream().anyMatch(type::startsWith);
    }

    private static Set<String> names(Stream<String> wanted, String detail, Violations violations) {
        return wanted.filter(text -> isKnown(type -> type.published().equals(text), detail, violations))
                .map(TypeFilter::stored)
                .collect(Collectors.toSet());
    }

    /** A beginning that fits no type is refused like a misspelled type. */
    private static Set<String> beginnings(Stream<String> wanted, String detail, Violations violations) {
        return wanted.map(text -> text.substring(0, text.length() - WILDCARD.length()))
                .filter(text -> isKnown(type -> type.published().startsWith(text), detail, violations))
                .map(TypeFilter::stored)
                .collect(Collectors.toSet());
    }

    private static boolean isKnown(Predicate<EventType> matches, String detail, Violations violations) {
        boolean isKnown = Arrays.stream(EventType.values()).anyMatch(matches);
        if (!isKnown) {
            violations.broken(new Parameter("type"), "unknown_value", detail);
        }
        return isKnown;
    }

    /** Without the prefix of published names; empty if {@code published} is only a part of the prefix. */
    private static String stored(String published) {
        return published.substring(Math.min(published.length(), EventType.PREFIX.length()));
    }
}
