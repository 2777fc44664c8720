package io.useradmin.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import jakarta.inject.Singleton;
import java.util.List;

/** Removes personal data of requests from spans. Route and statements describe a request well enough. */
@Singleton
class RedactingSpanProcessor implements SpanProcessor {
    private static final List<AttributeKey<String>> PERSONAL =
            List.of(AttributeKey.stringKey("url.path"), AttributeKey.stringKey("url.query"));
    /** The replacement that OpenTelemetry's conventions define. */
    private static final String REDACTED = "REDACTED";

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        for (AttributeKey<String> personal : PERSONAL) {
            if (span.getAttribute(personal) != null) {
                span.setAttribute(personal, REDACTED);
            }
        }
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        // The attributes were already redacted at the start.
    }

    @Override
    public boolean isEndRequired() {
        return false;
    }
}
