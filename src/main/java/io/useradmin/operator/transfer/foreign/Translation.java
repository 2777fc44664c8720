package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Converts users of another product to our format. */
interface Translation {
    /** Instead of a user that is skipped, so that line numbers equal the positions of users in their file. */
    byte[] EMPTY_LINE = {};

    /** The user of {@code object}; empty and counted if it is not a user. */
    Optional<ForeignUser> user(ForeignObject object);

    /** The line of {@code value}. A value that is not an object is passed on, so that the parser of the lines rejects it. */
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
