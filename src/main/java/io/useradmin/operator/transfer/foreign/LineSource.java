package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Users, one per line. A line that is not JSON is passed on, so that the parser of the lines rejects only this line. */
final class LineSource implements Source {
    private final NdjsonSource lines;
    private final Translation translation;
    private final SkippedData notImported = new SkippedData();

    LineSource(UnpackedFile file, Translation translation) {
        this.lines = new NdjsonSource(file);
        this.translation = translation;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        byte[] line = lines.next();
        return line == null ? null : translated(line);
    }

    private byte[] translated(byte[] line) {
        try {
            JsonNode value = Json.read(line);
            return value.isMissingNode() ? line : translation.line(value, notImported);
        } catch (IOException broken) {
            return line;
        }
    }

    @Override
    public long bytesRead() {
        return lines.bytesRead();
    }

    @Override
    public Map<String, Long> notImported() {
        return notImported.counts();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
