package io.useradmin.operator.deliver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host name. */
@FunctionalInterface
interface Resolver {
    /** The system's resolver. */
    Resolver OF_SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    List<InetAddress> addresses(String host) throws UnknownHostException;
}
