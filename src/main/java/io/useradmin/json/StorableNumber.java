package io.useradmin.json;

/**
 * The size of a JSON number in PostgreSQL's {@code numeric}, which expands exponents: {@code 1e5} is {@code 100000}. It is
 * computed from the literal, because arithmetic with a number of 200,000 digits takes seconds.
 *
 * @param integerDigits digits before the decimal point, at least 1
 * @param fractionDigits digits after the decimal point
 * @param isNegativeZero whether it is -0, whose sign {@code numeric} loses
 */
record StorableNumber(long integerDigits, long fractionDigits, boolean isNegativeZero) {
    /** The detail of the violation. */
    static final String RULE = "must be a number of at most 131072 digits before and 16383 after the decimal point";

    private static final int MOST_INTEGER_DIGITS = 131_072;
    private static final int MOST_FRACTION_DIGITS = 16_383;
    /** An exponent with more digits is out of range, even if the number is zero. */
    private static final int MOST_EXPONENT_DIGITS = 9;

    private static final long EXPONENT_OUT_OF_BOUNDS = 1_000_000_000;

    /** The size of {@code literal}, a valid JSON number. */
    static StorableNumber of(String literal) {
        int exponentMark = Math.max(literal.indexOf('e'), literal.indexOf('E'));
        String mantissa = exponentMark < 0 ? literal : literal.substring(0, exponentMark);
        long exponent = exponentMark < 0 ? 0 : exponent(literal.substring(exponentMark + 1));
        int sign = mantissa.startsWith("-") ? 1 : 0;
        int point = mantissa.indexOf('.');
        int integerLength = (point < 0 ? mantissa.length() : point) - sign;
        int fractionLength = point < 0 ? 0 : mantissa.length() - point - 1;
        String digits = mantissa.substring(sign).replace(".", "");
        int leadingZeros = leadingZeros(digits);
        boolean isZero = leadingZeros == digits.length();
        long integerDigits = isZero ? 1 : Math.max(1, integerLength - leadingZeros + exponent);
        boolean zeroWithTooLargeExponent = isZero && exponent >= EXPONENT_OUT_OF_BOUNDS;
        return new StorableNumber(
                zeroWithTooLargeExponent ? exponent : integerDigits,
                Math.max(0, fractionLength - exponent),
                isZero && sign == 1);
    }

    boolean isStorable() {
        return integerDigits <= MOST_INTEGER_DIGITS && fractionDigits <= MOST_FRACTION_DIGITS;
    }

    /** The length of the number in PostgreSQL's text, without sign and point. */
    long length() {
        return integerDigits + fractionDigits;
    }

    private static long exponent(String written) {
        boolean negative = written.startsWith("-");
        String digits = written.replaceFirst("^[+-]?0*", "");
        long size = digits.isEmpty()
                ? 0
                : digits.length() > MOST_EXPONENT_DIGITS ? EXPONENT_OUT_OF_BOUNDS : Long.parseLong(digits);
        return negative ? -size : size;
    }

    private static int leadingZeros(String digits) {
        int count = 0;
        while (count < digits.length() && digits.charAt(count) == '0') {
            count++;
        }
        return count;
    }
}
