package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.MergePatch;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.UserKey;
import io.useradmin.userdata.UserDataRepository.Patched;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/** The rules of the data documents. */
@ApplicationScoped
class UserDataService {
    private final UserDataRepository documents;
    private final JsonLimits limits;
    private final Clock clock;

    UserDataService(UserDataRepository documents, JsonLimits limits, Clock clock) {
        this.documents = documents;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * The document; {@link ProblemType#USER_NOT_FOUND}.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    Uni<VersionedData> read(UserKey user, DataKind kind, Optional<Author> author) {
        return author.map(reading -> documents.readPrivateRecorded(user, clock.instant(), reading))
                .orElseGet(() -> documents.read(user, kind));
    }

    /**
     * Applies a merge patch (RFC 7396) and returns the result.
     *
     * @param expected must hold for the stored version; otherwise {@link ProblemType#PRECONDITION_FAILED}
     */
    Uni<VersionedData> patch(UserKey user, DataKind kind, MergePatch patch, Preconditions expected, Author author) {
        return documents
                .patch(user, kind, patch, expected, limits.maxBytes(), clock.instant(), author)
                .map(patched -> accepted(patched, kind, expected));
    }

    private VersionedData accepted(Patched patched, DataKind kind, Preconditions expected) {
        if (!patched.matches()) {
            expected.require(Optional.of(patched.data().version()));
        }
        if (!patched.fits()) {
            throw ProblemException.invalid(
                    new Pointer("/" + kind.member()),
                    "too_large",
                    "must not take more than %d bytes after the update".formatted(limits.maxBytes()));
        }
        return patched.data();
    }
}
