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
 * The author of a change: the key, and the person for whom the client acts. Events and the audit log line name the
 * author. Each attempt of a request has a new one.
 */
public final class Author {
    /** The person or system that the caller acts for, by an identifier of the caller's. */
    public static final String ACTOR = "X-Actor";

    /** A ticket number or a sentence. */
    public static final String REASON = "X-Reason";

    /** The most characters of a reason. */
    public static final int LONGEST_REASON = 500;

    private static final String NAME = Author.class.getName();
    private static final String ONLY_READS = NAME + ".onlyReads";
    private static final TimeOrderedUuids IDS = new TimeOrderedUuids();

    private final String tenantId;
    private final String keyId;
    private final String traceId;
    private final @Nullable String actor;
    private final @Nullable String reason;
    /** Of the event of a direct statement, which inserts one. */
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

    /** The author of what {@code request} changes; headers that break a rule are noted as violations. */
    public static Author of(RoutingContext request, Violations violations) {
        Caller caller = Caller.of(request);
        var author = new Author(
                caller.tenantId(),
                caller.keyId(),
                RequestInfo.of(request).traceId(),
                header(request, ACTOR, violations)
                        .map(actor -> Identifier.check(new Header(ACTOR), actor, violations))
                        .orElse(null),
                header(request, REASON, violations)
                        .flatMap(reason -> reason(reason, violations))
                        .orElse(null));
        request.put(NAME, author);
        return author;
    }

    /** The author of {@code request}, if it came to a change. */
    public static Optional<Author> find(RoutingContext request) {
        return Optional.ofNullable(request.get(NAME));
    }

    /** Notes that {@code request}, whose method says that it writes, only reads: the audit log has no line of it. */
    public static void onlyReads(RoutingContext request) {
        request.put(ONLY_READS, true);
    }

    /** Whether {@link #onlyReads} was noted. */
    public static boolean isOnlyReading(RoutingContext request) {
        return request.get(ONLY_READS, false);
    }

    /** For {@link EventSql}: what each event of a change at {@code time} says of its author. */
    public @Nullable String[] at(Instant time) {
        return new @Nullable String[] {tenantId, time.toString(), keyId, traceId, actor, reason};
    }

    /** For {@link EventSql#appendDirectly}: what the event of a change at {@code time} says of its author, and its identifier. */
    public List<@Nullable Object> values(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason, eventId);
    }

    /** For {@link EventSql#appendAllDirectly}: what the events of a change at {@code time} say of their author. */
    public List<@Nullable Object> sharedValues(Instant time) {
        return Arrays.asList(time, keyId, traceId, actor, reason);
    }

    /**
     * Notes what a bulk action selects its subjects by.
     *
     * @param isDryRun whether it changes nothing
     */
    public void selects(String subjects, boolean isDryRun) {
        this.selector = subjects;
        this.isDryRun = isDryRun;
    }

    /** Notes that so many events were inserted, which are too many to name them. */
    public void inserted(int events) {
        unnamedEvents += events;
    }

    /** Notes an event that was inserted, if one was. It is there if the request succeeds. */
    public void inserted(@Nullable String eventId) {
        if (eventId != null) {
            eventIds.add(eventId);
        }
    }

    /** Notes an event that was inserted, if one was. */
    public void inserted(@Nullable UUID id) {
        inserted(id == null ? null : id.toString());
    }

    /** Notes the events that were inserted, separated by blanks, if any were. */
    public void insertedAll(@Nullable String ids) {
        if (ids != null) {
            List.of(ids.split(" ")).forEach(this::inserted);
        }
    }

    /** Notes the events that a statement inserted, which returns the {@code event_id} of each; returns how many these are. */
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

    /** The identifiers of the inserted events. */
    public List<String> eventIds() {
        return List.copyOf(eventIds);
    }

    /** How many events were inserted beside those. */
    public int unnamedEvents() {
        return unnamedEvents;
    }

    /** The selector of a bulk action. */
    public Optional<String> selector() {
        return Optional.ofNullable(selector);
    }

    /** Whether the caller only asked what would be changed. */
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

    /** The bytes of a header are UTF-8, which the HTTP server reads as ISO 8859-1. */
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
            // The violation says so.
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
