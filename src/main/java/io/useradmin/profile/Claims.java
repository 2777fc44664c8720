package io.useradmin.profile;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The string claims of OpenID Connect Core 5.1. */
@Schema(description = "The string claims of OpenID Connect Core 5.1. What is not known is left out.")
public record Claims(
        @Schema(
                description = "The full name.",
                examples = "Aino Virtanen",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String name,

        @Schema(
                description = "The given name.",
                examples = "Aino",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String givenName,

        @Schema(
                description = "The family name.",
                examples = "Virtanen",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String familyName,

        @Schema(
                description = "The middle name.",
                examples = "Maria",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String middleName,

        @Schema(
                description = "The casual name.",
                examples = "Ainu",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String nickname,

        @Schema(
                description = "The name that the user prefers.",
                examples = "aino.v",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST_NAME)
        @Nullable String preferredUsername,

        @Schema(
                description = "The address of a profile page.",
                examples = "https://example.com/aino",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String profile,

        @Schema(
                description = "The address of a picture.",
                examples = "https://example.com/aino.jpg",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String picture,

        @Schema(
                description = "The address of a web page.",
                examples = "https://aino.example.com",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String website,

        @Schema(description = "The gender.", examples = "female", minLength = 1, maxLength = ClaimsParser.LONGEST)
        @Nullable String gender,

        @Schema(
                description = "The day of birth, as YYYY-MM-DD or YYYY.",
                examples = "1985-03-14",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String birthdate,

        @Schema(
                description = "The time zone.",
                examples = "Europe/Helsinki",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String zoneinfo,

        @Schema(
                description = "The language and the country.",
                examples = "fi-FI",
                minLength = 1,
                maxLength = ClaimsParser.LONGEST)
        @Nullable String locale) {
    /** No known claims. */
    public static final Claims NONE =
            new Claims(null, null, null, null, null, null, null, null, null, null, null, null, null);

    /** The same claims with these names. */
    public Claims named(@Nullable String full, @Nullable String given, @Nullable String family) {
        return new Claims(
                full,
                given,
                family,
                middleName,
                nickname,
                preferredUsername,
                profile,
                picture,
                website,
                gender,
                birthdate,
                zoneinfo,
                locale);
    }
}
