package io.useradmin.shared;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address, equal for all its spellings; an IPv4 address mapped into IPv6 is the IPv4 address.
 *
 * @param text a spelling that PostgreSQL's {@code inet} accepts
 */
public record IpAddress(String text) {
    /** The characters that addresses are written with, for the OpenAPI document. */
    public static final String CHARACTERS = "^[0-9A-Fa-f:.]+$";
    /** The most characters that an address is written with. */
    public static final int LONGEST = 45;

    /** Four decimal parts without leading zeros, which some programs would read as octal. */
    private static final String DOTTED = "(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}";

    private static final Pattern IPV4 = Pattern.compile(DOTTED);
    /** Groups of at most four digits, because Java would accept more; Java checks the number of groups. */
    private static final Pattern IPV6 = Pattern.compile("([0-9A-Fa-f]{0,4}:){2,8}([0-9A-Fa-f]{0,4}|" + DOTTED + ")");

    /** Parses an address literal; never a host name, which would be looked up. */
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
