package io.useradmin.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A request in parts that mutators change. Each character of its head is one byte on the wire. */
final class Request {
    /** The HTTP server's limit. The server itself refuses a longer line. */
    private static final int LONGEST_LINE = 8192;

    private static final int LONGEST_HEADERS = 8192;
    /** The service's limit for bodies, in bytes. */
    private static final int LARGEST_BODY = 262_144;

    private static final int SHOWN = 2000;

    /**
     * Percent-encoded characters that need no encoding, or an encoded slash or backslash; also empty segments, dot segments and
     * backslashes.
     */
    private static final Pattern NOT_NORMALISED = Pattern.compile(
            "//|/\\.{1,2}(?:/|$)|\\\\|%(?:2[DdEeFf]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaCcFf]|6[1-9A-Fa-f]|7[0-9AaEe])");

    record Header(String name, String value) {}

    String method;
    String path;
    final List<String> query = new ArrayList<>();
    final List<Header> headers = new ArrayList<>();
    byte[] body = {};
    boolean chunked;

    Request(String method, String path) {
        this.method = method;
        this.path = path;
    }

    String target() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /** Sets a header, and replaces existing ones of this name. */
    void setHeader(String name, String value) {
        removeHeader(name);
        headers.add(new Header(name, value));
    }

    void removeHeader(String name) {
        headers.removeIf(header -> header.name().equalsIgnoreCase(name));
    }

    /** Whether the HTTP server can parse it. If not, the service never sees it. */
    boolean isHttp() {
        int length = headers.stream()
                .mapToInt(header -> header.name().length() + header.value().length() + 4)
                .sum();
        return method.matches("[A-Z]+")
                && target().matches("[^\\x00-\\x20]*+")
                && method.length() + target().length() + " HTTP/1.1 ".length() <= LONGEST_LINE
                && length <= LONGEST_HEADERS
                && headers.stream()
                        .allMatch(header -> header.name().matches("[A-Za-z0-9-]+")
                                && header.value().matches("[\\t\\x20-\\x7e\\x80-\\xff]*"));
    }

    /** Whether the target is a normalised path with only visible ASCII and complete percent-encodings, and Host is correct. */
    boolean isReadable() {
        return isNormalised()
                && target().matches("/(?:[\\x21\\x22\\x24\\x26-\\x7e]++|%[0-9A-Fa-f]{2})*+")
                && header("Host").filter("localhost"::equals).isPresent();
    }

    /** Whether the path has no empty segment, dot segment, backslash, or forbidden or unnecessary percent-encoding. */
    boolean isNormalised() {
        return !NOT_NORMALISED.matcher(path.replaceFirst("^http://[^/]*", "")).find();
    }

    /** Whether the server may close the connection before it has read the whole request. */
    boolean mayEndConnection() {
        return body.length > LARGEST_BODY || !isHttp();
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head().getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(chunked ? chunks() : body);
        return bytes.toByteArray();
    }

    private String head() {
        var head = new StringBuilder(method).append(' ').append(target()).append(" HTTP/1.1\r\n");
        for (Header header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return head.append(framing()).append("\r\n").toString();
    }

    private String framing() {
        if (chunked) {
            return "Transfer-Encoding: chunked\r\n";
        }
        return body.length == 0 ? "" : "Content-Length: " + body.length + "\r\n";
    }

    private byte[] chunks() {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        int half = text.length() / 2;
        return (chunk(text.substring(0, half)) + chunk(text.substring(half)) + "0\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String chunk(String text) {
        return text.isEmpty() ? "" : "%x\r\n%s\r\n".formatted(text.length(), text);
    }

    /** A bash command that sends the same request. A long body is truncated. */
    String curl(int port) {
        var command = new StringBuilder(
                "curl -i --path-as-is -g -X " + quoted(method) + " " + quoted("http://localhost:" + port + target()));
        headers.forEach(header -> command.append(" -H ").append(quoted(header.name() + ": " + header.value())));
        if (chunked) {
            command.append(" -H 'Transfer-Encoding: chunked'");
        }
        if (body.length > 0) {
            String text = new String(body, StandardCharsets.ISO_8859_1);
            command.append(" --data-binary ").append(quoted(text.substring(0, Math.min(SHOWN, text.length()))));
        }
        return body.length > SHOWN ? command + " # the first of " + body.length + " bytes" : command.toString();
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("$'");
        for (char character : text.toCharArray()) {
            boolean plain = character >= ' ' && character < 0x7f && character != '\'' && character != '\\';
            quoted.append(plain ? String.valueOf(character) : "\\x%02x".formatted((int) character));
        }
        return quoted.append('\'').toString();
    }
}
