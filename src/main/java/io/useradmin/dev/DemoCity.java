package io.useradmin.dev;

import java.util.List;

/**
 * The city of a demo user.
 *
 * @param locale the language of its users
 * @param dialCode the international prefix of its phone numbers
 */
record DemoCity(
        String country, String region, String city, String latitude, String longitude, String locale, String dialCode) {
    static final List<DemoCity> ALL = List.of(
            new DemoCity("SE", "Stockholm", "Stockholm", "59.3293", "18.0686", "sv-SE", "+46"),
            new DemoCity("FI", "Uusimaa", "Helsinki", "60.1699", "24.9384", "fi-FI", "+358"),
            new DemoCity("DE", "Bavaria", "Munich", "48.1371", "11.5754", "de-DE", "+49"),
            new DemoCity("DE", "Hamburg", "Hamburg", "53.5511", "9.9937", "de-DE", "+49"),
            new DemoCity("FR", "Île-de-France", "Paris", "48.8566", "2.3522", "fr-FR", "+33"),
            new DemoCity("ES", "Catalonia", "Barcelona", "41.3874", "2.1686", "es-ES", "+34"),
            new DemoCity("PT", "Lisbon", "Lisbon", "38.7223", "-9.1393", "pt-PT", "+351"),
            new DemoCity("PL", "Lesser Poland", "Kraków", "50.0647", "19.9450", "pl-PL", "+48"),
            new DemoCity("GB", "England", "London", "51.5072", "-0.1276", "en-GB", "+44"),
            new DemoCity("GB", "Scotland", "Glasgow", "55.8642", "-4.2518", "en-GB", "+44"),
            new DemoCity("US", "New York", "New York", "40.7128", "-74.0060", "en-US", "+1"),
            new DemoCity("US", "Texas", "Austin", "30.2672", "-97.7431", "en-US", "+1"),
            new DemoCity("CA", "Quebec", "Montréal", "45.5019", "-73.5674", "fr-CA", "+1"),
            new DemoCity("MX", "Jalisco", "Guadalajara", "20.6752", "-103.3473", "es-MX", "+52"),
            new DemoCity("BR", "São Paulo", "São Paulo", "-23.5558", "-46.6396", "pt-BR", "+55"),
            new DemoCity("AR", "Buenos Aires", "La Plata", "-34.9205", "-57.9536", "es-AR", "+54"),
            new DemoCity("NG", "Lagos", "Lagos", "6.5244", "3.3792", "en-NG", "+234"),
            new DemoCity("KE", "Nairobi", "Nairobi", "-1.2921", "36.8219", "sw-KE", "+254"),
            new DemoCity("ZA", "Western Cape", "Cape Town", "-33.9249", "18.4241", "en-ZA", "+27"),
            new DemoCity("IN", "Karnataka", "Bengaluru", "12.9716", "77.5946", "en-IN", "+91"),
            new DemoCity("VN", "Hanoi", "Hanoi", "21.0278", "105.8342", "vi-VN", "+84"),
            new DemoCity("JP", "Kansai", "Osaka", "34.6937", "135.5023", "ja-JP", "+81"),
            new DemoCity("KR", "Seoul", "Seoul", "37.5665", "126.9780", "ko-KR", "+82"),
            new DemoCity("AU", "Victoria", "Melbourne", "-37.8136", "144.9631", "en-AU", "+61"));

    /**
     * Its n-th address, alternating between IPv4 and IPv6. All are from ranges for benchmarks and documentation, so that no real
     * address appears as blocked.
     */
    String address(int n) {
        int network = ALL.indexOf(this) + 1;
        int host = n % 250 + 1;
        return n % 2 == 0 ? "198.18.%d.%d".formatted(network, host) : "2001:db8:%x::%x".formatted(network, host);
    }
}
