package io.useradmin.profile;

import static io.useradmin.testsupport.Api.as;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every claim is a value of its own, however it is written. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ClaimsTest {
    private static final String USER = "/api/users/{user}";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    static List<String> claims() {
        return OpenApiDocument.committed().claims();
    }

    static Stream<String> everyClaim() {
        return claims().stream();
    }

    @Test
    void areThoseOfTheSpecification() {
        assertThat(claims())
                .containsExactlyInAnyOrder(
                        "name",
                        "given_name",
                        "family_name",
                        "middle_name",
                        "nickname",
                        "preferred_username",
                        "profile",
                        "picture",
                        "website",
                        "gender",
                        "birthdate",
                        "zoneinfo",
                        "locale");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /api/users/{user}", "PATCH, /api/users/{user}", "PATCH, /api/users/{user}/claims"})
    void keepsEachClaim(String method, String path) {
        Map<String, String> written = all("new ");

        write(method, path, written);

        assertThat(read()).isEqualTo(written);
    }

    @ParameterizedTest
    @MethodSource("everyClaim")
    void removesAClaimAlone(String claim) {
        for (String path : List.of(USER, USER + "/claims")) {
            Map<String, String> left = all("");
            write("PUT", USER, left);

            write("PATCH", path, Collections.singletonMap(claim, null));

            left.remove(claim);
            assertThat(read()).as(path).isEqualTo(left);
        }
    }

    private static Map<String, String> all(String prefix) {
        return claims().stream()
                .collect(toMap(Function.identity(), claim -> prefix + claim, (a, _) -> a, TreeMap::new));
    }

    private void write(String method, String path, Map<String, String> claims) {
        Response written =
                as(tenant).body(Collections.singletonMap("claims", claims)).request(method, path, user);
        written.then().statusCode(200);
    }

    private Map<String, String> read() {
        return as(tenant).get(USER, user).path("claims");
    }
}
