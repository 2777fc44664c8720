package io.useradmin.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.useradmin.profile.Claims;
import io.useradmin.profile.User.ExternalIdentity;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserInput.Contact;
import io.useradmin.profile.UserInput.Username;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The errors of identifiers that belong to other users. */
class TakenIdentifierTest {
    @Test
    void haveTheirLocationInTheInput() {
        UserInput input = input(
                new Username(null, "ann", List.of(), List.of()),
                List.of(contact("a@example.com"), contact("b@example.com")),
                List.of(contact("+491"), contact("+492")),
                List.of(identity("google", "1"), identity("apple", "2"), identity("google", "2")));

        assertThat(TakenIdentifier.violations(
                        List.of(
                                new TakenIdentifier("username", "ann"),
                                new TakenIdentifier("emails", "b@example.com"),
                                new TakenIdentifier("phone_numbers", "+491"),
                                new TakenIdentifier("idps", "google 2")),
                        input))
                .extracting(Violation::location)
                .containsExactly(
                        new Pointer("/username/username"),
                        new Pointer("/emails/1/email"),
                        new Pointer("/phone_numbers/0/phone"),
                        new Pointer("/idps/2/provider_user_id"));
    }

    /** The response has 100 errors. To locate all 1,000, the input would be searched 1,000 times. */
    @Test
    void areNotLocatedIfTheyAreNotKept() {
        List<ExternalIdentity> identities = IntStream.range(0, 1_000)
                .mapToObj(index -> identity("google", Integer.toString(index)))
                .toList();
        UserInput input = input(null, List.of(), List.of(), identities);
        List<TakenIdentifier> taken = identities.stream()
                .map(identity -> new TakenIdentifier("idps", "google " + identity.providerUserId()))
                .toList();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        List<Violation> violations = TakenIdentifier.violations(taken, input);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000_000);
        assertThat(violations).hasSize(100);
    }

    private static Contact contact(String value) {
        return new Contact(null, value, false, false, List.of(), List.of());
    }

    private static ExternalIdentity identity(String authenticator, String id) {
        return new ExternalIdentity(id, authenticator, Map.of());
    }

    private static UserInput input(
            Username username, List<Contact> emails, List<Contact> phones, List<ExternalIdentity> identities) {
        return new UserInput(
                null, null, null, false, false, Claims.NONE, "{}", "{}", username, emails, phones, identities);
    }
}
