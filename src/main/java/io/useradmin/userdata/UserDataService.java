package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.json.JsonLimits;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.UserKey;
import io.useradmin.userdata.PatchOutcome.Merged;
import io.useradmin.userdata.PatchOutcome.TooLarge;
import io.useradmin.userdata.PatchOutcome.VersionDiffers;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Optional;

/** The rules of the data documents. */
@Singleton
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

    /** Applies a merge patch (RFC 7396) and returns the result; {@link ProblemType#PRECONDITION_FAILED}. */
    Uni<VersionedData> patch(DataPatch patch, Author author) {
        return documents
                .patch(patch, limits.maxBytes(), clock.instant(), author)
                .map(outcome -> switch (outcome) {
                    case Merged(VersionedData data) -> data;
                    case VersionDiffers(long version) -> throw patch.expected().refusal(Optional.of(version));
                    case TooLarge() -> throw tooLarge(patch.kind());
                });
    }

    private ProblemException tooLarge(DataKind kind) {
        return ProblemException.invalid(
                new Pointer("/" + kind.member()),
                "too_large",
                "must not take more than %d bytes after the update".formatted(limits.maxBytes()));
    }
}
