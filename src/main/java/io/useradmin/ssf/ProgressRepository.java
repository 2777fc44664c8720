package io.useradmin.ssf;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.event.Position;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** How far the receiver of a stream has come. Several polls of a stream may store it at the same time. */
@Singleton
class ProgressRepository {
    private static final String POSITION = "cast(cast(:xid as text) as xid8)";

    /**
     * The position never moves back, because another poll may have stored a later one. What another poll has acknowledged since
     * this one read the stream stays acknowledged. If the stream delivers other types since then, nothing is stored: the position
     * may be after an event of a type that this poll did not look for. Then the receiver gets its tokens again.
     */
    private static final String STORE = """
            update ssf_streams
               set xid = case when %1$s then %2$s else xid end, seq = case when %1$s then :seq else seq end,
                   acknowledged = array(select unnest(acknowledged) except select unnest(cast(:known as text[]))
                                        union select unnest(cast(:acknowledged as text[]))),
                   verification_id = case when verification_id = :verified then null else verification_id end,
                   verification_state = case when verification_id = :verified then null else verification_state end
             where tenant_id = :tenant and stream_id = :stream
               and events_requested is not distinct from nullif(cast(:requested as text[]), '{}')
            returning stream_id
            """.formatted("(xid, seq) < (" + POSITION + ", :seq)", POSITION);

    /**
     * Stores the position of the receiver, unless the stored one is later, and the events that it has acknowledged after the
     * position.
     *
     * @param stream the stream that the poll has read
     * @param verified the identifier of an acknowledged verification token, or an empty text
     * @return whether it was stored
     */
    Uni<Boolean> store(Stream stream, Position position, Set<String> acknowledged, String verified) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(STORE, String.class)
                        .setParameter("tenant", stream.tenantId())
                        .setParameter("stream", stream.streamId())
                        .setParameter("requested", requested(stream))
                        .setParameter("xid", Long.toString(position.xid()))
                        .setParameter("seq", position.seq())
                        .setParameter("known", stream.acknowledged().toArray(String[]::new))
                        .setParameter("acknowledged", acknowledged.toArray(String[]::new))
                        .setParameter("verified", verified)
                        .getSingleResultOrNull())
                .map(Objects::nonNull);
    }

    private static String[] requested(Stream stream) {
        List<String> requested = stream.eventsRequested();
        return requested == null ? new String[0] : requested.toArray(String[]::new);
    }
}
