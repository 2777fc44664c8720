package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Converts times of other products to seconds. Other values are passed on, so that the parser of the lines rejects them. */
final class Times {
    private static final long MILLISECONDS = 1_000;

    private Times() {}

    /** A time in the format of RFC 3339. */
    static JsonNode ofText(JsonNode time) {
        try {
            return time.isTextual()
                    ? Json.NODES.numberNode(
                            OffsetDateTime.parse(time.textValue()).toEpochSecond())
                    : time;
        } catch (DateTimeException malformed) {
            return time;
        }
    }

    /** A time in milliseconds since the Unix epoch. */
    static JsonNode ofMilliseconds(JsonNode time) {
        return time.isIntegralNumber() && time.canConvertToLong()
                ? Json.NODES.numberNode(Math.floorDiv(time.longValue(), MILLISECONDS))
                : time;
    }
}
