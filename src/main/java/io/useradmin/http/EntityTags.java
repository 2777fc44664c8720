package io.useradmin.http;

import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions in an If-Match or If-None-Match header (RFC 9110, section 13.1).
 *
 * @param any whether the header is {@code *}, which matches every version
 * @param versions the versions in the header, without entity tags that this service never issued, because they match nothing
 */
public record EntityTags(boolean any, List<Long> versions) {
    /** Matches every version. */
    public static final EntityTags ANY = new EntityTags(true, List.of());

    /** Matches no version. */
    public static final EntityTags NONE = new EntityTags(false, List.of());

    /** An entity tag and the separator after it. RFC 9110 says to ignore empty list elements. */
    private static final Pattern TAG =
            Pattern.compile("\\G[\\s,]*(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"\\s*(,[\\s,]*|$)");

    private static final Pattern VERSION = Pattern.compile("0|[1-9][0-9]{0,17}");

    public EntityTags {
        versions = List.copyOf(versions);
    }

    /** The strong entity tag of {@code version}. */
    public static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Reads an If-Match header. A weak tag matches nothing. A malformed header is a violation, because the client wants
     * protection against lost updates.
     */
    public static Optional<EntityTags> ifMatch(List<String> values, Violations violations) {
        return guard("If-Match", values, false, violations);
    }

    /** Reads an If-None-Match header. A weak tag matches like a strong one. A malformed header is ignored. */
    public static Optional<EntityTags> ifNoneMatch(List<String> values) {
        return parse(values, true);
    }

    /**
     * Reads the If-None-Match header of a write. A malformed header is a violation, because the client wants protection against
     * lost updates.
     */
    public static Optional<EntityTags> ifNoneMatchOfWrite(List<String> values, Violations violations) {
        return guard("If-None-Match", values, true, violations);
    }

    /** Whether the header matches {@code version}. */
    public boolean match(long version) {
        return any || versions.contains(version);
    }

    /** The same versions with {@code bits} cleared. */
    EntityTags without(long bits) {
        return new EntityTags(
                any, versions.stream().map(version -> version & ~bits).toList());
    }

    /** Whether one of the versions has one of {@code bits}. */
    boolean haveAny(long bits) {
        return versions.stream().anyMatch(version -> (version & bits) != 0);
    }

    private static Optional<EntityTags> guard(
            String header, List<String> values, boolean weakMatches, Violations violations) {
        Optional<EntityTags> tags = parse(values, weakMatches);
        if (tags.isEmpty() && !values.isEmpty()) {
            violations.unreadable(new Header(header), "malformed", "must be * or a list of quoted entity tags");
        }
        return tags;
    }

    private static Optional<EntityTags> parse(List<String> values, boolean weakMatches) {
        // Most requests have no such header.
        if (values.isEmpty()) {
            return Optional.empty();
        }
        String value = String.join(",", values).strip();
        if (value.equals("*")) {
            return Optional.of(ANY);
        }
        List<Long> versions = new ArrayList<>();
        Matcher matcher = TAG.matcher(value);
        int end = 0;
        while (matcher.find()) {
            end = matcher.end();
            if ((weakMatches || matcher.group(1) == null)
                    && VERSION.matcher(matcher.group(2)).matches()) {
                versions.add(Long.parseLong(matcher.group(2)));
            }
        }
        boolean isReadable = end == value.length() && !value.isEmpty();
        return isReadable ? Optional.of(new EntityTags(false, versions)) : Optional.empty();
    }
}
