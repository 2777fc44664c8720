package io.useradmin.apikey;

import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key has exactly the scopes stored in its row. Similar texts in the row give no access. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ScopeEscalationTest {
    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#withScope")
    void deniesScopesThatOnlyLookLikeTheRequiredOne(ApiOperation operation) {
        String key = tenant.key(Stream.concat(Arrays.stream(operation.otherScopes()), similarTexts(operation.scope()))
                        .toArray(String[]::new))
                .reveal();

        operation.send(key, user).then().statusCode(403).body("scope", equalTo(operation.scope()));
    }

    private static Stream<String> similarTexts(String scope) {
        String resource = scope.substring(0, scope.indexOf(':'));
        String action = scope.substring(scope.indexOf(':') + 1);
        return Stream.of(
                        scope.toUpperCase(Locale.ROOT),
                        Character.toUpperCase(scope.charAt(0)) + scope.substring(1),
                        " " + scope,
                        scope + " ",
                        scope + "\n",
                        scope + "\u00a0",
                        scope + "," + scope,
                        scope + " " + scope,
                        scope.replace(":", "\uff1a"),
                        scope.replace(":", "."),
                        scope.replace("s", "\u017f"),
                        scope.replace("e", "\u0435"),
                        resource,
                        resource + ":",
                        resource + ":*",
                        "*:" + action,
                        "*:*",
                        "**",
                        " *",
                        "* ",
                        "\uff0a",
                        "")
                .filter(lookAlike -> !lookAlike.equals(scope));
    }
}
