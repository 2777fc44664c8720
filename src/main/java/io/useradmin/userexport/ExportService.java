package io.useradmin.userexport;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.KeyRevalidation;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.json.JsonText;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.User;
import io.useradmin.profile.UserReader;
import io.useradmin.shared.UserKey;
import io.useradmin.userexport.ExportSection.Page;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Builds the document with everything that is stored about a user. */
@Singleton
class ExportService {
    private final UserReader users;
    private final ExportRepository repository;
    private final KeyRevalidation keys;
    private final JsonText json;

    ExportService(UserReader users, ExportRepository repository, KeyRevalidation keys, JsonText json) {
        this.users = users;
        this.repository = repository;
        this.keys = keys;
        this.json = json;
    }

    /**
     * The parts of the document about the user; fails with {@link ProblemType#USER_NOT_FOUND}.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    Uni<Multi<Buffer>> export(UserKey key, Caller caller, Optional<Author> author) {
        return users.export(key, author).map(user -> parts(user, key, caller));
    }

    /**
     * Reads each page on request. Fails at the end if the user was deleted in the meantime, because then the later pages are
     * incomplete.
     */
    private Multi<Buffer> parts(User user, UserKey key, Caller caller) {
        Multi<String> begin = Multi.createFrom().item(() -> "{\"user\":" + json.of(user));
        Multi<String> sections = Multi.createFrom()
                .items(ExportSection.values())
                .onItem()
                .transformToMultiAndConcatenate(section -> pages(section, key, caller));
        Multi<String> end = users.requireExists(key).replaceWith("}").toMulti();
        return Multi.createBy().concatenating().streams(begin, sections, end).map(Buffer::buffer);
    }

    private Multi<String> pages(ExportSection section, UserKey key, Caller caller) {
        return Multi.createBy()
                .repeating()
                .uni(
                        () -> new AtomicReference<>(section.start()),
                        after -> page(section, key, after.get(), caller)
                                .invoke(page -> page.next().ifPresent(after::set)))
                .whilst(page -> page.next().isPresent())
                .map(Page::text);
    }

    /** Fails if the key was revoked in the meantime. */
    private Uni<Page> page(ExportSection section, UserKey key, String after, Caller caller) {
        return keys.may(caller, Scope.USERS_EXPORT).flatMap(may -> {
            if (!may) {
                throw new ProblemException(new Problem.Unauthenticated());
            }
            return repository.page(key, section, after);
        });
    }
}
