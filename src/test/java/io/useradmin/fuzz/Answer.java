package io.useradmin.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A response of the service. */
record Answer(int status, List<Request.Header> headers, byte[] body) {
    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Request.Header::value)
                .findFirst();
    }

    boolean endsConnection() {
        return header("Connection").filter("close"::equalsIgnoreCase).isPresent();
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
