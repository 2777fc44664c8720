package io.useradmin.shared;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address. Different spellings of an address are equal. An IPv4 address mapped into IPv6 equals the IPv4 address.
 *
 * @param text a text that PostgreSQL's {@code inet} accepts
 */
public record IpAddress(String text) {
    /** The characters of addresses, for the OpenAPI document. */
    public static final String CHARACTERS = "^[0-9A-Fa-f:.]+$";
    /** The largest length of an address, in characters. */
    public static final int LONGEST = 45;

    /** Four decimal parts without leading zeros, because some programs read those as octal. */
    private static final String DOTTED = "(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}";

    private static final Pattern IPV4 = Pattern.compile(DOTTED);
    /** At most four digits per group, because Java accepts more. Java checks the number of groups. */
    private static final Pattern IPV6 = Pattern.compile("([0-9A-Fa-f]{0,4}:){2,8}([0-9A-Fa-f]{0,4}|" + DOTTED + ")");

    /** Parses an address. If it is invalid, adds a violation of {@code location} and returns empty. */
    public static Optional<IpAddress> read(Location location, String text, Violations violations) {
        Optional<IpAddress> address = parse(text);
        if (address.isEmpty()) {
            violations.broken(location, "not_an_address", "must be an IPv4 or IPv6 address");
        }
        return address;
    }

    /** Parses an address literal. Never resolves a host name. */
    public static Optional<IpAddress> parse(String literal) {
        boolean canBeAddress = literal.length() <= LONGEST
                && (IPV4.matcher(literal).matches() || IPV6.matcher(literal).matches());
        if (!canBeAddress) {
            return Optional.empty();
        }
        try {
            return Optional.of(new IpAddress(InetAddress.ofLiteral(literal).getHostAddress()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
