package io.useradmin.http;

import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Location.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions that an If-Match or If-None-Match header names (RFC 9110, section 13.1).
 *
 * @param any whether the header is {@code *}, which names every version
 * @param versions the versions named; entity tags that this service never gave out are left out, as they match nothing
 */
public record EntityTags(boolean any, List<Long> versions) {
    /** Names every version. */
    public static final EntityTags ANY = new EntityTags(true, List.of());

    /** A tag and what parts it from the next; RFC 9110 wants empty elements of a list to be ignored. */
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

    /** Reads an If-Match header, for which a weak tag matches nothing. */
    public static Optional<EntityTags> ifMatch(List<String> values) {
        return read("If-Match", values, false);
    }

    /** Reads an If-None-Match header, for which a weak tag matches like a strong one. */
    public static Optional<EntityTags> ifNoneMatch(List<String> values) {
        return read("If-None-Match", values, true);
    }

    /** Whether the header names {@code version}. */
    public boolean match(long version) {
        return any || versions.contains(version);
    }

    private static Optional<EntityTags> read(String header, List<String> values, boolean weakMatches) {
        String value = String.join(",", values).strip();
        if (values.isEmpty()) {
            return Optional.empty();
        }
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
        if (end != value.length() || value.isEmpty()) {
            throw ProblemException.unreadable(
                    new Header(header), "malformed", "must be * or a list of quoted entity tags");
        }
        return Optional.of(new EntityTags(false, versions));
    }
}
