package io.useradmin.profile;

import io.useradmin.json.JsonItem;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The formats of email addresses and phone numbers. They are stored unchanged: no case folding, no normalization. */
public final class ContactForm {
    /** In bytes of UTF-8, so in characters it is never longer. */
    public static final int LONGEST_EMAIL = 254;

    /** In characters. */
    public static final int LONGEST_PHONE = 16;

    /** A phone number in the format of E.164. */
    public static final String PHONE_PATTERN = "^\\+[1-9][0-9]{1,14}$";

    private static final int LONGEST_LOCAL_PART = 64;
    private static final int LONGEST_DOMAIN = 253;

    /**
     * The unquoted local part: atoms separated by single dots. An atom has any characters except control characters, white space
     * and those that RFC 5322 reserves.
     */
    private static final String ATOM = "[^\\p{Cc}\\p{Z}()<>\\[\\]:;@\\\\,.\"]+";

    private static final String PLAIN = ATOM + "(\\." + ATOM + ")*+";

    private static final String QUOTED = "\"[^\\p{Cc}\\\\\"]+\"";
    /** Letters of any script, because addresses and domains can be internationalized. */
    private static final String LABEL = "[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";

    private static final Pattern LOCAL_PART = Pattern.compile(PLAIN + "|" + QUOTED);
    private static final Pattern DOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern PHONE = Pattern.compile(PHONE_PATTERN);

    private ContactForm() {}

    /** An email address in the format of RFC 5321 with a domain name. Does not check whether the mailbox exists. */
    public static Optional<String> email(JsonItem item) {
        return item.text()
                .filter(email -> item.require(
                        isEmail(email),
                        "not_an_email",
                        "must be an email address of at most " + LONGEST_EMAIL + " bytes"));
    }

    /** A phone number in the format of E.164. */
    public static Optional<String> phone(JsonItem item) {
        return item.text()
                .filter(phone -> item.require(
                        isPhone(phone),
                        "not_a_phone_number",
                        "must be + and 2 to 15 digits of which the first is not 0"));
    }

    /** Whether {@code text} is a phone number. */
    public static boolean isPhone(String text) {
        return PHONE.matcher(text).matches();
    }

    /** Whether {@code text} is an email address. */
    public static boolean isEmail(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0 || bytes(text) > LONGEST_EMAIL) {
            return false;
        }
        String localPart = text.substring(0, at);
        String domain = text.substring(at + 1);
        return bytes(localPart) <= LONGEST_LOCAL_PART
                && domain.length() <= LONGEST_DOMAIN
                && LOCAL_PART.matcher(localPart).matches()
                && DOMAIN.matcher(domain).matches();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
