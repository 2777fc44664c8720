package io.useradmin.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.apikey.Caller;
import io.useradmin.request.RequestInfo;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.RequestAttribute;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The author of a change: the API key, and the person for whom the client acts. Events and the audit log line name both. Each
 * attempt of a request has a new instance.
 */
public final class Author {
    /** The header for the person or system that the client acts for, an identifier of the client's system. */
    public static final String ACTOR = "X-Actor";

    /** The header for the reason: a ticket number or a sentence. */
    public static final String REASON = "X-Reason";

    /** The largest length of a reason, in characters. */
    public static final int LONGEST_REASON = 500;

    /** The names of the parameters for {@link #values}. */
    public static final List<String> PARAMETERS =
            List.of("occurred_at", "key_id", "trace_id", "actor", "reason", "event_id");

    /** The names of the parameters for {@link #sharedValues}. */
    public static final List<String> SHARED_PARAMETERS = PARAMETERS.subList(0, 5);

    private static final RequestAttribute<Author> ATTRIBUTE = RequestAttribute.of(Author.class);

    private final String tenantId;
    private final String keyId;
    private final String traceId;
    private final @Nullable String actor;
    private final @Nullable String reason;
    private final RecordedEvents events = new RecordedEvents();

    private Author(String tenantId, String keyId, String traceId, @Nullable String actor, @Nullable String reason) {
        this.tenantId = tenantId;
        this.keyId = keyId;
        this.traceId = traceId;
        this.actor = actor;
        this.reason = reason;
    }

    /** The author of the changes of {@code request}. Invalid headers are violations, also those that were found before. */
    public static Author of(RoutingContext request, Violations violations) {
        RequestInfo.of(request).headerErrors().forEach(violations::add);
        Caller caller = Caller.of(request);
        var author = new Author(
                caller.tenantId(),
                caller.keyId(),
                RequestInfo.of(request).traceId(),
                header(request, ACTOR, violations)
                        .map(actor -> Identifier.check(new Header(ACTOR), actor, violations))
                        .filter(Identifier::isValid)
                        .orElse(null),
                header(request, REASON, violations)
                        .flatMap(reason -> reason(reason, violations))
                        .orElse(null));
        ATTRIBUTE.set(request, author);
        return author;
    }

    /** Checks the headers of a request without an event, because its audit log line has them too. */
    public static void checkHeaders(RoutingContext request, Violations violations) {
        of(request, violations);
    }

    /** The author of {@code request}, if the request reached a change. */
    public static Optional<Author> find(RoutingContext request) {
        return ATTRIBUTE.find(request);
    }

    /** The author columns of each event of a change at {@code time}, for {@link EventSql#begin}. */
    public @Nullable String[] columns(Instant time) {
        return new @Nullable String[] {tenantId, time.toString(), keyId, traceId, actor, reason};
    }

    /** The author columns and the identifier of the event of a change at {@code time}, in the order of {@link #PARAMETERS}. */
    public List<@Nullable Object> values(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason, events.ownId());
    }

    /** The author columns of the events of a change at {@code time}, for {@link EventInsert.Source#directQueryWithNewIds}. */
    public List<@Nullable Object> sharedValues(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason);
    }

    /** The same for a command, which has no key. */
    public static List<@Nullable Object> sharedValuesOfCommand(Instant time) {
        return Arrays.asList(time, null, null, null, null);
    }

    public Optional<String> actor() {
        return Optional.ofNullable(actor);
    }

    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    /** The events that the request inserted. */
    public RecordedEvents events() {
        return events;
    }

    private static Optional<String> header(RoutingContext request, String name, Violations violations) {
        if (!request.request().headers().contains(name)) {
            return Optional.empty();
        }
        List<String> values = request.request().headers().getAll(name);
        if (values.size() > 1) {
            violations.broken(new Header(name), "repeated", "must be sent only once");
        }
        return values.stream().findFirst();
    }

    /** Clients send UTF-8, but the HTTP server decodes headers as ISO 8859-1. */
    private static Optional<String> reason(String value, Violations violations) {
        try {
            String reason = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(value.getBytes(ISO_8859_1)))
                    .toString();
            if (!reason.isBlank()
                    && reason.codePointCount(0, reason.length()) <= LONGEST_REASON
                    && reason.codePoints().noneMatch(Author::isControl)) {
                return Optional.of(reason);
            }
        } catch (CharacterCodingException notUtf8) {
            // Falls through to the violation.
        }
        violations.broken(
                new Header(REASON),
                "reason",
                "must be 1 to %d characters in UTF-8 without control characters".formatted(LONGEST_REASON));
        return Optional.empty();
    }

    private static boolean isControl(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
