package io.useradmin.operator.deliver;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Distinguishes public from private addresses. Without this check, an attacker who controls the target or its DNS record could
 * make this service call hosts behind the firewall (SSRF).
 */
final class Addresses {
    /** The special-purpose address registries of IANA (RFC 6890), and multicast. */
    private static final List<IpSubnetFilterRule> NOT_PUBLIC = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            // Teredo, ORCHID, 6to4 and documentation.
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    /** All other IPv6 addresses are loopback, link-local, unique-local, multicast or unassigned. */
    private static final List<IpSubnetFilterRule> PUBLIC_V6 = networks("2000::/3");

    /** An IPv4 address inside an IPv6-only network (RFC 6052). */
    private static final List<IpSubnetFilterRule> NAT64 = networks("64:ff9b::/96");

    private static final int NAT64_PREFIX = 12;

    private Addresses() {}

    static boolean isPublic(InetAddress address) {
        if (address instanceof Inet6Address && isIn(NAT64, address)) {
            return isPublic(embedded(address));
        }
        return !isIn(NOT_PUBLIC, address) && (!(address instanceof Inet6Address) || isIn(PUBLIC_V6, address));
    }

    private static boolean isIn(List<IpSubnetFilterRule> networks, InetAddress address) {
        var socket = new InetSocketAddress(address, 0);
        return networks.stream().anyMatch(network -> network.matches(socket));
    }

    private static InetAddress embedded(InetAddress address) {
        byte[] bytes = address.getAddress();
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, NAT64_PREFIX, bytes.length));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("not an IPv4 address", impossible);
        }
    }

    private static List<IpSubnetFilterRule> networks(String... networks) {
        return Stream.of(networks).map(Addresses::network).toList();
    }

    private static IpSubnetFilterRule network(String network) {
        String[] parts = network.split("/", 2);
        return new IpSubnetFilterRule(parts[0], Integer.parseInt(parts[1]), IpFilterRuleType.ACCEPT);
    }
}
