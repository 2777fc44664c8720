package io.useradmin.event;

import io.smallrye.mutiny.Multi;

/**
 * The body of a response that is a stream of events.
 *
 * @param events in the order of the feed; each batch is requested when the one before has left for the network
 * @param reader who reads it
 */
record EventStream(String tenantId, Multi<EventBatch> events, EventStreams.Reader reader) {}
