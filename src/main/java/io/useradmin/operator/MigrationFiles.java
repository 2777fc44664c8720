package io.useradmin.operator;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/** Lists the migrations by name, because the native binary cannot list folders. */
class MigrationFiles implements ResourceProvider {
    static final String FOLDER = "db/migration/";
    static final List<String> NAMES = List.of(
            "V1__create_schema.sql",
            "V2__list_users.sql",
            "V3__find_what_has_expired.sql",
            "V4__remember_imports.sql",
            "V5__leave_room_for_updates.sql",
            "V6__events.sql",
            "V7__deliveries.sql",
            "V8__idempotency_keys.sql",
            "V9__shared_signals.sql",
            "V10__rates_of_keys.sql",
            "V11__incident_response.sql",
            "V12__narrow_writes.sql",
            "V13__lifetime_of_rotated_keys.sql",
            "V14__cheaper_event_ids.sql",
            "V15__cheaper_names_of_changes.sql",
            "V16__documents_as_a_domain.sql");

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return NAMES.contains(name) ? new File(name) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return NAMES.stream()
                .filter(name -> name.startsWith(prefix) && Stream.of(suffixes).anyMatch(name::endsWith))
                .<LoadableResource>map(File::new)
                .toList();
    }

    private static final class File extends LoadableResource {
        private final String name;

        private File(String name) {
            this.name = name;
        }

        @Override
        public Reader read() {
            InputStream content = MigrationFiles.class.getResourceAsStream("/" + FOLDER + name);
            return new InputStreamReader(Objects.requireNonNull(content, name), StandardCharsets.UTF_8);
        }

        @Override
        public String getAbsolutePath() {
            return FOLDER + name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return getAbsolutePath();
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
