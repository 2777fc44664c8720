package io.useradmin.operator;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.Scope;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts command-line values before a command runs, so that wrong usage never reaches the database. */
final class Converters {
    private Converters() {}

    /** A point in time that may be relative to now. */
    interface When {
        Instant after(Instant now);
    }

    /** A format, as {@link OutputFormat#toString} writes it. */
    static class Format implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String value) {
            return oneOf(OutputFormat.values(), value);
        }
    }

    /** A file format, as {@link SourceFormat#toString} writes it. */
    static class Origin implements ITypeConverter<SourceFormat> {
        @Override
        public SourceFormat convert(String value) {
            return oneOf(SourceFormat.values(), value);
        }
    }

    private static <T> T oneOf(T[] allowed, String value) {
        return Arrays.stream(allowed)
                .filter(each -> each.toString().equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be "
                        + Arrays.stream(allowed).map(Object::toString).collect(Collectors.joining(" or "))));
    }

    /** An identifier in the format of the API. */
    static class Id implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!Identifier.isValid(value)) {
                throw new TypeConversionException(Identifier.RULE);
            }
            return value;
        }
    }

    /** The public part of an API key. */
    static class KeyId implements ITypeConverter<String> {
        private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

        @Override
        public String convert(String value) {
            if (!FORM.matcher(value).matches()) {
                // Does not repeat the value: it may be a whole key, which must not get into a log.
                throw new TypeConversionException("must be the 32 hexadecimal digits that 'key list' shows");
            }
            return value;
        }
    }

    /** A display name. */
    static class Name implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!KeyGrant.isName(value)) {
                throw new TypeConversionException(KeyGrant.NAME_RULE);
            }
            return value;
        }
    }

    /** A scope as in the API, including {@link Scope#ALL}. */
    static class ScopeText implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (value.isEmpty()) {
                throw new TypeConversionException("a scope is empty");
            }
            if (!ScopeCandidates.ALL.contains(value)) {
                throw new TypeConversionException(
                        "unknown scope '" + value + "'; known are " + String.join(", ", ScopeCandidates.ALL));
            }
            return value;
        }
    }

    /** All allowed values of a scope. */
    static class ScopeCandidates implements Iterable<String> {
        static final List<String> ALL = Scope.written();

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }

    /** A rate limit, such as 100/s. */
    static class Rate implements ITypeConverter<RateLimit> {
        @Override
        public RateLimit convert(String value) {
            return RateLimit.parse(value).orElseThrow(() -> new TypeConversionException(RateLimit.RULE));
        }
    }

    /** The burst of a rate limit. */
    static class Burst implements ITypeConverter<Integer> {
        private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0,6}");

        @Override
        public Integer convert(String value) {
            if (!FORM.matcher(value).matches() || Integer.parseInt(value) > RateLimit.MOST) {
                throw new TypeConversionException("must be from 1 to " + RateLimit.MOST);
            }
            return Integer.valueOf(value);
        }
    }

    /** A duration from zero to a hundred years. A longer one could overflow when it is added to a time. */
    static class Length implements ITypeConverter<Duration> {
        private static final Duration LONGEST = Duration.ofDays(36_525);
        private static final String RULE =
                "must be an ISO 8601 duration such as P30D or PT1H, not negative and at most P36525D";

        @Override
        public Duration convert(String value) {
            Duration length = parse(value);
            if (length.isNegative() || length.compareTo(LONGEST) > 0) {
                throw new TypeConversionException(RULE);
            }
            return length;
        }

        private static Duration parse(String value) {
            try {
                return Duration.parse(value);
            } catch (DateTimeException malformed) {
                throw new TypeConversionException(RULE);
            }
        }
    }

    /** A point in time, or a duration from now. */
    static class Moment implements ITypeConverter<When> {
        private static final String RULE =
                "must be a time such as 2027-01-31T00:00:00Z or a duration from now such as P90D";
        private static final int LAST_YEAR = 9999;

        @Override
        public When convert(String value) {
            if (value.startsWith("P")) {
                Duration length = new Length().convert(value);
                return now -> now.plus(length);
            }
            Instant instant = parse(value, RULE);
            return _ -> instant;
        }

        private static Instant parse(String value, String rule) {
            try {
                OffsetDateTime parsed = OffsetDateTime.parse(value).withOffsetSameInstant(ZoneOffset.UTC);
                if (parsed.getYear() <= LAST_YEAR) {
                    return parsed.toInstant();
                }
                throw new TypeConversionException(rule);
            } catch (DateTimeException malformed) {
                throw new TypeConversionException(rule);
            }
        }
    }

    /** A point in time. */
    static class Time implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            return Moment.parse(value, "must be a time such as 2027-01-31T00:00:00Z");
        }
    }

    /** An IP address or a network. */
    static class Network implements ITypeConverter<IpNetwork> {
        @Override
        public IpNetwork convert(String value) {
            var violations = new Violations();
            return IpNetwork.read(new Location.Parameter("value"), value, violations)
                    .orElseThrow(() -> new TypeConversionException(
                            violations.found().getFirst().detail()));
        }
    }

    /** The word for the present. */
    static class Now implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!value.equals("now")) {
                throw new TypeConversionException("must be now");
            }
            return value;
        }
    }
}
