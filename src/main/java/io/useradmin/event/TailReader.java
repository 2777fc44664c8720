package io.useradmin.event;

import io.smallrye.mutiny.subscription.MultiEmitter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A reader of a {@link FeedTail}.
 *
 * @param pendingBytes the size of the batches that it was given and has not taken yet
 */
record TailReader(MultiEmitter<? super EventBatch> emitter, AtomicLong pendingBytes) {
    /**
     * The size of the batches that a reader may have pending: about as much as the recent ones, which are in memory anyway. A
     * reader that does not take them gets no more, and has to read pages again.
     */
    private static final long MOST_PENDING_BYTES = 4_194_304;

    /** A failure drops what is pending. */
    void give(EventBatch batch) {
        if (pendingBytes.get() > MOST_PENDING_BYTES) {
            emitter.fail(new FeedTail.Behind());
        } else {
            pendingBytes.addAndGet(batch.bytes());
            emitter.emit(batch);
        }
    }
}
