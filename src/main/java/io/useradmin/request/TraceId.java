package io.useradmin.request;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads or creates the trace id of a request (W3C Trace Context). */
final class TraceId {
    /** A later version may append to this format. Version 00 may not, and version ff is invalid. */
    private static final Pattern TRACEPARENT = Pattern.compile(
            "(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private TraceId() {}

    /** The id in the client's {@code traceparent}, or a new one. */
    static String of(@Nullable String traceparent) {
        if (traceparent != null) {
            Matcher matcher = TRACEPARENT.matcher(traceparent);
            if (matcher.matches()) {
                return matcher.group(1);
            }
        }
        var random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
