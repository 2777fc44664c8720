package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** How a user of another product is told in ours. */
interface Translation {
    /** A line where there is nothing to be told: it counts, so that lines keep the numbers that users have in their file. */
    byte[] EMPTY_LINE = {};

    /** The user that {@code object} is; nothing where it is none, which the translation has then counted. */
    Optional<ForeignUser> user(ForeignObject object);

    /** The line of {@code value}. What is no object at all is passed on, for the reader of the lines to refuse. */
    default byte[] line(JsonNode value, SkippedData notImported) {
        if (!value.isObject()) {
            return Json.write(value);
        }
        var object = ForeignObject.of(value, notImported);
        Optional<ForeignUser> user = user(object);
        user.ifPresent(_ -> object.end());
        return user.map(ForeignUser::line).orElse(EMPTY_LINE);
    }
}
