package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.audit.EventType;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeFilterTest {
    /** A type of a later release. */
    private static final String LATER = "session.moved";

    @ParameterizedTest
    @CsvSource({
        "type=io.useradmin.session.*, true",
        "type=io.useradmin.session.revoked%2A, false",
        "type=io.useradmin.session.revoked&type=io.useradmin.session.*, true",
        "type=io.useradmin.session.revoked, false",
        "type=io.useradmin.user.*, false",
        "type=io.useradmin.*, true",
        "type=io.useradmin*, true",
        "type=io*, true",
        "type=*, true",
        "other=1, true",
    })
    void aBeginningAlsoAdmitsTypesOfALaterRelease(String query, boolean admits) {
        assertThat(matched(query).admits(LATER)).isEqualTo(admits);
    }

    @Test
    void admitsWhatHasOneOfTheNamesOrBeginnings() {
        TypeFilter filter = matched("type=io.useradmin.session.revoked&type=io.useradmin.ip.*");

        assertThat(filter.admits("session.revoked")).isTrue();
        assertThat(filter.admits("session.revoked_later")).isFalse();
        assertThat(filter.admits("ip.blocked")).isTrue();
        assertThat(filter.admits("group.ip.blocked")).isFalse();
        assertThat(filter.admitsAll()).isFalse();
    }

    @Test
    void admitsEverythingWithoutATypeInTheQuery() {
        assertThat(matched("size=1")).isEqualTo(TypeFilter.ALL);
        assertThat(TypeFilter.ALL.admitsAll()).isTrue();
    }

    /** Then the feed reads no more events than a page has. */
    @ParameterizedTest
    @ValueSource(strings = {"type=*", "type=io.useradmin.*", "type=io.useradmin.user.created&type=*"})
    void admitsEverythingIfABeginningFitsEachType(String query) {
        assertThat(matched(query).admitsAll()).isTrue();
    }

    @Test
    void hasTheStoredNamesOfTypes() {
        TypeFilter filter = TypeFilter.of(Set.of(EventType.IP_BLOCKED));

        assertThat(filter.admits("ip.blocked")).isTrue();
        assertThat(filter.admits("ip.unblocked")).isFalse();
    }

    /** A stream of Shared Signals may request only types that the service does not know. */
    @Test
    void admitsNothingForNoTypes() {
        TypeFilter filter = TypeFilter.of(Set.of());

        assertThat(filter.admitsAll()).isFalse();
        assertThat(filter.admits("ip.blocked")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.useradmin.sessions.*", "session.*", "io.useradmin.session.moved", "x", "i", ".*"})
    void refusesWhatFitsNoType(String type) {
        var violations = new Violations();
        TypeFilter.matched(QueryParameters.of("type=" + type, violations), violations);
        assertThat(violations.found()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.useradmin.session.*", "*"})
    void takesNoBeginningIfTypesMustBeNamed(String type) {
        var violations = new Violations();
        TypeFilter.named(QueryParameters.of("type=" + type, violations), violations);
        assertThat(violations.found()).hasSize(1);
    }

    private static TypeFilter matched(String query) {
        var violations = new Violations();
        TypeFilter filter = TypeFilter.matched(QueryParameters.of(query, violations), violations);
        assertThat(violations.found()).isEmpty();
        return filter;
    }
}
