package io.useradmin.testsupport;

import static io.restassured.RestAssured.given;

import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;

/** Requests as published clients send them. */
public final class Api {
    private static final RestAssuredConfig CONFIG = RestAssuredConfig.config()
            .encoderConfig(EncoderConfig.encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .encodeContentTypeAs("nonsense", ContentType.TEXT)
                    .encodeContentTypeAs("application/merge-patch+json", ContentType.TEXT));

    private Api() {}

    /** A request with the tenant's key that is good for everything. */
    public static RequestSpecification as(Tenant tenant) {
        return withKey(tenant.apiKey());
    }

    public static RequestSpecification withKey(String key) {
        return given().config(CONFIG)
                .header("X-API-KEY", key)
                .contentType("application/json")
                .accept("application/json, application/problem+json");
    }
}
