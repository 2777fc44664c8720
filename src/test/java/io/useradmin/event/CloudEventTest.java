package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.event.Event.Subject;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloudEventTest {
    /** Consumers find duplicates by the id, and order what they keep by the time. */
    @Test
    void hasTheIdTimeTypeAndIdentifiersOfTheStoredEvent() {
        Event event = new Event(
                new Position(7, 8),
                "019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b",
                Instant.parse("2026-01-01T12:00:00.120Z"),
                "session.revoked",
                new Subject("user", "session", "group", "google", "192.0.2.1", "target", "stream"),
                new Event.Key("key", "Own"),
                "trace",
                "actor",
                "reason",
                "session_id",
                List.of("/a"));

        assertThat(CloudEvent.of(event, "acme"))
                .isEqualTo(new CloudEvent(
                        "1.0",
                        "019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b",
                        "/tenants/acme",
                        "io.useradmin.session.revoked",
                        "2026-01-01T12:00:00.120Z",
                        "user",
                        "application/json",
                        new CloudEvent.Data(
                                "acme",
                                "user",
                                "session",
                                "group",
                                "google",
                                "192.0.2.1",
                                "target",
                                "stream",
                                new Event.Key("key", "Own"),
                                null,
                                "trace",
                                "session_id",
                                List.of("/a"))));
    }

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
