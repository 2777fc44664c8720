package io.useradmin.ssf;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import java.util.HashSet;
import java.util.Set;

/**
 * A validated poll (RFC 8936).
 *
 * @param maxEvents the most tokens to deliver, 0 to {@value #MOST_TOKENS}
 * @param returnImmediately whether to respond at once if there is no token
 * @param handled the {@code jti} of tokens that the receiver acknowledges or rejects; they are not delivered again
 * @param errors those of {@code handled} that the receiver rejects
 */
record PollRequest(int maxEvents, boolean returnImmediately, Set<String> handled, Set<String> errors) {
    /** The most tokens in a response. */
    static final int MOST_TOKENS = 100;

    static final int LONGEST_ERROR = 256;
    static final int LONGEST_TEXT = 8_192;

    /** Parses the body of a poll. Errors are violations. */
    static PollRequest read(JsonMembers poll) {
        long maxEvents = poll.optional("maxEvents")
                .flatMap(item -> item.integer(0, Integer.MAX_VALUE))
                .orElse((long) MOST_TOKENS);
        boolean returnImmediately =
                poll.optional("returnImmediately").flatMap(JsonItem::bool).orElse(false);
        Set<String> handled = new HashSet<>();
        poll.elements("ack").forEach(item -> item.text(LONGEST_TEXT).ifPresent(handled::add));
        Set<String> errors = poll.optional("setErrs")
                .flatMap(JsonItem::object)
                .map(PollRequest::errors)
                .orElse(Set.of());
        handled.addAll(errors);
        // Receivers send members of their own, such as stream_id. So unknown ones are no violation here.
        return new PollRequest((int) Math.min(maxEvents, MOST_TOKENS), returnImmediately, handled, errors);
    }

    private static Set<String> errors(JsonMembers errors) {
        return errors.objects(error -> {
            error.text("err", LONGEST_ERROR);
            error.optional("description").ifPresent(item -> item.text(LONGEST_TEXT));
            error.end();
        });
    }
}
