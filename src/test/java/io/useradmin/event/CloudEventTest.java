package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class CloudEventTest {
    /** CloudEvents 1.0 requires a URI reference, but the identifier of a tenant may have a vertical bar. */
    @Test
    void hasAUriReferenceAsItsSource() {
        Event event = FeedFixture.event(new Position(1, 0), "auth0|ann");

        CloudEvent published = CloudEvent.of(event, "auth0|acme");

        assertThat(URI.create(published.source()).getPath()).isEqualTo("/tenants/auth0|acme");
        assertThat(published.subject()).isEqualTo("auth0|ann");
        assertThat(published.data().tenantId()).isEqualTo("auth0|acme");
    }
}
