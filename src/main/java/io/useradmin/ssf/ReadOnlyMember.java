package io.useradmin.ssf;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * A member of a stream's configuration that only this service decides. A receiver may send it back unchanged, so that it can read
 * a whole configuration, edit it and send it back.
 */
final class ReadOnlyMember {
    private final JsonItem item;
    private final BiPredicate<JsonItem, StreamConfiguration> matches;

    private ReadOnlyMember(JsonItem item, BiPredicate<JsonItem, StreamConfiguration> matches) {
        this.item = item;
        this.matches = matches;
    }

    /** The read-only members of a configuration. In {@code delivery}, the receiver chooses the method, but there is only one. */
    static List<ReadOnlyMember> read(JsonMembers stream) {
        List<ReadOnlyMember> readOnly = new ArrayList<>();
        stream.optional("iss")
                .ifPresent(item -> readOnly.add(new ReadOnlyMember(item, (it, known) -> isText(it, known.iss()))));
        stream.optional("aud")
                .ifPresent(item -> readOnly.add(new ReadOnlyMember(item, (it, known) -> isText(it, known.aud()))));
        stream.optional("events_supported")
                .ifPresent(item ->
                        readOnly.add(new ReadOnlyMember(item, (it, known) -> isSet(it, known.eventsSupported()))));
        stream.optional("events_delivered")
                .ifPresent(item ->
                        readOnly.add(new ReadOnlyMember(item, (it, known) -> isSet(it, known.eventsDelivered()))));
        stream.optional("delivery")
                .flatMap(JsonItem::object)
                .flatMap(ReadOnlyMember::endpoint)
                .ifPresent(readOnly::add);
        return readOnly;
    }

    /** Fails if a value differs from the configuration. */
    static void check(List<ReadOnlyMember> readOnly, StreamConfiguration known, Violations violations) {
        readOnly.forEach(member -> member.item.require(
                member.matches.test(member.item, known),
                "mismatch",
                "must equal the value in the stream's configuration"));
        ProblemException.throwIfAny(violations);
    }

    private static Optional<ReadOnlyMember> endpoint(JsonMembers delivery) {
        delivery.oneOf("method", List.of(StreamDelivery.POLL));
        Optional<JsonItem> endpoint = delivery.optional("endpoint_url");
        delivery.end();
        return endpoint.map(item -> new ReadOnlyMember(
                item, (it, known) -> isText(it, known.delivery().endpointUrl())));
    }

    private static boolean isText(JsonItem item, String known) {
        return item.text().filter(known::equals).isPresent();
    }

    private static boolean isSet(JsonItem item, List<String> known) {
        return item.elements().stream()
                .flatMap(element -> element.text().stream())
                .collect(Collectors.toSet())
                .equals(Set.copyOf(known));
    }
}
