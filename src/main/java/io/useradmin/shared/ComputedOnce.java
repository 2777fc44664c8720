package io.useradmin.shared;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Values that are computed once for each key, and kept for ever. So there must be few keys. */
public final class ComputedOnce<K, V> {
    private final Map<K, V> values = new ConcurrentHashMap<>();
    private final Function<? super K, ? extends V> computation;

    /** Computes a value when it is asked for. */
    public ComputedOnce(Function<? super K, ? extends V> computation) {
        this.computation = computation;
    }

    /** The value for {@code key}. */
    public V get(K key) {
        V known = values.get(key);
        // computeIfAbsent alone would lock a part of the map, even for a known key, if several keys are in this part.
        return known == null ? values.computeIfAbsent(key, computation) : known;
    }

    /** The values so far. */
    public Collection<V> all() {
        return values.values();
    }
}
