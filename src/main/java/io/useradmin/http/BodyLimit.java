package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * Keeps bodies within their bound. It is done here and not by the HTTP server, whose answer would have no body and would come
 * before the caller's key is checked.
 */
@ApplicationScoped
class BodyLimit {
    /** No array is longer, whatever is configured. */
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 16;

    private final int most;

    BodyLimit(HttpLimits limits) {
        this.most = Math.min(limits.maxBodySize(), LARGEST_ARRAY);
    }

    /** Refuses a body that announces itself as too large. */
    void check(long announced) {
        if (announced > most) {
            throw tooLarge();
        }
    }

    /**
     * Reads a body.
     *
     * @param announced its length, for which room is made and not for more; negative where nobody has said
     */
    byte[] read(InputStream body, int announced) throws IOException {
        byte[] bytes = body.readNBytes(announced < 0 ? most + 1 : announced);
        check(bytes.length);
        return bytes;
    }

    /** The rest of such a body is not read, so that the connection cannot be used again. */
    private ProblemException tooLarge() {
        return new ProblemException(new Problem.Refused(
                ProblemType.BODY_TOO_LARGE,
                "The body must not have more than %d bytes.".formatted(most),
                Map.of("Connection", "close")));
    }
}
