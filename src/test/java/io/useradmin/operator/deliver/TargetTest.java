package io.useradmin.operator.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {
    @ParameterizedTest
    @CsvSource({
        "https://example.com, false, example.com, 443, true, /",
        "HTTPS://example.com:8443/a%20b?c=%26, false, example.com, 8443, true, /a%20b?c=%26",
        "https://[2606:4700::1]/, false, [2606:4700::1], 443, true, /",
        "http://example.com/a, true, example.com, 80, false, /a",
        "https://example.com/ü?ß=ü%20, false, example.com, 443, true, /%C3%BC?%C3%9F=%C3%BC%20",
    })
    void knowsItsParts(
            String url, boolean allowPrivate, String host, int port, boolean isEncrypted, String pathAndQuery) {
        Target target = Target.parse(url, allowPrivate);
        assertThat(target.host()).isEqualTo(host);
        assertThat(target.port()).isEqualTo(port);
        assertThat(target.isEncrypted()).isEqualTo(isEncrypted);
        assertThat(target.pathAndQuery()).isEqualTo(pathAndQuery);
    }

    @ParameterizedTest
    @CsvSource({
        "http://example.com, false, must begin with https://",
        "ftp://example.com, true, must begin with https://",
        "example.com, true, must begin with https://",
        "https:///path, true, must name a host",
        "https:example.com, true, must name a host",
        "https://under_score.example, true, must name a host",
        "https://example.com:0, true, must name a host",
        "https://example.com:65536, true, must name a host",
        "https://user:word@example.com, true, must have no user and no fragment",
        "https://example.com/#a, true, must have no user and no fragment",
        "https://exa mple.com, true, must be a URL",
    })
    void refusesInvalidTargets(String url, boolean allowPrivate, String message) {
        assertThatThrownBy(() -> Target.parse(url, allowPrivate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"https://example.com/a?token=b, https://example.com/a"})
    void isShownWithoutItsQuery(String url, String shown) {
        assertThat(Target.parse(url, false)).hasToString(shown);
    }
}
