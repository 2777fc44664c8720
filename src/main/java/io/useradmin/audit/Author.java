package io.useradmin.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.apikey.Caller;
import io.useradmin.request.RequestInfo;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.TimeOrderedUuids;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

    /** With thousands of identifiers, collectors of logs would drop the line. */
    static final int MOST_LISTED_EVENTS = 100;

    private static final String NAME = Author.class.getName();
    private static final String ONLY_READS = NAME + ".onlyReads";
    private static final TimeOrderedUuids IDS = new TimeOrderedUuids();

    private final String tenantId;
    private final String keyId;
    private final String traceId;
    private final @Nullable String actor;
    private final @Nullable String reason;
    /** The identifier of the event, for a direct statement with one event. */
    private final UUID eventId = IDS.construct(System.currentTimeMillis());

    private final List<String> eventIds = new ArrayList<>(1);
    private int unnamedEvents;
    private @Nullable String selector;
    private boolean isDryRun;

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
        request.put(NAME, author);
        return author;
    }

    /** The author of {@code request}, if the request reached a change. */
    public static Optional<Author> find(RoutingContext request) {
        return Optional.ofNullable(request.get(NAME));
    }

    /** Marks {@code request}, which has the method of a write, as a read. It gets no audit log line. */
    public static void onlyReads(RoutingContext request) {
        request.put(ONLY_READS, true);
    }

    /** Whether {@link #onlyReads} was called. */
    public static boolean isOnlyReading(RoutingContext request) {
        return request.get(ONLY_READS, false);
    }

    /** The author columns of each event of a change at {@code time}, for {@link EventSql}. */
    public @Nullable String[] columns(Instant time) {
        return new @Nullable String[] {tenantId, time.toString(), keyId, traceId, actor, reason};
    }

    /** The author columns and the identifier of the event of a change at {@code time}, for {@link DirectEventSql}. */
    public List<@Nullable Object> values(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason, eventId);
    }

    /** The author columns of the events of a change at {@code time}, for {@link DirectEventSql#insertQueryWithNewIds}. */
    public List<@Nullable Object> sharedValues(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason);
    }

    /**
     * Records the selector of a bulk action.
     *
     * @param isDryRun whether the action changes nothing
     */
    public void selects(String subjects, boolean isDryRun) {
        this.selector = subjects;
        this.isDryRun = isDryRun;
    }

    /** Records that so many events were inserted, too many to list their identifiers. */
    public void inserted(int events) {
        unnamedEvents += events;
    }

    /** Records an inserted event; null means none. If the request fails, the event is rolled back. */
    public void inserted(@Nullable String eventId) {
        if (eventId != null && eventIds.size() < MOST_LISTED_EVENTS) {
            eventIds.add(eventId);
        } else if (eventId != null) {
            inserted(1);
        }
    }

    /** Records that a statement inserted the event whose identifier {@link #values} has. */
    public void insertedDirectly() {
        inserted(eventId);
    }

    /** Records an inserted event; null means none. */
    public void inserted(@Nullable UUID id) {
        inserted(id == null ? null : id.toString());
    }

    /** Records inserted events, separated by spaces; null means none. A last element such as {@code +5} counts others. */
    public void insertedAll(@Nullable String ids) {
        if (ids != null) {
            List.of(ids.split(" ")).forEach(this::insertedOneOrMore);
        }
    }

    private void insertedOneOrMore(String idOrNumber) {
        if (idOrNumber.startsWith("+")) {
            inserted(Integer.parseInt(idOrNumber));
        } else {
            inserted(idOrNumber);
        }
    }

    /** Records the inserted events that a statement returned as {@code event_id}, and returns their number. */
    public int inserted(RowSet<Row> events) {
        events.forEach(event -> inserted(event.getUUID("event_id")));
        return events.size();
    }

    public Optional<String> actor() {
        return Optional.ofNullable(actor);
    }

    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    /** The identifiers of inserted events, at most 100. */
    public List<String> eventIds() {
        return List.copyOf(eventIds);
    }

    /** The number of inserted events that are not in {@link #eventIds}. */
    public int unnamedEvents() {
        return unnamedEvents;
    }

    /** The selector of a bulk action. */
    public Optional<String> selector() {
        return Optional.ofNullable(selector);
    }

    /** Whether the bulk action is a dry run. */
    public boolean isDryRun() {
        return isDryRun;
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
