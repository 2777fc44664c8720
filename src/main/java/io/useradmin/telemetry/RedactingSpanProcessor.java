package io.useradmin.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import jakarta.inject.Singleton;
import java.util.List;

/** Takes out of spans what a request says of people: the route and the statements say enough of the request. */
@Singleton
class RedactingSpanProcessor implements SpanProcessor {
    private static final List<AttributeKey<String>> TELLING =
            List.of(AttributeKey.stringKey("url.path"), AttributeKey.stringKey("url.query"));
    /** The word that the conventions of OpenTelemetry have for it. */
    private static final String REDACTED = "REDACTED";

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        for (AttributeKey<String> telling : TELLING) {
            if (span.getAttribute(telling) != null) {
                span.setAttribute(telling, REDACTED);
            }
        }
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        // What is in it was seen to at the start.
    }

    @Override
    public boolean isEndRequired() {
        return false;
    }
}
