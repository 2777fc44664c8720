package io.useradmin.operator.transfer;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.util.List;

/** A line is rejected, but not the rest of the file. */
final class RejectedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Violation> violations;

    RejectedException(List<Violation> violations) {
        super(violations.getFirst().code(), null, false, false);
        this.violations = List.copyOf(violations);
    }

    /** An error of the whole line, or of one place in it. */
    RejectedException(String pointer, String code, String detail) {
        this(List.of(new Violation(new Pointer(pointer), code, detail, Severity.BROKEN_RULE)));
    }

    /** All errors of the line. */
    List<Violation> violations() {
        return violations;
    }
}
