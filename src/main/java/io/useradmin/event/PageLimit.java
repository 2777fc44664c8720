package io.useradmin.event;

/**
 * Where a page of events ends.
 *
 * @param events the most events
 * @param changedBytes the most bytes of {@link Event#changed}. Only the last event of the page may exceed them: one event can name
 *     100 members, and each name can have several kilobytes
 */
record PageLimit(int events, int changedBytes) {
    /** For a client that gets its events one page after another. Each client that does not read makes the service hold one. */
    static final PageLimit SMALL = new PageLimit(50, 16_384);

    static final int CHANGED_BYTES = 1_048_576;

    /** A page for a response with up to {@code events}. */
    static PageLimit of(int events) {
        return new PageLimit(events, CHANGED_BYTES);
    }
}
