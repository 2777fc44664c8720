package io.useradmin.database;

import io.useradmin.shared.ContextAttribute;
import java.util.Optional;

/** The memory for the rows that the current operation reads. */
public interface ResultMemory {
    /** The memory of the current request. */
    ContextAttribute<ResultMemory> ATTRIBUTE = ContextAttribute.of(ResultMemory.class);

    /**
     * Adds the size of rows that have arrived. May run on any thread.
     *
     * @param bytes at least 1
     * @throws RuntimeException if there is no memory for them; the read fails with it
     */
    void add(long bytes);

    /** Removes the size of rows that are gone, because their read failed or was in vain: it may be repeated. May run on any thread. */
    void remove(long bytes);

    /** Whether {@link #add} has failed. */
    boolean isExhausted();

    /** Applies to all further reads of the current request. */
    default void begin() {
        ATTRIBUTE.set(this);
    }

    /** The memory of the current request; empty if nothing limits it. */
    static Optional<ResultMemory> current() {
        return ATTRIBUTE.find();
    }

    /** Whether the current request has a memory that is exhausted. */
    static boolean isCurrentExhausted() {
        return current().filter(ResultMemory::isExhausted).isPresent();
    }
}
