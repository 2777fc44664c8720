package io.useradmin.testsupport;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A test's HTTP request. The method of the same name (get, put, …) sends it. */
public final class ApiRequest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Pattern PARAMETER = Pattern.compile("\\{[a-z_]+}", Pattern.CASE_INSENSITIVE);
    /** Characters that a URI must have percent-encoded. */
    private static final Pattern ILLEGAL = Pattern.compile("[^\\w\\-.~:/?@!$&'()*+,;=%]");

    private static final Set<String> REPLACED = Set.of("Accept", "Content-Type");

    private record Header(String name, String value) {}

    private final List<Header> headers = new ArrayList<>();
    private final StringBuilder query = new StringBuilder();
    private BodyPublisher body = BodyPublishers.noBody();
    private int port;

    ApiRequest(int port) {
        this.port = port;
    }

    /** Sends the request to this port on localhost. */
    public ApiRequest port(int other) {
        port = other;
        return this;
    }

    /** Adds a header. Earlier headers with the same name stay, except Accept and Content-Type. */
    public ApiRequest header(String name, Object value) {
        // The client would replace other characters by a question mark. RawHttp can send them.
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(value.toString())) {
            throw new IllegalArgumentException(name);
        }
        if (REPLACED.contains(name)) {
            headers.removeIf(header -> header.name().equals(name));
        }
        headers.add(new Header(name, value.toString()));
        return this;
    }

    public ApiRequest contentType(String type) {
        return header("Content-Type", type);
    }

    public ApiRequest accept(String types) {
        return header("Accept", types);
    }

    /** Adds a query parameter. */
    public ApiRequest queryParam(String name, Object value) {
        query.append(query.isEmpty() ? "" : "&")
                .append(encoded(name))
                .append('=')
                .append(encoded(value));
        return this;
    }

    public ApiRequest body(String text) {
        body = BodyPublishers.ofString(text);
        return this;
    }

    public ApiRequest body(byte[] bytes) {
        body = BodyPublishers.ofByteArray(bytes);
        return this;
    }

    /** Sets the body to the value as JSON. */
    public ApiRequest body(Object value) {
        try {
            return body(JsonValues.MAPPER.writeValueAsBytes(value));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public Response get(String path, Object... parameters) {
        return request("GET", path, parameters);
    }

    public Response head(String path, Object... parameters) {
        return request("HEAD", path, parameters);
    }

    public Response put(String path, Object... parameters) {
        return request("PUT", path, parameters);
    }

    public Response post(String path, Object... parameters) {
        return request("POST", path, parameters);
    }

    public Response patch(String path, Object... parameters) {
        return request("PATCH", path, parameters);
    }

    public Response delete(String path, Object... parameters) {
        return request("DELETE", path, parameters);
    }

    public Response options(String path, Object... parameters) {
        return request("OPTIONS", path, parameters);
    }

    /** Sends the request to {@code path}. The values replace the placeholders in braces, in order. */
    public Response request(String method, String path, Object... parameters) {
        return send(
                method,
                URI.create(path.startsWith("http:") ? path : origin() + filled(path, parameters) + query(path)));
    }

    private Response send(String method, URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, body);
        headers.forEach(header -> request.header(header.name(), header.value()));
        try {
            return new Response(CLIENT.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException failure) {
            throw new UncheckedIOException(method + " " + uri, failure);
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }

    private String origin() {
        return "http://localhost:" + port;
    }

    private String query(String path) {
        return query.isEmpty() ? "" : (path.contains("?") ? "&" : "?") + query;
    }

    private static String filled(String path, Object... parameters) {
        var values = List.of(parameters).iterator();
        String filled = PARAMETER.matcher(path).replaceAll(_ -> encoded(values.next()));
        return ILLEGAL.matcher(filled).replaceAll(illegal -> encoded(illegal.group()));
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
