package io.useradmin.fuzz;

import io.useradmin.fuzz.Request.Header;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Changes that make a request wrong or unusual. A request can get several of them. */
final class Mutators {
    private static final String JSON = "application/json";

    private final Values values;
    private final List<String> keys;
    private final List<Consumer<Request>> all = List.of(
            this::oddSegment,
            this::oddSegment,
            this::brokenEncoding,
            this::reroutedPath,
            this::longPath,
            this::otherMethod,
            this::repeatedParameter,
            this::emptyParameter,
            this::oddParameter,
            this::oddParameter,
            this::unknownParameter,
            this::otherKey,
            this::otherAccept,
            this::otherContentType,
            this::otherEntityTag,
            this::otherTrace,
            this::oddHeader,
            this::longHeader,
            this::otherHost,
            this::expectation,
            this::cutBody,
            this::changedByte,
            this::changedByte,
            this::otherCharset,
            this::surroundedBody,
            this::largeBody,
            this::deepBody,
            this::oddBody,
            this::noBody,
            this::chunkedBody);

    /** @param keys valid values of X-API-KEY that allow hardly any operation */
    Mutators(Values values, List<String> keys) {
        this.values = values;
        this.keys = keys;
    }

    void change(Request request) {
        values.pick(all).accept(request);
    }

    private void oddSegment(Request request) {
        replaceSegment(request, values.encoded(values.oddText()));
    }

    private void brokenEncoding(Request request) {
        String broken = values.pick(
                "%",
                "%4",
                "%zz",
                "%00",
                "%C3",
                "%C0%AF",
                "%ED%A0%80",
                "%FF%FE",
                "%u0041",
                "a%2Fb",
                "%5C",
                "\u00e9",
                "\u0000",
                "a b",
                "|",
                "{}",
                "\"",
                "<>",
                "^`",
                "%25",
                "a#b",
                "\u007f");
        if (values.chance(0.7)) {
            replaceSegment(request, broken);
        } else {
            request.query.add(broken + "=" + broken);
        }
    }

    private void reroutedPath(Request request) {
        request.path = switch (values.below(8)) {
            case 0 -> request.path + "/";
            case 1 -> "/" + request.path;
            case 2 -> request.path + "/.";
            case 3 -> request.path + values.pick("/..", "/%2e%2e", "/%2E.");
            case 4 -> request.path + values.pick(";x=y", ";", "%3Bx");
            case 5 -> request.path.replaceFirst("/api", values.pick("/API", "/%61pi", "/api/", "/./api"));
            case 6 -> request.path + "/" + values.pick("nothing", "sessions", "groups", "");
            // The absolute form, as for proxies.
            default -> request.path.startsWith("/") ? "http://localhost" + request.path : request.path;
        };
    }

    private void longPath(Request request) {
        replaceSegment(request, "x".repeat(values.pick(127, 128, 129, 2000, 5000)));
    }

    private void otherMethod(Request request) {
        request.method = values.pick(
                "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "FUZZ", "get", "P@ST");
    }

    private void repeatedParameter(Request request) {
        request.query.addAll(List.copyOf(request.query));
        request.query.add("page=1");
        request.query.add(values.pick("page=1", "p%61ge=2", "page=", "size=1"));
    }

    private void emptyParameter(Request request) {
        request.query.add(values.pick("page", "size=", "sort=", "filter", "client_id=", "=1", "=", "&", "%00=1"));
    }

    private void oddParameter(Request request) {
        String name = values.pick(
                "page",
                "size",
                "sort",
                "filter",
                "client_id",
                "clientId",
                "cursor",
                "email",
                "phone",
                "username",
                "provider_user_id",
                "authenticator",
                "group_id");
        request.query.removeIf(parameter -> parameter.startsWith(name + "="));
        request.query.add(name + "=" + values.encoded(values.oddText()));
    }

    private void unknownParameter(Request request) {
        request.query.add(values.encoded(values.oddText()) + "=" + values.encoded(values.oddText()));
    }

    private void otherKey(Request request) {
        String key = request.header("X-API-KEY").orElse("");
        switch (values.below(6)) {
            case 0 -> request.removeHeader("X-API-KEY");
            case 1 -> request.setHeader("X-API-KEY", "");
            case 2 -> request.headers.add(new Header("X-API-KEY", key));
            case 3 -> request.setHeader("x-api-key", key + "x");
            default -> request.setHeader("X-API-KEY", values.pick(keys));
        }
    }

    private void otherAccept(Request request) {
        request.setHeader(
                "Accept",
                values.pick(
                        "*/*",
                        "application/*;q=0.5",
                        "text/html",
                        "application/json;q=0",
                        "application/problem+json",
                        "application/json;charset=utf-16",
                        ",",
                        "",
                        "a",
                        "*",
                        "application/json;q=x",
                        "a/b;c=\"",
                        "text/html, application/json;q=0.1",
                        "application/json, ".repeat(200)));
    }

    private void otherContentType(Request request) {
        request.setHeader(
                "Content-Type",
                values.pick(
                        "application/merge-patch+json",
                        "application/json; charset=utf-8",
                        "application/json; charset=utf-16",
                        "application/json;charset=nonsense",
                        "application/json;charset=\"",
                        "text/plain",
                        "*/*",
                        "",
                        "json",
                        "application/x-www-form-urlencoded",
                        "multipart/form-data",
                        "multipart/form-data; boundary=x",
                        "APPLICATION/JSON",
                        "application/json, text/plain",
                        "application/json-patch+json",
                        ";",
                        "a/b/c"));
        if (values.chance(0.3)) {
            request.setHeader("Content-Encoding", values.pick("gzip", "identity", "br", "deflate, gzip", ""));
        }
    }

    private void otherEntityTag(Request request) {
        request.setHeader(
                values.pick("If-Match", "If-None-Match"),
                values.pick(
                        "*",
                        "\"1\"",
                        "W/\"1\"",
                        "\"",
                        "\"\"",
                        "1",
                        "*, \"1\"",
                        ",",
                        "",
                        "\"a\" \"b\"",
                        "\"\u00e9\"",
                        "\"99999999999999999999999\"",
                        "\"-1\"",
                        "w/\"1\"",
                        "\"1\", ".repeat(500) + "\"2\""));
    }

    private void otherTrace(Request request) {
        request.setHeader(
                "traceparent",
                values.pick(
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                        "00-00000000000000000000000000000000-0000000000000000-00",
                        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01",
                        "00-x",
                        "",
                        "\u00ff"));
    }

    private void oddHeader(Request request) {
        request.headers.add(values.pick(
                new Header("X-Odd", "\u00ff\u0080"),
                new Header("X-Odd", "a\u0000b"),
                new Header("X-Odd", "a\u0001b"),
                new Header("X Odd", "a"),
                new Header("", "a"),
                new Header("X-\u00e9", "a"),
                new Header("X-HTTP-Method-Override", "DELETE"),
                new Header("X-Forwarded-For", "127.0.0.1, \u00ff"),
                new Header("X-Forwarded-Prefix", "/../.."),
                new Header("Forwarded", "for=\"_\";host=:"),
                new Header("Cookie", "a=b; ;=; \u00ff"),
                new Header("Authorization", "Basic %%%"),
                new Header("Range", "bytes=0-0,9-"),
                new Header("If-Modified-Since", "yesterday"),
                new Header("Origin", "null"),
                new Header("Upgrade", "websocket"),
                new Header("TE", "trailers"),
                new Header("Accept-Charset", "utf-7"),
                new Header("Accept-Encoding", "gzip;q=1, *;q=0"),
                new Header("Accept-Language", "*;q=2")));
    }

    private void longHeader(Request request) {
        request.setHeader("X-Long", "x".repeat(values.pick(2000, 7000, 9000, 70_000)));
    }

    private void otherHost(Request request) {
        request.removeHeader("Host");
        if (values.chance(0.7)) {
            request.setHeader(
                    "Host", values.pick("", "a b", "[::1", "localhost:99999", "localhost:-1", "\u00e9", "a@b"));
        }
    }

    private void expectation(Request request) {
        request.setHeader("Expect", values.pick("100-continue", "200-ok"));
    }

    private void cutBody(Request request) {
        if (request.body.length > 0) {
            request.body = Arrays.copyOf(request.body, values.below(request.body.length));
        }
    }

    private void changedByte(Request request) {
        if (request.body.length > 0) {
            request.body[values.below(request.body.length)] = (byte) values.below(256);
        }
    }

    private void otherCharset(Request request) {
        String charset = values.pick("UTF-16", "UTF-16LE", "UTF-32", "ISO-8859-1", "IBM037");
        request.body = text(request).getBytes(Charset.forName(charset));
    }

    private void surroundedBody(Request request) {
        String around = values.pick("\ufeff", " \r\n\t", "\u00a0", "\u0000", "/* a */", ")]}',\n", "{}", ",", "[");
        setBody(request, values.chance(0.5) ? around + text(request) : text(request) + around);
    }

    private void largeBody(Request request) {
        int room = 262_144 - request.body.length;
        setBody(request, text(request) + " ".repeat(Math.max(0, room + values.pick(-1, 0, 1, 50_000))));
    }

    private void deepBody(Request request) {
        String open = values.pick("[", "{\"a\":", "{\"public_data\":", "{\"private_data\":");
        setBody(request, open.repeat(values.pick(31, 32, 33, 512, 10_000)) + "1");
    }

    private void oddBody(Request request) {
        setBody(request, values.oddJson());
    }

    private void noBody(Request request) {
        request.body = new byte[0];
    }

    private void chunkedBody(Request request) {
        request.chunked = true;
    }

    private void replaceSegment(Request request, String replacement) {
        List<String> segments = Arrays.asList(request.path.split("/"));
        if (segments.size() > 3) {
            // Usually changes a parameter: below /api/users and /api/groups, every second segment is one.
            segments.set(values.chance(0.8) ? 3 : values.below(segments.size()), replacement);
            request.path = String.join("/", segments);
        }
    }

    private static String text(Request request) {
        return new String(request.body, StandardCharsets.UTF_8);
    }

    private static void setBody(Request request, String text) {
        request.body = text.getBytes(StandardCharsets.UTF_8);
        if (request.header("Content-Type").isEmpty()) {
            request.setHeader("Content-Type", JSON);
        }
    }
}
