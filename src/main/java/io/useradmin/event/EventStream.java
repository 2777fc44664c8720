package io.useradmin.event;

import io.smallrye.mutiny.Multi;
import java.util.Optional;

/**
 * The body of a response that is a stream of events.
 *
 * @param begin all events up to it that pass the filter are sent; empty if the client knows them
 * @param events in the order of the feed, also batches without events, because the client gets their ends too; the next batch is
 *     requested when the previous one was sent (back-pressure)
 * @param reader the reader
 */
record EventStream(String tenantId, Optional<Position> begin, Multi<EventBatch> events, WaitingReaders.Reader reader) {}
