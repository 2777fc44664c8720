package io.useradmin.testsupport;

import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.hamcrest.Matcher;
import org.hamcrest.MatcherAssert;
import org.jspecify.annotations.Nullable;

/** The service's response. {@link #then} starts a test's expectations. A failure shows the whole response. */
public final class Response {
    private final HttpResponse<byte[]> answer;

    Response(HttpResponse<byte[]> answer) {
        this.answer = answer;
    }

    public Response then() {
        return this;
    }

    public Response extract() {
        return this;
    }

    public int statusCode() {
        return answer.statusCode();
    }

    public Response statusCode(int expected) {
        return statusCode(equalTo(expected));
    }

    public Response statusCode(Matcher<? super Integer> expected) {
        return check("status", statusCode(), expected);
    }

    public HttpHeaders headers() {
        return answer.headers();
    }

    /** The first header of this name, or null. */
    public @Nullable String header(String name) {
        return headers().firstValue(name).orElse(null);
    }

    public Response header(String name, String expected) {
        return header(name, equalTo(expected));
    }

    public Response header(String name, Matcher<?> expected) {
        return check(name, header(name), expected);
    }

    /** The header Content-Type; empty if there is none. */
    public String contentType() {
        return headers().firstValue("Content-Type").orElse("");
    }

    /** Expects this media type. Parameters are ignored. */
    public Response contentType(String expected) {
        return check("Content-Type", contentType(), anyOf(equalTo(expected), startsWith(expected + ";")));
    }

    public byte[] asByteArray() {
        return answer.body();
    }

    public String asString() {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    public Map<String, Object> asMap() {
        return jsonPath().getMap("$");
    }

    public JsonValues jsonPath() {
        return JsonValues.from(asString());
    }

    /** The value at this path of a JSON body. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <T> T path(String path) {
        return jsonPath().get(path);
    }

    public Response body(String path, Matcher<?> expected) {
        return check(path, path(path), expected);
    }

    @Override
    public String toString() {
        return "%s answered %d %s%n%s"
                .formatted(answer.request(), statusCode(), headers().map(), asString());
    }

    @SuppressWarnings("unchecked")
    private Response check(String what, @Nullable Object actual, Matcher<?> expected) {
        if (!expected.matches(actual)) {
            MatcherAssert.assertThat(what + " of: " + this, actual, (Matcher<Object>) expected);
        }
        return this;
    }
}
