package io.useradmin.dev;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a demo user. */
record PersonName(String given, String family) {
    private static final List<String> GIVEN = List.of(
            "Alice", "Mateo", "Yuki", "Amara", "Noah", "Zoë", "Ravi", "Ingrid", "José", "Linh", "Kofi", "Hanna", "Luca",
            "Chloé", "Omar", "Freya", "Jürgen", "Priya", "Tomás", "Aisha", "Erik", "Sofía", "Minjun", "Marta", "Liam",
            "Nadia", "André", "Wanjiru", "Hugo", "Elif", "Oskar", "Camila", "Kenji", "Maëlle", "David", "Thandi",
            "Björn", "Leila", "Paweł", "Renée");
    private static final List<String> FAMILY = List.of(
            "Andersson",
            "García",
            "Tanaka",
            "Okafor",
            "Smith",
            "Müller",
            "Patel",
            "Virtanen",
            "Fernández",
            "Nguyễn",
            "Mensah",
            "Schneider",
            "Rossi",
            "Lefèvre",
            "Haddad",
            "Campbell",
            "Weiß",
            "Sharma",
            "Novák",
            "Bello",
            "Lindqvist",
            "Morales",
            "Kim",
            "Kowalska",
            "O'Brien",
            "Popescu",
            "Gonçalves",
            "Kamau",
            "Dubois",
            "Yılmaz",
            "Bergström",
            "Silva",
            "Watanabe",
            "Martin",
            "Cohen",
            "Dlamini",
            "Jóhannsson",
            "Farouk",
            "Wójcik",
            "Bélanger",
            "Keller",
            "Iyer",
            "Costa",
            "Park",
            "Murphy",
            "Ivanova",
            "Torres",
            "Jensen",
            "Moreau",
            "Castillo");

    /** A step that is coprime to the number of names, so that it visits each name once. */
    private static final int STEP = 777;

    private static final Pattern NOT_IN_ADDRESSES = Pattern.compile("[^a-z.]");

    /** The number of names. */
    static int count() {
        return GIVEN.size() * FAMILY.size();
    }

    /** The n-th name; all are different. */
    static PersonName of(int n) {
        int index = Math.floorMod(n * STEP, count());
        return new PersonName(GIVEN.get(index % GIVEN.size()), FAMILY.get(index / GIVEN.size()));
    }

    String full() {
        return given + " " + family;
    }

    /** The name for email addresses; different for different names. */
    String inAddresses() {
        String plain = Normalizer.normalize(
                (given + "." + family).replace("ł", "l").replace("ı", "i").replace("ß", "ss"), Normalizer.Form.NFD);
        return NOT_IN_ADDRESSES.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("");
    }
}
