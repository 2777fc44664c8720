package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses of a network. */
class IpNetworkTest {
    private static final String LAST_IPV6 = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";

    final Violations violations = new Violations();

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, 192.0.2.1",
        "192.0.2.1/32, 192.0.2.1, 192.0.2.1",
        "192.0.2.0/24, 192.0.2.0, 192.0.2.255",
        "192.0.2.128/25, 192.0.2.128, 192.0.2.255",
        "192.0.2.4/30, 192.0.2.4, 192.0.2.7",
        "128.0.0.0/1, 128.0.0.0, 255.255.255.255",
        "0.0.0.0/0, 0.0.0.0, 255.255.255.255",
        "2001:DB8::/32, 2001:db8:0:0:0:0:0:0, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::1, 2001:db8:0:0:0:0:0:1, 2001:db8:0:0:0:0:0:1",
        "2001:db8::2/127, 2001:db8:0:0:0:0:0:2, 2001:db8:0:0:0:0:0:3",
        "2001:db8::1/128, 2001:db8:0:0:0:0:0:1, 2001:db8:0:0:0:0:0:1",
        "::/0, 0:0:0:0:0:0:0:0, " + LAST_IPV6,
        "::ffff:192.0.2.1, 192.0.2.1, 192.0.2.1",
        "::ffff:192.0.2.0/120, 192.0.2.0, 192.0.2.255",
        "::ffff:c000:200/120, 192.0.2.0, 192.0.2.255",
        "::ffff:0:0/96, 0.0.0.0, 255.255.255.255",
        "::fffe:0:0/95, 0:0:0:0:0:fffe:0:0, 0:0:0:0:0:ffff:ffff:ffff",
    })
    void goesFromItsFirstToItsLastAddress(String text, String first, String last) {
        assertThat(IpNetwork.read(new Parameter("p"), text, violations)).contains(new IpNetwork(first, last));
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void containsEveryAddress() {
        assertThat(IpNetwork.ALL).isEqualTo(new IpNetwork("0.0.0.0", LAST_IPV6));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1/24",
                "192.0.2.1/31",
                "0.0.0.1/0",
                "2001:db8::1/64",
                "::1/0",
                "::ffff:0:0/95",
                "::ffff:192.0.2.0/24",
                "::ffff:192.0.2.1/120",
                "128.0.0.0/0"
            })
    void refusesBitsAfterThePrefix(String text) {
        assertViolation(text, "host_bits");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/24",
                "192.0.2.0/",
                "192.0.2.0/33",
                "192.0.2.0/-1",
                "192.0.2.0/+24",
                "192.0.2.0/024",
                "192.0.2.0/24/24",
                "192.0.2.0 /24",
                "192.0.2.0/ 24",
                "192.0.2.0/255.255.255.0",
                "192.0.2/24",
                "2001:db8::/129",
                "::ffff:192.0.2.0/129",
                "2001:db8::/1000",
                "fe80::%1/64",
                "localhost",
                "localhost/8",
                "192.0.2.0/٢٤",
                "192.0.2.0/99999999999"
            })
    void refusesOtherTexts(String text) {
        assertViolation(text, "not_an_address");
    }

    private void assertViolation(String text, String code) {
        assertThat(IpNetwork.read(new Parameter("p"), text, violations)).isEmpty();
        assertThat(violations.found()).singleElement().satisfies(violation -> {
            assertThat(violation.code()).isEqualTo(code);
            assertThat(violation.location()).isEqualTo(new Parameter("p"));
        });
    }
}
