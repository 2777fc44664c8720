package io.useradmin.testsupport;

import static io.restassured.RestAssured.given;

import io.restassured.config.EncoderConfig;
import io.restassured.config.HttpClientConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import org.apache.http.conn.scheme.PlainSocketFactory;
import org.apache.http.conn.scheme.Scheme;
import org.apache.http.conn.scheme.SchemeRegistry;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.BasicClientConnectionManager;

/** Requests as published clients send them. */
public final class Api {
    /** Else each request would set up TLS first. */
    private static final SchemeRegistry PLAIN = new SchemeRegistry();

    static {
        PLAIN.register(new Scheme("http", 80, PlainSocketFactory.getSocketFactory()));
    }

    private static final RestAssuredConfig CONFIG = RestAssuredConfig.config()
            .httpClient(HttpClientConfig.httpClientConfig()
                    .httpClientFactory(() -> new DefaultHttpClient(new BasicClientConnectionManager(PLAIN))))
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
