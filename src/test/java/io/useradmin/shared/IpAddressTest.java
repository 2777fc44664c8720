package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text forms of IP addresses, and which of them are equal. */
class IpAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "10.0.0.255", "255.255.255.255", "127.0.0.1"})
    void readsIpv4(String literal) {
        assertThat(IpAddress.parse(literal)).contains(new IpAddress(literal));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2001:db8::1",
                "2001:DB8::1",
                "2001:db8:0:0:0:0:0:1",
                "2001:0db8:0000:0000:0000:0000:0000:0001",
                "2001:db8::0:1",
                "2001:db8:0::0:0:1",
                "2001:db8::0.0.0.1",
                "2001:db8:0:0:0:0:0.0.0.1"
            })
    void readsIpv6InAllOfItsForms(String literal) {
        assertThat(IpAddress.parse(literal))
                .isEqualTo(IpAddress.parse("2001:db8::1"))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({"::, 0:0:0:0:0:0:0:0", "::1, 0:0:0:0:0:0:0:1", "1::, 1:0:0:0:0:0:0:0", "fe80::1, fe80:0:0:0:0:0:0:1"})
    void readsShortenedForms(String literal, String full) {
        assertThat(IpAddress.parse(literal)).contains(new IpAddress(full));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::ffff:192.0.2.1",
                "::FFFF:192.0.2.1",
                "::ffff:c000:201",
                "0:0:0:0:0:ffff:192.0.2.1",
                "0:0:0:0:0:ffff:c000:0201",
                "0000:0000:0000:0000:0000:ffff:192.0.2.1"
            })
    void readsAMappedAddressAsIpv4(String literal) {
        assertThat(IpAddress.parse(literal)).contains(new IpAddress("192.0.2.1"));
    }

    @Test
    void readsTheLongestFormThereIs() {
        assertThat(IpAddress.parse("0000:0000:0000:0000:0000:ffff:255.255.255.255"))
                .contains(new IpAddress("255.255.255.255"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "192.0.2",
                "192.0.2.",
                ".192.0.2.1",
                "192.0..1",
                "192.0.2.1.1",
                "192.0.2.256",
                "192.0.2.999",
                "192.0.2.-1",
                "192.0.2.1e0",
                "3221225985",
                "1",
                "0xc0.0.2.1",
                "0xc0000201",
                "192.0.2.01",
                "010.0.0.1",
                "00.0.0.0",
                "192.0.2.1/24",
                "192.0.2.1/32",
                "192.0.2.1:80",
                "192.0.2.1 ",
                " 192.0.2.1",
                "192.0.2.1\n",
                "192.0.2.*",
                "１９２.0.2.1",
                "::ffff:192.0.2",
                "::ffff:192.0.2.256",
                "::ffff:010.0.2.1",
                "::ffff:192.0.2.01",
                "::192.0.2.1:1",
                "[2001:db8::1]",
                "[::1]:80",
                "fe80::1%eth0",
                "fe80::1%1",
                "2001:db8::1/64",
                "2001:db8::1/128",
                "2001:db8::1 ",
                "2001:db8",
                "2001:db8:",
                ":",
                ":::",
                "::1::",
                "1::2::3",
                ":1",
                "1:",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:",
                ":2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7:8::",
                "12345::",
                "00001::",
                "g::1",
                "-1::1",
                "localhost",
                "all",
                "ALL",
                "example.com",
                "a.b.c.d",
                "dead.beef",
                "cafe:",
                "١.٢.٣.٤"
            })
    void refusesInvalidAddresses(String literal) {
        assertThat(IpAddress.parse(literal)).isEmpty();
    }

    @Test
    void refusesLongTextsAtOnce() {
        assertThat(IpAddress.parse("0000:0000:0000:0000:0000:ffff:0255.255.255.255"))
                .isEmpty();
        assertThat(IpAddress.parse("1:".repeat(1_000_000))).isEmpty();
    }

    @Test
    void neverLooksUpAHostName() {
        List<String> names = List.of("nowhere.invalid", "abc.invalid", "face.b00c", "1.2.3.4.invalid", "fe80.invalid");

        assertThat(names).allSatisfy(name -> assertThat(IpAddress.parse(name)).isEmpty());
    }

    @Test
    @Tag("database")
    void agreesWithPostgresOnEqualAddresses() {
        var random = new Random(20_250_501);
        List<String> literals = Stream.generate(() -> ipv6(random)).limit(3_000).toList();
        List<String> texts = literals.stream()
                .map(literal -> IpAddress.parse(literal).map(IpAddress::text).orElse("refused: " + literal))
                .toList();

        List<String> same = Sql.list(
                "select cast(literal as inet) = cast(text as inet) from unnest(?, ?) as given (literal, text)",
                literals,
                texts);

        assertThat(same).hasSize(3_000).containsOnly("t");
    }

    @Test
    @Tag("database")
    void agreesWithPostgresOnValidIpv6Addresses() {
        var random = new Random(20_250_502);
        List<String> literals = Stream.generate(() -> ipv6(random))
                // PostgreSQL accepts an invalid IPv4 tail such as 0.0..0.
                .filter(literal -> !literal.contains("."))
                .map(literal -> spoiled(literal, random))
                .limit(5_000)
                .toList();

        List<String> accepted = Sql.list(
                "select pg_input_is_valid(literal, 'inet') from unnest(?) with ordinality as given (literal, place)"
                        + " order by place",
                literals);

        assertThat(accepted).contains("t", "f");
        for (int index = 0; index < literals.size(); index++) {
            String literal = literals.get(index);
            assertThat(IpAddress.parse(literal).isPresent())
                    .as(literal)
                    .isEqualTo(accepted.get(index).equals("t"));
        }
    }

    @Test
    void everyNotationIsTheSameAddress() {
        var random = new Random(20_250_503);
        for (int run = 0; run < 1_000; run++) {
            int[] groups = groups(random);
            Optional<IpAddress> one = IpAddress.parse(written(groups, random));
            Optional<IpAddress> other = IpAddress.parse(written(groups, random));

            assertThat(one).isPresent().isEqualTo(other);
        }
    }

    private static String ipv6(Random random) {
        return written(groups(random), random);
    }

    /** Never an IPv4-mapped address, because PostgreSQL treats it as different from the IPv4 address. */
    private static int[] groups(Random random) {
        int[] groups = IntStream.generate(() -> random.nextInt(3) > 0 ? 0 : random.nextInt(0x10000))
                .limit(8)
                .toArray();
        groups[0] = 0x2000 + random.nextInt(0x2000);
        return groups;
    }

    /** A random notation of an address: upper case, leading zeros, shortened zeros, IPv4 tail. */
    private static String written(int[] groups, Random random) {
        boolean ipv4Tail = random.nextInt(4) == 0;
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < (ipv4Tail ? 6 : 8); index++) {
            parts.add((random.nextBoolean() ? "%x" : random.nextBoolean() ? "%04x" : "%X").formatted(groups[index]));
        }
        if (ipv4Tail) {
            parts.add("%d.%d.%d.%d".formatted(groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255));
        }
        return random.nextInt(4) == 0 ? String.join(":", parts) : shortened(parts, random);
    }

    private static String shortened(List<String> parts, Random random) {
        int from = 1 + random.nextInt(parts.size() - 1);
        int to = from;
        while (to < parts.size() && parts.get(to).matches("0+")) {
            to++;
        }
        return to - from < 2
                ? String.join(":", parts)
                : String.join(":", parts.subList(0, from)) + "::" + String.join(":", parts.subList(to, parts.size()));
    }

    /** The address with up to two characters removed, doubled or replaced. */
    private static String spoiled(String literal, Random random) {
        var text = new StringBuilder(literal);
        for (int edits = random.nextInt(3); edits > 0; edits--) {
            int place = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(place);
                case 1 -> text.insert(place, text.charAt(place));
                default -> text.setCharAt(place, "0123456789abcdefABCDEF:::g".charAt(random.nextInt(26)));
            }
        }
        return text.toString();
    }
}
