package io.useradmin.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decodes the text of a query. */
final class QueryText {
    /** The largest number of parameters that fit into the longest request line. */
    private static final int MOST = 10_000;

    /** What the decoder puts in the place of bytes that are not UTF-8. A client can also send this character itself. */
    private static final char REPLACEMENT = '\uFFFD';

    private QueryText() {}

    /** The decoded values of each parameter. */
    static Map<String, List<String>> parse(@Nullable String query) {
        return query == null ? Map.of() : decoded(query, UTF_8);
    }

    private static Map<String, List<String>> decoded(String query, Charset charset) {
        return new QueryStringDecoder(withoutSecondMark(query), charset, false, MOST, true).parameters();
    }

    /** The names of parameters with a value that is not UTF-8. {@code values} are those of {@link #parse}. */
    static Set<String> notUtf8(@Nullable String query, Map<String, List<String>> values) {
        if (query == null || values.values().stream().flatMap(List::stream).noneMatch(QueryText::isDoubtful)) {
            return Set.of();
        }
        // In this charset, each character is one byte.
        return decoded(query, ISO_8859_1).entrySet().stream()
                .filter(parameter -> !parameter.getValue().stream().allMatch(QueryText::isUtf8))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isDoubtful(String value) {
        return value.indexOf(REPLACEMENT) >= 0;
    }

    private static boolean isUtf8(String bytes) {
        try {
            var _ = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1)));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** The decoder would skip a question mark at the beginning. But in {@code ??page=1} it belongs to the first name. */
    private static String withoutSecondMark(String query) {
        return query.startsWith("?") ? "%3F" + query.substring(1) : query;
    }
}
