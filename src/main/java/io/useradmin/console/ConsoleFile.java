package io.useradmin.console;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of the console.
 *
 * @param type the media type
 * @param plain the content as it is
 * @param gzip the compressed content
 * @param etag the entity tag of the plain content
 * @param gzipEtag the entity tag of the compressed content, which is another representation (RFC 9110 section 8.8.3.3)
 */
record ConsoleFile(String type, Buffer plain, Buffer gzip, String etag, String gzipEtag) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** Reads a file of the package. Null if it does not exist, as in dev mode, where the extension serves the files. */
    static @Nullable ConsoleFile read(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try (InputStream content = type == null ? null : loader.getResourceAsStream("META-INF/resources" + path)) {
            return content == null ? null : of(Objects.requireNonNull(type), content.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ConsoleFile of(String type, byte[] plain) throws IOException {
        var hash = new CRC32C();
        hash.update(plain);
        return new ConsoleFile(
                type,
                Buffer.buffer(plain),
                compress(plain),
                String.format(Locale.ROOT, "\"%08x\"", hash.getValue()),
                String.format(Locale.ROOT, "\"%08x-gzip\"", hash.getValue()));
    }

    private static Buffer compress(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new SmallestGzip(bytes)) {
            out.write(plain);
        }
        return Buffer.buffer(bytes.toByteArray());
    }

    /** The best compression, which is slower: it runs only once per file. */
    private static final class SmallestGzip extends GZIPOutputStream {
        SmallestGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
