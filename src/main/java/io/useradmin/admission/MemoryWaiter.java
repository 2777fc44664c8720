package io.useradmin.admission;

/** What a transfer does when its {@link MemoryBudget.Reservation} changes. If it has to wait, it is later either granted or refused. */
interface MemoryWaiter {
    /** For a transfer that does not wait. */
    MemoryWaiter NONE = new MemoryWaiter() {
        @Override
        public void granted() {}

        @Override
        public void refused() {}
    };

    /** The transfer has waited, and now there is memory for it. Called on the thread that releases this memory. */
    void granted();

    /** The transfer has waited, and gets no memory. Called on the thread of the transfer that is one too many. */
    void refused();

    /** Drops all references to the memory. Called on the thread that releases it, before others get it, with each release. */
    default void released() {}
}
