package io.useradmin.shared;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * An IP address or a network in CIDR notation, as the range from its first to its last address. A network of IPv4-mapped IPv6
 * addresses equals the IPv4 network.
 *
 * @param first a text that PostgreSQL's {@code inet} accepts, like {@code last}
 */
public record IpNetwork(String first, String last) {
    /** The characters of networks, for the OpenAPI document. */
    public static final String CHARACTERS = "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$";
    /** The largest length of a network, in characters. */
    public static final int LONGEST = IpAddress.LONGEST + 4;

    /** All addresses. PostgreSQL sorts IPv4 before IPv6. */
    public static final IpNetwork ALL = new IpNetwork("0.0.0.0", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");

    /** The number of leading bits that mark an IPv6 address as IPv4-mapped. */
    private static final int MAPPING = 96;

    /** Parses a network. If it is invalid, adds a violation of {@code location} and returns empty. */
    public static Optional<IpNetwork> read(Location location, String text, Violations violations) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        Optional<byte[]> address = IpAddress.parse(literal).map(IpNetwork::bytes);
        Optional<Integer> prefix = address.flatMap(bytes -> slash < 0
                ? Optional.of(8 * bytes.length)
                : prefix(text.substring(slash + 1), isMapped(bytes, literal) ? MAPPING : 0, 8 * bytes.length));
        if (prefix.isEmpty()) {
            violations.broken(
                    location, "not_an_address", "must be an IPv4 or IPv6 address, or a network such as 192.0.2.0/24");
            return Optional.empty();
        }
        Optional<IpNetwork> network = of(address.orElseThrow(), prefix.get());
        if (network.isEmpty()) {
            violations.broken(location, "host_bits", "must have no bits set behind its prefix");
        }
        return network;
    }

    /**
     * The prefix length; empty if {@code digits} is invalid. Negative if the prefix of an IPv4-mapped address ends within the
     * leading bits that mark it as mapped.
     */
    private static Optional<Integer> prefix(String digits, int before, int longest) {
        return Optional.of(digits)
                .filter(text -> text.matches("0|[1-9][0-9]{0,2}"))
                .map(text -> Integer.parseInt(text) - before)
                .filter(bits -> bits <= longest);
    }

    private static boolean isMapped(byte[] address, String literal) {
        return address.length < 16 && literal.indexOf(':') >= 0;
    }

    private static Optional<IpNetwork> of(byte[] address, int prefix) {
        byte[] first = address.clone();
        byte[] last = address.clone();
        for (int bit = Math.max(prefix, 0); bit < 8 * address.length; bit++) {
            int mask = 0x80 >> bit % 8;
            first[bit / 8] &= (byte) ~mask;
            last[bit / 8] |= (byte) mask;
        }
        return prefix >= 0 && Arrays.equals(first, address)
                ? Optional.of(new IpNetwork(text(first), text(last)))
                : Optional.empty();
    }

    private static byte[] bytes(IpAddress address) {
        return InetAddress.ofLiteral(address.text()).getAddress();
    }

    /**
     * Formats IPv6 itself: if a network ends with the IPv4-mapped addresses, {@link InetAddress} would convert its last address
     * to IPv4.
     */
    private static String text(byte[] address) {
        try {
            InetAddress made = address.length == 4
                    ? InetAddress.getByAddress(address)
                    : Inet6Address.getByAddress("", address, -1);
            return made.getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("not an IP address", impossible);
        }
    }
}
