package io.useradmin.testsupport;

import io.useradmin.database.ResultMemory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A memory for results that remembers what was counted. */
public final class CountedMemory implements ResultMemory {
    private final long limit;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger additions = new AtomicInteger();

    public CountedMemory(long limit) {
        this.limit = limit;
    }

    /** The bytes that were added and not removed. */
    public long bytes() {
        return bytes.get();
    }

    public int additions() {
        return additions.get();
    }

    @Override
    public void add(long more) {
        additions.incrementAndGet();
        if (bytes.addAndGet(more) > limit) {
            throw new IllegalStateException("no memory");
        }
    }

    @Override
    public void remove(long gone) {
        bytes.addAndGet(-gone);
    }

    @Override
    public boolean isExhausted() {
        return false;
    }
}
