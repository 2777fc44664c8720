package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A receiver of one stream. It validates tokens with a different library than the one that signs them. */
final class Receiver {
    /** The issuer in {@code %test}. The name does not resolve. */
    static final String ISSUER = "https://id.example.com";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Tenant tenant;
    private final JsonNode stream;
    private JWKSet keys;

    private Receiver(Tenant tenant, JsonNode stream) {
        this.tenant = tenant;
        this.stream = stream;
        this.keys = fetchKeys();
    }

    /** Creates a stream and its receiver. */
    static Receiver create(Tenant tenant) {
        return create(tenant, "{}");
    }

    static Receiver create(Tenant tenant, String body) {
        return new Receiver(
                tenant,
                json(withKey(tenant.apiKey())
                        .body(body)
                        .post("/api/ssf/streams")
                        .then()
                        .statusCode(201)
                        .extract()));
    }

    static JWKSet fetchKeys() {
        try {
            return JWKSet.parse(Api.given()
                    .get(path(Api.given().get("/.well-known/ssf-configuration").path("jwks_uri")))
                    .asString());
        } catch (java.text.ParseException malformed) {
            throw new AssertionError(malformed);
        }
    }

    void refreshKeys() {
        keys = fetchKeys();
    }

    JsonNode stream() {
        return stream;
    }

    String id() {
        return stream.get("stream_id").asText();
    }

    Response send(String body) {
        return withKey(tenant.apiKey())
                .body(body)
                .post(path(stream.at("/delivery/endpoint_url").asText()));
    }

    /** Polls without waiting. Returns the claims of the tokens, in order. */
    List<JsonNode> poll(String... acknowledged) {
        return poll(100, acknowledged);
    }

    List<JsonNode> poll(int most, String... acknowledged) {
        return claims(send(body(most, true, acknowledged)));
    }

    /** Polls until there are this many tokens, because an open transaction may hold back committed events. */
    List<JsonNode> await(int tokens) {
        List<JsonNode> found = poll();
        for (int tries = 0; found.size() < tokens && tries < 1_000; tries++) {
            found = poll();
        }
        assertThat(found).hasSize(tokens);
        return found;
    }

    void status(String status) {
        withKey(tenant.apiKey())
                .body("{\"stream_id\": \"" + id() + "\", \"status\": \"" + status + "\"}")
                .post("/api/ssf/status")
                .then()
                .statusCode(200)
                .body("status", equalTo(status));
    }

    void verify(String state) {
        withKey(tenant.apiKey())
                .body("{\"stream_id\": \"" + id() + "\", \"state\": \"" + state + "\"}")
                .post("/api/ssf/verification")
                .then()
                .statusCode(204);
    }

    static String body(int most, boolean immediately, String... acknowledged) {
        return JSON.valueToTree(
                        Map.of("maxEvents", most, "returnImmediately", immediately, "ack", List.of(acknowledged)))
                .toString();
    }

    /** Validates the tokens of a response. Returns their claims. */
    List<JsonNode> claims(Response response) {
        response.then().statusCode(200);
        List<JsonNode> all = new ArrayList<>();
        sets(response).forEach((jti, token) -> all.add(checked(jti, token)));
        return all;
    }

    static Map<String, String> sets(Response response) {
        Map<String, String> sets = new LinkedHashMap<>();
        json(response)
                .get("sets")
                .properties()
                .forEach(set -> sets.put(set.getKey(), set.getValue().asText()));
        return sets;
    }

    private JsonNode checked(String jti, String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            assertThat(jwt.getHeader().getType().getType()).isEqualTo("secevent+jwt");
            assertThat(jwt.getHeader().getAlgorithm().getName()).isEqualTo("RS256");
            JWK key = keys.getKeyByKeyId(jwt.getHeader().getKeyID());
            assertThat(key)
                    .as("the published key %s", jwt.getHeader().getKeyID())
                    .isNotNull();
            assertThat(jwt.verify(new RSASSAVerifier(key.toRSAKey()))).isTrue();
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            assertThat(claims.getIssuer()).isEqualTo(ISSUER);
            assertThat(claims.getAudience()).containsExactly(stream.get("aud").asText());
            assertThat(claims.getJWTID()).isEqualTo(jti);
            assertThat(claims.getIssueTime()).isNotNull();
            assertThat(claims.getClaims())
                    .containsKeys("txn", "sub_id", "events")
                    .doesNotContainKeys("sub", "exp");
            return JSON.readTree(jwt.getPayload().toString());
        } catch (java.text.ParseException | com.nimbusds.jose.JOSEException | java.io.IOException wrong) {
            throw new AssertionError(wrong);
        }
    }

    static String[] ids(List<JsonNode> claims) {
        return claims.stream().map(each -> each.get("jti").asText()).toArray(String[]::new);
    }

    static String type(JsonNode claims) {
        assertThat(claims.get("events")).hasSize(1);
        return claims.get("events").fieldNames().next().replaceFirst("^https://schemas.openid.net/secevent/", "");
    }

    static JsonNode json(Response response) {
        return json(response.asString());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (java.io.IOException malformed) {
            throw new AssertionError(malformed);
        }
    }

    static Map<String, Object> map(JsonNode node) {
        return JSON.convertValue(node, new com.fasterxml.jackson.core.type.TypeReference<Map<String, Object>>() {});
    }

    /** The URL's path, because the issuer's name does not resolve. */
    static String path(String url) {
        assertThat(url).startsWith(ISSUER + "/");
        return url.substring(ISSUER.length());
    }
}
