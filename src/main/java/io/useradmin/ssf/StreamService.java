package io.useradmin.ssf;

import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.event.Position;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.shared.Ids;
import io.useradmin.ssf.Stream.Status;
import io.useradmin.ssf.Stream.Verification;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rules for streams. */
@ApplicationScoped
class StreamService {
    private final StreamRepository streams;
    private final ProgressRepository progress;
    private final Ids ids;
    private final Clock clock;

    StreamService(StreamRepository streams, ProgressRepository progress, Ids ids, Clock clock) {
        this.streams = streams;
        this.progress = progress;
        this.ids = ids;
        this.clock = clock;
    }

    /** Creates a stream of the events from now on; {@link ProblemType#TOO_MANY_STREAMS}. */
    @WithTransaction
    Uni<Stream> create(String tenantId, StreamInput input, Author author) {
        String streamId = ids.next();
        return streams.lockCreation(tenantId)
                .chain(() -> streams.create(tenantId, streamId, input, clock.instant(), author))
                .invoke(created -> {
                    if (!created) {
                        throw new ProblemException(Refusals.tooManyStreams(StreamRepository.MOST));
                    }
                })
                .map(_ -> Stream.created(tenantId, streamId, input));
    }

    /** The stream; {@link ProblemType#STREAM_NOT_FOUND}. */
    Uni<Stream> read(String tenantId, String streamId) {
        return streams.read(tenantId, streamId);
    }

    /** All streams of a tenant. */
    Uni<List<Stream>> list(String tenantId) {
        return streams.list(tenantId);
    }

    /** Changes the receiver's choices; if not {@code partial}, replaces all of them. {@link ProblemType#STREAM_NOT_FOUND}. */
    @WithSession
    Uni<Stream> update(Stream known, StreamInput input, boolean partial, Author author) {
        return streams.update(known, input, partial, clock.instant(), author)
                .map(changed -> changed.orElseThrow(() -> ProblemException.notFound(ProblemType.STREAM_NOT_FOUND)));
    }

    /** Changes the status; {@link ProblemType#STREAM_NOT_FOUND}. */
    @WithSession
    Uni<Void> setStatus(String tenantId, String streamId, Status status, Optional<String> reason, Author author) {
        return streams.setStatus(tenantId, streamId, status, reason, clock.instant(), author)
                .invoke(StreamService::require)
                .replaceWithVoid();
    }

    /** Deletes the stream; {@link ProblemType#STREAM_NOT_FOUND}. */
    @WithSession
    Uni<Void> delete(String tenantId, String streamId, Author author) {
        return streams.delete(tenantId, streamId, clock.instant(), author)
                .invoke(StreamService::require)
                .replaceWithVoid();
    }

    /** Adds a verification token to the next poll, replacing an earlier one; {@link ProblemType#STREAM_NOT_FOUND}. */
    @WithSession
    Uni<Void> verify(String tenantId, String streamId, Optional<String> state) {
        return streams.verify(tenantId, streamId, new Verification(ids.next(), state.orElse(null)))
                .invoke(StreamService::require)
                .replaceWithVoid();
    }

    /** Stores the position and the acknowledged events of the receiver. */
    @WithSession
    Uni<Boolean> advance(Stream stream, Position position, Set<String> acknowledged, String verified) {
        return progress.store(stream, position, acknowledged, verified);
    }

    private static void require(boolean found) {
        ProblemException.requireFound(found, ProblemType.STREAM_NOT_FOUND);
    }
}
