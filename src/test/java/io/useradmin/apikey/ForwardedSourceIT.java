package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behind a proxy, a failed key counts for the right source address, whatever the proxy or its client sends as the address. */
class ForwardedSourceIT {
    /** Each source may fail only once. So a limited second failure shows that both counted for the same source. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of(
            "quarkus.http.proxy.proxy-address-forwarding", "true",
            "quarkus.http.proxy.allow-forwarded", "true",
            "quarkus.http.proxy.allow-x-forwarded", "true",
            "useradmin.failed-keys.per-minute", "1"));

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For: 192.0.2.1 | X-Forwarded-For: 192.0.2.1:4711 | X-Forwarded-For: 192.0.2.2",
                "X-Forwarded-For: ::ffff:192.0.2.3 | X-Forwarded-For: 192.0.2.3 , 192.0.2.99 | X-Forwarded-For: 192.0.2.4",
                "X-Forwarded-For: [2001:db8:1::1]:80 | X-Forwarded-For: 2001:db8:1::2 | X-Forwarded-For: [2001:db8:2::1]:80",
                "X-Forwarded-For: [2001:db8:3::1] | Forwarded: for=\"[2001:db8:3::2]:80\" | X-Forwarded-For: [2001:db8:4::1]",
                "X-Forwarded-For: fe80::1%eth0 | X-Forwarded-For: fe80::1 | X-Forwarded-For: fe80:0:0:1::1",
            })
    void readsTheAddressInAnyNotation(String first, String sameSource, String anotherSource) {
        assertThat(statusOfBadKey(first)).isEqualTo(401);
        assertThat(statusOfBadKey(sameSource)).isEqualTo(429);
        assertThat(statusOfBadKey(anotherSource)).isEqualTo(401);
    }

    @Test
    void countsAnInvalidAddressForThePeer() {
        assertThat(status("X-Forwarded-For: unknown", tenant.apiKey())).isEqualTo(200);
        assertThat(statusOfBadKey("X-Forwarded-For: unknown")).isEqualTo(401);

        assertThat(List.of(
                        "X-Forwarded-For: 999.1.1.1",
                        "X-Forwarded-For: _hidden:80",
                        "X-Forwarded-For: [2001:db8::1",
                        "X-Forwarded-For: " + "1".repeat(4000),
                        "Forwarded: for=unknown",
                        "X-Forwarded-Host: no.address"))
                .allSatisfy(header -> assertThat(statusOfBadKey(header)).isEqualTo(429));
        assertThat(status("X-Forwarded-For: unknown", tenant.apiKey())).isEqualTo(200);
    }

    /** The framework itself rejects such a request. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",", ":80"})
    void refusesAnEmptyAddress(String address) {
        assertThat(status("X-Forwarded-For: " + address, tenant.apiKey())).isEqualTo(400);
    }

    private int statusOfBadKey(String header) {
        return status(header, "no-key");
    }

    private int status(String header, String key) {
        String answer = RawHttp.exchange("GET /api/users/" + user + "/sessions HTTP/1.1\r\nHost: localhost\r\n" + header
                + "\r\nX-API-KEY: " + key + "\r\nConnection: close\r\n\r\n");
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }
}
