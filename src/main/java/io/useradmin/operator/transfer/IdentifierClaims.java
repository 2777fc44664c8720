package io.useradmin.operator.transfer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Decides which users of a batch get the identifiers in their lines: a user gets all of them, or is rejected. This concerns users
 * instead of lines, because all lines of a user in a batch have the same profile ({@link Batch#accepts}).
 *
 * <p>An owner in the database gives up an identifier only if it is accepted without it. So a rejection can lead to others, but
 * each user is rejected once, and the time is proportional to the number of identifiers.
 */
final class IdentifierClaims {
    private final SequencedMap<String, Set<SignInIdentifier>> wanted;
    private final Map<SignInIdentifier, List<String>> wantedBy = new HashMap<>();
    private final Map<SignInIdentifier, String> owners;
    private final Map<String, List<SignInIdentifier>> owned;
    /** The users who get all of their identifiers, as far as known. */
    private final Set<String> accepted;
    /** The last user who claimed an identifier. The claim counts only while the user is accepted. */
    private final Map<SignInIdentifier, String> claimed = new HashMap<>();
    /** The identifiers that a user does not get because an earlier line has them. */
    private final Map<String, Set<SignInIdentifier>> lost = new HashMap<>();

    /**
     * @param wanted the identifiers in the lines, by user, in the order in which users get them
     * @param owners the owners in the database
     * @param valid the users who have lines without another fault
     */
    IdentifierClaims(
            SequencedMap<String, Set<SignInIdentifier>> wanted,
            Map<SignInIdentifier, String> owners,
            Set<String> valid) {
        this.wanted = wanted;
        this.owners = owners;
        this.owned = owners.entrySet().stream()
                .collect(groupingBy(Map.Entry::getValue, mapping(Map.Entry::getKey, toList())));
        this.accepted = new HashSet<>(valid);
        wanted.forEach((user, identifiers) -> identifiers.forEach(identifier ->
                wantedBy.computeIfAbsent(identifier, _ -> new ArrayList<>()).add(user)));
        settle();
    }

    /** Whether the user does not get the identifier. */
    boolean isTaken(SignInIdentifier identifier, String user) {
        return isKeptFrom(user, identifier) || lost.getOrDefault(user, Set.of()).contains(identifier);
    }

    private boolean isKeptFrom(String user, SignInIdentifier identifier) {
        String owner = owners.getOrDefault(identifier, user);
        return !owner.equals(user) && keeps(owner, identifier);
    }

    /** Owners in the database come first: a user who cannot get an identifier from them takes none from later lines. */
    private void settle() {
        owners.forEach((identifier, owner) -> {
            if (keeps(owner, identifier)) {
                reject(rivals(owner, identifier));
            }
        });
        wanted.forEach(this::claim);
    }

    private boolean keeps(String owner, SignInIdentifier identifier) {
        return !accepted.contains(owner) || wanted.getOrDefault(owner, Set.of()).contains(identifier);
    }

    private List<String> rivals(String owner, SignInIdentifier identifier) {
        return wantedBy.getOrDefault(identifier, List.of()).stream()
                .filter(user -> !user.equals(owner))
                .toList();
    }

    private void claim(String user, Set<SignInIdentifier> identifiers) {
        Set<SignInIdentifier> ofEarlier =
                identifiers.stream().filter(this::isClaimed).collect(toSet());
        lost.put(user, ofEarlier);
        if (ofEarlier.isEmpty()) {
            identifiers.forEach(identifier -> claimed.put(identifier, user));
        } else {
            reject(List.of(user));
        }
    }

    private boolean isClaimed(SignInIdentifier identifier) {
        return Optional.ofNullable(claimed.get(identifier))
                .filter(accepted::contains)
                .isPresent();
    }

    /** Rejected users keep what they own, so this also rejects all who want that. */
    private void reject(List<String> users) {
        Deque<String> next = new ArrayDeque<>(users);
        while (!next.isEmpty()) {
            String user = next.remove();
            if (accepted.remove(user)) {
                owned.getOrDefault(user, List.of()).forEach(identifier -> next.addAll(rivals(user, identifier)));
            }
        }
    }
}
