package io.useradmin.userexport;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.shared.UserKey;
import io.useradmin.userexport.ExportSection.Page;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads the rows of a user page by page. It holds no connection between two pages. */
@Singleton
class ExportRepository {
    private final DirectStatements direct;

    ExportRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The page of {@code section} that begins after the key {@code after}. */
    Uni<Page> page(UserKey user, ExportSection section, String after) {
        return direct.read(section.statement(), List.of(user.tenantId(), user.userId(), after))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    return section.page(after, row.getString("elements"), row.getString("next"));
                });
    }
}
