package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static org.hamcrest.Matchers.equalTo;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Without an issuer, Shared Signals are off. */
class SignalsOffIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of("useradmin.ssf.issuer", ""));

    @Test
    void hasNothingToFind() {
        given().get("/.well-known/ssf-configuration").then().statusCode(404);
        given().get("/.well-known/ssf-jwks.json").then().statusCode(404);
    }

    @Test
    void hasNoOperations() {
        Tenant tenant = Tenant.create();
        tenant.stream("stream-1");
        ApiOperation.all()
                .filter(operation -> operation.template().startsWith("/api/ssf"))
                .forEach(operation -> operation
                        .send(as(tenant), "nobody")
                        .then()
                        .statusCode(404)
                        .body("type", equalTo("urn:useradmin:problem:unknown-path")));
    }
}
