package io.useradmin.admission;

/**
 * How many operations each event loop runs at the same time, so that all event loops together do not exceed the connections to
 * PostgreSQL.
 */
record EventLoopShare(int reads, int writes) {
    /** More reads per event loop are not faster: 16 already keep its connections busy. */
    private static final int MOST_READS = 16;

    /** Each event loop runs at least one read and one write, even if there are fewer connections than event loops. */
    static EventLoopShare of(long eventLoops, int poolSize, int readConnections, int pipeliningLimit) {
        long pipelined = (long) readConnections * pipeliningLimit;
        return new EventLoopShare(
                Math.clamp(pipelined / eventLoops, 1, MOST_READS), Math.clamp(poolSize / eventLoops, 1, poolSize));
    }

    /** The reads of parked requests: they leave most of the connections to others. */
    int resumed() {
        return Math.max(1, reads / 4);
    }
}
