package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWK;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The public metadata and keys, which need no API key. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DiscoveryTest {
    @Test
    void hasTheEndpoints() {
        var response = given().get("/.well-known/ssf-configuration");
        response.then().statusCode(200).contentType("application/json");

        JsonNode metadata = Receiver.json(response);
        String issuer = Receiver.ISSUER;
        assertThat(metadata).isEqualTo(Receiver.json("""
                {"spec_version": "1_0", "issuer": "%1$s", "jwks_uri": "%1$s/.well-known/ssf-jwks.json",
                 "delivery_methods_supported": ["urn:ietf:rfc:8936"],
                 "configuration_endpoint": "%1$s/api/ssf/streams", "status_endpoint": "%1$s/api/ssf/status",
                 "verification_endpoint": "%1$s/api/ssf/verification",
                 "critical_subject_members": ["user", "session"],
                 "authorization_schemes": [{"spec_urn": "urn:ietf:rfc:6750"}], "default_subjects": "ALL"}
                """.formatted(issuer)));
    }

    @Test
    void publishesPublicKeysOnly() {
        var response = given().get("/.well-known/ssf-jwks.json");

        response.then()
                .statusCode(200)
                .contentType("application/jwk-set+json")
                .header("Cache-Control", "public, max-age=300");
        assertThat(Receiver.fetchKeys().getKeys()).isNotEmpty().allSatisfy(key -> {
            assertThat(key.isPrivate()).isFalse();
            assertThat(key.getAlgorithm().getName()).isEqualTo("RS256");
            assertThat(key.size()).isGreaterThanOrEqualTo(2_048);
            assertThat(key.getKeyUse().identifier()).isEqualTo("sig");
        });
        assertThat(Receiver.json(response).findValues("d")).isEmpty();
        assertThat(Receiver.json(response).findValues("p")).isEmpty();
        assertThat(Receiver.fetchKeys().getKeys()).extracting(JWK::getKeyID).contains("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/.well-known/ssf-configuration", "/.well-known/ssf-jwks.json"})
    void takesOnlyReads(String path) {
        given().head(path).then().statusCode(200);
        for (String method : List.of("POST", "DELETE")) {
            given().request(method, path)
                    .then()
                    .statusCode(405)
                    .contentType("application/problem+json")
                    .header("Allow", "GET, HEAD");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.well-known/ssf-configuration/",
                "/.well-known/ssf-configuration/acme",
                "/.well-known/ssf-jwks.json/",
            })
    void hasNoOtherPath(String path) {
        given().get(path).then().statusCode(404).contentType("application/problem+json");
    }
}
