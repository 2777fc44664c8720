package io.useradmin.ssf;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.ssf.Stream.Status;
import io.useradmin.ssf.Stream.Verification;
import io.vertx.core.json.JsonArray;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** The table of streams. In statements, an empty array or text means none. */
@Singleton
class StreamRepository {
    /** The most streams of a tenant. */
    static final int MOST = 100;

    private static final String READ = """
            select tenant_id, stream_id, events_requested, description, status, status_reason, xid::text::bigint as xid, seq,
                   acknowledged, verification_id, verification_state
              from ssf_streams where tenant_id = $1
            """;

    /** Not the row of the tenant, because the service's role may not lock it. */
    private static final String LOCK = "select " + EventSql.lock(":tenant");

    private static final String CREATE = EventSql.begin()
            + """
            , created as (
                insert into ssf_streams (tenant_id, stream_id, events_requested, description, status, created_at, xid, seq)
                select :tenant, :stream, nullif(cast(:events as text[]), '{}'), nullif(:description, ''), 'enabled', :now, feed_end, 0
                  from (select count(*) as streams, %s as feed_end from ssf_streams where tenant_id = :tenant) as known
                 where streams < %d
                returning stream_id
            )""".formatted(EventSql.FEED_END, MOST)
            + EventInsert.of(EventType.SSF_STREAM_CREATED)
                    .ssfStream("stream_id")
                    .from("created")
                    .end();

    /** The event of a change, if it is a change. */
    private static final String EVENT = ", event as ("
            + EventInsert.of(EventType.SSF_STREAM_UPDATED)
                    .ssfStream(":stream")
                    .changed("changed")
                    .from("updated")
                    .query()
            + ")";

    private static final String UPDATE = EventSql.begin() + """
            , known as (
                select * from ssf_streams where tenant_id = :tenant and stream_id = :stream for update
            ), given as (
                select case when :partial then coalesce(given.events, known.events_requested) else given.events end as events,
                       case when :partial then coalesce(given.description, known.description) else given.description end
                           as description
                  from known,
                       (select nullif(cast(:events as text[]), '{}') as events, nullif(:description, '') as description) as given
            ), updated as (
                update ssf_streams s set events_requested = given.events, description = given.description
                  from known, given
                 where s.tenant_id = :tenant and s.stream_id = :stream
                   and (known.events_requested, known.description) is distinct from (given.events, given.description)
                returning array_remove(array[
                    case when known.events_requested is distinct from given.events then '/events_requested' end,
                    case when known.description is distinct from given.description then '/description' end],
                    null) as changed
            )""" + EVENT + """
             select (select event_id from event) as event, to_json(events)::text as events, description
               from given
            """;

    /** When a disabled stream is enabled, it continues with the events from now on. */
    private static final String SET_STATUS = EventSql.begin() + """
            , known as (
                select *, %1$s as feed_end from ssf_streams where tenant_id = :tenant and stream_id = :stream for update
            ), updated as (
                update ssf_streams s
                   set status = :status, status_reason = nullif(:reason, ''),
                       xid = case when known.status = 'disabled' then known.feed_end else s.xid end,
                       seq = case when known.status = 'disabled' then 0 else s.seq end,
                       acknowledged = case when known.status = 'disabled' then '{}' else s.acknowledged end
                  from known
                 where s.tenant_id = :tenant and s.stream_id = :stream
                   and (known.status, known.status_reason) is distinct from (:status, nullif(:reason, ''))
                returning array_remove(array[
                    case when known.status <> :status then '/status' end,
                    case when known.status_reason is distinct from nullif(:reason, '') then '/reason' end],
                    null) as changed
            )""".formatted(EventSql.FEED_END) + EVENT
            + " select coalesce((select event_id from event), '') from known";

    private static final String DELETE = EventSql.begin()
            + """
            , deleted as (
                delete from ssf_streams where tenant_id = :tenant and stream_id = :stream returning stream_id
            )"""
            + EventInsert.of(EventType.SSF_STREAM_DELETED)
                    .ssfStream("stream_id")
                    .from("deleted")
                    .end();

    private static final String VERIFY = """
            update ssf_streams set verification_id = :id, verification_state = nullif(:state, '')
             where tenant_id = :tenant and stream_id = :stream
            returning stream_id
            """;

    private final DirectStatements direct;

    StreamRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The stream; fails with {@link ProblemType#STREAM_NOT_FOUND}. */
    Uni<Stream> read(String tenantId, String streamId) {
        return direct.read(READ + " and stream_id = $2", List.of(tenantId, streamId))
                .map(rows -> rows.stream()
                        .findFirst()
                        .map(Stream::of)
                        .orElseThrow(() -> ProblemException.notFound(ProblemType.STREAM_NOT_FOUND)));
    }

    /** All streams of a tenant, the oldest first. */
    Uni<List<Stream>> list(String tenantId) {
        return direct.read(READ + " order by stream_id", List.of(tenantId))
                .map(rows -> rows.stream().map(Stream::of).toList());
    }

    /** Until the transaction ends, other transactions wait here to create a stream of the tenant. */
    Uni<Void> lockCreation(String tenantId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(LOCK, String.class)
                        .setParameter("tenant", tenantId)
                        .getSingleResultOrNull())
                .replaceWithVoid();
    }

    /** Inserts a stream, unless the tenant already has {@value #MOST}. Returns whether it was inserted. Needs {@link #lockCreation}. */
    Uni<Boolean> create(String tenantId, String streamId, StreamInput input, Instant now, Author author) {
        return changed(
                CREATE,
                tenantId,
                streamId,
                author,
                query -> input(query, input).setParameter("now", now).setParameter("author", author.columns(now)));
    }

    /**
     * Changes the receiver's choices. Returns the stream with the choices that it has now; empty without a stream. The statement
     * returns them: if a read after it failed, the error would claim that nothing was changed.
     */
    Uni<Optional<Stream>> update(Stream known, StreamInput input, boolean partial, Instant now, Author author) {
        return run(
                        UPDATE,
                        Tuple.class,
                        known.tenantId(),
                        known.streamId(),
                        query -> input(query, input)
                                .setParameter("partial", partial)
                                .setParameter("author", author.columns(now)))
                .map(row -> Optional.ofNullable(row).map(found -> {
                    author.events().add(found.get("event", String.class));
                    return known.with(events(found), found.get("description", String.class));
                }));
    }

    /** Hibernate reads no arrays. */
    private static @Nullable List<String> events(Tuple row) {
        String json = row.get("events", String.class);
        return json == null
                ? null
                : new JsonArray(json).stream().map(String.class::cast).toList();
    }

    /** Changes the status. Returns whether the stream exists. */
    Uni<Boolean> setStatus(
            String tenantId, String streamId, Status status, Optional<String> reason, Instant now, Author author) {
        return changed(
                SET_STATUS,
                tenantId,
                streamId,
                author,
                query -> query.setParameter("status", status.toString())
                        .setParameter("reason", reason.orElse(""))
                        .setParameter("author", author.columns(now)));
    }

    /** Deletes the stream. Returns whether it existed. */
    Uni<Boolean> delete(String tenantId, String streamId, Instant now, Author author) {
        return changed(DELETE, tenantId, streamId, author, query -> query.setParameter("author", author.columns(now)));
    }

    /** Stores a request for verification, which replaces an earlier one. Returns whether the stream exists. */
    Uni<Boolean> verify(String tenantId, String streamId, Verification verification) {
        return run(
                        VERIFY,
                        String.class,
                        tenantId,
                        streamId,
                        query -> query.setParameter("id", verification.id())
                                .setParameter("state", Objects.requireNonNullElse(verification.state(), "")))
                .map(Objects::nonNull);
    }

    private interface Parameters {
        SelectionQuery<?> set(SelectionQuery<?> query);
    }

    private static SelectionQuery<?> input(SelectionQuery<?> query, StreamInput input) {
        return query.setParameter("events", input.eventsRequested().toArray(String[]::new))
                .setParameter("description", input.description().orElse(""));
    }

    /**
     * Runs a statement that returns the identifier of the inserted event. It returns an empty text without an event, and no row
     * without a stream.
     */
    private static Uni<Boolean> changed(
            String statement, String tenantId, String streamId, Author author, Parameters parameters) {
        return run(statement, String.class, tenantId, streamId, parameters)
                .invoke(event -> author.events().add(event == null || event.isEmpty() ? null : event))
                .map(Objects::nonNull);
    }

    private static <T> Uni<@Nullable T> run(
            String statement, Class<T> row, String tenantId, String streamId, Parameters parameters) {
        return Panache.getSession().flatMap(session -> {
            var query = session.createNativeQuery(statement, row)
                    .setParameter("tenant", tenantId)
                    .setParameter("stream", streamId);
            parameters.set(query);
            return query.getSingleResultOrNull();
        });
    }
}
