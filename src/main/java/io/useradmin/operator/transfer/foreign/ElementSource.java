package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonToken;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The elements of one or more JSON arrays, one after another, such as the pages of a list. */
final class ElementSource implements Source {
    private final JsonInput input;
    private final Translation translation;
    private final SkippedData notImported = new SkippedData();

    ElementSource(UnpackedFile file, Translation translation) throws IOException {
        this.input = new JsonInput(file);
        this.translation = translation;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        JsonToken token = input.next();
        while (beginsPage(token) || token == JsonToken.END_ARRAY) {
            token = input.next();
        }
        return token == null ? null : translation.line(input.value(), notImported);
    }

    @Override
    public long bytesRead() {
        return input.bytesRead();
    }

    @Override
    public Map<String, Long> notImported() {
        return notImported.counts();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private boolean beginsPage(@Nullable JsonToken token) {
        return token == JsonToken.START_ARRAY && input.depth() == 1;
    }
}
