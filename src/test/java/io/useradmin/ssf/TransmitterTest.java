package io.useradmin.ssf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.problem.ProblemException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransmitterTest {
    private static final Transmitter TRANSMITTER = new Transmitter(() -> Optional.of("https://id.example.com"));

    /** RFC 7519 requires URIs, but the identifier of a tenant may have a vertical bar. */
    @Test
    void namesTenantsAndStreamsWithUris() {
        assertThat(URI.create(TRANSMITTER.subjectIssuer("auth0|acme")).getPath())
                .isEqualTo("/tenants/auth0|acme");
        assertThat(URI.create(TRANSMITTER.audience("auth0|acme", "s")).getPath())
                .isEqualTo("/tenants/auth0|acme/streams/s");
        assertThat(TRANSMITTER.pollUrl("s")).isEqualTo("https://id.example.com/api/ssf/poll?stream_id=s");
    }

    @Test
    void isOffWithoutAnIssuer() {
        var off = new Transmitter(() -> Optional.of(" "));

        assertThat(off.configured()).isEmpty();
        assertThatThrownBy(off::require).isInstanceOf(ProblemException.class);
        TRANSMITTER.require();
    }
}
