package io.useradmin.testsupport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of a JSON document by path, such as {@code errors[0].code}. A member of an array means this member of each
 * element. {@code $} is the document. {@code size()} is the number of elements or members. A missing value is null.
 */
public final class JsonValues {
    static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern STEP = Pattern.compile("\\[(\\d+)]|([^.\\[\\]]+)");

    private final @Nullable Object root;

    private JsonValues(@Nullable Object root) {
        this.root = root;
    }

    /** The values of a document. */
    public static JsonValues from(String document) {
        try {
            return new JsonValues(MAPPER.readValue(document, Object.class));
        } catch (JsonProcessingException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    /** The value at {@code path}. The caller chooses the type. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T get(String path) {
        Object value = root;
        var steps = STEP.matcher(path);
        while (steps.find()) {
            value = steps.group(1) != null
                    ? element(value, Integer.parseInt(steps.group(1)))
                    : member(value, steps.group(2));
        }
        return (T) value;
    }

    public String getString(String path) {
        return get(path);
    }

    public int getInt(String path) {
        return this.<Number>get(path).intValue();
    }

    public long getLong(String path) {
        return this.<Number>get(path).longValue();
    }

    public boolean getBoolean(String path) {
        return get(path);
    }

    public <T> List<T> getList(String path) {
        return get(path);
    }

    public <K, V> Map<K, V> getMap(String path) {
        return get(path);
    }

    private static @Nullable Object element(@Nullable Object value, int index) {
        return value instanceof List<?> list && index < list.size() ? list.get(index) : null;
    }

    private static @Nullable Object member(@Nullable Object value, String name) {
        return switch (value) {
            case Object all when name.equals("$") -> all;
            case List<?> list when name.equals("size()") -> list.size();
            case Map<?, ?> map when name.equals("size()") -> map.size();
            case Map<?, ?> map -> map.get(name);
            case List<?> list -> members(list, name);
            case null, default -> null;
        };
    }

    private static List<@Nullable Object> members(List<?> list, String name) {
        List<@Nullable Object> values = new ArrayList<>();
        list.forEach(element -> values.add(member(element, name)));
        return values;
    }
}
